//! The bad luck pool at the table: rolls that feed it or are replaced from it.

mod asking;

use chance::Faces;
use engine::{Flow, Table};
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Die, Ref, Roll, Seat, Text, UnitId};

use crate::LastEdition;
use crate::chapters::abilities;
use crate::chapters::bad_luck::{Improvement, Pool, Throw, substitute};
use crate::chapters::dice::{Need, Origin, Shown};
use crate::fact::{Fact, Happening};
use crate::forces::ability::RollKind;
use crate::forces::house::{BadLuckSource, ImproveAt};
use crate::prompt::Prompt;
use crate::state::State;
use crate::words::voice::{Voice, counted};

pub(crate) use asking::orders;

/// What dice show, in the order in which they lie.
pub(crate) type Dice = SmallVec<[Shown; 16]>;
/// A few numbers of dice, or what they show.
pub(crate) type Few<T> = SmallVec<[T; 8]>;

/// Questions about the pool.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which dice of the pool stand for some of so many dice? Only those that show one of `faces` are of use.
    Substitute { dice: u16, useful: Few<u8>, rolled: bool },
    /// Which of these ones go into the pool? They may be of more use where they lie.
    Bank { dice: Few<u32>, costly: bool },
}

/// What happens to the pool.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// Dice of the pool are used as results.
    Used { seat: Seat, faces: Few<u8> },
    /// So many ones go into the pool, which improves as it can.
    Banked { seat: Seat, dice: u16 },
    /// The pool improves.
    Improved { seat: Seat },
}

/// The unit that may roll again, and after which kind of roll.
pub(crate) type Again = Option<(UnitId, RollKind)>;

/// Dice that are about to be thrown, each by itself.
pub(crate) struct Cast<'a> {
    pub(crate) source: BadLuckSource,
    pub(crate) seat: Seat,
    /// What each of them needs.
    pub(crate) need: &'a Need,
    pub(crate) dice: u16,
    /// What they are thrown for.
    pub(crate) of: Ref,
    /// Whose roll it is, and of what kind, where abilities may make it again.
    pub(crate) again: Again,
    /// Further rules behind them.
    pub(crate) rules: &'a [&'static str],
}

/// Throws dice that all need the same, with what the pool does for them. Carries out `tle.dice.batching`,
/// `tle.dice.each-die-own-roll`.
pub(crate) fn cast(t: &mut Table<LastEdition>, cast: &Cast<'_>) -> Flow<Dice> {
    let roll = cast.need.roll(cast.seat);
    let roll = (0..cast.dice).fold(roll, |roll, _| roll.die_for(Faces::D6, cast.of));
    let rules: Few<&'static str> = cast.need.rules().into_iter().chain(cast.rules.iter().copied()).collect();
    let met = |die| cast.need.met_by(die);
    Ok(throw_all(t, roll, Throw::Single(cast.source), cast.again, &rules, &met)?.0)
}

/// Throws dice of a kind that the pool may know, each by itself.
pub(crate) fn throw(t: &mut Table<LastEdition>, source: BadLuckSource, roll: Roll) -> Flow<Roll> {
    let need = roll.need;
    let met = |die: Shown| need.is_none_or(|need| die.face >= need);
    Ok(throw_all(t, roll, Throw::Single(source), None, &[], &met)?.1)
}

/// Throws dice of a kind that the pool may know, each by itself, and says of each how it came about.
pub(crate) fn throw_shown(t: &mut Table<LastEdition>, source: BadLuckSource, roll: Roll) -> Flow<Dice> {
    let need = roll.need;
    let met = |die: Shown| need.is_none_or(|need| die.face >= need);
    Ok(throw_all(t, roll, Throw::Single(source), None, &[], &met)?.0)
}

