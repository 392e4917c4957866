//! Victory points: objectives, and what is counted at the end.

use engine::Table;
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Outcome, Ref, RuleId, Seat, Text, Word};

use crate::LastEdition;
use crate::battlefield::heart_of_objective;
use crate::chapters::directives::Directive;
use crate::chapters::missions::{Layout, Secondary};
use crate::fact::{Fact, Happening};
use crate::forces::house::{CapScope, HobbyPoints, ObjectiveTest, PlanScope, StormScope, TieBreak};
use crate::forces::keyword::Keyword;
use crate::state::{Mission, State};
use crate::words::voice::Voice;

/// What points are scored for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Worth {
    /// Holding objectives, so many points before any doubling.
    Primary(i32),
    /// Plan of attack, for the first time that this objective is held.
    Plan(u8),
    /// The secondary mission.
    Secondary(Secondary),
    /// Destroying a unit once more.
    Bounty,
    /// A painted army.
    Painted,
    /// Models that communicate.
    Communicating,
}

/// What happens to the mission and to victory points.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// The mission is known.
    Mission { layout: Layout, secondary: Secondary, storm: SmallVec<[u8; 8]> },
    /// A player scores.
    Scored { seat: Seat, points: i32, worth: Worth },
    /// Who holds the objectives is noted, where that lasts.
    Held { holders: SmallVec<[Option<Seat>; 5]> },
}

/// Who holds an objective, and by what weight of models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Presence {
    weight: u16,
    secures: bool,
}

impl State {
    /// The side that the models on an objective make hold it.
    ///
    /// Carries out `tle.objective.hold-majority`, `tle.objective.hold-tie`, `tle.objective.center-security`,
    /// `tle.objective.center-extra`, `tle.keyword.objective-security`, `tle.keyword.objective-security-both`,
    /// `tle.ruling.objective-center`, `tle.ruling.objective-on`, `tle.ruling.destroyed-objective`.
    fn holder_now(&self, place: usize) -> Option<Seat> {
        if self.objectives[place].destroyed {
            return None;
        }
        let mut sides = [Presence::default(); 2];
        for unit in self.fielded() {
            if self.unit(unit).returned && !self.house().deus_ex_unit_scores {
                continue;
            }
            let gains = self.gains_objective_security(unit);
            let side = &mut sides[self.seat_of(unit).index()];
            for model in self.living(unit) {
                if self.is_on_objective(self.shape(model), place) {
                    let own = gains || self.model_has(model, Keyword::ObjectiveSecurity);
                    let central = self.is_central(self.shape(model), place);
                    side.secures |= own || central;
                    side.weight += if own && central { 2 } else { 1 };
                }
            }
        }
        let [first, second] = sides;
        match (first.secures, second.secures) {
            (true, false) => Some(Seat(0)),
            (false, true) => Some(Seat(1)),
            _ if first.weight > second.weight => Some(Seat(0)),
            _ if second.weight > first.weight => Some(Seat(1)),
            _ => None,
        }
    }

    /// Who holds an objective. Carries out `tle.ruling.objective-not-sticky`.
    pub(crate) fn holder(&self, place: usize) -> Option<Seat> {
        let now = self.holder_now(place);
        if self.house().objective_sticky && !self.objectives[place].destroyed {
            return now.or(self.objectives[place].holder);
        }
        now
    }

    /// Whether a base is on an objective. Carries out `tle.ruling.objective-on`.
    pub(crate) fn is_on_objective(&self, shape: &ground::Shape, place: usize) -> bool {
        let objective = &self.battlefield().objectives[place];
        match self.house().objective_on {
            ObjectiveTest::Touch => shape.within(objective, ground::Length::ZERO),
            ObjectiveTest::CenterOfBase => {
                objective.covers(&ground::Shape::disc(shape.bounds().centre(), ground::Length::ZERO))
            }
            ObjectiveTest::Wholly => objective.covers(shape),
        }
    }

    /// Whether a base is partly within 1 inch of the middle of an objective. Carries out
    /// `tle.objective.center-security`.
    fn is_central(&self, shape: &ground::Shape, place: usize) -> bool {
        let middle = self.battlefield().objectives[place].bounds().centre();
        shape.within(&ground::Shape::disc(middle, ground::Length::ZERO), heart_of_objective())
    }

