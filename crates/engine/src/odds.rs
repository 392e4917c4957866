//! Odds without a match: an attack that somebody describes by numbers or by cards, and what may come of it.

use std::collections::BTreeMap;
use std::str::FromStr;

use vocabulary::{Fault, Odds, Pack, RuleId, Setting, SettingKind, Settings, Text, Value, Word};

/// An attack as somebody describes it. Everything is as it was typed: a ruleset names all that is wrong with it at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The values that are said, by their names in the game's form.
    pub values: BTreeMap<String, String>,
    /// Who attacks, by a card: `faction/card:models`.
    pub attacker: Option<String>,
    /// Who is attacked, by a card.
    pub target: Option<String>,
    /// The weapon on the attacker's card.
    pub weapon: Option<String>,
    /// The settings of the match that are unlike the default.
    pub settings: Settings,
    /// Packs that somebody brings.
    pub packs: Vec<Pack>,
}

impl Clash {
    /// The values that are said, read by a form; what cannot be read goes to the faults, and something that can stands in
    /// for it, so that it is not missed a second time.
    pub fn read(&self, form: &[Setting], unknown: &RuleId, faults: &mut Vec<Fault>) -> Settings {
        let mut values = Settings::new();
        for (name, text) in &self.values {
            let Some(setting) = form.iter().find(|setting| setting.name == *name) else {
                faults.push(Fault { rule: unknown.clone(), at: None, text: format!("no value is called '{name}'") });
                continue;
            };
            let value = setting.read(text).unwrap_or_else(|sentence| {
                faults.push(Fault { rule: setting.rule.clone(), at: None, text: sentence });
                match setting.kind {
                    SettingKind::Number { min, .. } => Value::Number(min),
                    _ => setting.default.clone(),
                }
            });
            values.insert(name.clone(), value);
        }
        values
    }
}

/// Models of one card: `exiles/roughnecks:6`, or `exiles/roughnecks` for as many as there are at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contingent {
    /// The faction.
    pub faction: Word,
    /// The card in it.
    pub card: Word,
    /// How many models, if that is said.
    pub models: Option<u16>,
}

impl FromStr for Contingent {
    type Err = String;

    fn from_str(text: &str) -> Result<Contingent, String> {
        let unreadable = || {
            let text: String = text.chars().filter(|letter| !letter.is_control()).take(60).collect();
            format!("'{text}' names no models of a card; write faction/card:models")
        };
        let (name, models) = text.split_once(':').map_or((text, None), |(name, models)| (name, Some(models)));
        let (faction, card) = name.split_once('/').ok_or_else(unreadable)?;
        let models = models.map(str::parse).transpose().map_err(|_| unreadable())?;
        let word = |text: &str| text.parse().map_err(|_| unreadable());
        Ok(Contingent { faction: word(faction)?, card: word(card)?, models })
    }
}

/// What may come of an attack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// What is rolled and needed, with the rules behind it.
    pub needs: Vec<Text>,
    /// The distributions. The first is what people want to see.
    pub odds: Odds,
    /// What follows from them.
    pub figures: Vec<Figure>,
}

/// A single number about an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What programs call it.
    pub name: &'static str,
    /// What it is, for people.
    pub label: String,
    /// The number.
    pub value: f64,
    /// Whether it is a probability.
    pub is_chance: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_a_card_are_read_as_they_are_typed() {
        let read = |text: &str| text.parse::<Contingent>();
        let six = Contingent { faction: Word::new("moles"), card: Word::new("diggers"), models: Some(6) };
        assert_eq!(read("moles/diggers:6"), Ok(six));
        assert_eq!(read("moles/diggers"), Ok(Contingent { models: None, ..six }));
        for text in ["", "moles", "moles:6", "moles/diggers:", "moles/diggers:many", "moles/diggers:70000", "a b/c:1"] {
            let said = read(text).expect_err(text);
            assert_eq!(said, format!("'{text}' names no models of a card; write faction/card:models"));
        }
    }

    #[test]
    fn what_cannot_be_read_is_named_once_and_stood_in_for() {
        let setting = |name: &str, kind, default| Setting {
            name: name.to_owned(),
            label: String::new(),
            text: String::new(),
            kind,
            default,
            rule: RuleId::of("game.value"),
            group: String::new(),
            needs: None,
        };
        let number = SettingKind::Number { min: 2, max: 6, optional: false };
        let form = [setting("need", number, Value::None), setting("aimed", SettingKind::Switch, Value::Switch(false))];
        let values = [("need", "9"), ("aimed", "perhaps"), ("luck", "7")];
        let values = values.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let clash = Clash { values: values.into(), ..Clash::default() };
        let mut faults = Vec::new();
        let read = clash.read(&form, &RuleId::of("game.odds"), &mut faults);
        assert_eq!(read["need"], Value::Number(2));
        let said: Vec<&str> = faults.iter().map(|fault| fault.text.as_str()).collect();
        let expected = [
            "aimed takes on or off, not 'perhaps'",
            "no value is called 'luck'",
            "need takes a number from 2 to 6, not '9'",
        ];
        assert_eq!(said, expected);
    }
}
