//! Moves and placings: what holds for each, stated once.
//!
//! [`Move::limits`] and [`State::placing`] are the only statement of what a move or a placing must keep to. How it is
//! checked, refused, planned, drafted and drawn follows from it, in [`troops::Walk`] and [`troops::Placing`].

use ground::{Length, Side};
use troops::{Climbing, PlacingTerms, Scene, Terms, Within};
use vocabulary::{ModelId, Mover, Toll, UnitId};

use crate::battlefield::TerrainRules;
use crate::chapters::action;
use crate::chapters::modifiers::Modifier;
use crate::chapters::transport::NEAR;
use crate::fact::Action;
use crate::forces::ability::Ability;
use crate::forces::house::Measure;
use crate::state::{Models, State, Units, Whereabouts};

mod limits;

pub(crate) use limits::ground;
pub(crate) use troops::{Guide, Paths, Placed};

/// A move, made ready.
pub(crate) type Walk<'a> = troops::Walk<'a, TerrainRules>;
/// Models that are put down, made ready.
pub(crate) type Placing<'a> = troops::Placing<'a, TerrainRules>;

/// What Unstable terrain takes off. Carries out `aot.terrain.unstable-speed`, `aot.terrain.unstable-charge`.
const TOLL: Length = Length::inches(2);
/// Carries out `aot.action.scrum-move`.
const SCRUM: Length = Length::inches(3);
/// What refusals call things.
const WORDS: troops::Words =
    troops::Words { near: "Battle Range", linked: "Unit Coherency", held: "is in Battle Range" };
/// Carries out the levels of `aot.ruling.vertical-moves`.
const LEVELS: &str = "aot.ruling.vertical-moves";

/// How a unit moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Gait {
    /// A Basic Move, for Advance with the inches of a die.
    Basic {
        /// What is added to the Speed.
        extra: Length,
        /// The Action that it is part of.
        action: Action,
    },
    /// The Retreat Move of a Firing Retreat.
    Retreat {
        /// The units that it retreats from.
        from: Units,
    },
    /// A Basic Move from an edge of the battlefield.
    Enter {
        /// Which edge.
        side: Side,
    },
    /// A charge move.
    Charge {
        /// The Charge Vigor.
        vigor: Length,
        /// The charge targets.
        targets: Units,
    },
    /// A Scrum.
    Scrum,
    /// A Transport shifts in a fight before passengers get out.
    Shift {
        /// The enemies that it stays in Battle Range of.
        from: Units,
    },
    /// An Evade.
    Evade {
        /// How far the dice let it go; the Speed counts where there are none.
        dice: Option<Length>,
        /// The place of the terrain that it moves towards.
        piece: u16,
        /// The enemies that it is in Battle Range of as it begins, where that is allowed.
        from: Units,
    },
}

/// How much further an Evasive Maneuver goes. Carries out `aot.feat.evasive-maneuver`.
const EVASIVE: Length = Length::inches(3);

/// A move that a unit makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// How it moves.
    pub gait: Gait,
}

/// How far models may go, and how far if they touch Unstable terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) open: Length,
    pub(crate) unstable: Length,
}

impl Move {
    /// How far the models may go. Carries out `aot.move.basic-move`, `aot.action.advance-move`,
    /// `aot.ruling.advance-roll`, `aot.charge.move`, `aot.ruling.evade-distance`, `aot.ruling.unstable-application`,
    /// `aot.ruling.speed-modifier-scope`, `aot.terrain.unstable-speed`, `aot.terrain.unstable-charge`,
    /// `aot.feat.evasive-maneuver`.
    pub(crate) fn reach(&self, state: &State) -> Reach {
        use crate::forces::house::EvadeBy;
        let speed = state.speed(self.unit);
        let toll = if state.has(self.unit, Ability::Agile) { Length::ZERO } else { TOLL };
        let slow = (speed - toll).max(Length::ZERO);
        match self.gait {
            Gait::Basic { extra, .. } => Reach { open: speed + extra, unstable: slow + extra },
            Gait::Retreat { .. } | Gait::Enter { .. } => Reach { open: speed, unstable: slow },
            Gait::Charge { vigor, .. } => Reach { open: vigor, unstable: (vigor - toll).max(Length::ZERO) },
            Gait::Scrum | Gait::Shift { .. } => Reach { open: SCRUM, unstable: SCRUM },
            Gait::Evade { dice, .. } => {
                let (open, unstable) = match (dice, state.house().evade_by) {
                    (Some(by), _) => (by, by),
                    (None, EvadeBy::HalfSpeed) => (Length(speed.0 / 2), Length(slow.0 / 2)),
                    (None, _) => (speed, slow),
                };
                let further = if state.is_given(self.unit, Modifier::Evasive) { EVASIVE } else { Length::ZERO };
                Reach { open: open + further, unstable: unstable + further }
            }
        }
    }

