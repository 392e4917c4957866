//! Factions as data: datasheets from TOML files, and armies that are ready to be played.

use engine::PackForm;
use roster::{ArmyTable, Files, PackFault, Reading, Stock, is_name};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use vocabulary::{Catalogue, Fault, List, Pack, ReadyList, RuleId, SettingKind, Term, Word};

use crate::forces::ability::{Ability, Aura};
use crate::forces::datasheet::Datasheet;
use crate::forces::house::FORM;
use crate::forces::judging::{ArmyRules, judge};
use crate::forces::keyword::{Keyword, ShockTeleport, Transport};
use crate::forces::printed;
use crate::forces::role::{Role, RoleKind};

/// Most datasheets of a faction.
const MOST_DATASHEETS: usize = 100;
/// Most colours of a faction.
const MOST_COLORS: usize = 10;
/// The game that armies in a pack are for.
const GAME: Word = Word::new("last-edition");
/// The rule by which packs are read.
pub(crate) const RULE: RuleId = RuleId::of("tle.army.faction");

/// A faction: what armies are made of. Carries out `tle.army.faction`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Its id.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// Who they are, in a sentence or two.
    pub text: String,
    /// Its colours.
    pub colors: Vec<Color>,
    /// Its datasheets.
    pub datasheets: Vec<Datasheet>,
    /// Armies that are ready to be played, where the pack holds any.
    pub armies: Vec<ReadyList>,
}

/// A colour of a faction: those who have one fight together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Color {
    /// The word for it, as datasheets write it.
    pub id: Word,
    /// Who they are.
    pub name: String,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: Spanned<Word>,
    name: Spanned<String>,
    text: Spanned<String>,
    #[serde(rename = "color", default)]
    colors: Vec<Spanned<Color>>,
    #[serde(rename = "datasheet", default)]
    datasheets: Vec<Spanned<Datasheet>>,
    #[serde(rename = "army", default)]
    armies: Vec<Spanned<ArmyTable>>,
}

impl Faction {
    /// Reads a pack. `file` is what it is called in faults.
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
        let (file, mut reading): (File, Reading<'_>) = Reading::open(file, text)?;
        reading.heading(&file.name, &file.text);
        check_colors(&file.colors, &mut reading);
        check_datasheets(&file, &mut reading);
        reading.count_armies(&file.armies);
        reading.sound()?;
        let id_line = reading.line(&file.id);
        let mut faction = Faction {
            id: file.id.into_inner(),
            name: file.name.into_inner(),
            text: file.text.into_inner(),
            colors: file.colors.into_iter().map(Spanned::into_inner).collect(),
            datasheets: file.datasheets.into_iter().map(Spanned::into_inner).collect(),
            armies: Vec::new(),
        };
        reading.free(id_line, "a faction", faction.id, is_faction);
        faction.armies = reading.armies(file.armies, (GAME, faction.id), |list| faction.faults_of(list), is_army);
        reading.sound()?;
        Ok(faction)
    }

    /// All that is wrong with an army of the pack, in a match whose limit is the highest.
    fn faults_of(&self, list: &List) -> Vec<Fault> {
        judge(list, &ArmyRules::up_to(highest_limit()), std::slice::from_ref(self)).1.faults
    }

    /// Its datasheet of this id.
    pub fn datasheet(&self, id: Word) -> Option<&Datasheet> {
        self.datasheets.iter().find(|sheet| sheet.id == id)
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
        self.datasheets.iter().map(|sheet| sheet.id)
    }

    fn armies(&self) -> &[ReadyList] {
        &self.armies
    }
}

fn check_colors(colors: &[Spanned<Color>], reading: &mut Reading<'_>) {
    reading.at_most(MOST_COLORS, colors, "colours", "a faction");
    for (at, color) in colors.iter().enumerate().take(MOST_COLORS) {
        let (here, own) = (reading.line(color), color.get_ref());
        if colors[..at].iter().any(|other| other.get_ref().id == own.id) {
            reading.fault(here, format!("there are two colours '{}'", own.id));
        }
        if !is_name(&own.name) {
            reading.fault(here, format!("colour '{}': it needs a name of 1 to 40 printable characters", own.id));
        }
    }
}

