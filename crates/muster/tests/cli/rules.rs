//! Scenarios and rulebooks.

use super::*;

#[test]
fn scenarios_are_run_and_counted_and_faults_have_a_place() {
    let folder = folder("scenarios");
    fs::write(folder.join("broken.scenario"), "scenario: nothing\ngame: duel\nwhat is this\n").unwrap();
    let run = muster_in(&folder, &["scenario", "broken.scenario"], "");
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().last(), Some("0 passed, 1 failed"), "{}", run.out);
    assert!(run.out.contains("\nbroken.scenario:3:1: "), "{}", run.out);
    let run = muster_in(&folder, &["scenario", "--json", "broken.scenario", "nowhere"], "");
    let lines = json(&run);
    assert_eq!((run.code, lines.as_array().unwrap().len()), (1, 2));
    assert!(lines[0]["errors"][0].is_string() && lines[0]["ok"] == false, "{lines}");
}

#[test]
fn the_scenarios_of_the_project_pass() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let run = muster(&["scenario", scenarios.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.ends_with(" passed, 0 failed\n"), "{}", run.out);
}

#[test]
fn rulebooks_are_listed_looked_up_and_searched() {
    let books = json(&muster(&["rules", "--json"]));
    let ids: Vec<&str> = books.as_array().unwrap().iter().map(|book| book["book"].as_str().unwrap()).collect();
    assert_eq!(ids, ["duel", "aot", "firefight", "last-edition"]);
    assert!(muster(&["rules"]).out.contains("The Last Edition"));

    let found = json(&muster(&["rules", "--json", "--game", "aot", "distance"]));
    let first = found[0]["id"].as_str().unwrap();
    assert!(first.starts_with("aot."), "{first}");
    let rule = muster(&["rules", first]);
    assert!(rule.out.starts_with(first), "{}", rule.out);
    assert_eq!(json(&muster(&["rules", "--json", first]))["id"], first);
    let other_book = muster(&["rules", "--game", "duel", first]);
    assert_eq!(other_book.code, 1, "{}", other_book.out);

    let nothing = muster(&["rules", "xyzzy"]);
    assert_eq!((nothing.code, nothing.err.as_str()), (1, "error: no rule mentions 'xyzzy'\n"));
}

#[test]
fn a_ruling_shows_its_knob_with_default_and_options() {
    let found = json(&muster(&["rules", "--json", "--game", "last-edition", "ruling"]));
    let with_knob = found.as_array().unwrap().iter().find(|entry| entry["options"].is_array()).unwrap();
    let run = muster(&["rules", with_knob["id"].as_str().unwrap()]);
    let knob = format!("setting {}: ", with_knob["knob"].as_str().unwrap());
    assert!(run.out.contains(&knob) && run.out.contains("default "), "{}", run.out);
}

#[test]
fn coverage_is_counted_for_each_rulebook_in_this_form() {
    let books = json(&muster(&["rules", "--coverage", "--json"]));
    for book in books.as_array().unwrap() {
        let mut found = keys(book);
        found.sort_unstable();
        assert_eq!(found, ["book", "carried_out", "exercised", "open", "options", "proven", "rules"]);
        let options = &book["options"];
        assert!(options["idle"].as_array().unwrap().len() as u64 <= options["all"].as_u64().unwrap(), "{options}");
        let count = |name: &str| book[name].as_u64().unwrap();
        assert!(count("carried_out") <= count("rules") && count("exercised") <= count("rules"), "{book}");
        assert!(book["open"].as_array().unwrap().len() as u64 <= count("rules"));
    }
    let duel = json(&muster(&["rules", "--coverage", "--game", "duel", "--json"]));
    assert_eq!(duel.as_array().unwrap().len(), 1);
    assert!(duel[0]["carried_out"].as_u64() > Some(0), "{duel}");
    let open = duel[0]["open"].as_array().unwrap().len() + duel[0]["options"]["idle"].as_array().unwrap().len();
    let checked = muster(&["rules", "--coverage", "--check", "--game", "duel"]);
    assert_eq!(checked.code, i32::from(open > 0), "{}{}", checked.out, checked.err);
}
