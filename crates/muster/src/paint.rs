//! What things look like in a terminal. Nothing depends on colour alone: it only helps.

use anstyle::{AnsiColor, Color, Style};
use vocabulary::{Seat, Tone};

/// What hardly matters: rule ids, numbers of events.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What to look at.
pub(crate) const STRONG: Style = Style::new().bold();
/// What went wrong.
pub(crate) const WRONG: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// What went well.
pub(crate) const RIGHT: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));

// Plain blue can hardly be read on black.
const SEATS: [AnsiColor; 4] = [AnsiColor::Red, AnsiColor::BrightBlue, AnsiColor::Green, AnsiColor::Yellow];

/// The colour of a seat.
pub(crate) fn seat(seat: Seat) -> Style {
    ground(seat).bold()
}

/// The colour of ground that belongs to a seat.
pub(crate) fn ground(seat: Seat) -> Style {
    Style::new().fg_color(Some(Color::Ansi(SEATS[seat.index() % SEATS.len()])))
}

/// How a term should look.
pub(crate) fn tone(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Good => RIGHT,
        Tone::Bad => Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))),
        Tone::Strong => STRONG,
        Tone::Faint => FAINT,
    }
}

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
