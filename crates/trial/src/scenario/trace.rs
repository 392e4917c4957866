//! The rules that turn up: behind an event, an ask, a roll.

use vocabulary::{Ask, Event, Form, Limit, Roll, RuleId};

pub(super) fn rules_of_roll(roll: &Roll) -> impl Iterator<Item = &RuleId> {
    std::iter::once(&roll.why).chain(roll.modifiers.iter().map(|modifier| &modifier.rule))
}

pub(super) fn rules_of_event(event: &Event) -> impl Iterator<Item = &RuleId> {
    let told = event.text.iter().flat_map(|text| &text.rules);
    let shown = event.proof.iter().flat_map(|proof| &proof.text.rules);
    told.chain(shown).chain(event.roll.iter().flat_map(rules_of_roll))
}

pub(super) fn rules_of_ask(ask: &Ask) -> Vec<RuleId> {
    let mut rules = vec![ask.why.clone()];
    match &ask.form {
        Form::Choose { options, .. } => {
            rules.extend(options.iter().filter_map(|option| Some(option.refused.as_ref()?.rule.clone())));
        }
        Form::Move { movers, limits, .. } => {
            rules.extend(movers.iter().flat_map(|mover| &mover.tolls).map(|toll| toll.rule.clone()));
            rules.extend(limits.iter().flat_map(Limit::rules).cloned());
        }
        Form::Place { limits, .. } => rules.extend(limits.iter().flat_map(Limit::rules).cloned()),
        Form::Assign { .. } | Form::Spread { .. } | Form::Number { .. } => {}
    }
    rules
}
