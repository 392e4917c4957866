//! Resist Rolls, damage and what it destroys.

use chance::Faces;
use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref, Roll, Seat, UnitId};

use crate::Aot;
use crate::chapters::dice::{succeeds, throw, throw_with};
use crate::chapters::modifiers::{Modifier, Value};
use crate::chapters::sequence::{Cover, Defender, Harm, Need, RESIST_ROLL, ignores};
use crate::chapters::transport;
use crate::chapters::victory;
use crate::fact::{Fact, Worth};
use crate::forces::edition::Edition;
use crate::forces::house::{MixedCover, OwnLeader};
use crate::prompt::Prompt;
use crate::state::{Models, State};

/// The points of hits, one after the other.
type Points = SmallVec<[u8; 16]>;

/// What has been done to a unit so far, where more is to come before models are removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    /// Whether destroyed models stay until the account is closed.
    open: bool,
    /// Who harmed which model, a bit for each seat.
    authors: SmallVec<[(ModelId, u8); 4]>,
}

impl Account {
    /// An account on which destroyed models stay until it is closed.
    pub(crate) fn open() -> Account {
        Account { open: true, ..Account::default() }
    }

    fn note(&mut self, model: ModelId, by: Seat) {
        match self.authors.iter_mut().find(|(other, _)| *other == model) {
            Some((_, seats)) => *seats |= 1 << by.0,
            None => self.authors.push((model, 1 << by.0)),
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Models are destroyed by their own weapons; it is no damage, and nothing resists it. Carries out `aot.trait.volatile`, `aot.ruling.volatile-timing`.
    pub(crate) fn doom(&mut self, t: &mut Table<Aot>, models: &[ModelId]) -> Flow<()> {
        for model in models.iter().copied().filter(|model| t.state.stands(*model)).collect::<Models>() {
            let rules = ["aot.trait.volatile", "aot.ruling.volatile-timing", "aot.crit.miss"];
            t.tell_by(Fact::Backfired { model }, rules);
            if self.open {
                self.authors.push((model, 0));
            } else {
                destroy(t, model, 0)?;
                victory::stop_at_once(t);
            }
        }
        Ok(())
    }

    fn seats(&self, model: ModelId) -> u8 {
        self.authors.iter().find(|(other, _)| *other == model).map_or(0, |(_, seats)| *seats)
    }

    /// Removes all models that were destroyed. Carries out `aot.attack.removal`, `aot.ruling.simultaneous-damage`.
    pub(crate) fn close(self, t: &mut Table<Aot>) -> Flow<()> {
        let mut wrecks: SmallVec<[ModelId; 2]> = SmallVec::new();
        for (model, _) in &self.authors {
            if t.state.stands(*model) && t.state.model(*model).health == 0 {
                strike_off(t, *model, self.seats(*model), None);
                wrecks.push(*model);
            }
        }
        for hull in wrecks {
            transport::evacuate(t, hull, self.seats(hull))?;
        }
        // All of it is one event. Carries out `aot.ruling.victory-check-time`.
        victory::stop_at_once(t);
        Ok(())
    }
}

impl State {
    /// The models of a unit that can be next to take damage: damaged ones first, Soldiers before their character, and
    /// fresh ones only if the rest stays coherent, where that can be had.
    ///
    /// Carries out `aot.attack.defender-allocates`, `aot.attack.same-model-until-destroyed`,
    /// `aot.accompany.soldiers-first`, `aot.ruling.allocation-already-damaged`, `aot.ruling.coherency-broken`,
    /// `aot.ruling.accompanied-severe-damage`, `aot.ruling.range-and-sight`.
    pub(crate) fn next_in_line(&self, unit: UnitId) -> Models {
        self.next_in_line_after(unit, &[])
    }

    /// The same, when some models are gone already.
    pub(crate) fn next_in_line_after(&self, unit: UnitId, gone: &[ModelId]) -> Models {
        let mut all: Models = self.living(unit).filter(|model| !gone.contains(model)).collect();
        if all.len() > 1 {
            all.retain(|model| !self.is_character(*model));
        }
        let damaged: Models = all.iter().copied().filter(|model| self.is_damaged(*model)).collect();
        if !damaged.is_empty() {
            return damaged;
        }
        let spared = self.sparable_after(unit, gone);
        let coherent: Models = all.iter().copied().filter(|model| spared.contains(model)).collect();
        if coherent.is_empty() { all } else { coherent }
    }

    /// How many models a Commander picks at once for hits of so many points each, which nothing can interrupt, and how many
    /// fall: as many as the hits reach, but for a last one that is left over, if all who can be picked are alike; otherwise
    /// the first.
    fn picks(&self, among: &[ModelId], hits: &[u8]) -> (u8, u8) {
        let Some(first) = among.first() else { return (0, 0) };
        let card = self.model_info(*first).card;
        let soldiers = || self.living(self.unit_of(*first)).filter(|model| !self.is_character(*model));
        let alike = |model: ModelId| !self.is_damaged(model) && self.model_info(model).card == card;
        if !soldiers().all(alike) {
            let least = among.iter().map(|model| u16::from(self.model(*model).health)).min();
            let lethal = least <= Some(hits.iter().copied().map(u16::from).sum());
            return (1, lethal.into());
        }
        let (full, most) = (self.card(*first).health, soldiers().count() as u8);
        let (mut picks, mut falls, mut left) = (0, 0, 0);
        for points in hits.iter().copied().filter(|points| *points > 0) {
            if left == 0 {
                if picks == most {
                    break;
                }
                (picks, left) = (picks + 1, full);
            }
            left = left.saturating_sub(points);
            falls += u8::from(left == 0);
        }
        (picks.min(most - 1), falls)
    }

    /// The modifier of Cover for a Resist Roll of a model. Carries out `aot.terrain.cover-resist`,
    /// `aot.ruling.cover-mixed-unit`.
    fn cover_of(&self, model: ModelId, harm: &Harm) -> bool {
        let unit = self.unit_of(model);
        let covered = || self.living(unit).filter(|model| self.is_in_cover(*model)).count();
        match self.house().mixed_cover {
            _ if self.house().edition == Edition::First || harm.aim.is_some() => self.is_in_cover(model),
            MixedCover::PerModel => self.is_in_cover(model),
            MixedCover::AllModels => covered() == self.living(unit).count(),
            MixedCover::Majority => covered() * 2 > self.living(unit).count(),
        }
    }

    /// A model as far as rolls against a hit go.
    pub(crate) fn defender(&self, model: ModelId, harm: &Harm) -> Defender {
        let cover = if self.cover_of(model, harm) {
            Cover::Helps
        } else if self.is_denied_cover(model) && self.stands_in_cover(model) {
            Cover::Denied
        } else {
            Cover::None
        };
        let eased = self.eased(self.unit_of(model), Value::Resist);
        Defender { resist: self.card(model).resist, cover, eased, resilient: self.resilient(model) }
    }

    /// A Resist Roll of so many dice for a model. Carries out `aot.attack.resist-roll`, `aot.attack.resist-per-hit`,
    /// `aot.trait.engulf`, `aot.trait.powerful.resist`, `aot.trait.ruinous`.
    pub(crate) fn resist_roll(&self, model: ModelId, dice: u16, harm: &Harm) -> Roll {
        let unit = self.unit_of(model);
        let mut roll = self.defender(model, harm).resists(harm).roll(self.seat_of(unit));
        for _ in 0..dice {
            roll = roll.die_for(Faces::D6, Ref::Unit(unit));
        }
        roll
    }

    /// The rules behind Resist Rolls of a unit, besides what changes them.
    fn rules_of_resisting(&self, unit: UnitId, harm: &Harm) -> Vec<&'static str> {
        let mut rules = RESIST_ROLL.to_vec();
        let covered = self.living(unit).filter(|model| self.is_in_cover(*model)).count();
        let is_mixed = covered > 0 && covered < self.living(unit).count();
        if harm.ranged && !harm.engulfs && harm.aim.is_none() && is_mixed {
            rules.push("aot.ruling.cover-mixed-unit");
        }
        rules
    }

    /// The rules behind so many points of Severe Damage that a unit is to suffer.
    pub(crate) fn rules_of_severe_damage(&self, unit: UnitId, points: u16) -> Vec<&'static str> {
        if points == 0 {
            return Vec::new();
        }
        let mut rules = vec!["aot.damage.severe-no-resist"];
        if self.living(unit).any(|model| self.resilient(model).is_some()) {
            rules.push("aot.damage.severe-resilient");
        }
        let next = self.next_in_line(unit).first().map(|model| self.model(*model).health);
        if next.is_some_and(|health| points > u16::from(health)) {
            rules.push(match self.house().edition {
                Edition::First => "aot.ruling.severe-overflow-ed1",
                Edition::Second | Edition::Third => "aot.damage.severe-overflow",
            });
        }
        if self.info(unit).character.is_some() {
            rules.push("aot.ruling.accompanied-severe-damage");
        }
        rules
    }

