//! The battlefield as a picture of characters, seen from above.
//!
//! A cell shows what covers its centre, so the picture is only as sharp as its scale; answers and verdicts are exact
//! all the same. Whatever stands on whatever: each unit has its letter somewhere near its middle, each disc its number.

mod looks;
mod outlines;

use std::f64::consts::SQRT_2;

use anstyle::Style;
use ground::{Outline, Point, UNITS_PER_INCH};
use vocabulary::{Area, Model, Proof, Ref, Unit, UnitId, View};

use crate::bounds::bounds;
use crate::names::{self, Glossary};
use crate::paint;

pub(crate) use looks::legend;

const BARE: char = ' ';
/// Where lines of six or twelve inches cross.
const CROSSING: char = '+';
/// A base that is as many columns wide has room for the number of its model.
const ROOMY: f64 = 2.5;
/// Where something can go, or reaches.
const REACHED: char = '*';
/// A line that proves something.
const LINE: char = '•';

/// What is shown of a battlefield.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) view: &'a View,
    /// What its words mean.
    pub(crate) glossary: &'a Glossary,
    /// What is to be looked at.
    pub(crate) about: &'a [Ref],
    /// A verdict to be drawn.
    pub(crate) proof: Option<&'a Proof>,
}

/// A picture: lines that all are this wide.
pub(crate) struct Drawn {
    pub(crate) lines: Vec<String>,
    pub(crate) width: usize,
}

#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    style: Style,
    /// The unit that stands here.
    unit: Option<UnitId>,
    /// Whether it is a label, which nothing may hide.
    fixed: bool,
}

/// A picture in the making.
struct Picture<'a> {
    scene: Scene<'a>,
    columns: usize,
    rows: usize,
    /// Units of length to a column; a row has twice as many.
    step: f64,
    cells: Vec<Cell>,
}

/// The battlefield, fitted to so many columns and lines.
pub(crate) fn draw(scene: Scene<'_>, width: usize, height: usize) -> Drawn {
    let mut picture = Picture::blank(scene, width.saturating_sub(5), height.saturating_sub(3));
    let mut areas: Vec<&Area> = scene.view.areas.iter().collect();
    areas.sort_by_key(|area| std::cmp::Reverse(extent(&area.outline)));
    for area in &areas {
        picture.shade(area);
    }
    picture.cross();
    picture.prove();
    let mut models: Vec<&Model> = scene.view.models.iter().collect();
    models.sort_by_key(|model| std::cmp::Reverse(extent(&model.outline)));
    for model in models {
        picture.put_model(model);
    }
    for area in &areas {
        picture.number(area);
    }
    for unit in &scene.view.units {
        picture.label(unit);
    }
    picture.framed()
}

impl<'a> Picture<'a> {
    fn blank(scene: Scene<'a>, width: usize, height: usize) -> Picture<'a> {
        let size = scene.view.field.size;
        let (wide, deep) = (f64::from(size.x.max(1)), f64::from(size.y.max(1)));
        let (width, height) = (width.clamp(8, 400), height.clamp(4, 200));
        let step = (wide / width as f64).max(deep / (2 * height) as f64);
        let cells = |length: f64, step: f64, most: usize| ((length / step).round().max(1.0) as usize).min(most);
        let (columns, rows) = (cells(wide, step, width), cells(deep, 2.0 * step, height));
        let cell = Cell { glyph: BARE, style: paint::FAINT, unit: None, fixed: false };
        Picture { scene, columns, rows, step, cells: vec![cell; columns * rows] }
    }

    /// The point in the middle of a cell, or just beside it: edges often lie in the very middle.
    fn centre(&self, at: usize) -> (f64, f64) {
        let (column, row) = (at % self.columns, at / self.columns);
        let x = (column as f64 + 0.5) * self.step;
        let y = (self.rows as f64 - row as f64 - 0.5) * 2.0 * self.step;
        (x + 0.25, y + 0.25)
    }

    /// The cell that a point lies in; the nearest one for a point beyond the edge.
    fn cell_of(&self, at: Point) -> usize {
        let column = (f64::from(at.x) / self.step).floor().clamp(0.0, self.columns as f64 - 1.0);
        let up = (f64::from(at.y) / (2.0 * self.step)).floor().clamp(0.0, self.rows as f64 - 1.0);
        (self.rows - 1 - up as usize) * self.columns + column as usize
    }

    /// The cells whose centres an outline covers.
    fn covered(&self, outline: &Outline) -> Vec<usize> {
        let Some((low, high)) = bounds(outline) else { return Vec::new() };
        let (first, last) = (self.cell_of(low), self.cell_of(high));
        let columns = first % self.columns..=last % self.columns;
        let rows = last / self.columns..=first / self.columns;
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| row * self.columns + column);
        cells.filter(|at| outlines::covers(outline, self.centre(*at))).collect()
    }

