//! What an answer would mean, before it is given: ways with what they cost, attacks and charges with exact odds.

use chance::{Distribution, Faces};
use ground::Length;
use smallvec::SmallVec;
use vocabulary::{Answer, Line, ModelId, Odds, Proof, Ref, Roll, RuleId, Seat, Series, Text, Token, UnitId};

use crate::chapters::attack::{Blow, Blows, Group, Manner};
use crate::chapters::modifiers::Value;
use crate::chapters::movement::{Gait, Move, Paths};
use crate::forces::ability::Ability;
use crate::prompt::Prompt;
use crate::state::{State, Units};
use crate::words::outlook::{Outlook, rules_of, sentence_of, series};
use crate::words::voice::Voice;

/// What an answer that passes `check` would mean.
pub(crate) fn preview(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
    let say = Voice::of_seat(state, seat);
    let proof = match (prompt, answer) {
        (Prompt::Move { walk, .. }, Answer::Move { paths, .. }) => Some(way(say, walk, paths)),
        (Prompt::Aim { .. } | Prompt::Fight { .. }, Answer::Assign(_)) => {
            let manner = match prompt {
                Prompt::Aim { unit, .. } if state.is_acting(*unit) => Manner::Shooting,
                Prompt::Aim { .. } => Manner::ReturnFire,
                Prompt::Fight { only: Some(_), .. } => Manner::CutDown,
                _ => Manner::Fighting,
            };
            let blows = prompt.targeting().and_then(|targeting| targeting.read(state, answer).ok());
            blows.map(|blows| attacks(say, &blows, manner))
        }
        (Prompt::Charge { unit, .. }, Answer::Choose(tokens)) => Some(charge(say, *unit, tokens)),
        _ => None,
    };
    proof.unwrap_or_default()
}

/// What each way costs, and what is left.
fn way(say: Voice<'_>, walk: &Move, paths: &Paths) -> Proof {
    let state: &State = &say;
    let mut lines = Vec::new();
    let mut costs: Vec<(Length, Length)> = Vec::new();
    let mut text = Text::new("").rule("aot.ruling.move-path");
    let ready = walk.ready(state);
    for (model, path) in paths {
        let Some((cost, allowance)) = ready.price(*model, path) else { continue };
        costs.push((cost, allowance));
        if allowance < walk.reach(state).open && text.rules.len() < 2 {
            text = text.rule("aot.terrain.unstable-speed");
        }
        text = text.about(Ref::Model(*model));
        let start = match (&walk.gait, state.pose(*model)) {
            (Gait::Enter { .. }, _) | (_, None) => path.legs.first().copied(),
            (_, pose) => pose,
        };
        let from = start.unwrap_or_default().at;
        lines.extend(path.segments(from).filter(|(from, to)| from != to).map(|(from, to)| Line { from, to }));
    }
    text.sentence = match (costs.as_slice(), costs.iter().max()) {
        ([(cost, allowance)], _) => {
            let left = (*allowance - *cost).max(Length::ZERO);
            let who = say.model_does(paths[0].0, "moves", "move");
            format!("{who} {}, {} left", cost.about(), left.about())
        }
        (all, Some((furthest, allowance))) => {
            format!("{} models move, the furthest {} of {}", all.len(), furthest.about(), allowance.about())
        }
        _ => "nobody moves".to_owned(),
    };
    Proof { text, lines, ..Proof::default() }
}

/// Health of the models that attacks are meant for, in the order in which they take damage.
fn line(state: &State, (target, aim): Meant) -> Vec<u8> {
    let mut models: Vec<ModelId> = state.living(target).filter(|model| aim.is_none_or(|aim| aim == *model)).collect();
    models.sort_by_key(|model| (state.is_character(*model), !state.is_damaged(*model), *model));
    models.iter().map(|model| state.model(*model).health).collect()
}

/// Whom blows are meant for: a unit, or a character in it.
type Meant = (UnitId, Option<ModelId>);

/// Needs with every modifier, and exact odds of hits, hits that are not resisted, damage and losses for each target.
fn attacks(say: Voice<'_>, blows: &Blows, manner: Manner) -> Proof {
    let state: &State = &say;
    let mut targets: SmallVec<[Meant; 4]> = SmallVec::new();
    for blow in blows.iter().filter(|blow| state.living(blow.target).next().is_some()) {
        if !targets.contains(&(blow.target, blow.aim)) {
            targets.push((blow.target, blow.aim));
        }
    }
    let mut briefing = Briefing::default();
    for meant in &targets {
        let name = meant.1.map_or_else(|| say.called(meant.0), |aim| say.model_called(aim));
        let mut outlook = Outlook::new(line(state, *meant));
        for group in groups(state, blows, *meant, manner) {
            briefing.add(say, &group, manner, &name, &mut outlook);
        }
        briefing.sum_up(&outlook, if targets.len() == 1 { None } else { Some(&name) });
    }
    briefing.finish()
}

/// What is told before attacks are made.
#[derive(Default)]
struct Briefing {
    text: Text,
    sentences: Vec<String>,
    series: Vec<Series>,
    rolls: Vec<Roll>,
    /// Whether it matters who in a unit is hit.
    mixed: bool,
}

impl Briefing {
    fn cite(&mut self, rule: RuleId) {
        if !self.text.rules.contains(&rule) {
            self.text.rules.push(rule);
        }
    }

