//! `muster odds`: what may come of an attack. Which values describe one, the game says.

use std::collections::BTreeMap;
use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use engine::{Clash, Figure, Forecast, Ruleset};
use serde::{Serialize, Serializer, ser::SerializeMap};
use vocabulary::{RuleId, Series, Setting, SettingKind, Value};

use crate::failure::Failure;
use crate::games::{self, GAMES};
use crate::paint::{self, paint};
use crate::paragraph::{width, wrap};
use crate::{arguments, json};

/// What the ids of flags begin with that are made from a game's form.
const OF_FORM: &str = "value:";
/// Chances below this are taken together at either end of a table.
const RARE: f64 = 0.0005;
/// Columns of the longest bar.
const BAR: usize = 30;

/// The values that were said, by their names in the game's form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values(BTreeMap<String, String>);

impl FromArgMatches for Values {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Values, clap::Error> {
        let named = matches.ids().filter_map(|id| Some((id.as_str(), id.as_str().strip_prefix(OF_FORM)?)));
        let text = |id: &str| {
            let all: Vec<&str> = matches.get_many::<String>(id).into_iter().flatten().map(String::as_str).collect();
            all.join("+")
        };
        Ok(Values(named.map(|(id, name)| (name.to_owned(), text(id))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Values::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags are added by [`with_flags`], once it is known which game is meant.
impl Args for Values {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

/// The command line with the flags of the game whose odds are asked for, if odds are asked for.
pub(crate) fn with_flags(command: clap::Command, said: &[String]) -> Result<clap::Command, Failure> {
    if said.get(1).map(String::as_str) != Some("odds") {
        return Ok(command);
    }
    let named = said.iter().zip(said.iter().skip(1)).find(|(flag, _)| *flag == "--game").map(|(_, id)| id.as_str());
    let joined = said.iter().find_map(|flag| flag.strip_prefix("--game="));
    let game = games::find(named.or(joined).unwrap_or(games::FIRST))?;
    let form = game.attack_form();
    let helped = said.iter().any(|flag| flag == "--help" || flag == "-h");
    if form.is_empty() && !helped {
        let others: Vec<String> =
            GAMES.iter().filter(|game| !game.attack_form().is_empty()).map(|game| game.id().to_string()).collect();
        let text = format!(
            "the odds of {} attacks cannot be worked out without a match; they can for {}",
            game.id(),
            others.join(", ")
        );
        return Err(Failure::usage(text));
    }
    Ok(command.mut_subcommand("odds", |odds| odds.args(form.iter().map(flag))))
}

/// The flag of a value.
fn flag(setting: &Setting) -> Arg {
    let usual = match &setting.default {
        Value::None | Value::Switch(false) => String::new(),
        Value::Set(words) if words.is_empty() => String::new(),
        default => format!("; {default} by default"),
    };
    let flag = Arg::new(format!("{OF_FORM}{}", setting.name))
        .long(setting.name.clone())
        .help_heading(setting.group.clone())
        .action(ArgAction::Set);
    match &setting.kind {
        SettingKind::Switch => {
            let flag = flag.value_name("on|off").num_args(0..=1).require_equals(true).default_missing_value("on");
            flag.help(setting.text.clone())
        }
        SettingKind::Set(_) => {
            let help = format!("{}: {}; may be given several times", setting.text, setting.range());
            flag.value_name("WORD").action(ArgAction::Append).help(help)
        }
        SettingKind::Choice(_) => flag.value_name("WORD").help(format!("{}: {}{usual}", setting.text, setting.range())),
        SettingKind::Number { .. } => {
            let help = format!("{}: {}{usual}", setting.text, setting.range());
            flag.value_name("N").allow_negative_numbers(true).help(help)
        }
        SettingKind::Length { .. } | SettingKind::Dice => {
            flag.value_name("VALUE").help(format!("{}: {}{usual}", setting.text, setting.range()))
        }
    }
}

/// Tells the odds.
pub(crate) fn run(odds: &arguments::Odds, out: &mut dyn Write) -> Result<(), Failure> {
    let game: &dyn Ruleset = games::find(&odds.game)?;
    let clash = Clash {
        values: odds.values.0.clone(),
        attacker: odds.attacker.clone(),
        target: odds.target.clone(),
        weapon: odds.weapon.clone(),
        settings: odds.agreed.settings(game)?,
        packs: odds.agreed.bring(game)?.packs,
    };
    let forecast = game.odds(&clash).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::usage(faults.join("\n"))
    })?;
    if odds.json { json::write(out, &Keyed(&forecast)) } else { print(&forecast, out) }
}

/// A forecast as programs read it: each distribution as its probabilities from 0 on, then the single figures.
struct Keyed<'a>(&'a Forecast);

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Forecast { odds, figures, .. } = self.0;
        let mut map = serializer.serialize_map(Some(odds.series.len() + figures.len()))?;
        for series in &odds.series {
            map.serialize_entry(&series.label.replace(' ', "_"), &from_zero(series))?;
        }
        for figure in figures {
            map.serialize_entry(figure.name, &figure.value)?;
        }
        map.end()
    }
}

/// The probabilities of a series whose values begin at 0 or above, from 0 on.
fn from_zero(series: &Series) -> Vec<f64> {
    let most = series.values.iter().copied().max().unwrap_or(0);
    let mut all = vec![0.0; usize::try_from(most).unwrap_or(0) + 1];
    for (value, p) in series.values.iter().zip(&series.p) {
        if let Some(place) = usize::try_from(*value).ok().and_then(|value| all.get_mut(value)) {
            *place = *p;
        }
    }
    all
}

/// Prints a forecast for people.
fn print(forecast: &Forecast, out: &mut dyn Write) -> Result<(), Failure> {
    let odds = &forecast.odds;
    writeln!(out, "{}", paint(paint::STRONG, &odds.title))?;
    for text in &forecast.needs {
        writeln!(out, "{}", wrap(&text.sentence, width(), 2))?;
        let rules: Vec<&str> = text.rules.iter().map(RuleId::as_str).collect();
        for line in wrap(&rules.join(", "), width(), 2).lines() {
            writeln!(out, "{}", paint(paint::FAINT, line))?;
        }
    }
    writeln!(out)?;
    if let Some(first) = odds.series.first() {
        table(first, out)?;
        writeln!(out)?;
    }
    for figure in &forecast.figures {
        writeln!(out, "  {}", figure_words(figure))?;
    }
    for series in odds.series.iter().skip(1) {
        let (low, high) = (quantile(series, 0.05), quantile(series, 0.95));
        writeln!(out, "  {:.2}  {} on average, {low} to {high} nine times in ten", mean(series), series.label)?;
    }
    for policy in &odds.policies {
        writeln!(out, "{}", paint(paint::FAINT, wrap(&policy.sentence, width(), 2)))?;
    }
    if !odds.exact {
        writeln!(out, "{}", paint(paint::FAINT, "  these odds are not exact"))?;
    }
    Ok(())
}

fn figure_words(figure: &Figure) -> String {
    match figure.is_chance {
        true => format!("{}  {}", percent(figure.value).trim_start(), figure.label),
        false => format!("{:.2}  {}", figure.value, figure.label),
    }
}

/// A chance in percent, as wide as any other.
fn percent(p: f64) -> String {
    match p {
        p if p > 0.0 && p < RARE => " <0.1 %".to_owned(),
        p => format!("{:5.1} %", p * 100.0),
    }
}

/// Each value with its chance, the chance of it or more, and a bar.
fn table(series: &Series, out: &mut dyn Write) -> Result<(), Failure> {
    let likely = |p: &f64| *p >= RARE;
    let first = series.p.iter().position(likely).unwrap_or(0);
    let last = series.p.iter().rposition(likely).unwrap_or(0);
    let most = series.p.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let column = series.label.chars().count().max(4);
    writeln!(out, "  {}", paint(paint::FAINT, format!("{}   chance   or more", series.label)))?;
    for place in first..=last {
        let (value, p) = (series.values[place], series.p[place]);
        let more: f64 = series.p[place..].iter().sum();
        let line = format!("  {value:>column$}  {}  {}  {}", percent(p), percent(more.min(1.0)), bar(p / most));
        writeln!(out, "{}", line.trim_end())?;
    }
    let rest: f64 = series.p[..first].iter().chain(&series.p[last + 1..]).sum();
    if rest > 0.0 {
        writeln!(out, "  {}", paint(paint::FAINT, format!("{:>column$}  {}", "else", percent(rest))))?;
    }
    Ok(())
}

/// A bar of so much of the longest one, to an eighth of a column.
fn bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * (BAR * 8) as f64).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

