//! What each effect does.

use engine::{Flow, Table};
use smallvec::SmallVec;
use troops::{Models, PlacingTerms, Within};
use vocabulary::{Answer, Limit, LimitKind, ModelId, Ref, Token, UnitId};

use super::{Asks, Facts, Held, Until, Use};
use crate::LastEdition;
use crate::chapters::placing::{Placing, WORDS};
use crate::chapters::{damage, movement};
use crate::fact::Fact;
use crate::forces::ability::Effect;
use crate::prompt::Prompt;
use crate::state::{MELEE_RANGE, State};

/// The rule behind what abilities do.
const USE: &str = "tle.ability.use";

/// The effects of an ability, one after the other. Carries out `tle.ability.use`, `tle.phase.power.effects`.
pub(crate) fn take_effect(t: &mut Table<LastEdition>, of: Use, target: Option<UnitId>) -> Flow<()> {
    let Some(ability) = t.state.ability(of) else { return Ok(()) };
    let seat = t.state.seat_of(of.unit);
    let until = ability.lasts.map_or(Until::Activation, |lasts| Until::of(lasts, seat));
    let effects: SmallVec<[Effect; 4]> = ability.effects.iter().copied().collect();
    for effect in effects {
        match (effect, target) {
            (Effect::Change(_) | Effect::Gain(_), Some(unit)) if t.state.is_alive(unit) => {
                let held = Held { source: of.unit, ability: of.ability, effect, until };
                t.tell_by(Fact::Abilities(Facts::Holds { unit, held }), [USE]);
            }
            (Effect::Heal(most), Some(unit)) => heal(t, of, unit, most)?,
            (Effect::Wounds(wounds), Some(unit)) => wound(t, of, unit, wounds)?,
            (Effect::Move(inches), Some(unit)) => {
                movement::ability_move(t, unit, ground::Length::inches(inches.into()))?;
            }
            (Effect::Return, Some(unit)) => bring_back(t, of, unit)?,
            (Effect::LeaderPoints(points), _) => {
                t.tell_by(Fact::Abilities(Facts::LeaderPoints { seat, points }), [USE]);
            }
            (Effect::PowerDice(dice), _) => t.tell_by(Fact::Abilities(Facts::PowerDice { seat, dice }), [USE]),
            (Effect::LoseReactions(units), _) => {
                let loses = Facts::LosesReactions { seat: State::enemy_of(seat), units, until };
                t.tell_by(Fact::Abilities(loses), [USE, "tle.reaction.limit"]);
            }
            // What is rolled again is rolled where the roll is made.
            (Effect::Reroll(_), _) | (_, _) => {}
        }
    }
    Ok(())
}

/// One wounded model regains health, as its player names it. Carries out `tle.ability.use`.
fn heal(t: &mut Table<LastEdition>, of: Use, unit: UnitId, most: u8) -> Flow<()> {
    let among = t.state.wounded(unit);
    let asks = Asks::Heal { of, among: among.clone() };
    let Some(model) = pick(t, of.unit, &among, asks)? else { return Ok(()) };
    let lacks = t.state.profile(model).health - t.state.model(model).health;
    t.tell_by(Fact::Abilities(Facts::Healed { model, health: most.min(lacks) }), [USE]);
    Ok(())
}

/// A unit suffers wounds of 1 damage without saves; its owner names the models, those that are wounded first.
///
/// Carries out `tle.ability.use`, `tle.datasheet.wounded-first`, `tle.ruling.damage-allocation`.
fn wound(t: &mut Table<LastEdition>, of: Use, unit: UnitId, wounds: u8) -> Flow<()> {
    for _ in 0..wounds {
        let wounded: Models = t.state.living(unit).filter(|model| t.state.is_wounded(*model)).collect();
        let among = if wounded.is_empty() { t.state.living(unit).collect() } else { wounded };
        let asks = Asks::Suffer { of, among: among.clone() };
        let Some(model) = pick(t, unit, &among, asks)? else { break };
        let rules = [USE, "tle.ruling.damage-allocation", "tle.datasheet.wounded-first"];
        t.tell_by(Fact::Abilities(Facts::Suffered { model }), rules);
    }
    let dead: Models = t.state.standing(unit).filter(|model| !t.state.lives(*model)).collect();
    if dead.is_empty() { Ok(()) } else { damage::remove(t, &dead, &[USE]) }
}

/// A dead model comes back, where there is room for it. Carries out `tle.ability.use`, `tle.coherency.distance`.
fn bring_back(t: &mut Table<LastEdition>, of: Use, unit: UnitId) -> Flow<()> {
    let among = t.state.returnable(unit);
    let asks = Asks::Return { of, among: among.clone() };
    let Some(model) = pick(t, of.unit, &among, asks)? else { return Ok(()) };
    let seat = t.state.seat_of(of.unit);
    let answer = t.ask(seat, Prompt::Abilities(Asks::Place { of, model }))?;
    if let Answer::Place(placed) = answer
        && !placed.is_empty()
    {
        t.tell_by(Fact::Abilities(Facts::Returned { unit, placed }), [USE, "tle.coherency.distance"]);
    }
    Ok(())
}

/// One of several models, as the owner of a unit names it.
fn pick(t: &mut Table<LastEdition>, of: UnitId, among: &Models, asks: Asks) -> Flow<Option<ModelId>> {
    if among.len() < 2 {
        return Ok(among.first().copied());
    }
    let answer = t.ask(t.state.seat_of(of), Prompt::Abilities(asks))?;
    Ok(answer.token().and_then(Token::model))
}

impl State {
    /// Where a model that comes back can stand: in coherency with its unit, and outside of melee range.
    ///
    /// Carries out `tle.ability.use`, `tle.coherency.distance`, `tle.models.no-stacking`.
    pub(crate) fn coming_back(&self, model: ModelId) -> Placing<'_> {
        let unit = self.unit_of(model);
        let others: Models = self.living(unit).collect();
        let enemies: Vec<Ref> = self.enemies_of(self.seat_of(unit)).map(Ref::Unit).collect();
        let mut limits = self.standing_limits(unit);
        limits.extend(self.coherency_limit(others.len() + 1));
        if !enemies.is_empty() {
            limits.push(Limit::new("enemies", LimitKind::KeepAway, MELEE_RANGE, "tle.melee.range").from(enemies));
        }
        let terms = PlacingTerms {
            models: Models::from_slice(&[model]),
            others,
            within: Within::Anywhere,
            limits,
            why: USE,
            levels: "tle.distance.ground-level",
            words: WORDS,
        };
        Placing::new(self.scene(), terms)
    }
}
