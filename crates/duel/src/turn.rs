//! A turn: the band moves, then may attack.

use engine::{Flow, Table};
use ground::Pose;
use vocabulary::{Answer, Seat};

use crate::attack::attack;
use crate::{Duel, Fact, Prompt};

/// A player's turn.
///
/// Carries out `duel.move.leader`, `duel.move.followers`, `duel.attack.declare`.
pub(crate) fn play(t: &mut Table<Duel>, seat: Seat) -> Flow<()> {
    march(t, seat)?;
    attack(t, seat)?;
    t.tell(Fact::TurnEnded { seat });
    Ok(())
}

/// The leader walks, and the others are put down near by.
fn march(t: &mut Table<Duel>, seat: Seat) -> Flow<()> {
    let Answer::Move { paths, placed } = t.ask(seat, Prompt::March)? else {
        unreachable!("a checked answer moves models")
    };
    for (model, path) in paths {
        let from = t.state.base(model).map_or_else(Pose::default, |base| Pose::at(base.at));
        t.tell_by(Fact::Marched { model, to: path.end(from) }, ["duel.move.leader", "duel.band.leader"]);
    }
    for (model, to) in placed {
        t.tell_by(Fact::Followed { model, to }, ["duel.move.followers"]);
    }
    Ok(())
}
