//! A match of Duel from outside: undo, consent, standing orders, leaving, adjusting, forks, dice, records.

use bots::Random;
use chance::{Contribution, Key, Secret, Source, Stream, Typed};
use duel::{Duel, Prompt};
use engine::{
    By, Entry, Fingerprint, Host, Hosted, Leaving, Match, Nobody, Order, Origin, Pending, Record, RecordError, Rules,
    Scope, verify,
};
use vocabulary::{Adjustment, Answer, Event, Kind, ModelId, Ref, Refusal, Seat, Setup, Viewer, Word, notation};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

fn new_match(seed: u64) -> Match<Duel> {
    Match::new(Setup::of(&["Red", "Blue"]), Origin::Seeded { seed }).unwrap()
}

fn answers(kind: Kind, text: &str) -> Answer {
    notation::read(text, kind).unwrap()
}

/// Gives the answer to whatever the seat is asked now, and plays on.
fn give(game: &mut Match<Duel>, seat: Seat, text: &str) -> Result<(), Refusal> {
    let Pending::Asks { ask, open, .. } = game.pending().clone() else {
        panic!("nothing is asked: {:?}", game.pending())
    };
    let (_, prompt) =
        open.iter().find(|(of, _)| *of == seat).unwrap_or_else(|| panic!("{seat:?} is not asked: {open:?}"));
    let kind = Duel::describe(game.state(), seat, prompt).form.kind();
    game.answer(ask, seat, answers(kind, text))?;
    game.run(&mut Nobody, &mut ());
    Ok(())
}

/// Plans and places, in the order in which they are asked for.
const PREPARATION: [(Seat, &str); 6] = [
    (RED, "hunter"),
    (BLUE, "keeper"),
    (RED, "model:0 @ (8, 2); model:1 @ (6, 2)"),
    (BLUE, "model:2 @ (10, 2)"),
    (BLUE, "model:3 @ (8, 14); model:4 @ (6, 14)"),
    (RED, "model:5 @ (10, 14)"),
];

/// A match in the first turn of the first round, Red to move, all bids made.
fn in_first_turn(seed: u64) -> Match<Duel> {
    let mut game = new_match(seed);
    game.run(&mut Nobody, &mut ());
    for (seat, text) in PREPARATION.into_iter().chain([(RED, "1"), (BLUE, "0")]) {
        give(&mut game, seat, text).unwrap();
    }
    game
}

fn prompt_of(game: &Match<Duel>) -> (Seat, Prompt) {
    match game.pending() {
        Pending::Asks { open, .. } => open[0].clone(),
        other => panic!("nothing is asked: {other:?}"),
    }
}

#[test]
fn an_answer_to_a_closed_ask_or_for_another_seat_changes_nothing() {
    let mut game = in_first_turn(1);
    let Pending::Asks { ask, .. } = *game.pending() else { panic!() };
    let before = game.record();
    let stay = answers(Kind::Move, "-");
    assert_eq!(game.answer(ask - 1, RED, stay.clone()).unwrap_err().rule.as_str(), "engine.stale");
    assert_eq!(game.answer(ask, BLUE, stay).unwrap_err().rule.as_str(), "engine.not-asked");
    assert_eq!(game.answer(ask, RED, Answer::Number(1)).unwrap_err().rule.as_str(), "duel.move.leader");
    assert_eq!(game.record(), before);
}

#[test]
fn an_own_answer_is_taken_back_freely_while_nothing_fell_was_shown_or_answered() {
    let mut game = in_first_turn(1);
    give(&mut game, RED, "model:0 > (8, 5)").unwrap();
    let to = game.last_answer_of(RED).unwrap();
    game.undo(to, &[RED]).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(prompt_of(&game), (RED, Prompt::March));
    give(&mut game, RED, "model:0 > (8, 4)").unwrap();
}

#[test]
fn taking_back_what_others_answered_or_saw_or_what_dice_fell_for_needs_consent() {
    let mut game = in_first_turn(1);
    let to = game.last_answer_of(RED).unwrap();
    let refusal = game.undo(to, &[RED]).unwrap_err();
    assert!(refusal.text.contains("another player answered"), "{refusal}");
    game.undo(to, &[BLUE, RED]).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(prompt_of(&game).1, Prompt::Bid);

    let mut game = in_first_turn(1);
    let to = game.last_answer_of(BLUE).unwrap();
    let refusal = game.undo(to, &[BLUE]).unwrap_err();
    assert!(refusal.text.contains("something hidden was shown"), "{refusal}");
}

