//! Answers that need no player, and answers worth offering: forced ones, standing orders, samples, suggestions.

use chance::{Key, Stream};
use engine::{Options, Order};
use ground::{Base, Path, Point, Pose};
use smallvec::{SmallVec, smallvec};
use vocabulary::{Answer, ModelId, Seat, Term, Word};

use crate::footing;
use crate::prompt::{Cast, FEINT, Prompt, bearable, check, shares};
use crate::state::{CENTRE, FIELD, MARCH, NEAR, Plan, Reaction, State};

const NEVER_REACT: Word = Word::new("never-react");
const NEVER_FEINT: Word = Word::new("never-feint");
const NEVER_REROLL: Word = Word::new("never-reroll");
const BRACE_CAPTAIN: Word = Word::new("brace-captain");

/// The answer that is the only legal one.
pub(crate) fn forced(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
    match prompt {
        Prompt::Bid if state.side(seat).resolve == 0 => Some(Answer::Number(0)),
        Prompt::Spread { target, damage } => {
            let shares = shares(state, *target, *damage);
            let all: u16 = shares.iter().map(|share| share.max).sum();
            if shares.len() == 1 || all <= *damage || *damage == 1 {
                Some(target_first(state, *target, *damage))
            } else {
                None
            }
        }
        _ => prompt.choices(state, seat)?.forced(),
    }
}

/// The answer to a question in which none makes a difference: a die of the pool that does no better and no worse than any
/// that could be replaced by it.
pub(crate) fn idle(prompt: &Prompt) -> Option<Answer> {
    let Prompt::Replace { dice, with, need } = prompt else { return None };
    let succeeds = |cast: &Cast| cast.shows >= *need;
    dice.iter().all(|die| succeeds(die) == succeeds(with)).then(Answer::none)
}

/// What is answered for a player who has left: nothing where that is possible, else whatever comes first.
pub(crate) fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
    match prompt {
        Prompt::Plan => Answer::word(Plan::Keeper.word()),
        Prompt::PlaceOwn => place_own(state, seat),
        Prompt::PlaceRival { band } => place_rival(state, *band),
        Prompt::Spread { target, damage } => target_first(state, *target, *damage),
        _ => prompt.pass().unwrap_or_else(Answer::none),
    }
}

pub(crate) fn standing_orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    vec![
        order(NEVER_REACT, "Never react", "You never react to an attack.", "duel.react.dodge"),
        order(NEVER_FEINT, "Never feint", "You never feint against a reaction.", "duel.react.feint"),
        order(NEVER_REROLL, "Never roll again", "You keep the dice as they fall.", "duel.attack.reroll"),
        order(
            BRACE_CAPTAIN,
            "Brace the Captain",
            "Against this many dice or more, your Captain braces; otherwise you do not react.",
            "duel.react.brace",
        ),
    ]
}

/// What a standing order answers.
pub(crate) fn stand(state: &State, order: &Order, prompt: &Prompt) -> Option<Answer> {
    match prompt {
        Prompt::React { .. } if order.order == NEVER_REACT => Some(Answer::none()),
        Prompt::React { target, dice, .. } if order.order == BRACE_CAPTAIN => {
            let resolve = state.side(State::owner(*target)).resolve;
            let brace = State::is_captain(*target) && i32::from(*dice) >= order.value.unwrap_or(1) && resolve > 0;
            Some(if brace { Answer::word(Reaction::Brace.word()) } else { Answer::none() })
        }
        Prompt::Feint { .. } if order.order == NEVER_FEINT => Some(Answer::none()),
        Prompt::Reroll { .. } if order.order == NEVER_REROLL => Some(Answer::none()),
        _ => None,
    }
}

/// The damage on the target as far as it goes, then on the others in their order.
pub(crate) fn target_first(state: &State, target: ModelId, damage: u16) -> Answer {
    let shares = shares(state, target, damage);
    let mut left = bearable(&shares, damage);
    let mut parts = SmallVec::new();
    for share in &shares {
        let amount = share.max.min(left);
        if amount > 0 {
            parts.push((share.of, amount));
            left -= amount;
        }
    }
    Answer::Spread(parts)
}

