//! What datasheets let units do besides moving and attacking: powers, command abilities, uses of leader points, auras.
//!
//! All of them are data: when they can be used, what they cost, whom they reach, and a few effects that the chapters carry
//! out. Changes of the same value by several abilities never add up: of all that apply to a unit, the largest increase and
//! the largest decrease of a value count (`tle.ability.no-stacking`, `tle.ruling.ability-stacking`).

use ground::Length;
use roster::wording;
use serde::{Deserialize, Serialize};
use vocabulary::Word;

engine::terms! {
    /// When an ability can be used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum When {
        CommandPhase {
            word: "command-phase", label: "Command phase", rules: ["tle.phase.command.abilities"],
            text: "In its player's command phase, or as a reaction unit in the enemy's.",
        }
        PowerPhase {
            word: "power-phase", label: "Power", rules: ["tle.phase.power.effects", "tle.phase.power.cost"],
            text: "A power: in its player's power phase, for power dice; the enemy may block it.",
        }
        Moving {
            word: "moving", label: "Before moving", rules: ["tle.ability.use"],
            text: "When it is selected to move, before it does.",
        }
        Moved {
            word: "moved", label: "After moving", rules: ["tle.ability.use"],
            text: "When it has moved, before it gets an order.",
        }
        Shooting {
            word: "shooting", label: "Before shooting", rules: ["tle.ability.use"],
            text: "When it is selected to shoot, before it chooses targets.",
        }
        Fighting {
            word: "fighting", label: "Before fighting", rules: ["tle.ability.use"],
            text: "When it makes melee attacks, before it chooses targets.",
        }
        Charging {
            word: "charging", label: "Before charging", rules: ["tle.ability.use"],
            text: "When it has declared a charge, before the charge roll.",
        }
        Charged {
            word: "charged", label: "When charged", rules: ["tle.ability.use"],
            text: "When an enemy unit has declared a charge against it, before the charge roll.",
        }
        ShotAt {
            word: "shot-at", label: "When shot at", rules: ["tle.ability.use"],
            text: "When an enemy unit has chosen it as a target of shooting, before the hit rolls.",
        }
        Attacked {
            word: "attacked", label: "When attacked in melee", rules: ["tle.ability.use"],
            text: "When an enemy unit has chosen it as a target of melee attacks, before the hit rolls.",
        }
        AfterRoll {
            word: "after-roll", label: "After a roll", rules: ["tle.ability.use", "tle.dice.reroll-once"],
            text: "When it has made a roll of the kind, before anything changes the result.",
        }
    }
}

impl When {
    /// Whether an enemy unit is at hand then: the one that charges, shoots or strikes.
    pub const fn has_opponent(self) -> bool {
        matches!(self, When::Charged | When::ShotAt | When::Attacked)
    }
}

/// How often one unit can use an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Once in each phase. A power is tried once in a round whatever its datasheet says.
    #[default]
    Phase,
    /// Once in each round.
    Round,
    /// Once in the battle.
    Battle,
}

/// How long an effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasting {
    /// As long as the unit at hand acts: until its move, its shooting, its charge or its fight is over.
    Activation,
    /// Until the phase ends.
    Phase,
    /// Until the turn ends.
    Turn,
    /// Until the round ends.
    Round,
    /// Until the next command phase of its player starts.
    NextCommand,
    /// Until the battle ends.
    Battle,
}

engine::terms! {
    /// A value that abilities change. `by` is added to it as the book prints it: +1 to an armor number makes it better, as
    /// Taking Cover does, and -1 to AP makes an attack stronger.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Value {
        Movement { word: "movement", label: "M", rules: ["tle.datasheet.movement"], text: "Inches of a normal move." }
        HitRoll { word: "hit-roll", label: "Hit rolls", rules: ["tle.shooting.hit-roll"], text: "Its own hit rolls." }
        WoundRoll {
            word: "wound-roll", label: "Wound rolls", rules: ["tle.wound.modifier-on-total"], text: "Its own wound rolls.",
        }
        ChargeRoll { word: "charge-roll", label: "Charge rolls", rules: ["tle.charge.roll"], text: "Its own charge rolls." }
        CombatSkill {
            word: "combat-skill", label: "CS", rules: ["tle.datasheet.combat-skill"], text: "Its skill in melee.",
        }
        Toughness { word: "toughness", label: "T", rules: ["tle.datasheet.toughness"], text: "What wound rolls must beat." }
        Strength {
            word: "strength", label: "S", rules: ["tle.datasheet.weapon-profile"], text: "The strength of its weapons.",
        }
        Ap { word: "ap", label: "AP", rules: ["tle.armor-save.ap"], text: "The armor penetration of its weapons." }
        Damage { word: "damage", label: "Damage", rules: ["tle.datasheet.weapon-profile"], text: "What its wounds cost." }
        Attacks {
            word: "attacks", label: "Attacks", rules: ["tle.datasheet.weapon-profile"],
            text: "The attacks that each of its models makes with each weapon.",
        }
        ArmorFirst {
            word: "armor-first", label: "First armor number", rules: ["tle.armor-save.two-numbers"],
            text: "The save against AP 0.",
        }
        ArmorSecond {
            word: "armor-second", label: "Second armor number", rules: ["tle.armor-save.two-numbers"],
            text: "Where the harder part of the armor begins.",
        }
        PureSave { word: "pure-save", label: "Pure save", rules: ["tle.armor-save.pure"], text: "Its pure save, if it has one." }
    }
}

