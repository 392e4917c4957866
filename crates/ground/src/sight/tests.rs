use proptest::prelude::*;

use super::*;
use crate::polygon::crosses;
use crate::{Motion, Polygon};

fn hull(corners: &[(i32, i32)]) -> Shape {
    Shape::hull(&corners.iter().map(|&corner| Point::from(corner)).collect::<Vec<_>>(), Length::ZERO).unwrap()
}

fn square(x: i32, y: i32, half: i32) -> Shape {
    hull(&[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
}

fn look(from: &Shape, to: &Shape, pieces: &[(Shape, Screen)]) -> Sight {
    let mut blockers = Blockers::new();
    for (id, (shape, _)) in pieces.iter().enumerate() {
        blockers.add_shape(id as u16, shape);
    }
    let screen = |id: Owner| Some(pieces[usize::from(id.number())].1);
    blockers.sight(&Silhouette::of(from), &Silhouette::of(to), screen, &mut Scratch::default())
}

fn hard(shapes: &[Shape]) -> Vec<(Shape, Screen)> {
    shapes.iter().map(|shape| (shape.clone(), Screen::Hard)).collect()
}

#[test]
fn one_wall_across_the_view_closes_it_and_is_named() {
    let (a, b) = (square(0, 0, 5), square(100, 0, 5));
    assert_eq!(look(&a, &b, &hard(&[square(50, 0, 6)])), Sight::Blocked { by: Some(Owner::Other(0)) });
    assert!(look(&a, &b, &hard(&[square(50, 0, 4)])).is_open());
}

#[test]
fn a_line_that_only_touches_is_open() {
    let (a, b) = (square(0, 0, 5), square(100, 0, 5));
    let exact = square(50, 0, 5);
    assert!(look(&a, &b, &hard(&[exact])).is_open(), "along its upper edge");
    let above = hull(&[(40, 0), (60, 0), (60, 90), (40, 90)]);
    let below = hull(&[(40, 0), (60, 0), (60, -90), (40, -90)]);
    assert!(look(&a, &b, &hard(&[above.clone(), below])).is_open(), "two blockers that share an edge leave that edge");
    let lapping = hull(&[(40, 1), (60, 1), (60, -90), (40, -90)]);
    assert_eq!(look(&a, &b, &hard(&[above, lapping])), Sight::Blocked { by: None });
}

#[test]
fn the_seam_inside_a_polygon_is_not_transparent() {
    let ell = [(40, -40), (60, -40), (60, 0), (50, 0), (50, 40), (40, 40)].map(Point::from);
    let polygon = Polygon::new(&ell).unwrap();
    assert_eq!(polygon.pieces().len(), 2);
    let mut blockers = Blockers::new();
    blockers.add_polygon(3, &polygon);
    // A view that is a single line, along the seam.
    let (from, to) = polygon.seams()[0];
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let point =
        |times: i32| Silhouette::of(&Shape::disc(Point::new(from.x + dx * times, from.y + dy * times), Length::ZERO));
    let sight = blockers.sight(&point(-2), &point(3), |_| Some(Screen::Hard), &mut Scratch::default());
    assert!(!sight.is_open(), "{sight:?}");
}

#[test]
fn a_narrow_window_between_two_walls_is_found() {
    let (a, b) = (square(0, 0, 10), square(200, 0, 10));
    let lower = hull(&[(50, 8), (60, 8), (60, -90), (50, -90)]);
    let upper = hull(&[(140, 9), (150, 9), (150, 90), (140, 90)]);
    assert!(look(&a, &b, &hard(&[lower.clone(), upper])).is_open());
    let closing = hull(&[(140, -27), (150, -27), (150, 90), (140, 90)]);
    assert!(!look(&a, &b, &hard(&[lower, closing])).is_open());
}

#[test]
fn a_thick_line_needs_a_gap_as_wide_as_itself() {
    let (a, b) = (square(0, 0, 500), square(9_000, 0, 500));
    let gap = |width: i32| {
        let mut blockers = Blockers::for_lines(Length::mm(2));
        blockers.add_shape(0, &hull(&[(4_000, width / 2), (5_000, width / 2), (5_000, 9_000), (4_000, 9_000)]));
        blockers.add_shape(1, &hull(&[(4_000, -width / 2), (5_000, -width / 2), (5_000, -9_000), (4_000, -9_000)]));
        blockers.sight(&Silhouette::of(&a), &Silhouette::of(&b), |_| Some(Screen::Hard), &mut Scratch::default())
    };
    assert!(gap(200).is_open(), "exactly 2 mm is just enough");
    assert!(!gap(198).is_open());
}

#[test]
fn a_thick_line_starts_beside_a_wall_that_the_base_touches() {
    let base = Shape::disc(Point::new(0, 0), Length(1_600));
    let far = Shape::disc(Point::new(20_000, 0), Length(1_600));
    let wall = hull(&[(1_600, -9_000), (2_600, -9_000), (2_600, 1_000), (1_600, 1_000)]);
    let mut blockers = Blockers::for_lines(Length::mm(2));
    blockers.add_shape(0, &wall);
    let sight =
        blockers.sight(&Silhouette::of(&base), &Silhouette::of(&far), |_| Some(Screen::Hard), &mut Scratch::default());
    assert!(sight.is_open());
}

#[test]
fn soft_and_hard_blockers_give_the_best_class_there_is() {
    let (a, b) = (square(0, 0, 5), square(100, 0, 5));
    let wood = square(50, 0, 30);
    assert!(matches!(look(&a, &b, &[(wood.clone(), Screen::Soft)]), Sight::Soft(_)));
    let both = [(wood.clone(), Screen::Soft), (square(80, 0, 3), Screen::Hard)];
    assert!(matches!(look(&a, &b, &both), Sight::Soft(_)));
    let closed = [(wood, Screen::Soft), (square(80, 0, 10), Screen::Hard)];
    assert_eq!(look(&a, &b, &closed), Sight::Blocked { by: Some(Owner::Other(1)) });
}

#[test]
fn deep_woods_hide_and_shallow_ones_do_not() {
    let (a, b) = (square(0, 0, 5), square(1_000, 0, 5));
    let wood = |depth: i32, limit: i32| {
        (hull(&[(400, -90), (400 + depth, -90), (400 + depth, 90), (400, 90)]), Screen::Deep(Length(limit)))
    };
    assert!(matches!(look(&a, &b, &[wood(300, 300)]), Sight::Soft(_)));
    assert_eq!(look(&a, &b, &[wood(301, 300)]), Sight::Blocked { by: None });
    let second = (hull(&[(750, -90), (800, -90), (800, 90), (750, 90)]), Screen::Deep(Length(300)));
    assert_eq!(look(&a, &b, &[wood(251, 300), second.clone()]), Sight::Blocked { by: None });
    assert!(matches!(look(&a, &b, &[wood(250, 300), second]), Sight::Soft(_)));
}

#[test]
fn a_base_inside_a_blocker_sees_nothing_and_one_half_inside_sees_from_the_other_half() {
    let (a, b) = (square(0, 0, 5), square(100, 0, 5));
    assert!(!look(&a, &b, &hard(&[square(0, 0, 10)])).is_open());
    assert!(look(&a, &b, &hard(&[hull(&[(-10, -10), (10, -10), (10, 0), (-10, 0)])])).is_open());
    // All but the upper right corner is covered, by slanting blockers: the line starts where an edge is cut.
    let lower = hull(&[(-20, -20), (20, -20), (20, 2), (-20, 4)]);
    let sight = look(&a, &b, &hard(&[lower]));
    assert!(sight.is_open());
}

#[test]
fn the_closing_set_names_those_that_cannot_be_spared() {
    let (a, b) = (square(0, 0, 5), square(100, 0, 5));
    let mut blockers = Blockers::new();
    let upper = hull(&[(40, 0), (60, 0), (60, 90), (40, 90)]);
    blockers.add_shape(1, &upper);
    blockers.add_shape(2, &square(80, 0, 2));
    blockers.add_shape(3, &hull(&[(40, 1), (60, 1), (60, -90), (40, -90)]));
    blockers.add_shape(4, &square(50, 300, 2));
    let (a, b) = (Silhouette::of(&a), Silhouette::of(&b));
    let closing = |ignored: u16| {
        let screen = |id: Owner| (id != Owner::Other(ignored)).then_some(Screen::Hard);
        blockers.closing_set(&a, &b, screen, &mut Scratch::default())
    };
    assert_eq!(closing(0), [1, 3].map(Owner::Other));
    assert!(closing(3).is_empty(), "the view is open then");
}

#[test]
fn outlines_that_touch_or_overlap_see_each_other() {
    assert!(look(&square(0, 0, 5), &square(10, 0, 5), &hard(&[square(5, 0, 30)])).is_open());
    assert!(look(&square(0, 0, 5), &square(3, 0, 5), &[]).is_open());
}

#[test]
fn a_group_is_seen_in_part() {
    let mut blockers = Blockers::new();
    blockers.add_shape(0, &square(50, 0, 12));
    let group: Vec<Silhouette> = [-60, 0, 60].iter().map(|&y| Silhouette::of(&square(100, y, 5))).collect();
    let here = Silhouette::of(&square(0, 0, 5));
    let share = blockers.share_seen(&here, &group, |_| Some(Screen::Hard), &mut Scratch::default());
    assert_eq!((share.clear, share.soft, share.blocked, share.all()), (2, 0, 1, 3));
}

/// What the search promises, checked by other means: with small coordinates, everything coincides all the time.
mod oracle {
    use super::*;

    /// How finely edges are cut for samples.
    const FINE: i32 = 6;

    pub(super) fn scaled(shape: &Shape) -> Vec<Point> {
        shape.corners().iter().map(|corner| Point::new(corner.x * FINE, corner.y * FINE)).collect()
    }

    /// Points along the edge of a shape, at whole parts of each side.
    fn samples(shape: &Shape) -> Vec<Point> {
        let corners = scaled(shape);
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let mut points = Vec::new();
        for (a, b) in sides {
            let part = |n: i32| Point::new(a.x + (b.x - a.x) / FINE * n, a.y + (b.y - a.y) / FINE * n);
            points.extend((0..FINE).map(part));
        }
        points
    }

    /// Whether any sampled line is open.
    pub(super) fn sampled(from: &Shape, to: &Shape, blockers: &[Shape]) -> bool {
        let blockers: Vec<Vec<Point>> = blockers.iter().map(scaled).filter(|corners| corners.len() > 2).collect();
        let ends = samples(to);
        samples(from).iter().any(|&a| ends.iter().any(|&b| !blockers.iter().any(|corners| crosses(corners, a, b))))
    }

    fn side(a: Spot, b: Spot, c: Spot) -> i128 {
        let cross = |p: Spot, q: Spot| (p.y * q.w - p.w * q.y, p.w * q.x - p.x * q.w, p.x * q.y - p.y * q.x);
        let (x, y, w) = cross(a, b);
        (x * c.x + y * c.y + w * c.w).signum()
    }

    /// Whether a spot lies in a convex shape or on its edge.
    fn holds(shape: &Shape, spot: Spot) -> bool {
        let corners: Vec<Spot> = shape.corners().iter().map(|&corner| Spot::corner(corner)).collect();
        if corners.len() == 1 {
            return spot.x == corners[0].x * spot.w && spot.y == corners[0].y * spot.w;
        }
        corners.iter().zip(corners.iter().cycle().skip(1)).all(|(&a, &b)| side(a, b, spot) >= 0)
    }

    /// Whether a proof line really leads from one shape to the other and through the inside of no blocker.
    pub(super) fn proves(line: SightLine, from: &Shape, to: &Shape, blockers: &[Shape]) -> bool {
        let crossed = |shape: &Shape| {
            let corners: Vec<Spot> = shape.corners().iter().map(|&corner| Spot::corner(corner)).collect();
            let sides: Vec<i128> = corners.iter().map(|&corner| side(line.from, line.to, corner)).collect();
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            let apart = edges.into_iter().any(|(&a, &b)| side(a, b, line.from) <= 0 && side(a, b, line.to) <= 0);
            sides.contains(&1) && sides.contains(&-1) && !apart
        };
        holds(from, line.from) && holds(to, line.to) && !blockers.iter().any(crossed)
    }
}

fn shapes(spread: i32, size: i32) -> impl Strategy<Value = Shape> {
    let corner = (-size..=size, -size..=size);
    (-spread..=spread, -spread..=spread, prop::collection::vec(corner, 1..6))
        .prop_map(|(x, y, corners)| hull(&corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>()))
}

fn check_against_oracle(from: &Shape, to: &Shape, blockers: &[Shape]) -> Result<(), TestCaseError> {
    prop_assume!(!from.within(to, Length::ZERO));
    let solid: Vec<Shape> = blockers.iter().filter(|shape| shape.corners().len() > 2).cloned().collect();
    let sight = look(from, to, &hard(&solid));
    if let Sight::Clear(line) = sight {
        prop_assert!(oracle::proves(line, from, to, &solid), "no proof: {:?}", line);
    } else {
        prop_assert!(!oracle::sampled(from, to, &solid), "an open line was missed");
        if let Sight::Blocked { by: Some(by) } = sight {
            prop_assert!(!look(from, to, &hard(&solid[usize::from(by.number())..=usize::from(by.number())])).is_open());
        }
    }
    let back = look(to, from, &hard(&solid));
    prop_assert_eq!(back.is_open(), sight.is_open(), "seen in one direction only");
    for without in 0..solid.len() {
        let fewer: Vec<Shape> =
            solid.iter().enumerate().filter(|&(n, _)| n != without).map(|(_, s)| s.clone()).collect();
        prop_assert!(look(from, to, &hard(&fewer)).is_open() || !sight.is_open(), "a blocker opened a line");
    }
    for motion in
        [Motion::left_for_right(Point::new(7, 0)), Motion::quarter_turn(Point::new(3, 9)), Motion::shift(-5, 11)]
    {
        let moved: Vec<Shape> = solid.iter().map(|shape| shape.moved(motion)).collect();
        prop_assert_eq!(look(&from.moved(motion), &to.moved(motion), &hard(&moved)).is_open(), sight.is_open());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn sight_agrees_with_samples_and_proofs_in_a_crowd(
        from in shapes(12, 3), to in shapes(12, 3), blockers in prop::collection::vec(shapes(12, 4), 0..7),
    ) {
        check_against_oracle(&from, &to, &blockers)?;
    }

    #[test]
    fn sight_agrees_with_samples_and_proofs_across_a_field(
        from in shapes(3, 3), to in shapes(3, 3), blockers in prop::collection::vec(shapes(10, 5), 0..9),
    ) {
        check_against_oracle(&from.shifted(-20, 0), &to.shifted(20, 0), &blockers)?;
    }
}