#[test]
fn what_was_taken_back_can_be_brought_back_and_dice_are_never_thrown_twice() {
    let mut game = in_first_turn(1);
    let facts = game.record();
    let to = game.last_answer_of(RED).unwrap();
    game.undo(to, &[RED, BLUE]).unwrap();
    let undo = facts.entries.len() as u32;
    game.run(&mut Nobody, &mut ());
    game.undo(undo, &[RED, BLUE]).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(prompt_of(&game), (RED, Prompt::March));
    let dice = |game: &Match<Duel>| {
        let thrown = |entry: &Entry| if let Entry::Dice { first, .. } = entry { Some(*first) } else { None };
        game.history().entries().iter().filter_map(thrown).collect::<Vec<_>>()
    };
    assert!(dice(&game).is_sorted_by(|a, b| a < b));
    assert!(verify::<Duel>(&game.record().to_text()).is_ok());
}

fn order(word: &'static str, value: Option<i32>, scope: Scope) -> Order {
    Order { value, scope, ..Order::new(Word::new(word)) }
}

/// Red attacks Blue's Captain from close by; Blue is to react.
fn under_attack() -> Match<Duel> {
    let mut game = in_first_turn(3);
    let near = vec![Adjustment::Pose(ModelId(0), answers_pose("model:0 @ (8, 10)"))];
    game.adjust(near, &[RED, BLUE]).unwrap();
    game.run(&mut Nobody, &mut ());
    give(&mut game, RED, "-").unwrap();
    give(&mut game, RED, "model:3").unwrap();
    assert!(matches!(prompt_of(&game), (BLUE, Prompt::React { .. })), "{:?}", game.pending());
    game
}

fn answers_pose(text: &str) -> ground::Pose {
    match answers(Kind::Place, text) {
        Answer::Place(placed) => placed[0].1,
        _ => unreachable!(),
    }
}

#[test]
fn a_standing_order_answers_from_then_on_and_is_recorded() {
    let mut game = under_attack();
    game.stand(BLUE, order("never-react", None, Scope::Match), true).unwrap();
    game.run(&mut Nobody, &mut ());
    let by_order = |(_, entry): (u32, &Entry)| matches!(entry, Entry::Answer { by: By::Order, seat: BLUE, .. });
    assert_eq!(game.history().live().filter(|entry| by_order(*entry)).count(), 1);
    assert_eq!(game.orders().len(), 1);
    game.stand(BLUE, order("never-react", None, Scope::Match), false).unwrap();
    game.run(&mut Nobody, &mut ());
    assert!(game.orders().is_empty());
    assert_eq!(
        game.stand(BLUE, order("dance", None, Scope::Match), true).unwrap_err().rule.as_str(),
        "engine.standing"
    );
    assert!(verify::<Duel>(&game.record().to_text()).is_ok());
}

#[test]
fn a_standing_order_with_a_number_looks_at_the_attack() {
    for (least, braces) in [(1, true), (3, false)] {
        let mut game = under_attack();
        game.stand(BLUE, order("brace-captain", Some(least), Scope::Match), true).unwrap();
        game.run(&mut Nobody, &mut ());
        assert_eq!(matches!(prompt_of(&game), (RED, Prompt::Feint { .. })), braces, "{:?}", game.pending());
    }
}

#[test]
fn an_order_for_one_step_ends_with_it() {
    let mut game = under_attack();
    game.stand(RED, order("never-reroll", None, Scope::Step), true).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(game.orders().len(), 1);
    give(&mut game, BLUE, "-").unwrap();
    while !matches!(prompt_of(&game), (BLUE, Prompt::March)) {
        let (seat, prompt) = prompt_of(&game);
        let answer = Duel::absent(game.state(), seat, &prompt);
        give(&mut game, seat, &answer.to_string()).unwrap();
    }
    assert!(game.orders().is_empty());
}

