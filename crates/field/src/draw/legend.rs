//! The title above the mat, and the legend below it.

use ground::{FACINGS, Length, Point, Rect, UNITS_PER_INCH};

use crate::draw::canvas::{Canvas, Stand, Type};
use crate::draw::relief::Relief;
use crate::draw::{INCH, MARGIN, Sheet, letters, terrain};
use crate::field::Field;
use crate::kind::{Going, Kind, Sight};
use crate::piece::Piece;
use crate::plot::{Form, Frame, Plot};

const ROW: f64 = 34.0;
const INK: &str = "#26261f";

/// Name, size, and where it comes from.
pub(crate) fn title(canvas: &mut Canvas, field: &Field, width: f64) {
    let name = if field.name.is_empty() { "Battlefield" } else { &field.name };
    let big = Type { size: fitted(name, 26.0, width * 0.5), colour: INK, bold: true, halo: false };
    canvas.text((MARGIN, 33.0), name, Stand::Start, big);
    let size: Vec<String> = field.size.about().split('x').map(|side| side.trim().to_owned()).collect();
    let mut parts = vec![size.join(" × "), field.symmetry.about().to_owned()];
    parts.extend(field.seed.map(|seed| format!("seed {seed}")));
    let text = parts.join("  ·  ");
    let small =
        |text: &str| Type { size: fitted(text, 13.0, width - 2.0 * MARGIN), colour: INK, bold: false, halo: false };
    canvas.text((MARGIN, 54.0), &text, Stand::Start, small(&text));
    scale_bar(canvas, width - MARGIN);
}

/// The size of type in which a text is no wider than this.
fn fitted(text: &str, size: f64, wide: f64) -> f64 {
    size.min(wide * 1_000.0 / letters::width(text).max(1.0))
}

/// A foot, in inches, ending at this place.
fn scale_bar(canvas: &mut Canvas, right: f64) {
    let (left, top) = (right - 12.0 * INCH, 38.0);
    if left < MARGIN + 200.0 {
        return;
    }
    let dark = canvas.line("#26261f");
    for part in 0..4 {
        let fill = if part % 2 == 0 { dark.as_str() } else { "#fff" };
        let at = (left + f64::from(part) * 3.0 * INCH, top);
        canvas.rect(at, (3.0 * INCH, 6.0), &format!("fill=\"{fill}\" stroke=\"{dark}\" stroke-width=\"1\""));
    }
    let look = Type { size: 11.0, colour: INK, bold: false, halo: false };
    for number in [0, 3, 6, 9, 12] {
        let text = if number == 12 { "12 in".to_owned() } else { number.to_string() };
        let stand = if number == 12 { Stand::End } else { Stand::Middle };
        canvas.text((left + f64::from(number) * INCH, top - 5.0), &text, stand, look);
    }
}

/// The kinds that there are, in columns.
pub(crate) struct Legend<'f> {
    entries: Vec<(&'f Piece, String, String)>,
    columns: usize,
    step: f64,
}

