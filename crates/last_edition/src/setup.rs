//! What a match starts from: players with their armies, the settings, and the battlefield, all by value.

use std::sync::{Arc, OnceLock};

use engine::Manual;
use field::Field;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use troops::Troops;
use vocabulary::{CardId, Fault, FieldChoice, ModelId, Pack, Seat, Settings, UnitId};

use crate::battlefield::{Battlefield, propose};
use crate::chapters::abilities::Lasting;
use crate::forces::army::{Army, Loadout};
use crate::forces::house::{FORM, House, RULEBOOK};
use crate::forces::judging::{ArmyRules, judge};
use crate::forces::pack;
use crate::state::{Fixed, Last, Model, ModelInfo, Objective, Side, Stage, State, Unit, UnitInfo, Whereabouts};
use crate::words::{lessons, terms};

/// All that a match starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The players, in the order of their seats.
    pub players: Vec<Player>,
    /// The settings that are unlike the default.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// The terrain; zones and objectives are those of the mission.
    pub field: Field,
    /// The number that the terrain was made from; nothing for terrain as the book lays it out, or as somebody brought it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The packs that armies are of, for whoever wants to play with the same again; the match itself needs none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<Pack>,
}

/// A player with an army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// The army.
    pub army: Army,
}

const SEATS: &str = "tle.round.one-turn-each";

/// Makes the set-up of a match from what the players chose. Carries out `tle.game.sequence`, `tle.ruling.list-time`.
pub(crate) fn prepare(setup: &vocabulary::Setup) -> Result<Setup, Vec<Fault>> {
    let nameless = roster::nameless(setup);
    let setup = &roster::with_names(setup);
    let mut faults = setup.faults(2..=2, SEATS, &FORM);
    let brought = pack::read(&setup.packs).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        Vec::new()
    });
    let (Some(house), true) = (House::read(&setup.settings), faults.is_empty()) else { return Err(faults) };
    let rules = ArmyRules::of_house(&house);
    let none = || {
        let text = format!("no ready army costs {} battle points or less; name one", rules.limit);
        Fault::new("tle.army.agreed-limit", text)
    };
    let armies = pack::STOCK.forces(&setup.players, |list| judge(list, &rules, &brought), none);
    let field = match &setup.field {
        Some(FieldChoice::Text(text)) => {
            let field = Field::from_toml(text);
            let fault = |error: field::ReadError| vec![Fault::new("tle.battlefield.setup-order", error.to_string())];
            field.map_err(fault).map(|field| (field, None))
        }
        Some(FieldChoice::Seed(seed)) => propose(Some(*seed), &house).map(|field| (field, Some(*seed))),
        None => propose(None, &house).map(|field| (field, None)),
    };
    match (armies, field) {
        (Ok(armies), Ok((field, seed))) => {
            let named: Vec<_> = armies.iter().map(|(name, army)| (name.clone(), army.name.as_str())).collect();
            let names = roster::named_after_armies(&named, &nameless);
            let players = names.into_iter().zip(armies);
            let players: Vec<Player> = players.map(|(name, (_, army))| Player { name, army }).collect();
            let leads = |id| players.iter().any(|player| player.army.faction == id);
            let packs = roster::led(&setup.packs, &brought, leads);
            let setup = Setup { players, settings: setup.settings.clone(), field, seed, packs };
            begin(&setup).map(|_| setup)
        }
        (armies, field) => Err(armies.err().into_iter().chain(field.err()).flatten().collect()),
    }
}

