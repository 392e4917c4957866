//! The laws of the playout suite can fail: a small game is broken in one way after the other, and each is found.

use std::sync::atomic::{AtomicU32, Ordering};

use chance::{Faces, Key, Stream};
use engine::{
    Drafted, Flow, Host, Hosted, Leaving, Manual, Match, Nobody, Options, Origin, Players, Progress, Record, Rules,
    Situation, Table, Told,
};
use ground::{Pose, Region};
use serde::Serialize;
use trial::playout::{
    answers_are_legal, drafts_keep_their_word, drivers_agree, every_question_matters, nothing_leaks, record_verifies,
    suite, views_fold, waits_for_somebody,
};
use vocabulary::{
    Adjustment, Answer, Ask, Battlefield, Choice, Counter, Fault, Form, Mark, ModelId, Moment, Omit, Outcome, Proof,
    Query, Refusal, Roll, RuleId, Seat, SeatView, Setup, Shown, Text, Token, View, Viewer, Wish, Word,
};

const NONE: u8 = 0;
const VIEW_SHOWS_SECRET: u8 = 1;
const LOG_TELLS_SECRET: u8 = 2;
const OPTIONS_DEPEND_ON_SECRET: u8 = 3;
const PASS_IS_ILLEGAL: u8 = 4;
const ONE_OPTION_IS_ASKED: u8 = 5;
const MEND_IS_ILLEGAL: u8 = 6;
const RUNS_DIFFER: u8 = 7;
const SAMPLE_IS_NO_OPTION: u8 = 8;
const DICE_DEPEND_ON_RUNS: u8 = 9;
const DRAFT_MOVES_OTHERS: u8 = 10;
const DRAFT_MENDS_BADLY: u8 = 11;
const RULE_TELLS_SECRET: u8 = 12;
const RECAP_TELLS_SECRET: u8 = 15;
const BIDS_ARE_IN_VAIN: u8 = 16;
/// No flaw: the rules behind bids are others.
const OTHER_RULES: u8 = 13;
/// No flaw: whoever works out the rules behind a bid, or what a step came to, panics.
const RULES_PANIC: u8 = 14;

/// How often the rules ran: something rules must never look at.
static RUNS: AtomicU32 = AtomicU32::new(0);

/// Two players hide a colour, bid, and roll a die.
#[derive(Clone, Debug, PartialEq)]
struct Whispers<const FLAW: u8>;

#[derive(Clone, Debug, PartialEq)]
struct State {
    hidden: [Option<Word>; 2],
    bids: [Option<i32>; 2],
    rolled: i16,
}

#[derive(Clone, Debug, PartialEq)]
enum Prompt {
    Hide,
    Bid,
    Nod,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Fact {
    Hid(Seat, Word),
    Bid(Seat, i32),
    Rolled(i16, u32),
}

const RULE: RuleId = RuleId::of("whispers.rule");
const FIRST: &str = "whispers.first";
const LAST: &str = "whispers.last";
const COLOURS: [Word; 2] = [Word::new("red"), Word::new("green")];
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

impl<const FLAW: u8> Rules for Whispers<FLAW> {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Fact = Fact;
    const GAME: Word = Word::new("whispers");
    const VERSION: u32 = 1;

    fn manual() -> Manual {
        Manual {
            name: "Whispers",
            text: "",
            seats: 2..=2,
            settings: vec![],
            terms: vec![],
            armies: vec![],
            drills: vec![],
            fields: vec![],
            packs: None,
            lessons: Vec::new(),
            rulebook: "",
        }
    }

    fn prepare(setup: &Setup) -> Result<Setup, Vec<Fault>> {
        Ok(setup.clone())
    }

    fn chosen(setup: &Setup) -> Setup {
        setup.clone()
    }

    fn begin(_: &Setup) -> Result<State, Vec<Fault>> {
        Ok(State { hidden: [None, None], bids: [None, None], rolled: 0 })
    }

    fn seats(_: &Setup) -> u8 {
        2
    }

