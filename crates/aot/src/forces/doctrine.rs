//! What sets factions and formations apart in play: rules and Feats as data that name a behaviour.

use roster::wording;
use serde::{Deserialize, Serialize};
use vocabulary::{Seat, UnitId, Word};

use crate::chapters::effects::Effect;
use crate::chapters::modifiers::{Modifier, Until};
use crate::forces::card::Rank;
use crate::forces::edition::Edition;
use crate::state::State;

/// What a force has of its faction and formation. Carries out `aot.ruling.faction-data`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    /// The faction rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<FactionRule>,
    /// What Archives do for the faction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive: Option<Interaction>,
    /// The Feat of the formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feat: Option<Feat>,
}

/// A faction rule: a chance to keep Feat Points, or modifiers under a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FactionRule {
    /// What it is called.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// While behind on victory points, a spent Feat Point is kept on this number or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps_feat_point: Option<u8>,
    /// When its modifiers are there.
    #[serde(rename = "while", default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Condition>,
    /// The Ranks that it is for; all if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Rank>,
    /// What units get.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<Modifier>,
}

/// When the modifiers of a faction rule are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Always.
    Always,
    /// Its Commander has fewer victory points than some enemy.
    Behind,
    /// The unit is on an Archive.
    OnArchive,
    /// All its models are in Cover.
    InCover,
    /// The unit is in Battle Range.
    Engaged,
    /// Fewer than half of its models are left, or of the Health of a single one.
    BelowHalf,
    /// Its Action of the Round is not gone.
    Fresh,
}

/// What Archives do for a faction: modifiers for units on one, or something in each Control Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Interaction {
    /// What it is called.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// What units on an Archive get.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<Modifier>,
    /// What an Archive yields in a Control Phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Yield>,
}

/// What an Archive yields in a Control Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Yield {
    /// 1 Soul for each channelling model of a unit on it.
    Soul,
    /// 1 Health for each damaged unit on it.
    Health,
    /// A Feat Point on a D6 of 5+, for each Archive that a unit is on.
    FeatPoint,
}

/// A Feat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Feat {
    /// Its id.
    pub id: Word,
    /// What it is called.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// When it can be performed.
    pub when: Occasion,
    /// Whom it is for.
    #[serde(default)]
    pub on: Whom,
    /// What that unit gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<Modifier>,
    /// How long.
    #[serde(default)]
    pub until: Until,
    /// Whether that unit regenerates D3 Health.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mends: bool,
    /// Whether that unit suffers D3 points of Severe Damage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hurts: bool,
    /// Soul for a channelling model of that unit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub soul: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// When a Feat can be performed. Carries out `aot.ruling.feat-windows`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The unit is selected for an Action.
    Acts,
    /// The unit names the targets of its shooting.
    Shoots,
    /// The unit is about to be shot at.
    ShotAt,
    /// The unit evades.
    Evades,
    /// The unit names its charge targets.
    Charges,
    /// The unit is about to be charged.
    Charged,
    /// The charge of the unit has succeeded.
    ChargeHome,
    /// The Battle Phase begins with the unit in Battle Range.
    Fights,
    /// The Control Phase begins.
    Control,
}

impl Occasion {
    /// Whether there is an enemy at hand.
    pub(crate) const fn has_enemy(self) -> bool {
        !matches!(self, Occasion::Acts | Occasion::Evades | Occasion::Control)
    }

    /// What a unit does then, in a few words.
    const fn text(self) -> &'static str {
        match self {
            Occasion::Acts => "acts",
            Occasion::Shoots => "shoots",
            Occasion::ShotAt => "is shot at",
            Occasion::Evades => "evades",
            Occasion::Charges => "charges",
            Occasion::Charged => "is charged",
            Occasion::ChargeHome => "has charged home",
            Occasion::Fights => "fights",
            Occasion::Control => "comes to the Control Phase",
        }
    }
}

/// Whom a Feat is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The unit that performs it.
    #[default]
    Unit,
    /// An enemy unit of the occasion.
    Enemy,
}

/// The number that a roll of a D6 may need.
const ROLLS: std::ops::RangeInclusive<u8> = 2..=6;

impl FactionRule {
    /// All that is wrong with it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        match (self.keeps_feat_point, self.holds) {
            (Some(need), None) if !ROLLS.contains(&need) => {
                faults.push(format!("keeps-feat-point is {need}; it must be from 2 to 6"));
            }
            (Some(_), None) if self.gives.is_empty() && self.ranks.is_empty() => {}
            (None, Some(_)) if !self.gives.is_empty() => {}
            _ => faults.push("it needs either keeps-feat-point, or while together with gives".to_owned()),
        }
        faults.extend(self.gives.iter().filter_map(|modifier| modifier.fault()));
        faults
    }
}

