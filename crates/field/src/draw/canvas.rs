//! The text of a drawing in the making: shapes, letters, and what they refer to.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::draw::letters;
use crate::draw::palette::Paper;

/// A place on the drawing: to the right, and down.
pub(crate) type Spot = (f64, f64);

pub(crate) struct Canvas {
    body: String,
    defs: String,
    letters: BTreeSet<char>,
    ids: usize,
    pub(crate) paper: Paper,
}

/// How a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// The place is where it begins.
    Start,
    /// The place is its middle.
    Middle,
    /// The place is where it ends.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type<'a> {
    pub(crate) size: f64,
    pub(crate) colour: &'a str,
    pub(crate) bold: bool,
    /// Whether a light edge keeps it apart from what is behind it.
    pub(crate) halo: bool,
}

impl Canvas {
    pub(crate) fn new(paper: Paper) -> Canvas {
        Canvas { body: String::new(), defs: String::new(), letters: BTreeSet::new(), ids: 0, paper }
    }

    pub(crate) fn fill(&self, colour: &str) -> String {
        self.paper.fill(colour)
    }

    pub(crate) fn line(&self, colour: &str) -> String {
        self.paper.line(colour)
    }

    /// Adds an element as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Adds something to refer to.
    pub(crate) fn define(&mut self, text: &str) {
        self.defs.push_str(text);
        self.defs.push('\n');
    }

    /// A name that nothing has yet.
    pub(crate) fn fresh(&mut self, word: &str) -> String {
        self.ids += 1;
        format!("{word}{}", self.ids)
    }

    /// Adds a path with these attributes.
    pub(crate) fn path(&mut self, d: &str, look: &str) {
        self.raw(&format!("<path d=\"{d}\" {look}/>"));
    }

    pub(crate) fn circle(&mut self, at: Spot, radius: f64, look: &str) {
        self.raw(&format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {look}/>", n(at.0), n(at.1), n(radius)));
    }

    pub(crate) fn rect(&mut self, at: Spot, size: (f64, f64), look: &str) {
        let (x, y, width, height) = (n(at.0), n(at.1), n(size.0), n(size.1));
        self.raw(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {look}/>"));
    }

    /// Opens a group, to be closed with [`Canvas::close`].
    pub(crate) fn open(&mut self, look: &str) {
        self.raw(&format!("<g {look}>"));
    }

    /// Opens a group that is only seen inside a rectangle.
    pub(crate) fn open_clip(&mut self, id: &str, at: Spot, size: (f64, f64)) {
        let (x, y, width, height) = (n(at.0), n(at.1), n(size.0), n(size.1));
        self.define(&format!(
            "<clipPath id=\"{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>"
        ));
        self.open(&format!("clip-path=\"url(#{id})\""));
    }

    /// Opens a group that is only seen inside an outline.
    pub(crate) fn open_inside(&mut self, outline: &[Spot]) {
        let id = self.fresh("inside");
        self.define(&format!("<clipPath id=\"{id}\"><path d=\"{}\"/></clipPath>", closed(outline)));
        self.open(&format!("clip-path=\"url(#{id})\""));
    }

    pub(crate) fn close(&mut self) {
        self.raw("</g>");
    }

    /// Writes a text whose letters stand on the line through a place.
    pub(crate) fn text(&mut self, at: Spot, text: &str, stand: Stand, look: Type<'_>) {
        let scale = look.size / 1_000.0;
        let wide = letters::width(text) * scale;
        let x = match stand {
            Stand::Start => at.0,
            Stand::Middle => at.0 - wide / 2.0,
            Stand::End => at.0 - wide,
        };
        let mut uses = String::new();
        let mut along = 0;
        for letter in text.chars().map(letters::known) {
            if letter != ' ' {
                self.letters.insert(letter);
                let _ = write!(uses, "<use href=\"#l{:x}\" x=\"{along}\"/>", u32::from(letter));
            }
            along += letters::advance(letter);
        }
        let place = format!("transform=\"translate({} {}) scale({})\"", n(x), n(at.1), n4(scale));
        if look.halo {
            let edge = "stroke=\"#fff\" stroke-opacity=\".85\" stroke-width=\"260\" stroke-linejoin=\"round\"";
            self.raw(&format!("<g {place} fill=\"#fff\" {edge}>{uses}</g>"));
        }
        let colour = self.line(look.colour);
        let bold = if look.bold { format!(" stroke=\"{colour}\" stroke-width=\"55\"") } else { String::new() };
        let label = escaped(text);
        self.raw(&format!("<g {place} fill=\"{colour}\"{bold} role=\"img\" aria-label=\"{label}\">{uses}</g>"));
    }

    /// The whole drawing.
    pub(crate) fn finish(self, title: &str, pixels: u32, width: f64, height: f64) -> String {
        let (title, high) = (escaped(title), (f64::from(pixels) * height / width).round());
        let (width, height) = (n(width), n(height));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{high}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<defs>\n"
        );
        for letter in &self.letters {
            let _ = writeln!(text, "<path id=\"l{:x}\" d=\"{}\"/>", u32::from(*letter), letters::outline(*letter));
        }
        text += &self.defs;
        text += "</defs>\n";
        let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
        text + &self.body + "</svg>\n"
    }
}

/// A number with at most two decimals.
pub(crate) fn n(value: f64) -> String {
    short(&format!("{value:.2}"))
}

fn n4(value: f64) -> String {
    short(&format!("{value:.4}"))
}

fn short(text: &str) -> String {
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A closed path through places.
pub(crate) fn closed(spots: &[Spot]) -> String {
    if spots.is_empty() { "M0 0".to_owned() } else { open(spots) + "Z" }
}

/// An open path through places.
pub(crate) fn open(spots: &[Spot]) -> String {
    let mut text = String::new();
    for (place, spot) in spots.iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        let _ = write!(text, "{letter}{} {}", n(spot.0), n(spot.1));
    }
    text
}

/// A text without characters that mean something in XML, or that XML cannot hold.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!([1.0, 0.5, -0.001, 12.345, 100.0].map(n), ["1", "0.5", "0", "12.35", "100"].map(str::to_owned));
    }

    #[test]
    fn names_cannot_break_out_of_the_drawing() {
        assert_eq!(escaped("<a href=\"x\">&\u{1}"), "&lt;a href=&quot;x&quot;&gt;&amp; ");
    }
}
