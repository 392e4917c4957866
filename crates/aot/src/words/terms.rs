//! The words of the game: what a page can explain.

use engine::terms::{Look, Said, Term, Tone, said};

use crate::chapters::effects::{ENERGIZE, Effect};
use crate::chapters::feat::COMMON;
use crate::chapters::soul::Spell;
use crate::fact::{Action, Reaction};
use crate::forces::pack;

/// Every term of the manual.
pub(crate) fn terms() -> Vec<Term> {
    let mut terms = pack::terms();
    terms.extend(WORDS.iter().map(Said::term));
    terms.extend(Effect::ALL.map(Effect::term));
    terms.push(ENERGIZE.term());
    terms.extend(Action::ALL.map(Action::term));
    terms.extend(Reaction::ALL.map(Reaction::term));
    let feats = pack::factions().iter().flat_map(|faction| &faction.formations).filter_map(|own| own.feat.as_ref());
    terms.extend(
        COMMON.iter().chain(feats).map(|feat| Term::new(feat.id, &feat.name, &feat.text, "✪").rule(feat.rule())),
    );
    terms.extend(Spell::ALL.map(spell_term));
    terms.extend(ENDINGS.iter().map(Said::term));
    terms
}

fn spell_term(spell: Spell) -> Term {
    let term = Term { text: format!("{} Cost {}.", spell.text(), spell.cost()), ..spell.term() };
    match spell.is_hostile() {
        true => Term { tone: Tone::Bad, sign: "✦".to_owned(), ..term },
        false => term.tone(Tone::Good),
    }
}

