//! Odds of attacks without a battle: described by numbers or by cards, and computed as those in a battle are.

use engine::{Clash, Contingent, Figure, Forecast};
use vocabulary::{Fault, Odds, RuleId, Seat, Setting, SettingKind, Settings, Text, Value, Word};

use crate::chapters::attack::Manner;
use crate::chapters::sequence::{Approach, Attack, Changes, Cover, Defender};
use crate::chapters::traits::{Properties, Trait};
use crate::forces::ability::Ability;
use crate::forces::card::{BattleRange, Card, Range, Weapon};
use crate::forces::edition::Edition;
use crate::forces::force::ForceRules;
use crate::forces::house::{FORM, House, Weapons};
use crate::forces::pack::{self, Faction};
use crate::words::outlook::{Outlook, rules_of, sentence_of, series};
use crate::words::voice::counted;

/// Most models on one side: the answer has to come at once.
const MOST_MODELS: u16 = 50;
/// Most Attack Rolls of one weapon.
const MOST_ATTACKS: u16 = 200;

/// The parts of the form.
const ATTACKERS: &str = "The attackers, unless you name a card";
const TARGET: &str = "The target, unless you name a card";
const SITUATION: &str = "The situation";

const MANNERS: [(&str, Manner); 4] = [
    ("shooting", Manner::Shooting),
    ("return-fire", Manner::ReturnFire),
    ("fighting", Manner::Fighting),
    ("cut-down", Manner::CutDown),
];

/// The form in which attacks are described.
pub(crate) fn form() -> Vec<Setting> {
    let number = |min, max| SettingKind::Number { min, max, optional: false };
    let traits = SettingKind::Set(Trait::ALL.map(Trait::word).to_vec());
    let manners = SettingKind::Choice(MANNERS.map(|(word, _)| Word::new(word)).to_vec());
    let resilient = SettingKind::Number { min: 2, max: 6, optional: true };
    let (one, off) = (Value::Number(1), Value::Switch(false));
    let rows = [
        (
            ATTACKERS,
            "attacks",
            number(1, MOST_ATTACKS.into()),
            Value::None,
            "aot.spec.attacks",
            "How many Attack Rolls are made",
        ),
        (ATTACKERS, "power", number(1, 20), Value::None, "aot.spec.power", "The Power of the weapon"),
        (
            ATTACKERS,
            "damage",
            number(1, 12),
            one.clone(),
            "aot.spec.damage",
            "The damage of an attack that is not resisted",
        ),
        (ATTACKERS, "trait", traits, Value::Set(Vec::new()), "aot.ruling.module-traits", "A trait of the weapon"),
        (TARGET, "defense", number(1, 20), Value::None, "aot.spec.defense", "The Defense of the models"),
        (TARGET, "resist", number(2, 6), Value::None, "aot.spec.resist", "What their Resist Rolls need"),
        (
            TARGET,
            "models",
            number(1, MOST_MODELS.into()),
            Value::None,
            "aot.attack.defender-allocates",
            "How many models the unit has",
        ),
        (TARGET, "health", number(1, 30), one, "aot.spec.health", "The Health of each"),
        (
            TARGET,
            "resilient",
            resilient,
            Value::None,
            "aot.ruling.resilient-per-point",
            "The number on which a point of damage is ignored",
        ),
        (
            TARGET,
            "skirmish",
            SettingKind::Switch,
            off.clone(),
            "aot.ability.skirmish",
            "The unit has Skirmish, which helps against being cut down",
        ),
        (
            SITUATION,
            "manner",
            manners,
            Value::None,
            "aot.attack.sequence",
            "How they attack; by default, as the weapon is made for",
        ),
        (SITUATION, "cover", SettingKind::Switch, off.clone(), "aot.terrain.cover-resist", "The target is in Cover"),
        (
            SITUATION,
            "vantage",
            SettingKind::Switch,
            off.clone(),
            "aot.terrain.vantage-point",
            "The attackers stand on a Vantage Point",
        ),
        (
            SITUATION,
            "stealth",
            SettingKind::Switch,
            off.clone(),
            "aot.ability.stealth.minus-one",
            "The target has Stealth and is more than 10 in away",
        ),
        (
            SITUATION,
            "unseen",
            SettingKind::Switch,
            off,
            "aot.trait.arcing.minus-one",
            "The target is out of sight, and the weapon is Arcing",
        ),
        (
            SITUATION,
            "to-hit",
            number(-3, 3),
            Value::Number(0),
            "aot.ruling.modifiers-stack",
            "What spells, Feats and the like add to Attack Rolls",
        ),
        (
            SITUATION,
            "to-resist",
            number(-3, 3),
            Value::Number(0),
            "aot.ruling.modifiers-stack",
            "What they add to Resist Rolls",
        ),
    ];
    let setting =
        |(group, name, kind, default, rule, text): (&str, &str, SettingKind, Value, &'static str, &str)| Setting {
            name: name.to_owned(),
            label: name.replace('-', " "),
            text: text.to_owned(),
            kind,
            default,
            rule: RuleId::of(rule),
            group: group.to_owned(),
            needs: None,
        };
    rows.into_iter().map(setting).collect()
}

