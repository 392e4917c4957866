//! Adjustments: changes of a position that the players agree on, and the situation a scenario starts from.

use ground::Pose;
use serde::{Deserialize, Serialize};

use crate::{ModelId, Ref, Word};

/// A change of the position outside the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Adjustment {
    /// A model stands here now.
    Pose(ModelId, Pose),
    /// A model or unit is out of play.
    Gone(Ref),
    /// A counter of a seat, unit, model or area has this value.
    Counter(Ref, Word, i32),
    /// A unit, model or area bears this mark, or no longer.
    Mark(Ref, Word, bool),
    /// The match stands at the beginning of this phase of this round.
    Moment {
        /// The round.
        round: u16,
        /// The phase.
        phase: Word,
    },
}

impl Adjustment {
    /// Whether rules can compute with it; the engine asks this of whatever comes from outside.
    pub fn is_sane(&self) -> bool {
        match self {
            Adjustment::Pose(_, pose) => pose.is_sane(),
            _ => true,
        }
    }
}
