//! Feats: when they are offered, what they cost, and what they do.

use std::sync::LazyLock;

use chance::Faces;
use engine::{Flow, Table};
use serde::Deserialize;
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Roll, Seat, Token, UnitId, Word};

use crate::Aot;
use crate::chapters::control::{regenerate, regenerate_d3};
use crate::chapters::damage::strike_severely;
use crate::chapters::dice::{succeeds, throw, throw_d3};
use crate::chapters::modifiers::{Source, Timed, Until};
use crate::fact::{Cure, Fact};
use crate::forces::doctrine::{Feat, Occasion, Whom, Yield};
use crate::prompt::Prompt;
use crate::state::{State, Units};

/// The Feats that every Commander has. Carries out `aot.feat.crushing-charge`, `aot.feat.evasive-maneuver`,
/// `aot.feat.suppressive-fire`, `aot.feat.vigilance`.
pub(crate) static COMMON: LazyLock<Vec<Feat>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        feat: Vec<Feat>,
    }
    let file: File =
        toml::from_str(include_str!("../../../../data/aot/common/feats.toml")).expect("a test reads the Feats");
    file.feat
});

/// The rule behind the Feat of an id.
pub(crate) fn rule_of(feat: Word) -> &'static str {
    match feat.as_str() {
        "crushing-charge" => "aot.feat.crushing-charge",
        "evasive-maneuver" => "aot.feat.evasive-maneuver",
        "suppressive-fire" => "aot.feat.suppressive-fire",
        "vigilance" => "aot.feat.vigilance",
        _ => "aot.feat.faction-feats",
    }
}

impl State {
    /// The Feats that a Commander can perform. Carries out `aot.feat.faction-feats`.
    fn feats_of(&self, seat: Seat) -> impl Iterator<Item = &Feat> {
        COMMON.iter().chain(&self.doctrine(seat).feat)
    }

    /// The Feat of this id, in the words of whoever has it.
    pub(crate) fn feat(&self, id: Word) -> Option<&Feat> {
        self.seats().flat_map(|seat| self.feats_of(seat)).find(|feat| feat.id == id)
    }

    /// What a unit has for the Shooting Activation at hand. Carries out `aot.feat.vigilance`.
    pub(crate) fn for_shooting(&self, unit: UnitId) -> impl Iterator<Item = Timed> + '_ {
        let when = |id: Word| self.feat(id).map(|feat| feat.when);
        let of_shooting = move |timed: &&Timed| match timed.from {
            Source::Feat(id) => matches!(when(id), Some(Occasion::Shoots | Occasion::ShotAt)),
            Source::Spell(_) => false,
        };
        let timed = self.unit(unit).timed.iter().filter(|timed| timed.until == Until::Activation);
        timed.filter(of_shooting).copied()
    }

    /// The units that a Feat performed with a unit can be for: the unit itself, or the enemies at hand, and none that it was
    /// performed for at this moment already. Carries out `aot.ruling.feat-limits`.
    pub(crate) fn feat_is_for(&self, feat: &Feat, unit: UnitId, now: &Window) -> Units {
        let mut whom = match (feat.on, now.occasion) {
            (Whom::Unit, _) => Units::from_slice(&[unit]),
            (Whom::Enemy, Occasion::Fights) => self.engaged_with(unit),
            (Whom::Enemy, _) => now.foes.iter().copied().filter(|foe| self.is_on_field(*foe)).collect(),
        };
        whom.retain(|unit| !now.used.contains(&(feat.id, *unit)));
        whom
    }

    /// What a Commander can perform at a moment, and with which of some units. Carries out `aot.feat.spend`,
    /// `aot.feat.unit-on-battlefield`, `aot.ruling.feat-limits`, `aot.ruling.module-feats`.
    pub(crate) fn feats_at(&self, seat: Seat, now: &Window) -> SmallVec<[(&Feat, UnitId); 4]> {
        let mut all = SmallVec::new();
        if !self.house().feats || self.side(seat).feat_points == 0 || self.outcome.is_some() {
            return all;
        }
        for feat in self.feats_of(seat).filter(|feat| feat.when == now.occasion) {
            let able = |unit: &UnitId| {
                self.seat_of(*unit) == seat
                    && self.is_on_field(*unit)
                    && (now.occasion != Occasion::Fights || self.is_engaged(*unit))
                    && (!feat.is_for_soul_alone() || self.channeller(*unit).is_some())
                    && !self.feat_is_for(feat, *unit, now).is_empty()
            };
            all.extend(now.units.iter().copied().filter(able).map(|unit| (feat, unit)));
        }
        all
    }
}

