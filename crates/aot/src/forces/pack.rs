//! Factions as data: formations and spec cards from TOML files, and armies that are ready to be played.

mod made_up;

use std::fmt;
use std::sync::LazyLock;

use engine::PackForm;
use roster::ReadError;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use vocabulary::{Catalogue, Fault, List, ListUnit, Pack, ReadyList, Ref, RuleId, SettingKind, Term, Word};

use crate::chapters::feat::COMMON;
use crate::forces::card::{Card, LONGEST_NAME, LONGEST_TEXT, is_name, is_text};
use crate::forces::doctrine::{Doctrine, FactionRule, Feat, Interaction};
use crate::forces::force::{ForceRules, judge_with};
use crate::forces::house::FORM;
use crate::forces::printed;

pub use made_up::made_up;

/// The formations of a faction.
const FORMATIONS: usize = 3;
/// Most cards of a faction.
const MOST_CARDS: usize = 100;
/// Most armies in a pack.
const MOST_ARMIES: usize = 20;
/// No more faults of a pack than this are named one by one.
const MOST_FAULTS: usize = 100;
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

/// Something wrong with a pack, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PackFault {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; none where the file as a whole is meant.
    pub line: Option<usize>,
    /// What is wrong.
    pub sentence: String,
}

/// As editors understand it: `exiles.toml:12: …`.
impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.sentence),
            None => write!(f, "{}: {}", self.file, self.sentence),
        }
    }
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

/// An army in a pack: what a file of its own would say, and an id. Game and faction go without saying.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyTable {
    id: Word,
    game: Option<Word>,
    name: String,
    #[serde(default)]
    text: String,
    faction: Option<Word>,
    formation: Option<Word>,
    #[serde(rename = "unit", default)]
    units: Vec<Spanned<ListUnit>>,
}

/// A pack that has been read, with the lines of what another pack may have, too.
struct Opened {
    faction: Faction,
    id_line: Option<usize>,
    army_lines: Vec<Option<usize>>,
}

impl Faction {
    /// Reads a pack. `file` is what it is called in faults.
    ///
    /// Carries out `aot.faction.three-formations`, `aot.ruling.faction-data`.
    ///
    /// # Errors
    /// Every fault at once; what is no TOML, or has a wrong word in it, only the first.
    pub fn from_toml(file: &str, text: &str) -> Result<Faction, Vec<PackFault>> {
        Faction::open(file, text).map(|opened| opened.faction)
    }

