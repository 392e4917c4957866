//! Line of sight: who sees whom, and why not.

use std::sync::Arc;

use ground::{Blockers, Length, Scratch, Screen, Shape, Sight, Silhouette};
use vocabulary::{ModelId, Ref, UnitId};

use crate::battlefield::Battlefield;
use crate::card::Ability;
use crate::state::State;

/// Stealth hides from whoever is further away. Carries out `aot.ability.stealth.los.ed3`,
/// `aot.ability.stealth.minus-one`.
pub(crate) const STEALTH: Length = Length::inches(10);
/// Hulking models are blockers with numbers from here on; below are pieces of terrain.
const HULKING: u16 = 10_000;

/// Looks along lines as the position is now.
pub(crate) struct Eyes<'a> {
    state: &'a State,
    scratch: Scratch,
}

impl State {
    /// What blocks lines of sight. Carries out `aot.los.obstacle-blocks`, `aot.terrain.obstacle-los`,
    /// `aot.los.hulking-blocks`, `aot.ability.hulking.blocks-los`, `aot.los.nothing-else-blocks`.
    fn blockers(&self) -> &Blockers {
        self.blockers.get_or_init(|| {
            let mut blockers = self.battlefield().blockers.clone();
            let models = (0..self.models.len() as u16).map(ModelId);
            for model in models.filter(|model| self.stands(*model) && self.is_hulking(*model)) {
                blockers.add_shape(HULKING + model.0, self.shape(model));
            }
            Arc::new(blockers)
        })
    }
}

impl<'a> Eyes<'a> {
    pub(crate) fn new(state: &'a State) -> Eyes<'a> {
        Eyes { state, scratch: Scratch::default() }
    }

    /// What one model sees of another. Carries out `aot.los.base-to-base`, `aot.ruling.los-geometry`,
    /// `aot.ruling.agile-ending-on-obstacle`.
    pub(crate) fn look(&mut self, from: ModelId, to: ModelId) -> Sight {
        let state = self.state;
        let ends = [state.shape(from), state.shape(to)];
        let silhouettes = ends.map(Silhouette::of);
        let stands_on = |place: u16| {
            let polygon = &state.battlefield().terrain[usize::from(place)].polygon;
            ends.iter().any(|base| polygon.overlaps_shape(base))
        };
        let screen = |id: u16| match id.checked_sub(HULKING) {
            Some(model) => (![from.0, to.0].contains(&model)).then_some(Screen::Hard),
            None => (!stands_on(id)).then_some(Screen::Hard),
        };
        state.blockers().sight(&silhouettes[0], &silhouettes[1], screen, &mut self.scratch)
    }

    /// What a blocker of [`Eyes::look`] is: a model, or a piece of terrain.
    pub(crate) fn blocker(by: u16) -> Ref {
        match by.checked_sub(HULKING) {
            Some(model) => Ref::Model(ModelId(model)),
            None => Ref::Area(Battlefield::terrain_id(by.into())),
        }
    }

    /// Whether a model sees any model of a unit. Carries out `aot.shoot.line-of-sight`,
    /// `aot.ability.stealth.los.ed3`, `aot.ability.stealth.sees-out`.
    pub(crate) fn sees_unit(&mut self, from: ModelId, unit: UnitId) -> bool {
        let state = self.state;
        !state.is_hidden(unit, state.unit_of(from))
            && state.standing(unit).any(|model| self.look(from, model).is_open())
    }

    /// Whether any model of a unit sees any model of another.
    pub(crate) fn unit_sees(&mut self, from: UnitId, to: UnitId) -> bool {
        self.state.living(from).any(|model| self.sees_unit(model, to))
    }
}

impl State {
    /// Whether Stealth hides a unit from another. Carries out `aot.ability.stealth.los.ed3`,
    /// `aot.ruling.stealth-unit-scope`.
    pub(crate) fn is_hidden(&self, unit: UnitId, from: UnitId) -> bool {
        let in_terrain = |shape: &Shape| self.battlefield().wholly_within(shape, |_| true);
        self.has(unit, Ability::Stealth)
            && !self.units_within(unit, from, STEALTH)
            && self.standing(unit).all(|model| in_terrain(self.shape(model)))
    }

    /// Whether a model is Wholly Within Cover and profits from it. Carries out `aot.terrain.cover-resist`,
    /// `aot.ability.hulking.no-cover-bonus`.
    pub(crate) fn is_in_cover(&self, model: ModelId) -> bool {
        !self.is_hulking(model) && self.stands_in_cover(model)
    }

    /// Whether a model is Wholly Within Cover.
    pub(crate) fn stands_in_cover(&self, model: ModelId) -> bool {
        self.battlefield().wholly_within(self.shape(model), |piece| piece.rules.cover)
    }

    /// Whether a model is Wholly Within a Vantage Point. Carries out `aot.terrain.vantage-point`,
    /// `aot.ruling.vantage-per-model`.
    pub(crate) fn has_vantage(&self, model: ModelId) -> bool {
        self.battlefield().wholly_within(self.shape(model), |piece| piece.rules.vantage)
    }
}
