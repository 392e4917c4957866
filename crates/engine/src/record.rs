//! The record of a match as text: one line of JSON for the set-up, one for each entry, and a seal.
//!
//! ```text
//! {"muster":1,"game":"duel","version":1,"algorithm":"chacha20-word/1","dice":{"seeded":{"seed":7}},"setup":{…}}
//! {"answer":{"ask":0,"seat":0,"gives":{"choose":["hunter"]}}}
//! {"dice":{"first":0,"shown":"d6 4 2 6"}}
//! {"checkpoint":{"facts":"57f0c0e7a1b2c3d4"}}
//! {"seal":{"entries":3,"hash":"…"}}
//! ```
//!
//! It only grows: lines are added before the seal, which is made anew. There is exactly one way to write a record, so a
//! changed byte is either found by the seal or makes the text malformed. The seal guards against accidents; whoever
//! changes a record on purpose can seal it again, and is found by playing it: by the fingerprints of the facts, by the
//! rules, and by the key of the dice.

use chance::{Commitment, Contribution, Key, Secret, Source, Stream, Typed};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vocabulary::{Outcome, Viewer, Word};

use crate::history::Entry;
use crate::{Diverged, Match, Nobody, Pending, Rules, Watch};

/// The version of the form of a record.
const FORM: u32 = 1;
/// A longer text is not read.
pub const LONGEST: usize = 64 << 20;

/// Where the dice of a match come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Origin {
    /// From a number that anyone may know: simulations.
    Seeded {
        /// The number.
        seed: u64,
    },
    /// From a secret that was promised before the first roll, mixed with what the seats added afterwards.
    Committed {
        /// The promise.
        commitment: Commitment,
        /// What the seats added, in their order.
        contributions: Vec<Contribution>,
        /// The secret, once it may be known.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "secret_as_text")]
        secret: Option<Secret>,
    },
    /// From people, who type in what real dice show.
    Typed,
}

