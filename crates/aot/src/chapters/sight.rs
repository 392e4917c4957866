//! Line of sight: who sees whom, and why not.

use std::sync::Arc;

use ground::{Blockers, Length, Owner, Scratch, Screen, Sight, Silhouette};
use vocabulary::{ModelId, Ref, UnitId};

use crate::battlefield::Terrain;
use crate::chapters::attack::Blow;
use crate::forces::ability::Ability;
use crate::forces::edition::Edition;
use crate::state::State;

/// Stealth hides from whoever is further away. Carries out `aot.ability.stealth.los.ed1-2`,
/// `aot.ability.stealth.los.ed3`, `aot.ability.stealth.minus-one`.
pub(crate) const STEALTH: Length = Length::inches(10);

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
                blockers.add_shape(model, self.shape(model));
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
        let screen = |owner: Owner| {
            let ignored = match owner {
                Owner::Model(model) => [from.0, to.0].contains(&model),
                Owner::Piece(place) => stands_on(place),
                _ => false,
            };
            (!ignored).then_some(Screen::Hard)
        };
        state.blockers().sight(&silhouettes[0], &silhouettes[1], screen, &mut self.scratch)
    }

    /// What a blocker of [`Eyes::look`] is: a model, or a piece of terrain.
    pub(crate) fn blocker(&self, by: Owner) -> Option<Ref> {
        match by {
            Owner::Model(model) => Some(Ref::Model(ModelId(model))),
            Owner::Piece(place) => Some(Ref::Area(self.state.battlefield().terrain_id(place.into()))),
            _ => None,
        }
    }

    /// Whether a model sees any model of a unit. Carries out `aot.shoot.line-of-sight`,
    /// `aot.ability.stealth.sees-out`.
    pub(crate) fn sees_unit(&mut self, from: ModelId, unit: UnitId) -> bool {
        let state = self.state;
        let watcher = state.unit_of(from);
        if state.is_hidden(unit, watcher) {
            return false;
        }
        let mut models = state.standing(unit);
        models.any(|model| !state.is_model_unseen(model, watcher) && self.look(from, model).is_open())
    }

    /// Whether a model sees a certain model. Carries out `aot.ruling.precise-details`.
    pub(crate) fn sees_model(&mut self, from: ModelId, to: ModelId) -> bool {
        let (state, watcher, unit) = (self.state, self.state.unit_of(from), self.state.unit_of(to));
        let hidden = state.is_hidden(unit, watcher) || state.is_model_hidden(to, watcher);
        !hidden && self.look(from, to).is_open()
    }

    /// Whether any model of a unit sees any model of another.
    pub(crate) fn unit_sees(&mut self, from: UnitId, to: UnitId) -> bool {
        self.state.living(from).any(|model| self.sees_unit(model, to))
    }
}

impl State {
    /// Whether a model is Wholly Within a piece of terrain of a kind: its own base, and in the first edition those of its
    /// whole unit.
    ///
    /// Carries out `aot.measure.wholly-within.ed1`, `aot.measure.wholly-within.ed2-3`.
    fn is_wholly_within(&self, model: ModelId, kind: impl Fn(&Terrain) -> bool) -> bool {
        if self.house().edition > Edition::First {
            return self.battlefield().wholly_within(self.shape(model), kind);
        }
        let mut pieces = self.battlefield().terrain.iter().filter(|piece| kind(piece));
        pieces.any(|piece| self.standing(self.unit_of(model)).all(|other| piece.polygon.covers(self.shape(other))))
    }

    /// Whether Stealth hides a whole unit from another, as it does in the third edition. Carries out `aot.ability.stealth.los.ed3`,
    /// `aot.ruling.stealth-unit-scope`.
    pub(crate) fn is_hidden(&self, unit: UnitId, from: UnitId) -> bool {
        self.house().edition == Edition::Third
            && self.seat_of(unit) != self.seat_of(from)
            && self.has(unit, Ability::Stealth)
            && !self.units_within(unit, from, STEALTH)
            && self.standing(unit).all(|model| self.is_wholly_within(model, |_| true))
    }

    /// Whether Stealth hides a model by itself from a unit: before the third edition only.
    pub(crate) fn is_model_unseen(&self, model: ModelId, from: UnitId) -> bool {
        self.house().edition < Edition::Third && self.is_model_hidden(model, from)
    }

    /// Whether Stealth hides a model from a unit. Carries out `aot.ability.stealth.los.ed1-2`,
    /// `aot.ruling.stealth-unit-scope`.
    fn is_model_hidden(&self, model: ModelId, from: UnitId) -> bool {
        self.model_info(model).has(Ability::Stealth)
            && self.seat_of(self.unit_of(model)) != self.seat_of(from)
            && !self.within_of_unit(self.shape(model), from, STEALTH)
            && self.is_wholly_within(model, |_| true)
    }

    /// Whether Stealth makes a target harder to hit from afar. Carries out `aot.ability.stealth.minus-one`,
    /// `aot.ruling.stealth-unit-scope`, `aot.ruling.precise-details`.
    pub(crate) fn is_blurred(&self, blow: Blow) -> bool {
        let (unit, shape) = (blow.target, self.shape(blow.model));
        if let Some(aim) = blow.aim {
            return self.model_info(aim).has(Ability::Stealth) && !shape.within(self.shape(aim), STEALTH);
        }
        if self.house().edition == Edition::Third {
            return self.has(unit, Ability::Stealth) && !self.within_of_unit(shape, unit, STEALTH);
        }
        let mut hiding = self.standing(unit).filter(|model| self.model_info(*model).has(Ability::Stealth)).peekable();
        hiding.peek().is_some() && !hiding.any(|model| shape.within(self.shape(model), STEALTH))
    }

    /// Whether a model is Wholly Within Cover and profits from it. Carries out `aot.terrain.cover-resist`.
    pub(crate) fn is_in_cover(&self, model: ModelId) -> bool {
        !self.is_denied_cover(model) && self.stands_in_cover(model)
    }

    /// Whether Cover gives a model nothing. Carries out `aot.ability.hulking.no-cover-bonus`.
    pub(crate) fn is_denied_cover(&self, model: ModelId) -> bool {
        self.is_hulking(model) && self.house().edition == Edition::Third
    }

    /// Whether a model is Wholly Within Cover.
    pub(crate) fn stands_in_cover(&self, model: ModelId) -> bool {
        self.is_wholly_within(model, |piece| piece.rules.cover)
    }

    /// Whether a model is Wholly Within a Vantage Point. Carries out `aot.terrain.vantage-point`,
    /// `aot.ruling.vantage-per-model`.
    pub(crate) fn has_vantage(&self, model: ModelId) -> bool {
        self.is_wholly_within(model, |piece| piece.rules.vantage)
    }
}
