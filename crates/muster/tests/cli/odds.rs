//! `muster odds`: by numbers and by cards, for people and for programs.

use super::*;

/// Words of games stand in the middle of a line here, never by themselves: the command line knows none of them.
fn odds(line: &str) -> Run {
    let words: Vec<&str> = line.split_whitespace().collect();
    muster(&[&["odds"], words.as_slice()].concat())
}

const NUMBERS: &str = "--game aot --attacks 20 --power 7 --defense 6 --resist 5 --damage 2 --models 10 --health 2";

fn figures(run: &Run) -> (Vec<f64>, Vec<f64>, f64, f64) {
    assert_eq!(run.code, 0, "{}", run.err);
    let told = json(run);
    let mut named = keys(&told);
    named.sort_unstable();
    assert_eq!(named.join(" "), "damage destroyed mean_models_lost models_lost");
    let row = |value: &Value| value.as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect::<Vec<_>>();
    let rows: Vec<Vec<f64>> = told.as_object().unwrap().values().filter(|value| value.is_array()).map(row).collect();
    // A unit loses fewer models than points.
    let (lost, points) = if rows[0].len() < rows[1].len() { (0, 1) } else { (1, 0) };
    let number = |key: &str| told[key].as_f64().unwrap();
    (rows[lost].clone(), rows[points].clone(), number("destroyed"), number("mean_models_lost"))
}

#[test]
fn programs_get_every_chance_and_what_follows_from_them() {
    let run = odds(&format!("{NUMBERS} --trait burst --json"));
    assert!(run.out.starts_with("{\"models_lost\":[") && run.out.ends_with("}\n"), "{}", run.out);
    let (lost, points, destroyed, mean) = figures(&run);
    assert_eq!((lost.len(), points.len()), (11, 21));
    for row in [&lost, &points] {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{row:?}");
    }
    assert!((lost[10] - destroyed).abs() < 1e-12);
    // 20 attacks hit on 3+, and once more on a 6; two thirds are not resisted, and each destroys a model of two.
    let each = 20.0 * (4.0 + 1.0) / 6.0 * 4.0 / 6.0;
    assert!(mean > 9.0 && mean < each, "{mean} of {each}");
    let all: f64 = (0..).zip(&lost).map(|(n, p)| f64::from(n) * p).sum();
    assert!((all - mean).abs() < 1e-9);
}

#[test]
fn one_attack_is_told_to_the_last_digit() {
    let run = odds("--attacks 1 --power 7 --defense 6 --resist 5 --models 1 --json");
    let (lost, points, destroyed, mean) = figures(&run);
    let p = 4.0 / 6.0 * 4.0 / 6.0;
    for told in [lost[1], points[1], destroyed, mean] {
        assert!((told - p).abs() < 1e-12, "{told}");
    }
}

#[test]
fn people_get_a_table_with_bars_and_rules() {
    let run = odds(NUMBERS);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in ["20 attacks against 10 models", "each hits on 3+", "aot.", "models lost", "██", " %", "on average"]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
}

#[test]
fn cards_say_what_numbers_would() {
    let by_cards = odds("--attacker exiles/roughnecks:6 --target exiles/roughnecks:6 --json");
    let by_numbers =
        odds("--attacks 6 --power 7 --damage 2 --trait ruinous --defense 6 --resist 5 --health 2 --models 6 --json");
    assert_eq!(by_cards.code, 0, "{}", by_cards.err);
    assert_eq!(by_cards.out, by_numbers.out);
    let fighting = odds("--attacker exiles/roughnecks:6 --target exiles/roughnecks:6 --manner fighting");
    assert!(
        fighting.code == 0 && fighting.out.contains("6 Roughnecks against 6 Roughnecks"),
        "{}{}",
        fighting.out,
        fighting.err
    );
    let one = odds("--attacker exiles/roughnecks:6 --target exiles/roughnecks:6 --weapon seismo");
    assert!(one.out.contains("Seismo: 6 dice"), "{}", one.out);
}