#[test]
fn a_seat_that_leaves_is_answered_for_and_cannot_win() {
    let mut game = under_attack();
    game.leave(BLUE, Leaving::Conceded).unwrap();
    game.run(&mut Nobody, &mut ());
    let outcome = game.outcome().expect("a duel of one is over");
    assert_eq!(outcome.winners, [RED]);
    assert!(game.leave(RED, Leaving::Conceded).is_err());
    assert!(verify::<Duel>(&game.record().to_text()).unwrap().outcome.is_some());
}

#[test]
fn anyone_may_leave_at_any_time() {
    for seed in 0..200 {
        let setup = Setup::of(&["Ann", "Bo", "Cy", "Di"][..2 + seed as usize % 3]);
        let mut game = Match::<Duel>::new(setup, Origin::Seeded { seed }).unwrap();
        let mut stream = Stream::new(Key::from_seed("leaving", seed));
        loop {
            let (ask, seat, prompt) = match game.run(&mut Nobody, &mut ()) {
                Pending::Asks { ask, open, .. } => (*ask, open[0].0, open[0].1.clone()),
                Pending::Over(_) => break,
                other => panic!("seed {seed}: {other:?}"),
            };
            let seats = Duel::seats(game.setup());
            let leaver = Seat(stream.below(u32::from(seats)) as u8);
            if stream.below(12) == 0 && !game.is_gone(leaver) {
                game.leave(leaver, Leaving::Vanished).unwrap();
            } else {
                let answer = Duel::sample(game.state(), seat, &prompt, &mut stream);
                game.answer(ask, seat, answer).unwrap();
            }
        }
        let report = verify::<Duel>(&game.record().to_text()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(report.outcome.as_ref(), game.outcome());
    }
}

#[test]
fn the_position_is_adjusted_by_consent_of_all_and_between_steps_only() {
    let mut game = in_first_turn(1);
    let change = || vec![Adjustment::Counter(Ref::Seat(RED), Word::new("resolve"), 7)];
    assert!(game.adjust(change(), &[RED]).unwrap_err().text.contains("all players must agree"));
    game.adjust(change(), &[BLUE, RED]).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(prompt_of(&game), (RED, Prompt::March));
    give(&mut game, RED, "-").unwrap();
    let mut busy = in_first_turn_after_move();
    assert!(busy.adjust(change(), &[RED, BLUE]).unwrap_err().text.contains("under way"));
    let nonsense = vec![Adjustment::Gone(Ref::Model(ModelId(99)))];
    let before = game.record();
    assert!(in_first_turn(1).adjust(nonsense, &[RED, BLUE]).is_err());
    assert_eq!(game.record(), before);
    assert!(verify::<Duel>(&game.record().to_text()).is_ok());
}

/// Red has moved next to Blue's Captain and is asked whom to attack.
/// In the first turn, Red's Captain in reach of Blue's.
fn face_to_face() -> Match<Duel> {
    let mut game = in_first_turn(1);
    let near = vec![Adjustment::Pose(ModelId(0), answers_pose("model:0 @ (8, 10)"))];
    game.adjust(near, &[RED, BLUE]).unwrap();
    game.run(&mut Nobody, &mut ());
    game
}

fn in_first_turn_after_move() -> Match<Duel> {
    let mut game = face_to_face();
    give(&mut game, RED, "-").unwrap();
    assert_eq!(prompt_of(&game), (RED, Prompt::Target));
    game
}

#[test]
fn a_fork_plays_on_by_itself() {
    let game = in_first_turn(1);
    let before = game.record();
    for seed in 0..20 {
        let mut fork = game.fork(Source::Keyed(Stream::new(Key::from_seed("fork", seed))));
        fork.run(&mut Random::new(Key::from_seed("fork bot", seed)), &mut ());
        assert!(fork.outcome().is_some());
    }
    assert_eq!(game.record(), before);
}

#[test]
fn an_imagined_match_knows_neither_plans_nor_sealed_answers_of_others() {
    let mut sealed = new_match(1);
    sealed.run(&mut Nobody, &mut ());
    give(&mut sealed, BLUE, "hunter").unwrap();
    let mut stream = Stream::new(Key::from_seed("imagine", 1));
    let mut plans = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let dice = || Source::Keyed(Stream::new(Key::from_seed("imagined dice", seed)));
        // Blue's sealed plan is forgotten: Blue is asked again.
        let imagined = sealed.imagine(RED, &mut stream, dice()).expect("the first step can be imagined too");
        let Pending::Asks { open, .. } = imagined.pending() else { panic!() };
        assert_eq!(open.len(), 2);
        let imagined =
            in_first_turn(1).imagine(RED, &mut stream, dice()).expect("a turn can be imagined from its start");
        let view = Duel::view(imagined.state(), Viewer::Seat(BLUE));
        plans.insert(view.seats[1].marks[0].term);
        assert_eq!(
            Duel::view(imagined.state(), Viewer::Seat(RED)),
            Duel::view(in_first_turn(1).state(), Viewer::Seat(RED))
        );
    }
    assert_eq!(plans.len(), 3, "all plans are thought possible");
}

