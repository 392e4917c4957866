//! What comes with the book is in order, what is made is, and what is wrong is named.

use vocabulary::{Settings, Value};

use super::*;

fn house(settings: &[(&str, Value)]) -> House {
    let mut all = Settings::new();
    for (name, value) in settings {
        all.insert((*name).to_owned(), value.clone());
    }
    House::read(&all).expect("these are settings of the book")
}

fn word(word: &'static str) -> Value {
    Value::Choice(vocabulary::Word::new(word))
}

fn text(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("{}: {}\n", fault.rule, fault.text)).collect()
}

#[test]
fn the_terrain_of_the_book_is_in_order_and_its_other_half_is_as_printed() {
    let house = house(&[]);
    let field = propose(None, &house).unwrap();
    for base in printed::printed().bases.iter().filter(|base| !base.is_west()) {
        let printed = piece(base.kind(), base.rect(), base.walls());
        let is_same = |piece: &field::Piece| field::Piece { name: String::new(), ..piece.clone() } == printed;
        assert!(field.pieces.iter().any(is_same), "{printed:?}");
    }
    assert_eq!(field.pieces.len(), 24);
    let faults = judging::faults(&field, &Layout::ALL, &house);
    assert!(faults.is_empty(), "{}", text(&faults));
    let kept = Battlefield::kept(&field, None, &house).unwrap();
    assert!(kept.zones.is_empty() && kept.objectives.is_empty());
    assert_eq!(kept.terrain.iter().map(|piece| piece.walls.len()).sum::<usize>(), 32);
    assert_eq!(Field::from_toml(&field.to_toml()), Ok(field));
}

#[test]
fn every_layout_has_the_zones_and_objectives_that_the_book_prints() {
    let house = house(&[]);
    let field = propose(None, &house).unwrap();
    for layout in Layout::ALL {
        let laid = Battlefield::kept(&field, Some(layout), &house).unwrap();
        let middles: Vec<Point> = laid.objectives.iter().map(|disc| disc.bounds().centre()).collect();
        let printed: Vec<Point> = printed::layout(layout).objectives.iter().map(printed::ObjectiveSheet::at).collect();
        assert_eq!((middles, laid.zones.len()), (printed, 2), "{}", layout.word());
        for zone in 0..2 {
            let place = laid.objective_of_zone(zone).unwrap();
            assert!(laid.is_home_objective(place));
            assert!(laid.zones[zone].area.contains(laid.objectives[place].bounds().centre()));
        }
    }
    let quarters = Battlefield::kept(&field, Some(Layout::Quarters), &house).unwrap();
    let nine = |by: i32| Point::new(76_200 - 22_860 - by, 55_880);
    assert!(quarters.zones[0].area.contains(nine(0)) && !quarters.zones[0].area.contains(nine(-1)));
    let base = quarters.terrain_of(quarters.terrain_id(3)).unwrap();
    assert_eq!(quarters.area_name(quarters.terrain_id(3)), quarters.terrain[base].name);
    assert_eq!(quarters.area_name(quarters.zone_id(1)), "Zone B");
    assert_eq!(quarters.area_name(quarters.objective_id(0)), "Centre");
}

#[test]
fn settings_turn_layouts_over_and_move_objectives() {
    let upper = house(&[("layout.corners-pair", word("upper-left"))]);
    let field = propose(None, &upper).unwrap();
    let laid = Battlefield::kept(&field, Some(Layout::Corners), &upper).unwrap();
    let up = 111_760;
    assert_eq!(laid.objectives[1].bounds().centre(), Point::new(25_400, up - 37_253));
    let corner = |y: i32| laid.zones[0].area.contains(Point::new(76_200, y));
    assert!(corner(up) && !corner(0));
    // The terrain is turned over with the zones, walls and all, but only in this layout.
    let box_of = |laid: &Battlefield| laid.terrain[0].polygon.bounds();
    let other = Battlefield::kept(&field, Some(Layout::ShortEdges), &upper).unwrap();
    assert_eq!(box_of(&laid).low.y, up - box_of(&other).high.y);
    let heights = |laid: &Battlefield| laid.terrain[0].walls.iter().map(|(a, b)| a.y + b.y).sum::<i32>();
    assert_eq!(heights(&laid), 4 * up - heights(&other));
    let percent = house(&[("objective.side-percent", Value::Number(33))]);
    let sides = objectives(Layout::Quarters, &percent);
    // 33 hundredths of 22 in are 18,440.4 units.
    assert_eq!([sides[3].at, sides[4].at], [Point::new(57_760, 74_320), Point::new(94_640, 37_440)]);
    let centroid = house(&[("objective.zone-middle", word("centroid"))]);
    assert_eq!(objectives(Layout::Quarters, &centroid)[1].at, Point::new(35_071, 25_995));
    assert_eq!(objectives(Layout::ShortEdges, &centroid)[1].at, Point::new(19_050, 55_880));
}

#[test]
fn terrain_that_is_made_is_in_order_whatever_the_number() {
    let mut halves = Vec::new();
    let reflected = [
        ("terrain.mirror", word("reflection")),
        ("mission.selection", word("chosen")),
        ("mission.layout", word("short-edges")),
    ];
    for house in [house(&[]), house(&reflected)] {
        for seed in 0..20 {
            let field = propose(Some(seed), &house).map_err(|faults| text(&faults)).unwrap();
            let faults = judging::faults(&field, &layouts(&house), &house);
            assert!(faults.is_empty(), "seed {seed}: {}", text(&faults));
            assert_eq!(propose(Some(seed), &house).unwrap(), field, "the same for the same number");
            halves.push(field.pieces);
        }
    }
    let count = halves.len();
    halves.dedup();
    assert_eq!(halves.len(), count, "every number gives another");
}

