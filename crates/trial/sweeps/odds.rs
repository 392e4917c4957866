//! Attacks of every kind: what odds say of them, what all dice say one by one, and what comes of them when they are rolled.
//!
//! The odds are asked for as anybody would, by numbers and by cards. Counting all sides of all dice follows the book with
//! arithmetic of its own. Rolling lets the rules resolve the attack in a battle, from the same position again and again.

use std::collections::BTreeMap;

use aot::{Aot, Fact, Prompt, State};
use chance::{Distribution, Key, Source, Stream};
use engine::{Clash, Forecast, Game, Match, Nobody, Origin, Pending, Players, Rules, Ruleset, Situation, Watch};
use ground::{Point, Pose};
use vocabulary::{
    Adjustment, Answer, FieldChoice, List, ListUnit, ModelId, Pack, Player, Ref, RuleId, Seat, Setup, Token, UnitId,
    Value, Word,
};

static AOT: Game<Aot, bots::Levels> = Game::new();

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
/// Red's only model, and Blue's Leader, who stands far away.
const STRIKER: ModelId = ModelId(0);
const BYSTANDER: ModelId = ModelId(1);
/// The first of the models that are struck, and their unit.
const FIRST: u16 = 2;
const TARGET: UnitId = UnitId(2);
/// As many models as a unit of Dregs can have.
const MOST: u16 = 15;

/// The traits of weapons, and the places of those that change numbers.
pub(crate) const TRAITS: [&str; 8] =
    ["arcing", "burst", "engulf", "explosive", "powerful", "precise", "ruinous", "volatile"];

/// An attack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) edition: u8,
    /// Whether the additional attack of Burst is rolled for, before the third edition.
    pub(crate) rolled_burst: bool,
    pub(crate) fighting: bool,
    pub(crate) attacks: u32,
    pub(crate) power: u32,
    pub(crate) damage: u32,
    pub(crate) traits: Vec<&'static str>,
    pub(crate) models: u32,
    pub(crate) health: u32,
    pub(crate) defense: u32,
    pub(crate) resist: u32,
    pub(crate) resilient: Option<u32>,
    pub(crate) stealth: bool,
}

/// Models lost, and damage.
pub(crate) type Losses = (u32, u32);
/// One of the two.
type Part = fn(&Losses) -> u32;

impl Case {
    /// A case for each number; every kind comes up soon.
    pub(crate) fn drawn(seed: u64) -> Case {
        let mut stream = Stream::new(Key::from_seed("odds", seed));
        let mut from = |least: u32, most: u32| least + stream.below(most - least + 1);
        let fighting = from(0, 2) == 0;
        let power = from(1, 12);
        Case {
            edition: from(1, 3) as u8,
            rolled_burst: from(0, 1) == 0,
            fighting,
            attacks: from(1, 12),
            power,
            damage: from(1, 4),
            traits: TRAITS.into_iter().filter(|_| from(0, 2) == 0).collect(),
            models: from(1, 8),
            health: from(1, 4),
            defense: (power + from(0, 2)).saturating_sub(1).clamp(1, 12),
            resist: from(2, 6),
            resilient: (from(0, 2) == 0).then(|| from(2, 6)),
            stealth: !fighting && from(0, 3) == 0,
        }
    }

    fn has(&self, property: &str) -> bool {
        self.traits.contains(&property)
    }

    fn settings(&self) -> BTreeMap<String, Value> {
        let burst = Word::new(if self.rolled_burst { "roll" } else { "auto-hit" });
        let mut settings = BTreeMap::from([
            ("edition".to_owned(), Value::Number(self.edition.into())),
            ("burst.extra-attack".to_owned(), Value::Choice(burst)),
        ]);
        for module in ["module.feats", "module.archive-effects", "module.soul"] {
            settings.insert(module.to_owned(), Value::Switch(false));
        }
        settings
    }

