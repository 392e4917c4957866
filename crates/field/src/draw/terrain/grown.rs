//! What nature has made, or the farmer.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use crate::draw::canvas::{Canvas, Spot, closed, n, open};
use crate::draw::relief::{Relief, length};
use crate::draw::{INCH, Paper};

/// Trees on a dark floor.
pub(crate) fn wood(canvas: &mut Canvas, relief: &mut Relief) {
    let (floor, edge) = (canvas.fill("#93a36a"), canvas.line("#42592f"));
    let look = format!("fill=\"{floor}\" stroke=\"{edge}\" stroke-width=\"1.2\" stroke-dasharray=\"2 4\"");
    canvas.path(&closed(&relief.corners), &look);
    let trees = relief.scatter(INCH * 1.25, INCH * 0.45, 40);
    if canvas.paper == Paper::Mat {
        for tree in &trees {
            canvas.circle((tree.0 + 5.0, tree.1 + 5.0), INCH * 0.62, "fill=\"#23241a\" opacity=\".28\"");
        }
    }
    for spot in trees {
        let size = INCH * (0.58 + relief.draw(0.26));
        tree(canvas, relief, spot, size);
    }
}

fn tree(canvas: &mut Canvas, relief: &mut Relief, at: Spot, size: f64) {
    let greens = [("#4f6f3a", "#6d8f50"), ("#587a45", "#78995c"), ("#466537", "#62854a")];
    let (dark, light) = greens[(relief.draw(3.0) as usize).min(2)];
    let (dark, light, edge) = (canvas.fill(dark), canvas.fill(light), canvas.line("#2a3d20"));
    let turn = relief.draw(1.0);
    canvas.path(&crown(at, size, turn), &format!("fill=\"{dark}\" stroke=\"{edge}\" stroke-width=\".9\""));
    let lit = (at.0 - size * 0.2, at.1 - size * 0.22);
    canvas.path(&crown(lit, size * 0.58, turn + 0.3), &format!("fill=\"{light}\" opacity=\".9\""));
}

const SLANT: f64 = FRAC_1_SQRT_2;
/// Eight directions, as unit vectors.
const ROUND: [Spot; 8] = [
    (1.0, 0.0),
    (SLANT, SLANT),
    (0.0, 1.0),
    (-SLANT, SLANT),
    (-1.0, 0.0),
    (-SLANT, -SLANT),
    (0.0, -1.0),
    (SLANT, -SLANT),
];

/// A round shape with bulges, a little askew so that no two look alike.
fn crown(at: Spot, size: f64, turn: f64) -> String {
    let skew = |spot: Spot| (spot.0 + spot.1 * (turn - 0.5) * 0.5, spot.1 - spot.0 * (turn - 0.5) * 0.5);
    let place = |spot: Spot, far: f64| {
        let spot = skew(spot);
        format!("{} {}", n(at.0 + spot.0 * far), n(at.1 + spot.1 * far))
    };
    let mut d = format!("M{}", place(ROUND[0], size * 0.92));
    for k in 0..8 {
        let (a, b) = (ROUND[k], ROUND[(k + 1) % 8]);
        let between = ((a.0 + b.0) / 1.848, (a.1 + b.1) / 1.848);
        d += &format!("Q{} {}", place(between, size * 1.32), place(b, size * 0.92));
    }
    d + "Z"
}

/// Contour lines, and strokes down the slope.
pub(crate) fn hill(canvas: &mut Canvas, relief: &Relief) {
    let edge = canvas.line("#6b5f35");
    for (by, colour) in [(1.0, "#bdb582"), (0.76, "#c8c08d"), (0.5, "#d4cc9c")] {
        let fill = canvas.fill(colour);
        let width = if by == 1.0 { "1.5" } else { "1" };
        let look = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\"");
        canvas.path(&closed(&relief.shrunk(by)), &look);
    }
    let mut strokes = String::new();
    for (outer, inner, step) in [(1.0, 0.9, 1), (0.76, 0.69, 2)] {
        let (out, inn) = (relief.shrunk(outer), relief.shrunk(inner));
        for k in (0..out.len()).step_by(step) {
            let next = (k + 1) % out.len();
            let half = |a: Spot, b: Spot| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            strokes += &open(&[out[k], inn[k]]);
            strokes += &open(&[half(out[k], out[next]), half(inn[k], inn[next])]);
        }
    }
    canvas.path(&strokes, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".8\" opacity=\".75\""));
}

/// Bushes in a row.
pub(crate) fn hedge(canvas: &mut Canvas, relief: &mut Relief) {
    let (long, short) = relief.long_and_short();
    let bushes = (2.0 * long / 11.0).round().clamp(1.0, 200.0) as i32;
    let step = 2.0 * long / f64::from(bushes);
    let spots: Vec<Spot> = (0..bushes).map(|k| relief.lengthwise((f64::from(k) + 0.5) * step - long, 0.0)).collect();
    if canvas.paper == Paper::Mat {
        for at in &spots {
            canvas.circle((at.0 + 3.0, at.1 + 3.0), short, "fill=\"#23241a\" opacity=\".2\"");
        }
    }
    for at in spots {
        let size = (short * 0.95).max(4.0) + relief.draw(1.2);
        tree(canvas, relief, at, size);
    }
}

