//! The size of a battlefield, as people write it: `60x44`.

use std::fmt;
use std::str::FromStr;

use ground::{Length, LengthError, Point, Rect};
use serde::{Deserialize, Serialize};

/// How wide and how deep a battlefield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size {
    /// From left to right.
    pub width: Length,
    /// From bottom to top.
    pub depth: Length,
}

/// Why a text is no size of a battlefield.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Occurs when there are not two lengths with an x between them.
    #[error("'{0}' is not a size: write width and depth in inches, as in 60x44")]
    NotASize(String),
    /// Occurs when a side is too short or too long.
    #[error("{0} is not a size to play on: each side is from {least} to {most}", least = Size::LEAST, most = Size::MOST)]
    OutOfBounds(String),
}

impl Size {
    /// No side is shorter.
    pub const LEAST: Length = Length::inches(12);
    /// No side is longer.
    pub const MOST: Length = Length::inches(120);

    /// A size in whole inches.
    pub const fn inches(width: i32, depth: i32) -> Size {
        Size { width: Length::inches(width), depth: Length::inches(depth) }
    }

    /// Whether both sides are within bounds.
    pub fn is_sane(self) -> bool {
        let sane = |side: Length| (Size::LEAST..=Size::MOST).contains(&side);
        sane(self.width) && sane(self.depth)
    }

    /// The upper right corner; the lower left one is the origin.
    pub const fn corner(self) -> Point {
        Point::new(self.width.0, self.depth.0)
    }

    /// The whole battlefield.
    pub const fn rect(self) -> Rect {
        Rect { low: Point::new(0, 0), high: self.corner() }
    }

    /// The size with its unit, for sentences and titles; not for anything that is read back.
    pub fn about(self) -> String {
        let (width, depth) = (self.width.to_string(), self.depth.to_string());
        for unit in [" in", " mm"] {
            if let (Some(width), true) = (width.strip_suffix(unit), depth.ends_with(unit)) {
                return format!("{width}x{depth}");
            }
        }
        format!("{width} x {depth}")
    }

    /// The size after a quarter turn.
    pub const fn turned(self) -> Size {
        Size { width: self.depth, depth: self.width }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, depth) = (self.width.to_string(), self.depth.to_string());
        match (width.strip_suffix(" in"), depth.strip_suffix(" in")) {
            (Some(width), Some(depth)) => write!(f, "{width}x{depth}"),
            _ => write!(f, "{width} x {depth}"),
        }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let shown: String = text.chars().take(40).collect();
        let Some((width, depth)) = text.split_once(['x', '×', 'X']) else { return Err(SizeError::NotASize(shown)) };
        let size = match (width.parse(), depth.parse()) {
            (Ok(width), Ok(depth)) => Size { width, depth },
            (Err(LengthError::NotALength(_)), _) | (_, Err(LengthError::NotALength(_))) => {
                return Err(SizeError::NotASize(shown));
            }
            _ => return Err(SizeError::OutOfBounds(shown)),
        };
        if size.is_sane() { Ok(size) } else { Err(SizeError::OutOfBounds(shown)) }
    }
}

impl TryFrom<String> for Size {
    type Error = SizeError;

    fn try_from(text: String) -> Result<Size, SizeError> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> String {
        size.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for text in ["60x44", "60 x 44", "60×44 in", "60in x 44in", " 60X44 ", "1524mm x 1117.6mm"] {
            assert_eq!(text.parse(), Ok(Size::inches(60, 44)), "{text}");
        }
        assert_eq!(Size::inches(60, 44).to_string(), "60x44");
        let metric: Size = "1200mm x 900mm".parse().unwrap();
        assert_eq!(metric.to_string().parse(), Ok(metric));
        let about = |text: &str| text.parse::<Size>().unwrap().about();
        assert_eq!(about("60x44"), "60x44 in");
        assert_eq!(about("1200mm x 900mm"), "1200x900 mm");
        assert_eq!(about("1200mm x 44in"), "1200 mm x 44 in");
    }

    #[test]
    fn what_is_no_size_is_refused_with_a_sentence() {
        for text in ["", "60", "x", "60x", "60x44x3", "60 by 44", "-60x44", "11x44", "121x44", "99999999999x1"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
        let sentence = "8x8".parse::<Size>().unwrap_err().to_string();
        assert_eq!(sentence, "8x8 is not a size to play on: each side is from 12 in to 120 in");
        let sentence = "1000x1000".parse::<Size>().unwrap_err().to_string();
        assert_eq!(sentence, "1000x1000 is not a size to play on: each side is from 12 in to 120 in");
    }
}
