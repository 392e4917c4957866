//! What an answer would mean, before it is given: ways with what they cost, attacks and charges with exact odds.

use chance::{Distribution, Faces};
use ground::Length;
use smallvec::SmallVec;
use vocabulary::{Answer, Line, ModelId, Odds, Proof, Ref, RuleId, Series, Text, Token, UnitId};

use crate::attack::{Blow, Blows, Group, Manner, unit_of_token};
use crate::card::Ability;
use crate::damage::{Harm, succeeds};
use crate::movement::{Gait, Move, Paths};
use crate::prompt::{Prompt, aimed, struck};
use crate::state::{State, Units};
use crate::telling::{dice_words, modifier_words};

/// What an answer that passes `check` would mean.
pub(crate) fn preview(state: &State, prompt: &Prompt, answer: &Answer) -> Proof {
    let proof = match (prompt, answer) {
        (Prompt::Move { walk, .. }, Answer::Move { paths, .. }) => Some(way(state, walk, paths)),
        (Prompt::Aim { unit, only, lost }, Answer::Assign(_)) => {
            let manner = if state.is_acting(*unit) { Manner::Shooting } else { Manner::ReturnFire };
            let shots = aimed(state, *unit, only.as_deref(), lost.as_deref(), answer);
            shots.ok().map(|shots| attacks(state, &shots, manner))
        }
        (Prompt::Fight { units, only }, Answer::Assign(_)) => {
            let manner = if only.is_some() { Manner::CutDown } else { Manner::Fighting };
            struck(state, units, *only, answer).ok().map(|blows| attacks(state, &blows, manner))
        }
        (Prompt::Charge { unit, .. }, Answer::Choose(tokens)) => Some(charge(state, *unit, tokens)),
        _ => None,
    };
    proof.unwrap_or_default()
}

/// What each way costs, and what is left.
fn way(state: &State, walk: &Move, paths: &Paths) -> Proof {
    let mut lines = Vec::new();
    let mut costs: Vec<(Length, Length)> = Vec::new();
    let mut text = Text::new("").rule("aot.ruling.move-path");
    for (model, path) in paths {
        let Some((cost, allowance)) = walk.price(state, *model, path) else { continue };
        costs.push((cost, allowance));
        if allowance < walk.reach(state).open && text.rules.len() < 2 {
            text = text.rule("aot.terrain.unstable-speed");
        }
        text = text.about(Ref::Model(*model));
        let start = match (&walk.gait, state.model(*model).pose) {
            (Gait::Enter { .. }, _) | (_, None) => path.legs.first().copied(),
            (_, pose) => pose,
        };
        let from = start.unwrap_or_default().at;
        lines.extend(path.segments(from).filter(|(from, to)| from != to).map(|(from, to)| Line { from, to }));
    }
    text.sentence = match (costs.as_slice(), costs.iter().max()) {
        ([(cost, allowance)], _) => {
            let left = (*allowance - *cost).max(Length::ZERO);
            format!("{} goes {}, {} left", state.model_name(paths[0].0), cost.about(), left.about())
        }
        (all, Some((furthest, allowance))) => {
            format!("{} models go, the furthest {} of {}", all.len(), furthest.about(), allowance.about())
        }
        _ => "nobody moves".to_owned(),
    };
    Proof { text, lines, ..Proof::default() }
}

/// The chance that a die succeeds.
fn chance_of(need: i16) -> f64 {
    Distribution::of_die(Faces::D6).chance(|shows| succeeds(*shows, need))
}

/// What is behind attacks on one unit.
struct Outlook {
    hits: Distribution<i32>,
    left: Distribution<i32>,
    /// The places of models destroyed before, and the Health that the next has lost.
    state: Distribution<(usize, u8)>,
    /// Health of the models in the order in which they take damage.
    line: Vec<u8>,
}

impl Outlook {
    fn new(state: &State, target: UnitId) -> Outlook {
        let mut models: Vec<ModelId> = state.living(target).collect();
        models.sort_by_key(|model| (state.is_character(*model), !state.is_damaged(*model), *model));
        Outlook {
            hits: Distribution::certain(0),
            left: Distribution::certain(0),
            state: Distribution::certain((0, 0)),
            line: models.iter().map(|model| state.model(*model).health).collect(),
        }
    }

