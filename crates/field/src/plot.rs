//! The ground that terrain covers: a form in a frame, or corners one by one.

use ground::{FACINGS, Length, Motion, Point};

/// No outline has more corners.
pub const MOST_CORNERS: usize = 48;
/// Corners of an oval.
const OVAL: u16 = 32;
/// Corners of a blob.
const BLOB: u16 = 24;
/// A radius of one, in the reckoning of blobs.
const ONE: i64 = 1 << 20;

/// The ground that a piece of terrain covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Plot {
    /// A form that fills a frame.
    Framed(Form, Frame),
    /// The corners, in order.
    Corners(Vec<Point>),
}

/// What fills a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Four straight sides: the bottom, the right, the top and the left one.
    Rectangle,
    /// A rectangle that lacks a smaller one, of this size, in its upper right corner.
    Ell(Length, Length),
    /// An ellipse of 32 corners.
    Oval,
    /// An uneven, rounded outline of 24 corners; each number gives another.
    Blob(u16),
}

/// Where a form lies, how large it is, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Its middle.
    pub at: Point,
    /// From left to right, before it is turned.
    pub width: Length,
    /// From bottom to top, before it is turned.
    pub depth: Length,
    /// By how many of the 1,024 facings it is turned, counter-clockwise.
    pub turned: u16,
    /// Whether top and bottom are swapped before it is turned.
    pub flipped: bool,
}

impl Plot {
    /// The corners, rounded once; not yet known to make an outline. Side n runs from corner n to the next.
    pub fn corners(&self) -> Vec<Point> {
        match self {
            Plot::Framed(form, frame) => {
                form.corners(frame.width, frame.depth).into_iter().map(|corner| frame.place(corner)).collect()
            }
            Plot::Corners(corners) => corners.clone(),
        }
    }

    /// The plot after a motion.
    pub fn moved(&self, motion: Motion) -> Plot {
        match self {
            Plot::Framed(form, frame) => Plot::Framed(*form, frame.moved(motion)),
            Plot::Corners(corners) => Plot::Corners(corners.iter().map(|corner| motion.apply(*corner)).collect()),
        }
    }
}

impl Frame {
    /// A frame that is not turned.
    pub const fn new(at: Point, width: Length, depth: Length) -> Frame {
        Frame { at, width, depth, turned: 0, flipped: false }
    }

    fn place(&self, corner: Point) -> Point {
        let corner = if self.flipped { Point::new(corner.x, -corner.y) } else { corner };
        let turned = corner.turned(self.turned);
        Point::new(self.at.x + turned.x, self.at.y + turned.y)
    }

    // Mirroring swaps left and right; that is to swap top and bottom and to turn by what `Motion::facing` says.
    fn moved(self, motion: Motion) -> Frame {
        let (at, turned) = (motion.apply(self.at), motion.facing(self.turned));
        Frame { at, turned, flipped: self.flipped != motion.mirrored, ..self }
    }
}

impl Form {
    /// The corners about the origin. Odd lengths lose a unit, so that both halves are alike.
    fn corners(self, width: Length, depth: Length) -> Vec<Point> {
        let (x, y) = (width.0 / 2, depth.0 / 2);
        match self {
            Form::Rectangle => vec![Point::new(-x, -y), Point::new(x, -y), Point::new(x, y), Point::new(-x, y)],
            Form::Ell(across, down) => vec![
                Point::new(-x, -y),
                Point::new(x, -y),
                Point::new(x, y - down.0),
                Point::new(x - across.0, y - down.0),
                Point::new(x - across.0, y),
                Point::new(-x, y),
            ],
            Form::Oval => (0..OVAL).map(|n| on_oval(x, y, n * (FACINGS / OVAL))).collect(),
            Form::Blob(number) => blob(number, x, y),
        }
    }
}

/// A direction as a vector of length [`ONE`].
fn ray(facing: u16) -> (i64, i64) {
    let point = Point::new(ONE as i32, 0).turned(facing);
    (i64::from(point.x), i64::from(point.y))
}

fn on_oval(x: i32, y: i32, facing: u16) -> Point {
    let (cosine, sine) = ray(facing);
    Point::new(rounded(i64::from(x) * cosine, ONE), rounded(i64::from(y) * sine, ONE))
}

/// A quotient to the nearest whole number, halves away from zero, so that mirroring changes nothing but signs.
fn rounded(product: i64, by: i64) -> i32 {
    let quotient = (product.abs() + by / 2) / by * product.signum();
    quotient.clamp(-(1 << 24), 1 << 24) as i32
}

