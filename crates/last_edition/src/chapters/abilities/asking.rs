//! Questions about abilities.

use chance::Stream;
use engine::{Choices, Drafted, Offer, Order, Several};
use vocabulary::{Answer, Choice, Form, Omit, Ref, Refusal, Seat, Term, Token, UnitId, Wish, Word};

use super::rerolls::WHOLE;
use super::{Asks, Use};
use crate::chapters::placing::Placing;
use crate::forces::ability::{Ability, RollKind, When};
use crate::prompt::{Question, check_choice, choice_form};
use crate::state::State;
use crate::words::voice::{Voice, capital, counted};

const NOT_IN_ENEMY_TURN: Word = Word::new("abilities-in-own-turn");
const KEEP_ROLLS: Word = Word::new("keep-rolls");

/// The standing orders about abilities.
pub(crate) fn orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str| Term::new(id, label, text, "!").rule("tle.ability.use");
    vec![
        order(
            NOT_IN_ENEMY_TURN,
            "Abilities in my turn only",
            "You use no abilities in the enemy's turn until you withdraw this order.",
        ),
        order(KEEP_ROLLS, "Keep my rolls", "You use no abilities that roll dice again until you withdraw this order."),
    ]
}

/// An ability in a list, with what it costs, or with the reason why it cannot be used.
pub(crate) fn usage(say: Voice<'_>, of: Use, cost: u8, refused: Option<Refusal>) -> Choice {
    let (name, text) = say.state.ability(of).map_or(("", ""), |ability| (&ability.name, &ability.text));
    let label = format!("{name} ({})", say.listed(of.unit));
    let mut choice = Choice::new(of.token(), label).meaning(text).unless(refused);
    choice.cost = (cost > 0).then_some(cost.into());
    choice
}

impl Asks {
    /// Where a model that comes back can stand.
    fn placing<'a>(&self, state: &'a State) -> Option<Placing<'a>> {
        match self {
            Asks::Place { model, .. } => Some(state.coming_back(*model)),
            _ => None,
        }
    }

    /// A place for it, if one is found: near to the comrades that stand.
    fn room(&self, state: &State) -> Option<Answer> {
        let placing = self.placing(state)?;
        let near = |other: &vocabulary::ModelId| {
            let placed = placing.plan(state.pose(*other)?.at)?;
            placing.check(&placed).is_ok().then_some(Answer::Place(placed))
        };
        placing.terms().others.iter().find_map(near)
    }

    /// Whether it is asked in the turn of the enemy.
    fn is_in_enemy_turn(&self, state: &State, seat: Seat) -> bool {
        matches!(self, Asks::Use { .. } | Asks::Again { .. }) && state.active != seat
    }
}