#[test]
fn dice_that_people_throw_are_waited_for_and_checked() {
    let mut game = Match::<Duel>::new(Setup::of(&["Red", "Blue"]), Origin::Typed).unwrap();
    game.run(&mut Nobody, &mut ());
    for (seat, text) in PREPARATION {
        give(&mut game, seat, text).unwrap();
    }
    assert!(matches!(game.pending(), Pending::Dice(roll) if roll.dice.len() == 1), "{:?}", game.pending());
    assert_eq!(game.enter_dice(&[1, 2]).unwrap_err().text, "1 die is rolled here, not 2");
    assert_eq!(game.enter_dice(&[7]).unwrap_err().text, "D6 cannot show 7");
    game.enter_dice(&[6]).unwrap();
    game.run(&mut Nobody, &mut ());
    game.enter_dice(&[2]).unwrap();
    game.run(&mut Nobody, &mut ());
    assert_eq!(prompt_of(&game).1, Prompt::Bid);
    assert!(!verify::<Duel>(&game.record().to_text()).unwrap().dice_checked);
}

fn committed(secret: Secret) -> Match<Duel> {
    let contributions = ["Ann's salt", "Bo's pepper"].map(|text| Contribution::new(text).unwrap()).into();
    let mut game = Match::<Duel>::new(Setup::of(&["Ann", "Bo"]), Origin::committed(secret, contributions)).unwrap();
    game.run(&mut Random::new(Key::from_seed("bot", 1)), &mut ());
    game
}

#[test]
fn every_die_of_a_finished_match_follows_from_the_promised_secret() {
    let record = committed(Secret([7; 32])).record();
    assert!(verify::<Duel>(&record.to_text()).unwrap().dice_checked);

    let Origin::Committed { commitment, contributions, .. } = record.origin.clone() else { panic!() };
    let other = Record::<Duel> {
        origin: Origin::Committed { commitment, contributions: contributions.clone(), secret: Some(Secret([8; 32])) },
        ..record.clone()
    };
    assert!(matches!(verify::<Duel>(&other.to_text()), Err(RecordError::Dice(_))));

    let hidden = Record::<Duel> { origin: Origin::Committed { commitment, contributions, secret: None }, ..record };
    assert!(!verify::<Duel>(&hidden.to_text()).unwrap().dice_checked);
}

/// A finished game and its record.
fn finished(seed: u64) -> Record<Duel> {
    let mut game = new_match(seed);
    game.run(&mut Random::new(Key::from_seed("bot", seed)), &mut ());
    game.record()
}

/// Changes a record, seals it again, and expects it to be found out.
fn check_found(seed: u64, change: impl Fn(&mut Record<Duel>)) {
    let mut record = finished(seed);
    let before = record.clone();
    change(&mut record);
    assert_ne!(record, before, "seed {seed}: nothing was changed");
    assert!(verify::<Duel>(&record.to_text()).is_err(), "seed {seed}: {:?}", verify::<Duel>(&record.to_text()));
}

#[test]
fn a_wrong_hash_of_facts_is_found_although_it_is_sealed() {
    for seed in 0..20 {
        check_found(seed, |record| {
            let at = record.entries.iter().position(|entry| matches!(entry, Entry::Checkpoint { .. })).unwrap();
            record.entries[at] = Entry::Checkpoint { facts: Fingerprint(1) };
        });
        check_found(seed, |record| match record.entries.last_mut() {
            Some(Entry::Over { facts, .. }) => facts.0 ^= 1,
            other => panic!("{other:?}"),
        });
        check_found(seed, |record| match record.entries.last_mut() {
            Some(Entry::Over { outcome, .. }) => outcome.scores[0] += 1,
            other => panic!("{other:?}"),
        });
    }
}

