use proptest::prelude::*;

use super::*;
use crate::Shape;

const ROUND: Footprint = Footprint::Round { radius: Length(10) };

fn field(shapes: &[Shape]) -> Obstacles {
    let mut obstacles = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(400, 300)));
    for (owner, shape) in shapes.iter().enumerate() {
        obstacles.add(Obstacle::new(shape.clone(), owner as u16));
    }
    obstacles
}

fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Shape {
    Shape::rectangle(Rect::new(Point::new(x, y), Point::new(x + width, y + height)))
}

fn disc(x: i32, y: i32, radius: i32) -> Shape {
    Shape::disc(Point::new(x, y), Length(radius))
}

fn snapped(field: &Obstacles, x: i32, y: i32) -> Option<(i32, i32)> {
    field.nearest_spot(Mover::new(&ROUND), Pose::at(Point::new(x, y)), None).map(|pose| pose.at.into())
}

#[test]
fn a_spot_that_is_allowed_stays() {
    assert_eq!(snapped(&field(&[disc(50, 50, 10)]), 50, 70), Some((50, 70)));
}

#[test]
fn the_way_out_is_the_shortest_one() {
    let field = field(&[rectangle(100, 100, 100, 50), disc(300, 100, 20)]);
    assert_eq!(snapped(&field, 110, 120), Some((90, 120)));
    assert_eq!(snapped(&field, 150, 140), Some((150, 160)));
    assert_eq!(snapped(&field, 310, 100), Some((330, 100)));
    assert_eq!(snapped(&field, 300, 100), Some((270, 100)), "of equally near ones the leftmost");
}

#[test]
fn a_base_in_the_notch_of_two_touches_both() {
    let field = field(&[disc(100, 100, 20), disc(140, 100, 20)]);
    let (x, y) = snapped(&field, 120, 108).unwrap();
    assert_eq!((x, y), (120, 123));
}

#[test]
fn the_edge_of_the_battlefield_counts() {
    assert_eq!(snapped(&field(&[]), -50, 500), Some((10, 290)));
    assert_eq!(snapped(&field(&[rectangle(0, 0, 100, 20)]), 40, 2), Some((40, 30)));
    let corner = field(&[disc(15, 15, 20)]);
    let (x, y) = snapped(&corner, 8, 20).unwrap();
    assert_eq!((x, y), (10, 45), "out of the disc, but not over the edge");
}

#[test]
fn exactly_the_margin_is_not_beyond_it() {
    let mut obstacles = Obstacles::new();
    obstacles.add(Obstacle::new(rectangle(0, 0, 100, 100), 0).beyond(Length(30)));
    assert_eq!(snapped(&obstacles, 90, 50), Some((141, 50)));
}

#[test]
fn nothing_is_found_where_nothing_is_near_enough() {
    let field = field(&[rectangle(0, 0, 400, 299)]);
    assert_eq!(snapped(&field, 200, 150), None);
    let open = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(5, 5)));
    assert_eq!(snapped(&open, 2, 2), None, "the base is larger than the battlefield");
    let mover = Mover::new(&ROUND);
    let wall = self::field(&[rectangle(100, 100, 100, 50)]);
    let wanted = Pose::at(Point::new(110, 120));
    assert_eq!(wall.nearest_spot(mover, wanted, Some(Length(19))), None);
    assert!(wall.nearest_spot(mover, wanted, Some(Length(20))).is_some());
    assert_eq!(wall.nearest_spot(mover, wanted, Some(Length(-1))), None);
    assert_eq!(wall.nearest_spot(mover, Pose::at(Point::new(i32::MAX, 0)), None), None);
}

#[test]
fn a_heap_of_models_is_pushed_apart() {
    let heap = vec![(ROUND, Pose::at(Point::new(200, 150))); 12];
    let poses = push_apart(&heap, &field(&[rectangle(190, 150, 20, 60)])).unwrap();
    for (index, a) in poses.iter().enumerate() {
        for b in &poses[index + 1..] {
            assert!(!ROUND.at(*a).overlaps(&ROUND.at(*b)));
        }
        assert!(a.at.distance_up(Point::new(200, 150)) < Length(80), "{a:?}");
    }
    let apart = vec![(ROUND, Pose::at(Point::new(20, 20))), (ROUND, Pose::at(Point::new(40, 20)))];
    assert_eq!(push_apart(&apart, &field(&[])).unwrap(), apart.iter().map(|model| model.1).collect::<Vec<_>>());
    let narrow = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(50, 30)));
    assert_eq!(push_apart(&heap, &narrow), Err(2));
}

fn some_footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![
        (1..15_i32).prop_map(|radius| Footprint::Round { radius: Length(radius) }),
        (6..30_i32, 6..30_i32)
            .prop_map(|(length, width)| Footprint::Hull { length: Length(length), width: Length(width) }),
    ]
}

fn some_obstacles() -> impl Strategy<Value = Obstacles> {
    let corners = || prop::collection::vec((0..40_i32, 0..40_i32), 1..5);
    let obstacle = (0..120_i32, 0..90_i32, corners(), 0..12_i32, 0..3_u8).prop_map(|(x, y, corners, radius, kind)| {
        let corners: Vec<Point> = corners.iter().map(|&(dx, dy)| Point::new(x + dx, y + dy)).collect();
        let obstacle = Obstacle::new(Shape::hull(&corners, Length(radius)).unwrap(), 0);
        if kind == 0 { obstacle.beyond(Length(6)) } else { obstacle }
    });
    prop::collection::vec(obstacle, 0..8).prop_map(|list| {
        let mut obstacles = Obstacles::within(Rect::new(Point::new(0, 0), Point::new(150, 120)));
        list.into_iter().for_each(|obstacle| obstacles.add(obstacle));
        obstacles
    })
}

proptest! {
    #[test]
    fn no_spot_of_a_scan_is_nearer_by_more_than_rounding(
        obstacles in some_obstacles(), footprint in some_footprint(),
        x in 0..150_i32, y in 0..120_i32, facing in 0..1_024_u16,
    ) {
        let mover = Mover::new(&footprint);
        let wanted = Pose { facing, ..Pose::at(Point::new(x, y)) };
        let all = (0..150).flat_map(|x| (0..120).map(move |y| Point::new(x, y)));
        let legal = all.filter(|&at| obstacles.blocks_spot(mover, Pose { at, ..wanted }).is_none());
        let best = legal.map(|at| (wanted.at.distance_squared(at), at)).min();
        let found = obstacles.nearest_spot(mover, wanted, None);
        if let Some(found) = found {
            prop_assert_eq!(obstacles.blocks_spot(mover, found), None);
            prop_assert_eq!(found.facing, facing);
        }
        match (found, best) {
            (Some(found), Some((square, at))) => {
                let (found, best) = (wanted.at.distance_up(found.at), (square as f64).sqrt());
                prop_assert!(f64::from(found.0) <= best + 4.0, "{found:?} where {at:?} is at {best}");
            }
            (None, None) => {}
            (None, Some((_, at))) => prop_assert!(false, "{at:?} is overlooked"),
            (Some(found), None) => prop_assert!(false, "{found:?} is none"),
        }
    }
}
