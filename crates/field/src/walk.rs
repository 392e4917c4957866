//! Whether one can get about: the ground that a base of a good size can stand on and walk over.
//!
//! It is measured on a raster of half inches, so a gap may look closed that is up to half an inch wider than the base.
//! Pieces that have to be climbed are walked around here.

use ground::{Length, Point, Polygon, Rect, Shape};

use crate::size::Size;

/// The width of the base that must get through.
pub const BASE: Length = Length::mm(60);
const RADIUS: Length = Length(BASE.0 / 2);
const STEP: Length = Length(ground::UNITS_PER_INCH / 2);

/// The ground that can be walked on.
#[derive(Debug)]
pub(crate) struct Walk {
    columns: usize,
    rows: usize,
    /// The area that each cell belongs to; cells of the same number are connected, 0 is not free.
    areas: Vec<u16>,
    /// How many cells each area has; the first is not free.
    sizes: Vec<usize>,
}

impl Walk {
    /// Fills the ground between the obstacles.
    pub(crate) fn new(size: Size, obstacles: &[&Polygon]) -> Walk {
        let cells = |side: Length| (side.0 / STEP.0) as usize + 1;
        let (columns, rows) = (cells(size.width), cells(size.depth));
        let mut free = vec![false; columns * rows];
        let inner = size.rect().grown(-RADIUS);
        for (cell, free) in free.iter_mut().enumerate() {
            let at = place(cell % columns, cell / columns);
            *free = inner.contains(at);
        }
        let mut walk = Walk { columns, rows, areas: vec![0; columns * rows], sizes: vec![0] };
        for obstacle in obstacles {
            walk.block(&mut free, obstacle);
        }
        for cell in 0..free.len() {
            if free[cell] && walk.areas[cell] == 0 {
                walk.fill(cell, &free);
            }
        }
        walk
    }

    /// Takes away what is too close to an obstacle.
    fn block(&self, free: &mut [bool], obstacle: &Polygon) {
        let reach = obstacle.bounds().grown(RADIUS);
        let (left, low) = self.cell_near(reach.low);
        let (right, high) = self.cell_near(reach.high);
        for row in low..=high {
            for column in left..=right {
                let cell = row * self.columns + column;
                if free[cell] && obstacle.overlaps_shape(&Shape::disc(place(column, row), RADIUS)) {
                    free[cell] = false;
                }
            }
        }
    }

    fn cell_near(&self, at: Point) -> (usize, usize) {
        let cell = |x: i32, most: usize| ((x + STEP.0 / 2).max(0) / STEP.0).min(most as i32 - 1) as usize;
        (cell(at.x, self.columns), cell(at.y, self.rows))
    }

    fn fill(&mut self, start: usize, free: &[bool]) {
        let Ok(area) = u16::try_from(self.sizes.len()) else { return };
        let (mut open, mut count) = (vec![start], 0);
        self.areas[start] = area;
        while let Some(cell) = open.pop() {
            count += 1;
            let (column, row) = (cell % self.columns, cell / self.columns);
            let mut visit = |next: usize, there: bool| {
                if there && free[next] && self.areas[next] == 0 {
                    self.areas[next] = area;
                    open.push(next);
                }
            };
            visit(cell + 1, column + 1 < self.columns);
            visit(cell.wrapping_sub(1), column > 0);
            visit(cell + self.columns, row + 1 < self.rows);
            visit(cell.wrapping_sub(self.columns), row > 0);
        }
        self.sizes.push(count);
    }

    /// The largest area.
    pub(crate) fn main(&self) -> u16 {
        let largest = (1..self.sizes.len()).max_by_key(|area| (self.sizes[*area], usize::MAX - area));
        largest.unwrap_or(0) as u16
    }

    /// Whether an area comes within this distance of a point.
    pub(crate) fn reaches(&self, area: u16, at: Point, within: Length) -> bool {
        let near = Rect::new(at, at).grown(within + STEP);
        let (left, low) = self.cell_near(near.low);
        let (right, high) = self.cell_near(near.high);
        let close = |column: usize, row: usize| {
            let square = i64::from(within.0) * i64::from(within.0);
            self.areas[row * self.columns + column] == area && place(column, row).distance_squared(at) <= square
        };
        area != 0 && (low..=high).any(|row| (left..=right).any(|column| close(column, row)))
    }

    /// What is shut in: a point of each area but the largest, with its size in square inches.
    pub(crate) fn pockets(&self) -> Vec<(Point, usize)> {
        let main = self.main();
        let mut pockets = Vec::new();
        for (area, cells) in self.sizes.iter().enumerate().skip(1) {
            if area as u16 == main {
                continue;
            }
            let first = self.areas.iter().position(|other| usize::from(*other) == area).unwrap_or(0);
            pockets.push((place(first % self.columns, first / self.columns), cells.div_ceil(4)));
        }
        pockets
    }
}

fn place(column: usize, row: usize) -> Point {
    Point::new(column as i32 * STEP.0, row as i32 * STEP.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(low: (i32, i32), high: (i32, i32)) -> Polygon {
        Polygon::rectangle(Rect::new(Point::inches(low.0, low.1), Point::inches(high.0, high.1))).unwrap()
    }

    #[test]
    fn a_gap_of_three_inches_lets_a_base_through_and_one_of_two_does_not() {
        let size = Size::inches(40, 20);
        let (below, narrow, wide) = (block((20, 0), (22, 9)), block((20, 11), (22, 20)), block((20, 12), (22, 20)));
        let through = Walk::new(size, &[&below, &wide]);
        assert_eq!(through.pockets(), []);
        let shut = Walk::new(size, &[&below, &narrow]);
        assert_eq!(shut.pockets().len(), 1);
        let main = shut.main();
        assert!(shut.reaches(main, Point::inches(10, 10), STEP) != shut.reaches(main, Point::inches(30, 10), STEP));
    }

    #[test]
    fn a_field_that_is_all_wall_has_no_ground() {
        let walk = Walk::new(Size::inches(20, 20), &[&block((0, 0), (20, 20))]);
        assert_eq!(walk.main(), 0);
        assert!(!walk.reaches(0, Point::inches(10, 10), Length::inches(40)));
    }
}
