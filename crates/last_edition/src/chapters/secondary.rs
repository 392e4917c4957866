//! Secondary missions with an action: begun after moving, completed as the turn ends.

use chance::Faces;
use engine::{Choices, Drafted, Flow, Table};
use ground::{Length, Outline, Point, Pose, Shape};
use serde::Serialize;
use smallvec::{SmallVec, smallvec};
use vocabulary::{
    Answer, Choice, Form, Limit, LimitKind, ModelId, Omit, Ref, Refusal, Roll, Seat, Text, Token, UnitId, Wish, Word,
};

use crate::LastEdition;
use crate::chapters::luck;
use crate::chapters::missions::Secondary;
use crate::chapters::round::go;
use crate::chapters::scoring::{self, Worth};
use crate::fact::{Fact, Happening};
use crate::forces::house::{BadLuckSource, BombsRemoved, OtherMarker, PoisonCloudUsed};
use crate::prompt::{Prompt, Question, check_choice, choice_form};
use crate::state::{Bomb, Deed, Stage, State, Units};
use crate::words::voice::Voice;

const PLACE: Word = Word::new("place");
const REMOVE: Word = Word::new("remove");
/// The radius of a bomb marker. Carries out `tle.secondary.bombs-place`.
const MARKER: Length = Length(1_250);
/// How near a marker lies. Carries out `tle.secondary.bombs-place`, `tle.secondary.bombs-remove`.
const NEAR: Length = Length::inches(1);

/// Questions about the secondary mission.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which unit begins the action, if any?
    Begin { among: Units },
    /// Which objective is the poison cloud for?
    Cloud { unit: UnitId, among: SmallVec<[u8; 5]> },
    /// Is a bomb placed, or are bombs removed?
    Bomb { unit: UnitId },
    /// Where does the bomb lie?
    Where { unit: UnitId },
    /// Which bombs are removed?
    Defuse { unit: UnitId },
}

/// What happens to the secondary mission.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// A unit begins the action.
    Began { seat: Seat, deed: Deed },
    /// The action is completed, or fails.
    Ended { seat: Seat, unit: UnitId, completed: bool },
    /// A bomb is placed.
    Placed { bomb: Bomb },
    /// Bombs are removed, by their places.
    Removed { unit: UnitId, bombs: SmallVec<[u16; 4]> },
    /// An objective is destroyed.
    Destroyed { objective: u8 },
}

/// The active player may begin an action.
///
/// Carries out `tle.secondary.secret-mission`, `tle.secondary.bombs`, `tle.secondary.poison-cloud`,
/// `tle.ruling.action-general`.
pub(crate) fn begin(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    let among: Units = t.state.fielded_by(seat).filter(|unit| t.state.may_act_for_mission(*unit)).collect();
    if !among.is_empty() {
        let answer = t.ask(seat, Prompt::Secondary(Asks::Begin { among }))?;
        if let Some(unit) = answer.token().and_then(Token::unit) {
            let objective = pick_objective(t, seat, unit)?;
            let deed = Deed { unit, objective };
            t.tell_with(Fact::Secondary(Facts::Began { seat, deed }), |state| {
                let mut rules = vec!["tle.ruling.action-general"];
                rules.extend(match state.secondary() {
                    Some(Secondary::SecretMission) => &["tle.secondary.secret-mission"][..],
                    Some(Secondary::Bombs) => {
                        &["tle.secondary.bombs", "tle.secondary.bombs-unit-size", "tle.secondary.bombs-distance"]
                    }
                    _ => &["tle.secondary.poison-cloud", "tle.secondary.poison-cloud-once"],
                });
                rules
            });
        }
    }
    go(t, Stage::PowerStart);
    Ok(())
}

/// The objective that a poison cloud is for. Carries out `tle.ruling.poison-cloud-once`.
fn pick_objective(t: &mut Table<LastEdition>, seat: Seat, unit: UnitId) -> Flow<Option<u8>> {
    if t.state.secondary() != Some(Secondary::PoisonCloud) {
        return Ok(None);
    }
    let among = t.state.cloudable(unit);
    if let [only] = among.as_slice() {
        return Ok(Some(*only));
    }
    let answer = t.ask(seat, Prompt::Secondary(Asks::Cloud { unit, among }))?;
    let Some(Token::Ref(Ref::Area(area))) = answer.token() else { return Ok(None) };
    Ok(t.state.battlefield().objective_of(area).map(|place| place as u8))
}

