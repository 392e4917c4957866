//! Before the first round: the mission, zones, units, attacker and defender.

use chance::Faces;
use engine::{Choices, Drafted, Flow, Table};
use ground::{Point, Rect};
use serde::Serialize;
use smallvec::SmallVec;
use troops::Placed;
use vocabulary::{Answer, Form, Omit, Ref, Refusal, Roll, Seat, Text, Token, UnitId, Wish, Word};

use crate::LastEdition;
use crate::chapters::luck;
use crate::chapters::missions::{Layout, Secondary};
use crate::chapters::placing::{Placing, Spot};
use crate::chapters::round::go;
use crate::chapters::scoring;
use crate::fact::{Fact, Happening};
use crate::forces::house::{BadLuckSource, MissionChoice, StormScope};
use crate::prompt::{Prompt, Question};
use crate::state::{Stage, State, Units, Whereabouts};
use crate::words::voice::Voice;

const PLACE: Word = Word::new("place");
const ASIDE: Word = Word::new("aside");
const ABOARD: Word = Word::new("aboard");

/// Questions before the first round.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Which zone?
    Zone,
    /// Which unit is deployed next, and how?
    Deploy,
    /// In which transport does it start?
    Ride { unit: UnitId, among: Units },
    /// Where does it stand?
    Place { unit: UnitId },
}

/// What happens before the first round.
#[expect(missing_docs, reason = "the fields of a fact say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Facts {
    /// Who chooses a zone and deploys first.
    First { seat: Seat },
    /// A player takes a zone, the other one gets the other.
    Zone { seat: Seat, zone: u8 },
    /// A unit is set up.
    Deployed { unit: UnitId, placed: Placed },
    /// A unit stays in reserve.
    SetAside { unit: UnitId },
    /// A unit starts in a transport.
    Aboard { unit: UnitId, transport: UnitId },
    /// There is no room for a unit.
    NoRoom { unit: UnitId },
    /// Who is the attacker.
    Attacker { seat: Seat },
}

/// The mission is rolled for, or read from the settings.
///
/// Carries out `tle.deployment-zone.roll`, `tle.secondary.roll`, `tle.secondary.storm`, `tle.ruling.storm-turn`,
/// `tle.battlefield.mission-choice`, `tle.ruling.mission-choice`, `tle.battlefield.setup-order`.
pub(crate) fn mission(t: &mut Table<LastEdition>) -> Flow<()> {
    let mut forecaster = Seat(0);
    let (layout, secondary, mut rules) = match t.state.house().mission {
        MissionChoice::Chosen => {
            let house = t.state.house();
            (house.layout, house.secondary, vec!["tle.ruling.mission-choice"])
        }
        MissionChoice::Roll => {
            let first = roll_off(t, "tle.ruling.mission-choice")?;
            let other = State::enemy_of(first);
            let layout = Layout::of_die(throw_for_mission(t, first, 1, "tle.deployment-zone.roll")?[0]);
            let secondary = Secondary::of_die(throw_for_mission(t, other, 1, "tle.secondary.roll")?[0]);
            forecaster = other;
            (layout, secondary, vec!["tle.deployment-zone.roll", "tle.secondary.roll"])
        }
    };
    let mut storm = SmallVec::new();
    if secondary == Secondary::Storm {
        let dice = match t.state.house().storm_scope {
            StormScope::Round => 4,
            StormScope::PlayerTurn => 8,
        };
        storm = throw_for_mission(t, forecaster, dice, "tle.secondary.storm")?;
        rules.extend(["tle.secondary.storm", "tle.ruling.storm-turn"]);
    }
    rules.push(layout.rule());
    rules.push(secondary.rule());
    t.tell_by(Fact::Scoring(scoring::Facts::Mission { layout, secondary, storm }), rules);
    go(t, Stage::Zones);
    Ok(())
}

/// Dice for the mission, which feed the bad luck pool of whoever throws them. Carries out `tle.ruling.bad-luck-sources`.
fn throw_for_mission(
    t: &mut Table<LastEdition>,
    seat: Seat,
    dice: usize,
    why: &'static str,
) -> Flow<SmallVec<[u8; 8]>> {
    let roll = luck::throw(t, BadLuckSource::SetUp, Roll::new(why, seat).dice(dice, Faces::D6))?;
    Ok(roll.dice.iter().map(|die| die.shows as u8).collect())
}

/// A single die of a player.
fn throw(t: &mut Table<LastEdition>, seat: Seat, why: &'static str) -> Flow<u8> {
    Ok(t.roll(Roll::new(why, seat).dice(1, Faces::D6))?.dice[0].shows as u8)
}

