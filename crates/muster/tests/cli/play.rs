//! Playing in the terminal, through a pipe.

use super::*;

/// Somebody who takes the first option, whatever is asked.
fn first_options(count: usize) -> String {
    "1\n".repeat(count)
}

#[test]
fn a_game_against_a_bot_can_be_played_to_its_end_by_numbers() {
    let folder = folder("to-the-end");
    let run =
        muster_in(&folder, &["play", "--game", "duel", "--seed", "5", "--save", "game.muster"], &first_options(200));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let said = |text: &str| assert!(run.out.contains(text), "{text}: {}", run.out);
    said("Red (you) against Blue (bot, random)");
    said("The dice come from seed 5.");
    said("Red> 1\n");
    assert!(run.out.contains(" wins") || run.out.contains("draw"), "{}", run.out);
    assert!(!run.out.contains('\x1b'), "no colours through a pipe");
    let checked = muster_in(&folder, &["replay", "--verify", "game.muster"], "");
    assert_eq!(checked.code, 0, "{}", checked.out);
    assert!(checked.out.starts_with("ok  game.muster: "), "{}", checked.out);
    assert!(checked.out.contains("(all match their key)"), "{}", checked.out);
    assert!(checked.out.ends_with("1 passed, 0 failed\n"), "{}", checked.out);
}

#[test]
fn dice_from_a_secret_are_promised_first_and_can_be_checked_afterwards() {
    let folder = folder("committed");
    let arguments = ["play", "--game", "duel", "--contribute", "red hen", "--save", "game.muster"];
    let run = muster_in(&folder, &arguments, &first_options(200));
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let (_, after) = run.out.split_once("fingerprint is\n  ").unwrap();
    let promise = &after[..64];
    let (_, end) = run.out.split_once("The secret of the dice was\n  ").unwrap();
    let secret = &end[..64];
    assert!(end.contains(promise) && end.contains("muster replay --verify game.muster"), "{end}");
    let record = fs::read_to_string(folder.join("game.muster")).unwrap();
    assert!(record.contains(secret) && record.contains(promise) && record.contains("red hen"));
    assert_eq!(muster_in(&folder, &["replay", "--verify", "game.muster"], "").code, 0);
}

#[test]
fn a_match_that_was_left_and_resumed_is_the_same_as_one_played_through() {
    let folder = folder("resumed");
    let seats = "Ann=me,Ben=me";
    let through = ["play", "--game", "duel", "--seats", seats, "--seed", "9", "--save", "through.muster"];
    assert_eq!(muster_in(&folder, &through, &first_options(300)).code, 0);
    let left = muster_in(&folder, &["play", "--game", "duel", "--seats", seats, "--seed", "9"], &first_options(9));
    assert_eq!(left.code, 0, "{}", left.err);
    let file = "muster-duel-unfinished.muster";
    assert!(left.out.contains(&format!("muster play --resume {file} --seats me,me")), "{}", left.out);
    let resumed = muster_in(&folder, &["play", "--resume", file, "--seats", "me,me"], &first_options(300));
    assert_eq!(resumed.code, 0, "{}{}", resumed.out, resumed.err);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read(file), read("through.muster"));
    let wrong = muster_in(&folder, &["play", "--resume", file, "--seats", "me,me,me"], "");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("this match has 2 seats (Ann, Ben), not 3"), "{}", wrong.err);
}

#[test]
fn an_unfinished_match_never_overwrites_another() {
    let folder = folder("unfinished");
    for _ in 0..2 {
        assert_eq!(muster_in(&folder, &["play", "--game", "duel", "--seed", "1"], "1\n").code, 0);
    }
    assert!(folder.join("muster-duel-unfinished.muster").exists());
    assert!(folder.join("muster-duel-unfinished-2.muster").exists());
}

