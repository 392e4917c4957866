//! A record is shrunk to a short scenario that shows the same.

use bots::Levels;
use duel::{Duel, Fact, State};
use engine::{Game, Record, Ruleset, Watch};
use trial::scenario::Scenario;
use trial::shrink::{shrink, to_scenario};
use vocabulary::{FieldChoice, RuleId, Setup, Value, Word};

static DUEL: Game<Duel, Levels> = Game::new();

/// Whether a Captain was struck down.
#[derive(Default)]
struct CaptainDown(bool);

impl Watch<Duel> for CaptainDown {
    fn told(&mut self, _: &State, fact: &Fact, _: &[RuleId]) {
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

/// A battle's armies and battlefield are written out, or named where they are ready.
#[test]
fn a_battle_of_archives_of_tomorrow_is_written_as_a_scenario_that_holds() {
    static AOT: Game<aot::Aot, bots::Tacticians> = Game::new();
    let ready = AOT.manual().armies;
    let mut setup = Setup::of(&["Red", "Blue"]);
    setup.settings.insert("end.round-limit".to_owned(), Value::Number(1));
    setup.players[1].army = Some(ready[3].list.clone());
    let fields = AOT.manual().fields;
    let choices = [None, Some(FieldChoice::Seed(3)), Some(FieldChoice::Text(fields[1].file.clone()))];
    for (field, line) in choices.into_iter().zip(["field: seed 1", "field: seed 3", "field: drill-ground"]) {
        setup.field = field;
        let played = AOT.play_out(&setup, 5, &[Word::new("simple"); 2], true).unwrap();
        let record: Record<aot::Aot> = Record::from_text(&played.record.unwrap()).unwrap();
        let scenario = to_scenario(&record, "A Round", &[]).unwrap();
        let text = scenario.to_string();
        assert_eq!(Scenario::parse(&text), Ok(scenario.clone()));
        assert!(text.contains(line) && text.contains(&format!("army: Blue {}\n", ready[3].id)), "{text}");
        scenario.run(&AOT).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    }
    let mut mine = ready[0].list.clone();
    mine.name = "Mine".to_owned();
    setup.players[0].army = Some(mine);
    let played = AOT.play_out(&setup, 5, &[Word::new("simple"); 2], true).unwrap();
    let record: Record<aot::Aot> = Record::from_text(&played.record.unwrap()).unwrap();
    let text = to_scenario(&record, "A Round", &[]).unwrap().to_string();
    assert!(text.contains("army: Red\n  name = \"Mine\"\n"), "{text}");
    Scenario::parse(&text).unwrap().run(&AOT).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
}

#[test]
fn what_the_record_does_not_show_is_not_found() {
    let record = games().find(|record| !a_captain_is_struck_down(record)).unwrap();
    assert_eq!(shrink(&record, a_captain_is_struck_down), None);
}
