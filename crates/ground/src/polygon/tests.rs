use proptest::prelude::*;

use super::*;

fn polygon(corners: &[(i32, i32)]) -> Result<Polygon, PolygonFault> {
    Polygon::new(&corners.iter().map(|&corner| Point::from(corner)).collect::<Vec<_>>())
}

/// An L: a square of 20 with its upper right quarter missing.
fn ell() -> Polygon {
    polygon(&[(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)]).unwrap()
}

#[test]
fn either_direction_and_idle_corners_give_the_same_polygon() {
    let square = polygon(&[(0, 0), (10, 0), (10, 10), (0, 10)]).unwrap();
    assert_eq!(polygon(&[(0, 0), (5, 0), (10, 0), (10, 0), (10, 10), (0, 10), (0, 4)]).unwrap(), square);
    let clockwise = polygon(&[(0, 10), (10, 10), (10, 0), (0, 0)]).unwrap();
    assert_eq!(clockwise.twice_area(), 200);
    assert_eq!(clockwise.pieces(), square.pieces());
}

#[test]
fn what_is_no_polygon_is_refused_with_a_sentence() {
    let fault = |corners: &[(i32, i32)]| polygon(corners).unwrap_err().to_string();
    assert_eq!(fault(&[]), "an outline needs three corners that do not lie in one line");
    assert_eq!(fault(&[(0, 0), (5, 5), (9, 9), (2, 2)]), "an outline needs three corners that do not lie in one line");
    assert!(fault(&[(0, 0), (10, 10), (10, 0), (0, 10)]).starts_with("the outline crosses or touches itself"));
    let far = fault(&[(0, 0), (i32::MAX, 0), (0, i32::MIN)]);
    assert!(far.ends_with("is further out than any battlefield reaches"), "{far}");
    assert!(Polygon::new(&vec![Point::default(); 300]).is_err());
}

#[test]
fn corners_that_touch_other_sides_are_refused() {
    let pinched = [(0, 0), (10, 0), (5, 5), (10, 10), (0, 10), (5, 5)];
    assert!(matches!(polygon(&pinched), Err(PolygonFault::Crossing(..))));
    let spike = [(0, 0), (10, 0), (10, 10), (10, 5), (10, 20), (0, 20)];
    assert!(matches!(polygon(&spike), Err(PolygonFault::Crossing(..))), "back and forth along a side");
    let fold = [(0, 0), (10, 0), (10, 10), (20, 10), (5, 10), (0, 10)];
    assert!(matches!(polygon(&fold), Err(PolygonFault::Crossing(..))));
}

#[test]
fn an_ell_is_two_pieces_and_their_seam_is_inside() {
    let ell = ell();
    assert_eq!((ell.pieces().len(), ell.seams().len()), (2, 1));
    let (a, b) = ell.seams()[0];
    assert!(ell.crossed_by(a, b), "a line along the seam runs through the inside");
    let middle = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
    assert!(ell.crossed_by(middle, middle));
}

#[test]
fn sliding_along_a_side_is_not_crossing() {
    let ell = ell();
    assert!(!ell.crossed_by(Point::new(-5, 0), Point::new(30, 0)));
    assert!(!ell.crossed_by(Point::new(10, 10), Point::new(10, 30)));
    assert!(!ell.crossed_by(Point::new(10, 30), Point::new(30, 10)), "past the inner corner");
    assert!(!ell.crossed_by(Point::new(0, 20), Point::new(20, 20)));
    assert!(ell.crossed_by(Point::new(10, 30), Point::new(10, 9)));
    assert!(ell.crossed_by(Point::new(0, 10), Point::new(30, 10)), "along a side and then inside");
}

#[test]
fn covering_counts_every_part() {
    let ell = ell();
    assert!(ell.covers(&Shape::disc(Point::new(5, 5), Length(5))));
    assert!(!ell.covers(&Shape::disc(Point::new(5, 5), Length(6))));
    let bar = |a: (i32, i32), b: (i32, i32)| Shape::hull(&[a.into(), b.into()], Length(2)).unwrap();
    assert!(ell.covers(&bar((2, 2), (18, 8))));
    assert!(!ell.covers(&bar((5, 17), (17, 5))), "both ends inside, the middle not");
}

/// A star-shaped polygon: corners at growing angles and any distance.
fn stars() -> impl Strategy<Value = Polygon> {
    let corner = (0..1_024_u16, 500..20_000_i32);
    prop::collection::vec(corner, 3..24).prop_filter_map("no polygon", |mut corners| {
        corners.sort_unstable();
        corners.dedup_by_key(|corner| corner.0);
        let points: Vec<Point> = corners.iter().map(|&(facing, far)| Point::new(far, 0).turned(facing)).collect();
        Polygon::new(&points).ok()
    })
}

proptest! {
    #[test]
    fn pieces_are_convex_and_make_up_the_whole(star in stars()) {
        let area = |corners: &[Point]| twice_area(corners);
        prop_assert_eq!(star.pieces().iter().map(|piece| area(piece.corners())).sum::<i64>(), star.twice_area());
        for piece in star.pieces() {
            prop_assert_eq!(&Shape::hull(piece.corners(), Length::ZERO).unwrap(), piece);
        }
        prop_assert_eq!(star.seams().len() + 1, star.pieces().len());
    }

    #[test]
    fn a_point_is_inside_as_the_winding_number_says(star in stars(), x in -20_000..20_000_i32, y in -20_000..20_000_i32) {
        let point = Point::new(x, y);
        let mut crossings = 0;
        let mut edge = false;
        for (a, b) in star.sides() {
            edge |= on_segment(point, a, b);
            if (a.y > y) != (b.y > y) && (orient(a, b, point) > 0) == (b.y > a.y) {
                crossings += 1;
            }
        }
        prop_assert_eq!(star.contains(point), edge || crossings % 2 == 1);
        prop_assert_eq!(star.crossed_by(point, point), !edge && crossings % 2 == 1);
    }

    #[test]
    fn motions_change_nothing(star in stars(), x in -20_000..20_000_i32, y in -20_000..20_000_i32, to in -20_000..20_000_i32, mirrored: bool, quarters in 0..4_u8) {
        let motion = Motion { mirrored, quarters, shift: Point::new(77, -5) };
        let (a, b) = (Point::new(x, y), Point::new(to, -y));
        let moved = star.moved(motion);
        prop_assert_eq!(moved.crossed_by(motion.apply(a), motion.apply(b)), star.crossed_by(a, b));
        prop_assert_eq!(moved.contains(motion.apply(a)), star.contains(a));
    }
}
