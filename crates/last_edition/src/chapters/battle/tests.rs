//! Battle phases played with dice that the tests name.

use engine::{Match, Origin, Pending, Rules, Watch};
use ground::{Point, Pose};
use vocabulary::{
    Adjustment, Answer, Player, Ref, Refusal, RuleId, Seat, Setup, UnitId, Value, Viewer, Word, notation,
};

use crate::LastEdition;
use crate::chapters::abilities;
use crate::fact::{Fact, narrate};
use crate::prompt::Prompt;
use crate::state::State;

mod keywords;

/// A phase with everybody where a test wants them.
pub(crate) struct Scene {
    game: Match<LastEdition>,
    heard: Heard,
    /// Whether abilities can be used; otherwise everybody passes on them.
    uses_abilities: bool,
}

/// The sentences that were told, and the rules behind them.
#[derive(Default)]
struct Heard {
    sentences: Vec<String>,
    rules: Vec<String>,
}

impl Watch<LastEdition> for Heard {
    fn told(&mut self, state: &State, fact: &Fact, rules: &[RuleId]) {
        self.sentences.extend(narrate(state, fact, Viewer::Spectator).map(|text| text.sentence));
        self.rules.extend(rules.iter().map(ToString::to_string));
    }

    fn rolled(&mut self, _: &State, roll: &vocabulary::Roll, rules: &[RuleId]) {
        self.rules.push(roll.why.to_string());
        self.rules.extend(roll.modifiers.iter().map(|modifier| modifier.rule.to_string()));
        self.rules.extend(rules.iter().map(ToString::to_string));
    }
}

/// A unit by its place, with where its first model stands and how far the next one is, in tenths of an inch.
pub(crate) type Row = (u16, (i32, i32), (i32, i32));

const LINE_AGAINST_WALL: [&str; 2] = ["Drill Line", "Drill Wall"];

impl Scene {
    fn new(drills: [&str; 2], settings: &[(&str, Value)], rows: &[Row]) -> Scene {
        Scene::at("battle-phase", false, drills, settings, rows, Vec::new())
    }

