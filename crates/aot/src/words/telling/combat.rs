//! What is told of attacks, charges, damage, Terror and healing.

use vocabulary::{ModelId, Ref, RuleId, Text, UnitId};

use super::{capital, counted, of_unit, place, said};
use crate::chapters::boon::Boon;
use crate::fact::Fact;
use crate::forces::ability::Ability;
use crate::forces::card::Weapon;
use crate::forces::edition::Edition;
use crate::state::{BATTLE_RANGE, Stage, State};

/// The sentence of a fact of combat.
pub(super) fn told(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::TookAim { unit, targets, retreats } => {
            let text = took_aim(state, *unit, targets);
            if *retreats { text.rule("aot.ruling.retreat-shooting-reactions") } else { text }
        }
        Fact::Attacked { unit, target, weapon, attacks, hits } => {
            attacked(state, *unit, *target, weapon, [*attacks, *hits])
        }
        Fact::Aimed { unit, model } => {
            let rules = [
                "aot.trait.precise.pick-character",
                "aot.trait.precise.attacker-chooses",
                "aot.ruling.precise-details",
                "aot.attack.precise-allocation",
            ];
            let aims = state.does(*unit, "aims", "aim");
            let text = format!("{} {aims} at {}", state.called(*unit), state.model_called(*model));
            said(text, &rules).about(Ref::Unit(*unit)).about(Ref::Model(*model))
        }
        Fact::Burst { unit, target, hits } => {
            let more = counted(*hits, "more hit", "more hits");
            let rule = state.house().edition.burst();
            let text = format!("Critical Hits bring {more} on {}", state.called(*target));
            said(text, &[rule, "aot.trait.burst.not-critical"]).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Blast { unit, target, hits } => {
            let reach = counted(*hits, "hit reaches", "hits reach");
            let text = format!("{reach} {}, too", state.called(*target));
            let rules = ["aot.trait.explosive", "aot.ruling.explosive-details"];
            said(text, &rules).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        Fact::Backfired { model } => {
            let text = format!("The own weapon of {} goes off", state.model_called(*model));
            let rules = ["aot.trait.volatile", "aot.ruling.volatile-timing", "aot.crit.miss"];
            said(text, &rules).about(Ref::Model(*model))
        }
        Fact::FriendlyFire { unit, target, hits } => {
            let misses = counted(*hits, "Critical Miss strikes", "Critical Misses strike");
            let rules = ["aot.shoot.friendly-fire", "aot.ruling.friendly-fire-details", "aot.crit.miss"];
            said(format!("{misses} {} instead", state.called(*target)), &rules)
                .about(Ref::Unit(*unit))
                .about(Ref::Unit(*target))
        }
        Fact::Resisted { unit, hits, resisted } => {
            let text = format!("{} of {} on {} resisted", resisted, counted(*hits, "hit", "hits"), state.called(*unit));
            let mut text = said(text, &["aot.attack.resist-per-hit", "aot.spec.resist"]);
            if *resisted > 0 {
                text = text.rule("aot.attack.resisted");
            }
            if resisted < hits {
                text = text.rule("aot.attack.damage-total").rule("aot.spec.damage");
            }
            text.about(Ref::Unit(*unit))
        }
        Fact::Ignored { unit, points } => {
            let text = format!("{} of damage to {} ignored", counted(*points, "point", "points"), state.called(*unit));
            let mut text = said(text, &[state.house().edition.resilient(), "aot.ruling.resilient-per-point"]);
            if state.boons(*unit).any(|(boon, _)| matches!(boon, Boon::Resilient(_))) {
                text = text.rule("aot.ruling.resilient-stacking");
            }
            text.about(Ref::Unit(*unit))
        }
        Fact::Hurt { model, points } => hurt(state, *model, *points),
        Fact::Destroyed { model } => destroyed(state, *model),
        Fact::Charged { .. }
        | Fact::Vigor { .. }
        | Fact::ChargeWon { .. }
        | Fact::ChargeFailed { .. }
        | Fact::Impact { .. } => charging(state, fact)?,
        Fact::BattleBegan => {
            let text = said("The Battle Phase begins", &["aot.round.phases"]);
            if state.fielded().any(|unit| state.is_engaged(unit)) {
                text.rule("aot.battle-phase.everyone-fights").rule("aot.battle-phase.dice-order-free")
            } else {
                text
            }
        }
        Fact::BattleEnded => {
            said("The fighting is over; now what its end brings", &[state.house().edition.end_of_battle()])
        }
        Fact::Irradiated { unit, by, points } => {
            let rules = ["aot.ability.irradiated", "aot.ruling.irradiated-rolls", "aot.dice.d3"];
            let damage = counted(*points, "point", "points");
            let (who, suffers) = (state.called(*unit), state.does(*unit, "suffers", "suffer"));
            let text = format!("{who} {suffers} {damage} of Severe Damage from {}", state.called(*by));
            let mut text = said(text, &rules);
            if state.house().edition < Edition::Third {
                text = text.rule("aot.ruling.irradiated-terror-order");
            }
            severe(state, text, *unit, *points).about(Ref::Unit(*unit)).about(Ref::Unit(*by))
        }
        Fact::Fearless { unit } => {
            let (rule, why) = if state.has(*unit, Ability::Terror) {
                ("aot.ability.terror.immune", state.does(*unit, "spreads Terror itself", "spread Terror themselves"))
            } else if state.has_leader(*unit) {
                ("aot.rank.leader-terror-immune", state.does(*unit, "has a Leader", "have a Leader"))
            } else {
                ("aot.spell.calm", state.does(*unit, "is under Calm", "are under Calm"))
            };
            let feels = state.does(*unit, "feels", "feel");
            let text = format!("{} {why}, and {feels} no Terror", state.called(*unit));
            said(text, &[rule, "aot.ruling.terror-immunity-scope"]).about(Ref::Unit(*unit))
        }
        Fact::Terrified { unit, fails } => {
            let does = match fails {
                true => state.does(*unit, "is overcome by Terror", "are overcome by Terror"),
                false => state.does(*unit, "stands firm against Terror", "stand firm against Terror"),
            };
            let rules: &[&'static str] = match state.stage {
                Stage::Turn(_) => &["aot.spell.terror", "aot.terror.roll"],
                _ => &["aot.ability.terror.end-of-battle", "aot.terror.roll", "aot.ruling.terror-one-roll"],
            };
            said(format!("{} {does}", state.called(*unit)), rules).about(Ref::Unit(*unit))
        }
        Fact::Flees { unit } => {
            let text = format!("{} {}", state.called(*unit), state.does(*unit, "turns and runs", "turn and run"));
            said(text, &["aot.ruling.terror-move-details"]).about(Ref::Unit(*unit))
        }
        Fact::Fled { unit } => fled(state, *unit),
        Fact::RanOff { model } => {
            let rules = ["aot.terror.off-table", "aot.terror.flee-to-edge", "aot.ruling.terror-edge-crossing"];
            let wrecked = state.is_transport(state.unit_of(*model));
            let end = if wrecked { "is wrecked at its edge" } else { "is lost" };
            let text = format!("{} runs off the battlefield and {end}", capital(&state.model_called(*model)));
            let mut text = said(text, &rules).about(Ref::Model(*model));
            if state.is_transport(state.unit_of(*model)) {
                text = text.rule("aot.ruling.transport-flees-off-table").rule("aot.transport.destroyed-obstacle");
            }
            if state.is_character(*model) { text.rule("aot.ruling.accompanied-character-lost") } else { text }
        }
        Fact::Healed { model, points, by } => {
            let text = format!("{} wins back {points} Health", capital(&state.model_called(*model)));
            let text = by.rules(state.house().edition).iter().fold(Text::new(text), |text, rule| text.rule(*rule));
            let text = text.rule("aot.damage.regenerate-damaged-first").rule("aot.damage.regenerate-limit");
            text.about(Ref::Model(*model))
        }
        Fact::Returned { model, pose, health, by } => {
            let rules = [
                "aot.damage.regenerate-return",
                "aot.ruling.regenerate-placement",
                "aot.ruling.regenerate-characters",
                "aot.ruling.coherency-count",
            ];
            let name = capital(&state.model_called(*model));
            let text = said(format!("{name} comes back with {health} Health, at {}", place(*pose)), &rules);
            let text = by.rules(state.house().edition).iter().fold(text, |text, rule| text.rule(*rule));
            text.about(Ref::Model(*model))
        }
        _ => return None,
    })
}

