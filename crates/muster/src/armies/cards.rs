//! `muster army cards`: unit cards, readably.

use std::io::Write;

use engine::Ruleset;
use vocabulary::{Entry, Faction, Numbers};

use crate::arguments::ArmyCards;
use crate::armies::choose;
use crate::failure::Failure;
use crate::names::Glossary;
use crate::paint::{self, paint};
use crate::paragraph::{width, wrap};
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
    let numbers = match entry.numbers {
        Numbers::Book => "numbers from the book",
        Numbers::Ours => "our own numbers",
    };
    let line = paint(paint::FAINT, format!("{}, {models}, {numbers}", entry.id));
    let text = if entry.text.is_empty() { String::new() } else { format!("{}\n", wrap(&entry.text, width(), 2)) };
    format!("{text}  {line}\n")
}
