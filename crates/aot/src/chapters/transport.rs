//! Transports: who is aboard, how units get in and out, and what becomes of them in a wreck.

use chance::Faces;
use engine::{Flow, Table};
use ground::{Length, Motion, Point, Polygon, Shape};
use smallvec::SmallVec;
use vocabulary::{Answer, ModelId, Ref, Refusal, Roll, Seat, Token, UnitId, Word};

use crate::Aot;
use crate::chapters::damage::strike_off;
use crate::chapters::dice::throw;
use crate::chapters::movement::{Ground, Placed, Placing};
use crate::fact::Fact;
use crate::forces::card::Rank;
use crate::prompt::Prompt;
use crate::state::{Models, State, Units, Whereabouts};

/// Carries out `aot.transport.capacity`.
pub(crate) const CAPACITY: usize = 6;
/// Carries out `aot.transport.embark`, `aot.transport.move-disembark.steps`, `aot.transport.scrum-disembark.steps`,
/// `aot.transport.destroyed-placement`.
pub(crate) const NEAR: Length = Length::inches(3);

/// A unit goes aboard.
pub(crate) const EMBARK: Word = Word::new("embark");

impl State {
    /// The Transport that a unit is aboard of.
    pub(crate) fn carrier(&self, unit: UnitId) -> Option<UnitId> {
        match self.unit(unit).at {
            Whereabouts::Aboard(transport) => Some(transport),
            _ => None,
        }
    }

    /// The units aboard a Transport.
    pub(crate) fn passengers(&self, transport: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(move |unit| self.carrier(*unit) == Some(transport))
    }

    /// Whether a unit is a Transport that takes others aboard. Carries out `aot.ruling.module-transports`.
    pub(crate) fn is_transport(&self, unit: UnitId) -> bool {
        self.house().transports && self.model_info(self.hull(unit)).rank == Rank::Transport
    }

    /// The models of a unit that are not destroyed, wherever they are.
    pub(crate) fn alive(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + '_ {
        self.roll_call(unit).filter(|model| self.model(*model).health > 0)
    }

    /// How many models are aboard a Transport.
    pub(crate) fn load(&self, transport: UnitId) -> usize {
        self.passengers(transport).map(|unit| self.alive(unit).count()).sum()
    }

    /// Whether a Transport can take a unit aboard. Carries out `aot.transport.capacity`, `aot.transport.excluded`,
    /// `aot.transport.embark-capacity`, `aot.ruling.transport-several-units`,
    /// `aot.ruling.embark-friendly-transport`.
    pub(crate) fn has_room(&self, transport: UnitId, unit: UnitId) -> bool {
        let taken = self.load(transport);
        self.is_transport(transport)
            && self.seat_of(transport) == self.seat_of(unit)
            && !self.is_too_big(unit)
            && taken + self.alive(unit).count() <= CAPACITY
            && (taken == 0 || self.house().several_aboard)
    }

    /// The Transports that a unit can start the battle in. Carries out `aot.setup.deploy-embarked`,
    /// `aot.transport.start-embarked`, `aot.ruling.deploy-embarked-order`, `aot.setup.vanguard-half`.
    pub(crate) fn rides_at_start(&self, unit: UnitId) -> Units {
        let ready = |transport: &UnitId| match self.unit(*transport).at {
            Whereabouts::OnField => true,
            Whereabouts::Vanguard => self.may_hold_one_more(self.seat_of(unit)),
            _ => false,
        };
        self.units_of(self.seat_of(unit)).filter(|other| ready(other) && self.has_room(*other, unit)).collect()
    }

    /// Why a unit cannot start the battle aboard, where its Commander has a Transport that is ready.
    pub(crate) fn why_no_ride(&self, unit: UnitId) -> Option<Refusal> {
        let ready = |other: &UnitId| {
            self.is_transport(*other) && matches!(self.unit(*other).at, Whereabouts::OnField | Whereabouts::Vanguard)
        };
        let any = self.units_of(self.seat_of(unit)).any(|other| ready(&other));
        if !any || !self.rides_at_start(unit).is_empty() {
            return None;
        }
        let heads = self.alive(unit).count();
        let (rule, text) = if self.is_too_big(unit) {
            ("aot.transport.excluded", "no Transport takes this Rank aboard".to_owned())
        } else if heads > CAPACITY {
            ("aot.transport.start-embarked", format!("a Transport holds {CAPACITY} models; these are {heads}"))
        } else {
            ("aot.transport.capacity", "no Transport has room".to_owned())
        };
        Some(Refusal::new(rule, text).about(Ref::Unit(unit)))
    }

