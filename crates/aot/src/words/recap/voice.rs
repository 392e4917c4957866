//! How Commanders and units are called in a recap, besides what every sentence calls them.

use vocabulary::{Seat, UnitId};

use crate::chapters::soul::Mark;
use crate::fact::Fact;
use crate::forces::force::WITH;
use crate::words::telling::narrate;
use crate::words::voice::{Voice, capital, counted};

impl Voice<'_> {
    /// A verb that fits a Commander: Blue passes, you pass.
    pub(super) fn seat_does(self, seat: Seat, one: &'static str, you: &'static str) -> &'static str {
        if self.to.is(seat) { you } else { one }
    }

    /// Subject and verb, for a unit, wherever in a sentence: `your Drifters advance`, `Blue's Night Tram advances`.
    pub(super) fn acts(self, unit: UnitId, one: &'static str, many: &'static str) -> String {
        format!("{} {}", self.called(unit), self.state.does(unit, one, many))
    }

    /// A unit whose owner was named before: `the Stokers`, `Stokers 2`.
    pub(super) fn whole(self, unit: UnitId) -> String {
        with_article(self.state.unit_name(unit))
    }

    /// A unit that was named before; those who accompany a character go without saying.
    pub(super) fn the(self, unit: UnitId) -> String {
        let name = self.state.unit_name(unit);
        with_article(name.split_once(WITH).map_or(name, |(character, _)| character))
    }

    /// What a spell is aimed at; what is the caster's own is called without its owner.
    pub(super) fn mark(self, mark: Mark, caster: Seat) -> String {
        match mark {
            Mark::Unit(unit) if self.state.seat_of(unit) == caster => self.whole(unit),
            mark => self.mark_called(mark),
        }
    }

    /// So many models of a unit: `2 Stokers`, `1 model`.
    pub(super) fn models(self, unit: UnitId, count: u32) -> String {
        let name = self.state.unit_name(unit).trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        match self.state.does(unit, "one", "many") {
            "many" if count > 1 && !name.contains(WITH) => format!("{count} {name}"),
            _ => counted(count, "model", "models"),
        }
    }

    /// The sentence that the log has for a fact.
    pub(super) fn as_told(self, fact: &Fact) -> Option<String> {
        narrate(self.state, fact, self.to).map(|text| text.sentence)
    }
}

/// A name with its article; one with a number has none.
fn with_article(name: &str) -> String {
    if name.ends_with(|last: char| last.is_ascii_digit()) { name.to_owned() } else { format!("the {name}") }
}

/// Sentences after each other, each with a capital letter and a full stop; nothing where there are none.
pub(super) fn paragraph(sentences: &[String]) -> Option<String> {
    let whole: Vec<String> = sentences.iter().map(|sentence| format!("{}.", capital(sentence))).collect();
    (!whole.is_empty()).then(|| whole.join(" "))
}
