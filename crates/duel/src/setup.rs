//! The settings of a game of Duel.

use std::sync::LazyLock;

use chance::Faces;
use engine::Manual;
use ground::Length;
use vocabulary::{Look, RuleId, Setting, SettingKind, Settings, Term, Tone, Value, Word};

/// The settings, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct House {
    pub(crate) rounds: u16,
    pub(crate) roll_off: bool,
    pub(crate) reroll: bool,
    pub(crate) reach: Length,
    pub(crate) pool_die: Faces,
}

const ROLL_OFF: Word = Word::new("roll-off");
const SEAT_ORDER: Word = Word::new("seat-order");

/// The form: one setting for each ruling with a knob.
pub(crate) static FORM: LazyLock<Vec<Setting>> = LazyLock::new(form);

fn form() -> Vec<Setting> {
    let setting = |name: &str, label: &str, text: &str, kind, default, rule| Setting {
        name: name.to_owned(),
        label: label.to_owned(),
        text: text.to_owned(),
        kind,
        default,
        rule: RuleId::of(rule),
        group: "House rules".to_owned(),
        needs: None,
    };
    vec![
        setting(
            "attack.reach",
            "Reach",
            "The largest gap between the bases at which a model can attack.",
            SettingKind::Length { optional: false },
            Value::Length(Length::inches(4)),
            "duel.ruling.reach",
        ),
        setting(
            "attack.reroll",
            "Rolling again",
            "Whether dice that missed may be rolled again for Resolve.",
            SettingKind::Switch,
            Value::Switch(true),
            "duel.ruling.reroll",
        ),
        setting(
            "bid.ties",
            "Equal bids",
            "Who acts first when bids are equal.",
            SettingKind::Choice(vec![ROLL_OFF, SEAT_ORDER]),
            Value::Choice(ROLL_OFF),
            "duel.ruling.tied-bid",
        ),
        setting(
            "end.rounds",
            "Rounds",
            "How many rounds are played.",
            SettingKind::Number { min: 1, max: 5, optional: false },
            Value::Number(3),
            "duel.ruling.rounds",
        ),
        setting(
            "pool.die",
            "Pool die",
            "The die that each player keeps in the pool for a round.",
            SettingKind::Dice,
            Value::Dice("D6".to_owned()),
            "duel.ruling.pool-die",
        ),
    ]
}

impl House {
    /// Reads settings that fit the form; what is not set has its default.
    pub(crate) fn read(settings: &Settings) -> Option<House> {
        let value = |name: &str| {
            let default = FORM.iter().find(|setting| setting.name == name).map(|setting| &setting.default);
            settings.get(name).or(default)
        };
        Some(House {
            rounds: match value("end.rounds")? {
                Value::Number(n) => u16::try_from(*n).ok()?,
                _ => return None,
            },
            roll_off: *value("bid.ties")? == Value::Choice(ROLL_OFF),
            reroll: *value("attack.reroll")? == Value::Switch(true),
            reach: match value("attack.reach")? {
                Value::Length(length) => *length,
                _ => return None,
            },
            pool_die: match value("pool.die")? {
                Value::Dice(text) => text.parse().ok()?,
                _ => return None,
            },
        })
    }
}

pub(crate) fn manual() -> Manual {
    Manual {
        name: "Duel",
        text: "The worked example: two to four bands of three, a secret plan, sealed bids and three short rounds.",
        seats: 2..=4,
        settings: FORM.clone(),
        terms: terms(),
        armies: Vec::new(),
        drills: Vec::new(),
        fields: Vec::new(),
        packs: None,
        lessons: Vec::new(),
        rulebook: include_str!("../../../rulebook/duel.toml"),
    }
}

fn terms() -> Vec<Term> {
    let term = |id, label: &str, text: &str, rule: &'static str, sign: &str| {
        Term::new(Word::new(id), label, text, sign).rule(rule)
    };
    vec![
        term("captain", "Captain", "Leads the band; 4 wounds.", "duel.band.models", "C").tone(Tone::Strong),
        term("guard", "Guard", "Follows the Captain; 2 wounds.", "duel.band.models", "G"),
        term("wounds", "Wounds", "Wounds taken.", "duel.band.models", "♥").tone(Tone::Bad),
        term("resolve", "Resolve", "Spent on bids, reactions, feints and rolling again.", "duel.band.models", "R"),
        term("points", "Points", "Whoever has most at the end wins.", "duel.end.winner", "★").tone(Tone::Strong),
        term("bid", "Bid", "What was bid for this round.", "duel.round.bid", "B"),
        term("plan", "Plan", "A secret that scores at the end.", "duel.plan.choose", "P"),
        term("hunter", "Hunter", "Strike down a Captain.", "duel.plan.hunter", "H"),
        term("keeper", "Keeper", "Keep the own Captain standing.", "duel.plan.keeper", "K"),
        term("centre", "Centre", "Lead the band to the centre of the field.", "duel.plan.centre", "+")
            .on_ground(Look::Goal),
        term("zone", "Zone", "Where a band is placed.", "duel.place.own", "Z").on_ground(Look::Zone),
        term("plans", "Plans", "All players choose a plan in secret.", "duel.plan.choose", "1"),
        term("placing", "Placing", "The bands are placed.", "duel.place.own", "2"),
        term("bidding", "Bidding", "Pool dice are rolled and bids are made.", "duel.round.bid", "3"),
        term("turns", "Turns", "The players move and attack.", "duel.move.leader", "4"),
        term("reckoning", "Reckoning", "Plans are shown and points are counted.", "duel.plan.reveal", "5"),
    ]
}