/// Both players roll a die until one is higher. Carries out `tle.ruling.random-decisions`.
pub(crate) fn roll_off(t: &mut Table<LastEdition>, why: &'static str) -> Flow<Seat> {
    loop {
        let [one, other] = [throw(t, Seat(0), why)?, throw(t, Seat(1), why)?];
        if one != other {
            return Ok(if one > other { Seat(0) } else { Seat(1) });
        }
    }
}

/// The first player takes a zone, and the other gets what is left. Carries out `tle.deploy.random-start`,
/// `tle.deploy.choose-zone`, `tle.ruling.random-decisions`.
pub(crate) fn zones(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = roll_off(t, "tle.deploy.random-start")?;
    t.tell_by(Fact::Deployment(Facts::First { seat }), ["tle.deploy.random-start", "tle.ruling.random-decisions"]);
    let answer = t.ask(seat, Prompt::Deployment(Asks::Zone))?;
    let zone = match answer.token() {
        Some(Token::Ref(Ref::Area(area))) => t.state.battlefield().zone_of(area).unwrap_or(0),
        _ => 0,
    };
    t.tell_by(Fact::Deployment(Facts::Zone { seat, zone: zone as u8 }), ["tle.deploy.choose-zone"]);
    go(t, Stage::Deploying(seat));
    Ok(())
}

/// A player deploys a unit; then it is the other's turn, as long as that one has units left.
///
/// Carries out `tle.deploy.first-unit`, `tle.deploy.alternate`, `tle.deploy.remainder`, `tle.ruling.deploy-inside`.
pub(crate) fn deploy(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    if !t.state.to_deploy(seat).is_empty() {
        deploy_unit(t, seat)?;
    }
    let other = State::enemy_of(seat);
    let next = [other, seat].into_iter().find(|seat| !t.state.to_deploy(*seat).is_empty());
    go(t, next.map_or(Stage::Roles, Stage::Deploying));
    Ok(())
}

fn deploy_unit(t: &mut Table<LastEdition>, seat: Seat) -> Flow<()> {
    let Some(Token::About(how, Ref::Unit(unit))) = t.ask(seat, Prompt::Deployment(Asks::Deploy))?.token() else {
        return Ok(());
    };
    let rules = ["tle.deploy.alternate", "tle.ruling.deploy-inside"];
    if how == ASIDE {
        let rules = rules.into_iter().chain(["tle.keyword.shock-teleport"]);
        t.tell_by(Fact::Deployment(Facts::SetAside { unit }), rules);
    } else if how == ABOARD {
        let among = t.state.rides_at_start(unit);
        let transport = match among.as_slice() {
            [only] => *only,
            _ => {
                let answer = t.ask(seat, Prompt::Deployment(Asks::Ride { unit, among: among.clone() }))?;
                answer.token().and_then(Token::unit).unwrap_or(among[0])
            }
        };
        let rules = rules.into_iter().chain(["tle.transport.embark-time", "tle.transport.capacity"]);
        t.tell_by(Fact::Deployment(Facts::Aboard { unit, transport }), rules);
    } else {
        match t.ask(seat, Prompt::Deployment(Asks::Place { unit }))? {
            Answer::Place(placed) if !placed.is_empty() => {
                let placed = placed.iter().copied().collect();
                t.tell_by(Fact::Deployment(Facts::Deployed { unit, placed }), rules);
            }
            _ => t.tell_by(Fact::Deployment(Facts::NoRoom { unit }), ["tle.ruling.deploy-inside"]),
        }
    }
    Ok(())
}

/// Who is the attacker. Carries out `tle.deploy.attacker-random`, `tle.deploy.attacker-defender`,
/// `tle.ruling.random-decisions`, `tle.leader-points.start`.
pub(crate) fn roles(t: &mut Table<LastEdition>) -> Flow<()> {
    let seat = roll_off(t, "tle.deploy.attacker-random")?;
    let rules = ["tle.deploy.attacker-random", "tle.deploy.attacker-defender", "tle.ruling.random-decisions"];
    t.tell_by(Fact::Deployment(Facts::Attacker { seat }), rules);
    go(t, Stage::Directives);
    Ok(())
}

impl State {
    /// The units that a player still has to deploy.
    pub(crate) fn to_deploy(&self, seat: Seat) -> Units {
        self.units_of(seat).filter(|unit| self.unit(*unit).at == Whereabouts::Waiting).collect()
    }

    /// The transports that a unit can start in. Carries out `tle.ruling.deploy-inside`, `tle.transport.capacity`,
    /// `tle.ruling.transport-capacity`.
    pub(crate) fn rides_at_start(&self, unit: UnitId) -> Units {
        let ready = |transport: &UnitId| {
            matches!(self.unit(*transport).at, Whereabouts::OnField | Whereabouts::Reserve)
                && self.has_room_for(*transport, unit)
        };
        self.units_of(self.seat_of(unit)).filter(ready).collect()
    }

