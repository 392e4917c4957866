//! Questions of the battle phase.

use chance::Stream;
use engine::{Choices, Several};
use vocabulary::{Answer, Choice, Form, Group, Proof, Ref, Refusal, Seat, Token, UnitId, Word};

use crate::chapters::battle::targets::{self, Blow, Blows, Targeting, assign, must_strike};
use crate::chapters::battle::{Asks, FIGHT, SHOOT, previewing};
use crate::chapters::sequence::Manner;
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::{State, Units};
use crate::words::voice::Voice;

/// So many enemy units are offered as targets for everybody.
const MOST_TARGETS: usize = 4;

impl Asks {
    /// The question whom weapons attack, if this is one, with what is possible.
    fn targeting(&self) -> Option<(Targeting<'_>, &[Blow])> {
        match self {
            Asks::Aim { units, manner, only, possible } => {
                Some((Targeting { units, manner: *manner, only: *only, armed: None }, possible))
            }
            Asks::Strike { unit, armed, possible } => {
                let units = std::slice::from_ref(unit);
                Some((Targeting { units, manner: Manner::Fighting, only: None, armed: armed.as_deref() }, possible))
            }
            Asks::Act { .. } | Asks::Arm { .. } | Asks::Charge { .. } => None,
        }
    }

    /// Whether weapons may shoot at a unit that charges.
    pub(crate) fn is_counterfire(&self) -> bool {
        matches!(self, Asks::Aim { manner: Manner::Counterfire, .. })
    }

    /// The blows that an answer names, if the question is whom weapons attack.
    pub(crate) fn read(&self, state: &State, answer: &Answer) -> Result<Blows, Refusal> {
        match self.targeting() {
            Some((targeting, possible)) => targeting.read(state, possible, answer),
            None => Ok(Blows::new()),
        }
    }
}

