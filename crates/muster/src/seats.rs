//! Who plays and under which settings: `--seats` and `--set`, read for a game.

use engine::{Holder, Ruleset};
use vocabulary::{Player, Setup, Word};

use crate::arguments::Table;
use crate::failure::Failure;
use crate::games;

const NAMES: [&str; 4] = ["Red", "Blue", "Green", "Gold"];
const RANDOM: Word = Word::new("random");

/// A game, its set-up, and who holds each seat.
pub(crate) struct Seating {
    pub(crate) game: &'static dyn Ruleset,
    pub(crate) setup: Setup,
    pub(crate) holders: Vec<Holder>,
}

/// Reads the flags of a match.
///
/// `person_first` says whether a person sits first when nothing is said about seats, or bots everywhere.
pub(crate) fn read(table: &Table, person_first: bool) -> Result<Seating, Failure> {
    let game = games::find(table.game.as_deref())?;
    let mut seats = Vec::new();
    for text in &table.seats {
        seats.push(read_seat(game, text)?);
    }
    if seats.is_empty() {
        let fewest = usize::from(*game.manual().seats.start()).max(1);
        seats = vec![(None, Holder::Bot(RANDOM)); fewest];
        if person_first {
            seats[0].1 = Holder::Person;
        }
    }
    let mut setup = Setup::default();
    for (at, (name, _)) in seats.iter().enumerate() {
        setup.players.push(Player { name: name.clone().unwrap_or_else(|| default_name(at)) });
    }
    read_settings(game, &table.settings, &mut setup)?;
    let faults = game.faults(&setup);
    if !faults.is_empty() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(Failure::usage(faults.join("; ")));
    }
    Ok(Seating { game, setup, holders: seats.into_iter().map(|(_, holder)| holder).collect() })
}

/// Who holds the seats of a match that is there already; names are those of the match.
pub(crate) fn holders(game: &dyn Ruleset, texts: &[String], names: &[String]) -> Result<Vec<Holder>, Failure> {
    if texts.is_empty() {
        let holder = |at| if at == 0 { Holder::Person } else { Holder::Bot(RANDOM) };
        return Ok((0..names.len()).map(holder).collect());
    }
    if texts.len() != names.len() {
        let text = format!("this match has {} seats ({}), not {}", names.len(), names.join(", "), texts.len());
        return Err(Failure::usage(text));
    }
    let mut holders = Vec::new();
    for (text, name) in texts.iter().zip(names) {
        let (other, holder) = read_seat(game, text)?;
        if let Some(other) = other.filter(|other| other != name) {
            return Err(Failure::usage(format!("the seats of this match are {}, not {other}", names.join(", "))));
        }
        holders.push(holder);
    }
    Ok(holders)
}

fn default_name(at: usize) -> String {
    NAMES.get(at).map_or_else(|| format!("Player {}", at + 1), |name| (*name).to_owned())
}

fn read_seat(game: &dyn Ruleset, text: &str) -> Result<(Option<String>, Holder), Failure> {
    let (name, level) = match text.split_once('=') {
        Some((name, level)) => (Some(name.trim().to_owned()), level.trim()),
        None => (None, text.trim()),
    };
    if level == "me" || level == "person" {
        return Ok((name, Holder::Person));
    }
    let bots = game.bots();
    match bots.iter().find(|bot| bot.id.as_str() == level) {
        Some(bot) => Ok((name, Holder::Bot(bot.id))),
        None => {
            let levels: Vec<&str> = bots.iter().map(|bot| bot.id.as_str()).collect();
            let text = format!("'{level}' cannot take a seat; write me, or a level of bot: {}", levels.join(", "));
            Err(Failure::usage(text))
        }
    }
}

fn read_settings(game: &dyn Ruleset, texts: &[String], setup: &mut Setup) -> Result<(), Failure> {
    let form = game.manual().settings;
    for text in texts {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::usage(format!("'{text}' is not a setting; write it as knob=value")));
        };
        let Some(setting) = form.iter().find(|setting| setting.name == name.trim()) else {
            let names: Vec<&str> = form.iter().map(|setting| setting.name.as_str()).collect();
            let there_are = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let text = format!("{} has no setting called '{}'; there are {there_are}", game.id(), name.trim());
            return Err(Failure::usage(text));
        };
        let value = setting.read(value.trim()).map_err(Failure::Usage)?;
        if value == setting.default {
            setup.settings.remove(&setting.name);
        } else {
            setup.settings.insert(setting.name.clone(), value);
        }
    }
    Ok(())
}
