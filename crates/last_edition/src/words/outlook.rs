//! What may come of attacks, exactly: computed from the description by which they are rolled.

use chance::Distribution;
use chance::odds::run_from;
use vocabulary::{RuleId, Series};

use crate::chapters::dice::Need;
use crate::chapters::saving::{Defence, First};
use crate::chapters::sequence::Attack;

/// A model that may take damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The health that it has left.
    pub(crate) left: u8,
    /// Whether it has lost any.
    pub(crate) wounded: bool,
    /// Which of the defences it has.
    pub(crate) defence: usize,
}

/// What is behind attacks on one unit.
pub(crate) struct Outlook {
    /// Attacks that hit.
    pub(crate) hits: Distribution<i32>,
    /// Hits that wound.
    pub(crate) wounds: Distribution<i32>,
    /// The places of models lost before, and the health that the next has lost.
    state: Distribution<(usize, u8)>,
    /// The models in the order in which they take damage.
    line: Vec<Standing>,
}

/// 1 where a die succeeds, and 0 where it does not.
fn success(need: &Need) -> Distribution<i32> {
    let sixths = f64::from(need.sixths());
    Distribution::weighted([(6.0 - sixths, 0), (sixths, 1)])
}

/// Points of damage that a wound does to a model with so much health left.
///
/// Says the same as rolling it: one save first, as its owner is expected to choose it, then a pure save for each point;
/// what the model does not have is lost.
fn suffered(attack: &Attack, defence: &Defence, left: u8) -> Distribution<u8> {
    let Attack { manner: _, attacks: _, hit: _, wound: _, ap: _, damage } = attack;
    let first = defence.best(*damage, left);
    let points = match defence.pure_after(first) {
        None => Distribution::certain((*damage).min(left)),
        Some(pure) => {
            let fails = success(pure).map(|saved| 1 - saved);
            let dice = defence.pure_dice(*damage, left);
            fails.repeat(dice.into()).map(|failed| u8::try_from(*failed).unwrap_or(u8::MAX).min(left))
        }
    };
    match defence.first(first) {
        None => points,
        Some(save) => {
            let saved = f64::from(save.sixths());
            Distribution::mixture([(saved, Distribution::certain(0)), (6.0 - saved, points)])
        }
    }
}

impl Outlook {
    /// Before any attack on models, those that have lost health first: they take damage before the others. Carries out
    /// `tle.datasheet.wounded-first`.
    pub(crate) fn new(mut line: Vec<Standing>) -> Outlook {
        line.sort_by_key(|model| !model.wounded);
        let nothing = Distribution::certain(0);
        Outlook { hits: nothing.clone(), wounds: nothing, state: Distribution::certain((0, 0)), line }
    }

    /// So many attacks of the same kind, against models with these defences. Says the same as rolling them one after
    /// another; once all models are lost, so are further attacks.
    pub(crate) fn add(&mut self, attacks: u32, attack: &Attack, defences: &[Defence]) {
        let Attack { manner: _, attacks: _, hit, wound, ap: _, damage: _ } = attack;
        let hits = success(hit).repeat(attacks);
        let (cases, all) = wound.cases();
        let wound = Distribution::weighted([(all as f64 - cases as f64, 0), (cases as f64, 1)]);
        let one = success(hit).then(|hit| if *hit > 0 { wound.clone() } else { Distribution::certain(0) });
        let wounds = one.repeat(attacks);
        let times = wounds.map(|wounds| *wounds as u32);
        let line = &self.line;
        self.state = run_from(&self.state, &times, |&(place, lost)| {
            let Some(model) = line.get(place) else { return Distribution::certain((place, lost)) };
            let left = model.left - lost;
            suffered(attack, &defences[model.defence], left).map(|points| match *points {
                points if points >= left => (place + 1, 0),
                points => (place, lost + points),
            })
        });
        self.hits = self.hits.plus(&hits);
        self.wounds = self.wounds.plus(&wounds);
    }

    /// Points of damage that models suffer.
    pub(crate) fn damage(&self) -> Distribution<i32> {
        let before = |place: usize| self.line[..place].iter().map(|model| i32::from(model.left)).sum::<i32>();
        self.state.map(|(place, lost)| before(*place) + i32::from(*lost))
    }

    /// Models that are lost.
    pub(crate) fn lost(&self) -> Distribution<i32> {
        self.state.map(|(place, _)| *place as i32)
    }
}

/// A distribution in the words that all games share.
pub(crate) fn series(label: String, distribution: &Distribution<i32>) -> Series {
    let (values, p) = distribution.iter().map(|(value, p)| (*value, p)).unzip();
    Series { label, values, p }
}

/// What a die needs, in words, with what changed it.
fn need_words(need: &Need) -> String {
    let number = need.number();
    match number {
        ..=1 => "anything".to_owned(),
        2..=6 => format!("{number}+"),
        7.. => "nothing (it can't be rolled)".to_owned(),
    }
}

/// What attacks with a weapon need and do, in words.
pub(crate) fn sentence_of(weapon: &str, attacks: u32, attack: &Attack, defence: &Defence) -> String {
    let Attack { manner: _, attacks: _, hit, wound, ap: _, damage } = attack;
    let dice = if attacks == 1 { "1 attack".to_owned() } else { format!("{attacks} attacks") };
    let to_wound = match wound.dice_allowed() {
        1 => format!("wounds on {}", need_words(&wound.begin().need())),
        dice => format!("wounds only with {} and more on die {dice}", sixes(dice - 1)),
    };
    let first = defence.best(*damage, u8::MAX);
    let saved = match (first, defence.first(first)) {
        (First::Dodge, Some(dodge)) => format!("is dodged on {}", need_words(dodge)),
        (_, Some(armor)) => format!("is saved on {}", need_words(armor)),
        (_, None) => "can't be saved by armor".to_owned(),
    };
    let pure = defence.pure_after(first);
    let pure = pure.map_or_else(String::new, |need| format!(", each point ignored on {}", need_words(need)));
    let points = if *damage == 1 { "1 point".to_owned() } else { format!("{damage} points") };
    format!("{weapon}: {dice}; each hits on {}, {to_wound}, {saved} and does {points} of damage{pure}", need_words(hit))
}

fn sixes(many: u8) -> String {
    if many == 1 { "a 6".to_owned() } else { format!("{many} sixes") }
}

/// The rules behind attacks and rolls against them.
pub(crate) fn rules_of(attack: &Attack, defence: &Defence) -> Vec<RuleId> {
    let Attack { manner: _, attacks: _, hit, wound, ap: _, damage: _ } = attack;
    let Defence { armor, dodge, pure, rules: _ } = defence;
    let mut rules = hit.rules();
    rules.extend(wound.begin().need().rules());
    rules.extend(wound.changes().iter().map(|(rule, _)| *rule));
    if wound.dice_allowed() > 1 {
        rules.push("tle.wound.exploding-six");
    }
    if attack.manner.is_melee() {
        rules.extend(["tle.melee.wound-roll", "tle.melee.damage"]);
    } else {
        rules.extend(["tle.shooting.wound-roll", "tle.shooting.damage"]);
    }
    for save in [armor, dodge, pure].into_iter().flatten() {
        rules.extend(save.rules());
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
mod tests;