/// The action under way is completed, or fails.
///
/// Carries out `tle.secondary.secret-mission-roll`, `tle.secondary.secret-mission-reward`,
/// `tle.secondary.bombs-complete`, `tle.secondary.poison-cloud-complete`, `tle.secondary.poison-cloud-destroyed`,
/// `tle.ruling.secret-mission`, `tle.ruling.action-general`.
pub(crate) fn complete(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = t.state.active;
    let Some(deed) = t.state.side(seat).deed else { return Ok(()) };
    let unit = deed.unit;
    let last = t.state.unit(unit).last;
    let attacked = t.state.is_this_turn(last.shot) || t.state.is_this_turn(last.fought);
    let blocked = t.state.house().action_blocks_attacks && attacked;
    let done = t.state.is_on_field(unit)
        && !blocked
        && match t.state.secondary() {
            Some(Secondary::SecretMission) => carry_out_secret_mission(t, seat, unit)?,
            Some(Secondary::Bombs) => {
                lay_bombs(t, seat, unit)?;
                true
            }
            Some(Secondary::PoisonCloud) => poison(t, unit, deed.objective),
            _ => false,
        };
    let rules = ["tle.ruling.action-general", "tle.ruling.turn-frame"];
    t.tell_by(Fact::Secondary(Facts::Ended { seat, unit, completed: done }), rules);
    Ok(())
}

fn carry_out_secret_mission(t: &mut Table<LastEdition>, seat: Seat, unit: UnitId) -> Flow<bool> {
    if t.state.house().secret_mission_rechecks_zone && !t.state.is_in_enemy_zone(unit) {
        return Ok(false);
    }
    let models = t.state.living(unit).count() as i16;
    let roll = Roll::new("tle.secondary.secret-mission-roll", seat).dice(1, Faces::D6).need(models);
    let roll = luck::throw(t, BadLuckSource::Action, roll)?;
    let done = roll.successes() > 0;
    if done {
        let worth = Worth::Secondary(Secondary::SecretMission);
        let rules = ["tle.secondary.secret-mission-reward", "tle.ruling.secret-mission"];
        t.tell_by(Fact::Scoring(scoring::Facts::Scored { seat, points: 3, worth }), rules);
    }
    Ok(done)
}

/// A bomb is placed, or bombs are removed. Carries out `tle.secondary.bombs-complete`,
/// `tle.secondary.bombs-place`, `tle.secondary.bombs-remove`, `tle.ruling.bombs-remove`.
fn lay_bombs(t: &mut Table<LastEdition>, seat: Seat, unit: UnitId) -> Flow<()> {
    match t.ask(seat, Prompt::Secondary(Asks::Bomb { unit }))?.token() {
        Some(Token::Word(PLACE)) => {
            let answer = t.ask(seat, Prompt::Secondary(Asks::Where { unit }))?;
            if let Answer::Place(placed) = answer
                && let Some((_, pose)) = placed.first()
            {
                let bomb = Bomb { seat, at: pose.at };
                let rules = ["tle.secondary.bombs-place", "tle.ruling.bombs-marker-place"];
                t.tell_by(Fact::Secondary(Facts::Placed { bomb }), rules);
            }
        }
        Some(Token::Word(REMOVE)) => {
            let answer = t.ask(seat, Prompt::Secondary(Asks::Defuse { unit }))?;
            let first = t.state.marker_id(0).0;
            let bombs: SmallVec<[u16; 4]> =
                answer.tokens().iter().filter_map(|token| token.model()?.0.checked_sub(first)).collect();
            let rules = ["tle.secondary.bombs-remove", "tle.ruling.bombs-remove"];
            t.tell_by(Fact::Secondary(Facts::Removed { unit, bombs }), rules);
        }
        _ => {}
    }
    Ok(())
}

fn poison(t: &mut Table<LastEdition>, unit: UnitId, objective: Option<u8>) -> bool {
    let stays = |place: &u8| t.state.has_model_on(unit, usize::from(*place));
    let Some(objective) = objective.filter(stays) else { return false };
    let rules = ["tle.secondary.poison-cloud-complete", "tle.secondary.poison-cloud-destroyed"];
    t.tell_by(Fact::Secondary(Facts::Destroyed { objective }), rules);
    true
}