    /// So many attacks, each of which is a hit, and not resisted, with these chances.
    fn add(&mut self, attacks: usize, hit: f64, unresisted: f64, damage: u8, ignored: f64) {
        let count = |p: f64| Distribution::successes(attacks as u32, p).map(|n| *n as i32);
        self.hits = self.hits.plus(&count(hit));
        self.left = self.left.plus(&count(hit * unresisted));
        let p = hit * unresisted;
        let points = Distribution::successes(damage.into(), 1.0 - ignored);
        let line = &self.line;
        let suffer = |(place, lost): (usize, u8), points: u32| match line.get(place) {
            Some(health) if u32::from(lost) + points >= u32::from(*health) => (place + 1, 0),
            Some(_) => (place, lost + points as u8),
            None => (place, lost),
        };
        for _ in 0..attacks {
            self.state = self.state.step(|now| {
                let struck = points.map(|points| if *points == 0 { *now } else { suffer(*now, *points) });
                match p {
                    p if p <= 0.0 => Distribution::certain(*now),
                    p if p >= 1.0 => struck,
                    p => Distribution::mixture([(p, struck), (1.0 - p, Distribution::certain(*now))]),
                }
            });
        }
    }

    fn damage(&self) -> Distribution<i32> {
        let before = |place: usize| self.line[..place].iter().map(|health| i32::from(*health)).sum::<i32>();
        self.state.map(|(place, lost)| before(*place) + i32::from(*lost))
    }

    fn destroyed(&self) -> Distribution<i32> {
        self.state.map(|(place, _)| *place as i32)
    }
}

fn series(label: String, distribution: &Distribution<i32>) -> Series {
    let (values, p) = distribution.iter().map(|(value, p)| (*value, p)).unzip();
    Series { label, values, p }
}

/// Needs with every modifier, and exact odds of hits, hits that are not resisted, damage and losses for each target.
fn attacks(state: &State, blows: &Blows, manner: Manner) -> Proof {
    let mut targets = Units::new();
    for blow in blows.iter().filter(|blow| state.living(blow.target).next().is_some()) {
        if !targets.contains(&blow.target) {
            targets.push(blow.target);
        }
    }
    let mut text = Text::new("");
    let mut sentences = Vec::new();
    let mut all = Vec::new();
    let mut rolls = Vec::new();
    let mut mixed = false;
    let ranged = matches!(manner, Manner::Shooting | Manner::ReturnFire);
    for target in &targets {
        let mut outlook = Outlook::new(state, *target);
        text = text.about(Ref::Unit(*target));
        for group in groups(state, blows, *target, manner) {
            let roll = state.attack_roll(&group, manner);
            let weapon = state.weapon_of_group(&group);
            let harm = Harm { damage: weapon.damage, ranged, by: roll.seat };
            let Some(first) = state.next_in_line(*target).first().copied() else { continue };
            let resist = state.resist_roll(first, 1, harm);
            mixed |= state.is_mixed(*target, harm);
            let resilient = state.card(first).resilient();
            let shrugged = resilient.map_or_else(String::new, |need| format!(", each ignored on {need}+"));
            if resilient.is_some() && !text.rules.contains(&RuleId::of("aot.ability.resilient.ed3")) {
                text = text.rule("aot.ability.resilient.ed3");
            }
            sentences.push(format!(
                "{}: {} at {}, each hits on {}, is resisted on {} and does {}{shrugged}",
                weapon.name,
                dice_words(roll.dice.len()),
                state.called(*target),
                modifier_words(&roll),
                modifier_words(&resist),
                crate::telling::counted(weapon.damage, "point", "points"),
            ));
            for rule in [&roll, &resist].into_iter().flat_map(|roll| {
                std::iter::once(roll.why.clone()).chain(roll.modifiers.iter().map(|modifier| modifier.rule.clone()))
            }) {
                if !text.rules.contains(&rule) {
                    text.rules.push(rule);
                }
            }
            let unresisted = 1.0 - chance_of(resist.need.unwrap_or(7));
            let ignored = resilient.map_or(0.0, |need| chance_of(need.into()));
            outlook.add(roll.dice.len(), chance_of(roll.need.unwrap_or(7)), unresisted, weapon.damage, ignored);
            rolls.extend([roll, resist]);
        }
        let label = |what: &str| {
            if targets.len() == 1 { what.to_owned() } else { format!("{what}: {}", state.called(*target)) }
        };
        let damage = outlook.damage();
        sentences.push(format!("{:.1} points of damage are to be expected", damage.mean()));
        all.push(series(label("hits"), &outlook.hits));
        all.push(series(label("hits that are not resisted"), &outlook.left));
        all.push(series(label("damage"), &damage));
        all.push(series(label("models destroyed"), &outlook.destroyed()));
    }
    if all.is_empty() {
        text.sentence = "nobody attacks".to_owned();
        return Proof { text, ..Proof::default() };
    }
    text.sentence = sentences.join("; ");
    let mut policies = vec![Text::new("nobody evades, and Critical Misses are left out")];
    if mixed {
        policies.push(Text::new("all hits are resisted as by the model that is first in line"));
    }
    let odds = Odds { title: "Attacks".to_owned(), series: all, policies, exact: !mixed };
    Proof { text, rolls, odds: Some(odds), ..Proof::default() }
}

