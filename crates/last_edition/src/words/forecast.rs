//! Odds of attacks without a battle: described by numbers, and computed as those in a battle are.

use engine::{Clash, Figure, Forecast};
use vocabulary::{Fault, Odds, RuleId, Setting, SettingKind, Settings, Text, Value};

use crate::chapters::dice::Changes;
use crate::chapters::keywords::Properties;
use crate::chapters::saving::{Armor, Saves, armor_changes};
use crate::chapters::sequence::{Approach, Attack, Manner, Numbers, Weapon};
use crate::forces::datasheet::Datasheet;
use crate::forces::house::{FORM, House};
use crate::words::outlook::{Outlook, Standing, rules_of, sentence_of, series};

/// Most attacks: the answer has to come at once.
const MOST_ATTACKS: i32 = 200;

/// The parts of the form.
const ATTACKERS: &str = "The attackers";
const TARGET: &str = "The target";
const SITUATION: &str = "The situation";

/// The rule of values that nobody knows.
const UNKNOWN: &str = "tle.game.core-only";

/// The form in which attacks are described.
pub(crate) fn attack_form() -> Vec<Setting> {
    let number = |min, max| SettingKind::Number { min, max, optional: false };
    let maybe = |min, max| SettingKind::Number { min, max, optional: true };
    let (none, one, zero) = (Value::None, Value::Number(1), Value::Number(0));
    let most_models = Datasheet::MOST_MODELS.into();
    #[rustfmt::skip]
    let numbers = [
        (ATTACKERS, "attacks", number(1, MOST_ATTACKS), none.clone(), "tle.shooting.shots", "How many attacks they make together"),
        (ATTACKERS, "bs", number(2, 6), none.clone(), "tle.datasheet.ballistic-skill", "Their ballistic skill, if they shoot"),
        (ATTACKERS, "cs", number(1, 20), none.clone(), "tle.datasheet.combat-skill", "Their combat skill, if they fight"),
        (ATTACKERS, "strength", number(1, 20), none.clone(), "tle.datasheet.weapon-profile", "The strength of the weapon"),
        (ATTACKERS, "ap", number(-10, 0), zero.clone(), "tle.armor-save.ap", "The AP of the weapon"),
        (ATTACKERS, "damage", number(1, 20), one.clone(), "tle.shooting.damage", "The damage of a wound that isn't saved"),
        (TARGET, "toughness", number(1, 20), none.clone(), "tle.datasheet.toughness", "The toughness of the models"),
        (TARGET, "target-cs", number(1, 20), none.clone(), "tle.melee.compare-skill", "Their combat skill, if they are attacked in melee"),
        (TARGET, "armor", number(2, 7), Value::Number(7), "tle.armor-save.two-numbers", "The first number of their armor save; 7 for none"),
        (TARGET, "harder", number(2, 7), Value::Number(7), "tle.ruling.armor-valid", "The second number of their armor save; 7 for none"),
        (TARGET, "dodge", maybe(2, 7), none.clone(), "tle.armor-save.dodge", "X of a dodge save X+-"),
        (TARGET, "pure", maybe(2, 6), none.clone(), "tle.armor-save.pure", "X of a pure save X++"),
        (TARGET, "models", number(1, most_models), none, "tle.datasheet.unit-size", "How many models the unit has"),
        (TARGET, "health", number(1, 40), one, "tle.datasheet.health", "The health of each"),
        (SITUATION, "to-hit", number(-3, 3), zero.clone(), "tle.dice.modifier-add", "What is added to hit rolls besides"),
        (SITUATION, "to-wound", number(-3, 3), zero.clone(), "tle.wound.modifier-on-total", "What is added to wound rolls besides"),
        (SITUATION, "to-save", number(-3, 3), zero, "tle.ruling.modifier-cap-scope", "What is added to save rolls"),
    ];
    #[rustfmt::skip]
    let switches = [
        ("soft-cover", "tle.terrain.type1-hit", "The target is in soft cover"),
        ("on-type2", "tle.terrain.type2-armor", "The models that save are on type 2 terrain"),
        ("taking-cover", "tle.order.take-cover-hit", "The attackers are taking cover"),
        ("concentrating", "tle.order.concentrate-wound", "The attackers are concentrating"),
        ("target-taking-cover", "tle.order.take-cover-armor", "The target is taking cover"),
        ("target-concentrating", "tle.order.concentrate-armor", "The target is concentrating"),
    ];
    let off = |(name, rule, text)| (SITUATION, name, SettingKind::Switch, Value::Switch(false), rule, text);
    let setting = |(group, name, kind, default, rule, text): (&str, &str, _, _, &'static str, &str)| Setting {
        name: name.to_owned(),
        label: name.replace('-', " "),
        text: text.to_owned(),
        kind,
        default,
        rule: RuleId::of(rule),
        group: group.to_owned(),
        needs: None,
    };
    numbers.into_iter().chain(switches.map(off)).map(setting).collect()
}

