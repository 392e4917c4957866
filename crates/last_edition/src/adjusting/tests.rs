use engine::Rules;
use ground::Point;
use vocabulary::{Place, Setup, Value};

use super::*;
use crate::LastEdition;
use crate::state::Whereabouts;
use crate::words::view::view;

fn setup(settings: &[(&str, Value)]) -> Setup {
    let mut setup = Setup::of(&["Ann", "Bo"]);
    setup.settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    setup
}

fn begin(settings: &[(&str, Value)]) -> State {
    let setup = LastEdition::prepare(&setup(settings)).unwrap();
    LastEdition::begin(&setup).unwrap()
}

fn choice(word: &'static str) -> Value {
    Value::Choice(Word::new(word))
}

/// A battle with a mission, in which the first round has begun.
pub(crate) fn battle(secondary: &'static str, stage: &'static str, round: u16) -> State {
    let settings = [
        ("mission.selection", choice("chosen")),
        ("mission.layout", choice("short-edges")),
        ("mission.secondary", choice(secondary)),
    ];
    let mut state = begin(&settings);
    let units: Vec<UnitId> = state.seats().filter_map(|seat| state.units_of(seat).next()).collect();
    for (unit, x) in units.into_iter().zip([10, 40]) {
        let models: Vec<ModelId> = state.roll_call(unit).collect();
        for (place, model) in (0..).zip(models) {
            let pose = Pose::at(Point::inches(x, 4 + 2 * place));
            change(&mut state, &Adjustment::Pose(model, pose));
        }
    }
    change(&mut state, &Adjustment::Moment { round, phase: Word::new(stage) });
    state
}

pub(crate) fn change(state: &mut State, adjustment: &Adjustment) {
    let fact = adjust(state, adjustment).unwrap_or_else(|refusal| panic!("{adjustment:?}: {refusal}"));
    LastEdition::apply(state, &fact);
}

fn refused(state: &State, adjustment: &Adjustment) -> &'static str {
    match adjust(state, adjustment) {
        Ok(fact) => panic!("{adjustment:?} makes {fact:?}"),
        Err(refusal) => String::leak(refusal.rule.to_string()),
    }
}

fn seat_counter(state: &State, seat: Seat, viewer: Viewer, term: &str) -> Option<i32> {
    let view = view(state, viewer);
    view.seats[seat.index()].counters.iter().find(|counter| counter.term.as_str() == term).map(|counter| counter.value)
}

fn marked(state: &State, unit: UnitId, term: &str) -> bool {
    view(state, Viewer::Spectator).units[unit.index()].marks.iter().any(|mark| mark.term.as_str() == term)
}

#[test]
fn going_to_a_round_settles_what_is_open_and_takes_whoever_is_nowhere_out_of_play() {
    let state = battle("bombs", "moves", 2);
    let seen = view(&state, Viewer::Spectator);
    assert_eq!((seen.moment.round, seen.moment.active), (2, Some(Seat(0))));
    assert_eq!(seen.moment.phase.iter().map(Word::as_str).collect::<Vec<_>>(), ["movement-phase", "moves"]);
    let on_field = seen.units.iter().filter(|unit| unit.place == Place::OnField).count();
    assert_eq!((on_field, state.turn), (2, 3));
    assert!(seen.units.iter().all(|unit| matches!(unit.place, Place::OnField | Place::Gone)));
    let zones: Vec<_> = seen.areas.iter().filter(|area| area.term.as_str() == "zone").map(|area| area.owner).collect();
    assert_eq!(zones, [Some(Seat(0)), Some(Seat(1))]);
    assert_eq!(seen.areas.iter().filter(|area| area.term.as_str() == "objective").count(), 5);
}

#[test]
fn every_phase_can_be_gone_to_and_is_shown() {
    let before = ["mission", "zones", "roles", "directives"];
    for phase in before {
        let mut state = begin(&[]);
        change(&mut state, &Adjustment::Moment { round: 0, phase: Word::new(phase) });
        assert_eq!(view(&state, Viewer::Spectator).moment.phase[0].as_str(), phase);
    }
    let state = battle("attack", "turn-start", 1);
    let rounds = [
        "turn-start",
        "command-phase",
        "command-reactions",
        "movement-phase",
        "moves",
        "movement-reactions",
        "reserves",
        "embarking",
        "embarking-reactions",
        "actions",
        "power-phase",
        "powers",
        "battle-phase",
        "battle",
        "coherency-phase",
        "coherency-reactions",
        "turn-end",
        "round-end",
    ];
    for phase in rounds {
        let mut state = state.clone();
        change(&mut state, &Adjustment::Moment { round: 3, phase: Word::new(phase) });
        assert_eq!(state.round, 3, "{phase}");
    }
    assert_eq!(refused(&state, &Adjustment::Moment { round: 6, phase: Word::new("moves") }), "tle.round.five");
    assert_eq!(refused(&state, &Adjustment::Moment { round: 0, phase: Word::new("zones") }), "tle.round.phases");
    assert_eq!(refused(&state, &Adjustment::Moment { round: 1, phase: Word::new("tea") }), "tle.round.phases");
}

