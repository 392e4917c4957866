//! Labels that never lie on each other, and rarely on terrain that is not theirs.

use crate::draw::canvas::{Canvas, Spot, Stand, Type, n};
use crate::draw::relief::{Relief, around, contains, length, sides, to_segment};
use crate::draw::zones::long;
use crate::draw::{HEAD, MARGIN, Sheet, letters, palette};
use crate::piece::Piece;
use crate::zone::Zone;

/// Sizes of type that are tried, the best first.
const SIZES: [f64; 3] = [12.0, 10.5, 9.0];
/// The size of type for zones.
const ZONE: f64 = 13.0;

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    low: Spot,
    high: Spot,
}

impl Patch {
    pub(crate) fn around(at: Spot, radius: f64) -> Patch {
        Patch { low: (at.0 - radius, at.1 - radius), high: (at.0 + radius, at.1 + radius) }
    }

    /// Where a text in one line lies, its middle here.
    fn of_text(middle: Spot, text: &str, size: f64) -> Patch {
        let (wide, high) = (letters::width(text) * size / 1_000.0 + 4.0, size + 3.0);
        let low = (middle.0 - wide / 2.0, middle.1 - high / 2.0);
        Patch { low, high: (low.0 + wide, low.1 + high) }
    }

    fn meets(&self, other: &Patch) -> bool {
        self.low.0 < other.high.0 && other.low.0 < self.high.0 && self.low.1 < other.high.1 && other.low.1 < self.high.1
    }

    /// Some places of it, evenly spread.
    fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let part = |low: f64, high: f64, k: u32, of: u32| low + (high - low) * f64::from(k) / f64::from(of);
        (0..21).map(move |k| (part(self.low.0, self.high.0, k % 7, 6), part(self.low.1, self.high.1, k / 7, 2)))
    }
}

/// What is written where.
pub(crate) struct Labels {
    sheet: Sheet,
    taken: Vec<Patch>,
    /// The edges of zones, which one would rather not write across.
    edges: Vec<(Spot, Spot)>,
}

impl Labels {
    pub(crate) fn new(sheet: Sheet, zones: &[Zone]) -> Labels {
        let edges = zones.iter().flat_map(|zone| sides(&sheet.spots(&zone.corners)).collect::<Vec<_>>()).collect();
        Labels { sheet, taken: Vec::new(), edges }
    }

    /// Keeps a patch free of labels.
    pub(crate) fn take(&mut self, patch: Patch) {
        self.taken.push(patch);
    }

    fn is_free(&self, patch: &Patch) -> bool {
        let inside = patch.low.0 > MARGIN + 3.0
            && patch.low.1 > HEAD + 3.0
            && patch.high.0 < MARGIN + self.sheet.width - 3.0
            && patch.high.1 < HEAD + self.sheet.depth - 3.0;
        inside && !self.taken.iter().any(|other| other.meets(patch))
    }

    /// Names zones in their corners or along their edges.
    pub(crate) fn name_zones(&mut self, canvas: &mut Canvas, zones: &[Zone]) {
        for zone in zones {
            // In a narrow zone there is room for the player alone.
            let texts = [format!("player {}: {}", zone.seat, zone.name), format!("player {}", zone.seat)];
            let corners = self.sheet.spots(&zone.corners);
            let cut = zone.without.map(|disc| (self.sheet.spot(disc.at), long(disc.radius)));
            let inside = |spot: Spot| {
                let is_cut = |(at, radius): (Spot, f64)| length((spot.0 - at.0, spot.1 - at.1)) < radius;
                contains(&corners, spot) && !cut.is_some_and(is_cut)
            };
            let place_of = |text: &str| {
                let fits = |place: &Spot| {
                    let patch = Patch::of_text(*place, text, ZONE);
                    self.is_free(&patch) && patch.spots().all(inside)
                };
                zone_places(&corners, text, self.sheet).into_iter().find(fits)
            };
            if let Some((text, place)) = texts.iter().find_map(|text| Some((text, place_of(text)?))) {
                let look = Type { size: ZONE, colour: palette::seat(zone.seat), bold: true, halo: true };
                self.write(canvas, place, text, look);
            }
        }
    }

    pub(crate) fn name_objective(&mut self, canvas: &mut Canvas, at: Spot, radius: f64, name: &str) {
        for size in SIZES {
            for far in [radius + 9.0, radius + 20.0, radius + 34.0] {
                let wide = letters::width(name) * size / 2_000.0;
                let places =
                    [(at.0, at.1 + far), (at.0, at.1 - far), (at.0 + far + wide, at.1), (at.0 - far - wide, at.1)];
                for place in places {
                    if self.is_free(&Patch::of_text(place, name, size)) {
                        let look = Type { size, colour: "#1b1b16", bold: true, halo: true };
                        self.write(canvas, place, name, look);
                        return;
                    }
                }
            }
        }
    }

