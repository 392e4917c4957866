//! Answers that need no player: forced ones, those of whoever has left, standing orders, and random ones.

use chance::{Key, Stream};
use engine::{Options, Order};
use ground::{Length, Point, Rect};
use smallvec::SmallVec;
use troops::Aim;
use vocabulary::{Answer, Seat, Term, Token, UnitId, Word};

use crate::chapters::attack::{Blow, Blows};
use crate::chapters::movement::{Gait, Move};
use crate::fact::Action;
use crate::prompt::{DEPLOY, Prompt, STOP, YES};
use crate::state::State;

const NEVER_REACT: Word = Word::new("never-react");
const NO_FEATS: Word = Word::new("no-feats");
const QUICK_CASUALTIES: Word = Word::new("quick-casualties");

/// The answer that is the only legal one.
pub(crate) fn forced(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
    if let Some(targeting) = prompt.targeting() {
        return targeting.blows(state).is_empty().then(|| Answer::Assign(SmallVec::new()));
    }
    match prompt {
        Prompt::Move { walk, .. } => {
            let nobody = walk.movers(state).is_empty() || walk.reach(state).open == Length::ZERO;
            let stays = || Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() };
            (nobody && walk.may_stay(state)).then(stays)
        }
        _ => prompt.choices(state, seat)?.forced(),
    }
}

/// What is answered for a Commander who has left: nothing where that is possible, else whatever comes first.
pub(crate) fn absent(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
    match prompt {
        Prompt::Accept { .. } | Prompt::Draw => return Answer::word(YES),
        Prompt::Select => {
            let mut units = state.fielded_by(seat);
            let quiet = units.find_map(|unit| {
                let actions = state.actions_of(unit);
                let quiet = [Action::Hold, Action::Scrum].into_iter().find(|action| actions.contains(action))?;
                Some(Answer::chosen(Token::about(quiet.word(), unit)))
            });
            if let Some(quiet) = quiet {
                return quiet;
            }
            if state.may_stop(seat) {
                return Answer::word(STOP);
            }
        }
        _ => {}
    }
    if let Some(pass) = prompt.pass(state) {
        return pass;
    }
    plain(state, seat, prompt)
}

/// The first legal answer that comes to mind.
fn plain(state: &State, seat: Seat, prompt: &Prompt) -> Answer {
    match prompt {
        Prompt::Place { unit, .. } => Answer::Place(state.room_for(*unit).unwrap_or_default()),
        Prompt::Disembark { unit, transport, close, .. } => {
            Answer::Place(state.room_to_get_out(*unit, *transport, *close).unwrap_or_default())
        }
        Prompt::Survivors { unit, hull } => Answer::Place(state.survivors_room(*unit, *hull)),
        Prompt::Move { walk, .. } => {
            let paths = match &walk.gait {
                Gait::Retreat { from } => crate::chapters::action::way_from(state, walk, from),
                Gait::Charge { .. } => state.charge_plan(walk),
                Gait::Enter { side } => state.way_in(walk.unit, *side),
                Gait::Evade { from, .. } => crate::chapters::action::way_from(state, walk, from),
                Gait::Basic { .. } | Gait::Scrum | Gait::Shift { .. } => None,
            };
            Answer::Move { paths: paths.unwrap_or_default(), placed: SmallVec::new() }
        }
        Prompt::Fight { .. } => prompt.targeting().map_or_else(Answer::none, |targeting| {
            state.assign(&targeting.blows(state), |choice| choice.first().copied())
        }),
        _ => prompt.choices(state, seat).map_or_else(Answer::none, |choices| choices.absent()),
    }
}

pub(crate) fn standing_orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    vec![
        order(NEVER_REACT, "Never react", "You decline every Reaction.", "aot.reaction.optional"),
        order(NO_FEATS, "No Feats", "You perform no Feats.", "aot.feat.spend"),
        order(
            QUICK_CASUALTIES,
            "Quick casualties",
            "Damage and healing go to the first model allowed.",
            "aot.attack.defender-allocates",
        ),
    ]
}

