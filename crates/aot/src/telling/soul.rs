//! Spells as sentences.

use vocabulary::{Ref, RuleId, Text};

use super::{capital, counted, said};
use crate::boon::Boon;
use crate::card::Rank;
use crate::edition::Edition;
use crate::fact::Fact;
use crate::soul::Spell;
use crate::state::State;

/// What is heard of spells.
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
            let gets = match gift.boon {
                Boon::Power(by) => format!("has {by:+} Power"),
                Boon::Defense(by) => format!("has {by:+} Defense"),
                Boon::Speed(by) => format!("has {by:+} in Speed"),
                Boon::Resilient(need) => format!("has Resilient {need}+"),
                Boon::Calm => "feels no Terror".to_owned(),
                Boon::Shroud => "has a character whom nobody can pick out".to_owned(),
            };
            let text = format!("{} {gets} until the Round ends", state.called(*unit));
            let rules = [gift.from.rule(), "aot.ruling.spell-duration", "aot.ruling.spell-stacking"];
            said(text, &rules).about(Ref::Unit(*unit))
        }
        Fact::Assaulted { unit, points } => {
            let points = counted(*points, "point", "points");
            let text = format!("{} suffers {points} of Severe Damage", state.called(*unit));
            let rules = [Spell::Assault.rule(), "aot.dice.d3", "aot.damage.severe-no-resist"];
            said(text, &rules).about(Ref::Unit(*unit))
        }
        Fact::SoulRegained { model, points } => {
            let text = format!("{} gets {points} Soul back", capital(&state.model_called(*model)));
            let rule = match state.house().edition {
                Edition::First | Edition::Second => "aot.control.soul-regain.ed1-2",
                Edition::Third => "aot.control.soul-regain.ed3",
            };
            let of_rank = match state.model_info(*model).rank {
                Rank::Elder => "aot.rank.elder-regain",
                _ => "aot.rank.initiate-regain",
            };
            said(text, &[rule, of_rank, "aot.ruling.control-phase-order"]).about(Ref::Model(*model))
        }
        _ => return None,
    })
}

fn negated(state: &State, model: vocabulary::ModelId, spell: Spell, works: bool) -> Text {
    let who = capital(&state.model_called(model));
    let cost = state.negate_cost(model, spell);
    let paid = if cost > 0 { format!(" for {cost} Soul") } else { String::new() };
    let text = match works {
        true => format!("{who} undoes {}{paid}", spell.label()),
        false => format!("{who} cannot undo {}", spell.label()),
    };
    let of_rank: &[&'static str] = match state.model_info(model).rank {
        Rank::Assassin => &["aot.rank.assassin-negate", "aot.ruling.negate-assassin"],
        _ => &["aot.rank.alchemist-negate", "aot.ruling.negate-cost", "aot.rank.alchemist-start-soul"],
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