#[test]
fn two_people_at_a_screen_are_told_apart_and_keep_their_secrets() {
    let folder = folder("hot-seat");
    let run = muster_in(&folder, &["play", "--game", "duel", "--seats", "me,me", "--seed", "1"], "1\n2\n/quit\n\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let (red, rest) = run.out.split_once("──── Blue ────").unwrap();
    let (blue, red_again) = rest.split_once("──── Red ────").unwrap();
    assert!(red.contains("──── Red ────"), "{red}");
    let chosen = red.lines().find(|line| line.trim_start().starts_with("1  ")).unwrap();
    let chosen = chosen.split_whitespace().nth(1).unwrap();
    let news = |text: &str| -> Vec<String> {
        let (before, _) = text.split_once("> ").unwrap();
        before.lines().filter(|line| line.contains("You follow")).map(str::to_owned).collect()
    };
    assert!(news(blue).is_empty(), "{blue}");
    assert!(news(red_again).iter().all(|line| line.contains(chosen)), "{red_again}");
    assert!(fs::read_dir(&folder).unwrap().next().is_none(), "whoever does not want it kept has nothing kept");
}

#[test]
fn what_cannot_be_read_gets_a_sentence_and_nothing_is_lost() {
    let folder = folder("bad-input");
    let typed = "\n99\nnonsense!\n/dance\n/rule no.such\n/why 9999\n/card Zzz\n/stand no-such\n/undo\n/log x\n/save\n\
                 /measure\n/threat area:1\n/try\n/try 99\n\u{fffd}\n/help\n/map\n/ask\n/orders\n1\n/undo\n1\n/save kept.muster\n/quit\n";
    let run = muster_in(&folder, &["play", "--game", "duel", "--seed", "2"], typed);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    for sentence in [
        "type a number from 1 to ",
        "there is no option 99",
        "column 1: ",
        "there is no command dance; help lists them",
        "there is no rule 'no.such'",
        "there is no event '9999'",
        "there is no unit or card 'Zzz'",
        "there is no standing order 'no-such'",
        "there is no answer here to take back",
        "type a file name after save",
        "type two things after measure",
        "area:1 is not a unit",
        "withdraw N",
        "Something was taken back",
        "the match is saved in kept.muster",
    ] {
        assert!(run.out.contains(sentence), "{sentence}: {}", run.out);
    }
    let checked = muster_in(&folder, &["replay", "--verify", "kept.muster"], "");
    assert!(checked.out.contains("1 taken back"), "{}", checked.out);
}

#[test]
fn standing_orders_in_force_are_listed_below_those_that_can_be_given_until_they_are_withdrawn() {
    let folder = folder("orders");
    let play = |typed: &str| muster_in(&folder, &["play", "--game", "duel", "--seed", "2"], typed);
    let offered = play("/orders\n/quit\n\n").out;
    let (_, offered) = offered.split_once("> /orders\n").unwrap_or_else(|| panic!("{offered}"));
    let id = offered.split_whitespace().next().unwrap();
    let run = play(&format!("/orders\n/stand {id}\n/orders\n/withdraw 1\n/orders\n/quit\n\n"));
    let listed: Vec<Vec<&str>> = run.out.split("> /orders\n").skip(1).map(|list| list.lines().collect()).collect();
    let [before, given, withdrawn] = listed.as_slice() else { panic!("{}", run.out) };
    let in_force = |list: &[&str]| {
        let heading = list.iter().position(|line| *line == "In force:")?;
        Some(list[heading + 1].trim().to_owned())
    };
    assert_eq!((in_force(before), in_force(withdrawn)), (None, None), "{}", run.out);
    let order = in_force(given).unwrap_or_else(|| panic!("{}", run.out));
    assert!(order.starts_with("1  Red: "), "{order}");
    // Every text begins in the same column.
    let columns = before.iter().filter(|line| line.starts_with("  ")).map(|line| {
        let id = line.trim_start().find("  ").unwrap_or_default();
        line.len() - line.trim_start()[id..].trim_start().len()
    });
    let columns: Vec<usize> = columns.take(3).collect();
    assert!(columns.len() == 3 && columns.iter().all(|column| *column == columns[0]), "{columns:?}: {}", run.out);
}

#[test]
fn the_rules_behind_an_event_and_a_rule_by_its_id_can_be_read_while_playing() {
    let folder = folder("why");
    let run = muster_in(&folder, &["play", "--game", "duel", "--seed", "2"], "1\n/why last\n/quit\n\n");
    let (_, after) = run.out.split_once("> /why last\n").unwrap_or_else(|| panic!("{}", run.out));
    let id = after.lines().next().unwrap().split_whitespace().last().unwrap();
    assert!(after.lines().nth(1).unwrap().starts_with(id), "{after}");
    let rule = muster_in(&folder, &["play", "--game", "duel", "--seed", "2"], &format!("/rule {id}\n/quit\n\n"));
    assert!(rule.out.contains(&format!("{id}  ")), "{}", rule.out);
}

#[test]
fn a_step_is_told_in_a_line_before_a_question_and_unfolds_on_request() {
    let folder = folder("recap");
    let play = |typed: &str| {
        let typed = format!("{}{typed}\n/quit\n\n", first_options(6));
        muster_in(&folder, &["play", "--game", "duel", "--seed", "2"], &typed).out
    };
    let told = play("/log 400");
    let (news, log) = told.split_once("> /log 400\n").unwrap_or_else(|| panic!("{told}"));
    let is_recap = |line: &&str| line.contains("The order of round 1 is ");
    let recap = news.lines().find(is_recap).unwrap_or_else(|| panic!("{news}"));
    let before_the_question = news.split("> 1\n").find(|part| part.contains(recap)).unwrap();
    assert!(!before_the_question.contains(" bids "), "what was summed up is not told besides: {news}");
    assert!(log.contains(" bids ") && log.lines().any(|line| line == recap), "{log}");
    let number = recap.split_whitespace().next().unwrap();
    let told = play(&format!("/why {number}"));
    let (_, unfolded) = told.split_once(&format!("> /why {number}\n")).unwrap_or_else(|| panic!("{told}"));
    let (first, last) = (unfolded.lines().next().unwrap(), unfolded.lines().find(is_recap));
    assert!(first.contains("Round 1 begins  "), "{unfolded}");
    assert_eq!(last, Some(recap));
}

#[test]
fn real_dice_are_typed_in_and_bad_ones_refused() {
    let folder = folder("typed");
    let run = muster_in(
        &folder,
        &["play", "--game", "duel", "--dice", "typed", "--save", "game.muster"],
        &first_options(300),
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("dice> 1\n") && run.out.contains(" rolls "), "{}", run.out);
    let checked = muster_in(&folder, &["replay", "--verify", "game.muster"], "");
    assert!(checked.out.contains("typed in"), "{}", checked.out);
    let typed = first_options(3) + "0\n7\nfour\n1 2 3 4 5 6 7\n\n";
    let bad = muster_in(&folder, &["play", "--game", "duel", "--dice", "typed"], &typed);
    assert!(bad.out.contains("cannot show") || bad.out.contains("type what the dice show"), "{}", bad.out);
    assert_eq!(bad.code, 0, "{}", bad.err);
}

#[test]
fn whoever_leaves_ends_the_game_or_lets_the_others_play_on() {
    let folder = folder("leaving");
    let run = muster_in(&folder, &["play", "--game", "duel", "--seed", "3", "--save", "game.muster"], "1\n/leave\n");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("wins"), "{}", run.out);
    assert_eq!(muster_in(&folder, &["replay", "--verify", "game.muster"], "").code, 0);
}

#[test]
fn bots_may_take_every_seat() {
    let run = muster(&["play", "--game", "duel", "--seats", "random,random,random", "--seed", "1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("wins") || run.out.contains("draw"), "{}", run.out);
}
