//! Models that are put down: what holds for where they stand, stated once.

use ground::Length;
use troops::{PlacingTerms, Scene, Within, Words};
use vocabulary::{Limit, LimitKind, ModelId, Ref, UnitId};

use crate::battlefield::TerrainRules;
use crate::chapters::reserves::Landing;
use crate::chapters::{movement, reserves, transport};
use crate::forces::house::CoherencyMode;
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
    /// Where units arrive from reserve.
    Landing(Landing),
    /// Around a model of their transport.
    Beside {
        /// Which.
        hull: ModelId,
    },
    /// Around where a model of their transport stood.
    Wreck {
        /// Which.
        hull: ModelId,
    },
}

impl State {
    /// Troops and battlefield together.
    pub(crate) fn scene(&self) -> Scene<'_, TerrainRules> {
        Scene { troops: &self.troops, laid: self.battlefield() }
    }

    /// The zone of a player, once it is chosen.
    pub(crate) fn zone_of(&self, seat: vocabulary::Seat) -> Option<&troops::Zone> {
        self.battlefield().zones.get(usize::from(self.side(seat).zone?))
    }

    /// A whole unit that is put down. Carries out `tle.ruling.deploy-inside`, `tle.models.no-stacking`.
    pub(crate) fn placing(&self, unit: UnitId, spot: Spot) -> Placing<'_> {
        self.placing_of(unit, self.survivors(unit).collect(), spot)
    }

    /// Models of a unit that are put down, the others of it standing where they do.
    ///
    /// Carries out `tle.ruling.deploy-inside`, `tle.models.no-stacking`, `tle.reserve.nine-inches`,
    /// `tle.ruling.reserve-position`, `tle.transport.disembark-range`, `tle.ruling.disembark`,
    /// `tle.transport.destroyed-place`, `tle.ruling.transport-destroyed`, `tle.ruling.move-into-melee`: only whoever is
    /// deployed or arrives must be coherent.
    pub(crate) fn placing_of(&self, unit: UnitId, models: troops::Models, spot: Spot) -> Placing<'_> {
        let seat = self.seat_of(unit);
        let in_zone = |rule| self.zone_of(seat).map_or(Within::Anywhere, |zone| Within::Zone(zone, rule));
        let around = |model| Within::Around { model, near: transport::NEAR, wholly: false };
        let enemies = || self.enemies_of(seat).map(Ref::Unit).collect::<Vec<Ref>>();
        let nine = || Limit::new("reserve", LimitKind::KeepAway, reserves::CLOSEST, "tle.reserve.nine-inches").at_gap();
        let (within, why, away) = match spot {
            Spot::OwnZone => (in_zone("tle.ruling.deploy-inside"), "tle.ruling.deploy-inside", None),
            Spot::Landing(landing) => {
                let within = match landing {
                    Landing::Anywhere => Within::Anywhere,
                    Landing::Side => Within::Edge { near: reserves::SIDE, rule: "tle.keyword.direction-side" },
                    Landing::OwnZone => in_zone("tle.ruling.reserve-position"),
                };
                (within, "tle.ruling.reserve-position", Some(nine().from(enemies())))
            }
            Spot::Beside { hull } => {
                let away = (!self.house().may_enter_melee_range)
                    .then(|| movement::out_of_melee_range("tle.ruling.move-into-melee", enemies()));
                (around(hull), "tle.transport.disembark-range", away)
            }
            Spot::Wreck { hull } => (around(hull), "tle.transport.destroyed-place", None),
        };
        let mut limits = self.standing_limits(unit);
        limits.extend(away.filter(|limit| !limit.from.is_empty()));
        if matches!(spot, Spot::OwnZone | Spot::Landing(_)) {
            limits.extend(self.coherency_limit(models.len()));
        }
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
