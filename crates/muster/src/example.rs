//! A small position for tests: Red's unit A of three and B of one, Blue's unit c of two, a wood, and a disc.

use ground::{Length, Outline, Point, Pose};
use vocabulary::{
    Area, AreaId, Battlefield, CardId, Counter, Look, Model, ModelId, Moment, Place, Seat, SeatView, Settings, Shown,
    Term, Unit, UnitId, View, Word,
};

use crate::names::Glossary;

/// The position, on 24 by 16 inches.
pub(crate) fn view() -> View {
    let mut view = bare(Point::inches(24, 16));
    let wood = Outline::rectangle(Point::inches(8, 6), Point::inches(14, 10));
    view.areas.push(area(0, "wood", wood));
    view.areas.push(area(1, "stone", Outline::disc(Point::inches(20, 4), Length::mm(20))));
    add_unit(&mut view, 0, "Rangers", &[("Chief", 2, 2), ("Ranger 1", 4, 2), ("Ranger 2", 6, 2)]);
    add_unit(&mut view, 0, "Giant", &[("Giant", 20, 4)]);
    add_unit(&mut view, 1, "Sentry", &[("Sentry 1", 10, 13), ("Sentry 2", 12, 13)]);
    view
}

/// A battlefield of this size, and nothing on it.
pub(crate) fn bare(size: Point) -> View {
    let seat = |id: u8, name: &str| SeatView {
        id: Seat(id),
        name: name.to_owned(),
        counters: vec![Counter::new(Word::new("ribbons"), 2, Shown::Panel).of(11)],
        pool: Vec::new(),
        hidden: Vec::new(),
        marks: Vec::new(),
        gone: false,
    };
    View {
        game: Word::new("game"),
        settings: Settings::new(),
        seats: vec![seat(0, "Red"), seat(1, "Blue")],
        moment: Moment { round: 1, of: None, phase: Vec::new(), active: None, order: Vec::new(), outcome: None },
        field: Battlefield { size },
        areas: Vec::new(),
        units: Vec::new(),
        models: Vec::new(),
        cards: Vec::new(),
    }
}

/// An area without rules.
pub(crate) fn area(id: u16, term: &'static str, outline: Outline) -> Area {
    let (rules, counters, marks) = (Vec::new(), Vec::new(), Vec::new());
    let (id, term, name) = (AreaId(id), Word::new(term), String::new());
    let (walls, floors) = (Vec::new(), Vec::new());
    Area { id, term, name, scenery: None, outline, walls, floors, rules, owner: None, counters, marks }
}

/// Adds a unit with models at whole inches.
pub(crate) fn add_unit(view: &mut View, seat: u8, name: &str, models: &[(&str, i32, i32)]) {
    let unit = UnitId(view.units.len() as u16);
    view.units.push(Unit {
        id: unit,
        seat: Seat(seat),
        card: CardId(0),
        name: name.to_owned(),
        place: Place::OnField,
        leader: None,
        counters: vec![Counter::new(Word::new("heads"), models.len() as i32, Shown::Panel).of(models.len() as i32)],
        marks: Vec::new(),
    });
    for (name, x, y) in models {
        view.models.push(Model {
            id: ModelId(view.models.len() as u16),
            unit: Some(unit),
            name: (*name).to_owned(),
            pose: Some(Pose::at(Point::inches(*x, *y))),
            outline: Outline::disc(Point::default(), Length::mm(16)),
            weapons: Vec::new(),
            counters: vec![Counter::new(Word::new("vim"), 1, Shown::Base).of(2)],
            marks: Vec::new(),
        });
    }
}

/// What the words of the examples mean: a game that nobody plays.
pub(crate) fn glossary() -> Glossary {
    let term = |id, label: &str, sign: &str| Term::new(Word::new(id), label, "", sign);
    Glossary::from(vec![
        term("ribbons", "Ribbons", "★"),
        term("heads", "Heads", "#"),
        term("vim", "Vim", "♥"),
        term("asleep", "Asleep", "z"),
        term("behind-the-hill", "Behind the hill", "h"),
        term("thicket", "Thicket", "T").on_ground(Look::Shelter),
        term("boulder", "Boulder", "B").on_ground(Look::Solid),
        term("mud", "Mud", "M").on_ground(Look::Rough),
        term("ridge", "Ridge", "R").on_ground(Look::High),
        term("camp", "Camp", "C").on_ground(Look::Zone),
        term("well", "Well", "W").on_ground(Look::Goal),
    ])
}

/// A battle of two armies of about 25 models on 60 by 44 inches, with zones, terrain of every kind and three discs.
pub(crate) fn battle() -> View {
    let mut view = bare(Point::inches(60, 44));
    let boxes: [(&'static [&'static str], [i32; 4]); 6] = [
        (&["thicket"], [8, 26, 18, 32]),
        (&["thicket"], [42, 12, 52, 18]),
        (&["boulder"], [24, 28, 26, 34]),
        (&["thicket", "mud"], [34, 10, 38, 14]),
        (&["mud"], [27, 16, 33, 19]),
        (&["ridge"], [46, 27, 54, 32]),
    ];
    for (id, (rules, [left, low, right, high])) in (0..).zip(boxes) {
        let outline = Outline::rectangle(Point::inches(left, low), Point::inches(right, high));
        let rules = rules.iter().map(|rule| Word::new(rule)).collect();
        view.areas.push(Area { rules, ..area(id, "piece", outline) });
    }
    for (id, low) in [(6, 0), (7, 34)] {
        let outline = Outline::rectangle(Point::inches(0, low), Point::inches(60, low + 10));
        view.areas.push(Area { owner: Some(Seat((id - 6) as u8)), ..area(id, "camp", outline) });
    }
    for (id, x) in [(8, 14), (9, 30), (10, 46)] {
        view.areas.push(area(id, "well", Outline::disc(Point::inches(x, 22), Length::inches(3))));
    }
    add_block(&mut view, 0, "Head Gardener with Weeders 1", 6, (12, 21));
    add_block(&mut view, 0, "Weeders 2", 6, (27, 12));
    add_block(&mut view, 0, "Night Pruners", 5, (44, 14));
    add_block(&mut view, 0, "Rain Taster", 1, (30, 22));
    add_block(&mut view, 0, "Pickers", 6, (4, 4));
    add_block(&mut view, 1, "Old Miller with Carters 1", 7, (30, 36));
    add_block(&mut view, 1, "Carters 2", 5, (47, 23));
    add_block(&mut view, 1, "Sluice Men", 5, (14, 24));
    add_block(&mut view, 1, "Stone Turners", 3, (49, 29));
    view.units[2].place = Place::Aside(Word::new("behind-the-hill"));
    for model in view.models.iter_mut().filter(|model| model.unit == Some(UnitId(2))) {
        model.pose = None;
    }
    view
}

/// Adds a unit that stands in ranks of three from a point on, up and to the right, all of it unhurt.
fn add_block(view: &mut View, seat: u8, name: &str, count: i32, (x, y): (i32, i32)) {
    let names: Vec<String> = (1..=count).map(|n| format!("{name} {n}")).collect();
    let places = (0..count).zip(&names).map(|(n, name)| (name.as_str(), x + n % 3 * 2, y + n / 3 * 2));
    add_unit(view, seat, name, &places.collect::<Vec<_>>());
    let unit = view.units.last().map(|unit| unit.id);
    for model in view.models.iter_mut().filter(|model| model.unit == unit) {
        model.counters.iter_mut().for_each(|counter| counter.value = 2);
    }
}
