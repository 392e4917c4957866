//! What attacks and charges would mean, before they are declared: needs with every modifier, and exact odds.

use chance::{Distribution, Faces};
use smallvec::SmallVec;
use vocabulary::{ModelId, Odds, Proof, Ref, RuleId, Series, Text, UnitId};

use crate::chapters::battle::targets::Blow;
use crate::chapters::dice::total;
use crate::state::State;
use crate::words::outlook::{Outlook, Standing, rules_of, sentence_of, series};
use crate::words::voice::{Voice, capital};

/// What each blow can be expected to do, in millionths of a point of damage. Bots and ideas go by it.
pub(crate) fn worth(state: &State, blows: &[Blow]) -> Vec<i64> {
    let mut eyes = state.eyes();
    let of = |blow: &Blow| {
        let attack = state.attack(&mut eyes, *blow);
        let meant = state.meant(*blow);
        let Some(model) = meant.iter().find(|model| state.is_wounded(**model)).or_else(|| meant.first()) else {
            return 0;
        };
        let defence = state.defence(*model, attack.ap, attack.manner.is_melee());
        let left = state.profile(*model).health;
        attack.expected(&defence, left) * i64::from(attack.attacks)
    };
    blows.iter().map(of).collect()
}

/// Whom blows are meant for: a unit, or a model of it.
type Meant = (UnitId, Option<ModelId>);

/// Needs with every modifier, and exact odds of hits, wounds, damage and losses for each target.
pub(crate) fn attacks(say: Voice<'_>, blows: &[Blow]) -> Proof {
    let state = say.state;
    let mut meant: SmallVec<[Meant; 4]> = SmallVec::new();
    for blow in blows {
        if !meant.contains(&(blow.target, blow.aim)) {
            meant.push((blow.target, blow.aim));
        }
    }
    let mut text = Text::default();
    let (mut sentences, mut all): (Vec<String>, Vec<Series>) = (Vec::new(), Vec::new());
    let mut rules: Vec<RuleId> = Vec::new();
    let mut mixed = false;
    for (target, aim) in &meant {
        let own: Vec<Blow> = blows.iter().filter(|blow| (blow.target, blow.aim) == (*target, *aim)).copied().collect();
        let models = state.meant(own[0]);
        let name = aim.map_or_else(|| say.called(*target), |aim| say.model_called(aim));
        text = text.about(aim.map_or(Ref::Unit(*target), Ref::Model));
        let standing = |(place, model): (usize, &ModelId)| Standing {
            left: state.model(*model).health,
            wounded: state.is_wounded(*model),
            defence: place,
        };
        let mut outlook = Outlook::new(models.iter().enumerate().map(standing).collect());
        for volley in state.volleys(&own) {
            let melee = volley.attack.manner.is_melee();
            let defences: Vec<_> = models.iter().map(|model| state.defence(*model, volley.attack.ap, melee)).collect();
            let Some(defence) = defences.first() else { continue };
            mixed |= defences.iter().any(|other| other != defence);
            let weapon = &state.weapon(volley.blow.model, volley.blow.weapon).name;
            let sentence = sentence_of(weapon, volley.attacks.into(), &volley.attack, defence);
            sentences.push(if meant.len() == 1 { sentence } else { format!("at {name}: {sentence}") });
            for rule in rules_of(&volley.attack, defence) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
            outlook.add(volley.attacks.into(), &volley.attack, &defences);
        }
        let label = |what: &str| if meant.len() == 1 { what.to_owned() } else { format!("{what}: {name}") };
        let damage = outlook.damage();
        sentences.push(format!("expect {:.1} points of damage", damage.mean()));
        all.push(series(label("damage"), &damage));
        all.push(series(label("models lost"), &outlook.lost()));
        all.push(series(label("hits"), &outlook.hits));
        all.push(series(label("wounds"), &outlook.wounds));
    }
    if all.is_empty() {
        return Proof { text: Text::new("Nobody attacks"), ..Proof::default() };
    }
    text.sentence = capital(&sentences.join("; "));
    text.rules.extend(rules);
    let mut policies = vec![Text::new("no dice of the bad luck pool are used, and saves are the better ones")];
    if mixed {
        policies.push(Text::new("models take wounds in the order in which they are numbered, wounded ones first"));
    }
    let odds = Odds { title: "Attacks".to_owned(), series: all, policies, exact: !mixed };
    Proof { text, odds: Some(odds), ..Proof::default() }
}

/// How likely a charge roll is enough. Carries out `tle.charge.success`.
pub(crate) fn charge(say: Voice<'_>, unit: UnitId, target: UnitId) -> Proof {
    let roll = say.charge_roll(unit, target);
    let bonus = total(&say.charge_bonus(unit));
    let need = roll.need.unwrap_or(0);
    let sums = Distribution::of_die(Faces::D6).repeat(2);
    let p = sums.chance(|sum| *sum >= need);
    let called = say.called(target);
    let sentence = if p == 0.0 {
        format!("No charge roll is enough to reach {called}")
    } else {
        format!("{:.0} % to reach {called} (needs {need} or more on 2D6)", p * 100.0)
    };
    let text = Text::new(sentence).rule("tle.charge.success").rule("tle.charge.roll").about(Ref::Unit(target));
    let inches = series("inches".to_owned(), &sums.map(|sum| i32::from(*sum + bonus)));
    let policies = vec![Text::new("nobody counterfires")];
    let odds = Odds { title: "Charge".to_owned(), series: vec![inches], policies, exact: true };
    Proof { text, rolls: vec![roll], odds: Some(odds), ..Proof::default() }
}
