use engine::{Leaving, Scope};
use ground::{Length, Point, Pose};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use vocabulary::{Adjustment, ModelId, Query, Ref, RuleId, Seat, UnitId, Viewer, Word};

use super::*;

const HEADING: &str = "scenario: A test\ngame: duel\nseats: Red, Blue\n";

fn read(lines: &str) -> Statement {
    let scenario = Scenario::parse(&format!("{HEADING}play:\n  {lines}\n"));
    scenario.unwrap_or_else(|errors| panic!("{lines}: {errors:?}")).play.remove(0).what
}

/// What is printed of a statement, and that it reads back the same.
fn check(typed: &str, printed: &str) {
    let scenario = Scenario::parse(&format!("{HEADING}play:\n{typed}\n")).unwrap_or_else(|e| panic!("{typed}: {e:?}"));
    let text = scenario.to_string();
    assert_eq!(text.lines().last(), Some(format!("  {printed}").as_str()));
    assert_eq!(Scenario::parse(&text).as_ref(), Ok(&scenario));
}

#[test]
fn every_statement_prints_as_it_is_written() {
    for line in [
        "Red: attack@model:4",
        "Blue: model:1 > (3 in, 4 in) > (5, 6); model:2 @ (4, 5)",
        "Red: -",
        "Blue tries brace: refused duel.react.brace",
        "Blue tries model:4 @ (1, 2): refused duel.field.edges \"0.2 in over the edge\"",
        "dice 4 5 -1",
        "Red stands by never-react",
        "Red stands by never-react 3",
        "Red stands by never-react 6 in for this step",
        "Red withdraws never-react",
        "Red leaves: out-of-time",
        "Red takes back",
        "agreed: model:4 gone",
        "agreed: round 2, phase bidding",
        "stop",
        "expect Blue is asked duel.react.dodge",
        "expect Blue is asked duel.react.dodge \"Dodge\"",
        "expect Blue is not asked",
        "expect Blue may answer dodge",
        "expect Blue may not answer model:1 @ (2, 3)",
        "expect Blue hears duel.plan.reveal",
        "expect Blue does not hear duel.plan.reveal \"Hunter\"",
        "expect model:4 wounds = 2",
        "expect Red resolve = -1",
        "expect Red has no plan",
        "expect Red hides plan = 1",
        "expect Red pool: 6 -1",
        "expect Red pool: -",
        "expect Blue sees Red hides plan = 1",
        "expect Blue sees model:4 not marked braced",
        "expect model:4 @ (8 in, 6 in) ^1 /512",
        "expect model:4 gone",
        "expect unit:4 not gone",
        "expect round 2",
        "expect phase bidding",
        "expect round 2, phase bidding",
        "expect need 5",
        "expect modifier duel.react.dodge +1",
        "expect no modifier duel.react.dodge",
        "expect measure model:4 Blue: duel.x.y",
        "expect sight unit:4 model:2: duel.x.y \"sees\"",
        "expect reach model:4: duel.x.y",
        "expect threat unit:4: duel.x.y \"12 in\"",
        "expect over: Red wins",
        "expect over: draw between Red and Blue by duel.end.winner",
        "expect over: nobody wins",
    ] {
        check(line, line);
    }
}

#[test]
fn spaces_and_comments_do_not_matter() {
    check("\tRed :  dodge   # because\r", "Red: dodge");
    check("# nothing\n\nexpect   Blue   is   not   asked #1\nstop", "stop");
    check("Red: a#b", "Red: a");
    check("dice 4,5 , 1", "dice 4 5 1");
    check("expect model:4@(8,6)", "expect model:4 @ (8 in, 6 in)");
    check("expect model:4 wounds=2", "expect model:4 wounds = 2");
    check("expect seat:1 resolve = 2", "expect Blue resolve = 2");
    check("Red: die:3 # die:5", "Red: die:3");
}

#[test]
fn a_rule_may_be_cited_with_a_part_of_its_sentence() {
    let cited = Cited { rule: RuleId::of("duel.react.dodge"), text: Some("costs 1".to_owned()) };
    assert_eq!(
        read("Red tries model:1 dodge: refused duel.react.dodge \"costs 1\""),
        Statement::Tries(Seat(0), "model:1 dodge".to_owned().into(), cited)
    );
}

