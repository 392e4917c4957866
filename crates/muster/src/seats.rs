//! Who plays and under which settings: `--seats` and `--set`, read for a game.

use engine::{Holder, Ruleset};
use vocabulary::{FieldChoice, Player, ReadyList, Settings, Setup, Word};

use crate::arguments::Table;
use crate::failure::{Failure, plain};
use crate::packs::Brought;
use crate::{armies, games, text_file};

const NAMES: [&str; 4] = ["Red", "Blue", "Green", "Gold"];

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
    let game = games::find(&table.game)?;
    let mut seats = Vec::new();
    for text in &table.seats {
        seats.push(read_seat(game, text)?);
    }
    if seats.is_empty() {
        let fewest = usize::from(*game.manual().seats.start()).max(1);
        seats = vec![(None, Holder::Bot(best_bot(game))); fewest];
        if person_first {
            seats[0].1 = Holder::Person;
        }
    }
    let mut setup = Setup::default();
    let has_armies = !game.manual().armies.is_empty();
    for (at, (name, _)) in seats.iter().enumerate() {
        // Where somebody plays, players without a name are called after their armies.
        let unnamed = || if person_first && has_armies { String::new() } else { default_name(at) };
        setup.players.push(Player { name: name.clone().unwrap_or_else(unnamed), army: None });
    }
    setup.settings = table.agreed.settings(game)?;
    let brought = table.agreed.bring(game)?;
    read_armies(game, &table.armies, &brought, &mut setup)?;
    setup.packs = brought.packs;
    setup.field = table.field.as_deref().map(|text| read_field(game, text)).transpose()?;
    let faults = game.faults(&setup);
    if !faults.is_empty() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(Failure::usage(faults.join("; ")));
    }
    Ok(Seating { game, setup, holders: seats.into_iter().map(|(_, holder)| holder).collect() })
}

/// Reads `--army`: one for each seat, or one for all of them.
fn read_armies(game: &dyn Ruleset, texts: &[String], brought: &Brought, setup: &mut Setup) -> Result<(), Failure> {
    let (given, seats) = (texts.len(), setup.players.len());
    if given > 1 && given != seats {
        return Err(Failure::usage(format!("{given} armies for {seats} seats; name one for each, or one for all")));
    }
    let drills = game.manual().drills;
    let ready: Vec<&ReadyList> = brought.catalogue.armies.iter().chain(&drills).collect();
    for (player, text) in setup.players.iter_mut().zip(texts.iter().cycle()) {
        player.army = match ready.iter().find(|army| army.id.as_str() == text.trim()) {
            Some(army) => Some(army.list.clone()),
            None => Some(armies::read(game, text.trim())?),
        };
    }
    Ok(())
}

/// Reads `--field`: a number to make one from, the name of one that is ready, or a file.
fn read_field(game: &dyn Ruleset, text: &str) -> Result<FieldChoice, Failure> {
    if let Some(field) = game.manual().fields.into_iter().find(|field| field.id.as_str() == text) {
        return Ok(FieldChoice::Text(field.file));
    }
    match text.parse::<field::Source>().map_err(|error| Failure::usage(error.to_string()))? {
        field::Source::Seed(seed) => Ok(FieldChoice::Seed(seed)),
        field::Source::File(path) => {
            let read = text_file::read(&path, field::LONGEST);
            let read = read.map_err(|error| {
                let ready: Vec<String> = game.manual().fields.iter().map(|field| field.id.to_string()).collect();
                let ready = if ready.is_empty() {
                    String::new()
                } else {
                    format!("; ready-made ones are {}", ready.join(", "))
                };
                Failure::usage(format!("{}: {}{ready}", path.display(), plain(&error)))
            })?;
            Ok(FieldChoice::Text(read))
        }
    }
}

/// Who holds the seats of a match that is there already; names are those of the match.
pub(crate) fn holders(game: &dyn Ruleset, texts: &[String], names: &[String]) -> Result<Vec<Holder>, Failure> {
    if texts.is_empty() {
        let holder = |at| if at == 0 { Holder::Person } else { Holder::Bot(best_bot(game)) };
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

/// The bot that plays when nothing is said: the last one of a game, which plays best.
fn best_bot(game: &dyn Ruleset) -> Word {
    game.bots().last().map_or(Word::new("random"), |bot| bot.id)
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
            let text = format!("'{level}' cannot take a seat; write me, or the level of a bot: {}", levels.join(", "));
            Err(Failure::usage(text))
        }
    }
}

/// Reads `--set`; what is as usual is left out.
pub(crate) fn read_settings(game: &dyn Ruleset, texts: &[String]) -> Result<Settings, Failure> {
    let (form, mut settings) = (game.manual().settings, Settings::new());
    for text in texts {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::usage(format!("'{text}' is not a setting; write it as setting=value")));
        };
        let Some(setting) = form.iter().find(|setting| setting.name == name.trim()) else {
            let names: Vec<&str> = form.iter().map(|setting| setting.name.as_str()).collect();
            let known =
                if names.is_empty() { "it has none".to_owned() } else { format!("choose from {}", names.join(", ")) };
            let text = format!("{} has no setting called '{}'; {known}", game.id(), name.trim());
            return Err(Failure::usage(text));
        };
        let value = setting.read(value.trim()).map_err(Failure::Usage)?;
        if value == setting.default {
            settings.remove(&setting.name);
        } else {
            settings.insert(setting.name.clone(), value);
        }
    }
    Ok(settings)
}
