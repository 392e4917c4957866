//! The words of the game: what a page can explain.

use engine::terms::{Look, Said, Term, Tone, said};

use crate::chapters::directives::Directive;
use crate::chapters::missions::{Layout, Secondary};
use crate::chapters::orders::Order;
use crate::words::notes::Note;

/// Every term of the core rules. Datasheets have terms of their own: numbers, roles, weapons, keywords, abilities.
pub(crate) fn terms() -> Vec<Term> {
    let tables = [PHASES.as_slice(), &MARKS, &COUNTERS, &GROUND, &LIMITS, &CHOICES, &ENDINGS];
    let mut terms: Vec<Term> = tables.into_iter().flatten().map(Said::term).collect();
    terms.extend(Note::ALL.map(Note::term));
    terms.extend(Layout::ALL.map(Layout::term));
    terms.extend(Secondary::ALL.map(Secondary::term));
    terms.extend(Directive::ALL.map(Directive::term));
    terms.extend(Order::ALL.map(Order::term));
    terms
}

/// What happens when: the set-up, the phases of a turn and their steps.
const PHASES: [Said; 23] = [
    said("mission", "Mission", "Layout and secondary are rolled or read.", &["tle.game.sequence"], "0"),
    said("zones", "Zones", "The players get their deployment zones.", &["tle.deploy.choose-zone"], "Z"),
    said("deployment", "Deployment", "The players take turns deploying units.", &["tle.deploy.alternate"], "D"),
    said("roles", "Attacker and defender", "A roll decides who goes first.", &["tle.deploy.attacker-random"], "0"),
    said("directives", "Directives", "Both players choose in secret.", &["tle.directive.selection-time"], "◆"),
    said("round-start", "Start of a round", "Directives are revealed.", &["tle.ruling.turn-frame"], "0"),
    said("turn-start", "Start of a turn", "The active player scores objectives.", &["tle.scoring.primary-timing"], "0"),
    said("command-phase", "Command phase", "Leader points refill; abilities are used.", &["tle.round.phases"], "1"),
    said("movement-phase", "Movement phase", "Units move and get orders.", &["tle.round.phases"], "2"),
    said("power-phase", "Power phase", "Units use powers; the other player may block.", &["tle.round.phases"], "3"),
    said("battle-phase", "Battle phase", "The players take turns shooting and fighting.", &["tle.round.phases"], "4"),
    said("coherency-phase", "Coherency phase", "Units that are torn apart lose models.", &["tle.round.phases"], "5"),
    said("disembarking", "Disembarking", "Units leave transports.", &["tle.transport.disembark-time"], "⇤"),
    said("moves", "Moves", "One unit after another moves.", &["tle.phase.movement.one-at-a-time"], "2"),
    said("reserves", "Placing reserves", "Units arrive.", &["tle.reserve.step"], "⇣"),
    said("reactions", "Reactions", "Reaction units act.", &["tle.ruling.reaction-limit"], "r"),
    said("embarking", "Embarking", "Units enter transports.", &["tle.transport.embark-time"], "⇥"),
    said("actions", "Actions", "A unit may begin an action.", &["tle.ruling.action-general"], "a"),
    said("shooting-attacks", "Shooting", "The attacks of a unit that shoots.", &["tle.shooting.declare-targets"], "➶"),
    said(
        "charging",
        "Charging",
        "A charge is declared, answered and rolled for.",
        &["tle.ruling.charge-in-fight"],
        "➤",
    ),
    said("melee-attacks", "Fighting", "The attacks of a unit in melee.", &["tle.melee.declare-targets"], "⚔"),
    said("turn-end", "End of a turn", "Actions are completed.", &["tle.ruling.turn-frame"], "6"),
    said("round-end", "End of a round", "Both players have had their turn.", &["tle.ruling.turn-frame"], "7"),
];