    /// Whether a unit is of a kind that no Transport takes. Carries out `aot.transport.excluded`.
    fn is_too_big(&self, unit: UnitId) -> bool {
        self.alive(unit).any(|model| matches!(self.model_info(model).rank, Rank::Abomination | Rank::Transport))
    }

    /// The Transports that a unit can go aboard where it stands. Carries out `aot.transport.embark`,
    /// `aot.ruling.embark-in-battle-range`, `aot.ruling.embark-friendly-transport`, `aot.transport.not-in-and-out`,
    /// `aot.ruling.destroyed-transport-action`.
    pub(crate) fn rides_near(&self, unit: UnitId) -> Units {
        let held = self.is_engaged(unit) && !self.house().embark_engaged;
        let got_out = self.unit(unit).boarded == Some(self.round);
        if !self.is_on_field(unit) || held || got_out {
            return Units::new();
        }
        let near = |transport: &UnitId| {
            let mut hulls = self.living(*transport).map(|hull| self.shape(hull).grown(NEAR));
            hulls.any(|reach| self.living(unit).all(|model| reach.covers(self.shape(model))))
        };
        let own = self.fielded_by(self.seat_of(unit));
        own.filter(|other| *other != unit && self.has_room(*other, unit) && near(other)).collect()
    }

    /// The passengers of a Transport that may get out. Carries out `aot.transport.extra-actions`,
    /// `aot.transport.not-in-and-out`.
    pub(crate) fn may_get_out(&self, transport: UnitId) -> Units {
        self.passengers(transport).filter(|unit| self.unit(*unit).boarded != Some(self.round)).collect()
    }

    /// Whether a unit counts as on the battlefield in the Control Phase. Carries out `aot.ruling.on-the-battlefield`.
    pub(crate) fn is_present(&self, unit: UnitId) -> bool {
        let carried = self.house().embarked_count && self.carrier(unit).is_some_and(|by| self.is_on_field(by));
        self.is_on_field(unit) || carried
    }

    /// The hull of a Transport, which is its only model.
    pub(crate) fn hull(&self, transport: UnitId) -> ModelId {
        ModelId(self.unit_info(transport).first)
    }

    /// Models of a unit that get out around a hull; `close`: perhaps into Battle Range.
    pub(crate) fn getting_out(&self, unit: UnitId, models: Models, hull: ModelId, close: bool) -> Placing<'_> {
        let why = match close {
            true => "aot.transport.scrum-disembark.steps",
            false => "aot.transport.move-disembark.steps",
        };
        self.placing(unit, models, Ground::Around { hull, close }, why)
    }

    /// Survivors of a unit that are thrown out around a wreck.
    pub(crate) fn thrown_out(&self, unit: UnitId, models: Models, hull: ModelId) -> Placing<'_> {
        self.placing(unit, models, Ground::Around { hull, close: true }, "aot.transport.destroyed-placement")
    }

    /// A place around a hull towards the nearest Archive, if one is found.
    fn room_around(&self, placing: &Placing<'_>, hull: ModelId) -> Option<Placed> {
        let centre = self.shape(hull).bounds().centre();
        let archives = self.battlefield().archives().iter().map(|disc| disc.bounds().centre());
        let about = archives.min_by_key(|at| at.distance_squared(centre)).unwrap_or(centre);
        placing.plan(about)
    }

    /// A place for a unit that gets out, if the planner finds one.
    pub(crate) fn room_to_get_out(&self, unit: UnitId, transport: UnitId, close: bool) -> Option<Placed> {
        let hull = self.hull(transport);
        self.room_around(&self.getting_out(unit, self.alive(unit).collect(), hull, close), hull)
    }

    /// As many survivors of a wreck as the planner finds room for. Carries out
    /// `aot.ruling.destroyed-transport-no-room`.
    pub(crate) fn survivors_room(&self, unit: UnitId, hull: ModelId) -> Placed {
        let all: Models = self.alive(unit).collect();
        let mut slim = all.clone();
        slim.sort_by_key(|model| self.base(*model).longest());
        let of = |models: &Models, count: usize| {
            self.room_around(&self.thrown_out(unit, models[..count].iter().copied().collect(), hull), hull)
        };
        let most = (1..=all.len()).rev().find_map(|count| of(&all, count).or_else(|| of(&slim, count)));
        most.unwrap_or_default()
    }
}