/// What may come of an attack that somebody describes.
///
/// # Errors
/// Every fault of the description.
pub(crate) fn forecast(clash: &Clash) -> Result<Forecast, Vec<Fault>> {
    let form = form();
    let setup = vocabulary::Setup { settings: clash.settings.clone(), ..vocabulary::Setup::of(&["a", "b"]) };
    let mut faults = setup.faults(2..=2, "aot.ruling.edition-default", &FORM);
    let values = clash.read(&form, &RuleId::of("aot.attack.sequence"), &mut faults);
    let brought = pack::read(&clash.packs).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        Vec::new()
    });
    let Some(house) = House::read(&clash.settings) else { return Err(faults) };
    let mut reader = Reader { form: &form, clash, values, brought: &brought, house: &house, faults };
    let (attackers, target) = (reader.attackers(), reader.target());
    let (true, Some(attackers), Some(target)) = (reader.faults.is_empty(), attackers, target) else {
        return Err(reader.faults);
    };
    Ok(compute(&reader, &attackers, &target))
}

/// Who attacks.
struct Attackers {
    name: String,
    manner: Manner,
    /// Each weapon with its Attack Rolls.
    weapons: Vec<(Weapon, u16)>,
}

/// Who is attacked.
struct Target {
    name: String,
    models: u16,
    health: u8,
    defense: u8,
    resist: u8,
    resilient: Option<u8>,
    skirmish: bool,
    hulking: bool,
}

