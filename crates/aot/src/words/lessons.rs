//! What a Commander is told in a first battle, when something is asked for the first time.

use vocabulary::{Lesson, RuleId};

const LESSONS: [(&str, &str, &str); 15] = [
    (
        "aot.ruling.terrain-setup",
        "The battlefield",
        "You fight over the Archives, the numbered discs: units standing on one at the end of a Round score. Woods and \
         ruins give Cover, water and rubble are Unstable and slow you down, Obstacles block movement and sight, and you \
         hit more easily from a Vantage Point. Point at a piece of terrain to read its rules.",
    ),
    (
        "aot.setup.zone-roll",
        "Your side of the table",
        "All your units start in one zone. Both sides of a generated battlefield are equally good, so take either.",
    ),
    (
        "aot.setup.deploy-alternating",
        "Setting up, in turns",
        "You and your enemy take turns setting up units. Units that shoot far want a view of the Archives; units that \
         fight want to be close to them. Whoever sets up later knows more, so begin with what matters least.",
    ),
    (
        "aot.setup.deploy-in-zone",
        "Where it stands",
        "A suggestion is already shown. Drag the models, or click where they should stand: all of them inside your zone, \
         each within an inch of others of its unit. Confirm when you like it.",
    ),
    (
        "aot.action.alternate",
        "One Action for each unit",
        "Commanders take turns; on yours, pick one unit and one Action for it. Move & Shoot and Move & Charge let the \
         enemy react, Advance moves further without Reactions, Hold does nothing. When every unit has acted, the \
         fighting starts.",
    ),
    (
        "aot.move.basic-move",
        "Moving",
        "Each model moves up to its Speed, around anything in the way, and the unit stays together. Only a charge may \
         come within an inch of an enemy. An illegal move turns red and says why before you let go.",
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
        "Give each model a target that it sees and reaches. Before you confirm, you see what every attack needs and what \
         to expect. Power against Defense decides what hits; then the enemy tries to resist.",
    ),
    (
        "aot.ruling.reaction-table",
        "A Reaction",
        "Your enemy has declared an attack on you, and you may react. If your unit has not acted yet, this uses up its \
         Action of the Round; if it has, reacting costs nothing more. Evade gets it out of the way, Return Fire shoots \
         back, and you can always pass.",
    ),
    (
        "aot.charge.declare.ed2-3",
        "Charging",
        "Name enemies within 12 in. Two dice decide how far you get; if that is not enough, you stay where you are. You \
         see for each target how likely it is.",
    ),
    (
        "aot.charge.move",
        "The charge itself",
        "As many of your models as possible must end within an inch of what they charge. The suggestion does that; you \
         may place them better.",
    ),
    (
        "aot.attack.defender-allocates",
        "Taking damage",
        "You choose which model suffers, but a damaged one comes first. A model without Health is destroyed. To skip \
         questions like this, take one of the standing orders below it.",
    ),
    (
        "aot.battle-phase.everyone-fights",
        "The Battle Phase",
        "Every model within an inch of an enemy fights now, on both sides. Choose a target for each of yours.",
    ),
    (
        "aot.action.scrum-move",
        "In the crowd",
        "This unit is in a fight and may close in, so that more of its models can strike.",
    ),
    (
        "aot.action.firing-retreat-move",
        "Getting away",
        "The unit leaves the fight and must end more than an inch from every enemy. Then it may shoot at those it left.",
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
