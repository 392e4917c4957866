use ground::{Length, Outline, Point, Region};
use vocabulary::{
    Battlefield, CardId, Model, ModelId, Moment, Omit, Place, Ref, RuleId, Seat, SeatView, Settings, Share, Suggestion,
    Term, Tone, Unit, UnitId, Word,
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
    Glossary::from(vec![Term { id, label, text, rules: Vec::new(), sign: "W".to_owned(), tone: Tone::Plain }])
}

/// Checks what typing something answers, or the sentence it gets.
fn check(ask: &Ask, typed: &str, expected: &str) {
    let view = view();
    let read = Menu::new(ask, &view, &glossary()).read(typed);
    let read = read.map_or_else(|unreadable| format!("? {}", unreadable.0), |answer| answer.to_string());
    assert_eq!(read, expected, "{typed}");
}

fn shown(ask: &Ask) -> String {
    let view = view();
    anstream::adapter::strip_str(&Menu::new(ask, &view, &glossary()).show(&glossary())).to_string()
}

#[test]
fn a_number_picks_an_option_and_a_word_or_a_label_does_too() {
    let ask = ask(Form::one(options(&["dodge", "brace"])));
    check(&ask, "2", "brace");
    check(&ask, " 02 ", "brace");
    check(&ask, "brace", "brace");
    check(&ask, "Brace", "brace");
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
    check(&ask, "1 4", "? option 4, pass, is an answer by itself; type it alone");
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
    check(&ask, "three", "? column 1: a number should stand here; type a number from 0 to 5");
    assert!(shown(&ask).contains("   5  all of it\n   0  pass\n"), "{}", shown(&ask));
}

#[test]
fn labels_of_the_map_stand_for_models_and_columns_are_those_of_what_was_typed() {
    let movers =
        Form::Move { movers: Vec::new(), followers: vec![ModelId(0)], limits: Vec::new(), omit: Omit::Anybody };
    check(&ask(movers.clone()), "R0 > (3, 4); b1 @ (5, 6)", "model:0 > (3 in, 4 in); model:1 @ (5 in, 6 in)");
    check(&ask(movers), "R0 (3, 4)", "? column 4: '>' should stand here; type something like R0 @ (10, 8)");
    let over = vec![Share { of: Ref::Model(ModelId(0)), min: 0, max: 2 }];
    check(&ask(Form::Spread { amount: 2, over, ordered: false }), "R0=2", "model:0=2");
    check(&ask(Form::one(options(&["r0"]))), "r0", "r0");
    check(&ask(Form::one(options(&["r0"]))), "R0", "r0");
}

#[test]
fn what_cannot_be_chosen_is_shown_with_its_reason_and_has_no_number() {
    let mut options = options(&["dodge", "brace"]);
    options[0].refused = Some(Box::new(Refusal::new("game.cost", "there is nothing left to pay with")));
    let shown = shown(&ask(Form::one(options)));
    assert!(shown.contains("   1  BRACE\n"), "{shown}");
    assert!(shown.contains("   –  DODGE: there is nothing left to pay with  game.cost\n"), "{shown}");
}

#[test]
fn the_question_comes_with_its_rule_and_what_holds_for_the_answer() {
    let within = Region::from(Outline::rectangle(Point::inches(4, 0), Point::inches(12, 3)));
    let mut ask = ask(Form::Place { models: vec![ModelId(0)], within, limits: Vec::new(), omit: Omit::Nobody });
    ask.secret = true;
    let expected = "Red: What now?  game.ask  (secret)\n  place R0 between (4, 0) and (12, 3)\n";
    assert_eq!(shown(&ask), expected);
}

#[test]
fn a_refusal_says_which_rule_by_how_much_and_what_would_do() {
    let refusal = Refusal::new("game.move", "this is too far").by(Length::inches(2)).mend(Answer::Number(6));
    let words = anstream::adapter::strip_str(&refusal_words(&refusal)).to_string();
    assert_eq!(words, "no: this is too far (by 2 in)  game.move\n   m  what would do instead: 6\n");
}