/// The unit and the way in which it acts, of an option.
fn way(token: Token) -> Option<(UnitId, bool)> {
    match token {
        Token::About(word, Ref::Unit(unit)) => Some((unit, word == SHOOT)),
        _ => None,
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Act { .. } => "tle.phase.battle.shoot-or-fight",
            Asks::Aim { .. } | Asks::Strike { .. } => {
                self.targeting().map_or("tle.shooting.declare-targets", |(targeting, _)| targeting.rule())
            }
            Asks::Arm { .. } => "tle.ruling.melee-all-weapons",
            Asks::Charge { .. } => "tle.ruling.charge-in-fight",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        match self {
            Asks::Act { .. } => "Which of your units acts now, if any? A pass is final for this phase.".to_owned(),
            Asks::Aim { manner: Manner::Counterfire, only: Some(charger), .. } => {
                format!("{} Which of your weapons shoot first?", say.unit_does(*charger, "charges.", "charge."))
            }
            Asks::Aim { manner: Manner::ChargeShot, units, .. } => {
                let unit = units[0];
                format!("Which weapons {} {} shoot while charging?", say.does(unit, "does", "do"), say.called(unit))
            }
            Asks::Aim { units, .. } => format!("What do the weapons of {} shoot at?", say.called(units[0])),
            Asks::Arm { unit, .. } => format!("Which melee weapon does each model of {} use?", say.called(*unit)),
            Asks::Strike { unit, .. } => format!("What do the weapons of {} attack?", say.called(*unit)),
            Asks::Charge { unit, must: true, .. } => format!("Which unit {}?", charges(say, *unit)),
            Asks::Charge { unit, .. } => format!("Which unit {}, if any?", charges(say, *unit)),
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Act { .. } => Vec::new(),
            Asks::Aim { manner: Manner::Shooting | Manner::ChargeShot, units, only, .. } => {
                units.iter().chain(only).map(|unit| Ref::Unit(*unit)).collect()
            }
            Asks::Aim { only, .. } => only.iter().map(|unit| Ref::Unit(*unit)).collect(),
            Asks::Arm { unit, .. } | Asks::Strike { unit, .. } | Asks::Charge { unit, .. } => vec![Ref::Unit(*unit)],
        }
    }

    fn choices(&self, state: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Act { shoot, fight } => {
                let shoot = shoot.iter().map(|unit| Token::about(SHOOT, *unit));
                Choices::at_most_one(shoot.chain(fight.iter().map(|unit| Token::about(FIGHT, *unit))))
            }
            Asks::Charge { among, must: true, .. } => Choices::one(among.iter().copied()),
            Asks::Charge { among, .. } => Choices::at_most_one(among.iter().copied()),
            Asks::Arm { able, .. } => {
                let tokens: engine::Tokens = able.iter().map(|weapon| Token::Ref(Ref::Weapon(*weapon))).collect();
                let model = |token: &Token| match token {
                    Token::Ref(Ref::Weapon(weapon)) => state.weapon_of(*weapon).map(|(model, _)| model),
                    _ => None,
                };
                let mut groups: Vec<Group> = Vec::new();
                for choice in tokens.chunk_by(|one, other| model(one) == model(other)) {
                    groups.push(Group { tokens: choice.to_vec(), min: 1, max: 1 });
                }
                let count = groups.len() as u16;
                Choices::Some(Several { tokens, min: count, max: count, groups, ..Several::default() })
            }
            Asks::Aim { .. } | Asks::Strike { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match (self, token) {
            (Asks::Act { .. }, _) => {
                let Some((unit, shoots)) = way(token) else { return say.option(token) };
                let name = say.unit_name(unit);
                if shoots {
                    return Choice::new(token, format!("{name}: shoot"));
                }
                let text = match (say.can_fight(unit), say.charge_targets(unit).is_empty()) {
                    (true, true) => "Fight those within 1 in.",
                    (true, false) => "Fight those within 1 in, or charge first.",
                    _ => "Charge a unit within 12 in, and fight it.",
                };
                Choice::new(token, format!("{name}: fight")).meaning(text)
            }
            (Asks::Charge { unit, .. }, Token::Ref(Ref::Unit(target))) => {
                let roll = say.charge_roll(*unit, target);
                let text = match roll.need {
                    Some(need) if need > 12 => "Too far for any charge roll.".to_owned(),
                    Some(need) => format!("Needs {} or more on 2D6.", need.max(2)),
                    None => String::new(),
                };
                Choice::new(token, say.called(target)).meaning(text)
            }
            _ => say.option(token),
        }
    }

    fn closed(&self, say: Voice<'_>) -> Vec<Choice> {
        match self {
            Asks::Act { shoot, fight } => {
                let Some(unit) = shoot.iter().chain(fight).next() else { return Vec::new() };
                let seat = say.seat_of(*unit);
                let others = say.fielded_by(seat).flat_map(|unit| {
                    let shoots = (!shoot.contains(&unit)).then_some((SHOOT, unit));
                    shoots.into_iter().chain((!fight.contains(&unit)).then_some((FIGHT, unit)))
                });
                others.filter_map(|(way, unit)| closed_way(say, way, unit)).collect()
            }
            Asks::Charge { unit, among, .. } => {
                let far = say.enemies_of(say.seat_of(*unit)).filter(|enemy| !among.contains(enemy));
                far.map(|enemy| {
                    let is = say.does(enemy, "is", "are");
                    let text = format!("{} {is} more than 12 in away", say.called(enemy));
                    let refusal = Refusal::new("tle.charge.range", text).about(Ref::Unit(enemy));
                    Choice::new(enemy.into(), say.called(enemy)).unless(Some(refusal))
                })
                .collect()
            }
            Asks::Aim { .. } | Asks::Arm { .. } | Asks::Strike { .. } => Vec::new(),
        }
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self.targeting() {
            Some((_, possible)) => targets::form(state, possible),
            None => choice_form(self, state, seat),
        }
    }

    fn pass(&self, state: &State, seat: Seat) -> Option<Answer> {
        match self {
            Asks::Aim { .. } => Some(Answer::Assign(smallvec::SmallVec::new())),
            Asks::Act { .. } | Asks::Charge { must: false, .. } => self.choices(state, seat).map(|_| Answer::none()),
            Asks::Strike { possible, .. } => {
                let free = possible.iter().all(|blow| !must_strike(possible, *blow));
                free.then(|| Answer::Assign(smallvec::SmallVec::new()))
            }
            Asks::Arm { .. } | Asks::Charge { .. } => None,
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match self.targeting() {
            Some((targeting, possible)) => targeting.read(state, possible, answer).map(drop),
            None => check_choice(self, state, seat, answer),
        }
    }

    fn forced(&self, state: &State, seat: Seat) -> Option<Answer> {
        let Some((_, possible)) = self.targeting() else { return self.choices(state, seat)?.forced() };
        let alone = |choice: &[Blow]| choice.len() == 1 && must_strike(possible, choice[0]);
        let all_alone = possible.chunk_by(|one, other| one.is_of(*other)).all(alone);
        all_alone.then(|| assign(state, possible, |choice| choice.first().copied()))
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self.targeting() {
            Some((_, possible)) => {
                assign(state, possible, |choice| must_strike(possible, choice[0]).then_some(choice[0]))
            }
            None => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut Stream) -> Answer {
        let Some((_, possible)) = self.targeting() else {
            return self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream));
        };
        // Most of the time a unit attacks with all it has, and often one target.
        let favourite = stream.pick(possible).map(|blow| blow.target).filter(|_| stream.below(2) == 0);
        assign(state, possible, |choice| {
            if !must_strike(possible, choice[0]) && stream.below(8) == 0 {
                return None;
            }
            let liked: Blows = choice.iter().filter(|blow| Some(blow.target) == favourite).copied().collect();
            stream.pick(&liked).or_else(|| stream.pick(choice)).copied()
        })
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        let Some((_, possible)) = self.targeting() else { return Vec::new() };
        let say = Voice::of_seat(state, state.seat_of(state.unit_of(possible[0].model)));
        let worth = previewing::worth(state, possible);
        let best = |choice: &[Blow]| {
            let of = |blow: &&Blow| possible.iter().position(|other| other == *blow).map_or(0, |place| worth[place]);
            choice.iter().max_by_key(of).copied()
        };
        let mut ideas = vec![("each weapon where it hurts most".to_owned(), assign(state, possible, best))];
        let mut units = Units::new();
        for blow in possible {
            if !units.contains(&blow.target) {
                units.push(blow.target);
            }
        }
        for target in units.into_iter().take(MOST_TARGETS) {
            let at = |choice: &[Blow]| {
                let at: Blows = choice.iter().filter(|blow| blow.target == target).copied().collect();
                best(&at).or_else(|| must_strike(possible, choice[0]).then(|| best(choice)).flatten())
            };
            ideas.push((format!("everything at {}", say.called(target)), assign(state, possible, at)));
        }
        ideas
    }

    fn preview(&self, state: &State, seat: Seat, answer: &Answer) -> Proof {
        let say = Voice::of_seat(state, seat);
        match self {
            Asks::Aim { .. } | Asks::Strike { .. } => {
                self.read(state, answer).map_or_else(|_| Proof::default(), |blows| previewing::attacks(say, &blows))
            }
            Asks::Charge { unit, .. } => match answer.token().and_then(Token::unit) {
                Some(target) => previewing::charge(say, *unit, target),
                None => Proof::default(),
            },
            Asks::Act { .. } | Asks::Arm { .. } => Proof::default(),
        }
    }
}

fn charges(say: Voice<'_>, unit: UnitId) -> String {
    format!("{} {} charge", say.does(unit, "does", "do"), say.called(unit))
}

/// A unit that cannot act in a way, with the reason; nothing about units that have acted.
fn closed_way(say: Voice<'_>, way: Word, unit: UnitId) -> Option<Choice> {
    let name = say.unit_name(unit);
    let choice = Choice::new(Token::about(way, unit), format!("{name}: {way}"));
    let about = |rule, text: String| Refusal::new(rule, text).about(Ref::Unit(unit));
    if say.unit(unit).acted {
        return None;
    }
    let (called, seat) = (say.called(unit), say.seat_of(unit));
    let refusal = if way == SHOOT {
        let units = [unit];
        let targeting = Targeting { units: &units, manner: Manner::Shooting, only: None, armed: None };
        match targeting.worst(say.state) {
            Some((obstacle, blow)) => targeting.refusal(say, obstacle, blow),
            None => {
                let has = say.does(unit, "has", "have");
                about("tle.shooting.eligible-weapon", format!("{called} {has} nothing to shoot with, or at"))
            }
        }
    } else if say.has_advanced(unit) {
        about("tle.order.advance-no-attack", format!("{called} advanced this turn"))
    } else {
        match say.why_no_charge(unit) {
            Some((rule, reason)) => about(rule, format!("{called} {reason}, and can't fight where it stands")),
            None => {
                let near = say.enemies_of(seat).next().is_some();
                let text = if near { "no enemy within 12 in" } else { "no enemy" };
                about("tle.charge.range", format!("{called} {} {text}", say.does(unit, "has", "have")))
            }
        }
    };
    Some(choice.unless(Some(refusal)))
}
