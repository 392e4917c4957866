//! What a battle starts from: Commanders with their forces, the settings, and the battlefield, all by value.

use std::sync::{Arc, LazyLock, OnceLock};

use engine::Manual;
use field::Field;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use troops::Troops;
use vocabulary::{CardId, Fault, FieldChoice, ModelId, Pack, Player, ReadyField, Settings, UnitId};

use crate::battlefield::{Battlefield, furnished, propose};
use crate::chapters::effects::Effects;
use crate::chapters::modifiers::AllTimed;
use crate::forces::card::Card;
use crate::forces::force::{Force, ForceRules, judge_with};
use crate::forces::house::{FORM, House, RULEBOOK};
use crate::forces::pack;
use crate::state::{Fixed, Model, ModelInfo, Side, Stage, State, Unit, UnitInfo, Whereabouts};
use crate::words::{lessons, terms};

/// All that a battle starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The Commanders, in the order of their seats.
    pub commanders: Vec<Commander>,
    /// The settings that are unlike the default.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// The battlefield that is proposed first.
    pub field: Field,
    /// The number that further proposals follow from.
    pub seed: u64,
    /// The packs that armies are of, for whoever wants to play with the same again; the battle itself needs none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<Pack>,
}

/// A player with a force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// What the Commander is called.
    pub name: String,
    /// The force.
    pub force: Force,
}

const SEATS: &str = "aot.victory.commander-count";

/// Makes the set-up of a battle from what the players chose.
///
/// Carries out `aot.victory.commander-count`, `aot.setup.sequence`, `aot.setup.present-forces`.
pub(crate) fn prepare(setup: &vocabulary::Setup) -> Result<Setup, Vec<Fault>> {
    let nameless = roster::nameless(setup);
    let setup = &roster::with_names(setup);
    let mut faults = setup.faults(2..=4, SEATS, &FORM);
    let brought = pack::read(&setup.packs).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        Vec::new()
    });
    let (Some(house), true) = (House::read(&setup.settings), faults.is_empty()) else { return Err(faults) };
    let rules = ForceRules::of(&setup.settings);
    let none = || {
        let text = format!("no ready army costs {} or less; name one", rules.limit);
        Fault::new("aot.force.requisition-limit", text)
    };
    let forces = pack::STOCK.forces(&setup.players, |list| judge_with(list, &rules, &brought), none);
    let commanders = forces.map(|forces| {
        let players: Vec<_> = forces.iter().map(|(name, force)| (name.clone(), force.name.as_str())).collect();
        let names = roster::named_after_armies(&players, &nameless);
        let named = names.into_iter().zip(forces).map(|(name, (_, force))| Commander { name, force });
        named.collect::<Vec<_>>()
    });
    let seats = setup.players.len();
    let (field, seed) = match &setup.field {
        Some(FieldChoice::Text(text)) => (bring(text, seats, &house), 1),
        Some(FieldChoice::Seed(seed)) => (propose(*seed, seats, &house), *seed),
        None => (propose(1, seats, &house), 1),
    };
    match (commanders, field) {
        (Ok(commanders), Ok(field)) => {
            let leads = |id| commanders.iter().any(|commander| commander.force.faction == id);
            let packs = roster::led(&setup.packs, &brought, leads);
            let setup = Setup { commanders, settings: setup.settings.clone(), field, seed, packs };
            begin(&setup).map(|_| setup)
        }
        (commanders, field) => Err(commanders.err().into_iter().chain(field.err()).flatten().collect()),
    }
}

/// A battlefield that somebody brought along.
fn bring(text: &str, seats: usize, house: &House) -> Result<Field, Vec<Fault>> {
    let field = Field::from_toml(text);
    let field = field.map_err(|error| vec![Fault::new("aot.ruling.terrain-setup", error.to_string())])?;
    furnished(field, seats, house)
}

