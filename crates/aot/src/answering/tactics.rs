//! What is worth doing: expectations in thousandths of a point of Requisition.
//!
//! Everything here is a guess, made from the same tables that resolve attacks, and cheap: a bot asks at every turn.

mod feats;
mod moves;
mod spells;

use chance::Stream;
use engine::{Idea, Tactics};
use ground::{Length, Point, Rect};
use smallvec::{SmallVec, smallvec};
use vocabulary::{Answer, ModelId, Ref, Seat, Token, UnitId};

use self::feats::feats;
use self::moves::moves;
use self::spells::{best_spell, negations, spells, targets};
use crate::Aot;
use crate::answering::answers::{aimed_at, casualties, sample};
use crate::chapters::attack::{Blow, Blows, Manner};
use crate::chapters::charging::CHARGE_RANGE;
use crate::chapters::modifiers::Value;
use crate::chapters::movement::Placed;
use crate::chapters::sequence::{Approach, Attack, Changes, Cover, Defender};
use crate::chapters::soul::CHANNEL;
use crate::chapters::transport::{EMBARK, NEAR};
use crate::fact::{Action, Reaction};
use crate::forces::card::Weapon;
use crate::prompt::{DEPLOY, NO, Prompt, YES};
use crate::state::{BATTLE_RANGE, State};

/// A point of Requisition.
const POINT: i64 = 1_000;
/// What a victory point is worth: about a fifth of an army.
const VICTORY: i64 = 200 * POINT;

impl Tactics for Aot {
    fn suggest(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Vec<Idea> {
        let ideas = match prompt {
            Prompt::Accept { .. } => vec![idea("accept", Answer::word(YES), 1)],
            Prompt::Draw => vec![idea("play on", Answer::word(NO), 1)],
            Prompt::SetUp { without } => set_up(state, seat, without),
            Prompt::Place { unit, .. } => place(state, *unit),
            Prompt::Select => select(state, seat),
            Prompt::Move { walk, .. } => moves(state, walk, prompt),
            Prompt::Aim { .. } | Prompt::Fight { .. } => {
                let blows = prompt.targeting().map(|targeting| targeting.blows(state)).unwrap_or_default();
                vec![idea("the best targets", best_targets(state, &blows), 1)]
            }
            Prompt::React { acting, .. } => reactions(state, seat, prompt, *acting),
            Prompt::CutDown { .. } => {
                let tokens = prompt.tokens(state, seat);
                tokens.first().map(|token| idea("cut down", Answer::Choose(smallvec![*token]), 1)).into_iter().collect()
            }
            Prompt::Charge { unit, among } => charges(state, *unit, among),
            Prompt::Casualty { unit, picks, .. } => vec![furthest(state, *unit, *picks)],
            Prompt::Feat { now } => feats(state, seat, now),
            Prompt::Embark { unit, among } => rides(state, *unit, among),
            Prompt::Disembark { unit, transport, close, .. } => {
                let placed = state.room_to_get_out(*unit, *transport, *close).unwrap_or_default();
                vec![idea("get out", Answer::Place(placed), 1)]
            }
            Prompt::Survivors { unit, hull } => {
                vec![idea("around the wreck", Answer::Place(state.survivors_room(*unit, *hull)), 1)]
            }
            Prompt::Foe { among, .. } => among
                .iter()
                .map(|foe| idea(state.unit_name(*foe), Answer::of(Ref::Unit(*foe)), state.value(*foe)))
                .collect(),
            Prompt::Revive { among, .. } => among
                .iter()
                .map(|model| {
                    let leads = if state.is_leader(*model) { VICTORY } else { 0 };
                    let worth = i64::from(state.card(*model).requisition) * POINT + leads;
                    idea(state.model_name(*model), Answer::of(Ref::Model(*model)), worth)
                })
                .collect(),
            Prompt::Spell { model } => spells(state, *model),
            Prompt::Target { model, spell } => targets(state, *model, *spell),
            Prompt::Negate { caster, spell, mark, .. } => negations(state, seat, prompt, *caster, *spell, *mark),
            _ => Vec::new(),
        };
        if ideas.is_empty() { vec![idea("anything", sample(state, seat, prompt, stream), 0)] } else { ideas }
    }

    fn appraise(state: &State, seat: Seat) -> i64 {
        let side = |seat: Seat| {
            let army: i64 = state.units_of(seat).map(|unit| state.value(unit)).sum();
            army + i64::from(state.side(seat).points) * VICTORY
        };
        let best = state.seats().filter(|other| *other != seat).map(side).max().unwrap_or(0);
        side(seat) - best
    }
}

/// The answer that is worth most, the first of equals.
pub(crate) fn best(ideas: Vec<Idea>) -> Option<Answer> {
    ideas.into_iter().rev().max_by_key(|idea| idea.worth).map(|idea| idea.answer)
}

fn idea(label: impl Into<String>, answer: Answer, worth: i64) -> Idea {
    Idea { label: label.into(), answer, worth }
}

impl State {
    /// What a model is worth: its cost by the Health it has left.
    fn model_value(&self, model: ModelId) -> i64 {
        let card = self.card(model);
        i64::from(card.requisition) * POINT * i64::from(self.model(model).health) / i64::from(card.health.max(1))
    }