#[test]
fn a_round_that_is_to_begin_is_counted_when_it_does() {
    let state = battle("attack", "round-start", 3);
    assert_eq!((state.round, state.turn), (2, 4));
}

#[test]
fn what_is_counted_for_a_player_is_shown() {
    let mut state = battle("attack", "command-phase", 2);
    let cases = [("points", 7), ("leader-points", 3), ("power-dice", 5)];
    for (term, value) in cases {
        change(&mut state, &Adjustment::Counter(Ref::Seat(Seat(1)), Word::new(term), value));
        assert_eq!(seat_counter(&state, Seat(1), Viewer::Spectator, term), Some(value), "{term}");
    }
    change(&mut state, &Adjustment::Counter(Ref::Seat(Seat(1)), Word::new("pool-4"), 1));
    change(&mut state, &Adjustment::Counter(Ref::Seat(Seat(1)), Word::new("pool-1"), 2));
    let pool = &view(&state, Viewer::Spectator).seats[1].pool;
    assert_eq!(pool.iter().map(|die| die.shows).collect::<Vec<_>>(), [1, 1, 4]);
    let too_many = Adjustment::Counter(Ref::Seat(Seat(1)), Word::new("points"), 1_001);
    assert_eq!(refused(&state, &too_many), "tle.scoring.winner");
}

#[test]
fn directives_that_are_planned_are_shown_to_their_owner_alone() {
    let mut state = battle("attack", "command-phase", 2);
    change(&mut state, &Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("all-in"), 4));
    change(&mut state, &Adjustment::Mark(Ref::Seat(Seat(0)), Word::new("sabotage"), true));
    assert_eq!(seat_counter(&state, Seat(0), Viewer::Seat(Seat(0)), "all-in"), Some(4));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(seat_counter(&state, Seat(0), viewer, "all-in"), None);
        let seen = view(&state, viewer);
        assert_eq!(seen.seats[0].hidden, [vocabulary::Hidden { term: Word::new("directives"), count: 3 }]);
        assert!(seen.seats[0].marks.iter().any(|mark| mark.term.as_str() == "sabotage"));
    }
}

#[test]
fn units_bear_the_marks_they_are_given_until_the_turn_ends() {
    let mut state = battle("bombs", "moves", 2);
    let unit = UnitId(0);
    for word in
        ["moved", "advanced", "fell-back", "arrived", "shot", "charged", "fought", "take-cover", "hidden", "performing"]
    {
        let adjustment = |on| Adjustment::Mark(Ref::Unit(unit), Word::new(String::leak(word.to_owned())), on);
        change(&mut state, &adjustment(true));
        assert!(marked(&state, unit, word), "{word}");
        change(&mut state, &adjustment(false));
        assert!(!marked(&state, unit, word), "{word}");
    }
    change(&mut state, &Adjustment::Mark(Ref::Unit(unit), Word::new("moved"), true));
    change(&mut state, &Adjustment::Mark(Ref::Unit(unit), Word::new("acted"), true));
    change(&mut state, &Adjustment::Mark(Ref::Seat(Seat(1)), Word::new("active"), true));
    assert!(!marked(&state, unit, "moved") && !marked(&state, unit, "acted"));
    assert_eq!((state.turn, view(&state, Viewer::Spectator).moment.active), (4, Some(Seat(1))));
    assert_eq!(refused(&state, &Adjustment::Mark(Ref::Unit(unit), Word::new("odd"), true)), RULE);
}