/// A moment at which Feats can be performed.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// What is going on.
    pub occasion: Occasion,
    /// The units that it is about.
    pub units: Units,
    /// The enemies at hand.
    pub foes: Units,
    /// The Feats that were performed at this moment already, each with the unit that it was for.
    pub used: SmallVec<[(Word, UnitId); 2]>,
}

/// What Feats give for one Activation, with the units that they are for.
pub(crate) type Kept = SmallVec<[(UnitId, Timed); 2]>;

/// Commanders may perform Feats, in turn order. Where somebody acts, only one side has a part in what goes on.
///
/// Carries out `aot.ruling.feat-windows`, `aot.ruling.feat-limits`.
pub(crate) fn offer(t: &mut Table<Aot>, occasion: Occasion, units: &[UnitId], foes: &[UnitId]) -> Flow<()> {
    let mut kept = Kept::new();
    declare(t, occasion, units, foes, &mut kept)?;
    give(t, kept);
    Ok(())
}

/// The same before Activations that are declared together: what Feats give for one of them is kept until it comes up.
pub(crate) fn declare(
    t: &mut Table<Aot>,
    occasion: Occasion,
    units: &[UnitId],
    foes: &[UnitId],
    kept: &mut Kept,
) -> Flow<()> {
    for seat in t.state.order.clone() {
        let used = SmallVec::new();
        let mut now = Window { occasion, units: Units::from_slice(units), foes: Units::from_slice(foes), used };
        while !t.state.feats_at(seat, &now).is_empty() {
            let answer = t.ask(seat, Prompt::Feat { now: now.clone() })?;
            let Some(Token::About(id, Ref::Unit(unit))) = answer.token() else { break };
            let Some(feat) = t.state.feats_of(seat).find(|feat| feat.id == id).cloned() else { break };
            let whom = perform(t, seat, &feat, unit, &now, kept)?;
            now.used.push((id, whom));
        }
    }
    Ok(())
}

/// Units are given what was kept for them.
pub(crate) fn give(t: &mut Table<Aot>, kept: Kept) {
    for (unit, timed) in kept {
        endow(t, unit, timed);
    }
}

/// A unit is given something for a while.
pub(crate) fn endow(t: &mut Table<Aot>, unit: UnitId, timed: Timed) {
    t.tell_with(Fact::Given { unit, timed }, |_| match timed.from {
        Source::Spell(_) => vec!["aot.ruling.spell-duration", "aot.ruling.spell-stacking", timed.from.rule()],
        Source::Feat(_) => vec![timed.from.rule()],
    });
}

/// A Feat is performed with a unit; the unit that it is for.
///
/// Carries out `aot.feat.spend`, `aot.ruling.feat-limits`, `aot.ruling.faction-data`.
fn perform(t: &mut Table<Aot>, seat: Seat, feat: &Feat, unit: UnitId, now: &Window, kept: &mut Kept) -> Flow<UnitId> {
    let behind = t.state.is_behind(seat) && t.state.house().faction_rules;
    let keeps = t.state.doctrine(seat).rule.as_ref().and_then(|rule| rule.keeps_feat_point).filter(|_| behind);
    t.tell_with(Fact::FeatPerformed { unit, feat: feat.id }, |_| {
        let rule = rule_of(feat.id);
        let further = match rule {
            "aot.feat.crushing-charge" => Some("aot.ruling.crushing-charge-timing"),
            "aot.feat.suppressive-fire" => Some("aot.ruling.suppressive-fire-scope"),
            "aot.feat.faction-feats" => Some("aot.faction.three-formations"),
            _ => None,
        };
        let rules = ["aot.feat.spend", "aot.feat.unit-on-battlefield", "aot.ruling.feat-windows", rule];
        rules.into_iter().chain(["aot.ruling.feat-limits"]).chain(further)
    });
    if let Some(need) = keeps {
        let roll = Roll::new("aot.ruling.faction-data", seat).need(need.into()).die_for(Faces::D6, Ref::Seat(seat));
        if throw(t, roll)?.dice.iter().all(|die| succeeds(die.shows, need.into())) {
            t.tell_by(Fact::FeatPointKept { seat }, ["aot.ruling.faction-data"]);
        }
    }
    let whom = pick_whom(t, seat, feat, t.state.feat_is_for(feat, unit, now))?.unwrap_or(unit);
    for modifier in &feat.gives {
        let timed = Timed { modifier: *modifier, from: Source::Feat(feat.id), until: feat.until };
        if feat.until == Until::Activation {
            kept.push((whom, timed));
        } else {
            endow(t, whom, timed);
        }
    }
    if let Some(model) = t.state.channeller(whom) {
        restore_soul(t, model, feat.soul, feat.rule(), &[]);
    }
    if feat.mends && !t.state.is_whole(whom) {
        regenerate_d3(t, whom, Cure::Feat)?;
    }
    if feat.hurts {
        let points = throw_d3(t, Roll::new(feat.rule(), seat).die_for(Faces::D6, Ref::Unit(whom)))?;
        strike_severely(t, whom, points, seat, feat.rule())?;
    }
    Ok(whom)
}