    fn pack(&self) -> Pack {
        let range = if self.fighting { "\"battle\"".to_owned() } else { "72".to_owned() };
        let mut abilities: Vec<String> = self.resilient.iter().map(|need| format!("\"resilient {need}+\"")).collect();
        abilities.extend(self.stealth.then(|| "\"stealth\"".to_owned()));
        let formation = |id| format!("[[formation]]\nid = \"{id}\"\nname = \"{id}\"\ntext = \"\"\n");
        let text = format!(
            "id = \"drill\"\nname = \"Drill\"\ntext = \"\"\n{}{}{}\
             [[card]]\nid = \"striker\"\nname = \"Striker\"\nrank = \"leader\"\nnumbers = \"ours\"\nrequisition = 1\n\
             health = 30\nspeed = 6\ndefense = 6\nresist = 6\n\
             [[card.weapon]]\nname = \"Weapon\"\nrange = {range}\nattacks = {}\npower = {}\ndamage = {}\ntraits = {:?}\n\
             [[card]]\nid = \"struck\"\nname = \"Struck\"\nrank = \"dregs\"\nnumbers = \"ours\"\nrequisition = 1\n\
             health = {}\nspeed = 6\ndefense = {}\nresist = {}\nabilities = [{}]\n",
            formation("a"),
            formation("b"),
            formation("c"),
            self.attacks,
            self.power,
            self.damage,
            self.traits,
            self.health,
            self.defense,
            self.resist,
            abilities.join(", "),
        );
        Pack { file: "drill.toml".to_owned(), text }
    }

    /// What odds say, by numbers.
    fn by_numbers(&self) -> Forecast {
        let mut values: BTreeMap<String, String> = [
            ("attacks", self.attacks),
            ("power", self.power),
            ("damage", self.damage),
            ("models", self.models),
            ("health", self.health),
            ("defense", self.defense),
            ("resist", self.resist),
        ]
        .map(|(name, number)| (name.to_owned(), number.to_string()))
        .into();
        values.insert("trait".to_owned(), self.traits.join("+"));
        values.extend(self.resilient.map(|need| ("resilient".to_owned(), need.to_string())));
        values.extend(self.stealth.then(|| ("stealth".to_owned(), "on".to_owned())));
        values.extend(self.fighting.then(|| ("manner".to_owned(), "fighting".to_owned())));
        self.ask(Clash { values, ..Clash::default() })
    }

    /// What odds say, by cards.
    fn by_cards(&self) -> Forecast {
        let values = self.stealth.then(|| ("stealth".to_owned(), "on".to_owned())).into_iter().collect();
        let (attacker, target) = (Some("drill/striker:1".to_owned()), Some(format!("drill/struck:{}", self.models)));
        self.ask(Clash { values, attacker, target, packs: vec![self.pack()], ..Clash::default() })
    }

    fn ask(&self, clash: Clash) -> Forecast {
        let clash = Clash { settings: self.settings(), ..clash };
        AOT.odds(&clash).unwrap_or_else(|faults| panic!("{faults:?} of {self:?}"))
    }

    /// The chance of everything, counted over all sides of all dice. Dice that come to the same are counted together.
    fn enumerated(&self) -> BTreeMap<Losses, f64> {
        let succeeds = |shows: u32, need: u32| shows == 6 || (shows != 1 && shows >= need);
        let sides = 1..=6u32;
        let mut to_hit = match self.power.cmp(&self.defense) {
            _ if self.has("powerful") => 2,
            std::cmp::Ordering::Greater => 3,
            std::cmp::Ordering::Equal => 4,
            std::cmp::Ordering::Less => 5,
        };
        to_hit += u32::from(self.stealth);
        let automatic = self.edition == 3 || !self.rolled_burst;
        // Critical Hits, and other hits.
        let mut hits = BTreeMap::from([((0, 0), 1.0)]);
        for _ in 0..self.attacks {
            hits = follow(&hits, |(critical, plain)| {
                let mut ways = Vec::new();
                for shows in sides.clone() {
                    match shows {
                        6 if self.has("burst") && automatic => ways.push(((critical + 1, plain + 1), 1.0 / 6.0)),
                        6 if self.has("burst") => ways.extend(sides.clone().map(|again| {
                            let more = u32::from(succeeds(again, to_hit));
                            ((critical + 1, plain + more), 1.0 / 36.0)
                        })),
                        6 => ways.push(((critical + 1, plain), 1.0 / 6.0)),
                        shows => ways.push(((critical, plain + u32::from(succeeds(shows, to_hit))), 1.0 / 6.0)),
                    }
                }
                ways
            });
        }
        let to_resist = self.resist + u32::from(self.has("powerful"));
        let to_resist_critical = to_resist + u32::from(self.has("ruinous"));
        let most = hits.keys().map(|(critical, plain)| critical + plain).max().unwrap_or(0);
        // Hits that are still to be resisted, and those that were not.
        let mut open: BTreeMap<((u32, u32), u32), f64> = hits.into_iter().map(|(hits, p)| ((hits, 0), p)).collect();
        for _ in 0..most {
            open = follow(&open, |((critical, plain), left)| {
                let (need, rest) = match (critical, plain) {
                    (0, 0) => return vec![(((0, 0), left), 1.0)],
                    (0, plain) => (to_resist, (0, plain - 1)),
                    (critical, plain) => (to_resist_critical, (critical - 1, plain)),
                };
                let one = |shows| ((rest, left + u32::from(!succeeds(shows, need))), 1.0 / 6.0);
                sides.clone().map(one).collect()
            });
        }
        // What has been lost so far, what the next model has suffered, and how many more attacks strike.
        let start = |(((_, _), left), p): (((u32, u32), u32), f64)| (((0, 0), left), p);
        let mut struck: BTreeMap<((u32, u32), u32), f64> = BTreeMap::new();
        for (key, p) in open.into_iter().map(start) {
            *struck.entry(key).or_default() += p;
        }
        for _ in 0..most {
            struck = follow(&struck, |((lost, suffered), left)| {
                if left == 0 || lost == self.models {
                    return vec![(((lost, suffered), 0), 1.0)];
                }
                let mut points = BTreeMap::from([(0, 1.0)]);
                for _ in 0..self.damage {
                    points = follow(&points, |points| match self.resilient {
                        None => vec![(points + 1, 1.0)],
                        Some(need) => {
                            let one = |shows| (points + u32::from(!succeeds(shows, need)), 1.0 / 6.0);
                            sides.clone().map(one).collect()
                        }
                    });
                }
                let suffer = |(points, p): (u32, f64)| match suffered + points >= self.health {
                    true => (((lost + 1, 0), left - 1), p),
                    false => (((lost, suffered + points), left - 1), p),
                };
                points.into_iter().map(suffer).collect()
            });
        }
        let mut losses = BTreeMap::new();
        for (((lost, suffered), _), p) in struck {
            *losses.entry((lost, lost * self.health + suffered)).or_default() += p;
        }
        losses
    }

