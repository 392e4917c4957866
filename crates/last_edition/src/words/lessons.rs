//! What a player is told in a first battle, when something is asked for the first time.

use vocabulary::{Lesson, RuleId};

/// The rule that asks, a title, and what to know.
const LESSONS: [(&str, &str, &str); 34] = [
    (
        "tle.deploy.choose-zone",
        "Your side of the table",
        "All your units start in one zone, but for those that wait in reserve. The zones mirror each other, so take either.",
    ),
    (
        "tle.deploy.alternate",
        "Deploying, in turns",
        "You and your enemy take turns putting units down. Whoever deploys later knows more, so begin with what matters \
         least. A unit with Shock teleport may stay in reserve, and others may ride in a transport.",
    ),
    (
        "tle.ruling.deploy-inside",
        "Where it stands",
        "A place is already shown. Drag the models, or click where they should stand: wholly inside your zone, each \
         within 2 in of others of its unit. The discs are the objectives: be close to them.",
    ),
    (
        "tle.directive.selection-time",
        "Directives",
        "Choose one directive for each round, in secret. Your enemy sees each as its round begins. All-in doubles what \
         objectives give, so plan it for a round in which you expect to hold many; Sabotage takes a reaction from your \
         enemy.",
    ),
    (
        "tle.phase.command.abilities",
        "The command phase",
        "Your turn begins with the points for the objectives you hold. Then units can use command abilities, paid with \
         leader points, which come back every turn.",
    ),
    (
        "tle.leader-points.usable",
        "Leader points",
        "Leader points pay for abilities. They come back at the start of each of your turns, so don't save them up.",
    ),
    (
        "tle.reaction.limit",
        "Reaction units",
        "In your enemy's turn, as many of your units may act in each phase as you have leaders on the battlefield. Name \
         them now; they act after your enemy's units.",
    ),
    (
        "tle.phase.movement.move",
        "Moving",
        "Pick a unit and move its models, each up to its movement. Soft cover shortens a move by 2 in, and nobody walks \
         through the walls of type 3 terrain. An illegal move turns red and says why before you let go. Pass when you \
         are done.",
    ),
    (
        "tle.phase.movement.one-at-a-time",
        "One unit after the other",
        "Move your units one by one, each once. A unit in melee range can fall back; then it can't charge this turn. Pass \
         when nobody else should move.",
    ),
    (
        "tle.phase.movement.orders",
        "An order",
        "After its move, a unit may get an order. Advancing brings it 6 in further, but then it attacks nobody. \
         Concentrating helps a unit that stood still to wound, and Taking cover helps its armor but spoils its aim.",
    ),
    (
        "tle.order.advance",
        "Advancing",
        "Six more inches. The unit can't shoot or fight this turn, so get somewhere that matters: onto an objective, or \
         out of sight.",
    ),
    ("tle.order.fall-back", "Falling back", "Every model must get out of melee range. One that finds no way is lost."),
    (
        "tle.reserve.step",
        "Reserves",
        "A unit in reserve can arrive now, more than 9 in from every enemy. It counts as having moved and gets no order. \
         What is still in reserve at the end of the battle is lost.",
    ),
    (
        "tle.transport.disembark-time",
        "Getting out",
        "Units leave their transport before anybody moves, and may then move as usual.",
    ),
    (
        "tle.transport.embark-time",
        "Getting in",
        "A unit within 3 in of a transport with room may go aboard at the end of the movement phase.",
    ),
    (
        "tle.secondary.secret-mission",
        "The secret mission",
        "A unit wholly within the enemy zone can begin the secret mission. As your turn ends, roll a die: at least the \
         number of its models brings 3 victory points. It must not attack this turn.",
    ),
    (
        "tle.secondary.bombs",
        "Bombs",
        "A unit of 4 or more models, far from your zone, can lay or remove bombs as your turn ends. Each of your bombs \
         is worth 3 victory points at the end of the battle.",
    ),
    (
        "tle.secondary.poison-cloud",
        "The poison cloud",
        "Once in the battle, a unit on an objective can destroy it. Nobody scores it afterwards, so use it where your \
         enemy is strong.",
    ),
    (
        "tle.phase.power.effects",
        "Powers",
        "Units with the Power keyword use powers, paid with power dice. Your enemy may block a power with a reaction unit.",
    ),
    (
        "tle.phase.power.block-unit",
        "Blocking a power",
        "One of your reaction units within 24 in can try to stop this power, if you have the power dice for it.",
    ),
    (
        "tle.phase.power.block-secret",
        "Power dice in secret",
        "Both of you name a number of dice at the same time. The higher total wins, and all the dice are spent.",
    ),
    (
        "tle.phase.battle.shoot-or-fight",
        "Shoot or fight",
        "You and your enemy take turns picking a unit that shoots or fights. A unit that is close to nobody can charge \
         before it fights. Once you pass, you pick nobody else in this phase.",
    ),
    (
        "tle.shooting.declare-targets",
        "Shooting",
        "Give each weapon a target that its model sees and reaches. Before you confirm, you see what every attack needs \
         and what to expect. Units in melee range can't be shot.",
    ),
    (
        "tle.charge.range",
        "Charging",
        "Name an enemy within 12 in. Two dice decide whether you get there, and for each target you see how likely that \
         is. The enemy may shoot first with Counterfire weapons.",
    ),
    (
        "tle.charge.move",
        "The charge move",
        "At least one model must end within 1 in of what it charges. The suggestion brings in as many as it can.",
    ),
    (
        "tle.melee.declare-targets",
        "Fighting",
        "Every weapon in reach strikes. The better combat skill hits more easily: equal skills need a 4, twice as much \
         needs only a 2.",
    ),
    (
        "tle.melee.combat-move",
        "The combat move",
        "After fighting, models may move 3 in, but only closer to the enemy that was nearest. Use it to bring more of \
         them in reach, or to step onto an objective.",
    ),
    (
        "tle.ruling.damage-allocation",
        "Taking damage",
        "You choose which model takes the wound, but a wounded one comes first. To skip questions like this, take one of \
         the standing orders below it.",
    ),
    (
        "tle.armor-save.dodge-instead",
        "Armor or dodge",
        "This model can roll its armor save or try to dodge, not both. Armor suffers from AP twice as slowly once its \
         second number is reached.",
    ),
    (
        "tle.armor-save.pure",
        "A pure save",
        "One more chance: a pure save is rolled for each point of damage, whatever the AP.",
    ),
    (
        "tle.bad-luck.bank-one",
        "Bad luck",
        "Put natural ones into your bad luck pool. Two equal dice there become one that is higher by one, and later you \
         can use a die of the pool instead of rolling.",
    ),
    (
        "tle.bad-luck.substitute",
        "A die from the pool",
        "You may use a die of your bad luck pool instead of rolling. It's gone then, so keep high dice for rolls that \
         matter: a charge, or the last save of a leader.",
    ),
    (
        "tle.coherency.removal",
        "Coherency",
        "Your unit has lost touch: models more than 2 in from the others are lost, one by one, until those that are left \
         hold together. You choose who goes.",
    ),
    (
        "tle.weapon-keyword.counterfire-timing",
        "Counterfire",
        "The enemy charges. Your Counterfire weapons may shoot at the charging unit before the dice are rolled.",
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
    use crate::forces::house::RULEBOOK;

    #[test]
    fn every_lesson_is_about_a_rule_of_the_book() {
        for lesson in lessons() {
            assert!(RULEBOOK.contains(&format!("id = \"{}\"", lesson.asked)), "{}", lesson.asked);
        }
    }

    #[test]
    fn no_rule_has_two_lessons() {
        let mut asked: Vec<RuleId> = lessons().into_iter().map(|lesson| lesson.asked).collect();
        asked.sort();
        assert!(asked.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