fn mean(series: &Series) -> f64 {
    series.values.iter().zip(&series.p).map(|(value, p)| f64::from(*value) * p).sum()
}

/// The least value such that it or a lesser one has at least this chance.
fn quantile(series: &Series, p: f64) -> i32 {
    let mut sum = 0.0;
    let found = series.values.iter().zip(&series.p).find(|(_, share)| {
        sum += **share;
        sum >= p
    });
    found.map(|(value, _)| *value).or_else(|| series.values.last().copied()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series() -> Series {
        Series { label: "models lost".to_owned(), values: vec![0, 1, 3], p: vec![0.25, 0.5, 0.25] }
    }

    #[test]
    fn programs_read_probabilities_from_zero_on() {
        assert_eq!(from_zero(&series()), [0.25, 0.5, 0.0, 0.25]);
    }

    #[test]
    fn the_longest_bar_belongs_to_what_is_likeliest() {
        assert_eq!(bar(1.0).chars().count(), BAR);
        assert_eq!(bar(0.5 / BAR as f64), "▌");
        assert_eq!(bar(0.0), "");
    }

    #[test]
    fn means_and_quantiles_follow_from_a_series() {
        assert!((mean(&series()) - 1.25).abs() < 1e-12);
        assert_eq!((quantile(&series(), 0.05), quantile(&series(), 0.5), quantile(&series(), 0.95)), (0, 1, 3));
    }

    #[test]
    fn the_flags_of_every_game_can_be_told_apart() {
        for game in GAMES {
            let said = ["muster", "odds", "--game", game.id().as_str(), "--help"].map(str::to_owned);
            let command = <arguments::Arguments as clap::CommandFactory>::command();
            with_flags(command, &said).unwrap_or_else(|failure| panic!("{failure:?}")).debug_assert();
        }
    }
}