/// What a standing order answers.
pub(crate) fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
    match prompt {
        Prompt::React { .. } | Prompt::CutDown { .. } | Prompt::Negate { .. } if order.order == NEVER_REACT => {
            Some(Answer::none())
        }
        Prompt::Feat { .. } if order.order == NO_FEATS => Some(Answer::none()),
        Prompt::Casualty { .. } | Prompt::Heal { .. } if order.order == QUICK_CASUALTIES => {
            Some(plain(state, seat, prompt))
        }
        _ => None,
    }
}

/// The same attacks, aimed at characters by those who can.
pub(crate) fn aimed_at(answer: Answer, aimable: &[Blow]) -> Answer {
    let Answer::Assign(mut parts) = answer else { return answer };
    for (from, to, _) in &mut parts {
        let same = |blow: &&Blow| {
            let weapon = Token::from(State::weapon_id(blow.model, blow.weapon.into()));
            [weapon, blow.model.into()].contains(from) && *to == blow.target.into()
        };
        if let Some(aim) = aimable.iter().find(same).and_then(|blow| blow.aim) {
            *to = aim.into();
        }
    }
    Answer::Assign(parts)
}

/// Whoever can attack does: now at a unit that many attack, now at any; and now and then at its character.
fn random_targets(state: &State, blows: &Blows, stream: &mut Stream) -> Answer {
    let favourite = stream.pick(blows).map(|blow| blow.target).filter(|_| stream.below(2) == 0);
    let answer = state.assign(blows, |choice| {
        let liked: Blows = choice.iter().copied().filter(|blow| Some(blow.target) == favourite).collect();
        stream.pick(if liked.is_empty() { choice } else { &liked }).copied()
    });
    let aimable = state.aimable(blows);
    if aimable.is_empty() || stream.below(2) == 0 { answer } else { aimed_at(answer, &aimable) }
}

/// Legal answers: all of them, or where there are too many a sample.
pub(crate) fn options(state: &State, seat: Seat, prompt: &Prompt) -> Options {
    if let Some(answers) = prompt.choices(state, seat).and_then(|choices| choices.all()) {
        return Options { answers, complete: true };
    }
    let key = Key::from_seed("aot options", u64::from(seat.0));
    Options::sampled(prompt.pass(state), key, |stream| sample(state, seat, prompt, stream))
}

/// One legal answer at random.
pub(crate) fn sample(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
    if let Some(targeting) = prompt.targeting() {
        return random_targets(state, &targeting.blows(state), stream);
    }
    match prompt {
        // A proposal is refused now and then, so that this happens at all.
        Prompt::Accept { .. } => Answer::word(if stream.below(8) == 0 { crate::prompt::NO } else { YES }),
        Prompt::SetUp { .. } => random_set_up(state, seat, prompt, stream),
        Prompt::Place { unit } => random_place(state, *unit, stream),
        Prompt::Disembark { .. } | Prompt::Survivors { .. } => match prompt.pass(state) {
            Some(stay) if stream.below(3) == 0 => stay,
            _ => plain(state, seat, prompt),
        },
        Prompt::Select => random_action(state, seat, stream),
        Prompt::Move { walk, .. } => random_move(state, walk, prompt, stream),
        // Whoever can charge does, now and then several at once.
        Prompt::Charge { among, .. } => {
            let Some(first) = stream.pick(among) else { return Answer::none() };
            let more = among.iter().filter(|unit| *unit != first && stream.below(6) == 0);
            Answer::Choose(std::iter::once(first).chain(more).map(|unit| Token::from(*unit)).collect())
        }
        Prompt::Return { unit, model, .. } => {
            let Some(near) = state.living(*unit).next().and_then(|model| state.pose(model)) else {
                return Answer::Place(SmallVec::new());
            };
            Answer::Place(state.place_beside(*unit, *model, near.at).unwrap_or_default())
        }
        _ => prompt.choices(state, seat).map_or_else(Answer::none, |choices| choices.sample(stream)),
    }
}

