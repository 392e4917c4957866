//! Colours, for a screen and for a printer.

/// What a battlefield is drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// A mat with colours and shadows.
    #[default]
    Mat,
    /// White paper and greys, which spare a printer.
    White,
}

impl Paper {
    /// The colour of a surface: itself on a mat, a light grey on paper.
    pub(crate) fn fill(self, colour: &str) -> String {
        match self {
            Paper::Mat => colour.to_owned(),
            Paper::White => grey(colour, 110),
        }
    }

    /// The colour of a line: itself on a mat, a dark grey on paper.
    pub(crate) fn line(self, colour: &str) -> String {
        match self {
            Paper::Mat => colour.to_owned(),
            Paper::White => grey(colour, 0),
        }
    }
}

/// A grey as bright as a colour, lifted towards white by so many parts of 255.
fn grey(colour: &str, lift: u32) -> String {
    let part = |from: usize| colour.get(from..from + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let (red, green, blue) = (part(1), part(3), part(5));
    let bright = (red * 30 + green * 59 + blue * 11) / 100;
    let lifted = bright + (255 - bright) * lift / 255;
    format!("#{lifted:02x}{lifted:02x}{lifted:02x}")
}

/// The colour of a seat's zones; hatching tells them apart without it.
pub(crate) fn seat(seat: u8) -> &'static str {
    ["#2c5f9e", "#a8382c", "#3d7a3a", "#8a5a9e"][usize::from(seat.wrapping_sub(1) % 4)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_white_paper_colours_are_greys() {
        assert_eq!(Paper::Mat.fill("#a8382c"), "#a8382c");
        assert_eq!(Paper::White.line("#000000"), "#000000");
        assert_eq!(Paper::White.fill("#ffffff"), "#ffffff");
        assert_eq!(Paper::White.line("#ff0000"), "#4c4c4c");
    }
}