/// A description as it is read, with every fault so far.
struct Reader<'a> {
    form: &'a [Setting],
    clash: &'a Clash,
    values: Settings,
    brought: &'a [Faction],
    house: &'a House,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, rule: &'static str, text: String) {
        self.faults.push(Fault { rule: RuleId::of(rule), at: None, text });
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
    fn number(&self, name: &str) -> Option<i16> {
        match self.value(name) {
            Value::Number(number) => i16::try_from(*number).ok(),
            _ => None,
        }
    }

    /// A number of some part of the form that has to be said where no card says it.
    fn required(&mut self, name: &str) -> u8 {
        let number = self.number(name).and_then(|number| u8::try_from(number).ok());
        if number.is_none() {
            let setting = self.setting(name);
            let text = format!("{name} is missing; give {}", setting.range());
            self.faults.push(Fault { rule: setting.rule.clone(), at: None, text });
        }
        number.unwrap_or(1)
    }

    /// Values that are said although a card says them.
    fn refuse_values_of(&mut self, group: &str, who: &str) {
        let said = self.form.iter().filter(|setting| setting.group == group && self.values.contains_key(&setting.name));
        let text = |setting: &Setting| format!("{} comes from the card of the {who}; leave it out", setting.name);
        let faults = said.map(|setting| Fault { rule: setting.rule.clone(), at: None, text: text(setting) });
        self.faults.extend(faults.collect::<Vec<_>>());
    }

    /// The card that somebody names, and how many models.
    fn card(&mut self, text: &str) -> Option<(Card, u16)> {
        let named: Contingent = match text.parse() {
            Ok(named) => named,
            Err(sentence) => {
                self.fault("aot.ruling.faction-data", sentence);
                return None;
            }
        };
        let listed = |words: Vec<String>| words.join(", ");
        let Some(faction) = pack::STOCK.find(self.brought, named.faction) else {
            let all = pack::factions().iter().chain(self.brought).map(|faction| faction.id.to_string()).collect();
            let text = format!("there is no faction called '{}'; there are {}", named.faction, listed(all));
            self.fault("aot.ruling.faction-data", text);
            return None;
        };
        let edition = ForceRules::of(&self.clash.settings).edition;
        let Some(card) = faction.card(named.card, edition).cloned() else {
            let all = faction.cards.iter().filter(|card| card.is_of(edition)).map(|card| card.id.to_string()).collect();
            let text = format!("{} have no card '{}'; there are {}", faction.name, named.card, listed(all));
            self.fault("aot.ruling.faction-data", text);
            return None;
        };
        let models = named.models.unwrap_or_else(|| card.rank.models().0);
        if !(1..=MOST_MODELS).contains(&models) {
            let text = format!("{models} models of {}; there may be 1 to {MOST_MODELS}", card.name);
            self.fault(card.rank.rule(), text);
        }
        Some((card, models))
    }

    fn manner(&self) -> Option<Manner> {
        let Value::Choice(word) = self.value("manner") else { return None };
        MANNERS.into_iter().find(|(name, _)| word.as_str() == *name).map(|(_, manner)| manner)
    }

    fn attackers(&mut self) -> Option<Attackers> {
        let attackers = match self.clash.attacker.clone() {
            Some(text) => self.attackers_of_card(&text)?,
            None => self.attackers_in_numbers(),
        };
        let sightless = |(weapon, _): &(Weapon, u16)| Properties::of(weapon, self.house).sightless;
        if self.is_on("unseen") && !attackers.weapons.iter().all(sightless) {
            self.fault("aot.shoot.line-of-sight", "only an Arcing weapon can attack what nobody sees".to_owned());
        }
        Some(attackers)
    }

    fn attackers_in_numbers(&mut self) -> Attackers {
        if self.clash.weapon.is_some() {
            self.fault("aot.spec.weapons", "a weapon is named, but no card that has it".to_owned());
        }
        let manner = self.manner().unwrap_or(Manner::Shooting);
        let words = match self.value("trait") {
            Value::Set(words) => words.clone(),
            _ => Vec::new(),
        };
        let attacks = self.required("attacks");
        let range = if manner.is_ranged() { Range::Inches(72) } else { Range::Battle(BattleRange::Battle) };
        let weapon = Weapon {
            name: "the weapon".to_owned(),
            range,
            attacks,
            power: self.required("power"),
            damage: self.required("damage"),
            traits: Trait::ALL.into_iter().filter(|property| words.contains(&property.word())).collect(),
        };
        let name = counted(attacks, "attack", "attacks");
        Attackers { name, manner, weapons: vec![(weapon, attacks.into())] }
    }

    /// The attackers and the weapons they use. Carries out `aot.ruling.weapon-choice`.
    fn attackers_of_card(&mut self, text: &str) -> Option<Attackers> {
        self.refuse_values_of(ATTACKERS, "attackers");
        let (card, models) = self.card(text)?;
        let named =
            |weapon: &Weapon| self.clash.weapon.as_ref().is_none_or(|name| weapon.name.eq_ignore_ascii_case(name));
        let usable: Vec<Weapon> = card.weapons.iter().filter(|weapon| named(weapon)).cloned().collect();
        let ranged = usable.iter().any(|weapon| weapon.reach().is_some());
        let manner = self.manner().unwrap_or(if ranged { Manner::Shooting } else { Manner::Fighting });
        let weapons: Vec<(Weapon, u16)> = usable
            .into_iter()
            .filter(|weapon| manner.fits(weapon))
            .map(|weapon| {
                let attacks = models.saturating_mul(weapon.attacks.into());
                (weapon, attacks)
            })
            .collect();
        let names = |weapons: &[(Weapon, u16)]| {
            weapons.iter().map(|(weapon, _)| weapon.name.clone()).collect::<Vec<_>>().join(", ")
        };
        let (what, all) =
            (&card.name, card.weapons.iter().map(|weapon| weapon.name.clone()).collect::<Vec<_>>().join(", "));
        if weapons.is_empty() {
            let have = if card.is_plural() { "have" } else { "has" };
            let are = if card.weapons.len() == 1 { "is" } else { "are" };
            let text = format!("{what} {have} no such weapon for this kind of attack; there {are} {all}");
            self.fault("aot.spec.weapons", text);
        }
        if weapons.len() > 1 && self.house.weapons == Weapons::One {
            let text = format!("a model of {what} uses one weapon; name one of {}", names(&weapons));
            self.fault("aot.ruling.weapon-choice", text);
        }
        Some(Attackers { name: format!("{models} {what}"), manner, weapons })
    }

    fn target(&mut self) -> Option<Target> {
        let Some(text) = self.clash.target.clone() else {
            let models = self.required("models");
            return Some(Target {
                name: counted(models, "model", "models"),
                models: models.into(),
                health: self.required("health"),
                defense: self.required("defense"),
                resist: self.required("resist"),
                resilient: self.number("resilient").and_then(|need| u8::try_from(need).ok()),
                skirmish: self.is_on("skirmish"),
                hulking: false,
            });
        };
        self.refuse_values_of(TARGET, "target");
        let (card, models) = self.card(&text)?;
        Some(Target {
            name: format!("{models} {}", card.name),
            models,
            health: card.health,
            defense: card.defense,
            resist: card.resist,
            resilient: card.resilient(),
            skirmish: card.has(Ability::Skirmish),
            hulking: card.has(Ability::Hulking),
        })
    }

    /// What is added to rolls, as a change of what they need.
    fn eased(&self, name: &str) -> Changes {
        let by = self.number(name).unwrap_or(0);
        if by == 0 { Changes::new() } else { Changes::from_slice(&[("aot.ruling.modifiers-stack", -by)]) }
    }
}

