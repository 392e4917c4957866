//! What players of Duel are asked, and which answers are legal.

use ground::{Base, Outline, Path, Pose};
use smallvec::SmallVec;
use vocabulary::{Answer, Die, ModelId, Ref, Refusal, RuleId, Seat, Share, Token, Word};

use crate::state::{FIELD, MARCH, NEAR, Plan, Reaction, State, token};

/// A question to a player.
#[expect(missing_docs, reason = "the fields of a question say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Prompt {
    /// Which plan?
    Plan,
    /// Where do the own Captain and first Guard stand?
    PlaceOwn,
    /// Where does that band's second Guard stand?
    PlaceRival { band: Seat },
    /// How much Resolve to bid?
    Bid,
    /// Where does the band go?
    March,
    /// Whom to attack?
    Target,
    /// Dodge or Brace against an attack with so many dice?
    React { by: Seat, target: ModelId, dice: u8 },
    /// Feint against the reaction?
    Feint { target: ModelId, reaction: Reaction },
    /// Which of the dice that missed are rolled again?
    Reroll { dice: SmallVec<[Die; 4]>, need: i16 },
    /// Which die does the pool die replace?
    Replace { dice: SmallVec<[Die; 4]>, with: Die, need: i16 },
    /// Who takes the damage?
    Spread { target: ModelId, damage: u16 },
}

pub(crate) const FEINT: Word = Word::new("feint");

impl Prompt {
    /// The rule that asks.
    pub(crate) fn why(&self) -> &'static str {
        match self {
            Prompt::Plan => "duel.plan.choose",
            Prompt::PlaceOwn => "duel.place.own",
            Prompt::PlaceRival { .. } => "duel.place.rival",
            Prompt::Bid => "duel.round.bid",
            Prompt::March => "duel.move.leader",
            Prompt::Target => "duel.attack.declare",
            Prompt::React { .. } => "duel.react.dodge",
            Prompt::Feint { .. } => "duel.react.feint",
            Prompt::Reroll { .. } => "duel.attack.reroll",
            Prompt::Replace { .. } => "duel.attack.replace",
            Prompt::Spread { .. } => "duel.damage.spread",
        }
    }

    /// The answer that does nothing, where there is one.
    pub(crate) fn pass(&self) -> Option<Answer> {
        match self {
            Prompt::Bid => Some(Answer::Number(0)),
            Prompt::March => Some(Answer::Move { paths: SmallVec::new(), placed: SmallVec::new() }),
            Prompt::Target
            | Prompt::React { .. }
            | Prompt::Feint { .. }
            | Prompt::Reroll { .. }
            | Prompt::Replace { .. } => Some(Answer::none()),
            Prompt::Plan | Prompt::PlaceOwn | Prompt::PlaceRival { .. } | Prompt::Spread { .. } => None,
        }
    }
}

