use std::fs;
use std::process::Command;

use super::super::list::Genre;
use super::*;
use crate::messages::Place;

/// A mutant by the text around it, the part of that which is replaced, and what it is replaced with.
fn mutant(code: &str, genre: Genre, [around, part, replacement]: [&str; 3]) -> Mutant {
    let around_at = code.find(around).unwrap_or_else(|| panic!("{around}"));
    let start = around_at + around.find(part).unwrap_or_else(|| panic!("{part}"));
    Mutant {
        name: format!("{part} in {around} becomes {replacement}"),
        file: "a.rs".to_owned(),
        function: String::new(),
        genre,
        range: start..start + part.len(),
        replacement: replacement.to_owned(),
    }
}

fn rendered(code: &str, mutants: &[Mutant]) -> Rendered {
    let mutants: Vec<(u32, &Mutant)> = numbered(mutants).collect();
    let places = places::find(code, &mutants, false).unwrap();
    let mut rendered = Rendered::default();
    rendered.source(code, 0..code.len(), &places.rewrites);
    rendered
}

fn check(code: &str, changes: &[(Genre, [&str; 3])], expected: &str) {
    let mutants: Vec<Mutant> = changes.iter().map(|(genre, change)| mutant(code, *genre, *change)).collect();
    let text = rendered(code, &mutants).text.replace("crate::chosen_mutant::", "");
    assert_eq!(text, expected);
}

#[test]
fn a_value_is_returned_before_anything_else() {
    check(
        "fn f() -> u8 { let a = 1; a }",
        &[(Genre::FnValue, ["let a = 1; a", "let a = 1; a", "0"]), (Genre::FnValue, ["let a = 1; a", "let", "1"])],
        "fn f() -> u8 { (match one_of(&[1, 2]) { 0 => {}, 1 => return 0, 2 => return 1, _ => unreachable!() }); \
         let a = 1; a }",
    );
}

#[test]
fn operands_are_written_once() {
    check(
        "fn f() { g(a < b) }",
        &[(Genre::BinaryOperator, ["a < b", "<", "=="]), (Genre::BinaryOperator, ["a < b", "<", ">"])],
        "fn f() { g((match (&(a), &(b)) { (mutant_left, mutant_right) => (match one_of(&[1, 2]) { \
         0 => *mutant_left < *mutant_right, 1 => *mutant_left == *mutant_right, 2 => *mutant_left > *mutant_right, \
         _ => unreachable!() }) })) }",
    );
    check(
        "fn f() { a && b || c }",
        &[(Genre::BinaryOperator, ["a && b", "&&", "||"]), (Genre::BinaryOperator, ["|| c", "||", "&&"])],
        "fn f() { ({ let mutant_left: bool = ({ let mutant_left: bool = a; if mutant_left != is(1) { b } else { \
         mutant_left } }); if mutant_left == is(2) { c } else { mutant_left } }) }",
    );
}

#[test]
fn a_chain_that_binds_names_has_no_other_operator() {
    let code = "fn f() { if a && b && let Some(c) = d && c { } }";
    let operators = ["a &&", "b &&", "d &&"].map(|around| mutant(code, Genre::BinaryOperator, [around, "&&", "||"]));
    let places = places::find(code, &numbered(&operators).collect::<Vec<_>>(), false).unwrap();
    assert_eq!(places.hopeless, [2, 3].into());
    assert_eq!(places.rewrites.len(), 1);
}

#[test]
fn functions_that_are_const_are_so_no_more_unless_they_must_be() {
    let code = "const fn f() -> u8 { 2 } const fn g() {}";
    check(
        code,
        &[(Genre::FnValue, ["2", "2", "0"])],
        " fn f() -> u8 { (match one_of(&[1]) { 0 => {}, 1 => return 0, _ => unreachable!() }); 2 } const fn g() {}",
    );
    let value = mutant(code, Genre::FnValue, ["2", "2", "0"]);
    assert!(places::find(code, &[(1, &value)], true).unwrap().rewrites.is_empty());
}

/// Every kind of mutant, with what the program prints when it is chosen.
const PROGRAM: &str = r#"
#[derive(Debug, Default)]
struct Point { x: i32, y: i32 }
fn less(a: i32, b: i32) -> bool { a < b }
fn both(a: bool, b: bool) -> bool { a && !b }
fn sum(mut a: i32) -> i32 { a += 2; -a * 3 }
fn kind(n: i32) -> &'static str { match n { 1 => "one", n if n > 5 => "many", _ => "some" } }
fn count() -> impl Iterator<Item = u8> { [7, 8].into_iter() }
fn idle() -> u8 { 4 }
const fn ten() -> u8 { 10 }
fn fixed() -> Point { Point { x: 7, ..Default::default() } }
fn moved(from: Point) -> Point { let x = 3; Point { x, ..from } }
fn main() {
    println!(
        "{} {} {} {} {} {} {} {:?} {} {} {}", less(1, 1), less(2, 1), both(true, true), both(false, true), sum(4),
        kind(1), kind(2), count().collect::<Vec<_>>(), ten(), fixed().x, moved(Point { x: 5, y: 1 }).x,
    );
}
"#;