fn random_set_up(state: &State, seat: Seat, prompt: &Prompt, stream: &mut Stream) -> Answer {
    let options = prompt.tokens(state, seat);
    let deployed = |token: &&Token| matches!(token, Token::About(word, _) if *word == DEPLOY);
    let on_field: SmallVec<[Token; 16]> = options.iter().filter(deployed).copied().collect();
    // One time in three a unit that may is held back.
    let among = if stream.below(3) == 0 { &options } else { &on_field };
    let chosen = stream.pick(among).or_else(|| options.first());
    Answer::Choose(chosen.into_iter().copied().collect())
}

/// How many places and ways are tried before something plainer is done.
const TRIES: usize = 6;

fn random_place(state: &State, unit: UnitId, stream: &mut Stream) -> Answer {
    let Some(zone) = state.zone_of(state.seat_of(unit)) else { return Answer::Place(SmallVec::new()) };
    let placing = state.set_up_in_zone(unit);
    let Rect { low, high } = zone.polygon.bounds();
    let within = |from: i32, to: i32, stream: &mut Stream| from + stream.below((to - from).max(0) as u32 + 1) as i32;
    for _ in 0..TRIES {
        let about = Point::new(within(low.x, high.x, stream), within(low.y, high.y, stream));
        if let Some(placed) = placing.plan(about) {
            return Answer::Place(placed);
        }
    }
    Answer::Place(state.room_for(unit).unwrap_or_default())
}

/// A unit and an Action: first the kind of Action, so that rare ones have their chance.
fn random_action(state: &State, seat: Seat, stream: &mut Stream) -> Answer {
    let options = Prompt::Select.tokens(state, seat);
    let mut kinds: SmallVec<[Word; 8]> = SmallVec::new();
    for token in &options {
        if let Token::About(word, _) | Token::Word(word) = token
            && !kinds.contains(word)
        {
            kinds.push(*word);
        }
    }
    // Doing nothing is one answer among many; a game in which nobody moves shows little.
    if kinds.len() > 1 && stream.below(4) > 0 {
        kinds.retain(|kind| *kind != Action::Hold.word());
    }
    let Some(kind) = stream.pick(&kinds).copied() else { return plain(state, seat, &Prompt::Select) };
    let of_kind = |token: &&Token| matches!(token, Token::About(word, _) | Token::Word(word) if *word == kind);
    let tokens: SmallVec<[Token; 16]> = options.iter().filter(of_kind).copied().collect();
    Answer::Choose(stream.pick(&tokens).into_iter().copied().collect())
}

fn random_move(state: &State, walk: &Move, prompt: &Prompt, stream: &mut Stream) -> Answer {
    let moved = |paths| Answer::Move { paths, placed: SmallVec::new() };
    let ready = walk.ready(state);
    let paths = match &walk.gait {
        Gait::Basic { .. } | Gait::Evade { .. } | Gait::Shift { .. } => (0..TRIES).find_map(|_| {
            let far = Point::new(1 + stream.below(ready.sure_reach().0.max(1) as u32) as i32, 0);
            ready.shift(far.turned(stream.below(1_024) as u16))
        }),
        Gait::Scrum => {
            let movers = walk.movers(state);
            let near = movers.first().and_then(|model| state.nearest_enemies(*model).first().copied());
            near.and_then(|enemy| ready.plan(Aim::Contact(&[state.shape(enemy).clone()])))
        }
        Gait::Enter { side } => {
            let (from, to) = side.span(state.battlefield().bounds);
            let along = from + stream.below((to - from).max(1) as u32) as i32;
            let standing = state.room_inside(walk);
            let found = standing.and_then(|standing| ready.enter_along(&standing, along));
            found.or_else(|| state.way_in(walk.unit, *side))
        }
        Gait::Retreat { from } => crate::chapters::action::way_from(state, walk, from),
        Gait::Charge { .. } => state.charge_plan(walk),
    };
    match paths {
        Some(paths) => moved(paths),
        None => plain(state, state.seat_of(walk.unit), prompt),
    }
}
