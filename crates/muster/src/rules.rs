//! `muster rules`: the rulebooks, a rule by its id, or rules that speak of something.

use std::io::Write;

use books::{Book, Entry, Ruling};
use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use serde::Serialize;

use crate::arguments::Rules;
use crate::failure::Failure;
use crate::json;
use crate::paint::{self, paint};
use crate::paragraph::{width, wrap};

/// So many of what a search found are shown.
const MOST: usize = 10;

/// Shows rulebooks or rules.
pub(crate) fn run(rules: &Rules, out: &mut dyn Write) -> Result<(), Failure> {
    let books = chosen(rules)?;
    if rules.words.is_empty() {
        return list(&books, rules.json, out);
    }
    let entries = || books.iter().flat_map(|book| &book.entries);
    if let [id] = rules.words.as_slice()
        && let Some(entry) = entries().find(|entry| entry.id() == id.trim())
    {
        match rules.json {
            true => json::write(out, entry)?,
            false => write!(out, "{}", entry_text(entry))?,
        }
        return Ok(());
    }
    let found = books::search(&books, &rules.words);
    if rules.json {
        return json::write(out, &found);
    }
    if found.is_empty() {
        return Err(Failure::Check(format!("no rule mentions '{}'", rules.words.join(" "))));
    }
    for entry in found.iter().take(MOST) {
        let kind = paint(paint::FAINT, entry.kind());
        writeln!(out, "{}  {kind}\n{}", paint(paint::STRONG, entry.id()), wrap(entry.title(), width(), 2))?;
    }
    if found.len() > MOST {
        writeln!(out, "… and {} more; add words to narrow it down", found.len() - MOST)?;
    }
    writeln!(out, "Read one with: muster rules {}", found[0].id())?;
    Ok(())
}

/// The rulebooks that are wanted.
pub(crate) fn chosen(rules: &Rules) -> Result<Vec<&'static Book>, Failure> {
    let Some(id) = &rules.game else { return Ok(books::all().iter().collect()) };
    match books::all().iter().find(|book| book.id == id) {
        Some(book) => Ok(vec![book]),
        None => {
            let ids: Vec<&str> = books::all().iter().map(|book| book.id).collect();
            Err(Failure::usage(format!("there is no rulebook for '{id}'; choose from {}", ids.join(", "))))
        }
    }
}

/// A rulebook, counted.
#[derive(Serialize)]
struct Listed {
    book: &'static str,
    title: &'static str,
    rules: usize,
    play: usize,
    rulings: usize,
    knobs: usize,
}

fn list(books: &[&Book], as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let of = |book: &Book, wanted: fn(&Entry) -> bool| book.entries.iter().filter(|entry| wanted(entry)).count();
    let is_rule = |entry: &Entry| matches!(entry, Entry::Rule(_));
    let is_ruling = |entry: &Entry| matches!(entry, Entry::Ruling(_));
    let has_knob = |entry: &Entry| matches!(entry, Entry::Ruling(Ruling { knob: Some(_), .. }));
    if as_json {
        let listed = |book: &&Book| Listed {
            book: book.id,
            title: book.title,
            rules: of(book, is_rule),
            play: of(book, Entry::is_play),
            rulings: of(book, is_ruling),
            knobs: of(book, has_knob),
        };
        return json::write(out, &books.iter().map(listed).collect::<Vec<_>>());
    }
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY);
    table.set_header(["book", "title", "rules", "of play", "rulings", "settings"]);
    for book in books {
        let counts = [of(book, is_rule), of(book, Entry::is_play), of(book, is_ruling), of(book, has_knob)];
        let mut row = vec![book.id.to_owned(), book.title.to_owned()];
        row.extend(counts.map(|count| count.to_string()));
        table.add_row(row);
    }
    writeln!(out, "{table}")?;
    writeln!(out, "Look something up with: muster rules --game {} WORDS", books.first().map_or("ID", |book| book.id))?;
    Ok(())
}

/// A rule or ruling, whole.
pub(crate) fn entry_text(entry: &Entry) -> String {
    let mut text = format!("{}  {}\n", paint(paint::STRONG, entry.id()), paint(paint::FAINT, about(entry)));
    text += &format!("{}\n", wrap(entry.title(), width(), 2));
    text += &format!("{}\n", wrap(&entry.text(), width(), 4));
    match entry {
        Entry::Rule(rule) => {
            if let Some(differs) = &rule.differs {
                text += &format!("{}\n", wrap(&format!("editions differ: {differs}"), width(), 4));
            }
        }
        Entry::Ruling(ruling) => {
            if let Some(reason) = &ruling.reason {
                text += &format!("{}\n", wrap(&format!("why: {reason}"), width(), 4));
            }
            if let Some(knob) = &ruling.knob {
                text += &format!("    setting {}: {}\n", paint(paint::STRONG, knob), ruling.values());
            }
        }
    }
    if !entry.see().is_empty() {
        text += &format!("{}\n", paint(paint::FAINT, wrap(&format!("see {}", entry.see().join(", ")), width(), 4)));
    }
    text
}

fn about(entry: &Entry) -> String {
    let mut parts = vec![entry.kind().to_owned()];
    if let Entry::Rule(rule) = entry {
        parts.extend(rule.module.as_ref().map(|module| format!("module {module}")));
        if !rule.editions.is_empty() {
            let editions: Vec<String> = rule.editions.iter().map(ToString::to_string).collect();
            parts.push(format!("{} {}", count_word(editions.len()), editions.join(", ")));
        }
    }
    parts.join(" · ")
}

fn count_word(n: usize) -> &'static str {
    if n == 1 { "edition" } else { "editions" }
}