    /// How a unit is put down in its own zone. Carries out `tle.ruling.deploy-inside`.
    pub(crate) fn deploying(&self, unit: UnitId) -> Placing<'_> {
        self.placing(unit, Spot::OwnZone)
    }

    /// A place for a unit in its zone, where one is found: behind the lines first.
    pub(crate) fn room_in_zone(&self, unit: UnitId) -> Option<Placed> {
        let zone = self.zone_of(self.seat_of(unit))?;
        let placing = self.deploying(unit);
        let bounds = zone.polygon.bounds();
        let eighth = |span: i32, at: i32| span / 8 * at;
        let spots =
            [(4, 4), (2, 2), (6, 6), (2, 6), (6, 2), (4, 1), (4, 7), (1, 4), (7, 4), (1, 1), (7, 7), (1, 7), (7, 1)];
        spots.into_iter().find_map(|(x, y)| {
            let at =
                Point::new(bounds.low.x + eighth(bounds.width().0, x), bounds.low.y + eighth(bounds.height().0, y));
            placing.plan(at)
        })
    }
}

impl Question for Asks {
    fn why(&self, _: &State) -> &'static str {
        match self {
            Asks::Zone => "tle.deploy.choose-zone",
            Asks::Deploy => "tle.deploy.alternate",
            Asks::Ride { .. } => "tle.transport.embark-time",
            Asks::Place { .. } => "tle.ruling.deploy-inside",
        }
    }

    fn text(&self, say: Voice<'_>) -> String {
        match self {
            Asks::Zone => "Which deployment zone do you take?".to_owned(),
            Asks::Deploy => "Which unit do you deploy next?".to_owned(),
            Asks::Ride { unit, .. } => {
                format!("Which transport {} {} start in?", say.does(*unit, "does", "do"), say.called(*unit))
            }
            Asks::Place { unit } if say.room_in_zone(*unit).is_none() => {
                format!("No room was found in your zone for {}. Can you find a place?", say.called(*unit))
            }
            Asks::Place { unit } => format!("Where in your zone do you deploy {}?", say.called(*unit)),
        }
    }

    fn about(&self, _: &State) -> Vec<Ref> {
        match self {
            Asks::Zone | Asks::Deploy => Vec::new(),
            Asks::Ride { unit, .. } | Asks::Place { unit } => vec![Ref::Unit(*unit)],
        }
    }

    fn choices(&self, state: &State, seat: Seat) -> Option<Choices> {
        Some(match self {
            Asks::Zone => {
                let field = state.battlefield();
                Choices::one((0..field.zones.len()).map(|zone| field.zone_id(zone)))
            }
            Asks::Deploy => {
                let units = state.to_deploy(seat);
                let place = units.iter().map(|unit| Token::about(PLACE, *unit));
                let teleports = |unit: &&UnitId| state.sheet(**unit).shock_teleport.is_some();
                let aside = units.iter().filter(teleports).map(|unit| Token::about(ASIDE, *unit));
                let rides = |unit: &&UnitId| !state.rides_at_start(**unit).is_empty();
                let aboard = units.iter().filter(rides).map(|unit| Token::about(ABOARD, *unit));
                Choices::one(place.chain(aside).chain(aboard))
            }
            Asks::Ride { among, .. } => Choices::one(among.iter().copied()),
            Asks::Place { .. } => return None,
        })
    }

    fn option(&self, say: Voice<'_>, token: Token) -> vocabulary::Choice {
        let Token::About(how, Ref::Unit(unit)) = token else { return say.option(token) };
        let name = say.unit_name(unit);
        let label = match how {
            ASIDE => format!("{name}: keep in reserve"),
            ABOARD => format!("{name}: in a transport"),
            _ => format!("{name}: on the battlefield"),
        };
        vocabulary::Choice::new(token, label)
    }

    fn form(&self, state: &State, seat: Seat) -> Form {
        match self {
            Asks::Place { unit } => {
                let omit = if state.room_in_zone(*unit).is_none() { Omit::Everybody } else { Omit::Nobody };
                state.deploying(*unit).form(omit)
            }
            _ => crate::prompt::choice_form(self, state, seat),
        }
    }

    fn pass(&self, state: &State, _: Seat) -> Option<Answer> {
        match self {
            Asks::Place { unit } => state.room_in_zone(*unit).is_none().then(|| Answer::Place(SmallVec::new())),
            _ => None,
        }
    }

    fn check(&self, state: &State, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
        match (self, answer) {
            (Asks::Place { unit }, Answer::Place(placed)) => {
                if placed.is_empty() && state.room_in_zone(*unit).is_none() {
                    return Ok(());
                }
                let placing = state.deploying(*unit);
                placing.check(placed).map_err(|misfit| placing.refuse(&misfit, placed))
            }
            _ => crate::prompt::check_choice(self, state, seat, answer),
        }
    }

    fn plain(&self, state: &State, seat: Seat) -> Answer {
        match self {
            Asks::Place { unit } => Answer::Place(state.room_in_zone(*unit).unwrap_or_default()),
            _ => self.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
        }
    }

    fn sample(&self, state: &State, seat: Seat, stream: &mut chance::Stream) -> Answer {
        let Asks::Place { unit } = self else {
            return self.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream));
        };
        let Some(zone) = state.zone_of(seat) else { return self.plain(state, seat) };
        let Rect { low, high } = zone.polygon.bounds();
        let placing = state.deploying(*unit);
        for _ in 0..6 {
            let x = low.x + stream.below((high.x - low.x).max(1) as u32) as i32;
            let y = low.y + stream.below((high.y - low.y).max(1) as u32) as i32;
            if let Some(placed) = placing.plan(Point::new(x, y)) {
                return Answer::Place(placed);
            }
        }
        self.plain(state, seat)
    }

    fn ideas(&self, state: &State, seat: Seat) -> Vec<(String, Answer)> {
        let Asks::Place { unit } = self else { return Vec::new() };
        let Some(zone) = state.zone_of(seat) else { return Vec::new() };
        let placing = state.deploying(*unit);
        let bounds = zone.polygon.bounds();
        let middle = bounds.centre();
        let enemy = state.battlefield().bounds.centre();
        let towards = |part: i32| {
            Point::new(middle.x + (enemy.x - middle.x) / 4 * part, middle.y + (enemy.y - middle.y) / 4 * part)
        };
        let wanted = [
            ("in the middle of the zone", towards(0)),
            ("towards the enemy", towards(2)),
            ("further back", towards(-2)),
        ];
        let found = |(label, about): &(&str, Point)| Some(((*label).to_owned(), Answer::Place(placing.plan(*about)?)));
        let mut ideas: Vec<(String, Answer)> = wanted.iter().filter_map(found).collect();
        if ideas.is_empty() {
            ideas.extend(
                state.room_in_zone(*unit).map(|placed| ("where there is room".to_owned(), Answer::Place(placed))),
            );
        }
        ideas
    }

    fn draft(&self, state: &State, wish: &Wish) -> Drafted {
        match self {
            Asks::Place { unit } => state.deploying(*unit).draft(wish),
            _ => Answer::Place(wish.iter().copied().collect()).into(),
        }
    }
}

