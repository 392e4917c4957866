//! Factions as data: formations and spec cards from TOML files, and armies that are ready to be played.

mod made_up;

use engine::PackForm;
use roster::{ArmyTable, Files, LONGEST_NAME, LONGEST_TEXT, PackFault, Reading, Stock, is_name, is_text};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use vocabulary::{Catalogue, Fault, List, Pack, ReadyList, RuleId, SettingKind, Term, Word};

use crate::chapters::feat::COMMON;
use crate::forces::card::Card;
use crate::forces::doctrine::{Doctrine, FactionRule, Feat, Interaction};
use crate::forces::force::{ForceRules, judge_with};
use crate::forces::house::FORM;
use crate::forces::printed;

pub use made_up::made_up;

/// The formations of a faction.
const FORMATIONS: usize = 3;
/// Most cards of a faction.
const MOST_CARDS: usize = 100;
/// The game that armies in a pack are for.
const GAME: Word = Word::new("aot");
/// The ruling by which packs are read.
pub(crate) const RULE: RuleId = RuleId::of("aot.ruling.faction-data");

/// A faction: what armies are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Its id.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// Who they are, in a sentence or two.
    pub text: String,
    /// Its rule.
    pub rule: Option<FactionRule>,
    /// What Archives do for it.
    pub archive: Option<Interaction>,
    /// Its three formations.
    pub formations: Vec<Formation>,
    /// Its cards.
    pub cards: Vec<Card>,
    /// Armies that are ready to be played, where the pack holds any.
    pub armies: Vec<ReadyList>,
}

/// A kind of army within a faction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its id within the faction.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// Who they are, in a sentence.
    pub text: String,
    /// Its Feat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feat: Option<Feat>,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: Spanned<Word>,
    name: Spanned<String>,
    text: Spanned<String>,
    rule: Option<Spanned<FactionRule>>,
    archive: Option<Spanned<Interaction>>,
    #[serde(rename = "formation", default)]
    formations: Vec<Spanned<Formation>>,
    #[serde(rename = "card", default)]
    cards: Vec<Spanned<Card>>,
    #[serde(rename = "army", default)]
    armies: Vec<Spanned<ArmyTable>>,
}

impl Faction {
    /// Reads a pack. `file` is what it is called in faults.
    ///
    /// Carries out `aot.faction.three-formations`, `aot.ruling.faction-data`.
    ///
    /// # Errors
    /// Every fault at once; what is no TOML, or has a wrong word in it, only the first.
    pub fn from_toml(file: &str, text: &str) -> Result<Faction, Vec<PackFault>> {
        Faction::open(file, text, |_| false, |_| false)
    }

    /// Reads a pack whose ids must not be taken: that of the faction, and those of its armies.
    fn open(
        file: &str,
        text: &str,
        is_faction: impl Fn(Word) -> bool,
        is_army: impl Fn(Word) -> bool,
    ) -> Result<Faction, Vec<PackFault>> {
        let (file, mut reading): (File, Reading) = Reading::open(file, text)?;
        check_heading(&file, &mut reading);
        check_formations(&file.formations, &mut reading);
        check_cards(&file.cards, &mut reading);
        reading.count_armies(&file.armies);
        reading.sound()?;
        let id_line = reading.line(&file.id);
        let mut faction = Faction {
            id: file.id.into_inner(),
            name: file.name.into_inner(),
            text: file.text.into_inner(),
            rule: file.rule.map(Spanned::into_inner),
            archive: file.archive.map(Spanned::into_inner),
            formations: file.formations.into_iter().map(Spanned::into_inner).collect(),
            cards: file.cards.into_iter().map(Spanned::into_inner).collect(),
            armies: Vec::new(),
        };
        reading.free(id_line, "a faction", faction.id, is_faction);
        faction.armies = reading.armies(file.armies, (GAME, faction.id), |list| faction.faults_of(list), is_army);
        reading.sound()?;
        Ok(faction)
    }

    /// All that is wrong with an army of the pack, in a match whose limit is the highest, in the edition that suits it.
    fn faults_of(&self, list: &List) -> Vec<Fault> {
        let judged = |edition| {
            let rules = ForceRules { limit: highest_limit(), edition, ..ForceRules::default() };
            judge_with(list, &rules, std::slice::from_ref(self)).1.faults
        };
        let faults = judged(3);
        if (1..=2).any(|edition| !faults.is_empty() && judged(edition).is_empty()) { Vec::new() } else { faults }
    }

    /// The formation of this id.
    pub fn formation(&self, id: Word) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.id == id)
    }

    /// What a force of a formation has in play. Carries out `aot.faction.three-formations`,
    /// `aot.feat.faction-feats`.
    pub(crate) fn doctrine(&self, formation: Word) -> Doctrine {
        let feat = self.formation(formation).and_then(|formation| formation.feat.clone());
        Doctrine { rule: self.rule.clone(), archive: self.archive.clone(), feat }
    }

    /// The card of this id in an edition.
    pub fn card(&self, id: Word, edition: u8) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id && card.is_of(edition))
    }
}

