//! What players of Duel are asked, and which answers are legal.

use chance::DieId;
use engine::Choices;
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Answer, Die, ModelId, Ref, Refusal, RuleId, Seat, Share, Token, Word};

use crate::footing;
use crate::state::{NEAR, Plan, Reaction, State};

/// A question to a player.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// Which plan?
    Plan,
    /// Where do the own Captain and first Guard stand?
    PlaceOwn,
    /// Where does that band's second Guard stand?
    PlaceRival { band: Seat },
    /// How much Resolve to bid?
    Bid,
    /// Where does the band go?
    March,
    /// Whom to attack?
    Target,
    /// Dodge or Brace against an attack with so many dice?
    React { by: Seat, target: ModelId, dice: u8 },
    /// Feint against the reaction?
    Feint { target: ModelId, reaction: Reaction },
    /// Which of the dice that missed are rolled again?
    Reroll { dice: SmallVec<[Cast; 4]>, need: i16 },
    /// Which die does the pool die replace?
    Replace { dice: SmallVec<[Cast; 4]>, with: Cast, need: i16 },
    /// Who takes the damage?
    Spread { target: ModelId, damage: u16 },
}

/// A die of a roll as a question needs it: which one, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cast {
    /// Its number in the match.
    pub id: DieId,
    /// What it shows.
    pub shows: i16,
}

impl Cast {
    pub(crate) fn token(&self) -> Token {
        Token::Ref(Ref::Die(self.id.0))
    }
}

impl From<&Die> for Cast {
    fn from(die: &Die) -> Cast {
        Cast { id: die.id, shows: die.shows }
    }
}

pub(crate) const FEINT: Word = Word::new("feint");

impl Prompt {
    /// The rule that asks.
    pub(crate) fn why(&self) -> &'static str {
        match self {
            Prompt::Plan => "duel.plan.choose",
            Prompt::PlaceOwn => "duel.place.own",
            Prompt::PlaceRival { .. } => "duel.place.rival",
            Prompt::Bid => "duel.round.bid",
            Prompt::March => "duel.move.leader",
            Prompt::Target => "duel.attack.declare",
            Prompt::React { .. } => "duel.react.dodge",
            Prompt::Feint { .. } => "duel.react.feint",
            Prompt::Reroll { .. } => "duel.attack.reroll",
            Prompt::Replace { .. } => "duel.attack.replace",
            Prompt::Spread { .. } => "duel.damage.spread",
        }
    }

    /// The answer that does nothing, where there is one.
    pub(crate) fn pass(&self) -> Option<Answer> {
        match self {
            Prompt::Bid => Some(Answer::Number(0)),
            Prompt::March => Some(Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() }),
            Prompt::Target
            | Prompt::React { .. }
            | Prompt::Feint { .. }
            | Prompt::Reroll { .. }
            | Prompt::Replace { .. } => Some(Answer::none()),
            Prompt::Plan | Prompt::PlaceOwn | Prompt::PlaceRival { .. } | Prompt::Spread { .. } => None,
        }
    }
}

impl Prompt {
    /// What is to be chosen, for questions that are a choice. What costs Resolve is none without any.
    ///
    /// Carries out `duel.react.dodge`, `duel.react.brace`, `duel.react.feint`, `duel.attack.reroll`.
    pub(crate) fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        let can_pay = state.side(seat).resolve > 0;
        Some(match self {
            Prompt::Plan => Choices::one(Plan::ALL.map(Plan::word)),
            Prompt::Target => Choices::at_most_one(state.targets(seat)),
            Prompt::React { .. } => {
                Choices::at_most_one(Reaction::ALL.map(Reaction::word).into_iter().filter(|_| can_pay))
            }
            Prompt::Feint { .. } => Choices::at_most_one(can_pay.then_some(FEINT)),
            Prompt::Reroll { dice, need } => {
                let missed = dice.iter().filter(|cast| can_pay && cast.shows < *need);
                Choices::any(missed.map(Cast::token))
            }
            Prompt::Replace { dice, .. } => Choices::at_most_one(dice.iter().map(Cast::token)),
            Prompt::PlaceOwn | Prompt::PlaceRival { .. } | Prompt::Bid | Prompt::March | Prompt::Spread { .. } => {
                return None;
            }
        })
    }

    /// Why something cannot be chosen.
    fn refused(&self, state: &State, seat: Seat) -> Refusal {
        let sentence = match self {
            Prompt::Plan => "the plans are hunter, keeper and centre",
            Prompt::Target => "only a rival model within reach can be attacked",
            Prompt::React { .. } | Prompt::Feint { .. } | Prompt::Reroll { .. } if state.side(seat).resolve == 0 => {
                return self.too_dear();
            }
            Prompt::React { .. } => "you can dodge, brace or do nothing",
            Prompt::Feint { .. } => "you can feint or do nothing",
            Prompt::Reroll { .. } => "only dice that missed can be rolled again",
            Prompt::Replace { .. } => "only a die of this attack can be replaced",
            _ => "this cannot be chosen here",
        };
        Refusal::new(self.why(), sentence)
    }

    /// What is said to somebody without Resolve: reactions, feints and rolling again cost 1 each.
    pub(crate) fn too_dear(&self) -> Refusal {
        Refusal::new(self.why(), "this costs 1 Resolve, and you have none left").mend(Answer::none())
    }
}