    /// What is left of a unit.
    fn value(&self, unit: UnitId) -> i64 {
        self.roll_call(unit).map(|model| self.model_value(model)).sum()
    }

    /// What one model of a unit can expect to destroy of another with a weapon: the attack as it is described to everybody,
    /// but at whoever comes first in the unit, and with no look at where attackers stand or what eases their rolls.
    fn harm(&self, unit: UnitId, weapon: &Weapon, target: UnitId, manner: Manner) -> i64 {
        let Some(model) = self.living(target).next() else { return 0 };
        let card = self.card(model);
        let power = self.raised(unit, Value::Power, weapon.power);
        let defense = self.raised(target, Value::Defense, card.defense);
        let attack = Attack::new(weapon, self.house(), &Approach::plain(manner, power, defense));
        let cover = if self.is_in_cover(model) { Cover::Helps } else { Cover::None };
        let defender = Defender { resist: card.resist, cover, eased: Changes::new(), resilient: self.resilient(model) };
        let points = attack.expected(&defender.against(&attack, self.house().edition), card.health);
        let all = i64::from(weapon.attacks) * points * i64::from(card.requisition) * POINT;
        all / (216 * i64::from(card.health.max(1)))
    }

    /// What a unit can expect to destroy of another in a manner, if all its models take part.
    fn expected(&self, unit: UnitId, target: UnitId, manner: Manner) -> i64 {
        let each = |model: ModelId| {
            self.weapons(model, manner).map(|(_, weapon)| self.harm(unit, weapon, target, manner)).sum::<i64>()
        };
        self.living(unit).map(each).sum::<i64>().min(self.value(target))
    }

    /// The longest reach of its ranged weapons, wherever it is.
    fn reach_of(&self, unit: UnitId) -> Length {
        let weapons = self.alive(unit).flat_map(|model| self.weapons(model, Manner::Shooting));
        weapons.filter_map(|(_, weapon)| weapon.reach()).max().unwrap_or(Length::ZERO)
    }

    /// The longest reach of its ranged weapons on the battlefield.
    fn range(&self, unit: UnitId) -> Length {
        let weapons = self.living(unit).flat_map(|model| self.weapons(model, Manner::Shooting));
        weapons.filter_map(|(_, weapon)| weapon.reach()).max().unwrap_or(Length::ZERO)
    }

    fn centre(&self, unit: UnitId) -> Point {
        self.bounds(unit).centre()
    }

    /// The gap between two units, about.
    fn about_gap(&self, unit: UnitId, other: UnitId) -> Length {
        let (one, two) = (self.bounds(unit), self.bounds(other));
        let apart =
            |low: i32, high: i32, other_low: i32, other_high: i32| (other_low - high).max(low - other_high).max(0);
        let dx = apart(one.low.x, one.high.x, two.low.x, two.high.x);
        let dy = apart(one.low.y, one.high.y, two.low.y, two.high.y);
        Point::default().distance_up(Point::new(dx, dy))
    }

