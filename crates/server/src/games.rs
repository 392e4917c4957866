//! The games that can be played here, and what a page needs to know of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Ruleset;
use vocabulary::{Catalogue, Fault, Pack, ReadyList, Settings, Word};

use crate::problem::Problem;
use crate::ready::Ready;
use crate::wire::{ArmyInfo, GameInfo, Recap};

/// A game, with what it says about itself made once.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) rules: &'static dyn Ruleset,
    /// What the game says about itself, as it is sent.
    pub(crate) ready: Arc<Ready>,
    /// The files of the battlefields that are ready, by their ids.
    fields: Arc<BTreeMap<Word, Ready>>,
    /// The packs that everybody here can play with.
    packs: Arc<[Pack]>,
}

/// All games, the one to play when nothing is said first.
pub(crate) struct Games {
    games: Vec<Game>,
    /// What all of them say about themselves, as it is sent.
    pub(crate) ready: Ready,
}

impl Games {
    pub(crate) fn new(games: &[&'static dyn Ruleset], packs: &[Pack]) -> Result<Games, Vec<Fault>> {
        let (mut all, mut infos) = (Vec::new(), Vec::new());
        for rules in games {
            let (game, info) = Game::new(*rules, packs)?;
            all.push(game);
            infos.push(info);
        }
        Ok(Games { games: all, ready: Ready::json(&infos) })
    }

    pub(crate) fn find(&self, id: &str) -> Result<&Game, Problem> {
        let game = self.games.iter().find(|game| game.rules.id().as_str() == id);
        game.ok_or_else(|| Problem::missing("there is no such game here"))
    }
}

impl Game {
    fn new(rules: &'static dyn Ruleset, packs: &[Pack]) -> Result<(Game, GameInfo), Vec<Fault>> {
        let manual = rules.manual();
        let packs = if manual.packs.is_some() { packs } else { &[] };
        let armies = armies(rules, packs)?;
        let book = books::all().iter().find(|book| book.id == rules.id().as_str());
        let entries = book.map_or(&[][..], |book| &book.entries);
        let fields = manual.fields.iter().map(|field| Recap { id: field.id.to_string(), text: field.text.clone() });
        let info = GameInfo {
            id: rules.id(),
            version: rules.version(),
            name: manual.name.to_owned(),
            text: manual.text.to_owned(),
            seats: (*manual.seats.start(), *manual.seats.end()),
            settings: manual.settings,
            terms: manual.terms,
            armies,
            packs: manual.packs.is_some(),
            fields: fields.collect(),
            bots: rules.bots(),
            orders: rules.standing_orders(),
            quick_start: rules.quick_start(),
            lessons: manual.lessons,
            titles: entries.iter().map(|entry| (entry.id().to_owned(), entry.title().to_owned())).collect(),
        };
        let file = |text: String| Ready::of("application/toml; charset=utf-8", text.into());
        let files = manual.fields.into_iter().map(|field| (field.id, file(field.file))).collect();
        let ready = Arc::new(Ready::json(&info));
        Ok((Game { rules, ready, fields: Arc::new(files), packs: packs.into() }, info))
    }

    /// Adds the packs of this server to those of a set-up. Of what it brings itself, or was played with before, it keeps
    /// its own.
    pub(crate) fn equip(&self, packs: &mut Vec<Pack>) {
        let missing = |pack: &&Pack| packs.iter().all(|own| own.file != pack.file);
        let missing: Vec<Pack> = self.packs.iter().filter(missing).cloned().collect();
        packs.extend(missing);
    }

    /// The file of a battlefield that is ready.
    pub(crate) fn field(&self, id: &str) -> Result<&Ready, Problem> {
        let file = id.parse::<Word>().ok().and_then(|id| self.fields.get(&id));
        file.ok_or_else(|| Problem::missing("there is no such battlefield in this game"))
    }
}

/// The armies that are ready to be played with these packs, or all that is wrong with them.
pub(crate) fn armies(rules: &dyn Ruleset, packs: &[Pack]) -> Result<Vec<ArmyInfo>, Vec<Fault>> {
    let Catalogue { factions, armies } = rules.catalogue(packs)?;
    let faction = |id: Word| match factions.iter().find(|faction| faction.id == id) {
        Some(faction) => faction.name.clone(),
        None => id.to_string(),
    };
    let info = |ReadyList { id, text, list }: ReadyList| ArmyInfo {
        id,
        text,
        faction: faction(list.faction),
        cost: rules.judge(&list, &Settings::new(), packs).map_or(0, |judgement| judgement.cost),
        list,
    };
    Ok(armies.into_iter().map(info).collect())
}
