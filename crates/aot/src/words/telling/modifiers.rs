//! Spells and Feats as sentences.

use vocabulary::{Ref, Text};

use super::{capital, counted, of_unit};
use crate::chapters::modifiers::{Modifier, Source, Until};
use crate::chapters::soul::Spell;
use crate::fact::Fact;
use crate::state::State;

impl State {
    /// What the source of a modifier is called.
    pub(super) fn source_name(&self, source: Source) -> String {
        match source {
            Source::Spell(spell) => spell.label().to_owned(),
            Source::Feat(id) => self.feat(id).map_or_else(|| id.to_string(), |feat| feat.name.clone()),
        }
    }
}

/// What is heard of spells and Feats.
pub(super) fn told(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Channelled { model } => {
            let unit = state.unit_of(*model);
            let text =
                format!("{} selects {} for a Soul Action", state.name(state.seat_of(unit)), state.model_name(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Cast { model, spell, mark } => {
            let (who, whom) = (capital(&state.model_called(*model)), state.mark_called(*mark));
            let text = format!("{who} spends {} Soul on {} at {whom}", spell.cost(), spell.label());
            Text::new(text).about(Ref::Model(*model)).about(mark.reference())
        }
        Fact::Negated { model, spell, works } => negated(state, *model, *spell, *works),
        Fact::Fizzled { model, spell } => {
            let text = format!("{} of {} comes to nothing", spell.label(), state.model_called(*model));
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Given { unit, timed } => {
            let end = match (timed.until, timed.modifier) {
                (_, Modifier::Suppressed) => " in this Action Phase",
                (Until::Activation, _) => "",
                (Until::Round, _) => " until the Round ends",
            };
            let text =
                format!("{} {}{end}", state.called(*unit), timed.modifier.text(state.does(*unit, "has", "have")));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Stricken { unit, points, .. } => {
            let points = counted(*points, "point", "points");
            let suffers = state.does(*unit, "suffers", "suffer");
            let text = format!("{} {suffers} {points} of Severe Damage", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::FeatPoint { seat, .. } => {
            let now = counted(state.side(*seat).feat_points, "Feat Point", "Feat Points");
            let text = format!("{} gains a Feat Point, and has {now} now", state.name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::FeatPerformed { unit, feat } => {
            let name = state.feat(*feat).map_or("a Feat", |feat| feat.name.as_str());
            let text = format!("{} performs {name} with {}", of_unit(state, *unit), state.unit_name(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Lapsed { unit } => {
            let text = format!("What {} had for this shooting is over", state.called(*unit));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::FeatPointKept { seat } => {
            let name = state.doctrine(*seat).rule.as_ref().map_or("its rule", |rule| rule.name.as_str());
            let text = format!("{} keeps the Feat Point: {name}", state.name(*seat));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::SoulRegained { model, points, .. } => {
            let text = format!("{} gets {points} Soul back", capital(&state.model_called(*model)));
            Text::new(text).about(Ref::Model(*model))
        }
        _ => return None,
    })
}

fn negated(state: &State, model: vocabulary::ModelId, spell: Spell, works: bool) -> Text {
    let who = capital(&state.model_called(model));
    let cost = state.negate_cost(model, spell);
    let left = state.model(model).soul;
    let paid = if cost > 0 { format!(" for {cost} Soul, and has {left} left for good") } else { String::new() };
    let text = match works {
        true => format!("{who} undoes {}{paid}", spell.label()),
        false => format!("{who} cannot undo {}", spell.label()),
    };
    Text::new(text).about(Ref::Model(model))
}
