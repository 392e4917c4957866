//! Answers worth offering; each passes `check`.

use ground::{Length, Point, Side};
use smallvec::{SmallVec, smallvec};
use troops::Aim;
use vocabulary::{Answer, ModelId, Ref, Seat, Suggestion, Token, UnitId};

use crate::answering::answers::aimed_at;
use crate::answering::orders::End;
use crate::answering::tactics::forward;
use crate::chapters::attack::{Blows, Manner};
use crate::chapters::movement::{Gait, Guide, Move, Paths, Walk};
use crate::fact::Action;
use crate::prompt::{Prompt, check};
use crate::state::{Models, State, Whereabouts};
use crate::words::voice::Voice;

/// A screen has room for so many.
const MOST: usize = 6;

/// Labels with answers that may or may not be legal.
type Ideas = Vec<(String, Answer)>;

/// Answers worth offering, the likeliest first.
pub(super) fn suggestions(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Suggestion> {
    let ideas = match prompt {
        Prompt::Select => actions(state, seat),
        Prompt::Place { unit, .. } => places(state, *unit),
        Prompt::Move { walk, .. } => walks(state, walk),
        Prompt::Aim { .. } | Prompt::Fight { .. } => {
            prompt.targeting().map_or_else(Ideas::new, |targeting| targets(state, &targeting.blows(state)))
        }
        Prompt::Charge { unit, among } => charges(state, *unit, among),
        Prompt::Casualty { unit, picks, .. } => from_the_back(state, *unit, *picks),
        Prompt::Heal { among, .. } => first_of(state, among),
        Prompt::Disembark { unit, transport, close, .. } => get_out(state, *unit, *transport, *close),
        Prompt::Survivors { unit, hull } => {
            vec![("around the wreck".to_owned(), Answer::Place(state.survivors_room(*unit, *hull)))]
        }
        Prompt::Return { unit, model, .. } => comebacks(state, *unit, *model),
        Prompt::Groups { .. } | Prompt::Order { .. } => {
            vec![("as listed".to_owned(), Answer::Choose(prompt.tokens(state, seat).into_iter().collect()))]
        }
        _ => Vec::new(),
    };
    let mut legal: Vec<Suggestion> = Vec::new();
    for (label, answer) in ideas {
        let known = legal.iter().any(|other| other.answer == answer);
        if !known && legal.len() < MOST && check(state, seat, prompt, &answer).is_ok() {
            legal.push(Suggestion { label, answer, odds: None });
        }
    }
    legal
}

/// For each unit the Action that suits it: shooting or charging where it can, otherwise coming nearer.
fn actions(state: &State, seat: Seat) -> Ideas {
    let mut ideas: Vec<(u8, String, Answer)> = Vec::new();
    for unit in state.units_of(seat) {
        let speed = state.speed(unit);
        let reach = state.living(unit).flat_map(|model| state.weapons(model, Manner::Shooting));
        let reach = reach.filter_map(|(_, weapon)| weapon.reach()).max();
        let near = |far: Length| state.enemies_of(seat).any(|enemy| state.units_within(unit, enemy, far));
        let (rank, action) = match state.actions_of(unit) {
            [] => continue,
            [Action::Enter] => (2, Action::Enter),
            [Action::MoveAndShoot, ..] => {
                if reach.is_some_and(|reach| near(reach + speed)) {
                    (0, Action::MoveAndShoot)
                } else if near(speed + Length::inches(7)) {
                    (1, Action::MoveAndCharge)
                } else {
                    (3, Action::Advance)
                }
            }
            _ => (4, Action::Scrum),
        };
        let token = Token::about(action.word(), unit);
        let label = format!("{}: {}", state.unit_name(unit), action.label());
        ideas.push((rank, label, Answer::Choose(smallvec![token])));
    }
    ideas.sort_by_key(|(rank, ..)| *rank);
    ideas.into_iter().map(|(_, label, answer)| (label, answer)).collect()
}

/// Forward towards an Archive where the army is thin, about the middle of the zone, and to either side of it.
fn places(state: &State, unit: UnitId) -> Ideas {
    let Some(zone) = state.zone_of(state.seat_of(unit)) else { return Vec::new() };
    let placing = state.set_up_in_zone(unit);
    let bounds = zone.polygon.bounds();
    let centre = bounds.centre();
    let wide = bounds.width() >= bounds.height();
    let side = |eighths: i32| {
        if wide {
            Point::new(bounds.low.x + bounds.width().0 / 8 * eighths, centre.y)
        } else {
            Point::new(centre.x, bounds.low.y + bounds.height().0 / 8 * eighths)
        }
    };
    let names = if wide { ["to the left", "to the right"] } else { ["towards the south", "towards the north"] };
    let wanted = [("near the middle of the zone", centre), (names[0], side(2)), (names[1], side(6))];
    let found = |(label, about): &(&str, Point)| {
        let placed = placing.plan(*about)?;
        Some(((*label).to_owned(), Answer::Place(placed)))
    };
    let first = forward(state, unit);
    let first = first.map(|(archive, placed)| (format!("opposite Archive {}", archive + 1), Answer::Place(placed)));
    let mut ideas: Ideas = first.into_iter().chain(wanted.iter().filter_map(found)).collect();
    if ideas.is_empty() {
        ideas.extend(state.room_for(unit).map(|placed| ("where there is room".to_owned(), Answer::Place(placed))));
    }
    ideas
}

fn moved(label: impl Into<String>, paths: Paths) -> (String, Answer) {
    (label.into(), Answer::Move { paths, placed: SmallVec::new() })
}

/// The moves that suit a gait.
fn walks(state: &State, walk: &Move) -> Ideas {
    let mut ideas = Ideas::new();
    match &walk.gait {
        Gait::Basic { .. } => basic(state, walk, &mut ideas),
        Gait::Retreat { from } => {
            let away = crate::chapters::action::way_from(state, walk, from);
            ideas.extend(away.map(|paths| moved("fall back", paths)));
        }
        Gait::Charge { .. } => ideas.extend(state.charge_plan(walk).map(|paths| moved("charge home", paths))),
        Gait::Enter { side } => enter(state, walk, *side, &mut ideas),
        Gait::Shift { .. } => {}
        Gait::Scrum => {
            let first = walk.movers(state).first().copied();
            let nearest = first.and_then(|model| state.nearest_enemies(model).first().copied());
            if let Some(enemy) = nearest {
                let shapes = [state.shape(enemy).clone()];
                let planned = walk.ready(state).plan(Aim::Contact(&shapes));
                ideas.extend(planned.map(|paths| moved("close in", paths)));
            }
        }
        Gait::Evade { piece, from, .. } => {
            let centre = state.battlefield().terrain[usize::from(*piece)].polygon.bounds().centre();
            ideas.extend(
                Guide::new(&walk.ready(state)).towards(centre).map(|paths| moved("towards the terrain", paths)),
            );
            if !from.is_empty() {
                ideas
                    .extend(crate::chapters::action::way_from(state, walk, from).map(|paths| moved("get away", paths)));
            }
        }
    }
    if walk.may_stay(state) {
        ideas.push(moved("stay", Paths::new()));
    }
    ideas
}

/// Towards the Archives, the nearest enemy, and Cover.
fn basic(state: &State, walk: &Move, ideas: &mut Ideas) {
    let ready = walk.ready(state);
    let mut guide = Guide::new(&ready);
    let unit = walk.unit;
    let centre = state.bounds(unit).centre();
    let archives = state.battlefield().archives().iter().map(|disc| disc.bounds().centre());
    for (place, archive) in archives.enumerate() {
        ideas.extend(guide.towards(archive).map(|paths| moved(format!("towards Archive {}", place + 1), paths)));
    }
    let enemies = state.enemies_of(state.seat_of(unit)).flat_map(|enemy| state.standing(enemy));
    let away = |model: &ModelId| state.pose(*model).map(|pose| pose.at.distance_squared(centre));
    if let Some(enemy) = enemies.min_by_key(away)
        && let Some(pose) = state.pose(enemy)
    {
        let label = format!("towards {}", Voice::of_owner(state, unit).called(state.unit_of(enemy)));
        ideas.extend(guide.towards(pose.at).map(|paths| moved(label, paths)));
    }
    let covers = state.battlefield().terrain.iter().filter(|piece| piece.rules.cover && !piece.rules.obstacle);
    let middle = |piece: &crate::battlefield::Terrain| piece.polygon.bounds().centre();
    let nearest = covers.min_by_key(|piece| middle(piece).distance_squared(centre));
    let hulking = state.living(unit).any(|model| state.is_hulking(model));
    if let Some(piece) = nearest.filter(|_| !hulking) {
        let label = format!("towards Cover: {}", piece.name);
        ideas.extend(guide.towards(middle(piece)).map(|paths| moved(label, paths)));
    }
    if ideas.is_empty() {
        aside(&ready, ideas);
    }
    // A way that most of the models cannot take is not what anybody wants first.
    let movers = walk.movers(state).len();
    ideas.sort_by_key(|(_, answer)| matches!(answer, Answer::Move { paths, .. } if 2 * paths.len() < movers));
}

/// Straight in some direction, for a unit that is hemmed in.
fn aside(walk: &Walk<'_>, ideas: &mut Ideas) {
    for (eighth, name) in
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"].iter().enumerate()
    {
        let way = walk.aside(128 * eighth as u16);
        ideas.extend(way.map(|paths| moved(format!("to the {name}"), paths)));
    }
}

/// In over an edge, at three places of it.
fn enter(state: &State, walk: &Move, side: Side, ideas: &mut Ideas) {
    let (ready, standing) = (walk.ready(state), state.room_inside(walk));
    let (from, to) = side.span(state.battlefield().bounds);
    let names = if side.is_level() {
        ["in the middle", "to the left", "to the right"]
    } else {
        ["in the middle", "towards the south", "towards the north"]
    };
    for (name, eighths) in names.iter().zip([4, 2, 6]) {
        let along = from + (to - from) / 8 * eighths;
        let paths = standing.as_ref().and_then(|standing| ready.enter_along(standing, along));
        ideas.extend(paths.map(|paths| moved(format!("over the {side} edge, {name}"), paths)));
    }
    if ideas.is_empty() {
        ideas.extend(state.way_in(walk.unit, side).map(|paths| moved("where there is room", paths)));
    }
}

/// Everybody at one unit, where they can: the nearest, the weakest, each of the others.
fn targets(state: &State, blows: &Blows) -> Ideas {
    let mut units: SmallVec<[UnitId; 8]> = SmallVec::new();
    for blow in blows {
        if !units.contains(&blow.target) {
            units.push(blow.target);
        }
    }
    let Some(unit) = blows.first().map(|blow| state.unit_of(blow.model)) else { return Vec::new() };
    let left = |target: &UnitId| state.living(*target).map(|model| u32::from(state.model(model).health)).sum::<u32>();
    let nearest = units.iter().copied().min_by_key(|target| state.gap(unit, *target));
    let weakest = units.iter().copied().min_by_key(left);
    let say = Voice::of_owner(state, unit);
    let mut ideas = Ideas::new();
    let aimable = state.aimable(blows);
    for target in &units {
        let own: Blows = aimable.iter().copied().filter(|blow| blow.target == *target).collect();
        if let Some(aim) = own.first().and_then(|blow| blow.aim) {
            let answer = aimed_at(at(state, blows, *target), &own);
            ideas.push((format!("aim at {}", say.model_called(aim)), answer));
        }
    }
    if units.len() == 1 {
        ideas.push((format!("everybody at {}", say.called(units[0])), at(state, blows, units[0])));
        return ideas;
    }
    for (what, target) in [("nearest", nearest), ("weakest", weakest)] {
        if let Some(target) = target {
            ideas.push((format!("at the {what}: {}", say.called(target)), at(state, blows, target)));
        }
    }
    for target in units {
        ideas.push((format!("at {}", say.called(target)), at(state, blows, target)));
    }
    ideas
}

/// Everybody who can at one unit, and the others at whom they can.
fn at(state: &State, blows: &Blows, target: UnitId) -> Answer {
    state.assign(blows, |choice| choice.iter().find(|blow| blow.target == target).or_else(|| choice.first()).copied())
}

/// Each enemy that can be charged alone, the nearest first.
fn charges(state: &State, unit: UnitId, among: &[UnitId]) -> Ideas {
    let mut near: Vec<UnitId> = among.to_vec();
    near.sort_by_key(|enemy| (state.gap(unit, *enemy), *enemy));
    let say = Voice::of_owner(state, unit);
    let alone = |enemy: &UnitId| {
        let away = state.gap(unit, *enemy).unwrap_or(Length::ZERO).about();
        (format!("{}, {away} away", say.called(*enemy)), Answer::of(Ref::Unit(*enemy)))
    };
    let mut ideas: Ideas = near.iter().take(3).map(alone).collect();
    ideas.push(("nobody".to_owned(), Answer::none()));
    ideas
}

/// Whoever is furthest from the enemy falls first, or whoever is nearest.
fn from_the_back(state: &State, unit: UnitId, picks: u8) -> Ideas {
    let back = state.casualties_from(unit, picks, End::Back);
    let front = state.casualties_from(unit, picks, End::Front);
    vec![("from the back".to_owned(), back), ("from the front".to_owned(), front)]
}

fn first_of(state: &State, among: &[ModelId]) -> Ideas {
    let first = among.iter().take(1);
    first.map(|model| (state.model_name(*model), Answer::of(Ref::Model(*model)))).collect()
}

/// Around the Transport, towards what matters.
fn get_out(state: &State, unit: UnitId, transport: UnitId, close: bool) -> Ideas {
    let mut ideas = Ideas::new();
    let models: Models = state.alive(unit).collect();
    let hull = state.hull(transport);
    let centre = state.shape(hull).bounds().centre();
    let archives = state.battlefield().archives().iter().enumerate();
    let nearest = archives.map(|(place, disc)| (place, disc.bounds().centre()));
    if let Some((place, at)) = nearest.min_by_key(|(_, at)| at.distance_squared(centre)) {
        let placed = state.getting_out(unit, models, hull, close).plan(at);
        ideas.extend(placed.map(|placed| (format!("towards Archive {}", place + 1), Answer::Place(placed))));
    }
    let placed = state.room_to_get_out(unit, transport, close);
    ideas.extend(placed.map(|placed| ("where there is room".to_owned(), Answer::Place(placed))));
    ideas.push(("stay aboard".to_owned(), Answer::Place(SmallVec::new())));
    ideas
}

/// Beside a model of the unit.
fn comebacks(state: &State, unit: UnitId, model: ModelId) -> Ideas {
    debug_assert!(state.unit(unit).at == Whereabouts::OnField, "models come back to units on the battlefield");
    let spots = state.living(unit).filter_map(|other| Some((other, state.pose(other)?))).take(2);
    let found = |(other, pose): (ModelId, ground::Pose)| {
        let placed = state.place_beside(unit, model, pose.at)?;
        Some((format!("next to {}", state.model_name(other)), Answer::Place(placed)))
    };
    spots.filter_map(found).collect()
}