/// The groups of attacks on a unit, those of each attacking unit by themselves.
fn groups(state: &State, blows: &Blows, target: UnitId, manner: Manner) -> Vec<Group> {
    let mut units = Units::new();
    for blow in blows {
        let unit = state.unit_of(blow.model);
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let of = |unit: &UnitId| {
        let own = |blow: &&Blow| blow.target == target && state.unit_of(blow.model) == *unit;
        let own: SmallVec<[Blow; 16]> = blows.iter().filter(own).copied().collect();
        state.groups(&own, manner)
    };
    units.iter().flat_map(of).collect()
}

/// How likely 2D6 are enough.
fn charge(state: &State, unit: UnitId, tokens: &[Token]) -> Proof {
    let targets: Units = tokens.iter().filter_map(|token| unit_of_token(*token)).collect();
    if targets.is_empty() {
        let text = Text::new("nobody is charged, and the Action is over");
        return Proof { text: text.rule("aot.ruling.move-and-charge-sequence"), ..Proof::default() };
    }
    let momentum = if state.has(unit, Ability::Momentum) { 2 } else { 0 };
    let vigors = Distribution::of_die(Faces::D6).repeat(2).map(|shows| i32::from(*shows) + momentum);
    let enough = |vigor: i32| {
        let gait = Gait::Charge { vigor: Length::inches(vigor), targets: targets.clone() };
        state.charge_plan(&Move { unit, gait }).is_some()
    };
    let (mut low, mut high) = (*vigors.lowest(), *vigors.highest() + 1);
    while low < high {
        let middle = low.midpoint(high);
        if enough(middle) { high = middle } else { low = middle + 1 }
    }
    let p = vigors.at_least(&high);
    let names = state.called_all(&targets);
    let sentence = if high > *vigors.highest() {
        format!("no Charge Vigor is enough to reach {names}")
    } else {
        format!("a Charge Vigor of {high} or more reaches {names}: {:.0} %", p * 100.0)
    };
    let mut text = Text::new(sentence).rule("aot.charge.vigor").rule("aot.ruling.charge-reach");
    if momentum > 0 {
        text = text.rule("aot.ability.momentum");
    }
    text.refs.extend(targets.iter().map(|target| Ref::Unit(*target)));
    let policies = vec![Text::new("nobody evades or counter charges")];
    let reached = series("Charge Vigor".to_owned(), &vigors);
    let odds = Odds { title: "Charge".to_owned(), series: vec![reached], policies, exact: true };
    Proof { text, rolls: vec![state.vigor_roll(unit)], odds: Some(odds), ..Proof::default() }
}