    /// The Archive that a unit should go for: near, and not held by a friend already.
    fn wanted_archive(&self, unit: UnitId) -> Option<usize> {
        let aboard = self.passengers(unit).flat_map(|rider| self.alive(rider));
        if !self.alive(unit).chain(aboard).any(|model| self.model_info(model).rank.scores()) {
            return None;
        }
        let seat = self.seat_of(unit);
        let held = |archive: usize| {
            let friends = self.fielded_by(seat).filter(|friend| *friend != unit && self.scores_archives(*friend));
            let nearer = |friend: &UnitId| {
                let disc = self.battlefield().archives()[archive].bounds().centre();
                self.centre(*friend).distance_squared(disc) < self.centre(unit).distance_squared(disc)
            };
            friends.filter(nearer).any(|friend| self.is_on_archive(friend, archive))
        };
        let far = |archive: &usize| {
            let disc = self.battlefield().archives()[*archive].bounds().centre();
            let more = if held(*archive) { Length::inches(24).0 } else { 0 };
            self.centre(unit).distance_up(disc).0 + more
        };
        (0..self.battlefield().archives().len()).min_by_key(far)
    }

    fn nearest_enemy(&self, unit: UnitId) -> Option<UnitId> {
        self.enemies_of(self.seat_of(unit)).min_by_key(|enemy| (self.about_gap(unit, *enemy), *enemy))
    }

    /// The chance in 36 that the Charge Vigor of a unit is at least so many inches.
    fn charge_chance(&self, unit: UnitId, inches: i32) -> i64 {
        let ways = |sum: i32| i64::from((6 - (sum - 7).abs()).max(0));
        (2..=12).filter(|sum| self.vigor(unit, *sum, true) >= inches).map(ways).sum()
    }

    /// What a charge from where a unit can get to is worth: what it destroys, less what strikes back.
    fn charge_worth(&self, unit: UnitId, target: UnitId, moves: Length) -> i64 {
        let left = self.about_gap(unit, target) - moves - BATTLE_RANGE;
        if self.about_gap(unit, target) - moves > CHARGE_RANGE {
            return 0;
        }
        let inches = left.0.max(0).div_euclid(Length::inches(1).0) + 1;
        let chance = self.charge_chance(unit, inches);
        let gain = self.expected(unit, target, Manner::Fighting) * 3 / 2;
        let loss = self.expected(target, unit, Manner::Fighting);
        (gain - loss) * chance / 36
    }