    /// On what a model ignores a point of damage.
    fn ignores(&self, model: ModelId) -> Option<Need> {
        ignores(self.resilient(model), self.house().edition)
    }

    /// Whether it matters for the rolls of a unit which of its models is hit.
    pub(crate) fn is_mixed(&self, unit: UnitId, harm: &Harm) -> bool {
        let values = |model: ModelId| {
            let card = self.card(model);
            (
                card.resist,
                self.resilient(model).map(|(need, _)| need),
                harm.ranged && !harm.engulfs && self.cover_of(model, harm),
            )
        };
        let mut models = self.living(unit);
        let Some(first) = models.next().map(values) else { return false };
        models.any(|model| values(model) != first)
    }
}

/// Successful attacks on a unit: they are resisted or not, and what is not does damage.
///
/// Carries out `aot.attack.sequence`, `aot.attack.resist-per-hit`, `aot.attack.resisted`, `aot.attack.damage-total`,
/// `aot.attack.no-overflow`, `aot.attack.precise-allocation`, `aot.ruling.precise-details`.
pub(crate) fn suffer(t: &mut Table<Aot>, unit: UnitId, hits: u16, harm: &Harm, account: &mut Account) -> Flow<()> {
    // What is aimed at a character is not aimed at whoever else it hits.
    let harm = &Harm { aim: harm.aim.filter(|aim| t.state.unit_of(*aim) == unit), ..harm.clone() };
    if harm.aim.is_none() && t.state.is_mixed(unit, harm) {
        return suffer_singly(t, unit, hits, harm, account);
    }
    let aimed = harm.aim.filter(|aim| t.state.lives(*aim));
    if harm.aim != aimed {
        return Ok(());
    }
    let Some(any) = aimed.or_else(|| t.state.living(unit).next()) else { return Ok(()) };
    let roll = throw_with(t, t.state.resist_roll(any, hits, harm), |state, _| state.rules_of_resisting(unit, harm))?;
    let need = roll.need.unwrap_or(7);
    let resisted = roll.dice.iter().filter(|die| succeeds(die.shows, need)).count() as u16;
    tell_resisted(t, unit, hits, resisted);
    let left = hits - resisted;
    let points = ignore(t, any, left, harm.damage)?;
    if let Some(aim) = aimed {
        for points in points {
            // What an aimed blow has left over is lost.
            if t.state.lives(aim) {
                hurt(t, aim, points, harm.by, LOST, account)?;
            }
        }
        return Ok(());
    }
    take_together(t, unit, &points, harm.by, LOST, account)
}