/// The position before anything happened, or all that is wrong with a set-up.
pub(crate) fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let names: Vec<&str> = setup.commanders.iter().map(|commander| commander.name.as_str()).collect();
    let plain = vocabulary::Setup { settings: setup.settings.clone(), ..vocabulary::Setup::of(&names) };
    let mut faults = plain.faults(2..=4, SEATS, &FORM);
    faults.extend(Pack::faults(&setup.packs, &pack::RULE));
    let rules = ForceRules::of(&setup.settings);
    faults.extend(setup.commanders.iter().flat_map(|commander| commander.force.faults(&rules)));
    let (Some(house), true) = (House::read(&setup.settings), faults.is_empty()) else { return Err(faults) };
    let battlefield = Battlefield::kept(&setup.field, setup.commanders.len(), &house)?;
    let mut fixed = Fixed { setup: setup.clone(), house, cards: Vec::new(), units: Vec::new(), models: Vec::new() };
    let (mut units, mut models) = (Vec::new(), Vec::new());
    for (seat, commander) in (0..).map(vocabulary::Seat).zip(&setup.commanders) {
        for unit in &commander.force.units {
            let id = UnitId(fixed.units.len() as u16);
            let first = models.len() as u16;
            let mut card = CardId(0);
            for part in &unit.parts {
                card = card_id(&mut fixed.cards, &part.card);
                let count = part.models.into();
                fixed.models.extend(std::iter::repeat_n(ModelInfo::new(card, &part.card), count));
                let model = troops::ModelInfo { unit: id, base: part.base.clone(), name: None };
                models.extend(std::iter::repeat_n(model, count));
            }
            let character = (unit.parts.len() > 1).then_some(ModelId(first));
            if character.is_some() {
                models[usize::from(first)].name = Some(unit.parts[0].card.name.clone());
            }
            units.push(troops::UnitInfo { seat, name: unit.name.clone(), first, end: models.len() as u16 });
            fixed.units.push(UnitInfo { card, character });
        }
    }
    let troops = Troops::new(units, models);
    let unit = Unit {
        at: Whereabouts::Waiting,
        spent: false,
        entered: None,
        boarded: None,
        reacted: false,
        flees: false,
        timed: AllTimed::new(),
    };
    let model = |info: &ModelInfo| Model {
        health: fixed.cards[info.card.index()].health,
        soul: if fixed.house.soul { info.rank.soul() } else { 0 },
        channelled: false,
    };
    let (units, models) = (vec![unit; fixed.units.len()], fixed.models.iter().map(model).collect());
    let order = (0..setup.commanders.len() as u8).map(vocabulary::Seat).collect();
    Ok(State {
        fixed: Arc::new(fixed),
        stage: Stage::Proposal(0),
        battlefield,
        troops,
        round: 0,
        order,
        sides: smallvec![Side::default(); setup.commanders.len()],
        units,
        models,
        blockers: OnceLock::new(),
        effects: Effects::new(),
        extended: false,
        fleeing: None,
        outcome: None,
    })
}

/// The number of a card; a card that is new gets the next.
fn card_id(cards: &mut Vec<Card>, card: &Card) -> CardId {
    let known = cards.iter().position(|known| known == card);
    CardId(known.unwrap_or_else(|| {
        cards.push(card.clone());
        cards.len() - 1
    }) as u16)
}

impl Setup {
    /// What players could have chosen to come to this set-up.
    pub(crate) fn chosen(&self) -> vocabulary::Setup {
        let rules = ForceRules::of(&self.settings);
        let player =
            |commander: &Commander| Player { name: commander.name.clone(), army: Some(commander.force.list(&rules)) };
        let players = self.commanders.iter().map(player).collect();
        let house = House::read(&self.settings);
        let made = house.and_then(|house| propose(self.seed, self.commanders.len(), &house).ok());
        let field = if made.as_ref() == Some(&self.field) {
            FieldChoice::Seed(self.seed)
        } else {
            FieldChoice::Text(self.field.to_toml())
        };
        let (settings, packs) = (self.settings.clone(), self.packs.clone());
        vocabulary::Setup { players, settings, field: Some(field), packs }
    }

    /// Another battlefield that is proposed, the second or third. Carries out `aot.ruling.terrain-setup`.
    pub(crate) fn another(&self, number: u8, house: &House) -> Option<Arc<Battlefield>> {
        let seats = self.commanders.len();
        let field = propose(self.seed.wrapping_add(number.into()), seats, house).ok()?;
        Battlefield::kept(&field, seats, house).ok()
    }
}

pub(crate) fn manual() -> Manual {
    Manual {
        name: "Archives of Tomorrow",
        text: "Two to four Commanders fight over Archives: alternating activations and reactions, in three editions.",
        seats: 2..=4,
        settings: FORM.clone(),
        terms: terms::terms(),
        armies: pack::ready_lists(),
        drills: pack::drills(),
        fields: READY_FIELDS.clone(),
        packs: Some(pack::FORM_OF_PACKS),
        lessons: lessons::lessons(),
        rulebook: RULEBOOK,
    }
}

/// Battlefields to try rules on; for a battle one is made from a number. The id of each is the name of its file.
static READY_FIELDS: LazyLock<Vec<ReadyField>> = LazyLock::new(|| {
    let read = |(name, file): &(&str, &str)| {
        let field = Field::from_toml(file).unwrap_or_else(|error| panic!("{name}.toml: {error}"));
        let id = name.parse().unwrap_or_else(|error| panic!("{name}.toml: {error}"));
        ReadyField { id, text: field.text, file: (*file).to_owned() }
    };
    pack::embedded::FIELDS.iter().map(read).collect()
});
