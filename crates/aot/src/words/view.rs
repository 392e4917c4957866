//! What a viewer sees of a battle. Everything is open in this game.

mod odds;
mod proofs;

use ground::{Outline, Pose};
use vocabulary::{
    Area, AreaId, Battlefield as Field, Card, CardId, Counter, Mark, Model, ModelId, Moment, Place, Ref, Seat,
    SeatView, Shown, Unit, UnitId, View, Viewer, WeaponId, Word,
};

use crate::chapters::modifiers::{Modifier, Source};
use crate::chapters::transport;
use crate::forces::card::{self, Rank};
use crate::forces::printed::printed;
use crate::state::{Stage, State, Whereabouts};

pub(crate) use odds::preview;
pub(crate) use proofs::query;

/// What a viewer sees.
pub(crate) fn view(state: &State, _: Viewer) -> View {
    View {
        game: Word::new("aot"),
        settings: state.fixed.setup.settings.clone(),
        seats: state.seats().map(|seat| seat_view(state, seat)).collect(),
        moment: moment(state),
        field: Field { size: state.battlefield().bounds.high },
        areas: areas(state),
        units: state.all_units().map(|id| unit(state, id)).collect(),
        models: (0..state.models.len() as u16).map(|id| model(state, ModelId(id))).collect(),
        cards: cards(state),
    }
}

fn seat_view(state: &State, seat: Seat) -> SeatView {
    let side = state.side(seat);
    let marks = [(side.stopped, "stopped"), (side.passed, "passed")];
    let points = Counter::new(Word::new("points"), side.points, Shown::Panel).of(state.target());
    let feats = state.house().feats;
    let feats = feats.then(|| Counter::new(Word::new("feat-points"), side.feat_points.into(), Shown::Panel));
    SeatView {
        id: seat,
        name: state.name(seat).to_owned(),
        counters: std::iter::once(points).chain(feats).collect(),
        pool: Vec::new(),
        hidden: Vec::new(),
        marks: marks.iter().filter(|(on, _)| *on).map(|(_, word)| Mark::new(Word::new(word))).collect(),
        gone: side.left,
    }
}

/// The words for where a battle stands; [`crate::adjusting`] reads the same.
pub(crate) fn phase(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::Proposal(_) => &["preparation", "proposal"],
        Stage::Zones => &["preparation", "zones"],
        Stage::Deploying(_) => &["preparation", "deployment"],
        Stage::RoundStart => &["round-start"],
        Stage::Turn(_) => &["action-phase"],
        Stage::Battle => &["battle-phase"],
        Stage::Aftermath => &["battle-phase", "aftermath"],
        Stage::Control => &["control-phase"],
        Stage::RoundEnd => &["round-end"],
    }
}

fn moment(state: &State) -> Moment {
    Moment {
        round: state.round,
        of: Some(state.house().round_limit),
        phase: phase(state.stage).iter().map(|word| Word::new(word)).collect(),
        active: state.active(),
        order: state.order.to_vec(),
        outcome: state.outcome.clone(),
    }
}

/// Terrain, then zones, then Archives, then wrecks, as the battlefield numbers them.
fn areas(state: &State) -> Vec<Area> {
    let field = state.battlefield();
    let area = |id: AreaId, term, outline: Outline| Area {
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
        let outline = piece.polygon.outline();
        let rules = piece.rules.words().map(Word::new).collect();
        let (name, scenery) = (piece.name.clone(), Some(Word::new(piece.kind.manner().word)));
        areas.push(Area {
            rules,
            name,
            scenery,
            floors: piece.levels.clone(),
            ..area(field.terrain_id(place), "terrain", outline)
        });
    }
    for (place, zone) in field.zones.iter().enumerate() {
        let owner = state.seats().find(|seat| state.side(*seat).zone.map(usize::from) == Some(place));
        let (id, name, outline) = (field.zone_id(place), zone.name.clone(), zone.outline.clone());
        areas.push(Area { owner, name, ..area(id, "zone", outline) });
    }
    for (place, disc) in field.archives().iter().enumerate() {
        let marks =
            state.effects.get(place).map(|effect| Mark::new(effect.mark(state.house().edition))).into_iter().collect();
        areas.push(Area { marks, ..area(field.archive_id(place), "archive", disc.outline()) });
    }
    areas.sort_by_key(|area| area.id);
    areas
}

