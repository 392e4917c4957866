//! The Control Phase: regeneration, and Archives that score.

use chance::Faces;
use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Answer, ModelId, Ref, Roll, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::dice::throw_d3;
use crate::chapters::effects;
use crate::chapters::feat;
use crate::chapters::soul;
use crate::chapters::terror::in_order;
use crate::chapters::victory;
use crate::fact::{Cure, Fact, Worth};
use crate::forces::ability::Ability;
use crate::forces::card::Rank;
use crate::forces::doctrine::Occasion;
use crate::forces::house::{Contested, OnArchive};
use crate::prompt::{Prompt, Sequence};
use crate::state::{Models, State, Units};

/// Carries out `aot.control.regenerate`, `aot.control.score-last`, `aot.ruling.control-phase-order`.
pub(crate) fn control(t: &mut Table<Aot>) -> Flow<()> {
    feat::gain(t);
    let all: Units = t.state.fielded().collect();
    feat::offer(t, Occasion::Control, &all, &[])?;
    soul::regain(t);
    feat::harvest(t)?;
    let heals = |unit: &UnitId| t.state.has(*unit, Ability::Regenerate) && !t.state.is_whole(*unit);
    let healing: Units = t.state.fielded().filter(heals).collect();
    for seat in t.state.order.clone() {
        for unit in in_order(t, seat, &healing, Sequence::Regeneration)? {
            regenerate_d3(t, unit, Cure::Ability)?;
        }
    }
    if !t.state.mends_at_once() {
        effects::mend(t)?;
    }
    score_archives(t);
    if t.state.outcome.is_none() {
        t.tell_by(Fact::ControlEnded, ["aot.round.phases", "aot.control.score-last"]);
    }
    Ok(())
}

/// A unit regenerates D3 Health. Carries out `aot.ability.regenerate`.
pub(crate) fn regenerate_d3(t: &mut Table<Aot>, unit: UnitId, by: Cure) -> Flow<()> {
    let (seat, why) = (t.state.seat_of(unit), by.die(t.state.house().edition));
    let points = throw_d3(t, Roll::new(why, seat).die_for(Faces::D6, Ref::Unit(unit)))?;
    regenerate(t, unit, points, by)
}

/// A unit regenerates so much Health. Carries out `aot.damage.regenerate-limit`,
/// `aot.damage.regenerate-damaged-first`, `aot.damage.regenerate-return`.
pub(crate) fn regenerate(t: &mut Table<Aot>, unit: UnitId, mut points: u8, by: Cure) -> Flow<()> {
    let seat = t.state.seat_of(unit);
    while points > 0 {
        let damaged: Models = t.state.living(unit).filter(|model| t.state.is_damaged(*model)).collect();
        if damaged.is_empty() {
            match bring_back(t, unit, points, by)? {
                Some(used) => points -= used,
                None => return Ok(()),
            }
            continue;
        }
        let Some(model) = pick(t, seat, damaged, |among| Prompt::Heal { unit, among })? else { return Ok(()) };
        let lost = t.state.card(model).health - t.state.model(model).health;
        let healed = lost.min(points);
        t.tell_with(Fact::Healed { model, points: healed, by }, |state| {
            let mut rules = by.rules(state.house().edition);
            rules.extend(["aot.damage.regenerate-damaged-first", "aot.damage.regenerate-limit"]);
            rules
        });
        points -= healed;
    }
    Ok(())
}

/// A model that a Commander picks, without a question where there is but one.
fn pick(t: &mut Table<Aot>, seat: Seat, among: Models, prompt: impl FnOnce(Models) -> Prompt) -> Flow<Option<ModelId>> {
    if among.len() < 2 {
        return Ok(among.first().copied());
    }
    match t.ask(seat, prompt(among))?.token() {
        Some(Token::Ref(Ref::Model(model))) => Ok(Some(model)),
        _ => Ok(None),
    }
}

/// A destroyed model comes back with as much Health as is left, if there is a place; what of it is used.
///
/// Carries out `aot.damage.regenerate-return`, `aot.ruling.regenerate-placement`,
/// `aot.ruling.regenerate-characters`.
fn bring_back(t: &mut Table<Aot>, unit: UnitId, points: u8, by: Cure) -> Flow<Option<u8>> {
    let seat = t.state.seat_of(unit);
    let dead = t.state.revivable(unit);
    let characters = dead.iter().any(|model| t.state.is_character(*model));
    let model = match dead.first().copied() {
        None => None,
        Some(_) if characters => pick(t, seat, dead, |among| Prompt::Revive { unit, among })?,
        first => first,
    };
    let Some(model) = model else { return Ok(None) };
    let health = points.min(t.state.card(model).health);
    let Answer::Place(placed) = t.ask(seat, Prompt::Return { unit, model, health })? else { return Ok(None) };
    let Some((model, pose)) = placed.first().copied() else { return Ok(None) };
    t.tell_with(Fact::Returned { model, pose, health, by }, |state| {
        let mut rules = vec![
            "aot.damage.regenerate-return",
            "aot.ruling.regenerate-placement",
            "aot.ruling.regenerate-characters",
            "aot.ruling.coherency-count",
        ];
        rules.extend(by.rules(state.house().edition));
        rules
    });
    Ok(Some(health))
}

impl State {
    /// Whether a unit has all the models it began with, at Full Health. Carries out `aot.damage.regenerate-limit`,
    /// `aot.spec.full-health-unit`.
    pub(crate) fn is_whole(&self, unit: UnitId) -> bool {
        self.roll_call(unit).all(|model| self.stands(model) && !self.is_damaged(model))
    }

