//! Terrain and sight on small battlefields, against samples of lines, and the examples of the book.

use std::sync::Arc;

use field::Field;
use ground::{Base, Footprint, Point, Pose, Sight};
use proptest::prelude::*;
use troops::{ModelInfo, Troops, UnitInfo};
use vocabulary::{ModelId, Seat, Settings, UnitId, Value, Word};

use super::*;
use crate::chapters::visibility::Eyes;
use crate::forces::house::House;

fn house(settings: &[(&str, Value)]) -> House {
    let mut all = Settings::new();
    for (name, value) in settings {
        all.insert((*name).to_owned(), value.clone());
    }
    House::read(&all).expect("these are settings of the book")
}

/// A battlefield with the terrain of the book.
fn battlefield(settings: &[(&str, Value)]) -> Arc<Battlefield> {
    let house = house(settings);
    let field = crate::battlefield::propose(None, &house).unwrap();
    Battlefield::kept(&field, None, &house).unwrap()
}

/// A round base of 32 mm, at a place in hundredths of an inch.
fn base(x: i32, y: i32) -> Shape {
    Shape::from(Base::round(Point::new(x * 2_540 / 100, y * 2_540 / 100), Length::mm(32)))
}

/// The piece of the book with this lower left corner, in inches.
fn place(field: &Battlefield, x: i32, y: i32) -> usize {
    let at = |piece: &Piece<TerrainRules>| piece.polygon.bounds().low == Point::inches(x, y);
    field.terrain.iter().position(at).expect("the book has a base there")
}

#[test]
fn a_model_stands_on_what_it_touches_and_only_on_the_highest() {
    let field = battlefield(&[]);
    // Between a base of type 3 below and one of type 2 above, which share the side at 8 in.
    assert_eq!(field.terrain_under(&base(2_300, 800)), Some(TerrainType::Blocking));
    assert_eq!(field.terrain_under(&base(2_300, 500)), Some(TerrainType::Hindering));
    assert!(field.is_on(&base(2_300, 800), place(&field, 20, 2)), "it is on both");
    assert!(!field.counts_as_on(&base(2_300, 800), place(&field, 20, 2)));
    assert_eq!(field.terrain_under(&base(1_400, 400)), Some(TerrainType::Soft));
    assert_eq!(field.terrain_under(&base(3_000, 2_200)), None);
}

#[test]
fn the_outside_of_a_wall_touches_by_the_setting() {
    let (on, off) = (battlefield(&[]), battlefield(&[("terrain.wall-contact-counts", Value::Switch(false))]));
    // The base of type 3 from (20, 8) to (26, 14) has its wall in the east; in the west it is open.
    let beside = |x: i32| Shape::disc(Point::new(x, 11 * 2_540), Length::mm(16));
    let (east, west) = (26 * 2_540 + 1_600, 20 * 2_540 - 1_600);
    assert_eq!(on.terrain_under(&beside(east)), Some(TerrainType::Blocking));
    assert_eq!(off.terrain_under(&beside(east)), None);
    assert_eq!(off.terrain_under(&beside(west)), Some(TerrainType::Blocking));
    assert_eq!(off.terrain_under(&beside(west - 1)), None, "a gap of one unit is no contact");
    assert_eq!(on.terrain_under(&beside(east + 1)), None);
    assert_eq!(
        off.terrain_under(&beside(east - 1)),
        Some(TerrainType::Blocking),
        "sharing ground counts through a wall"
    );
}

#[test]
fn nobody_stands_on_a_wall_and_melee_does_not_go_through_one() {
    let field = battlefield(&[]);
    assert!(field.is_on_wall(&base(2_600, 1_100)) && field.is_on_wall(&base(2_600, 500)));
    assert!(!field.is_on_wall(&base(2_000, 1_100)), "an open side");
    assert!(!field.is_on_wall(&Shape::disc(Point::new(26 * 2_540 + 1_600, 28_000), Length::mm(16))), "it touches one");
    assert!(field.are_walled_off(&base(2_530, 1_100), &base(2_670, 1_100)));
    assert!(field.are_walled_off(&base(2_530, 500), &base(2_670, 500)), "type 2 as well as type 3");
    assert!(!field.are_walled_off(&base(1_930, 1_100), &base(2_070, 1_100)));
    assert!(!field.are_walled_off(&base(2_670, 1_100), &base(2_810, 1_100)));
}

