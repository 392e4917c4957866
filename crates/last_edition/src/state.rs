//! The position: sides, units, models, and what the rules ask about them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ground::{Blockers, Length};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use troops::Troops;
use vocabulary::{AreaId, CardId, ModelId, Outcome, Seat, UnitId, WeaponId};

use crate::battlefield::Battlefield;
use crate::chapters::abilities::{Lasting, Lost, Use, Used};
use crate::chapters::bad_luck::Pool;
use crate::chapters::directives::Directive;
use crate::chapters::missions::{Layout, Secondary};
use crate::chapters::orders::Order;
use crate::forces::army::Loadout;
use crate::forces::datasheet::{Datasheet, Profile};
use crate::forces::house::{CountLeaders, House};
use crate::forces::keyword::Keyword;
use crate::forces::role::RoleKind;
use crate::forces::weapon::Weapon;
use crate::setup::Setup;

/// Carries out `tle.melee.range`.
pub(crate) const MELEE_RANGE: Length = Length::inches(1);

/// Most weapons of a model: those of its datasheet and those that upgrades add.
const MOST_WEAPONS: u16 = 16;

/// A few units.
pub(crate) type Units = SmallVec<[UnitId; 8]>;

/// Whose part of a phase it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The player whose turn it is.
    Active,
    /// The other player, with reaction units.
    Reactive,
}

/// Where the match stands; from each of these the position alone says how to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The layout, the secondary mission and the storm are rolled for or read.
    Mission,
    /// Zones are rolled for and one is chosen.
    Zones,
    /// This player deploys a unit.
    Deploying(Seat),
    /// Attacker and defender are found.
    Roles,
    /// Both choose their directives.
    Directives,
    /// A round begins.
    RoundStart,
    /// A turn begins.
    TurnStart,
    /// Command phase: abilities of one player.
    Command(Who),
    /// Movement phase: units leave their transports.
    Disembarking,
    /// Movement phase: units move, one by one.
    Moving(Who),
    /// Movement phase: reserves arrive.
    Reserves,
    /// Movement phase: units board transports.
    Embarking(Who),
    /// Movement phase: a unit may begin the action of the secondary mission.
    Acts,
    /// Power phase: dice are gathered, reaction units declared.
    PowerStart,
    /// Power phase: units use their powers.
    Power,
    /// Battle phase: it begins.
    BattleStart,
    /// Battle phase: this player chooses a unit or passes.
    Battle(Seat),
    /// Coherency phase: of one player's units.
    Coherency(Who),
    /// A turn ends.
    TurnEnd,
    /// A round ends, and perhaps the battle.
    RoundEnd,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whereabouts {
    /// Not deployed yet.
    Waiting,
    /// On the battlefield.
    OnField,
    /// In reserve.
    Reserve,
    /// In a transport.
    Aboard(UnitId),
    /// Destroyed.
    Gone,
}

/// What does not change about a unit besides what it is in [`Troops`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitInfo {
    /// Its datasheet, with the options it took.
    pub(crate) card: CardId,
    /// What it cost.
    pub(crate) cost: u32,
}

/// What does not change about a model besides what it is in [`Troops`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ModelInfo {
    /// The place of what it is and carries among the loadouts of the match.
    pub(crate) loadout: u16,
}

/// What never changes in a match.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) setup: Setup,
    pub(crate) house: House,
    pub(crate) sheets: Vec<Datasheet>,
    pub(crate) loadouts: Vec<Loadout>,
    pub(crate) units: Vec<UnitInfo>,
    pub(crate) models: Vec<ModelInfo>,
}

/// The mission in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mission {
    pub(crate) layout: Layout,
    pub(crate) secondary: Secondary,
    /// What the storm shows: for each round from the second on, or for each turn of those rounds.
    pub(crate) storm: SmallVec<[u8; 8]>,
}

/// Victory points, by what they were scored for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) primary: i32,
    /// Primary points before any doubling, for a cap of the whole game.
    pub(crate) undoubled: i32,
    pub(crate) secondary: i32,
    pub(crate) bounty: i32,
    pub(crate) hobby: i32,
    /// What the players added or took off by consent.
    pub(crate) agreed: i32,
}