/// Whether an answer is legal.
pub(crate) fn check(state: &State, seat: Seat, prompt: &Prompt, answer: &Answer) -> Result<(), Refusal> {
    match (prompt, answer) {
        (Prompt::Plan, Answer::Choose(tokens)) => {
            let plans = Plan::ALL.map(|plan| Token::Word(plan.word()));
            check_choice(prompt, tokens, 1, |token| plans.contains(&token), "the plans are hunter, keeper and centre")
        }
        (Prompt::PlaceOwn, Answer::Place(placed)) => check_place_own(state, seat, placed),
        (Prompt::PlaceRival { band }, Answer::Place(placed)) => check_place_rival(state, *band, placed),
        (Prompt::Bid, Answer::Number(bid)) => {
            let most = i32::from(state.side(seat).resolve);
            if (0..=most).contains(bid) {
                return Ok(());
            }
            let text = format!("{bid} cannot be bid: there are {most} Resolve");
            Err(Refusal::new("duel.round.bid", text).mend(Answer::Number((*bid).clamp(0, most))))
        }
        (Prompt::March, Answer::Move { paths, placed }) => check_march(state, seat, paths, placed),
        (Prompt::Target, Answer::Choose(tokens)) => {
            let is_target = |chosen| state.targets(seat).any(|target| token(target) == chosen);
            check_choice(prompt, tokens, 0, is_target, "only a rival model within reach can be attacked")
        }
        (Prompt::React { .. }, Answer::Choose(tokens)) => {
            let reactions = Reaction::ALL.map(|reaction| Token::Word(reaction.word()));
            check_choice(prompt, tokens, 0, |token| reactions.contains(&token), "one can dodge, brace or do nothing")?;
            check_cost(state, seat, prompt, !tokens.is_empty())
        }
        (Prompt::Feint { .. }, Answer::Choose(tokens)) => {
            check_choice(prompt, tokens, 0, |token| token == Token::Word(FEINT), "one can feint or do nothing")?;
            check_cost(state, seat, prompt, !tokens.is_empty())
        }
        (Prompt::Reroll { dice, need }, Answer::Choose(tokens)) => {
            let missed = |token| dice.iter().any(|die| token == die_token(die) && die.shows < *need);
            for (at, token) in tokens.iter().enumerate() {
                if !missed(*token) || tokens[..at].contains(token) {
                    return Err(Refusal::new(
                        prompt.why(),
                        format!("{token} is no die that missed and is chosen once"),
                    ));
                }
            }
            check_cost(state, seat, prompt, !tokens.is_empty())
        }
        (Prompt::Replace { dice, .. }, Answer::Choose(tokens)) => {
            let of_roll = |token| dice.iter().any(|die| token == die_token(die));
            check_choice(prompt, tokens, 0, of_roll, "only a die of this attack can be replaced")
        }
        (Prompt::Spread { target, damage }, Answer::Spread(parts)) => check_spread(state, *target, *damage, parts),
        _ => Err(Refusal::new(prompt.why(), "this question wants another kind of answer")),
    }
}

pub(crate) fn die_token(die: &Die) -> Token {
    Token::Ref(Ref::Die(die.id.0))
}

/// At most one option, and no fewer than `least`.
fn check_choice(
    prompt: &Prompt,
    tokens: &[Token],
    least: usize,
    is_option: impl Fn(Token) -> bool,
    sentence: &str,
) -> Result<(), Refusal> {
    if (least..=1).contains(&tokens.len()) && tokens.iter().all(|token| is_option(*token)) {
        return Ok(());
    }
    Err(Refusal::new(prompt.why(), sentence))
}

/// Reactions, feints and rolling again cost 1 Resolve each.
///
/// Carries out `duel.react.dodge`, `duel.react.brace`, `duel.react.feint`, `duel.attack.reroll`.
pub(crate) fn check_cost(state: &State, seat: Seat, prompt: &Prompt, spends: bool) -> Result<(), Refusal> {
    if !spends || state.side(seat).resolve > 0 {
        return Ok(());
    }
    Err(Refusal::new(prompt.why(), "this costs 1 Resolve, and there is none left").mend(Answer::none()))
}

/// Every model as it would stand, to see whether all of them have room.
type Layout = SmallVec<[(ModelId, Base); 12]>;

fn base_of(model: ModelId, pose: Pose) -> Base {
    Base::round(pose.at, State::diameter(model))
}

/// Carries out `duel.field.edges`.
fn check_room(state: &State, model: ModelId, pose: Pose, others: &Layout) -> Result<(), Refusal> {
    let base = base_of(model, pose);
    let name = || state.model_name(model);
    let edges = |text: String| {
        let shape = Outline::disc(base.at, base.radius);
        Refusal::new("duel.field.edges", text).about(Ref::Model(model)).at(shape)
    };
    if pose.level != 0 {
        return Err(edges(format!("{} must stand on the ground", name())));
    }
    if !base.wholly_in(ground::Point::default(), FIELD) {
        return Err(edges(format!("{} would stand over the edge of the field", name())));
    }
    match others.iter().find(|(other, other_base)| *other != model && base.overlaps(*other_base)) {
        Some((other, other_base)) => {
            let by = base.radius + other_base.radius - base.at.distance_up(other_base.at);
            let text = format!("{} would stand on {}, by {}", name(), state.model_name(*other), by.about());
            Err(edges(text).about(Ref::Model(*other)).by(by))
        }
        None => Ok(()),
    }
}

