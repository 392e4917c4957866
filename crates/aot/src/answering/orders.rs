//! Standing orders: answers that a Commander gives in advance.

use engine::{Offer, Order};
use ground::{Length, Point};
use vocabulary::{Answer, Ref, Seat, Term, UnitId, Word};

use super::answers::{casualties, plain};
use super::tactics;
use crate::prompt::{Prompt, YES};
use crate::state::State;

const SET_UP: Word = Word::new("prepare-for-me");
const NEVER_REACT: Word = Word::new("never-react");
const NO_FEATS: Word = Word::new("no-feats");
const FROM_THE_BACK: Word = Word::new("casualties-from-back");
const FROM_THE_FRONT: Word = Word::new("casualties-from-front");
const IF_LETHAL: Word = Word::new("ask-if-lethal");
const ONE_TARGET: Word = Word::new("shoot-only-target");
const AS_LISTED: Word = Word::new("as-listed");

/// Everything before the first Round is answered for a Commander.
pub(crate) const SET_UP_FOR_ME: Order = Order::new(SET_UP);

/// Where in a unit models fall first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Away from the enemy.
    Back,
    /// Towards the enemy.
    Front,
}

pub(crate) fn standing_orders() -> Vec<Term> {
    let order = |id, label: &str, text: &str, rule: &'static str| Term::new(id, label, text, "!").rule(rule);
    let allocates = "aot.attack.defender-allocates";
    vec![
        order(
            SET_UP,
            "Set up for me",
            "Muster accepts the battlefield, takes a zone and sets up every unit for you.",
            "aot.setup.sequence",
        ),
        order(NEVER_REACT, "Never react", "You decline every Reaction, or those of one unit.", "aot.reaction.optional"),
        order(NO_FEATS, "No Feats", "You perform no Feats, or none in one Round.", "aot.feat.spend"),
        order(
            FROM_THE_BACK,
            "Casualties from the back",
            "Your models furthest from the enemy take damage and heal first.",
            allocates,
        ),
        order(
            FROM_THE_FRONT,
            "Casualties from the front",
            "Your models nearest to the enemy take damage and heal first.",
            allocates,
        ),
        order(
            IF_LETHAL,
            "Ask only if a model could die",
            "Damage that destroys nobody goes to the model furthest from the enemy.",
            allocates,
        ),
        order(
            ONE_TARGET,
            "Shoot the only target",
            "Everyone shoots when there is just one unit to shoot at.",
            "aot.shoot.split-targets",
        ),
        order(
            AS_LISTED,
            "Attacks in any order",
            "Attacks, hits and units are taken in the order in which they are listed.",
            "aot.ruling.activation-order",
        ),
    ]
}

/// What a standing order answers.
pub(crate) fn stand(state: &State, seat: Seat, order: &Order, prompt: &Prompt) -> Option<Answer> {
    match (order.order, prompt) {
        (SET_UP, _) => set_up(state, seat, prompt),
        (NEVER_REACT, Prompt::React { units, .. } | Prompt::CutDown { units, .. } | Prompt::Negate { units, .. }) => {
            let is_meant = |unit: &UnitId| order.about.is_none_or(|about| about == Ref::Unit(*unit));
            units.iter().all(is_meant).then(Answer::none)
        }
        (NO_FEATS, Prompt::Feat { .. }) => {
            order.value.is_none_or(|round| round == i32::from(state.round)).then(Answer::none)
        }
        (FROM_THE_BACK, Prompt::Casualty { unit, picks, .. }) => Some(state.casualties_from(*unit, *picks, End::Back)),
        (FROM_THE_FRONT, Prompt::Casualty { unit, picks, .. }) => {
            Some(state.casualties_from(*unit, *picks, End::Front))
        }
        (FROM_THE_BACK | FROM_THE_FRONT, Prompt::Heal { .. }) => Some(plain(state, seat, prompt)),
        (IF_LETHAL, Prompt::Casualty { unit, picks, falls: 0, .. }) => {
            Some(state.casualties_from(*unit, *picks, End::Back))
        }
        (ONE_TARGET, Prompt::Aim { .. }) => only_target(state, prompt),
        (AS_LISTED, Prompt::Groups { .. } | Prompt::Order { .. }) => Some(plain(state, seat, prompt)),
        _ => None,
    }
}

