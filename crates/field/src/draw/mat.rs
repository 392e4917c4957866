//! The mat: ground, grid, ticks and frame.

use crate::draw::canvas::{Canvas, Spot, Stand, Type, n};
use crate::draw::{HEAD, INCH, MARGIN, Paper, Sheet};
use crate::plot::scramble;

/// The side of the tile that the ground is made of.
const TILE: f64 = 12.0 * INCH;

/// The ground and the grid.
pub(crate) fn draw(canvas: &mut Canvas, sheet: Sheet, grid: bool) {
    let (at, size) = ((MARGIN, HEAD), (sheet.width, sheet.depth));
    if canvas.paper == Paper::Mat {
        tile(canvas);
        canvas.rect(at, size, "fill=\"#ccccaa\"");
        canvas.rect(at, size, "fill=\"url(#turf)\"");
    } else {
        canvas.rect(at, size, "fill=\"#fff\"");
    }
    if grid {
        lines(canvas, sheet);
    }
}

/// Patches and blades of grass, in a tile that repeats.
fn tile(canvas: &mut Canvas) {
    let mut state = 11;
    let mut draw = |most: f64| (scramble(&mut state) % 10_000) as f64 / 10_000.0 * most;
    let mut text = format!("<pattern id=\"turf\" width=\"{TILE}\" height=\"{TILE}\" patternUnits=\"userSpaceOnUse\">");
    for _ in 0..14 {
        let (x, y) = (30.0 + draw(TILE - 60.0), 30.0 + draw(TILE - 60.0));
        let (rx, ry) = (10.0 + draw(20.0), 8.0 + draw(16.0));
        let colour = if draw(1.0) < 0.5 { "#b9bf92" } else { "#d9d4b4" };
        text += &format!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"{colour}\" opacity=\".15\"/>",
            n(x),
            n(y),
            n(rx),
            n(ry)
        );
    }
    let mut blades = String::new();
    for _ in 0..70 {
        let (x, y) = (4.0 + draw(TILE - 10.0), 8.0 + draw(TILE - 10.0));
        blades += &format!("M{} {}l{} {}", n(x), n(y), n(draw(2.4) - 1.2), n(-2.0 - draw(2.5)));
    }
    text += &format!("<path d=\"{blades}\" stroke=\"#9aa274\" stroke-width=\".7\" opacity=\".7\"/></pattern>");
    canvas.define(&text);
}

fn lines(canvas: &mut Canvas, sheet: Sheet) {
    let colour = canvas.line("#6b6d55");
    for (every, width, opacity) in [(6, ".6", ".35"), (12, "1", ".5")] {
        let mut d = String::new();
        for (x, _) in marks(sheet.width, every).into_iter().filter(|(x, _)| *x > 0.0 && *x < sheet.width) {
            d += &format!("M{} {}v{}", n(MARGIN + x), n(HEAD), n(sheet.depth));
        }
        for (y, _) in marks(sheet.depth, every).into_iter().filter(|(y, _)| *y > 0.0 && *y < sheet.depth) {
            d += &format!("M{} {}h{}", n(MARGIN), n(HEAD + sheet.depth - y), n(sheet.width));
        }
        let look = format!("stroke=\"{colour}\" stroke-width=\"{width}\" opacity=\"{opacity}\" fill=\"none\"");
        canvas.path(&d, &look);
    }
}

/// Places every so many inches along a side, with their number.
fn marks(side: f64, every: u32) -> Vec<(f64, u32)> {
    let place = |number: u32| (f64::from(number) * INCH, number);
    (0..=400).step_by(every as usize).map(place).take_while(|(x, _)| *x <= side + 0.01).collect()
}

/// The edge, ticks for every inch, and numbers.
pub(crate) fn frame(canvas: &mut Canvas, sheet: Sheet) {
    let colour = canvas.line("#33342b");
    let look = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"");
    canvas.rect((MARGIN, HEAD), (sheet.width, sheet.depth), &look);
    let (right, low) = (MARGIN + sheet.width, HEAD + sheet.depth);
    let long = |number: u32| if number.is_multiple_of(6) { 7.0 } else { 3.5 };
    let mut d = String::new();
    for (x, number) in marks(sheet.width, 1) {
        d += &format!("M{} {}v{}", n(MARGIN + x), n(HEAD), n(-long(number)));
        d += &format!("M{} {}v{}", n(MARGIN + x), n(low), n(long(number)));
    }
    for (y, number) in marks(sheet.depth, 1) {
        d += &format!("M{} {}h{}", n(MARGIN), n(low - y), n(-long(number)));
        d += &format!("M{} {}h{}", n(right), n(low - y), n(long(number)));
    }
    canvas.path(&d, &format!("stroke=\"{colour}\" stroke-width=\".8\" fill=\"none\""));
    let look = Type { size: 11.0, colour: "#33342b", bold: false, halo: false };
    let mut number = |at: Spot, number: u32, stand| canvas.text(at, &number.to_string(), stand, look);
    for (x, value) in marks(sheet.width, 6) {
        number((MARGIN + x, low + 18.0), value, Stand::Middle);
    }
    for (y, value) in marks(sheet.depth, 6) {
        number((MARGIN - 10.0, low - y + 4.0), value, Stand::End);
    }
}
