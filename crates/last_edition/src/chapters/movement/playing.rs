//! Parts of movement phases, played: from a position of a few models, answer by answer.

use engine::{Match, Origin, Pending, Players, Rules, Situation};
use vocabulary::{Adjustment, Answer, ModelId, Ref, Seat, Setup, Token, UnitId, Value, Word};

use super::asks::FALL_BACK;
use super::tests::{BARGEES, FOES, SKIFFS, at, chosen};
use crate::LastEdition;
use crate::prompt::Prompt;
use crate::state::{State, Whereabouts};

const BARGE: UnitId = UnitId(1);
const SURGEONS: UnitId = UnitId(4);
const ANN: Seat = Seat(0);

/// Nobody answers by themselves.
struct Nobody;

impl Players<LastEdition> for Nobody {
    fn answer(&mut self, _: &Situation<'_, LastEdition>) -> Option<Answer> {
        None
    }
}

/// A match whose dice are typed in, in Ann's turn.
struct Drill(Match<LastEdition>);

/// Where models of a unit stand, in tenths of an inch.
fn stand(unit: UnitId, places: &[(i32, i32)]) -> Vec<Adjustment> {
    // Both armies are alike, and have 15 models each.
    let first = [0, 1, 2, 12, 14][usize::from(unit.0) % 5] + 15 * (unit.0 / 5);
    (first..).map(ModelId).zip(places).map(|(model, (x, y))| Adjustment::Pose(model, at(*x, *y))).collect()
}

