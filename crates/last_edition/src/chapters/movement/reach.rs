//! Melee range: who is in it of whom, and what else moves ask about models.

use ground::{Length, Shape};
use smallvec::SmallVec;
use troops::Models;
use vocabulary::{ModelId, UnitId};

use crate::battlefield::TerrainType;
use crate::forces::ability::{Gain, Value};
use crate::forces::keyword::Keyword;
use crate::state::{MELEE_RANGE, State, Units};

impl State {
    /// Whether something is in melee range of a model. Carries out `tle.melee.range`, `tle.ruling.wall-melee`.
    pub(crate) fn is_in_reach(&self, shape: &Shape, model: ModelId) -> bool {
        let other = self.shape(model);
        shape.within(other, MELEE_RANGE)
            && !(self.house().wall_blocks_melee_range && self.battlefield().are_walled_off(shape, other))
    }

    /// Whether two models are in melee range of each other.
    pub(crate) fn are_in_melee(&self, one: ModelId, other: ModelId) -> bool {
        self.is_in_reach(self.shape(one), other)
    }

    /// Whether something is in melee range of any model of a unit.
    pub(crate) fn is_in_reach_of(&self, shape: &Shape, unit: UnitId) -> bool {
        self.bounds(unit).meets(shape.bounds().grown(MELEE_RANGE))
            && self.standing(unit).any(|model| self.is_in_reach(shape, model))
    }

    /// Whether a model is in melee range of a unit.
    pub(crate) fn engages(&self, model: ModelId, unit: UnitId) -> bool {
        self.is_in_reach_of(self.shape(model), unit)
    }

    /// The enemy units that a model is in melee range of.
    pub(crate) fn model_in_melee_with(&self, model: ModelId) -> Units {
        let seat = self.seat_of(self.unit_of(model));
        self.enemies_of(seat).filter(|enemy| self.engages(model, *enemy)).collect()
    }

    /// Whether a model is in melee range of an enemy.
    pub(crate) fn is_model_in_melee(&self, model: ModelId) -> bool {
        let seat = self.seat_of(self.unit_of(model));
        self.enemies_of(seat).any(|enemy| self.engages(model, enemy))
    }

    /// Whether two units are in melee range of each other.
    pub(crate) fn units_in_melee(&self, one: UnitId, other: UnitId) -> bool {
        self.bounds(one).grown(MELEE_RANGE).meets(self.bounds(other))
            && self.standing(one).any(|model| self.engages(model, other))
    }

    /// The enemy units that a unit is in melee range of.
    pub(crate) fn in_melee_with(&self, unit: UnitId) -> Units {
        self.enemies_of(self.seat_of(unit)).filter(|enemy| self.units_in_melee(unit, *enemy)).collect()
    }

    /// Whether a unit is in melee range of an enemy.
    pub(crate) fn is_in_melee(&self, unit: UnitId) -> bool {
        self.enemies_of(self.seat_of(unit)).any(|enemy| self.units_in_melee(unit, enemy))
    }

    /// The enemy models that are nearest to a model.
    pub(crate) fn nearest_enemies(&self, model: ModelId) -> Models {
        let (shape, seat) = (self.shape(model), self.seat_of(self.unit_of(model)));
        let enemies = || self.enemies_of(seat).flat_map(|unit| self.standing(unit));
        let away: SmallVec<[_; 32]> = enemies().map(|enemy| shape.apart(self.shape(enemy))).collect();
        let nearest = away.iter().min();
        enemies().zip(&away).filter(|(_, gap)| Some(*gap) == nearest).map(|(enemy, _)| enemy).collect()
    }

    /// Whether a model is in base contact with an enemy. Carries out `tle.ruling.contact`.
    pub(crate) fn is_in_contact(&self, model: ModelId) -> bool {
        let (shape, seat) = (self.shape(model), self.seat_of(self.unit_of(model)));
        let touches = |enemy: ModelId| shape.touches(self.shape(enemy));
        self.enemies_of(seat).any(|unit| self.standing(unit).any(touches))
    }

    /// How far a model moves. Carries out `tle.datasheet.movement`, `tle.ability.no-stacking`.
    pub(crate) fn movement(&self, model: ModelId) -> Length {
        let changed = self.changed_by(self.unit_of(model), Value::Movement, None);
        Length::inches((i32::from(self.profile(model).movement) + i32::from(changed)).max(0))
    }

    /// Whether a unit flies: all its models do, or an ability gives it that. Carries out `tle.keyword.flying`.
    pub(crate) fn is_flying(&self, unit: UnitId) -> bool {
        self.gains(unit, Gain::Flying) || self.roll_call(unit).all(|model| self.model_has(model, Keyword::Flying))
    }

    /// Whether a model stands on soft cover, and on nothing higher. Carries out `tle.ruling.type1-movement`.
    pub(super) fn is_slowed_at_start(&self, model: ModelId) -> bool {
        self.battlefield().terrain_under(self.shape(model)) == Some(TerrainType::Soft)
    }
}