    fn advance(t: &mut Table<Self>) -> Flow<Progress> {
        let runs = RUNS.fetch_add(1, Ordering::Relaxed);
        if t.state.hidden[0].is_none() {
            for (seat, answer) in SEATS.into_iter().zip(t.ask_all(&SEATS.map(|seat| (seat, Prompt::Hide)))?) {
                let word = answer.chosen_word().unwrap();
                let red = FLAW == RULE_TELLS_SECRET && word == COLOURS[0];
                t.tell_by(Fact::Hid(seat, word), [if red { "whispers.red" } else { "whispers.hide" }]);
            }
            return Ok(Progress::Checkpoint);
        }
        for seat in SEATS {
            let Answer::Number(bid) = t.ask(seat, Prompt::Bid)? else { unreachable!("a checked bid is a number") };
            t.tell_with(Fact::Bid(seat, bid), |state| {
                assert!(FLAW != RULES_PANIC, "nobody wants to know the rules");
                let last = state.bids.iter().all(Option::is_some);
                [if FLAW == OTHER_RULES { "whispers.other" } else { "whispers.bid" }, if last { LAST } else { FIRST }]
            });
        }
        if FLAW == ONE_OPTION_IS_ASKED {
            t.ask(Seat(0), Prompt::Nod)?;
        }
        let dice = if FLAW == DICE_DEPEND_ON_RUNS { 1 + (runs as usize & 1) } else { 1 };
        let roll = Roll::new(RULE, Seat(0)).dice(dice, Faces::D6).need(4).modified("whispers.luck", -1);
        let high = |roll: &Roll| if roll.dice[0].shows > 3 { "whispers.high" } else { "whispers.low" };
        let rolled = t.roll_with(roll, |_, roll| ["whispers.luck", high(roll)])?.dice[0].shows;
        t.tell(Fact::Rolled(rolled, if FLAW == RUNS_DIFFER { runs } else { 0 }));
        let winners = if rolled > 3 { vec![Seat(0)] } else { vec![Seat(1)] };
        Ok(Progress::Over(Outcome { winners, scores: vec![0, 0], rule: RULE, word: Word::new("won") }))
    }

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Hid(seat, word) => state.hidden[seat.index()] = Some(*word),
            Fact::Bid(seat, bid) => state.bids[seat.index()] = Some(*bid),
            Fact::Rolled(shows, _) => state.rolled = *shows,
        }
    }

    fn check(_: &State, _: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
        let legal = match (prompt, answer) {
            (Prompt::Hide, _) => answer.chosen_word().is_some_and(|word| COLOURS.contains(&word)),
            (Prompt::Bid, Answer::Number(bid)) => (0..3).contains(bid),
            (Prompt::Nod, _) => *answer == Answer::none(),
            _ => false,
        };
        let mend = if FLAW == MEND_IS_ILLEGAL {
            Answer::Number(17)
        } else {
            Self::absent(&State { hidden: [None; 2], bids: [None; 2], rolled: 0 }, Seat(0), prompt)
        };
        let refusal = Refusal::new(RULE, "no");
        match legal {
            true => Ok(()),
            false if FLAW == DRAFT_MENDS_BADLY => Err(refusal),
            false => Err(refusal.mend(mend)),
        }
    }

    fn absent(_: &State, _: Seat, prompt: &Prompt) -> Answer {
        match prompt {
            Prompt::Hide => Answer::word(COLOURS[0]),
            Prompt::Bid => Answer::Number(0),
            Prompt::Nod => Answer::none(),
        }
    }

    fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
        let answers = match prompt {
            Prompt::Hide => COLOURS.map(Answer::word).into(),
            Prompt::Bid => (0..3).map(Answer::Number).collect(),
            Prompt::Nod => vec![Answer::none()],
        };
        let other = state.hidden[1 - seat.index()];
        let reversed = FLAW == OPTIONS_DEPEND_ON_SECRET && other == Some(COLOURS[0]);
        let answers = if reversed { answers.into_iter().rev().collect() } else { answers };
        Options { answers, complete: true }
    }

    fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
        if FLAW == SAMPLE_IS_NO_OPTION && *prompt == Prompt::Bid {
            return Answer::Number(7);
        }
        let mut options = Self::options(state, seat, prompt).answers;
        let at = stream.below(options.len() as u32) as usize;
        options.swap_remove(at)
    }

    fn describe(_: &State, seat: Seat, prompt: &Prompt) -> Ask {
        let form = match prompt {
            Prompt::Hide => Form::one(COLOURS.map(|word| Choice::new(Token::Word(word), word.to_string())).into()),
            Prompt::Bid if FLAW == DRAFT_MOVES_OTHERS || FLAW == DRAFT_MENDS_BADLY => {
                let (models, within) = (vec![ModelId(0)], Region::default());
                Form::Place { models, within, limits: vec![], omit: Omit::Nobody }
            }
            Prompt::Bid => Form::Number { min: 0, max: 2, step: 1 },
            Prompt::Nod => Form::one(vec![]),
        };
        let pass = if FLAW == PASS_IS_ILLEGAL && *prompt == Prompt::Bid { Some(Answer::Number(9)) } else { None };
        let (sealed, secret) = (false, *prompt == Prompt::Hide);
        let (suggestions, about) = (vec![], vec![]);
        Ask {
            id: 0,
            seat,
            text: format!("{prompt:?}"),
            why: RULE,
            about,
            form,
            sealed,
            secret,
            suggestions,
            proposal: None,
            pass,
            orders: Vec::new(),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let marks = |seat: Seat| {
            let known = viewer.is(seat) || FLAW == VIEW_SHOWS_SECRET;
            state.hidden[seat.index()].filter(|_| known).map(Mark::new).into_iter().collect()
        };
        let bid = |seat: Seat| state.bids[seat.index()].filter(|_| FLAW != BIDS_ARE_IN_VAIN);
        let seat = |id: Seat| SeatView {
            id,
            name: id.0.to_string(),
            counters: bid(id).map(|bid| Counter::new(Word::new("bid"), bid, Shown::Panel)).into_iter().collect(),
            pool: vec![],
            hidden: vec![],
            marks: marks(id),
            gone: false,
        };
        View {
            game: Self::GAME,
            settings: Default::default(),
            seats: SEATS.map(seat).into(),
            moment: Moment { round: 1, of: None, phase: vec![], active: None, order: vec![], outcome: None },
            field: Battlefield { size: Default::default() },
            areas: vec![],
            units: vec![],
            models: vec![],
            cards: vec![],
        }
    }

    fn narrate(_: &State, fact: &Fact, viewer: Viewer) -> Option<Told> {
        let text = match fact {
            Fact::Hid(seat, word) if viewer.is(*seat) || FLAW == LOG_TELLS_SECRET => format!("{} hides {word}", seat.0),
            Fact::Hid(seat, _) => format!("{} hides a colour", seat.0),
            Fact::Bid(seat, bid) => format!("{} bids {bid}", seat.0),
            Fact::Rolled(shows, _) => format!("a {shows} falls"),
        };
        Some(Text::new(text).into())
    }

    fn narrate_roll(_: &State, _: &Roll, _: Viewer) -> Option<Text> {
        Some(Text::new("a die is thrown"))
    }

    fn recap(_: &State, facts: &[Fact], _: Viewer) -> Option<Text> {
        assert!(FLAW != RULES_PANIC, "nobody wants to know what a step came to");
        match facts {
            [Fact::Hid(_, word), ..] if FLAW == RECAP_TELLS_SECRET => Some(Text::new(format!("{word} is hidden"))),
            [Fact::Hid(..), ..] => Some(Text::new("both hide a colour")),
            _ => None,
        }
    }

    fn left(seat: Seat, _: Leaving) -> Fact {
        Fact::Bid(seat, 0)
    }

    fn adjust(_: &State, _: &Adjustment) -> Result<Fact, Refusal> {
        Err(Refusal::new(RULE, "nothing can be changed"))
    }

    fn resample(state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut imagined = state.clone();
        let other = &mut imagined.hidden[1 - seat.index()];
        *other = other.and_then(|_| stream.pick(&COLOURS).copied());
        imagined
    }

    fn preview(_: &State, _: Seat, _: &Prompt, _: &Answer) -> Proof {
        Proof::default()
    }

    fn draft(_: &State, _: Seat, _: &Prompt, wish: &Wish) -> Drafted {
        if FLAW == DRAFT_MOVES_OTHERS {
            return Answer::Place([(ModelId(7), Pose::default())].into_iter().collect()).into();
        }
        let nearest = (FLAW == DRAFT_MENDS_BADLY).then_some(Answer::Number(17));
        Drafted { answer: Answer::Place(wish.iter().copied().collect()), nearest }
    }

    fn query(_: &State, _: Viewer, _: Option<&Prompt>, _: &Query) -> Result<Proof, Refusal> {
        Err(Refusal::new(RULE, "there is nothing to ask"))
    }
}