impl Score {
    pub(crate) fn total(&self) -> i32 {
        self.primary + self.secondary + self.bounty + self.hobby + self.agreed
    }
}

/// The action of a secondary mission that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// Who performs it.
    pub unit: UnitId,
    /// The objective it is for.
    pub objective: Option<u8>,
}

/// A player's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Side {
    /// The place of the zone on the battlefield.
    pub(crate) zone: Option<u8>,
    pub(crate) score: Score,
    pub(crate) leader_points: i16,
    pub(crate) most_leader_points: i16,
    pub(crate) pool: Pool,
    /// The power dice left in this phase.
    pub(crate) power_dice: u8,
    /// The power dice that abilities add to those of the next power phase of this turn.
    pub(crate) added_dice: u8,
    /// The unit that uses its powers in this phase.
    pub(crate) caster: Option<UnitId>,
    /// What was chosen for each round; secret from the other player until the round comes.
    pub(crate) directives: SmallVec<[Option<Directive>; 5]>,
    /// The rounds whose directive has been revealed, a bit for each.
    pub(crate) shown: u8,
    /// The units that reacted in this battle phase.
    pub(crate) reacted: u8,
    /// How many may, as counted when the phase began.
    pub(crate) may_react: u8,
    /// Nothing more is selected in this battle phase.
    pub(crate) passed: bool,
    /// The objectives that Plan of attack was scored for, a bit for each.
    pub(crate) planned: u8,
    /// The poison cloud is used up.
    pub(crate) poisoned: bool,
    /// The action under way.
    pub(crate) deed: Option<Deed>,
    /// The powers attempted in this round.
    pub(crate) attempted: SmallVec<[Use; 4]>,
    /// The abilities that were used, as long as they cannot be used again.
    pub(crate) used: SmallVec<[Used; 4]>,
    /// The reaction units that abilities of the enemy take away.
    pub(crate) lost: SmallVec<[Lost; 1]>,
    /// The worth of the enemy units that it destroyed, each counted once.
    pub(crate) destroyed: u32,
    pub(crate) left: bool,
}

/// The numbers of the player turns in which a unit last did something; the first turn of a match has number 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Last {
    pub(crate) moved: u16,
    pub(crate) advanced: u16,
    pub(crate) fell_back: u16,
    pub(crate) arrived: u16,
    pub(crate) disembarked: u16,
    /// Thrown out of a destroyed transport.
    pub(crate) thrown_out: u16,
    pub(crate) shot: u16,
    pub(crate) charged: u16,
    /// Moved in the movement phase, in its own way or another's.
    pub(crate) walked: u16,
    /// Was selected to act in the battle phase.
    pub(crate) fought: u16,
}

/// An order that a unit is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    pub(crate) order: Order,
    /// The number of the player turn in which it was given.
    pub(crate) turn: u16,
}

/// A unit as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) at: Whereabouts,
    pub(crate) last: Last,
    /// It was selected in this phase.
    pub(crate) acted: bool,
    /// It is a reaction unit in this phase.
    pub(crate) reacts: bool,
    /// It has blocked a power in this phase.
    pub(crate) blocked: bool,
    pub(crate) orders: SmallVec<[Given; 1]>,
    /// The round in which it is hidden in plain sight.
    pub(crate) hidden: u8,
    /// It was destroyed before, and came back.
    pub(crate) returned: bool,
    /// It was put in reserve by Joker, so its own turns of arrival no longer apply.
    pub(crate) joker: bool,
    pub(crate) lasting: Lasting,
}

/// A model as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    /// What is left of its health; a casualty that is not removed yet has none.
    pub(crate) health: u8,
}

/// An objective as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Objective {
    pub(crate) destroyed: bool,
    /// Who held it last, where that lasts.
    pub(crate) holder: Option<Seat>,
}

/// A bomb marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bomb {
    /// Whose it is.
    pub seat: Seat,
    /// Its middle.
    pub at: ground::Point,
}