#[test]
fn every_dropped_doubled_or_swapped_entry_is_found_although_it_is_sealed() {
    for seed in 0..10 {
        for at in 0..finished(seed).entries.len() {
            check_found(seed, |record| {
                record.entries.remove(at);
            });
            check_found(seed, |record| {
                let entry = record.entries[at].clone();
                record.entries.insert(at, entry);
            });
            if finished(seed).entries.get(at + 1).is_some_and(|next| *next != finished(seed).entries[at]) {
                let both_answer_at_once = |record: &Record<Duel>| {
                    let asked = |entry: &Entry| if let Entry::Answer { ask, .. } = entry { Some(*ask) } else { None };
                    asked(&record.entries[at]).is_some() && asked(&record.entries[at]) == asked(&record.entries[at + 1])
                };
                // Seats that are asked at once may answer in any order.
                if !both_answer_at_once(&finished(seed)) {
                    check_found(seed, |record| record.entries.swap(at, at + 1));
                }
            }
        }
    }
}

#[test]
fn an_answer_from_the_wrong_seat_is_found_although_it_is_sealed() {
    for seed in 0..10 {
        let answers = finished(seed).entries.iter().filter(|entry| matches!(entry, Entry::Answer { .. })).count();
        for nth in 0..answers {
            check_found(seed, |record| {
                let mut all = record.entries.iter_mut().filter(|entry| matches!(entry, Entry::Answer { .. }));
                if let Some(Entry::Answer { seat, .. }) = all.nth(nth) {
                    *seat = Seat(1 - seat.0);
                }
            });
        }
    }
}

#[test]
fn every_other_die_is_found_although_it_is_sealed() {
    for seed in 0..10 {
        let rolls = finished(seed).entries.iter().filter(|entry| matches!(entry, Entry::Dice { .. })).count();
        for nth in 0..rolls {
            check_found(seed, |record| {
                let mut all = record.entries.iter_mut().filter(|entry| matches!(entry, Entry::Dice { .. }));
                if let Some(Entry::Dice { shown, .. }) = all.nth(nth) {
                    shown.0[0].side = (shown.0[0].side + 1) % shown.0[0].sides;
                }
            });
        }
    }
}

#[test]
fn a_hosted_match_shows_everything_anew_after_an_undo() {
    let mut host = Host::new(in_first_turn(1), Box::new(Nobody));
    let ask = host.waiting(Viewer::Seat(RED)).asks[0].clone();
    host.answer(ask.id, RED, answers(Kind::Move, "model:0 > (8, 5)")).unwrap();
    let heard = host.events_since(Viewer::Seat(BLUE), 0).len() as u32;
    host.undo(host.last_answer_of(RED).unwrap(), &[RED]).unwrap();
    let news = host.events_since(Viewer::Seat(BLUE), heard);
    assert!(matches!(news[0].changes[..], [vocabulary::Change::Whole(_)]), "{news:?}");
    assert_eq!(host.waiting(Viewer::Spectator).seats, [RED]);
    assert!(host.waiting(Viewer::Seat(BLUE)).asks.is_empty());
}

/// What a viewer heard of what steps came to: the first event that is summed up, the number of the recap, and its words.
fn recaps(host: &dyn Hosted, viewer: Viewer) -> Vec<(u32, u32, String)> {
    let events = host.events_since(viewer, 0).iter();
    let recap = |event: &Event| Some((event.since?, event.n, event.text.clone()?.sentence));
    events.filter_map(recap).collect()
}

fn answer(host: &mut Host<Duel>, seat: Seat, kind: Kind, text: &str) {
    let ask = host.waiting(Viewer::Seat(seat)).asks[0].id;
    host.answer(ask, seat, answers(kind, text)).unwrap();
}

fn number_heard(host: &Host<Duel>, viewer: Viewer) -> u32 {
    host.events_since(viewer, 0).len() as u32
}

const EVERYBODY: [Viewer; 3] = [Viewer::Seat(RED), Viewer::Seat(BLUE), Viewer::Spectator];

