//! What steps came to, as those who take part and those who only watch are told.

use aot::{Action, Aot, Effect, Fact, Mark, Reaction, Spell, State, Worth};
use engine::Rules;
use ground::{Length, Point, Pose};
use smallvec::smallvec;
use vocabulary::{ModelId, Ref, Seat, Setup, UnitId, Viewer};

const ANN: Seat = Seat(0);
const BO: Seat = Seat(1);

/// A position in which every unit stands on the battlefield, Ann's in a row and Bo's in another 10 inches from it.
fn fielded() -> State {
    let setup = Aot::prepare(&Setup::of(&["Ann", "Bo"])).unwrap();
    let mut state = Aot::begin(&setup).unwrap();
    let units: Vec<UnitId> = state.all_units().collect();
    for unit in units {
        let y = if state.seat_of(unit) == ANN { 10 } else { 20 };
        let x = 2 + i32::from(unit.0 % 8) * 7;
        for (n, model) in (0..).zip(state.roll_call(unit)) {
            let at = Point::inches(x + n % 4, y + if y == 10 { -n / 4 } else { n / 4 });
            Aot::apply(&mut state, &Fact::Placed { model, pose: Pose::at(at) });
        }
        Aot::apply(&mut state, &Fact::SetUp { unit });
    }
    state
}

fn unit(state: &State, seat: Seat, name: &str) -> UnitId {
    let mut own = state.units_of(seat);
    own.find(|unit| state.unit_name(*unit) == name).unwrap_or_else(|| {
        let names: Vec<&str> = state.units_of(seat).map(|unit| state.unit_name(unit)).collect();
        panic!("there is no {name} among {names:?}")
    })
}

/// So many models of a unit are destroyed.
fn lost(state: &State, unit: UnitId, models: usize) -> Vec<Fact> {
    let models = state.roll_call(unit).take(models);
    models.flat_map(|model| [Fact::Hurt { model, points: 1 }, Fact::Destroyed { model }]).collect()
}

fn first(state: &State, unit: UnitId) -> ModelId {
    state.roll_call(unit).next().unwrap()
}

/// What Ann, Bo and a spectator are told when these things have happened.
fn check(state: &State, facts: &[Fact], told: [&str; 3]) {
    let mut state = state.clone();
    facts.iter().for_each(|fact| Aot::apply(&mut state, fact));
    let viewers = [Viewer::Seat(ANN), Viewer::Seat(BO), Viewer::Spectator];
    let heard = viewers.map(|viewer| Aot::recap(&state, facts, viewer).map_or(String::new(), |text| text.sentence));
    assert_eq!(heard, told);
}

/// A unit of Ann's and one of Bo's that have something to do with each other.
struct Rivals {
    state: State,
    drifters: UnitId,
    stokers: UnitId,
}

fn rivals() -> Rivals {
    let state = fielded();
    let (drifters, stokers) = (unit(&state, ANN, "Drifters 2"), unit(&state, BO, "Stokers 2"));
    Rivals { state, drifters, stokers }
}

fn attacked(unit: UnitId, target: UnitId, hits: u16) -> Fact {
    Fact::Attacked { unit, target, weapon: "Carbine".to_owned(), attacks: 6, hits }
}

const NEXT: Fact = Fact::TurnNext { place: Some(0) };

