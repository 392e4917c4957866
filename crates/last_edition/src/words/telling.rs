//! Dice as sentences: who rolls what for, what is needed, and what changes that. Facts say by themselves how they are
//! told.

use vocabulary::{Ref, Roll, Text, Viewer};

use crate::state::State;
use crate::words::voice::Voice;

/// `1 die`, `2 dice`.
pub(crate) fn dice_words(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// What a modifier is for, in a few words.
fn reason(rule: &str) -> &str {
    match rule {
        "tle.order.take-cover-hit" | "tle.order.take-cover-armor" => "Taking cover",
        "tle.order.concentrate-wound" | "tle.order.concentrate-armor" => "Concentrating",
        "tle.terrain.type1-hit" => "soft cover",
        "tle.terrain.type1-behind" => "soft cover in between",
        "tle.terrain.type2-armor" => "hindering terrain",
        "tle.weapon-keyword.ranged-heavy" => "Heavy",
        "tle.weapon-keyword.trigger-limits" => "Trigger",
        "tle.armor-save.first-stage" | "tle.armor-save.second-stage" | "tle.armor-save.ap" => "AP",
        "tle.dice.modifier-cap" | "tle.ruling.modifier-cap" => "the limit of modifiers",
        "tle.ruling.natural-one-six" | "tle.wound.extra-die-one-fails" | "tle.ruling.wound-auto-success" => {
            "a 1 always fails"
        }
        "tle.ruling.natural-six" => "a 6 always succeeds",
        "tle.ability.use" | "tle.ability.no-stacking" | "tle.ruling.ability-stacking" => "an ability",
        "tle.ability.aura" | "tle.ability.aura-no-stacking" | "tle.ruling.aura-side" => "an aura",
        "tle.keyword.power" | "tle.ruling.power-result" => "the power numbers",
        other => other,
    }
}

/// The need of a roll and each modifier: `3+ (-1 for soft cover)`.
///
/// A modifier is kept as what it does to the need; players speak of what it does to the die.
pub(crate) fn modifier_words(roll: &Roll) -> String {
    let Some(need) = roll.need else { return String::new() };
    let one = |by: i16, rule: &str| match by {
        0 => reason(rule).to_owned(),
        by => format!("{:+} for {}", -by, reason(rule)),
    };
    let each: Vec<String> = roll.modifiers.iter().map(|modifier| one(modifier.by, modifier.rule.as_str())).collect();
    if each.is_empty() { format!("{need}+") } else { format!("{need}+ ({})", each.join(", ")) }
}

/// What a viewer hears of dice.
pub(crate) fn narrate_roll(state: &State, roll: &Roll, viewer: Viewer) -> Text {
    let say = Voice::new(state, viewer);
    let rolls = say.plays(roll.seat, "rolls", "roll");
    let faces: Vec<String> = roll.dice.iter().map(|die| die.shows.to_string()).collect();
    let shown = match roll.summed && faces.len() > 1 {
        true => format!("{} = {}", faces.join(" + "), roll.sum()),
        false => faces.join(" "),
    };
    let of = roll.dice.iter().find_map(|die| die.of);
    let unit = match of {
        Some(Ref::Unit(unit)) if state.is_unit(unit) => Some(unit),
        Some(Ref::Model(model)) => state.unit_of_checked(model),
        Some(Ref::Weapon(weapon)) => state.weapon_of(weapon).map(|(model, _)| state.unit_of(model)),
        _ => None,
    };
    let again = if roll.dice.iter().any(|die| die.follows.is_some()) { " again" } else { "" };
    let foe = unit.is_some_and(|unit| state.seat_of(unit) != roll.seat);
    // Whoever rolls was just named: "Ann rolls 5 2 to charge with Reapers".
    let subject = unit.map(|unit| match foe || viewer.is(roll.seat) {
        true => say.called(unit),
        false => state.unit_name(unit).to_owned(),
    });
    let what = purpose(roll.why.as_str(), subject.as_deref(), foe);
    let text = match roll.need {
        Some(_) if roll.summed || roll.dice.len() == 1 => {
            let success = if roll.successes() > 0 { "a success" } else { "a failure" };
            format!("{rolls}{again} {shown} {what}, needing {}: {success}", modifier_words(roll))
        }
        Some(_) => {
            let reached = roll.successes();
            let plural = if reached == 1 { "success" } else { "successes" };
            format!("{rolls}{again} {shown} {what}, needing {}: {reached} {plural}", modifier_words(roll))
        }
        None => format!("{rolls}{again} {shown} {what}"),
    };
    let text = Text::new(text).about(Ref::Seat(roll.seat));
    match unit {
        Some(unit) => text.about(Ref::Unit(unit)),
        None => text,
    }
}

/// What a roll is for, in a few words, and with or against whom.
fn purpose(why: &str, whom: Option<&str>, foe: bool) -> String {
    let (what, joint) = match why {
        "tle.ruling.mission-choice" => ("to roll first", ""),
        "tle.deployment-zone.roll" => ("for the deployment zones", ""),
        "tle.secondary.roll" => ("for the secondary mission", ""),
        "tle.secondary.storm" => ("for the storm", ""),
        "tle.deploy.random-start" => ("to choose a zone and deploy first", ""),
        "tle.deploy.attacker-random" => ("to be the attacker", ""),
        "tle.ruling.random-decisions" => ("to let chance decide", ""),
        "tle.secondary.secret-mission-roll" => ("for the secret mission", " of"),
        "tle.shooting.hit-roll"
        | "tle.melee.compare-skill"
        | "tle.melee.hit-equal"
        | "tle.melee.hit-higher"
        | "tle.melee.hit-double"
        | "tle.melee.hit-lower"
        | "tle.melee.hit-half" => ("to hit", " with"),
        "tle.wound.formula" | "tle.shooting.wound-roll" | "tle.melee.wound-roll" => ("to wound", " with"),
        "tle.wound.exploding-six" | "tle.wound.chain" => ("once more to wound", " with"),
        "tle.shooting.save-roll" | "tle.melee.save-roll" | "tle.armor-save.two-numbers" => ("for the armor", " of"),
        "tle.armor-save.dodge" => ("to dodge", " with"),
        "tle.armor-save.pure" => ("for the pure save", " of"),
        "tle.charge.roll" => ("to charge", " with"),
        "tle.phase.power.block-roll" => ("for the power", " of"),
        "tle.transport.destroyed-roll" => ("to get out of the wreck", " with"),
        "tle.dice.d3" | "tle.dice.d33" | "tle.dice.sum" | "tle.shooting.shots" | "tle.melee.attacks" => {
            ("for a number", " for")
        }
        "tle.ability.use" => ("for an ability", " of"),
        "tle.game.dispute-dice" => ("to settle a dispute", ""),
        _ => ("for a roll", " of"),
    };
    match whom.filter(|_| !joint.is_empty()) {
        // What is rolled to hit somebody is about whoever is hit.
        Some(whom) if foe && joint == " with" => format!("{what} {whom}"),
        Some(whom) => format!("{what}{joint} {whom}"),
        None => what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocabulary::Seat;

    #[test]
    fn a_need_is_told_with_what_each_modifier_does_to_the_die() {
        let roll = Roll::new("tle.shooting.hit-roll", Seat(0)).need(4);
        assert_eq!(modifier_words(&roll), "4+");
        let roll = roll.modified("tle.terrain.type1-hit", 1).modified("tle.armor-save.first-stage", 0);
        assert_eq!(modifier_words(&roll), "5+ (-1 for soft cover, AP)");
    }

    #[test]
    fn what_a_roll_is_for_names_who_makes_it_or_suffers_it() {
        let check = |why: &str, whom: Option<&str>, foe: bool, what: &str| assert_eq!(purpose(why, whom, foe), what);
        check("tle.charge.roll", Some("your Reapers"), false, "to charge with your Reapers");
        check("tle.secondary.storm", Some("your Reapers"), false, "for the storm");
        check("tle.shooting.hit-roll", Some("Bo's Wardens"), true, "to hit Bo's Wardens");
        check("tle.shooting.hit-roll", None, false, "to hit");
    }
}