    /// The largest difference between what odds say, by numbers or by cards, and what all sides of all dice do.
    pub(crate) fn error(&self) -> f64 {
        let counted = self.enumerated();
        let chance = |holds: &dyn Fn(&Losses) -> bool| -> f64 {
            counted.iter().filter(|(losses, _)| holds(losses)).map(|(_, p)| p).sum()
        };
        let mean: f64 = counted.iter().map(|((lost, _), p)| f64::from(*lost) * p).sum();
        let mut most: f64 = 0.0;
        for told in [self.by_numbers(), self.by_cards()] {
            let parts: [(&str, u32, Part); 2] = [
                ("models lost", self.models, |losses| losses.0),
                ("damage", self.models * self.health, |losses| losses.1),
            ];
            for (series, (label, highest, of)) in told.odds.series.iter().zip(parts) {
                assert_eq!(series.label, label);
                assert!(
                    series.values.iter().all(|value| (0..=highest as i32).contains(value)),
                    "{series:?} of {self:?}"
                );
                for value in 0..=highest {
                    let place = series.values.iter().position(|other| *other == value as i32);
                    let told = place.map_or(0.0, |place| series.p[place]);
                    most = most.max((told - chance(&|losses| of(losses) == value)).abs());
                }
            }
            let figures: Vec<(&str, f64)> = told.figures.iter().map(|figure| (figure.name, figure.value)).collect();
            let [("destroyed", gone), ("mean_models_lost", average)] = figures.as_slice() else {
                panic!("{figures:?}")
            };
            most = most.max((gone - chance(&|losses| losses.0 == self.models)).abs());
            // A mean is a sum of as many chances as there are models.
            most = most.max((average - mean).abs() / f64::from(self.models));
        }
        most
    }

    /// The attack before the first die falls, in a battle.
    fn position(&self) -> Match<Aot> {
        let units = |cards: &[(&str, u16)]| {
            let unit = |(card, models): &(&str, u16)| {
                let card = card.parse().expect("a word");
                ListUnit { models: Some(*models), ..ListUnit::of(card) }
            };
            let (faction, formation) = (Word::new("drill"), Some(Word::new("a")));
            Some(List { formation, units: cards.iter().map(unit).collect(), ..List::new("Drill", faction) })
        };
        let field = AOT.manual().fields.into_iter().find(|field| field.id == Word::new("bare")).expect("a bare field");
        let setup = Setup {
            players: vec![
                Player { name: "Red".to_owned(), army: units(&[("striker", 1)]) },
                Player { name: "Blue".to_owned(), army: units(&[("striker", 1), ("struck", MOST)]) },
            ],
            settings: self.settings(),
            field: Some(FieldChoice::Text(field.file)),
            packs: vec![self.pack()],
        };
        let setup = Aot::prepare(&setup).unwrap_or_else(|faults| panic!("{faults:?} of {self:?}"));
        let mut battle = Match::<Aot>::new(setup, Origin::Typed).unwrap_or_else(|faults| panic!("{faults:?}"));
        let at = |x: i32, y: i32| Pose::at(Point::new(x * 254, y * 254));
        // In tenths of an inch: in Battle Range of each other, or further apart than Stealth needs.
        let first = if self.fighting { 123 } else { 220 };
        let struck = (0..self.models as u16).map(|n| (ModelId(FIRST + n), at(220, first + 15 * i32::from(n))));
        let placed = [(STRIKER, at(220, 100)), (BYSTANDER, at(20, 420))].into_iter().chain(struck);
        let mut changes: Vec<Adjustment> = placed.map(|(model, pose)| Adjustment::Pose(model, pose)).collect();
        let phase = Word::new(if self.fighting { "battle-phase" } else { "action-phase" });
        changes.push(Adjustment::Moment { round: 1, phase });
        battle.run(&mut Nobody, &mut ());
        battle.adjust(changes, &[RED, BLUE]).unwrap_or_else(|refusal| panic!("{refusal:?} of {self:?}"));
        battle.run(&mut Drilled { shoots: !self.fighting }, &mut ());
        assert!(matches!(battle.pending(), Pending::Dice { .. }), "{:?} of {self:?}", battle.pending());
        battle
    }

