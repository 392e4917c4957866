//! What was asked, what agreed, and what did not.

use std::collections::BTreeMap;

/// No more disagreements than this are written down in full.
const MOST_KEPT: usize = 20;

/// Counts of answers, of differences that have an explanation, and what has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    seed: u64,
    /// How often each kind of question was asked and compared.
    pub(crate) asked: BTreeMap<&'static str, u64>,
    /// How often answers differed for a reason that is known, by the reason.
    pub(crate) explained: BTreeMap<&'static str, u64>,
    /// How many answers are wrong.
    pub(crate) wrong: u64,
    /// The first of them.
    pub(crate) faults: Vec<String>,
    /// The largest difference between a float and what it should be, by whose float it is.
    pub(crate) largest: BTreeMap<&'static str, f64>,
}

impl Tally {
    pub(crate) fn new(seed: u64) -> Tally {
        Tally { seed, ..Tally::default() }
    }

    /// A question that is only counted.
    pub(crate) fn count(&mut self, question: &'static str) {
        *self.asked.entry(question).or_default() += 1;
    }

    /// A question whose answers must be the same.
    #[expect(clippy::needless_pass_by_value, reason = "answers are made where they are compared")]
    pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        question: &'static str,
        ours: T,
        theirs: T,
        about: impl FnOnce() -> String,
    ) {
        self.count(question);
        if ours != theirs {
            self.fault(&format!("{question}: ours {ours:?}, theirs {theirs:?}: {}", about()));
        }
    }

    /// A question whose answers may differ for a reason, which holds or not.
    pub(crate) fn same_unless<T: PartialEq + std::fmt::Debug>(
        &mut self,
        question: &'static str,
        ours: T,
        theirs: T,
        reason: (&'static str, bool),
        about: impl FnOnce() -> String,
    ) {
        if ours != theirs && reason.1 {
            self.count(question);
            *self.explained.entry(reason.0).or_default() += 1;
        } else {
            self.same(question, ours, theirs, about);
        }
    }

    /// Something that must hold.
    pub(crate) fn holds(&mut self, question: &'static str, holds: bool, about: impl FnOnce() -> String) {
        self.count(question);
        if !holds {
            self.fault(&format!("{question}: {}", about()));
        }
    }

    /// How far a float is from what it should be.
    pub(crate) fn deviates(&mut self, whose: &'static str, by: f64) {
        let largest = self.largest.entry(whose).or_default();
        *largest = largest.max(by.abs());
    }

    fn fault(&mut self, sentence: &str) {
        self.wrong += 1;
        if self.faults.len() < MOST_KEPT {
            self.faults.push(format!("seed {}: {sentence}", self.seed));
        }
    }

    /// Both taken together.
    pub(crate) fn add(mut self, other: Tally) -> Tally {
        for (question, count) in other.asked {
            *self.asked.entry(question).or_default() += count;
        }
        for (reason, count) in other.explained {
            *self.explained.entry(reason).or_default() += count;
        }
        for (whose, by) in other.largest {
            self.deviates(whose, by);
        }
        self.wrong += other.wrong;
        self.faults.extend(other.faults);
        self.faults.truncate(MOST_KEPT);
        self
    }

    /// All that was asked, battlefields apart.
    pub(crate) fn questions(&self) -> u64 {
        self.asked.iter().filter(|(question, _)| **question != "battlefields").map(|(_, count)| count).sum()
    }
}