#[test]
fn settings_and_packs_count() {
    let rolled = odds(&format!("{NUMBERS} --trait burst --set edition=1 --set burst.extra-attack=roll --json"));
    let automatic = odds(&format!("{NUMBERS} --trait burst --set edition=1 --json"));
    let (mean_rolled, mean_automatic) = (figures(&rolled).3, figures(&automatic).3);
    assert!(mean_rolled < mean_automatic, "{mean_rolled} {mean_automatic}");
    let folder = folder("odds-pack");
    fs::write(folder.join("mine.toml"), muster(&["pack", "new", "Salt Wardens"]).out).unwrap();
    let line = "odds --pack mine.toml --attacker salt-wardens/borers:4 --target salt-wardens/snouts --json";
    let run = muster_in(&folder, &line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(figures(&run).0.len(), 6, "as many as a unit has at least: {}", run.err);
}

#[test]
fn all_that_is_wrong_is_named_at_once() {
    let run = odds("--attacks 0 --power 7 --defense 6 --resist 9 --models 0 --trait bursty --cover=perhaps");
    assert_eq!(run.code, 2, "{}", run.out);
    for sentence in [
        "attacks takes a number from 1 to 200, not '0'",
        "resist takes a number from 2 to 6, not '9'",
        "models takes a number from 1 to 50, not '0'",
        "not 'bursty'",
        "cover takes on or off, not 'perhaps'",
    ] {
        assert!(run.err.contains(sentence), "{sentence}: {}", run.err);
    }
    let run = odds("--power 7 --target exiles/nobody:0 --resist 5 --weapon Spoon");
    assert_eq!(run.code, 2, "{}", run.out);
    for sentence in [
        "attacks is missing; give a number",
        "a weapon is named, but no card",
        "resist comes from the card",
        "no card 'nobody'",
    ] {
        assert!(run.err.contains(sentence), "{sentence}: {}", run.err);
    }
    for (line, sentence) in [
        (
            "--attacker exiles --target exiles/roughnecks:6",
            "'exiles' names no models of a card; write faction/card:models",
        ),
        (
            "--attacker nobody/roughnecks:6 --target exiles/roughnecks:6",
            "there is no faction called 'nobody'; there are",
        ),
        (
            "--attacker exiles/roughnecks:0 --target exiles/roughnecks:51",
            "0 models of Roughnecks; there may be 1 to 50",
        ),
        ("--attacker exiles/roughnecks:6 --target exiles/roughnecks:6 --weapon Spoon", "Seismo"),
        ("--attacks 99999999999 --power 7 --defense 6 --resist 5 --models 1", "not '99999999999'"),
        ("--attacks 1 --power 7 --defense 6 --resist 5 --models 1 --unseen", "weapon can attack what nobody sees"),
    ] {
        let run = odds(line);
        assert!(run.code == 2 && run.err.contains(sentence), "{line}: {}", run.err);
    }
}

#[test]
fn a_game_lists_its_values_and_one_without_says_so() {
    let run = odds("--help --game aot");
    assert_eq!(run.code, 0);
    for part in
        ["--attacks <N>", "The attackers", "a number from 1 to 200", "--attacker <FACTION/CARD:MODELS>", "Examples:"]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    check_refused(&["odds", "--game", "chess"], 2, "there is no game called 'chess'");
    check_refused(&["odds", "--game", "aot", "--luck", "7"], 2, "unexpected argument '--luck'");
    let games = muster(&["odds", "--game", "duel", "--dice", "3"]);
    assert_eq!(games.code, 2);
    assert!(
        games.err.contains("the odds of duel attacks cannot be worked out without a match; they can for aot"),
        "{}",
        games.err
    );
}

#[test]
fn the_largest_attack_is_told_like_any_other() {
    let run = odds(
        "--attacks 200 --power 9 --defense 1 --resist 6 --damage 12 --models 50 --health 30 --resilient 4 --trait burst --json",
    );
    let (lost, points, ..) = figures(&run);
    assert_eq!((lost.len(), points.len()), (51, 1_501));
}
