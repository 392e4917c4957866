//! Army roles: what a unit is in its army, and which leader points it brings or costs.

use std::fmt;

use serde::{Deserialize, Serialize};
use vocabulary::Word;

engine::terms! {
    /// What a unit is in its army, in the order of the book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum RoleKind {
        Leader {
            word: "leader", label: "Leader", sign: "L", tone: Strong,
            rules: ["tle.role.leader-notation", "tle.leader-points.leader-grants", "tle.leader-points.free-slots"],
            text: "Brings leader points, and units that join without paying any. One of them is your commander.",
        }
        Base {
            word: "base", label: "Base", sign: "B",
            rules: ["tle.role.base", "tle.role.base-slots", "tle.role.base-unlimited"],
            text: "Costs leader points and may let others join for free; you can field it as often as you like.",
        }
        Guardian {
            word: "guardian", label: "Guardian", sign: "G", rules: ["tle.role.guardian"],
            text: "Costs leader points, and lets further leaders join for free.",
        }
        Elite {
            word: "elite", label: "Elite", sign: "E", rules: ["tle.role.elite"],
            text: "Costs leader points.",
        }
        Support {
            word: "support", label: "Support", sign: "S", rules: ["tle.role.support", "tle.ruling.support-bonus"],
            text: "Costs leader points, and may bring some if a particular other unit is in the army.",
        }
        Fly {
            word: "fly", label: "Fly", sign: "F", rules: ["tle.role.fly", "tle.ruling.fly-limit"],
            text: "Costs leader points; one for each full 1,000 battle points.",
        }
    }
}

/// Units of these roles that join without paying leader points. Carries out `tle.leader-points.free-slots`,
/// `tle.ruling.leader-slot-grammar`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// How many. Carries out `tle.ruling.base-slot-count`.
    #[serde(default = "one")]
    pub units: u8,
    /// The roles, any of which will do.
    pub roles: Vec<RoleKind>,
}

fn one() -> u8 {
    1
}

/// Leader points that a support unit brings if there is a unit of a datasheet. Carries out `tle.ruling.support-bonus`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// How many leader points.
    pub points: u8,
    /// The datasheet.
    pub with: Word,
}

/// The role of a datasheet with its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Role {
    /// Carries out `tle.role.leader-notation`.
    Leader {
        /// The leader points that it brings.
        points: u8,
        /// Who joins for free.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slots: Vec<Slots>,
        /// What it costs where it isn't the commander and the datasheet says so. Carries out
        /// `tle.ruling.additional-leader-cost`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<u8>,
    },
    /// Carries out `tle.role.base`, `tle.role.base-slots`.
    Base {
        /// The leader points that it costs.
        cost: u8,
        /// Who joins for free.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slots: Vec<Slots>,
    },
    /// Carries out `tle.role.guardian`.
    Guardian {
        /// The leader points that it costs.
        cost: u8,
        /// How many further leaders join for free.
        leaders: u8,
    },
    /// Carries out `tle.role.elite`.
    Elite {
        /// The leader points that it costs.
        cost: u8,
    },
    /// Carries out `tle.role.support`.
    Support {
        /// The leader points that it costs.
        cost: u8,
        /// What it brings together with another unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bonus: Option<Bonus>,
    },
    /// Carries out `tle.role.fly`.
    Fly {
        /// The leader points that it costs.
        cost: u8,
    },
}

impl Role {
    /// Which role it is.
    pub const fn kind(&self) -> RoleKind {
        match self {
            Role::Leader { .. } => RoleKind::Leader,
            Role::Base { .. } => RoleKind::Base,
            Role::Guardian { .. } => RoleKind::Guardian,
            Role::Elite { .. } => RoleKind::Elite,
            Role::Support { .. } => RoleKind::Support,
            Role::Fly { .. } => RoleKind::Fly,
        }
    }

    /// The leader points that the datasheet says the unit costs; a leader's usually goes without saying.
    pub const fn cost(&self) -> Option<u8> {
        match self {
            Role::Leader { cost, .. } => *cost,
            Role::Base { cost, .. }
            | Role::Guardian { cost, .. }
            | Role::Elite { cost }
            | Role::Support { cost, .. }
            | Role::Fly { cost } => Some(*cost),
        }
    }

    /// Who joins for free because of it. Carries out `tle.role.guardian`, `tle.role.base-slots`,
    /// `tle.leader-points.free-slots`.
    pub fn slots(&self) -> Vec<Slots> {
        match self {
            Role::Leader { slots, .. } | Role::Base { slots, .. } => slots.clone(),
            Role::Guardian { leaders, .. } => vec![Slots { units: *leaders, roles: vec![RoleKind::Leader] }],
            Role::Elite { .. } | Role::Support { .. } | Role::Fly { .. } => Vec::new(),
        }
    }

    /// All that makes it no role, in sentences. Carries out `tle.ruling.additional-leader-cost`,
    /// `tle.leader-points.minimum-cost`.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(cost) = self.cost().filter(|cost| !(1..=20).contains(cost)) {
            faults.push(format!("a role costs from 1 to 20 leader points, not {cost}"));
        }
        if let Role::Leader { points, .. } | Role::Support { bonus: Some(Bonus { points, .. }), .. } = self
            && *points > 30
        {
            faults.push(format!("a unit brings at most 30 leader points, not {points}"));
        }
        if self.slots().len() > 4 {
            faults.push(format!("{} groups of units join for free; there are at most 4", self.slots().len()));
        }
        for slots in self.slots() {
            if !(1..=20).contains(&slots.units) {
                faults.push(format!("from 1 to 20 units join for free, not {}", slots.units));
            }
            if slots.roles.is_empty() {
                faults.push("units that join for free must be of some role".to_owned());
            }
        }
        faults
    }
}

/// As a datasheet prints it: `Leader +8 {3 base / 2 guardian/elite}`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().label())?;
        if let Role::Leader { points, .. } = self {
            write!(f, " +{points}")?;
        }
        if let Some(cost) = self.cost() {
            write!(f, " -{cost}")?;
        }
        if let Role::Support { bonus: Some(bonus), .. } = self {
            write!(f, " {{+{} for {}}}", bonus.points, bonus.with)?;
        }
        let words =
            |slots: &Slots| slots.roles.iter().map(|role| role.word().to_string()).collect::<Vec<_>>().join("/");
        let groups: Vec<String> =
            self.slots().iter().map(|slots| format!("{} {}", slots.units, words(slots))).collect();
        if groups.is_empty() { Ok(()) } else { write!(f, " {{{}}}", groups.join(" / ")) }
    }
}