/// Hits of so many points each, one after the other, with nothing that could interrupt them: their Commander picks all the
/// models that they fall on at once.
fn take_together(
    t: &mut Table<Aot>,
    unit: UnitId,
    hits: &[u8],
    by: Seat,
    surplus: Option<&'static str>,
    account: &mut Account,
) -> Flow<()> {
    let mut line = Line::default();
    for (at, points) in hits.iter().enumerate().filter(|(_, points)| **points > 0) {
        let Some(model) = line.next(t, unit, &hits[at..])? else { return Ok(()) };
        hurt(t, model, *points, by, surplus, account)?;
    }
    Ok(())
}

/// As [`suffer`], hit by hit, where it matters who is hit. Carries out `aot.ruling.cover-mixed-unit`.
fn suffer_singly(t: &mut Table<Aot>, unit: UnitId, hits: u16, harm: &Harm, account: &mut Account) -> Flow<()> {
    let mut line = Line::default();
    for _ in 0..hits {
        let Some(model) = line.next(t, unit, &[harm.damage])? else { return Ok(()) };
        let roll = t.state.resist_roll(model, 1, harm);
        let roll = throw_with(t, roll, |state, _| state.rules_of_resisting(unit, harm))?;
        let resisted = roll.dice.iter().any(|die| succeeds(die.shows, roll.need.unwrap_or(7)));
        tell_resisted(t, unit, 1, resisted.into());
        if !resisted {
            let points = ignore(t, model, 1, harm.damage)?;
            hurt(t, model, points.first().copied().unwrap_or(0), harm.by, LOST, account)?;
        }
        // Whoever is unharmed need not be the one that the next hit is for.
        line.current = line.current.filter(|model| t.state.is_damaged(*model));
    }
    Ok(())
}

