//! Whole battles of bots.

use bots::{Random, Simple};
use chance::Key;
use engine::{Match, Origin, Pending, Players, Rules, Situation};
use last_edition::LastEdition;
use vocabulary::{Answer, Outcome, Seat, Setup};

/// A bot for each seat: one of them may play with a plan.
struct Table {
    simple: Option<Seat>,
    one: Simple,
    other: Random,
}

impl Players<LastEdition> for Table {
    fn answer(&mut self, situation: &Situation<'_, LastEdition>) -> Option<Answer> {
        match self.simple {
            Some(seat) if seat == situation.seat() => self.one.answer(situation),
            _ => self.other.answer(situation),
        }
    }

    fn may_pause(&self) -> bool {
        false
    }
}

fn play(seed: u64, simple: Option<Seat>) -> Outcome {
    let setup = LastEdition::prepare(&Setup::of(&["Ann", "Bo"])).unwrap();
    let mut battle = Match::<LastEdition>::forgetful(setup, Origin::Seeded { seed }).unwrap();
    let key = Key::from_seed("bots", seed);
    let mut table = Table { simple, one: Simple::new(key), other: Random::new(key) };
    match battle.run(&mut table, &mut ()) {
        Pending::Over(outcome) => outcome.clone(),
        other => panic!("{seed}: {other:?}"),
    }
}

#[test]
fn whoever_plays_without_a_plan_comes_to_an_end_as_well() {
    for seed in 0..8 {
        let outcome = play(seed, None);
        assert!((1..=2).contains(&outcome.winners.len()), "{seed}: {outcome:?}");
    }
}

#[test]
fn whoever_has_a_plan_beats_whoever_has_none() {
    let wins = |seed: &u64| {
        let seat = Seat((seed % 2) as u8);
        play(*seed, Some(seat)).winners == [seat]
    };
    let won = (0..20).filter(wins).count();
    assert!(won >= 19, "{won} of 20");
}