impl Happening for Facts {
    fn apply(&self, state: &mut State) {
        match self {
            Facts::First { seat } => state.active = *seat,
            Facts::Zone { seat, zone } => {
                state.sides[seat.index()].zone = Some(*zone);
                state.sides[State::enemy_of(*seat).index()].zone = Some(1 - *zone);
            }
            Facts::Deployed { unit, placed } => {
                state.units[unit.index()].at = Whereabouts::OnField;
                for (model, pose) in placed {
                    state.put(*model, *pose);
                }
            }
            Facts::SetAside { unit } => state.units[unit.index()].at = Whereabouts::Reserve,
            Facts::Aboard { unit, transport } => state.units[unit.index()].at = Whereabouts::Aboard(*transport),
            Facts::NoRoom { unit } => state.lose(*unit),
            Facts::Attacker { seat } => {
                state.attacker = Some(*seat);
                state.active = *seat;
            }
        }
    }

    fn say(&self, say: Voice<'_>) -> Option<Text> {
        Some(match self {
            Facts::First { seat } => {
                say.of_player(*seat, "chooses a zone and deploys first", "choose a zone and deploy first")
            }
            Facts::Zone { seat, zone } => {
                let name = &say.battlefield().zones[usize::from(*zone)].name;
                Text::new(format!("{} zone {name}", say.plays(*seat, "takes", "take"))).about(Ref::Seat(*seat))
            }
            Facts::Deployed { unit, .. } => say.of_unit(*unit, "is deployed", "are deployed"),
            Facts::SetAside { unit } => say.of_unit(*unit, "stays in reserve", "stay in reserve"),
            Facts::Aboard { unit, transport } => {
                let text = format!("{} in {}", say.unit_does(*unit, "starts", "start"), say.called(*transport));
                Text::new(text).about(Ref::Unit(*unit)).about(Ref::Unit(*transport))
            }
            Facts::NoRoom { unit } => {
                say.of_unit(*unit, "has no room in its zone and is lost", "have no room in their zone and are lost")
            }
            Facts::Attacker { seat } => say.of_player(
                *seat,
                "is the attacker and has the first turn",
                "are the attacker and have the first turn",
            ),
        })
    }
}