#[test]
fn shooting_is_told_with_hits_losses_and_what_comes_back() {
    let Rivals { state, drifters, stokers } = rivals();
    let moved = Fact::Moved {
        unit: drifters,
        to: [(first(&state, drifters), Pose::at(Point::inches(3, 12)))].into_iter().collect(),
        far: Length::inches(3),
    };
    let mut facts = vec![
        Fact::Selected { unit: drifters, action: Action::MoveAndShoot },
        moved,
        Fact::TookAim { unit: drifters, targets: smallvec![stokers], retreats: false },
        attacked(drifters, stokers, 4),
    ];
    facts.extend(lost(&state, stokers, 2));
    let with_reaction = |facts: &[Fact]| {
        let reaction = Reaction::ReturnFire;
        let mut facts = facts.to_vec();
        facts.insert(3, Fact::Reacted { unit: stokers, reaction, to: drifters, spent: false });
        facts.push(attacked(stokers, drifters, 1));
        facts.extend(lost(&state, drifters, 1));
        facts.push(NEXT);
        facts
    };
    check(
        &state,
        &[&facts[..], &[NEXT]].concat(),
        [
            "Your Drifters 2 move and shoot at Bo's Stokers 2: 4 hits, 2 Stokers lost.",
            "Ann's Drifters 2 move and shoot at your Stokers 2: 4 hits, 2 Stokers lost.",
            "Ann's Drifters 2 move and shoot at Bo's Stokers 2: 4 hits, 2 Stokers lost.",
        ],
    );
    check(
        &state,
        &with_reaction(&facts),
        [
            "Your Drifters 2 move and shoot at Bo's Stokers 2: 4 hits, 2 Stokers lost. Stokers 2 return fire: 1 hit, Drifters 2 lose 1 model.",
            "Ann's Drifters 2 move and shoot at your Stokers 2: 4 hits, 2 Stokers lost. Stokers 2 return fire: 1 hit, Drifters 2 lose 1 model.",
            "Ann's Drifters 2 move and shoot at Bo's Stokers 2: 4 hits, 2 Stokers lost. Stokers 2 return fire: 1 hit, Drifters 2 lose 1 model.",
        ],
    );
    let nobody = [facts[0].clone(), facts[1].clone(), Fact::NoTarget { unit: drifters, charges: false }, NEXT];
    let told = "Drifters 2 move and shoot at nobody.";
    check(&state, &nobody, [&format!("Your {told}"), &format!("Ann's {told}"), &format!("Ann's {told}")]);
}

#[test]
fn a_charge_that_fails_says_what_it_needed_and_what_was_rolled() {
    let state = fielded();
    let (reader, novice) = (unit(&state, ANN, "Weather Reader"), unit(&state, BO, "Spark Novice"));
    let put = |unit: UnitId, y: i32| Fact::Placed { model: first(&state, unit), pose: Pose::at(Point::inches(58, y)) };
    let mut state = state.clone();
    [put(reader, 30), put(novice, 40)].iter().for_each(|fact| Aot::apply(&mut state, fact));
    let charge = |vigor: i32| {
        vec![
            Fact::Selected { unit: reader, action: Action::MoveAndCharge },
            Fact::Charged { unit: reader, targets: smallvec![novice] },
            Fact::Vigor { unit: reader, vigor: Length::inches(vigor) },
        ]
    };
    let fails = [charge(5), vec![Fact::ChargeFailed { unit: reader, rivals: 0 }, NEXT]].concat();
    check(
        &state,
        &fails,
        [
            "Your Weather Reader charges Bo's Spark Novice and fails (needed 8, rolled 5).",
            "Ann's Weather Reader charges your Spark Novice and fails (needed 8, rolled 5).",
            "Ann's Weather Reader charges Bo's Spark Novice and fails (needed 8, rolled 5).",
        ],
    );
    let strikes = [
        charge(9),
        vec![
            Fact::ChargeWon { unit: reader, rivals: 0, ties: false },
            Fact::Impact { unit: reader, target: novice, points: 1 },
            Fact::Hurt { model: first(&state, novice), points: 1 },
            NEXT,
        ],
    ];
    check(
        &state,
        &strikes.concat(),
        [
            "Your Weather Reader charges Bo's Spark Novice and strikes home (rolled 9): 1 damage on impact.",
            "Ann's Weather Reader charges your Spark Novice and strikes home (rolled 9): 1 damage on impact.",
            "Ann's Weather Reader charges Bo's Spark Novice and strikes home (rolled 9): 1 damage on impact.",
        ],
    );
}