/// The position before anything happened, or all that is wrong with a set-up. Carries out `tle.leader-points.start`.
pub(crate) fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let names: Vec<&str> = setup.players.iter().map(|player| player.name.as_str()).collect();
    let plain = vocabulary::Setup { settings: setup.settings.clone(), ..vocabulary::Setup::of(&names) };
    let mut faults = plain.faults(2..=2, SEATS, &FORM);
    faults.extend(Pack::faults(&setup.packs, &pack::RULE));
    let house = House::read(&setup.settings);
    let rules = house.as_ref().map(ArmyRules::of_house);
    faults.extend(rules.iter().flat_map(|rules| setup.players.iter().flat_map(|player| player.army.faults(rules))));
    let (Some(house), true) = (house, faults.is_empty()) else { return Err(faults) };
    let battlefield = Battlefield::kept(&setup.field, None, &house)?;
    let mut fixed = Fixed {
        setup: setup.clone(),
        house,
        sheets: Vec::new(),
        loadouts: Vec::new(),
        units: Vec::new(),
        models: Vec::new(),
    };
    let (mut units, mut models) = (Vec::new(), Vec::new());
    for (seat, player) in (0..).map(Seat).zip(&setup.players) {
        for unit in &player.army.units {
            let id = UnitId(fixed.units.len() as u16);
            let first = models.len() as u16;
            let card = CardId(place_of(&mut fixed.sheets, &unit.sheet) as u16);
            for loadout in unit.loadouts() {
                let (count, loadout) = (loadout.models.into(), Loadout { models: 1, ..loadout });
                let loadout = place_of(&mut fixed.loadouts, &loadout) as u16;
                fixed.models.extend(std::iter::repeat_n(ModelInfo { loadout }, count));
                let model = troops::ModelInfo { unit: id, base: unit.base.clone(), name: None };
                models.extend(std::iter::repeat_n(model, count));
            }
            units.push(troops::UnitInfo { seat, name: unit.name.clone(), first, end: models.len() as u16 });
            fixed.units.push(UnitInfo { card, cost: unit.cost().max(0) as u32 });
        }
    }
    let unit = Unit {
        at: Whereabouts::Waiting,
        last: Last::default(),
        acted: false,
        reacts: false,
        blocked: false,
        orders: SmallVec::new(),
        hidden: 0,
        returned: false,
        joker: false,
        lasting: Lasting::default(),
    };
    let health = |info: &ModelInfo| Model { health: fixed.loadouts[usize::from(info.loadout)].profile.health };
    let (unit_count, models_now) = (units.len(), fixed.models.iter().map(health).collect());
    let side = |player: &Player| {
        let points = player.army.leader_points as i16;
        Side { leader_points: points, most_leader_points: points, ..Side::default() }
    };
    Ok(State {
        sides: setup.players.iter().map(side).collect(),
        fixed: Arc::new(fixed),
        stage: Stage::Mission,
        battlefield,
        mission: None,
        troops: Troops::new(units, models),
        round: 0,
        turn: 0,
        active: Seat(0),
        attacker: None,
        units: vec![unit; unit_count],
        models: models_now,
        objectives: smallvec![Objective::default(); 5],
        bombs: Vec::new(),
        blockers: OnceLock::new(),
        outcome: None,
    })
}

/// The place of something in a list; what is new is added at its end.
fn place_of<T: Clone + PartialEq>(list: &mut Vec<T>, wanted: &T) -> usize {
    list.iter().position(|known| known == wanted).unwrap_or_else(|| {
        list.push(wanted.clone());
        list.len() - 1
    })
}

impl Setup {
    /// What players could have chosen to come to this set-up.
    pub(crate) fn chosen(&self) -> vocabulary::Setup {
        let player = |player: &Player| vocabulary::Player { name: player.name.clone(), army: Some(player.army.list()) };
        let players = self.players.iter().map(player).collect();
        let house = House::read(&self.settings);
        let usual = house.and_then(|house| propose(None, &house).ok()).is_some_and(|usual| usual == self.field);
        let field = match self.seed {
            Some(seed) => Some(FieldChoice::Seed(seed)),
            None if usual => None,
            None => Some(FieldChoice::Text(self.field.to_toml())),
        };
        let (settings, packs) = (self.settings.clone(), self.packs.clone());
        vocabulary::Setup { players, settings, field, packs }
    }
}

impl State {
    /// The zones and objectives of a layout are laid out.
    pub(crate) fn lay_out(&mut self, layout: crate::chapters::missions::Layout) {
        let (setup, house) = (&self.fixed.setup, &self.fixed.house);
        let laid = Battlefield::kept(&setup.field, Some(layout), house);
        self.battlefield = laid.expect("a battlefield that was found to be in order takes every layout");
    }

    /// A model stands like this from now on.
    pub(crate) fn put(&mut self, model: ModelId, pose: ground::Pose) {
        self.troops.put(model, pose);
    }

    /// A unit is off the battlefield for good, without having been killed.
    pub(crate) fn lose(&mut self, unit: UnitId) {
        let models: troops::Models = self.roll_call(unit).collect();
        for model in models {
            self.troops.take_up(model);
            self.models[model.index()].health = 0;
        }
        self.units[unit.index()].at = Whereabouts::Gone;
    }
}

pub(crate) fn manual() -> Manual {
    Manual {
        name: "The Last Edition",
        text: "Two armies fight five rounds over objectives, with reaction units, directives, powers and a pool of bad luck.",
        seats: 2..=2,
        settings: FORM.clone(),
        terms: terms::terms(),
        armies: pack::ready_lists(),
        drills: pack::drills(),
        fields: Vec::new(),
        packs: Some(pack::FORM_OF_PACKS),
        lessons: lessons::lessons(),
        rulebook: RULEBOOK,
    }
}