    fn shade(&mut self, area: &Area) {
        let Scene { view, glossary, about, .. } = self.scene;
        let (glyph, style) = (looks::glyph(view, glossary, area), looks::style(area, about));
        let mut cells = self.covered(&area.outline);
        if cells.is_empty() {
            // What is too small for a cell still lies somewhere.
            cells.extend(middle(&area.outline).map(|at| self.cell_of(at)));
        }
        let disc = names::disc_number(self.scene.view, area).is_some();
        for at in cells {
            // A disc lets the ground show through: what holds there still holds.
            let ground = self.cells[at].glyph != BARE && (at % self.columns + at / self.columns) % 2 == 1;
            if !(disc && ground) {
                self.cells[at] = Cell { glyph, style, unit: None, fixed: false };
            }
        }
    }

    /// Marks every six inches on bare ground, to judge distances by; every twelve where that would be too many.
    fn cross(&mut self) {
        let size = self.scene.view.field.size;
        let inches = if self.step > f64::from(UNITS_PER_INCH) * 1.25 { 12 } else { 6 };
        let every = (inches * UNITS_PER_INCH) as usize;
        for x in (every as i32..size.x).step_by(every) {
            for y in (every as i32..size.y).step_by(every) {
                let at = self.cell_of(Point::new(x, y));
                if self.cells[at].glyph == BARE {
                    self.cells[at].glyph = CROSSING;
                }
            }
        }
    }

    /// Draws the regions and lines of a verdict.
    fn prove(&mut self) {
        let Some(proof) = self.scene.proof else { return };
        for outline in proof.regions.iter().flat_map(|region| &region.outlines) {
            for at in self.covered(outline) {
                self.cells[at] = Cell { glyph: REACHED, style: paint::RIGHT, unit: None, fixed: false };
            }
        }
        for line in &proof.lines {
            let (dx, dy) = (f64::from(line.to.x - line.from.x), f64::from(line.to.y - line.from.y));
            let steps = (dx.hypot(dy) * SQRT_2 / self.step).ceil().clamp(1.0, 2_000.0) as usize;
            for n in 0..=steps {
                let part = n as f64 / steps as f64;
                let x = f64::from(line.from.x) + dx * part;
                let y = f64::from(line.from.y) + dy * part;
                let at = self.cell_of(Point::new(x as i32, y as i32));
                self.cells[at] = Cell { glyph: LINE, style: paint::RIGHT, unit: None, fixed: false };
            }
        }
    }