/// The unit that a Feat is for; it is asked only where there are several enemies.
fn pick_whom(t: &mut Table<Aot>, seat: Seat, feat: &Feat, among: Units) -> Flow<Option<UnitId>> {
    if among.len() < 2 {
        return Ok(among.first().copied());
    }
    let answer = t.ask(seat, Prompt::Foe { feat: feat.id, among })?;
    Ok(answer.token().and_then(Token::unit))
}

/// A model gets Soul, as far as it holds more.
fn restore_soul(t: &mut Table<Aot>, model: ModelId, points: u8, rule: &'static str, when: &[&'static str]) {
    let room = t.state.model_info(model).rank.soul() - t.state.model(model).soul;
    let points = points.min(room);
    if t.state.house().soul && points > 0 {
        t.tell_by(Fact::SoulRegained { model, points, rule }, [rule].iter().chain(when).copied());
    }
}

/// Commanders whose Leader is on the battlefield gain a Feat Point. Carries out `aot.control.feat-point`,
/// `aot.feat.gain`, `aot.ruling.on-the-battlefield`, `aot.ruling.control-phase-order`, `aot.ruling.module-feats`.
pub(crate) fn gain(t: &mut Table<Aot>) {
    for seat in t.state.order.clone() {
        let leads = |unit: UnitId| t.state.alive(unit).any(|model| t.state.is_leader(model));
        let is_led = t.state.units_of(seat).any(|unit| t.state.is_present(unit) && leads(unit));
        if t.state.house().feats && is_led {
            let mut rules = vec![
                "aot.control.feat-point",
                "aot.ruling.control-phase-order",
                "aot.feat.gain",
                "aot.ruling.on-the-battlefield",
            ];
            rules.extend((t.state.round == 1).then_some("aot.feat.start-zero"));
            t.tell_by(Fact::FeatPoint { seat, rule: "aot.control.feat-point" }, rules);
        }
    }
}

/// What Archives yield to factions in a Control Phase. Carries out `aot.faction.archive-interaction`,
/// `aot.archive.dormant.ed3`.
pub(crate) fn harvest(t: &mut Table<Aot>) -> Flow<()> {
    const RULE: &str = "aot.faction.archive-interaction";
    const WHEN: &str = "aot.ruling.control-phase-order";
    for seat in t.state.order.clone() {
        let Some(gain) = t.state.doctrine(seat).archive.as_ref().and_then(|own| own.control) else { continue };
        for archive in 0..t.state.battlefield().archives().len() {
            if !t.state.is_giving(archive) {
                continue;
            }
            let units: Units = t.state.fielded_by(seat).filter(|unit| t.state.is_on_archive(*unit, archive)).collect();
            match gain {
                Yield::FeatPoint if t.state.house().feats && !units.is_empty() => {
                    let area = Ref::Area(t.state.battlefield().archive_id(archive));
                    let roll = throw(t, Roll::new(RULE, seat).need(5).die_for(Faces::D6, area))?;
                    if roll.dice.iter().all(|die| succeeds(die.shows, 5)) {
                        t.tell_by(Fact::FeatPoint { seat, rule: RULE }, [RULE, WHEN]);
                    }
                }
                Yield::FeatPoint => {}
                Yield::Soul => {
                    let models: SmallVec<[ModelId; 4]> =
                        units.iter().filter_map(|unit| t.state.channeller(*unit)).collect();
                    models.into_iter().for_each(|model| restore_soul(t, model, 1, RULE, &[WHEN]));
                }
                Yield::Health => {
                    for unit in units {
                        if t.state.living(unit).any(|model| t.state.is_damaged(model)) {
                            regenerate(t, unit, 1, Cure::Interaction)?;
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