/// The errors of a text, one a line.
fn check_refused(text: &str, errors: &str) {
    let found: Vec<String> = Scenario::parse(text).unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(found.join("\n"), errors, "{text}");
}

fn check_statement_refused(line: &str, error: &str) {
    check_refused(&format!("{HEADING}play:\n  {line}\n  stop"), error);
}

#[test]
fn a_statement_that_cannot_be_read_says_what_could_stand_there() {
    for (line, error) in [
        ("read: x", "5:3: expected the name of a seat, 'dice', 'expect', 'agreed:' or 'stop'"),
        ("Rad: x", "5:3: there is no seat called 'Rad'; choose from Red, Blue"),
        ("Red:", "5:7: expected an answer"),
        ("Red goes", "5:7: expected ':', 'tries', 'stands by', 'withdraws', 'leaves:' or 'takes back'"),
        ("Red tries dodge", "5:13: expected an answer, ': refused' and a rule"),
        ("Red tries dodge: refused", "5:27: expected the id of a rule, such as duel.attack.roll"),
        ("Red leaves: angrily", "5:15: expected 'conceded', 'out-of-time' or 'vanished'"),
        ("dice", "5:7: expected a number"),
        ("dice 1 two", "5:10: expected a number, not 'two'"),
        ("dice 99999", "5:8: expected a number, not '99999'"),
        ("stop it", "5:8: the line should end here"),
        ("expect Red wounds 2", "5:21: expected '='"),
        ("expect model:4", "5:17: expected '@', 'gone', 'marked' or a counter such as wounds = 2"),
        ("expect thing:4 gone", "5:10: expected a seat, or a thing such as model:4 or unit:2, not 'thing:4'"),
        ("expect model:4 @ (8, six)", "5:24: 'six' is not a length: write it as 12 in, 12\" or 32mm"),
        ("expect unit:4 @ (8, 6)", "5:10: expected a model, not unit:4"),
        ("expect reach unit:4: duel.x", "5:22: expected a model before this"),
        ("expect sight model:4: duel.x", "5:16: expected a seat, or a thing such as model:4 or unit:2, not 'model:4:'"),
        ("expect threat unit:4 duel.x", "5:24: expected ':'"),
        ("expect over: Red", "5:19: expected 'wins'"),
        ("expect over: draw between Red", "5:32: expected 'and' and another seat"),
        ("expect Red is asked dodge", "5:23: expected the id of a rule, such as duel.attack.roll"),
        (
            "expect Red is asked duel.x \"a",
            "5:30: the line should end here, or with part of the sentence in quotation marks",
        ),
        ("agreed: model:4 not gone", "5:11: this can be expected, but not given"),
        ("agreed: round 3", "5:11: expected both, as in round 1, phase bidding"),
        ("Red stands by x six", "5:19: expected a number, a length such as 6 in, or 'for this step'"),
    ] {
        check_statement_refused(line, error);
    }
}

#[test]
fn everything_wrong_with_a_text_is_said_at_once() {
    check_refused(
        "",
        "1:1: the line 'scenario: …' is missing, or nothing follows it\n1:1: the line 'game: …' is missing, or nothing follows it\n1:1: the line 'seats: …' is missing, or nothing follows it\n1:1: the line 'play:' is missing, or nothing follows it",
    );
    check_refused(
        "scenario: A\ngame: Duel\nseats: Red, Red\nseats: Blue\nplan: x\nplay:\nRed: a\nstop\nRed: b\ngiven:\n",
        "1:1: the line 'game: …' is missing, or nothing follows it\n\
         2:7: expected a word in lower-case letters, not 'Duel'\n\
         3:13: two seats are called 'Red'\n\
         4:1: this line can be there only once\n\
         5:1: expected 'scenario:', 'game:', 'proves:', 'seats:', 'pack:', 'army:', 'field:', 'set:', 'refused:', 'given:' or 'play:'\n\
         9:1: nothing may follow 'stop'\n\
         10:1: 'given:' can be there only once, and 'given:' must come before 'play:'",
    );
    check_refused(
        "scenario: A\ngame: duel\nseats: Red, blue\nproves: a.b, a.c, a.d, a.e, a.f, a.g\nplay:\nGreen: x\n",
        "3:13: expected a name: one word that begins with a capital letter, such as Red\n\
         4:34: a scenario can prove at most 5 rules",
    );
    check_refused(
        &format!("{HEADING}refused: duel.band.seats\nplay:\nstop"),
        "4:10: a set-up that is refused cannot be played: remove this line, or what is given and played",
    );
}

