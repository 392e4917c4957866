//! What terrain does: who stands on which type, soft cover, better armor, and what walls keep apart.

use ground::{Length, Owner, Rect, Scratch, Screen, Shape, Silhouette};
use troops::Piece;
use vocabulary::{Limit, LimitKind, Ref, Toll};

use crate::battlefield::{Battlefield, TerrainRules, TerrainType};
use crate::forces::house::{SoftCoverLine, SoftCoverUnit};

/// How much type 2 terrain improves the two numbers of an armor save against shooting. Carries out
/// `tle.terrain.type2-armor`.
pub(crate) const ARMOR_ON_HINDERING: (i16, i16) = (1, 0);
/// What soft cover does to a hit roll. Carries out `tle.terrain.type1-hit`, `tle.terrain.type1-behind`.
pub(crate) const HIT_INTO_SOFT_COVER: i16 = -1;
/// How much a move through soft cover loses. Carries out `tle.terrain.type1-movement`.
pub(crate) const LOST_IN_SOFT_COVER: Length = Length::inches(2);

/// Why a shot at a model takes -1 to hit: the rule, and the terrain. Of several, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoftCover {
    /// The target stands on this piece.
    On(usize),
    /// This piece lies between.
    Behind(usize),
    /// No line is free of soft cover, and no piece alone closes all of them.
    AllLines,
}

impl SoftCover {
    /// The rule behind it.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            SoftCover::On(_) => "tle.terrain.type1-hit",
            SoftCover::Behind(_) | SoftCover::AllLines => "tle.terrain.type1-behind",
        }
    }
}

impl Battlefield {
    /// Whether a base is on a terrain feature: it shares ground with it or touches it, be it at a wall or only where there
    /// is none.
    ///
    /// Carries out `tle.terrain.touching`, `tle.ruling.terrain-touch`, `tle.ruling.contact`.
    pub(crate) fn is_on(&self, base: &Shape, place: usize) -> bool {
        let piece = &self.terrain[place];
        if !piece.polygon.bounds().grown(Length(1)).meets(base.bounds()) {
            return false;
        }
        let touches = |side| Shape::segment(side).touches(base);
        piece.polygon.overlaps_shape(base)
            || if self.wall_contact_counts {
                piece.polygon.touches_shape(base)
            } else {
                piece.open_sides().any(touches)
            }
    }

    /// The terrain that a base counts as standing on: of all that it is on, that of the highest type.
    ///
    /// Carries out `tle.terrain.highest-type`, `tle.ruling.terrain-highest`.
    pub(crate) fn terrain_under(&self, base: &Shape) -> Option<TerrainType> {
        let kinds = self.terrain.iter().map(|piece| piece.rules.kind);
        (0..).zip(kinds).filter(|(place, _)| self.is_on(base, *place)).map(|(_, kind)| kind).max()
    }

    /// Whether a base stands on this feature, and on nothing of a higher type.
    pub(crate) fn counts_as_on(&self, base: &Shape, place: usize) -> bool {
        self.is_on(base, place) && self.terrain_under(base) == Some(self.terrain[place].rules.kind)
    }

    // Soft cover.

    /// Why a shot from one base at another takes -1 to hit, if it does.
    ///
    /// Carries out `tle.terrain.type1-hit`, `tle.terrain.type1-behind`, `tle.ruling.type1-any-line`.
    pub(crate) fn soft_cover(&self, from: &Shape, to: &Shape) -> Option<SoftCover> {
        let places = || (0..self.terrain.len()).filter(|place| self.terrain[*place].rules.kind == TerrainType::Soft);
        if let Some(place) = places().find(|place| self.counts_as_on(to, *place)) {
            return Some(SoftCover::On(place));
        }
        let is_touched = |place: usize| self.is_on(from, place) || self.is_on(to, place);
        let lies_between = |place: &usize| self.terrain[*place].polygon.is_between(from, to);
        match self.soft_cover_line {
            SoftCoverLine::Any => places().find(lies_between).map(SoftCover::Behind),
            SoftCoverLine::AnyUntouched => {
                places().filter(|place| !is_touched(*place)).find(lies_between).map(SoftCover::Behind)
            }
            SoftCoverLine::All => {
                let screen = |owner: Owner| (!is_touched(owner.number().into())).then_some(Screen::Hard);
                let ends = [from, to].map(Silhouette::of);
                match self.soft.sight(&ends[0], &ends[1], screen, &mut Scratch::default()) {
                    ground::Sight::Blocked { by: Some(Owner::Piece(place)) } => Some(SoftCover::Behind(place.into())),
                    ground::Sight::Blocked { .. } => Some(SoftCover::AllLines),
                    _ => None,
                }
            }
        }
    }