/// Whether a weapon of this name in the hands of a unit was shot and not swung.
///
/// A card may have a ranged and a Battle weapon of one name; then it is a shot, unless the moment forbids it.
fn is_shot(state: &State, unit: UnitId, target: UnitId, name: &str) -> bool {
    let of_name = || {
        let cards = state.roll_call(unit).map(|model| state.card(model));
        cards.flat_map(|card| &card.weapons).filter(|weapon| weapon.name == name)
    };
    let ranged = |weapon: &Weapon| weapon.reach().is_some();
    let cuts_down = || !state.is_acting(unit) && state.units_within(unit, target, BATTLE_RANGE);
    let in_turn = matches!(state.stage, Stage::Turn(_));
    of_name().any(ranged) && (of_name().all(ranged) || (in_turn && !cuts_down()))
}

/// Whether a unit friendly to another is in Battle Range of a target.
fn is_into_battle(state: &State, unit: UnitId, target: UnitId) -> bool {
    let mut friends = state.fielded_by(state.seat_of(unit)).filter(|friend| *friend != unit);
    friends.any(|friend| state.units_within(friend, target, BATTLE_RANGE))
}

fn took_aim(state: &State, unit: UnitId, targets: &[UnitId]) -> Text {
    let (who, name) = (of_unit(state, unit), state.unit_name(unit));
    let text = format!("{who} lets {name} shoot at {}", state.called_all(targets));
    let mut text = said(text, &["aot.shoot.targets-in-range", "aot.shoot.line-of-sight", "aot.ruling.range-and-sight"]);
    if targets.len() > 1 {
        text = text.rule("aot.shoot.split-targets").rule("aot.ruling.split-fire");
    }
    if targets.iter().any(|target| is_into_battle(state, unit, *target)) {
        text = text.rule("aot.shoot.into-battle");
    }
    targets.iter().fold(text.about(Ref::Unit(unit)), |text, target| text.about(Ref::Unit(*target)))
}

