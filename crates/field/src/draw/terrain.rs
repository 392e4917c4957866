//! Terrain, drawn by its kind.

mod built;
mod grown;

use ground::Length;

use crate::draw::canvas::{Canvas, Spot, closed, escaped};
use crate::draw::relief::{Relief, sides};
use crate::draw::{Paper, Sheet};
use crate::kind::Kind;
use crate::piece::Piece;

/// How far a shadow falls for an inch of height.
const SHADOW: f64 = 2.6;

/// Draws a piece.
pub(crate) fn draw(canvas: &mut Canvas, sheet: Sheet, piece: &Piece) {
    draw_relief(canvas, sheet, piece, Relief::new(sheet, piece), shift(piece));
}

/// Draws a piece of this relief, with walls whose shadows fall so far.
pub(crate) fn draw_relief(canvas: &mut Canvas, sheet: Sheet, piece: &Piece, mut relief: Relief, shift: Spot) {
    if relief.corners.len() < 3 {
        return;
    }
    canvas.open("stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    canvas.raw(&format!("<title>{}: {}, {} high</title>", escaped(&piece.name), piece.kind, piece.height.about()));
    match piece.kind {
        Kind::Ruin => built::ruin(canvas, &mut relief),
        Kind::Building => built::building(canvas, &mut relief, piece),
        Kind::Wall => built::wall(canvas, &relief),
        Kind::Barricade => built::barricade(canvas, &relief),
        Kind::Container => built::container(canvas, &mut relief),
        Kind::Rubble => built::rubble(canvas, &mut relief),
        Kind::Wood => grown::wood(canvas, &mut relief),
        Kind::Hill => grown::hill(canvas, &relief),
        Kind::Hedge => grown::hedge(canvas, &mut relief),
        Kind::Crater => grown::crater(canvas, &mut relief),
        Kind::Rocks => grown::rocks(canvas, &relief),
        Kind::Water => grown::water(canvas, &mut relief),
        Kind::Marsh => grown::marsh(canvas, &mut relief),
        Kind::Crops => grown::crops(canvas, &relief),
    }
    let walls: Vec<(Spot, Spot)> =
        piece.wall_lines().into_iter().map(|(from, to)| (sheet.spot(from), sheet.spot(to))).collect();
    if piece.kind == Kind::Ruin && !walls.is_empty() {
        cast(canvas, walls.iter().copied(), shift, "");
    }
    for (from, to) in walls {
        built::standing_wall(canvas, &mut relief, from, to);
    }
    canvas.close();
}

/// Draws the shadow of a piece on the ground.
pub(crate) fn shadow(canvas: &mut Canvas, sheet: Sheet, piece: &Piece) {
    // Trees, slopes and stones on the ground bring their own, and so do the walls of ruins.
    if matches!(piece.kind, Kind::Wood | Kind::Hill | Kind::Rubble | Kind::Crops | Kind::Hedge | Kind::Ruin) {
        return;
    }
    let corners = sheet.spots(&piece.plot.corners());
    let shift = shift(piece);
    let far = corners.iter().map(|spot| (spot.0 + shift.0, spot.1 + shift.1)).collect();
    cast(canvas, sides(&corners), shift, &closed(&wound(far)));
}

/// How far a shadow falls: to the right, and down.
fn shift(piece: &Piece) -> Spot {
    let long = f64::from(piece.height.max(Length::ZERO).0) / f64::from(ground::UNITS_PER_INCH) * SHADOW;
    (long.min(30.0) * 0.8, long.min(30.0) * 0.6)
}

/// The shadow of lines, and of what else stands in `d`; none on paper, and none of what is flat.
fn cast(canvas: &mut Canvas, lines: impl Iterator<Item = (Spot, Spot)>, shift: Spot, d: &str) {
    if canvas.paper == Paper::White || shift.0 < 0.4 {
        return;
    }
    let swept: String = lines.map(|(from, to)| swept(from, to, shift)).collect();
    canvas.path(&(swept + d), "fill=\"#23241a\" opacity=\".3\"");
}

/// What a line covers when it is shifted.
fn swept(from: Spot, to: Spot, shift: Spot) -> String {
    let far = |spot: Spot| (spot.0 + shift.0, spot.1 + shift.1);
    closed(&wound(vec![from, to, far(to), far(from)]))
}

/// Corners in one direction, so that several outlines in a path add up instead of cancelling out.
fn wound(mut corners: Vec<Spot>) -> Vec<Spot> {
    let twice: f64 = sides(&corners).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
    if twice < 0.0 {
        corners.reverse();
    }
    corners
}
