//! House rules: one setting for each ruling with a knob.
//!
//! The form is read from the rulebook, so that what a player reads about a setting is the ruling itself.

use std::sync::LazyLock;

use ground::Length;
use serde::Deserialize;
use vocabulary::{RuleId, Setting, SettingKind, Settings, Value, Word};

use crate::forces::edition::Edition;

/// The rulebook, as text.
pub(crate) const RULEBOOK: &str = include_str!("../../../../rulebook/archives-of-tomorrow.toml");

/// Settings whose value is one of several words.
trait Choice: Sized {
    fn named(word: &str) -> Option<Self>;
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$option_doc:meta])* $option:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$option_doc])* $option,)* }

        impl Choice for $name {
            fn named(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$option),)*
                    _ => None,
                }
            }
        }
    )*};
}

choices! {
    /// When Reverse Time mends. Carries out `aot.ruling.reverse-time-moment`.
    ReverseTime { RoundStart = "round-start", ControlPhase = "control-phase", }
    /// What it costs an Alchemist to undo a spell. Carries out `aot.ruling.negate-cost`.
    NegateCost { SpellCost = "spell-cost", One = "one", }
    /// Whether the additional attack of Burst is rolled for. Carries out `aot.ruling.burst-needs-roll`.
    Burst { AutoHit = "auto-hit", Roll = "roll", }
    /// Which charged units may react. Carries out `aot.ruling.charge-who-reacts`.
    Reactors { ByEdition = "by-edition", PrimaryOnly = "primary-only", All = "all", }
    /// How far an Evade goes. Carries out `aot.ruling.evade-distance`.
    EvadeBy { D6 = "d6", D3 = "d3", Speed = "speed", HalfSpeed = "half-speed", }
    /// When Return Fire is resolved. Carries out `aot.ruling.return-fire-timing`.
    ReturnFire { After = "after", Simultaneous = "simultaneous", Before = "before", }
    /// Who charges when Vigors are equal. Carries out `aot.ruling.counter-charge-tie`.
    Tie { Acting = "acting", Reacting = "reacting", Reroll = "reroll", Neither = "neither", }
    /// What becomes of a retreat that has no way out. Carries out `aot.ruling.retreat-impossible`.
    BlockedRetreat { Stay = "stay-and-lose-action", Forbid = "forbid-declaration", }
    /// What equal roll-offs do. Carries out `aot.ruling.roll-off-ties`.
    RollOff { RerollTied = "reroll-tied", PreviousOrder = "previous-order", RerollAll = "reroll-all", }
    /// What a move is measured by. Carries out `aot.ruling.move-path`.
    Measure { Path = "path", StartToEnd = "start-to-end", }
    /// When a unit that is partly in Cover has it. Carries out `aot.ruling.cover-mixed-unit`.
    MixedCover { PerModel = "per-allocated-model", AllModels = "all-models", Majority = "majority", }
    /// How many weapons a model uses. Carries out `aot.ruling.weapon-choice`.
    Weapons { All = "all", One = "one", }
    /// Whether weapons of one model may go at several units. Carries out `aot.ruling.split-fire`.
    SplitFire { PerModel = "per-model", PerWeapon = "per-weapon", }
    /// Which Power gives the dice of an impact. Carries out `aot.ruling.battle-weapon-power`.
    ImpactPower { Highest = "highest", Lowest = "lowest", OwnerChoice = "owner-choice", }
    /// Whose abilities an accompanied unit has. Carries out `aot.ruling.accompanied-mixed-specs`.
    Shared { AllMustHave = "all-models-must-have", AnyShares = "any-model-shares", }
    /// How many Terror Rolls a unit makes. Carries out `aot.ruling.terror-one-roll`.
    TerrorRolls { One = "one", PerTerror = "one-per-terror-unit", }
    /// When a unit is on an Archive. Carries out `aot.ruling.on-an-archive`.
    OnArchive {
        AnyOverlap = "any-overlap-any-model",
        Centre = "base-centre-any-model",
        Wholly = "wholly-any-model",
        AllModels = "all-models",
    }
    /// Who scores a contested Archive. Carries out `aot.ruling.archive-contested`.
    Contested { AllScore = "all-score", NoneScore = "none-score", MostModels = "most-models", }
    /// How far apart Archives lie. Carries out `aot.ruling.archive-placement`.
    SpacingFrom { Edge = "edge", Centre = "centre", }
    /// When a battle stops. Carries out `aot.ruling.victory-check-time`.
    StopAt { EndOfRound = "end-of-round", Immediately = "immediately", }
    /// What happens when several reach the target. Carries out `aot.ruling.victory-same-round-choice`.
    SameRound { Ask = "ask", Draw = "draw", Continue = "continue", HigherWins = "higher-wins", }
    /// Who scores a Leader that its own side destroyed. Carries out `aot.ruling.leader-vp-credit`.
    OwnLeader { Nobody = "nobody", AllEnemies = "all-enemies", }
    /// How large the table is. Carries out `aot.ruling.table-size-default`.
    TableSize { ByRequisition = "by-requisition", Small = "44x44", Large = "60x44", }
}

