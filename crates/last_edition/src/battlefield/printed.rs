//! The numbers of the battlefield as the rulebook prints them: its size, layouts and the terrain that comes with it.

use std::sync::LazyLock;

use field::Size;
use ground::{Length, Point, Rect, Side};
use serde::{Deserialize, Deserializer};

use super::TerrainType;
use crate::chapters::missions::Layout;
use crate::forces::house::RULEBOOK;

/// The part of the rulebook that holds numbers.
#[derive(Debug, Deserialize)]
pub(super) struct Printed {
    pub(super) board: Board,
    #[serde(rename = "deployment_layout")]
    layouts: Vec<LayoutSheet>,
    #[serde(rename = "terrain_base")]
    pub(super) bases: Vec<Base>,
}

/// The battlefield itself. Carries out `tle.battlefield.size`, `tle.objective.marker`.
#[derive(Debug, Deserialize)]
pub(super) struct Board {
    width: Inches,
    height: Inches,
    objective_radius: Inches,
    objective_center_radius: Inches,
}

/// Zones, and the line midway between them.
#[derive(Debug, Deserialize)]
pub(super) struct LayoutSheet {
    rule: String,
    middle_line: [Pair; 2],
    #[serde(rename = "zone")]
    pub(super) zones: [ZoneSheet; 2],
    #[serde(rename = "objective")]
    pub(super) objectives: [ObjectiveSheet; 5],
}

#[derive(Debug, Deserialize)]
pub(super) struct ZoneSheet {
    pub(super) name: String,
    polygon: Vec<Pair>,
    exclude_circle: Option<Circle>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Circle {
    center: Pair,
    radius: Inches,
}

#[derive(Debug, Deserialize)]
pub(super) struct ObjectiveSheet {
    center: Pair,
}

/// A base of the terrain that the book comes with.
#[derive(Debug, Deserialize)]
pub(super) struct Base {
    #[serde(rename = "type")]
    kind: u8,
    half: String,
    min: Pair,
    max: Pair,
    walls: Vec<String>,
}

/// A length in inches, rounded once. Carries out `tle.ruling.geometry-units`.
#[derive(Clone, Copy, Debug)]
struct Inches(Length);

/// The parser gives a number as a float; its decimals are read as text, so that they are rounded alike everywhere.
impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
        let number = f64::deserialize(deserializer)?;
        format!("{number} in").parse().map(Inches).map_err(serde::de::Error::custom)
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Pair(Inches, Inches);

impl Pair {
    fn point(self) -> Point {
        Point::new(self.0.0.0, self.1.0.0)
    }
}

impl Board {
    pub(super) fn size(&self) -> Size {
        Size { width: self.width.0, depth: self.height.0 }
    }

    /// The radius of an objective.
    pub(super) fn marker(&self) -> Length {
        self.objective_radius.0
    }

    /// How near to the middle of an objective it counts for more.
    pub(super) fn heart(&self) -> Length {
        self.objective_center_radius.0
    }
}

impl LayoutSheet {
    /// Where the line midway between the zones meets the edge.
    pub(super) fn middle_line_end(&self) -> Point {
        self.middle_line[0].point()
    }
}

impl ZoneSheet {
    pub(super) fn corners(&self) -> Vec<Point> {
        self.polygon.iter().map(|corner| corner.point()).collect()
    }

    /// The disc that is cut out of it.
    pub(super) fn without(&self) -> Option<field::Disc> {
        self.exclude_circle.map(|circle| field::Disc { at: circle.center.point(), radius: circle.radius.0 })
    }
}

impl ObjectiveSheet {
    pub(super) fn at(&self) -> Point {
        self.center.point()
    }
}

impl Base {
    /// Whether it lies in the half that the other half is made from.
    pub(super) fn is_west(&self) -> bool {
        self.half == "west"
    }

    pub(super) fn kind(&self) -> TerrainType {
        match self.kind {
            1 => TerrainType::Soft,
            2 => TerrainType::Hindering,
            _ => TerrainType::Blocking,
        }
    }

    /// The sides that are walls.
    pub(super) fn walls(&self) -> impl Iterator<Item = Side> + '_ {
        Side::ALL.into_iter().filter(|side| self.walls.iter().any(|wall| wall == side.name()))
    }

    pub(super) fn rect(&self) -> Rect {
        Rect::new(self.min.point(), self.max.point())
    }
}

/// What the rulebook prints.
pub(super) fn printed() -> &'static Printed {
    static PRINTED: LazyLock<Printed> =
        LazyLock::new(|| toml::from_str(RULEBOOK).expect("the rulebook is read in a test"));
    &PRINTED
}

/// What the rulebook prints of a layout.
pub(super) fn layout(layout: Layout) -> &'static LayoutSheet {
    let rule = match layout {
        Layout::Quarters => "tle.deployment-zone.quarters",
        Layout::ShortEdges => "tle.deployment-zone.short-edges",
        Layout::Corners => "tle.deployment-zone.corners",
    };
    printed().layouts.iter().find(|sheet| sheet.rule == rule).expect("the rulebook is read in a test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rulebook_holds_every_layout_and_24_bases() {
        let book = printed();
        assert_eq!(book.board.size(), Size::inches(60, 44));
        assert_eq!((book.board.marker(), book.board.heart()), (Length(8_890), Length::inches(1)));
        assert!(book.bases.iter().all(|base| (1..=3).contains(&base.kind)));
        assert_eq!((book.bases.len(), book.bases.iter().filter(|base| base.is_west()).count()), (24, 12));
        for one in Layout::ALL {
            assert_eq!(layout(one).zones.iter().map(|zone| zone.name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        }
    }

    #[test]
    fn numbers_are_rounded_once() {
        let corners = &layout(Layout::Corners).objectives;
        assert_eq!([corners[1].at(), corners[2].at()], [Point::new(25_400, 37_253), Point::new(127_000, 74_507)]);
    }
}
