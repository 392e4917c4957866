use proptest::prelude::*;

use super::*;
use crate::shape::orient;
use crate::{Counts, Footprint, Obstacle, Shape};

const ROUND: Footprint = Footprint::Round { radius: Length(160) };

fn pose(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(x, y))
}

fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Obstacle {
    Obstacle::new(Shape::rectangle(Rect::new(Point::new(x, y), Point::new(x + width, y + height))), 0)
}

fn disc(x: i32, y: i32, radius: i32) -> Obstacle {
    Obstacle::new(Shape::disc(Point::new(x, y), Length(radius)), 1)
}

fn field(list: impl IntoIterator<Item = Obstacle>) -> Obstacles {
    let mut obstacles = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(6_000, 4_000)));
    list.into_iter().for_each(|obstacle| obstacles.add(obstacle));
    obstacles
}

fn reach(obstacles: &Obstacles, start: Pose, allowance: i32) -> Region {
    Scout::new().reach_of(obstacles, Mover::new(&ROUND), start, Length(allowance))
}

fn inside(corners: &[Point], at: Point) -> bool {
    let crosses = |(a, b): (&Point, &Point)| (a.y > at.y) != (b.y > at.y) && (orient(*a, *b, at) > 0) == (b.y > a.y);
    corners.iter().zip(corners.iter().cycle().skip(1)).filter(|&side| crosses(side)).count() % 2 == 1
}

fn covers(region: &Region, at: Point) -> bool {
    let holds =
        |outline: &Outline| inside(&outline.corners, at) && !outline.holes.iter().any(|hole| inside(&hole.corners, at));
    region.outlines.iter().any(holds)
}

#[test]
fn on_open_ground_a_disc_is_reached() {
    let region = reach(&field([]), pose(3_000, 2_000), 1_000);
    assert_eq!(region.outlines.len(), 1);
    assert!(region.outlines[0].holes.is_empty() && region.outlines[0].corners.len() == 128);
    assert!(covers(&region, Point::new(3_995, 2_000)) && !covers(&region, Point::new(4_001, 2_000)));
    assert!(covers(&region, Point::new(3_600, 2_790)) && !covers(&region, Point::new(3_601, 2_801)));
}

#[test]
fn the_edge_of_the_battlefield_cuts_the_disc_off() {
    let region = reach(&field([]), pose(300, 2_000), 1_000);
    assert!(covers(&region, Point::new(161, 2_000)) && !covers(&region, Point::new(159, 2_000)));
}

#[test]
fn an_obstacle_on_the_way_is_a_hole() {
    let region = reach(&field([disc(2_000, 2_000, 100)]), pose(3_000, 2_000), 1_800);
    assert_eq!(region.outlines.len(), 1);
    assert_eq!(region.outlines[0].holes.len(), 1);
    assert!(!covers(&region, Point::new(2_000, 2_255)) && covers(&region, Point::new(2_000, 2_265)));
    assert!(covers(&region, Point::new(1_700, 2_000)), "it is reached around either side");
}

#[test]
fn friends_that_may_be_passed_are_holes_without_a_shadow() {
    let friend = disc(2_000, 2_000, 100).counting(Counts::AtTheEnd);
    let region = reach(&field([friend]), pose(3_000, 2_000), 1_310);
    assert!(covers(&region, Point::new(1_700, 2_000)) && !covers(&region, Point::new(2_000, 2_000)));
}

#[test]
fn behind_a_wall_only_what_the_way_around_leaves_is_reached() {
    let region = reach(&field([rectangle(2_000, 0, 100, 2_000)]), pose(1_500, 1_500), 1_500);
    assert!(covers(&region, Point::new(2_400, 1_900)), "around the end of the wall");
    assert!(!covers(&region, Point::new(2_400, 1_000)), "through the wall it would be near enough");
}

#[test]
fn in_contact_and_boxed_in_something_is_drawn_all_the_same() {
    let touching = field([disc(2_000, 2_000, 300)]);
    let region = reach(&touching, pose(2_000 + 276, 2_000 + 368), 1_000);
    assert!(covers(&region, Point::new(2_900, 3_000)) && !covers(&region, Point::new(2_000, 2_000)));
    let boxed = field([rectangle(0, 400, 6_000, 100), rectangle(400, 0, 100, 400)]);
    let region = reach(&boxed, pose(200, 200), 1_000);
    assert!(covers(&region, Point::new(220, 220)) && !covers(&region, Point::new(260, 220)));
}

#[test]
fn nothing_is_reached_without_an_allowance_or_from_no_place() {
    let field = field([disc(2_000, 2_000, 300)]);
    for allowance in [0, -1, i32::MIN] {
        assert_eq!(reach(&field, pose(1_000, 1_000), allowance), Region::default());
    }
    assert_eq!(reach(&field, pose(2_000, 2_000), 1_000), Region::default());
    assert_eq!(reach(&field, pose(i32::MAX, 2_000), 1_000), Region::default());
    assert!(!reach(&field, pose(1_000, 1_000), i32::MAX).outlines.is_empty());
}

#[test]
fn a_gap_that_rings_close_hides_nothing_behind_it() {
    let obstacles = field([disc(5_309, 2_160, 253), rectangle(3_868, 2_010, 868, 100)]);
    let region = reach(&obstacles, pose(5_373, 1_591), 1_876);
    assert!(covers(&region, Point::new(4_865, 2_422)), "it is reached around the other side");
}

#[test]
fn short_edges_of_a_ring_point_no_further_than_the_allowance() {
    let obstacles = field([rectangle(3_575, 1_201, 140, 485)]);
    let region = reach(&obstacles, pose(4_094, 1_704), 2_986);
    assert!(!covers(&region, Point::new(1_507, 509)), "the way there costs 3,017");
}

proptest! {
    #[test]
    fn what_is_drawn_can_be_reached_and_what_can_be_reached_is_drawn(
        list in prop::collection::vec((500..5_500_i32, 300..3_700_i32, 100..900_i32, 100..900_i32, any::<bool>()), 0..8),
        (x, y) in (200..5_800_i32, 200..3_800_i32),
        allowance in 500..3_000_i32,
        spots in prop::collection::vec((200..5_800_i32, 200..3_800_i32), 40),
    ) {
        let obstacle = |(x, y, width, height, round): (i32, i32, i32, i32, bool)| {
            if round { disc(x, y, width / 2) } else { rectangle(x - width / 2, y - height / 2, width, height) }
        };
        let obstacles = field(list.into_iter().map(obstacle));
        let (mover, start) = (Mover::new(&ROUND), pose(x, y));
        if obstacles.blocks_spot(mover, start).is_some() {
            return Ok(());
        }
        let region = reach(&obstacles, start, allowance);
        let mut scout = Scout::new();
        // Where outlines cross, their corners are rounded by a unit, which may be one too near.
        let narrower = Footprint::Round { radius: Length(160 - 2) };
        // Drawing keeps a little more distance than walking: a bit of a hundredth of the radii, and rounding.
        let wider = Footprint::Round { radius: Length(160 + 12) };
        for (x, y) in spots {
            let spot = pose(x, y);
            let drawn = covers(&region, spot.at);
            if drawn {
                let mover = Mover::new(&narrower);
                prop_assert!(scout.can_reach(&obstacles, mover, start, spot, Length(allowance + 20)), "{spot:?}");
            }
            let easily = scout.can_reach(&obstacles, Mover::new(&wider), start, spot, Length(allowance * 99 / 100 - 10));
            if easily {
                prop_assert!(drawn, "{spot:?}");
            }
        }
    }
}