    /// Whether a unit has a living model on an objective.
    pub(crate) fn has_model_on(&self, unit: vocabulary::UnitId, place: usize) -> bool {
        self.living(unit).any(|model| self.is_on_objective(self.shape(model), place))
    }

    /// The mission in play; there is one from the first stage on.
    pub(crate) fn secondary(&self) -> Option<Secondary> {
        self.mission.as_ref().map(|mission| mission.secondary)
    }

    /// Whether the storm leaves nothing to score on an objective this turn.
    ///
    /// Carries out `tle.secondary.storm`, `tle.secondary.storm-home`, `tle.secondary.storm-center`,
    /// `tle.secondary.storm-sides`, `tle.ruling.storm-turn`.
    pub(crate) fn is_stormy(&self, place: usize) -> bool {
        let Some(mission) = self.mission.as_ref().filter(|mission| mission.secondary == Secondary::Storm) else {
            return false;
        };
        let Some(round) = usize::from(self.round).checked_sub(2) else { return false };
        let second = usize::from(self.active != self.first_of_round());
        let die = match self.house().storm_scope {
            StormScope::Round => mission.storm.get(round),
            StormScope::PlayerTurn => mission.storm.get(round * 2 + second),
        };
        match die {
            Some(1..=3) => self.battlefield().is_home_objective(place),
            Some(4 | 5) => self.battlefield().is_central_objective(place),
            Some(6) => self.battlefield().is_side_objective(place),
            _ => false,
        }
    }

    /// What an objective is worth, and the most that objectives can give in a turn.
    ///
    /// Carries out `tle.scoring.primary-value`, `tle.scoring.primary-cap`, `tle.secondary.poison-cloud-value`,
    /// `tle.secondary.storm-value`.
    fn primary_worth(&self) -> (i32, i32, &'static str) {
        match self.secondary() {
            Some(Secondary::PoisonCloud) => (5, 15, "tle.secondary.poison-cloud-value"),
            Some(Secondary::Storm) => (5, 15, "tle.secondary.storm-value"),
            _ => (4, 12, "tle.scoring.primary-value"),
        }
    }
}

/// Points for objectives at the start of a turn.
///
/// Carries out `tle.scoring.primary-from-round-two`, `tle.scoring.primary-timing`, `tle.ruling.primary-timing`.
pub(crate) fn begin_turn(t: &mut Table<LastEdition>) {
    let seat = t.state.active;
    note_holders(t);
    let held: SmallVec<[usize; 5]> =
        (0..t.state.objectives.len()).filter(|place| t.state.holder(*place) == Some(seat)).collect();
    if t.state.round >= 2 {
        score_objectives(t, seat, &held);
    }
    let plans = t.state.secondary() == Some(Secondary::PlanOfAttack);
    if plans && t.state.round >= t.state.house().plan_of_attack_from_round {
        plan_of_attack(t, seat, &held);
    }
}

/// Points for holding objectives.
///
/// Carries out `tle.scoring.primary-value`, `tle.scoring.primary-cap`, `tle.ruling.primary-cap-scope`,
/// `tle.directive.all-in`, `tle.ruling.all-in`.
fn score_objectives(t: &mut Table<LastEdition>, seat: Seat, held: &[usize]) {
    let (each, most, rule) = t.state.primary_worth();
    let scoring = held.iter().filter(|place| !t.state.is_stormy(**place)).count() as i32;
    let before = match t.state.house().primary_cap_scope {
        CapScope::Turn => 0,
        CapScope::Game => t.state.side(seat).score.undoubled,
    };
    let points = (scoring * each).min(most - before).max(0);
    let doubled = t.state.has_directive(seat, Directive::AllIn);
    if points > 0 {
        let mut rules = vec![
            rule,
            "tle.scoring.primary-timing",
            "tle.scoring.primary-from-round-two",
            "tle.objective.hold-majority",
            "tle.ruling.primary-timing",
        ];
        if scoring * each > points {
            rules.extend(["tle.scoring.primary-cap", "tle.ruling.primary-cap-scope"]);
        }
        if doubled {
            rules.extend(["tle.directive.all-in", "tle.ruling.all-in"]);
        }
        let scored = if doubled { 2 * points } else { points };
        t.tell_by(Fact::Scoring(Facts::Scored { seat, points: scored, worth: Worth::Primary(points) }), rules);
    }
}

