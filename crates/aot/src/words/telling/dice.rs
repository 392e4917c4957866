//! Dice as sentences: who rolls what for, what is needed, and what changes that.

use vocabulary::{Ref, Roll, Text, Viewer};

use crate::chapters::dice::succeeds;
use crate::state::State;
use crate::words::voice::Voice;

/// `1 die`, `2 dice`.
pub(crate) fn dice_words(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// What a modifier is for, in a few words; what it adds to the die, as players count.
fn reason(rule: &str) -> &str {
    match rule {
        "aot.terrain.vantage-point" => "Vantage Point",
        "aot.ability.stealth.minus-one" => "Stealth",
        "aot.terrain.cover-resist" => "Cover",
        "aot.ruling.return-fire-limits" => "Return Fire",
        "aot.ability.hulking.no-cover-bonus" => "no Cover for Hulking",
        "aot.trait.arcing.minus-one" => "Arcing",
        "aot.trait.engulf" => "Engulf",
        "aot.trait.powerful.resist" | "aot.ruling.powerful-modifiers" => "Powerful",
        "aot.trait.ruinous" => "Ruinous",
        "aot.ruling.modifiers-stack" => "other rules",
        "aot.spell.focus" => "Focus",
        "aot.spell.protect" => "Protect",
        "aot.spell.numb" => "Numb",
        "aot.spell.terror" => "the spell Terror",
        "aot.feat.vigilance" => "Vigilance",
        "aot.feat.faction-feats" => "a Feat",
        "aot.ruling.faction-data" => "the faction rule",
        "aot.faction.archive-interaction" => "the Archive",
        other => other,
    }
}

/// The need of a roll and each modifier: `needing 3+ (+1 for Vantage Point)`.
pub(crate) fn modifier_words(roll: &Roll) -> String {
    let Some(need) = roll.need else { return String::new() };
    // A modifier is kept as what it does to the need; players speak of what it does to the die.
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
    let shown = roll.dice.iter().map(|die| die.shows.to_string()).collect::<Vec<_>>().join(" ");
    let of = roll.dice.iter().find_map(|die| die.of);
    let unit = match of {
        Some(Ref::Unit(unit)) => Some(unit),
        Some(Ref::Model(model)) => Some(state.unit_of(model)),
        _ => None,
    };
    let subject = unit.map_or_else(String::new, |unit| {
        // Whoever rolls was just named: "Ann rolls 5 to hit with Drifters".
        let own = state.seat_of(unit) == roll.seat && !viewer.is(roll.seat);
        if own { state.unit_name(unit).to_owned() } else { say.called(unit) }
    });
    let what = purpose(roll.why.as_str()).replace("{}", &subject);
    let text = match roll.need {
        Some(need) => {
            let reached = roll.dice.iter().filter(|die| succeeds(die.shows, need)).count();
            let plural = if reached == 1 { "success" } else { "successes" };
            format!("{rolls} {shown} {what}, needing {}: {reached} {plural}", modifier_words(roll))
        }
        None => format!("{rolls} {shown} {what}"),
    };
    let text = Text::new(text).about(Ref::Seat(roll.seat));
    match unit {
        Some(unit) => text.about(Ref::Unit(unit)),
        None => text,
    }
}

/// What a roll is for, in a few words; the unit that it is for takes the place of `{}`.
fn purpose(why: &str) -> &'static str {
    match why {
        "aot.setup.zone-roll" => "to pick a zone",
        "aot.round.turn-order" => "to act first",
        "aot.action.advance-move" => "to advance with {}",
        "aot.ruling.evade-distance" => "to evade with {}",
        "aot.charge.vigor" => "for the Charge Vigor of {}",
        "aot.charge.impact-dice" => "for the impact of {}",
        "aot.attack.resist-roll" => "to resist with {}",
        "aot.ability.resilient.ed1" | "aot.ability.resilient.ed2" | "aot.ability.resilient.ed3" => {
            "to ignore damage to {}"
        }
        "aot.ability.irradiated" => "for the damage of Irradiated to {}",
        "aot.ability.regenerate" | "aot.archive.reverse-time.ed1-2" | "aot.archive.energize.ed3" => "to regenerate {}",
        "aot.archive.roll" => "for the Archives",
        "aot.spell.assault" => "for Assault on {}",
        "aot.transport.destroyed-roll" => "to get {} out of the wreck",
        "aot.feat.crushing-charge" => "for the crushing impact of {}",
        "aot.feat.faction-feats" => "for a Feat on {}",
        "aot.ruling.faction-data" => "to keep the Feat Point",
        "aot.faction.archive-interaction" => "for what the Archive brings",
        "aot.spell.restore" => "for Restore on {}",
        "aot.ruling.channel-procedure" => "to channel with {}",
        "aot.ruling.negate-assassin" => "to negate the spell with {}",
        "aot.terror.roll" => "against Terror for {}",
        "aot.reaction.cut-down-four-plus" | "aot.ability.skirmish" => "to cut down with {}",
        _ => "to hit with {}",
    }
}
