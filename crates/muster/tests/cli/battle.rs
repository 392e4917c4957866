//! A battle of the first game in the terminal, through a pipe: from set-up to its end.

use super::*;

/// Plays with this seed and these lines typed.
fn play(folder: &Path, save: &str, typed: &str) -> Run {
    muster_in(folder, &["play", "--seed", "3", "--save", save], typed)
}

/// The lines of what was said after a command was typed, up to the next prompt.
fn said<'a>(run: &'a Run, command: &str) -> &'a str {
    let (_, after) = run.out.split_once(&format!("Storm Front> {command}\n")).unwrap_or_else(|| panic!("{}", run.out));
    after.split_once("Storm Front> ").map_or(after, |(said, _)| said)
}

#[test]
fn a_battle_is_played_from_start_to_end_by_taking_the_first_suggestion() {
    let folder = folder("battle");
    let run = play(&folder, "game.muster", &"1\n".repeat(500));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("Storm Front (you) against Hearth Line (bot, simple)"), "{}", run.out);
    assert!(run.out.contains(" wins") || run.out.contains("draw"), "{}", run.out);
    assert!(!run.out.contains("no: "), "a suggestion was refused: {}", run.out);
    assert!(!run.out.contains('\x1b'), "no colours through a pipe");
    let longest = run.out.lines().filter(|line| line.contains('│')).map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}");
    let checked = muster_in(&folder, &["replay", "--verify", "game.muster"], "");
    assert_eq!(checked.code, 0, "{}", checked.out);
}

#[test]
fn news_of_a_battle_are_short() {
    let folder = folder("battle-news");
    let run = play(&folder, "game.muster", &"1\n".repeat(500));
    let mut news = 0;
    for line in run.out.lines() {
        let number = line.split_whitespace().next().is_some_and(|word| word.parse::<u32>().is_ok());
        // An event: its number stands in four columns, with two spaces after it.
        let event = number && line.len() > 6 && line.get(4..6) == Some("  ") && !line.starts_with("   1  ");
        news = if event { news + 1 } else { 0 };
        assert!(news <= 24, "{}", run.out);
    }
    assert!(run.out.contains(" move "), "models that move together are one line: {}", run.out);
    assert!(run.out.contains("✓"), "dice stand beside what came of them: {}", run.out);
}

#[test]
fn units_and_cards_can_be_looked_at() {
    let folder = folder("battle-looks");
    let run = play(&folder, "game.muster", "1\nunits\ncard A\nunit b\n/card Old\nwhy\nmore\nmap\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let units = said(&run, "units");
    let letters: Vec<&str> = units.lines().filter_map(|line| line.strip_prefix(' ')?.get(..1)).collect();
    assert!(letters.starts_with(&["A", "B", "C"]) && letters.contains(&"g"), "{units}");
    assert!(units.contains(" 7 in") && units.contains("6/6"), "{units}");
    let card = said(&run, "card A");
    assert!(card.starts_with("A ") && card.contains("\n  A1 ") && card.contains(" of Storm Front  "), "{card}");
    assert!(card.contains(" in") && card.contains("costs"), "{card}");
    assert!(said(&run, "unit b").starts_with("B "), "{}", run.out);
    assert!(said(&run, "/card Old").contains("there is no unit or card 'Old'"), "{}", run.out);
    assert!(said(&run, "map").contains("(1)") && said(&run, "map").contains("│"), "{}", run.out);
}

/// What is typed to get into the first Round: the battlefield, a zone, and every unit where it is suggested.
fn set_up() -> String {
    "1\n".repeat(13)
}

#[test]
fn an_answer_is_tried_typed_refused_and_taken_back() {
    let folder = folder("battle-typed");
    let offered = play(&folder, "offered.muster", &(set_up() + "B\nquit\n"));
    let offered = said(&offered, "B").split_once("options: ").map(|(_, options)| options.to_owned());
    let number = offered.as_deref().and_then(|options| options.split(' ').next()).expect("B can do something");
    let typed = set_up() + number + "\nB > (1, 1)\nB > 1\ntry 1\nmeasure B g\nsight B g\nreach B1\nlog 3\nundo\nquit\n";
    let run = play(&folder, "game.muster", &typed);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(said(&run, "B > (1, 1)").starts_with("no: "), "{}", run.out);
    let unreadable = said(&run, "B > 1");
    assert!(unreadable.starts_with("                 ^\ncolumn 5: expected '('"), "{unreadable}");
    assert!(said(&run, "try 1").contains("this is allowed"), "{}", run.out);
    assert!(said(&run, "measure B g").contains(" apart ("), "{}", run.out);
    assert!(said(&run, "sight B g").contains("see"), "{}", run.out);
    assert!(said(&run, "reach B1").contains("***"), "{}", run.out);
    assert_eq!(said(&run, "log 3").lines().count(), 3, "{}", run.out);
    assert!(said(&run, "undo").contains("Something was taken back"), "{}", run.out);
}

#[test]
fn a_battle_that_was_saved_and_resumed_is_the_same_as_one_played_through() {
    let folder = folder("battle-resumed");
    let begin = |save: &str, answers: usize| {
        let arguments = ["play", "--seed", "3", "--seats", "me,me", "--save", save];
        muster_in(&folder, &arguments, &"1\n".repeat(answers))
    };
    let through = begin("through.muster", 60);
    assert_eq!(through.code, 0, "{}", through.err);
    assert_eq!(begin("parts.muster", 40).code, 0);
    let go_on = ["play", "--resume", "parts.muster", "--seats", "me,me"];
    let resumed = muster_in(&folder, &go_on, &"1\n".repeat(20));
    assert_eq!(resumed.code, 0, "{}{}", resumed.out, resumed.err);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("parts.muster"), read("through.muster"));
}
