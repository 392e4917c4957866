//! The position: units, models, and what the rules ask about them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ground::{Blockers, Length, Links, Members, Pose, Shape};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use troops::{Troops, Zone, links};
use vocabulary::{CardId, ModelId, Outcome, Seat, UnitId, WeaponId};

use crate::battlefield::Battlefield;
use crate::chapters::effects::Effects;
use crate::chapters::modifiers::{AllTimed, Value};
use crate::forces::ability::Ability;
use crate::forces::card::{Card, Rank, Weapon};
use crate::forces::house::{House, Shared};
use crate::setup::Setup;

/// Carries out `aot.move.battle-range`.
pub(crate) const BATTLE_RANGE: Length = Length::inches(1);
/// Carries out the horizontal part of `aot.unit.coherency-small`, `aot.unit.coherency-large`.
pub(crate) const COHERENCY: Length = Length::inches(1);
/// Carries out the height of `aot.unit.coherency-small`, `aot.unit.coherency-large`.
pub(crate) const COHERENCY_HEIGHT: Length = Length::inches(5);

/// A few units.
pub(crate) type Units = SmallVec<[UnitId; 8]>;
pub(crate) use troops::Models;

/// Where the battle stands; from each of these the position alone says how to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// A battlefield is proposed, the first, second or third.
    Proposal(u8),
    /// Zones are rolled for and picked.
    Zones,
    /// The Commander at this place of the order sets up a unit.
    Deploying(u8),
    /// A Round begins.
    RoundStart,
    /// In the Action Phase, the Commander at this place of the order selects.
    Turn(u8),
    /// The Battle Phase.
    Battle,
    /// What happens when the Battle Phase ends.
    Aftermath,
    /// The Control Phase.
    Control,
    /// The Round is over, and perhaps the battle.
    RoundEnd,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whereabouts {
    /// Not set up yet.
    Waiting,
    /// On the battlefield.
    OnField,
    /// Held back in Vanguard.
    Vanguard,
    /// Embarked in a Transport.
    Aboard(UnitId),
    /// Destroyed, or lost before the battle.
    Gone,
}

/// What does not change about a unit besides what it is in [`Troops`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitInfo {
    /// The card of most of its models.
    pub(crate) card: CardId,
    /// The Leader, Elder or Alchemist that Soldiers accompany.
    pub(crate) character: Option<ModelId>,
}

/// What does not change about a model besides what it is in [`Troops`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelInfo {
    pub(crate) card: CardId,
    pub(crate) rank: Rank,
    abilities: u16,
}

impl ModelInfo {
    pub(crate) fn new(id: CardId, card: &Card) -> ModelInfo {
        let bits = Ability::ALL.iter().filter(|ability| card.has(**ability)).map(|ability| ability.bit());
        ModelInfo { card: id, rank: card.rank, abilities: bits.sum() }
    }

    pub(crate) fn has(&self, ability: Ability) -> bool {
        self.abilities & ability.bit() != 0
    }
}

/// What never changes in a match.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) setup: Setup,
    pub(crate) house: House,
    pub(crate) cards: Vec<Card>,
    pub(crate) units: Vec<UnitInfo>,
    pub(crate) models: Vec<ModelInfo>,
}

/// A Commander's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Side {
    /// The place of the zone on the battlefield.
    pub(crate) zone: Option<u8>,
    pub(crate) points: i32,
    pub(crate) feat_points: u16,
    /// Nothing more is selected in this Action Phase.
    pub(crate) stopped: bool,
    /// The last turn was passed.
    pub(crate) passed: bool,
    pub(crate) left: bool,
}

/// A unit as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) at: Whereabouts,
    /// Its normal Action of the Round is gone.
    pub(crate) spent: bool,
    /// The Round in which it entered from Vanguard.
    pub(crate) entered: Option<u16>,
    /// The Round in which it last went aboard a Transport, or left one.
    pub(crate) boarded: Option<u16>,
    /// It reacted or fled in this Round.
    pub(crate) reacted: bool,
    /// It fled, and starts the next Round with its Action gone.
    pub(crate) flees: bool,
    /// What changes its values for now.
    pub(crate) timed: AllTimed,
}

/// A model as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) health: u8,
    /// The Soul it has left.
    pub(crate) soul: u8,
    /// Its Soul Action of the Round is gone.
    pub(crate) channelled: bool,
}

/// The position.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) fixed: Arc<Fixed>,
    /// Where the battle stands.
    pub stage: Stage,
    /// What is fought on, or proposed.
    pub(crate) battlefield: Arc<Battlefield>,
    /// Who stands where.
    pub(crate) troops: Troops,
    /// What Archives do in this Round.
    pub(crate) effects: Effects,
    pub(crate) round: u16,
    /// The order of the Round; while deploying, that of the zone roll.
    pub(crate) order: SmallVec<[Seat; 4]>,
    pub(crate) sides: SmallVec<[Side; 4]>,
    pub(crate) units: Vec<Unit>,
    pub(crate) models: Vec<Model>,
    /// What blocks lines of sight as everybody stands; made when somebody looks, and forgotten when it changes.
    pub(crate) blockers: OnceLock<Arc<Blockers>>,
    /// Several Commanders reached the target, and the battle goes on.
    pub(crate) extended: bool,
    /// The unit that flees at this moment.
    pub(crate) fleeing: Option<UnitId>,
    pub(crate) outcome: Option<Outcome>,
}