/// Throws dice that make one roll together, and says of each how it came about. Carries out `tle.dice.combined-single`,
/// `tle.dice.sum`, `tle.ruling.bad-luck-combined`.
pub(crate) fn throw_combined(
    t: &mut Table<LastEdition>,
    roll: Roll,
    again: Again,
    rules: &[&'static str],
) -> Flow<(Dice, Roll)> {
    // A die alone is not enough for anything; the better it is, the more it is of use.
    let met = |die: Shown| die.face > 3;
    throw_all(t, roll, Throw::Combined, again, rules, &met)
}

/// Throws dice: some of them may come from the pool, and ones may go into it.
///
/// The roll that is given back shows all dice, in the end those of the pool. Those are said to follow a die, as whatever
/// is not as it was rolled.
///
/// Carries out `tle.bad-luck.substitute`, `tle.ruling.bad-luck-substitute-timing`, `tle.ruling.bad-luck-owner`.
fn throw_all(
    t: &mut Table<LastEdition>,
    mut roll: Roll,
    kind: Throw,
    again: Again,
    rules: &[&'static str],
    met: &dyn Fn(Shown) -> bool,
) -> Flow<(Dice, Roll)> {
    let (seat, dice) = (roll.seat, roll.dice.len());
    let luck = t.state.numbers().luck;
    let taken = if luck.may_replace(kind, None) { ask_substitutes(t, seat, dice, met, false)? } else { Few::new() };
    let blank = roll.dice.first().copied();
    roll.dice.truncate(dice - taken.len());
    let mut roll = t.roll_with(roll, |_, _| rules.iter().copied())?;
    let mut shown: Dice = roll.dice.iter().map(|die| Shown::natural(die.shows)).collect();
    if let Some((unit, of)) = again {
        // Whoever rolls again wants a die that was not enough; of dice that are added up, any may be.
        let able = |at: &usize| kind == Throw::Combined || !met(shown[*at]);
        let able: Few<usize> = (0..shown.len()).filter(able).collect();
        for at in abilities::ask_again(t, unit, of, &mut roll, &able)? {
            shown[at] = Shown::rerolled(roll.dice[at].shows);
        }
    }
    if luck.may_replace(kind, Some(Shown::natural(1))) {
        replace_afterwards(t, &mut roll, &mut shown, met)?;
    }
    bank(t, seat, &roll, &mut shown, kind, met)?;
    for face in taken {
        shown.push(substitute(face));
        roll.dice.extend(blank.map(|die| Die { shows: face.into(), follows: Some(die.id), ..die }));
    }
    Ok((shown, roll))
}

/// A player names dice of the pool that stand for some of those thrown.
///
/// Carries out `tle.bad-luck.substitute`, `tle.bad-luck.substitute-discard`, `tle.ruling.bad-luck-substitute-timing`.
fn ask_substitutes(
    t: &mut Table<LastEdition>,
    seat: Seat,
    dice: usize,
    met: &dyn Fn(Shown) -> bool,
    rolled: bool,
) -> Flow<Few<u8>> {
    let pool = &t.state.side(seat).pool;
    if pool.is_empty() || dice == 0 {
        return Ok(Few::new());
    }
    // Where every die is enough, and where no die of the pool is, none of them makes a difference.
    let sure = (1..=6).all(|face| met(Shown::natural(face)));
    let useful: Few<u8> = (1..=6).filter(|face| !sure && pool.count(*face) > 0 && met(substitute(*face))).collect();
    let asks = Asks::Substitute { dice: dice as u16, useful, rolled };
    let answer = t.ask(seat, Prompt::Luck(asks))?;
    let pool = t.state.side(seat).pool.dice();
    let face = |token: &vocabulary::Token| match token.points_at() {
        Some(Ref::Item(place)) => pool.get(usize::from(place)).copied(),
        _ => None,
    };
    let faces: Few<u8> = answer.tokens().iter().filter_map(face).collect();
    if !faces.is_empty() {
        let rules = [
            "tle.bad-luck.substitute",
            "tle.bad-luck.substitute-discard",
            "tle.bad-luck.substitute-modified",
            "tle.ruling.bad-luck-substitute-timing",
        ];
        t.tell_by(Fact::Luck(Facts::Used { seat, faces: faces.clone() }), rules);
    }
    Ok(faces)
}

/// By a setting, dice of the pool may replace dice that have fallen: the highest of those that were not enough.
///
/// Carries out `tle.ruling.bad-luck-substitute-timing`.
fn replace_afterwards(
    t: &mut Table<LastEdition>,
    roll: &mut Roll,
    shown: &mut Dice,
    met: &dyn Fn(Shown) -> bool,
) -> Flow<()> {
    let mut short: Few<usize> = (0..shown.len()).filter(|at| !met(shown[*at])).collect();
    short.sort_by_key(|at| -shown[*at].face);
    let faces = ask_substitutes(t, roll.seat, short.len(), met, true)?;
    for (at, face) in short.into_iter().zip(faces) {
        let die = &mut roll.dice[at];
        (die.shows, die.follows) = (face.into(), Some(die.id));
        shown[at] = substitute(face);
    }
    Ok(())
}

/// A player banks natural ones.
///
/// Carries out `tle.bad-luck.bank-one`, `tle.bad-luck.optional`, `tle.bad-luck.unmodified-only`,
/// `tle.bad-luck.result-stands`, `tle.ruling.bad-luck-sources`, `tle.ruling.bad-luck-improve`.
fn bank(
    t: &mut Table<LastEdition>,
    seat: Seat,
    roll: &Roll,
    shown: &mut Dice,
    kind: Throw,
    met: &dyn Fn(Shown) -> bool,
) -> Flow<()> {
    let luck = t.state.numbers().luck;
    let dice: Few<u32> = roll
        .dice
        .iter()
        .zip(shown.iter())
        .filter(|(_, die)| luck.may_bank(kind, **die))
        .map(|(die, _)| die.id.0)
        .collect();
    if dice.is_empty() {
        return Ok(());
    }
    let banked = Shown { face: 1, origin: Origin::Banked };
    let costly = met(Shown::natural(1)) != met(banked) || t.state.side(seat).pool.overflows(dice.len(), &luck);
    let answer = t.ask(seat, Prompt::Luck(Asks::Bank { dice, costly }))?;
    let named: Few<u32> = answer
        .tokens()
        .iter()
        .filter_map(|token| match token.points_at() {
            Some(Ref::Die(die)) => Some(die),
            _ => None,
        })
        .collect();
    if named.is_empty() {
        return Ok(());
    }
    for (die, shown) in roll.dice.iter().zip(shown.iter_mut()) {
        if named.contains(&die.id.0) {
            *shown = banked;
        }
    }
    let count = named.len() as u16;
    let mut after = t.state.side(seat).pool.clone();
    let steps: Few<Improvement> = (0..count).flat_map(|_| after.bank(&luck)).collect();
    t.tell_with(Fact::Luck(Facts::Banked { seat, dice: count }), |_| {
        let mut rules = vec!["tle.bad-luck.bank-one", "tle.bad-luck.optional", "tle.bad-luck.unmodified-only"];
        rules.extend(["tle.bad-luck.result-stands", "tle.ruling.bad-luck-improve"]);
        rules.extend(steps.iter().map(|step| step.rule()));
        rules.extend((!steps.is_empty()).then_some("tle.bad-luck.store-limit"));
        rules.sort_unstable();
        rules.dedup();
        rules
    });
    Ok(())
}

/// Where pools improve at the end of a phase or of a turn, both do so now. Carries out `tle.ruling.bad-luck-improve`.
pub(crate) fn improve(t: &mut Table<LastEdition>, end: ImproveAt) {
    let luck = t.state.numbers().luck;
    if !Pool::improves_at(end, &luck) {
        return;
    }
    for seat in [t.state.active, State::enemy_of(t.state.active)] {
        let mut after = t.state.side(seat).pool.clone();
        let steps = after.improve();
        if !steps.is_empty() {
            let rules = steps.into_iter().map(Improvement::rule).chain(["tle.ruling.bad-luck-improve"]);
            t.tell_by(Fact::Luck(Facts::Improved { seat }), rules);
        }
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        let luck = state.numbers().luck;
        match self {
            Facts::Used { seat, faces } => {
                for face in faces {
                    state.sides[seat.index()].pool.take(*face);
                }
            }
            Facts::Banked { seat, dice } => {
                for _ in 0..*dice {
                    state.sides[seat.index()].pool.bank(&luck);
                }
            }
            Facts::Improved { seat } => {
                state.sides[seat.index()].pool.improve();
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        let pool = |seat: &Seat| {
            let dice: Vec<String> = say.side(*seat).pool.dice().iter().map(ToString::to_string).collect();
            if dice.is_empty() { "the pool is empty".to_owned() } else { format!("the pool holds {}", dice.join(", ")) }
        };
        Some(match self {
            Facts::Used { seat, faces } => {
                let dice: Vec<String> = faces.iter().map(|face| format!("a {face}")).collect();
                let dice = crate::words::voice::joined(&dice, "and");
                let does = say.plays(*seat, "uses", "use");
                Text::new(format!("{does} {dice} from the bad luck pool; {}", pool(seat))).about(Ref::Seat(*seat))
            }
            Facts::Banked { seat, dice } => {
                let ones = counted(i32::from(*dice), "natural 1", "natural 1s");
                let does = say.plays(*seat, "banks", "bank");
                Text::new(format!("{does} {ones}; {}", pool(seat))).about(Ref::Seat(*seat))
            }
            Facts::Improved { seat } => {
                let whose = crate::words::voice::capital(&say.whose(*seat));
                Text::new(format!("{whose} bad luck pool improves; {}", pool(seat))).about(Ref::Seat(*seat))
            }
        })
    }
}

impl Pool {
    /// Whether so many more ones would cost it a 6.
    fn overflows(&self, ones: usize, luck: &crate::chapters::bad_luck::LuckRules) -> bool {
        let mut after = self.clone();
        (0..ones).any(|_| after.bank(luck).contains(&Improvement::Discarded))
    }
}