    /// Names every piece, the largest first: they have the most room of their own.
    pub(crate) fn name_pieces(&mut self, canvas: &mut Canvas, pieces: &[Piece]) {
        let mut reliefs: Vec<(&Piece, Relief)> =
            pieces.iter().map(|piece| (piece, Relief::new(self.sheet, piece))).collect();
        reliefs.retain(|(_, relief)| relief.corners.len() > 2);
        let area = |relief: &Relief| relief.half.0 * relief.half.1;
        let mut order: Vec<usize> = (0..reliefs.len()).collect();
        order.sort_by(|a, b| area(&reliefs[*b].1).total_cmp(&area(&reliefs[*a].1)));
        for place in order {
            self.name_piece(canvas, place, &reliefs);
        }
    }

    fn name_piece(&mut self, canvas: &mut Canvas, own: usize, reliefs: &[(&Piece, Relief)]) {
        let (piece, relief) = &reliefs[own];
        let text = label(piece);
        let mut best: Option<(f64, f64, Spot)> = None;
        for (rank, size) in SIZES.into_iter().enumerate() {
            for (place, bother) in places(relief, &text, size) {
                let patch = Patch::of_text(place, &text, size);
                if !self.is_free(&patch) {
                    continue;
                }
                let on_others =
                    |spot: &Spot| reliefs.iter().enumerate().any(|(k, (_, other))| k != own && other.contains(*spot));
                let covers = patch.spots().filter(on_others).count() as f64;
                let crosses = |spot: Spot| self.edges.iter().any(|(a, b)| to_segment(spot, *a, *b) < 4.0);
                let across = if patch.spots().any(crosses) { 7.0 } else { 0.0 };
                let cost = bother + covers * 3.0 + rank as f64 * 9.0 + across;
                if best.is_none_or(|(least, _, _)| cost < least) {
                    best = Some((cost, size, place));
                }
            }
        }
        let Some((_, size, place)) = best else { return };
        leader(canvas, relief, place, &Patch::of_text(place, &text, size));
        self.write(canvas, place, &text, Type { size, colour: "#1d1d17", bold: false, halo: true });
    }

    /// Writes a text around its middle, and keeps its patch free from then on.
    fn write(&mut self, canvas: &mut Canvas, middle: Spot, text: &str, look: Type<'_>) {
        canvas.text((middle.0, middle.1 + look.size * 0.36), text, Stand::Middle, look);
        self.take(Patch::of_text(middle, text, look.size));
    }
}

/// Where the name of a zone may stand: towards the edge of the field first, where fewest things are.
fn zone_places(corners: &[Spot], text: &str, sheet: Sheet) -> Vec<Spot> {
    let half = (letters::width(text) * ZONE / 2_000.0 + 8.0, ZONE / 2.0 + 6.0);
    let (low, high) = around(corners);
    let (left, right, top, bottom) = (low.0 + half.0, high.0 - half.0, low.1 + half.1, high.1 - half.1);
    let is_upper = (top + bottom) / 2.0 - HEAD < sheet.depth * 0.48;
    let rows = if is_upper { [top, bottom] } else { [bottom, top] };
    let across = [0.0, 0.08, 0.92, 1.0, 0.2, 0.8, 0.35, 0.65, 0.5].map(|part| left + (right - left) * part);
    rows.into_iter().flat_map(|y| across.into_iter().map(move |x| (x, y))).collect()
}

fn label(piece: &Piece) -> String {
    if piece.height == ground::Length::ZERO {
        return piece.name.clone();
    }
    let inches = piece.height.about();
    format!("{} · {}\u{2033}", piece.name, inches.trim_end_matches(" in"))
}