fn attacked(state: &State, unit: UnitId, target: UnitId, weapon: &str, [attacks, hits]: [u16; 2]) -> Text {
    let attacks = counted(attacks, "attack", "attacks");
    let hits = counted(hits, "hit", "hits");
    let by = format!("{}, {weapon}", state.called(unit));
    let text = format!("{by}: {attacks} on {}, {hits}", state.called(target));
    let rules = [
        "aot.attack.sequence",
        "aot.attack.count",
        "aot.attack.roll-per-attack",
        "aot.attack.roll",
        "aot.spec.attacks",
    ];
    let mut text = said(text, &rules);
    let more: &[&'static str] = if is_shot(state, unit, target, weapon) {
        if matches!(state.stage, Stage::Turn(_)) && !state.is_acting(unit) {
            text = text.rule("aot.action-table.return-fire").rule("aot.ruling.return-fire-timing");
        }
        if is_into_battle(state, unit, target) {
            text = text.rule("aot.shoot.into-battle");
        }
        &["aot.shoot.resolve", "aot.spec.range-ranged"]
    } else if state.stage == Stage::Battle {
        &[
            "aot.fight.resolve",
            "aot.fight.two-inches",
            "aot.fight.targets",
            "aot.spec.range-battle",
            "aot.battle-phase.everyone-fights",
            "aot.battle-phase.simultaneous",
            "aot.ruling.simultaneous-damage",
        ]
    } else {
        &[
            "aot.reaction.cut-down-attack",
            "aot.fight.resolve",
            "aot.fight.two-inches",
            "aot.spec.range-battle",
            "aot.ruling.reaction-no-chains",
        ]
    };
    text.rules.extend(more.iter().map(|rule| RuleId::of(rule)));
    if state.info(target).character.is_some() {
        text = text.rule("aot.ruling.accompanied-mixed-specs");
    }
    text.about(Ref::Unit(unit)).about(Ref::Unit(target))
}