/// Attacks of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackKind {
    /// Shooting.
    Ranged,
    /// Fighting.
    Melee,
}

/// A change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The value.
    pub value: Value,
    /// What is added.
    pub by: i8,
    /// The attacks in which it counts; both kinds if nothing is said. Of a value of attacks, those the unit makes; of a
    /// value that attacks are compared with, those against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<AttackKind>,
}

impl Change {
    /// Whether it counts in attacks of this kind.
    pub fn counts_in(&self, kind: AttackKind) -> bool {
        self.attacks.is_none_or(|only| only == kind)
    }
}

engine::terms! {
    /// A kind of roll that can be made again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum RollKind {
        Hit { word: "hit", label: "Hit roll", rules: ["tle.dice.reroll-once"], text: "One die of its hit rolls." }
        Wound {
            word: "wound", label: "Wound roll", rules: ["tle.wound.reroll-first-die-only"],
            text: "The first die of one of its wound rolls.",
        }
        Save { word: "save", label: "Save", rules: ["tle.dice.reroll-once"], text: "One die of its saves, of any kind." }
        Charge { word: "charge", label: "Charge roll", rules: ["tle.dice.reroll-once"], text: "Its charge roll." }
        Power { word: "power", label: "Power roll", rules: ["tle.dice.reroll-once"], text: "One of its power dice." }
    }
}

engine::terms! {
    /// What a unit has for a while.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Gain {
        ObjectiveSecurity {
            word: "objective-security", label: "Objective security", rules: ["tle.keyword.objective-security"],
            text: "Holds objectives against greater numbers.",
        }
        Protected {
            word: "protected", label: "Protected", rules: ["tle.keyword.protected"],
            text: "Can't be shot within 3 in of a friendly unit that isn't protected, unless it is the closest in sight.",
        }
        Untargetable {
            word: "untargetable", label: "Untargetable", rules: ["tle.ruling.sniper"],
            text: "Can't be chosen as a target of shooting.",
        }
        Flying {
            word: "flying", label: "Flying", rules: ["tle.keyword.flying"],
            text: "Moves over terrain and models.",
        }
    }
}

/// What an ability does. A chapter carries out each of them by a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Changes a value of the target while it lasts.
    Change(Change),
    /// Gives the target something while it lasts.
    Gain(Gain),
    /// One wounded model of the target regains up to so much health.
    Heal(u8),
    /// The target suffers so many wounds of 1 damage, one after the other, without any save.
    Wounds(u8),
    /// The target moves up to so many inches, as in a normal move.
    Move(u8),
    /// The roll that was just made is made again: one die, or a charge roll as a whole.
    Reroll(RollKind),
    /// One dead model of the target comes back with full health, in coherency and outside of melee range.
    Return,
    /// Its player gains so many leader points; they may exceed the maximum.
    LeaderPoints(u8),
    /// So many dice are added to the power pool of its player.
    PowerDice(u8),
    /// The enemy player can declare so many reaction units less, in each of its phases.
    LoseReactions(u8),
}

impl Effect {
    /// Whether it holds for a while; the others happen at once.
    pub const fn lasts(&self) -> bool {
        matches!(self, Effect::Change(_) | Effect::Gain(_) | Effect::LoseReactions(_))
    }

    /// Whether it is about players, and reaches no unit.
    pub const fn is_about_players(&self) -> bool {
        matches!(self, Effect::LeaderPoints(_) | Effect::PowerDice(_) | Effect::LoseReactions(_))
    }

    fn faults(self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut bounds = |what: &str, value: u8, most: u8| {
            if !(1..=most).contains(&value) {
                faults.push(format!("{what} is {value}; it must be from 1 to {most}"));
            }
        };
        match self {
            Effect::Change(change) => {
                bounds(&format!("change of {}", change.value.word()), change.by.unsigned_abs(), 6);
            }
            Effect::Heal(most) => bounds("heal", most, 12),
            Effect::Wounds(wounds) => bounds("wounds", wounds, 12),
            Effect::Move(inches) => bounds("move", inches, 24),
            Effect::LeaderPoints(points) => bounds("leader-points", points, 12),
            Effect::PowerDice(dice) => bounds("power-dice", dice, 12),
            Effect::LoseReactions(units) => bounds("lose-reactions", units, 5),
            Effect::Gain(_) | Effect::Reroll(_) | Effect::Return => {}
        }
        faults
    }
}

/// Whom an ability reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Target {
    /// The unit that uses it.
    Itself,
    /// The enemy unit that charges, shoots or strikes.
    Opponent,
    /// A friendly unit of its player's choice, which may be the one that uses it.
    Friend(Limits),
    /// An enemy unit of its player's choice.
    Enemy(Limits),
    /// No unit: it is about the players.
    Player,
}

