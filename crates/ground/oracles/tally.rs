//! What was asked, what agreed, and what did not.

use std::collections::BTreeMap;

/// Of each kind of question, no more wrong answers than this are written down in full.
const MOST_KEPT: usize = 3;

/// Counts of answers, of differences that have an explanation, and what has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    seed: u64,
    /// How often each kind of question was asked and compared.
    pub(crate) asked: BTreeMap<&'static str, u64>,
    /// How often answers differed for a reason that is known, by the reason.
    pub(crate) explained: BTreeMap<&'static str, u64>,
    /// How many answers to a kind of question are wrong, and the first of them.
    pub(crate) wrong: BTreeMap<&'static str, (u64, Vec<String>)>,
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
            self.fault(question, &format!("ours {ours:?}, theirs {theirs:?}: {}", about()));
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
            self.fault(question, &about());
        }
    }

    /// How far a float is from what it should be.
    pub(crate) fn deviates(&mut self, whose: &'static str, by: f64) {
        let largest = self.largest.entry(whose).or_default();
        *largest = largest.max(by.abs());
    }

    fn fault(&mut self, question: &'static str, sentence: &str) {
        let (count, kept) = self.wrong.entry(question).or_default();
        *count += 1;
        if kept.len() < MOST_KEPT {
            kept.push(format!("seed {}: {sentence}", self.seed));
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
        for (question, (count, sentences)) in other.wrong {
            let (all, kept) = self.wrong.entry(question).or_default();
            *all += count;
            kept.extend(sentences);
            kept.truncate(MOST_KEPT);
        }
        self
    }

    /// All that was asked, battlefields apart.
    pub(crate) fn questions(&self) -> u64 {
        self.asked.iter().filter(|(question, _)| **question != "battlefields").map(|(_, count)| count).sum()
    }

    /// How many answers are wrong.
    pub(crate) fn wrong_answers(&self) -> u64 {
        self.wrong.values().map(|(count, _)| count).sum()
    }

    /// The first wrong answers to each kind of question, line by line.
    pub(crate) fn faults(&self) -> String {
        let lines = |(question, (count, kept)): (&&str, &(u64, Vec<String>))| {
            kept.iter().map(|sentence| format!("\n- {question}, {count} wrong, {sentence}")).collect::<String>()
        };
        self.wrong.iter().map(lines).collect()
    }
}
