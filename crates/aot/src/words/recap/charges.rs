//! What a charge came to: who got there first, what the impact did, or what was short.

use ground::Length;
use vocabulary::UnitId;

use super::activation::Activation;
use crate::fact::{Fact, Reaction};
use crate::state::Units;

impl Activation<'_> {
    pub(super) fn charges(&mut self) {
        let charged = self.facts.iter().find_map(|fact| match fact {
            Fact::Charged { targets, .. } => Some(targets.clone()),
            _ => None,
        });
        let Some(targets) = charged else {
            return match self.moves() {
                true => self.says("moves and charges nobody", "move and charge nobody"),
                false => self.says("stays put and charges nobody", "stay put and charge nobody"),
            };
        };
        let lead =
            format!("{} {} {}", self.voice.called(self.unit), self.does("charges", "charge"), self.targets(&targets));
        let counters = self.reacting(Reaction::CounterCharge);
        let won = self.facts.iter().find_map(|fact| match fact {
            Fact::ChargeWon { unit, .. } => Some(*unit),
            _ => None,
        });
        let vigor = |of: UnitId| self.vigor(of).map(|vigor| vigor.to_string()).unwrap_or_default();
        let text = match won {
            Some(winner) if winner == self.unit => {
                let strikes = self.does("strikes home", "strike home");
                let rolled = vigor(self.unit);
                format!("{lead} and {strikes} (rolled {rolled}){}", self.impact(winner))
            }
            Some(winner) => {
                let counters = self.state.does(winner, "counter-charges", "counter-charge");
                let (who, to) = (self.voice.the(winner), (vigor(winner), vigor(self.unit)));
                let lead = lead.trim_end_matches(',');
                format!("{lead}, but {who} {counters} first ({} to {}){}", to.0, to.1, self.impact(winner))
            }
            None if self.facts.iter().any(|fact| matches!(fact, Fact::ChargeFailed { .. })) => {
                let met = match counters.as_slice() {
                    [] => String::new(),
                    [one] => format!(
                        "; {} {} in vain",
                        self.voice.the(*one),
                        self.state.does(*one, "counter-charges", "counter-charge")
                    ),
                    _ => "; the counter-charges fail, too".to_owned(),
                };
                format!("{lead} and {}{}{met}", self.does("fails", "fail"), self.shortfall(&targets))
            }
            None => lead.trim_end_matches(',').to_owned(),
        };
        self.sentences.push(text);
    }

    /// The last Charge Vigor of a unit, in inches.
    fn vigor(&self, of: UnitId) -> Option<i32> {
        self.facts.iter().rev().find_map(|fact| match fact {
            Fact::Vigor { unit, vigor } if *unit == of => Some(vigor.0 / Length::inches(1).0),
            _ => None,
        })
    }

    /// What the impact of a charge came to.
    fn impact(&mut self, by: UnitId) -> String {
        let struck = self.facts.iter().find_map(|fact| match fact {
            Fact::Impact { unit, target, points } if *unit == by => Some((*target, *points)),
            _ => None,
        });
        match struck {
            None => String::new(),
            Some((_, 0)) => ": no impact".to_owned(),
            Some((target, points)) => {
                let harm = self.toll.tell(target).filter(|harm| !harm.ends_with("damage"));
                let harm = harm.map_or_else(String::new, |harm| format!(", {harm}"));
                format!(": {points} damage on impact{harm}")
            }
        }
    }

    /// What a charge that failed needed, and what it had: everybody stands as they stood then.
    fn shortfall(&self, targets: &Units) -> String {
        let Some(rolled) = self.vigor(self.unit) else { return String::new() };
        match self.state.least_vigor(self.unit, targets, rolled + 1, self.state.vigor(self.unit, 12, true)) {
            Some(needed) => format!(" (needed {needed}, rolled {rolled})"),
            None => " (out of reach)".to_owned(),
        }
    }
}
