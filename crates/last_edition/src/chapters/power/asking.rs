//! Questions of the power phase.

use chance::Stream;
use engine::{Choices, Several};
use vocabulary::{Answer, Choice, Form, Ref, Refusal, Seat, Token};

use super::Asks;
use crate::chapters::abilities::{Use, usage};
use crate::forces::ability::When;
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::{State, Units};
use crate::words::voice::{Voice, counted};

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Use { .. } => "tle.phase.power.cost",
            Asks::Block { .. } => "tle.phase.power.block-unit",
            Asks::Dice { .. } => "tle.phase.power.block-secret",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        let name = |of: &Use| say.state.ability(*of).map_or("", |power| &power.name);
        match self {
            Asks::Use { .. } => {
                let dice = counted(i32::from(say.side(say.active).power_dice), "power die", "power dice");
                format!("Which power do you use, if any? You have {dice}.")
            }
            Asks::Block { of, target, .. } => {
                let on = target.filter(|target| *target != of.unit);
                let on = on.map(|target| format!(" on {}", say.called(target))).unwrap_or_default();
                let uses = say.unit_does(of.unit, "uses", "use");
                format!("{uses} {}{on}: which of your units blocks it, if any?", name(of))
            }
            Asks::Dice { of, blocker, least, most } => {
                let blocks = say.to.is(say.seat_of(*blocker));
                let what = if blocks { "to block" } else { "for" };
                format!("How many power dice do you use {what} {}? From {least} to {most}.", name(of))
            }
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Use { .. } => Vec::new(),
            Asks::Block { of, target, .. } => [Some(of.unit), *target].into_iter().flatten().map(Ref::Unit).collect(),
            Asks::Dice { of, blocker, .. } => vec![Ref::Unit(of.unit), Ref::Unit(*blocker)],
        }
    }

    fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Use { among } => Choices::Some(Several {
                tokens: among.iter().map(|of| of.token()).collect(),
                max: 1,
                budget: Some(state.side(seat).power_dice.into()),
                costs: among.iter().map(|of| cost(state, *of).into()).collect(),
                ..Several::default()
            }),
            Asks::Block { among, .. } => Choices::at_most_one(among.iter().copied()),
            Asks::Dice { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match (self, Use::named(token)) {
            (Asks::Use { .. }, Some(of)) => usage(say, of, cost(say.state, of), None),
            _ => say.option(token),
        }
    }

    fn closed(&self, say: Voice<'_>) -> Vec<Choice> {
        let Asks::Use { among } = self else { return Vec::new() };
        let units: Units = say.state.fielded_by(say.active).collect();
        let others = say.state.abilities_at(When::PowerPhase, &units).filter(|(of, _)| !among.contains(of));
        others
            .filter_map(|(of, power)| {
                let obstacle = say.state.why_no_power(of, power)?;
                Some(usage(say, of, power.cost, Some(obstacle.refusal())))
            })
            .collect()
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self {
            Asks::Dice { least, most, .. } => Form::Number { min: (*least).into(), max: (*most).into(), step: 1 },
            _ => choice_form(self, state, seat),
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match (self, answer) {
            (Asks::Dice { least, most, .. }, Answer::Number(dice)) => {
                if *dice < (*least).into() {
                    Err(Refusal::new("tle.phase.power.block-minimum", format!("use at least {least} power dice")))
                } else if *dice > (*most).into() {
                    Err(Refusal::new("tle.ruling.power-secret", format!("you only have {most} power dice left")))
                } else {
                    Ok(())
                }
            }
            _ => check_choice(self, state, seat, answer),
        }
    }

    fn forced(&self, state: &State, seat: Seat) -> Option<Answer> {
        match self {
            Asks::Dice { least, most, .. } => (least == most).then(|| Answer::Number((*least).into())),
            _ => self.choices(state, seat)?.forced(),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Dice { least, .. } => Answer::Number((*least).into()),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut Stream) -> Answer {
        match self {
            Asks::Dice { least, most, .. } => {
                let numbers = u32::from(most.saturating_sub(*least)) + 1;
                Answer::Number(i32::from(*least) + stream.below(numbers) as i32)
            }
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream)),
        }
    }

    fn ideas(&self, _: &State, _: Seat) -> Vec<(String, Answer)> {
        let Asks::Dice { least, most, .. } = self else { return Vec::new() };
        let number = |dice: u8| Answer::Number(dice.into());
        vec![("as few as you may".to_owned(), number(*least)), ("all that are left".to_owned(), number(*most))]
    }
}

/// What a power costs. Carries out `tle.phase.power.cost`.
fn cost(state: &State, of: Use) -> u8 {
    state.ability(of).map_or(0, |power| power.cost)
}