/// The example of the book `tle.example.melee.wall`: across, beside, and ending exactly on the segment.
#[test]
fn walls_are_judged_as_in_the_example_of_the_book() {
    let inches = |x: f64, y: f64| Point::new((x * 2_540.0).round() as i32, (y * 2_540.0).round() as i32);
    let base = |x: f64| Shape::disc(inches(x, 3.0), Length(1_270));
    let bridge = base(5.4).bridge(&base(6.9)).unwrap();
    let walls = [[(6.0, 0.0), (6.0, 6.0)], [(6.0, 3.5), (6.0, 6.0)], [(5.9, 0.0), (5.9, 3.0)]];
    let cut = walls.map(|[(ax, ay), (bx, by)]| bridge.is_cut_by(&[(inches(ax, ay), inches(bx, by))]));
    assert_eq!(cut, [true, false, true]);
}

#[test]
fn limits_name_the_areas_of_their_type() {
    let field = battlefield(&[]);
    let moving = field.moving_limits(false);
    assert_eq!(
        moving.iter().map(|limit| (limit.from.len(), limit.walls, limit.on_the_way)).collect::<Vec<_>>(),
        [(8, true, true), (8, true, false)]
    );
    assert_eq!(field.standing_limits(false).iter().filter(|limit| limit.on_the_way).count(), 0);
    let [flying] = field.moving_limits(true).try_into().unwrap();
    assert_eq!((flying.from.len(), flying.walls, flying.on_the_way), (24, false, false));
    assert!(
        field.standing_limits(true).iter().all(|limit| limit.walls),
        "put down, a flying model may stand on terrain"
    );
    let off = battlefield(&[("keyword.flying-placed-on-terrain", Value::Switch(false))]);
    assert_eq!(off.standing_limits(true).len(), 1);
    assert_eq!(field.soft_cover_toll().areas.len(), 8);
}

#[test]
fn soft_cover_counts_for_those_on_it_and_behind_it() {
    let word = |word| ("terrain.type1-line-test", Value::Choice(Word::new(word)));
    let fields = ["any", "any-untouched", "all"].map(|line| battlefield(&[word(line)]));
    let cover = |from: &Shape, to: &Shape| fields.each_ref().map(|field| field.soft_cover(from, to));
    // The bush from (12, 19) to (18, 25).
    let bush = place(&fields[0], 12, 19);
    assert_eq!(cover(&base(1_000, 2_200), &base(1_500, 2_200)), [Some(SoftCover::On(bush)); 3]);
    assert_eq!(cover(&base(1_000, 2_200), &base(1_900, 2_200)), [Some(SoftCover::Behind(bush)); 3]);
    // Out of it: whoever stands on it.
    assert_eq!(cover(&base(1_500, 2_200), &base(1_000, 2_200)), [Some(SoftCover::Behind(bush)), None, None]);
    // Past its upper edge some lines run through it, and some do not.
    let past = cover(&base(1_000, 2_530), &base(1_900, 2_530));
    assert_eq!(past, [Some(SoftCover::Behind(bush)), Some(SoftCover::Behind(bush)), None]);
    assert_eq!(cover(&base(1_000, 2_700), &base(1_900, 2_700)), [None; 3]);
}

#[test]
fn a_unit_has_soft_cover_as_the_setting_says() {
    let check = |models: &[(bool, bool)], expected: [bool; 3]| {
        let tests = [SoftCoverUnit::BestVisibleModel, SoftCoverUnit::AnyModel, SoftCoverUnit::AllModels];
        assert_eq!(tests.map(|test| has_soft_cover(test, models.iter().copied())), expected, "{models:?}");
    };
    check(&[(true, true), (true, true)], [true, true, true]);
    check(&[(true, true), (true, false)], [false, true, false]);
    check(&[(true, true), (false, false)], [true, true, false]);
    check(&[(true, false), (false, true)], [false, false, false]);
}

