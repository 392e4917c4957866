//! Packs made up from a number, with armies: whatever a pack may hold, for tests and campaigns.

use chance::{Key, Stream};
use ground::{Footprint, Length};
use serde::Serialize;
use vocabulary::{ListUnit, Pack, Word};

use super::{FORMATIONS, Formation};
use crate::chapters::modifiers::{Modifier, Until};
use crate::chapters::traits::Trait;
use crate::forces::ability::Ability;
use crate::forces::card::{BattleRange, Card, Numbers, Range, Rank, Size, Weapon};
use crate::forces::doctrine::{Condition, FactionRule, Feat, Interaction, Occasion, Whom, Yield};

/// What an army may cost when nothing is said.
const BUDGET: u32 = 1_000;
/// A base is no longer than this.
const LONGEST_BASE: u32 = 500;

/// The file as it is written.
#[derive(Serialize)]
struct Sheet {
    id: Word,
    name: String,
    text: String,
    rule: Option<FactionRule>,
    archive: Option<Interaction>,
    formation: Vec<Formation>,
    card: Vec<Card>,
    army: Vec<ArmySheet>,
}

#[derive(Serialize)]
struct ArmySheet {
    id: Word,
    name: String,
    formation: Word,
    unit: Vec<ListUnit>,
}

/// A pack for each number, with three armies that are viable in every edition.
///
/// Values, traits, abilities, weapons, bases, modifiers and Feats are drawn from all that a pack may hold; what is common is
/// drawn more often, so that battles of them come to something.
pub fn made_up(seed: u64) -> Pack {
    let mut draw = Draw(Stream::new(Key::from_seed("made-up pack", seed)));
    let id = word(&format!("made-up-{seed}"));
    let cards = draw.cards();
    let armies = (1..=FORMATIONS).map(|n| ArmySheet {
        id: word(&format!("{id}-{n}")),
        name: format!("Army {n} of {seed}"),
        formation: word(&format!("formation-{n}")),
        unit: draw.units(&cards),
    });
    let sheet = Sheet {
        army: armies.collect(),
        id,
        name: format!("Made Up {seed}"),
        text: "Whoever came along.".to_owned(),
        rule: draw.rule(),
        archive: draw.archive(),
        formation: (1..=FORMATIONS).map(|n| draw.formation(n)).collect(),
        card: cards,
    };
    let text = toml::to_string(&sheet).unwrap_or_else(|error| panic!("a pack can be written: {error}"));
    Pack { file: format!("{id}.toml"), text }
}