/// What may come of an attack that somebody describes.
///
/// # Errors
/// Every fault of the description.
pub(crate) fn forecast(clash: &Clash) -> Result<Forecast, Vec<Fault>> {
    let form = attack_form();
    let setup = vocabulary::Setup { settings: clash.settings.clone(), ..vocabulary::Setup::of(&["a", "b"]) };
    let mut faults = setup.faults(2..=2, UNKNOWN, &FORM);
    let values = clash.read(&form, &RuleId::of(UNKNOWN), &mut faults);
    let Some(house) = House::read(&clash.settings) else { return Err(faults) };
    let mut reader = Reader { form: &form, values, faults };
    if clash.attacker.is_some() || clash.target.is_some() || clash.weapon.is_some() {
        reader.fault("tle.datasheet.name", "attacks of this game are described by numbers, not by datasheets");
    }
    let (attackers, target) = (reader.attackers(), reader.target());
    match (attackers, target) {
        (Some(attackers), Some(target)) if reader.faults.is_empty() => Ok(compute(&attackers, &target, &house)),
        _ => Err(reader.faults),
    }
}

/// Who attacks, and how.
struct Attackers {
    attacks: u32,
    weapon: Weapon,
    approach: Approach,
}

/// Who is attacked.
struct Target {
    models: u16,
    health: u8,
    saves: Saves,
}

