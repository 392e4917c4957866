//! Spells and Feats as sentences.

use vocabulary::{Ref, RuleId, Text};

use super::{capital, counted, of_unit, said};
use crate::chapters::boon::{Boon, Source, Until};
use crate::chapters::feat::rule_of;
use crate::chapters::soul::Spell;
use crate::fact::Fact;
use crate::forces::card::Rank;
use crate::state::State;

impl State {
    /// What the source of a boon is called.
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
            let mut text = said(
                text,
                &[
                    "aot.soul.extra-action",
                    "aot.soul.separate-actions",
                    "aot.soul.separate-from-normal",
                    "aot.soul.core-channel-negate",
                    "aot.ruling.soul-action-slot",
                    "aot.action-table.channel",
                ],
            );
            text.rules.extend(state.model_info(*model).rank.soul_rules().iter().map(|rule| RuleId::of(rule)));
            if state.unit(unit).spent {
                text = text.rule("aot.soul.either-order");
            }
            if state.unit(unit).reacted {
                text = text.rule("aot.ruling.soul-action-after-reaction");
            }
            if state.is_engaged(unit) {
                text = text.rule("aot.soul.any-battle-range");
            }
            if state.is_character(*model) {
                text = text.rule("aot.accompany.elder-soul-action");
            }
            text.about(Ref::Model(*model))
        }
        Fact::Cast { model, spell, mark } => {
            let (who, whom) = (capital(&state.model_called(*model)), state.mark_called(*mark));
            let text = format!("{who} spends {} Soul on {} at {whom}", spell.cost(), spell.label());
            let mut text = said(text, &["aot.soul.spell-cost", "aot.spell.range", "aot.ruling.channel-procedure"]);
            text = text.rule(spell.rule()).rule("aot.ruling.spell-measuring").rule("aot.soul.resource-name");
            if mark.reference() == Ref::Unit(state.unit_of(*model)) || mark.reference() == Ref::Model(*model) {
                text = text.rule("aot.ruling.spell-self");
            }
            if state.house().spells_need_sight {
                text = text.rule("aot.ruling.spell-line-of-sight");
            }
            text.about(Ref::Model(*model)).about(mark.reference())
        }
        Fact::Negated { model, spell, works } => negated(state, *model, *spell, *works),
        Fact::Fizzled { model, spell } => {
            let text = format!("{} of {} comes to nothing", spell.label(), state.model_called(*model));
            said(text, &["aot.ruling.channel-procedure"]).about(Ref::Model(*model))
        }
        Fact::Given { unit, gift } => {
            let end = match (gift.until, gift.boon) {
                (_, Boon::Suppressed) => " in this Action Phase",
                (Until::Activation, _) => "",
                (Until::Round, _) => " until the Round ends",
            };
            let text = format!("{} {}{end}", state.called(*unit), gift.boon.text(state.does(*unit, "has", "have")));
            let more: &[&'static str] = match gift.from {
                Source::Spell(_) => &["aot.ruling.spell-duration", "aot.ruling.spell-stacking"],
                Source::Feat(_) => &[],
            };
            said(text, more).rule(gift.from.rule()).about(Ref::Unit(*unit))
        }
        Fact::Stricken { unit, points, rule } => {
            let points = counted(*points, "point", "points");
            let suffers = state.does(*unit, "suffers", "suffer");
            let text = format!("{} {suffers} {points} of Severe Damage", state.called(*unit));
            let rules = [*rule, "aot.dice.d3", "aot.damage.severe-no-resist"];
            said(text, &rules).about(Ref::Unit(*unit))
        }
        Fact::FeatPoint { seat, rule } => {
            let now = counted(state.side(*seat).feat_points, "Feat Point", "Feat Points");
            let text = format!("{} gains a Feat Point, and has {now} now", state.name(*seat));
            let text = said(text, &[*rule, "aot.ruling.control-phase-order"]);
            let text = if *rule == "aot.control.feat-point" {
                let text = text.rule("aot.feat.gain").rule("aot.ruling.on-the-battlefield");
                if state.round == 1 { text.rule("aot.feat.start-zero") } else { text }
            } else {
                text
            };
            text.about(Ref::Seat(*seat))
        }
        Fact::FeatPerformed { unit, feat } => {
            let name = state.feat(*feat).map_or("a Feat", |feat| feat.name.as_str());
            let text = format!("{} performs {name} with {}", of_unit(state, *unit), state.unit_name(*unit));
            let rules = ["aot.feat.spend", "aot.feat.unit-on-battlefield", "aot.ruling.feat-windows"];
            let text = said(text, &rules).rule(rule_of(*feat)).rule("aot.ruling.feat-limits").about(Ref::Unit(*unit));
            match rule_of(*feat) {
                "aot.feat.crushing-charge" => text.rule("aot.ruling.crushing-charge-timing"),
                "aot.feat.suppressive-fire" => text.rule("aot.ruling.suppressive-fire-scope"),
                "aot.feat.faction-feats" => text.rule("aot.faction.three-formations"),
                _ => text,
            }
        }
        Fact::Lapsed { unit } => {
            let text = format!("What {} had for this shooting is over", state.called(*unit));
            said(text, &["aot.ruling.feat-windows"]).about(Ref::Unit(*unit))
        }
        Fact::FeatPointKept { seat } => {
            let name = state.doctrine(*seat).rule.as_ref().map_or("its rule", |rule| rule.name.as_str());
            let text = format!("{} keeps the Feat Point: {name}", state.name(*seat));
            said(text, &["aot.ruling.faction-data"]).about(Ref::Seat(*seat))
        }
        Fact::SoulRegained { model, points, rule } => {
            let text = format!("{} gets {points} Soul back", capital(&state.model_called(*model)));
            let of_rank = match state.model_info(*model).rank {
                Rank::Elder => "aot.rank.elder-regain",
                _ => "aot.rank.initiate-regain",
            };
            let rules = [*rule, of_rank, "aot.ruling.control-phase-order", "aot.ruling.on-the-battlefield"];
            said(text, &rules).about(Ref::Model(*model))
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
    let of_rank: &[&'static str] = match state.model_info(model).rank {
        Rank::Assassin => &["aot.rank.assassin-negate", "aot.ruling.negate-assassin"],
        _ => &[
            "aot.rank.alchemist-negate",
            "aot.ruling.negate-cost",
            "aot.rank.alchemist-start-soul",
            "aot.rank.alchemist-max-soul",
            "aot.rank.alchemist-no-regain",
        ],
    };
    let mut text = said(
        text,
        &[
            "aot.action-table.negate",
            "aot.soul.single-negate",
            "aot.soul.reactions-unlimited",
            "aot.soul.core-channel-negate",
            "aot.ruling.negate-timing",
            "aot.ruling.negate-range",
            "aot.ruling.negate-action-economy",
        ],
    );
    text.rules.extend(of_rank.iter().map(|rule| RuleId::of(rule)));
    text.about(Ref::Model(model))
}