/// The settings of a match, read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the rulebook")]
pub(crate) struct House {
    pub(crate) edition: Edition,
    /// Whether weapon traits count. Carries out `aot.ruling.module-traits`, `aot.ruling.modules-off`.
    pub(crate) traits: bool,
    /// Before the third edition only.
    pub(crate) burst: Burst,
    /// Whether Archives have effects. Carries out `aot.ruling.module-archive-effects`, `aot.ruling.modules-off`.
    pub(crate) archive_effects: bool,
    /// In the second edition only.
    pub(crate) reverse_time: ReverseTime,
    /// Whether Feats are performed. Carries out `aot.ruling.module-feats`, `aot.ruling.modules-off`.
    pub(crate) feats: bool,
    /// Whether factions have their rules. Carries out `aot.ruling.faction-data`.
    pub(crate) faction_rules: bool,
    /// Whether Transports take units aboard. Carries out `aot.ruling.module-transports`, `aot.ruling.modules-off`.
    pub(crate) transports: bool,
    pub(crate) embarked_count: bool,
    pub(crate) several_aboard: bool,
    pub(crate) embark_engaged: bool,
    /// Whether spells are channelled. Carries out `aot.ruling.module-soul`, `aot.ruling.modules-off`.
    pub(crate) soul: bool,
    pub(crate) channel_roll: Option<i16>,
    pub(crate) negate_cost: NegateCost,
    pub(crate) negate_assassin: Option<i16>,
    pub(crate) negate_range: Option<Length>,
    pub(crate) soul_blocked_by_reaction: bool,
    pub(crate) spells_need_sight: bool,
    pub(crate) spells_on_own_unit: bool,
    pub(crate) spells_stack: bool,
    pub(crate) engaged_units_react: bool,
    pub(crate) retarget_after_evade: bool,
    pub(crate) charge_reactors: Reactors,
    pub(crate) charge_touches_undeclared: bool,
    pub(crate) charge_needs_sight: bool,
    pub(crate) evade_by: EvadeBy,
    pub(crate) return_fire: ReturnFire,
    pub(crate) return_fire_modifier: i16,
    pub(crate) charge_tie: Tie,
    pub(crate) blocked_retreat: BlockedRetreat,
    pub(crate) may_pass: bool,
    pub(crate) roll_off: RollOff,
    pub(crate) measure: Measure,
    pub(crate) descent_costs: bool,
    pub(crate) unstable_lowers_vigor: bool,
    pub(crate) mixed_cover: MixedCover,
    pub(crate) hulking_in_cover: bool,
    pub(crate) connected: bool,
    pub(crate) weapons: Weapons,
    pub(crate) split_fire: SplitFire,
    pub(crate) impact_power: ImpactPower,
    pub(crate) shared_abilities: Shared,
    pub(crate) characters_return: bool,
    pub(crate) terror_rolls: TerrorRolls,
    pub(crate) flight_costs_next_action: bool,
    /// In the first edition only.
    pub(crate) severe_overflow: bool,
    pub(crate) on_archive: OnArchive,
    pub(crate) contested: Contested,
    pub(crate) spacing_from: SpacingFrom,
    pub(crate) stop_at: StopAt,
    pub(crate) same_round: SameRound,
    pub(crate) target: Option<i32>,
    pub(crate) own_leader: OwnLeader,
    pub(crate) last_standing_wins: bool,
    pub(crate) round_limit: u16,
    pub(crate) gap_required: bool,
    pub(crate) requisition: u32,
    pub(crate) table: TableSize,
    pub(crate) archives: u8,
}

/// Settings with their defaults behind them.
struct Reader<'a>(&'a Settings);

impl Reader<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        let default = || FORM.iter().find(|setting| setting.name == name).map(|setting| &setting.default);
        self.0.get(name).or_else(default)
    }

    fn switch(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Switch(on) => Some(*on),
            _ => None,
        }
    }

    fn number<N: TryFrom<i32>>(&self, name: &str) -> Option<N> {
        match self.value(name)? {
            Value::Number(number) => N::try_from(*number).ok(),
            _ => None,
        }
    }

    /// A number that may be none.
    fn perhaps<N: TryFrom<i32>>(&self, name: &str) -> Option<Option<N>> {
        match self.value(name)? {
            Value::Number(number) => N::try_from(*number).ok().map(Some),
            _ => Some(None),
        }
    }

    fn choice<C: Choice>(&self, name: &str) -> Option<C> {
        match self.value(name)? {
            Value::Choice(word) => C::named(word.as_str()),
            _ => None,
        }
    }
}