/// The standing orders that are worth offering with a question.
pub(crate) fn offers(state: &State, seat: Seat, prompt: &Prompt) -> Vec<Offer> {
    let mut orders: Vec<Order> = Vec::new();
    match prompt {
        Prompt::Accept { .. } | Prompt::Zone | Prompt::SetUp { .. } | Prompt::Place { .. } => {
            orders.push(Order::new(SET_UP));
        }
        Prompt::React { units, .. } | Prompt::CutDown { units, .. } | Prompt::Negate { units, .. } => {
            if let [unit] = units.as_slice() {
                orders.push(Order::new(NEVER_REACT).about(*unit));
            }
            orders.push(Order::new(NEVER_REACT));
        }
        Prompt::Feat { .. } => {
            orders.extend([Order::new(NO_FEATS).with(state.round.into()), Order::new(NO_FEATS)]);
        }
        Prompt::Casualty { .. } => {
            orders.extend([FROM_THE_BACK, FROM_THE_FRONT, IF_LETHAL].map(Order::new));
        }
        Prompt::Heal { .. } => orders.push(Order::new(FROM_THE_BACK)),
        Prompt::Aim { .. } => orders.push(Order::new(ONE_TARGET)),
        Prompt::Groups { .. } | Prompt::Order { .. } => orders.push(Order::new(AS_LISTED)),
        _ => {}
    }
    orders.retain(|order| stand(state, seat, order, prompt).is_some());
    orders.into_iter().map(|order| Offer { label: words(state, &order), order }).collect()
}

/// What a standing order says, in a few words.
pub(crate) fn words(state: &State, order: &Order) -> String {
    let unit = match order.about {
        Some(Ref::Unit(unit)) if state.is_unit(unit) => Some(state.unit_name(unit)),
        _ => None,
    };
    match (order.order, unit, order.value) {
        (NEVER_REACT, Some(unit), _) => format!("Never react with {unit}"),
        (NO_FEATS, _, Some(round)) if round == i32::from(state.round) => "No Feats this Round".to_owned(),
        (NO_FEATS, _, Some(round)) => format!("No Feats in Round {round}"),
        (id, _, _) => {
            let term = standing_orders().into_iter().find(|term| term.id == id);
            term.map_or_else(|| id.to_string(), |term| term.label)
        }
    }
}

/// What sets a Commander up without a question: the battlefield as it is, and every unit where a bot would put it.
fn set_up(state: &State, seat: Seat, prompt: &Prompt) -> Option<Answer> {
    match prompt {
        Prompt::Accept { .. } => Some(Answer::word(YES)),
        Prompt::Zone | Prompt::Ride { .. } => Some(plain(state, seat, prompt)),
        Prompt::SetUp { without } => tactics::best(tactics::set_up(state, seat, without)),
        Prompt::Place { unit } => tactics::best(tactics::place(state, *unit)),
        _ => None,
    }
}

/// Everyone at the only unit that can be shot at.
fn only_target(state: &State, prompt: &Prompt) -> Option<Answer> {
    let blows = prompt.targeting()?.blows(state);
    let target = blows.first()?.target;
    let only = blows.iter().all(|blow| blow.target == target) && state.aimable(&blows).is_empty();
    only.then(|| state.assign(&blows, |choice| choice.first().copied()))
}

impl State {
    /// So many models of a unit that take damage, one after the other, from one end of it.
    pub(crate) fn casualties_from(&self, unit: UnitId, picks: u8, end: End) -> Answer {
        let seat = self.seat_of(unit);
        let enemies: Vec<Point> = self
            .enemies_of(seat)
            .flat_map(|enemy| self.standing(enemy))
            .filter_map(|model| self.pose(model).map(|pose| pose.at))
            .collect();
        let away = |model| {
            let at = self.pose(model).map_or_else(Point::default, |pose| pose.at);
            enemies.iter().map(|enemy| at.distance_up(*enemy)).min().unwrap_or(Length::ZERO).0
        };
        casualties(self, unit, picks, |among| {
            let key = |model: &vocabulary::ModelId| match end {
                End::Back => -away(*model),
                End::Front => away(*model),
            };
            among.iter().copied().min_by_key(key).unwrap_or(among[0])
        })
    }
}
