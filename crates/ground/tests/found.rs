//! What the campaign or the fuzzer once found, each as small as it could be made.

use ground::{
    Area, Blockers, Footprint, Length, Mover, Obstacle, Obstacles, Point, Pose, Scout, Scratch, Screen, Shape, Sight,
    Silhouette,
};

fn hull(corners: &[(i32, i32)]) -> Shape {
    Shape::hull(&corners.iter().map(|&corner| Point::from(corner)).collect::<Vec<_>>(), Length::ZERO).unwrap()
}

fn look(from: &Shape, to: &Shape, pieces: &[(Shape, Screen)]) -> Sight {
    let mut blockers = Blockers::new();
    for (id, (shape, _)) in pieces.iter().enumerate() {
        blockers.add_shape(id as u16, shape);
    }
    let screen = |id: u16| Some(pieces[usize::from(id)].1);
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