impl House {
    /// Which parts of the rules are played, in words. Carries out `aot.game.core-and-advanced`,
    /// `aot.ruling.modules-off`.
    pub(crate) fn modules(&self) -> String {
        let modules = [
            (self.traits, "weapon traits"),
            (self.feats, "Feats"),
            (self.archive_effects, "Archive Effects"),
            (self.soul, "Soul"),
            (self.transports, "Transports"),
        ];
        let on = modules.iter().filter(|(on, _)| *on).map(|(_, name)| *name);
        std::iter::once("core rules").chain(on).collect::<Vec<_>>().join(", ")
    }

    /// Reads settings that fit the form; what is not set has its default.
    pub(crate) fn read(settings: &Settings) -> Option<House> {
        let read = Reader(settings);
        Some(House {
            edition: Edition::numbered(read.number("edition")?)?,
            traits: read.switch("module.traits")?,
            burst: read.choice("burst.extra-attack")?,
            archive_effects: read.switch("module.archive-effects")?,
            reverse_time: read.choice("archive.reverse-time-ed2")?,
            feats: read.switch("module.feats")?,
            faction_rules: read.switch("faction.rules")?,
            transports: read.switch("module.transports")?,
            embarked_count: read.switch("control.embarked-counts")?,
            several_aboard: read.switch("transport.several-units")?,
            embark_engaged: read.switch("transport.embark-engaged")?,
            soul: read.switch("module.soul")?,
            channel_roll: read.perhaps("channel.roll")?,
            negate_cost: read.choice("negate.cost")?,
            negate_assassin: read.perhaps("negate.assassin-roll")?,
            negate_range: match read.value("negate.range")? {
                Value::Length(range) => Some(*range),
                _ => None,
            },
            soul_blocked_by_reaction: read.switch("soul.blocked-by-reaction")?,
            spells_need_sight: read.switch("spell.needs-sight")?,
            spells_on_own_unit: read.switch("spell.own-unit")?,
            spells_stack: read.switch("spell.same-stacks")?,
            engaged_units_react: read.switch("reaction.engaged-units")?,
            retarget_after_evade: read.switch("shoot.retarget-after-evade")?,
            charge_reactors: read.choice("charge.reactors")?,
            charge_touches_undeclared: read.switch("charge.touch-undeclared")?,
            charge_needs_sight: read.switch("charge.needs-sight")?,
            evade_by: read.choice("evade.distance")?,
            return_fire: read.choice("return-fire.timing")?,
            return_fire_modifier: read.number("return-fire.modifier")?,
            charge_tie: read.choice("charge.tie")?,
            blocked_retreat: read.choice("retreat.blocked")?,
            may_pass: read.switch("turn.pass")?,
            roll_off: read.choice("dice.roll-off-ties")?,
            measure: read.choice("move.measure")?,
            descent_costs: read.switch("move.descent-costs")?,
            unstable_lowers_vigor: read.switch("charge.unstable-lowers-compared")?,
            mixed_cover: read.choice("cover.mixed-unit")?,
            hulking_in_cover: read.switch("placement.hulking-in-cover")?,
            connected: read.switch("coherency.connected")?,
            weapons: read.choice("attack.weapons")?,
            split_fire: read.choice("attack.split-fire")?,
            impact_power: read.choice("impact.power")?,
            shared_abilities: read.choice("accompany.abilities")?,
            characters_return: read.switch("regenerate.characters")?,
            terror_rolls: read.choice("terror.rolls")?,
            flight_costs_next_action: read.switch("terror.flight-costs-next-action")?,
            severe_overflow: read.switch("damage.severe-overflow-ed1")?,
            on_archive: read.choice("archive.on-test")?,
            contested: read.choice("archive.contested")?,
            spacing_from: read.choice("archive.spacing-from")?,
            stop_at: read.choice("end.stop-at-target")?,
            same_round: read.choice("end.same-round-tie")?,
            target: read.perhaps("end.victory-target")?,
            own_leader: read.choice("leader.self-destroyed")?,
            last_standing_wins: read.switch("end.last-standing-wins")?,
            round_limit: read.number("end.round-limit")?,
            gap_required: read.switch("zones.gap-required")?,
            requisition: read.number("force.requisition-limit")?,
            table: read.choice("table.size")?,
            archives: read.number("archive.count")?,
        })
    }
}