fn word(text: &str) -> Word {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

struct Draw(Stream);

impl Draw {
    /// A number from the least to the most.
    fn from(&mut self, least: u32, most: u32) -> u32 {
        least + self.0.below(most - least + 1)
    }

    /// One time in so many.
    fn once_in(&mut self, times: u32) -> bool {
        self.0.below(times) == 0
    }

    /// Mostly something usual, and now and then anything that a card may say.
    fn value(&mut self, usual: (u32, u32), all: (u32, u32)) -> u8 {
        let (least, most) = if self.once_in(4) { all } else { usual };
        self.from(least, most) as u8
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.0.below(of.len() as u32) as usize]
    }

    /// Each one time in so many.
    fn some<T: Copy>(&mut self, of: &[T], times: u32) -> Vec<T> {
        of.iter().copied().filter(|_| self.once_in(times)).collect()
    }

    /// One or two cards of each Rank; now and then with another card for the last edition.
    fn cards(&mut self) -> Vec<Card> {
        let mut cards = Vec::new();
        for rank in Rank::ALL {
            for n in 1..=self.from(1, 2) {
                let card = self.card(rank, n);
                if self.once_in(6) {
                    cards.push(Card { editions: vec![3], ..self.card(rank, n) });
                    cards.push(Card { editions: vec![1, 2], ..card });
                } else {
                    cards.push(card);
                }
            }
        }
        cards
    }

    fn card(&mut self, rank: Rank, n: u32) -> Card {
        let mut abilities = self.some(&Ability::ALL, 4);
        for ability in &mut abilities {
            if let Ability::Resilient(need) = ability {
                *need = self.from(2, 6) as u8;
            }
        }
        // The dearest unit of each Rank fits into an army.
        let dearest = BUDGET / 5 / u32::from(rank.models().1);
        Card {
            id: word(&format!("{}-{n}", rank.word())),
            name: format!("{} {n}", rank.label()),
            plural: (n == 2).then_some(false),
            rank,
            numbers: Numbers::Ours,
            editions: Vec::new(),
            text: String::new(),
            requisition: self.from(1, dearest) as u16,
            health: self.value((1, 4), (1, 30)),
            speed: self.value((4, 8), (1, 24)),
            defense: self.value((3, 6), (1, 12)),
            resist: self.from(2, 6) as u8,
            base: self.once_in(2).then(|| self.base(rank.size())),
            abilities,
            weapons: (1..=self.from(0, Card::MOST_WEAPONS as u32)).map(|n| self.weapon(n)).collect(),
        }
    }

    fn weapon(&mut self, n: u32) -> Weapon {
        let range = match self.0.below(5) {
            0 | 1 => Range::Battle(BattleRange::Battle),
            _ => Range::Inches(self.value((8, 30), (1, 72))),
        };
        Weapon {
            name: format!("Weapon {n}"),
            range,
            attacks: self.value((1, 3), (1, 12)),
            power: self.value((3, 7), (1, 12)),
            damage: self.value((1, 3), (1, 12)),
            traits: self.some(&Trait::ALL, 4),
        }
    }

    /// A base of any form and size that the class allows.
    fn base(&mut self, size: Size) -> Footprint {
        let mm = |across: u32| Length::mm(across as i32);
        match (size, self.once_in(2)) {
            (Size::Small, _) => Footprint::round(mm(self.from(25, 40))),
            (Size::Medium, false) => Footprint::round(mm(self.from(50, 80))),
            (Size::Medium, true) => self.oval(60, 75),
            (Size::Large, round) => {
                let most = if self.once_in(8) { LONGEST_BASE } else { 150 };
                if round { Footprint::round(mm(self.from(90, most))) } else { self.oval(80, most) }
            }
        }
    }

    /// An oval that is so long at its longest, along its front or across it.
    fn oval(&mut self, least: u32, most: u32) -> Footprint {
        let long = self.from(least, most);
        let short = self.from(long / 3, long);
        let (length, width) = if self.once_in(4) { (short, long) } else { (long, short) };
        Footprint::Oval { length: Length::mm(length as i32), width: Length::mm(width as i32) }
    }

    fn modifiers(&mut self) -> Vec<Modifier> {
        (0..self.from(1, 3)).map(|_| self.modifier()).collect()
    }

    fn modifier(&mut self) -> Modifier {
        let change = self.one(&[-3, -2, -1, 1, 2, 3]);
        match self.0.below(12) {
            0 => Modifier::Power(change),
            1 => Modifier::Defense(change),
            2 => Modifier::Resist(change),
            3 => Modifier::Hit(change),
            4 => Modifier::Speed(change),
            5 => Modifier::Vigor(change),
            6 => Modifier::Resilient(self.from(3, 6) as u8),
            7 => Modifier::Calm,
            8 => Modifier::Shroud,
            9 => Modifier::Suppressed,
            10 => Modifier::Evasive,
            _ => Modifier::Crushing,
        }
    }

    fn rule(&mut self) -> Option<FactionRule> {
        let (name, text) = ("Faction Rule".to_owned(), "As drawn.".to_owned());
        let conditions = [
            Condition::Always,
            Condition::Behind,
            Condition::OnArchive,
            Condition::InCover,
            Condition::Engaged,
            Condition::BelowHalf,
            Condition::Fresh,
        ];
        match self.0.below(4) {
            0 => None,
            1 => {
                let keeps_feat_point = Some(self.from(2, 6) as u8);
                Some(FactionRule { name, text, keeps_feat_point, holds: None, ranks: Vec::new(), gives: Vec::new() })
            }
            _ => {
                let (holds, ranks) = (Some(self.one(&conditions)), self.some(&Rank::ALL, 5));
                Some(FactionRule { name, text, keeps_feat_point: None, holds, ranks, gives: self.modifiers() })
            }
        }
    }

    fn archive(&mut self) -> Option<Interaction> {
        let (name, text) = ("Archive".to_owned(), "As drawn.".to_owned());
        match self.0.below(3) {
            0 => None,
            1 => Some(Interaction { name, text, gives: self.modifiers(), control: None }),
            _ => {
                let control = Some(self.one(&[Yield::Soul, Yield::Health, Yield::FeatPoint]));
                Some(Interaction { name, text, gives: Vec::new(), control })
            }
        }
    }

    fn formation(&mut self, n: usize) -> Formation {
        Formation {
            id: word(&format!("formation-{n}")),
            name: format!("Formation {n}"),
            text: String::new(),
            feat: (!self.once_in(4)).then(|| self.feat(n)),
        }
    }

    fn feat(&mut self, n: usize) -> Feat {
        let occasions = [
            Occasion::Acts,
            Occasion::Shoots,
            Occasion::ShotAt,
            Occasion::Evades,
            Occasion::Charges,
            Occasion::Charged,
            Occasion::ChargeHome,
            Occasion::Fights,
            Occasion::Control,
        ];
        let when = self.one(&occasions);
        let on = if when.has_enemy() { self.one(&[Whom::Unit, Whom::Enemy]) } else { Whom::Unit };
        let mut feat = Feat {
            id: word(&format!("drawn-feat-{n}")),
            name: format!("Feat {n}"),
            text: "As drawn.".to_owned(),
            when,
            on,
            gives: if self.once_in(4) { Vec::new() } else { self.modifiers() },
            until: self.one(&[Until::Activation, Until::Round]),
            mends: self.once_in(4),
            hurts: self.once_in(6),
            soul: if self.once_in(4) { self.from(1, Rank::Elder.soul().into()) as u8 } else { 0 },
        };
        if feat.gives.is_empty() && !feat.mends && !feat.hurts && feat.soul == 0 {
            feat.mends = true;
        }
        feat
    }

    /// The units of an army: a Leader, and of everything else what Ranks and budget allow.
    fn units(&mut self, cards: &[Card]) -> Vec<ListUnit> {
        let mut units: Vec<ListUnit> = Vec::new();
        let mut left = BUDGET;
        let lone = self.one(&[Rank::Initiate, Rank::Assassin]);
        let mut ranks = vec![Rank::Elder, Rank::Alchemist, lone];
        for (rank, most) in
            [(Rank::Soldiers, 5), (Rank::Elites, 3), (Rank::Dregs, 3), (Rank::Abomination, 3), (Rank::Transport, 3)]
        {
            ranks.extend((0..self.from(0, most)).map(|_| rank));
        }
        self.0.shuffle(&mut ranks);
        // A character stands before its Soldiers, so that they find it.
        ranks.sort_by_key(|rank| *rank == Rank::Soldiers);
        let mut alone: Vec<Word> = Vec::new();
        for rank in std::iter::once(Rank::Leader).chain(ranks) {
            let of_rank: Vec<&Card> = cards.iter().filter(|card| card.rank == rank).collect();
            let card = self.one(&of_rank).id;
            let (fewest, most) = rank.models();
            let models = self.from(fewest.into(), most.into()) as u16;
            // The dearest of the cards of this id: in another edition it may cost something else.
            let costs = of_rank.iter().filter(|own| own.id == card).map(|own| own.cost(models));
            let cost = costs.max().and_then(|cost| u32::try_from(cost).ok()).unwrap_or(u32::MAX);
            if cost > left {
                continue;
            }
            left -= cost;
            let joins = (rank == Rank::Soldiers && self.once_in(2)).then(|| alone.pop()).flatten();
            if rank.may_be_accompanied() {
                alone.push(card);
            }
            let base = self.once_in(4).then(|| self.base(rank.size()));
            units.push(ListUnit { models: Some(models), base, joins, ..ListUnit::of(card) });
        }
        units
    }
}