impl State {
    /// Whether a unit can begin the action of the mission.
    ///
    /// Carries out `tle.secondary.secret-mission`, `tle.secondary.bombs-unit-size`, `tle.secondary.bombs-distance`,
    /// `tle.ruling.bombs-distance`, `tle.secondary.poison-cloud`, `tle.secondary.poison-cloud-once`,
    /// `tle.ruling.deus-ex-scoring`.
    pub(crate) fn may_act_for_mission(&self, unit: UnitId) -> bool {
        if self.unit(unit).returned && !self.house().deus_ex_unit_scores {
            return false;
        }
        let seat = self.seat_of(unit);
        match self.secondary() {
            Some(Secondary::SecretMission) => self.is_in_enemy_zone(unit),
            Some(Secondary::Bombs) => self.living(unit).count() > 3 && self.is_away_from_own_zone(unit),
            Some(Secondary::PoisonCloud) => !self.side(seat).poisoned && !self.cloudable(unit).is_empty(),
            _ => false,
        }
    }

    /// Whether all of a unit stands in the zone of its enemy.
    fn is_in_enemy_zone(&self, unit: UnitId) -> bool {
        let zone = self.zone_of(State::enemy_of(self.seat_of(unit)));
        zone.is_some_and(|zone| self.living(unit).all(|model| zone.area.covers(self.shape(model))))
    }

    fn is_away_from_own_zone(&self, unit: UnitId) -> bool {
        let Some(zone) = self.zone_of(self.seat_of(unit)) else { return true };
        let far = self.house().bombs_from_own_zone;
        let away = |shape: &Shape| zone.polygon.pieces().iter().all(|piece| piece.apart(shape).down() >= far);
        self.living(unit).all(|model| away(self.shape(model)))
    }

    /// The objectives that a unit could poison. Carries out `tle.ruling.destroyed-objective`.
    fn cloudable(&self, unit: UnitId) -> SmallVec<[u8; 5]> {
        let usable = |place: &u8| {
            !self.objectives[usize::from(*place)].destroyed && self.has_model_on(unit, usize::from(*place))
        };
        (0..self.objectives.len() as u8).filter(usable).collect()
    }

    /// The id by which a bomb marker is pointed at: markers are numbered after all models.
    pub(crate) fn marker_id(&self, place: usize) -> ModelId {
        ModelId((self.models.len() + place) as u16)
    }

    /// What a marker covers.
    pub(crate) fn marker_at(at: Point) -> Shape {
        Shape::disc(at, MARKER)
    }

    /// The bombs near a unit. Carries out `tle.secondary.bombs-remove`.
    fn bombs_near(&self, unit: UnitId) -> SmallVec<[u16; 4]> {
        let near = |(_, bomb): &(u16, &Bomb)| self.within_of_unit(&State::marker_at(bomb.at), unit, NEAR);
        (0..).zip(&self.bombs).filter(near).map(|(place, _)| place).collect()
    }

    /// What is wrong with a place for a bomb. Carries out `tle.secondary.bombs-place`,
    /// `tle.ruling.bombs-marker-place`, `tle.ruling.bombs-second-marker`.
    fn bomb_fault(&self, unit: UnitId, at: Point) -> Option<Refusal> {
        let shape = State::marker_at(at);
        let refuse = |rule: &'static str, text: String| Some(Refusal::new(rule, text).at(shape.outline()));
        if !self.within_of_unit(&shape, unit, NEAR) {
            return refuse("tle.secondary.bombs-place", "the bomb must lie within 1 in of the unit".to_owned());
        }
        let others = || self.bombs.iter().map(|bomb| State::marker_at(bomb.at));
        let gap = self.house().marker_gap;
        match self.house().other_marker {
            OtherMarker::Near if !self.bombs.is_empty() && !others().any(|other| other.within(&shape, NEAR)) => {
                let text = "the bomb must lie within 1 in of another bomb, too".to_owned();
                return refuse("tle.ruling.bombs-marker-place", text);
            }
            OtherMarker::Apart if others().any(|other| other.apart(&shape).down() < gap) => {
                let text = format!("the bomb must lie {gap} or more from every other bomb");
                return refuse("tle.ruling.bombs-second-marker", text);
            }
            _ => {}
        }
        let is_inside = self.battlefield().bounds.short_of(shape.bounds()) <= Length::ZERO;
        let on_model = self.all_models().any(|model| self.stands(model) && self.shape(model).overlaps(&shape));
        if !is_inside
            || on_model
            || others().any(|other| other.overlaps(&shape))
            || self.battlefield().is_on_wall(&shape)
        {
            let text = "the bomb must lie on the battlefield, clear of models, walls and other bombs".to_owned();
            return refuse("tle.ruling.bombs-marker-place", text);
        }
        None
    }

