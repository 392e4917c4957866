//! What a battle starts from: Commanders with their forces, the settings, and the battlefield, all by value.

use std::sync::{Arc, LazyLock, OnceLock};

use engine::Manual;
use field::Field;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use troops::Troops;
use vocabulary::{
    CardId, Fault, FieldChoice, List, Look, ModelId, Pack, Player, ReadyField, Settings, Term, Tone, UnitId, Word,
};

use crate::battlefield::{Battlefield, furnished, propose};
use crate::chapters::boon::Gifts;
use crate::chapters::effects::Effects;
use crate::chapters::feat::COMMON;
use crate::chapters::soul::Spell;
use crate::forces::card::Card;
use crate::forces::force::{Force, ForceRules, judge, judge_with};
use crate::forces::house::{FORM, House, RULEBOOK};
use crate::forces::pack::{self, Faction};
use crate::state::{Fixed, Model, ModelInfo, Side, Stage, State, Unit, UnitInfo, Whereabouts};
use crate::words::lessons;

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
    let mut faults = setup.faults(2..=4, SEATS, &FORM);
    let brought = pack::read(&setup.packs).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        Vec::new()
    });
    let (Some(house), true) = (House::read(&setup.settings), faults.is_empty()) else { return Err(faults) };
    let rules = ForceRules::of(&setup.settings);
    let mut commanders = Vec::new();
    for (seat, player) in setup.players.iter().enumerate() {
        let list = player.army.clone().or_else(|| ready_army(seat, &rules));
        let Some(list) = list else {
            let text = format!("no ready army costs {} or less; name one", rules.limit);
            faults.push(Fault::new("aot.force.requisition-limit", text));
            continue;
        };
        let (force, judgement) = judge_with(&list, &rules, &brought);
        faults.extend(
            judgement
                .faults
                .into_iter()
                .map(|fault| Fault { text: format!("{}: {}", player.name, fault.text), ..fault }),
        );
        commanders.extend(force.map(|force| Commander { name: player.name.clone(), force }));
    }
    let seats = setup.players.len();
    let (field, seed) = match &setup.field {
        Some(FieldChoice::Text(text)) => (bring(text, seats, &house), 1),
        Some(FieldChoice::Seed(seed)) => (propose(*seed, seats, &house), *seed),
        None => (propose(1, seats, &house), 1),
    };
    match field {
        Ok(field) if faults.is_empty() => {
            let packs = used(&setup.packs, &brought, &commanders);
            let setup = Setup { commanders, settings: setup.settings.clone(), field, seed, packs };
            begin(&setup).map(|_| setup)
        }
        Ok(_) => Err(faults),
        Err(more) => Err(faults.into_iter().chain(more).collect()),
    }
}

/// The packs that armies are of.
fn used(packs: &[Pack], brought: &[Faction], commanders: &[Commander]) -> Vec<Pack> {
    let leads = |faction: &Faction| commanders.iter().any(|commander| commander.force.faction == faction.id);
    packs.iter().zip(brought).filter(|(_, faction)| leads(faction)).map(|(pack, _)| pack.clone()).collect()
}