fn unit(state: &State, id: UnitId) -> Unit {
    let (info, now) = (state.info(id), state.unit(id));
    let place = match now.at {
        Whereabouts::OnField => Place::OnField,
        Whereabouts::Waiting => Place::Aside(Word::new("waiting")),
        Whereabouts::Vanguard => Place::Aside(Word::new("vanguard-held")),
        Whereabouts::Aboard(_) => Place::Aside(Word::new("aboard")),
        Whereabouts::Gone => Place::Gone,
    };
    let alive = |model: &ModelId| now.at != Whereabouts::Gone && state.model(*model).health > 0;
    let leads = |model: &ModelId| state.is_character(*model) || state.model_info(*model).rank == Rank::Leader;
    let marks = [
        (now.spent, "spent"),
        (now.at == Whereabouts::Vanguard, "vanguard-held"),
        (now.boarded == Some(state.round) && state.round > 0, "boarded"),
        (now.entered == Some(state.round) && state.round > 0, "entered"),
        (now.flees, "fled"),
    ];
    let marks = marks.iter().filter(|(on, _)| *on).map(|(_, word)| Mark::new(Word::new(word)));
    let aboard =
        state.carrier(id).map(|carrier| Mark { from: Some(Ref::Unit(carrier)), ..Mark::new(Word::new("aboard")) });
    let mut under: Vec<Mark> = Vec::new();
    for timed in &now.timed {
        let word = match (timed.from, timed.modifier) {
            (Source::Spell(spell), _) => spell.word(),
            (Source::Feat(_), Modifier::Suppressed) => Word::new("suppressed"),
            (Source::Feat(_), _) => Word::new("under-feat"),
        };
        if !under.iter().any(|mark| mark.term == word) {
            under.push(Mark::new(word));
        }
    }
    let models = state.roll_call(id).filter(alive).count() as i32;
    let models = Counter::new(Word::new("models"), models, Shown::Panel).of(state.roll_call(id).count() as i32);
    let carries = state.is_transport(id) && now.at != Whereabouts::Gone;
    let load = carries.then(|| {
        Counter::new(Word::new("passengers"), state.load(id) as i32, Shown::Panel).of(transport::CAPACITY as i32)
    });
    Unit {
        id,
        seat: state.seat_of(id),
        card: info.card,
        name: state.unit_name(id).to_owned(),
        place,
        leader: state.roll_call(id).find(|model| leads(model) && alive(model)),
        counters: std::iter::once(models).chain(load).collect(),
        marks: aboard.into_iter().chain(marks).chain(under).collect(),
    }
}

fn model(state: &State, id: ModelId) -> Model {
    let (info, now) = (state.model_info(id), state.model(id));
    let card = state.card(id);
    let health = Counter::new(Word::new("health"), now.health.into(), Shown::Base).of(card.health.into());
    let most = if state.house().soul { info.rank.soul() } else { 0 };
    let soul = (most > 0).then(|| Counter::new(Word::new("soul"), now.soul.into(), Shown::Panel).of(most.into()));
    let channelled = now.channelled.then(|| Mark::new(Word::new("channelled")));
    Model {
        id,
        unit: Some(state.unit_of(id)),
        name: state.model_name(id),
        pose: state.pose(id),
        outline: state.base(id).at(Pose::default()).outline(),
        weapons: (0..card.weapons.len()).map(|place| State::weapon_id(id, place)).collect(),
        counters: std::iter::once(health).chain(soul).collect(),
        marks: std::iter::once(Mark::new(info.rank.word())).chain(channelled).collect(),
    }
}

/// The cards in use.
///
/// A weapon's id is that of one model's weapon, in the order of its card. The weapons printed on cards are nobody's and
/// have ids beyond those.
fn cards(state: &State) -> Vec<Card> {
    let beyond = state.models.len() * card::Card::MOST_WEAPONS;
    let first = |place: usize| WeaponId((beyond + place * card::Card::MOST_WEAPONS) as u16);
    let all = state.fixed.cards.iter().enumerate();
    all.map(|(place, card)| printed(card, CardId(place as u16), first(place))).collect()
}
