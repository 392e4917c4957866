//! What an Action came to: what the unit did, who reacted, and what was lost.

use vocabulary::UnitId;

use super::toll::Toll;
use crate::fact::{Action, Fact, Reaction};
use crate::state::{State, Units, Whereabouts};
use crate::words::voice::{Voice, counted, joined};

/// The Action of a unit, and its facts.
pub(super) struct Activation<'a> {
    pub(super) voice: Voice<'a>,
    pub(super) state: &'a State,
    pub(super) facts: &'a [Fact],
    pub(super) unit: UnitId,
    pub(super) toll: Toll<'a>,
    pub(super) sentences: Vec<String>,
}

impl<'a> Activation<'a> {
    pub(super) fn new(voice: Voice<'a>, facts: &'a [Fact], unit: UnitId) -> Activation<'a> {
        Activation { voice, state: voice.state, facts, unit, toll: Toll::of(voice, facts), sentences: Vec::new() }
    }

    /// What an Action came to.
    pub(super) fn action(mut self, action: Action) -> Vec<String> {
        match action {
            Action::MoveAndShoot => self.shoots(),
            Action::MoveAndCharge => self.charges(),
            Action::Advance => self.advances(),
            Action::Hold => self.says("holds", "hold"),
            Action::Enter => self.enters(),
            Action::FiringRetreat => self.retreats(),
            Action::Scrum if self.moves() => self.says("scrums closer", "scrum closer"),
            Action::Scrum => self.says("stays in the scrum", "stay in the scrum"),
            Action::MoveAndDisembark | Action::ScrumAndDisembark => self.disembarks(action),
        }
        self.ends()
    }

    /// What everything is told after that may come of any Action.
    pub(super) fn ends(mut self) -> Vec<String> {
        self.strays();
        for fact in self.facts {
            match fact {
                Fact::FeatPerformed { unit, feat } => {
                    let seat = self.state.seat_of(*unit);
                    let name = self.state.feat(*feat).map_or("a Feat", |feat| feat.name.as_str());
                    let uses = self.voice.seat_does(seat, "uses", "use");
                    self.sentences.push(format!("{} {uses} the Feat {name}", self.voice.player(seat)));
                }
                Fact::Embarked { unit, transport } => {
                    let (go, aboard) = (self.state.does(*unit, "goes", "go"), self.voice.the(*transport));
                    self.sentences.push(format!("{} {go} aboard {aboard}", self.voice.the(*unit)));
                }
                _ => {}
            }
        }
        self.sentences.extend(self.toll.rest());
        self.sentences
    }

    /// Whom shots struck that were not meant for them.
    fn strays(&mut self) {
        let mut struck = Units::new();
        for fact in self.facts {
            let (unit, what) = match fact {
                Fact::Blast { target, .. } => (*target, "the blast also strikes"),
                Fact::FriendlyFire { target, .. } => (*target, "Critical Misses strike"),
                _ => continue,
            };
            if !struck.contains(&unit) {
                struck.push(unit);
                let harm = self.toll.tell(unit).unwrap_or_else(|| "no damage".to_owned());
                self.sentences.push(format!("{what} {}: {harm}", self.voice.called(unit)));
            }
        }
    }

    /// The unit does something, which is a whole sentence.
    pub(super) fn says(&mut self, one: &'static str, several: &'static str) {
        self.sentences.push(self.voice.acts(self.unit, one, several));
    }

    /// A verb that fits the unit.
    pub(super) fn does(&self, one: &'static str, several: &'static str) -> &'static str {
        self.state.does(self.unit, one, several)
    }

    /// Whether the unit moves before it shoots or charges.
    pub(super) fn moves(&self) -> bool {
        let aims = |fact: &&Fact| !matches!(fact, Fact::TookAim { .. } | Fact::Charged { .. });
        let mut before = self.facts.iter().take_while(aims);
        before.any(|fact| matches!(fact, Fact::Moved { unit, .. } if *unit == self.unit))
    }

    /// The units that react in a manner, in the order in which they say so.
    pub(super) fn reacting(&self, how: Reaction) -> Units {
        let reacts = |fact: &Fact| match fact {
            Fact::Reacted { unit, reaction, .. } if *reaction == how => Some(*unit),
            _ => None,
        };
        self.facts.iter().filter_map(reacts).collect()
    }

    /// The hits of a unit on another; nothing where it makes no attack on it.
    fn hits(&self, by: UnitId, on: UnitId) -> Option<u16> {
        let hits = self.facts.iter().filter_map(|fact| match fact {
            Fact::Attacked { unit, target, hits, .. } | Fact::Burst { unit, target, hits } => {
                ((*unit, *target) == (by, on)).then_some(*hits)
            }
            _ => None,
        });
        hits.reduce(|sum, more| sum + more)
    }

    /// What the attacks of a unit on another came to: `4 hits, 2 Stokers lost`.
    fn volley(&mut self, by: UnitId, on: UnitId) -> Option<String> {
        let hits = self.hits(by, on)?;
        let text = counted(hits, "hit", "hits");
        Some(match hits {
            0 => "no hits".to_owned(),
            _ if !self.toll.is_harmed(on) => format!("{text}, no damage"),
            _ => match self.toll.tell(on) {
                Some(harm) => format!("{text}, {harm}"),
                None => text,
            },
        })
    }

    /// Units that are attacked, with those that evade; then a comma may come last.
    pub(super) fn targets(&self, targets: &[UnitId]) -> String {
        let evading = self.reacting(Reaction::Evade);
        let one = |unit: &UnitId| match evading.contains(unit) {
            true => format!("{}, who {},", self.voice.called(*unit), self.state.does(*unit, "evades", "evade")),
            false => self.voice.called(*unit),
        };
        joined(&targets.iter().map(one).collect::<Vec<_>>(), "and")
    }

    /// Shooting at some targets, with what came of it, behind the words that lead there.
    fn shots(&mut self, lead: &str, targets: &[UnitId]) -> String {
        let named = |volley: Option<String>| volley.unwrap_or_else(|| "nothing left to shoot at".to_owned());
        if let [only] = targets {
            let volley = named(self.volley(self.unit, *only));
            return format!("{lead} {}: {volley}", self.targets(targets).trim_end_matches(','));
        }
        let each = targets.iter().map(|target| {
            let volley = named(self.volley(self.unit, *target));
            format!("{} ({volley})", self.targets(&[*target]).trim_end_matches(','))
        });
        let each: Vec<String> = each.collect();
        format!("{lead} {}", joined(&each, "and"))
    }

    fn aimed_at(&self) -> Units {
        let aim = self.facts.iter().find_map(|fact| match fact {
            Fact::TookAim { unit, targets, .. } if *unit == self.unit => Some(targets.clone()),
            _ => None,
        });
        aim.unwrap_or_default()
    }

    fn shoots(&mut self) {
        let targets = self.aimed_at();
        let moves = self.moves();
        match (targets.is_empty(), moves) {
            (true, true) => return self.says("moves and shoots at nobody", "move and shoot at nobody"),
            (true, false) => return self.says("stays put and shoots at nobody", "stay put and shoot at nobody"),
            (false, _) => {}
        }
        let verb = if moves {
            self.does("moves and shoots at", "move and shoot at")
        } else {
            self.does("shoots at", "shoot at")
        };
        let lead = format!("{} {verb}", self.voice.called(self.unit));
        let text = self.shots(&lead, &targets);
        self.sentences.push(text);
        let returning = self.reacting(Reaction::ReturnFire);
        for unit in &returning {
            let who = self.voice.the(*unit);
            let Some(hits) = self.hits(*unit, self.unit) else {
                if !self.toll.is_destroyed(*unit) {
                    self.sentences.push(format!("{who} cannot return fire any more"));
                }
                continue;
            };
            let returns = self.state.does(*unit, "returns", "return");
            let hits = if hits == 0 { "no hits".to_owned() } else { counted(hits, "hit", "hits") };
            // What several bring about together is told at the end.
            let alone = returning.len() == 1;
            let harm = if alone { self.toll.sentence(self.unit, &self.voice.the(self.unit)) } else { None };
            let harm = harm.map_or_else(String::new, |harm| format!(", {harm}"));
            self.sentences.push(format!("{who} {returns} fire: {hits}{harm}"));
        }
    }

    fn advances(&mut self) {
        let further = self.facts.iter().find_map(|fact| match fact {
            Fact::Further { unit, by } if *unit == self.unit => Some(*by),
            _ => None,
        });
        match further.filter(|_| self.moves()) {
            Some(by) => {
                let advances = self.voice.acts(self.unit, "advances", "advance");
                self.sentences.push(format!("{advances} (+{by})"));
            }
            None => self.says("stays put", "stay put"),
        }
    }

    fn enters(&mut self) {
        match self.facts.iter().any(|fact| matches!(fact, Fact::Entered { .. })) {
            true => self.says("enters from Vanguard", "enter from Vanguard"),
            false => self.says("finds no way in and stays in Vanguard", "find no way in and stay in Vanguard"),
        }
    }

    fn retreats(&mut self) {
        let cutting = self.reacting(Reaction::CutDown);
        let mut cut = Vec::new();
        for unit in &cutting {
            let by = self.voice.called(*unit);
            cut.extend(self.volley(*unit, self.unit).map(|volley| format!("{by} ({volley})")));
        }
        let tries = format!("{} to fall back", self.voice.acts(self.unit, "tries", "try"));
        let is_cut_down = self.does("is cut down by", "are cut down by");
        let targets = self.aimed_at();
        let blocked = self.facts.iter().any(|fact| matches!(fact, Fact::RetreatBlocked { .. }));
        let text = if self.state.unit(self.unit).at == Whereabouts::Gone && !cut.is_empty() {
            format!("{tries} and {is_cut_down} {}", joined(&cut, "and"))
        } else if blocked {
            format!("{tries} and {} no way out", self.does("finds", "find"))
        } else if targets.is_empty() {
            self.voice.acts(self.unit, "falls back", "fall back")
        } else {
            let lead = self.voice.acts(self.unit, "falls back, shooting at", "fall back, shooting at");
            self.shots(&lead, &targets)
        };
        self.sentences.push(text);
        if !cut.is_empty() && self.state.unit(self.unit).at != Whereabouts::Gone {
            self.sentences.push(format!(
                "on the way {} cut down by {}",
                self.does("it is", "they are"),
                joined(&cut, "and")
            ));
        }
    }

    fn disembarks(&mut self, action: Action) {
        let out = self.facts.iter().filter_map(|fact| match fact {
            Fact::Disembarked { unit, .. } => Some(self.voice.the(*unit)),
            _ => None,
        });
        let out: Vec<String> = out.collect();
        let moves = match self.facts.iter().any(|fact| matches!(fact, Fact::Moved { .. })) {
            true if action == Action::MoveAndDisembark => self.does("moves and lets", "move and let"),
            true => self.does("shifts and lets", "shift and let"),
            false => self.does("lets", "let"),
        };
        let whom = if out.is_empty() { "nobody".to_owned() } else { joined(&out, "and") };
        self.sentences.push(format!("{} {moves} {whom} out", self.voice.called(self.unit)));
    }
}
