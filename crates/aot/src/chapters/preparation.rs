//! Preparation: the battlefield is settled, zones are picked, units are set up.

use chance::Faces;
use engine::{Flow, Table};
use smallvec::{SmallVec, smallvec};
use vocabulary::{Answer, Ref, Roll, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::dice::throw;
use crate::chapters::movement::Placed;
use crate::chapters::transport::{self, EMBARK};
use crate::fact::{Fact, Seats};
use crate::forces::ability::Ability;
use crate::forces::house::RollOff;
use crate::prompt::{NO, Prompt, VANGUARD};
use crate::state::{State, Units, Whereabouts};

/// The third proposal stands.
const LAST_PROPOSAL: u8 = 2;

/// A battlefield is proposed. Carries out `aot.ruling.terrain-setup`, `aot.setup.terrain-rules`.
pub(crate) fn propose(t: &mut Table<Aot>, number: u8) -> Flow<()> {
    if number >= LAST_PROPOSAL {
        accept(t);
        return Ok(());
    }
    let asks: SmallVec<[(Seat, Prompt); 4]> = t.state.seats().map(|seat| (seat, Prompt::Accept { number })).collect();
    let answers = t.ask_all(&asks)?;
    let refuses = |(_, answer): &(Seat, &Answer)| answer.chosen_word() == Some(NO);
    let seats: Seats = t.state.seats().zip(&answers).filter(refuses).map(|(seat, _)| seat).collect();
    if seats.is_empty() {
        accept(t);
    } else {
        let rules = ["aot.ruling.terrain-setup", "aot.setup.terrain-rules"];
        t.tell_by(Fact::Refused { seats, number: number + 1 }, rules);
    }
    Ok(())
}

/// The battlefield is settled, and with it all that was agreed on before.
fn accept(t: &mut Table<Aot>) {
    let rules = [
        "aot.ruling.terrain-setup",
        "aot.setup.terrain-rules",
        "aot.setup.sequence",
        "aot.setup.archive-count",
        "aot.setup.archive-size",
        "aot.setup.agree-requisition",
        "aot.setup.present-forces",
        "aot.game.core-and-advanced",
        "aot.ruling.modules-off",
    ];
    t.tell_by(Fact::Accepted, rules);
}

/// Zones are rolled for and picked. Carries out `aot.setup.zone-roll`, `aot.setup.sequence`.
pub(crate) fn pick_zones(t: &mut Table<Aot>) -> Flow<()> {
    let seats: Seats = t.state.seats().collect();
    let order = roll_off(t, &seats, "aot.setup.zone-roll", None)?;
    t.tell_by(Fact::ZonesRolled { order: order.clone() }, ["aot.setup.zone-roll", "aot.ruling.roll-off-ties"]);
    // Whoever has a zone by consent picks none.
    for seat in order.into_iter().filter(|seat| t.state.side(*seat).zone.is_none()).collect::<Seats>() {
        let token = t.ask(seat, Prompt::Zone)?.token();
        if let Some(Token::Ref(Ref::Area(area))) = token
            && let Some(zone) = t.state.battlefield().zone_of(area)
        {
            let rules = ["aot.setup.zone-roll", "aot.setup.sequence", "aot.ruling.zone-shapes"];
            t.tell_by(Fact::ZoneTaken { seat, zone: zone as u8 }, rules);
        }
    }
    set_up_next(t, Some(0));
    Ok(())
}

/// It is a Commander's turn to set up a unit; nobody's when all are set up.
fn set_up_next(t: &mut Table<Aot>, place: Option<u8>) {
    t.tell_with(Fact::SetUpNext { place }, |state| {
        let uneven = place.is_some() && state.order.iter().any(|seat| state.to_set_up(*seat).is_empty());
        [Some("aot.setup.deploy-alternating"), uneven.then_some("aot.ruling.deploy-uneven")].into_iter().flatten()
    });
}

/// Each rolls a die; the highest goes first. Carries out `aot.ruling.roll-off-ties`, `aot.dice.d6`,
/// `aot.components.dice`.
pub(crate) fn roll_off(
    t: &mut Table<Aot>,
    seats: &[Seat],
    why: &'static str,
    previous: Option<&[Seat]>,
) -> Flow<Seats> {
    // Groups in their order; those in a group have rolled the same so far, and roll again.
    let mut groups: SmallVec<[Seats; 4]> = smallvec![seats.iter().copied().collect()];
    while let Some(at) = groups.iter().position(|group| group.len() > 1) {
        let tied = groups.remove(at);
        let mut split = split_by_roll(t, &tied, why)?;
        match (t.state.house().roll_off, previous) {
            (RollOff::RerollAll, _) if split.len() < tied.len() => split = smallvec![tied],
            (RollOff::PreviousOrder, Some(previous)) => {
                let place = |seat: &Seat| previous.iter().position(|other| other == seat);
                split.iter_mut().for_each(|equal| equal.sort_by_key(place));
                split = split.into_iter().flatten().map(|seat| smallvec![seat]).collect();
            }
            _ => {}
        }
        groups.insert_many(at, split);
    }
    Ok(groups.into_iter().flatten().collect())
}

/// Each rolls a die: who rolled the same, the highest first.
fn split_by_roll(t: &mut Table<Aot>, seats: &[Seat], why: &'static str) -> Flow<SmallVec<[Seats; 4]>> {
    let mut results: SmallVec<[(Seat, i16); 4]> = SmallVec::new();
    for seat in seats {
        let roll = throw(t, Roll::new(why, *seat).die_for(Faces::D6, Ref::Seat(*seat)))?;
        results.push((*seat, roll.dice[0].shows));
    }
    let of = |shows: i16| results.iter().filter(|(_, other)| *other == shows).map(|(seat, _)| *seat).collect();
    Ok((1..=6).rev().map(of).filter(|equal: &Seats| !equal.is_empty()).collect())
}

impl State {
    /// The units that a Commander has still to set up.
    pub(crate) fn to_set_up(&self, seat: Seat) -> Units {
        self.units_of(seat).filter(|unit| self.unit(*unit).at == Whereabouts::Waiting).collect()
    }

    /// Whether a unit may be held back in Vanguard. Carries out `aot.setup.deploy-vanguard`,
    /// `aot.setup.vanguard-half`, `aot.ability.vanguard.hold-back`, `aot.ruling.vanguard-cap-rounding`.
    pub(crate) fn may_hold_back(&self, unit: UnitId) -> bool {
        self.has(unit, Ability::Vanguard) && self.may_hold_one_more(self.seat_of(unit))
    }

    /// Whether a Commander may have one more unit off the table in Vanguard, passengers included. Carries out
    /// `aot.setup.vanguard-half`, `aot.ruling.vanguard-cap-rounding`, `aot.ruling.deploy-embarked-order`.
    pub(crate) fn may_hold_one_more(&self, seat: Seat) -> bool {
        let held = |unit: &UnitId| self.is_in_vanguard(self.carrier(*unit).unwrap_or(*unit));
        self.units_of(seat).filter(held).count() < self.units_of(seat).count() / 2
    }

    /// A place for a unit in its zone, near the middle of the zone's front, if the planner finds one.
    pub(crate) fn room_for(&self, unit: UnitId) -> Option<Placed> {
        let bounds = self.zone_of(self.seat_of(unit))?.polygon.bounds();
        let (about, placing) = ([bounds.centre(), bounds.low, bounds.high], self.set_up_in_zone(unit));
        about.into_iter().find_map(|about| placing.plan(about))
    }
}

/// The Commander at a place of the order sets up a unit. Carries out `aot.setup.deploy-alternating`,
/// `aot.setup.deploy-in-zone`, `aot.accompany.deploy-coherent`, `aot.ruling.deploy-uneven`,
/// `aot.ruling.deploy-no-room`.
pub(crate) fn set_up(t: &mut Table<Aot>, place: u8) -> Flow<()> {
    let seat = t.state.order[usize::from(place)];
    if !t.state.to_set_up(seat).is_empty() {
        set_up_one(t, seat)?;
    }
    let count = t.state.order.len();
    let later = (1..=count).map(|step| (usize::from(place) + step) % count);
    let next = later.into_iter().find(|place| !t.state.to_set_up(t.state.order[*place]).is_empty());
    set_up_next(t, next.map(|place| place as u8));
    Ok(())
}

/// A Commander sets up a unit, or another where there is no room for the first. When there is room for none, and none
/// may be held back, the first is lost. Carries out `aot.ruling.deploy-no-room`.
fn set_up_one(t: &mut Table<Aot>, seat: Seat) -> Flow<()> {
    let mut without = Units::new();
    loop {
        let prompt = Prompt::SetUp { without: without.clone() };
        if prompt.tokens(&t.state, seat).is_empty() {
            t.tell_by(Fact::NoRoom { unit: without[0] }, ["aot.ruling.deploy-no-room"]);
            return Ok(());
        }
        match t.ask(seat, prompt)?.token() {
            Some(Token::About(VANGUARD, Ref::Unit(unit))) => {
                let rules = [
                    "aot.setup.deploy-vanguard",
                    "aot.ability.vanguard.hold-back",
                    "aot.setup.vanguard-half",
                    "aot.ruling.vanguard-cap-rounding",
                ];
                t.tell_by(Fact::HeldBack { unit }, rules);
                return Ok(());
            }
            Some(Token::About(EMBARK, Ref::Unit(unit))) => return transport::start_aboard(t, seat, unit),
            Some(Token::About(_, Ref::Unit(unit))) if !place_unit(t, seat, unit)? => without.push(unit),
            _ => return Ok(()),
        }
    }
}

/// A Commander places the models of a unit, unless there is no room for them.
fn place_unit(t: &mut Table<Aot>, seat: Seat, unit: UnitId) -> Flow<bool> {
    let Answer::Place(placed) = t.ask(seat, Prompt::Place { unit })? else {
        unreachable!("a checked answer places models")
    };
    if placed.is_empty() {
        return Ok(false);
    }
    for (model, pose) in placed {
        t.tell_by(Fact::Placed { model, pose }, ["aot.setup.deploy-in-zone", "aot.ruling.placement-legality"]);
    }
    t.tell_with(Fact::SetUp { unit }, |state| {
        let mut rules = vec!["aot.setup.deploy-alternating", "aot.unit.coherency-always"];
        match state.standing(unit).count() {
            0 | 1 => {}
            2..=5 => rules.push("aot.unit.coherency-small"),
            _ => rules.push("aot.unit.coherency-large"),
        }
        if state.info(unit).character.is_some() {
            rules.extend(["aot.accompany.deploy-coherent", "aot.accompany.single-unit"]);
        }
        rules
    });
    Ok(true)
}
