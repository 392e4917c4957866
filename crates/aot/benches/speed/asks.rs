//! What a person is asked in a whole battle against the bot `simple`, by kind of question.

use std::collections::BTreeMap;

use bots::Simple;
use chance::Key;
use engine::{Match, Order, Origin, Players, Rules, Situation};
use vocabulary::{Answer, FieldChoice, Seat, Setup};

/// How often each kind of question is asked, in so many battles.
pub(crate) struct Asks {
    /// The questions to the person in the first seat.
    pub(crate) person: BTreeMap<String, u32>,
    battles: u64,
}

/// Who sits in the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Person {
    /// Somebody who answers every question.
    Patient,
    /// Somebody who takes the standing orders that spare questions and give nothing away; each counts as an answer, too.
    Brisk,
}

/// The standing orders of somebody who wants to play on: they give nothing away.
const BRISK: [&str; 4] = ["prepare-for-me", "casualties-from-back", "shoot-only-target", "as-listed"];

impl Asks {
    /// Battles on the first so many battlefields. The person answers as `simple` would.
    pub(crate) fn in_battles(battles: u64, who: Person) -> Asks {
        let mut person = BTreeMap::new();
        for seed in 1..=battles {
            let field = Some(FieldChoice::Seed(seed));
            let setup =
                aot::Aot::prepare(&Setup { field, ..Setup::of(&["You", "Simple"]) }).expect("ready armies are legal");
            let key = Key::from_seed("asks", seed);
            let bots = (0..2).map(|seat| Simple::new(key.branch("seat", seat))).collect();
            let mut players = Counted { bots, who, orders: Vec::new(), person: &mut person };
            let mut game = Match::<aot::Aot>::forgetful(setup, Origin::Seeded { seed }).expect("a legal set-up");
            game.run(&mut players, &mut ());
        }
        Asks { person, battles }
    }

    /// How often the person is asked in a battle, on average: in all, and by kind, the most frequent first.
    pub(crate) fn of_a_battle(&self) -> (f64, Vec<(&str, f64)>) {
        let each = |count: u32| f64::from(count) / self.battles as f64;
        let mut kinds: Vec<(&str, f64)> =
            self.person.iter().map(|(kind, count)| (kind.as_str(), each(*count))).collect();
        kinds.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        (each(self.person.values().sum()), kinds)
    }
}

struct Counted<'a> {
    bots: Vec<Simple>,
    who: Person,
    /// The standing orders that the person has given.
    orders: Vec<Order>,
    person: &'a mut BTreeMap<String, u32>,
}

impl Counted<'_> {
    /// What standing orders answer for the person: those that were given, and the first that is worth giving.
    fn ordered(&mut self, situation: &Situation<'_, aot::Aot>) -> Option<Answer> {
        if let Some(answer) = self.orders.iter().find_map(|order| situation.stand(order)) {
            return Some(answer);
        }
        let offer = situation.offers().into_iter().find(|offer| BRISK.contains(&offer.order.order.as_str()))?;
        self.count("Order given");
        self.orders.push(offer.order);
        situation.stand(&offer.order)
    }

    fn count(&mut self, kind: &str) {
        *self.person.entry(kind.to_owned()).or_default() += 1;
    }
}

impl Players<aot::Aot> for Counted<'_> {
    fn answer(&mut self, situation: &Situation<'_, aot::Aot>) -> Option<Answer> {
        if situation.seat() == Seat(0) {
            if self.who == Person::Brisk
                && let Some(answer) = self.ordered(situation)
            {
                return Some(answer);
            }
            // The name of the variant says what is asked.
            let prompt = format!("{:?}", situation.prompt());
            self.count(prompt.split([' ', '{']).next().unwrap_or_default());
        }
        self.bots[situation.seat().index()].answer(situation)
    }

    fn may_pause(&self) -> bool {
        false
    }
}
