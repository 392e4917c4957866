//! Situations that players agree on and scenarios start from, and what people can find out about them.

use aot::Aot;
use engine::{Game, Holder, Hosted, Origin, Ruleset};
use ground::{Length, Point, Pose};
use vocabulary::{
    Adjustment, Answer, AreaId, FieldChoice, Form, ModelId, Order, Place, Query, Ref, Seat, Setup, Token, Unit, UnitId,
    Viewer, Word,
};

static AOT: Game<Aot, bots::Tacticians> = Game::new();

const ANN: Seat = Seat(0);
const BO: Seat = Seat(1);
const SPECTATOR: Viewer = Viewer::Spectator;

fn start() -> Box<dyn Hosted> {
    AOT.start(&Setup::of(&["Ann", "Bo"]), Origin::Seeded { seed: 1 }, &[Holder::Person, Holder::Person]).unwrap()
}

fn at(model: u16, x: i32, y: i32) -> Adjustment {
    Adjustment::Pose(ModelId(model), Pose::at(Point::new(x * 254, y * 254)))
}

fn moment(round: u16, phase: &str) -> Adjustment {
    Adjustment::Moment { round, phase: Word::new(phase) }
}

fn adjusted(changes: Vec<Adjustment>) -> Box<dyn Hosted> {
    let mut host = start();
    host.adjust(changes, &[ANN, BO]).unwrap();
    host
}

/// The first model of Ann's second unit, and of Bo's second unit.
fn rivals(host: &dyn Hosted) -> (u16, u16) {
    let view = host.view(SPECTATOR);
    let first = |unit: UnitId| view.models.iter().find(|model| model.unit == Some(unit)).unwrap().id.0;
    let of_bo = view.units.iter().find(|unit| unit.seat == BO).unwrap().id;
    (first(UnitId(1)), first(UnitId(of_bo.0 + 1)))
}

fn asked(host: &dyn Hosted, seat: Seat) -> vocabulary::Ask {
    host.waiting(Viewer::Seat(seat)).asks.first().cloned().unwrap_or_else(|| panic!("{seat:?} is asked nothing"))
}

#[test]
fn a_round_can_be_entered_with_two_models_and_the_rest_is_out_of_play() {
    let (a, b) = rivals(start().as_ref());
    let host = adjusted(vec![at(a, 300, 150), at(b, 300, 250), moment(2, "action-phase")]);
    let view = host.view(SPECTATOR);
    assert_eq!((view.moment.round, view.moment.phase[0].as_str()), (2, "action-phase"));
    let there: Vec<_> = view.units.iter().filter(|unit| unit.place == Place::OnField).collect();
    assert_eq!(there.len(), 2);
    assert!(there.iter().all(|unit| unit.counters[0].value == 1), "{there:?}");
    let zones: Vec<_> = view.areas.iter().filter(|area| area.term.as_str() == "zone").map(|area| area.owner).collect();
    assert_eq!(zones, [Some(ANN), Some(BO)]);
    assert_eq!(asked(host.as_ref(), ANN).why.as_str(), "aot.action.alternate");
}

#[test]
fn every_phase_can_be_gone_to_and_played_on_from() {
    let (a, b) = rivals(start().as_ref());
    let phases = [
        (0, "proposal"),
        (0, "zones"),
        (0, "deployment"),
        (1, "round-start"),
        (3, "action-phase"),
        (3, "battle-phase"),
        (3, "aftermath"),
        (3, "control-phase"),
        (3, "round-end"),
    ];
    for (round, phase) in phases {
        // Side by side, so that there is something to fight about.
        let host = adjusted(vec![at(a, 300, 180), at(b, 300, 200), moment(round, phase)]);
        let waiting = host.waiting(SPECTATOR);
        assert!(waiting.frozen.is_none(), "{phase}: {:?}", waiting.frozen);
        let seats = [ANN, BO].map(|seat| host.waiting(Viewer::Seat(seat)).asks.len());
        assert!(waiting.outcome.is_some() || seats != [0, 0], "{phase}: nobody is asked");
    }
}