    /// Whether the unit may not stay as it is, if it can do what it must.
    pub(crate) fn must_move(&self) -> bool {
        match &self.gait {
            Gait::Retreat { .. } | Gait::Charge { .. } | Gait::Enter { .. } => true,
            Gait::Evade { from, .. } => !from.is_empty(),
            Gait::Basic { .. } | Gait::Scrum | Gait::Shift { .. } => false,
        }
    }

    /// Whether the unit may stay as it is. Where it must move that depends on whether a way is found, which takes long.
    pub(crate) fn may_stay(&self, state: &State) -> bool {
        match &self.gait {
            Gait::Basic { .. } | Gait::Scrum | Gait::Shift { .. } => true,
            Gait::Retreat { from } => !state.is_engaged(self.unit) || action::way_from(state, self, from).is_none(),
            Gait::Enter { side } => state.way_in(self.unit, *side).is_none(),
            Gait::Charge { .. } => state.charge_plan(self).is_none(),
            Gait::Evade { from, .. } => from.is_empty() || action::way_from(state, self, from).is_none(),
        }
    }

    /// The models that may move. Carries out `aot.action.scrum-move`.
    pub(crate) fn movers(&self, state: &State) -> Models {
        match self.gait {
            Gait::Enter { .. } => state.alive(self.unit).collect(),
            Gait::Scrum => {
                let seat = state.seat_of(self.unit);
                let free = |model: &ModelId| !state.near_enemy(seat, state.shape(*model));
                state.living(self.unit).filter(free).collect()
            }
            _ => state.living(self.unit).collect(),
        }
    }

    /// The rule behind what no limit says.
    fn rule(&self) -> &'static str {
        match self.gait {
            Gait::Basic { .. } => "aot.move.basic-move",
            Gait::Retreat { .. } => "aot.move.retreat-move",
            Gait::Enter { .. } => "aot.ability.vanguard.enter-edge",
            Gait::Charge { .. } => "aot.charge.move",
            Gait::Scrum => "aot.action.scrum-move",
            Gait::Shift { .. } => "aot.transport.scrum-disembark.steps",
            Gait::Evade { .. } => "aot.reaction.evade-exists",
        }
    }

    /// The move with all that holds for it.
    ///
    /// Carries out `aot.move.retreat-move`, `aot.ruling.move-path`, `aot.move.vertical`, `aot.ruling.descending`,
    /// `aot.ruling.vertical-moves`, `aot.ability.agile.horizontal`, `aot.ability.vanguard.enter-edge`,
    /// `aot.ruling.vanguard-entry`, `aot.ruling.coherency-broken`, `aot.ruling.battle-range-on-the-way`,
    /// `aot.ruling.hulking-placed-in-cover`.
    pub(crate) fn ready<'a>(&self, state: &'a State) -> Walk<'a> {
        let movers = self.movers(state);
        let agile = state.has(self.unit, Ability::Agile);
        let terms = Terms {
            unit: self.unit,
            models: state.living(self.unit).collect(),
            limits: self.limits(state, &movers),
            movers: self.allowances(state, &movers),
            must_move: self.must_move(),
            gathers: true,
            leaves_closed: state.house().hulking_in_cover,
            enters: match self.gait {
                Gait::Enter { side } => Some((side, "aot.ruling.vanguard-entry")),
                _ => None,
            },
            measure: match state.house().measure {
                Measure::Path => troops::Measure::Path,
                Measure::StartToEnd => troops::Measure::StartToEnd,
            },
            climbing: Climbing { up: !agile, down: !agile && state.house().descent_costs, rule: LEVELS },
            why: self.rule(),
            on_the_way: "aot.ruling.battle-range-on-the-way",
            words: WORDS,
        };
        Walk::new(state.scene(), terms)
    }

    /// How far each model may go, and where it comes in from. Carries out `aot.ability.vanguard.enter-edge`.
    fn allowances(&self, state: &State, movers: &Models) -> Vec<Mover> {
        let reach = self.reach(state);
        let start = match self.gait {
            Gait::Enter { side } => Some(side.line(state.battlefield().bounds).into()),
            _ => None,
        };
        let areas = limits::pieces(state, |piece| piece.rules.unstable);
        let rule = match self.gait {
            Gait::Charge { .. } => "aot.terrain.unstable-charge",
            _ => "aot.terrain.unstable-speed",
        };
        let slows = !areas.is_empty() && reach.unstable < reach.open;
        let toll = slows.then(|| Toll { areas, touching: false, by: reach.open - reach.unstable, rule: rule.into() });
        let mover = |model: &ModelId| Mover {
            model: *model,
            allowance: reach.open,
            start: start.clone(),
            tolls: toll.iter().cloned().collect(),
        };
        movers.iter().map(mover).collect()
    }
}

