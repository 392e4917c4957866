//! Packs: those that `--pack` brings, and `muster pack` to write, look at and check them.

use std::io::Write;
use std::path::{Path, PathBuf};

use engine::{PackForm, Ruleset};
use serde::Serialize;
use vocabulary::{Catalogue, Fault, Pack, Word};

use crate::arguments::{PackCheck, PackCommand, PackGame, PackNew, PackShow};
use crate::armies::cards;
use crate::failure::{Failure, plain};
use crate::games::{self, GAMES};
use crate::paint::{self, paint};
use crate::paragraph::{count, width, wrap};
use crate::{json, text_file};

/// Packs that a game has nothing against, and what armies can be made of with them.
pub(crate) struct Brought {
    pub(crate) packs: Vec<Pack>,
    pub(crate) catalogue: Catalogue,
}

/// Reads what `--pack` names, for a game.
pub(crate) fn bring(game: &dyn Ruleset, paths: &[PathBuf]) -> Result<Brought, Failure> {
    if !paths.is_empty() && game.manual().packs.is_none() {
        return Err(Failure::usage(format!("{} has no packs; leave out --pack", game.id())));
    }
    let mut packs = Vec::new();
    for path in paths {
        // Whoever gets the record of a match need not know in which folder somebody keeps a pack.
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = read(path).map_err(|sentence| Failure::usage(format!("{}: {sentence}", path.display())))?;
        packs.push(Pack { file: name, text });
    }
    let catalogue = game.catalogue(&packs).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::Check(faults.join("\n"))
    })?;
    Ok(Brought { packs, catalogue })
}

fn read(path: &Path) -> Result<String, String> {
    text_file::read(path, Pack::LONGEST).map_err(|error| plain(&error))
}

/// Runs what was asked for.
pub(crate) fn run(pack: &crate::arguments::Pack, out: &mut dyn Write) -> Result<(), Failure> {
    match &pack.command {
        PackCommand::Check(check) => check_all(check, out),
        PackCommand::Show(show) => self::show(show, out),
        PackCommand::New(new) => write_new(new, out),
        PackCommand::Schema(of) => {
            write!(out, "{}", choose(of)?.1.schema)?;
            Ok(())
        }
    }
}

/// The game that is meant, which must have packs: the one that was said, or the first that has any.
fn choose(of: &PackGame) -> Result<(&'static dyn Ruleset, PackForm), Failure> {
    let with_packs = |game: &'static dyn Ruleset| game.manual().packs.map(|form| (game, form));
    match &of.game {
        Some(id) => {
            let game = games::find(id)?;
            with_packs(game).ok_or_else(|| Failure::usage(format!("{} has no packs", game.id())))
        }
        None => GAMES.into_iter().find_map(with_packs).ok_or_else(|| Failure::usage("no game here has packs")),
    }
}

/// What came of a check.
#[derive(Serialize)]
struct Checked {
    pack: String,
    ok: bool,
    cards: usize,
    formations: usize,
    armies: usize,
    /// Every fault; each begins with the file and the line.
    faults: Vec<String>,
}

/// Checks every pack by itself.
fn check_all(check: &PackCheck, out: &mut dyn Write) -> Result<(), Failure> {
    let (game, _) = choose(&check.of)?;
    let all: Vec<Checked> = check.files.iter().map(|path| look_at(game, path)).collect();
    if check.json {
        json::write(out, &all)?;
    } else {
        for checked in &all {
            for fault in &checked.faults {
                writeln!(out, "{fault}")?;
            }
            if checked.ok {
                let parts = [
                    count(checked.cards, "card", "cards"),
                    count(checked.formations, "formation", "formations"),
                    count(checked.armies, "army", "armies"),
                ];
                writeln!(out, "{}: fine: {}", checked.pack, parts.join(", "))?;
            }
        }
    }
    if all.iter().all(|checked| checked.ok) { Ok(()) } else { Err(Failure::Reported) }
}

fn look_at(game: &dyn Ruleset, path: &Path) -> Checked {
    let shown = path.display().to_string();
    let added = match added(game, path) {
        Ok(added) => added,
        Err(faults) => {
            return Checked { pack: shown, ok: false, cards: 0, formations: 0, armies: 0, faults };
        }
    };
    Checked {
        pack: shown,
        ok: true,
        cards: added.factions.iter().map(|faction| faction.entries.len()).sum(),
        formations: added.factions.iter().map(|faction| faction.formations.len()).sum(),
        armies: added.armies.len(),
        faults: Vec::new(),
    }
}

