//! Whom weapons attack: one verdict on each blow, from which what is offered, checked and played follows.

use smallvec::SmallVec;
use vocabulary::{Answer, Form, ModelId, Ref, Refusal, Share, Token, UnitId, WeaponId, Word};

use crate::chapters::keywords::Properties;
use crate::chapters::sequence::Manner;
use crate::chapters::visibility::Eyes;
use crate::forces::weapon::{Weapon, WeaponProfile};
use crate::state::State;
use crate::words::voice::Voice;

/// A weapon that attacks a unit, or with a sniper weapon a single model, with one of its profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Who attacks.
    pub model: ModelId,
    /// The place of the weapon among those of the model.
    pub weapon: u8,
    /// The place of the profile among those of the weapon.
    pub profile: u8,
    /// Whom.
    pub target: UnitId,
    /// The model that is picked out, if one is.
    pub aim: Option<ModelId>,
    /// In which way.
    pub manner: Manner,
}

/// Blows of a unit.
pub(crate) type Blows = SmallVec<[Blow; 16]>;

/// A question whom weapons attack.
#[derive(Clone, Copy)]
pub(crate) struct Targeting<'a> {
    /// The units that attack.
    pub(crate) units: &'a [UnitId],
    /// Shooting, Counterfire, ChargeShot, or Fighting with the trigger shots that go with it.
    pub(crate) manner: Manner,
    /// The only unit that may be attacked, if not all may.
    pub(crate) only: Option<UnitId>,
    /// The only melee weapons that may be used, if not all may.
    pub(crate) armed: Option<&'a [WeaponId]>,
}

/// What keeps a blow from being struck; where there are several, a player hears of the last in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Obstacle {
    /// The model does not attack now, or not with this weapon.
    Idle,
    /// The unit may not be attacked now.
    NoTarget,
    /// The unit advanced this turn.
    Advanced,
    /// The unit is in melee range of an enemy.
    InMelee,
    /// Nobody of the target is close enough to be struck.
    OutOfReach,
    /// A wall is between them.
    Walled,
    /// The target is in melee range of a friend of the shooter.
    TargetInMelee,
    /// Only sniper weapons pick out single models.
    NoSniper,
    /// The target is hidden in plain sight.
    Hidden,
    /// The target can't be chosen because its datasheet or an ability says so.
    Banned,
    /// It does not reach.
    TooFar,
    /// The model does not see whom it is aimed at.
    Unseen,
    /// The target is protected.
    Protected,
}

impl WeaponProfile {
    /// Whether it can be used in some way at all, wherever everybody stands.
    ///
    /// Carries out `tle.shooting.eligible-weapon`, `tle.weapon-keyword.counterfire`,
    /// `tle.weapon-keyword.ranged-charge`, `tle.weapon-keyword.trigger`.
    pub(crate) fn serves(&self, manner: Manner) -> bool {
        let properties = Properties::of(self);
        match manner {
            Manner::Shooting => self.is_ranged(),
            Manner::Counterfire => properties.counterfires,
            Manner::ChargeShot => properties.while_charging.is_some(),
            Manner::TriggerShot => properties.in_melee.is_some(),
            Manner::Fighting => !self.is_ranged(),
            Manner::Deflecting => properties.deflects > 0,
        }
    }
}

impl Blow {
    /// The weapon as a token.
    pub(crate) fn source(self) -> Token {
        Token::Ref(Ref::Weapon(State::weapon_id(self.model, self.weapon)))
    }

    /// Whether it is with the same weapon.
    pub(crate) fn is_of(self, other: Blow) -> bool {
        (self.model, self.weapon) == (other.model, other.weapon)
    }
}

impl Weapon {
    /// A profile as the word by which an answer names it; nothing for a weapon with only one.
    ///
    /// Carries out `tle.shooting.profile`, `tle.melee.profile`.
    pub(crate) fn word_of(&self, profile: u8) -> Option<Word> {
        const NUMBERED: [Word; Weapon::MOST_PROFILES] =
            [Word::new("first"), Word::new("second"), Word::new("third"), Word::new("fourth")];
        let place = usize::from(profile);
        let of = |place: usize| self.profiles.get(place)?.name.as_deref().and_then(word_from);
        let word =
            of(place).filter(|word| (0..self.profiles.len()).all(|other| other == place || of(other) != Some(*word)));
        (self.profiles.len() > 1).then(|| word.unwrap_or_else(|| NUMBERED[place.min(NUMBERED.len() - 1)]))
    }
}