/// Legal answers: all of them, or for places and ways a sample.
pub(crate) fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
    if let Prompt::Bid = prompt {
        let bids = (0..=state.side(seat).resolve).map(|bid| Answer::Number(bid.into()));
        return Options { answers: bids.collect(), complete: true };
    }
    if let Some(answers) = prompt.choices(state, seat).and_then(|choices| choices.all()) {
        return Options { answers, complete: true };
    }
    let key = Key::from_seed("duel options", u64::from(seat.0));
    Options::sampled(prompt.pass(), key, |stream| sample(state, seat, prompt, stream))
}

/// One legal answer at random.
pub(crate) fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
    match prompt {
        Prompt::Bid => Answer::Number(stream.below(u32::from(state.side(seat).resolve) + 1) as i32),
        Prompt::Target => {
            let targets: SmallVec<[ModelId; 12]> = state.targets(seat).collect();
            // One time in four the band holds back.
            match stream.pick(&targets) {
                Some(target) if stream.below(4) > 0 => Answer::chosen(*target),
                _ => Answer::none(),
            }
        }
        Prompt::React { .. } => match stream.below(3) {
            0 if state.side(seat).resolve > 0 => Answer::word(Reaction::Dodge.word()),
            1 if state.side(seat).resolve > 0 => Answer::word(Reaction::Brace.word()),
            _ => Answer::none(),
        },
        Prompt::Feint { .. } => {
            if state.side(seat).resolve > 0 && stream.below(2) == 0 {
                Answer::word(FEINT)
            } else {
                Answer::none()
            }
        }
        Prompt::Reroll { dice, need } => {
            if state.side(seat).resolve == 0 || stream.below(2) == 0 {
                return Answer::none();
            }
            Answer::Choose(dice.iter().filter(|cast| cast.shows < *need).map(Cast::token).collect())
        }
        Prompt::Replace { dice, .. } => match stream.pick(dice) {
            Some(die) if stream.below(2) == 0 => Answer::chosen(die.token()),
            _ => Answer::none(),
        },
        Prompt::Spread { target, damage } => random_spread(state, *target, *damage, stream),
        Prompt::PlaceOwn => random_place_own(state, seat, stream).unwrap_or_else(|| place_own(state, seat)),
        Prompt::PlaceRival { band } => {
            random_place_rival(state, *band, stream).unwrap_or_else(|| place_rival(state, *band))
        }
        Prompt::March => random_march(state, seat, stream),
        Prompt::Plan => prompt.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream)),
    }
}

/// How many places are tried before a bot does something plainer; a zone is narrow, and a try is cheap.
const TRIES: usize = 32;

/// The part of a zone in which the centre of a model can be.
fn room_in_zone(model: ModelId) -> (Point, Point) {
    let (low, high) = State::zone(State::owner(model));
    let radius = Base::round(low, State::diameter(model)).radius.0;
    (Point::new(low.x + radius, low.y + radius), Point::new(high.x - radius, high.y - radius))
}

/// The part of the field in which the centre of any model can be.
const FIELD_ROOM: (Point, Point) = (Point::new(2_000, 2_000), Point::new(FIELD.x - 2_000, FIELD.y - 2_000));

fn random_place_own(state: &State, seat: Seat, stream: &mut Stream) -> Option<Answer> {
    let captain = State::captain(seat);
    let (low, high) = room_in_zone(captain);
    (0..TRIES).find_map(|_| {
        let at = random_point(low, high, stream);
        let guard = ModelId(captain.0 + 1);
        let placed = [(captain, at), (guard, random_near(at, room_in_zone(guard), stream))];
        footing::place_own(state, seat, &placed).ok().map(|()| Answer::Place(SmallVec::from_slice(&placed)))
    })
}

fn random_place_rival(state: &State, band: Seat, stream: &mut Stream) -> Option<Answer> {
    let captain = State::captain(band);
    let (guard, near) = (ModelId(captain.0 + 2), Pose::at(state.base(captain)?.at));
    (0..TRIES).find_map(|_| {
        let placed = [(guard, random_near(near, room_in_zone(guard), stream))];
        footing::place_rival(state, band, &placed).ok().map(|()| Answer::Place(SmallVec::from_slice(&placed)))
    })
}

