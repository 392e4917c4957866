//! Choosing and revealing directives.

use engine::{Choices, Flow, Several, Table};
use serde::Serialize;
use smallvec::SmallVec;
use vocabulary::{Answer, Choice, Ref, Refusal, Seat, Text, Token, UnitId, Word};

use super::Directive;
use crate::LastEdition;
use crate::chapters::round::{ROUNDS, go};
use crate::fact::{Fact, Happening};
use crate::forces::house::RevealAt;
use crate::prompt::{Prompt, Question};
use crate::state::{Stage, State, Units, Whereabouts};
use crate::words::voice::Voice;

/// The entry of a round without a directive: `none-1` for the first round, so that no token stands twice.
fn empty(round: usize) -> Token {
    const EMPTY: [Word; ROUNDS as usize] =
        [Word::new("none-1"), Word::new("none-2"), Word::new("none-3"), Word::new("none-4"), Word::new("none-5")];
    Token::Word(EMPTY[round])
}

/// Questions about directives.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which directive for each round?
    Plan { rounds: u8 },
    /// Which unit goes into reserve?
    Joker { among: Units },
    /// Which unit is hidden?
    Hide { among: Units },
}

/// What happens to directives.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A player has chosen the directives of all rounds.
    Planned { seat: Seat, directives: SmallVec<[Option<Directive>; 5]> },
    /// A directive is revealed.
    Revealed { seat: Seat, directive: Directive },
    /// A unit goes into reserve, with what it carries.
    Withdrawn { unit: UnitId },
    /// A unit is hidden in this round.
    Hidden { unit: UnitId },
}

/// Both players choose their directives in secret.
///
/// Carries out `tle.directive.selection-time`, `tle.directive.secret`, `tle.directive.one-per-turn`,
/// `tle.directive.unique`, `tle.ruling.directive-count`, `tle.ruling.directive-unique-scope`.
pub(crate) fn choose(t: &mut Table<LastEdition>) -> Flow<()> {
    let rounds = t.state.house().directives.min(ROUNDS);
    if rounds > 0 {
        let asks: SmallVec<[(Seat, Prompt); 2]> =
            t.state.seats().map(|seat| (seat, Prompt::Directives(Asks::Plan { rounds }))).collect();
        let answers = t.ask_all(&asks)?;
        for ((seat, _), answer) in asks.iter().zip(&answers) {
            let word = |token: &Token| match token {
                Token::Word(word) => Directive::from_word(*word),
                _ => None,
            };
            let directives = answer.tokens().iter().map(word).collect();
            let rules = ["tle.directive.selection-time", "tle.directive.secret", "tle.directive.one-per-turn"];
            t.tell_by(Fact::Directives(Facts::Planned { seat: *seat, directives }), rules);
        }
    }
    go(t, Stage::RoundStart);
    Ok(())
}

/// Directives are revealed as a round begins.
///
/// Carries out `tle.ruling.directive-reveal`, `tle.directive.counter-offensive`,
/// `tle.directive.counter-offensive-cancel`.
pub(crate) fn reveal(t: &mut Table<LastEdition>) -> Flow<()> {
    let first = t.state.first_of_round();
    let mut due: SmallVec<[(Seat, Directive); 2]> = SmallVec::new();
    for seat in [first, State::enemy_of(first)] {
        let at_start =
            |directive: &Directive| t.state.house().reveal_at == RevealAt::RoundStart || directive.needs_round_start();
        due.extend(t.state.directive_of(seat).filter(at_start).map(|directive| (seat, directive)));
    }
    // Counter offensive decides who is first.
    due.sort_by_key(|(_, directive)| *directive != Directive::CounterOffensive);
    for (seat, directive) in &due {
        show(t, *seat, *directive);
    }
    for (seat, directive) in due {
        take_effect(t, seat, directive)?;
    }
    Ok(())
}

/// Directives that are revealed as the turn of their owner begins. Carries out `tle.ruling.directive-reveal`.
pub(crate) fn begin_turn(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    if t.state.house().reveal_at == RevealAt::OwnTurnStart
        && let Some(directive) = t.state.directive_of(seat).filter(|directive| !directive.needs_round_start())
    {
        show(t, seat, directive);
        take_effect(t, seat, directive)?;
    }
    Ok(())
}

