//! What is printed: one line for a kind of work, with ours, the others', and how many times as long they take.

use std::hint::black_box;

use cpu_time::ThreadTime;

const ROUNDS: usize = 9;

/// Everything measured, in the order in which it is printed.
#[derive(Default)]
pub(crate) struct Figures {
    groups: Vec<Group>,
}

struct Group {
    title: String,
    lines: Vec<Line>,
    /// What else there is to know, in sentences.
    notes: Vec<String>,
}

struct Line {
    name: String,
    nanoseconds: f64,
    range: Option<(f64, f64)>,
    /// How many times as long as the first line of the group.
    times: Option<f64>,
}

/// One way to do a piece of work; what it returns is only there to be looked at.
pub(crate) struct Way<'a> {
    /// Whose it is.
    pub(crate) name: &'a str,
    /// Does all of it once.
    pub(crate) work: &'a mut dyn FnMut() -> usize,
}

impl Figures {
    /// Does the same work in several ways, round by round, and keeps how long one of `count` parts takes. The first way
    /// is the one that others are measured by.
    pub(crate) fn compare(&mut self, title: &str, count: usize, ways: &mut [Way<'_>]) {
        let mut rounds: Vec<Vec<f64>> = ways.iter().map(|_| Vec::new()).collect();
        for round in 0..=ROUNDS {
            for (way, times) in ways.iter_mut().zip(&mut rounds) {
                let start = ThreadTime::now();
                black_box((way.work)());
                // The first round warms up.
                if round > 0 {
                    times.push(start.elapsed().as_secs_f64() * 1e9 / count as f64);
                }
            }
        }
        let mut lines: Vec<Line> = Vec::new();
        for (way, mut times) in ways.iter().zip(rounds) {
            times.sort_by(f64::total_cmp);
            let median = times[times.len() / 2];
            let times_as_long = lines.first().map(|first| median / first.nanoseconds);
            lines.push(Line {
                name: way.name.to_owned(),
                nanoseconds: median,
                range: Some((times[0], times[times.len() - 1])),
                times: times_as_long,
            });
        }
        self.groups.push(Group { title: title.to_owned(), lines, notes: Vec::new() });
    }

    /// How long single parts of a piece of work take, each given in nanoseconds.
    pub(crate) fn percentiles(&mut self, title: &str, mut nanoseconds: Vec<f64>) {
        nanoseconds.sort_by(f64::total_cmp);
        let at = |share: f64| nanoseconds[((nanoseconds.len() - 1) as f64 * share) as usize];
        let line =
            |name: &str, share: f64| Line { name: name.to_owned(), nanoseconds: at(share), range: None, times: None };
        let lines = vec![line("p50", 0.5), line("p90", 0.9), line("p99", 0.99), line("most", 1.0)];
        let mean = nanoseconds.iter().sum::<f64>() / nanoseconds.len() as f64;
        let notes = vec![format!("{} of them, {} ns on average", nanoseconds.len(), shown(mean))];
        self.groups.push(Group { title: title.to_owned(), lines, notes });
    }

    /// A sentence about what was measured last.
    pub(crate) fn note(&mut self, sentence: String) {
        if let Some(group) = self.groups.last_mut() {
            group.notes.push(sentence);
        }
    }

    /// All of it, for people.
    pub(crate) fn page(&self) -> String {
        let mut page = format!("One core; ns, median of {ROUNDS} rounds (least to most), times as long as the first\n");
        for group in &self.groups {
            page += &format!("\n{}\n", group.title);
            for line in &group.lines {
                let range = line.range.map(|(least, most)| format!("({} to {})", shown(least), shown(most)));
                let times = line.times.map(|times| format!("{times:.1} times")).unwrap_or_default();
                page += &format!(
                    "  {:<36} {:>10}  {:<22} {times}",
                    line.name,
                    shown(line.nanoseconds),
                    range.unwrap_or_default()
                );
                page.truncate(page.trim_end().len());
                page.push('\n');
            }
            for note in &group.notes {
                page += &format!("  {note}\n");
            }
        }
        page
    }

    /// All of it, for programs.
    pub(crate) fn json(&self) -> serde_json::Value {
        let line = |line: &Line| {
            serde_json::json!({
                "name": line.name, "nanoseconds": line.nanoseconds, "range": line.range, "times": line.times,
            })
        };
        let group = |group: &Group| {
            let lines: Vec<_> = group.lines.iter().map(line).collect();
            serde_json::json!({"title": group.title, "lines": lines, "notes": group.notes})
        };
        serde_json::json!({"rounds": ROUNDS, "groups": self.groups.iter().map(group).collect::<Vec<_>>()})
    }
}

/// A number with as many digits as mean something.
pub(crate) fn shown(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

/// How long something takes; what reading the clock takes is taken off.
#[expect(
    clippy::disallowed_types,
    reason = "a clock of processor time takes longer to read than a line of sight takes"
)]
pub(crate) fn nanoseconds(work: impl FnOnce()) -> f64 {
    const CLOCK: usize = 8;
    let start = std::time::Instant::now();
    work();
    let taken = start.elapsed().as_nanos() as f64;
    let start = std::time::Instant::now();
    for _ in 0..CLOCK {
        black_box(std::time::Instant::now());
    }
    let clock = start.elapsed().as_nanos() as f64 / (CLOCK + 1) as f64;
    (taken - clock).max(0.0)
}