/// The army of a seat for which none is named.
fn ready_army(seat: usize, rules: &ForceRules) -> Option<List> {
    let viable = |list: &List| judge(list, rules).0.is_some();
    let viable: Vec<List> = pack::ready_lists().into_iter().map(|ready| ready.list).filter(viable).collect();
    viable.get(seat % viable.len().max(1)).cloned()
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
        gifts: Gifts::new(),
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
        terms: terms(),
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

/// The words of the game besides those on cards: phases, actions, reactions, terrain and marks.
fn terms() -> Vec<Term> {
    let term = |id, label: &str, text: &str, rule: &'static str, sign: &str| {
        Term::new(Word::new(id), label, text, sign).rule(rule)
    };
    let mut terms = pack::terms();
    terms.extend([
        term(
            "preparation",
            "Preparation",
            "The battlefield is settled and units are set up.",
            "aot.setup.sequence",
            "0",
        ),
        term("proposal", "Proposal", "A battlefield is proposed.", "aot.ruling.terrain-setup", "?"),
        term("zones", "Zones", "Zones are rolled for and picked.", "aot.setup.zone-roll", "Z"),
        term("deployment", "Deployment", "Units are set up in turn.", "aot.setup.deploy-alternating", "D"),
        term("round-start", "Start of a Round", "The order of the Round is rolled.", "aot.round.turn-order", "0"),
        term(
            "aftermath",
            "End of the Battle Phase",
            "Irradiated, then Terror.",
            "aot.battle-phase.end-effects.ed3",
            "2",
        )
        .rule("aot.battle-phase.end-effects.ed1")
        .rule("aot.battle-phase.end-effects.ed2"),
        term("round-end", "End of a Round", "Is the battle won?", "aot.ruling.battle-end-checks", "4"),
        term("action-phase", "Action Phase", "Commanders take turns to act with one unit.", "aot.round.phases", "1"),
        term("battle-phase", "Battle Phase", "Every unit in Battle Range fights.", "aot.round.phases", "2"),
        term("control-phase", "Control Phase", "Units regenerate and Archives score.", "aot.round.phases", "3"),
        term("points", "Victory points", "Whoever has enough of them wins.", "aot.victory.first-to-target", "★")
            .tone(Tone::Strong),
        term("spent", "Spent", "Its Action of the Round is gone.", "aot.action.one-per-round", "•").tone(Tone::Faint),
        term("models", "Models", "How many models of the unit are left.", "aot.unit.model", "#"),
        term("stopped", "Stopped", "Selects nothing more in this Action Phase.", "aot.ruling.no-passing", ".")
            .tone(Tone::Faint),
        term("passed", "Passed", "Passed the last turn.", "aot.ruling.no-passing", "-").tone(Tone::Faint),
        term("entered", "Entered", "Came in this Round; scores no Archive.", "aot.ability.vanguard.no-vp", ">"),
        term("fled", "Fled", "Starts the next Round without its Action.", "aot.ruling.terror-and-action", "<")
            .tone(Tone::Bad),
        term("vanguard-held", "In Vanguard", "Waits to enter from an edge.", "aot.ability.vanguard.hold-back", "V")
            .tone(Tone::Faint),
        term("waiting", "Not set up", "Is still to be set up.", "aot.setup.deploy-alternating", "w").tone(Tone::Faint),
        term("zone", "Deployment zone", "Where a Commander sets up.", "aot.setup.deploy-in-zone", "Z")
            .on_ground(Look::Zone),
        term("archive", "Archive", "Scores for whoever stands on it.", "aot.vp.archive", "A")
            .tone(Tone::Strong)
            .on_ground(Look::Goal),
        term("terrain", "Terrain", "A piece of terrain.", "aot.setup.terrain-rules", "#"),
        term("cover", "Cover", "+1 to Resist Rolls against ranged attacks.", "aot.terrain.cover-resist", "C")
            .tone(Tone::Good)
            .on_ground(Look::Shelter),
        term("obstacle", "Obstacle", "Nobody moves or sees through it.", "aot.terrain.obstacle-move", "O")
            .on_ground(Look::Solid),
        term("unstable", "Unstable", "Slows by 2 in.", "aot.terrain.unstable-speed", "U")
            .tone(Tone::Bad)
            .on_ground(Look::Rough),
        term("vantage-point", "Vantage Point", "+1 to ranged Attack Rolls.", "aot.terrain.vantage-point", "P")
            .tone(Tone::Good)
            .on_ground(Look::High),
        term(
            "dormant",
            "Dormant",
            "Scores nothing, or in the third edition does nothing for factions.",
            "aot.archive.roll",
            "z",
        )
        .rule("aot.archive.dormant.ed1-2")
        .rule("aot.archive.dormant.ed3")
        .tone(Tone::Bad),
        term("nullify", "Nullify", "No spells on it, from it or against it.", "aot.archive.nullify-cast", "ø")
            .rule("aot.archive.nullify-target")
            .tone(Tone::Bad),
        term("stabilize", "Stabilize", "The Archive has no effect.", "aot.archive.stabilize", "·").tone(Tone::Faint),
        term("mend", "Mending", "Units on it regenerate: Reverse Time, or Energize.", "aot.archive.roll", "+")
            .rule("aot.archive.reverse-time.ed1-2")
            .rule("aot.archive.energize.ed3")
            .tone(Tone::Good),
        term("coherency", "Unit Coherency", "Models of a unit stay together.", "aot.unit.coherency-always", "="),
        term("battle-range", "Battle Range", "Within 1 in of an enemy.", "aot.move.battle-range", "×").tone(Tone::Bad),
        term("edge", "Edge", "The whole base stays on the battlefield.", "aot.ruling.leaving-table", "|"),
        term("through", "In the way", "Models do not pass or stand on it.", "aot.move.no-through-bases", "x"),
        term("closer", "Closer", "Models end no further away from it.", "aot.ruling.evade-direction", "v"),
        term("deploy", "On the battlefield", "Set up in the zone.", "aot.setup.deploy-in-zone", "D"),
        term("stop", "Stop", "Select nothing more in this Action Phase.", "aot.ruling.no-passing", "."),
        term("pass", "Pass", "Select nothing in this turn.", "aot.ruling.no-passing", "-"),
        term("yes", "Yes", "Agreed.", "aot.ruling.terrain-setup", "y"),
        term("no", "No", "Not agreed.", "aot.ruling.terrain-setup", "n"),
        term("first", "First", "Is the first in the order of the Round.", "aot.round.turn-order", "1")
            .tone(Tone::Strong),
        term("move-and-shoot", "Move & Shoot", "Move, then shoot.", "aot.action-table.move-and-shoot", "S"),
        term("move-and-charge", "Move & Charge", "Move, then charge.", "aot.action-table.move-and-charge", "C"),
        term("advance", "Advance", "Move further, by a die.", "aot.action-table.advance", "A"),
        term("hold", "Hold", "Do nothing.", "aot.action-table.hold", "H"),
        term("enter", "Enter", "Come in from an edge.", "aot.action-table.enter-from-vanguard", "E"),
        term("firing-retreat", "Firing Retreat", "Leave a fight, then shoot.", "aot.action-table.firing-retreat", "R"),
        term("scrum", "Scrum", "Crowd into a fight.", "aot.action-table.scrum", "X"),
        term("evade", "Evade", "Move towards the nearest terrain.", "aot.action-table.evade", "e"),
        term("return-fire", "Return Fire", "Shoot back.", "aot.action-table.return-fire", "r"),
        term("counter-charge", "Counter Charge", "Charge the charger.", "aot.action-table.counter-charge", "c"),
        term("cut-down", "Cut Down", "Strike at those who leave.", "aot.action-table.cut-down", "d"),
        term("channel", "Channel", "A Soul Action: a spell.", "aot.action-table.channel", "✦"),
        term("embark", "Embark", "Go aboard a Transport.", "aot.transport.embark", "⇥"),
        term("aboard", "Aboard", "Rides in a Transport.", "aot.transport.embarked-off-table", "⇥").tone(Tone::Faint),
        term("boarded", "In or out", "Went aboard or got out in this Round.", "aot.transport.not-in-and-out", "⇥")
            .tone(Tone::Faint),
        term("passengers", "Passengers", "How many models are aboard.", "aot.transport.capacity", "⇥"),
        term(
            "move-and-disembark",
            "Move & Disembark",
            "Move, then let passengers out.",
            "aot.action-table.move-and-disembark",
            "M",
        ),
        term(
            "scrum-and-disembark",
            "Scrum & Disembark",
            "Shift in a fight, then let passengers out.",
            "aot.action-table.scrum-and-disembark",
            "N",
        ),
        term("feat-points", "Feat Points", "What Feats are paid with.", "aot.feat.spend", "✪"),
        term("under-feat", "Under a Feat", "A Feat changes its values for now.", "aot.feat.spend", "✪"),
        term(
            "suppressed",
            "Suppressed",
            "Cannot Counter Charge in this Action Phase.",
            "aot.feat.suppressive-fire",
            "▼",
        )
        .tone(Tone::Bad),
        term("negate", "Negate", "Undo a spell.", "aot.action-table.negate", "n"),
        term("soul", "Soul", "What spells are paid with.", "aot.soul.resource-name", "✦"),
        term("channelled", "Channelled", "Its Soul Action of the Round is gone.", "aot.soul.extra-action", "•")
            .tone(Tone::Faint),
    ]);
    let feats = pack::factions().iter().flat_map(|faction| &faction.formations).filter_map(|own| own.feat.as_ref());
    terms.extend(
        COMMON.iter().chain(feats).map(|feat| Term::new(feat.id, &feat.name, &feat.text, "✪").rule(feat.rule())),
    );
    terms.extend(Spell::ALL.map(|spell| {
        let (tone, sign) = match spell.is_hostile() {
            true => (Tone::Bad, "✦"),
            false => (Tone::Good, spell.label().get(..2).unwrap_or("✦")),
        };
        let text = format!("{} Cost {}.", spell.text(), spell.cost());
        Term::new(spell.word(), spell.label(), &text, sign).rule(spell.rule()).tone(tone)
    }));
    terms.extend(endings());
    terms
}

/// How a battle can end.
fn endings() -> [Term; 8] {
    let ending =
        |id, label: &str, text: &str, rule: &'static str| Term::new(Word::new(id), label, text, "!").rule(rule);
    [
        ending("target", "Target reached", "The victory points are enough.", "aot.victory.first-to-target"),
        ending("lead", "In the lead", "Nobody else has as many victory points.", "aot.victory.same-round"),
        ending("draw", "Draw", "Those who reached the target leave it at that.", "aot.victory.same-round"),
        ending("others-left", "Others gave up", "Everybody else has left the battle.", "aot.ruling.elimination"),
        ending("last-standing", "Last one standing", "Nobody else has a unit left.", "aot.ruling.elimination"),
        ending("nobody-left", "Nobody left", "Nobody has a unit left.", "aot.ruling.elimination"),
        ending("dead-position", "Stalemate", "Nobody can score an Archive any more.", "aot.ruling.battle-end-checks"),
        ending("round-limit", "Last Round", "So many Rounds were agreed.", "aot.ruling.battle-end-checks"),
    ]
}
