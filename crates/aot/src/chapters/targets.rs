//! Whom models attack: one verdict on each blow, from which what is offered, checked and played follows.

use engine::{Flow, Table};
use smallvec::SmallVec;
use vocabulary::{Answer, ModelId, Ref, Refusal, Seat, Token, UnitId};

use crate::Aot;
use crate::chapters::attack::{Blow, Blows, FIGHT, Manner};
use crate::chapters::modifiers::Modifier;
use crate::chapters::sight::Eyes;
use crate::forces::house::{SplitFire, Weapons};
use crate::prompt::Prompt;
use crate::state::{BATTLE_RANGE, Models, State, Units};
use crate::words::voice::{Voice, joined};

/// A question whom models attack.
#[derive(Clone, Copy)]
pub(crate) struct Targeting<'a> {
    /// The units that attack.
    units: &'a [UnitId],
    /// Shooting or Fighting.
    manner: Manner,
    /// The only units that may be attacked, if not all may.
    only: Option<&'a [UnitId]>,
    /// The shots that have lost their targets, where only those are aimed anew.
    lost: Option<&'a [Blow]>,
}

/// What keeps a blow from being struck; of several obstacles, a player hears of the last in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Obstacle {
    /// Its model does not attack now, or not with this weapon.
    Idle,
    /// The unit may not be attacked now.
    NoTarget,
    /// The units are not in Battle Range.
    NotEngaged,
    /// The weapon is not Precise, or the model aimed at is no character.
    NoCharacter,
    /// The character is under Shroud.
    Shrouded,
    /// It does not reach.
    TooFar,
    /// Its model does not see whom it is aimed at.
    Unseen,
}

impl Prompt {
    /// The question whom models attack, if this is one.
    pub(crate) fn targeting(&self) -> Option<Targeting<'_>> {
        match self {
            Prompt::Aim { unit, only, lost } => Some(Targeting {
                units: std::slice::from_ref(unit),
                manner: Manner::Shooting,
                only: only.as_deref(),
                lost: lost.as_deref(),
            }),
            Prompt::Fight { units, only } => Some(Targeting {
                units,
                manner: Manner::Fighting,
                only: only.as_ref().map(std::slice::from_ref),
                lost: None,
            }),
            _ => None,
        }
    }
}

/// A Commander names targets: the blows that the answer comes to.
pub(crate) fn ask_targets(t: &mut Table<Aot>, seat: Seat, prompt: &Prompt) -> Flow<Blows> {
    let answer = t.ask(seat, prompt.clone())?;
    let read = prompt.targeting().and_then(|targeting| targeting.read(&t.state, &answer).ok());
    Ok(read.unwrap_or_default())
}

impl State {
    /// What keeps a weapon from striking where a blow is meant to go, as everybody stands.
    ///
    /// Carries out `aot.shoot.targets-in-range`, `aot.shoot.line-of-sight`, `aot.shoot.into-battle`,
    /// `aot.ruling.range-and-sight`, `aot.trait.arcing.no-los`, `aot.fight.two-inches`,
    /// `aot.trait.precise.pick-character`, `aot.ruling.precise-details`, `aot.spell.shroud`.
    fn obstacle(&self, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        let weapon = self.weapon(blow.model, blow.weapon.into());
        let (shape, reach) = (self.shape(blow.model), weapon.reach().unwrap_or(FIGHT));
        let Some(aim) = blow.aim else {
            if !self.within_of_unit(shape, blow.target, reach) {
                return Some(Obstacle::TooFar);
            }
            let blind = weapon.reach().is_none() || self.properties(weapon).sightless;
            return (!blind && !eyes.sees_unit(blow.model, blow.target)).then_some(Obstacle::Unseen);
        };
        if !self.can_be_picked(blow, weapon) {
            return Some(Obstacle::NoCharacter);
        }
        if self.is_given(blow.target, Modifier::Shroud) {
            return Some(Obstacle::Shrouded);
        }
        if !shape.within(self.shape(aim), reach) {
            return Some(Obstacle::TooFar);
        }
        (!eyes.sees_model(blow.model, aim)).then_some(Obstacle::Unseen)
    }

    /// Whether a weapon can strike where a blow is meant to go.
    pub(crate) fn can_strike(&self, eyes: &mut Eyes<'_>, blow: Blow) -> bool {
        self.obstacle(eyes, blow).is_none()
    }

    /// Whether any model of a unit could shoot at another unit now.
    pub(crate) fn could_shoot(&self, unit: UnitId, target: UnitId) -> bool {
        let mut eyes = Eyes::new(self);
        let mut models = self.living(unit);
        models.any(|model| {
            let mut weapons = self.weapons(model, Manner::Shooting);
            weapons.any(|(weapon, _)| self.can_strike(&mut eyes, Blow::at(model, weapon, target)))
        })
    }