    /// Reads a pack, and keeps the lines of what another pack may have, too.
    fn open(file: &str, text: &str) -> Result<Opened, Vec<PackFault>> {
        let fault = |line, sentence: String| PackFault { file: file.to_owned(), line, sentence };
        let read: File = roster::read_within(Pack::LONGEST, text).map_err(|error| match error {
            ReadError::At { line, sentence, .. } => vec![fault(Some(line), sentence)],
            ReadError::TooLong(_) => vec![fault(None, error.to_string())],
        })?;
        let line = |place: std::ops::Range<usize>| Some(roster::line_and_column(text, place.start).0);
        let mut faults = Vec::new();
        if !is_name(read.name.get_ref()) {
            let sentence = format!("a name has 1 to {LONGEST_NAME} characters that can be printed");
            faults.push(fault(line(read.name.span()), sentence));
        }
        if !is_text(read.text.get_ref()) {
            let sentence = format!("a text has at most {LONGEST_TEXT} characters that can be printed");
            faults.push(fault(line(read.text.span()), sentence));
        }
        if let Some(rule) = &read.rule {
            let of_rule = rule.get_ref().faults().into_iter().map(|sentence| format!("the faction rule: {sentence}"));
            faults.extend(of_rule.map(|sentence| fault(line(rule.span()), sentence)));
        }
        if let Some(archive) = &read.archive {
            let of_it = archive.get_ref().faults().into_iter().map(|sentence| format!("what Archives do: {sentence}"));
            faults.extend(of_it.map(|sentence| fault(line(archive.span()), sentence)));
        }
        if read.formations.len() != FORMATIONS {
            let beyond = read.formations.get(FORMATIONS).and_then(|formation| line(formation.span()));
            let sentence = format!("a faction has {FORMATIONS} formations, not {}", read.formations.len());
            faults.push(fault(beyond.or(Some(1)), sentence));
            if read.formations.len() > MOST_CARDS {
                return Err(faults);
            }
        }
        for (at, formation) in read.formations.iter().enumerate() {
            let (here, own) = (line(formation.span()), formation.get_ref());
            if read.formations[..at].iter().any(|other| other.get_ref().id == own.id) {
                faults.push(fault(here, format!("there are two formations '{}'", own.id)));
            }
            if let Some(feat) = &own.feat {
                let of_feat = feat.faults().into_iter().map(|sentence| format!("Feat '{}': {sentence}", feat.id));
                faults.extend(of_feat.map(|sentence| fault(here, sentence)));
                let others = read.formations[..at].iter().filter_map(|other| other.get_ref().feat.as_ref());
                if COMMON.iter().chain(others).any(|other| other.id == feat.id) {
                    faults.push(fault(here, format!("there are two Feats '{}'", feat.id)));
                }
            }
            if !is_name(&own.name) || !is_text(&own.text) {
                let sentence = format!(
                    "formation '{}': names have 1 to {LONGEST_NAME} characters that can be printed, texts at most \
                     {LONGEST_TEXT}",
                    own.id
                );
                faults.push(fault(here, sentence));
            }
        }
        if let Some(beyond) = read.cards.get(MOST_CARDS) {
            let sentence = format!("{} cards; a faction has at most {MOST_CARDS}", read.cards.len());
            return Err(vec![fault(line(beyond.span()), sentence)]);
        }
        if read.cards.is_empty() {
            faults.push(fault(Some(1), "there are no cards".to_owned()));
        }
        for (at, card) in read.cards.iter().enumerate() {
            let (here, own) = (line(card.span()), card.get_ref());
            let same =
                |other: &Card| other.id == own.id && (1..=3).any(|edition| other.is_of(edition) && own.is_of(edition));
            if read.cards[..at].iter().any(|other| same(other.get_ref())) {
                faults.push(fault(here, format!("there are two cards '{}' for the same edition", own.id)));
            }
            faults
                .extend(own.faults().into_iter().map(|sentence| fault(here, format!("card '{}': {sentence}", own.id))));
        }
        if let Some(beyond) = read.armies.get(MOST_ARMIES) {
            let sentence = format!("{} armies; a pack has at most {MOST_ARMIES}", read.armies.len());
            faults.push(fault(line(beyond.span()), sentence));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let id_line = line(read.id.span());
        let mut faction = Faction {
            id: read.id.into_inner(),
            name: read.name.into_inner(),
            text: read.text.into_inner(),
            rule: read.rule.map(Spanned::into_inner),
            archive: read.archive.map(Spanned::into_inner),
            formations: read.formations.into_iter().map(Spanned::into_inner).collect(),
            cards: read.cards.into_iter().map(Spanned::into_inner).collect(),
            armies: Vec::new(),
        };
        let (mut armies, mut army_lines): (Vec<ReadyList>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
        for army in read.armies {
            let here = line(army.span());
            let own = army.into_inner();
            if armies.iter().any(|other| other.id == own.id) {
                faults.push(fault(here, format!("there are two armies '{}'", own.id)));
            }
            for wrong in own.faults(&faction) {
                let place = match wrong.at {
                    Some(Ref::Unit(unit)) => own.units.get(unit.index()).and_then(|unit| line(unit.span())),
                    _ => None,
                };
                let sentence = format!("army '{}': {} ({})", own.id, wrong.text, wrong.rule);
                faults.push(fault(place.or(here), sentence));
            }
            army_lines.push(here);
            armies.push(ReadyList { id: own.id, list: own.list(&faction), text: own.text });
        }
        faction.armies = armies;
        if faults.is_empty() { Ok(Opened { faction, id_line, army_lines }) } else { Err(faults) }
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

impl ArmyTable {
    /// The list, of the faction of the pack unless it names another.
    fn list(&self, faction: &Faction) -> List {
        let units = self.units.iter().map(|unit| unit.get_ref().clone()).collect();
        let (name, formation) = (self.name.clone(), self.formation);
        List { name, faction: self.faction.unwrap_or(faction.id), formation, units }
    }

    /// All that is wrong with it in a match whose limit is what it costs, in the edition that suits it.
    fn faults(&self, faction: &Faction) -> Vec<Fault> {
        if let Some(game) = self.game.filter(|game| game.as_str() != "aot") {
            return vec![Fault { rule: RULE, at: None, text: format!("this is an army for '{game}', not for 'aot'") }];
        }
        if let Some(other) = self.faction.filter(|other| *other != faction.id) {
            let text = format!("this is an army of '{other}', and the pack is '{}'", faction.id);
            return vec![Fault { rule: RULE, at: None, text }];
        }
        let (list, own) = (self.list(faction), std::slice::from_ref(faction));
        let judged = |edition| {
            let rules = ForceRules { limit: highest_limit(), edition, ..ForceRules::default() };
            judge_with(&list, &rules, own).1.faults
        };
        let mut faults = judged(3);
        if !faults.is_empty() && (1..=2).any(|edition| judged(edition).is_empty()) {
            faults.clear();
        }
        if !is_text(&self.text) {
            let text = format!("a text has at most {LONGEST_TEXT} characters that can be printed");
            faults.push(Fault { rule: RULE, at: None, text });
        }
        faults
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
    let mut faults = Pack::faults(packs, &RULE);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut brought: Vec<Faction> = Vec::new();
    for pack in packs {
        let wrong = match Opened::among(&brought, pack) {
            Ok(faction) => {
                brought.push(faction);
                continue;
            }
            Err(wrong) => some(wrong),
        };
        faults.extend(wrong.into_iter().map(|fault| Fault { rule: RULE, at: None, text: fault.to_string() }));
    }
    if faults.is_empty() { Ok(brought) } else { Err(faults) }
}

/// The first faults of a pack, and how many more there are: a file from anywhere must not flood a screen.
fn some(mut faults: Vec<PackFault>) -> Vec<PackFault> {
    if let Some(cut) = faults.get(MOST_FAULTS) {
        let sentence = format!("and {} more faults", faults.len() - MOST_FAULTS);
        let last = PackFault { file: cut.file.clone(), line: None, sentence };
        faults.truncate(MOST_FAULTS);
        faults.push(last);
    }
    faults
}

impl Opened {
    /// The faction of a pack, which may have no id that is there already.
    fn among(brought: &[Faction], pack: &Pack) -> Result<Faction, Vec<PackFault>> {
        let Opened { faction, id_line, army_lines } = Faction::open(&pack.file, &pack.text)?;
        let fault = |line, sentence| PackFault { file: pack.file.clone(), line, sentence };
        let mut faults = Vec::new();
        if find(brought, faction.id).is_some() {
            faults.push(fault(id_line, format!("there is a faction '{}' already; choose another id", faction.id)));
        }
        let ready = ready_lists_with(brought);
        for (army, line) in faction.armies.iter().zip(army_lines) {
            if ready.iter().any(|other| other.id == army.id) {
                faults.push(fault(line, format!("there is an army '{}' already; choose another id", army.id)));
            }
        }
        if faults.is_empty() { Ok(faction) } else { Err(faults) }
    }
}

/// What comes with the game, from the folders of `data/aot`.
pub(crate) mod embedded {
    include!(concat!(env!("OUT_DIR"), "/folders.rs"));
}

/// What comes first in lists. The first two armies are those of a match in which nobody chose one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sequence {
    factions: Vec<Word>,
    armies: Vec<Word>,
}

static SEQUENCE: LazyLock<Sequence> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../data/aot/order.toml")).expect("a test reads the order of what is listed")
});

static FACTIONS: LazyLock<Vec<Faction>> = LazyLock::new(|| {
    let read = |(name, text)| match Faction::from_toml(&format!("{name}.toml"), text) {
        Ok(faction) => faction,
        Err(faults) => panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    };
    roster::sorted(embedded::FACTIONS, &SEQUENCE.factions).into_iter().map(read).collect()
});

static READY: LazyLock<Vec<ReadyList>> =
    LazyLock::new(|| roster::ready(&roster::sorted(embedded::ARMIES, &SEQUENCE.armies)));

static FOR_DRILLS: LazyLock<Vec<ReadyList>> = LazyLock::new(|| roster::ready(embedded::DRILLS));

/// The factions that come with the game.
pub fn factions() -> &'static [Faction] {
    &FACTIONS
}

/// The faction of this id.
pub fn faction(id: Word) -> Option<&'static Faction> {
    factions().iter().find(|faction| faction.id == id)
}

/// The armies that are ready to be played; the first two are those of a match in which nobody chose one.
pub fn ready_lists() -> Vec<ReadyList> {
    READY.clone()
}

/// Armies to try rules with.
pub fn drills() -> Vec<ReadyList> {
    FOR_DRILLS.clone()
}

/// The faction of this id, among those that somebody brings and those that come with the game.
pub(crate) fn find(brought: &[Faction], id: Word) -> Option<&Faction> {
    brought.iter().find(|faction| faction.id == id).or_else(|| faction(id))
}

/// The armies that come with the game, and those of the packs that somebody brings.
pub(crate) fn ready_lists_with(brought: &[Faction]) -> Vec<ReadyList> {
    READY.iter().chain(brought.iter().flat_map(|faction| &faction.armies)).cloned().collect()
}

/// The factions that come with the game, in the words that all games share.
pub fn catalogue() -> Catalogue {
    catalogue_with(&[])
}

/// The factions that come with the game and those that somebody brings, in the words that all games share.
pub(crate) fn catalogue_with(brought: &[Faction]) -> Catalogue {
    Catalogue { armies: ready_lists_with(brought), ..printed::catalogue(factions().iter().chain(brought)) }
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