/// What units and players are marked with.
const MARKS: [Said; 16] = [
    said("attacker", "Attacker", "Takes the first turn of a round.", &["tle.round.attacker-first"], "A")
        .tone(Tone::Strong),
    said("defender", "Defender", "Takes the second turn of a round.", &["tle.round.defender-second"], "d"),
    said("active", "Active player", "It is this player's turn.", &["tle.round.active-player"], "!").tone(Tone::Strong),
    said("reactive", "Reactive player", "It is the other player's turn.", &["tle.round.reactive-player"], "r"),
    said("passed", "Passed", "Acts no more in this phase.", &["tle.phase.battle.pass-final"], "-").tone(Tone::Faint),
    said("commander", "Commander", "Decides which colours fit the army.", &["tle.army.commander"], "★")
        .tone(Tone::Strong),
    said("hidden", "Hidden", "Shooting cannot target it.", &["tle.directive.hidden-in-plain-sight"], "?")
        .tone(Tone::Good),
    said("returned", "Returned", "Counts as killed for points.", &["tle.directive.deus-ex-machina-still-killed"], "↑"),
    said("performing", "Performs an action", "Completes it when the turn ends.", &["tle.ruling.action-general"], "a")
        .tone(Tone::Strong),
    said("in-melee", "In melee range", "Within 1 in of an enemy.", &["tle.melee.range"], "×").tone(Tone::Bad),
    said("cloud-used", "Cloud used", "Its poison cloud is used up.", &["tle.ruling.poison-cloud-once"], "☁")
        .tone(Tone::Faint),
    said("waiting", "Not deployed", "Has not been deployed yet.", &["tle.deploy.alternate"], "w").tone(Tone::Faint),
    said("reserve", "In reserve", "Can arrive in a reserve step.", &["tle.reserve.step"], "⇣").tone(Tone::Faint),
    said("aboard", "Aboard", "In a transport, off the battlefield.", &["tle.transport.off-board"], "⇥")
        .tone(Tone::Faint),
    said("casualty", "Casualty", "Leaves when the attacks are over.", &["tle.shooting.remove-casualties"], "†")
        .tone(Tone::Bad),
    said("under-ability", "Under an ability", "An ability changes its values for now.", &["tle.ability.use"], "+"),
];

/// What is counted.
const COUNTERS: [Said; 12] = [
    said("points", "Victory points", "Whoever has more at the end wins.", &["tle.scoring.winner"], "★")
        .tone(Tone::Strong),
    said("primary-points", "For objectives", "Victory points for objectives.", &["tle.scoring.primary-value"], "O"),
    said("secondary-points", "Secondary", "Victory points of the secondary.", &["tle.secondary.roll"], "S"),
    said("bounty-points", "Bounty", "Victory points for a unit killed once more.", &["tle.ruling.deus-ex-bounty"], "B"),
    said("hobby-points", "Hobby", "Victory points for paint and models.", &["tle.ruling.hobby-points"], "H"),
    said("agreed-points", "Agreed", "Victory points that were agreed on.", &["tle.ruling.dispute-digital"], "~"),
    said("leader-points", "Leader points", "What abilities are paid with.", &["tle.leader-points.usable"], "◈"),
    said("power-dice", "Power dice", "What powers and blocks are paid with.", &["tle.phase.power.pool"], "✦"),
    said(
        "bad-luck",
        "Bad luck pool",
        "Banked dice that can be the results of rolls.",
        &["tle.bad-luck.substitute"],
        "⚀",
    ),
    said("reactions-left", "Reactions left", "Reaction units to come in this phase.", &["tle.reaction.limit"], "r"),
    said("models", "Models", "The models left in the unit.", &["tle.models.unit"], "#"),
    said("passengers", "Passengers", "The models aboard.", &["tle.transport.capacity"], "⇥"),
];

