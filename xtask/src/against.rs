//! How fast the working tree is against a commit: both are built, run in turns, and compared figure by figure.

mod comparison;
mod figures;
mod sides;

use serde_json::json;

use self::comparison::{Compared, Round, Verdict, compare};
use self::figures::Better;
use self::sides::{Commit, Program, Sides};
use crate::{Outcome, timed};

/// What is wanted of a comparison.
pub(crate) struct Wanted<'a> {
    /// The revision that the working tree is compared with.
    pub(crate) revision: &'a str,
    pub(crate) rounds: u32,
    /// What no figure may be worse by, of a hundred.
    pub(crate) worse_than: Option<f64>,
    pub(crate) json: bool,
}

/// Compares benchmarks, given by their names and crates. With several, those that the commit does not have are left out.
pub(crate) fn run(wanted: &Wanted<'_>, benches: &[(&str, &str)]) -> Outcome {
    let commit = Commit::find(wanted.revision)?;
    let uncommitted = sides::has_uncommitted_changes()?;
    let head = Commit::find("HEAD")?;
    let sides = Sides::new(&commit)?;
    let mut worse = Vec::new();
    for (at, (name, package)) in benches.iter().enumerate() {
        if !sides.old.has(package) {
            let missing = format!("commit {} has no benchmark `{name}`", &commit.id[..7]);
            if benches.len() == 1 {
                return Err(missing);
            }
            eprintln!("{name}: left out, because {missing}");
            continue;
        }
        eprintln!("{name}: building the old and the new side");
        let programs = [sides.old.build(package)?, sides.new.build(package)?];
        let found = compare(&measure(name, &programs, wanted.rounds)?);
        let same = sides::is_same_benchmark(&commit, package);
        if wanted.json {
            let old = json!({"commit": commit.id, "title": commit.title});
            let new = json!({"commit": head.id, "title": head.title, "uncommitted_changes": uncommitted});
            let figures: Vec<_> = found.iter().map(as_json).collect();
            let document = json!({
                "benchmark": name, "old": old, "new": new, "rounds": wanted.rounds, "same_benchmark": same,
                "figures": figures,
            });
            println!("{document:#}");
        } else {
            let changes = if uncommitted { ", with uncommitted changes" } else { "" };
            let gap = if at > 0 { "\n" } else { "" };
            println!("{gap}{name}, {} rounds", wanted.rounds);
            println!("old: {}", commit.title);
            println!("new: the working tree at {}{changes}\n", head.title);
            print!("{}", page(&found, same));
        }
        worse.extend(found.into_iter().filter(|one| wanted.worse_than.is_some_and(|most| one.is_worse_than(most))));
    }
    match (worse.as_slice(), wanted.worse_than) {
        ([], _) | (_, None) => Ok(()),
        (worse, Some(most)) => {
            let names: Vec<&str> = worse.iter().map(|one| one.name.as_str()).collect();
            Err(format!("worse by more than {most} %: {}", names.join("; ")))
        }
    }
}

/// Runs both sides in turns. Which one begins alternates, so that what grows steadily favours neither.
fn measure(name: &str, [old, new]: &[Program; 2], rounds: u32) -> Result<Vec<Round>, String> {
    let mut measured = Vec::new();
    let mut spent = 0.0;
    for round in 1..=rounds {
        let left = if round == 1 {
            String::new()
        } else {
            format!(", about {:.0} s left", spent / f64::from(round - 1) * f64::from(rounds - round + 1))
        };
        eprintln!("{name}: round {round} of {rounds}{left}");
        let (both, seconds) = timed(|| {
            Ok::<_, String>(if round % 2 == 1 {
                let old = old.run()?;
                Round { old, new: new.run()? }
            } else {
                let new = new.run()?;
                Round { old: old.run()?, new }
            })
        });
        measured.push(both?);
        spent += seconds;
    }
    Ok(measured)
}

/// The comparison for people. Names come last because they are of any length.
fn page(found: &[Compared], same_benchmark: bool) -> String {
    let mut page =
        format!("{:>12} {:>12} {:>8}  {:<16} {:<19}  {}\n", "old", "new", "new/old", "95 % interval", "", "figure");
    for one in found {
        let side = |median: Option<f64>| median.map_or_else(|| "-".to_owned(), shown);
        // An interval of what never changes would say that it was measured.
        let ratio = one.ratio.filter(|_| one.verdict != Verdict::Same);
        let [by, between] = match ratio {
            Some(ratio) => [format!("{:.3}", ratio.ratio), format!("{:.3} to {:.3}", ratio.low, ratio.high)],
            None => [String::new(), String::new()],
        };
        let (old, new, verdict) = (side(one.old), side(one.new), one.verdict.words());
        page += &format!("{old:>12} {new:>12} {by:>8}  {between:<16} {verdict:<19}  {}\n", one.name);
    }
    let count = |verdict| found.iter().filter(|one| one.verdict == verdict).count();
    page += &format!(
        "\n{} faster, {} slower. About one in twenty figures that did not change is called so by chance.\n",
        count(Verdict::Faster),
        count(Verdict::Slower)
    );
    if !same_benchmark {
        page += "The benchmark itself differs between the two, so the figures may measure different work.\n";
    }
    let other: Vec<&str> = found.iter().filter(|one| one.is_other_work()).map(|one| one.name.as_str()).collect();
    if !other.is_empty() {
        page += &format!("The two do not do the same work. These counts differ: {}.\n", other.join("; "));
    }
    page
}

fn as_json(one: &Compared) -> serde_json::Value {
    let better = one.better.map(|better| match better {
        Better::Higher => "higher",
        Better::Lower => "lower",
    });
    json!({
        "name": one.name, "better": better, "old": one.old, "new": one.new,
        "ratio": one.ratio.map(|ratio| ratio.ratio),
        "interval": one.ratio.map(|ratio| [ratio.low, ratio.high]),
        "verdict": one.verdict.words(),
    })
}

/// A number with as many digits as mean something.
fn shown(value: f64) -> String {
    if value.abs() < 100.0 {
        return format!("{value:.2}");
    }
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::comparison::Interval;
    use super::*;

    fn compared(verdict: Verdict, ratio: Option<[f64; 3]>) -> Compared {
        let ratio = ratio.map(|[ratio, low, high]| Interval { ratio, low, high });
        Compared { name: "games/s".to_owned(), better: None, old: Some(61_023.4), new: Some(9.5), ratio, verdict }
    }

    #[test]
    fn a_line_holds_medians_ratio_interval_verdict_and_name() {
        let page = page(&[compared(Verdict::Faster, Some([1.0164, 0.9981, 1.0342]))], true);
        let words: Vec<&str> = page.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["61,023", "9.50", "1.016", "0.998", "to", "1.034", "faster", "games/s"]);
        assert!(page.contains("1 faster, 0 slower."));
        assert!(!page.contains("work"));
    }

    #[test]
    fn a_page_says_when_the_work_is_not_the_same() {
        let counts = [compared(Verdict::More, Some([1.25; 3]))];
        assert!(page(&counts, true).contains("These counts differ: games/s."));
        assert!(page(&[compared(Verdict::Same, Some([1.0; 3]))], false).contains("benchmark itself differs"));
    }

    #[test]
    fn a_figure_of_one_side_has_a_dash_on_the_other() {
        let one = Compared { old: None, ..compared(Verdict::OnlyNew, None) };
        let page = page(&[one], true);
        let words: Vec<&str> = page.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["-", "9.50", "only", "in", "the", "new", "games/s"]);
    }
}