    fn put_model(&mut self, model: &Model) {
        let (Some(pose), Some(unit)) = (model.pose, model.unit) else { return };
        let Some(unit) = self.scene.view.units.iter().find(|other| other.id == unit) else { return };
        let placed = |outline: &Outline| Outline {
            corners: outline.corners.iter().map(|corner| moved(corner.turned(pose.facing), pose.at)).collect(),
            radius: outline.radius,
            holes: Vec::new(),
        };
        let centre = self.cell_of(pose.at);
        let cells = self.covered(&placed(&model.outline));
        for at in std::iter::once(centre).chain(cells) {
            if self.cells[at].unit.is_none() {
                self.stand(at, unit);
            }
        }
        let wide = bounds(&model.outline).map_or(0, |(low, high)| high.x - low.x);
        if f64::from(wide) >= ROOMY * self.step {
            self.name_model(centre, &names::label(self.scene.view, model.id), unit);
        }
    }

    /// Writes the whole label of a model around a cell, where that hides nobody else.
    fn name_model(&mut self, centre: usize, label: &str, unit: &Unit) {
        let letters: Vec<char> = label.chars().collect();
        let column = centre % self.columns;
        let left = column.saturating_sub(letters.len() / 2).min(self.columns.saturating_sub(letters.len()));
        let start = centre - column + left;
        let cells = start..(start + letters.len()).min(self.cells.len());
        let free = |cell: &Cell| !cell.fixed && cell.unit.is_none_or(|other| other == unit.id);
        if !self.cells[cells.clone()].iter().all(free) {
            return;
        }
        for (at, letter) in cells.zip(letters) {
            self.stand(at, unit);
            let style = self.cells[at].style.bold();
            self.cells[at] = Cell { glyph: letter, style, fixed: true, ..self.cells[at] };
        }
    }

    /// Shows that a unit stands in a cell.
    fn stand(&mut self, at: usize, unit: &Unit) {
        let glyph = names::unit_label(self.scene.view, unit.id).chars().next().unwrap_or('?');
        let style = paint::ground(unit.seat);
        let style = if self.is_about(unit) { style.invert() } else { style };
        self.cells[at] = Cell { glyph, style, unit: Some(unit.id), fixed: false };
    }

    fn is_about(&self, unit: &Unit) -> bool {
        let of_unit = |model: &Model| model.unit == Some(unit.id) && self.scene.about.contains(&Ref::Model(model.id));
        self.scene.about.contains(&Ref::Unit(unit.id)) || self.scene.view.models.iter().any(of_unit)
    }

    /// Writes the number of a disc onto it, in brackets where there is room.
    fn number(&mut self, area: &Area) {
        let Some(number) = names::disc_number(self.scene.view, area) else { return };
        let Some(at) = middle(&area.outline).map(|at| self.cell_of(at)) else { return };
        let glyph = char::from_digit((number % 10) as u32, 10).unwrap_or('?');
        self.cells[at] = Cell { glyph, style: paint::STRONG, unit: None, fixed: true };
        self.enclose(at, '(', ')', paint::STRONG, None);
    }

