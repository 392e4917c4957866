//! Drawings of battlefields as SVG: seen from above, to be shown on a screen or printed.
//!
//! The text is the same on every machine, and needs nothing from where it is shown: letters are paths, too. Floats
//! serve the picture alone.

mod canvas;
mod labels;
mod legend;
mod letters;
mod mat;
mod palette;
mod relief;
mod terrain;
mod zones;

use ground::{Outline, Point, UNITS_PER_INCH};

use crate::draw::canvas::{Canvas, Spot};
use crate::draw::labels::Labels;
use crate::field::Field;
use crate::kind::Kind;
use crate::piece::Piece;

pub use crate::draw::palette::Paper;

/// Units of the drawing to an inch.
const INCH: f64 = 20.0;
/// Room around the mat, for numbers.
const MARGIN: f64 = 34.0;
/// Room above the mat, for the title.
const HEAD: f64 = 70.0;

/// How a battlefield is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How wide the picture is, in pixels.
    pub width: u32,
    /// Whether pieces bear their names and heights.
    pub labels: bool,
    /// Whether lines are drawn every six inches.
    pub grid: bool,
    /// What it is drawn on.
    pub paper: Paper,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 1_600, labels: true, grid: true, paper: Paper::Mat }
    }
}

/// A base, or anything else that stands on the battlefield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Where it stands and what it covers.
    pub outline: Outline,
    /// A short text on it.
    pub label: String,
    /// Its colour: red, green and blue.
    pub colour: [u8; 3],
}

/// Where things of a battlefield lie on the drawing.
#[derive(Clone, Copy, Debug)]
struct Sheet {
    width: f64,
    depth: f64,
    /// The middle of the field.
    middle: Point,
}

impl Sheet {
    fn spot(self, point: Point) -> Spot {
        let inch = f64::from(UNITS_PER_INCH);
        (MARGIN + f64::from(point.x) / inch * INCH, HEAD + self.depth - f64::from(point.y) / inch * INCH)
    }

    fn spots(self, points: &[Point]) -> Vec<Spot> {
        points.iter().map(|point| self.spot(*point)).collect()
    }
}

/// Draws a battlefield, and bases on it if there are any. A faulty one is drawn as far as it goes.
pub fn draw(field: &Field, style: &Style, bases: &[Base]) -> String {
    let inch = f64::from(UNITS_PER_INCH);
    let side = |length: ground::Length| f64::from(length.0).clamp(inch, 400.0 * inch) / inch * INCH;
    let middle = Point::new(field.size.width.0 / 2, field.size.depth.0 / 2);
    let sheet = Sheet { width: side(field.size.width), depth: side(field.size.depth), middle };
    let width = sheet.width + 2.0 * MARGIN;
    let mut canvas = Canvas::new(style.paper);
    let legend = legend::Legend::new(field, width);
    let height = HEAD + sheet.depth + MARGIN + legend.height();

    mat::draw(&mut canvas, sheet, style.grid);
    canvas.open_clip("mat", (MARGIN, HEAD), (sheet.width, sheet.depth));
    for zone in &field.zones {
        zones::draw(&mut canvas, sheet, zone);
    }
    let pieces = in_order(&field.pieces);
    for piece in &pieces {
        terrain::shadow(&mut canvas, sheet, piece);
    }
    for piece in &pieces {
        terrain::draw(&mut canvas, sheet, piece);
    }
    canvas.close();
    mat::frame(&mut canvas, sheet);
    let mut labels = Labels::new(sheet, &field.zones);
    for objective in &field.objectives {
        zones::objective(&mut canvas, sheet, objective, &mut labels);
    }
    for base in bases {
        zones::base(&mut canvas, sheet, base, &mut labels);
    }
    if style.labels {
        labels.name_zones(&mut canvas, &field.zones);
        labels.name_pieces(&mut canvas, &field.pieces);
    }
    legend::title(&mut canvas, field, width);
    legend.draw(&mut canvas, sheet, HEAD + sheet.depth + MARGIN);
    canvas.finish(&title(field), style.width, width, height)
}

/// What is low is drawn first: hills carry what stands on them.
fn in_order(pieces: &[Piece]) -> Vec<&Piece> {
    let mut pieces: Vec<&Piece> = pieces.iter().collect();
    pieces.sort_by_key(|piece| (piece.kind != Kind::Hill, piece.height));
    pieces
}

fn title(field: &Field) -> String {
    let name = if field.name.is_empty() { "Battlefield" } else { &field.name };
    format!("{name}, {}", field.size.about())
}
