//! Units, models and cards as a viewer sees them.

use ground::{Outline, Point, Pose};
use vocabulary::{
    Card, CardId, Counter, Mark, Model, ModelId, Place, Ref, Shown, Unit, UnitId, Viewer, WeaponId, Word,
};

use crate::chapters::directives::Directive;
use crate::chapters::missions::Secondary;
use crate::forces::datasheet::Datasheet;
use crate::forces::keyword::Keyword;
use crate::forces::printed::printed;
use crate::state::{State, Whereabouts};
use crate::words::notes::Note;
use crate::words::voice::{Voice, capital};

pub(super) fn unit(state: &State, id: UnitId) -> Unit {
    let now = state.unit(id);
    let place = match now.at {
        Whereabouts::OnField => Place::OnField,
        Whereabouts::Waiting => Place::Aside(Word::new("waiting")),
        Whereabouts::Reserve => Place::Aside(Word::new("reserve")),
        Whereabouts::Aboard(transport) => Place::Inside(Ref::Unit(transport)),
        Whereabouts::Gone => Place::Gone,
    };
    let panel = |term, value: usize| Counter::new(Word::new(term), value as i32, Shown::Panel);
    let models = panel("models", state.survivors(id).count()).of(state.roll_call(id).count() as i32);
    let transport = state.sheet(id).transport.as_ref().filter(|_| now.at != Whereabouts::Gone);
    let load = transport.map(|transport| {
        let aboard = state.aboard(id).map(|rider| state.survivors(rider).count()).sum();
        panel("passengers", aboard).of(transport.models.into())
    });
    let power = match state.keyword(id, Keyword::Power(1)) {
        Some(Keyword::Power(number)) => Some(panel("power", number.into())),
        _ => None,
    };
    Unit {
        id,
        seat: state.seat_of(id),
        card: state.info(id).card,
        name: state.unit_name(id).to_owned(),
        place,
        leader: None,
        counters: std::iter::once(models).chain(load).chain(power).collect(),
        marks: marks(state, id),
    }
}

/// What applies to a unit: what it did, the orders it is under, and what lasts for a while.
fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let now = state.unit(id);
    let seat = state.seat_of(id);
    let notes = Note::ALL.into_iter().filter(|note| note.applies(state, id)).map(Note::word);
    let orders = now.orders.iter().map(|given| given.order.word());
    let others = [
        (state.is_commander(id), Word::new("commander")),
        (state.round > 0 && now.hidden == state.round, Word::new("hidden")),
        (now.returned, Word::new("returned")),
        (!now.lasting.held.is_empty(), Word::new("under-ability")),
        (now.joker && now.at == Whereabouts::Reserve, Directive::Joker.word()),
        (state.side(seat).deed.is_some_and(|deed| deed.unit == id), Word::new("performing")),
    ];
    let others = others.iter().filter(|(on, _)| *on).map(|(_, word)| *word);
    others.chain(orders).chain(notes).map(Mark::new).collect()
}

/// All models, then the bomb markers, as they are numbered; of a mission with bombs also the one that would be next.
pub(super) fn models(state: &State) -> Vec<Model> {
    let say = Voice::new(state, Viewer::Spectator);
    let bomb = |place: usize, name: String, at: Option<Point>, whose| Model {
        id: state.marker_id(place),
        unit: None,
        name,
        pose: at.map(Pose::at),
        outline: State::marker_at(Point::default()).outline(),
        weapons: Vec::new(),
        counters: Vec::new(),
        marks: vec![Mark { from: whose, ..Mark::new(Word::new("bomb")) }],
    };
    let mut models: Vec<Model> = state.all_models().map(|id| model(state, id)).collect();
    for (place, placed) in state.bombs.iter().enumerate() {
        let name = format!("{} bomb {}", capital(&say.whose(placed.seat)), place + 1);
        models.push(bomb(place, name, Some(placed.at), Some(Ref::Seat(placed.seat))));
    }
    if state.secondary() == Some(Secondary::Bombs) {
        models.push(bomb(state.bombs.len(), "the next bomb".to_owned(), None, None));
    }
    models
}

fn model(state: &State, id: ModelId) -> Model {
    let loadout = state.loadout(id);
    let health = Counter::new(Word::new("health"), state.model(id).health.into(), Shown::Base);
    let casualty = state.stands(id) && !state.lives(id);
    let outline: Outline = state.base(id).at(Pose::default()).outline();
    Model {
        id,
        unit: Some(state.unit_of(id)),
        name: state.model_name(id),
        pose: state.pose(id),
        outline,
        weapons: (0..loadout.weapons.len()).map(|place| State::weapon_id(id, place as u8)).collect(),
        counters: vec![health.of(loadout.profile.health.into())],
        marks: casualty.then(|| Mark::new(Word::new("casualty"))).into_iter().collect(),
    }
}

/// The cards in use.
///
/// A weapon's id is that of one model's weapon. The weapons printed on cards are nobody's and have ids beyond those.
pub(super) fn cards(state: &State) -> Vec<Card> {
    let most = Datasheet::MOST_PARTS as u16;
    let beyond = State::weapon_id(state.marker_id(0), 0).0;
    let all = (0..).zip(&state.fixed.sheets);
    all.map(|(place, sheet)| printed(sheet, CardId(place), WeaponId(beyond + place * most))).collect()
}

impl State {
    /// Whether a unit is the commander of its army. Carries out `tle.army.commander`.
    pub(crate) fn is_commander(&self, unit: UnitId) -> bool {
        let seat = self.seat_of(unit);
        let commander = self.fixed.setup.players[seat.index()].army.commander;
        self.units_of(seat).nth(commander.into()) == Some(unit)
    }
}
