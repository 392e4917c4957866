//! The battlefield as a picture of characters, seen from above.
//!
//! A cell shows what covers its centre, so the picture is only as sharp as its scale; answers and verdicts are exact
//! all the same. Floats serve the picture alone.

use anstyle::Style;
use ground::{Outline, Point, UNITS_PER_INCH};
use vocabulary::{Area, Model, View, Word};

use crate::bounds::bounds;
use crate::{names, paint};

/// Ground that is told apart by its shade, in the order in which kinds of area turn up.
const SHADES: [char; 6] = ['░', '▒', '∴', '≈', '▓', '∷'];
const BARE: char = '·';

/// How many columns an inch takes, as a fraction; a row is as high as two columns are wide.
const SCALES: [(i32, i32); 7] = [(4, 1), (3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (1, 4)];

#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    style: Style,
    taken: bool,
}

/// A picture in the making.
struct Picture<'v> {
    view: &'v View,
    columns: usize,
    rows: usize,
    /// Units to a column; a row has twice as many.
    step: f64,
    cells: Vec<Cell>,
}

/// The battlefield, fitted to so many columns and lines.
pub(crate) fn draw(view: &View, width: usize, height: usize) -> String {
    let mut picture = Picture::blank(view, width.saturating_sub(8), height.saturating_sub(3));
    let mut areas: Vec<&Area> = view.areas.iter().collect();
    areas.sort_by_key(|area| std::cmp::Reverse(extent(&area.outline)));
    for area in &areas {
        picture.shade(area);
    }
    for model in &view.models {
        picture.put_model(model);
    }
    for area in areas.iter().rev() {
        picture.name_area(area);
    }
    picture.framed()
}

/// The shade of a kind of area.
pub(crate) fn shade(view: &View, term: Word) -> char {
    let mut kinds: Vec<Word> = Vec::new();
    for area in &view.areas {
        if !kinds.contains(&area.term) {
            kinds.push(area.term);
        }
    }
    let at = kinds.iter().position(|kind| *kind == term).unwrap_or_default();
    SHADES[at % SHADES.len()]
}