#[test]
fn other_actions_are_told_in_a_few_words() {
    let Rivals { state, drifters, stokers } = rivals();
    let selected = |action| Fact::Selected { unit: drifters, action };
    let moved = Fact::Moved {
        unit: drifters,
        to: [(first(&state, drifters), Pose::at(Point::inches(3, 12)))].into_iter().collect(),
        far: Length::inches(3),
    };
    let check = |facts: &[Fact], own: &str| {
        let theirs = own.replacen("Your", "Ann's", 1);
        check(&state, facts, [own, &theirs, &theirs]);
    };
    check(&[selected(Action::Hold), NEXT], "Your Drifters 2 hold.");
    let further = Fact::Further { unit: drifters, by: Length::inches(4) };
    check(&[selected(Action::Advance), further.clone(), moved.clone(), NEXT], "Your Drifters 2 advance (+4 in).");
    check(&[selected(Action::Advance), further, NEXT], "Your Drifters 2 stay put.");
    check(&[selected(Action::Scrum), moved.clone(), NEXT], "Your Drifters 2 scrum closer.");
    check(
        &[selected(Action::Enter), moved.clone(), Fact::Entered { unit: drifters }, NEXT],
        "Your Drifters 2 enter from Vanguard.",
    );
    let cut = Fact::Reacted { unit: stokers, reaction: Reaction::CutDown, to: drifters, spent: false };
    let mut retreat = vec![selected(Action::FiringRetreat), cut, attacked(stokers, drifters, 2)];
    retreat.extend(lost(&state, drifters, 1));
    retreat.extend([moved, Fact::TookAim { unit: drifters, targets: smallvec![stokers], retreats: true }]);
    retreat.extend([attacked(drifters, stokers, 0), NEXT]);
    let mut state = state.clone();
    retreat.iter().for_each(|fact| Aot::apply(&mut state, fact));
    assert_eq!(
        Aot::recap(&state, &retreat, Viewer::Seat(BO)).unwrap().sentence,
        "Ann's Drifters 2 fall back, shooting at your Stokers 2: no hits. On the way they are cut down by your Stokers 2 (2 hits, 1 model lost)."
    );
}

#[test]
fn spells_are_told_with_what_they_do() {
    let state = fielded();
    let (reader, novice) = (unit(&state, ANN, "Weather Reader"), unit(&state, BO, "Spark Novice"));
    let (model, rival) = (first(&state, reader), first(&state, novice));
    let mut state = state.clone();
    [model, rival].into_iter().for_each(|model| Aot::apply(&mut state, &Fact::SetSoul { model, soul: 4 }));
    let mark = Mark::Unit(novice);
    let begun = [Fact::Channelled { model }, Fact::Cast { model, spell: Spell::Assault, mark }];
    let negated = [&begun[..], &[Fact::Negated { model: rival, spell: Spell::Assault, works: true }, NEXT]].concat();
    let told = |who: &str, whom: &str, undoes: &str| {
        format!("{who} Weather Reader casts Assault on {whom} Spark Novice{undoes}")
    };
    let undone = |who, whom: &str| told(who, whom, &format!(", but {whom} Spark Novice undoes it."));
    check(&state, &negated, [&undone("Your", "Bo's"), &undone("Ann's", "your"), &undone("Ann's", "Bo's")]);
    let hurt = Fact::Hurt { model: rival, points: 2 };
    let works =
        [&begun[..], &[Fact::Stricken { unit: novice, points: 2, rule: "aot.spell.assault" }, hurt, NEXT]].concat();
    let struck = |who, whom| told(who, whom, ": 2 damage.");
    check(&state, &works, [&struck("Your", "Bo's"), &struck("Ann's", "your"), &struck("Ann's", "Bo's")]);
}