/// The first complaint of a law over some seeds.
fn complaint(law: fn(&Setup, u64) -> Result<(), String>) -> String {
    let setup = Setup::of(&["Ann", "Bo"]);
    (0..40).find_map(|seed| law(&setup, seed).err()).unwrap_or_default()
}

fn check(law: fn(&Setup, u64) -> Result<(), String>, expected: &str) {
    let found = complaint(law);
    assert!(found.contains(expected), "expected '{expected}', found '{found}'");
}

#[test]
fn a_game_without_a_flaw_passes_every_law() {
    suite::<Whispers<NONE>>(&Setup::of(&["Ann", "Bo"]), 0..=40).unwrap();
}

#[test]
fn a_question_that_makes_no_difference_is_found() {
    check(every_question_matters::<Whispers<BIDS_ARE_IN_VAIN>>, "makes no difference, whatever");
}

#[test]
fn a_view_that_shows_a_secret_is_found() {
    check(nothing_leaks::<Whispers<VIEW_SHOWS_SECRET>>, "sees depends on what it does not know");
}

#[test]
fn a_log_that_tells_a_secret_is_found() {
    check(nothing_leaks::<Whispers<LOG_TELLS_SECRET>>, "others hear what seat");
}

#[test]
fn a_rule_that_tells_a_secret_is_found() {
    check(nothing_leaks::<Whispers<RULE_TELLS_SECRET>>, "others hear what seat");
}