/// The position.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) fixed: Arc<Fixed>,
    /// Where the match stands.
    pub stage: Stage,
    pub(crate) battlefield: Arc<Battlefield>,
    pub(crate) mission: Option<Mission>,
    /// Who stands where.
    pub(crate) troops: Troops,
    pub(crate) round: u8,
    /// The number of the player turn, counted from the first of the match.
    pub(crate) turn: u16,
    /// Whose turn it is; before the first round, who deploys first.
    pub(crate) active: Seat,
    pub(crate) attacker: Option<Seat>,
    pub(crate) sides: SmallVec<[Side; 2]>,
    pub(crate) units: Vec<Unit>,
    pub(crate) models: Vec<Model>,
    pub(crate) objectives: SmallVec<[Objective; 5]>,
    pub(crate) bombs: Vec<Bomb>,
    /// What blocks lines of sight; made when somebody looks, and forgotten when it changes.
    pub(crate) blockers: OnceLock<Arc<Blockers>>,
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

    // Sides.

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.sides.len() as u8).map(Seat)
    }

    pub(crate) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    pub(crate) fn player(&self, seat: Seat) -> &str {
        &self.fixed.setup.players[seat.index()].name
    }

    /// The other player.
    pub(crate) fn enemy_of(seat: Seat) -> Seat {
        Seat(1 - seat.0)
    }

    /// The player whose part of a phase it is. Carries out `tle.round.active-player`, `tle.round.reactive-player`.
    pub(crate) fn seat_of_part(&self, who: Who) -> Seat {
        match who {
            Who::Active => self.active,
            Who::Reactive => State::enemy_of(self.active),
        }
    }

    /// Who takes the first turn of the round.
    ///
    /// Carries out `tle.round.attacker-first`, `tle.round.defender-second`, `tle.directive.counter-offensive`,
    /// `tle.directive.counter-offensive-cancel`, `tle.ruling.counter-offensive`.
    pub(crate) fn first_of_round(&self) -> Seat {
        let attacker = self.attacker.unwrap_or(self.active);
        let counters = |seat: &Seat| self.directive_of(*seat) == Some(Directive::CounterOffensive);
        match self.seats().filter(counters).count() {
            1 => State::enemy_of(attacker),
            _ => attacker,
        }
    }

    /// The directive of a player in this round.
    pub(crate) fn directive_of(&self, seat: Seat) -> Option<Directive> {
        let place = usize::from(self.round).checked_sub(1)?;
        self.side(seat).directives.get(place).copied().flatten()
    }

    pub(crate) fn has_directive(&self, seat: Seat, directive: Directive) -> bool {
        self.directive_of(seat) == Some(directive)
    }

    // Units.

    pub(crate) fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.fixed.units[unit.index()]
    }

    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The datasheet of a unit, with the options it took.
    pub(crate) fn sheet(&self, unit: UnitId) -> &Datasheet {
        &self.fixed.sheets[self.info(unit).card.index()]
    }

    /// What a model is and carries.
    pub(crate) fn loadout(&self, model: ModelId) -> &Loadout {
        &self.fixed.loadouts[usize::from(self.model_info(model).loadout)]
    }

    /// The printed values of a model.
    pub(crate) fn profile(&self, model: ModelId) -> &Profile {
        &self.loadout(model).profile
    }

    /// Whether a model has a keyword; of one with a number, with any number.
    pub(crate) fn model_has(&self, model: ModelId, keyword: Keyword) -> bool {
        self.loadout(model).keywords.iter().any(|own| own.word() == keyword.word())
    }

    /// A keyword of a unit as its first model has it, with its number: what upgrades of single models add is theirs.
    pub(crate) fn keyword(&self, unit: UnitId, keyword: Keyword) -> Option<Keyword> {
        let first = self.roll_call(unit).next()?;
        self.loadout(first).keywords.iter().find(|own| own.word() == keyword.word()).copied()
    }

    /// Whether a unit is a leader unit.
    pub(crate) fn is_leader(&self, unit: UnitId) -> bool {
        self.sheet(unit).kind() == RoleKind::Leader
    }

    pub(crate) fn is_on_field(&self, unit: UnitId) -> bool {
        self.unit(unit).at == Whereabouts::OnField
    }

    /// A player's units on the battlefield.
    pub(crate) fn fielded_by(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.units_of(seat).filter(|unit| self.is_on_field(*unit))
    }

    /// All units on the battlefield.
    pub(crate) fn fielded(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(|unit| self.is_on_field(*unit))
    }

    /// The enemy units of a player on the battlefield.
    pub(crate) fn enemies_of(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.fielded_by(State::enemy_of(seat))
    }

    /// The units aboard a transport.
    pub(crate) fn aboard(&self, transport: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(move |unit| self.unit(*unit).at == Whereabouts::Aboard(transport))
    }

    /// Whether a unit has not been destroyed.
    pub(crate) fn is_alive(&self, unit: UnitId) -> bool {
        self.unit(unit).at != Whereabouts::Gone
    }

    /// Whether something that a unit last did in a turn was done in this one.
    pub(crate) fn is_this_turn(&self, turn: u16) -> bool {
        turn != 0 && turn == self.turn
    }

    /// How many reaction units a player may declare in a phase.
    ///
    /// Carries out `tle.reaction.limit`, `tle.ruling.reaction-limit`, `tle.directive.sabotage`, `tle.ruling.sabotage`.
    pub(crate) fn reaction_limit(&self, seat: Seat) -> u8 {
        let leads = |unit: &UnitId| {
            self.is_leader(*unit)
                && (self.is_on_field(*unit)
                    || (self.house().count_leaders == CountLeaders::InArmy && self.is_alive(*unit)))
        };
        let leaders = self.units_of(seat).filter(leads).count() as u8;
        let sabotaged = self.has_directive(State::enemy_of(seat), Directive::Sabotage);
        leaders.saturating_sub(sabotaged.into()).saturating_sub(self.lost_reactions(seat))
    }

    // Models.

    pub(crate) fn model(&self, model: ModelId) -> &Model {
        &self.models[model.index()]
    }

    pub(crate) fn model_info(&self, model: ModelId) -> &ModelInfo {
        &self.fixed.models[model.index()]
    }

    /// Whether a model stands and is no casualty.
    pub(crate) fn lives(&self, model: ModelId) -> bool {
        self.stands(model) && self.model(model).health > 0
    }

    /// The models of a unit that stand and are no casualties.
    pub(crate) fn living(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + '_ {
        self.roll_call(unit).filter(|model| self.lives(*model))
    }

    /// The models of a unit with health left, wherever the unit is.
    pub(crate) fn survivors(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + '_ {
        self.roll_call(unit).filter(|model| self.model(*model).health > 0)
    }

    pub(crate) fn is_wounded(&self, model: ModelId) -> bool {
        self.model(model).health < self.profile(model).health
    }

    // Weapons.

    /// The id of a weapon of a model, by its place among those that it carries.
    pub(crate) fn weapon_id(model: ModelId, place: u8) -> WeaponId {
        WeaponId(model.0 * MOST_WEAPONS + u16::from(place))
    }

    /// The model and the place among its weapons that a weapon's id stands for.
    pub(crate) fn weapon_of(&self, weapon: WeaponId) -> Option<(ModelId, u8)> {
        let model = ModelId(weapon.0 / MOST_WEAPONS);
        let place = weapon.0 % MOST_WEAPONS;
        let is_there = self.is_model(model) && usize::from(place) < self.loadout(model).weapons.len();
        is_there.then_some((model, place as u8))
    }

    pub(crate) fn weapon(&self, model: ModelId, place: u8) -> &Weapon {
        &self.loadout(model).weapons[usize::from(place)]
    }

    /// The weapons that a model carries, with their places.
    pub(crate) fn weapons(&self, model: ModelId) -> impl Iterator<Item = (u8, &Weapon)> + '_ {
        (0..).zip(&self.loadout(model).weapons)
    }

    // Objectives.

    pub(crate) fn objective_id(&self, place: usize) -> AreaId {
        self.battlefield().objective_id(place)
    }
}