impl Picture<'_> {
    fn blank(view: &View, width: usize, height: usize) -> Picture<'_> {
        let size = view.field.size;
        let cells_at = |(columns, inches): (i32, i32)| {
            let step = f64::from(UNITS_PER_INCH) * f64::from(inches) / f64::from(columns);
            let across = (f64::from(size.x) / step).ceil().max(1.0) as usize;
            let down = (f64::from(size.y) / (2.0 * step)).ceil().max(1.0) as usize;
            (step, across, down)
        };
        let fits = SCALES.into_iter().map(cells_at).find(|(_, across, down)| *across <= width && *down <= height);
        let (step, columns, rows) = fits.unwrap_or_else(|| cells_at(SCALES[SCALES.len() - 1]));
        let (columns, rows) = (columns.min(400), rows.min(200));
        let cell = Cell { glyph: BARE, style: paint::FAINT, taken: false };
        Picture { view, columns, rows, step, cells: vec![cell; columns * rows] }
    }

    /// The point in the middle of a cell, or just beside it: edges often lie in the very middle.
    fn centre(&self, column: usize, row: usize) -> (f64, f64) {
        let x = (column as f64 + 0.5) * self.step;
        let y = (self.rows as f64 - row as f64 - 0.5) * 2.0 * self.step;
        (x + 0.25, y + 0.25)
    }

    /// The cell that a point lies in; the nearest one for a point beyond the edge.
    fn cell_of(&self, at: Point) -> (usize, usize) {
        let column = (f64::from(at.x) / self.step).floor().clamp(0.0, self.columns as f64 - 1.0);
        let up = (f64::from(at.y) / (2.0 * self.step)).floor().clamp(0.0, self.rows as f64 - 1.0);
        (column as usize, self.rows - 1 - up as usize)
    }

    fn shade(&mut self, area: &Area) {
        let glyph = shade(self.view, area.term);
        let style = area.owner.map_or(paint::FAINT, |seat| paint::ground(seat).dimmed());
        for row in 0..self.rows {
            for column in 0..self.columns {
                if covers(&area.outline, self.centre(column, row)) {
                    self.cells[row * self.columns + column] = Cell { glyph, style, taken: false };
                }
            }
        }
    }

    fn put_model(&mut self, model: &Model) {
        let Some(pose) = model.pose else { return };
        let seat = names::owner(self.view, model.id);
        let style = seat.map_or(paint::STRONG, paint::seat);
        let label = names::label(self.view, model.id);
        let at = self.cell_of(pose.at);
        if !self.write(at, &label, style) {
            // No room for the whole label: at least its letter, where the model stands.
            let letter: String = label.chars().take(1).collect();
            self.write(at, &letter, style);
        }
    }

    fn name_area(&mut self, area: &Area) {
        let Some((low, high)) = bounds(&area.outline) else { return };
        let at = self.cell_of(Point::new(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2));
        self.write(at, &area_label(area), area.owner.map_or(Style::new(), paint::seat));
    }

    /// Writes a label around a cell, a little to the side if that is taken, and says whether there was room.
    fn write(&mut self, (column, row): (usize, usize), label: &str, style: Style) -> bool {
        let letters: Vec<char> = label.chars().collect();
        let left = column.saturating_sub(letters.len() / 2).min(self.columns.saturating_sub(letters.len()));
        let starts = [Some(left), left.checked_add(1), left.checked_sub(1)];
        for start in starts.into_iter().flatten() {
            let cells = row * self.columns + start..row * self.columns + start + letters.len();
            if start + letters.len() > self.columns || self.cells[cells.clone()].iter().any(|cell| cell.taken) {
                continue;
            }
            for (cell, letter) in self.cells[cells].iter_mut().zip(&letters) {
                *cell = Cell { glyph: *letter, style, taken: true };
            }
            return true;
        }
        false
    }

    /// The picture with its frame and a scale in inches; a number stands where its inch begins.
    fn framed(&self) -> String {
        let inch = f64::from(UNITS_PER_INCH) / self.step;
        let every = [1, 2, 3, 6, 12, 24].into_iter().find(|n| f64::from(*n) * inch >= 6.0).unwrap_or(24);
        let marks = |per_inch: f64, cells: usize| -> Vec<(usize, i32)> {
            let at = |n: i32| ((f64::from(n) * per_inch).round() as usize, n);
            (0..).step_by(every as usize).map(at).take_while(|(cell, _)| *cell < cells).collect()
        };
        let up = marks(inch / 2.0, self.rows);
        let across = marks(inch, self.columns);
        let mut text = format!("     ┌{}┐\n", "─".repeat(self.columns));
        for row in 0..self.rows {
            let mark = up.iter().find(|(cell, _)| self.rows - 1 - row == *cell);
            text += &mark.map_or_else(|| "     │".to_owned(), |(_, n)| format!("{n:>4} ┤"));
            text += &self.row(row);
            text += "│\n";
        }
        let edge = |column| if across.iter().any(|(cell, _)| *cell == column) { '┬' } else { '─' };
        text += &format!("     └{}┘\n", (0..self.columns).map(edge).collect::<String>());
        let mut numbers = " ".repeat(6);
        for (cell, n) in across {
            let gap = (6 + cell).saturating_sub(numbers.len());
            numbers += &" ".repeat(gap);
            numbers += &n.to_string();
        }
        text + &numbers + " in\n"
    }

    fn row(&self, row: usize) -> String {
        let cells = &self.cells[row * self.columns..(row + 1) * self.columns];
        let alike = |a: &Cell, b: &Cell| a.style == b.style;
        let run =
            |cells: &[Cell]| paint::paint(cells[0].style, cells.iter().map(|cell| cell.glyph).collect::<String>());
        cells.chunk_by(alike).map(run).collect()
    }
}

/// The label of an area on the map: `a3` for `area:3`.
pub(crate) fn area_label(area: &Area) -> String {
    format!("a{}", area.id.0)
}

/// The area of the box around an outline: what is large is drawn first.
fn extent(outline: &Outline) -> i64 {
    let (low, high) = bounds(outline).unwrap_or_default();
    (i64::from(high.x) - i64::from(low.x)) * (i64::from(high.y) - i64::from(low.y))
}

fn covers(outline: &Outline, at: (f64, f64)) -> bool {
    let radius = f64::from(outline.radius.0);
    let near = edges(&outline.corners).any(|(a, b)| distance_to_edge(at, a, b) <= radius);
    (near || inside(&outline.corners, at)) && !outline.holes.iter().any(|hole| covers(hole, at))
}

fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