/// So many of the hits on a unit were resisted.
fn tell_resisted(t: &mut Table<Aot>, unit: UnitId, hits: u16, resisted: u16) {
    t.tell_with(Fact::Resisted { unit, hits, resisted }, |_| {
        let mut rules = RESIST_ROLL.to_vec();
        if resisted > 0 {
            rules.push("aot.attack.resisted");
        }
        if resisted < hits {
            rules.extend(["aot.attack.damage-total", "aot.spec.damage"]);
        }
        rules
    });
}

/// What is left of the points of each attack after Resilient. Carries out `aot.ability.resilient.ed1`,
/// `aot.ability.resilient.ed2`, `aot.ability.resilient.ed3`, `aot.ruling.resilient-per-point`.
fn ignore(t: &mut Table<Aot>, model: ModelId, attacks: u16, damage: u8) -> Flow<SmallVec<[u8; 16]>> {
    let all: SmallVec<[u8; 16]> = std::iter::repeat_n(damage, attacks.into()).collect();
    let Some(need) = t.state.ignores(model).filter(|_| attacks > 0) else { return Ok(all) };
    let unit = t.state.unit_of(model);
    let mut roll = need.roll(t.state.seat_of(unit));
    for _ in 0..u32::from(attacks) * u32::from(damage) {
        roll = roll.die_for(Faces::D6, Ref::Unit(unit));
    }
    let roll = throw(t, roll)?;
    let each = roll.dice.chunks(damage.into());
    let left: SmallVec<[u8; 16]> =
        each.map(|dice| dice.iter().filter(|die| !succeeds(die.shows, need.number())).count() as u8).collect();
    let points = u16::from(damage) * attacks - left.iter().map(|points| u16::from(*points)).sum::<u16>();
    t.tell_with(Fact::Ignored { unit, points }, |state| {
        let mut rules = vec![state.house().edition.resilient(), "aot.ruling.resilient-per-point"];
        if state.modifiers(unit).any(|(modifier, _)| matches!(modifier, Modifier::Resilient(_))) {
            rules.push("aot.ruling.resilient-stacking");
        }
        rules
    });
    Ok(left)
}

/// Who takes damage, one after the other.
#[derive(Default)]
struct Line {
    /// The model that takes it now, until it is destroyed.
    current: Option<ModelId>,
    /// Those who were picked to come after it, the last first.
    later: Models,
}

impl Line {
    /// The model that takes the next damage: the one being finished, or one that its Commander picks, together with
    /// those after it where more hits are known to come.
    fn next(&mut self, t: &mut Table<Aot>, unit: UnitId, hits: &[u8]) -> Flow<Option<ModelId>> {
        if let Some(model) = self.current.filter(|model| t.state.lives(*model)) {
            return Ok(Some(model));
        }
        self.later.retain(|model| t.state.lives(*model));
        if self.later.is_empty() {
            let among = t.state.next_in_line(unit);
            if let [] | [_] = among.as_slice() {
                self.later = among;
            } else {
                let (picks, falls) = t.state.picks(&among, hits);
                let answer = t.ask(t.state.seat_of(unit), Prompt::Casualty { unit, among, picks, falls })?;
                self.later.extend(answer.tokens().iter().rev().filter_map(|token| token.model()));
            }
        }
        self.current = self.later.pop();
        Ok(self.current)
    }
}

/// What becomes of the points of an attack that a destroyed model could not take.
const LOST: Option<&str> = Some("aot.attack.no-overflow");

/// A model suffers points; what it cannot take goes by the rule of what harms it.
///
/// Carries out `aot.attack.no-overflow`, `aot.damage.destroyed`, `aot.spec.health`.
fn hurt(
    t: &mut Table<Aot>,
    model: ModelId,
    points: u8,
    by: Seat,
    surplus: Option<&'static str>,
    account: &mut Account,
) -> Flow<()> {
    let points = points.min(t.state.model(model).health);
    if points == 0 {
        return Ok(());
    }
    t.tell_with(Fact::Hurt { model, points }, |state| {
        let mut rules =
            vec!["aot.spec.health", "aot.attack.defender-allocates", "aot.attack.same-model-until-destroyed"];
        if state.model(model).health == 0 {
            rules.extend(surplus);
        }
        let character = state.info(state.unit_of(model)).character;
        if character.is_some_and(|character| character != model && state.model(character).health > 0) {
            rules.push("aot.accompany.soldiers-first");
        }
        rules
    });
    account.note(model, by);
    if t.state.model(model).health == 0 && !account.open {
        destroy(t, model, account.seats(model))?;
        victory::stop_at_once(t);
    }
    Ok(())
}