fn random_point(low: Point, high: Point, stream: &mut Stream) -> Pose {
    let within = |low: i32, high: i32, stream: &mut Stream| low + stream.below((high - low).max(0) as u32 + 1) as i32;
    let (x, y) = (within(low.x, high.x, stream), within(low.y, high.y, stream));
    Pose::at(Point::new(x, y))
}

/// A point at most about 3 in away, between two corners.
fn random_near(of: Pose, (low, high): (Point, Point), stream: &mut Stream) -> Pose {
    let low = Point::new((of.at.x - NEAR.0).max(low.x), (of.at.y - NEAR.0).max(low.y));
    let high = Point::new((of.at.x + NEAR.0).min(high.x), (of.at.y + NEAR.0).min(high.y));
    random_point(low, high, stream)
}

fn random_march(state: &State, seat: Seat, stream: &mut Stream) -> Answer {
    let stay = Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() };
    let Some(leader) = state.leader(seat) else { return stay };
    let Some(base) = state.base(leader) else { return stay };
    // A square that fits into the leader's 6 in: four units in six of the length either way.
    let far = MARCH.0 * 2 / 3;
    let (field_low, field_high) = FIELD_ROOM;
    let low = Point::new((base.at.x - far).max(field_low.x), (base.at.y - far).max(field_low.y));
    let high = Point::new((base.at.x + far).min(field_high.x), (base.at.y + far).min(field_high.y));
    let march = (0..TRIES).find_map(|_| {
        let to = random_point(low, high, stream);
        let followers = state.standing(seat).filter(|model| *model != leader);
        let placed: SmallVec<_> = followers.map(|model| (model, random_near(to, FIELD_ROOM, stream))).collect();
        let paths = smallvec![(leader, Path::straight(to))];
        footing::march(state, seat, &paths, &placed).ok().map(|()| Answer::Move { paths, placed })
    });
    march.unwrap_or(stay)
}

fn random_spread(state: &State, target: ModelId, damage: u16, stream: &mut Stream) -> Answer {
    let shares = shares(state, target, damage);
    let mut left = bearable(&shares, damage);
    let mut amounts: SmallVec<[u16; 4]> = shares.iter().map(|share| share.min).collect();
    left -= amounts.iter().sum::<u16>();
    while left > 0 {
        let at = stream.below(shares.len() as u32) as usize;
        if amounts[at] < shares[at].max {
            amounts[at] += 1;
            left -= 1;
        }
    }
    let parts = shares.iter().zip(amounts).filter(|(_, amount)| *amount > 0);
    Answer::Spread(parts.map(|(share, amount)| (share.of, amount)).collect())
}

/// Points of a grid, nearest to a point first.
fn grid(low: Point, high: Point, from: Point) -> Vec<Point> {
    const STEP: i32 = 1_270;
    let columns = (low.x..=high.x).step_by(STEP as usize);
    let mut points: Vec<Point> =
        columns.flat_map(|x| (low.y..=high.y).step_by(STEP as usize).map(move |y| Point::new(x, y))).collect();
    points.sort_by_key(|point| (point.distance_squared(from), *point));
    points
}

/// The Captain in the middle of the zone and the Guard beside.
pub(crate) fn place_own(state: &State, seat: Seat) -> Answer {
    let (low, high) = State::zone(seat);
    let middle = Point::new((low.x + high.x) / 2, (low.y + high.y) / 2);
    let captain = State::captain(seat);
    let answer =
        |guard| Answer::Place(smallvec![(captain, Pose::at(middle)), (ModelId(captain.0 + 1), Pose::at(guard))]);
    let legal = |answer: &Answer| check(state, seat, &Prompt::PlaceOwn, answer).is_ok();
    grid(low, high, middle).into_iter().map(answer).find(legal).unwrap_or_else(Answer::none)
}

