//! Missions: the deployment layouts and the secondary objectives.

use serde::{Deserialize, Serialize};

engine::terms! {
    /// How the deployment zones lie. Carries out `tle.deployment-zone.roll`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Layout {
        Quarters {
            word: "quarters", label: "Quarters", sign: "◩",
            rules: [
                "tle.deployment-zone.quarters", "tle.deployment-zone.quarters-exclusion", "tle.ruling.layout-quarters",
            ],
            text: "The zones are opposite quarters, but for 9 in around the centre.",
        }
        ShortEdges {
            word: "short-edges", label: "Short edges", sign: "◫", rules: ["tle.deployment-zone.short-edges"],
            text: "The zones reach 15 in from the short edges.",
        }
        Corners {
            word: "corners", label: "Corners", sign: "◤",
            rules: [
                "tle.deployment-zone.corners", "tle.deployment-zone.corners-corridor", "tle.ruling.layout-corners",
            ],
            text: "The zones are opposite corners, with a corridor between them.",
        }
    }
}

engine::terms! {
    /// The secondary objective of the mission. Carries out `tle.secondary.roll`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Secondary {
        Attack {
            word: "attack", label: "Attack", sign: "⚔",
            rules: ["tle.secondary.attack", "tle.ruling.secondary-attack-rounds"],
            text: "4 victory points if you hold the objective in the enemy zone at the end of your turn.",
        }
        SecretMission {
            word: "secret-mission", label: "Secret mission", sign: "?",
            rules: [
                "tle.secondary.secret-mission", "tle.secondary.secret-mission-roll",
                "tle.secondary.secret-mission-reward", "tle.ruling.secret-mission",
            ],
            text: "A unit wholly in the enemy zone may act: 3 victory points if a D6 is at least its number of models.",
        }
        Bombs {
            word: "bombs", label: "Bombs", sign: "●",
            rules: [
                "tle.secondary.bombs", "tle.secondary.bombs-unit-size", "tle.secondary.bombs-distance",
                "tle.secondary.bombs-complete", "tle.secondary.bombs-place", "tle.secondary.bombs-remove",
                "tle.secondary.bombs-score",
            ],
            text: "A unit of 4 or more models may place or remove bomb markers; each is worth 3 victory points at the end.",
        }
        PlanOfAttack {
            word: "plan-of-attack", label: "Plan of attack", sign: "!",
            rules: ["tle.secondary.plan-of-attack", "tle.ruling.plan-of-attack", "tle.ruling.plan-of-attack-rounds"],
            text: "3 victory points the first time you control an objective at the start of your turn.",
        }
        PoisonCloud {
            word: "poison-cloud", label: "Poison cloud", sign: "☁",
            rules: [
                "tle.secondary.poison-cloud", "tle.secondary.poison-cloud-once", "tle.secondary.poison-cloud-value",
                "tle.secondary.poison-cloud-complete", "tle.secondary.poison-cloud-destroyed",
            ],
            text: "Objectives are worth 5. Once per game, a unit on one may destroy it.",
        }
        Storm {
            word: "storm", label: "Storm", sign: "☇",
            rules: [
                "tle.secondary.storm", "tle.secondary.storm-value", "tle.secondary.storm-home",
                "tle.secondary.storm-center", "tle.secondary.storm-sides", "tle.ruling.storm-turn",
            ],
            text: "Objectives are worth 5. From round 2 on, a die says which of them score nothing.",
        }
    }
}

impl Layout {
    /// The layout that a D6 selects: two faces for each. Carries out `tle.deployment-zone.roll`.
    pub fn of_die(face: u8) -> Layout {
        Layout::ALL[usize::from(face.clamp(1, 6) - 1) / 2]
    }
}

impl Secondary {
    /// The secondary that a D6 selects. Carries out `tle.secondary.roll`.
    pub fn of_die(face: u8) -> Secondary {
        Secondary::ALL[usize::from(face.clamp(1, 6) - 1)]
    }

    /// The face that selects it. Carries out `tle.secondary.roll`.
    pub const fn die_face(self) -> u8 {
        self.place() as u8 + 1
    }

    /// Whether a unit performs an action for it. Carries out `tle.ruling.action-general`.
    pub const fn is_action(self) -> bool {
        matches!(self, Secondary::SecretMission | Secondary::Bombs | Secondary::PoisonCloud)
    }
}

/// As a setting names it. Carries out `tle.ruling.mission-layout`.
impl engine::house::FromValue for Layout {
    fn from_value(value: &engine::house::Value) -> Option<Layout> {
        if let engine::house::Value::Choice(word) = value { Layout::from_word(*word) } else { None }
    }
}

/// As a setting names it. Carries out `tle.ruling.mission-secondary`.
impl engine::house::FromValue for Secondary {
    fn from_value(value: &engine::house::Value) -> Option<Secondary> {
        if let engine::house::Value::Choice(word) = value { Secondary::from_word(*word) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_faces_select_each_layout() {
        use Layout::{Corners, Quarters, ShortEdges};
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(Layout::of_die),
            [Quarters, Quarters, ShortEdges, ShortEdges, Corners, Corners]
        );
    }

    #[test]
    fn one_face_selects_each_secondary_in_the_order_of_the_book() {
        let words = [1, 2, 3, 4, 5, 6].map(|face| Secondary::of_die(face).word().to_string());
        assert_eq!(words, ["attack", "secret-mission", "bombs", "plan-of-attack", "poison-cloud", "storm"]);
        assert!(Secondary::ALL.iter().all(|one| Secondary::of_die(one.die_face()) == *one));
    }

    #[test]
    fn a_word_in_a_record_is_the_word_of_the_term() {
        for secondary in Secondary::ALL {
            assert_eq!(serde_json::to_value(secondary).unwrap(), secondary.word().as_str());
        }
        for layout in Layout::ALL {
            assert_eq!(serde_json::to_value(layout).unwrap(), layout.word().as_str());
        }
    }
}
