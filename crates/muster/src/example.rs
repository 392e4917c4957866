//! A small position for tests: Red's unit A of three and B of one, Blue's unit c of two, a wood, and a disc.

use ground::{Length, Outline, Point, Pose};
use vocabulary::{
    Area, AreaId, Battlefield, CardId, Counter, Model, ModelId, Moment, Place, Seat, SeatView, Settings, Shown, Unit,
    UnitId, View, Word,
};

/// The position, on 24 by 16 inches.
pub(crate) fn view() -> View {
    let mut view = bare(Point::inches(24, 16));
    let wood = Outline::rectangle(Point::inches(8, 6), Point::inches(14, 10));
    view.areas.push(area(0, "wood", wood));
    view.areas.push(area(1, "stone", Outline::disc(Point::inches(20, 4), Length::mm(20))));
    add_unit(&mut view, 0, "Rangers", &[("Captain", 2, 2), ("Ranger 1", 4, 2), ("Ranger 2", 6, 2)]);
    add_unit(&mut view, 0, "Giant", &[("Giant", 20, 4)]);
    add_unit(&mut view, 1, "Guard", &[("Guard 1", 10, 13), ("Guard 2", 12, 13)]);
    view
}

/// A battlefield of this size, and nothing on it.
pub(crate) fn bare(size: Point) -> View {
    let seat = |id: u8, name: &str| SeatView {
        id: Seat(id),
        name: name.to_owned(),
        counters: vec![Counter::new(Word::new("points"), 2, Shown::Panel).of(11)],
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
    Area { id: AreaId(id), term: Word::new(term), outline, rules, owner: None, counters, marks }
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
        counters: vec![Counter::new(Word::new("models"), models.len() as i32, Shown::Panel).of(models.len() as i32)],
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
            counters: vec![Counter::new(Word::new("health"), 1, Shown::Base).of(2)],
            marks: Vec::new(),
        });
    }
}