fn any_word() -> impl Strategy<Value = Word> {
    // Words that a claim can begin with would be read as what they say.
    "[a-z][a-z0-9-]{0,8}[0-9]".prop_map(|text| text.parse().unwrap())
}

fn any_rule() -> impl Strategy<Value = RuleId> {
    "[a-z]{1,6}(\\.[a-z0-9-]{1,6}){1,3}".prop_map(|text| RuleId(text.into()))
}

fn any_cited() -> impl Strategy<Value = Cited> {
    (any_rule(), option::of("[a-zé:,.0-9][a-zé:,. 0-9]{0,8}")).prop_map(|(rule, text)| Cited { rule, text })
}

fn any_ref() -> impl Strategy<Value = Ref> {
    prop_oneof![
        (0..5_u8).prop_map(|n| Ref::Seat(Seat(n))),
        any::<u16>().prop_map(|n| Ref::Unit(UnitId(n))),
        any::<u16>().prop_map(|n| Ref::Model(ModelId(n))),
    ]
}

fn any_pose() -> impl Strategy<Value = Pose> {
    (any::<u16>(), any::<u16>(), any::<u8>(), 0..1024_u16).prop_map(|(x, y, level, facing)| Pose {
        at: Point::new(x.into(), y.into()),
        level,
        facing,
    })
}

fn any_adjustment() -> impl Strategy<Value = Adjustment> {
    prop_oneof![
        (any::<u16>(), any_pose()).prop_map(|(n, pose)| Adjustment::Pose(ModelId(n), pose)),
        any_ref().prop_map(Adjustment::Gone),
        (any_ref(), any_word(), any::<i32>()).prop_map(|(of, term, n)| Adjustment::Counter(of, term, n)),
        (any_ref(), any_word(), any::<bool>()).prop_map(|(of, mark, on)| Adjustment::Mark(of, mark, on)),
        (any::<u16>(), any_word()).prop_map(|(round, phase)| Adjustment::Moment { round, phase }),
    ]
}

fn any_claim() -> impl Strategy<Value = Claim> {
    prop_oneof![
        (any_ref(), any_word(), any::<i32>()).prop_map(|(of, term, n)| Claim::Counter(of, term, n)),
        (any_ref(), any_word()).prop_map(|(of, term)| Claim::NoCounter(of, term)),
        (any_ref(), any_word(), any::<u16>()).prop_map(|(of, term, n)| Claim::Hides(of, term, n)),
        (any_ref(), vec(any::<i16>(), 0..4)).prop_map(|(of, shown)| Claim::Pool(of, shown)),
        (any::<u16>(), any_pose()).prop_map(|(n, pose)| Claim::Stands(ModelId(n), pose)),
        (any_ref(), any::<bool>()).prop_map(|(of, gone)| Claim::Gone(of, gone)),
        (any_ref(), any_word(), any::<bool>()).prop_map(|(of, mark, on)| Claim::Marked(of, mark, on)),
        (any::<u16>(), option::of(any_word())).prop_map(|(round, phase)| Claim::Moment(Some(round), phase)),
        any_word().prop_map(|phase| Claim::Moment(None, Some(phase))),
    ]
}

fn any_seat() -> impl Strategy<Value = Seat> {
    (0..3_u8).prop_map(Seat)
}

fn any_answer() -> impl Strategy<Value = At<String>> {
    "[a-z0-9:@>(,)=-]{1,8}( [a-z0-9:@>(,)=-]{1,8}){0,2}".prop_map(At::from)
}

