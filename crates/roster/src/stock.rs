//! What lists can name: the factions that come with a game and those of packs, and armies that are ready.

use std::sync::OnceLock;

use serde::Deserialize;
use vocabulary::{CardId, Catalogue, Fault, Judgement, List, Pack, Player, ReadyList, RuleId, WeaponId, Word};

use crate::pack::{PackFault, bring};
use crate::ready::{File, ready, sorted};

/// What the cards of a list are taken from.
pub trait Faction {
    /// Its id.
    fn id(&self) -> Word;
    /// What it is called.
    fn name(&self) -> &str;
    /// The ids of its cards.
    fn cards(&self) -> impl Iterator<Item = Word>;
    /// Its armies that are ready to be played, where its file holds any.
    fn armies(&self) -> &[ReadyList];
}

/// The files that come with a game, as a build script embeds them.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// What comes first in lists, as TOML: ids of `factions` and `armies`. The first armies are those of a match in which
    /// nobody chose one.
    pub order: &'static str,
    /// A file for each faction.
    pub factions: &'static [File],
    /// Armies that are ready to be played.
    pub armies: &'static [File],
    /// Armies to try rules with.
    pub drills: &'static [File],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    factions: Vec<Word>,
    armies: Vec<Word>,
}

/// What comes with a game. It is read when it is first asked for, factions and armies each by themselves.
///
/// # Panics
/// Every method panics if a file is wrong: what is part of the program is read in a test.
#[derive(Debug)]
pub struct Stock<F> {
    files: Files,
    read: fn(&str, &str) -> Result<F, Vec<PackFault>>,
    factions: OnceLock<Vec<F>>,
    armies: OnceLock<Vec<ReadyList>>,
    drills: OnceLock<Vec<ReadyList>>,
}

impl<F: Faction> Stock<F> {
    /// The files of a game, and how the file of a faction is read: by its name and its text.
    pub const fn new(files: Files, read: fn(&str, &str) -> Result<F, Vec<PackFault>>) -> Stock<F> {
        Stock { files, read, factions: OnceLock::new(), armies: OnceLock::new(), drills: OnceLock::new() }
    }

    fn order(&self) -> Order {
        toml::from_str(self.files.order).unwrap_or_else(|error| panic!("the order of what is listed: {error}"))
    }

    /// The factions that come with the game.
    pub fn factions(&self) -> &[F] {
        let read = |(name, text): File| match (self.read)(&format!("{name}.toml"), text) {
            Ok(faction) => faction,
            Err(faults) => panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
        };
        let all = || sorted(self.files.factions, &self.order().factions).into_iter().map(read).collect();
        self.factions.get_or_init(all)
    }

    /// The armies that are ready to be played.
    pub fn armies(&self) -> &[ReadyList] {
        self.armies.get_or_init(|| ready(&sorted(self.files.armies, &self.order().armies)))
    }

    /// Armies to try rules with.
    pub fn drills(&self) -> &[ReadyList] {
        self.drills.get_or_init(|| ready(self.files.drills))
    }

    /// The faction of this id, among those that somebody brings and those that come with the game.
    pub fn find<'f>(&'f self, brought: &'f [F], id: Word) -> Option<&'f F> {
        // Those that come with the game are read only then, so that they can be judged while they are read.
        brought.iter().find(|faction| faction.id() == id).or_else(|| self.factions().iter().find(|own| own.id() == id))
    }

    /// The armies that come with the game, and then those of the packs that somebody brings.
    pub fn armies_with(&self, brought: &[F]) -> Vec<ReadyList> {
        self.armies().iter().chain(brought.iter().flat_map(Faction::armies)).cloned().collect()
    }

    /// Reads the packs that somebody brings: one faction each, in their order. `open` gets a pack, and which ids factions
    /// and armies have already.
    ///
    /// # Errors
    /// Every fault of every pack; each begins with the file and the line.
    pub fn bring(
        &self,
        packs: &[Pack],
        rule: &RuleId,
        open: impl Fn(&Pack, &dyn Fn(Word) -> bool, &dyn Fn(Word) -> bool) -> Result<F, Vec<PackFault>>,
    ) -> Result<Vec<F>, Vec<Fault>> {
        bring(packs, rule, |brought: &[F], pack| {
            let is_faction = |id| self.find(brought, id).is_some();
            let is_army = |id| self.armies_with(brought).iter().any(|other| other.id == id);
            open(pack, &is_faction, &is_army)
        })
    }

    /// All factions and armies in the words that all games share. `print` says what a faction is; its cards and weapons
    /// are numbered here.
    pub fn catalogue(&self, brought: &[F], print: impl Fn(&F) -> vocabulary::Faction) -> Catalogue {
        let mut factions: Vec<vocabulary::Faction> = self.factions().iter().chain(brought).map(print).collect();
        let (mut cards, mut weapons) = ((0..).map(CardId), (0..).map(WeaponId));
        for card in factions.iter_mut().flat_map(|faction| &mut faction.entries).map(|entry| &mut entry.card) {
            card.id = cards.next().unwrap_or_default();
            for weapon in &mut card.weapons {
                weapon.id = weapons.next().unwrap_or_default();
            }
        }
        Catalogue { factions, armies: self.armies_with(brought) }
    }

    /// What the lists of all players make, each with the name of its player. Who names no army gets one of those that are
    /// ready and viable, another one at each seat; `none` says what is wrong if there is none.
    ///
    /// # Errors
    /// Every fault of every list, with the player in front.
    pub fn forces<T>(
        &self,
        players: &[Player],
        judge: impl Fn(&List) -> (Option<T>, Judgement),
        none: impl Fn() -> Fault,
    ) -> Result<Vec<(String, T)>, Vec<Fault>> {
        let (mut forces, mut faults) = (Vec::new(), Vec::new());
        for (seat, player) in players.iter().enumerate() {
            let Some(list) = player.army.clone().or_else(|| self.usual(seat, |list| judge(list).0.is_some())) else {
                faults.push(none());
                continue;
            };
            let (force, judgement) = judge(&list);
            let of_player = |fault: Fault| Fault { text: format!("{}: {}", player.name, fault.text), ..fault };
            faults.extend(judgement.faults.into_iter().map(of_player));
            forces.extend(force.map(|force| (player.name.clone(), force)));
        }
        if faults.is_empty() { Ok(forces) } else { Err(faults) }
    }

    /// The army of a seat for which none is named.
    fn usual(&self, seat: usize, viable: impl Fn(&List) -> bool) -> Option<List> {
        let viable: Vec<&List> = self.armies().iter().map(|ready| &ready.list).filter(|list| viable(list)).collect();
        viable.get(seat % viable.len().max(1)).map(|list| (*list).clone())
    }
}

/// The packs of which somebody leads the faction, of those that were read.
pub fn led<F: Faction>(packs: &[Pack], brought: &[F], leads: impl Fn(Word) -> bool) -> Vec<Pack> {
    packs.iter().zip(brought).filter(|(_, faction)| leads(faction.id())).map(|(pack, _)| pack.clone()).collect()
}