/// Carries out `tle.secondary.plan-of-attack`, `tle.ruling.plan-of-attack`, `tle.ruling.plan-of-attack-rounds`.
fn plan_of_attack(t: &mut Table<LastEdition>, seat: Seat, held: &[usize]) {
    for place in held.iter().map(|place| *place as u8) {
        let planned = t.state.side(seat).planned;
        let again = match t.state.house().plan_of_attack_scope {
            PlanScope::PerObjective => planned & (1 << place) != 0,
            PlanScope::PerGame => planned != 0,
        };
        if !again {
            let rules =
                ["tle.secondary.plan-of-attack", "tle.ruling.plan-of-attack", "tle.ruling.plan-of-attack-rounds"];
            t.tell_by(Fact::Scoring(Facts::Scored { seat, points: 3, worth: Worth::Plan(place) }), rules);
        }
    }
}

/// Where holding lasts, it is noted whenever a turn begins or ends. Carries out `tle.ruling.objective-not-sticky`.
fn note_holders(t: &mut Table<LastEdition>) {
    if t.state.house().objective_sticky {
        let holders = (0..t.state.objectives.len()).map(|place| t.state.holder(place)).collect();
        t.tell_by(Fact::Scoring(Facts::Held { holders }), ["tle.ruling.objective-not-sticky"]);
    }
}

/// Points at the end of a turn. Carries out `tle.secondary.attack`, `tle.ruling.secondary-attack-rounds`.
pub(crate) fn end_turn(t: &mut Table<LastEdition>) {
    let seat = t.state.active;
    note_holders(t);
    let in_time = t.state.round >= t.state.house().attack_from_round;
    if t.state.secondary() != Some(Secondary::Attack) || !in_time {
        return;
    }
    let enemy = t.state.side(State::enemy_of(seat)).zone;
    let home = enemy.and_then(|zone| t.state.battlefield().objective_of_zone(zone.into()));
    if home.is_some_and(|place| t.state.holder(place) == Some(seat)) {
        let worth = Worth::Secondary(Secondary::Attack);
        let rules = ["tle.secondary.attack", "tle.ruling.secondary-attack-rounds"];
        t.tell_by(Fact::Scoring(Facts::Scored { seat, points: 4, worth }), rules);
    }
}

/// Points at the end of the battle.
///
/// Carries out `tle.secondary.bombs-score`, `tle.scoring.painted-army`, `tle.scoring.communicating-models`,
/// `tle.ruling.hobby-points`.
pub(crate) fn end_battle(t: &mut Table<LastEdition>) {
    for seat in t.state.seats().collect::<SmallVec<[Seat; 2]>>() {
        let bombs = t.state.bombs.iter().filter(|bomb| bomb.seat == seat).count() as i32;
        if bombs > 0 {
            let worth = Worth::Secondary(Secondary::Bombs);
            let rules = ["tle.secondary.bombs-score"];
            t.tell_by(Fact::Scoring(Facts::Scored { seat, points: 3 * bombs, worth }), rules);
        }
        let army = &t.state.fixed.setup.players[seat.index()].army;
        let (painted, communicating) = match t.state.house().hobby_points {
            HobbyPoints::Both => (true, true),
            HobbyPoints::None => (false, false),
            HobbyPoints::PerArmy => (army.painted, army.communicating),
        };
        let awards = [
            (painted, Worth::Painted, "tle.scoring.painted-army"),
            (communicating, Worth::Communicating, "tle.scoring.communicating-models"),
        ];
        for (_, worth, rule) in awards.into_iter().filter(|(given, ..)| *given) {
            let rules = [rule, "tle.ruling.hobby-points"];
            t.tell_by(Fact::Scoring(Facts::Scored { seat, points: 10, worth }), rules);
        }
    }
}