    /// How often each came of so many attacks that the rules resolved.
    pub(crate) fn resolved(&self, times: u64, seed: u64) -> BTreeMap<Losses, u64> {
        let position = self.position();
        let mut seen = BTreeMap::new();
        let key = Key::from_seed("resolved", seed);
        for time in 0..times {
            let mut battle = position.fork(Source::Keyed(Stream::new(key.branch("attack", time))));
            let mut tally = Tally::default();
            battle.run(&mut Drilled { shoots: !self.fighting }, &mut tally);
            *seen.entry((tally.lost, tally.damage)).or_default() += 1;
        }
        seen
    }

    /// How badly what was seen fits what odds say, in standard deviations: models lost, and damage.
    pub(crate) fn surprises(&self, seen: &BTreeMap<Losses, u64>) -> [f64; 2] {
        let told = self.by_numbers().odds;
        let part = |place: usize, of: Part| {
            let series = &told.series[place];
            let expected = Distribution::weighted(series.p.iter().copied().zip(series.values.iter().copied()));
            let mut counted = BTreeMap::new();
            for (losses, times) in seen {
                *counted.entry(of(losses) as i32).or_default() += times;
            }
            expected.surprise(&counted)
        };
        [part(0, |losses| losses.0), part(1, |losses| losses.1)]
    }
}

/// What comes of a step that each state takes.
fn follow<S: Ord + Copy>(now: &BTreeMap<S, f64>, step: impl Fn(S) -> Vec<(S, f64)>) -> BTreeMap<S, f64> {
    let mut next = BTreeMap::new();
    for (state, p) in now {
        for (after, share) in step(*state) {
            *next.entry(after).or_default() += p * share;
        }
    }
    next
}

/// What came of one attack.
#[derive(Default)]
struct Tally {
    lost: u32,
    damage: u32,
}

impl Watch<Aot> for Tally {
    fn wants_rules(&self) -> bool {
        false
    }

    fn told(&mut self, _: &State, fact: &Fact, _: &[RuleId]) {
        match fact {
            Fact::Hurt { model, points } if model.0 >= FIRST => self.damage += u32::from(*points),
            Fact::Destroyed { model } if model.0 >= FIRST => self.lost += 1,
            _ => {}
        }
    }
}

/// Red attacks, Blue lets it come; then nobody does anything.
struct Drilled {
    shoots: bool,
}

impl Players<Aot> for Drilled {
    fn answer(&mut self, situation: &Situation<'_, Aot>) -> Option<Answer> {
        match situation.prompt() {
            Prompt::Select if self.shoots && situation.seat() == RED => {
                let act = Token::About(Word::new("move-and-shoot"), Ref::Unit(UnitId(0)));
                Some(Answer::Choose([act].into_iter().collect()))
            }
            Prompt::Move { .. } => Some(Answer::Move { paths: Default::default(), placed: Default::default() }),
            Prompt::Aim { .. } | Prompt::Fight { .. } if situation.seat() == RED => {
                let blow = (Token::Ref(Ref::Model(STRIKER)), Token::Ref(Ref::Unit(TARGET)), 1);
                Some(Answer::Assign([blow].into_iter().collect()))
            }
            Prompt::React { .. } | Prompt::Fight { .. } => situation.describe().pass,
            Prompt::Casualty { .. } | Prompt::Groups { .. } => situation.options().answers.into_iter().next(),
            _ => None,
        }
    }
}