#[test]
fn the_round_begins_with_its_own_number() {
    let (a, b) = rivals(start().as_ref());
    let host = adjusted(vec![at(a, 300, 150), at(b, 300, 250), moment(2, "round-start")]);
    assert_eq!(host.view(SPECTATOR).moment.round, 2);
}

#[test]
fn points_health_marks_and_the_order_can_be_set() {
    let (a, b) = rivals(start().as_ref());
    let unit = Ref::Unit(UnitId(1));
    let mark = |of, word, on| Adjustment::Mark(of, Word::new(word), on);
    let count = |of, word, value| Adjustment::Counter(of, Word::new(word), value);
    let vanguard = UnitId(2);
    let host = adjusted(vec![
        count(Ref::Seat(BO), "zone", 1),
        at(a, 300, 150),
        at(b, 300, 250),
        at(b + 1, 310, 270),
        moment(2, "action-phase"),
        mark(Ref::Seat(BO), "first", true),
        count(Ref::Seat(ANN), "points", 3),
        mark(unit, "spent", true),
        mark(unit, "fled", true),
        mark(unit, "entered", true),
        mark(Ref::Unit(vanguard), "vanguard-held", true),
        Adjustment::Gone(Ref::Model(ModelId(b + 1))),
    ]);
    let view = host.view(SPECTATOR);
    assert_eq!(view.moment.order, [BO, ANN]);
    assert_eq!(view.seats[0].counters[0].value, 3);
    let marks: Vec<&str> = view.units[1].marks.iter().map(|mark| mark.term.as_str()).collect();
    assert_eq!(marks, ["spent", "entered", "fled"]);
    assert_eq!(view.units[2].place, Place::Aside(Word::new("vanguard-held")));
    assert_eq!(view.units[2].counters[0].value, 5);
    assert!(view.models[usize::from(b) + 1].pose.is_none());
    let zone = view.areas.iter().find(|area| area.term.as_str() == "zone").unwrap();
    assert_eq!(zone.owner, Some(BO));
    let options = match asked(host.as_ref(), BO).form {
        Form::Choose { options, .. } => options,
        other => panic!("{other:?}"),
    };
    assert!(options.iter().any(|option| option.refused.is_none()));
}

#[test]
fn senseless_changes_are_refused_with_a_reason() {
    let (a, b) = rivals(start().as_ref());
    let cases: [(Vec<Adjustment>, &str); 10] = [
        (vec![at(a, 0, 0)], "wholly on the battlefield"),
        (vec![at(a, 300, 150), at(b, 302, 150)], "would stand on"),
        (vec![at(999, 300, 150)], "there is no model:999"),
        (vec![Adjustment::Gone(Ref::Unit(UnitId(99)))], "there is no unit:99"),
        (vec![Adjustment::Counter(Ref::Seat(ANN), Word::new("points"), -1)], "victory points go from 0"),
        (vec![Adjustment::Counter(Ref::Seat(ANN), Word::new("zone"), i32::MIN)], "there is no zone -2147483648"),
        (vec![Adjustment::Counter(Ref::Model(ModelId(a)), Word::new("health"), 99)], "Health, not 99"),
        (vec![Adjustment::Mark(Ref::Unit(UnitId(1)), Word::new("vanguard-held"), true)], "not have Vanguard"),
        (vec![moment(1, "tea-time")], "the phases are"),
        (vec![moment(0, "action-phase")], "there is no round 0"),
    ];
    for (changes, words) in cases {
        let mut host = start();
        let refusal = host.adjust(changes, &[ANN, BO]).unwrap_err();
        assert!(refusal.text.contains(words), "'{words}' is not in '{}'", refusal.text);
    }
}

