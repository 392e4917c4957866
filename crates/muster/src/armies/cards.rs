//! `muster army cards`: unit cards, readably.

use std::io::Write;

use engine::Ruleset;
use vocabulary::{Entry, EntryOption, EntrySize, Faction, Numbers, OptionGroup, OptionModels};

use crate::arguments::ArmyCards;
use crate::armies::choose;
use crate::failure::Failure;
use crate::names::Glossary;
use crate::paint::{self, paint};
use crate::paragraph::{count, width, wrap};
use crate::{card, json};

/// Prints the cards of one faction, or of all.
pub(crate) fn run(games: &[&dyn Ruleset], cards: &ArmyCards, out: &mut dyn Write) -> Result<(), Failure> {
    let game = choose(games, &cards.of)?;
    let mut factions = cards.of.agreed.bring(game)?.catalogue.factions;
    if let Some(wanted) = &cards.faction {
        let ids: Vec<String> = factions.iter().map(|faction| faction.id.to_string()).collect();
        factions.retain(|faction| faction.id.as_str() == wanted || faction.name.eq_ignore_ascii_case(wanted));
        if factions.is_empty() {
            let text = format!("{} has no faction called '{wanted}'; choose from {}", game.id(), ids.join(", "));
            return Err(Failure::usage(text));
        }
    }
    if cards.of.json {
        return json::write(out, &factions);
    }
    print(game, &factions, out)
}

/// Prints every card of these factions.
pub(crate) fn print(game: &dyn Ruleset, factions: &[Faction], out: &mut dyn Write) -> Result<(), Failure> {
    let glossary = Glossary::of(game);
    for (at, faction) in factions.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", heading(faction))?;
        for entry in &faction.entries {
            write!(out, "\n{}{}", card::describe(&entry.card, &glossary), about(entry))?;
        }
    }
    Ok(())
}

fn heading(faction: &Faction) -> String {
    let id = paint(paint::FAINT, faction.id);
    let mut text = format!("{}  {id}\n{}\n", paint(paint::STRONG, &faction.name), wrap(&faction.text, width(), 0));
    for formation in &faction.formations {
        let line = format!("{} ({}): {}", formation.label, formation.id, formation.text);
        text += &format!("{}\n", wrap(&line, width(), 2));
    }
    text
}

/// What stands below a card: how lists name it, how many models, whose numbers, and who they are.
fn about(entry: &Entry) -> String {
    let models = match (entry.fewest, entry.most) {
        (1, 1) => "1 model".to_owned(),
        (fewest, most) => format!("{fewest} to {most} models"),
    };
    let models = if entry.sizes.is_empty() { models } else { sizes(&entry.sizes) };
    let numbers = match entry.numbers {
        Numbers::Book => "numbers from the book",
        Numbers::Ours => "our own numbers",
    };
    let line = paint(paint::FAINT, format!("{}, {models}, {numbers}", entry.id));
    let text = if entry.text.is_empty() { String::new() } else { format!("{}\n", wrap(&entry.text, width(), 2)) };
    let options: String = entry.groups.iter().map(group).collect();
    format!("{text}  {line}\n{options}")
}

/// Sizes that are listed, each with its price: `5 models for 60 or 10 for 120`.
fn sizes(sizes: &[EntrySize]) -> String {
    let said = sizes.iter().map(|size| format!("{} for {}", count(size.models.into(), "model", "models"), size.cost));
    said.collect::<Vec<_>>().join(" or ")
}

/// The options of a group, one in each line.
fn group(group: &OptionGroup) -> String {
    let only = |option: &EntryOption| {
        let each = |models: &OptionModels| match models.each {
            Some(each) => format!(", {} in {each} models", models.most),
            None => format!(", up to {}", count(models.most.into(), "model", "models")),
        };
        let most = group.most.map(|most| format!(", {most} of these")).unwrap_or_default();
        option.models.as_ref().map(each).unwrap_or_default() + &most
    };
    let line = |option: &EntryOption| {
        let said = format!("{} ({}, +{}{}): {}", option.name, option.id, option.cost, only(option), option.text);
        format!("{}\n", wrap(&said, width(), 2))
    };
    group.options.iter().map(line).collect()
}