/// The second Guard as near to its Captain as a grid allows.
pub(crate) fn place_rival(state: &State, band: Seat) -> Answer {
    let (low, high) = State::zone(band);
    let captain = State::captain(band);
    let from = state.base(captain).map_or(low, |base| base.at);
    let mut found = grid(low, high, from).into_iter().map(|at| [(ModelId(captain.0 + 2), Pose::at(at))]);
    let found = found.find(|placed| footing::place_rival(state, band, placed).is_ok());
    found.map_or_else(Answer::none, |placed| Answer::Place(SmallVec::from_slice(&placed)))
}

/// Legal places on a grid that are near to those wished, each model after the other.
pub(crate) fn nearest_places(state: &State, seat: Seat, prompt: &Prompt, wish: &[(ModelId, Pose)]) -> Option<Answer> {
    let on_grid = |model: ModelId, about: Point| {
        let (low, high) = room_in_zone(model);
        let held = Point::new(about.x.min(high.x).max(low.x), about.y.min(high.y).max(low.y));
        std::iter::once(held).chain(grid(low, high, held))
    };
    let legal = |placed: &[(ModelId, Pose)]| {
        let answer = Answer::Place(SmallVec::from_slice(placed));
        check(state, seat, prompt, &answer).is_ok().then_some(answer)
    };
    let known = |model: ModelId| state.all_models().any(|other| other == model);
    match *wish {
        [(model, to)] if known(model) => on_grid(model, to.at).find_map(|at| legal(&[(model, Pose::at(at))])),
        [(first, to), (second, then)] if known(first) && known(second) => {
            let at = on_grid(first, to.at).next()?;
            on_grid(second, then.at).find_map(|beside| legal(&[(first, Pose::at(at)), (second, Pose::at(beside))]))
        }
        _ => None,
    }
}

/// Marches worth offering: towards each rival's leader, towards the centre, and staying.
pub(crate) fn marches(state: &State, seat: Seat) -> Vec<(String, Answer)> {
    let mut offers = Vec::new();
    let rivals = state.seats().filter(|other| *other != seat);
    for rival in rivals {
        if let Some(base) = state.leader(rival).and_then(|leader| state.base(leader)) {
            offers.extend(
                march_towards(state, seat, base.at).map(|answer| (format!("towards {}", state.name(rival)), answer)),
            );
        }
    }
    offers.extend(march_towards(state, seat, CENTRE).map(|answer| ("towards the centre".to_owned(), answer)));
    let stay = Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() };
    offers.push(("stay".to_owned(), stay));
    offers
}

/// The longest straight way towards a point that is legal, with the others keeping their places around the leader.
pub(crate) fn march_towards(state: &State, seat: Seat, goal: Point) -> Option<Answer> {
    let leader = state.leader(seat)?;
    let from = state.base(leader)?.at;
    let far = from.distance_up(goal).0.max(1);
    let (dx, dy) = (goal.x - from.x, goal.y - from.y);
    let step = |quarters: i32| {
        // A unit short of the quarter inches, so that rounding never makes the way too long.
        let length = (i64::from(MARCH.0) * i64::from(quarters) / 24 - 1).min(i64::from(far));
        let part = |d: i32| (i64::from(d) * length / i64::from(far)) as i32;
        (part(dx), part(dy))
    };
    (1..=24).rev().map(step).find_map(|(x, y)| {
        let followers = state.standing(seat).filter(|model| *model != leader);
        let placed = followers.filter_map(|model| {
            let at = state.base(model)?.at;
            Some((model, Pose::at(Point::new(at.x + x, at.y + y))))
        });
        let paths = smallvec![(leader, Path::straight(Point::new(from.x + x, from.y + y)))];
        let answer = Answer::Move { paths, placed: placed.collect() };
        if check(state, seat, &Prompt::March, &answer).is_ok() { Some(answer) } else { None }
    })
}

/// The plans that a seat does not know, drawn anew.
pub(crate) fn resample(state: &State, seat: Seat, stream: &mut Stream) -> State {
    let mut imagined = state.clone();
    for (other, side) in state.seats().zip(&mut imagined.sides) {
        if other != seat && side.plan.is_some() && !side.plan_shown {
            side.plan = stream.pick(&Plan::ALL).copied();
        }
    }
    imagined
}