impl<'f> Legend<'f> {
    pub(crate) fn new(field: &'f Field, width: f64) -> Legend<'f> {
        let mut entries = Vec::new();
        for kind in Kind::ALL {
            let of_kind: Vec<&Piece> = field.pieces.iter().filter(|piece| piece.kind == kind).collect();
            if let Some(first) = of_kind.first() {
                entries.push((*first, kind.counted(of_kind.len()), about(&of_kind)));
            }
        }
        let columns = ((width - 2.0 * MARGIN) / 190.0).floor().clamp(1.0, 7.0) as usize;
        // Rows as even as can be.
        let rows = entries.len().div_ceil(columns).max(1);
        let columns = entries.len().div_ceil(rows).max(1);
        Legend { entries, columns, step: (width - 2.0 * MARGIN) / columns as f64 }
    }

    pub(crate) fn height(&self) -> f64 {
        self.entries.len().div_ceil(self.columns) as f64 * ROW + 12.0
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, sheet: Sheet, top: f64) {
        for (place, (piece, name, text)) in self.entries.iter().enumerate() {
            let x = MARGIN + (place % self.columns) as f64 * self.step;
            let y = top + (place / self.columns) as f64 * ROW;
            sample(canvas, sheet, piece, x, y);
            let wide = self.step - 62.0;
            let look =
                |text: &str, size: f64, bold| Type { size: fitted(text, size, wide), colour: INK, bold, halo: false };
            canvas.text((x + 54.0, y + 12.0), name, Stand::Start, look(name, 12.5, true));
            canvas.text((x + 54.0, y + 26.0), text, Stand::Start, look(text, 11.0, false));
        }
    }
}

/// How high pieces are, what they do to sight and what to feet.
fn about(pieces: &[&Piece]) -> String {
    let low = pieces.iter().map(|piece| piece.height).min().unwrap_or(Length::ZERO);
    let high = pieces.iter().map(|piece| piece.height).max().unwrap_or(Length::ZERO);
    let mut parts = Vec::new();
    if low != high {
        parts.push(format!("{}–{}", low.about().trim_end_matches(" in"), high.about()));
    } else if high > Length::ZERO {
        parts.push(high.about());
    } else {
        parts.push("flat".to_owned());
    }
    match pieces.iter().map(|piece| piece.sight).max() {
        None | Some(Sight::Clear) => {}
        Some(Sight::Soft) => parts.push("obscures".to_owned()),
        Some(Sight::Hard) => parts.push("blocks sight".to_owned()),
    }
    match pieces.iter().map(|piece| piece.going).max() {
        None | Some(Going::Open) => {}
        Some(Going::Rough) => parts.push("rough".to_owned()),
        Some(Going::Climb) => parts.push("climb".to_owned()),
        Some(Going::Closed) => parts.push("closed".to_owned()),
    }
    parts.join(", ")
}

/// Half the width and half the depth of a sample, in inches of a field of its own.
const SAMPLE: (f64, f64) = (2.0, 1.2);

/// A small piece that looks like one on the field: of the same outline, colours and dice, level, and as large as fits.
fn sample(canvas: &mut Canvas, sheet: Sheet, piece: &Piece, x: f64, y: f64) {
    let middle = Point::inches(2, 2);
    let small = Piece { plot: fitted_plot(&piece.plot, middle), ..piece.clone() };
    // The sample is drawn as on a field of its own, moved here.
    let own = Sheet { width: 4.0 * INCH, depth: 4.0 * INCH, middle };
    let scale = 0.56;
    let spot = own.spot(middle);
    let (dx, dy) = (x + 24.0 - spot.0 * scale, y + 15.0 - spot.1 * scale);
    canvas.open(&format!("transform=\"translate({dx:.2} {dy:.2}) scale({scale})\""));
    let relief = Relief::new(own, &small).with_dice_of(&Relief::new(sheet, piece));
    terrain::draw_relief(canvas, own, &small, relief, (0.0, 0.0));
    canvas.close();
}

/// The plot around a place, not turned, and scaled to the size of a sample; what is thin stays thick enough to be seen.
fn fitted_plot(plot: &Plot, at: Point) -> Plot {
    let (width, depth) = match plot {
        Plot::Framed(_, frame) => (frame.width, frame.depth),
        Plot::Corners(corners) => (Rect::around(corners).width(), Rect::around(corners).height()),
    };
    let [width, depth] = [width, depth].map(|side| f64::from(side.0.max(1)) / f64::from(UNITS_PER_INCH));
    let upright = depth > width;
    let (long, short) = if upright { (depth, width) } else { (width, depth) };
    let scale = (SAMPLE.0 * 2.0 / long).min(SAMPLE.1 * 2.0 / short);
    let units = |inches: f64| (inches * f64::from(UNITS_PER_INCH)) as i32;
    match plot {
        Plot::Framed(form, frame) => {
            let side = |inches: f64| Length(units((inches * scale).max(0.6)));
            let notch = |length: Length| Length((f64::from(length.0) * scale) as i32);
            let form = match form {
                Form::Ell(across, down) => Form::Ell(notch(*across), notch(*down)),
                form => *form,
            };
            let turned = if upright { FACINGS / 4 } else { 0 };
            Plot::Framed(form, Frame { at, width: side(width), depth: side(depth), turned, flipped: frame.flipped })
        }
        Plot::Corners(corners) => {
            let centre = Rect::around(corners).centre();
            let scale = (SAMPLE.0 * 2.0 / width).min(SAMPLE.1 * 2.0 / depth);
            let place = |to: i32, from: i32, centre: i32| to + ((f64::from(from) - f64::from(centre)) * scale) as i32;
            let moved = |corner: &Point| Point::new(place(at.x, corner.x, centre.x), place(at.y, corner.y, centre.y));
            Plot::Corners(corners.iter().map(moved).collect())
        }
    }
}