#[test]
fn distances_sight_reach_and_threat_are_shown() {
    let (a, b) = rivals(start().as_ref());
    let host = adjusted(vec![at(a, 300, 150), at(b, 300, 250), moment(1, "action-phase")]);
    let (from, to) = (Ref::Model(ModelId(a)), Ref::Model(ModelId(b)));
    let ask = |query| host.query(SPECTATOR, &query);
    // 10 in from middle to middle, less two bases of 32 mm.
    let proof = ask(Query::Measure(from, to)).unwrap();
    assert!(proof.text.sentence.ends_with("8.74 in apart (222 mm)"), "{}", proof.text.sentence);
    assert_eq!(proof.lines.len(), 1, "the line that was measured along, by `aot.ruling.measuring`");
    let proof = ask(Query::Sight(from, to)).unwrap();
    assert!(proof.text.sentence.contains(" sees "), "{}", proof.text.sentence);
    assert_eq!(proof.lines.len(), 1);
    let proof = ask(Query::Reach(ModelId(a))).unwrap();
    assert!(!proof.regions[0].outlines.is_empty());
    let proof = ask(Query::Threat(UnitId(1))).unwrap();
    assert!(proof.text.sentence.contains("a charge can be declared within 12 in"), "{}", proof.text.sentence);
    assert_eq!(proof.regions.len(), 2);
    let archive = host.view(SPECTATOR).areas.last().unwrap().id;
    assert!(ask(Query::Measure(from, Ref::Area(archive))).is_ok());
    assert!(ask(Query::Measure(from, Ref::Area(AreaId(999)))).is_err());
    assert!(ask(Query::Reach(ModelId(999))).is_err());
    assert!(ask(Query::Threat(UnitId(0))).is_err(), "it is not on the battlefield");
}

#[test]
fn a_wall_in_between_closes_sight_and_is_named() {
    let (a, b) = rivals(start().as_ref());
    let view = start().view(SPECTATOR);
    let blocks = |area: &&vocabulary::Area| area.rules.contains(&Word::new("obstacle"));
    let wall = view.areas.iter().find(blocks).expect("the first battlefield has an Obstacle");
    let (xs, ys): (Vec<i32>, Vec<i32>) = wall.outline.corners.iter().map(|corner| (corner.x, corner.y)).unzip();
    let middle = (ys.iter().min().unwrap() + ys.iter().max().unwrap()) / 2;
    let beside = |x: i32| Pose::at(Point::new(x, middle));
    let left = beside(xs.iter().min().unwrap() - Length::inches(1).0);
    let right = beside(xs.iter().max().unwrap() + Length::inches(1).0);
    let host = adjusted(vec![
        Adjustment::Pose(ModelId(a), left),
        Adjustment::Pose(ModelId(b), right),
        moment(1, "action-phase"),
    ]);
    let proof = host.query(SPECTATOR, &Query::Sight(Ref::Model(ModelId(a)), Ref::Model(ModelId(b)))).unwrap();
    assert!(proof.text.sentence.contains("does not see"), "{}", proof.text.sentence);
    assert!(proof.text.refs.contains(&Ref::Area(wall.id)), "{:?}", proof.text);
    assert!(proof.text.rules.iter().any(|rule| rule.as_str() == "aot.los.obstacle-blocks"));
}

fn choose(host: &mut dyn Hosted, seat: Seat, token: Token) {
    let ask = asked(host, seat);
    host.answer(ask.id, seat, Answer::Choose([token].into_iter().collect())).unwrap();
}

/// Ann's unit, after its move, is to be told whom it attacks.
fn after_move(action: &str) -> (Box<dyn Hosted>, UnitId) {
    let (a, b) = rivals(start().as_ref());
    let mut host = adjusted(vec![at(a, 300, 170), at(b, 300, 230), moment(1, "action-phase")]);
    choose(host.as_mut(), ANN, Token::About(Word::new(action), Ref::Unit(UnitId(1))));
    let ask = asked(host.as_ref(), ANN);
    host.answer(ask.id, ANN, ask.pass.unwrap()).unwrap();
    let enemy = host.view(SPECTATOR).models[usize::from(b)].unit.unwrap();
    (host, enemy)
}