#[test]
fn what_a_step_came_to_sums_up_what_each_viewer_heard_in_it() {
    let mut host = Host::new(face_to_face(), Box::new(Nobody));
    let start = EVERYBODY.map(|viewer| number_heard(&host, viewer));
    answer(&mut host, RED, Kind::Move, "model:0 > (8, 11)");
    for viewer in EVERYBODY {
        assert_eq!(recaps(&host, viewer), [], "the turn is not over");
    }
    answer(&mut host, RED, Kind::Choose, "-");
    let turn = EVERYBODY.map(|viewer| number_heard(&host, viewer));
    for (viewer, (start, end)) in EVERYBODY.into_iter().zip(start.into_iter().zip(turn)) {
        assert_eq!(recaps(&host, viewer), [(start, end - 1, "Red moves.".to_owned())]);
    }
    answer(&mut host, BLUE, Kind::Move, "model:3 > (8, 13)");
    answer(&mut host, BLUE, Kind::Choose, "-");
    for (viewer, start) in EVERYBODY.into_iter().zip(turn) {
        let told = recaps(&host, viewer);
        assert_eq!((told[1].0, told[1].2.as_str()), (start, "Blue moves."), "{told:?}");
    }
}

#[test]
fn a_step_in_which_something_was_taken_back_is_summed_up_once_and_as_a_whole() {
    let mut host = Host::new(face_to_face(), Box::new(Nobody));
    let start = number_heard(&host, Viewer::Seat(BLUE));
    answer(&mut host, RED, Kind::Move, "model:0 > (8, 11)");
    host.undo(host.last_answer_of(RED).unwrap(), &[RED]).unwrap();
    answer(&mut host, RED, Kind::Move, "-");
    answer(&mut host, RED, Kind::Choose, "-");
    let end = number_heard(&host, Viewer::Seat(BLUE)) - 1;
    assert_eq!(recaps(&host, Viewer::Seat(BLUE)), [(start, end, "Red stays put.".to_owned())]);
}

#[test]
fn what_was_heard_of_a_step_that_was_taken_back_comes_to_that() {
    let mut host = Host::new(face_to_face(), Box::new(Nobody));
    let before = host.last_answer_of(BLUE);
    answer(&mut host, RED, Kind::Move, "model:0 > (8, 11)");
    let taken_back = host.last_answer_of(RED).unwrap();
    answer(&mut host, RED, Kind::Choose, "-");
    let turn = number_heard(&host, Viewer::Spectator);
    answer(&mut host, BLUE, Kind::Move, "model:3 > (8, 13)");
    let undone = number_heard(&host, Viewer::Spectator);
    host.undo(taken_back, &[RED, BLUE]).unwrap();
    assert_eq!(host.last_answer_of(BLUE), before);
    answer(&mut host, RED, Kind::Move, "model:0 > (8, 9)");
    answer(&mut host, RED, Kind::Choose, "-");
    let told = recaps(&host, Viewer::Spectator);
    let whole = "Something was taken back".to_owned();
    let end = number_heard(&host, Viewer::Spectator) - 1;
    assert_eq!(told[1..], [(turn, undone, whole), (undone + 1, end, "Red moves.".to_owned())]);
}

#[test]
fn a_match_that_is_resumed_or_loaded_sums_up_the_same() {
    let host = Host::new(new_match(1), Box::new(Random::new(Key::from_seed("bot", 1))));
    let record = host.game().record();
    let kept = EVERYBODY.map(|viewer| recaps(&host, viewer));
    assert!(kept.iter().all(|recaps| recaps.len() > 4), "{kept:?}");
    let resumed = Host::resume(&record, Box::new(Nobody)).unwrap();
    let loaded = Host::load(&record, Box::new(Nobody)).unwrap();
    for (viewer, kept) in EVERYBODY.into_iter().zip(kept) {
        assert_eq!(recaps(&resumed, viewer), kept);
        assert_eq!(recaps(&loaded, viewer), kept);
    }
}