#[test]
fn a_recap_that_tells_a_secret_is_found() {
    check(nothing_leaks::<Whispers<RECAP_TELLS_SECRET>>, "others hear what seat");
}

#[test]
fn options_that_depend_on_a_secret_are_found() {
    check(nothing_leaks::<Whispers<OPTIONS_DEPEND_ON_SECRET>>, "is offered depends on what it does not know");
}

#[test]
fn a_pass_that_is_refused_is_found() {
    check(answers_are_legal::<Whispers<PASS_IS_ILLEGAL>>, "9 is offered but refused");
}

#[test]
fn an_ask_without_a_choice_is_found() {
    check(answers_are_legal::<Whispers<ONE_OPTION_IS_ASKED>>, "although there is one legal answer");
}

#[test]
fn a_mend_that_is_refused_is_found() {
    check(answers_are_legal::<Whispers<MEND_IS_ILLEGAL>>, "should mend");
}

#[test]
fn a_draft_that_moves_somebody_else_is_found() {
    check(drafts_keep_their_word::<Whispers<DRAFT_MOVES_OTHERS>>, "which nobody dragged");
}

#[test]
fn a_draft_that_offers_what_is_refused_is_found() {
    check(drafts_keep_their_word::<Whispers<DRAFT_MENDS_BADLY>>, "17 should be near to");
}

#[test]
#[should_panic(expected = "is not legal")]
fn a_bot_that_answers_illegally_is_a_bug_and_panics() {
    let _ = complaint(answers_are_legal::<Whispers<SAMPLE_IS_NO_OPTION>>);
}

#[test]
fn rules_that_tell_something_else_when_they_run_again_are_found() {
    check(drivers_agree::<Whispers<RUNS_DIFFER>>, "fact 4 is");
    assert!(complaint(record_verifies::<Whispers<RUNS_DIFFER>>).contains("not as recorded"));
}

#[test]
fn rules_that_throw_other_dice_when_they_run_again_are_found() {
    let found = complaint(drivers_agree::<Whispers<DICE_DEPEND_ON_RUNS>>);
    assert!(found.contains("suspending") || found.contains("other dice were expected"), "{found}");
}

/// Answers with the first option.
struct First;

impl<R: Rules> Players<R> for First {
    fn answer(&mut self, situation: &Situation<'_, R>) -> Option<Answer> {
        situation.options().answers.into_iter().next()
    }
}