fn any_expect() -> impl Strategy<Value = Expect> {
    let viewer = prop_oneof![Just(Viewer::Spectator), any_seat().prop_map(Viewer::Seat)];
    let query = prop_oneof![
        (any_ref(), any_ref()).prop_map(|(from, to)| Query::Measure(from, to)),
        (any_ref(), any_ref()).prop_map(|(from, to)| Query::Sight(from, to)),
        any::<u16>().prop_map(|n| Query::Reach(ModelId(n))),
        any::<u16>().prop_map(|n| Query::Threat(UnitId(n))),
    ];
    prop_oneof![
        (query, any_cited()).prop_map(|(query, cited)| Expect::Shows(query, cited)),
        (any_seat(), any_cited()).prop_map(|(seat, cited)| Expect::Asked(seat, cited)),
        any_seat().prop_map(Expect::NotAsked),
        (any_seat(), any::<bool>(), any_answer()).prop_map(|(seat, may, answer)| Expect::May(seat, may, answer)),
        (any_seat(), any::<bool>(), any_cited()).prop_map(|(seat, hears, cited)| Expect::Hears(seat, hears, cited)),
        (viewer, any_claim()).prop_map(|(viewer, claim)| Expect::Sees(viewer, claim)),
        any::<i16>().prop_map(Expect::Need),
        (any_rule(), option::of(any::<i16>())).prop_map(|(rule, by)| Expect::Modifier(rule, by)),
        (vec(any_seat(), 0..4), option::of(any_rule())).prop_map(|(winners, rule)| Expect::Over(winners, rule)),
    ]
}

fn any_statement() -> impl Strategy<Value = Statement> {
    let amount = prop_oneof![
        any::<i32>().prop_map(Amount::Number),
        (0..1_000_000_i32).prop_map(|units| Amount::Length(Length(units))),
    ];
    let scope = prop_oneof![Just(Scope::Match), Just(Scope::Step)];
    prop_oneof![
        (any_seat(), any_answer()).prop_map(|(seat, answer)| Statement::Answer(seat, answer)),
        (any_seat(), any_answer(), any_cited()).prop_map(|(seat, answer, cited)| Statement::Tries(seat, answer, cited)),
        vec(any::<i16>(), 1..6).prop_map(Statement::Dice),
        (any_seat(), any_word(), option::of(amount), scope)
            .prop_map(|(seat, order, amount, scope)| Statement::Stands(seat, order, amount, scope)),
        (any_seat(), any_word()).prop_map(|(seat, order)| Statement::Withdraws(seat, order)),
        any_seat().prop_map(|seat| Statement::Leaves(seat, Leaving::Vanished)),
        any_seat().prop_map(Statement::TakesBack),
        any_adjustment().prop_map(Statement::Agreed),
        any_expect().prop_map(Statement::Expect),
    ]
}

fn any_source() -> impl Strategy<Value = Source> {
    prop_oneof![
        any_word().prop_map(Source::Ready),
        Just(Source::Written("name = \"Mine\"\n\n[[unit]]\ncard = \"a\"".to_owned())),
    ]
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let pack = "id = \"mine\"\n\n[[card]]\nid = \"a\"".to_owned();
    let sources = (
        vec(Just(At::from(pack)), 0..3),
        vec((any_seat(), any_source()).prop_map(At::from), 0..3),
        option::of(prop_oneof![any_source(), any::<u64>().prop_map(Source::Seed)].prop_map(At::from)),
    );
    let settings = vec(("[a-z]{1,5}\\.[a-z]{1,5}", "([a-z0-9]{1,5}( [0-9]{1,3})?)?").prop_map(At::from), 0..3);
    let given = vec(any_adjustment().prop_map(At::from), 0..4);
    let play = vec(any_statement().prop_map(At::from), 1..8);
    ("[A-Z][a-z ]{0,20}[a-z]", vec(any_rule().prop_map(At::from), 0..6), sources, settings, given, play).prop_map(
        |(title, proves, (packs, armies, field), settings, given, play)| Scenario {
            title,
            game: Word::new("duel").into(),
            proves,
            seats: ["Red", "Blue", "Éowyn-2"].map(|name| name.to_owned().into()).to_vec(),
            packs,
            armies,
            field,
            settings,
            refused: None,
            given,
            play,
        },
    )
}

proptest! {
    #[test]
    fn every_scenario_survives_its_text(scenario in any_scenario()) {
        let text = scenario.to_string();
        prop_assert_eq!(Scenario::parse(&text), Ok(scenario), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}", lines in vec("(Red|dice|expect|stop|model:4|round|@|=|:|\"|#|é| |duel.x|tries|over:|refused|stands by){0,8}", 0..6)) {
        let _ = Scenario::parse(&text);
        let _ = Scenario::parse(&format!("{HEADING}given:\n{}play:\n{}", lines.join("\n"), lines.join("\n")));
    }
}