/// Two enemies and a friend of the first, where these bases are.
fn troops(at: [(i32, i32); 3]) -> Troops {
    let unit = |seat, first| UnitInfo { seat: Seat(seat), name: "Unit".to_owned(), first, end: first + 1 };
    let model = |unit| ModelInfo { unit: UnitId(unit), base: "32mm".parse().unwrap(), name: None };
    let mut troops = Troops::new(vec![unit(0, 0), unit(1, 1), unit(0, 2)], vec![model(0), model(1), model(2)]);
    for (model, (x, y)) in (0..).map(ModelId).zip(at) {
        troops.put(model, Pose::at(Point::new(x * 2_540 / 100, y * 2_540 / 100)));
    }
    troops
}

#[test]
fn type_3_hides_and_blinds_type_2_only_stands_in_the_way() {
    let field = battlefield(&[]);
    let [own, enemy, friend] = [0, 1, 2].map(ModelId);
    let check = |at, sees: bool, sees_friend: bool| {
        let troops = troops(at);
        let mut eyes = Eyes::new(&troops, &field);
        assert_eq!((eyes.sees(own, enemy), eyes.sees(enemy, own)), (sees, sees), "{at:?}");
        assert_eq!(eyes.sees(own, friend), sees_friend, "{at:?}");
        assert_eq!(eyes.closing(own, enemy).is_empty(), sees, "whoever is not seen is hidden by something");
        assert_eq!(eyes.sees_unit(own, UnitId(1)), sees);
    };
    // Out of the open side of the base of type 3, towards the west.
    check([(2_300, 1_100), (1_800, 1_100), (1_800, 1_300)], false, true);
    check([(2_300, 1_100), (2_400, 1_200), (2_400, 1_000)], false, true);
    // From the base of type 2 beside it, in any direction: not through the base of type 3.
    check([(2_300, 500), (1_800, 500), (2_900, 500)], true, true);
    check([(2_300, 500), (2_300, 1_500), (2_300, 100)], false, true);
    // Past both.
    check([(1_800, 800), (2_900, 800), (1_800, 1_500)], false, true);
    let troops = troops([(1_800, 500), (2_900, 500), (0, 0)]);
    let mut eyes = Eyes::new(&troops, &field);
    assert_eq!(eyes.closing(own, enemy), [field.terrain_id(place(&field, 20, 2))]);
    assert!(matches!(eyes.look(own, enemy), Sight::Blocked { by: Some(Owner::Piece(_)) }));
}

/// Two walls of soft and hard terrain with a gap, straight across the board, on terrain that is not in order.
fn with_gap(gap: i32) -> Battlefield {
    let text = format!(
        "size = \"60x44\"\n[[piece]]\nkind = \"ruin\"\ncorners = [[28, 14], [34, 14], [34, 20], [28, 20]]\n\
         [[piece]]\nkind = \"rubble\"\ncorners = [[28, {low}], [34, {low}], [34, {high}], [28, {high}]]\n",
        low = format_args!("\"{} mm\"", 508 + gap),
        high = format_args!("\"{} mm\"", 508 + gap + 152),
    );
    Battlefield::of(&Field::from_toml(&text).unwrap(), None, &house(&[]))
}

#[test]
fn a_gap_as_wide_as_the_line_is_just_enough() {
    // Behind the gap and level with it, the bases cannot look past the far ends.
    let (from, to) = (
        Shape::disc(Point::new(26 * 2_540, 50_900), Length(50)),
        Shape::disc(Point::new(36 * 2_540, 50_900), Length(50)),
    );
    let troops = troops([(0, 0); 3]);
    for (gap, sees) in [(3, true), (2, true), (1, false)] {
        let field = with_gap(gap);
        let sight = Eyes::new(&troops, &field).look_between(&from, &to, true);
        assert_eq!(sight.is_open(), sees, "{gap} mm");
    }
}