/// A rim, a slope, and a dark bottom.
pub(crate) fn crater(canvas: &mut Canvas, relief: &mut Relief) {
    let edge = canvas.line("#57482b");
    for (by, colour, width) in [(1.0, "#b5a67e", "1.3"), (0.74, "#94835a", ".9"), (0.42, "#6f6040", ".7")] {
        let fill = canvas.fill(colour);
        canvas
            .path(&closed(&relief.shrunk(by)), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\""));
    }
    let (rim, slope) = (relief.shrunk(0.97), relief.shrunk(0.8));
    let mut cracks = String::new();
    for k in (0..rim.len()).step_by(2) {
        cracks += &open(&[rim[k], slope[k]]);
    }
    canvas.path(&cracks, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".9\" opacity=\".8\""));
}

/// Facets around a peak, bright towards the light.
pub(crate) fn rocks(canvas: &mut Canvas, relief: &Relief) {
    let edge = canvas.line("#35342f");
    let peak = (relief.middle.0 - relief.half.0.min(relief.half.1) * 0.12, relief.middle.1 - relief.half.1 * 0.1);
    let count = relief.corners.len();
    let facets = (count / 3).max(3);
    for facet in 0..facets {
        let (first, last) = (facet * count / facets, (facet + 1) * count / facets);
        let mut shape: Vec<Spot> = (first..=last).map(|k| relief.corners[k % count]).collect();
        let outward = shape[shape.len() / 2];
        let lit = (peak.0 - outward.0) + (peak.1 - outward.1);
        let size = length((peak.0 - outward.0, peak.1 - outward.1)).max(0.01);
        let shades = ["#6f6c66", "#85827b", "#9a978f", "#b0ada4"];
        let shade = (((lit / size / SQRT_2 + 1.0) * 2.0) as usize).min(3);
        shape.push(peak);
        let fill = canvas.fill(shades[shade]);
        canvas.path(&closed(&shape), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".7\""));
    }
    canvas.path(&closed(&relief.corners), &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1.6\""));
}

/// A pond with ripples.
pub(crate) fn water(canvas: &mut Canvas, relief: &mut Relief) {
    let (shore, deep, edge) = (canvas.fill("#a9c3cc"), canvas.fill("#86acbd"), canvas.line("#3c6478"));
    canvas.path(&closed(&relief.corners), &format!("fill=\"{shore}\" stroke=\"{edge}\" stroke-width=\"1.4\""));
    canvas.path(&closed(&relief.shrunk(0.86)), &format!("fill=\"{deep}\""));
    let mut ripples = String::new();
    for spot in relief.scatter(INCH * 1.1, INCH * 0.8, 24) {
        ripples += &format!("M{} {}q3 -3 6 0t6 0t6 0", n(spot.0 - 9.0), n(spot.1));
    }
    canvas.path(&ripples, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" opacity=\".75\""));
}

/// Pools and tufts.
pub(crate) fn marsh(canvas: &mut Canvas, relief: &mut Relief) {
    let (ground, edge) = (canvas.fill("#a7b48c"), canvas.line("#566a45"));
    let look = format!("fill=\"{ground}\" stroke=\"{edge}\" stroke-width=\"1.1\" stroke-dasharray=\"7 3 2 3\"");
    canvas.path(&closed(&relief.corners), &look);
    let (pool, shore) = (canvas.fill("#93b3b5"), canvas.line("#4c7079"));
    for spot in relief.scatter(INCH * 1.9, INCH * 0.9, 7) {
        let (rx, ry) = (8.0 + relief.draw(5.0), 4.0 + relief.draw(3.0));
        canvas.raw(&format!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"{pool}\" stroke=\"{shore}\" stroke-width=\".8\"/>",
            n(spot.0),
            n(spot.1),
            n(rx),
            n(ry)
        ));
    }
    let mut tufts = String::new();
    for spot in relief.scatter(INCH * 0.85, INCH * 0.35, 40) {
        let (x, y) = (n(spot.0), n(spot.1));
        tufts += &format!("M{x} {y}l-3 -6M{x} {y}v-8M{x} {y}l3 -6");
    }
    canvas.path(&tufts, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1.1\""));
}

/// Rows of whatever grows.
pub(crate) fn crops(canvas: &mut Canvas, relief: &Relief) {
    let (ground, edge) = (canvas.fill("#d9c67c"), canvas.line("#7d6a26"));
    canvas.path(&closed(&relief.corners), &format!("fill=\"{ground}\" stroke=\"{edge}\" stroke-width=\"1.3\""));
    canvas.open_inside(&relief.corners);
    let (wide, deep) = relief.half;
    let mut rows = String::new();
    for k in 0..(2.0 * deep / 7.0).min(200.0) as i32 {
        let up = f64::from(k) * 7.0 - deep + 3.5;
        rows += &open(&[relief.local(-wide, up), relief.local(wide, up)]);
    }
    let row = canvas.line("#a98f35");
    canvas.path(&rows, &format!("fill=\"none\" stroke=\"{row}\" stroke-width=\"2.6\" stroke-dasharray=\"3 2.4\""));
    canvas.close();
}