/// A description as it is read, with every fault so far.
struct Reader<'a> {
    form: &'a [Setting],
    values: Settings,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, rule: &'static str, text: &str) {
        self.faults.push(Fault { rule: RuleId::of(rule), at: None, text: text.to_owned() });
    }

    fn setting(&self, name: &str) -> &Setting {
        self.form.iter().find(|setting| setting.name == name).expect("the form has every value that is read")
    }

    fn value(&self, name: &str) -> &Value {
        self.values.get(name).unwrap_or_else(|| &self.setting(name).default)
    }

    fn is_on(&self, name: &str) -> bool {
        *self.value(name) == Value::Switch(true)
    }

    /// A number, if it is said or there is one when nothing is said.
    fn number<T: TryFrom<i32>>(&self, name: &str) -> Option<T> {
        if let Value::Number(number) = self.value(name) { T::try_from(*number).ok() } else { None }
    }

    /// A number that has to be said.
    fn required<T: TryFrom<i32>>(&mut self, name: &str) -> Option<T> {
        let number = self.number(name);
        if number.is_none() {
            let setting = self.setting(name);
            let text = format!("{name} is missing; give {}", setting.range());
            self.faults.push(Fault { rule: setting.rule.clone(), at: None, text });
        }
        number
    }

    /// What is added to rolls.
    fn added(&self, name: &str) -> Changes {
        let by: i16 = self.number(name).unwrap_or(0);
        if by == 0 { Changes::new() } else { Changes::from_slice(&[("tle.dice.modifier-add", by)]) }
    }

    fn attackers(&mut self) -> Option<Attackers> {
        let shoots = self.values.contains_key("bs");
        if shoots && self.values.contains_key("cs") {
            self.fault("tle.phase.battle.shoot-or-fight", "give bs for shooting or cs for melee, not both");
        }
        let (manner, skill, defended) = if shoots {
            (Manner::Shooting, self.required("bs"), Some(1))
        } else if self.values.contains_key("cs") {
            (Manner::Fighting, self.required("cs"), self.required("target-cs"))
        } else {
            self.fault("tle.phase.battle.shoot-or-fight", "bs or cs is missing; give bs for shooting or cs for melee");
            (Manner::Shooting, None, None)
        };
        let (attacks, strength, toughness) =
            (self.required("attacks"), self.required("strength"), self.required("toughness"));
        let properties = Properties::default();
        let weapon = Weapon {
            attacks: 1,
            strength: strength?,
            ap: self.number("ap")?,
            damage: self.number("damage")?,
            properties,
        };
        let approach = Approach {
            taking_cover: self.is_on("taking-cover"),
            concentrating: self.is_on("concentrating"),
            soft_cover: self.is_on("soft-cover"),
            to_hit: self.added("to-hit"),
            to_wound: self.added("to-wound"),
            ..Approach::plain(manner, skill?, defended?, toughness?)
        };
        Some(Attackers { attacks: attacks?, weapon, approach })
    }

    fn target(&mut self) -> Option<Target> {
        let models = self.required("models");
        let armor = Armor::new(self.number("armor")?, self.number("harder")?);
        if armor.is_none() {
            self.fault("tle.ruling.armor-valid", "the second number of an armor save is not below the first");
        }
        let shot = self.values.contains_key("bs");
        let covered = shot && self.is_on("on-type2");
        let (taking_cover, concentrating) = (self.is_on("target-taking-cover"), self.is_on("target-concentrating"));
        let saves = Saves {
            armor_changes: armor_changes(covered, taking_cover, concentrating),
            dodge: self.number("dodge"),
            pure: self.number("pure"),
            to_save: self.added("to-save"),
            ..Saves::armor(armor?)
        };
        Some(Target { models: models?, health: self.number("health")?, saves })
    }
}