impl Drill {
    fn new(settings: &[(&str, Value)], phase: &'static str, placed: &[Vec<Adjustment>], more: &[Adjustment]) -> Drill {
        let manual = LastEdition::manual();
        let army = manual.drills.iter().find(|drill| drill.list.name == "On the Water").expect("a drill of that name");
        let mut setup = Setup::of(&["Ann", "Bo"]);
        setup.players.iter_mut().for_each(|player| player.army = Some(army.list.clone()));
        let mission = [("mission.selection", chosen("chosen")), ("mission.layout", chosen("short-edges"))];
        let settings = mission.iter().chain(settings);
        setup.settings = settings.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let setup = LastEdition::prepare(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Match::new(setup, Origin::Typed).unwrap();
        // Positions are changed while somebody is asked at the beginning of a step: which unit to deploy first.
        game.run(&mut Nobody, &mut ());
        for face in [6, 1] {
            game.enter_dice(&[face]).unwrap_or_else(|refusal| panic!("{refusal}"));
            game.run(&mut Nobody, &mut ());
        }
        let Pending::Asks { ask, open, .. } = game.pending() else { panic!("nobody is asked for a zone") };
        let (ask, (seat, prompt)) = (*ask, open[0].clone());
        let zone = LastEdition::absent(game.state(), seat, &prompt);
        game.answer(ask, seat, zone).unwrap_or_else(|refusal| panic!("{refusal}"));
        game.run(&mut Nobody, &mut ());
        let mut changes: Vec<Adjustment> = placed.iter().flatten().cloned().collect();
        changes.extend(more.iter().filter(|change| !matches!(change, Adjustment::Mark(Ref::Seat(_), ..))).cloned());
        changes.push(Adjustment::Moment { round: 1, phase: Word::new(phase) });
        changes.push(Adjustment::Mark(Ref::Seat(ANN), Word::new("active"), true));
        changes.extend(more.iter().filter(|change| matches!(change, Adjustment::Mark(Ref::Seat(_), ..))).cloned());
        game.adjust(changes, &[Seat(0), Seat(1)]).unwrap_or_else(|refusal| panic!("{refusal}"));
        game.run(&mut Nobody, &mut ());
        Drill(game)
    }

    fn state(&self) -> &State {
        self.0.state()
    }

    /// Ann is asked this, and answers.
    fn ann(&mut self, asked: &str, answer: impl FnOnce(&State, &Prompt) -> Answer) {
        let Pending::Asks { ask, open, .. } = self.0.pending() else {
            panic!("nobody is asked: {:?}", self.0.pending())
        };
        let (ask, (seat, prompt)) = (*ask, open[0].clone());
        let text = LastEdition::describe(self.state(), seat, &prompt).text;
        assert_eq!((seat, text.as_str()), (ANN, asked));
        let answer = answer(self.state(), &prompt);
        self.0.answer(ask, seat, answer).unwrap_or_else(|refusal| panic!("{asked}: {refusal}"));
        self.0.run(&mut Nobody, &mut ());
    }

    /// Dice are typed in, and nobody wants to bank one.
    fn dice(&mut self, shown: &[i16]) {
        assert!(matches!(self.0.pending(), Pending::Dice(_)), "no dice are thrown: {:?}", self.0.pending());
        self.0.enter_dice(shown).unwrap_or_else(|refusal| panic!("{refusal}"));
        self.0.run(&mut Nobody, &mut ());
        while let Pending::Asks { ask, open, .. } = self.0.pending()
            && let (seat, Prompt::Luck(_)) = &open[0]
        {
            let (ask, seat) = (*ask, *seat);
            self.0.answer(ask, seat, Answer::none()).unwrap_or_else(|refusal| panic!("{refusal}"));
            self.0.run(&mut Nobody, &mut ());
        }
    }
}

fn unit(unit: UnitId) -> impl FnOnce(&State, &Prompt) -> Answer {
    move |_, _| Answer::of(Ref::Unit(unit))
}

fn falls_back(_: &State, _: &Prompt) -> Answer {
    Answer::chosen(Token::about(FALL_BACK, BARGEES))
}

fn nobody_moves(_: &State, _: &Prompt) -> Answer {
    Answer::Move { paths: super::Paths::new(), placed: smallvec::SmallVec::new() }
}

/// The first idea for an answer.
fn suggested(state: &State, prompt: &Prompt) -> Answer {
    let ask = LastEdition::describe(state, ANN, prompt);
    ask.suggestions.first().unwrap_or_else(|| panic!("there are no suggestions for {}", ask.text)).answer.clone()
}

/// Enemies around a model at the edge who leave no gap of 28 mm.
const AROUND: [(i32, i32); 4] = [(308, 8), (301, 20), (287, 20), (280, 8)];
const SHUT_IN: ModelId = ModelId(2);

#[test]
fn a_model_that_enemies_shut_in_is_lost_when_its_unit_falls_back() {
    let placed =
        [stand(BARGEES, &[(294, 8), (280, 33), (200, 150)]), stand(SURGEONS, &[(300, 300)]), stand(FOES, &AROUND)];
    let mut drill = Drill::new(&[("coherency.mode", chosen("chain"))], "moves", &placed, &[]);
    drill.ann("Which unit moves next?", falls_back);
    drill.ann("Where do your Bargees fall back to?", suggested);
    let state = drill.state();
    assert!(!state.lives(SHUT_IN) && state.lives(ModelId(3)) && !state.is_in_melee(BARGEES));
    assert!(state.has_fallen_back(BARGEES) && state.unit(BARGEES).acted && state.open_orders(BARGEES).is_empty());
}

#[test]
fn a_model_that_only_friends_hold_stays_unless_players_want_it_otherwise() {
    let placed =
        [stand(BARGEES, &[(294, 8), (200, 150)]), stand(SKIFFS, &[(274, 8), (300, 300)]), stand(FOES, &AROUND[..3])];
    for (trapped_by, lives) in [("enemy-models", true), ("everything", false)] {
        let mut drill = Drill::new(&[("order.fall-back-trapped-by", chosen(trapped_by))], "moves", &placed, &[]);
        drill.ann("Which unit moves next?", falls_back);
        drill.ann("Where do your Bargees fall back to?", nobody_moves);
        assert_eq!(drill.state().lives(SHUT_IN), lives);
    }
}

#[test]
fn passengers_of_a_transport_that_is_lost_die_or_get_out() {
    // The Barge is in the corner, and no gap between its enemies is as wide as it is.
    let placed = [stand(BARGE, &[(26, 14)]), stand(FOES, &[(62, 10), (55, 38), (20, 42)])];
    let aboard = Adjustment::Counter(Ref::Unit(BARGEES), Word::new("aboard"), 1);
    let mut drill = Drill::new(&[], "moves", &placed, &[aboard]);
    drill.ann("Which unit moves next?", |_, _| Answer::chosen(Token::about(FALL_BACK, BARGE)));
    drill.ann("Where does your Barge fall back to?", nobody_moves);
    drill.dice(&[1, 2, 3, 4, 5, 6, 1, 2, 3, 4]);
    assert!(!drill.state().is_alive(BARGE));
    drill.ann("Where do your Bargees get out of the wreck?", |_, _| Answer::Place(smallvec::SmallVec::new()));
    let state = drill.state();
    assert_eq!((state.living(BARGEES).count(), state.unit(BARGEES).at), (8, Whereabouts::OnField));
    assert!(!state.may_react(BARGEES));
    assert_eq!(state.side(Seat(1)).destroyed, state.info(BARGE).cost);
}

#[test]
fn a_unit_arrives_counts_as_moved_and_gets_no_order() {
    let placed = [stand(FOES, &[(300, 200)])];
    let reserve = [BARGEES, SKIFFS].map(|unit| Adjustment::Mark(Ref::Unit(unit), Word::new("reserve"), true));
    let mut drill = Drill::new(&[], "reserves", &placed, &reserve);
    drill.ann("Which of your units in reserve arrives, if any?", unit(BARGEES));
    drill.ann("Where do your Bargees arrive?", suggested);
    let state = drill.state();
    assert!(state.is_on_field(BARGEES) && state.has_moved(BARGEES) && !state.may_get_orders(BARGEES));
    assert!(state.is_coherent(BARGEES));
}

#[test]
fn a_dead_unit_returns_and_the_second_kill_is_worth_a_bounty() {
    let placed = [stand(FOES, &[(300, 200)]), stand(BARGEES, &[(100, 200)])];
    let directive = Adjustment::Mark(Ref::Seat(ANN), Word::new("deus-ex-machina"), true);
    let mut drill = Drill::new(&[], "reserves", &placed, &[directive]);
    drill.ann("Deus Ex Machina: which of your destroyed units returns, if any?", unit(SURGEONS));
    drill.ann("Where do your Tar Surgeons arrive?", suggested);
    let state = drill.state();
    assert!(state.is_on_field(SURGEONS) && state.unit(SURGEONS).returned);
    let model = state.living(SURGEONS).next().unwrap();
    assert_eq!(state.model(model).health, state.profile(model).health);
}

#[test]
fn misinformation_places_a_unit_of_the_enemy() {
    let placed = [stand(BARGEES, &[(300, 200)]), stand(UnitId(5), &[(500, 100)])];
    let reserve = Adjustment::Mark(Ref::Unit(FOES), Word::new("reserve"), true);
    let directive = Adjustment::Mark(Ref::Seat(ANN), Word::new("misinformation"), true);
    let mut drill = Drill::new(&[], "reserves", &placed, &[reserve, directive]);
    drill.ann("Misinformation: which enemy unit do you place, if any?", unit(FOES));
    drill.ann("Where do Bo's Bargees arrive?", suggested);
    let state = drill.state();
    assert!(state.is_on_field(FOES) && state.has_moved(FOES) && state.may_react(FOES));
    let near = |model: ModelId| {
        let own = state.shape(ModelId(2));
        own.within(state.shape(model), ground::Length::inches(9))
            && !own.apart(state.shape(model)).at_least(ground::Length::inches(9))
    };
    assert!(!state.living(FOES).any(near));
}

#[test]
fn a_unit_that_got_out_may_move_and_does_not_board_again() {
    let placed = [stand(BARGE, &[(300, 200)]), stand(FOES, &[(500, 200)])];
    let aboard = Adjustment::Counter(Ref::Unit(BARGEES), Word::new("aboard"), 1);
    let mut drill = Drill::new(&[], "movement-phase", &placed, &[aboard]);
    drill.ann("Which of your units gets out of its transport, if any?", unit(BARGEES));
    drill.ann("Where do your Bargees get out?", suggested);
    let state = drill.state();
    assert!(state.is_on_field(BARGEES) && state.to_move().contains(&BARGEES));
    assert!(state.rides_near(BARGEES).is_empty() && state.has_room_for(BARGE, BARGEES));
}

#[test]
fn a_scattered_unit_loses_models_until_it_holds_together() {
    let placed = [stand(BARGEES, &[(300, 200), (300, 215), (300, 280), (330, 330)]), stand(FOES, &[(500, 200)])];
    let mut drill = Drill::new(&[], "coherency-phase", &placed, &[]);
    drill.ann("Your Bargees are not in coherency. Which model dies?", suggested);
    drill.ann("Your Bargees are not in coherency. Which model dies?", suggested);
    let state = drill.state();
    assert!(state.is_coherent(BARGEES));
    assert_eq!(state.living(BARGEES).collect::<Vec<_>>(), [ModelId(2), ModelId(3)]);
}