/// Which units can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// So many inches away at most, from any model of the unit that uses it.
    pub within: u8,
    /// Whether a model of the unit that uses it must see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visible: bool,
    /// Only units of these roles, with these keywords or of these datasheets, any of which will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Word>,
}

impl Limits {
    /// How far it reaches.
    pub fn reach(&self) -> Length {
        Length::inches(self.within.into())
    }
}

/// A power, a command ability, or any other that a unit can choose to use. Carries out `tle.ability.use`,
/// `tle.ruling.leader-point-uses`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Its id within the faction: abilities of two datasheets with the same id are the same ability.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// When it can be used.
    pub when: When,
    /// What it costs: the fewest power dice in the power phase, leader points otherwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cost: u8,
    /// How often.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub once: Once,
    /// Whom it reaches.
    pub target: Target,
    /// What it does, one after the other.
    pub effects: Vec<Effect>,
    /// How long that holds which doesn't happen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Lasting>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to it")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to it")]
fn is_usual(once: &Once) -> bool {
    *once == Once::Phase
}

impl Ability {
    /// Most effects of an ability.
    pub const MOST_EFFECTS: usize = 4;

    /// Whether it is a power: paid for with power dice, and open to blocking.
    pub fn is_power(&self) -> bool {
        self.when == When::PowerPhase
    }

    /// The leader points that it costs.
    pub fn leader_points(&self) -> u8 {
        if self.is_power() { 0 } else { self.cost }
    }

    /// The words that limit whom it reaches.
    pub(crate) fn only(&self) -> &[Word] {
        match &self.target {
            Target::Friend(limits) | Target::Enemy(limits) => &limits.only,
            Target::Itself | Target::Opponent | Target::Player => &[],
        }
    }

    /// All that makes it no ability that chapters can carry out, in sentences.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        if !(1..=Ability::MOST_EFFECTS).contains(&self.effects.len()) {
            let most = Ability::MOST_EFFECTS;
            faults.push(format!("{} effects; an ability has 1 to {most}", self.effects.len()));
        }
        if self.is_power() && !(1..=20).contains(&self.cost) {
            faults.push(format!("a power costs from 1 to 20 power dice, not {}", self.cost));
        } else if self.cost > 20 {
            faults.push(format!("an ability costs at most 20 leader points, not {}", self.cost));
        }
        if let Target::Friend(limits) | Target::Enemy(limits) = &self.target
            && !(1..=72).contains(&limits.within)
        {
            faults.push(format!("within is {}; it must be from 1 to 72", limits.within));
        }
        if self.target == Target::Opponent && !self.when.has_opponent() {
            let text = "it can only reach the opponent when charged, shot at or attacked";
            faults.push(text.to_owned());
        }
        if self.effects.iter().any(|effect| effect.is_about_players() != (self.target == Target::Player)) {
            let text = "leader points, power dice and lost reactions reach the target 'player', and nothing else does";
            faults.push(text.to_owned());
        }
        if self.effects.iter().any(|effect| matches!(effect, Effect::Reroll(_)) != (self.when == When::AfterRoll)) {
            faults.push("a re-roll is used after a roll, and nothing else is".to_owned());
        }
        if self.when == When::AfterRoll && self.target != Target::Itself {
            faults.push("a unit makes only its own rolls again".to_owned());
        }
        if self.effects.iter().any(Effect::lasts) != self.lasts.is_some() {
            let text = "a change, a gain or a lost reaction needs to say how long it lasts, and nothing else does";
            faults.push(text.to_owned());
        }
        faults.extend(self.effects.iter().flat_map(|effect| effect.faults()));
        faults
    }
}

/// Whose units an aura affects. Carries out `tle.ruling.aura-side`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affects {
    /// Friendly units, its own too.
    Friends,
    /// Enemy units.
    Enemies,
    /// All units, its own too.
    Everybody,
}

/// What holds around a model, as long as it stands on the battlefield. Carries out `tle.ability.aura`,
/// `tle.ability.aura-no-stacking`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aura {
    /// Its id within the faction: auras with the same id are of the same kind.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// So many inches around each model of the unit.
    pub within: u8,
    /// Whose units.
    pub affects: Affects,
    /// Only units of these roles, with these keywords or of these datasheets, any of which will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Word>,
    /// What holds there: changes and gains.
    pub effects: Vec<Effect>,
}

impl Aura {
    /// How far it reaches.
    pub fn reach(&self) -> Length {
        Length::inches(self.within.into())
    }

    /// All that makes it no aura, in sentences.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        if !(1..=24).contains(&self.within) {
            faults.push(format!("within is {}; it must be from 1 to 24", self.within));
        }
        if self.effects.is_empty() || self.effects.len() > Ability::MOST_EFFECTS {
            let most = Ability::MOST_EFFECTS;
            faults.push(format!("{} effects; an aura has 1 to {most}", self.effects.len()));
        }
        if !self.effects.iter().all(|effect| matches!(effect, Effect::Change(_) | Effect::Gain(_))) {
            faults.push("an aura only changes values or gives something while units are in it".to_owned());
        }
        faults.extend(self.effects.iter().flat_map(|effect| effect.faults()));
        faults
    }
}