/// Whether any of many lines from one base to another stays clear of terrain that blocks, by half its width.
fn sampled(field: &Battlefield, from: &Shape, to: &Shape, ignored: &[usize]) -> bool {
    let points = |shape: &Shape| -> Vec<Point> {
        let corners = shape.angular();
        corners.corners().iter().step_by(2).copied().chain([shape.bounds().centre()]).collect()
    };
    let blocking = |(place, piece): &(usize, &Piece<TerrainRules>)| {
        piece.rules.kind != TerrainType::Soft && !ignored.contains(place)
    };
    let blockers: Vec<&Shape> =
        field.terrain.iter().enumerate().filter(blocking).flat_map(|(_, piece)| piece.polygon.pieces()).collect();
    let ends = points(to);
    points(from).iter().any(|a| {
        ends.iter().any(|b| {
            let strip = Shape::hull(&[*a, *b], Length::mm(1)).unwrap();
            !blockers.iter().any(|blocker| blocker.overlaps(&strip))
        })
    })
}

/// The box of both bases crossed by a shortest way that is cut: by samples along it.
fn base_at() -> impl Strategy<Value = Shape> {
    let round = (1_250..6_000_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) });
    let oval = (2_500..9_000_i32, 2_500..9_000_i32)
        .prop_map(|(length, width)| Footprint::Oval { length: Length(length), width: Length(width) });
    (7_000..145_000_i32, 7_000..104_000_i32, 0..1_024_u16, prop_oneof![round, oval])
        .prop_map(|(x, y, facing, base)| base.at(Pose { facing, ..Pose::at(Point::new(x, y)) }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn sight_agrees_with_many_lines(from in base_at(), to in base_at()) {
        prop_assume!(!from.within(&to, Length::mm(2)));
        let (field, troops) = (battlefield(&[]), troops([(0, 0); 3]));
        let mut eyes = Eyes::new(&troops, &field);
        let under = [&from, &to].map(|base| field.terrain_under(base));
        let sees = eyes.look_between(&from, &to, true);
        prop_assert_eq!(eyes.look_between(&to, &from, true).is_open(), sees.is_open(), "sight is mutual");
        if under.contains(&Some(TerrainType::Blocking)) {
            prop_assert!(!sees.is_open());
            return Ok(());
        }
        let stands = |place: &usize| [&from, &to].iter().any(|base| field.counts_as_on(base, *place));
        let ignored: Vec<usize> = (0..24).filter(stands).collect();
        prop_assert!(sees.is_open() || !sampled(&field, &from, &to, &ignored), "an open line was missed");
        if let Sight::Clear(line) = sees {
            // The line that is shown runs clear, but for the rounding of its ends.
            let strip = Shape::hull(&[line.from.rounded(), line.to.rounded()], Length(98)).unwrap();
            let blocks = |place: &usize| {
                let piece = &field.terrain[*place];
                piece.rules.kind != TerrainType::Soft && piece.polygon.overlaps_shape(&strip)
            };
            let crossed: Vec<usize> = (0..24).filter(|place| !ignored.contains(place)).filter(blocks).collect();
            prop_assert!(crossed.is_empty(), "{:?} crosses {:?}", line, crossed);
        }
    }

    #[test]
    fn walls_that_part_two_models_lie_on_the_shortest_way(from in base_at(), x in -9_000..9_000_i32, y in -9_000..9_000_i32) {
        let to = from.shifted(x, y);
        prop_assume!(!from.overlaps(&to));
        let field = battlefield(&[]);
        let (a, b) = from.bridge(&to).unwrap().ends();
        let way = Shape::segment((a, b));
        let is_near = |by: i32| {
            let near = way.grown(Length(by));
            field.terrain.iter().flat_map(|piece| &piece.walls).any(|wall| Shape::segment(*wall).overlaps(&near))
        };
        let walled = field.are_walled_off(&from, &to);
        prop_assert_eq!(field.are_walled_off(&to, &from), walled);
        // The ends that are compared are rounded.
        prop_assert!(!walled || is_near(3));
    }
}