/// A position is, before anything else, troops on a battlefield.
impl Deref for State {
    type Target = Troops;

    fn deref(&self) -> &Troops {
        &self.troops
    }
}

impl State {
    pub(crate) fn house(&self) -> &House {
        &self.fixed.house
    }

    pub(crate) fn battlefield(&self) -> &Battlefield {
        &self.battlefield
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.sides.len() as u8).map(Seat)
    }

    pub(crate) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.fixed.setup.commanders[seat.index()].name
    }

    /// The deployment zone of a Commander, once it is picked.
    pub(crate) fn zone_of(&self, seat: Seat) -> Option<&Zone> {
        self.battlefield().zones.get(usize::from(self.side(seat).zone?))
    }

    /// The number of victory points to win. Carries out `aot.victory.target-agreed`,
    /// `aot.ruling.victory-target-default`.
    pub(crate) fn target(&self) -> i32 {
        let by_archives = 3 * self.battlefield().archives().len() as i32 + 2;
        self.house().target.unwrap_or(by_archives)
    }

    // Units.

    pub(crate) fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.fixed.units[unit.index()]
    }

    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    pub(crate) fn is_on_field(&self, unit: UnitId) -> bool {
        self.unit(unit).at == Whereabouts::OnField
    }

    /// Units on the battlefield.
    pub(crate) fn fielded(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(|unit| self.is_on_field(*unit))
    }

    /// A Commander's units on the battlefield.
    pub(crate) fn fielded_by(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.fielded().filter(move |unit| self.seat_of(*unit) == seat)
    }

    /// Units of all others on the battlefield. Carries out `aot.ruling.more-than-two-commanders`.
    pub(crate) fn enemies_of(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.fielded().filter(move |unit| self.seat_of(*unit) != seat)
    }

    /// Whether a Commander still has a unit anywhere. Carries out `aot.ruling.elimination`.
    pub(crate) fn is_in_play(&self, seat: Seat) -> bool {
        self.units_of(seat).any(|unit| self.unit(unit).at != Whereabouts::Gone)
    }

    // Models.

    pub(crate) fn model(&self, model: ModelId) -> &Model {
        &self.models[model.index()]
    }

    pub(crate) fn model_info(&self, model: ModelId) -> &ModelInfo {
        &self.fixed.models[model.index()]
    }

    pub(crate) fn card(&self, model: ModelId) -> &Card {
        &self.fixed.cards[self.model_info(model).card.index()]
    }

    /// Whether a model stands and is not destroyed, as far as damage has been noted.
    pub(crate) fn lives(&self, model: ModelId) -> bool {
        self.stands(model) && self.model(model).health > 0
    }

    /// Its models on the battlefield that are not destroyed, as far as damage has been noted.
    pub(crate) fn living(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + '_ {
        self.roll_call(unit).filter(|model| self.lives(*model))
    }

    /// Whether a model is a Leader, whose loss is worth a point. Carries out `aot.vp.leader`.
    pub(crate) fn is_leader(&self, model: ModelId) -> bool {
        self.model_info(model).rank == Rank::Leader
    }

    /// Carries out `aot.spec.full-health-model`.
    pub(crate) fn is_damaged(&self, model: ModelId) -> bool {
        self.model(model).health < self.card(model).health
    }

    pub(crate) fn is_character(&self, model: ModelId) -> bool {
        self.info(self.unit_of(model)).character == Some(model)
    }

    /// A pose of a model that went there from a start without climbing. Carries out `aot.ruling.descending`.
    pub(crate) fn grounded(&self, model: ModelId, start: Pose, pose: Pose) -> Pose {
        self.battlefield().grounded(self.base(model), start, pose)
    }

    // Abilities and values.

    /// Whether an ability worded for the unit holds. Carries out `aot.ruling.accompanied-mixed-specs`.
    pub(crate) fn has(&self, unit: UnitId, ability: Ability) -> bool {
        let info = self.info(unit);
        if info.character.is_none() {
            return self.fixed.models[usize::from(self.unit_info(unit).first)].has(ability);
        }
        let mut models = self.roll_call(unit).filter(|model| self.model(*model).health > 0);
        let has = |model: ModelId| self.model_info(model).has(ability);
        match self.house().shared_abilities {
            Shared::AllMustHave => models.all(has),
            Shared::AnyShares => models.any(has),
        }
    }

    /// Carries out `aot.los.hulking-blocks`, `aot.ability.hulking.blocks-los`: Hulking is a matter of each model.
    pub(crate) fn is_hulking(&self, model: ModelId) -> bool {
        self.model_info(model).has(Ability::Hulking)
    }

    /// Carries out `aot.spec.speed`, `aot.accompany.lowest-speed`, `aot.spell.invigorate`.
    pub(crate) fn speed(&self, unit: UnitId) -> Length {
        let models = self.roll_call(unit).filter(|model| self.model(*model).health > 0);
        let printed = models.map(|model| self.card(model).speed).min().unwrap_or(0);
        Length::inches(self.raised(unit, Value::Speed, printed).max(0).into())
    }

    /// Whether a Leader is among its living models. Carries out `aot.rank.leader-terror-immune`,
    /// `aot.ruling.accompanied-character-lost`.
    pub(crate) fn has_leader(&self, unit: UnitId) -> bool {
        self.living(unit).any(|model| self.model_info(model).rank == Rank::Leader)
    }

    // Weapons.

    /// The id of a weapon in the hands of a model.
    pub(crate) fn weapon_id(model: ModelId, place: usize) -> WeaponId {
        WeaponId(model.0 * Card::MOST_WEAPONS as u16 + place as u16)
    }

    /// The model and the place on its card that a weapon's id stands for.
    pub(crate) fn weapon_of(&self, weapon: WeaponId) -> Option<(ModelId, usize)> {
        let model = ModelId(weapon.0 / Card::MOST_WEAPONS as u16);
        let place = weapon.index() % Card::MOST_WEAPONS;
        (self.is_model(model) && place < self.card(model).weapons.len()).then_some((model, place))
    }

    pub(crate) fn weapon(&self, model: ModelId, place: usize) -> &Weapon {
        &self.card(model).weapons[place]
    }

    // Distances.

    /// The enemy units that a unit is in Battle Range of. Carries out `aot.ruling.unit-in-battle-range`.
    pub(crate) fn engaged_with(&self, unit: UnitId) -> Units {
        let seat = self.seat_of(unit);
        self.enemies_of(seat).filter(|enemy| self.units_within(unit, *enemy, BATTLE_RANGE)).collect()
    }

    /// Whether a unit is in Battle Range. Carries out `aot.ruling.unit-in-battle-range`.
    pub(crate) fn is_engaged(&self, unit: UnitId) -> bool {
        let seat = self.seat_of(unit);
        self.enemies_of(seat).any(|enemy| self.units_within(unit, enemy, BATTLE_RANGE))
    }

    /// Whether a shape is in Battle Range of any enemy of a seat. Carries out `aot.move.battle-range`.
    pub(crate) fn near_enemy(&self, seat: Seat, shape: &Shape) -> bool {
        self.enemies_of(seat).any(|enemy| self.within_of_unit(shape, enemy, BATTLE_RANGE))
    }

    // Coherency.

    /// How many neighbours each model of so many needs. Carries out `aot.unit.coherency-small`,
    /// `aot.unit.coherency-large`, `aot.ruling.coherency-count`.
    pub(crate) fn neighbours_needed(models: usize) -> usize {
        match models {
            0 | 1 => 0,
            2..=5 => 1,
            _ => 2,
        }
    }

    /// Whether linked models are in Unit Coherency. Carries out `aot.unit.coherency-small`,
    /// `aot.unit.coherency-large`, `aot.ruling.coherency-single-group`.
    pub(crate) fn is_coherent(&self, links: &Links) -> bool {
        let needed = State::neighbours_needed(links.members().len());
        links.each_has(needed) && (!self.house().connected || links.is_one_group())
    }

    /// The links of the living models of a unit as they stand, with the models in the order of the links.
    pub(crate) fn links_of(&self, unit: UnitId) -> (Models, Links) {
        self.links_among(self.living(unit).collect())
    }

    fn links_among(&self, models: Models) -> (Models, Links) {
        let bases: SmallVec<[(&Shape, Length); 16]> = models
            .iter()
            .map(|model| {
                let shape = self.shape(*model);
                (shape, self.pose(*model).map_or(Length::ZERO, |pose| self.battlefield().height(shape, pose.level)))
            })
            .collect();
        let links = links(&bases, COHERENCY, COHERENCY_HEIGHT);
        (models, links)
    }

    /// Whether a unit is in Unit Coherency as it stands. Carries out `aot.unit.coherency-always`.
    pub(crate) fn stands_coherent(&self, unit: UnitId) -> bool {
        self.is_coherent(&self.links_of(unit).1)
    }

    /// The living models of a unit whose loss leaves the rest coherent, when some are gone already. Carries out
    /// `aot.attack.removal`, `aot.ruling.coherency-broken`.
    pub(crate) fn sparable_after(&self, unit: UnitId, gone: &[ModelId]) -> Models {
        let (models, links) = self.links_among(self.living(unit).filter(|model| !gone.contains(model)).collect());
        let spared: Members = links.removable(|rest| self.is_coherent(rest));
        spared.iter().map(|place| models[place]).collect()
    }
}
