//! Bytes that are read as whatever is wanted.

use engine::{Leaving, Order, Rules, Scope};
use ground::{FACINGS, Path, Point, Pose};
use vocabulary::{Adjustment, Answer, ModelId, Query, Ref, Seat, Token, UnitId, Word};

/// Bytes, read from the front; after the last one there are only zeros.
pub(super) struct Bytes<'a> {
    left: &'a [u8],
    /// The words of the game.
    words: Vec<Word>,
    /// Its standing orders.
    orders: Vec<Word>,
}

impl<'a> Bytes<'a> {
    pub(super) fn new<R: Rules>(data: &'a [u8]) -> Bytes<'a> {
        let words = R::manual().terms.iter().map(|term| term.id).collect();
        let orders = R::standing_orders().iter().map(|term| term.id).collect();
        Bytes { left: data, words, orders }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let (first, rest) = self.left.split_first().unwrap_or((&0, &[]));
        self.left = rest;
        *first
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    pub(super) fn seed(&mut self) -> u64 {
        u16::from_le_bytes(self.array()).into()
    }

    pub(super) fn number(&mut self) -> i32 {
        match self.byte() {
            255 => i32::from_le_bytes(self.array()),
            small => i32::from(small) - 2,
        }
    }

    /// A place in a list of this length, mostly; now and then just beyond it.
    pub(super) fn place(&mut self, length: usize) -> usize {
        usize::from(u16::from_le_bytes(self.array())) % (length + 2)
    }

    /// A seat of the match, mostly.
    pub(super) fn seat(&mut self) -> Seat {
        match self.byte() {
            wild @ 200.. => Seat(wild),
            tame => Seat(tame % 4),
        }
    }

    /// Some of the seats; for a zero all of them, since what matters most needs the consent of all.
    pub(super) fn seats(&mut self) -> Vec<Seat> {
        let bits = !self.byte();
        (0..8).filter(|n| bits & (1 << n) != 0).map(Seat).collect()
    }

    pub(super) fn coin(&mut self) -> bool {
        self.byte().is_multiple_of(2)
    }

    pub(super) fn leaving(&mut self) -> Leaving {
        [Leaving::Conceded, Leaving::OutOfTime, Leaving::Vanished][usize::from(self.byte() % 3)]
    }

    /// A word of the game, mostly.
    fn word(&mut self) -> Word {
        let at = usize::from(self.byte());
        self.words.get(at).copied().unwrap_or(Word::new("nonsense"))
    }

    /// A standing order of the game, mostly.
    pub(super) fn order(&mut self) -> Order {
        let at = usize::from(self.byte() % 16);
        let order = self.orders.get(at).copied().unwrap_or_else(|| self.word());
        let value = if self.coin() { None } else { Some(self.number()) };
        let scope = if self.coin() { Scope::Match } else { Scope::Step };
        let about = if self.coin() { None } else { Some(Ref::Unit(UnitId(self.number() as u16))) };
        Order { order, about, value, scope }
    }

    fn model(&mut self) -> ModelId {
        match self.byte() {
            wild @ 200.. => ModelId(u16::from(wild) << 8),
            tame => ModelId(u16::from(tame % 16)),
        }
    }

    fn reference(&mut self) -> Ref {
        match self.byte() % 5 {
            0 => Ref::Model(self.model()),
            1 => Ref::Seat(self.seat()),
            2 => Ref::Die(self.number().unsigned_abs()),
            3 => Ref::Unit(UnitId(self.model().0)),
            _ => Ref::Item(self.model().0),
        }
    }

    fn token(&mut self) -> Token {
        match self.byte() % 3 {
            0 => Token::Word(self.word()),
            1 => Token::Ref(self.reference()),
            _ => Token::About(self.word(), self.reference()),
        }
    }

    /// A length on a battlefield of up to 30 in, by quarters of an inch and a bit more or less; now and then a wild one.
    fn coordinate(&mut self) -> i32 {
        const QUARTER: i32 = 635;
        let bit = self.byte();
        match self.byte() {
            255 => i32::from_le_bytes(self.array()),
            quarters => i32::from(quarters % 120) * QUARTER + i32::from(bit as i8),
        }
    }

    fn pose(&mut self) -> Pose {
        let at = Point::new(self.coordinate(), self.coordinate());
        let [level, facing] = if self.byte() == 255 { self.array() } else { [0, 0] };
        Pose { at, level, facing: u16::from(facing) * 5 % (FACINGS + 1) }
    }

    pub(super) fn answer(&mut self) -> Answer {
        let kind = self.byte() % 6;
        let parts = self.byte() % 6;
        match kind {
            0 => Answer::Choose((0..parts).map(|_| self.token()).collect()),
            1 => Answer::Assign((0..parts).map(|_| (self.token(), self.token(), self.seed() as u16)).collect()),
            2 => Answer::Spread((0..parts).map(|_| (self.reference(), self.byte().into())).collect()),
            3 => Answer::Number(self.number()),
            4 => {
                let legs = |bytes: &mut Self| (0..bytes.byte() % 18).map(|_| bytes.pose()).collect();
                let paths = (0..parts % 3).map(|_| (self.model(), Path { legs: legs(self) })).collect();
                Answer::Move { paths, placed: (0..parts).map(|_| (self.model(), self.pose())).collect() }
            }
            _ => Answer::Place((0..parts).map(|_| (self.model(), self.pose())).collect()),
        }
    }

    pub(super) fn query(&mut self) -> Query {
        match self.byte() % 6 {
            0 => Query::Measure(self.reference(), self.reference()),
            1 => Query::Sight(self.reference(), self.reference()),
            2 => Query::Reach(self.model()),
            3 => Query::Threat(UnitId(self.model().0)),
            4 => Query::Odds(self.number() as u32, self.answer()),
            _ => Query::Why(self.number() as u32),
        }
    }

    pub(super) fn adjustment(&mut self) -> Adjustment {
        match self.byte() % 5 {
            0 => Adjustment::Pose(self.model(), self.pose()),
            1 => Adjustment::Gone(self.reference()),
            2 => Adjustment::Counter(self.reference(), self.word(), self.number()),
            3 => Adjustment::Mark(self.reference(), self.word(), self.coin()),
            _ => Adjustment::Moment { round: self.byte().into(), phase: self.word() },
        }
    }
}
