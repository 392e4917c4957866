//! What a viewer may know of a battle: all of it but the directives that nobody has revealed yet.
//!
//! Carries out `tle.ruling.open-information`.

mod forces;
mod proofs;

use chance::{DieId, Faces};
use vocabulary::{
    Area, AreaId, Battlefield as Field, Counter, Die, Hidden, Mark, Moment, Seat, SeatView, Shown, View, Viewer, Word,
};

use crate::chapters::directives::Directive;
use crate::chapters::missions::Secondary;
use crate::chapters::round::ROUNDS;
use crate::state::{Side, Stage, State, Who};

pub(crate) use proofs::query;

/// What a viewer may know.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    View {
        game: Word::new("last-edition"),
        settings: state.fixed.setup.settings.clone(),
        seats: state.seats().map(|seat| seat_view(state, seat, viewer)).collect(),
        moment: moment(state),
        field: Field { size: state.battlefield().bounds.high },
        areas: areas(state),
        units: state.all_units().map(|id| forces::unit(state, id)).collect(),
        models: forces::models(state),
        cards: forces::cards(state),
    }
}

/// A player. What is planned is there for its owner only, and as counters: the directive with the round that it is for.
fn seat_view(state: &State, seat: Seat, viewer: Viewer) -> SeatView {
    let side = state.side(seat);
    let planned = |round: &u8| !state.is_revealed(seat, *round);
    let rounds: Vec<u8> = (1..=side.directives.len() as u8).filter(planned).collect();
    let mut counters = counters(state, seat);
    let mut hidden = Vec::new();
    if viewer.is(seat) {
        let plan = |round: &u8| Some((side.directives[usize::from(*round) - 1]?, i32::from(*round)));
        let plan = rounds.iter().filter_map(plan);
        counters.extend(plan.map(|(directive, round)| Counter::new(directive.word(), round, Shown::Panel)));
    } else if !rounds.is_empty() {
        hidden.push(Hidden { term: Word::new("directives"), count: rounds.len() as u16 });
    }
    SeatView {
        id: seat,
        name: state.player(seat).to_owned(),
        counters,
        pool: pool(side),
        hidden,
        marks: seat_marks(state, seat),
        gone: side.left,
    }
}

/// The dice of a pool, by their places in it.
fn pool(side: &Side) -> Vec<Die> {
    let die = |(place, face): (u32, u8)| Die {
        id: DieId(place),
        faces: Faces::D6,
        of: None,
        shows: face.into(),
        follows: None,
    };
    (0..).zip(side.pool.dice()).map(die).collect()
}

fn counters(state: &State, seat: Seat) -> Vec<Counter> {
    let side = state.side(seat);
    let panel = |term, value: i32| Counter::new(Word::new(term), value, Shown::Panel);
    let score = &side.score;
    let kinds = [
        ("primary-points", score.primary),
        ("secondary-points", score.secondary),
        ("bounty-points", score.bounty),
        ("hobby-points", score.hobby),
        ("agreed-points", score.agreed),
        ("power-dice", side.power_dice.into()),
    ];
    let mut counters = vec![panel("points", score.total())];
    counters.extend(kinds.into_iter().filter(|(_, value)| *value != 0).map(|(term, value)| panel(term, value)));
    let points = panel("leader-points", side.leader_points.into());
    counters.push(points.of(side.most_leader_points.into()));
    let in_battle = matches!(state.stage, Stage::Battle(_)) && state.active != seat;
    if in_battle {
        let left = side.may_react.saturating_sub(side.reacted);
        counters.push(panel("reactions-left", left.into()).of(side.may_react.into()));
    }
    counters
}

fn seat_marks(state: &State, seat: Seat) -> Vec<Mark> {
    let side = state.side(seat);
    let revealed = state.directive_of(seat).filter(|_| state.is_revealed(seat, state.round));
    let secondary = state.secondary().map(Secondary::word);
    let marks = [(state.attacker == Some(seat), "attacker"), (side.passed, "passed"), (side.poisoned, "cloud-used")];
    let marks = marks.iter().filter(|(on, _)| *on).map(|(_, word)| Word::new(word));
    let directive = revealed.map(Directive::word);
    secondary.into_iter().chain(directive).chain(marks).map(Mark::new).collect()
}

