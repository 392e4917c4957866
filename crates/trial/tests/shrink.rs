//! A record is shrunk to a short scenario that shows the same.

use bots::Levels;
use duel::{Duel, Fact, State};
use engine::{Game, Record, Ruleset, Watch};
use trial::scenario::Scenario;
use trial::shrink::{shrink, to_scenario};
use vocabulary::{RuleId, Setup, Word};

static DUEL: Game<Duel, Levels> = Game::new();

/// Whether a Captain was struck down.
#[derive(Default)]
struct CaptainDown(bool);

impl Watch<Duel> for CaptainDown {
    fn told(&mut self, _: &State, fact: &Fact) {
        // A band is three models, the Captain first.
        self.0 |= matches!(fact, Fact::StruckDown { model, .. } if model.0 % 3 == 0);
    }
}

fn a_captain_is_struck_down(record: &Record<Duel>) -> bool {
    let mut watch = CaptainDown::default();
    record.play(&mut watch).is_ok() && watch.0
}

fn games() -> impl Iterator<Item = Record<Duel>> {
    (0..).map(|seed| {
        let levels = [Word::new("random"); 3];
        let played = DUEL.play_out(&Setup::of(&["Red", "Blue", "Green"]), seed, &levels, true).unwrap();
        Record::from_text(&played.record.unwrap()).unwrap()
    })
}

#[test]
fn a_game_in_which_a_captain_falls_shrinks_to_a_short_scenario() {
    let record = games().find(a_captain_is_struck_down).unwrap();
    let whole = to_scenario(&record, "Everything", &[]).unwrap();
    let small = shrink(&record, a_captain_is_struck_down).unwrap();
    let proves = [RuleId::of("duel.damage.struck-down")];
    let scenario = to_scenario(&small, "A Captain is struck down", &proves).unwrap();
    assert_eq!(Scenario::parse(&scenario.to_string()), Ok(scenario.clone()));
    assert!(a_captain_is_struck_down(&small));
    assert!(scenario.play.len() * 3 < whole.play.len() * 2, "{} of {}", scenario.play.len(), whole.play.len());
    for scenario in [scenario, whole] {
        if let Err(errors) = scenario.run(&DUEL) {
            panic!("{errors:?}\n{scenario}");
        }
    }
}

#[test]
fn what_the_record_does_not_show_is_not_found() {
    let record = games().find(|record| !a_captain_is_struck_down(record)).unwrap();
    assert_eq!(shrink(&record, a_captain_is_struck_down), None);
}
