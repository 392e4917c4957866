//! Attacks: declared, reacted to, rolled, rolled again, mended from the pool, and suffered.

use chance::{Distribution, Faces};
use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Answer, Die, ModelId, Odds, Proof, Ref, Roll, Seat, Series, Text, Token};

use crate::prompt::{Cast, FEINT};
use crate::state::{Reaction, State};
use crate::telling::dice_words;
use crate::{Duel, Fact, Prompt};

const NEED: i16 = 4;

/// The player may attack one rival model; its owner may react, and the attacker may feint.
///
/// Carries out `duel.attack.declare`, `duel.react.dodge`, `duel.react.brace`, `duel.react.feint`.
pub(crate) fn attack(t: &mut Table<Duel>, seat: Seat) -> Flow<()> {
    let Some(Token::Ref(Ref::Model(target))) = t.ask(seat, Prompt::Target)?.token() else { return Ok(()) };
    let dice = t.state.attackers(seat, target).count() as u8;
    t.tell_by(Fact::Attacked { seat, target, dice }, ["duel.attack.declare", "duel.ruling.reach"]);
    let owner = State::owner(target);
    let mut reaction = ask_reaction(t, owner, Prompt::React { by: seat, target, dice })?;
    if let Some(against) = reaction {
        t.tell_by(Fact::Reacted { seat: owner, reaction: against }, [against.rule()]);
        if t.ask(seat, Prompt::Feint { target, reaction: against })?.chosen_word() == Some(FEINT) {
            t.tell_by(Fact::Feinted { seat }, ["duel.react.feint"]);
            reaction = None;
        }
    }
    let hits = roll_attack(t, seat, target, reaction)?;
    suffer(t, seat, target, hits, reaction)
}

fn ask_reaction(t: &mut Table<Duel>, owner: Seat, prompt: Prompt) -> Flow<Option<Reaction>> {
    let word = t.ask(owner, prompt)?.chosen_word();
    Ok(word.and_then(Reaction::from_word))
}

impl State {
    /// The models that add a die to an attack. Carries out `duel.attack.roll`.
    fn attackers(&self, seat: Seat, target: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.standing(seat).filter(move |model| self.reaches(*model, target))
    }

    /// The attack roll with its need and what changes it.
    ///
    /// Carries out `duel.attack.roll`, `duel.attack.captain`, `duel.react.dodge`.
    fn attack_roll(&self, seat: Seat, target: ModelId, reaction: Option<Reaction>) -> Roll {
        let mut roll = Roll::new("duel.attack.roll", seat).need(NEED);
        for model in self.attackers(seat, target) {
            roll = roll.die_for(Faces::D6, Ref::Model(model));
        }
        if self.reaches(State::captain(seat), target) {
            roll = roll.modified("duel.attack.captain", -1);
        }
        if reaction == Some(Reaction::Dodge) {
            roll = roll.modified("duel.react.dodge", 1);
        }
        roll
    }
}

/// The attack roll, misses that are rolled again, and a die from the pool. Gives the number of hits.
///
/// Carries out `duel.attack.roll`, `duel.attack.reroll`, `duel.ruling.reroll`, `duel.attack.replace`.
fn roll_attack(t: &mut Table<Duel>, seat: Seat, target: ModelId, reaction: Option<Reaction>) -> Flow<u16> {
    let mut roll = t.roll(t.state.attack_roll(seat, target, reaction))?;
    let need = roll.need.unwrap_or(NEED);
    if t.state.house.reroll {
        let dice = roll.dice.iter().map(Cast::from).collect();
        let again = t.ask(seat, Prompt::Reroll { dice, need })?;
        let chosen = |die: &Die| again.tokens().contains(&Token::Ref(Ref::Die(die.id.0)));
        let at: SmallVec<[usize; 4]> = (0..roll.dice.len()).filter(|at| chosen(&roll.dice[*at])).collect();
        if !at.is_empty() {
            let rules = ["duel.attack.reroll", "duel.ruling.reroll"];
            t.tell_by(Fact::RolledAgain { seat, dice: at.len() as u8 }, rules);
            // What was needed, and why, still holds.
            let fresh = Roll { why: "duel.attack.reroll".into(), dice: SmallVec::new(), ..roll.clone() };
            let fresh = at.iter().fold(fresh, |fresh, at| fresh.again(&roll.dice[*at]));
            let fresh = t.roll(fresh)?;
            for (at, die) in at.iter().zip(fresh.dice) {
                roll.dice[*at] = die;
            }
        }
    }
    if let Some(with) = t.state.side(seat).pool {
        let dice = roll.dice.iter().map(Cast::from).collect();
        let replaced = t.ask(seat, Prompt::Replace { dice, with, need })?.token();
        let die = roll.dice.iter_mut().find(|die| replaced == Some(Token::Ref(Ref::Die(die.id.0))));
        if let Some(die) = die {
            let old = Cast::from(&*die);
            die.shows = with.shows;
            t.tell_by(Fact::Replaced { seat, die: old, with }, ["duel.attack.replace"]);
        }
    }
    Ok(roll.successes())
}

/// The owner spreads the damage, and models without wounds left are struck down.
///
/// Carries out `duel.damage.amount`, `duel.react.brace`, `duel.damage.spread`, `duel.damage.struck-down`.
fn suffer(t: &mut Table<Duel>, seat: Seat, target: ModelId, hits: u16, reaction: Option<Reaction>) -> Flow<()> {
    let braced = hits > 0 && reaction == Some(Reaction::Brace);
    let damage = hits - u16::from(braced);
    let rules = ["duel.damage.amount"].into_iter().chain(braced.then_some("duel.react.brace"));
    t.tell_by(Fact::Damaged { target, hits, damage }, rules);
    if damage == 0 {
        return Ok(());
    }
    let owner = State::owner(target);
    let Answer::Spread(parts) = t.ask(owner, Prompt::Spread { target, damage })? else {
        unreachable!("a checked answer spreads damage")
    };
    for (of, wounds) in parts {
        let Ref::Model(model) = of else { continue };
        if wounds > 0 {
            t.tell_by(Fact::Hurt { model, wounds: wounds as u8 }, ["duel.damage.spread"]);
            if t.state.wounds_left(model) == 0 {
                t.tell_by(Fact::StruckDown { model, by: seat }, ["duel.damage.struck-down"]);
            }
        }
    }
    Ok(())
}

/// What an answer would mean; for an attack, the exact odds before anyone reacts or rolls again.
pub(crate) fn preview(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Proof {
    let (Prompt::Target, Some(Token::Ref(Ref::Model(target)))) = (prompt, answer.token()) else {
        return Proof::default();
    };
    let roll = state.attack_roll(seat, target, None);
    let need = roll.need.unwrap_or(NEED);
    let hit = Distribution::of_die(Faces::D6).map(|shows| i32::from(*shows >= need));
    let hits = hit.repeat(roll.dice.len() as u32);
    let (values, p) = hits.iter().map(|(hits, p)| (*hits, p)).unzip();
    let text = format!("{} against {}, each hits on {need}+", dice_words(roll.dice.len()), state.model_name(target));
    let mut text = Text::new(text).rule("duel.attack.roll").about(Ref::Model(target));
    text.rules.extend(roll.modifiers.iter().map(|modifier| modifier.rule.clone()));
    let series = vec![Series { label: "hits".to_owned(), values, p }];
    let policies = vec![Text::new("nobody reacts, and no die is rolled again or replaced")];
    let odds = Odds { title: "Hits".to_owned(), series, policies, exact: true };
    Proof { text, rolls: vec![roll], odds: Some(odds), ..Proof::default() }
}
