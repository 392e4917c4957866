use ground::{Length, Outline, Point, Region};
use vocabulary::{
    Battlefield, CardId, Model, ModelId, Moment, Omit, Place, Ref, RuleId, Seat, SeatView, Settings, Share, Suggestion,
    Term, Unit, UnitId, Word,
};

use super::*;

fn seat(id: u8, name: &str) -> SeatView {
    let (counters, pool, hidden, marks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    SeatView { id: Seat(id), name: name.to_owned(), counters, pool, hidden, marks, gone: false }
}

/// Red has model 0, Blue has model 1.
fn view() -> View {
    let unit = |id: u16| Unit {
        id: UnitId(id),
        seat: Seat(id as u8),
        card: CardId(0),
        name: format!("Unit {id}"),
        place: Place::OnField,
        leader: None,
        counters: Vec::new(),
        marks: Vec::new(),
    };
    let model = |id: u16| Model {
        id: ModelId(id),
        unit: Some(UnitId(id)),
        name: format!("Model {id}"),
        pose: None,
        outline: Outline::disc(Point::default(), Length::mm(16)),
        weapons: Vec::new(),
        counters: Vec::new(),
        marks: Vec::new(),
    };
    View {
        game: Word::new("game"),
        settings: Settings::new(),
        seats: vec![seat(0, "Red"), seat(1, "Blue")],
        moment: Moment { round: 1, of: None, phase: Vec::new(), active: None, order: Vec::new(), outcome: None },
        field: Battlefield { size: Point::inches(16, 16) },
        areas: Vec::new(),
        units: vec![unit(0), unit(1)],
        models: vec![model(0), model(1)],
        cards: Vec::new(),
    }
}

fn ask(form: Form) -> Ask {
    Ask {
        id: 3,
        seat: Seat(0),
        text: "What now?".to_owned(),
        why: RuleId::of("game.ask"),
        about: Vec::new(),
        form,
        sealed: false,
        secret: false,
        suggestions: Vec::new(),
        proposal: None,
        pass: None,
    }
}

fn options(labels: &[&'static str]) -> Vec<Choice> {
    labels.iter().map(|label| Choice::new(Token::word(label), label.to_uppercase())).collect()
}

fn some(labels: &[&'static str], min: u16, max: u16) -> Form {
    Form::Choose { options: options(labels), min, max, ordered: false, budget: None, groups: Vec::new() }
}

fn glossary() -> Glossary {
    let (id, label, text) = (Word::new("wall"), "Wall".to_owned(), String::new());
    Glossary::from(vec![Term::new(id, &label, &text, "W")])
}

/// Checks what typing something answers, or the sentence it gets.
fn check(ask: &Ask, typed: &str, expected: &str) {
    let view = view();
    let glossary = glossary();
    let read = Menu::new(ask, &view, &glossary).read(typed);
    let read = read.map_or_else(|unreadable| format!("? {}", unreadable.0), |answer| answer.to_string());
    assert_eq!(read, expected, "{typed}");
}

fn shown(ask: &Ask) -> String {
    let view = view();
    anstream::adapter::strip_str(&Menu::new(ask, &view, &glossary()).show(&|_| None)).to_string()
}

#[test]
fn a_number_picks_an_option_and_a_word_or_a_label_does_too() {
    let ask = ask(Form::one(options(&["hop", "skip"])));
    check(&ask, "2", "skip");
    check(&ask, " 02 ", "skip");
    check(&ask, "skip", "skip");
    check(&ask, "Skip", "skip");
    check(&ask, "3", "? there is no option 3; type a number from 1 to 2");
    check(&ask, "0", "? there is no option 0; type a number from 1 to 2");
    check(&ask, "", "? type a number from 1 to 2");
    check(&ask, "99999999999999999999", "? there is no option 99999999999999999999; type a number from 1 to 2");
}

#[test]
fn several_numbers_choose_several_and_a_whole_answer_stands_alone() {
    let mut ask = ask(some(&["a", "b", "c"], 0, 3));
    ask.pass = Some(Answer::none());
    check(&ask, "1 3", "a c");
    check(&ask, "3,1", "c a");
    check(&ask, "-", "-");
    check(&ask, "4", "-");
    check(&ask, "p", "-");
    check(&ask, "1 4", "? option 4, pass, is a whole answer; type it by itself");
}

#[test]
fn a_number_is_the_answer_where_a_number_is_asked_for() {
    let mut ask = ask(Form::Number { min: 0, max: 5, step: 1 });
    let label = "all of it".to_owned();
    ask.suggestions.push(Suggestion { label, answer: Answer::Number(5), odds: None });
    ask.pass = Some(Answer::Number(0));
    check(&ask, "3", "3");
    check(&ask, "5", "5");
    check(&ask, "p", "0");
    check(&ask, "three", "? column 1: expected a number; type a number from 0 to 5");
    assert!(shown(&ask).contains("   5  all of it\n   0  pass\n"), "{}", shown(&ask));
}

#[test]
fn suggestions_come_first_and_the_rest_is_counted() {
    let mut ask = ask(Form::one(options(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"])));
    ask.suggestions.push(Suggestion { label: "J".to_owned(), answer: Answer::word(Word::new("j")), odds: None });
    check(&ask, "1", "j");
    check(&ask, "2", "a");
    check(&ask, "11", "k");
    let shown = shown(&ask);
    assert!(
        shown.contains("   1  J\n   2  A\n") && shown.contains("   8  G\n      … 3 more options: more\n"),
        "{shown}"
    );
    let (view, glossary) = (view(), glossary());
    let more = Menu::new(&ask, &view, &glossary).more(&|_| Some("good".to_owned()));
    assert!(anstream::adapter::strip_str(&more).to_string().starts_with("   9  H  good\n  10  I  good\n"), "{more}");
}

#[test]
fn an_option_of_a_unit_can_be_typed_by_its_letter_and_a_word() {
    let about = |word: &'static str, label: &str| {
        Choice::new(Token::About(Word::new(word), Ref::Unit(UnitId(0))), format!("Unit 0: {label}"))
    };
    let mut rest = about("rest", "Rest");
    rest.refused = Some(Box::new(Refusal::new("game.rest", "nobody rests here")));
    let ask = ask(Form::one(vec![about("walk-and-wave", "Walk & Wave"), about("walk-and-call", "Call"), rest]));
    check(&ask, "A wave", "walk-and-wave@unit:0");
    check(&ask, "a call", "walk-and-call@unit:0");
    check(&ask, "A", "? A has these options: 1 Walk & Wave, 2 Call");
    let hint = "type a number from 1 to 2, or something like A wave";
    check(&ask, "A rest", &format!("? there is no such option for A: nobody rests here; {hint}"));
    check(&ask, "walk-and-wave@A", "walk-and-wave@unit:0");
}

#[test]
fn labels_of_the_map_stand_for_models_and_columns_are_those_of_what_was_typed() {
    let movers =
        Form::Move { movers: Vec::new(), followers: vec![ModelId(0)], limits: Vec::new(), omit: Omit::Anybody };
    check(&ask(movers.clone()), "A > (3, 4); b @ (5, 6)", "model:0 > (3 in, 4 in); model:1 @ (5 in, 6 in)");
    check(&ask(movers), "A (3, 4)", "? column 3: expected '>'; type something like A @ (10, 8)");
    let over = vec![Share { of: Ref::Model(ModelId(0)), min: 0, max: 2 }];
    check(&ask(Form::Spread { amount: 2, over, ordered: false }), "A=2", "model:0=2");
    check(&ask(Form::one(options(&["a"]))), "a", "a");
    check(&ask(Form::one(vec![Choice::new(Token::Ref(Ref::Unit(UnitId(1))), "Unit 1")])), "B", "unit:1");
    check(&ask(Form::one(vec![Choice::new(Token::Ref(Ref::Model(ModelId(1))), "Model 1")])), "B", "model:1");
}

/// Checks what typing something answers in the position of the examples.
fn check_group(ask: &Ask, typed: &str, expected: &str) {
    let (view, glossary) = (crate::example::view(), glossary());
    let read = Menu::new(ask, &view, &glossary).read(typed);
    let read = read.map_or_else(|unreadable| format!("? {}", unreadable.0), |answer| answer.to_string());
    assert_eq!(read, expected, "{typed}");
}

fn mover(id: u16) -> vocabulary::Mover {
    vocabulary::Mover { model: ModelId(id), allowance: Length::inches(6), start: None, tolls: Vec::new() }
}

#[test]
fn a_letter_moves_a_whole_unit_and_keeps_its_formation() {
    let movers = (0..3).map(mover).collect();
    let ask = ask(Form::Move { movers, followers: Vec::new(), limits: Vec::new(), omit: Omit::Anybody });
    // They stand side by side from left to right and go to the right: the last one first.
    let expected = "model:2 > (8 in, 5 in); model:1 > (6 in, 5 in); model:0 > (4 in, 5 in)";
    check_group(&ask, "A > (6, 5)", expected);
    check_group(&ask, "A1 > (6, 5)", "model:1 > (6 in, 5 in)");
    let wrong = "? column 5: expected '('; type something like A > (6, 4)";
    check_group(&ask, "A > 6, 5", wrong);
}

#[test]
fn a_suggested_move_says_where_it_ends() {
    let movers = (0..3).map(mover).collect();
    let mut ask = ask(Form::Move { movers, followers: Vec::new(), limits: Vec::new(), omit: Omit::Anybody });
    let answer = vocabulary::notation::read("model:0 > (4, 5); model:1 > (6, 5)", vocabulary::Kind::Move).unwrap();
    ask.suggestions.push(Suggestion { label: "there".to_owned(), answer, odds: None });
    let (view, glossary) = (crate::example::view(), glossary());
    let shown = Menu::new(&ask, &view, &glossary).show(&|_| None);
    let shown = anstream::adapter::strip_str(&shown).to_string();
    assert!(shown.contains("   1  there  2 of 3 to about (5, 5)\n"), "{shown}");
}

#[test]
fn a_letter_puts_a_whole_unit_down_in_ranks() {
    let models = vec![ModelId(4), ModelId(5)];
    let within = Region::from(Outline::rectangle(Point::inches(0, 0), Point::inches(8, 8)));
    let ask = ask(Form::Place { models, within, limits: Vec::new(), omit: Omit::Nobody });
    check_group(&ask, "c @ (6, 5)", "model:4 @ (135.77 mm, 5 in); model:5 @ (169.03 mm, 5 in)");
}

#[test]
fn a_letter_lets_everybody_attack_who_can() {
    let share = |token: Token| Share { of: token, min: 0, max: 1 };
    let model = |id: u16| Token::Ref(Ref::Model(ModelId(id)));
    let unit = |id: u16| Token::Ref(Ref::Unit(UnitId(id)));
    let pairs = Some(vec![(model(0), unit(2)), (model(1), unit(2))]);
    let ask = ask(Form::Assign { from: (0..3).map(model).map(share).collect(), to: vec![share(unit(2))], pairs });
    check_group(&ask, "A > c", "model:0>unit:2, model:1>unit:2");
    check_group(&ask, "A1 > c", "model:1>unit:2");
}

#[test]
fn what_cannot_be_chosen_has_no_number_and_its_reason_can_be_read() {
    let mut options = options(&["hop", "skip"]);
    options[0].refused = Some(Box::new(Refusal::new("game.cost", "there is nothing left to pay with")));
    let ask = ask(Form::one(options));
    let shown = shown(&ask);
    assert!(shown.contains("   1  SKIP\n") && !shown.contains("HOP"), "{shown}");
    let (view, glossary) = (view(), glossary());
    let reasons = Menu::new(&ask, &view, &glossary).reasons();
    let reasons = anstream::adapter::strip_str(&reasons).to_string();
    assert_eq!(reasons, "   – HOP: there is nothing left to pay with (game.cost)\n");
}

#[test]
fn the_question_comes_with_what_holds_for_the_answer_and_an_example() {
    let within = Region::from(Outline::rectangle(Point::inches(4, 0), Point::inches(12, 3)));
    let mut ask = ask(Form::Place { models: vec![ModelId(0)], within, limits: Vec::new(), omit: Omit::Nobody });
    ask.secret = true;
    let expected =
        "Red: What now?  (secret)\n  place A between (4, 0) and (12, 3)\n      type something like A @ (8, 1)\n";
    assert_eq!(shown(&ask), expected);
}

#[test]
fn a_preview_is_told_in_a_few_words() {
    let series = |label: &str, values: &[i32], p: &[f64]| vocabulary::Series {
        label: label.to_owned(),
        values: values.to_vec(),
        p: p.to_vec(),
    };
    let series = vec![series("hits", &[1], &[1.0]), series("harm", &[2], &[1.0]), series("lost", &[0, 2], &[0.5, 0.5])];
    let odds = Odds { title: "Attack".to_owned(), series, policies: Vec::new(), exact: true };
    let long = Proof { odds: Some(odds), ..Proof::default() };
    assert_eq!(proof_words(&long).unwrap(), "harm 2.0, lost 1.0");
    let short = Proof { text: vocabulary::Text::new("nobody moves"), ..Proof::default() };
    assert_eq!(proof_words(&short).unwrap(), "nobody moves");
    assert_eq!(proof_words(&Proof::default()), None);
}

#[test]
fn a_refusal_says_which_rule_by_how_much_and_what_would_do() {
    let refusal = Refusal::new("game.move", "this is too far").by(Length::inches(2)).mend(Answer::Number(6));
    let words = anstream::adapter::strip_str(&refusal_words(&view(), &refusal)).to_string();
    assert_eq!(words, "no: this is too far (by 2 in)  game.move\n   m  the nearest legal answer: 6\n");
}
