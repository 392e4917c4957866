//! What the time goes into, by samples of the stack.

use pprof::{Frames, ProfilerGuardBuilder};

/// How often the stack is looked at, in a second.
const FREQUENCY: i32 = 997;

/// How many samples were taken in each part.
#[derive(Debug, Default)]
pub(crate) struct Shares {
    sight: u64,
    movement: u64,
    bot: u64,
    rules: u64,
}

impl Shares {
    /// The shares of a piece of work.
    pub(crate) fn of<T>(work: impl FnOnce() -> T) -> Shares {
        // Where a sample falls into these, unwinding the stack is not safe.
        let guard =
            ProfilerGuardBuilder::default().frequency(FREQUENCY).blocklist(&["libc", "libgcc", "pthread", "vdso"]);
        let guard = guard.build().expect("a profiler can be started");
        work();
        let report = guard.report().build().expect("the profiler reports");
        let mut shares = Shares::default();
        for (frames, count) in &report.data {
            *shares.part(frames) += u64::try_from(*count).unwrap_or_default();
        }
        shares
    }

    /// Sight and movement wherever they are asked for; of the rest, what bots think, and the rules. Functions are told
    /// by the files that they stand in.
    fn part(&mut self, frames: &Frames) -> &mut u64 {
        let files = || frames.frames.iter().flatten().filter_map(|symbol| symbol.filename.as_ref()?.to_str());
        let is_in = |parts: &[&str]| files().any(|file| parts.iter().any(|part| file.contains(part)));
        if is_in(&["ground/src/sight", "aot/src/sight"]) {
            &mut self.sight
        } else if is_in(&["aot/src/movement", "ground/src/planner", "ground/src/route", "ground/src/obstacles"]) {
            &mut self.movement
        } else if is_in(&["aot/src/answers", "bots/src"]) {
            &mut self.bot
        } else {
            &mut self.rules
        }
    }

    /// The parts with their shares, of a hundred.
    pub(crate) fn named(&self) -> [(&'static str, f64); 4] {
        let all = (self.sight + self.movement + self.bot + self.rules).max(1) as f64;
        let share = |part: u64| part as f64 * 100.0 / all;
        [
            ("sight", share(self.sight)),
            ("movement", share(self.movement)),
            ("rules", share(self.rules)),
            ("bot", share(self.bot)),
        ]
    }
}
