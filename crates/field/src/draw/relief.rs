//! What drawings of terrain need to know of a shape: its middle, its axes, and what lies inside.

use ground::{Point, UNITS_PER_INCH};

use crate::draw::canvas::Spot;
use crate::draw::{INCH, Sheet};
use crate::piece::Piece;
use crate::plot::{Plot, scramble};

/// A shape on the drawing, with dice of its own for what is scattered in it.
pub(crate) struct Relief {
    pub(crate) corners: Vec<Spot>,
    pub(crate) middle: Spot,
    /// Half its width and depth along its own axes.
    pub(crate) half: (f64, f64),
    /// The directions of its axes: to its right, and to its top.
    right: Spot,
    pub(crate) top: Spot,
    state: u64,
}

impl Relief {
    pub(crate) fn new(sheet: Sheet, piece: &Piece) -> Relief {
        let corners = sheet.spots(&piece.plot.corners());
        let (low, high) = around(&corners);
        let mut relief = Relief {
            middle: ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0),
            half: ((high.0 - low.0) / 2.0, (high.1 - low.1) / 2.0),
            right: (1.0, 0.0),
            top: (0.0, -1.0),
            state: 0,
            corners,
        };
        if let Plot::Framed(_, frame) = &piece.plot {
            let one = f64::from(1 << 20);
            let axis = |point: Point| (f64::from(point.x) / one, -f64::from(point.y) / one);
            let length = |length: ground::Length| f64::from(length.0) / f64::from(UNITS_PER_INCH) * INCH / 2.0;
            relief.right = axis(Point::new(1 << 20, 0).turned(frame.turned));
            relief.top = axis(Point::new(0, 1 << 20).turned(frame.turned));
            relief.middle = sheet.spot(frame.at);
            relief.half = (length(frame.width), length(frame.depth));
        }
        // Counterparts look alike: what symmetry keeps is how far a piece is from the middle of the field.
        let from_middle = |at: f64, middle: f64| ((at - middle).abs() * 8.0).round() as u64;
        let middle = sheet.spot(sheet.middle);
        relief.state = from_middle(relief.middle.0, middle.0) | from_middle(relief.middle.1, middle.1) << 24;
        relief
    }

    /// The same with the dice of another, so that what they decide falls alike.
    pub(crate) fn with_dice_of(self, other: &Relief) -> Relief {
        Relief { state: other.state, ..self }
    }

    /// Half its longer and half its shorter side.
    pub(crate) fn long_and_short(&self) -> (f64, f64) {
        (self.half.0.max(self.half.1), self.half.0.min(self.half.1))
    }

    /// A place by its distance from the middle along the longer side, and across it.
    pub(crate) fn lengthwise(&self, along: f64, across: f64) -> Spot {
        if self.half.0 >= self.half.1 { self.local(along, across) } else { self.local(across, along) }
    }

    /// A place by its distance from the middle along the axes.
    pub(crate) fn local(&self, along: f64, up: f64) -> Spot {
        let x = self.middle.0 + along * self.right.0 + up * self.top.0;
        (x, self.middle.1 + along * self.right.1 + up * self.top.1)
    }

    /// A number from 0 to `most`.
    pub(crate) fn draw(&mut self, most: f64) -> f64 {
        (scramble(&mut self.state) % 100_000) as f64 / 100_000.0 * most
    }

    /// The outline drawn in towards the middle.
    pub(crate) fn shrunk(&self, by: f64) -> Vec<Spot> {
        let pull = |spot: &Spot| {
            (self.middle.0 + (spot.0 - self.middle.0) * by, self.middle.1 + (spot.1 - self.middle.1) * by)
        };
        self.corners.iter().map(pull).collect()
    }

    /// The outline with every side moved inward by this much; at sharp corners somewhat less.
    pub(crate) fn inset(&self, by: f64) -> Vec<Spot> {
        let count = self.corners.len();
        let twice: f64 = sides(&self.corners).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
        let inward = |a: Spot, b: Spot| {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let long = length((dx, dy)).max(0.01) * if twice < 0.0 { -1.0 } else { 1.0 };
            (-dy / long, dx / long)
        };
        let corner = |k: usize| {
            let (before, here, after) =
                (self.corners[(k + count - 1) % count], self.corners[k], self.corners[(k + 1) % count]);
            let (first, second) = (inward(before, here), inward(here, after));
            let far = by / (1.0 + first.0 * second.0 + first.1 * second.1).max(0.5);
            (here.0 + (first.0 + second.0) * far, here.1 + (first.1 + second.1) * far)
        };
        (0..count).map(corner).collect()
    }

    pub(crate) fn contains(&self, spot: Spot) -> bool {
        contains(&self.corners, spot)
    }

    /// How far a place is from the edge.
    pub(crate) fn to_edge(&self, spot: Spot) -> f64 {
        sides(&self.corners).map(|(a, b)| to_segment(spot, a, b)).fold(f64::MAX, f64::min)
    }

    /// Places inside, no two closer than `apart` and none closer to the edge than `inset`, from top to bottom.
    pub(crate) fn scatter(&mut self, apart: f64, inset: f64, most: usize) -> Vec<Spot> {
        let reach = length(self.half);
        let mut spots: Vec<Spot> = Vec::new();
        for _ in 0..most * 30 {
            let (x, y) = (self.draw(2.0) - 1.0, self.draw(2.0) - 1.0);
            let spot = (self.middle.0 + x * reach, self.middle.1 + y * reach);
            let free = |other: &Spot| length((other.0 - spot.0, other.1 - spot.1)) >= apart;
            if spots.len() < most && self.contains(spot) && self.to_edge(spot) >= inset && spots.iter().all(free) {
                spots.push(spot);
            }
        }
        spots.sort_by(|a, b| a.1.total_cmp(&b.1));
        spots
    }
}

/// The box around places: from the left and top to the right and bottom.
pub(crate) fn around(spots: &[Spot]) -> (Spot, Spot) {
    let low = spots.iter().fold((f64::MAX, f64::MAX), |low, spot| (low.0.min(spot.0), low.1.min(spot.1)));
    let high = spots.iter().fold((f64::MIN, f64::MIN), |high, spot| (high.0.max(spot.0), high.1.max(spot.1)));
    (low, high)
}

/// Whether a place lies inside corners.
pub(crate) fn contains(corners: &[Spot], spot: Spot) -> bool {
    let crosses = |(a, b): &(Spot, Spot)| {
        (a.1 > spot.1) != (b.1 > spot.1) && spot.0 < (b.0 - a.0) * (spot.1 - a.1) / (b.1 - a.1) + a.0
    };
    sides(corners).filter(crosses).count() % 2 == 1
}

/// How long a way is. Roots are rounded alike on every machine; `hypot` need not be.
pub(crate) fn length((x, y): Spot) -> f64 {
    (x * x + y * y).sqrt()
}

pub(crate) fn sides(corners: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

pub(crate) fn to_segment(spot: Spot, a: Spot, b: Spot) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { (((spot.0 - a.0) * dx + (spot.1 - a.1) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    length((spot.0 - a.0 - along * dx, spot.1 - a.1 - along * dy))
}