#[test]
fn dice_typed_in_for_a_match_with_a_key_are_refused() {
    let mut game = in_first_turn(1);
    assert_eq!(game.enter_dice(&[3]).unwrap_err().rule.as_str(), "engine.dice");
    let typed = Source::Typed(Typed::new());
    let mut fork = game.fork(typed);
    fork.run(&mut Random::new(Key::from_seed("bot", 1)), &mut ());
    assert!(matches!(fork.pending(), Pending::Dice(_)), "{:?}", fork.pending());
}

#[test]
fn after_a_change_by_consent_every_viewer_hears_the_step_anew() {
    let mut host = Host::new(in_first_turn(1), Box::new(Nobody));
    let heard = host.events_since(Viewer::Spectator, 0).len() as u32;
    let to_bidding = vec![Adjustment::Moment { round: 1, phase: Word::new("bidding") }];
    host.adjust(to_bidding, &[RED, BLUE]).unwrap();
    let news: Vec<String> = host
        .events_since(Viewer::Spectator, heard)
        .iter()
        .filter_map(|event| event.text.clone())
        .map(|text| text.sentence)
        .collect();
    assert_eq!(news[..2], ["Agreed: the game goes to round 1", "Round 2 begins"], "{news:?}");
    answer(&mut host, RED, Kind::Number, "0");
    answer(&mut host, BLUE, Kind::Number, "0");
    let told = recaps(&host, Viewer::Spectator);
    assert_eq!((told[0].0, told[0].2.as_str()), (heard, "The order of round 2 is Red, Blue."), "{told:?}");
    let mut folded = host.view(Viewer::Spectator);
    for event in host.events_since(Viewer::Spectator, 0) {
        event.changes.iter().cloned().for_each(|change| folded.fold(change));
    }
    assert_eq!(folded, host.view(Viewer::Spectator));
}

#[test]
fn the_odds_of_an_attack_are_shown_before_it_is_declared() {
    let host = Host::new(in_first_turn_after_move(), Box::new(Nobody));
    let ask = host.waiting(Viewer::Seat(RED)).asks[0].clone();
    let proof = host.preview(ask.id, RED, &answers(Kind::Choose, "model:3")).unwrap();
    assert_eq!(proof.text.sentence, "1 die against Blue's Captain, each hits on 3+");
    assert!(proof.text.rules.iter().any(|rule| rule.as_str() == "duel.attack.captain"), "{proof:?}");
    let [roll] = proof.rolls.as_slice() else { panic!("{:?}", proof.rolls) };
    assert_eq!((roll.dice.len(), roll.need, roll.modifiers[0].by), (1, Some(3), -1));
    let odds = proof.odds.expect("an attack has odds");
    assert!(odds.exact);
    assert_eq!(odds.series[0].values, [0, 1]);
    assert!((odds.series[0].p[1] - 4.0 / 6.0).abs() < 1e-12, "{odds:?}");
}

#[test]
fn what_costs_resolve_is_refused_to_whoever_has_none() {
    let game = under_attack();
    let (_, react) = prompt_of(&game);
    let dodge = answers(Kind::Choose, "dodge");
    assert_eq!(Duel::check(game.state(), BLUE, &react, &dodge), Ok(()));
    let mut broke = in_first_turn(1);
    let nothing = vec![Adjustment::Counter(Ref::Seat(BLUE), Word::new("resolve"), 0)];
    broke.adjust(nothing, &[RED, BLUE]).unwrap();
    broke.run(&mut Nobody, &mut ());
    let refusal = Duel::check(broke.state(), BLUE, &react, &dodge).unwrap_err();
    assert_eq!(refusal.rule.as_str(), "duel.react.dodge");
    assert_eq!(refusal.mend.as_deref(), Some(&Answer::none()));
    assert_eq!(Duel::check(broke.state(), BLUE, &react, &Answer::none()), Ok(()));
}

#[test]
fn no_model_is_put_off_the_field_or_onto_another_by_consent() {
    for (place, sentence) in [
        ("model:0 @ (16, 8)", "Red's Captain would stand over the edge of the field"),
        ("model:0 @ (8, 14)", "Red's Captain would stand on Blue's Captain, by 1.57 in"),
    ] {
        let change = vec![Adjustment::Pose(ModelId(0), answers_pose(place))];
        let refusal = in_first_turn(1).adjust(change, &[RED, BLUE]).unwrap_err();
        assert!(refusal.text.contains(sentence), "{refusal}");
    }
}