/// What lies on the battlefield.
const GROUND: [Said; 10] = [
    said("zone", "Deployment zone", "Where a player deploys.", &["tle.ruling.deploy-inside"], "Z")
        .on_ground(Look::Zone),
    said("objective", "Objective", "Gives points to whoever holds it.", &["tle.scoring.primary-value"], "O")
        .tone(Tone::Strong)
        .on_ground(Look::Goal),
    said("center", "Centre of an objective", "Gives objective security.", &["tle.objective.center-security"], "o"),
    said("destroyed", "Destroyed", "Gives no points.", &["tle.secondary.poison-cloud-destroyed"], "☁").tone(Tone::Bad),
    said("stormy", "In the storm", "Gives no points this round.", &["tle.secondary.storm"], "☇").tone(Tone::Bad),
    said("bomb", "Bomb marker", "3 victory points at the end.", &["tle.secondary.bombs-score"], "●"),
    said("terrain", "Terrain", "A terrain feature.", &["tle.terrain.three-types"], "#"),
    said("type-1", "Type 1 terrain", "Soft cover: -1 to hit, 2 in off the move.", &["tle.terrain.type1-hit"], "1")
        .tone(Tone::Good)
        .on_ground(Look::Rough),
    said("type-2", "Type 2 terrain", "Hinders sight; +1 to the first armor number.", &["tle.terrain.type2-armor"], "2")
        .tone(Tone::Good)
        .on_ground(Look::Shelter),
    said("type-3", "Type 3 terrain", "Nobody on it sees or is seen.", &["tle.terrain.type3-hidden"], "3")
        .on_ground(Look::Solid),
];

/// What limits moves and places.
const LIMITS: [Said; 9] = [
    said("coherency", "Coherency", "Models of a unit stay within 2 in.", &["tle.coherency.distance"], "="),
    said("melee-range", "Melee range", "Within 1 in of an enemy.", &["tle.melee.range"], "×").tone(Tone::Bad),
    said("nine-inches", "9 inches", "Reserves stay this far from enemies.", &["tle.reserve.nine-inches"], "9"),
    said("edge", "Edge", "The whole base stays on the battlefield.", &["tle.ruling.movement-measure"], "|"),
    said("through", "In the way", "Models cannot pass through it.", &["tle.phase.movement.no-passing"], "x"),
    said("walls", "Walls", "No model stands on it; type 2 walls let models pass.", &["tle.ruling.wall-geometry"], "‖"),
    said("no-terrain", "No terrain", "Flying models end on none.", &["tle.keyword.flying-end"], "^"),
    said("closer", "Closer", "Models must end closer to it.", &["tle.melee.combat-move-closer"], "v"),
    said("near-transport", "Near the transport", "Within 3 in of it.", &["tle.transport.disembark-range"], "⇥"),
];