/// Datasheets, each by itself, and what they say of each other.
fn check_datasheets(file: &File, reading: &mut Reading<'_>) {
    let sheets = &file.datasheets;
    if !reading.at_most(MOST_DATASHEETS, sheets, "datasheets", "a faction") {
        return;
    }
    if sheets.is_empty() {
        reading.fault(Some(1), "there are no datasheets");
    }
    for (at, sheet) in sheets.iter().enumerate() {
        let own = sheet.get_ref();
        if sheets[..at].iter().any(|other| other.get_ref().id == own.id) {
            reading.fault(reading.line(sheet), format!("there are two datasheets '{}'", own.id));
        }
        let mut faults = own.faults();
        for color in own.colors.iter().filter(|color| !file.colors.iter().any(|known| known.get_ref().id == **color)) {
            faults.push(format!("the faction has no colour '{color}'"));
        }
        faults.extend(unknown_words(own, sheets));
        faults.extend(sheets[..at].iter().flat_map(|other| unlike(own, other.get_ref())));
        if own.factions.contains(file.id.get_ref()) {
            faults.push("it is of this faction anyway; 'factions' are further ones".to_owned());
        }
        reading.faults(sheet, &format!("datasheet '{}'", own.id), faults);
    }
}

/// Words of a datasheet that say nothing about any unit.
fn unknown_words(own: &Datasheet, sheets: &[Spanned<Datasheet>]) -> Vec<String> {
    let is_sheet = |word: Word| sheets.iter().any(|sheet| sheet.get_ref().id == word);
    let is_known = |word: Word| {
        RoleKind::from_word(word).is_some()
            || Keyword::from_word(word).is_some()
            || [Transport::WORD, ShockTeleport::WORD].contains(&word)
            || is_sheet(word)
    };
    let mut faults: Vec<String> = own
        .words()
        .into_iter()
        .filter(|(_, word)| !is_known(*word))
        .map(|(of, word)| format!("{of}: '{word}' is no role, no keyword and no datasheet of the faction"))
        .collect();
    if let Role::Support { bonus: Some(bonus), .. } = &own.role
        && (bonus.with == own.id || !is_sheet(bonus.with))
    {
        faults.push(format!("the bonus is for '{}', which is no other datasheet of the faction", bonus.with));
    }
    faults
}

/// Abilities and auras that two datasheets call alike without their being the same.
fn unlike(own: &Datasheet, other: &Datasheet) -> Vec<String> {
    let ability = |one: &Ability| other.abilities.iter().any(|known| known.id == one.id && known != one);
    let aura = |one: &Aura| other.auras.iter().any(|known| known.id == one.id && known != one);
    let abilities = own.abilities.iter().filter(|one| ability(one)).map(|one| one.id);
    let auras = own.auras.iter().filter(|one| aura(one)).map(|one| one.id);
    abilities.chain(auras).map(|id| format!("'{id}' is not the same as that of '{}'", other.id)).collect()
}

/// The most battle points that players can agree on.
fn highest_limit() -> u32 {
    let limit = FORM.iter().find(|setting| setting.name == "army.battle-points").map(|setting| &setting.kind);
    match limit {
        Some(SettingKind::Number { max, .. }) => u32::try_from(*max).unwrap_or(0),
        _ => 0,
    }
}

/// The datasheet of this id that armies of a faction can select: one of its own, or one of another that names it. Carries
/// out `tle.army.multi-faction`.
pub(crate) fn datasheet<'f>(faction: &'f Faction, id: Word, brought: &'f [Faction]) -> Option<&'f Datasheet> {
    let lent = || {
        let others = brought.iter().chain(STOCK.factions());
        others.flat_map(|other| &other.datasheets).find(|sheet| sheet.id == id && sheet.factions.contains(&faction.id))
    };
    faction.datasheet(id).or_else(lent)
}

/// Reads the packs that somebody brings: one faction each, in their order.
///
/// # Errors
/// Every fault of every pack; each begins with the file and the line.
pub fn read(packs: &[Pack]) -> Result<Vec<Faction>, Vec<Fault>> {
    let open = |pack: &Pack, is_faction: &dyn Fn(Word) -> bool, is_army: &dyn Fn(Word) -> bool| {
        Faction::open(&pack.file, &pack.text, is_faction, is_army)
    };
    STOCK.bring(packs, &RULE, open)
}

/// What comes with the game, from the folders of `data/last-edition`.
pub(crate) mod embedded {
    include!(concat!(env!("OUT_DIR"), "/folders.rs"));
}

/// The factions and armies that come with the game.
pub(crate) static STOCK: Stock<Faction> = Stock::new(
    Files {
        order: include_str!("../../../../data/last-edition/order.toml"),
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
    schema: include_str!("../../../../data/last-edition/schema/pack.json"),
    example: include_str!("../../../../data/last-edition/example/lamplighters.toml"),
};

/// The words that are printed on datasheets: roles, values, keywords.
pub fn terms() -> Vec<Term> {
    printed::terms()
}
