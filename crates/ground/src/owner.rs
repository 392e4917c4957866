//! Whose something is that stands in the way.

use std::fmt;

/// Whose an obstacle or a blocker is, in numbers of the caller's; several may have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A piece of terrain.
    Piece(u16),
    /// A model, by its base.
    Model(u16),
    /// What is to be kept clear around something, or is closed to some only: other than the thing itself.
    Margin(u16),
    /// A model of the group that a planner moves.
    Member(u16),
    /// Anything else.
    Other(u16),
}

impl Owner {
    /// Its number among those of its kind.
    pub const fn number(self) -> u16 {
        match self {
            Owner::Piece(number)
            | Owner::Model(number)
            | Owner::Margin(number)
            | Owner::Member(number)
            | Owner::Other(number) => number,
        }
    }
}

impl From<u16> for Owner {
    fn from(number: u16) -> Owner {
        Owner::Other(number)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Piece(number) => write!(f, "piece {number}"),
            Owner::Model(number) => write!(f, "model {number}"),
            Owner::Margin(number) => write!(f, "margin {number}"),
            Owner::Member(number) => write!(f, "member {number}"),
            Owner::Other(number) => write!(f, "obstacle {number}"),
        }
    }
}
