//! Models that are put down: what holds for where they stand, stated once.

use ground::Length;
use troops::{PlacingTerms, Scene, Within, Words};
use vocabulary::{Limit, LimitKind, Ref, UnitId};

use crate::battlefield::TerrainRules;
use crate::forces::house::CoherencyMode;
use crate::forces::keyword::Keyword;
use crate::state::State;

/// Models that are put down, made ready.
pub(crate) type Placing<'a> = troops::Placing<'a, TerrainRules>;

/// How far models of a unit may be apart. Carries out `tle.coherency.distance`.
pub(crate) const COHERENCY: Length = Length::inches(2);

/// What refusals call things.
pub(crate) const WORDS: Words = Words { near: "melee range", linked: "coherency", held: "may not move" };

/// Where models are put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Wholly within the zone of their player.
    OwnZone,
}

impl State {
    /// Troops and battlefield together.
    pub(crate) fn scene(&self) -> Scene<'_, TerrainRules> {
        Scene { troops: &self.troops, laid: self.battlefield() }
    }

    /// Whether a unit flies. Carries out `tle.keyword.flying`.
    pub(crate) fn is_flying(&self, unit: UnitId) -> bool {
        self.keyword(unit, Keyword::Flying).is_some()
    }

    /// The zone of a player, once it is chosen.
    pub(crate) fn zone_of(&self, seat: vocabulary::Seat) -> Option<&troops::Zone> {
        self.battlefield().zones.get(usize::from(self.side(seat).zone?))
    }

    /// A whole unit that is put down. Carries out `tle.ruling.deploy-inside`, `tle.models.no-stacking`.
    pub(crate) fn placing(&self, unit: UnitId, spot: Spot) -> Placing<'_> {
        let models: troops::Models = self.survivors(unit).collect();
        let (within, why) = match spot {
            Spot::OwnZone => match self.zone_of(self.seat_of(unit)) {
                Some(zone) => (Within::Zone(zone, "tle.ruling.deploy-inside"), "tle.ruling.deploy-inside"),
                None => (Within::Anywhere, "tle.ruling.deploy-inside"),
            },
        };
        let mut limits = self.standing_limits(unit);
        limits.extend(self.coherency_limit(models.len()));
        let terms = PlacingTerms {
            models,
            others: troops::Models::new(),
            within,
            limits,
            why,
            levels: "tle.distance.ground-level",
            words: WORDS,
        };
        Placing::new(self.scene(), terms)
    }

    /// What models of a unit may not stand on: other models, walls, and terrain if they fly.
    ///
    /// Carries out `tle.models.no-stacking`, `tle.terrain.type3-wall-standing`, `tle.terrain.type2-wall-standing`,
    /// `tle.keyword.flying-end`, `tle.ruling.flying-end`.
    pub(crate) fn standing_limits(&self, unit: UnitId) -> Vec<Limit> {
        let mut limits = self.battlefield().standing_limits(self.is_flying(unit));
        let own = (!self.is_on_field(unit)).then_some(unit);
        let bases: Vec<Ref> = self.fielded().chain(own).map(Ref::Unit).collect();
        limits.push(Limit::new("through", LimitKind::NotThrough, Length::ZERO, "tle.models.no-stacking").from(bases));
        limits
    }

    /// That a unit of so many models is coherent. Carries out `tle.coherency.distance`, `tle.ruling.coherency-graph`.
    pub(crate) fn coherency_limit(&self, models: usize) -> Option<Limit> {
        let (neighbours, connected) = match self.house().coherency_mode {
            CoherencyMode::Chain => (1, true),
            CoherencyMode::AllPairs => (models.saturating_sub(1) as u8, false),
        };
        let kind = LimitKind::StayLinked { neighbours, height: Length::inches(1), connected, hub: None };
        let limit = Limit::new("coherency", kind, COHERENCY, "tle.coherency.distance");
        (models > 1).then(|| limit.also("tle.ruling.coherency-graph"))
    }
}