/// Every model that stands, with some of them put elsewhere.
fn layout(state: &State, placed: impl Iterator<Item = (ModelId, Pose)>) -> Layout {
    let mut all: Layout = placed.map(|(model, pose)| (model, base_of(model, pose))).collect();
    let moved = all.len();
    for model in state.all_models() {
        if let (Some(base), false) = (state.base(model), all[..moved].iter().any(|(other, _)| *other == model)) {
            all.push((model, base));
        }
    }
    all
}

/// Whether a model stands wholly in its band's zone and near its Captain.
fn check_deployed(
    state: &State,
    rule: &'static str,
    model: ModelId,
    pose: Pose,
    captain: Base,
    all: &Layout,
) -> Result<(), Refusal> {
    let (low, high) = State::zone(State::owner(model));
    if !base_of(model, pose).wholly_in(low, high) {
        let text = format!("{} must stand wholly within the zone", state.model_name(model));
        return Err(Refusal::new(rule, text).about(Ref::Model(model)).at(Outline::rectangle(low, high)));
    }
    check_near(state, rule, model, pose, captain)?;
    check_room(state, model, pose, all)
}

/// Carries out the 3 in of `duel.place.own`, `duel.place.rival` and `duel.move.followers`.
fn check_near(state: &State, rule: &'static str, model: ModelId, pose: Pose, leader: Base) -> Result<(), Refusal> {
    let base = base_of(model, pose);
    if base.within(leader, NEAR) {
        return Ok(());
    }
    let by = base.gap_up(leader) - NEAR;
    let text = format!("{} would stand {} too far from its leader", state.model_name(model), by.about());
    Err(Refusal::new(rule, text).about(Ref::Model(model)).by(by).at(Outline::disc(leader.at, leader.radius + NEAR)))
}

/// Carries out `duel.place.own`.
fn check_place_own(state: &State, seat: Seat, placed: &[(ModelId, Pose)]) -> Result<(), Refusal> {
    let captain = State::captain(seat);
    let guard = ModelId(captain.0 + 1);
    let find = |wanted| placed.iter().find(|(model, _)| *model == wanted).map(|(_, pose)| *pose);
    let (Some(captain_pose), Some(guard_pose), 2) = (find(captain), find(guard), placed.len()) else {
        return Err(Refusal::new("duel.place.own", "the Captain and the first Guard are placed, and no other model"));
    };
    let all = layout(state, placed.iter().copied());
    let captain_base = base_of(captain, captain_pose);
    check_deployed(state, "duel.place.own", captain, captain_pose, captain_base, &all)?;
    check_deployed(state, "duel.place.own", guard, guard_pose, captain_base, &all)
}

/// Carries out `duel.place.rival`.
fn check_place_rival(state: &State, band: Seat, placed: &[(ModelId, Pose)]) -> Result<(), Refusal> {
    let captain = State::captain(band);
    let guard = ModelId(captain.0 + 2);
    let ([(model, pose)], Some(captain_base)) = (placed, state.base(captain)) else {
        return Err(Refusal::new("duel.place.rival", "exactly one model is placed, the second Guard"));
    };
    if *model != guard {
        let text = format!("{} is placed, and no other model", state.model_name(guard));
        return Err(Refusal::new("duel.place.rival", text).about(Ref::Model(guard)));
    }
    let all = layout(state, placed.iter().copied());
    check_deployed(state, "duel.place.rival", guard, *pose, captain_base, &all)
}

/// Carries out `duel.move.leader`, `duel.move.through`, `duel.move.followers`.
fn check_march(
    state: &State,
    seat: Seat,
    paths: &[(ModelId, Path)],
    placed: &[(ModelId, Pose)],
) -> Result<(), Refusal> {
    let Some((leader, start)) = state.leader(seat).and_then(|leader| Some((leader, state.base(leader)?))) else {
        return Err(Refusal::new("duel.band.leader", "no model of this band stands"));
    };
    let end = match paths {
        [] => Pose::at(start.at),
        [(model, path)] if *model == leader => {
            check_path(state, seat, leader, start, path)?;
            path.end(Pose::at(start.at))
        }
        _ => {
            let text = format!("only {} walks; the others are put down near by", state.model_name(leader));
            return Err(Refusal::new("duel.band.leader", text).about(Ref::Model(leader)));
        }
    };
    for (at, (model, _)) in placed.iter().enumerate() {
        let follows = *model != leader && State::owner(*model) == seat && state.stands(*model);
        if !follows || placed[..at].iter().any(|(other, _)| other == model) {
            let text = "only other standing models of the band follow, each once";
            return Err(Refusal::new("duel.move.followers", text).about(Ref::Model(*model)));
        }
    }
    let moved = std::iter::once((leader, end)).chain(placed.iter().copied());
    let all = layout(state, moved);
    check_room(state, leader, end, &all)?;
    for (model, pose) in placed {
        check_near(state, "duel.move.followers", *model, *pose, base_of(leader, end))?;
        check_room(state, *model, *pose, &all)?;
    }
    Ok(())
}