    /// The soft cover that shortens a move, which a path pays for once. Flying models ignore it.
    ///
    /// Carries out `tle.terrain.type1-movement`, `tle.ruling.type1-movement`. That a model which touches terrain of a higher
    /// type at the same moment pays nothing is not in it.
    pub(crate) fn soft_cover_toll(&self) -> Toll {
        let is_soft = |(_, piece): &(usize, &Piece<TerrainRules>)| piece.rules.kind == TerrainType::Soft;
        let soft = self.terrain.iter().enumerate().filter(is_soft);
        let areas = soft.map(|(place, _)| Ref::Area(self.terrain_id(place))).collect();
        Toll { areas, touching: true, by: LOST_IN_SOFT_COVER, rule: "tle.terrain.type1-movement".into() }
    }

    // Walls.

    /// Whether a base at rest would stand on a wall: a point of the wall lies inside of it.
    ///
    /// Carries out `tle.terrain.type3-wall-standing`, `tle.terrain.type2-wall-standing`, `tle.ruling.wall-geometry`.
    pub(crate) fn is_on_wall(&self, base: &Shape) -> bool {
        self.walls_near(base.bounds()).any(|wall| Shape::segment(wall).overlaps(base))
    }

    /// Whether walls keep two models from attacking each other in melee: they cut the shortest way from one base to the
    /// other, or each of the shortest ways.
    ///
    /// Carries out `tle.terrain.type3-wall-attacks`, `tle.terrain.type2-wall-melee`, `tle.ruling.wall-melee`.
    pub(crate) fn are_walled_off(&self, one: &Shape, other: &Shape) -> bool {
        let walls: Vec<_> = self.walls_near(one.bounds().joined(other.bounds())).collect();
        !walls.is_empty() && one.bridge(other).is_some_and(|bridge| bridge.is_cut_by(&walls))
    }

    /// The walls of both types that reach into a box.
    fn walls_near(&self, within: Rect) -> impl Iterator<Item = (ground::Point, ground::Point)> + '_ {
        let near = self.terrain.iter().filter(move |piece| piece.polygon.bounds().meets(within));
        near.flat_map(|piece| piece.walls.iter().copied())
    }

    /// What a model may not stand on where it is put down: walls, or for flying models, by the setting, any terrain.
    ///
    /// Carries out `tle.terrain.type3-wall-standing`, `tle.terrain.type2-wall-standing`, `tle.ruling.wall-geometry`,
    /// `tle.ruling.flying-end`.
    pub(crate) fn standing_limits(&self, flying: bool) -> Vec<Limit> {
        if flying && !self.flying_placed_on_terrain {
            return vec![self.no_terrain()];
        }
        vec![
            self.walls(TerrainType::Blocking, "tle.terrain.type3-wall-standing"),
            self.walls(TerrainType::Hindering, "tle.terrain.type2-wall-standing"),
        ]
    }

    /// What terrain keeps a model from on its way, and where it ends. Flying models pass everything, and end on none.
    ///
    /// Carries out `tle.terrain.type3-wall-movement`, `tle.terrain.type2-wall-passable`,
    /// `tle.terrain.type2-wall-standing`, `tle.keyword.flying`, `tle.keyword.flying-end`, `tle.ruling.wall-geometry`,
    /// `tle.ruling.flying-end`.
    pub(crate) fn moving_limits(&self, flying: bool) -> Vec<Limit> {
        if flying {
            return vec![self.no_terrain()];
        }
        vec![
            self.walls(TerrainType::Blocking, "tle.terrain.type3-wall-movement").on_the_way(),
            self.walls(TerrainType::Hindering, "tle.terrain.type2-wall-standing"),
        ]
    }

    /// No end on any terrain.
    fn no_terrain(&self) -> Limit {
        let all = (0..self.terrain.len()).map(|place| Ref::Area(self.terrain_id(place))).collect();
        let limit = Limit::new("no-terrain", LimitKind::NotThrough, Length::ZERO, "tle.keyword.flying-end");
        limit.from(all).also("tle.ruling.flying-end")
    }

    /// Not through the walls of a type, or onto them.
    fn walls(&self, kind: TerrainType, rule: &'static str) -> Limit {
        let limit = Limit::new("wall", LimitKind::NotThrough, Length::ZERO, rule);
        limit.from(self.areas_of(kind)).walls().also("tle.ruling.wall-geometry")
    }

    /// The areas of a type.
    fn areas_of(&self, kind: TerrainType) -> Vec<Ref> {
        let such = (0..self.terrain.len()).filter(|place| self.terrain[*place].rules.kind == kind);
        such.map(|place| Ref::Area(self.terrain_id(place))).collect()
    }
}

/// Whether soft cover helps a unit against a model that shoots, given of each model of the unit whether it is in sight and
/// range, and whether it is in soft cover or behind it.
///
/// Carries out `tle.ruling.type1-hit-unit`.
pub(crate) fn has_soft_cover(test: SoftCoverUnit, mut models: impl Iterator<Item = (bool, bool)>) -> bool {
    match test {
        SoftCoverUnit::BestVisibleModel => !models.any(|(seen, covered)| seen && !covered),
        SoftCoverUnit::AnyModel => models.any(|(seen, covered)| seen && covered),
        SoftCoverUnit::AllModels => models.all(|(_, covered)| covered),
    }
}

#[cfg(test)]
mod tests;