    /// The shots that are still possible as everybody stands now. Carries out `aot.ruling.shoot-targets-after-evade`.
    pub(crate) fn still_possible(&self, shots: &[Blow]) -> Blows {
        let mut eyes = Eyes::new(self);
        let possible = |shot: &&Blow| self.stands(shot.model) && self.can_strike(&mut eyes, **shot);
        shots.iter().filter(possible).copied().collect()
    }

    /// Which of some blows could be aimed at a character, as they would be then.
    pub(crate) fn aimable(&self, blows: &[Blow]) -> Blows {
        let mut eyes = Eyes::new(self);
        let aimed = blows.iter().map(|blow| Blow { aim: self.picked_out(blow.target), ..*blow });
        aimed.filter(|blow| blow.aim.is_some() && self.can_strike(&mut eyes, *blow)).collect()
    }

    /// What is given a target: the model with all it has, or one weapon where the settings let weapons go their own ways.
    pub(crate) fn source(&self, blow: Blow) -> Token {
        let house = self.house();
        if house.split_fire == SplitFire::PerWeapon || house.weapons == Weapons::One {
            Token::Ref(Ref::Weapon(State::weapon_id(blow.model, blow.weapon.into())))
        } else {
            blow.model.into()
        }
    }

    /// Blows in the lots of which one target each is chosen: by model, or by weapon where each may have its own.
    fn choices(&self, blows: &[Blow]) -> Vec<Blows> {
        let house = self.house();
        let by_weapon = house.split_fire == SplitFire::PerWeapon && house.weapons == Weapons::All;
        let same = |one: &Blow, other: &Blow| one.model == other.model && (!by_weapon || one.is_of(*other));
        let mut choices: Vec<Blows> = Vec::new();
        for (at, blow) in blows.iter().enumerate() {
            if !blows[..at].iter().any(|other| same(blow, other)) {
                choices.push(blows.iter().filter(|other| same(blow, other)).copied().collect());
            }
        }
        choices
    }

    /// An answer in which whoever can attack does, at what a function picks for it.
    pub(crate) fn assign(&self, blows: &[Blow], mut pick: impl FnMut(&[Blow]) -> Option<Blow>) -> Answer {
        let choices = self.choices(blows);
        let picked = choices.iter().filter_map(|choice| pick(choice));
        Answer::Assign(picked.map(|blow| (self.source(blow), blow.target.into(), 1)).collect())
    }
}

