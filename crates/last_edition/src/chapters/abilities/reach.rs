//! Which abilities can be used, whom they reach, and why not.

use troops::Models;
use vocabulary::{Refusal, UnitId};

use super::{Until, Use, Uses};
use crate::chapters::visibility::Eyes;
use crate::forces::ability::{Ability, Effect, Limits, Target, When};
use crate::state::{State, Units};

/// Why an ability cannot be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// It was used as often as it can be.
    Used,
    /// The power was attempted in this round.
    Attempted,
    /// The unit has ended its part of the phase.
    Done,
    /// It costs more leader points than there are.
    Points { cost: u8, left: i16 },
    /// It costs more power dice than there are.
    Dice { cost: u8, left: u8 },
    /// There is nobody it would make a difference to.
    Nobody,
}

impl Obstacle {
    /// The reason in words.
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Obstacle::Used => Refusal::new("tle.ability.use", "it was used already"),
            Obstacle::Attempted => {
                Refusal::new("tle.phase.power.one-attempt", "this power was attempted already this round")
            }
            Obstacle::Done => {
                Refusal::new("tle.ruling.act-once-reactions", "another unit has begun to use powers after it")
            }
            Obstacle::Points { cost, left } => {
                Refusal::new("tle.leader-points.usable", format!("it costs {cost} leader points, and {left} are left"))
            }
            Obstacle::Dice { cost, left } => {
                Refusal::new("tle.phase.power.cost", format!("it costs {cost} power dice, and {left} are left"))
            }
            Obstacle::Nobody => {
                Refusal::new("tle.ability.use", "there is nobody in reach who would gain or lose by it")
            }
        }
    }
}

impl State {
    /// The abilities of units for a moment.
    pub(crate) fn abilities_at<'a>(
        &'a self,
        when: When,
        units: &'a [UnitId],
    ) -> impl Iterator<Item = (Use, &'a Ability)> + 'a {
        units.iter().flat_map(move |unit| {
            let abilities = self.sheet(*unit).abilities.iter().filter(move |ability| ability.when == when);
            abilities.map(|ability| (Use { unit: *unit, ability: ability.id }, ability))
        })
    }

    /// The abilities that units can use now.
    ///
    /// Carries out `tle.ability.use`, `tle.leader-points.usable`, `tle.ruling.leader-point-uses`.
    pub(crate) fn usable(&self, when: When, units: &[UnitId], opponent: Option<UnitId>) -> Uses {
        let able = self.abilities_at(when, units);
        able.filter(|(of, ability)| self.obstacle(*of, ability, opponent).is_none()).map(|(of, _)| of).collect()
    }

    /// Why a unit cannot use an ability now, if it can't.
    pub(crate) fn obstacle(&self, of: Use, ability: &Ability, opponent: Option<UnitId>) -> Option<Obstacle> {
        let side = self.side(self.seat_of(of.unit));
        let (cost, left) = (ability.leader_points(), side.leader_points);
        if side.used.iter().any(|used| used.of == of) {
            Some(Obstacle::Used)
        } else if i16::from(cost) > left {
            Some(Obstacle::Points { cost, left })
        } else if !self.has_target(of, ability, opponent) {
            Some(Obstacle::Nobody)
        } else {
            None
        }
    }

    /// Whether an ability reaches somebody it makes a difference to.
    pub(crate) fn has_target(&self, of: Use, ability: &Ability, opponent: Option<UnitId>) -> bool {
        if ability.needs_ground() && !self.is_on_field(of.unit) {
            return false;
        }
        ability.is_about_players() || !self.reachable(of, opponent).is_empty()
    }

    /// The units that an ability reaches, as far as it makes a difference to them; none for one that is about players.
    ///
    /// Carries out `tle.ability.use`.
    pub(crate) fn reachable(&self, of: Use, opponent: Option<UnitId>) -> Units {
        let Some(ability) = self.ability(of) else { return Units::new() };
        let seat = self.seat_of(of.unit);
        let within = |limits: &Limits, all: &mut dyn Iterator<Item = UnitId>| -> Units {
            let mut eyes = Eyes::new(&self.troops, self.battlefield());
            all.filter(|unit| {
                self.is_any(*unit, &limits.only)
                    && self.are_within(of.unit, *unit, limits.reach())
                    && (!limits.visible || self.is_seen(&mut eyes, of.unit, *unit))
            })
            .collect()
        };
        let mut units = match &ability.target {
            Target::Itself => Units::from_slice(&[of.unit]),
            Target::Opponent => opponent.into_iter().collect(),
            Target::Friend(limits) => within(limits, &mut self.fielded_by(seat)),
            Target::Enemy(limits) => within(limits, &mut self.enemies_of(seat)),
            Target::Player => Units::new(),
        };
        units.retain(|unit| ability.effects.iter().any(|effect| self.matters(of, ability, effect, *unit)));
        units
    }

    fn is_seen(&self, eyes: &mut Eyes<'_>, from: UnitId, to: UnitId) -> bool {
        from == to || self.living(from).any(|model| eyes.sees_unit(model, to))
    }

    /// Whether an effect makes a difference to a unit.
    fn matters(&self, of: Use, ability: &Ability, effect: &Effect, unit: UnitId) -> bool {
        match effect {
            Effect::Change(_) | Effect::Gain(_) => {
                let until = ability.lasts.map(|lasts| Until::of(lasts, self.seat_of(of.unit)));
                let held = &self.unit(unit).lasting.held;
                !held.iter().any(|held| held.effect == *effect && Some(held.until) == until)
            }
            Effect::Heal(_) => !self.wounded(unit).is_empty(),
            Effect::Return => !self.returnable(unit).is_empty(),
            Effect::Move(_) | Effect::Wounds(_) => self.is_on_field(unit),
            Effect::Reroll(_) | Effect::LeaderPoints(_) | Effect::PowerDice(_) | Effect::LoseReactions(_) => true,
        }
    }

    /// The living models of a unit that are wounded.
    pub(crate) fn wounded(&self, unit: UnitId) -> Models {
        self.survivors(unit).filter(|model| self.is_wounded(*model)).collect()
    }

    /// The dead models of a unit that could come back, one of each kind; none of a unit without a living model.
    pub(crate) fn returnable(&self, unit: UnitId) -> Models {
        let mut models = Models::new();
        if !self.is_on_field(unit) || self.living(unit).next().is_none() {
            return models;
        }
        for model in self.roll_call(unit).filter(|model| !self.stands(*model) && self.model(*model).health == 0) {
            if !models.iter().any(|other| self.model_info(*other) == self.model_info(model)) {
                models.push(model);
            }
        }
        models
    }
}