/// The rules that a change to the terrain of the book breaks.
fn broken(house: &House, change: impl Fn(&mut Field)) -> Vec<String> {
    let mut field = propose(None, house).unwrap();
    // What is wrong with the symmetry is for the book to say.
    field.symmetry = Symmetry::None;
    change(&mut field);
    let mut rules: Vec<String> =
        judging::faults(&field, &layouts(house), house).into_iter().map(|fault| fault.rule.to_string()).collect();
    rules.sort();
    rules.dedup();
    rules
}

fn find(field: &Field, kind: TerrainType) -> usize {
    field.pieces.iter().position(|piece| TerrainType::of(piece) == kind).unwrap()
}

#[test]
fn every_fault_of_brought_terrain_is_named_with_its_rule() {
    let house = &house(&[]);
    let check = |change: &dyn Fn(&mut Field), rules: &[&str]| assert_eq!(broken(house, change), rules);
    let over_line = |field: &mut Field| {
        let soft = find(field, TerrainType::Soft);
        let at = Rect::new(Point::inches(28, 14), Point::inches(34, 20));
        field.pieces[soft].plot = Plot::Corners(at.corners().to_vec());
    };
    check(&|_| {}, &[]);
    check(
        &|field| field.size = field::Size::inches(44, 44),
        &["tle.battlefield.size", "tle.ruling.terrain-objectives"],
    );
    let too_few = ["tle.terrain.count-per-half", "tle.terrain.mirrored", "tle.terrain.total"];
    check(&|field| drop(field.pieces.pop()), &too_few);
    check(
        &|field| {
            let soft = find(field, TerrainType::Soft);
            let rect = Rect::around(&field.pieces[soft].plot.corners());
            let narrow = Rect::new(rect.low, Point::new(rect.high.x - 254, rect.high.y));
            field.pieces[soft].plot = Plot::Corners(narrow.corners().to_vec());
        },
        &["tle.terrain.base-size", "tle.terrain.mirrored"],
    );
    let blocking = |change: fn(&mut field::Piece)| {
        move |field: &mut Field| {
            let place = find(field, TerrainType::Blocking);
            change(&mut field.pieces[place]);
        }
    };
    check(
        &blocking(|piece| piece.walls.clear()),
        &[
            "tle.terrain.mirrored",
            "tle.terrain.type3-wall-back",
            "tle.terrain.type3-wall-front",
            "tle.terrain.type3-walls",
        ],
    );
    // Its wall in the east becomes one in the west: it faces the wrong way, and the base still opens onto its partner.
    check(
        &blocking(|piece| piece.walls.iter_mut().filter(|wall| **wall == 2).for_each(|wall| *wall = 4)),
        &["tle.terrain.mirrored", "tle.terrain.type3-wall-front"],
    );
    // The wall at its end comes between it and its partner.
    check(
        &blocking(|piece| piece.walls.iter_mut().filter(|wall| **wall == 3).for_each(|wall| *wall = 1)),
        &["tle.ruling.terrain-contact", "tle.terrain.mirrored", "tle.terrain.type3-touches-type2"],
    );
    let crossing = broken(house, over_line);
    assert!(crossing.contains(&"tle.ruling.terrain-half".to_owned()), "{crossing:?}");
    let buried = |field: &mut Field| {
        let soft = find(field, TerrainType::Soft);
        let at = Rect::new(Point::inches(12, 8), Point::inches(18, 14));
        field.pieces[soft].plot = Plot::Corners(at.corners().to_vec());
    };
    assert!(broken(house, buried).contains(&"tle.ruling.terrain-objectives".to_owned()));
}

#[test]
fn settings_say_what_custom_terrain_may_do() {
    let anywhere = house(&[("terrain.clear-of-objectives", Value::Switch(false))]);
    // Both soft bases that mirror each other go onto the objectives of the quarters.
    let buried = |field: &mut Field| {
        let soft: Vec<usize> =
            (0..24).filter(|place| TerrainType::of(&field.pieces[*place]) == TerrainType::Soft).collect();
        let image = Motion::half_turn(field.size.corner());
        let place = soft[0];
        let old = Rect::around(&field.pieces[place].moved(image).plot.corners());
        let partner = *soft.iter().find(|place| Rect::around(&field.pieces[**place].plot.corners()) == old).unwrap();
        let new = Rect::new(Point::inches(12, 10), Point::inches(18, 16));
        field.pieces[place].plot = Plot::Corners(new.corners().to_vec());
        field.pieces[partner].plot = field.pieces[place].moved(image).plot;
    };
    assert_eq!(broken(&anywhere, buried), Vec::<String>::new());
    assert_eq!(broken(&house(&[]), buried), ["tle.ruling.terrain-objectives"]);
    // A block of which one half is moved back by an inch still touches along some of the side.
    let shifted = |field: &mut Field| {
        let image = Motion::half_turn(field.size.corner());
        let place = find(field, TerrainType::Blocking);
        let old = Rect::around(&field.pieces[place].moved(image).plot.corners());
        let partner = (0..24).find(|place| Rect::around(&field.pieces[*place].plot.corners()) == old).unwrap();
        field.pieces[place] = field.pieces[place].moved(Motion::shift(-2_540, 0));
        field.pieces[partner] = field.pieces[partner].moved(Motion::shift(2_540, 0));
    };
    let partly = house(&[("terrain.full-side-contact", Value::Switch(false))]);
    assert_eq!(broken(&partly, shifted), Vec::<String>::new());
    assert_eq!(broken(&house(&[]), shifted), ["tle.ruling.terrain-contact", "tle.terrain.type3-touches-type2"]);
}