fn show(t: &mut Table<LastEdition>, seat: Seat, directive: Directive) {
    t.tell_with(Fact::Directives(Facts::Revealed { seat, directive }), |_| {
        let mut rules = vec!["tle.directive.one-per-turn", "tle.ruling.directive-reveal"];
        rules.extend(directive.rules());
        rules
    });
}

/// What a directive asks for at once.
///
/// Carries out `tle.directive.joker`, `tle.ruling.joker`, `tle.directive.hidden-in-plain-sight`,
/// `tle.ruling.hidden-scope`.
fn take_effect(t: &mut Table<LastEdition>, seat: Seat, directive: Directive) -> Flow<()> {
    match directive {
        Directive::Joker => {
            let among: Units = t.state.fielded_by(seat).collect();
            if among.is_empty() {
                return Ok(());
            }
            let answer = t.ask(seat, Prompt::Directives(Asks::Joker { among }))?;
            if let Some(unit) = answer.token().and_then(Token::unit) {
                let rules = ["tle.directive.joker", "tle.ruling.joker"];
                t.tell_by(Fact::Directives(Facts::Withdrawn { unit }), rules);
            }
        }
        Directive::HiddenInPlainSight => {
            let among: Units = t.state.units_of(seat).filter(|unit| t.state.is_alive(*unit)).collect();
            if among.is_empty() {
                return Ok(());
            }
            let answer = t.ask(seat, Prompt::Directives(Asks::Hide { among }))?;
            if let Some(unit) = answer.token().and_then(Token::unit) {
                let rules = ["tle.directive.hidden-in-plain-sight", "tle.ruling.hidden-scope"];
                t.tell_by(Fact::Directives(Facts::Hidden { unit }), rules);
            }
        }
        _ => {}
    }
    Ok(())
}

/// A position in which the directives that a player does not know are drawn anew.
pub(crate) fn resample(state: &State, seat: Seat, stream: &mut chance::Stream) -> State {
    let mut state = state.clone();
    let other = State::enemy_of(seat);
    let hidden: SmallVec<[usize; 5]> =
        (0..state.side(other).directives.len()).filter(|round| !state.is_revealed(other, *round as u8 + 1)).collect();
    let known = |round: &usize| !hidden.contains(round);
    let used: SmallVec<[Directive; 5]> = (0..state.side(other).directives.len())
        .filter(known)
        .filter_map(|round| state.side(other).directives[round])
        .collect();
    let mut left: SmallVec<[Option<Directive>; 16]> =
        Directive::ALL.into_iter().filter(|directive| !used.contains(directive)).map(Some).collect();
    left.push(None);
    stream.shuffle(&mut left);
    for (round, directive) in hidden.into_iter().zip(left) {
        state.sides[other.index()].directives[round] = directive;
    }
    state
}