    /// Some place for a bomb, where there is one: around the models of the unit, and between them and other bombs.
    fn bomb_spot(&self, unit: UnitId) -> Option<Point> {
        let around = self.living(unit).flat_map(|model| {
            let reach = self.base(model).longest().0 / 2 + MARKER.0;
            let centre = self.shape(model).bounds().centre();
            let far = [0, NEAR.0 / 2, NEAR.0].into_iter();
            far.flat_map(move |more| {
                (0..64).map(move |turn| {
                    let way = Point::new(reach + more, 0).turned(turn * 16);
                    Point::new(centre.x + way.x, centre.y + way.y)
                })
            })
        });
        around.into_iter().find(|at| self.bomb_fault(unit, *at).is_none())
    }
}

impl Question for Asks {
    fn why(&self, state: &State) -> &'static str {
        match self {
            Asks::Begin { .. } => state.secondary().map_or("tle.ruling.action-general", Secondary::rule),
            Asks::Cloud { .. } => "tle.ruling.poison-cloud-once",
            Asks::Bomb { .. } => "tle.secondary.bombs-complete",
            Asks::Where { .. } => "tle.secondary.bombs-place",
            Asks::Defuse { .. } => "tle.secondary.bombs-remove",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        match self {
            Asks::Begin { .. } => {
                let name = say.secondary().map_or("the mission", Secondary::label);
                format!("{name}: which of your units begins the action, if any?")
            }
            Asks::Cloud { unit, .. } => format!("Which objective is the poison cloud of {} for?", say.called(*unit)),
            Asks::Bomb { unit } => {
                format!("{} Do you place a bomb, or remove bombs?", say.unit_does(*unit, "is done.", "are done."))
            }
            Asks::Where { .. } => "Where does the bomb lie?".to_owned(),
            Asks::Defuse { .. } => "Which bombs do you remove?".to_owned(),
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Begin { .. } => Vec::new(),
            Asks::Cloud { unit, .. } | Asks::Bomb { unit } | Asks::Where { unit } | Asks::Defuse { unit } => {
                vec![Ref::Unit(*unit)]
            }
        }
    }