fn hurt(state: &State, model: ModelId, points: u8) -> Text {
    let unit = state.unit_of(model);
    let left = state.model(model).health;
    let name = capital(&state.model_called(model));
    let text = format!("{name} suffers {} and has {left} Health left", counted(points, "point", "points"));
    let rules = ["aot.spec.health", "aot.attack.defender-allocates", "aot.attack.same-model-until-destroyed"];
    let mut text = said(text, &rules);
    if left == 0 {
        text = text.rule("aot.attack.no-overflow");
    }
    let guarded = state.info(unit).character.filter(|character| state.model(*character).health > 0);
    if guarded.is_some_and(|character| character != model) {
        text = text.rule("aot.accompany.soldiers-first");
    }
    text.about(Ref::Model(model))
}

fn destroyed(state: &State, model: ModelId) -> Text {
    let unit = state.unit_of(model);
    let name = capital(&state.model_called(model));
    let mut text = said(format!("{name} is destroyed"), &["aot.damage.destroyed", "aot.attack.removal"]);
    if state.is_on_field(unit) && !state.stands_coherent(unit) {
        text = text.rule("aot.ruling.coherency-broken");
    }
    if state.is_character(model) && state.is_on_field(unit) {
        text = text.rule("aot.ruling.accompanied-character-lost");
    }
    if state.is_transport(unit) {
        text = text.rule("aot.transport.destroyed-obstacle").rule("aot.ruling.wreck-outline");
    }
    if state.carrier(unit).is_some() {
        text = text.rule("aot.transport.destroyed-roll");
    }
    text.about(Ref::Model(model))
}