/// Waves around a circle, stretched to fill the frame. The radius stays above a third, so the outline never crosses
/// itself.
fn blob(number: u16, x: i32, y: i32) -> Vec<Point> {
    let mut state = u64::from(number);
    // How many waves, and how high the highest of them are, in 64ths.
    let waves = [(2_u16, 9), (3, 11), (4, 5), (5, 4), (7, 3)].map(|(count, most)| {
        let high = (scramble(&mut state) % (most + 1)) as i64;
        let phase = (scramble(&mut state) % u64::from(FACINGS)) as u16;
        (count, high, phase)
    });
    let corner = |n: u16| {
        let facing = (u32::from(n) * u32::from(FACINGS) / u32::from(BLOB)) as u16;
        let wave = |(count, high, phase): (u16, i64, u16)| {
            let along = (u32::from(facing) * u32::from(count) + u32::from(phase)) % u32::from(FACINGS);
            high * ray(along as u16).0 / 64
        };
        let radius = ONE + waves.into_iter().map(wave).sum::<i64>();
        let (cosine, sine) = ray(facing);
        (radius * cosine / ONE, radius * sine / ONE)
    };
    let corners: Vec<(i64, i64)> = (0..BLOB).map(corner).collect();
    let across = stretch(corners.iter().map(|corner| corner.0).collect(), x);
    let up = stretch(corners.iter().map(|corner| corner.1).collect(), y);
    across.into_iter().zip(up).map(Point::from).collect()
}

/// Numbers stretched so that they reach from minus half to half.
fn stretch(values: Vec<i64>, half: i32) -> Vec<i32> {
    let low = values.iter().copied().min().unwrap_or(0);
    let high = values.iter().copied().max().unwrap_or(0);
    let place = |value: i64| rounded((2 * value - low - high) * i64::from(half), (high - low).max(1));
    values.into_iter().map(place).collect()
}

/// The next number of a short, fixed shuffle (splitmix64): outlines of blobs must never change.
pub(crate) fn scramble(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use ground::{Polygon, Rect};
    use proptest::prelude::*;

    use super::*;

    fn frame(width: i32, depth: i32, turned: u16, flipped: bool) -> Frame {
        Frame { at: Point::inches(20, 20), width: Length(width), depth: Length(depth), turned, flipped }
    }

    #[test]
    fn a_rectangle_begins_below_on_the_left() {
        let plot = Plot::Framed(Form::Rectangle, Frame::new(Point::new(10, 10), Length(6), Length(4)));
        let corners = [(7, 8), (13, 8), (13, 12), (7, 12)];
        assert_eq!(plot.corners(), corners.map(Point::from));
    }

    #[test]
    fn the_notch_of_an_ell_is_on_the_upper_right() {
        let frame = Frame::new(Point::new(0, 0), Length(10), Length(8));
        let corners = Plot::Framed(Form::Ell(Length(4), Length(3)), frame).corners();
        assert!(corners.contains(&Point::new(1, 1)) && !corners.contains(&Point::new(5, 4)), "{corners:?}");
    }

    #[test]
    fn every_blob_is_an_outline_that_fills_its_frame() {
        for number in 0..=u16::MAX {
            let plot = Plot::Framed(Form::Blob(number), frame(20_000, 12_000, 0, false));
            let bounds = Rect::around(&plot.corners());
            assert_eq!((bounds.width(), bounds.height()), (Length(20_000), Length(12_000)), "blob {number}");
            if number % 64 == 0 {
                assert!(Polygon::new(&plot.corners()).is_ok(), "blob {number}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_corners_move_with_the_frame(
            number: u16, width in 2..40_000, depth in 2..40_000, turned in 0..FACINGS, flipped: bool,
            mirrored: bool, quarters in 0..4_u8,
        ) {
            let motion = Motion { mirrored, quarters, shift: Point::new(123_456, 7_890) };
            let notch = Form::Ell(Length(width / 3), Length(depth / 2));
            for form in [Form::Rectangle, notch, Form::Oval, Form::Blob(number)] {
                let plot = Plot::Framed(form, frame(width, depth, turned, flipped));
                let moved: Vec<Point> = plot.corners().into_iter().map(|corner| motion.apply(corner)).collect();
                prop_assert_eq!(plot.moved(motion).corners(), moved);
            }
        }
    }
}