    /// The attacks of a group on whom they are meant for.
    fn add(&mut self, say: Voice<'_>, group: &Group, manner: Manner, name: &str, outlook: &mut Outlook) {
        let state: &State = &say;
        let attack = state.attack(group, manner);
        let roll = state.attack_roll(group, &attack);
        let Some(first) = group.aim.or_else(|| state.next_in_line(group.target).first().copied()) else { return };
        let defence = state.defender(first, &attack.harm).against(&attack, state.house().edition);
        self.mixed |= group.aim.is_none() && state.is_mixed(group.target, &attack.harm);
        if !self.text.refs.contains(&Ref::Unit(group.target)) {
            self.text.refs.push(Ref::Unit(group.target));
        }
        let (weapon, at, dice) = (&state.weapon_of_group(group).name, format!(" at {name}"), roll.dice.len());
        self.sentences.push(sentence_of(weapon, dice, &at, &attack, &defence, roll.seat));
        let around = state.around(&attack, group.target);
        if !around.is_empty() {
            self.sentences.push(format!("each hit also strikes {}", say.called_all(&around)));
        }
        if attack.backfires {
            self.sentences.push("a model that rolls a 1 is destroyed".to_owned());
        }
        rules_of(&attack, &defence, state.house().edition).into_iter().for_each(|rule| self.cite(rule));
        outlook.add(dice as u32, &attack, &defence);
        self.rolls.extend([roll, state.resist_roll(first, 1, &attack.harm)]);
    }

    fn sum_up(&mut self, outlook: &Outlook, name: Option<&str>) {
        let label = |what: &str| name.map_or_else(|| what.to_owned(), |name| format!("{what}: {name}"));
        let damage = outlook.damage();
        self.sentences.push(format!("expect {:.1} points of damage", damage.mean()));
        self.series.push(series(label("hits"), &outlook.hits));
        self.series.push(series(label("hits that are not resisted"), &outlook.left));
        self.series.push(series(label("damage"), &damage));
        self.series.push(series(label("models destroyed"), &outlook.destroyed()));
    }

    fn finish(mut self) -> Proof {
        if self.series.is_empty() {
            self.text.sentence = "nobody attacks".to_owned();
            return Proof { text: self.text, ..Proof::default() };
        }
        self.text.sentence = self.sentences.join("; ");
        let mut policies = vec![Text::new("nobody evades, and Critical Misses are not counted")];
        if self.mixed {
            policies.push(Text::new("the model that is first in line resists all hits"));
        }
        let odds = Odds { title: "Attacks".to_owned(), series: self.series, policies, exact: !self.mixed };
        Proof { text: self.text, rolls: self.rolls, odds: Some(odds), ..Proof::default() }
    }
}

/// The groups of attacks on a unit, those of each attacking unit by themselves.
fn groups(state: &State, blows: &Blows, meant: Meant, manner: Manner) -> Vec<Group> {
    let mut units = Units::new();
    for blow in blows {
        let unit = state.unit_of(blow.model);
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let of = |unit: &UnitId| {
        let own = |blow: &&Blow| (blow.target, blow.aim) == meant && state.unit_of(blow.model) == *unit;
        let own: SmallVec<[Blow; 16]> = blows.iter().filter(own).copied().collect();
        state.groups(&own, manner)
    };
    units.iter().flat_map(of).collect()
}

/// How likely 2D6 are enough.
fn charge(say: Voice<'_>, unit: UnitId, tokens: &[Token]) -> Proof {
    let state: &State = &say;
    let targets: Units = tokens.iter().filter_map(|token| token.unit()).collect();
    if targets.is_empty() {
        let text = Text::new("nobody is charged, and the Action is over");
        return Proof { text: text.rule("aot.ruling.move-and-charge-sequence"), ..Proof::default() };
    }
    let vigors = Distribution::of_die(Faces::D6).repeat(2).map(|shows| state.vigor(unit, i32::from(*shows), true));
    let (low, most) = (*vigors.lowest(), *vigors.highest());
    let high = state.least_vigor(unit, &targets, low, most).unwrap_or(most + 1);
    let p = vigors.at_least(&high);
    let names = say.called_all(&targets);
    let sentence = if high > *vigors.highest() {
        format!("no Charge Vigor is enough to reach {names}")
    } else {
        format!("{:.0} % to reach {names} (needs a Charge Vigor of {high})", p * 100.0)
    };
    let mut text = Text::new(sentence).rule("aot.charge.vigor").rule("aot.ruling.charge-reach");
    if state.has(unit, Ability::Momentum) {
        text = text.rule("aot.ability.momentum");
    }
    for (_, rule) in state.modifiers(unit).filter(|(modifier, _)| modifier.adds(Value::Vigor) != 0) {
        text = text.rule(rule);
    }
    text.refs.extend(targets.iter().map(|target| Ref::Unit(*target)));
    let policies = vec![Text::new("nobody evades or counter charges")];
    let reached = series("Charge Vigor".to_owned(), &vigors);
    let odds = Odds { title: "Charge".to_owned(), series: vec![reached], policies, exact: true };
    Proof { text, rolls: vec![state.vigor_roll(unit)], odds: Some(odds), ..Proof::default() }
}
