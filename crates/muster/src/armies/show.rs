//! `muster army list` and `muster army show`: armies, unit by unit, with what they cost.

use std::io::Write;
use std::path::Path;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use engine::Ruleset;
use roster::Lines;
use serde::Serialize;
use vocabulary::{Catalogue, Judgement, List, ListUnit, Word};

use crate::arguments::{ArmyList, ArmyShow};
use crate::armies::{choose, game_of, judged, open, shown};
use crate::failure::Failure;
use crate::json;
use crate::packs::Brought;
use crate::paint::{self, paint};
use crate::paragraph::{count, width, wrap};

/// An army as a program reads it.
#[derive(Serialize)]
struct Shown {
    game: Word,
    /// The id, of an army that is ready.
    id: Option<Word>,
    text: String,
    list: List,
    judgement: Judgement,
}

/// Lists the armies that are ready.
pub(crate) fn list(games: &[&dyn Ruleset], list: &ArmyList, out: &mut dyn Write) -> Result<(), Failure> {
    let game = choose(games, &list.of)?;
    let Brought { packs, catalogue } = list.of.agreed.bring(game)?;
    let mut armies = Vec::new();
    for ready in &catalogue.armies {
        let ready = ready.clone();
        let judgement = judged(game, &ready.list, &list.of, &packs)?;
        armies.push(Shown { game: game.id(), id: Some(ready.id), text: ready.text, list: ready.list, judgement });
    }
    if list.of.json {
        return json::write(out, &armies);
    }
    for army in &armies {
        let id = army.id.map(|id| id.to_string()).unwrap_or_default();
        let (cost, units) = (army.judgement.cost, count(army.judgement.units.len(), "unit", "units"));
        let of = kind_of(&army.list, &catalogue);
        writeln!(out, "{}  {}, {of}: {units}, costs {cost}", paint(paint::STRONG, id), shown(&army.list.name))?;
        writeln!(out, "{}", wrap(&army.text, width(), 2))?;
        if !army.judgement.faults.is_empty() {
            let faults = count(army.judgement.faults.len(), "fault", "faults");
            writeln!(out, "  {}", paint(paint::WRONG, format!("{faults} under these settings")))?;
        }
    }
    if let Some(first) = armies.first().and_then(|army| army.id) {
        writeln!(out, "Look at one with: muster army show {first}")?;
    }
    Ok(())
}

/// Shows an army that is ready, or that of a file.
pub(crate) fn run(games: &[&dyn Ruleset], show: &ArmyShow, out: &mut dyn Write) -> Result<(), Failure> {
    let ready = match choose(games, &show.of) {
        Ok(game) => {
            let brought = show.of.agreed.bring(game)?;
            let drills = game.manual().drills;
            let mut known = brought.catalogue.armies.iter().chain(&drills);
            let army = known.find(|army| army.id.as_str() == show.army).cloned();
            army.map(|army| (game, army, brought))
        }
        Err(_) => None,
    };
    let (army, catalogue, lines) = match ready {
        Some((game, army, brought)) => {
            let judgement = judged(game, &army.list, &show.of, &brought.packs)?;
            let army = Shown { game: game.id(), id: Some(army.id), text: army.text, list: army.list, judgement };
            (army, brought.catalogue, Lines::default())
        }
        None => {
            let path = Path::new(&show.army);
            if !path.exists() {
                return Err(no_such_army(games, show));
            }
            let opened = open(path)?;
            let army = opened.army;
            let place = |sentence| Failure::usage(format!("{}: {sentence}", show.army));
            let game = game_of(games, army.game, &show.of).map_err(place)?;
            let brought = show.of.agreed.bring(game)?;
            let judgement = judged(game, &army.list, &show.of, &brought.packs)?;
            let army = Shown { game: game.id(), id: None, text: army.text, list: army.list, judgement };
            (army, brought.catalogue, opened.lines)
        }
    };
    if show.of.json {
        return json::write(out, &army);
    }
    let of = kind_of(&army.list, &catalogue);
    writeln!(out, "{}, {of}", paint(paint::STRONG, shown(&army.list.name)))?;
    if !army.text.is_empty() {
        writeln!(out, "{}", wrap(&shown(&army.text), width(), 0))?;
    }
    writeln!(out, "\n{}", units(&army))?;
    writeln!(out, "costs {} of {}", army.judgement.cost, army.judgement.limit)?;
    for counter in &army.judgement.counters {
        let of = counter.of.map(|most| format!(" of {most}")).unwrap_or_default();
        writeln!(out, "{}: {}{of}", counter.term, counter.value)?;
    }
    for fault in &army.judgement.faults {
        let line = lines.of(fault).map(|line| format!("line {line}: ")).unwrap_or_default();
        let rule = paint(paint::FAINT, format!("({})", fault.rule));
        writeln!(out, "{} {line}{} {rule}", paint(paint::WRONG, "fault:"), shown(&fault.text))?;
    }
    Ok(())
}

/// That nothing of that name is there, with what there is.
fn no_such_army(games: &[&dyn Ruleset], show: &ArmyShow) -> Failure {
    let brought = choose(games, &show.of).and_then(|game| show.of.agreed.bring(game));
    let armies = match brought {
        Ok(brought) => brought.catalogue.armies,
        Err(failure) => return failure,
    };
    let ids: Vec<&str> = armies.iter().map(|army| army.id.as_str()).collect();
    Failure::usage(format!("there is no army and no file called '{}'; choose from {}", show.army, ids.join(", ")))
}

/// Faction and formation by name; by id where the catalogue does not know them.
fn kind_of(list: &List, catalogue: &Catalogue) -> String {
    let faction = catalogue.factions.iter().find(|faction| faction.id == list.faction);
    let name = faction.map_or_else(|| list.faction.to_string(), |faction| faction.name.clone());
    let Some(id) = list.formation else { return name };
    let formation = faction.and_then(|faction| faction.formations.iter().find(|formation| formation.id == id));
    format!("{name} ({})", formation.map_or_else(|| id.to_string(), |formation| formation.label.clone()))
}

/// What stands beside a unit: whom it joins, whether it commands, and its options.
fn with(unit: &ListUnit) -> String {
    let joins = unit.joins.map(|word| word.to_string());
    let commander = unit.commander.then(|| "commander".to_owned());
    let option = |(id, models): (&Word, &u16)| if *models == 1 { id.to_string() } else { format!("{models} {id}") };
    joins.into_iter().chain(commander).chain(unit.options.iter().map(option)).collect::<Vec<_>>().join(", ")
}

/// The units as a table.
fn units(army: &Shown) -> String {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["unit", "kind", "models", "cost", "with"]);
    for (at, unit) in army.judgement.units.iter().enumerate() {
        let with = army.list.units.get(at).map(with).unwrap_or_default();
        table.add_row([shown(&unit.name), unit.kind.clone(), unit.models.to_string(), unit.cost.to_string(), with]);
    }
    for number in [2, 3] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