/// The form: one setting for each ruling with a knob, the edition and the modules first, then in the order of the
/// rulebook.
pub(crate) static FORM: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    let book: Book = toml::from_str(RULEBOOK).expect("the rulebook is read in a test");
    let mut form: Vec<Setting> = book.ruling.iter().filter_map(Ruling::setting).collect();
    form.sort_by_key(|setting| (setting.name != "edition", !setting.name.starts_with("module.")));
    form
});

#[derive(Deserialize)]
struct Book {
    ruling: Vec<Ruling>,
}

/// As much of a ruling as a setting needs.
#[derive(Deserialize)]
struct Ruling {
    id: RuleId,
    question: String,
    ruling: String,
    knob: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    min: Option<i32>,
    max: Option<i32>,
    #[serde(default)]
    optional: bool,
    default: Option<toml::Value>,
}

impl Ruling {
    fn setting(&self) -> Option<Setting> {
        let name = self.knob.as_ref()?;
        let kind = match self.kind.as_deref()? {
            "switch" => SettingKind::Switch,
            "choice" => SettingKind::Choice(self.options.iter().filter_map(|option| option.parse().ok()).collect()),
            "number" => SettingKind::Number { min: self.min?, max: self.max?, optional: self.optional },
            _ => SettingKind::Length { optional: self.optional },
        };
        let default = match (self.default.as_ref()?, &kind) {
            (toml::Value::Boolean(on), _) => Value::Switch(*on),
            (toml::Value::Integer(number), _) => Value::Number(i32::try_from(*number).ok()?),
            (toml::Value::String(word), SettingKind::Choice(_)) => Value::Choice(word.parse::<Word>().ok()?),
            (toml::Value::String(text), SettingKind::Length { .. }) => text.parse().map_or(Value::None, Value::Length),
            _ => Value::None,
        };
        let (group, label) = name.split_once('.').unwrap_or(("", name));
        Some(Setting {
            name: name.clone(),
            label: spoken(label),
            text: format!("{} {}", self.question, self.ruling),
            kind,
            default,
            rule: self.id.clone(),
            group: spoken(group),
            needs: needed(name),
        })
    }
}

/// What must be set so that a setting means anything: its module, or its edition.
fn needed(name: &str) -> Option<(String, Value)> {
    let (other, value) = match name {
        "burst.extra-attack" => ("module.traits", Value::Switch(true)),
        "archive.reverse-time-ed2" => ("module.archive-effects", Value::Switch(true)),
        _ if ["channel.", "negate.", "soul.", "spell."].iter().any(|group| name.starts_with(group)) => {
            ("module.soul", Value::Switch(true))
        }
        "control.embarked-counts" | "transport.several-units" | "transport.embark-engaged" => {
            ("module.transports", Value::Switch(true))
        }
        "damage.severe-overflow-ed1" => ("edition", Value::Number(1)),
        _ => return None,
    };
    Some((other.to_owned(), value))
}

/// A word as a heading: `touch-undeclared` is "Touch undeclared".
fn spoken(word: &str) -> String {
    let words = word.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_of_the_rulebook_is_a_setting() {
        let book: Book = toml::from_str(RULEBOOK).unwrap();
        for knob in book.ruling.iter().filter_map(|ruling| ruling.knob.as_deref()) {
            assert!(FORM.iter().any(|setting| setting.name == knob), "{knob}");
        }
    }

    #[test]
    fn every_setting_accepts_its_default_and_can_be_read() {
        for setting in FORM.iter() {
            assert!(setting.accepts(&setting.default), "{}: {:?}", setting.name, setting.default);
        }
        let house = House::read(&Settings::new()).unwrap();
        assert_eq!((house.round_limit, house.requisition, house.target), (12, 1_000, None));
    }

    #[test]
    fn what_a_setting_needs_can_be_set_so() {
        for (name, value) in FORM.iter().filter_map(|setting| setting.needs.as_ref()) {
            let other = FORM.iter().find(|setting| setting.name == *name);
            assert!(other.is_some_and(|other| other.accepts(value)), "{name}");
        }
    }

    #[test]
    fn every_option_of_every_choice_can_be_read() {
        for setting in FORM.iter() {
            let SettingKind::Choice(options) = &setting.kind else { continue };
            for option in options {
                let settings = Settings::from([(setting.name.clone(), Value::Choice(*option))]);
                assert!(House::read(&settings).is_some(), "{} = {option}", setting.name);
            }
        }
    }
}