#[test]
fn a_model_stands_on_the_battlefield_on_nobody_and_on_no_wall() {
    let state = battle("attack", "moves", 1);
    let model = state.roll_call(UnitId(0)).next().unwrap();
    let at = |pose: Pose| Adjustment::Pose(model, pose);
    let other = state.living(state.units_of(Seat(1)).next().unwrap()).next().unwrap();
    assert_eq!(refused(&state, &at(Pose::at(Point::inches(0, 10)))), "tle.ruling.movement-measure");
    assert_eq!(refused(&state, &at(state.pose(other).unwrap())), "tle.models.no-stacking");
    let wall = state.battlefield().terrain.iter().find_map(|piece| piece.walls.first()).unwrap().0;
    assert_eq!(refused(&state, &at(Pose::at(wall))), "tle.terrain.type3-wall-standing");
    let level = Pose { level: 1, ..Pose::at(Point::inches(20, 20)) };
    assert_eq!(refused(&state, &at(level)), "tle.distance.ground-level");
}

#[test]
fn the_last_model_takes_its_unit_out_of_play_and_a_pose_brings_it_back() {
    let mut state = battle("attack", "moves", 1);
    let unit = UnitId(0);
    change(&mut state, &Adjustment::Gone(Ref::Unit(unit)));
    assert_eq!(state.unit(unit).at, Whereabouts::Gone);
    let model = state.roll_call(unit).next().unwrap();
    change(&mut state, &Adjustment::Pose(model, Pose::at(Point::inches(20, 20))));
    assert_eq!((state.unit(unit).at, state.living(unit).count()), (Whereabouts::OnField, 1));
    change(&mut state, &Adjustment::Mark(Ref::Unit(unit), Word::new("reserve"), true));
    let seen = view(&state, Viewer::Spectator);
    assert_eq!(seen.units[unit.index()].place, Place::Aside(Word::new("reserve")));
    assert_eq!(seen.models[model.index()].pose, None);
}

#[test]
fn bombs_can_be_laid_moved_and_taken_away() {
    let mut state = battle("bombs", "actions", 2);
    let marker = state.marker_id(0);
    let lay = |x| Adjustment::Pose(marker, Pose::at(Point::inches(x, 20)));
    change(&mut state, &lay(20));
    change(&mut state, &lay(22));
    let seen = view(&state, Viewer::Spectator);
    let bombs: Vec<_> =
        seen.models.iter().filter(|model| model.unit.is_none()).map(|model| model.pose.is_some()).collect();
    assert_eq!((bombs, state.bombs[0].at), (vec![true, false], Point::inches(22, 20)));
    change(&mut state, &Adjustment::Gone(Ref::Model(marker)));
    assert!(state.bombs.is_empty());
    assert_eq!(refused(&state, &Adjustment::Gone(Ref::Model(marker))), RULE);
}

#[test]
fn the_storm_leaves_an_objective_without_points() {
    let mut state = battle("storm", "turn-start", 3);
    let stormy = |state: &State| {
        let seen = view(state, Viewer::Spectator);
        let objectives = seen.areas.into_iter().filter(|area| area.term.as_str() == "objective");
        objectives.map(|area| area.marks.iter().any(|mark| mark.term.as_str() == "stormy")).collect::<Vec<_>>()
    };
    assert_eq!(stormy(&state), [false; 5]);
    change(&mut state, &Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("storm"), 4));
    assert_eq!(stormy(&state), [true, false, false, false, false]);
    let area = state.objective_id(0);
    change(&mut state, &Adjustment::Mark(Ref::Area(area), Word::new("destroyed"), true));
    assert_eq!(stormy(&state), [false; 5]);
}

#[test]
fn players_who_agreed_to_be_strict_change_nothing_once_the_mission_is_known() {
    let mut state = begin(&[("dispute.mode", choice("strict"))]);
    change(&mut state, &Adjustment::Moment { round: 1, phase: Word::new("moves") });
    let points = Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("points"), 3);
    assert_eq!(refused(&state, &points), "tle.ruling.dispute-digital");
}

#[test]
fn every_change_is_told() {
    let mut state = battle("bombs", "actions", 2);
    let transport = Adjustment::Counter(Ref::Unit(UnitId(0)), Word::new("aboard"), 1);
    assert_eq!(refused(&state, &transport), "tle.transport.capacity");
    let all = [
        Adjustment::Pose(ModelId(0), Pose::at(Point::inches(30, 20))),
        Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("zone"), 2),
        Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("joker"), 4),
        Adjustment::Mark(Ref::Seat(Seat(0)), Word::new("passed"), true),
        Adjustment::Mark(Ref::Seat(Seat(1)), Word::new("attacker"), true),
        Adjustment::Mark(Ref::Unit(UnitId(0)), Word::new("moved"), true),
        Adjustment::Mark(Ref::Area(state.objective_id(1)), Word::new("destroyed"), true),
        Adjustment::Counter(Ref::Area(state.objective_id(1)), Word::new("holder"), 2),
        Adjustment::Gone(Ref::Model(ModelId(0))),
        Adjustment::Moment { round: 2, phase: Word::new("battle") },
    ];
    for adjustment in &all {
        let fact = adjust(&state, adjustment).unwrap_or_else(|refusal| panic!("{adjustment:?}: {refusal}"));
        LastEdition::apply(&mut state, &fact);
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let told = LastEdition::narrate(&state, &fact, viewer).expect("changes are told");
            assert!(told.text.sentence.starts_with("Agreed: "), "{}", told.text.sentence);
        }
    }
}