/// `aot.ruling.measuring`: between the nearest bases.
#[test]
fn whom_to_charge_says_how_far_away_it_is() {
    let (host, enemy) = after_move("move-and-charge");
    let Form::Choose { options, .. } = asked(host.as_ref(), ANN).form else { panic!("charge targets are chosen") };
    let option = options.iter().find(|option| option.token == Token::Ref(Ref::Unit(enemy))).unwrap();
    assert_eq!(option.text, "4.74 in away.");
}

/// `aot.ruling.terrain-setup`.
#[test]
fn a_battlefield_that_is_refused_is_followed_by_another() {
    let mut host = start();
    let terrain =
        |host: &dyn Hosted| host.view(SPECTATOR).areas.into_iter().map(|area| area.outline).collect::<Vec<_>>();
    let first = terrain(host.as_ref());
    choose(host.as_mut(), ANN, Token::Word(Word::new("no")));
    assert_eq!(terrain(host.as_ref()), first, "until everybody has answered");
    choose(host.as_mut(), BO, Token::Word(Word::new("yes")));
    assert_ne!(terrain(host.as_ref()), first);
}

#[test]
fn the_odds_of_a_charge_are_those_of_two_dice() {
    let (host, enemy) = after_move("move-and-charge");
    let ask = asked(host.as_ref(), ANN);
    let proof = host.preview(ask.id, ANN, &Answer::of(Ref::Unit(enemy))).unwrap();
    // 6 in from middle to middle, less two bases of 32 mm: 4.74 in to contact, and 3.74 in to Battle Range.
    let reached =
        [("92 % to reach ", "(needs a Charge Vigor of 4)"), ("83 % to reach ", "(needs a Charge Vigor of 5)")];
    let text = &proof.text.sentence;
    assert!(reached.iter().any(|(odds, least)| text.starts_with(odds) && text.ends_with(least)), "{text}");
    assert!(proof.odds.unwrap().exact);
}

