//! What holds for a while: until when, and what ends it.

use engine::Table;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use vocabulary::{Seat, UnitId, Word};

use super::{Facts, Use};
use crate::LastEdition;
use crate::fact::Fact;
use crate::forces::ability::{Effect, Lasting as Printed, Once};
use crate::state::State;

/// Until when something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// The unit at hand has acted.
    Activation,
    /// The phase ends.
    Phase,
    /// The turn ends.
    Turn,
    /// The round ends.
    Round,
    /// The next command phase of this player starts.
    Command(Seat),
    /// The battle ends.
    Battle,
}

/// When something may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// A unit has acted.
    Activation,
    /// A phase is over.
    Phase,
    /// A turn is over.
    Turn,
    /// A round is over.
    Round,
    /// The command phase of this player starts.
    Command(Seat),
}

impl Until {
    /// Until when an ability of a player holds that is used now.
    pub(crate) fn of(lasts: Printed, seat: Seat) -> Until {
        match lasts {
            Printed::Activation => Until::Activation,
            Printed::Phase => Until::Phase,
            Printed::Turn => Until::Turn,
            Printed::Round => Until::Round,
            Printed::NextCommand => Until::Command(seat),
            Printed::Battle => Until::Battle,
        }
    }

    fn ends_at(self, moment: Moment) -> bool {
        match self {
            Until::Activation => true,
            Until::Phase => matches!(moment, Moment::Phase | Moment::Turn | Moment::Round),
            Until::Turn => matches!(moment, Moment::Turn | Moment::Round),
            Until::Round => moment == Moment::Round,
            Until::Command(seat) => moment == Moment::Command(seat),
            Until::Battle => false,
        }
    }
}

/// What an ability does to a unit for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// The unit that used it.
    pub source: UnitId,
    /// The ability.
    pub ability: Word,
    /// A change or a gain.
    pub effect: Effect,
    /// Until when.
    pub until: Until,
}

impl Held {
    /// The ability that it comes from.
    pub(crate) fn of(&self) -> Use {
        Use { unit: self.source, ability: self.ability }
    }
}

/// What holds for a unit for a while.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lasting {
    pub(crate) held: SmallVec<[Held; 1]>,
}

/// Reaction units that a player cannot declare for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    pub(crate) units: u8,
    pub(crate) until: Until,
}

/// An ability that was used, for as long as that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) of: Use,
    /// How often it can be used.
    pub(crate) once: Once,
}

impl Used {
    fn is_forgotten_at(self, moment: Moment) -> bool {
        match self.once {
            Once::Phase => matches!(moment, Moment::Phase | Moment::Round),
            Once::Round => moment == Moment::Round,
            Once::Battle => false,
        }
    }
}

/// Ends what holds until now.
pub(crate) fn end(state: &mut State, moment: Moment) {
    for unit in &mut state.units {
        unit.lasting.held.retain(|held| !held.until.ends_at(moment));
    }
    for side in &mut state.sides {
        side.lost.retain(|lost| !lost.until.ends_at(moment));
        side.used.retain(|used| !used.is_forgotten_at(moment));
        if moment == Moment::Turn {
            side.added_dice = 0;
        }
    }
}

/// A unit has moved, shot, charged or fought: what held meanwhile is over. Carries out `tle.ability.use`.
pub(crate) fn over(t: &mut Table<LastEdition>) {
    let holds = |held: &Held| held.until == Until::Activation;
    if t.state.units.iter().any(|unit| unit.lasting.held.iter().any(holds)) {
        t.tell(Fact::Abilities(Facts::Over));
    }
}

impl State {
    /// How many reaction units less a player can declare. Carries out `tle.ability.use`.
    pub(crate) fn lost_reactions(&self, seat: Seat) -> u8 {
        self.side(seat).lost.iter().fold(0, |sum, lost| sum.saturating_add(lost.units))
    }
}
