//! Zones in which sides deploy, and objectives that they fight over.

use ground::{Length, Motion, Point, Polygon, PolygonFault, Rect};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Pair};
use crate::plot::MOST_CORNERS;

/// Where a side deploys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ZoneSheet", into = "ZoneSheet")]
pub struct Zone {
    /// What it is called.
    pub name: String,
    /// Whose it is, counted from 1.
    pub seat: u8,
    /// Its corners, in order.
    pub corners: Vec<Point>,
    /// A disc that is cut out of it.
    pub without: Option<Disc>,
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Its middle.
    pub at: Point,
    /// How far it reaches.
    pub radius: Length,
}

/// Something to fight over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ObjectiveSheet", into = "ObjectiveSheet")]
pub struct Objective {
    /// What it is called.
    pub name: String,
    /// Its middle.
    pub at: Point,
    /// The radius of its marker.
    pub radius: Length,
}

impl Disc {
    /// Whether a point lies inside; its edge does not.
    pub fn covers(self, point: Point) -> bool {
        let radius = i64::from(self.radius.0);
        self.at.distance_squared(point) < radius * radius
    }
}

impl Zone {
    /// A zone with sides along the axes.
    pub fn rectangle(name: impl Into<String>, seat: u8, low: Point, high: Point) -> Zone {
        Zone { name: name.into(), seat, corners: Rect::new(low, high).corners().to_vec(), without: None }
    }

    /// The outline without regard to the disc, if the corners make one.
    pub fn outline(&self) -> Result<Polygon, PolygonFault> {
        Polygon::new(&self.corners)
    }

    /// Whether a point lies in the zone, whose outline this is.
    pub fn holds(&self, outline: &Polygon, point: Point) -> bool {
        outline.contains(point) && !self.without.is_some_and(|disc| disc.covers(point))
    }

    /// The zone after a motion.
    pub fn moved(&self, motion: Motion) -> Zone {
        let mut corners: Vec<Point> = self.corners.iter().map(|corner| motion.apply(*corner)).collect();
        // A rectangle stays one in the file: it begins with its lower left corner, and goes on counter-clockwise.
        let bounds = Rect::around(&corners).corners();
        if corners.len() == 4 && bounds.iter().all(|corner| corners.contains(corner)) {
            corners = bounds.to_vec();
        }
        let without = self.without.map(|disc| Disc { at: motion.apply(disc.at), ..disc });
        Zone { corners, without, ..self.clone() }
    }

    /// The zone as a rectangle from its lower left to its upper right corner, if it is one.
    fn rect(&self) -> Option<Rect> {
        let rect = Rect::around(&self.corners);
        (self.corners == rect.corners()).then_some(rect)
    }
}

impl Objective {
    /// The radius of a marker of 40 mm.
    pub const USUAL: Length = Length::mm(20);
    /// No marker has a larger radius.
    pub const LARGEST: Length = Length::inches(12);

    /// The objective after a motion.
    pub fn moved(&self, motion: Motion) -> Objective {
        Objective { at: motion.apply(self.at), ..self.clone() }
    }
}

/// A zone as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneSheet {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corners: Option<Vec<Pair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<DiscSheet>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiscSheet {
    at: Pair,
    radius: Amount,
}

impl TryFrom<ZoneSheet> for Zone {
    type Error = String;

    fn try_from(sheet: ZoneSheet) -> Result<Zone, String> {
        let corners = match (sheet.low, sheet.high, sheet.corners) {
            (Some(low), Some(high), None) => Rect::new(low.point(), high.point()).corners().to_vec(),
            (None, None, Some(corners)) if corners.len() <= MOST_CORNERS => {
                corners.into_iter().map(Pair::point).collect()
            }
            (None, None, Some(_)) => return Err(format!("a zone can have at most {MOST_CORNERS} corners")),
            _ => return Err("a zone needs low and high, or corners".to_owned()),
        };
        if !(1..=8).contains(&sheet.seat) {
            return Err(format!("seats are counted from 1 to 8; there is no seat {}", sheet.seat));
        }
        let without = sheet.without.map(|disc| Disc { at: disc.at.point(), radius: disc.radius.0 });
        if without.is_some_and(|disc| disc.radius <= Length::ZERO) {
            return Err("the radius of a disc must be larger than nothing".to_owned());
        }
        Ok(Zone { name: sheet.name, seat: sheet.seat, corners, without })
    }
}

impl From<Zone> for ZoneSheet {
    fn from(zone: Zone) -> ZoneSheet {
        let rect = zone.rect();
        let corners = match rect {
            Some(_) => None,
            None => Some(zone.corners.into_iter().map(Pair::from).collect()),
        };
        ZoneSheet {
            name: zone.name,
            seat: zone.seat,
            low: rect.map(|rect| rect.low.into()),
            high: rect.map(|rect| rect.high.into()),
            corners,
            without: zone.without.map(|disc| DiscSheet { at: disc.at.into(), radius: Amount(disc.radius) }),
        }
    }
}

/// An objective as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveSheet {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    at: Pair,
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<Amount>,
}

impl TryFrom<ObjectiveSheet> for Objective {
    type Error = String;

    fn try_from(sheet: ObjectiveSheet) -> Result<Objective, String> {
        let radius = sheet.radius.map_or(Objective::USUAL, |radius| radius.0);
        if radius <= Length::ZERO {
            return Err("the radius of an objective must be larger than nothing".to_owned());
        }
        Ok(Objective { name: sheet.name, at: sheet.at.point(), radius })
    }
}

impl From<Objective> for ObjectiveSheet {
    fn from(objective: Objective) -> ObjectiveSheet {
        let radius = (objective.radius != Objective::USUAL).then_some(Amount(objective.radius));
        ObjectiveSheet { name: objective.name, at: objective.at.into(), radius }
    }
}
