//! A question about a distance or a line of sight allocates nothing.

use allocation_counter::measure;
use ground::{
    Blockers, Footprint, Length, Owner, Point, Polygon, Pose, Rect, Scratch, Screen, Shape, Sight, Silhouette,
};

/// Models of all kinds of bases, in rows.
fn models() -> Vec<Shape> {
    let footprints: Vec<Footprint> =
        ["32mm", "60x35mm oval", "100x60mm hull", "40mm"].map(|text| text.parse().unwrap()).to_vec();
    let pose =
        |n: i32| Pose { at: Point::inches(n % 5 * 9 + 3, n / 5 * 8 + 3), facing: (n * 77 % 1_024) as u16, level: 0 };
    (0..20).map(|n| footprints[n as usize % 4].at(pose(n))).collect()
}

fn terrain() -> Vec<Polygon> {
    let ell = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 5), (0, 5)];
    let at = |x: i32, y: i32| Polygon::new(&ell.map(|(dx, dy)| Point::inches(x + dx, y + dy))).unwrap();
    let wall = Polygon::rectangle(Rect::new(Point::inches(20, 4), Point::inches(22, 12))).unwrap();
    vec![at(5, 6), at(14, 12), at(28, 5), at(33, 20), wall]
}

/// Asks once to warm up, then again: the second time must allocate nothing.
fn check(what: &str, mut ask: impl FnMut()) {
    ask();
    let counted = measure(&mut ask);
    assert_eq!(counted.count_total, 0, "{what} allocates");
}

#[test]
fn distances_allocate_nothing() {
    let (models, terrain) = (models(), terrain());
    let mut answers = 0;
    check("distance", || {
        for a in &models {
            for b in &models {
                let apart = a.apart(b);
                answers += usize::from(a.within(b, Length::inches(3)))
                    + usize::from(a.overlaps(b) || a.touches(b))
                    + usize::from(apart.up() == apart.down())
                    + usize::from(apart < a.apart(&models[0]));
            }
            for piece in &terrain {
                answers += usize::from(piece.overlaps_shape(a) || piece.touches_shape(a) || piece.covers(a))
                    + usize::from(piece.within_of_shape(a, Length::inches(2)))
                    + usize::from(piece.contains(a.bounds().centre()))
                    + usize::from(piece.crossed_by(a.bounds().low, a.bounds().high))
                    + usize::from(piece.distance_up_to_shape(a) > Length::ZERO);
            }
        }
    });
    assert!(answers > 0);
}

#[test]
fn lines_of_sight_allocate_nothing() {
    let (models, terrain) = (models(), terrain());
    let outlines: Vec<Silhouette> = models.iter().map(Silhouette::of).collect();
    for width in [Length::ZERO, Length::mm(2)] {
        let mut blockers = Blockers::for_lines(width);
        for (id, piece) in terrain.iter().enumerate() {
            blockers.add_polygon(100 + id as u16, piece);
        }
        for (id, model) in models.iter().enumerate() {
            blockers.add_shape(id as u16, model);
        }
        for screens in [[Screen::Hard; 3], [Screen::Hard, Screen::Soft, Screen::Deep(Length::inches(3))]] {
            let mut scratch = Scratch::default();
            let mut seen = [0_usize; 3];
            check("sight", || {
                for from in 0..outlines.len() {
                    for to in 0..outlines.len() {
                        let screen = |id: Owner| {
                            let id = id.number();
                            let own = usize::from(id) == from || usize::from(id) == to;
                            (!own).then(|| screens[usize::from(id % 3)])
                        };
                        let sight = blockers.sight(&outlines[from], &outlines[to], screen, &mut scratch);
                        seen[match sight {
                            Sight::Clear(_) => 0,
                            Sight::Soft(_) => 1,
                            Sight::Blocked { .. } => 2,
                        }] += 1;
                    }
                    seen[0] +=
                        usize::from(blockers.first_crossed(Point::default(), models[from].bounds().high).is_none());
                }
                let share = blockers.share_seen(&outlines[0], &outlines, |_| Some(Screen::Hard), &mut scratch);
                seen[2] += share.blocked;
            });
            assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
        }
    }
}