#[test]
fn phases_are_told_with_who_fought_and_who_scored() {
    let Rivals { state, drifters, stokers } = rivals();
    let order = smallvec![BO, ANN];
    let woke = |archive, effect| Fact::Woke { archive, effect };
    check(
        &state,
        &[
            Fact::RoundBegan { round: 2 },
            woke(0, Effect::Nullify),
            woke(1, Effect::Nullify),
            Fact::Ordered { order },
            NEXT,
        ],
        [
            "Bo acts first, then you. Archives 1 and 2 are under Nullify.",
            "You act first, then Ann. Archives 1 and 2 are under Nullify.",
            "Bo acts first, then Ann. Archives 1 and 2 are under Nullify.",
        ],
    );
    let mut battle = vec![Fact::BattleBegan, attacked(stokers, drifters, 2), attacked(drifters, stokers, 3)];
    battle.extend(lost(&state, drifters, 2));
    battle.extend(lost(&state, stokers, state.roll_call(stokers).count()));
    battle.push(Fact::BattleEnded);
    check(
        &state,
        &battle,
        [
            "Your Drifters 2 fight Bo's Stokers 2. You lose 2 of Drifters 2; Bo loses Stokers 2.",
            "Your Stokers 2 fight Ann's Drifters 2. Ann loses 2 of Drifters 2; you lose Stokers 2.",
            "Ann's Drifters 2 fight Bo's Stokers 2. Ann loses 2 of Drifters 2; Bo loses Stokers 2.",
        ],
    );
    check(&state, &[Fact::BattleBegan, Fact::BattleEnded], ["Nobody fights."; 3]);
    let scored = |seat, place| Fact::Scored { seat, worth: Worth::Archive(place) };
    check(
        &state,
        &[scored(ANN, 0), scored(ANN, 2), scored(BO, 1), Fact::ControlEnded],
        [
            "You score Archives 1 and 3 and Bo scores Archive 2. Victory points: you 2, Bo 1.",
            "Ann scores Archives 1 and 3 and you score Archive 2. Victory points: Ann 2, you 1.",
            "Ann scores Archives 1 and 3 and Bo scores Archive 2. Victory points: Ann 2, Bo 1.",
        ],
    );
    check(&state, &[Fact::ControlBegan], [""; 3]);
    let terrified = [Fact::Terrified { unit: stokers, fails: true }, Fact::Flees { unit: stokers }, Fact::ControlBegan];
    let flee = |whose: &str| format!("{whose} Stokers 2 give way to Terror and flee.");
    check(&state, &terrified, [&flee("Bo's"), &flee("Your"), &flee("Bo's")]);
}

#[test]
fn setting_up_is_told_with_the_whole_name_of_the_unit() {
    let Rivals { state, drifters, .. } = rivals();
    let facts = [Fact::SetUp { unit: drifters }, Fact::SetUpNext { place: Some(1) }];
    check(&state, &facts, ["You set up Drifters 2.", "Ann sets up Drifters 2.", "Ann sets up Drifters 2."]);
    let facts = [Fact::HeldBack { unit: drifters }, Fact::SetUpNext { place: Some(1) }];
    let back = |who: &str| format!("{who} Drifters 2 back in Vanguard.");
    check(&state, &facts, [&back("You hold"), &back("Ann holds"), &back("Ann holds")]);
    let facts = [Fact::Passed { seat: BO }, NEXT];
    check(&state, &facts, ["Bo passes.", "You pass.", "Bo passes."]);
}

#[test]
fn what_a_step_came_to_points_at_those_who_took_part() {
    let Rivals { state, drifters, stokers } = rivals();
    let facts = [
        Fact::Selected { unit: drifters, action: Action::MoveAndShoot },
        Fact::TookAim { unit: drifters, targets: smallvec![stokers], retreats: false },
        attacked(drifters, stokers, 0),
    ];
    let text = Aot::recap(&state, &facts, Viewer::Spectator).unwrap();
    assert_eq!(text.refs, [Ref::Unit(drifters), Ref::Unit(stokers)]);
}