/// Where models are put down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    /// In the zone of the unit's Commander.
    Zone,
    /// Anywhere.
    Anywhere,
    /// Wholly within 3 in of the hull of a Transport; `close`: perhaps in Battle Range.
    Around {
        /// The hull, or its wreck.
        hull: ModelId,
        /// Whether models may be put down in Battle Range.
        close: bool,
    },
}

impl State {
    /// Who stands where, and on what.
    pub(crate) fn scene(&self) -> Scene<'_, TerrainRules> {
        Scene { troops: &self.troops, laid: self.battlefield() }
    }

    /// Models of a unit that are put down, with all that holds for it, the others of it standing where they do; `why` is
    /// the rule that asks.
    ///
    /// Carries out `aot.ruling.placement-legality`, `aot.setup.deploy-in-zone`, `aot.ruling.regenerate-placement`.
    pub(crate) fn placing(&self, unit: UnitId, models: Models, ground: Ground, why: &'static str) -> Placing<'_> {
        let others: Models = self.living(unit).filter(|model| !models.contains(model)).collect();
        let within = match (ground, self.zone_of(self.seat_of(unit))) {
            (Ground::Zone, Some(zone)) => Within::Zone(zone, "aot.setup.deploy-in-zone"),
            (Ground::Around { hull, .. }, _) => Within::Around { model: hull, near: NEAR, wholly: true },
            (Ground::Anywhere | Ground::Zone, _) => Within::Anywhere,
        };
        let close = matches!(ground, Ground::Around { close: true, .. });
        let limits = limits::of_placing(self, unit, models.len() + others.len(), close);
        let terms = PlacingTerms { models, others, within, limits, why, levels: LEVELS, words: WORDS };
        Placing::new(self.scene(), terms)
    }

    /// A unit that is set up in the zone of its Commander.
    pub(crate) fn set_up_in_zone(&self, unit: UnitId) -> Placing<'_> {
        self.placing(unit, self.roll_call(unit).collect(), Ground::Zone, "aot.setup.deploy-in-zone")
    }

    /// A model that comes back to its unit.
    pub(crate) fn coming_back(&self, unit: UnitId, model: ModelId) -> Placing<'_> {
        self.placing(unit, Models::from_slice(&[model]), Ground::Anywhere, "aot.damage.regenerate-return")
    }

    /// A place beside its unit for a model that comes back, as near to a point as can be, if one is found.
    pub(crate) fn place_beside(&self, unit: UnitId, model: ModelId, about: ground::Point) -> Option<Placed> {
        let placing = self.coming_back(unit, model);
        placing.plan(about).filter(|placed| placing.check(placed).is_ok())
    }

    /// Where a unit that enters could stand.
    pub(crate) fn room_inside(&self, walk: &Move) -> Option<Placing<'_>> {
        let Gait::Enter { .. } = walk.gait else { return None };
        Some(self.placing(walk.unit, walk.movers(self), Ground::Anywhere, walk.rule()))
    }

    /// A way in over an edge, about the middle or the ends of it, if one is found.
    pub(crate) fn way_in(&self, unit: UnitId, side: Side) -> Option<Paths> {
        let walk = Move { unit, gait: Gait::Enter { side } };
        walk.ready(self).enter(&self.room_inside(&walk)?)
    }

    /// Whether a unit is held back in Vanguard.
    pub(crate) fn is_in_vanguard(&self, unit: UnitId) -> bool {
        self.unit(unit).at == Whereabouts::Vanguard
    }
}