    /// The beginning of a phase of the second round, with some more that is so.
    pub(crate) fn at(
        phase: &'static str,
        uses_abilities: bool,
        drills: [&str; 2],
        settings: &[(&str, Value)],
        rows: &[Row],
        more: Vec<Adjustment>,
    ) -> Scene {
        let manual = LastEdition::manual();
        let list =
            |name: &str| manual.drills.iter().find(|ready| ready.list.name == name).map(|ready| ready.list.clone());
        let player = |(name, drill): (&str, &str)| Player {
            name: name.to_owned(),
            army: Some(list(drill).unwrap_or_else(|| panic!("no drill {drill}"))),
        };
        let mut setup = Setup::of(&["Ann", "Bo"]);
        setup.players = ["Ann", "Bo"].into_iter().zip(drills).map(player).collect();
        setup.settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let setup = LastEdition::prepare(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Match::new(setup, Origin::Typed).unwrap();
        let mut scene = Scene { game, heard: Heard::default(), uses_abilities };
        let mut changes = Vec::new();
        for (unit, at, step) in rows {
            for (place, model) in (0..).zip(scene.state().roll_call(UnitId(*unit)).collect::<Vec<_>>()) {
                let at = Point::new((at.0 + step.0 * place) * 254, (at.1 + step.1 * place) * 254);
                changes.push(Adjustment::Pose(model, Pose::at(at)));
            }
        }
        changes.push(Adjustment::Moment { round: 2, phase: Word::new(phase) });
        changes.extend(more);
        scene.run();
        scene.change(changes);
        scene
    }

    pub(crate) fn state(&self) -> &State {
        self.game.state()
    }

    pub(crate) fn change(&mut self, changes: Vec<Adjustment>) {
        self.game.adjust(changes, &[Seat(0), Seat(1)]).unwrap();
        self.run();
    }

    fn run(&mut self) {
        self.game.run(&mut engine::Nobody, &mut self.heard);
        while !self.uses_abilities
            && let Pending::Asks { ask, open, .. } = self.game.pending()
            && let Prompt::Abilities(abilities::Asks::Use { .. } | abilities::Asks::Again { .. }) = &open[0].1
        {
            let (ask, seat) = (*ask, open[0].0);
            self.game.answer(ask, seat, Answer::none()).unwrap();
            self.game.run(&mut engine::Nobody, &mut self.heard);
        }
    }

    /// What the match waits for.
    pub(crate) fn pending(&self) -> &Pending<LastEdition> {
        self.game.pending()
    }

    /// Who is asked what.
    pub(crate) fn asked(&self) -> (Seat, Prompt) {
        match self.game.pending() {
            Pending::Asks { open, .. } => open[0].clone(),
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    fn try_answer(&mut self, text: &str) -> Result<(), Refusal> {
        let Pending::Asks { ask, open, .. } = self.game.pending() else { panic!("{text}: {:?}", self.game.pending()) };
        let (ask, (seat, prompt)) = (*ask, open[0].clone());
        let kind = LastEdition::describe(self.state(), seat, &prompt).form.kind();
        let answer = if text == "pass" {
            prompt.question().pass(self.state(), seat).expect("something to pass on")
        } else {
            notation::read(text, kind).unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        self.game.answer(ask, seat, answer)?;
        self.run();
        Ok(())
    }

    /// Whoever is asked follows the first suggestion.
    pub(crate) fn follow(&mut self) {
        let (seat, prompt) = self.asked();
        let suggestions = LastEdition::describe(self.state(), seat, &prompt).suggestions;
        let first = suggestions.first().unwrap_or_else(|| panic!("no suggestion: {prompt:?}"));
        self.answer(&first.answer.to_string());
    }

    /// Whoever is asked answers this.
    pub(crate) fn answer(&mut self, text: &str) {
        self.try_answer(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }

    pub(crate) fn refused(&mut self, text: &str) -> String {
        self.try_answer(text).map_or_else(|refusal| refusal.rule.to_string(), |()| panic!("{text} is accepted"))
    }

    /// All weapons of some models at a place among them attack something.
    pub(crate) fn everything_at(&mut self, models: std::ops::RangeInclusive<u16>, place: u16, target: &str) {
        let parts: Vec<String> = models.map(|model| format!("weapon:{}>{target}", model * 16 + place)).collect();
        self.answer(&parts.join(", "));
    }

    /// Dice that must be needed now, for this rule.
    pub(crate) fn dice(&mut self, why: &str, shown: &[i16]) {
        match self.game.pending() {
            Pending::Dice(roll) => assert_eq!((roll.why.as_str(), roll.dice.len()), (why, shown.len())),
            other => panic!("{why}: no dice are needed, but {other:?}"),
        }
        self.game.enter_dice(shown).unwrap();
        self.run();
    }

    /// What the dice that are needed now must show.
    pub(crate) fn need(&self) -> i16 {
        match self.game.pending() {
            Pending::Dice(roll) => roll.need.unwrap(),
            other => panic!("no dice are needed, but {other:?}"),
        }
    }

    pub(crate) fn living(&self, unit: u16) -> usize {
        self.state().living(UnitId(unit)).count()
    }

    pub(crate) fn told(&self, rule: &str) -> bool {
        self.heard.rules.iter().any(|told| told == rule)
    }
}

fn on(value: bool) -> Value {
    Value::Switch(value)
}

fn choice(word: &'static str) -> Value {
    Value::Choice(Word::new(word))
}

/// Bargees 10 in from Hedge Wardens, in the open.
fn rifles_and_spears() -> Scene {
    Scene::new(LINE_AGAINST_WALL, &[], &[(1, (20, 120), (0, 13)), (4, (120, 120), (0, 13))])
}

const HIT: &str = "tle.shooting.hit-roll";
const WOUND: &str = "tle.wound.formula";
const SAVE: &str = "tle.shooting.save-roll";

#[test]
fn a_unit_shoots_and_models_fall_after_all_attacks() {
    let mut scene = rifles_and_spears();
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.dice(HIT, &[4, 4, 4, 4, 3]);
    // Strength 4 against toughness 7 needs more than 7.
    assert_eq!(scene.need(), 4);
    scene.dice(WOUND, &[4, 4, 4, 3]);
    // 4+/6+ against AP -1.
    assert_eq!(scene.need(), 5);
    scene.dice(SAVE, &[5, 4, 1]);
    let (seat, prompt) = scene.asked();
    assert_eq!(seat, Seat(1), "{prompt:?}");
    assert_eq!(scene.living(4), 5);
    scene.answer("model:18, model:19");
    assert_eq!(scene.living(4), 3);
    assert_eq!(scene.state().side(Seat(1)).pool.dice(), [1]);
    for rule in ["tle.shooting.remove-casualties", "tle.ruling.damage-allocation", "tle.bad-luck.bank-one"] {
        assert!(scene.told(rule), "{rule}");
    }
}

#[test]
fn casualties_are_named_only_where_that_makes_a_difference() {
    let mut scene = rifles_and_spears();
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.dice(HIT, &[4, 4, 4, 4, 4]);
    scene.dice(WOUND, &[4, 4, 4, 4, 4]);
    // Five dice against five models: whoever fails them all has nothing to choose.
    scene.dice(SAVE, &[2, 2, 2, 2, 2]);
    assert_eq!(scene.living(4), 0);
    assert!(!scene.state().is_alive(UnitId(4)));
}

#[test]
fn weapons_shoot_only_at_what_they_reach_and_see() {
    let mut scene = rifles_and_spears();
    assert_eq!(scene.refused("fight@unit:2"), "tle.phase.battle.shoot-or-fight");
    scene.answer("shoot@unit:1");
    // A hook is no rifle, and the other wardens are not there.
    assert_eq!(scene.refused("weapon:17>unit:4"), "tle.shooting.eligible-weapon");
    assert_eq!(scene.refused("weapon:16>unit:5"), "tle.shooting.target-valid");
    assert_eq!(scene.refused("weapon:16>unit:2"), "tle.shooting.target-valid");
    assert_eq!(scene.refused("weapon:16>model:17"), "tle.weapon-keyword.sniper");
    assert_eq!(scene.refused("weapon:16>unit:4, weapon:16>unit:4"), "tle.shooting.declare-targets");
    scene.answer("pass");
    assert!(scene.heard.sentences.iter().any(|sentence| sentence.ends_with("attack nobody")));
}

#[test]
fn a_pool_die_is_named_before_the_roll_and_used_up() {
    let mut scene = rifles_and_spears();
    scene.change(vec![Adjustment::Counter(Ref::Seat(Seat(0)), Word::new("pool-6"), 1)]);
    scene.answer("shoot@unit:1");
    scene.everything_at(1..=5, 0, "unit:4");
    scene.answer("item:0");
    scene.dice(HIT, &[1, 1, 2, 2]);
    // Both ones were banked, and made a 2, which is of no use for a wound roll of 4+.
    assert_eq!(scene.state().side(Seat(0)).pool.dice(), [2]);
    scene.dice(WOUND, &[3]);
    assert_eq!(scene.living(4), 5);
    assert!(scene.told("tle.bad-luck.improve-ones") && scene.told("tle.bad-luck.substitute-modified"));
}

/// Bargees and Hedge Wardens face to face.
fn hooks_and_spears(settings: &[(&str, Value)]) -> Scene {
    Scene::new(LINE_AGAINST_WALL, settings, &[(1, (20, 130), (12, 0)), (4, (20, 142), (12, 0))])
}

#[test]
fn a_hit_roll_of_1_is_deflected_even_by_a_casualty() {
    let mut scene = hooks_and_spears(&[]);
    scene.answer("fight@unit:1");
    scene.answer("pass");
    let equal = "tle.melee.hit-equal";
    scene.dice(equal, &[1]);
    scene.dice(equal, &[4]);
    scene.dice(WOUND, &[4]);
    scene.dice("tle.melee.save-roll", &[3]);
    scene.answer("model:17");
    for _ in 0..3 {
        scene.dice(equal, &[2]);
    }
    // The casualty is the nearest, and answers with its spear.
    scene.dice(equal, &[4]);
    scene.dice(WOUND, &[6]);
    scene.dice("tle.melee.save-roll", &[1]);
    assert_eq!((scene.living(1), scene.living(4)), (5, 4));
    scene.answer("model:5");
    assert_eq!((scene.living(1), scene.living(4)), (4, 4));
    assert_eq!(scene.state().side(Seat(0)).pool.dice(), [2]);
    assert!(scene.told("tle.ruling.deflect") && scene.told("tle.melee.remove-casualties"));
}

#[test]
fn with_one_melee_weapon_each_a_player_picks_it() {
    let mut scene = hooks_and_spears(&[("melee.all-weapons", on(false)), ("charge.from-melee-range", on(false))]);
    scene.answer("fight@unit:1");
    // Each model has only a hook, so there is nothing to pick, and nobody else to strike.
    scene.dice("tle.melee.hit-equal", &[2]);
}

#[test]
fn a_unit_that_cannot_fight_where_it_stands_charges_into_counterfire() {
    let rows = [(1, (20, 120), (0, 13)), (4, (70, 120), (0, 13))];
    let mut scene = Scene::new(LINE_AGAINST_WALL, &[], &rows);
    scene.answer("fight@unit:1");
    assert_eq!(scene.asked().0, Seat(1));
    assert_eq!(scene.refused("weapon:272>unit:1"), "tle.shooting.eligible-weapon");
    scene.answer("weapon:273>unit:1");
    scene.dice(HIT, &[4]);
    scene.dice(WOUND, &[3]);
    scene.dice(SAVE, &[5]);
    scene.answer("model:3");
    assert_eq!(scene.living(1), 4);
    // The bases are 3.9 in apart, and the roll must be higher.
    assert_eq!(scene.need(), 4);
    scene.dice("tle.charge.roll", &[1, 2]);
    // It was in the turn that is over now.
    assert_eq!(scene.state().unit(UnitId(4)).last.shot + 1, scene.state().turn);
    assert!(scene.heard.sentences.iter().any(|sentence| sentence.contains("not enough to reach")));
}

/// Clerks with a Long Glass against an assessor behind seal bearers.
fn long_glass() -> Scene {
    let rows = [(3, (20, 120), (0, 12)), (5, (120, 120), (0, 17)), (4, (140, 130), (0, 0))];
    Scene::new(["Night Letters", "Paper and Seal"], &[], &rows)
}

#[test]
fn a_protected_unit_is_no_target_except_for_snipers() {
    let mut scene = long_glass();
    scene.answer("shoot@unit:3");
    assert_eq!(scene.refused("weapon:96>unit:4"), "tle.keyword.protected");
    assert_eq!(scene.refused("weapon:96>model:12"), "tle.weapon-keyword.sniper");
    scene.answer("weapon:161>model:11");
    scene.dice(HIT, &[4]);
    assert!(scene.told("tle.weapon-keyword.sniper"));
}

#[test]
fn damage_beyond_one_model_is_lost_and_wounded_models_suffer_first() {
    let mut scene = long_glass();
    scene.answer("shoot@unit:3");
    scene.answer("weapon:161>unit:5, weapon:96>unit:5, weapon:112>unit:5");
    // Two weapons that do different things to the same unit: their order is the attacker's.
    scene.answer("weapon:161");
    scene.dice(HIT, &[4]);
    scene.dice(WOUND, &[6]);
    scene.dice(SAVE, &[1]);
    scene.answer("model:13");
    assert_eq!(scene.state().model(vocabulary::ModelId(13)).health, 1);
    scene.dice(HIT, &[4, 4]);
    scene.dice(WOUND, &[6, 6]);
    scene.dice(SAVE, &[1, 1]);
    // The wounded one dies of the first, and a fresh one is named for the second.
    scene.answer("model:12");
    assert_eq!((scene.living(5), scene.state().model(vocabulary::ModelId(12)).health), (2, 2));
}

#[test]
fn after_a_pass_the_other_player_goes_on_without_reaction_units() {
    let mut scene = rifles_and_spears();
    scene.answer("pass");
    // No leader is left, so nobody could react, but everybody may act once the active player has passed.
    let rows = [(1, (20, 120), (0, 13)), (4, (70, 120), (0, 13))];
    let mut near = Scene::new(LINE_AGAINST_WALL, &[], &rows);
    near.answer("pass");
    assert_eq!(near.asked().0, Seat(1));
    assert_eq!(near.state().side(Seat(1)).may_react, 0);
    near.answer("shoot@unit:4");
    let limited = [("battle.remaining-reactive", choice("reaction-units"))];
    let mut held = Scene::new(LINE_AGAINST_WALL, &limited, &rows);
    held.answer("pass");
    assert!(held.state().turn > near.state().turn, "nobody is left to act, and the next turn has begun");
}

#[test]
fn a_charge_that_rolls_enough_ends_in_melee_range_and_in_a_fight() {
    let rows = [(1, (20, 120), (0, 13)), (4, (70, 120), (0, 13))];
    let mut scene = Scene::new(LINE_AGAINST_WALL, &[], &rows);
    scene.answer("fight@unit:1");
    scene.answer("pass");
    scene.dice("tle.charge.roll", &[3, 3]);
    scene.follow();
    assert!(scene.state().is_in_melee(UnitId(1)));
    let charged = scene.state().unit(UnitId(1)).last.charged;
    assert_eq!(charged, scene.state().turn);
    assert!(scene.told("tle.ruling.charge-strict") && scene.told("tle.melee.declare-targets"));
    scene.dice("tle.melee.hit-equal", &[2]);
}

#[test]
fn a_trigger_weapon_shoots_in_melee_before_blades_strike() {
    // Anchor Guard against Bargees, base to base.
    let rows = [(1, (20, 130), (20, 0)), (5, (20, 145), (12, 0))];
    let mut scene = Scene::new(["Counter and Trigger", "Drill Line"], &[], &rows);
    scene.answer("fight@unit:1");
    scene.answer("pass");
    assert_eq!(scene.refused("weapon:16>unit:5"), "tle.melee.weapons");
    scene.answer("weapon:16>unit:5, weapon:17>unit:5, weapon:33>unit:5, weapon:49>unit:5");
    // BS 4+ with -1 for the trigger.
    assert_eq!(scene.need(), 5);
    scene.dice(HIT, &[5, 4]);
    assert!(scene.told("tle.weapon-keyword.trigger-limits"));
}

#[test]
fn a_profile_is_named_with_the_target() {
    let rows = [(0, (20, 130), (0, 0)), (5, (20, 145), (12, 0))];
    let mut scene = Scene::new(["Counter and Trigger", "Drill Line"], &[], &rows);
    scene.answer("fight@unit:0");
    scene.answer("pass");
    assert_eq!(scene.refused("weapon:0>unit:5, weapon:1>unit:5"), "tle.melee.weapons");
    scene.answer("weapon:0>shut@unit:5, weapon:1>unit:5");
    assert!(scene.told("tle.melee.profile"));
    // Two weapons at the same unit: one after the other, as the attacker likes.
    scene.answer("weapon:0");
    // Combat skill 7 against 4 is higher, but not double.
    scene.dice("tle.melee.hit-higher", &[3, 2]);
}