/// The word of a name: `Krak round` as `krak-round`.
fn word_from(name: &str) -> Option<Word> {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let text: String = name.chars().map(letter).take(Word::LONGEST).collect();
    text.trim_matches('-').parse().ok()
}

impl State {
    /// The profile that a blow is struck with.
    pub(crate) fn profile_of(&self, blow: Blow) -> &WeaponProfile {
        &self.weapon(blow.model, blow.weapon).profiles[usize::from(blow.profile)]
    }

    /// Whom a blow is meant for, as a token.
    pub(crate) fn aim_token(&self, blow: Blow) -> Token {
        let at = blow.aim.map_or(Ref::Unit(blow.target), Ref::Model);
        match self.weapon(blow.model, blow.weapon).word_of(blow.profile) {
            Some(word) => Token::About(word, at),
            None => Token::Ref(at),
        }
    }
}

impl Targeting<'_> {
    /// What keeps a blow from being struck, as everybody stands.
    ///
    /// Carries out `tle.order.advance-no-attack`, `tle.shooting.eligible-not-advanced`, `tle.charge.not-shot`.
    pub(crate) fn obstacle(&self, state: &State, eyes: &mut Eyes<'_>, blow: Blow) -> Option<Obstacle> {
        let unit = state.unit_of(blow.model);
        let weapon = State::weapon_id(blow.model, blow.weapon);
        let armed = blow.manner != Manner::Fighting || self.armed.is_none_or(|armed| armed.contains(&weapon));
        if !self.units.contains(&unit) || !state.lives(blow.model) || !armed {
            return Some(Obstacle::Idle);
        }
        let allowed = self.only.is_none_or(|only| only == blow.target);
        if !allowed || state.seat_of(blow.target) == state.seat_of(unit) || !state.is_on_field(blow.target) {
            return Some(Obstacle::NoTarget);
        }
        if state.has_advanced(unit) {
            return Some(Obstacle::Advanced);
        }
        match blow.manner {
            Manner::Fighting | Manner::Deflecting => state.strike_obstacle(blow),
            Manner::TriggerShot => state.trigger_obstacle(eyes, blow),
            Manner::Shooting | Manner::Counterfire | Manner::ChargeShot => state.shot_obstacle(eyes, blow),
        }
    }

    /// In which way a profile is used in answer to this question, if it is.
    fn manner_of(&self, profile: &WeaponProfile) -> Option<Manner> {
        let manner = match self.manner {
            Manner::Fighting if profile.is_ranged() => Manner::TriggerShot,
            manner => manner,
        };
        profile.serves(manner).then_some(manner)
    }

    /// What a model could do, wherever its targets are: its weapons with their profiles.
    fn means(&self, state: &State, model: ModelId) -> SmallVec<[(u8, u8, Manner); 4]> {
        let mut means = SmallVec::new();
        for (weapon, carried) in state.weapons(model) {
            for (profile, of) in (0u8..).zip(&carried.profiles) {
                means.extend(self.manner_of(of).map(|manner| (weapon, profile, manner)));
            }
        }
        means
    }

    /// Every blow that is possible now, until somebody has seen enough.
    fn search(&self, state: &State, mut found: impl FnMut(Blow) -> bool) {
        let mut eyes = state.eyes();
        for unit in self.units {
            let enemies =
                state.enemies_of(state.seat_of(*unit)).filter(|target| self.only.is_none_or(|only| only == *target));
            let enemies: crate::state::Units = enemies.collect();
            for model in state.living(*unit) {
                for (weapon, profile, manner) in self.means(state, model) {
                    for target in &enemies {
                        let blow = Blow { model, weapon, profile, target: *target, aim: None, manner };
                        if self.obstacle(state, &mut eyes, blow).is_none() && found(blow) {
                            return;
                        }
                        if !Properties::of(state.profile_of(blow)).picks || manner.is_melee() {
                            continue;
                        }
                        for aim in state.living(*target) {
                            let aimed = Blow { aim: Some(aim), ..blow };
                            if self.obstacle(state, &mut eyes, aimed).is_none() && found(aimed) {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Every blow that is possible now.
    pub(crate) fn blows(&self, state: &State) -> Vec<Blow> {
        let mut blows = Vec::new();
        self.search(state, |blow| {
            blows.push(blow);
            false
        });
        blows
    }

    /// Whether any blow is possible now.
    pub(crate) fn is_possible(&self, state: &State) -> bool {
        let mut any = false;
        self.search(state, |_| {
            any = true;
            true
        });
        any
    }

    /// What keeps a unit from striking any blow now: of all obstacles the one that is nearest to none.
    pub(crate) fn worst(&self, state: &State) -> Option<(Obstacle, Blow)> {
        let mut eyes = state.eyes();
        let mut worst: Option<(Obstacle, Blow)> = None;
        for unit in self.units {
            for model in state.living(*unit) {
                for (weapon, profile, manner) in self.means(state, model) {
                    for target in state.enemies_of(state.seat_of(*unit)) {
                        let blow = Blow { model, weapon, profile, target, aim: None, manner };
                        let obstacle = self.obstacle(state, &mut eyes, blow)?;
                        if worst.is_none_or(|(other, _)| other < obstacle) {
                            worst = Some((obstacle, blow));
                        }
                    }
                }
            }
        }
        worst
    }

    /// What a player hears of an obstacle.
    pub(crate) fn refusal(&self, say: Voice<'_>, obstacle: Obstacle, blow: Blow) -> Refusal {
        let unit = say.unit_of(blow.model);
        let (model, own, target) = (say.model_called(blow.model), say.called(unit), say.called(blow.target));
        let what = blow.aim.map_or_else(|| target.clone(), |aim| say.model_called(aim));
        let is = |unit| say.does(unit, "is", "are");
        let (rule, text) = match obstacle {
            Obstacle::Idle if self.manner.is_melee() => {
                ("tle.melee.weapons", format!("{model} can't strike with this weapon now"))
            }
            Obstacle::Idle => ("tle.shooting.eligible-weapon", format!("{model} can't shoot with this weapon now")),
            Obstacle::NoTarget => {
                let rule = if self.manner.is_melee() { "tle.melee.target-valid" } else { "tle.shooting.target-valid" };
                (rule, format!("{target} can't be attacked now"))
            }
            Obstacle::Advanced => ("tle.order.advance-no-attack", format!("{own} advanced this turn")),
            Obstacle::InMelee => {
                ("tle.shooting.eligible-not-in-melee", format!("{own} {} in melee range of an enemy", is(unit)))
            }
            Obstacle::OutOfReach => ("tle.melee.target-valid", format!("{model} is not close enough to {target}")),
            Obstacle::Walled => ("tle.ruling.wall-melee", format!("a wall is between {model} and {target}")),
            Obstacle::TooFar => {
                ("tle.shooting.eligible-range", format!("{what} {} out of range of {model}", is(blow.target)))
            }
            Obstacle::Unseen => ("tle.shooting.eligible-sight", format!("{model} can't see {what} within range")),
            Obstacle::TargetInMelee => {
                let text = format!("{target} {} in melee range of a unit on the shooter's side", is(blow.target));
                ("tle.shooting.target-not-in-melee", text)
            }
            Obstacle::NoSniper => ("tle.weapon-keyword.sniper", format!("this weapon can't pick out {what}")),
            Obstacle::Hidden => {
                ("tle.directive.hidden-in-plain-sight", format!("{target} {} hidden in plain sight", is(blow.target)))
            }
            Obstacle::Banned => ("tle.shooting.target-targetable", format!("{target} can't be targeted by shooting")),
            Obstacle::Protected => {
                let text = format!("{target} {} protected, and {model} sees a closer target", is(blow.target));
                ("tle.keyword.protected", text)
            }
        };
        Refusal::new(rule, text).about(Ref::Model(blow.model)).about(Ref::Unit(blow.target))
    }

    /// Why a weapon can't attack whom somebody would like it to.
    fn why_not(&self, state: &State, from: Token, to: Token) -> Refusal {
        let stranger = || Refusal::new(self.rule(), format!("{from} can't be given {to}"));
        let Token::Ref(Ref::Weapon(weapon)) = from else { return stranger() };
        let Some((model, weapon)) = state.weapon_of(weapon) else { return stranger() };
        let (target, aim) = match to.points_at() {
            Some(Ref::Unit(unit)) if state.is_unit(unit) => (unit, None),
            Some(Ref::Model(model)) if state.is_model(model) && state.lives(model) => {
                (state.unit_of(model), Some(model))
            }
            _ => return stranger(),
        };
        let mut eyes = state.eyes();
        let means = self.means(state, model).into_iter().filter(|(place, ..)| *place == weapon);
        let blows = means.map(|(weapon, profile, manner)| Blow { model, weapon, profile, target, aim, manner });
        let blows: Blows = blows.filter(|blow| state.aim_token(*blow) == to).collect();
        let obstacles = blows.iter().filter_map(|blow| Some((self.obstacle(state, &mut eyes, *blow)?, *blow)));
        let say = Voice::of_seat(state, state.seat_of(state.unit_of(model)));
        match obstacles.max_by_key(|(obstacle, _)| *obstacle) {
            Some((obstacle, blow)) => self.refusal(say, obstacle, blow),
            None => {
                let blow = Blow { model, weapon, profile: 0, target, aim, manner: self.manner };
                self.refusal(say, Obstacle::Idle, blow)
            }
        }
    }

    /// The rule that asks.
    pub(crate) fn rule(&self) -> &'static str {
        match self.manner {
            Manner::Shooting => "tle.shooting.declare-targets",
            Manner::Counterfire => "tle.weapon-keyword.counterfire",
            Manner::ChargeShot => "tle.weapon-keyword.ranged-charge",
            Manner::TriggerShot | Manner::Fighting | Manner::Deflecting => "tle.melee.declare-targets",
        }
    }

    /// The blows that an answer names, out of those that are possible.
    ///
    /// Carries out `tle.shooting.declare-targets`, `tle.shooting.split-weapons`, `tle.melee.declare-targets`,
    /// `tle.melee.weapons`, `tle.ruling.melee-all-weapons`.
    pub(crate) fn read(&self, state: &State, possible: &[Blow], answer: &Answer) -> Result<Blows, Refusal> {
        let Answer::Assign(parts) = answer else {
            return Err(Refusal::new(self.rule(), "give each weapon a target"));
        };
        let mut blows = Blows::new();
        for (from, to, count) in parts {
            let named = possible.iter().find(|blow| blow.source() == *from && state.aim_token(**blow) == *to);
            let Some(blow) = named.filter(|_| *count == 1) else { return Err(self.why_not(state, *from, *to)) };
            if blows.iter().any(|other| other.is_of(*blow)) {
                let refusal = Refusal::new(self.rule(), format!("{from} is given two targets"));
                return Err(refusal.about(Ref::Model(blow.model)));
            }
            blows.push(*blow);
        }
        let idle = sources(possible)
            .into_iter()
            .find(|blow| must_strike(possible, *blow) && !blows.iter().any(|other| other.is_of(*blow)));
        match idle {
            Some(blow) => {
                let say = Voice::of_seat(state, state.seat_of(state.unit_of(blow.model)));
                let weapon = &state.weapon(blow.model, blow.weapon).name;
                let text = format!("{} must strike with {weapon} too", say.model_called(blow.model));
                let whole = assign(state, possible, |choice| {
                    let kept = blows.iter().find(|other| other.is_of(choice[0])).copied();
                    kept.or_else(|| must_strike(possible, choice[0]).then_some(choice[0]))
                });
                Err(Refusal::new("tle.melee.weapons", text).about(Ref::Model(blow.model)).mend(whole))
            }
            None => Ok(blows),
        }
    }
}

/// Whether a weapon has to be given a target: melee weapons that can strike have to. Carries out `tle.melee.weapons`,
/// `tle.ruling.melee-all-weapons`.
pub(crate) fn must_strike(possible: &[Blow], blow: Blow) -> bool {
    possible.iter().any(|other| other.is_of(blow) && other.manner == Manner::Fighting)
}

/// The first blow of each weapon.
pub(crate) fn sources(possible: &[Blow]) -> Blows {
    let mut sources = Blows::new();
    for blow in possible {
        if sources.last().is_none_or(|last| !last.is_of(*blow)) {
            sources.push(*blow);
        }
    }
    sources
}

/// An answer in which each weapon does what a function picks for it.
pub(crate) fn assign(state: &State, possible: &[Blow], mut pick: impl FnMut(&[Blow]) -> Option<Blow>) -> Answer {
    let picked = possible.chunk_by(|one, other| one.is_of(*other)).filter_map(&mut pick);
    Answer::Assign(picked.map(|blow| (blow.source(), state.aim_token(blow), 1)).collect())
}

/// Weapons, and whom each can attack.
pub(crate) fn form(state: &State, possible: &[Blow]) -> Form {
    let from = sources(possible);
    let from = from.iter().map(|blow| Share { of: blow.source(), min: must_strike(possible, *blow).into(), max: 1 });
    let mut to: Vec<Share<Token>> = Vec::new();
    let mut pairs = Vec::new();
    for blow in possible {
        let token = state.aim_token(*blow);
        pairs.push((blow.source(), token));
        match to.iter_mut().find(|share| share.of == token) {
            Some(share) => share.max += 1,
            None => to.push(Share { of: token, min: 0, max: 1 }),
        }
    }
    Form::Assign { from: from.collect(), to, pairs: Some(pairs) }
}