fn check_path(state: &State, seat: Seat, leader: ModelId, start: Base, path: &Path) -> Result<(), Refusal> {
    let cost = path.cost(start.at);
    if cost > MARCH {
        let text = format!("this way is {} long; the leader moves up to {MARCH}", cost.about());
        return Err(Refusal::new("duel.move.leader", text).about(Ref::Model(leader)).by(cost - MARCH));
    }
    for leg in &path.legs {
        check_room(state, leader, *leg, &Layout::new())?;
    }
    let rivals = state.all_models().filter(|model| State::owner(*model) != seat);
    for (rival, base) in rivals.filter_map(|model| state.base(model).map(|base| (model, base))) {
        for (from, to) in path.segments(start.at) {
            if (Base { at: from, ..start }).sweeps_over(to, base) {
                let text = format!("the way passes over {}", state.model_name(rival));
                let shape = Outline::disc(base.at, base.radius);
                return Err(Refusal::new("duel.move.through", text).about(Ref::Model(rival)).at(shape));
            }
        }
    }
    Ok(())
}

/// The models that can take damage done to a target, the target first, and how much each can take.
///
/// Carries out `duel.damage.spread`.
pub(crate) fn shares(state: &State, target: ModelId, damage: u16) -> SmallVec<[Share; 4]> {
    let Some(target_base) = state.base(target) else { return SmallVec::new() };
    let near =
        |model: &ModelId| *model != target && state.base(*model).is_some_and(|base| base.within(target_base, NEAR));
    let share = |model: ModelId| Share {
        of: token(model),
        min: u16::from(model == target && damage > 0),
        max: state.wounds_left(model).min(damage),
    };
    let others = state.standing(State::owner(target)).filter(near);
    std::iter::once(target).chain(others).map(share).collect()
}

/// How much of the damage can be taken at all.
pub(crate) fn bearable(shares: &[Share], damage: u16) -> u16 {
    shares.iter().map(|share| share.max).sum::<u16>().min(damage)
}

/// Carries out `duel.damage.spread`.
fn check_spread(state: &State, target: ModelId, damage: u16, parts: &[(Ref, u16)]) -> Result<(), Refusal> {
    const RULE: RuleId = RuleId::of("duel.damage.spread");
    let shares = shares(state, target, damage);
    let mut total: u32 = 0;
    for (at, (of, amount)) in parts.iter().enumerate() {
        let Some(share) = shares.iter().find(|share| share.of == Token::Ref(*of)) else {
            let text = format!("{of} is not the target nor within {NEAR} of it");
            return Err(Refusal::new(RULE, text).about(*of));
        };
        if *amount > share.max {
            return Err(Refusal::new(RULE, format!("{of} can take {} at most", share.max)).about(*of));
        }
        if parts[..at].iter().any(|(other, _)| other == of) {
            return Err(Refusal::new(RULE, format!("{of} is named twice")).about(*of));
        }
        total += u32::from(*amount);
    }
    let of_target = parts.iter().find(|(of, _)| *of == Ref::Model(target)).map_or(0, |(_, amount)| *amount);
    if of_target < 1 {
        return Err(Refusal::new(RULE, "the target takes at least 1").about(Ref::Model(target)));
    }
    let wanted = bearable(&shares, damage);
    if total != u32::from(wanted) {
        return Err(Refusal::new(RULE, format!("{total} damage is spread, but {wanted} must be")));
    }
    Ok(())
}
