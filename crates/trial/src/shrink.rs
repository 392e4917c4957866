//! Shrinking: from a record that shows something to a short scenario that still does.
//!
//! A bug report is a record. What was taken back is left out first, then the end that does not matter; then the match is
//! started as late as can be, from a position that is given; then whatever can be left out in between is, and answers
//! and dice are made as plain as they can be. What comes out is a match that can be played: each candidate is played
//! from its set-up, and what does not fit any more is left out of it.

mod plainer;
mod script;
mod situation;

use engine::{Record, Rules, Watch};
use vocabulary::{Adjustment, Roll, RuleId, Viewer};

use crate::scenario::Scenario;

use plainer::{plainer, round};
pub use script::to_scenario;
use script::{Candidate, Move};
use situation::situation;

/// No more candidates than this are played.
const EFFORT: usize = 20_000;

/// How many moves may be passed over to find one that fits, before something is made up; each is worth a try.
const PATIENCE: [usize; 3] = [0, 4, 16];

/// A smaller record that still shows what the record shows; nothing if the record does not show it itself.
///
/// The dice of what is found are typed in. What it shows may be a panic: then `shows` has to catch it.
pub fn shrink<R: Rules>(record: &Record<R>, shows: impl Fn(&Record<R>) -> bool) -> Option<Record<R>> {
    let mut search = Search { effort: EFFORT, best: Candidate::of(record)?, shows };
    if !(search.shows)(&search.best.record) {
        return None;
    }
    search.cut_the_end();
    loop {
        let before = search.best.measure();
        search.start_later();
        search.leave_out();
        search.plain_answers();
        search.plain_dice();
        if search.effort == 0 || search.best.measure() == before {
            return Some(search.best.record);
        }
    }
}

/// A record as a scenario: all of it, or shrunk to where something is said that holds these words.
///
/// # Errors
/// A sentence, if the record cannot be read or played, or nothing of the kind is said in it.
pub fn report<R: Rules>(text: &str, words: Option<&str>) -> Result<Scenario, String> {
    let record = Record::<R>::from_text(text).map_err(|error| error.to_string())?;
    record.play(&mut ()).map_err(|diverged| diverged.to_string())?;
    let Some(words) = words else {
        return to_scenario(&record, "From a record", &[]).map_err(|diverged| diverged.to_string());
    };
    let says = |record: &Record<R>| {
        let mut ear = Ear { words, heard: false };
        record.play(&mut ear).is_ok() && ear.heard
    };
    let small = shrink(&record, says).ok_or_else(|| format!("nobody says '{words}' in this match"))?;
    to_scenario(&small, &format!("Somebody says {words}"), &[]).map_err(|diverged| diverged.to_string())
}

/// Listens for words in what a spectator hears.
struct Ear<'a> {
    words: &'a str,
    heard: bool,
}

impl<R: Rules> Watch<R> for Ear<'_> {
    fn wants_rules(&self) -> bool {
        false
    }

    fn told(&mut self, state: &R::State, fact: &R::Fact, _: &[RuleId]) {
        let told = R::narrate(state, fact, Viewer::Spectator);
        self.heard |= told.is_some_and(|told| told.text.sentence.contains(self.words));
    }

    fn rolled(&mut self, state: &R::State, roll: &Roll, _: &[RuleId]) {
        let text = R::narrate_roll(state, roll, Viewer::Spectator);
        self.heard |= text.is_some_and(|text| text.sentence.contains(self.words));
    }
}

struct Search<R: Rules, F> {
    effort: usize,
    best: Candidate<R>,
    shows: F,
}

impl<R: Rules, F: Fn(&Record<R>) -> bool> Search<R, F> {
    /// Plays a script and keeps it if it is smaller and still shows what it should.
    fn attempt(&mut self, script: &[Move]) -> bool {
        let mut better = false;
        for patience in PATIENCE {
            if self.effort == 0 {
                break;
            }
            self.effort -= 1;
            let candidate = Candidate::play(&self.best.record.setup, script, patience);
            let smaller = candidate.filter(|candidate| candidate.measure() < self.best.measure());
            if let Some(candidate) = smaller.filter(|candidate| (self.shows)(&candidate.record)) {
                self.best = candidate;
                better = true;
            }
        }
        better
    }

    /// Cuts off as much of the end as bisection finds.
    fn cut_the_end(&mut self) {
        let (mut too_short, whole) = (0, self.best.script.clone());
        let mut long_enough = whole.len();
        while too_short + 1 < long_enough {
            let middle = too_short.midpoint(long_enough);
            if self.attempt(&whole[..middle]) {
                long_enough = middle;
            } else {
                too_short = middle;
            }
        }
    }

    /// Puts the position of a later step in the place of all that led to it: of the latest step that will do.
    fn start_later(&mut self) {
        let steps = self.best.steps.clone();
        for at in steps.into_iter().rev().filter(|at| *at > 1) {
            let (before, after) = self.best.script.split_at(at);
            let Some(changes) = situation::<R>(&self.best.record.setup, before) else { continue };
            let script = [&[Move::Adjust(changes)], after].concat();
            if self.attempt(&script) {
                return;
            }
        }
    }

    /// Leaves out moves, many at once first, and single changes of a given position; what must stay is rounded.
    fn leave_out(&mut self) {
        let mut size = self.best.script.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.best.script.len() && self.effort > 0 {
                let script = &self.best.script;
                let left = [&script[..at], &script[(at + size).min(script.len())..]].concat();
                if !self.attempt(&left) {
                    at += size;
                }
            }
            size /= 2;
        }
        let mut change = 0;
        while let Some(Move::Adjust(changes)) = self.best.script.first()
            && change < changes.len()
        {
            let (mut fewer, mut rounder) = (changes.clone(), changes.clone());
            fewer.remove(change);
            if let Adjustment::Pose(_, pose) = &mut rounder[change] {
                round(pose);
            }
            let rest = self.best.script[1..].to_vec();
            if !self.attempt(&[&[Move::Adjust(fewer)], &rest[..]].concat()) {
                self.attempt(&[&[Move::Adjust(rounder)], &rest[..]].concat());
                change += 1;
            }
        }
    }

    /// Gives plainer answers.
    fn plain_answers(&mut self) {
        for place in 0.. {
            let Some(step) = self.best.script.get(place) else { break };
            let Move::Answer(seat, answer) = step.clone() else { continue };
            let offered = self.best.offered.iter().filter(|(at, _)| *at == place).map(|(_, other)| other.clone());
            for other in offered.chain(plainer(&answer)).collect::<Vec<_>>() {
                let mut script = self.best.script.clone();
                if let Some(step) = script.get_mut(place) {
                    *step = Move::Answer(seat, other);
                    self.attempt(&script);
                }
            }
        }
    }

    /// Lets dice fall on their lowest sides.
    fn plain_dice(&mut self) {
        for place in 0.. {
            let Some(step) = self.best.script.get(place) else { break };
            let Move::Dice(shown) = step else { continue };
            for die in 0..shown.len() {
                let mut script = self.best.script.clone();
                if let Some(Move::Dice(shown)) = script.get_mut(place)
                    && let Some(value) = shown.get_mut(die)
                {
                    // Not on any die: it falls on its lowest side.
                    *value = i16::MIN;
                }
                self.attempt(&script);
            }
        }
    }
}
