//! Line of sight: who sees whom, and why not.

use ground::{Owner, Scratch, Screen, Shape, Sight, Silhouette};
use smallvec::SmallVec;
use troops::Troops;
use vocabulary::{AreaId, ModelId, UnitId};

use crate::battlefield::{Battlefield, TerrainType};

/// Looks along lines on a battlefield.
///
/// Models never block a line, so a line depends on its two bases and on the terrain alone. Carries out
/// `tle.visibility.models-transparent`, `tle.visibility.flat`.
pub(crate) struct Eyes<'a> {
    troops: &'a Troops,
    field: &'a Battlefield,
    scratch: Scratch,
}

impl<'a> Eyes<'a> {
    pub(crate) fn new(troops: &'a Troops, field: &'a Battlefield) -> Eyes<'a> {
        Eyes { troops, field, scratch: Scratch::default() }
    }

    /// What a base sees of another; `hostile` says whether they are enemies.
    ///
    /// Carries out `tle.visibility.any-point`, `tle.visibility.line-width`, `tle.visibility.mutual`,
    /// `tle.ruling.sight-strip`, `tle.terrain.type3-blind`, `tle.terrain.type3-hidden`, `tle.terrain.type3-behind`,
    /// `tle.terrain.type2-behind`, `tle.ruling.type2-blocks-sight`.
    pub(crate) fn look_between(&mut self, from: &Shape, to: &Shape, hostile: bool) -> Sight {
        if let Some(place) = hostile.then(|| self.hidden_by(from).or_else(|| self.hidden_by(to))).flatten() {
            return Sight::Blocked { by: Some(Owner::Piece(place as u16)) };
        }
        let ignored = self.ignored(from, to);
        let screen = |owner: Owner| (!ignored.contains(&owner.number())).then_some(Screen::Hard);
        let ends = [from, to].map(Silhouette::of);
        self.field.blockers.sight(&ends[0], &ends[1], screen, &mut self.scratch)
    }

    /// The type 3 base that a base is on, if any: it neither sees enemies then nor is seen by them.
    fn hidden_by(&self, base: &Shape) -> Option<usize> {
        let is_blocking = |place: &usize| self.field.terrain[*place].rules.kind == TerrainType::Blocking;
        (0..self.field.terrain.len()).filter(is_blocking).find(|place| self.field.is_on(base, *place))
    }

    /// The terrain that does not stand in the way of a line, because one of the bases stands on it.
    ///
    /// Carries out `tle.terrain.type2-sight`, `tle.ruling.type2-own-base`. Friends look out of type 3 terrain in the same
    /// way; the book is silent about them.
    fn ignored(&self, from: &Shape, to: &Shape) -> SmallVec<[u16; 4]> {
        let stands = |place: &u16| {
            let place = usize::from(*place);
            self.field.terrain[place].rules.kind != TerrainType::Soft
                && [from, to].iter().any(|base| self.field.counts_as_on(base, place))
        };
        (0..self.field.terrain.len() as u16).filter(stands).collect()
    }

    /// What a model sees of another.
    pub(crate) fn look(&mut self, from: ModelId, to: ModelId) -> Sight {
        let troops = self.troops;
        self.look_between(troops.shape(from), troops.shape(to), self.are_enemies(from, to))
    }

    /// Whether a model sees another. Carries out `tle.visibility.line-width`.
    pub(crate) fn sees(&mut self, from: ModelId, to: ModelId) -> bool {
        self.look(from, to).is_open()
    }

    /// Whether a model sees any model of a unit.
    pub(crate) fn sees_unit(&mut self, from: ModelId, unit: UnitId) -> bool {
        let troops = self.troops;
        troops.standing(unit).any(|model| self.sees(from, model))
    }

    /// The terrain that closes every line from one model to another, and none of which can be spared; nothing if a line
    /// is open.
    pub(crate) fn closing(&mut self, from: ModelId, to: ModelId) -> Vec<AreaId> {
        let [one, other] = [from, to].map(|model| self.troops.shape(model));
        let area = |place: usize| self.field.terrain_id(place);
        if self.are_enemies(from, to)
            && let Some(place) = self.hidden_by(one).or_else(|| self.hidden_by(other))
        {
            return vec![area(place)];
        }
        let ignored = self.ignored(one, other);
        let screen = |owner: Owner| (!ignored.contains(&owner.number())).then_some(Screen::Hard);
        let ends = [one, other].map(Silhouette::of);
        let closing = self.field.blockers.closing_set(&ends[0], &ends[1], screen, &mut self.scratch);
        closing.into_iter().map(|owner| area(owner.number().into())).collect()
    }

    fn are_enemies(&self, one: ModelId, other: ModelId) -> bool {
        let seat = |model: ModelId| self.troops.seat_of(self.troops.unit_of(model));
        seat(one) != seat(other)
    }
}