#[test]
fn the_odds_of_shooting_are_exact() {
    let (host, enemy) = after_move("move-and-shoot");
    let ask = asked(host.as_ref(), ANN);
    let shooter = match &ask.form {
        Form::Assign { from, .. } => from[0].of,
        other => panic!("{other:?}"),
    };
    let answer = Answer::Assign([(shooter, Token::Ref(Ref::Unit(enemy)), 1)].into_iter().collect());
    let proof = host.preview(ask.id, ANN, &answer).unwrap();
    let odds = proof.odds.unwrap();
    assert!(odds.exact);
    let mean = |label: &str| {
        let series = odds.series.iter().find(|series| series.label == label).unwrap();
        assert!((series.p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{label}");
        series.values.iter().zip(&series.p).map(|(value, p)| f64::from(*value) * p).sum::<f64>()
    };
    // One model is there, so damage beyond its Health is lost, and no more models than that one are destroyed.
    assert!(mean("hits") > mean("hits that are not resisted"), "{}", proof.text.sentence);
    assert!(mean("hits that are not resisted") >= mean("models destroyed"));
    assert!(mean("damage") > 0.0 && mean("models destroyed") <= 1.0);
    assert!(proof.text.rules.iter().any(|rule| rule.as_str().starts_with("aot.attack.power-")));
}

#[test]
fn whoever_is_aboard_says_of_what() {
    let ready = AOT.manual().armies.into_iter().find(|army| army.id.as_str() == "evening-service").unwrap();
    let cart = ready.list.units.iter().position(|unit| unit.card.as_str() == "night-tram").unwrap() as u16;
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.players[0].army = Some(ready.list);
    let mut host = AOT.start(&setup, Origin::Seeded { seed: 1 }, &[Holder::Person, Holder::Person]).unwrap();
    let view = host.view(SPECTATOR);
    let of = |unit: u16| view.models.iter().find(|model| model.unit == Some(UnitId(unit))).unwrap().id.0;
    let bo = view.units.iter().find(|unit| unit.seat == BO).unwrap().id.0;
    let aboard = Adjustment::Counter(Ref::Unit(UnitId(0)), Word::new("aboard"), cart.into());
    let changes = vec![at(of(cart), 300, 150), at(of(bo), 300, 400), aboard, moment(1, "action-phase")];
    host.adjust(changes, &[ANN, BO]).unwrap();
    let marks = &host.view(SPECTATOR).units[0].marks;
    assert_eq!((marks[0].term.as_str(), marks[0].from), ("aboard", Some(Ref::Unit(UnitId(cart)))));
}

/// A line may leave a base anywhere, so the base itself hides nothing, by `aot.los.base-to-base`.
#[test]
fn a_model_that_blocks_lines_of_sight_looks_straight_out_of_its_own_base() {
    let mut setup = Setup::of(&["Ann", "Bo"]);
    let bare = AOT.manual().fields.into_iter().find(|field| field.id == Word::new("bare")).unwrap();
    setup.field = Some(FieldChoice::Text(bare.file));
    let mut host = AOT.start(&setup, Origin::Seeded { seed: 1 }, &[Holder::Person, Holder::Person]).unwrap();
    let view = host.view(SPECTATOR);
    let hulking = |unit: &&Unit| {
        let card = view.cards.iter().find(|card| card.id == unit.card).unwrap();
        card.abilities.iter().any(|ability| ability.as_str() == "hulking")
    };
    let hulk = view.units.iter().find(hulking).expect("one of the ready armies has a Hulking unit");
    let other = view.units.iter().find(|unit| unit.seat != hulk.seat).unwrap();
    let first = |unit: UnitId| view.models.iter().find(|model| model.unit == Some(unit)).unwrap().id;
    let (from, to) = (first(hulk.id), first(other.id));
    host.adjust(vec![at(from.0, 200, 150), at(to.0, 350, 220), moment(1, "action-phase")], &[ANN, BO]).unwrap();
    let middles = [Point::new(200 * 254, 150 * 254), Point::new(350 * 254, 220 * 254)];
    for (one, other, ends) in [(from, to, middles), (to, from, [middles[1], middles[0]])] {
        let proof = host.query(SPECTATOR, &Query::Sight(Ref::Model(one), Ref::Model(other))).unwrap();
        assert_eq!(proof.lines.iter().map(|line| [line.from, line.to]).collect::<Vec<_>>(), [ends]);
    }
}

#[test]
fn a_move_that_leaves_most_of_the_unit_behind_is_not_suggested_first() {
    // Two of these six found a way towards Archive 1, and that was offered before all others.
    let setup = Setup { field: Some(FieldChoice::Seed(7)), ..Setup::of(&["Ann", "Bo"]) };
    let bot = Holder::Bot(Word::new("simple"));
    let mut host = AOT.start(&setup, Origin::Seeded { seed: 7 }, &[Holder::Person, bot]).unwrap();
    host.stand(ANN, Order::new(Word::new("prepare-for-me")), true).unwrap();
    choose(host.as_mut(), ANN, Token::About(Word::new("move-and-shoot"), Ref::Unit(UnitId(0))));
    let ask = asked(host.as_ref(), ANN);
    let Form::Move { movers, .. } = &ask.form else { panic!("{ask:?}") };
    let moved: Vec<usize> = ask
        .suggestions
        .iter()
        .map(|suggestion| match &suggestion.answer {
            Answer::Move { paths, .. } => paths.len(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!((movers.len(), moved.first()), (6, Some(&6)), "{moved:?}");
    assert!(moved.contains(&2), "the position no longer shows what this is about: {moved:?}");
}
