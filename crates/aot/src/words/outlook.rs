//! What may come of attacks, exactly: computed from the description by which they are rolled.

use chance::Distribution;
use chance::odds::run_from;

use crate::chapters::sequence::{Attack, Defence, Need};
use crate::forces::house::Burst;

/// What is behind attacks on one unit.
pub(crate) struct Outlook {
    /// Successful attacks.
    pub(crate) hits: Distribution<i32>,
    /// Those that were not resisted.
    pub(crate) left: Distribution<i32>,
    /// The places of models destroyed before, and the Health that the next has lost.
    state: Distribution<(usize, u8)>,
    /// Health of the models in the order in which they take damage.
    line: Vec<u8>,
}

/// 1 where a die succeeds, and 0 where it does not.
fn success(need: &Need) -> Distribution<i32> {
    let sixths = f64::from(need.sixths());
    Distribution::weighted([(6.0 - sixths, 0), (sixths, 1)])
}

/// 1 where a die does not succeed, and 0 where it does.
fn failure(need: &Need) -> Distribution<i32> {
    success(need).map(|success| 1 - success)
}

/// How many hits one Attack Roll brings, and how many of them are not resisted.
///
/// Who else a blast strikes and whom a Critical Miss destroys is not asked here: both are about others than the target.
fn outcomes(attack: &Attack, defence: &Defence) -> (Distribution<i32>, Distribution<i32>) {
    let Attack { hit, burst, harm: _, critical: _, blast: _, backfires: _ } = attack;
    let Defence { resist, critical, ignored: _ } = defence;
    let plain = failure(resist);
    let more = match burst {
        None => Distribution::certain(0),
        Some(Burst::AutoHit) => Distribution::certain(1),
        Some(Burst::Roll) => success(hit),
    };
    let more_left = more.then(|more| if *more > 0 { plain.clone() } else { Distribution::certain(0) });
    let critical = (more.map(|more| more + 1), failure(critical).plus(&more_left));
    let parts = [
        (1.0, critical),
        (f64::from(hit.sixths() - 1), (Distribution::certain(1), plain)),
        (f64::from(6 - hit.sixths()), (Distribution::certain(0), Distribution::certain(0))),
    ];
    let hits = Distribution::mixture(parts.iter().map(|(weight, (hits, _))| (*weight, hits.clone())));
    (hits, Distribution::mixture(parts.into_iter().map(|(weight, (_, left))| (weight, left))))
}

impl Outlook {
    /// Before any attack on models with so much Health, in the order in which they take damage.
    pub(crate) fn new(line: Vec<u8>) -> Outlook {
        let nothing = Distribution::certain(0);
        Outlook { hits: nothing.clone(), left: nothing, state: Distribution::certain((0, 0)), line }
    }

    /// So many attacks of the same kind. Says the same as rolling them: what is not resisted does its points to one model
    /// after the other, and what a model cannot take is lost.
    pub(crate) fn add(&mut self, attacks: u32, attack: &Attack, defence: &Defence) {
        let (hits, left) = outcomes(attack, defence);
        let left = left.repeat(attacks);
        let damage = attack.harm.damage;
        let points = match &defence.ignored {
            Some(ignored) => failure(ignored).repeat(damage.into()),
            None => Distribution::certain(damage.into()),
        };
        let line = &self.line;
        let suffer = |(place, lost): (usize, u8), points: i32| match line.get(place) {
            Some(_) if points == 0 => (place, lost),
            Some(health) if i32::from(lost) + points >= i32::from(*health) => (place + 1, 0),
            Some(_) => (place, lost + points as u8),
            None => (place, lost),
        };
        let times = left.map(|left| *left as u32);
        self.state = run_from(&self.state, &times, |now| points.map(|points| suffer(*now, *points)));
        self.hits = self.hits.plus(&hits.repeat(attacks));
        self.left = self.left.plus(&left);
    }

    /// Points of damage that models suffer.
    pub(crate) fn damage(&self) -> Distribution<i32> {
        let before = |place: usize| self.line[..place].iter().map(|health| i32::from(*health)).sum::<i32>();
        self.state.map(|(place, lost)| before(*place) + i32::from(*lost))
    }

    /// Models that are destroyed.
    pub(crate) fn destroyed(&self) -> Distribution<i32> {
        self.state.map(|(place, _)| *place as i32)
    }
}

/// What Burst does, in words.
pub(crate) fn burst_words(burst: Burst) -> &'static str {
    match burst {
        Burst::AutoHit => "each Critical Hit hits once more",
        Burst::Roll => "each Critical Hit attacks once more",
    }
}
