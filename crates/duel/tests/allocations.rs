//! An ask that is answered at once allocates nothing, so that simulations spend their time on rules.
//!
//! What is counted is a whole game. A game that keeps no history allocates for its outcome and nothing else, so all games
//! allocate alike, however long they are. One that keeps its history also grows some lists, by doubling. Were there an
//! allocation for each ask, each fact or each roll, a game would make dozens.

use std::collections::BTreeSet;

use bots::Random;
use chance::Key;
use duel::Duel;
use engine::{By, Entry, Match, Origin, Players, Situation};
use vocabulary::{Answer, Setup, Value};

/// A game that keeps no history makes no more allocations than this.
const MOST_FORGETFUL: u64 = 8;
/// A game that keeps one makes no more than this.
const MOST: u64 = 20;

/// Players who know their answers, the last one first.
struct Known(Vec<Answer>);

impl Players<Duel> for Known {
    fn answer(&mut self, _: &Situation<'_, Duel>) -> Option<Answer> {
        self.0.pop()
    }

    fn may_pause(&self) -> bool {
        false
    }
}

fn setup(seats: usize, rounds: i32) -> Setup {
    let mut setup = Setup::of(&["Red", "Blue", "Green", "White"][..seats]);
    setup.settings.insert("end.rounds".to_owned(), Value::Number(rounds));
    setup
}

/// What the players of a game answered, the last one first.
fn answers(setup: &Setup, origin: &Origin, seed: u64) -> Vec<Answer> {
    let mut game = Match::<Duel>::new(setup.clone(), origin.clone()).unwrap();
    game.run(&mut Random::new(Key::from_seed("allocations", seed)), &mut ());
    let own = |entry: &Entry| match entry {
        Entry::Answer { gives, by: By::Player, .. } => Some(gives.clone()),
        _ => None,
    };
    game.history().entries().iter().rev().filter_map(own).collect()
}

/// How often a game allocates from its first ask to its end.
fn count(mut game: Match<Duel>, answers: Vec<Answer>) -> u64 {
    let mut players = Known(answers);
    let counted = allocation_counter::measure(|| {
        game.run(&mut players, &mut ());
    });
    assert!(game.outcome().is_some());
    counted.count_total
}

#[test]
fn however_many_asks_a_game_has_it_allocates_only_a_few_times() {
    let (mut decisions, mut without_history) = (Vec::new(), BTreeSet::new());
    for (seats, rounds) in [(2, 1), (2, 5), (3, 3), (4, 1), (4, 5)] {
        let setup = setup(seats, rounds);
        for seed in 0..20 {
            let origin = Origin::Seeded { seed };
            let answers = answers(&setup, &origin, seed);
            decisions.push(answers.len());
            let kept = count(Match::new(setup.clone(), origin.clone()).unwrap(), answers.clone());
            let forgetful = count(Match::forgetful(setup.clone(), origin).unwrap(), answers);
            let game = format!("{seats} seats, {rounds} rounds, seed {seed}");
            assert!(kept <= MOST, "{game}: {kept} allocations");
            assert!(forgetful <= MOST_FORGETFUL, "{game}: {forgetful} allocations without a history");
            without_history.insert(forgetful);
        }
    }
    assert_eq!(without_history.len(), 1, "games allocate {without_history:?} times without a history");
    // That would say little about games that were all alike.
    assert!(decisions.iter().min() < Some(&15) && decisions.iter().max() > Some(&60), "{decisions:?}");
}