impl State {
    /// Whether everybody knows the directive of a player for a round.
    ///
    /// Carries out `tle.directive.secret`, `tle.ruling.open-information`, `tle.ruling.directive-reveal`.
    pub(crate) fn is_revealed(&self, seat: Seat, round: u8) -> bool {
        let begun = self.round > round || (self.round == round && !matches!(self.stage, Stage::RoundStart));
        let place = usize::from(round).saturating_sub(1);
        if self.side(seat).shown & (1 << place) != 0 {
            return true;
        }
        let waits = self.house().reveal_at == RevealAt::OwnTurnStart
            && self.side(seat).directives.get(place).copied().flatten().is_some_and(|own| !own.needs_round_start());
        let had_turn = || self.active == seat || self.first_of_round() == seat;
        begun && (!waits || self.round > round || (had_turn() && !matches!(self.stage, Stage::TurnStart)))
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Plan { .. } => "tle.directive.selection-time",
            Asks::Joker { .. } => "tle.directive.joker",
            Asks::Hide { .. } => "tle.directive.hidden-in-plain-sight",
        }
    }

    fn text(&self, _: Voice<'_>) -> String {
        match self {
            Asks::Plan { rounds } => {
                format!(
                    "Which directive do you give for each of the {rounds} rounds, in their order? Nobody sees it before."
                )
            }
            Asks::Joker { .. } => "Joker: which of your units goes into reserve, if any?".to_owned(),
            Asks::Hide { .. } => "Hidden in plain sight: which of your units can't be shot at this round?".to_owned(),
        }
    }

    fn choices(&self, _: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Plan { rounds } => {
                let tokens: engine::Tokens = Directive::ALL
                    .into_iter()
                    .map(|directive| Token::Word(directive.word()))
                    .chain((0..usize::from(*rounds)).map(empty))
                    .collect();
                let count = u16::from(*rounds);
                Choices::Some(Several { tokens, min: count, max: count, ordered: true, ..Several::default() })
            }
            Asks::Joker { among } => Choices::at_most_one(among.iter().copied()),
            Asks::Hide { among } => Choices::one(among.iter().copied()),
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        let Token::Word(word) = token else { return say.option(token) };
        match Directive::from_word(word) {
            Some(directive) => Choice::new(token, directive.label()).meaning(directive.text()),
            None => Choice::new(token, "No directive"),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Plan { rounds } => Answer::Choose((0..usize::from(*rounds)).map(empty).collect()),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn ideas(&self, _: &State, _: Seat) -> Vec<(String, Answer)> {
        let Asks::Plan { rounds } = self else { return Vec::new() };
        let plan = |all: [Directive; 5]| {
            let tokens = all.into_iter().take(usize::from(*rounds)).map(|directive| Token::Word(directive.word()));
            Answer::Choose(tokens.collect())
        };
        use Directive::{AllIn, BendingReality, BoostInConfidence, DeusExMachina, HiddenInPlainSight, Sabotage};
        vec![
            (
                "points late, luck early".to_owned(),
                plan([BendingReality, Sabotage, AllIn, HiddenInPlainSight, DeusExMachina]),
            ),
            (
                "cautious at first".to_owned(),
                plan([HiddenInPlainSight, BoostInConfidence, Sabotage, AllIn, DeusExMachina]),
            ),
        ]
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        crate::prompt::check_choice(self, state, seat, answer)
    }

    fn is_secret(&self) -> bool {
        matches!(self, Asks::Plan { .. })
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Planned { seat, directives } => state.sides[seat.index()].directives.clone_from(directives),
            Facts::Revealed { seat, directive } => {
                let round = state.round.saturating_sub(1);
                let side = &mut state.sides[seat.index()];
                side.shown |= 1 << round;
                if *directive == Directive::BendingReality {
                    side.pool.bend_reality();
                }
            }
            Facts::Withdrawn { unit } => {
                let models: troops::Models = state.standing(*unit).collect();
                models.into_iter().for_each(|model| state.troops.take_up(model));
                let unit = &mut state.units[unit.index()];
                unit.at = Whereabouts::Reserve;
                unit.joker = true;
                unit.orders.clear();
                unit.lasting = crate::chapters::abilities::Lasting::default();
            }
            Facts::Hidden { unit } => state.units[unit.index()].hidden = state.round,
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Planned { seat, directives } if say.to.is(*seat) => {
                let name = |directive: &Option<Directive>| directive.map_or("none", Directive::label).to_owned();
                let names: Vec<String> = directives.iter().map(name).collect();
                Text::new(format!("You plan {}", names.join(", "))).about(Ref::Seat(*seat))
            }
            Facts::Planned { seat, .. } => say.of_player(*seat, "has chosen directives", "have chosen directives"),
            Facts::Revealed { seat, directive } => {
                let reveals = say.plays(*seat, "reveals", "reveal");
                Text::new(format!("{reveals} {}", directive.label())).about(Ref::Seat(*seat))
            }
            Facts::Withdrawn { unit } => say.of_unit(*unit, "goes into reserve", "go into reserve"),
            Facts::Hidden { unit } => say.of_unit(*unit, "can't be shot at this round", "can't be shot at this round"),
        })
    }

    fn reveals(&self) -> bool {
        matches!(self, Facts::Revealed { .. })
    }
}