fn inside(corners: &[Point], (x, y): (f64, f64)) -> bool {
    let crosses = |(a, b): &(Point, Point)| {
        let ((ax, ay), (bx, by)) = ((f64::from(a.x), f64::from(a.y)), (f64::from(b.x), f64::from(b.y)));
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    };
    corners.len() > 2 && edges(corners).filter(crosses).count() % 2 == 1
}

fn distance_to_edge((x, y): (f64, f64), a: Point, b: Point) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    let (dx, dy) = (f64::from(b.x) - ax, f64::from(b.y) - ay);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - along * dx).hypot(y - ay - along * dy)
}

#[cfg(test)]
mod tests {
    use ground::{Length, Pose};
    use vocabulary::{AreaId, Battlefield, CardId, ModelId, Moment, Place, Seat, SeatView, Unit, UnitId};

    use super::*;

    fn view(size: Point) -> View {
        let seat = |id: u8, name: &str| SeatView {
            id: Seat(id),
            name: name.to_owned(),
            counters: Vec::new(),
            pool: Vec::new(),
            hidden: Vec::new(),
            marks: Vec::new(),
            gone: false,
        };
        View {
            game: Word::new("game"),
            settings: vocabulary::Settings::new(),
            seats: vec![seat(0, "Red"), seat(1, "Blue")],
            moment: Moment { round: 1, of: None, phase: Vec::new(), active: None, order: Vec::new(), outcome: None },
            field: Battlefield { size },
            areas: Vec::new(),
            units: Vec::new(),
            models: Vec::new(),
            cards: Vec::new(),
        }
    }

    fn with_model(mut view: View, id: u16, seat: u8, at: Point) -> View {
        let (unit, name) = (UnitId(id), String::new());
        let (counters, marks) = (Vec::new(), Vec::new());
        view.units.push(Unit {
            id: unit,
            seat: Seat(seat),
            card: CardId(0),
            name: name.clone(),
            place: Place::OnField,
            leader: None,
            counters: counters.clone(),
            marks: marks.clone(),
        });
        let (outline, pose) = (Outline::disc(Point::new(0, 0), Length::mm(16)), Some(Pose::at(at)));
        let (id, unit) = (ModelId(id), Some(unit));
        view.models.push(Model { id, unit, name, pose, outline, weapons: Vec::new(), counters, marks });
        view
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn models_stand_where_they_are_with_the_letter_of_their_seat() {
        let view = with_model(view(Point::inches(8, 4)), 3, 0, Point::inches(1, 0));
        let view = with_model(view, 12, 1, Point::new(Length::inches(7).0, Length::inches(4).0 - 1));
        let picture = plain(&draw(&view, 40, 12));
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "     ┌────────────────────────────────┐", "{picture}");
        assert!(lines[1].contains("B12"), "{picture}");
        assert_eq!(lines[8], "   0 ┤···R3···························│", "{picture}");
        assert!(lines[10].ends_with("in"), "{picture}");
    }

    #[test]
    fn ground_is_shaded_and_named_and_its_holes_are_bare() {
        let mut view = view(Point::inches(12, 8));
        let mut outline = Outline::rectangle(Point::inches(2, 2), Point::inches(10, 6));
        outline.holes.push(Outline::rectangle(Point::inches(4, 3), Point::inches(5, 5)));
        let (term, owner) = (Word::new("wood"), None);
        let (rules, counters, marks) = (Vec::new(), Vec::new(), Vec::new());
        view.areas.push(Area { id: AreaId(4), term, outline, rules, owner, counters, marks });
        let picture = plain(&draw(&view, 60, 20));
        let middle = picture.lines().nth(8).unwrap();
        assert!(middle.contains("░░·") && middle.contains("·░░"), "{picture}");
        assert!(picture.contains("a4"), "{picture}");
    }

    #[test]
    fn a_crowd_and_a_battlefield_of_any_size_are_drawn_somehow() {
        let mut crowd = view(Point::inches(72, 48));
        for id in 0..40 {
            crowd = with_model(crowd, id, (id % 2) as u8, Point::inches(30, 20));
        }
        assert!(plain(&draw(&crowd, 80, 30)).lines().all(|line| line.chars().count() <= 80));
        for size in [Point::new(0, 0), Point::new(1, 1), Point::inches(400, 400), Point::new(-5, -5)] {
            assert!(draw(&view(size), 80, 30).contains('┌'));
        }
    }
}