impl Targeting<'_> {
    /// What keeps a blow from being struck now. Carries out `aot.shoot.split-targets`, `aot.fight.targets`,
    /// `aot.fight.split-targets`, `aot.ruling.retreat-shooting-reactions`, `aot.ruling.return-fire-limits`.
    fn obstacle(&self, state: &State, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        let unit = state.unit_of(blow.model);
        let open = self.lost.is_none_or(|lost| lost.iter().any(|shot| shot.is_of(blow)));
        if !self.units.contains(&unit) || !state.stands(blow.model) || !open {
            return Some(Obstacle::Idle);
        }
        let allowed = self.only.is_none_or(|only| only.contains(&blow.target));
        if !allowed || state.seat_of(blow.target) == state.seat_of(unit) || !state.is_on_field(blow.target) {
            return Some(Obstacle::NoTarget);
        }
        // In a Cut Down casualties may have ended Battle Range meanwhile. Carries out
        // `aot.ruling.cut-down-costs-action`.
        if self.is_for_all() && !state.units_within(unit, blow.target, BATTLE_RANGE) {
            return Some(Obstacle::NotEngaged);
        }
        state.obstacle(eyes, blow)
    }

    /// Whether nobody who can attack may be left out: so it is in the Battle Phase, and not in a Cut Down.
    fn is_for_all(&self) -> bool {
        !self.manner.is_ranged() && self.only.is_none()
    }

    /// Whether somebody must attack.
    pub(crate) fn is_held(&self, state: &State) -> bool {
        self.is_for_all() && !self.blows(state).is_empty()
    }

    /// How often at least a source is given a target, as far as the source alone can say that.
    pub(crate) fn least(&self, from: Token) -> u16 {
        (self.is_for_all() && matches!(from, Token::Ref(Ref::Model(_)))).into()
    }

    /// Whether every model that can attack in the Battle Phase does, with one of its weapons at least.
    ///
    /// Carries out `aot.battle-phase.everyone-fights`, `aot.ruling.weapon-choice`.
    fn check_all_attack(&self, state: &State, parts: &[(Token, Token, u16)], named: &[Blow]) -> Result<(), Refusal> {
        if !self.is_for_all() {
            return Ok(());
        }
        let mut idle = self.blows(state);
        idle.retain(|blow| !named.iter().any(|other| other.model == blow.model));
        let Some(model) = idle.first().map(|blow| blow.model) else { return Ok(()) };
        let say = Voice::of_owner(state, state.unit_of(model));
        let mut targets: Vec<String> =
            idle.iter().filter(|blow| blow.model == model).map(|blow| say.called(blow.target)).collect();
        targets.dedup();
        let text = format!("{} must attack {}", say.model_called(model), joined(&targets, "or"));
        let refusal = Refusal::new("aot.battle-phase.everyone-fights", text).about(Ref::Model(model));
        let Answer::Assign(others) = state.assign(&idle, |choice| choice.first().copied()) else { return Err(refusal) };
        Err(refusal.mend(Answer::Assign(parts.iter().copied().chain(others).collect())))
    }

    /// Every blow that is possible now, none of them aimed at a character.
    pub(crate) fn blows(&self, state: &State) -> Blows {
        let mut eyes = Eyes::new(state);
        let mut blows = Blows::new();
        for unit in self.units {
            // Where an exchange is simultaneous, models that are noted as destroyed still shoot.
            let models: Models = state.standing(*unit).collect();
            let weapons = models.iter().flat_map(|model| state.weapons(*model, self.manner));
            let Some(reach) = weapons.map(|(_, weapon)| weapon.reach().unwrap_or(FIGHT)).max() else { continue };
            let near = |target: &UnitId| {
                self.only.is_none_or(|only| only.contains(target)) && state.units_within(*unit, *target, reach)
            };
            let targets: Units = state.enemies_of(state.seat_of(*unit)).filter(near).collect();
            for model in models {
                for target in &targets {
                    let all = state.weapons(model, self.manner).map(|(weapon, _)| Blow::at(model, weapon, *target));
                    blows.extend(all.filter(|blow| self.obstacle(state, &mut eyes, *blow).is_none()));
                }
            }
        }
        blows
    }

    /// The blows that an answer names. A weapon that cannot attack the unit that its model attacks stays silent; one
    /// that cannot be aimed at a character goes at the unit.
    ///
    /// Carries out `aot.ruling.split-fire`, `aot.ruling.weapon-choice`, `aot.trait.precise.attacker-chooses`.
    pub(crate) fn read(&self, state: &State, answer: &Answer) -> Result<Blows, Refusal> {
        let rule = "aot.ruling.weapon-choice";
        let Answer::Assign(parts) = answer else { return Err(Refusal::new(rule, "give each model a target")) };
        let mut eyes = Eyes::new(state);
        let mut blows = Blows::new();
        for (from, to, count) in parts {
            let aim = match to {
                Token::Ref(Ref::Model(model)) if state.is_model(*model) && state.stands(*model) => Some(*model),
                _ => None,
            };
            let target = aim.map(|model| state.unit_of(model)).or_else(|| to.unit());
            let target = target.filter(|unit| state.is_unit(*unit) && state.is_on_field(*unit));
            let (Some(target), 1) = (target, *count) else {
                let text = format!("{to} is no unit on the battlefield, or is named twice for one attacker");
                return Err(Refusal::new(rule, text));
            };
            let (model, weapons) = self.named(state, *from)?;
            let meant: Blows = weapons.iter().map(|weapon| Blow { aim, ..Blow::at(model, *weapon, target) }).collect();
            for blow in self.struck(state, &mut eyes, &meant)? {
                if blows.iter().any(|other| other.is_of(blow)) {
                    return Err(Refusal::new(rule, format!("{from} is given twice")).about(Ref::Model(model)));
                }
                blows.push(blow);
            }
        }
        let say = |model| Voice::of_owner(state, state.unit_of(model)).model_called(model);
        for (at, blow) in blows.iter().enumerate() {
            let of_same = || blows[..at].iter().filter(|other| other.model == blow.model);
            if state.house().split_fire == SplitFire::PerModel && of_same().any(|other| other.target != blow.target) {
                let text = format!("all weapons of {} must attack the same unit", say(blow.model));
                return Err(Refusal::new("aot.ruling.split-fire", text).about(Ref::Model(blow.model)));
            }
            if state.house().weapons == Weapons::One && of_same().next().is_some() {
                let text =
                    format!("{} {} only one weapon", say(blow.model), state.model_verb(blow.model, "uses", "use"));
                return Err(Refusal::new(rule, text).about(Ref::Model(blow.model)));
            }
        }
        self.check_all_attack(state, parts, &blows)?;
        Ok(blows)
    }

    /// The model that is given a target, and the weapons that it is given it for.
    fn named(&self, state: &State, from: Token) -> Result<(ModelId, SmallVec<[u8; 4]>), Refusal> {
        let (model, only) = match from {
            Token::Ref(Ref::Model(model)) if state.is_model(model) => (model, None),
            Token::Ref(Ref::Weapon(weapon)) if state.weapon_of(weapon).is_some() => {
                let (model, place) = state.weapon_of(weapon).unwrap_or_default();
                (model, Some(place as u8))
            }
            _ => return Err(Refusal::new("aot.ruling.weapon-choice", format!("{from} is no model or weapon"))),
        };
        let weapons = state.weapons(model, self.manner).map(|(place, _)| place);
        let weapons: SmallVec<[u8; 4]> = weapons.filter(|place| only.is_none_or(|only| only == *place)).collect();
        if weapons.is_empty() {
            let say = Voice::of_owner(state, state.unit_of(model));
            let text =
                format!("{} {} no weapon for that", say.model_called(model), state.model_verb(model, "has", "have"));
            return Err(Refusal::new("aot.spec.ranged-not-in-battle", text).about(Ref::Model(model)));
        }
        Ok((model, weapons))
    }

    /// What of blows of one model at one target can be struck: at least one, and if a character was aimed at, then at it.
    fn struck(&self, state: &State, eyes: &mut Eyes<'_>, meant: &[Blow]) -> Result<Blows, Refusal> {
        let mut blows = Blows::new();
        let mut worst: Option<(Obstacle, Blow)> = None;
        for blow in meant {
            match self.obstacle(state, eyes, *blow) {
                None => blows.push(*blow),
                Some(obstacle) => {
                    if worst.is_none_or(|(other, _)| other < obstacle) {
                        worst = Some((obstacle, *blow));
                    }
                    let plain = Blow { aim: None, ..*blow };
                    if blow.aim.is_some() && self.obstacle(state, eyes, plain).is_none() {
                        blows.push(plain);
                    }
                }
            }
        }
        let as_meant = blows.iter().any(|blow| meant.contains(blow));
        match worst {
            Some((obstacle, blow)) if !as_meant => Err(self.refusal(state, obstacle, blow)),
            _ => {
                if state.house().weapons == Weapons::One {
                    // Of a model that is named as a whole, the first weapon that can.
                    blows.retain(|blow| meant.contains(blow));
                    blows.truncate(1);
                }
                Ok(blows)
            }
        }
    }

    /// What a player hears of an obstacle.
    fn refusal(&self, state: &State, obstacle: Obstacle, blow: Blow) -> Refusal {
        let say = Voice::of_owner(state, state.unit_of(blow.model));
        let (model, unit) = (say.model_called(blow.model), say.called(blow.target));
        let what = blow.aim.map_or_else(|| unit.clone(), |aim| say.model_called(aim));
        let one = |one, many| state.model_verb(blow.model, one, many);
        let is = match blow.aim {
            Some(aim) => state.model_verb(aim, "is", "are"),
            None => state.does(blow.target, "is", "are"),
        };
        let ranged = self.manner.is_ranged();
        let (rule, text) = match obstacle {
            Obstacle::Idle if ranged => {
                ("aot.shoot.split-targets", format!("{model} {} not shoot now", one("does", "do")))
            }
            Obstacle::NoTarget if ranged => ("aot.shoot.targets-in-range", format!("{unit} cannot be shot at now")),
            Obstacle::Idle | Obstacle::NoTarget => {
                ("aot.fight.targets", format!("{model} {} not fight {unit} now", one("does", "do")))
            }
            Obstacle::NotEngaged => {
                let unit_of = state.unit_of(blow.model);
                let (own, is) = (say.called(unit_of), state.does(unit_of, "is", "are"));
                ("aot.fight.targets", format!("{own} {is} not in Battle Range of {unit}"))
            }
            Obstacle::NoCharacter => {
                let text = format!("{model} {} no Precise weapon, or {what} {is} no character", one("has", "have"));
                ("aot.trait.precise.pick-character", text)
            }
            Obstacle::Shrouded => ("aot.spell.shroud", format!("{what} {is} under Shroud")),
            Obstacle::TooFar if ranged => {
                ("aot.shoot.targets-in-range", format!("{what} {is} out of range of {model}"))
            }
            Obstacle::TooFar => {
                ("aot.fight.two-inches", format!("{model} {} not close enough to {what}", one("is", "are")))
            }
            Obstacle::Unseen => {
                let aims = blow.aim.is_some() && !ranged;
                let rule = if aims { "aot.trait.precise.pick-character" } else { "aot.shoot.line-of-sight" };
                (rule, format!("{model} {} not see {what}", one("does", "do")))
            }
        };
        Refusal::new(rule, text).about(Ref::Model(blow.model)).about(Ref::Unit(blow.target))
    }
}
