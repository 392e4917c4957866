//! The Battle Phase: everybody fights at once.

use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Seat, UnitId};

use crate::Aot;
use crate::chapters::attack::{Blows, Manner, roll_attacks, spread};
use crate::chapters::damage::{Account, suffer};
use crate::chapters::feat;
use crate::chapters::sequence::Harm;
use crate::chapters::targets::ask_targets;
use crate::fact::Fact;
use crate::forces::doctrine::Occasion;
use crate::prompt::{Batch, Prompt};
use crate::state::{Models, Units};

/// Hits of one group of attacks on a unit.
#[derive(Clone, Debug)]
struct Hits {
    seat: Seat,
    target: UnitId,
    hits: u16,
    harm: Harm,
}

/// Every unit in Battle Range fights. Carries out `aot.battle-phase.everyone-fights`,
/// `aot.battle-phase.simultaneous`, `aot.battle-phase.dice-order-free`, `aot.ruling.simultaneous-damage`.
pub(crate) fn fight(t: &mut Table<Aot>) -> Flow<()> {
    let fighting: Units = t.state.fielded().filter(|unit| t.state.is_engaged(*unit)).collect();
    let fought = ["aot.battle-phase.everyone-fights", "aot.battle-phase.dice-order-free"];
    let fought = fought.into_iter().filter(|_| !fighting.is_empty());
    t.tell_by(Fact::BattleBegan, ["aot.round.phases"].into_iter().chain(fought));
    feat::offer(t, Occasion::Fights, &fighting, &[])?;
    // All name their targets before any die falls.
    let mut named: SmallVec<[(Seat, Units, Blows); 4]> = SmallVec::new();
    for seat in t.state.order.clone() {
        let units: Units = t.state.fielded_by(seat).filter(|unit| t.state.is_engaged(*unit)).collect();
        if !units.is_empty() {
            let blows = ask_targets(t, seat, &Prompt::Fight { units: units.clone(), only: None })?;
            named.push((seat, units, blows));
        }
    }
    let mut queue: SmallVec<[Hits; 16]> = SmallVec::new();
    let mut doomed = Models::new();
    for (seat, units, blows) in named {
        for unit in units {
            let own: Blows = blows.iter().copied().filter(|blow| t.state.unit_of(blow.model) == unit).collect();
            for group in t.state.groups(&own, Manner::Fighting) {
                let attack = t.state.attack(&group, Manner::Fighting);
                let result = roll_attacks(t, unit, &group, &attack, Manner::Fighting)?;
                let allocation = t.state.allocation(&attack, &result);
                let around = if allocation.is_empty() { Units::new() } else { t.state.around(&attack, group.target) };
                for (hits, harm) in allocation {
                    let hits = |target: UnitId| Hits { seat, target, hits, harm: harm.clone() };
                    queue.push(hits(group.target));
                    queue.extend(around.iter().map(|target| hits(*target)));
                }
                for target in around {
                    spread(t, unit, target, result.hits);
                }
                doomed.extend(result.doomed);
            }
        }
    }
    let mut account = Account::open();
    account.doom(t, &doomed)?;
    let targets: Units = t.state.fielded().filter(|unit| queue.iter().any(|hits| hits.target == *unit)).collect();
    for target in targets {
        take(t, target, &queue, &mut account)?;
    }
    account.close(t)?;
    if t.state.outcome.is_none() {
        let rule = t.state.house().edition.end_of_battle();
        t.tell_by(Fact::BattleEnded, [rule]);
    }
    Ok(())
}

/// A unit takes all hits on it: those of the Commanders in turn order, each in the order they like.
fn take(t: &mut Table<Aot>, target: UnitId, queue: &[Hits], account: &mut Account) -> Flow<()> {
    for seat in t.state.order.clone() {
        let of_seat = |hits: &&Hits| hits.target == target && hits.seat == seat && hits.hits > 0;
        let mut own: SmallVec<[Hits; 8]> = queue.iter().filter(of_seat).cloned().collect();
        if own.iter().any(|hits| hits.harm != own[0].harm) {
            let groups = own.iter().map(|own| Batch::Hits { hits: own.hits, damage: own.harm.damage }).collect();
            let order = t.ask(seat, Prompt::Groups { unit: target, groups, in_battle: true })?;
            own = order.tokens().iter().filter_map(|token| own.get(token.item()?).cloned()).collect();
        }
        for hits in own {
            suffer(t, target, hits.hits, &hits.harm, account)?;
        }
    }
    Ok(())
}