/// The odds of a description without faults.
fn compute(reader: &Reader<'_>, attackers: &Attackers, target: &Target) -> Forecast {
    let house = reader.house;
    let cover = match reader.is_on("cover") {
        true if target.hulking && house.edition == Edition::Third => Cover::Denied,
        true => Cover::Helps,
        false => Cover::None,
    };
    let defender = Defender {
        resist: target.resist,
        cover,
        eased: reader.eased("to-resist"),
        resilient: target.resilient.map(|need| (need, None)),
    };
    let mut outlook = Outlook::new(vec![target.health; target.models.into()]);
    let mut needs = Vec::new();
    let mut policies = vec![Text::new("nobody evades, and Critical Misses are not counted")];
    for (weapon, attacks) in &attackers.weapons {
        let approach = Approach {
            skirmish: target.skirmish,
            vantage: reader.is_on("vantage"),
            stealth: reader.is_on("stealth"),
            blind: reader.is_on("unseen"),
            eased: reader.eased("to-hit"),
            ..Approach::plain(attackers.manner, weapon.power.into(), target.defense.into())
        };
        let attack = Attack::new(weapon, house, &approach);
        let defence = defender.against(&attack, house.edition);
        let mut text = Text::new(sentence_of(&weapon.name, (*attacks).into(), "", &attack, &defence, Seat(0)));
        text.rules = rules_of(&attack, &defence, house.edition);
        needs.push(text);
        if attack.blast.is_some() {
            policies.push(Text::new("other units that a blast strikes are not counted").rule("aot.trait.explosive"));
        }
        if attack.backfires {
            policies
                .push(Text::new("models that their own weapons destroy are not counted").rule("aot.trait.volatile"));
        }
        outlook.add((*attacks).into(), &attack, &defence);
    }
    let lost = outlook.destroyed();
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
    let title = format!("{} against {}", attackers.name, target.name);
    let series = vec![series("models lost".to_owned(), &lost), series("damage".to_owned(), &outlook.damage())];
    Forecast { needs, odds: Odds { title, series, policies, exact: true }, figures }
}