/// The record of a game whose players took the first option each time.
fn played<R: Rules<Setup = Setup>>() -> Record<R> {
    let mut game = Match::<R>::new(Setup::of(&["Ann", "Bo"]), Origin::Seeded { seed: 1 }).unwrap();
    game.run(&mut First, &mut ());
    game.record()
}

/// What a spectator hears: sentences, each with its rules.
fn heard(host: &dyn Hosted) -> Vec<(String, Vec<String>)> {
    let texts = host.events_since(Viewer::Spectator, 0).iter().filter_map(|event| event.text.as_ref());
    texts.map(|text| (text.sentence.clone(), text.rules.iter().map(ToString::to_string).collect())).collect()
}

#[test]
fn the_rules_behind_facts_and_dice_reach_whoever_hears_of_them() {
    let game = Match::<Whispers<NONE>>::new(Setup::of(&["Ann", "Bo"]), Origin::Seeded { seed: 1 }).unwrap();
    let told = heard(&Host::new(game, Box::new(First)));
    let of = |sentence: &str| {
        let found = told.iter().find(|(said, _)| said == sentence);
        found.map(|(_, rules)| rules.join(" ")).unwrap_or_else(|| panic!("nobody says '{sentence}': {told:?}"))
    };
    assert_eq!(of("0 hides a colour"), "whispers.hide");
    assert_eq!(of("0 bids 0"), "whispers.bid whispers.first");
    assert_eq!(of("1 bids 0"), "whispers.bid whispers.last");
    let high = told.iter().any(|(said, _)| ["a 4 falls", "a 5 falls", "a 6 falls"].contains(&said.as_str()));
    let shown = if high { "whispers.high" } else { "whispers.low" };
    assert_eq!(of("a die is thrown"), format!("whispers.rule whispers.luck {shown}"), "each once, what fell included");
    let again = Host::load(&played::<Whispers<NONE>>(), Box::new(Nobody)).unwrap();
    assert_eq!(heard(&again), told, "a match that is loaded tells the same");
}

#[test]
fn the_rules_behind_facts_are_no_part_of_the_record() {
    let (one, other) = (played::<Whispers<NONE>>(), played::<Whispers<OTHER_RULES>>());
    assert_eq!(one.to_text(), other.to_text());
    let told = |host: &dyn Hosted| heard(host).into_iter().flat_map(|(_, rules)| rules).collect::<Vec<_>>();
    let one = told(&Host::load(&one, Box::new(Nobody)).unwrap());
    let other = told(&Host::load(&other, Box::new(Nobody)).unwrap());
    assert_ne!(one, other, "and yet they are told");
}

#[test]
fn nobody_works_out_rules_or_recaps_that_nobody_hears() {
    played::<Whispers<RULES_PANIC>>();
    let setup = Setup::of(&["Ann", "Bo"]);
    let mut quick = Match::<Whispers<RULES_PANIC>>::forgetful(setup, Origin::Seeded { seed: 1 }).unwrap();
    quick.run(&mut bots::Random::new(Key::from_seed("bot", 1)), &mut ());
    assert!(quick.outcome().is_some());
}

/// What is found of a game whose players took the first option each time, broken off here and there.
fn broken_off<R: Rules<Setup = Setup>>(change: impl Fn(&mut Record<R>)) -> String {
    let mut record = played::<R>();
    change(&mut record);
    (0..40).find_map(|seed| waits_for_somebody(&record, seed).err()).unwrap_or_default()
}

#[test]
fn a_game_that_waits_for_somebody_without_an_answer_is_found() {
    assert_eq!(broken_off::<Whispers<NONE>>(|_| {}), "");
    let found = broken_off::<Whispers<SAMPLE_IS_NO_OPTION>>(|_| {});
    assert!(found.contains("has no answer to Bid"), "{found}");
}

#[test]
fn a_game_that_cannot_be_taken_up_where_it_was_broken_off_is_found() {
    let found = broken_off::<Whispers<NONE>>(|record| record.entries.swap(0, 3));
    assert!(found.contains("broken off at entry"), "{found}");
}

#[test]
fn views_of_a_leaky_game_still_fold() {
    assert_eq!(complaint(views_fold::<Whispers<VIEW_SHOWS_SECRET>>), "");
}