/// Whether an answer is legal.
pub(crate) fn check(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
    match (prompt, answer) {
        (Prompt::PlaceOwn, Answer::Place(placed)) => {
            footing::place_own(state, seat, placed).map_err(|misfit| misfit.explain(state, prompt.why()))
        }
        (Prompt::PlaceRival { band }, Answer::Place(placed)) => {
            footing::place_rival(state, *band, placed).map_err(|misfit| misfit.explain(state, prompt.why()))
        }
        (Prompt::Bid, Answer::Number(bid)) => {
            let most = i32::from(state.side(seat).resolve);
            if (0..=most).contains(bid) {
                return Ok(());
            }
            let text = format!("you cannot bid {bid}: you have {most} Resolve");
            Err(Refusal::new("duel.round.bid", text).mend(Answer::Number((*bid).clamp(0, most))))
        }
        (Prompt::March, Answer::Move { paths, placed }) => {
            footing::march(state, seat, paths, placed).map_err(|misfit| misfit.explain(state, "duel.move.followers"))
        }
        (Prompt::Spread { target, damage }, Answer::Spread(parts)) => check_spread(state, *target, *damage, parts),
        _ => match prompt.choices(state, seat) {
            Some(choices) => choices.check(prompt.why(), answer, |_| Some(prompt.refused(state, seat))),
            None => Err(Refusal::new(prompt.why(), "this question needs another kind of answer")),
        },
    }
}

/// The models that can take damage done to a target, the target first, and how much each can take; there is some.
///
/// Carries out `duel.damage.spread`.
pub(crate) fn shares(state: &State, target: ModelId, damage: u16) -> SmallVec<[Share<Ref>; 4]> {
    let Some(target_base) = state.base(target) else { return SmallVec::new() };
    let near =
        |model: &ModelId| *model != target && state.base(*model).is_some_and(|base| base.within(target_base, NEAR));
    let share = |model: ModelId| Share {
        of: Ref::Model(model),
        min: u16::from(model == target),
        max: state.wounds_left(model).min(damage),
    };
    let others = state.standing(State::owner(target)).filter(near);
    std::iter::once(target).chain(others).map(share).collect()
}

/// How much of the damage can be taken at all.
pub(crate) fn bearable(shares: &[Share<Ref>], damage: u16) -> u16 {
    shares.iter().map(|share| share.max).sum::<u16>().min(damage)
}

/// Carries out `duel.damage.spread`.
fn check_spread(state: &State, target: ModelId, damage: u16, parts: &[(Ref, u16)]) -> Result<(), Refusal> {
    const RULE: RuleId = RuleId::of("duel.damage.spread");
    let shares = shares(state, target, damage);
    let mut total: u32 = 0;
    for (at, (of, amount)) in parts.iter().enumerate() {
        let Some(share) = shares.iter().find(|share| share.of == *of) else {
            let text = format!("{of} is not the target nor within {NEAR} of it");
            return Err(Refusal::new(RULE, text).about(*of));
        };
        if *amount > share.max {
            return Err(Refusal::new(RULE, format!("{of} can take at most {}", share.max)).about(*of));
        }
        if parts[..at].iter().any(|(other, _)| other == of) {
            return Err(Refusal::new(RULE, format!("{of} is named twice")).about(*of));
        }
        total += u32::from(*amount);
    }
    let of_target = parts.iter().find(|(of, _)| *of == Ref::Model(target)).map_or(0, |(_, amount)| *amount);
    if of_target < 1 {
        return Err(Refusal::new(RULE, "the target must take at least 1").about(Ref::Model(target)));
    }
    let wanted = bearable(&shares, damage);
    if total != u32::from(wanted) {
        return Err(Refusal::new(RULE, format!("{total} damage is spread, but it must be {wanted}")));
    }
    Ok(())
}