impl roster::Faction for Faction {
    fn id(&self) -> Word {
        self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn cards(&self) -> impl Iterator<Item = Word> {
        self.cards.iter().map(|card| card.id)
    }

    fn armies(&self) -> &[ReadyList] {
        &self.armies
    }
}

/// What stands at the top of a pack.
fn check_heading(file: &File, reading: &mut Reading) {
    reading.heading(&file.name, &file.text);
    if let Some(rule) = &file.rule {
        reading.faults(rule, "the faction rule", rule.get_ref().faults());
    }
    if let Some(archive) = &file.archive {
        reading.faults(archive, "what Archives do", archive.get_ref().faults());
    }
}

/// Formations and their Feats. Carries out `aot.faction.three-formations`.
fn check_formations(formations: &[Spanned<Formation>], reading: &mut Reading) {
    if formations.len() != FORMATIONS {
        let beyond = formations.get(FORMATIONS).and_then(|formation| reading.line(formation));
        let sentence = format!("a faction has {FORMATIONS} formations, not {}", formations.len());
        reading.fault(beyond.or(Some(1)), sentence);
    }
    for (at, formation) in formations.iter().enumerate().take(MOST_CARDS) {
        let (here, own) = (reading.line(formation), formation.get_ref());
        if formations[..at].iter().any(|other| other.get_ref().id == own.id) {
            reading.fault(here, format!("there are two formations '{}'", own.id));
        }
        if let Some(feat) = &own.feat {
            reading.faults(formation, &format!("Feat '{}'", feat.id), feat.faults());
            let others = formations[..at].iter().filter_map(|other| other.get_ref().feat.as_ref());
            if COMMON.iter().chain(others).any(|other| other.id == feat.id) {
                reading.fault(here, format!("there are two Feats '{}'", feat.id));
            }
        }
        if !is_name(&own.name) || !is_text(&own.text) {
            let sentence = format!(
                "formation '{}': names have 1 to {LONGEST_NAME} characters that can be printed, texts at most \
                 {LONGEST_TEXT}",
                own.id
            );
            reading.fault(here, sentence);
        }
    }
}

/// Cards, each by itself, and that no two are the same.
fn check_cards(cards: &[Spanned<Card>], reading: &mut Reading) {
    if !reading.at_most(MOST_CARDS, cards, "cards", "a faction") {
        return;
    }
    if cards.is_empty() {
        reading.fault(Some(1), "there are no cards");
    }
    for (at, card) in cards.iter().enumerate() {
        let own = card.get_ref();
        let same =
            |other: &Card| other.id == own.id && (1..=3).any(|edition| other.is_of(edition) && own.is_of(edition));
        if cards[..at].iter().any(|other| same(other.get_ref())) {
            let sentence = format!("there are two cards '{}' for the same edition", own.id);
            reading.fault(reading.line(card), sentence);
        }
        reading.faults(card, &format!("card '{}'", own.id), own.faults());
    }
}

/// The most that players can agree on for what a force costs.
fn highest_limit() -> u32 {
    let limit = FORM.iter().find(|setting| setting.name == "force.requisition-limit").map(|setting| &setting.kind);
    match limit {
        Some(SettingKind::Number { max, .. }) => u32::try_from(*max).unwrap_or(0),
        _ => 0,
    }
}

/// Reads the packs that somebody brings: one faction each, in their order.
///
/// Carries out `aot.ruling.faction-data`.
///
/// # Errors
/// Every fault of every pack; each begins with the file and the line.
pub fn read(packs: &[Pack]) -> Result<Vec<Faction>, Vec<Fault>> {
    let open = |pack: &Pack, is_faction: &dyn Fn(Word) -> bool, is_army: &dyn Fn(Word) -> bool| {
        Faction::open(&pack.file, &pack.text, is_faction, is_army)
    };
    STOCK.bring(packs, &RULE, open)
}

/// What comes with the game, from the folders of `data/aot`.
pub(crate) mod embedded {
    include!(concat!(env!("OUT_DIR"), "/folders.rs"));
}

/// The factions and armies that come with the game.
pub(crate) static STOCK: Stock<Faction> = Stock::new(
    Files {
        order: include_str!("../../../../data/aot/order.toml"),
        factions: embedded::FACTIONS,
        armies: embedded::ARMIES,
        drills: embedded::DRILLS,
    },
    Faction::from_toml,
);

/// The factions that come with the game.
pub fn factions() -> &'static [Faction] {
    STOCK.factions()
}

/// The faction of this id.
pub fn faction(id: Word) -> Option<&'static Faction> {
    STOCK.find(&[], id)
}

/// The armies that are ready to be played; the first two are those of a match in which nobody chose one.
pub fn ready_lists() -> Vec<ReadyList> {
    STOCK.armies().to_vec()
}

/// Armies to try rules with.
pub fn drills() -> Vec<ReadyList> {
    STOCK.drills().to_vec()
}

/// The factions that come with the game and those that somebody brings, in the words that all games share.
pub fn catalogue(brought: &[Faction]) -> Catalogue {
    STOCK.catalogue(brought, printed::faction)
}

/// How a pack is written.
pub(crate) const FORM_OF_PACKS: PackForm = PackForm {
    schema: include_str!("../../../../data/aot/schema/pack.json"),
    example: include_str!("../../../../data/aot/example/moles.toml"),
};

/// The words that are printed on cards: Ranks, values, abilities, traits.
pub fn terms() -> Vec<Term> {
    printed::terms()
}