/// Where a label may stand: in the middle of a piece if it fits there, else around it; with how bad each place is.
fn places(relief: &Relief, text: &str, size: f64) -> Vec<(Spot, f64)> {
    let at = relief.middle;
    let half = letters::width(text) * size / 2_000.0 + 2.0;
    let ((left, top), (right, low)) = around(&relief.corners);
    // A thin piece would vanish behind its name.
    let thin = relief.half.0.min(relief.half.1) < 14.0;
    let fits = !thin && Patch::of_text(at, text, size).spots().all(|spot| relief.contains(spot));
    let mut places = vec![(at, if fits { 0.0 } else { 30.0 })];
    for up in [-16.0, 16.0, -30.0, 30.0] {
        let place = (at.0, at.1 + up);
        let fits = Patch::of_text(place, text, size).spots().all(|spot| relief.contains(spot));
        places.push((place, if fits { 2.0 } else { 34.0 }));
    }
    // Beside a long side, however it is turned.
    let (across, up) = relief.top;
    let off = relief.half.1 + across.abs() * half + up.abs() * size / 2.0 + 3.0;
    for (way, bother) in [(-off, 5.0), (off, 5.0), (-off - 10.0, 11.0), (off + 10.0, 11.0)] {
        places.push((relief.local(0.0, way), bother));
    }
    for (far, bother) in [(2.0, 6.0), (10.0, 12.0), (22.0, 22.0), (40.0, 40.0), (64.0, 60.0)] {
        let (up, down) = (top - size / 2.0 - far, low + size / 2.0 + far);
        let (west, east) = (left - half - far, right + half + far);
        let around =
            [(at.0, down), (at.0, up), (east, at.1), (west, at.1), (east, down), (west, down), (east, up), (west, up)];
        let sway = (half + (right - left) / 2.0) * 0.5;
        let slid = [(at.0 + sway, down), (at.0 - sway, down), (at.0 + sway, up), (at.0 - sway, up)];
        places.extend(around.into_iter().enumerate().map(|(k, place)| (place, bother + k as f64)));
        places.extend(slid.map(|place| (place, bother + 3.0)));
        // Close to a slanting piece there is often room inside the box around it.
        let near = [
            (at.0, down - (low - top) * 0.3),
            (at.0, up + (low - top) * 0.3),
            (east - half * 0.6, down),
            (west + half * 0.6, down),
            (east - half * 0.6, up),
            (west + half * 0.6, up),
        ];
        places.extend(near.map(|place| (place, bother + 2.0)));
    }
    places
}

/// A thin line from a label that had to go far to its piece.
fn leader(canvas: &mut Canvas, relief: &Relief, place: Spot, patch: &Patch) {
    let is_near = |spot: Spot| relief.contains(spot) || relief.to_edge(spot) < 18.0;
    if patch.spots().any(is_near) {
        return;
    }
    let colour = canvas.line("#1d1d17");
    let d = format!("M{} {}L{} {}", n(relief.middle.0), n(relief.middle.1), n(place.0), n(place.1));
    canvas.path(&d, &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\".8\""));
}

#[cfg(test)]
mod tests {
    use crate::draw::canvas::Canvas;
    use crate::draw::zones;
    use crate::field::Field;
    use crate::request::{Density, Request, Terrain};
    use ground::Point;

    use super::*;

    /// Writes all labels of a field and gives their patches, those of markers first.
    fn patches(field: &Field) -> Vec<Patch> {
        let inches = |length: ground::Length| f64::from(length.0 / ground::UNITS_PER_INCH) * crate::draw::INCH;
        let middle = Point::default();
        let sheet = Sheet { width: inches(field.size.width), depth: inches(field.size.depth), middle };
        let (mut canvas, mut labels) = (Canvas::new(crate::draw::Paper::Mat), Labels::new(sheet, &field.zones));
        for objective in &field.objectives {
            zones::objective(&mut canvas, sheet, objective, &mut labels);
        }
        labels.name_zones(&mut canvas, &field.zones);
        labels.name_pieces(&mut canvas, &field.pieces);
        labels.taken
    }

    #[test]
    fn a_narrow_zone_is_called_after_its_player_alone() {
        let zone = |width: i32| crate::Zone::rectangle("west", 1, Point::inches(0, 0), Point::inches(width, 22));
        let wide = |width: i32| {
            let field = Field { zones: vec![zone(width)], ..Field::bare("", crate::Size::inches(30, 22)) };
            patches(&field).first().map(|patch| patch.high.0 - patch.low.0)
        };
        assert!(wide(4).unwrap() < wide(12).unwrap());
    }

    #[test]
    fn no_two_labels_meet_and_hardly_any_is_left_out() {
        let (mut wanted, mut written) = (0, 0);
        for seed in 0..20 {
            let terrain = Terrain::Mixed(None, Density::Dense);
            let field = Field::generate(&Request { terrain, ..Request::of_seed(seed) }).unwrap();
            let patches = patches(&field);
            for (place, patch) in patches.iter().enumerate() {
                assert!(!patches[..place].iter().any(|other| other.meets(patch)), "seed {seed}");
            }
            wanted += field.objectives.len() + field.zones.len() + field.pieces.len();
            written += patches.len();
        }
        assert!(written * 100 >= wanted * 99, "{written} of {wanted}");
    }
}
