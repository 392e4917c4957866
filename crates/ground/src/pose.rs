//! How a model stands: where, on which level, facing which way.

use serde::{Deserialize, Serialize};

use crate::{FACINGS, Point};

/// Where a model stands, on which level, and which of the 1,024 directions it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The centre of its base.
    pub at: Point,
    /// The level of the terrain it stands on; the ground is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u8,
    /// Its facing, from 0 (to the right) counter-clockwise, below [`FACINGS`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub facing: u16,
}

fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Pose {
    /// Whether this is a pose that can be computed with; whatever comes from outside must be.
    pub fn is_sane(&self) -> bool {
        self.at.is_near() && self.facing < FACINGS
    }

    /// On the ground, facing right.
    pub const fn at(at: Point) -> Pose {
        Pose { at, level: 0, facing: 0 }
    }
}

impl From<Point> for Pose {
    fn from(at: Point) -> Pose {
        Pose::at(at)
    }
}