/// The odds of a description without faults.
fn compute(attackers: &Attackers, target: &Target, house: &House) -> Forecast {
    let Attackers { attacks, weapon, approach } = attackers;
    let numbers = Numbers::of(house);
    let attack = Attack::new(weapon, approach, &numbers);
    let defence = target.saves.against(attack.ap, attack.manner.is_melee(), &numbers.dice, &numbers.saves);
    let mut needs = Text::new(sentence_of("The weapon", *attacks, &attack, &defence));
    needs.rules = rules_of(&attack, &defence);
    let standing = Standing { left: target.health, wounded: false, defence: 0 };
    let mut outlook = Outlook::new(vec![standing; target.models.into()]);
    outlook.add(*attacks, &attack, std::slice::from_ref(&defence));
    let lost = outlook.lost();
    let figures = vec![
        Figure {
            name: "destroyed",
            label: "the whole unit is destroyed".to_owned(),
            value: lost.chance_of(&target.models.into()),
            is_chance: true,
        },
        Figure {
            name: "mean_models_lost",
            label: "models lost on average".to_owned(),
            value: lost.mean(),
            is_chance: false,
        },
    ];
    let mut policies = vec![Text::new("nobody rerolls, banks a 1 or takes a die from the pool")];
    if target.saves.dodge.is_some() {
        let text = "the owner always rolls the save that leaves the least damage on average";
        policies.push(Text::new(text).rule("tle.ruling.dodge-and-pure"));
    }
    let counted = |many: u32, what: &str| if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") };
    let title = format!("{} against {}", counted(*attacks, "attack"), counted(target.models.into(), "model"));
    let series = vec![series("models lost".to_owned(), &lost), series("damage".to_owned(), &outlook.damage())];
    Forecast { needs: vec![needs], odds: Odds { title, series, policies, exact: true }, figures }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clash(values: &[(&str, &str)]) -> Clash {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Clash { values: values.collect(), ..Clash::default() }
    }

    fn refused(clash: &Clash) -> Vec<String> {
        forecast(clash).expect_err("a faulty description").into_iter().map(|fault| fault.text).collect()
    }

    const RIFLES: [(&str, &str); 7] = [
        ("attacks", "1"),
        ("bs", "3"),
        ("strength", "4"),
        ("toughness", "5"),
        ("models", "2"),
        ("armor", "4"),
        ("harder", "5"),
    ];

    #[test]
    fn attacks_are_described_by_numbers() {
        let told = forecast(&clash(&RIFLES)).expect("a description without faults");
        assert_eq!(told.odds.title, "1 attack against 2 models");
        let expected = "The weapon: 1 attack; each hits on 3+, wounds on 2+, is saved on 4+ and does 1 point of damage";
        assert_eq!(told.needs[0].sentence, expected);
        let lost = &told.odds.series[0];
        assert_eq!((lost.label.as_str(), &lost.values), ("models lost", &vec![0, 1]));
        assert!((lost.p[1] - 4.0 / 6.0 * 5.0 / 6.0 / 2.0).abs() < 1e-12);
        let figures: Vec<(&str, f64)> = told.figures.iter().map(|figure| (figure.name, figure.value)).collect();
        assert_eq!(figures, [("destroyed", 0.0), ("mean_models_lost", lost.p[1])]);
    }

    #[test]
    fn the_situation_changes_the_odds() {
        let hit_by = |value| {
            let values: Vec<_> = RIFLES.into_iter().chain([value]).collect();
            forecast(&clash(&values)).expect("a description without faults").odds.series[0].p[1]
        };
        let usual = 4.0 / 6.0 * 5.0 / 6.0 / 2.0;
        let cases = [
            (("soft-cover", "on"), usual * 3.0 / 4.0),
            (("to-hit", "-3"), usual * 3.0 / 4.0),
            (("on-type2", "on"), usual * 2.0 / 3.0),
            (("concentrating", "on"), usual * 6.0 / 5.0),
            (("target-concentrating", "on"), usual * 4.0 / 3.0),
            (("ap", "-1"), usual * 4.0 / 3.0),
            (("pure", "4"), usual / 2.0),
            (("dodge", "2"), usual / 3.0),
        ];
        for (value, expected) in cases {
            assert!((hit_by(value) - expected).abs() < 1e-12, "{value:?}: {}", hit_by(value));
        }
    }

    #[test]
    fn settings_of_a_battle_change_the_odds() {
        let limit = ("dice.modifier-cap".to_owned(), Value::None);
        let values: Vec<_> = RIFLES.into_iter().chain([("to-hit", "-3")]).collect();
        let told = forecast(&Clash { settings: [limit].into(), ..clash(&values) }).expect("no faults");
        assert!((told.odds.series[0].p[1] - 1.0 / 6.0 * 5.0 / 6.0 / 2.0).abs() < 1e-12);
    }

    #[test]
    fn every_fault_of_a_description_is_named_at_once() {
        let said = refused(&clash(&[("attacks", "0"), ("luck", "3"), ("armor", "5"), ("harder", "3")]));
        let expected = [
            "attacks takes a number from 1 to 200, not '0'",
            "no value is called 'luck'",
            "bs or cs is missing; give bs for shooting or cs for melee",
            "strength is missing; give a number from 1 to 20",
            "toughness is missing; give a number from 1 to 20",
            "models is missing; give a number from 1 to 40",
            "the second number of an armor save is not below the first",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn those_who_fight_compare_their_skill() {
        let fight = [("attacks", "1"), ("cs", "4"), ("strength", "4"), ("toughness", "4"), ("models", "1")];
        assert_eq!(refused(&clash(&fight)), ["target-cs is missing; give a number from 1 to 20"]);
        let values: Vec<_> = fight.into_iter().chain([("target-cs", "2")]).collect();
        let told = forecast(&clash(&values)).expect("a description without faults");
        assert!(told.needs[0].sentence.contains("hits on 2+"), "{}", told.needs[0].sentence);
        assert!(told.needs[0].rules.contains(&RuleId::of("tle.melee.hit-double")));
    }
}
