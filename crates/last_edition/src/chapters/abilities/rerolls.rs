//! Dice that are rolled again.

use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Ref, Roll, Token, UnitId, Word};

use super::{Asks, Facts, Lying, Use};
use crate::LastEdition;
use crate::fact::Fact;
use crate::forces::ability::{Ability, Effect, RollKind, When};
use crate::forces::house::CombinedReroll;
use crate::prompt::Prompt;
use crate::state::State;

/// The whole of a roll is made again.
pub(super) const WHOLE: Word = Word::new("whole-roll");

/// Offers to roll again one of the dice of a roll that a unit has just made, or a charge roll as a whole. `able` says
/// which of the dice may be; gives the places of those that were rolled again, which show something new in the roll then.
///
/// No die is rolled again twice, and nothing is known of it afterwards but what it shows: whoever asks whether it is
/// unmodified has to remember these places.
///
/// Carries out `tle.dice.reroll-once`, `tle.dice.reroll-modified`, `tle.wound.reroll-first-die-only`,
/// `tle.ruling.combined-reroll`, `tle.ability.use`.
pub(crate) fn ask_again(
    t: &mut Table<LastEdition>,
    unit: UnitId,
    kind: RollKind,
    roll: &mut Roll,
    able: &[usize],
) -> Flow<SmallVec<[usize; 4]>> {
    let mut again: SmallVec<[usize; 4]> = SmallVec::new();
    let mut tried: SmallVec<[Use; 2]> = SmallVec::new();
    let whole = kind == RollKind::Charge && t.state.house().combined_reroll == CombinedReroll::Whole;
    loop {
        let dice: SmallVec<[Lying; 8]> = able
            .iter()
            .filter(|at| !again.contains(at))
            .filter_map(|at| roll.dice.get(*at))
            .map(|die| (die.id.0, die.shows))
            .collect();
        let of = t.state.rerolls(unit, kind).into_iter().find(|of| !tried.contains(of));
        let (Some(of), false) = (of, dice.is_empty()) else { return Ok(again) };
        tried.push(of);
        let asks = Asks::Again { of, kind, dice, whole };
        let places: SmallVec<[usize; 4]> = match t.ask(t.state.seat_of(unit), Prompt::Abilities(asks))?.token() {
            Some(Token::Word(WHOLE)) => able.iter().copied().collect(),
            Some(Token::Ref(Ref::Die(die))) => (0..roll.dice.len()).filter(|at| roll.dice[*at].id.0 == die).collect(),
            _ => continue,
        };
        let points = t.state.ability(of).map_or(0, Ability::leader_points);
        let rules = ["tle.ability.use", "tle.dice.reroll-once", "tle.dice.reroll-modified"];
        t.tell_by(Fact::Abilities(Facts::Used { of, target: None, points }), rules);
        throw_again(t, kind, roll, &places)?;
        again.extend(places);
        // A combined roll is a single one, of which nothing is rolled again twice.
        if matches!(kind, RollKind::Charge | RollKind::Power) {
            return Ok(again);
        }
    }
}

/// Throws dice of a roll again, in their places.
fn throw_again(t: &mut Table<LastEdition>, kind: RollKind, roll: &mut Roll, places: &[usize]) -> Flow<()> {
    let same = Roll { dice: SmallVec::new(), ..roll.clone() };
    let thrown = places.iter().fold(same, |again, at| again.again(&roll.dice[*at]));
    let thrown = t.roll_with(thrown, |_, _| {
        let mut rules = vec!["tle.dice.reroll-once", "tle.dice.reroll-modified"];
        rules.extend((kind == RollKind::Wound).then_some("tle.wound.reroll-first-die-only"));
        rules.extend((kind == RollKind::Charge).then_some("tle.ruling.combined-reroll"));
        rules
    })?;
    for (at, die) in places.iter().zip(&thrown.dice) {
        roll.dice[*at] = *die;
    }
    Ok(())
}

impl State {
    /// The abilities by which a unit can roll again after a roll of a kind, the cheapest first.
    fn rerolls(&self, unit: UnitId, kind: RollKind) -> SmallVec<[Use; 2]> {
        let units = [unit];
        let mut uses: SmallVec<[(u8, Use); 2]> = self
            .abilities_at(When::AfterRoll, &units)
            .filter(|(_, ability)| ability.effects.contains(&Effect::Reroll(kind)))
            .filter(|(of, ability)| self.obstacle(*of, ability, None).is_none())
            .map(|(of, ability)| (ability.cost, of))
            .collect();
        uses.sort_by_key(|(cost, _)| *cost);
        uses.into_iter().map(|(_, of)| of).collect()
    }

    /// Whether a unit can roll again after a roll of a kind.
    pub(crate) fn can_reroll(&self, unit: UnitId, kind: RollKind) -> bool {
        self.is_alive(unit) && !self.rerolls(unit, kind).is_empty()
    }
}