#[test]
fn a_mutant_that_is_chosen_is_as_one_that_is_written() {
    use Genre::{BinaryOperator, FnValue, MatchArm, MatchArmGuard, StructField, UnaryOperator};
    let plain = "false false false false -18 one some [7, 8] 10 7 3";
    let with = |at: usize, word: &str| {
        let mut words: Vec<&str> = plain.replace(", ", ",").leak().split(' ').collect();
        words[at] = word;
        words.join(" ").replace(',', ", ")
    };
    let cases = [
        (BinaryOperator, ["a < b", "<", "=="], with(0, "true")),
        (BinaryOperator, ["a < b", "<", "<="], with(0, "true")),
        (BinaryOperator, ["a < b", "<", ">"], with(1, "true")),
        (BinaryOperator, ["a && !b", "&&", "||"], with(2, "true")),
        (UnaryOperator, ["!b", "!", ""], with(2, "true")),
        (BinaryOperator, ["a += 2", "+=", "-="], with(4, "-6")),
        (BinaryOperator, ["a += 2", "+=", "*="], with(4, "-24")),
        (UnaryOperator, ["-a * 3", "-", ""], with(4, "18")),
        (BinaryOperator, ["-a * 3", "*", "+"], with(4, "-3")),
        (BinaryOperator, ["-a * 3", "*", "/"], with(4, "-2")),
        (MatchArm, ["1 => \"one\",", "1 => \"one\",", ""], with(5, "some")),
        (MatchArmGuard, ["if n > 5", "n > 5", "true"], with(6, "many")),
        (MatchArmGuard, ["if n > 5", "n > 5", "false"], plain.to_owned()),
        (BinaryOperator, ["n > 5", ">", "<"], with(6, "many")),
        (FnValue, ["[7, 8].into_iter()", "[7, 8].into_iter()", "::std::iter::empty()"], with(7, "[]")),
        (FnValue, ["[7, 8].into_iter()", "[7, 8].into_iter()", "::std::iter::once(1)"], with(7, "[1]")),
        (FnValue, ["{ 10 }", "10", "0"], with(8, "0")),
        (StructField, ["x: 7,", "x: 7,", ""], with(9, "0")),
        (StructField, ["x, ..from", "x,", ""], with(10, "5")),
        (FnValue, ["{ 4 }", "4", "0"], plain.to_owned()),
    ];
    let mutants: Vec<Mutant> = cases.iter().map(|(genre, change, _)| mutant(PROGRAM, *genre, *change)).collect();
    let text = format!("{}\nmod chosen_mutant {{\n{}}}\n", rendered(PROGRAM, &mutants).text, chosen(mutants.len()));

    let folder = std::env::temp_dir().join(format!("muster-schemata-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [code, program, reached] = ["a.rs", "program", "reached"].map(|name| folder.join(name));
    fs::write(&code, &text).unwrap();
    let mut build = Command::new("rustc");
    build.args(["--edition=2024", "--cap-lints=allow", "-o"]).arg(&program).arg(&code);
    assert!(build.status().unwrap().success(), "{text}");
    let print = |name: &str, value: &str| {
        let output = Command::new(&program).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(print("MUTANT", "0"), plain);
    for (number, (_, change, expected)) in (1..).zip(&cases) {
        assert_eq!(print("MUTANT", &i32::to_string(&number)), *expected, "{change:?}");
    }
    assert_eq!(print("MUTANTS_REACHED", &reached.display().to_string()), plain);
    // All but the last are reached, and noted once.
    assert_eq!(fs::read(&reached).unwrap().len(), 4 * (cases.len() - 1));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_error_is_blamed_on_the_mutant_whose_text_is_wrong_or_on_all_that_share_the_node() {
    let code = "fn f() { g(a + b) }";
    let mutants = ["-", "*"].map(|with| mutant(code, Genre::BinaryOperator, ["a + b", "+", with]));
    let rendered = rendered(code, &mutants);
    let at = |part: &str| rendered.text.find(part).map(|at| at..at + part.len()).unwrap();
    let [second, node, outside] = [at("mutant_left * mutant_right"), at("(a, b)"), at("g(")];
    let schemata = Schemata { files: [("a.rs".to_owned(), rendered)].into() };
    let learnt = |range: Range<usize>, main: bool| {
        let mut left_out = LeftOut::default();
        let places = vec![Place { file: "a.rs".to_owned(), range, main }];
        assert!(schemata.learn(&[Message { text: String::new(), places }], &mut left_out));
        (left_out.unviable, left_out.alone, left_out.keep_const)
    };
    assert_eq!(learnt(second.clone(), true), ([2].into(), [].into(), false));
    assert_eq!(learnt(second, false), ([].into(), [2].into(), false));
    assert_eq!(learnt(node, true), ([].into(), [1, 2].into(), false));
    assert_eq!(learnt(outside, true), ([].into(), [].into(), true));
}