/// Who has won. Carries out `tle.scoring.winner`, `tle.ruling.vp-tie`, `tle.ruling.army-destroyed`.
pub(crate) fn outcome(state: &State) -> Outcome {
    let gone = |seat: &Seat| state.side(*seat).left;
    if state.seats().any(|seat| gone(&seat)) {
        let winners = state.seats().filter(|seat| !gone(seat)).collect();
        return result(state, winners, "tle.ruling.army-destroyed", "others-left");
    }
    let points = |seat: Seat| state.side(seat).score.total();
    let held = |seat: Seat| (0..state.objectives.len()).filter(|place| state.holder(*place) == Some(seat)).count();
    let by_points = points(Seat(0)).cmp(&points(Seat(1)));
    let order = by_points.then_with(|| match state.house().tie {
        TieBreak::Draw => std::cmp::Ordering::Equal,
        TieBreak::ObjectivesHeld => held(Seat(0)).cmp(&held(Seat(1))),
        TieBreak::DestroyedPoints => state.side(Seat(0)).destroyed.cmp(&state.side(Seat(1)).destroyed),
    });
    let winners = match order {
        std::cmp::Ordering::Greater => vec![Seat(0)],
        std::cmp::Ordering::Less => vec![Seat(1)],
        std::cmp::Ordering::Equal => vec![Seat(0), Seat(1)],
    };
    let (rule, word) = match (by_points.is_eq(), winners.len()) {
        (false, _) => ("tle.scoring.winner", "points"),
        (true, 1) => ("tle.ruling.vp-tie", "tie-break"),
        (true, _) => ("tle.ruling.vp-tie", "draw"),
    };
    result(state, winners, rule, word)
}

fn result(state: &State, winners: Vec<Seat>, rule: &'static str, word: &'static str) -> Outcome {
    let scores = state.sides.iter().map(|side| side.score.total()).collect();
    Outcome { winners, scores, rule: RuleId::of(rule), word: Word::new(word) }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Mission { layout, secondary, storm } => {
                state.mission = Some(Mission { layout: *layout, secondary: *secondary, storm: storm.clone() });
                state.lay_out(*layout);
            }
            Facts::Scored { seat, points, worth } => {
                let side = &mut state.sides[seat.index()];
                match worth {
                    Worth::Primary(undoubled) => {
                        side.score.primary += points;
                        side.score.undoubled += undoubled;
                    }
                    Worth::Plan(place) => {
                        side.planned |= 1 << place;
                        side.score.secondary += points;
                    }
                    Worth::Secondary(_) => side.score.secondary += points,
                    Worth::Bounty => side.score.bounty += points,
                    Worth::Painted | Worth::Communicating => side.score.hobby += points,
                }
            }
            Facts::Held { holders } => {
                for (objective, holder) in state.objectives.iter_mut().zip(holders) {
                    objective.holder = *holder;
                }
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Mission { layout, secondary, storm } => {
                let mut text = format!("The mission: {}, with {} as its secondary", layout.label(), secondary.label());
                if !storm.is_empty() {
                    let dice: Vec<String> = storm.iter().map(ToString::to_string).collect();
                    text.push_str(&format!("; the storm's forecast: {}", dice.join(", ")));
                }
                Text::new(text)
            }
            Facts::Scored { seat, points, worth } => {
                let what = match worth {
                    Worth::Primary(_) => "for the objectives you hold",
                    Worth::Plan(_) => "for Plan of attack",
                    Worth::Secondary(Secondary::Attack) => "for the objective in the enemy's zone",
                    Worth::Secondary(secondary) => return Some(scored_for(say, *seat, *points, secondary.label())),
                    Worth::Bounty => "for destroying a unit once more",
                    Worth::Painted => "for a painted army",
                    Worth::Communicating => "for models that show what they are",
                };
                let what = if say.to.is(*seat) { what.to_owned() } else { what.replace("you hold", "they hold") };
                let text = format!("{} {points} points {what}", say.plays(*seat, "scores", "score"));
                Text::new(text).about(Ref::Seat(*seat))
            }
            Facts::Held { .. } => return None,
        })
    }
}

fn scored_for(say: Voice<'_>, seat: Seat, points: i32, what: &str) -> Text {
    Text::new(format!("{} {points} points for {what}", say.plays(seat, "scores", "score"))).about(Ref::Seat(seat))
}