/// Phases, marks, counters, terrain, and what can be chosen besides Actions, Reactions and spells.
const WORDS: [Said; 48] = [
    said("preparation", "Preparation", "The battlefield is agreed and units are set up.", &["aot.setup.sequence"], "0"),
    said("proposal", "Proposal", "A battlefield is proposed.", &["aot.ruling.terrain-setup"], "?"),
    said("zones", "Zones", "Commanders roll for zones and pick them.", &["aot.setup.zone-roll"], "Z"),
    said("deployment", "Deployment", "Commanders take turns setting up units.", &["aot.setup.deploy-alternating"], "D"),
    said(
        "round-start",
        "Start of a Round",
        "Commanders roll for the order of the Round.",
        &["aot.round.turn-order"],
        "0",
    ),
    said(
        "aftermath",
        "End of the Battle Phase",
        "Irradiated, then Terror.",
        &["aot.battle-phase.end-effects.ed3", "aot.battle-phase.end-effects.ed1", "aot.battle-phase.end-effects.ed2"],
        "2",
    ),
    said("round-end", "End of a Round", "Is the battle won?", &["aot.ruling.battle-end-checks"], "4"),
    said(
        "action-phase",
        "Action Phase",
        "Commanders take turns, acting with one unit each time.",
        &["aot.round.phases"],
        "1",
    ),
    said("battle-phase", "Battle Phase", "Every unit in Battle Range fights.", &["aot.round.phases"], "2"),
    said("control-phase", "Control Phase", "Units regenerate and Archives score.", &["aot.round.phases"], "3"),
    said("points", "Victory points", "Reach the target to win.", &["aot.victory.first-to-target"], "★")
        .tone(Tone::Strong),
    said("spent", "Spent", "Has used its Action of the Round.", &["aot.action.one-per-round"], "•").tone(Tone::Faint),
    said("models", "Models", "The models left in the unit.", &["aot.unit.model"], "#"),
    said("stopped", "Stopped", "Is done for this Action Phase.", &["aot.ruling.no-passing"], ".").tone(Tone::Faint),
    said("passed", "Passed", "Passed the last turn.", &["aot.ruling.no-passing"], "-").tone(Tone::Faint),
    said("entered", "Entered", "Came in this Round; scores no Archives.", &["aot.ability.vanguard.no-vp"], ">"),
    said("fled", "Fled", "Starts the next Round without its Action.", &["aot.ruling.terror-and-action"], "<")
        .tone(Tone::Bad),
    said("vanguard-held", "In Vanguard", "Waits to enter from an edge.", &["aot.ability.vanguard.hold-back"], "V")
        .tone(Tone::Faint),
    said("waiting", "Not set up", "Has not been set up yet.", &["aot.setup.deploy-alternating"], "w").tone(Tone::Faint),
    said("zone", "Deployment zone", "Where a Commander sets up.", &["aot.setup.deploy-in-zone"], "Z")
        .on_ground(Look::Zone),
    said("archive", "Archive", "Scores a victory point for units that stand on it.", &["aot.vp.archive"], "A")
        .tone(Tone::Strong)
        .on_ground(Look::Goal),
    said("terrain", "Terrain", "A piece of terrain.", &["aot.setup.terrain-rules"], "#"),
    said("cover", "Cover", "+1 to Resist Rolls against ranged attacks.", &["aot.terrain.cover-resist"], "C")
        .tone(Tone::Good)
        .on_ground(Look::Shelter),
    said("obstacle", "Obstacle", "Nobody moves or sees through it.", &["aot.terrain.obstacle-move"], "O")
        .on_ground(Look::Solid),
    said("unstable", "Unstable", "Takes 2 in off the move.", &["aot.terrain.unstable-speed"], "U")
        .tone(Tone::Bad)
        .on_ground(Look::Rough),
    said("vantage-point", "Vantage Point", "+1 to ranged Attack Rolls.", &["aot.terrain.vantage-point"], "P")
        .tone(Tone::Good)
        .on_ground(Look::High),
    said("coherency", "Unit Coherency", "Models of a unit stay together.", &["aot.unit.coherency-always"], "="),
    said("battle-range", "Battle Range", "Within 1 in of an enemy.", &["aot.move.battle-range"], "×").tone(Tone::Bad),
    said("edge", "Edge", "The whole base stays on the battlefield.", &["aot.ruling.leaving-table"], "|"),
    said("through", "In the way", "Models cannot pass through it or stand on it.", &["aot.move.no-through-bases"], "x"),
    said("closer", "Closer", "Models must end closer to it.", &["aot.ruling.evade-direction"], "v"),
    said("deploy", "On the battlefield", "Set up in the zone.", &["aot.setup.deploy-in-zone"], "D"),
    said("stop", "Stop", "You are done for this Action Phase.", &["aot.ruling.no-passing"], "."),
    said("pass", "Pass", "You select nothing this turn.", &["aot.ruling.no-passing"], "-"),
    said("yes", "Yes", "Yes.", &["aot.ruling.terrain-setup"], "y"),
    said("no", "No", "No.", &["aot.ruling.terrain-setup"], "n"),
    said("first", "First", "Is first in the order of the Round.", &["aot.round.turn-order"], "1").tone(Tone::Strong),
    said("channel", "Channel", "A Soul Action: channel a spell.", &["aot.action-table.channel"], "✦"),
    said("embark", "Embark", "Go aboard a Transport.", &["aot.transport.embark"], "⇥"),
    said("aboard", "Aboard", "Rides in a Transport.", &["aot.transport.embarked-off-table"], "⇥").tone(Tone::Faint),
    said("boarded", "In or out", "Went aboard or got out this Round.", &["aot.transport.not-in-and-out"], "⇥")
        .tone(Tone::Faint),
    said("passengers", "Passengers", "The models aboard.", &["aot.transport.capacity"], "⇥"),
    said("feat-points", "Feat Points", "What Feats are paid with.", &["aot.feat.spend"], "✪"),
    said("under-feat", "Under a Feat", "A Feat changes its values for now.", &["aot.feat.spend"], "✪"),
    said(
        "suppressed",
        "Suppressed",
        "Cannot Counter Charge in this Action Phase.",
        &["aot.feat.suppressive-fire"],
        "▼",
    )
    .tone(Tone::Bad),
    said("negate", "Negate", "Stop a spell from working.", &["aot.action-table.negate"], "n"),
    said("soul", "Soul", "What spells are paid with.", &["aot.soul.resource-name"], "✦"),
    said("channelled", "Channelled", "Has used its Soul Action of the Round.", &["aot.soul.extra-action"], "•")
        .tone(Tone::Faint),
];

/// How a battle can end.
const ENDINGS: [Said; 8] = [
    said("target", "Target reached", "Enough victory points to win.", &["aot.victory.first-to-target"], "!"),
    said("lead", "In the lead", "Nobody else has as many victory points.", &["aot.victory.same-round"], "!"),
    said("draw", "Draw", "Those who reached the target agreed on a draw.", &["aot.victory.same-round"], "!"),
    said("others-left", "Others gave up", "Everybody else has left the battle.", &["aot.ruling.elimination"], "!"),
    said("last-standing", "Last one standing", "Nobody else has a unit left.", &["aot.ruling.elimination"], "!"),
    said("nobody-left", "Nobody left", "Nobody has a unit left.", &["aot.ruling.elimination"], "!"),
    said("dead-position", "Stalemate", "Nobody can score an Archive any more.", &["aot.ruling.battle-end-checks"], "!"),
    said(
        "round-limit",
        "Last Round",
        "The agreed number of Rounds was played.",
        &["aot.ruling.battle-end-checks"],
        "!",
    ),
];