fn charging(state: &State, fact: &Fact) -> Option<Text> {
    Some(match fact {
        Fact::Charged { unit, targets } => {
            let (who, name) = (of_unit(state, *unit), state.unit_name(*unit));
            let text = format!("{who} lets {name} charge {}", state.called_all(targets));
            let text = said(text, &[state.house().edition.charge_targets(), "aot.ruling.charge-line-of-sight"]);
            targets.iter().fold(text.about(Ref::Unit(*unit)), |text, target| text.about(Ref::Unit(*target)))
        }
        Fact::Vigor { unit, vigor } => {
            let has = state.does(*unit, "has", "have");
            let text = said(format!("{} {has} a Charge Vigor of {vigor}", state.called(*unit)), &["aot.charge.vigor"]);
            let momentum = state.has(*unit, Ability::Momentum);
            let mut text = if momentum { text.rule("aot.ability.momentum") } else { text };
            for (boon, rule) in state.boons(*unit) {
                if matches!(boon, Boon::Vigor(_)) && !text.rules.contains(&RuleId::of(rule)) {
                    text = text.rule(rule);
                }
            }
            text.about(Ref::Unit(*unit))
        }
        Fact::ChargeWon { unit, rivals, ties } => {
            let rules = [
                "aot.charge.successful-charger",
                state.house().edition.charge_success(),
                "aot.charge.move",
                "aot.ruling.charge-reach",
            ];
            let is = state.does(*unit, "is", "are");
            let text = said(format!("{} {is} the Successful Charger", state.called(*unit)), &rules);
            let mut text = text.about(Ref::Unit(*unit));
            if *rivals > 0 {
                text = text.rule("aot.ruling.counter-charge-resolution");
            }
            if *rivals > 1 {
                text = text.rule("aot.ruling.counter-charge-several");
            }
            if *ties { text.rule("aot.ruling.counter-charge-tie") } else { text }
        }
        Fact::ChargeFailed { unit, rivals } => {
            let met = match rivals {
                0 => "",
                1 => ", and so does the Counter Charge",
                _ => ", and so do the Counter Charges",
            };
            let text = format!("The charge of {} fails{met}", state.called(*unit));
            let text = said(text, &["aot.charge.failed", "aot.ruling.charge-reach"]).about(Ref::Unit(*unit));
            if *rivals > 0 { text.rule("aot.ruling.counter-charge-resolution") } else { text }
        }
        Fact::Impact { unit, target, points } => {
            let rules = [
                "aot.charge.impact-dice",
                "aot.charge.impact-timing",
                "aot.charge.impact-one-unit",
                "aot.ruling.impact-target",
                "aot.ruling.battle-weapon-power",
                "aot.ruling.impact-aftermath",
            ];
            let damage = counted(*points, "point", "points");
            let text = format!(
                "The impact of {} does {damage} of Severe Damage to {}",
                state.called(*unit),
                state.called(*target)
            );
            severe(state, said(text, &rules), *target, *points).about(Ref::Unit(*unit)).about(Ref::Unit(*target))
        }
        _ => return None,
    })
}

/// The rules of Severe Damage that so many points to a unit bring with them.
fn severe(state: &State, mut text: Text, unit: UnitId, points: u16) -> Text {
    if points == 0 {
        return text;
    }
    text = text.rule("aot.damage.severe-no-resist");
    if state.living(unit).any(|model| state.resilient(model).is_some()) {
        text = text.rule("aot.damage.severe-resilient");
    }
    let next = state.next_in_line(unit).first().map(|model| state.model(*model).health);
    if next.is_some_and(|health| points > u16::from(health)) {
        text = text.rule(match state.house().edition {
            Edition::First => "aot.ruling.severe-overflow-ed1",
            Edition::Second | Edition::Third => "aot.damage.severe-overflow",
        });
    }
    if state.info(unit).character.is_some() {
        text = text.rule("aot.ruling.accompanied-severe-damage");
    }
    text
}

fn fled(state: &State, unit: UnitId) -> Text {
    let in_turn = matches!(state.stage, Stage::Turn(_));
    let does = match (state.is_on_field(unit), in_turn) {
        (true, true) => state.does(unit, "flees; its Action is gone", "flee; their Action is gone"),
        (true, false) => state.does(unit, "flees", "flee"),
        (false, _) => state.does(unit, "is out of the battle", "are out of the battle"),
    };
    let text = format!("{} {does}", state.called(unit));
    let mut text = said(text, &["aot.ruling.terror-move-details"]);
    if !in_turn {
        text = text.rule("aot.ruling.terror-flight-order");
    }
    // Where a unit stood before it fled is not known any more; one that is at home now may have fled either way.
    let at_home = state
        .zone_of(state.seat_of(unit))
        .is_none_or(|zone| state.standing(unit).all(|model| zone.area.covers(state.shape(model))));
    if at_home {
        text = text.rule("aot.terror.flee-to-edge");
    }
    if state.is_on_field(unit) {
        text = text.rule("aot.terror.flee-to-zone");
    }
    if in_turn || state.house().flight_costs_next_action {
        text = text.rule("aot.ruling.terror-and-action").rule("aot.terror.counts-as-action");
    }
    if state.battlefield().terrain.iter().any(|piece| piece.rules.unstable) {
        text = text.rule("aot.ruling.speed-modifier-scope");
    }
    text.about(Ref::Unit(unit))
}
