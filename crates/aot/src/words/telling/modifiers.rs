//! Spells and Feats as sentences.

use vocabulary::{ModelId, Ref, Text};

use crate::chapters::modifiers::{Modifier, Source, Until};
use crate::chapters::soul::{Mark, Spell};
use crate::fact::Fact;
use crate::state::State;
use crate::words::voice::{Voice, counted};

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
pub(super) fn told(say: Voice<'_>, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Channelled { model } => {
            let text = say.model_does(*model, "takes a Soul Action", "take a Soul Action");
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Cast { model, spell, mark } => {
            let who = say.model_does(*model, "channels", "channel");
            let on = if spell.is_hostile() { "at" } else { "on" };
            let text = format!("{who} {} {on} {} for {} Soul", spell.label(), marked(say, *model, *mark), spell.cost());
            Text::new(text).about(Ref::Model(*model)).about(mark.reference())
        }
        Fact::Negated { model, spell, works } => negated(say, *model, *spell, *works),
        Fact::Fizzled { model, spell } => {
            let text = format!("{} to channel {}", say.model_does(*model, "fails", "fail"), spell.label());
            Text::new(text).about(Ref::Model(*model))
        }
        Fact::Given { unit, timed } => {
            let end = match (timed.until, timed.modifier) {
                (_, Modifier::Suppressed) => " in this Action Phase",
                (Until::Activation, _) => "",
                (Until::Round, _) => " until the Round ends",
            };
            let has = say.unit_does(*unit, "has", "have");
            let can = say.unit_does(*unit, "can", "can");
            let text = format!("{}{end}", timed.modifier.text(&has, &can));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Stricken { unit, points, .. } => {
            let points = counted(*points, "point", "points");
            let text = format!("{} {points} of Severe Damage", say.unit_does(*unit, "suffers", "suffer"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::FeatPoint { seat, .. } => {
            let gains = say.plays(*seat, "gains a Feat Point and now has", "gain a Feat Point and now have");
            Text::new(format!("{gains} {}", say.side(*seat).feat_points)).about(Ref::Seat(*seat))
        }
        Fact::FeatPerformed { unit, feat } => {
            let name = say.feat(*feat).map_or("a Feat", |feat| feat.name.as_str());
            let text = format!("{} {name}", say.unit_does(*unit, "performs", "perform"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::Lapsed { unit } => {
            let text = format!("{} what the Feat gave for this shooting", say.unit_does(*unit, "loses", "lose"));
            Text::new(text).about(Ref::Unit(*unit))
        }
        Fact::FeatPointKept { seat } => {
            let name = say.doctrine(*seat).rule.as_ref().map_or("the faction rule", |rule| rule.name.as_str());
            let text = format!("{} the Feat Point: {name}", say.plays(*seat, "keeps", "keep"));
            Text::new(text).about(Ref::Seat(*seat))
        }
        Fact::SoulRegained { model, points, .. } => {
            let text = format!("{} {points} Soul", say.model_does(*model, "regains", "regain"));
            Text::new(text).about(Ref::Model(*model))
        }
        _ => return None,
    })
}

/// What a spell is aimed at: the channeller itself, its own unit, or another.
fn marked(say: Voice<'_>, caster: ModelId, mark: Mark) -> String {
    let own = say.unit_of(caster);
    match mark {
        Mark::Unit(unit) if unit == own && say.roll_call(unit).count() > 1 => "its own unit".to_owned(),
        Mark::Unit(unit) if unit == own => say.does(own, "itself", "themselves").to_owned(),
        Mark::Model(model) if model == caster => "itself".to_owned(),
        _ => say.mark_called(mark),
    }
}

fn negated(say: Voice<'_>, model: ModelId, spell: Spell, works: bool) -> Text {
    let cost = say.negate_cost(model, spell);
    let left = say.model(model).soul;
    let paid = if cost > 0 { format!(" for {cost} Soul, with {left} left") } else { String::new() };
    let text = match works {
        true => format!("{} {}{paid}", say.model_does(model, "negates", "negate"), spell.label()),
        false => format!("{} to negate {}", say.model_does(model, "fails", "fail"), spell.label()),
    };
    Text::new(text).about(Ref::Model(model))
}
