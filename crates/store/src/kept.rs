/// The hash of what a browser shows to be known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub [u8; 32]);

/// A match to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewMatch {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The first line of the record.
    pub head: String,
    /// The entries that are there from the start.
    pub lines: Vec<String>,
    /// Who holds each seat, as text.
    pub holders: String,
    /// What the players are called, as text.
    pub names: String,
    /// Whether dice are typed in.
    pub typed: bool,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// Which round it is in.
    pub round: u16,
    /// The browsers that hold seats.
    pub owners: Vec<(u8, Token)>,
    /// The promise that its dice keep.
    pub promise: Option<String>,
    /// How it ended, if bots played it to its end at once.
    pub end: Option<End>,
}

/// Entries to be added to a match.
#[derive(Clone, Debug, Default)]
pub struct Append {
    /// The match.
    pub id: String,
    /// The number of the first of them, counted from 0.
    pub first: u32,
    /// The lines of the record, each with its line break.
    pub lines: Vec<String>,
    /// When it happened, in seconds since 1970.
    pub touched: i64,
    /// Which round the match is in.
    pub round: u16,
    /// How it ended, if it did.
    pub end: Option<End>,
}

/// The end of a match.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// How it ended, as text.
    pub outcome: String,
    /// What each viewer was told, compressed.
    pub told: Vec<(String, Vec<u8>)>,
}

/// A match that is kept, all but its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// Who holds each seat, as text.
    pub holders: String,
    /// What the players are called, as text.
    pub names: String,
    /// Whether dice are typed in.
    pub typed: bool,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// When something last happened in it.
    pub touched: i64,
    /// Which round it is in.
    pub round: u16,
    /// How many entries its record has.
    pub entries: u32,
    /// How it ended, as text.
    pub outcome: Option<String>,
    /// The browsers that hold seats, in the order of the seats.
    pub owners: Vec<(u8, Token)>,
}

impl Kept {
    /// The seats that a browser holds.
    pub fn seats_of(&self, token: Token) -> impl Iterator<Item = u8> {
        self.owners.iter().filter(move |(_, owner)| *owner == token).map(|(seat, _)| *seat)
    }
}

/// The record of a match, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its first line.
    pub head: String,
    /// The lines of its entries, in order.
    pub lines: Vec<String>,
    /// Whether a seal says that these are the lines that were written. Older records have none.
    pub sealed: bool,
}
