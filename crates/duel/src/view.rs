//! What a viewer may know of a game of Duel.

use ground::{Base, Outline, Point, Region};
use vocabulary::{
    Area, AreaId, Battlefield, Card, CardId, Counter, Die, Hidden, Line, Mark, Model, ModelId, Moment, Place, Proof,
    Query, Ref, Refusal, SeatView, Shown, Stat, Text, Unit, UnitId, View, Viewer, Word,
};

use crate::drafting::reach;
use crate::prompt::Cast;
use crate::state::{CENTRE, FIELD, MARCH, NEAR, Stage, State};

/// What a viewer may know.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    View {
        game: Word::new("duel"),
        settings: state.setup.settings.clone(),
        seats: state.seats().map(|seat| seat_view(state, seat, viewer)).collect(),
        moment: moment(state),
        field: Battlefield { size: FIELD },
        areas: areas(state),
        units: state.seats().map(|seat| unit(state, seat)).collect(),
        models: state.all_models().map(|id| model(state, id)).collect(),
        cards: vec![card()],
    }
}

/// A seat; its plan is there for its owner, and for all once it is shown.
fn seat_view(state: &State, seat: vocabulary::Seat, viewer: Viewer) -> SeatView {
    let side = state.side(seat);
    let known = side.plan.filter(|_| side.plan_shown || viewer.is(seat));
    let mut counters = vec![
        Counter::new(Word::new("points"), side.points, Shown::Panel),
        Counter::new(Word::new("resolve"), side.resolve.into(), Shown::Panel),
    ];
    counters.extend(side.bid.map(|bid| Counter::new(Word::new("bid"), bid.into(), Shown::Panel)));
    let hidden = side.plan.is_some() && known.is_none();
    SeatView {
        id: seat,
        name: state.name(seat).to_owned(),
        counters,
        pool: side.pool.map(|die| pool_die(state, die)).into_iter().collect(),
        hidden: if hidden { vec![Hidden { term: Word::new("plan"), count: 1 }] } else { Vec::new() },
        marks: known.map(|plan| Mark::new(plan.word())).into_iter().collect(),
        gone: side.gone,
    }
}

fn pool_die(state: &State, Cast { id, shows }: Cast) -> Die {
    Die { id, faces: state.house.pool_die, of: None, shows, follows: None }
}

fn moment(state: &State) -> Moment {
    let (phase, active) = match state.stage {
        Stage::Plans => ("plans", None),
        Stage::Placing(seat) => ("placing", Some(seat)),
        Stage::Bidding => ("bidding", None),
        Stage::Turns(seat) => ("turns", Some(seat)),
        Stage::Reckoning => ("reckoning", None),
    };
    Moment {
        round: state.round,
        of: Some(state.house.rounds),
        phase: vec![Word::new(phase)],
        active,
        order: state.order.to_vec(),
        outcome: state.outcome.clone(),
    }
}

fn areas(state: &State) -> Vec<Area> {
    let area = |id: u16, term, outline, owner| Area {
        id: AreaId(id),
        term: Word::new(term),
        name: String::new(),
        scenery: None,
        outline,
        walls: Vec::new(),
        floors: Vec::new(),
        rules: Vec::new(),
        owner,
        counters: Vec::new(),
        marks: Vec::new(),
    };
    let zones = state.seats().map(|seat| {
        let (low, high) = State::zone(seat);
        area(seat.0.into(), "zone", Outline::rectangle(low, high), Some(seat))
    });
    let centre = area(state.sides.len() as u16, "centre", Outline::disc(CENTRE, NEAR), None);
    zones.chain([centre]).collect()
}

fn unit(state: &State, seat: vocabulary::Seat) -> Unit {
    let place = match (state.is_in_play(seat), State::band(seat).all(|model| state.pieces[model.index()].out)) {
        (true, _) => Place::OnField,
        (false, true) => Place::Gone,
        (false, false) => Place::Aside(Word::new("placing")),
    };
    Unit {
        id: UnitId(seat.0.into()),
        seat,
        card: CardId(0),
        name: format!("{}'s band", state.name(seat)),
        place,
        leader: state.leader(seat),
        counters: Vec::new(),
        marks: Vec::new(),
    }
}

fn model(state: &State, id: ModelId) -> Model {
    let piece = &state.pieces[id.index()];
    let rank = if State::is_captain(id) { "captain" } else { "guard" };
    let radius = Base::round(Point::default(), State::diameter(id)).radius;
    Model {
        id,
        unit: Some(UnitId(State::owner(id).0.into())),
        name: state.model_name(id),
        pose: piece.pose,
        outline: Outline::disc(Point::default(), radius),
        weapons: Vec::new(),
        counters: vec![
            Counter::new(Word::new("wounds"), piece.wounds.into(), Shown::Base).of(State::toughness(id).into()),
        ],
        marks: vec![Mark::new(Word::new(rank))],
    }
}

fn card() -> Card {
    let stat = |term, printed: &str| Stat {
        term: Word::new(term),
        printed: printed.to_owned(),
        now: None,
        because: Vec::new(),
    };
    Card {
        id: CardId(0),
        name: "Band".to_owned(),
        tags: Vec::new(),
        stats: vec![stat("captain", "4 wounds, 40 mm"), stat("guard", "2 wounds, 32 mm")],
        weapons: Vec::new(),
        abilities: Vec::new(),
        cost: None,
    }
}

/// Answers a question about the position.
pub(crate) fn query(state: &State, query: &Query) -> Result<Proof, Refusal> {
    let unknown =
        |model: ModelId| Refusal::new("duel.field.edges", format!("{} does not stand on the field", Ref::Model(model)));
    let base = |model: ModelId| state.base(model).ok_or_else(|| unknown(model));
    match query {
        Query::Measure(Ref::Model(from), Ref::Model(to)) => {
            let (from, to) = (base(*from)?, base(*to)?);
            let text = format!("the gap is {}", from.gap_up(to).about());
            Ok(Proof { text: Text::new(text), lines: vec![Line { from: from.at, to: to.at }], ..Proof::default() })
        }
        Query::Reach(model) => {
            let base = base(*model)?;
            let text =
                Text::new(format!("a leader moves up to {MARCH}")).rule("duel.move.leader").about(Ref::Model(*model));
            Ok(Proof { text, regions: vec![reach(state, *model, base)], ..Proof::default() })
        }
        Query::Threat(unit) => {
            let seat = vocabulary::Seat(unit.0 as u8);
            if seat.index() >= state.sides.len() {
                return Err(Refusal::new("duel.band.seats", format!("there is no {}", Ref::Unit(*unit))));
            }
            let reach = |base: Base| Outline::disc(base.at, base.radius + state.house.reach);
            let outlines = state.standing(seat).filter_map(|model| state.base(model)).map(reach).collect();
            let text = Text::new(format!("attacks reach {}", state.house.reach))
                .rule("duel.ruling.reach")
                .about(Ref::Unit(*unit));
            Ok(Proof { text, regions: vec![Region { outlines }], ..Proof::default() })
        }
        _ => Err(Refusal::new("engine.query", "this game has no answer to that")),
    }
}
