//! What the campaign or the fuzzer once found, each as small as it could be made.

use ground::{
    Area, Blockers, Footprint, Length, Mover, Obstacle, Obstacles, Owner, Point, Polygon, Pose, Scout, Scratch, Screen,
    Shape, Sight, Silhouette,
};

fn hull(corners: &[(i32, i32)]) -> Shape {
    Shape::hull(&corners.iter().map(|&corner| Point::from(corner)).collect::<Vec<_>>(), Length::ZERO).unwrap()
}

fn look(from: &Shape, to: &Shape, pieces: &[(Shape, Screen)]) -> Sight {
    let mut blockers = Blockers::new();
    for (id, (shape, _)) in pieces.iter().enumerate() {
        blockers.add_shape(id as u16, shape);
    }
    let screen = |id: Owner| Some(pieces[usize::from(id.number())].1);
    blockers.sight(&Silhouette::of(from), &Silhouette::of(to), screen, &mut Scratch::default())
}

/// Between two points there is one line only, and it was also tried backwards, where nothing seemed to stop it.
#[test]
fn a_line_between_two_points_is_not_tried_backwards() {
    let wood = (hull(&[(-3, 5), (3, 5), (3, 8), (-3, 8)]), Screen::Deep(Length(2)));
    let wall = (hull(&[(-4, 14), (5, 14), (6, 22)]), Screen::Hard);
    let sight = look(&hull(&[(0, 0)]), &hull(&[(0, 20)]), &[wood, wall]);
    assert_eq!(sight, Sight::Blocked { by: None });
}

/// The wood of these tests, and a look through it along its seam, from one outline to another.
fn look_along_the_seam(from: &Shape, to: &Shape, screen: Screen) -> Sight {
    let wood = Polygon::new(&[(17, 2), (16, 8), (10, 2), (16, 5)].map(Point::from)).unwrap();
    assert_eq!(wood.seams(), [((16, 8).into(), (16, 5).into())]);
    let mut blockers = Blockers::new();
    blockers.add_polygon(0, &wood);
    blockers.sight(&Silhouette::of(from), &Silhouette::of(to), |_| Some(screen), &mut Scratch::default())
}

/// Where the only line runs along a seam, no piece has it inside, and the seam's own screen was forgotten.
#[test]
fn a_line_along_a_seam_of_a_soft_blocker_is_soft() {
    let (from, to) = (hull(&[(16, 13)]), hull(&[(16, 3)]));
    assert!(matches!(look_along_the_seam(&from, &to, Screen::Soft), Sight::Soft(_)));
    assert!(matches!(look_along_the_seam(&from, &to, Screen::Deep(Length(3))), Sight::Soft(_)));
    assert_eq!(look_along_the_seam(&from, &to, Screen::Deep(Length(2))), Sight::Blocked { by: None });
}

/// A line along a seam is in neither piece, so the length of the seam was not counted.
#[test]
fn a_line_along_a_seam_is_as_deep_as_the_wood() {
    let from = hull(&[(16, 13), (22, 13)]);
    let to = hull(&[(12, 0), (16, 0), (16, 3), (14, 4)]);
    let deep = look_along_the_seam(&from, &to, Screen::Deep(Length(2)));
    if let Sight::Soft(line) = deep {
        assert!(line.from.rounded().x != 16 || line.to.rounded().x != 16, "3 deep, where 2 is allowed: {line:?}");
    }
}

/// Where two pieces of an outline share the corner that a way turns at, what lies behind was not drawn.
#[test]
fn what_can_be_reached_round_the_corner_of_an_ell_is_drawn() {
    let mut obstacles = Obstacles::new();
    let lower = hull(&[(97_704, 63_070), (106_594, 63_070), (106_594, 66_499), (100_104, 66_499)]);
    let upper = hull(&[(97_704, 63_070), (100_104, 66_499), (100_104, 74_500), (97_704, 74_500)]);
    obstacles.add(Obstacle::new(lower, 0));
    obstacles.add(Obstacle::new(upper, 0));
    let footprint = Footprint::Round { radius: Length(1_600) };
    let (mover, start) = (Mover::new(&footprint), Pose::at(Point::new(95_095, 65_856)));
    let (spot, allowance) = (Point::new(98_461, 56_450), Length::inches(4));
    let mut scout = Scout::new();
    assert!(scout.can_reach(&obstacles, mover, start, Pose::at(spot), allowance));
    let drawn = Area::new(&scout.reach_of(&obstacles, mover, start, allowance)).unwrap();
    assert!(drawn.contains(spot));
}

/// The corner of a ring around a level line was looked for ever further out, until numbers ran over.
#[test]
fn a_way_around_a_level_line_comes_to_an_end() {
    let mut obstacles = Obstacles::new();
    obstacles.add(Obstacle::new(hull(&[(0, 0), (10_000, 0)]).grown(Length(19)), 0));
    let footprint = Footprint::Round { radius: Length(1_600) };
    let (start, goal) = (Pose::at(Point::new(5_000, 20_000)), Pose::at(Point::new(5_000, -20_000)));
    assert!(Scout::new().route(&obstacles, Mover::new(&footprint), start, goal, None).is_ok());
}

/// A way around something at the very edge of what can be computed with turned at corners beyond it.
#[test]
fn a_way_does_not_turn_where_no_battlefield_reaches() {
    let mut obstacles = Obstacles::new();
    obstacles.add(Obstacle::new(hull(&[(-524_288, 0), (0, 0), (0, 10), (-524_288, 10)]), 0));
    let footprint = Footprint::Round { radius: Length(10) };
    let (mover, start) = (Mover::new(&footprint), Pose::at(Point::new(-524_288, 100)));
    if let Ok(route) = Scout::new().route(&obstacles, mover, start, Pose::at(Point::new(-524_288, -100)), None) {
        assert_eq!(obstacles.check_path(mover, start, &route.path, None), Ok(route.cost));
    }
}