mod secret_as_text {
    use chance::Secret;
    use serde::{Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde passes the field by reference")]
    pub(super) fn serialize<S: Serializer>(secret: &Option<Secret>, serializer: S) -> Result<S::Ok, S::Error> {
        match secret {
            Some(secret) => chance::as_text::serialize(secret, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
        chance::as_text::deserialize(deserializer).map(Some)
    }
}

impl Origin {
    /// Dice from a secret, with the promise that is published first.
    pub fn committed(secret: Secret, contributions: Vec<Contribution>) -> Origin {
        Origin::Committed { commitment: secret.commitment(), contributions, secret: Some(secret) }
    }

    /// The dice themselves. Where the secret is not known, dice that fell are read, and no more fall.
    pub(crate) fn source(&self) -> Source {
        match self {
            Origin::Seeded { seed } => Source::Keyed(Stream::new(Key::from_seed("dice", *seed))),
            Origin::Committed { contributions, secret: Some(secret), .. } => {
                Source::Keyed(Stream::new(chance::commit::key(secret, contributions)))
            }
            Origin::Committed { secret: None, .. } | Origin::Typed => Source::Typed(Typed::new()),
        }
    }
}

/// All that is needed to have a match again.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<R: Rules> {
    /// The set-up, by value.
    pub setup: R::Setup,
    /// Where the dice come from.
    pub origin: Origin,
    /// The entries, undone ones included.
    pub entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header<S> {
    muster: u32,
    game: Word,
    version: u32,
    algorithm: String,
    dice: Origin,
    setup: S,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Closing {
    Seal { entries: usize, hash: String },
}

/// Why a record is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Occurs when the text is not a record, or not written in the one way there is.
    #[error("line {line}: {text}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// A sentence.
        text: String,
    },
    /// Occurs when the text is not the one that was sealed.
    #[error("the record was changed after it was sealed")]
    Changed,
    /// Occurs when the record is of another game, or of rules of another version.
    #[error("the record is of {game}, version {version}; these are the rules of {own}, version {own_version}")]
    OtherRules {
        /// Its game.
        game: Word,
        /// Its version.
        version: u32,
        /// The game at hand.
        own: Word,
        /// The version at hand.
        own_version: u32,
    },
    /// Occurs when the entries cannot be played.
    #[error(transparent)]
    Diverged(#[from] Diverged),
    /// Occurs when the dice are not those that were promised.
    #[error(transparent)]
    Dice(#[from] chance::CheckError),
    /// Occurs when rules and engine would have gone on by themselves where the record stops.
    #[error("the record stops after entry {0}, where nobody had to act")]
    Short(usize),
}

fn malformed(line: usize, text: impl Into<String>) -> RecordError {
    RecordError::Malformed { line, text: text.into() }
}

fn hash_of(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A part of a record, as a line.
pub(crate) fn line_of(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(line) => line + "\n",
        Err(error) => unreachable!("plain data can be written as JSON: {error}"),
    }
}

fn head_of(text: &str) -> Result<(Word, u32), RecordError> {
    let first = text.lines().next().unwrap_or_default();
    let header: Header<serde::de::IgnoredAny> =
        serde_json::from_str(first).map_err(|error| malformed(1, format!("not a record of a match: {error}")))?;
    Ok((header.game, header.version))
}

/// The game a record is of.
///
/// # Errors
/// If the first line cannot be read.
pub fn game_of(text: &str) -> Result<Word, RecordError> {
    head_of(text).map(|(game, _)| game)
}

/// What stands before the seal, if the seal is right.
fn sealed_part(text: &str) -> Result<&str, RecordError> {
    let last = text.lines().count();
    let unsealed = || malformed(last, "the seal is missing");
    let (body, seal) = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n')).ok_or_else(unsealed)?;
    let body = &text[..=body.len()];
    let Closing::Seal { entries, hash } = serde_json::from_str(seal).map_err(|_| unsealed())?;
    if hash != hash_of(body) || entries.checked_add(2) != Some(last) {
        return Err(RecordError::Changed);
    }
    Ok(body)
}

/// A record put together from its first line and the lines of its entries, each with its line break.
pub fn sealed<L: AsRef<str>>(head: String, lines: impl IntoIterator<Item = L>) -> String {
    let (mut text, mut entries) = (head, 0);
    for line in lines {
        text += line.as_ref();
        entries += 1;
    }
    let hash = hash_of(&text);
    text += &line_of(&Closing::Seal { entries, hash });
    text
}

impl<R: Rules> Record<R> {
    /// The record as text, sealed.
    pub fn to_text(&self) -> String {
        sealed(self.head(), self.entries.iter().map(line_of))
    }

    /// The first line: all but the entries and the seal.
    pub(crate) fn head(&self) -> String {
        line_of(&Header {
            muster: FORM,
            game: R::GAME,
            version: R::VERSION,
            algorithm: chance::ALGORITHM.to_owned(),
            dice: self.origin.clone(),
            setup: self.setup.clone(),
        })
    }

    /// Reads a record, strictly; whether it can be played is another matter.
    ///
    /// # Errors
    /// What is not as it should be: first the head, then the seal, then line by line.
    pub fn from_text(text: &str) -> Result<Record<R>, RecordError> {
        if text.len() > LONGEST {
            return Err(malformed(1, "this is longer than any record"));
        }
        let (game, version) = head_of(text)?;
        if (game, version) != (R::GAME, R::VERSION) {
            let (own, own_version) = (R::GAME, R::VERSION);
            return Err(RecordError::OtherRules { game, version, own, own_version });
        }
        let body = sealed_part(text)?;
        let mut lines = (1..).zip(body.lines());
        let read_header = |line| serde_json::from_str::<Header<R::Setup>>(line);
        let header = lines.next().map(|(_, line)| read_header(line)).transpose();
        let header =
            header.map_err(|error| malformed(1, error.to_string()))?.ok_or_else(|| malformed(1, "this is empty"))?;
        if header.muster != FORM || header.algorithm != chance::ALGORITHM {
            let text = format!("this record has form {}, with dice by {}", header.muster, header.algorithm);
            return Err(malformed(1, text));
        }
        let read_entry =
            |(number, line)| serde_json::from_str(line).map_err(|error| malformed(number, error.to_string()));
        let entries = lines.map(read_entry).collect::<Result<_, _>>()?;
        let record = Record { setup: header.setup, origin: header.dice, entries };
        let written = record.to_text();
        if written != text {
            let line = 1 + written.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
            return Err(malformed(line, "this is not how a record is written"));
        }
        Ok(record)
    }

    /// The match, played to where the record ends.
    ///
    /// # Errors
    /// Where and why the entries do not fit.
    pub fn play(&self, watch: &mut dyn Watch<R>) -> Result<Match<R>, Diverged> {
        let mut game = Match::before(self)?;
        match game.run(&mut Nobody, watch) {
            Pending::Frozen(diverged) => Err(diverged.clone()),
            _ => Ok(game),
        }
    }
}

/// What was found in a record that is as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// How many entries it has.
    pub entries: usize,
    /// How many answers, undone ones included.
    pub answers: usize,
    /// How many dice fell, undone ones included.
    pub dice: usize,
    /// Whether every die was compared with the key it follows from.
    pub dice_checked: bool,
    /// How often something was taken back.
    pub undone: usize,
    /// What the players are called, in the order of their seats.
    pub names: Vec<String>,
    /// How the match ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Plays a record again, what was undone included, and compares everything that can be compared.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn verify<R: Rules>(text: &str) -> Result<Report, RecordError> {
    let record = Record::<R>::from_text(text)?;
    let mut dice: Vec<(u64, u16, u16)> = Vec::new();
    let (mut answers, mut undone) = (0, 0);
    for (at, entry) in record.entries.iter().enumerate() {
        match entry {
            Entry::Answer { .. } => answers += 1,
            Entry::Dice { first, shown } => {
                dice.extend((u64::from(*first)..).zip(&shown.0).map(|(n, face)| (n, face.sides, face.side)));
            }
            Entry::Undone { to, agreed } => {
                undone += 1;
                let (setup, origin) = (record.setup.clone(), record.origin.clone());
                let before = Record::<R> { setup, origin, entries: record.entries[..at].to_vec() };
                let game = before.play(&mut ())?;
                game.may_undo(*to, agreed)
                    .map_err(|refusal| Diverged { entry: at as u32, reason: refusal.to_string() })?;
            }
            _ => {}
        }
    }
    let dice_checked = match &record.origin {
        Origin::Seeded { .. } => true,
        Origin::Committed { commitment, contributions, secret: Some(secret) } => {
            chance::check(commitment, secret, contributions, dice.iter().copied())?;
            true
        }
        _ => false,
    };
    let game = record.play(&mut ())?;
    if game.history().entries().len() > record.entries.len() {
        return Err(RecordError::Short(record.entries.len()));
    }
    let outcome = match game.pending() {
        Pending::Over(outcome) => Some(outcome.clone()),
        _ => None,
    };
    let names = R::view(game.state(), Viewer::Spectator).seats.into_iter().map(|seat| seat.name).collect();
    Ok(Report { entries: record.entries.len(), answers, dice: dice.len(), dice_checked, undone, names, outcome })
}