/// When abilities are offered, as a question begins.
fn moment(say: Voice<'_>, when: When, units: &[UnitId], opponent: Option<UnitId>) -> String {
    let Some(unit) = units.first().copied().filter(|_| when != When::CommandPhase) else {
        return "Command phase".to_owned();
    };
    let enemy = opponent.map(|enemy| say.called(enemy)).unwrap_or_default();
    let is = |one: &'static str, many: &'static str| say.unit_does(unit, one, many);
    match when {
        When::CommandPhase | When::PowerPhase | When::AfterRoll => capital(&say.called(unit)),
        When::Moving => is("is about to move", "are about to move"),
        When::Moved => is("has moved", "have moved"),
        When::Shooting => is("is about to shoot", "are about to shoot"),
        When::Fighting => is("is about to fight", "are about to fight"),
        When::Charging => is("is about to roll for its charge", "are about to roll for their charge"),
        When::Charged => format!("{} charged by {enemy}", is("is", "are")),
        When::ShotAt => format!("{} shot at by {enemy}", is("is", "are")),
        When::Attacked => format!("{} attacked by {enemy}", is("is", "are")),
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Use { when: When::CommandPhase, .. } => "tle.phase.command.abilities",
            Asks::Suffer { .. } => "tle.ruling.damage-allocation",
            Asks::Again { .. } => "tle.dice.reroll-once",
            _ => "tle.ability.use",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        let name = |of: &Use| say.state.ability(*of).map_or("", |ability| &ability.name);
        match self {
            Asks::Use { when, units, opponent, .. } => {
                let seat = units.first().map_or(say.active, |unit| say.seat_of(*unit));
                let points = counted(say.side(seat).leader_points, "leader point", "leader points");
                let moment = moment(say, *when, units, *opponent);
                format!("{moment}: which ability do you use, if any? You have {points}.")
            }
            Asks::Target { of, .. } => format!("{}: on which unit?", name(of)),
            Asks::Heal { of, .. } => format!("{}: which model regains health?", name(of)),
            Asks::Suffer { of, .. } => format!("{}: which of your models suffers the next wound?", name(of)),
            Asks::Return { of, .. } => format!("{}: which model comes back?", name(of)),
            Asks::Place { of, model } => format!("{}: where does {} stand?", name(of), say.model_called(*model)),
            Asks::Again { of, kind, whole, .. } => {
                let whose = say.called(of.unit);
                let cost = say.state.ability(*of).map_or(0, Ability::leader_points);
                let cost = match cost {
                    0 => String::new(),
                    cost => format!(" for {}", counted(i32::from(cost), "leader point", "leader points")),
                };
                if *whole {
                    format!("Do you use {}{cost} to make the charge roll of {whose} again?", name(of))
                } else {
                    let of_kind = match kind {
                        RollKind::Hit => "hit roll",
                        RollKind::Wound => "wound roll",
                        RollKind::Save => "save",
                        RollKind::Charge => "die of the charge roll",
                        RollKind::Power => "power die",
                    };
                    format!("Which {of_kind} of {whose} do you make again with {}{cost}, if any?", name(of))
                }
            }
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Use { opponent, .. } => opponent.iter().copied().map(Ref::Unit).collect(),
            Asks::Place { model, .. } => vec![Ref::Model(*model)],
            Asks::Target { of, .. }
            | Asks::Heal { of, .. }
            | Asks::Suffer { of, .. }
            | Asks::Return { of, .. }
            | Asks::Again { of, .. } => vec![Ref::Unit(of.unit)],
        }
    }

    fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Use { among, .. } => {
                let cost = |of: &Use| state.ability(*of).map_or(0, |ability| i32::from(ability.leader_points()));
                Choices::Some(Several {
                    tokens: among.iter().map(|of| of.token()).collect(),
                    max: 1,
                    budget: Some(state.side(seat).leader_points.into()),
                    costs: among.iter().map(cost).collect(),
                    ..Several::default()
                })
            }
            Asks::Target { among, .. } => Choices::one(among.iter().copied()),
            Asks::Heal { among, .. } | Asks::Suffer { among, .. } | Asks::Return { among, .. } => {
                Choices::one(among.iter().copied())
            }
            Asks::Again { whole: true, .. } => Choices::at_most_one([Token::Word(WHOLE)]),
            Asks::Again { dice, .. } => Choices::at_most_one(dice.iter().map(|(die, _)| Token::Ref(Ref::Die(*die)))),
            Asks::Place { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match (self, token) {
            (Asks::Use { .. }, token) => match Use::named(token) {
                Some(of) => usage(say, of, say.state.ability(of).map_or(0, Ability::leader_points), None),
                None => say.option(token),
            },
            (Asks::Again { dice, .. }, Token::Ref(Ref::Die(die))) => {
                let shows = dice.iter().find(|(id, _)| *id == die).map_or(0, |(_, shows)| *shows);
                Choice::new(token, format!("the {shows}"))
            }
            (Asks::Again { dice, .. }, _) => {
                let shown: Vec<String> = dice.iter().map(|(_, shows)| shows.to_string()).collect();
                Choice::new(token, format!("Roll again instead of {}", shown.join(" and ")))
            }
            _ => say.option(token),
        }
    }

    fn closed(&self, say: Voice<'_>) -> Vec<Choice> {
        let Asks::Use { when, units, among, opponent } = self else { return Vec::new() };
        let others = say.state.abilities_at(*when, units).filter(|(of, _)| !among.contains(of));
        others
            .filter_map(|(of, ability)| {
                let obstacle = say.state.obstacle(of, ability, *opponent)?;
                Some(usage(say, of, ability.leader_points(), Some(obstacle.refusal())))
            })
            .collect()
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self.placing(state) {
            Some(placing) => placing.form(Omit::Everybody),
            None => choice_form(self, state, seat),
        }
    }

    fn pass(&self, _: &State, _: Seat) -> Option<Answer> {
        match self {
            Asks::Use { .. } | Asks::Again { .. } => Some(Answer::none()),
            Asks::Place { .. } => Some(Answer::Place(smallvec::SmallVec::new())),
            Asks::Target { .. } | Asks::Heal { .. } | Asks::Suffer { .. } | Asks::Return { .. } => None,
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match (self.placing(state), answer) {
            (Some(_), Answer::Place(placed)) if placed.is_empty() => Ok(()),
            (Some(placing), Answer::Place(placed)) => {
                placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
            }
            _ => check_choice(self, state, seat, answer),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut Stream) -> Answer {
        match self.choices(state, seat) {
            Some(choices) => choices.sample(stream),
            None => self.room(state).unwrap_or_else(|| self.plain(state, seat)),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self.choices(state, seat) {
            Some(choices) => choices.absent(),
            None => Answer::Place(smallvec::SmallVec::new()),
        }
    }

    fn ideas(&self, state: &State, _: Seat) -> Vec<(String, Answer)> {
        match self {
            Asks::Place { .. } => {
                self.room(state).map(|answer| ("beside its comrades".to_owned(), answer)).into_iter().collect()
            }
            Asks::Again { dice, whole: false, .. } => {
                let lowest = dice.iter().min_by_key(|(_, shows)| *shows);
                let again = |(die, _): &(u32, i16)| ("the lowest".to_owned(), Answer::chosen(Ref::Die(*die)));
                lowest.map(again).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        match self.placing(state) {
            Some(placing) => placing.draft(wish),
            None => Answer::Place(wish.iter().copied().collect()).into(),
        }
    }

    fn stand(&self, state: &State, seat: Seat, order: &Order) -> Option<Answer> {
        let passes = match order.order {
            NOT_IN_ENEMY_TURN => self.is_in_enemy_turn(state, seat),
            KEEP_ROLLS => matches!(self, Asks::Again { .. }),
            _ => false,
        };
        passes.then(Answer::none)
    }

    fn offers(&self, state: &State, seat: Seat) -> Vec<Offer> {
        let offer = |label: &str, word| Offer { label: label.to_owned(), order: Order::new(word) };
        let mut offers = Vec::new();
        if self.is_in_enemy_turn(state, seat) {
            offers.push(offer("No abilities in the enemy's turn", NOT_IN_ENEMY_TURN));
        }
        if matches!(self, Asks::Again { .. }) {
            offers.push(offer("Keep my rolls", KEEP_ROLLS));
        }
        offers
    }
}
