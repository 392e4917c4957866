//! What a Commander is told in a first battle, when something is asked for the first time.

use vocabulary::{Lesson, RuleId};

const LESSONS: [(&str, &str, &str); 15] = [
    (
        "aot.ruling.terrain-setup",
        "The battlefield",
        "You fight over the Archives, the numbered discs: whoever stands on one at the end of a Round scores. Woods and \
         ruins give Cover, water and rubble are Unstable and slow you down, nobody moves or sees through an Obstacle, \
         and whoever shoots from a Vantage Point hits more easily. Point at a piece to read its rules.",
    ),
    (
        "aot.setup.zone-roll",
        "Your side of the table",
        "All your units start in one zone. Both sides of a generated battlefield are equally good, so take either.",
    ),
    (
        "aot.setup.deploy-alternating",
        "Setting up, in turns",
        "You and your enemy set up one unit after the other. Units that shoot far want to see the Archives, units that \
         fight want to be close to them. Whoever sets up last sees more, so begin with what matters least.",
    ),
    (
        "aot.setup.deploy-in-zone",
        "Where it stands",
        "A suggestion is shown already. Drag the models, or click where they should stand: all of them inside your zone, \
         each within an inch of others of its unit. Confirm when you like it.",
    ),
    (
        "aot.action.alternate",
        "One Action for each unit",
        "Commanders take turns; in each you pick one unit and one Action for it. Move & Shoot and Move & Charge let the \
         enemy react, Advance moves further in peace, Hold stays. When every unit has acted, the fighting starts.",
    ),
    (
        "aot.move.basic-move",
        "Moving",
        "Each model goes up to its Speed, round what is in the way, and the unit stays together. Only a charge may come \
         within an inch of an enemy. What is not allowed turns red and says why before you let go.",
    ),
    (
        "aot.action.advance-move",
        "Advancing",
        "The die was added to your Speed. You cannot shoot or charge now, so get somewhere that matters: onto an \
         Archive, or into Cover.",
    ),
    (
        "aot.shoot.split-targets",
        "Shooting",
        "Give each model a target that it sees and reaches. You are shown what every attack needs and what to expect \
         before you confirm. Power against Defense decides what hits; then the enemy tries to resist.",
    ),
    (
        "aot.ruling.reaction-table",
        "A Reaction",
        "Your enemy has declared something against you, and you may answer. If the unit has not acted yet, its Action of \
         this Round is gone then; if it has, reacting costs it nothing more. Evade gets out of the way, Return Fire shoots \
         back, and to pass is always possible.",
    ),
    (
        "aot.charge.declare.ed2-3",
        "Charging",
        "Name enemies within 12 in. Two dice say how far you get; if that is not enough, you stay where you are. For \
         each target you are shown how likely it is.",
    ),
    (
        "aot.charge.move",
        "The charge itself",
        "As many of your models as can end within an inch of what they charge. The suggestion does it; you may place \
         them better.",
    ),
    (
        "aot.attack.defender-allocates",
        "Taking damage",
        "You choose who suffers, but whoever is hurt already comes first. A model without Health is destroyed. The \
         standing order \u{201c}Quick casualties\u{201d} in the menu spares you this question.",
    ),
    (
        "aot.battle-phase.everyone-fights",
        "The Battle Phase",
        "Every model within an inch of an enemy fights now, both sides. Choose whom each of yours strikes at.",
    ),
    (
        "aot.action.scrum-move",
        "In the crowd",
        "This unit is in a fight and may crowd in closer, so that more of its models can strike.",
    ),
    (
        "aot.action.firing-retreat-move",
        "Getting away",
        "The unit leaves the fight and must end outside of an inch of every enemy. Then it may shoot at those it left.",
    ),
];

/// The lessons, in the order in which most of them come up.
pub(crate) fn lessons() -> Vec<Lesson> {
    let lesson = |(asked, title, text): (&'static str, &str, &str)| Lesson {
        asked: RuleId::of(asked),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    LESSONS.map(lesson).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_about_a_rule_of_the_book() {
        let book = include_str!("../../../../rulebook/archives-of-tomorrow.toml");
        for lesson in lessons() {
            assert!(book.contains(&format!("id = \"{}\"", lesson.asked)), "{}", lesson.asked);
        }
    }
}