/// What can be chosen besides units, orders and directives.
const CHOICES: [Said; 32] = [
    said("place", "Place", "It comes to the battlefield.", &["tle.deploy.first-unit"], "p"),
    said("aside", "Set aside", "It waits in reserve.", &["tle.keyword.shock-teleport"], "⇣"),
    said("none-1", "No directive in round 1", "The round stays empty.", &["tle.ruling.directive-count"], "-"),
    said("none-2", "No directive in round 2", "The round stays empty.", &["tle.ruling.directive-count"], "-"),
    said("none-3", "No directive in round 3", "The round stays empty.", &["tle.ruling.directive-count"], "-"),
    said("none-4", "No directive in round 4", "The round stays empty.", &["tle.ruling.directive-count"], "-"),
    said("none-5", "No directive in round 5", "The round stays empty.", &["tle.ruling.directive-count"], "-"),
    said("move", "Move", "Move up to M.", &["tle.phase.movement.move"], "›"),
    said("advance-move", "Advance move", "Move up to 6 in further.", &["tle.order.advance"], "»"),
    said("charge-move", "Charge move", "Move up to the charge roll.", &["tle.charge.move"], "➤"),
    said("combat-move", "Combat move", "Move 3 in closer to the enemy.", &["tle.melee.combat-move"], "v"),
    said("disembark", "Disembark", "Leave the transport.", &["tle.transport.disembark-range"], "⇤"),
    said("embark", "Embark", "Enter a transport.", &["tle.transport.embark-range"], "⇥"),
    said("arrive", "Arrive", "Come from reserve.", &["tle.reserve.step"], "⇣"),
    said("anywhere", "Anywhere", "Any place on the battlefield.", &["tle.keyword.direction-anywhere"], "*"),
    said("side", "Side", "Within 3 in of an edge.", &["tle.keyword.direction-side"], "|"),
    said("own-zone", "Own zone", "In the own deployment zone.", &["tle.ruling.reserve-position"], "Z"),
    said("action", "Action", "Begin the action of the secondary.", &["tle.ruling.action-general"], "a"),
    said("remove", "Remove", "Remove bomb markers.", &["tle.secondary.bombs-remove"], "x"),
    said("use-power", "Use a power", "Spend power dice on a power.", &["tle.phase.power.cost"], "✦"),
    said("block", "Block", "Try to stop a power.", &["tle.phase.power.block-unit"], "x"),
    said("shoot", "Shoot", "Make shooting attacks.", &["tle.phase.battle.shoot-or-fight"], "➶"),
    said("fight", "Fight", "Charge, or make melee attacks.", &["tle.phase.battle.shoot-or-fight"], "⚔"),
    said("declare-charge", "Charge", "Declare a charge at a unit.", &["tle.charge.range"], "➤"),
    said("pass", "Pass", "You select nothing.", &["tle.phase.battle.may-pass"], "-"),
    said("bank", "Bank", "Put a rolled 1 into the bad luck pool.", &["tle.bad-luck.bank-one"], "⚀"),
    said("reroll", "Reroll", "Roll a die again.", &["tle.dice.reroll-once"], "↻"),
    said("armor", "Armor save", "Roll the armor save.", &["tle.shooting.save-roll"], "▣"),
    said("dodge", "Dodge save", "Roll the dodge save, and no other.", &["tle.armor-save.dodge-instead"], "~"),
    said("pure", "Pure save", "Roll the pure save.", &["tle.armor-save.pure"], "+"),
    said("yes", "Yes", "Yes.", &["tle.ability.use"], "y"),
    said("no", "No", "No.", &["tle.ability.use"], "n"),
];

/// How a battle can end; where victory points decide it, the word is that of the counter.
const ENDINGS: [Said; 4] = [
    said("tie-break", "Tie-break", "Victory points were equal; something else decided.", &["tle.ruling.vp-tie"], "!"),
    said("draw", "Draw", "Both have as many victory points.", &["tle.ruling.vp-tie"], "!"),
    said("wipeout", "Wipeout", "A player has no unit left.", &["tle.ruling.army-destroyed"], "!"),
    said("others-left", "The other gave up", "The other player has left.", &["tle.ruling.army-destroyed"], "!"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::forces::house::RULEBOOK;

    #[test]
    fn every_word_of_the_game_is_said_once() {
        let terms = terms();
        let mut words = BTreeSet::new();
        for term in &terms {
            assert!(words.insert(term.id.to_string()), "{} is said twice", term.id);
        }
    }

    #[test]
    fn every_word_has_a_label_a_text_a_short_sign_and_rules_of_the_book() {
        for term in terms() {
            assert!(!term.label.is_empty() && term.text.ends_with('.'), "{}", term.id);
            assert!((1..=2).contains(&term.sign.chars().count()), "{}", term.id);
            assert!(!term.rules.is_empty(), "{}", term.id);
            for rule in &term.rules {
                assert!(RULEBOOK.contains(&format!("\nid = \"{rule}\"\n")), "{rule} of {}", term.id);
            }
        }
    }
}
