//! A drill ground with soldiers on it, who are about to move.

use aot::Aot;
use engine::{Game, Holder, Hosted, Origin, Ruleset};
use ground::{Point, Pose};
use vocabulary::{
    Adjustment, Answer, Ask, FieldChoice, List, ListUnit, ModelId, Ref, Seat, Setup, Token, UnitId, Viewer, Word,
};

static AOT: Game<Aot, bots::Levels> = Game::new();

/// Whose soldiers are dragged.
pub(crate) const ANN: Seat = Seat(0);
/// Whose one soldier stands somewhere.
pub(crate) const BO: Seat = Seat(1);
/// Ann's ten soldiers, who move 7 in, after her Leader.
pub(crate) const SOLDIERS: std::ops::Range<u16> = 1..11;
/// Five scouts that may be held back.
pub(crate) const SCOUTS: std::ops::Range<u16> = 11..16;

fn unit(card: &str, models: Option<u16>) -> ListUnit {
    ListUnit { models, ..ListUnit::of(Word::new(card)) }
}

/// The drill ground, as a file.
pub(crate) fn drill_ground() -> String {
    AOT.manual().fields.into_iter().find(|field| field.id == Word::new("drill-ground")).unwrap().file
}

/// Ann's army: faction, formation, and units with their models.
type Army<'a> = (&'a str, &'a str, &'a [(&'a str, Option<u16>)]);

const DRILL: Army<'_> = (
    "galewrights",
    "lantern-patrol",
    &[("gale-marshal", None), ("drifters", Some(10)), ("lamp-snuffers", Some(5)), ("gleaners", Some(5))],
);

/// A battle on the drill ground, before anything happened.
pub(crate) fn start(origin: Origin) -> Box<dyn Hosted> {
    begin(DRILL, drill_ground(), origin)
}

/// The same on another battlefield.
pub(crate) fn start_on(field: String, origin: Origin) -> Box<dyn Hosted> {
    begin(DRILL, field, origin)
}

/// The same with another army of Ann's.
pub(crate) fn start_with(army: Army<'_>, origin: Origin) -> Box<dyn Hosted> {
    begin(army, drill_ground(), origin)
}

fn begin((faction, formation, units): Army<'_>, field: String, origin: Origin) -> Box<dyn Hosted> {
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.players[0].army = Some(List {
        formation: Some(Word::new(formation)),
        units: units.iter().map(|(card, models)| unit(card, *models)).collect(),
        ..List::new("Drill", Word::new(faction))
    });
    setup.field = Some(FieldChoice::Text(field));
    AOT.start(&setup, origin, &[Holder::Person, Holder::Person]).unwrap()
}

/// A point in tenths of an inch.
pub(crate) fn tenths(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x * 254, y * 254))
}

/// Two ranks of five, an inch and a half from middle to middle, the first at this place.
pub(crate) fn block(x: i32, y: i32) -> Vec<(ModelId, Pose)> {
    let at = |n: i32| tenths(x + n % 5 * 15, y + n / 5 * 15);
    SOLDIERS.zip(0..).map(|(model, n)| (ModelId(model), at(n))).collect()
}

/// The first of Bo's soldiers.
pub(crate) fn enemy(host: &dyn Hosted) -> ModelId {
    let view = host.view(Viewer::Spectator);
    let unit = view.units.iter().filter(|unit| unit.seat == BO).nth(1).unwrap().id;
    view.models.iter().find(|model| model.unit == Some(unit)).unwrap().id
}

/// Ann has chosen an Action for her soldiers, who stand like this with an enemy somewhere.
pub(crate) fn acting(action: &'static str, soldiers: &[(ModelId, Pose)], foe: Pose) -> Box<dyn Hosted> {
    let host = start(Origin::Typed);
    let foes = [(enemy(host.as_ref()), foe)];
    acting_against(host, action, soldiers, &foes)
}

/// The same against some enemies, in a battle that has begun like this.
pub(crate) fn acting_against(
    mut host: Box<dyn Hosted>,
    action: &'static str,
    soldiers: &[(ModelId, Pose)],
    foes: &[(ModelId, Pose)],
) -> Box<dyn Hosted> {
    let placed = soldiers.iter().chain(foes);
    let mut changes: Vec<Adjustment> = placed.map(|(model, pose)| Adjustment::Pose(*model, *pose)).collect();
    changes.push(Adjustment::Moment { round: 1, phase: Word::new("action-phase") });
    host.adjust(changes, &[ANN, BO]).unwrap();
    choose(host.as_mut(), Token::About(Word::new(action), Ref::Unit(UnitId(1))));
    host
}

/// Ann is asked how her soldiers move, who stand like this with an enemy somewhere.
pub(crate) fn asked(soldiers: &[(ModelId, Pose)], foe: Pose) -> (Box<dyn Hosted>, Ask) {
    let host = acting("move-and-shoot", soldiers, foe);
    let ask = ask(host.as_ref());
    (host, ask)
}

/// What Ann is asked.
pub(crate) fn ask(host: &dyn Hosted) -> Ask {
    asked_of(host, ANN)
}

/// What somebody is asked.
pub(crate) fn asked_of(host: &dyn Hosted, seat: Seat) -> Ask {
    host.waiting(Viewer::Seat(seat)).asks.first().cloned().expect("somebody is asked something")
}

/// Ann chooses.
pub(crate) fn choose(host: &mut dyn Hosted, token: Token) {
    let id = ask(host).id;
    host.answer(id, ANN, Answer::Choose([token].into_iter().collect())).unwrap();
}

/// A place where nobody is near.
pub(crate) fn far_away() -> Pose {
    tenths(50, 400)
}