#[test]
fn distances_sight_reach_and_threat_are_told_with_their_rules() {
    let state = battle("attack", "moves", 1);
    let [one, other] = [0, 1].map(|seat| state.fielded_by(Seat(seat)).next().unwrap());
    let model = state.living(one).next().unwrap();
    let ask = |query: vocabulary::Query| LastEdition::query(&state, Viewer::Spectator, None, &query).unwrap();
    let measured = ask(vocabulary::Query::Measure(Ref::Unit(one), Ref::Unit(other)));
    assert!(measured.text.sentence.contains(" apart ("), "{}", measured.text.sentence);
    let seen = ask(vocabulary::Query::Sight(Ref::Unit(one), Ref::Unit(other)));
    let sentence = &seen.text.sentence;
    assert!(sentence.contains("see") && !seen.text.rules.is_empty() && seen.lines.len() == 1, "{sentence}");
    let reach = ask(vocabulary::Query::Reach(model));
    assert!(reach.text.sentence.contains("can move up to") && reach.regions.len() == 1, "{}", reach.text.sentence);
    let threat = ask(vocabulary::Query::Threat(one));
    assert!(threat.text.sentence.contains("a charge can be declared within 12 in"), "{}", threat.text.sentence);
    let nobody = vocabulary::Query::Measure(Ref::Card(vocabulary::CardId(0)), Ref::Unit(other));
    let refusal = LastEdition::query(&state, Viewer::Spectator, None, &nobody).unwrap_err();
    assert_eq!(refusal.rule.as_str(), "tle.distance.free-measuring");
}

#[test]
fn who_is_seen_but_cannot_be_shot_is_told_with_the_reason() {
    let mut state = battle("attack", "battle", 1);
    let armed = |state: &State, unit: UnitId| {
        let model = state.living(unit).next().unwrap();
        state
            .weapons(model)
            .any(|(_, weapon)| weapon.profiles.iter().any(crate::forces::weapon::WeaponProfile::is_ranged))
    };
    let one = state.units_of(Seat(0)).find(|unit| state.is_on_field(*unit) && armed(&state, *unit)).unwrap();
    let other = state.fielded_by(Seat(1)).next().unwrap();
    let [model, target] = [one, other].map(|unit| state.living(unit).next().unwrap());
    // In the open, where no terrain is between them.
    let open =
        (4..50).flat_map(|x| (14..42).map(move |y| [Point::inches(x, y), Point::inches(x + 6, y)])).find(|[a, b]| {
            let way = ground::Shape::disc(*a, ground::Length::inches(2)).swept(b.x - a.x, b.y - a.y);
            state.battlefield().terrain.iter().all(|piece| !piece.polygon.overlaps_shape(&way))
        });
    for (model, at) in [model, target].into_iter().zip(open.unwrap()) {
        change(&mut state, &Adjustment::Pose(model, Pose::at(at)));
    }
    let sight = |state: &State| {
        let query = vocabulary::Query::Sight(Ref::Model(model), Ref::Model(target));
        LastEdition::query(state, Viewer::Spectator, None, &query).unwrap().text
    };
    let check = |state: &State, but: Option<(&str, &str)>| {
        let text = sight(state);
        let reason = text.sentence.split_once(", but ").map(|(_, reason)| reason);
        assert_eq!(reason.is_some(), but.is_some(), "{}", text.sentence);
        if let Some((words, rule)) = but {
            assert!(text.sentence.contains(words), "{}", text.sentence);
            assert!(text.rules.iter().any(|other| other.as_str() == rule), "{:?}", text.rules);
        }
    };
    check(&state, None);
    change(&mut state, &Adjustment::Mark(Ref::Unit(other), Word::new("hidden"), true));
    check(&state, Some(("hidden in plain sight", "tle.directive.hidden-in-plain-sight")));
    change(&mut state, &Adjustment::Mark(Ref::Unit(one), Word::new("advanced"), true));
    check(&state, Some(("advanced this turn", "tle.order.advance-no-attack")));
}