    /// Writes the letter of a unit where nothing hides it: on a cell of its own that is next to its middle.
    fn label(&mut self, unit: &Unit) {
        let view = self.scene.view;
        let models = view.models.iter().filter(|model| model.unit == Some(unit.id));
        let places: Vec<Point> = models.filter_map(|model| model.pose).map(|pose| pose.at).collect();
        let Some(about) = average(&places) else { return };
        let far = |at: &usize| {
            let (x, y) = self.centre(*at);
            (x - f64::from(about.x)).hypot(y - f64::from(about.y))
        };
        let nearest = |own: bool| {
            let free = (0..self.cells.len()).filter(|at| !self.cells[*at].fixed);
            free.filter(|at| !own || self.cells[*at].unit == Some(unit.id)).min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        if self.cells.iter().any(|cell| cell.fixed && cell.unit == Some(unit.id)) {
            return;
        }
        let Some(at) = nearest(true).or_else(|| nearest(false)) else { return };
        self.stand(at, unit);
        self.cells[at].style = self.cells[at].style.bold();
        self.cells[at].fixed = true;
        if self.is_about(unit) {
            self.enclose(at, '[', ']', paint::STRONG, Some(unit.id));
        }
    }

    /// Puts brackets around a cell, where that hides nobody else.
    fn enclose(&mut self, at: usize, left: char, right: char, style: Style, unit: Option<UnitId>) {
        let column = at % self.columns;
        let beside = [(column.checked_sub(1), at.wrapping_sub(1), left), (Some(column + 1), at + 1, right)];
        for (column, at, glyph) in beside {
            if column.is_none_or(|column| column >= self.columns) {
                continue;
            }
            let cell = &mut self.cells[at];
            if !cell.fixed && (cell.unit.is_none() || cell.unit == unit) {
                *cell = Cell { glyph, style, unit: cell.unit, fixed: false };
            }
        }
    }

    /// The picture with its frame and a scale in inches; a number stands where its inch begins.
    fn framed(&self) -> Drawn {
        let inch = f64::from(UNITS_PER_INCH) / self.step;
        let every = [1, 2, 3, 6, 12, 24].into_iter().find(|n| f64::from(*n) * inch >= 5.0).unwrap_or(24);
        let marks = |per_inch: f64, cells: usize| -> Vec<(usize, i32)> {
            let at = |n: i32| ((f64::from(n) * per_inch).round() as usize, n);
            (0..).step_by(every as usize).map(at).take_while(|(cell, _)| *cell < cells).collect()
        };
        let up = marks(inch / 2.0, self.rows);
        let across = marks(inch, self.columns);
        let mut lines = vec![format!("   ┌{}┐", "─".repeat(self.columns))];
        for row in 0..self.rows {
            let mark = up.iter().find(|(cell, _)| self.rows - 1 - row == *cell);
            let edge = mark.map_or_else(|| "   │".to_owned(), |(_, n)| format!("{n:>3}┤"));
            lines.push(format!("{edge}{}│", self.row(row)));
        }
        let edge = |column| if across.iter().any(|(cell, _)| *cell == column) { '┬' } else { '─' };
        lines.push(format!("   └{}┘", (0..self.columns).map(edge).collect::<String>()));
        let width = self.columns + 5;
        let mut numbers = " ".repeat(4);
        for (cell, n) in across {
            let gap = (4 + cell).saturating_sub(numbers.len());
            numbers += &" ".repeat(gap);
            numbers += &n.to_string();
        }
        if numbers.len() + 3 <= width {
            numbers += " in";
        }
        lines.push(format!("{numbers:width$}"));
        Drawn { lines, width }
    }

    fn row(&self, row: usize) -> String {
        let cells = &self.cells[row * self.columns..(row + 1) * self.columns];
        let alike = |a: &Cell, b: &Cell| a.style == b.style;
        let run =
            |cells: &[Cell]| paint::paint(cells[0].style, cells.iter().map(|cell| cell.glyph).collect::<String>());
        cells.chunk_by(alike).map(run).collect()
    }
}

fn moved(corner: Point, by: Point) -> Point {
    Point::new(corner.x.saturating_add(by.x), corner.y.saturating_add(by.y))
}

/// The middle of the box around an outline.
fn middle(outline: &Outline) -> Option<Point> {
    let (low, high) = bounds(outline)?;
    Some(Point::new(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2))
}

/// The middle of several points.
pub(crate) fn average(points: &[Point]) -> Option<Point> {
    let count = i64::try_from(points.len()).ok().filter(|count| *count > 0)?;
    let sum = |of: fn(&Point) -> i32| points.iter().map(|point| i64::from(of(point))).sum::<i64>();
    Some(Point::new((sum(|point| point.x) / count) as i32, (sum(|point| point.y) / count) as i32))
}

/// The area of the box around an outline: what is large is drawn first.
fn extent(outline: &Outline) -> i64 {
    let (low, high) = bounds(outline).unwrap_or_default();
    (i64::from(high.x) - i64::from(low.x)) * (i64::from(high.y) - i64::from(low.y))
}

#[cfg(test)]
mod tests;