impl Interaction {
    /// All that is wrong with it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        if self.gives.is_empty() == self.control.is_none() {
            faults.push("it needs either gives or control".to_owned());
        }
        faults.extend(self.gives.iter().filter_map(|modifier| modifier.fault()));
        faults
    }
}

impl Feat {
    /// All that is wrong with it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = wording(&self.name, &self.text);
        if self.gives.is_empty() && !self.mends && !self.hurts && self.soul == 0 {
            faults.push("it does nothing: it needs gives, mends, hurts or soul".to_owned());
        }
        if self.on == Whom::Enemy && !self.when.has_enemy() {
            faults.push(format!("it is for an enemy, but there is none at hand when a unit {}", self.when.text()));
        }
        if self.soul > Rank::Elder.soul() {
            faults.push(format!("soul is {}; it must be from 1 to {}", self.soul, Rank::Elder.soul()));
        }
        faults.extend(self.gives.iter().filter_map(|modifier| modifier.fault()));
        faults
    }

    /// Whether it does nothing but bring Soul.
    pub(crate) fn is_for_soul_alone(&self) -> bool {
        self.soul > 0 && self.gives.is_empty() && !self.mends && !self.hurts
    }

    /// The rule behind it. Carries out `aot.feat.faction-feats`.
    pub(crate) fn rule(&self) -> &'static str {
        crate::chapters::feat::rule_of(self.id)
    }
}

impl State {
    /// What a Commander has of faction and formation.
    pub(crate) fn doctrine(&self, seat: Seat) -> &Doctrine {
        &self.fixed.setup.commanders[seat.index()].force.doctrine
    }

    /// Whether a Commander has fewer victory points than some enemy who has not left. Carries out `aot.ruling.faction-data`.
    pub(crate) fn is_behind(&self, seat: Seat) -> bool {
        self.sides.iter().any(|side| !side.left && side.points > self.side(seat).points)
    }

    /// The modifiers that a unit has by its faction as it stands, each with the rule behind it.
    ///
    /// Carries out `aot.ruling.faction-data`, `aot.faction.archive-interaction`.
    pub(crate) fn standing_modifiers(&self, unit: UnitId) -> impl Iterator<Item = (Modifier, &'static str)> + '_ {
        let doctrine = self.doctrine(self.seat_of(unit));
        let rule = doctrine.rule.as_ref().filter(|rule| !rule.gives.is_empty() && self.is_under_rule(unit, rule));
        let archive = doctrine.archive.as_ref().filter(|own| !own.gives.is_empty() && self.has_interaction(unit));
        let of_rule =
            rule.into_iter().flat_map(|rule| &rule.gives).map(|modifier| (*modifier, "aot.ruling.faction-data"));
        let of_archive = archive.into_iter().flat_map(|own| &own.gives);
        of_rule.chain(of_archive.map(|modifier| (*modifier, "aot.faction.archive-interaction")))
    }

    fn is_under_rule(&self, unit: UnitId, rule: &FactionRule) -> bool {
        if !self.house().faction_rules || !self.is_on_field(unit) {
            return false;
        }
        let rank = self.fixed.cards[self.info(unit).card.index()].rank;
        let holds = match rule.holds {
            None => false,
            Some(Condition::Always) => true,
            Some(Condition::Behind) => self.is_behind(self.seat_of(unit)),
            Some(Condition::OnArchive) => self.archives_under(unit).next().is_some(),
            Some(Condition::InCover) => self.living(unit).all(|model| self.is_in_cover(model)),
            Some(Condition::Engaged) => self.is_engaged(unit),
            Some(Condition::BelowHalf) => self.is_below_half(unit),
            Some(Condition::Fresh) => !self.unit(unit).spent,
        };
        holds && (rule.ranks.is_empty() || rule.ranks.contains(&rank))
    }

    fn is_below_half(&self, unit: UnitId) -> bool {
        let all = self.roll_call(unit).count();
        match self.living(unit).next() {
            Some(only) if all == 1 => self.model(only).health * 2 < self.card(only).health,
            _ => self.living(unit).count() * 2 < all,
        }
    }

    /// The Archives that a unit is on.
    pub(crate) fn archives_under(&self, unit: UnitId) -> impl Iterator<Item = usize> + '_ {
        (0..self.battlefield().archives().len()).filter(move |place| self.is_on_archive(unit, *place))
    }

    /// Whether an Archive sets off what Archives do for a faction. Carries out `aot.archive.dormant.ed3`,
    /// `aot.faction.archive-interaction`, `aot.ruling.module-archive-effects`.
    pub(crate) fn is_giving(&self, archive: usize) -> bool {
        let third = self.house().edition == Edition::Third;
        third && self.house().archive_effects && self.house().faction_rules && !self.is_under(archive, Effect::Dormant)
    }

    fn has_interaction(&self, unit: UnitId) -> bool {
        self.is_on_field(unit) && self.archives_under(unit).any(|place| self.is_giving(place))
    }
}
