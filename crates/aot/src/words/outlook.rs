//! What may come of attacks, exactly: computed from the description by which they are rolled.

use chance::Distribution;
use chance::odds::run_from;
use vocabulary::{RuleId, Seat, Series};

use crate::chapters::sequence::{Attack, Defence, Need};
use crate::forces::edition::Edition;
use crate::forces::house::Burst;
use crate::words::telling::{dice_words, modifier_words};
use crate::words::voice::counted;

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

/// A distribution in the words that all games share.
pub(crate) fn series(label: String, distribution: &Distribution<i32>) -> Series {
    let (values, p) = distribution.iter().map(|(value, p)| (*value, p)).unzip();
    Series { label, values, p }
}

/// What attacks with a weapon need and do, in words.
pub(crate) fn sentence_of(
    weapon: &str,
    dice: usize,
    at: &str,
    attack: &Attack,
    defence: &Defence,
    seat: Seat,
) -> String {
    let Defence { resist, critical, ignored } = defence;
    let needs = |need: &Need| modifier_words(&need.roll(seat));
    let also = match critical.number() == resist.number() {
        true => String::new(),
        false => format!(" (Critical Hits on {})", needs(critical)),
    };
    let shrugged =
        ignored.as_ref().map_or_else(String::new, |need| format!(", each point ignored on {}+", need.number()));
    let more = match attack.burst {
        Some(Burst::AutoHit) => "; each Critical Hit hits once more",
        Some(Burst::Roll) => "; each Critical Hit attacks once more",
        None => "",
    };
    format!(
        "{weapon}: {}{at}; each hits on {}, is resisted on {}{also} and does {} of damage{shrugged}{more}",
        dice_words(dice),
        needs(&attack.hit),
        needs(resist),
        counted(attack.harm.damage, "point", "points"),
    )
}

/// The rules behind attacks and rolls against them.
pub(crate) fn rules_of(attack: &Attack, defence: &Defence, edition: Edition) -> Vec<RuleId> {
    let Attack { hit, burst, harm: _, critical: _, blast, backfires } = attack;
    let Defence { resist, critical, ignored } = defence;
    let mut rules: Vec<&'static str> = Vec::new();
    rules.extend(ignored.as_ref().map(|ignored| ignored.why));
    rules.extend(burst.map(|_| edition.burst()));
    rules.extend(blast.map(|_| "aot.trait.explosive"));
    rules.extend(backfires.then_some("aot.trait.volatile"));
    for need in [hit, resist, critical] {
        rules.push(need.why);
        rules.extend(need.changes.iter().map(|(rule, _)| *rule));
    }
    let mut once: Vec<RuleId> = Vec::new();
    for rule in rules.into_iter().map(RuleId::of) {
        if !once.contains(&rule) {
            once.push(rule);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::attack::Manner;
    use crate::chapters::sequence::{Approach, Changes, Cover, Defender};
    use crate::chapters::traits::Trait;
    use crate::forces::card::{Range, Weapon};
    use crate::forces::house::House;
    use vocabulary::Settings;

    /// What bots expect of an attack, and the mean of the odds that people see.
    fn means(traits: &[Trait], power: u8, resist: u8, resilient: Option<u8>, burst: Burst) -> (f64, f64) {
        let house = House::read(&Settings::new()).expect("settings that are all as usual");
        let house = House { edition: Edition::Second, burst, ..house };
        let (name, traits) = ("Weapon".to_owned(), traits.to_vec());
        let weapon = Weapon { name, range: Range::Inches(12), attacks: 1, power, damage: 3, traits };
        let attack = Attack::new(&weapon, &house, &Approach::plain(Manner::Shooting, power.into(), 6));
        let resilient = resilient.map(|need| (need, None));
        let defender = Defender { resist, cover: Cover::Helps, eased: Changes::new(), resilient };
        let defence = defender.against(&attack, house.edition);
        let mut outlook = Outlook::new(vec![30]);
        outlook.add(1, &attack, &defence);
        (attack.expected(&defence, 30) as f64 / 216.0, outlook.damage().mean())
    }

    #[test]
    fn bots_expect_the_mean_of_the_odds_that_people_see() {
        let light = |property: &Trait| *property == Trait::Ruinous;
        for property in Trait::ALL.iter().filter(|property| !light(property)) {
            for (power, resist, resilient) in [(5, 2, None), (6, 4, Some(5)), (7, 6, Some(2))] {
                let (expected, mean) = means(&[*property], power, resist, resilient, Burst::AutoHit);
                assert!((expected - mean).abs() < 1e-12, "{property:?}: {expected} is expected, and {mean} the mean");
            }
        }
    }

    #[test]
    fn bots_make_light_of_critical_hits_and_of_attacks_that_are_rolled_again() {
        let (expected, mean) = means(&[Trait::Ruinous], 7, 4, None, Burst::AutoHit);
        assert!(expected < mean, "{expected} {mean}");
        let (expected, mean) = means(&[Trait::Burst], 7, 4, None, Burst::Roll);
        assert!(expected > mean, "{expected} {mean}");
    }
}