/// What a pack adds to a game, or every fault, with the path of the file as it was said: editors can follow it.
fn added(game: &dyn Ruleset, path: &Path) -> Result<Catalogue, Vec<String>> {
    let file = path.display().to_string();
    let text = read(path).map_err(|sentence| vec![format!("{file}: {sentence}")])?;
    let said = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.text).collect::<Vec<_>>();
    let before = game.catalogue(&[]).map_err(said)?;
    let mut after = game.catalogue(&[Pack { file, text }]).map_err(said)?;
    after.factions.drain(..before.factions.len());
    after.armies.drain(..before.armies.len());
    Ok(after)
}

/// Prints the cards of a pack, and its armies.
fn show(show: &PackShow, out: &mut dyn Write) -> Result<(), Failure> {
    let (game, _) = choose(&show.of)?;
    let added = added(game, &show.file).map_err(|faults| Failure::Check(faults.join("\n")))?;
    if show.json {
        return json::write(out, &added);
    }
    cards::print(game, &added.factions, out)?;
    for army in &added.armies {
        writeln!(out, "\n{}  {}", paint(paint::STRONG, &army.list.name), paint(paint::FAINT, army.id))?;
        writeln!(out, "{}", wrap(&army.text, width(), 2))?;
    }
    Ok(())
}

/// Prints a pack to begin with, called as somebody likes.
fn write_new(new: &PackNew, out: &mut dyn Write) -> Result<(), Failure> {
    let (game, form) = choose(&new.of)?;
    let pack = match &new.name {
        Some(name) => renamed(form.example, name)?,
        None => form.example.to_owned(),
    };
    let file = "this name".to_owned();
    if let Err(faults) = game.catalogue(&[Pack { file, text: pack.clone() }]) {
        let faults: Vec<String> = faults.into_iter().map(|fault| fault.text).collect();
        return Err(Failure::usage(faults.join("\n")));
    }
    write!(out, "{pack}")?;
    Ok(())
}

/// A pack with another name, and an id that follows from it.
fn renamed(example: &str, name: &str) -> Result<String, Failure> {
    let id = id_of(name).ok_or_else(|| {
        Failure::usage(format!("no id can be made from '{name}'; use letters from a to z, or digits"))
    })?;
    let line = |key: &str, value: &str| format!("{key} = {}", toml::Value::from(value));
    let (mut wanted, mut text) = (vec![("id", line("id", id.as_str())), ("name", line("name", name))], String::new());
    for written in example.lines() {
        let key = written.split(" = ").next().unwrap_or_default();
        match wanted.iter().position(|(wanted, _)| *wanted == key) {
            Some(at) => text += &wanted.remove(at).1,
            None => text += written,
        }
        text.push('\n');
    }
    Ok(text)
}

/// A name as an id: small letters and digits, with hyphens between words.
fn id_of(name: &str) -> Option<Word> {
    let name = name.to_lowercase();
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id: String = words.collect::<Vec<_>>().join("-").chars().take(Word::LONGEST).collect();
    id.trim_end_matches('-').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_from_a_name() {
        let id = |name| id_of(name).map(|id| id.to_string()).unwrap_or_default();
        assert_eq!(id("Salt Wardens"), "salt-wardens");
        assert_eq!(id(" The  7th, Below "), "the-7th-below");
        assert_eq!(id("One more name that is much too long"), "one-more-name-that-is-m");
        assert_eq!(id("Two words and then the - end"), "two-words-and-then-the");
        assert_eq!(id("—"), "");
    }

    #[test]
    fn only_the_first_id_and_name_are_changed() {
        let text = "# id\nid = \"a\"\nname = \"A\"\n[[b]]\nid = \"c\"\nname = \"C\"\n";
        let renamed = renamed(text, "The \"Ends\"").unwrap();
        assert!(renamed.starts_with("# id\nid = \"the-ends\"\nname = '"), "{renamed}");
        let read: toml::Table = renamed.parse().unwrap();
        assert_eq!(read["name"].as_str(), Some("The \"Ends\""));
        assert_eq!(read["b"][0]["name"].as_str(), Some("C"));
    }
}
