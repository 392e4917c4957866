//! What happens. Each chapter has its own facts, and says of each what it changes and how it is told.

use engine::Leaving;
use ground::Pose;
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{ModelId, Outcome, Seat, Text, UnitId, Viewer, Word};

use crate::chapters::{abilities, battle, coherency, command, damage, deployment, directives};
use crate::chapters::{luck, movement, power, reserves, round, scoring, secondary, transport};
use crate::state::{Bomb, Stage, State};
use crate::words::voice::Voice;

/// Something that happens in a chapter.
pub(crate) trait Happening {
    /// Changes the position.
    fn apply(&self, state: &mut State);

    /// The sentence for a viewer, who may hear less than another or nothing at all.
    fn say(&self, say: Voice<'_>) -> Option<Text>;

    /// Whether it shows somebody something that was hidden.
    fn reveals(&self) -> bool {
        false
    }
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// The mission and victory points.
    Scoring(scoring::Facts),
    /// The action of the secondary mission.
    Secondary(secondary::Facts),
    /// Before the first round.
    Deployment(deployment::Facts),
    /// The directives.
    Directives(directives::Facts),
    /// Rounds, turns and phases.
    Round(round::Facts),
    /// The command phase and reaction units.
    Command(command::Facts),
    /// Abilities.
    Abilities(abilities::Facts),
    /// Moves and orders.
    Movement(movement::Facts),
    /// Units that arrive.
    Reserves(reserves::Facts),
    /// Boarding and leaving transports.
    Transport(transport::Facts),
    /// Powers.
    Power(power::Facts),
    /// The battle phase.
    Battle(battle::Facts),
    /// Wounds, saves, damage and casualties.
    Damage(damage::Facts),
    /// The bad luck pool.
    Luck(luck::Facts),
    /// The coherency phase.
    Coherency(coherency::Facts),
    /// The battle is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// A player has left the match.
    Left {
        /// Who.
        seat: Seat,
        /// How.
        how: Leaving,
    },
    /// The players changed something by consent.
    Agreed(Change),
}

/// What players may change by consent, and what a scenario begins with.
#[expect(missing_docs, reason = "the fields of a change say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Change {
    /// A model stands here.
    Pose { model: ModelId, pose: Pose },
    /// These models are out of play.
    Gone { models: SmallVec<[ModelId; 16]> },
    /// A model has so much health left.
    Health { model: ModelId, health: u8 },
    /// A player has so many victory points in all.
    Points { seat: Seat, points: i32 },
    /// A player has so many leader points.
    LeaderPoints { seat: Seat, points: i16 },
    /// A unit is in reserve.
    Reserve { unit: UnitId },
    /// A unit is in a transport.
    Aboard { unit: UnitId, transport: UnitId },
    /// The match stands here, with this player's turn.
    Moment { round: u8, stage: Stage, active: Seat },
    /// Whose zone is which.
    Zone { seat: Seat, zone: u8 },
    /// Who is the attacker.
    Attacker { seat: Seat },
    /// A mark of a unit is on or off.
    Mark { unit: UnitId, word: Word, on: bool },
    /// A mark of a player is on or off.
    SeatMark { seat: Seat, word: Word, on: bool },
    /// A counter of a player is this much.
    Counter { seat: Seat, word: Word, value: i32 },
    /// An objective is destroyed, or there again.
    Objective { place: u8, destroyed: bool },
    /// Who held an objective last, where that lasts.
    Holder { place: u8, holder: Option<Seat> },
    /// A bomb lies here: one that was there, or a new one at the end.
    Bomb { place: u16, bomb: Bomb },
    /// A bomb is removed.
    BombGone { place: u16 },
}

impl Fact {
    /// The fact as something that happens in its chapter.
    fn happening(&self) -> Option<&dyn Happening> {
        Some(match self {
            Fact::Scoring(facts) => facts,
            Fact::Secondary(facts) => facts,
            Fact::Deployment(facts) => facts,
            Fact::Directives(facts) => facts,
            Fact::Round(facts) => facts,
            Fact::Command(facts) => facts,
            Fact::Abilities(facts) => facts,
            Fact::Movement(facts) => facts,
            Fact::Reserves(facts) => facts,
            Fact::Transport(facts) => facts,
            Fact::Power(facts) => facts,
            Fact::Battle(facts) => facts,
            Fact::Damage(facts) => facts,
            Fact::Luck(facts) => facts,
            Fact::Coherency(facts) => facts,
            Fact::Ended { .. } | Fact::Left { .. } | Fact::Agreed(_) => return None,
        })
    }

    /// Whether it shows somebody something that was hidden.
    pub(crate) fn reveals(&self) -> bool {
        self.happening().is_some_and(Happening::reveals)
    }
}

/// Carries a fact out. Nothing else changes the position.
pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Fact::Left { seat, .. } => state.sides[seat.index()].left = true,
        Fact::Agreed(change) => crate::adjusting::apply(state, change),
        _ => {
            if let Some(happening) = fact.happening() {
                happening.apply(state);
            }
        }
    }
}

/// What a viewer hears of a fact.
pub(crate) fn narrate(state: &State, fact: &Fact, viewer: Viewer) -> Option<Text> {
    let say = Voice::new(state, viewer);
    match fact {
        Fact::Ended { outcome } => Some(round::ended(say, outcome)),
        Fact::Left { seat, how } => Some(round::left(say, *seat, *how)),
        Fact::Agreed(change) => crate::adjusting::say(say, change),
        _ => fact.happening()?.say(say),
    }
}