    /// The best shot that a unit can take after a move.
    fn shot_worth(&self, unit: UnitId, moves: Length) -> i64 {
        let range = self.range(unit);
        if range == Length::ZERO {
            return 0;
        }
        let near = |enemy: &UnitId| self.about_gap(unit, *enemy) <= range + moves;
        let enemies = self.enemies_of(self.seat_of(unit)).filter(near);
        enemies.map(|enemy| self.expected(unit, enemy, Manner::Shooting)).max().unwrap_or(0)
    }
}

fn choose(word: vocabulary::Word, unit: UnitId) -> Answer {
    Answer::Choose(smallvec![Token::About(word, Ref::Unit(unit))])
}

/// Every unit with its best Action; whoever has most to win goes first.
fn select(state: &State, seat: Seat) -> Vec<Idea> {
    let mut ideas = Vec::new();
    for unit in state.units_of(seat) {
        let actions = state.actions_of(unit);
        if let Some(worth) = state.soul_action(unit).and_then(|model| best_spell(state, model)).map(|best| best.2) {
            let answer = choose(CHANNEL, unit);
            ideas.push(idea(format!("{}: channel", state.unit_name(unit)), answer, worth));
        }
        let mut offer = |action: Action, worth: i64| {
            if actions.contains(&action) {
                let label = format!("{}: {}", state.unit_name(unit), action.label());
                ideas.push(idea(label, choose(action.word(), unit), worth));
            }
        };
        if actions.contains(&Action::Enter) {
            offer(Action::Enter, 50 * POINT);
            continue;
        }
        if actions.contains(&Action::Scrum) {
            let foes = state.engaged_with(unit);
            let balance: i64 = foes
                .iter()
                .map(|foe| state.expected(unit, *foe, Manner::Fighting) - state.expected(*foe, unit, Manner::Fighting))
                .sum();
            offer(Action::Scrum, POINT + balance.max(0));
            offer(Action::FiringRetreat, -balance);
            offer(Action::ScrumAndDisembark, 40 * POINT);
            continue;
        }
        if actions.is_empty() {
            continue;
        }
        let speed = state.speed(unit);
        let to_archive = state.wanted_archive(unit).map(|archive| {
            let disc = &state.battlefield().archives()[archive];
            let on_it = state.is_on_archive(unit, archive);
            if on_it {
                Length::ZERO
            } else {
                (state.centre(unit).distance_up(disc.bounds().centre()) - disc.radius()).max(Length(1))
            }
        });
        let scores = to_archive.map_or(0, |far| if far <= speed { VICTORY / 2 } else { 0 });
        let shot = state.shot_worth(unit, speed);
        let enemies = state.enemies_of(seat).filter(|enemy| state.about_gap(unit, *enemy) <= CHARGE_RANGE + speed);
        let charge = enemies.map(|enemy| state.charge_worth(unit, enemy, speed)).max().unwrap_or(0);
        let leaves = to_archive == Some(Length::ZERO);
        offer(Action::MoveAndShoot, shot + scores + POINT);
        offer(Action::MoveAndCharge, charge - if leaves { VICTORY / 2 } else { 0 });
        let far = to_archive.is_some_and(|far| far > speed) || (to_archive.is_none() && shot == 0);
        offer(Action::Advance, if far { 3 * POINT } else { 0 });
        offer(Action::Hold, -POINT);
        // Passengers get out where they are wanted, or where it gets hot.
        let arrives = to_archive.is_some_and(|far| far <= speed + NEAR);
        let hot = state.nearest_enemy(unit).is_some_and(|foe| state.about_gap(unit, foe) <= speed + Length::inches(8));
        offer(Action::MoveAndDisembark, if arrives || hot { VICTORY / 2 } else { POINT });
    }
    if state.may_stop(seat) {
        ideas.push(idea("stop", Answer::word(crate::prompt::STOP), 0));
    }
    ideas
}

/// Those who are far from where they want to be ride, if they are not better off shooting from where they are.
fn rides(state: &State, unit: UnitId, among: &[UnitId]) -> Vec<Idea> {
    let far = state.wanted_archive(unit).is_some_and(|archive| {
        let disc = state.battlefield().archives()[archive].bounds().centre();
        state.centre(unit).distance_up(disc) > Length::inches(14)
    });
    let worth = if far && state.shot_worth(unit, state.speed(unit)) == 0 { 10 * POINT } else { -POINT };
    let ride = |transport: &UnitId| idea("ride", choose(EMBARK, *transport), worth);
    std::iter::once(idea("walk", Answer::none(), 0)).chain(among.iter().map(ride)).collect()
}

/// Each model at the unit of which it destroys most, with the weapon that does most where it uses one.
fn best_targets(state: &State, blows: &Blows) -> Answer {
    let harm = |blow: &Blow| {
        let weapon = state.weapon(blow.model, blow.weapon.into());
        let manner = if weapon.reach().is_some() { Manner::Shooting } else { Manner::Fighting };
        state.harm(state.unit_of(blow.model), weapon, blow.target, manner)
    };
    let worth = |target: UnitId| {
        let harm: i64 = blows.iter().filter(|blow| blow.target == target).map(harm).sum();
        let leader = if state.has_leader(target) { harm / 2 } else { 0 };
        harm.min(state.value(target)) + leader
    };
    let mut targets: SmallVec<[(UnitId, i64); 8]> = SmallVec::new();
    for blow in blows {
        if !targets.iter().any(|(target, _)| *target == blow.target) {
            targets.push((blow.target, worth(blow.target)));
        }
    }
    let worth_of =
        |blow: &Blow| targets.iter().find(|(target, _)| *target == blow.target).map_or(0, |(_, worth)| *worth);
    let best = |choice: &[Blow]| {
        choice.iter().min_by_key(|blow| (std::cmp::Reverse(worth_of(blow)), blow.target, -harm(blow))).copied()
    };
    // A character is worth more than the Soldiers around it.
    aimed_at(state.assign(blows, best), &state.aimable(blows))
}

/// Units that have acted anyway strike back; others keep their Action.
fn reactions(state: &State, seat: Seat, prompt: &Prompt, acting: UnitId) -> Vec<Idea> {
    let mut ideas = vec![idea("let it come", Answer::none(), 0)];
    for token in prompt.tokens(state, seat) {
        let Token::About(word, Ref::Unit(unit)) = token else { continue };
        let spent = state.unit(unit).spent;
        let worth = match Reaction::from_word(word) {
            Some(Reaction::ReturnFire) => {
                state.expected(unit, acting, Manner::Shooting) - if spent { 0 } else { 20 * POINT }
            }
            Some(Reaction::CounterCharge) => {
                let gain =
                    state.expected(unit, acting, Manner::Fighting) - state.expected(acting, unit, Manner::Fighting);
                gain - if spent { 0 } else { 20 * POINT }
            }
            _ => -POINT,
        };
        ideas.push(idea(word.to_string(), Answer::Choose(smallvec![token]), worth));
    }
    ideas
}

/// The unit that it pays most to charge, alone.
fn charges(state: &State, unit: UnitId, among: &[UnitId]) -> Vec<Idea> {
    let mut ideas = vec![idea("charge nobody", Answer::none(), 0)];
    for target in among {
        let worth = state.charge_worth(unit, *target, Length::ZERO);
        let label = format!("charge {}", state.unit_name(*target));
        ideas.push(idea(label, Answer::chosen(*target), worth));
    }
    ideas
}

/// Whoever is furthest from any Archive falls first.
fn furthest(state: &State, unit: UnitId, picks: u8) -> Idea {
    let far = |model: &ModelId| {
        let at = state.pose(*model).map_or_else(Point::default, |pose| pose.at);
        let discs = state.battlefield().archives().iter().map(|disc| disc.bounds().centre());
        discs.map(|disc| i64::from(at.distance_up(disc).0)).min().unwrap_or(0)
    };
    let furthest = |among: &[ModelId]| among.iter().copied().min_by_key(|model| -far(model)).unwrap_or(among[0]);
    idea("whoever is furthest from an Archive", casualties(state, unit, picks, furthest), 1)
}

/// The costliest units are set up last, when more is known.
pub(crate) fn set_up(state: &State, seat: Seat, without: &[UnitId]) -> Vec<Idea> {
    let mut ideas = Vec::new();
    for unit in state.to_set_up(seat) {
        let (name, later) = (state.unit_name(unit), -state.value(unit));
        // Whoever shoots no further than a stone's throw rides, but for the Leader, who brings Feat Points on foot.
        let leads = state.alive(unit).any(|model| state.is_leader(model));
        if !leads && state.reach_of(unit) <= Length::inches(8) && !state.rides_at_start(unit).is_empty() {
            ideas.push(idea(format!("{name} rides"), choose(EMBARK, unit), later + 1));
        }
        // Transports come first, so that somebody can ride in them.
        let first = if state.is_transport(unit) { 2_000 * POINT } else { 0 };
        if !without.contains(&unit) {
            ideas.push(idea(name, choose(DEPLOY, unit), later + first));
        }
    }
    ideas
}

/// As far forward in the zone as can be, or wherever there is room.
pub(crate) fn place(state: &State, unit: UnitId) -> Vec<Idea> {
    let placed = forward(state, unit).map(|(_, placed)| placed).or_else(|| state.room_for(unit));
    vec![idea("forward", Answer::Place(placed.unwrap_or_default()), 1)]
}

/// A place as far forward in the zone as can be, towards an Archive that nobody else is near to, and which one that is.
pub(crate) fn forward(state: &State, unit: UnitId) -> Option<(usize, Placed)> {
    let seat = state.seat_of(unit);
    let zone = state.zone_of(seat)?;
    let placing = state.set_up_in_zone(unit);
    let Rect { low, high } = zone.polygon.bounds();
    let discs = state.battlefield().archives().iter().map(|disc| disc.bounds().centre());
    let mut discs: Vec<(usize, Point)> = discs.enumerate().collect();
    let crowd = |(_, disc): &(usize, Point)| {
        state
            .fielded_by(seat)
            .map(|friend| Length::inches(100).0 - state.centre(friend).distance_up(*disc).0.min(Length::inches(100).0))
            .sum::<i32>()
    };
    discs.sort_by_key(crowd);
    let inside = |disc: Point| Point::new(disc.x.clamp(low.x, high.x), disc.y.clamp(low.y, high.y));
    discs.into_iter().find_map(|(place, disc)| Some((place, placing.plan(inside(disc))?)))
}