/// The words for where a battle stands.
fn phase(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::Mission => &["mission"],
        Stage::Zones => &["zones"],
        Stage::Deploying(_) => &["deployment"],
        Stage::Roles => &["roles"],
        Stage::Directives => &["directives"],
        Stage::RoundStart => &["round-start"],
        Stage::TurnStart => &["turn-start"],
        Stage::Command(Who::Active) => &["command-phase"],
        Stage::Command(Who::Reactive) => &["command-phase", "reactions"],
        Stage::Disembarking => &["movement-phase", "disembarking"],
        Stage::Moving(Who::Active) => &["movement-phase", "moves"],
        Stage::Moving(Who::Reactive) => &["movement-phase", "reactions"],
        Stage::Reserves => &["movement-phase", "reserves"],
        Stage::Embarking(_) => &["movement-phase", "embarking"],
        Stage::Acts => &["movement-phase", "actions"],
        Stage::PowerStart | Stage::Power => &["power-phase"],
        Stage::BattleStart | Stage::Battle(_) => &["battle-phase"],
        Stage::Coherency(_) => &["coherency-phase"],
        Stage::TurnEnd => &["turn-end"],
        Stage::RoundEnd => &["round-end"],
    }
}

/// Where the battle stands. Who takes the first turn of a round is known once directives are revealed.
fn moment(state: &State) -> Moment {
    let first = state.first_of_round();
    let in_turn = state.round > 0 && state.stage != Stage::RoundStart;
    Moment {
        round: state.round.into(),
        of: Some(ROUNDS.into()),
        phase: phase(state.stage).iter().map(|word| Word::new(word)).collect(),
        active: match state.stage {
            Stage::Deploying(seat) => Some(seat),
            _ => in_turn.then_some(state.active),
        },
        order: if in_turn { vec![first, State::enemy_of(first)] } else { Vec::new() },
        outcome: state.outcome.clone(),
    }
}

/// Terrain, zones and objectives, as the battlefield numbers them.
fn areas(state: &State) -> Vec<Area> {
    let field = state.battlefield();
    let area = |id: AreaId, term, outline| Area {
        id,
        term: Word::new(term),
        name: String::new(),
        scenery: None,
        outline,
        walls: Vec::new(),
        floors: Vec::new(),
        rules: Vec::new(),
        owner: None,
        counters: Vec::new(),
        marks: Vec::new(),
    };
    let mut areas = Vec::new();
    for (place, piece) in field.terrain.iter().enumerate() {
        areas.push(Area {
            name: piece.name.clone(),
            scenery: Some(Word::new(piece.kind.manner().word)),
            walls: piece.walls.clone(),
            rules: vec![Word::new(piece.rules.kind.word())],
            ..area(field.terrain_id(place), "terrain", piece.polygon.outline())
        });
    }
    for (place, zone) in field.zones.iter().enumerate() {
        let owner = state.seats().find(|seat| state.side(*seat).zone.map(usize::from) == Some(place));
        areas.push(Area { owner, name: zone.name.clone(), ..area(field.zone_id(place), "zone", zone.outline.clone()) });
    }
    for (place, disc) in field.objectives.iter().enumerate() {
        let destroyed = state.objectives[place].destroyed;
        let marks = [(destroyed, "destroyed"), (!destroyed && state.is_stormy(place), "stormy")];
        areas.push(Area {
            owner: state.holder(place),
            marks: marks.iter().filter(|(on, _)| *on).map(|(_, word)| Mark::new(Word::new(word))).collect(),
            ..area(field.objective_id(place), "objective", disc.outline())
        });
    }
    areas.sort_by_key(|area| area.id);
    areas
}
