//! What the campaign or the fuzzer once found, each as small as it could be made.

use ground::{Blockers, Length, Point, Scratch, Screen, Shape, Sight, Silhouette};

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
