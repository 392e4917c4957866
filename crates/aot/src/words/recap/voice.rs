//! How Commanders and units are called to a viewer: what is the viewer's own is `you` and `your`.

use vocabulary::{ModelId, Seat, UnitId, Viewer};

use crate::chapters::soul::Mark;
use crate::forces::force::WITH;
use crate::state::State;
use crate::words::telling::{capital, counted, joined, narrate};

use crate::fact::Fact;

/// Whom a recap is told to.
#[derive(Clone, Copy)]
pub(super) struct Voice<'a> {
    pub(super) state: &'a State,
    pub(super) viewer: Viewer,
}

impl Voice<'_> {
    /// A Commander as a subject: `you`, `Blue`.
    pub(super) fn seat(self, seat: Seat) -> String {
        if self.viewer.is(seat) { "you".to_owned() } else { self.state.name(seat).to_owned() }
    }

    /// A verb that fits a Commander: Blue passes, you pass.
    pub(super) fn seat_does(self, seat: Seat, one: &'static str, you: &'static str) -> &'static str {
        if self.viewer.is(seat) { you } else { one }
    }

    /// Something of a Commander's: `your Drifters`, `Blue's Drifters`.
    fn of(self, seat: Seat, name: &str) -> String {
        if self.viewer.is(seat) { format!("your {name}") } else { format!("{}'s {name}", self.state.name(seat)) }
    }

    /// A unit: `your Drifters`, `Blue's Stokers 2`.
    pub(super) fn unit(self, unit: UnitId) -> String {
        self.of(self.state.seat_of(unit), self.state.unit_name(unit))
    }

    /// Several units.
    pub(super) fn units(self, units: &[UnitId]) -> String {
        joined(&units.iter().map(|unit| self.unit(*unit)).collect::<Vec<_>>(), "and")
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
        let owner = self.state.seat_of(self.state.unit_of_mark(mark));
        match mark {
            Mark::Unit(unit) if owner == caster => self.whole(unit),
            Mark::Unit(unit) => self.unit(unit),
            Mark::Model(model) => self.model(model),
        }
    }

    /// A model: `your Gale Marshal`.
    pub(super) fn model(self, model: ModelId) -> String {
        self.of(self.state.seat_of(self.state.unit_of(model)), &self.state.model_name(model))
    }

    /// So many models of a unit: `2 Stokers`, `1 model`.
    pub(super) fn models(self, unit: UnitId, count: u32) -> String {
        let name = self.state.unit_name(unit).trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        if count > 1 && name.ends_with('s') && !name.contains(WITH) {
            return format!("{count} {name}");
        }
        counted(count, "model", "models")
    }

    /// Subject and verb, for a unit: `your Drifters advance`, `Blue's Night Tram advances`.
    pub(super) fn unit_does(self, unit: UnitId, one: &'static str, several: &'static str) -> String {
        format!("{} {}", self.unit(unit), self.state.does(unit, one, several))
    }

    /// The sentence that the log has for a fact.
    pub(super) fn as_told(self, fact: &Fact) -> Option<String> {
        narrate(self.state, fact, self.viewer).map(|text| text.sentence)
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