/// A model is destroyed; if it is a Transport, whoever is aboard gets out or dies.
fn destroy(t: &mut Table<Aot>, model: ModelId, seats: u8) -> Flow<()> {
    strike_off(t, model, seats, None);
    transport::evacuate(t, model, seats)
}

/// A model is destroyed, perhaps by a rule of its own, and if it is a Leader somebody scores. Carries out `aot.vp.leader`,
/// `aot.ruling.leader-vp-credit`.
pub(crate) fn strike_off(t: &mut Table<Aot>, model: ModelId, seats: u8, by: Option<&'static str>) {
    let owner = t.state.seat_of(t.state.unit_of(model));
    let leader = t.state.is_leader(model);
    t.tell_with(Fact::Destroyed { model }, |state| {
        let unit = state.unit_of(model);
        let mut rules = vec!["aot.damage.destroyed", "aot.attack.removal"];
        if state.is_on_field(unit) && !state.stands_coherent(unit) {
            rules.push("aot.ruling.coherency-broken");
        }
        if state.is_character(model) && state.is_on_field(unit) {
            rules.push("aot.ruling.accompanied-character-lost");
        }
        if state.is_transport(unit) {
            rules.extend(["aot.transport.destroyed-obstacle", "aot.ruling.wreck-outline"]);
        }
        rules.extend(by);
        rules
    });
    if leader {
        score_leader(t, model, owner, seats);
    }
}

/// Carries out `aot.vp.leader`, `aot.ruling.leader-vp-credit`.
fn score_leader(t: &mut Table<Aot>, model: ModelId, owner: Seat, seats: u8) {
    let enemies: SmallVec<[Seat; 4]> = t.state.seats().filter(|seat| *seat != owner).collect();
    let credited = |seat: &Seat| seats & (1 << seat.0) != 0;
    let orphaned = !enemies.iter().any(credited) && t.state.house().own_leader == OwnLeader::AllEnemies;
    for seat in enemies {
        if credited(&seat) || (orphaned && t.state.is_in_play(seat)) {
            let rules = ["aot.vp.leader", "aot.ruling.leader-vp-credit"];
            t.tell_by(Fact::Scored { seat, worth: Worth::Leader(model) }, rules);
        }
    }
}

/// A spell or a Feat does Severe Damage, on the roll of a D3.
pub(crate) fn strike_severely(t: &mut Table<Aot>, unit: UnitId, points: u8, by: Seat, rule: &'static str) -> Flow<()> {
    t.tell_with(Fact::Stricken { unit, points, rule }, |state| {
        let mut rules = vec![rule, "aot.dice.d3"];
        rules.extend(state.rules_of_severe_damage(unit, points.into()));
        rules
    });
    suffer_severely(t, unit, points.into(), by, &mut Account::default())
}

/// Severe Damage to a unit: no Resist Rolls, and what one model cannot take goes to the next.
///
/// Carries out `aot.damage.severe-no-resist`, `aot.damage.severe-resilient`, `aot.damage.severe-overflow`,
/// `aot.ruling.severe-overflow-ed1`.
pub(crate) fn suffer_severely(
    t: &mut Table<Aot>,
    unit: UnitId,
    points: u16,
    by: Seat,
    account: &mut Account,
) -> Flow<()> {
    let overflows = t.state.house().severe_overflow || t.state.house().edition > Edition::First;
    let ignores = t.state.living(unit).any(|model| t.state.ignores(model).is_some());
    if overflows && !ignores {
        return take_together(t, unit, &Points::from_elem(1, points.into()), by, None, account);
    }
    let mut line = Line::default();
    for _ in 0..points {
        let done = line.current.is_some_and(|model| !t.state.lives(model));
        if done && !overflows {
            return Ok(());
        }
        let Some(model) = line.next(t, unit, &[1])? else { return Ok(()) };
        let left = ignore(t, model, 1, 1)?;
        hurt(t, model, left.first().copied().unwrap_or(0), by, None, account)?;
    }
    Ok(())
}