/// The outline of a base as a polygon that reaches nowhere beyond it, for the Obstacle that a wreck is. Carries out
/// `aot.ruling.wreck-outline`.
pub(crate) fn hulk(shape: &Shape) -> Option<Polygon> {
    const CORNERS: u16 = 64;
    let [centre] = shape.corners() else { return Polygon::new(shape.corners()).ok() };
    // Turned points are rounded by less than a unit.
    let edge = Point::new(shape.radius().0 - 1, 0);
    let corner = |step: u16| Motion::shift(centre.x, centre.y).apply(edge.turned(1_024 / CORNERS * step));
    Polygon::new(&(0..CORNERS).map(corner).collect::<Vec<_>>()).ok()
}

/// A unit goes aboard, by the rules of the moment.
fn go_aboard(t: &mut Table<Aot>, unit: UnitId, transport: UnitId, by: &[&'static str]) {
    t.tell_with(Fact::Embarked { unit, transport }, |state| {
        let mut rules = by.to_vec();
        rules.extend([
            "aot.transport.capacity",
            "aot.transport.embarked-off-table",
            "aot.ruling.transport-passenger-effects",
        ]);
        if state.passengers(transport).count() > 1 {
            rules.push("aot.ruling.transport-several-units");
        }
        rules
    });
}

/// A unit may go aboard when its Action ends. Carries out `aot.transport.embark`,
/// `aot.ruling.embark-friendly-transport`.
pub(crate) fn offer_ride(t: &mut Table<Aot>, unit: UnitId) -> Flow<()> {
    let among = t.state.rides_near(unit);
    if among.is_empty() || t.state.outcome.is_some() {
        return Ok(());
    }
    let answer = t.ask(t.state.seat_of(unit), Prompt::Embark { unit, among })?;
    if let Some(transport) = answer.token().and_then(Token::unit) {
        let rules = [
            "aot.transport.embark",
            "aot.transport.embark-capacity",
            "aot.ruling.embark-friendly-transport",
            "aot.ruling.embark-in-battle-range",
        ];
        go_aboard(t, unit, transport, &rules);
    }
    Ok(())
}

/// A unit starts the battle aboard. Carries out `aot.setup.deploy-embarked`.
pub(crate) fn start_aboard(t: &mut Table<Aot>, seat: Seat, unit: UnitId) -> Flow<()> {
    let among = t.state.rides_at_start(unit);
    let answer = t.ask(seat, Prompt::Ride { unit, among })?;
    if let Some(transport) = answer.token().and_then(Token::unit) {
        let rules = ["aot.setup.deploy-embarked", "aot.transport.start-embarked", "aot.ruling.deploy-embarked-order"];
        go_aboard(t, unit, transport, &rules);
    }
    Ok(())
}

/// Passengers get out around their Transport. Carries out `aot.transport.move-disembark.steps`,
/// `aot.transport.move-disembark.impossible`, `aot.transport.scrum-disembark.steps`,
/// `aot.ruling.disembark-no-room`, `aot.ruling.transport-several-units`.
pub(crate) fn disembark(t: &mut Table<Aot>, transport: UnitId, close: bool) -> Flow<()> {
    let units = t.state.may_get_out(transport);
    let seat = t.state.seat_of(transport);
    let mut out = false;
    for (place, unit) in units.iter().copied().enumerate() {
        let must = !out && place + 1 == units.len();
        let Answer::Place(placed) = t.ask(seat, Prompt::Disembark { unit, transport, close, must })? else {
            unreachable!("a checked answer places models")
        };
        if placed.is_empty() {
            let chosen = t.state.room_to_get_out(unit, transport, close).is_some();
            let rules: &[&str] = match chosen {
                true => &["aot.ruling.transport-several-units"],
                false => &["aot.transport.move-disembark.impossible", "aot.ruling.disembark-no-room"],
            };
            t.tell_by(Fact::StaysAboard { unit, chosen }, rules.iter().copied());
            continue;
        }
        for (model, pose) in placed {
            t.tell_by(Fact::Placed { model, pose }, ["aot.ruling.placement-legality"]);
        }
        let rules = match close {
            true => [
                "aot.transport.scrum-disembark.steps",
                "aot.transport.scrum-disembark.is-action",
                "aot.transport.scrum-disembark.battle-range",
                "aot.transport.disembarked-separate",
            ],
            false => [
                "aot.transport.move-disembark.steps",
                "aot.transport.move-disembark.is-action",
                "aot.transport.move-disembark.no-battle-range",
                "aot.transport.disembarked-separate",
            ],
        };
        t.tell_by(Fact::Disembarked { unit, close }, rules);
        out = true;
    }
    Ok(())
}

/// A Transport is wrecked, and whoever is aboard dies or is thrown out; `seats` destroyed it.
///
/// Carries out `aot.transport.destroyed-roll`, `aot.transport.destroyed-owner-picks`,
/// `aot.transport.destroyed-placement`, `aot.ruling.destroyed-transport-no-room`.
pub(crate) fn evacuate(t: &mut Table<Aot>, hull: ModelId, seats: u8) -> Flow<()> {
    let transport = t.state.unit_of(hull);
    for unit in t.state.passengers(transport).collect::<Units>() {
        let seat = t.state.seat_of(unit);
        let mut roll = Roll::new("aot.transport.destroyed-roll", seat);
        for _ in t.state.alive(unit) {
            roll = roll.die_for(Faces::D6, Ref::Unit(unit));
        }
        let lost = throw(t, roll)?.dice.iter().filter(|die| die.shows == 1).count();
        for _ in 0..lost {
            if let Some(model) = pick_trapped(t, seat, unit)? {
                strike_off(t, model, seats, Some("aot.transport.destroyed-roll"));
            }
        }
        if t.state.alive(unit).next().is_some() {
            throw_out(t, seat, unit, hull)?;
        }
    }
    Ok(())
}

/// Which passenger is lost; it is asked only where they differ.
fn pick_trapped(t: &mut Table<Aot>, seat: Seat, unit: UnitId) -> Flow<Option<ModelId>> {
    let among: Models = t.state.alive(unit).collect();
    let kind = |model: &ModelId| (t.state.model_info(*model).card, t.state.model(*model).health);
    let alike = among.iter().all(|model| kind(model) == kind(&among[0]));
    if alike {
        return Ok(among.first().copied());
    }
    match t.ask(seat, Prompt::Trapped { unit, among })?.token() {
        Some(Token::Ref(Ref::Model(model))) => Ok(Some(model)),
        _ => Ok(None),
    }
}

/// Survivors are set up around the wreck; whoever has no place is lost.
fn throw_out(t: &mut Table<Aot>, seat: Seat, unit: UnitId, hull: ModelId) -> Flow<()> {
    let Answer::Place(placed) = t.ask(seat, Prompt::Survivors { unit, hull })? else {
        unreachable!("a checked answer places models")
    };
    let without: SmallVec<[ModelId; 8]> =
        t.state.alive(unit).filter(|model| !placed.iter().any(|(other, _)| other == model)).collect();
    if !placed.is_empty() {
        for (model, pose) in placed {
            t.tell_by(Fact::Placed { model, pose }, ["aot.ruling.placement-legality"]);
        }
        let rules = [
            "aot.transport.destroyed-placement",
            "aot.transport.destroyed-battle-range",
            "aot.ruling.destroyed-transport-action",
            "aot.ruling.destroyed-transport-no-room",
        ];
        t.tell_by(Fact::ThrownOut { unit }, rules);
    }
    for model in without {
        strike_off(t, model, 0, Some("aot.ruling.destroyed-transport-no-room"));
    }
    Ok(())
}
