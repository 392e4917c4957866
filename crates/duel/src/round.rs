//! The start of a round: pool dice, bids, and the order of the turns.

use chance::Faces;
use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Answer, Ref, Roll, Seat};

use crate::setup::Ties;
use crate::{Cast, Duel, Fact, Prompt};

type Seats = SmallVec<[Seat; 4]>;

/// Pool dice are rolled, bids are made, and the order is settled.
///
/// Carries out `duel.round.pool`, `duel.round.bid`, `duel.round.order`.
pub(crate) fn begin(t: &mut Table<Duel>) -> Flow<()> {
    let round = t.state.round + 1;
    t.tell_by(Fact::RoundBegan { round }, ["duel.end.rounds"]);
    let seats: Seats = t.state.seats().filter(|seat| t.state.is_in_play(*seat)).collect();
    fill_pools(t, &seats)?;
    let asks: SmallVec<[(Seat, Prompt); 4]> = seats.iter().map(|seat| (*seat, Prompt::Bid)).collect();
    let bids = t.ask_all(&asks)?;
    for (seat, bid) in seats.iter().zip(bids) {
        let Answer::Number(bid) = bid else { unreachable!("a checked bid is a number") };
        t.tell_by(Fact::Bid { seat: *seat, amount: bid as u8 }, ["duel.round.bid"]);
    }
    let order = settle_order(t, &seats)?;
    t.tell_by(Fact::Ordered { order }, ["duel.round.order", "duel.ruling.tied-bid"]);
    Ok(())
}

/// Carries out `duel.round.pool`, `duel.ruling.pool-die`.
fn fill_pools(t: &mut Table<Duel>, seats: &[Seat]) -> Flow<()> {
    for seat in seats {
        let roll = Roll::new("duel.round.pool", *seat).dice(1, t.state.house.pool_die);
        let roll = t.roll_with(roll, |_, _| ["duel.ruling.pool-die"])?;
        t.tell(Fact::Pooled { seat: *seat, die: Cast::from(&roll.dice[0]) });
    }
    Ok(())
}

/// From the highest bid to the lowest; who is tied rolls off, or goes by the order of the seats.
///
/// Carries out `duel.round.order`, `duel.ruling.tied-bid`.
fn settle_order(t: &mut Table<Duel>, seats: &[Seat]) -> Flow<Seats> {
    let bid = |t: &Table<Duel>, seat: Seat| t.state.side(seat).bid.unwrap_or(0);
    let mut ranked: SmallVec<[(u8, i16, Seat); 4]> = SmallVec::new();
    for seat in seats {
        let tied = seats.iter().any(|other| other != seat && bid(t, *other) == bid(t, *seat));
        let mut shows = 0;
        if tied && t.state.house.ties == Ties::RollOff {
            let roll = Roll::new("duel.ruling.tied-bid", *seat).die_for(Faces::D6, Ref::Seat(*seat));
            shows = t.roll(roll)?.dice[0].shows;
        }
        ranked.push((bid(t, *seat), shows, *seat));
    }
    ranked.sort_by_key(|(bid, shows, seat)| (std::cmp::Reverse((*bid, *shows)), *seat));
    Ok(ranked.into_iter().map(|(_, _, seat)| seat).collect())
}
