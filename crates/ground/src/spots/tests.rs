//! Held against a sweep over all spots of a fine grid.

use proptest::prelude::*;

use super::*;
use crate::Footprint;

const BASE: Footprint = Footprint::Round { radius: Length(1_250) };
const INCH: Length = Length::inches(1);

fn disc(x: i32, y: i32) -> Shape {
    Shape::disc(Point::new(x, y), Length(1_250))
}

fn spot(start: Point, within: i32, near: &[&[Rim<'_>]], obstacles: &Obstacles) -> Option<Point> {
    let search = Search { mover: Mover::new(&BASE), start: Pose::at(start), within: Length(within), near };
    search.first(obstacles, |pose| Some(pose.at))
}

#[test]
fn the_nearest_spot_beside_something_lies_straight_ahead() {
    let target = disc(30_000, 0);
    let rim = [Rim { shape: &target, gap: INCH }];
    let reach = 30_000 - 2_500 - 2_540;
    assert_eq!(spot(Point::new(0, 0), reach, &[&rim], &Obstacles::new()), Some(Point::new(reach, 0)));
    assert_eq!(spot(Point::new(0, 0), reach - 1, &[&rim], &Obstacles::new()), None);
}

#[test]
fn a_single_spot_between_two_is_found() {
    // Both are an inch away from the spot halfway, and from no other.
    let (left, right) = (disc(-5_040, 10_000), disc(5_040, 10_000));
    let (left, right) = ([Rim { shape: &left, gap: INCH }], [Rim { shape: &right, gap: INCH }]);
    let found = spot(Point::new(3_000, 0), 11_000, &[&left, &right], &Obstacles::new());
    assert_eq!(found, Some(Point::new(0, 10_000)));
}

#[test]
fn a_mover_without_a_patch_is_offered_nothing() {
    let (left, right) = (disc(-5_041, 10_000), disc(5_040, 10_000));
    let (left, right) = ([Rim { shape: &left, gap: INCH }], [Rim { shape: &right, gap: INCH }]);
    assert_eq!(spot(Point::new(3_000, 0), 11_000, &[&left, &right], &Obstacles::new()), None);
    assert_eq!(spot(Point::new(3_000, 0), -1, &[], &Obstacles::new()), None);
    assert_eq!(spot(Point::new(3_000, 0), 11_000, &[&[]], &Obstacles::new()), None, "nothing to be near to");
}

#[test]
fn only_spots_that_are_taken_count() {
    let target = disc(10_000, 0);
    let rim = [Rim { shape: &target, gap: INCH }];
    let start = Pose::at(Point::new(0, 0));
    let search = Search { mover: Mover::new(&BASE), start, within: Length(12_000), near: &[&rim] };
    assert_eq!(search.first(&Obstacles::new(), |_| None::<()>), None);
}

fn scattered(most: usize) -> impl Strategy<Value = Vec<Shape>> {
    prop::collection::vec((-9_000..9_000_i32, 2_000..14_000_i32).prop_map(|(x, y)| disc(x, y)), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn no_spot_of_a_sweep_can_be_gone_to_straight_where_none_was_found(
        targets in scattered(3),
        others in scattered(9),
        within in 3_000..14_000_i32,
        both in any::<bool>(),
    ) {
        let mut obstacles = Obstacles::within(Rect::new(Point::new(-12_000, -3_000), Point::new(12_000, 16_000)));
        targets.iter().chain(&others).for_each(|shape| obstacles.add(Obstacle::new(shape.clone(), 1)));
        let rims: Vec<Rim<'_>> = targets.iter().map(|shape| Rim { shape, gap: INCH }).collect();
        let groups: Vec<&[Rim<'_>]> = if both { rims.chunks(1).collect() } else { vec![&rims] };
        let start = Pose::at(Point::default());
        let mover = Mover::new(&BASE);
        let search = Search { mover, start, within: Length(within), near: &groups };
        let straight = |pose: Pose| {
            let clear = obstacles.blocks_leg(mover, start.at, pose).is_none() && start.at.distance_up(pose.at).0 <= within;
            clear.then_some(pose.at)
        };
        if let Some(at) = search.first(&obstacles, straight) {
            let shape = BASE.at(Pose::at(at));
            prop_assert!(groups.iter().all(|group| group.iter().any(|rim| shape.within(rim.shape, rim.gap))));
            prop_assert!(obstacles.blocks_spot(mover, Pose::at(at)).is_none());
        } else if obstacles.blocks_spot(mover, start).is_none() {
            for x in (-12_000..=12_000).step_by(60) {
                for y in (-3_000..=16_000).step_by(60) {
                    let pose = Pose::at(Point::new(x, y));
                    let shape = BASE.at(pose);
                    let near = || groups.iter().all(|group| group.iter().any(|rim| shape.within(rim.shape, rim.gap)));
                    prop_assert!(!near() || obstacles.blocks_spot(mover, pose).is_some() || straight(pose).is_none(),
                        "{x}, {y}");
                }
            }
        }
    }
}