    /// The destroyed models of a unit that can come back. Carries out `aot.ruling.regenerate-characters`.
    pub(crate) fn revivable(&self, unit: UnitId) -> Models {
        let returns = |model: &ModelId| {
            let rank = self.model_info(*model).rank;
            matches!(rank, Rank::Soldiers | Rank::Elites | Rank::Dregs) || self.house().characters_return
        };
        self.roll_call(unit).filter(|model| !self.stands(*model) && returns(model)).collect()
    }

    /// Whether a unit is on an Archive. Carries out `aot.ruling.on-an-archive`.
    pub(crate) fn is_on_archive(&self, unit: UnitId, archive: usize) -> bool {
        match self.house().on_archive {
            OnArchive::AllModels => self.standing(unit).all(|model| self.model_is_on(model, archive)),
            _ => self.standing(unit).any(|model| self.model_is_on(model, archive)),
        }
    }

    /// Whether a model by itself is on an Archive. Carries out `aot.ruling.on-an-archive`.
    pub(crate) fn model_is_on(&self, model: ModelId, archive: usize) -> bool {
        let (disc, shape) = (&self.battlefield().archives()[archive], self.shape(model));
        match self.house().on_archive {
            OnArchive::AnyOverlap | OnArchive::AllModels => disc.overlaps(shape),
            OnArchive::Centre => self.pose(model).is_some_and(|pose| disc.contains(pose.at)),
            OnArchive::Wholly => disc.covers(shape),
        }
    }

    /// Whether a unit scores Archives at all. Carries out `aot.vp.archive-ranks`, `aot.ability.vanguard.no-vp`,
    /// `aot.ruling.accompanied-character-lost`.
    pub(crate) fn scores_archives(&self, unit: UnitId) -> bool {
        self.is_on_field(unit)
            && self.unit(unit).entered != Some(self.round)
            && self.standing(unit).any(|model| self.model_info(model).rank.scores())
    }

    /// Who scores an Archive as everybody stands. Carries out `aot.vp.archive`, `aot.ruling.archive-one-vp`,
    /// `aot.ruling.archive-contested`.
    pub(crate) fn scorers(&self, archive: usize) -> SmallVec<[Seat; 4]> {
        if self.is_barren(archive) {
            return SmallVec::new();
        }
        let on = |unit: &UnitId| self.scores_archives(*unit) && self.is_on_archive(*unit, archive);
        let holders: SmallVec<[Seat; 4]> =
            self.seats().filter(|seat| self.fielded_by(*seat).any(|unit| on(&unit))).collect();
        match self.house().contested {
            Contested::AllScore => holders,
            Contested::NoneScore if holders.len() > 1 => SmallVec::new(),
            Contested::NoneScore => holders,
            Contested::MostModels => {
                let models = |seat: &Seat| {
                    let standing = self.fielded_by(*seat).filter(on).flat_map(|unit| self.standing(unit));
                    standing.filter(|model| self.model_is_on(*model, archive)).count()
                };
                let most = holders.iter().map(models).max();
                let best: SmallVec<[Seat; 4]> =
                    holders.iter().copied().filter(|seat| Some(models(seat)) == most).collect();
                if best.len() == 1 { best } else { SmallVec::new() }
            }
        }
    }
}

impl State {
    /// The units on Archives that bring nothing, of Commanders who do not score those Archives by another.
    fn unscored(&self, scored: &[(Seat, u8)]) -> SmallVec<[(UnitId, u8); 4]> {
        let mut idle = SmallVec::new();
        for archive in 0..self.battlefield().archives().len() {
            let without = |unit: &UnitId| {
                (self.is_barren(archive) || !self.scores_archives(*unit))
                    && self.is_on_archive(*unit, archive)
                    && !scored.contains(&(self.seat_of(*unit), archive as u8))
            };
            idle.extend(self.fielded().filter(without).map(|unit| (unit, archive as u8)));
        }
        idle
    }

    /// The rules by which a unit on an Archive scores nothing.
    fn why_unscored(&self, unit: UnitId, archive: u8) -> Vec<&'static str> {
        let mut rules = Vec::new();
        if self.passengers(unit).next().is_some() {
            rules.push("aot.transport.embarked-no-vp");
        }
        rules.push(if self.is_barren(archive.into()) {
            "aot.archive.dormant.ed1-2"
        } else if self.unit(unit).entered == Some(self.round) {
            "aot.ability.vanguard.no-vp"
        } else {
            "aot.vp.archive-ranks"
        });
        rules
    }
}

/// Carries out `aot.control.score-last`, `aot.vp.archive`.
fn score_archives(t: &mut Table<Aot>) {
    let scored: SmallVec<[(Seat, u8); 8]> = (0..t.state.battlefield().archives().len())
        .flat_map(|archive| t.state.scorers(archive).into_iter().map(move |seat| (seat, archive as u8)))
        .collect();
    let unscored = t.state.unscored(&scored);
    for (seat, archive) in &scored {
        let contested = scored.iter().filter(|(_, other)| other == archive).count() > 1;
        let rules = [
            "aot.vp.archive",
            "aot.vp.archive-ranks",
            "aot.control.score-last",
            "aot.ruling.on-an-archive",
            "aot.ruling.archive-one-vp",
            "aot.components.archive-marker",
        ];
        let rules = rules.into_iter().chain(contested.then_some("aot.ruling.archive-contested"));
        t.tell_by(Fact::Scored { seat: *seat, worth: Worth::Archive(*archive) }, rules);
    }
    for (unit, archive) in unscored {
        t.tell_with(Fact::Unscored { unit, archive }, |state| state.why_unscored(unit, archive));
    }
    victory::stop_at_once(t);
}
