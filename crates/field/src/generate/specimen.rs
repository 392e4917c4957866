//! Single pieces, of sizes that people own.

use chance::Stream;
use ground::{FACINGS, Length, Point, UNITS_PER_INCH};

use crate::kind::{Going, Kind, Usual};
use crate::piece::Piece;
use crate::plot::{Form, Frame, Plot};

/// Widths and depths of a kind, from and to, in quarters of an inch.
fn sizes(kind: Kind) -> [(u32, u32); 2] {
    match kind {
        Kind::Ruin => [(26, 38), (20, 28)],
        Kind::Building => [(24, 34), (18, 26)],
        Kind::Wood => [(30, 44), (22, 30)],
        Kind::Hill => [(38, 54), (26, 36)],
        Kind::Wall => [(22, 34), (2, 2)],
        Kind::Hedge => [(22, 34), (3, 4)],
        Kind::Barricade => [(14, 20), (3, 3)],
        Kind::Rubble => [(14, 22), (11, 16)],
        Kind::Crater => [(14, 20), (12, 17)],
        Kind::Rocks => [(16, 24), (12, 18)],
        Kind::Water => [(28, 40), (18, 26)],
        Kind::Marsh => [(30, 40), (20, 26)],
        Kind::Crops => [(30, 42), (22, 30)],
        Kind::Container => [(22, 22), (10, 10)],
    }
}

/// Whether models can stand in it, an objective in their midst.
pub(crate) fn holds_models(kind: Kind) -> bool {
    kind.manner().going < Going::Climb
}

/// Whether it fills a good part of the field.
pub(crate) fn is_large(kind: Kind) -> bool {
    let [(width, _), (depth, _)] = sizes(kind);
    width * depth >= 300
}

/// Whether it was built, and so stands in line with what else was.
pub(crate) fn is_built(kind: Kind) -> bool {
    kind.manner().shape == Usual::Rectangle
}

fn quarters(stream: &mut Stream, (low, high): (u32, u32)) -> Length {
    let count = low + stream.below(high - low + 1);
    Length(count as i32 * UNITS_PER_INCH / 4)
}

/// A piece of a kind, with its walls and floors, somewhere; where room is scarce, one of the smallest.
pub(crate) fn draw(kind: Kind, scarce: bool, stream: &mut Stream) -> Piece {
    let [width, depth] = sizes(kind).map(|(low, high)| quarters(stream, if scarce { (low, low) } else { (low, high) }));
    let form = match kind.manner().shape {
        Usual::Blob => Form::Blob(stream.below(1 << 16) as u16),
        Usual::Rectangle => Form::Rectangle,
    };
    let frame = Frame::new(Point::default(), width, depth);
    match kind {
        Kind::Building if stream.below(3) == 0 => ell(frame, stream),
        Kind::Ruin => ruin(frame, stream),
        _ => Piece::new("", kind, Plot::Framed(form, frame)),
    }
}

fn ell(frame: Frame, stream: &mut Stream) -> Piece {
    let frame = Frame { depth: frame.depth + Length::inches(1), width: frame.width + Length::inches(1), ..frame };
    let notch = (quarters(stream, (10, 14)), quarters(stream, (9, 12)));
    Piece::new("", Kind::Building, Plot::Framed(Form::Ell(notch.0, notch.1), frame))
}

/// Mostly two walls that meet; some have lost one, some have kept three.
fn ruin(frame: Frame, stream: &mut Stream) -> Piece {
    let walls: &[u8] = match stream.below(6) {
        0..=1 => &[1, 2],
        2..=3 => &[3, 4],
        4 => &[4, 1, 2],
        _ => &[2, 3],
    };
    let mut piece = Piece::new("", Kind::Ruin, Plot::Framed(Form::Rectangle, frame));
    piece.walls = walls.to_vec();
    if stream.below(2) == 0 {
        piece.levels = vec![Length::inches(3)];
    }
    piece
}

/// A piece that half a turn and mirroring leave as it is.
pub(crate) fn draw_even(kind: Kind, stream: &mut Stream) -> Piece {
    let [width, depth] = sizes(kind).map(|range| quarters(stream, range));
    let form = match kind.manner().shape {
        Usual::Blob => Form::Oval,
        Usual::Rectangle => Form::Rectangle,
    };
    let mut piece = Piece::new("", kind, Plot::Framed(form, Frame::new(Point::default(), width, depth)));
    if kind == Kind::Ruin {
        piece.walls = vec![1, 3];
    }
    piece
}

/// The piece put somewhere.
pub(crate) fn put(piece: &Piece, at: Point, turned: u16) -> Piece {
    let mut piece = piece.clone();
    if let Plot::Framed(_, frame) = &mut piece.plot {
        (frame.at, frame.turned) = (at, turned % FACINGS);
    }
    piece
}