    fn choices(&self, state: &State, _: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Begin { among } => Choices::at_most_one(among.iter().copied()),
            Asks::Cloud { among, .. } => {
                Choices::one(among.iter().map(|place| state.battlefield().objective_id((*place).into())))
            }
            Asks::Bomb { unit } => {
                let place = state.bomb_spot(*unit).is_some().then_some(PLACE);
                let remove = (!state.bombs_near(*unit).is_empty()).then_some(REMOVE);
                Choices::at_most_one(place.into_iter().chain(remove))
            }
            Asks::Defuse { unit } => {
                let tokens: engine::Tokens =
                    state.bombs_near(*unit).iter().map(|place| Token::from(state.marker_id((*place).into()))).collect();
                let most = match state.house().bombs_removed {
                    BombsRemoved::AllChosen => tokens.len() as u16,
                    BombsRemoved::One => 1,
                };
                Choices::Some(engine::Several { tokens, max: most, ..engine::Several::default() })
            }
            Asks::Where { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> Choice {
        match token {
            Token::Word(PLACE) => Choice::new(token, "Place a bomb"),
            Token::Word(REMOVE) => Choice::new(token, "Remove bombs"),
            Token::Ref(Ref::Model(model)) => {
                let place = usize::from(model.0).checked_sub(say.models.len());
                let bomb = place.and_then(|place| say.bombs.get(place));
                let whose = bomb.map_or_else(String::new, |bomb| crate::words::voice::capital(&say.whose(bomb.seat)));
                Choice::new(token, format!("{whose} bomb {}", place.unwrap_or(0) + 1))
            }
            _ => say.option(token),
        }
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        let Asks::Where { unit } = self else { return choice_form(self, state, seat) };
        let near = state.living(*unit).map(|model| state.shape(model).grown(NEAR + MARKER + MARKER).outline());
        let outlines: Vec<Outline> = near.collect();
        let within = ground::Region { outlines };
        let away = Limit::new("through", LimitKind::NotThrough, Length::ZERO, "tle.secondary.bombs-place");
        let limits = vec![away.from(state.fielded().map(Ref::Unit).collect())];
        Form::Place { models: vec![state.marker_id(state.bombs.len())], within, limits, omit: Omit::Everybody }
    }

    fn pass(&self, state: &State, seat: Seat) -> Option<Answer> {
        match self {
            Asks::Where { .. } => Some(Answer::Place(SmallVec::new())),
            Asks::Cloud { .. } => None,
            _ => self.choices(state, seat).map(|_| Answer::none()),
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        let (Asks::Where { unit }, Answer::Place(placed)) = (self, answer) else {
            return check_choice(self, state, seat, answer);
        };
        match placed.as_slice() {
            [] => Ok(()),
            [(model, pose)] if *model == state.marker_id(state.bombs.len()) && pose.level == 0 => {
                state.bomb_fault(*unit, pose.at).map_or(Ok(()), Err)
            }
            _ => Err(Refusal::new("tle.secondary.bombs-place", "place one bomb, on the ground")),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        let Asks::Where { unit } = self else {
            return self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent());
        };
        let marker = state.marker_id(state.bombs.len());
        let spot = state.bomb_spot(*unit);
        Answer::Place(spot.map(|at| (marker, Pose::at(at))).into_iter().collect())
    }

    fn ideas(&self, state: &State, seat: Seat) -> Vec<(String, Answer)> {
        match self {
            Asks::Where { .. } => vec![("where there is room".to_owned(), self.plain(state, seat))],
            Asks::Defuse { .. } => {
                let tokens = self.choices(state, seat).map(|choices| choices.tokens().iter().copied().collect());
                vec![("as many as you may".to_owned(), Answer::Choose(tokens.unwrap_or_else(|| smallvec![])))]
            }
            _ => Vec::new(),
        }
    }

    fn draft(&self, _: &State, wish: &Wish) -> Drafted {
        Answer::Place(wish.iter().copied().collect()).into()
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::Began { seat, deed } => {
                let attempt_counts = state.house().poison_cloud_used == PoisonCloudUsed::Attempt;
                let side = &mut state.sides[seat.index()];
                side.deed = Some(*deed);
                side.poisoned |= deed.objective.is_some() && attempt_counts;
            }
            Facts::Ended { seat, .. } => state.sides[seat.index()].deed = None,
            Facts::Placed { bomb } => state.bombs.push(*bomb),
            Facts::Removed { bombs, .. } => {
                let mut place = 0;
                state.bombs.retain(|_| {
                    place += 1;
                    !bombs.contains(&(place - 1))
                });
            }
            Facts::Destroyed { objective } => {
                state.objectives[usize::from(*objective)].destroyed = true;
                let active = state.active.index();
                state.sides[active].poisoned = true;
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::Began { deed, .. } => {
                let name = say.secondary().map_or("its action", Secondary::label);
                let text = format!("{} {name}", say.unit_does(deed.unit, "begins", "begin"));
                Text::new(text).about(Ref::Unit(deed.unit))
            }
            Facts::Ended { unit, completed: true, .. } => {
                let name = say.secondary().map_or("the action", Secondary::label);
                Text::new(format!("{} {name}", say.unit_does(*unit, "completes", "complete"))).about(Ref::Unit(*unit))
            }
            Facts::Ended { unit, .. } => say.of_unit(*unit, "fails its action", "fail their action"),
            Facts::Placed { bomb } => say.of_player(bomb.seat, "places a bomb", "place a bomb"),
            Facts::Removed { unit, bombs } => {
                let count = crate::words::voice::counted(bombs.len() as i32, "bomb", "bombs");
                Text::new(format!("{} {count}", say.unit_does(*unit, "removes", "remove"))).about(Ref::Unit(*unit))
            }
            Facts::Destroyed { objective } => {
                let area = say.battlefield().objective_id(usize::from(*objective));
                Text::new("The poison cloud destroys an objective").about(Ref::Area(area))
            }
        })
    }
}
