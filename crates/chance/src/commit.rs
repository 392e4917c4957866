//! How a server proves afterwards that it did not choose the dice, and that nobody else did.
//!
//! 1. Before the first roll the server makes a [`Secret`] of 32 random bytes and publishes its [`Commitment`]:
//!    SHA-256 of `"muster commitment/1"` and the secret.
//! 2. Then each seat gives a [`Contribution`], any text of at most 64 bytes. The server can no longer change its
//!    secret, and the seats do not know it.
//! 3. The key of the match is SHA-256 of `"muster key/1"`, the secret, and for each seat in order the length of its
//!    contribution in bytes as u32 LE and the contribution. Dice follow from it as [`stream`](crate::stream) says.
//! 4. When the match is over the secret is shown, and anyone can [`check`] every die.
//!
//! `examples/check.py` does the same with nothing but Python's standard library, and `tests/vector.txt` is a worked
//! example that both are held against.
//!
//! What this does not promise: the server itself knows the dice to come, so it must not advise a player; a server that
//! also holds the last seat to contribute can try many contributions; and a server may refuse to show its secret,
//! which all can see.
//!
//! ```
//! use chance::{Contribution, Secret, Stream, check, commit};
//!
//! let secret = Secret([7; 32]); // from the operating system, in earnest
//! let published = secret.commitment();
//! let contributions = [Contribution::new("red hen").unwrap(), Contribution::new("14:02").unwrap()];
//!
//! let mut stream = Stream::new(commit::key(&secret, &contributions));
//! let dice: Vec<_> = (0..30).map(|n| (n, 6, stream.next_die(6))).collect();
//! assert_eq!(check(&published, &secret, &contributions, dice), Ok(30));
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::{self, HexError};
use crate::stream::{Key, Stream};

/// What the server keeps to itself until the match is over.
///
/// Like a [`Key`], it hides in `Debug` and is serialised only where a field asks for [`as_text`](crate::as_text).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// What is published before the first roll.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::new().chain_update(b"muster commitment/1").chain_update(self.0).finalize().into())
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl FromStr for Secret {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Secret, HexError> {
        hex::read(text).map(Secret)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// What binds the server to its secret without telling it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment(pub [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Commitment, HexError> {
        hex::read(text).map(Commitment)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

crate::serde_as_text!(Commitment);

/// What a seat adds to the key: any text of at most 64 bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Contribution(String);

/// Occurs when a contribution is longer than 64 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a contribution can have at most {most} bytes, not {0}", most = Contribution::MOST_BYTES)]
pub struct TooLong(pub usize);

impl Contribution {
    /// How long a contribution may be.
    pub const MOST_BYTES: usize = 64;

    /// A contribution, unless the text is too long. An empty one is fine: it leaves the dice to the others.
    pub fn new(text: impl Into<String>) -> Result<Contribution, TooLong> {
        let text = text.into();
        if text.len() > Contribution::MOST_BYTES {
            return Err(TooLong(text.len()));
        }
        Ok(Contribution(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Contribution {
    type Error = TooLong;

    fn try_from(text: String) -> Result<Contribution, TooLong> {
        Contribution::new(text)
    }
}

impl From<Contribution> for String {
    fn from(contribution: Contribution) -> String {
        contribution.0
    }
}

/// The key of a match, from the server's secret and what the seats contributed, in the order of the seats.
pub fn key(secret: &Secret, contributions: &[Contribution]) -> Key {
    let mut hash = Sha256::new().chain_update(b"muster key/1").chain_update(secret.0);
    for Contribution(text) in contributions {
        // At most 64 bytes; the length keeps the contributions of two seats apart.
        hash.update((text.len() as u32).to_le_bytes());
        hash.update(text);
    }
    Key(hash.finalize().into())
}

/// Why the dice of a match are not those that were promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// Occurs when the secret shown is not the one committed to.
    #[error("the secret shown has the commitment {shown}, but {published} was published")]
    Commitment {
        /// What was published before the first roll.
        published: Commitment,
        /// What should have been published for this secret.
        shown: Commitment,
    },
    /// Occurs when a number is left out, used twice or goes back: a server that could skip dice could choose among
    /// them.
    #[error("die {found} comes where die {expected} was due")]
    OutOfTurn {
        /// The number in the record.
        found: u64,
        /// The number that was due.
        expected: u64,
    },
    /// Occurs when a die is said to have no faces.
    #[error("die {n} has no faces")]
    NoFaces {
        /// The number of the die.
        n: u64,
    },
    /// Occurs when a die shows another face than the key gives it.
    #[error("die {n} shows {} of {faces}, the key gives {}", u32::from(*.shows) + 1, u32::from(*.gives) + 1)]
    Die {
        /// The number of the die.
        n: u64,
        /// How many faces it has.
        faces: u16,
        /// The face in the record, counted from 0; the message counts from 1.
        shows: u16,
        /// The face that follows from the key, counted from 0; the message counts from 1.
        gives: u16,
    },
}

/// Checks every die of a finished match, and says how many that were.
///
/// Each die is its number, how many faces it has, and the face it shows, counted from 0. All dice of the match have to
/// be there, from die 0 on, those of undone moves among them. That none is missing at the end, nobody can tell from
/// the dice alone.
pub fn check(
    published: &Commitment,
    secret: &Secret,
    contributions: &[Contribution],
    dice: impl IntoIterator<Item = (u64, u16, u16)>,
) -> Result<usize, CheckError> {
    let shown = secret.commitment();
    if shown != *published {
        return Err(CheckError::Commitment { published: *published, shown });
    }
    let mut stream = Stream::new(key(secret, contributions));
    let mut checked = 0;
    for (n, faces, shows) in dice {
        let expected = stream.position();
        if n != expected {
            return Err(CheckError::OutOfTurn { found: n, expected });
        }
        if faces == 0 {
            return Err(CheckError::NoFaces { n });
        }
        let gives = stream.next_die(faces);
        if shows != gives {
            return Err(CheckError::Die { n, faces, shows, gives });
        }
        checked += 1;
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contributions() -> [Contribution; 2] {
        [Contribution::new("red hen").unwrap(), Contribution::new("").unwrap()]
    }

    fn thrown(secret: &Secret) -> Vec<(u64, u16, u16)> {
        let mut stream = Stream::new(key(secret, &contributions()));
        (0..50).map(|n| (n, 6, stream.next_die(6))).collect()
    }

    /// Checks the dice after somebody changed them.
    fn check_changed(change: impl FnOnce(&mut Vec<(u64, u16, u16)>)) -> Result<usize, CheckError> {
        let secret = Secret([9; 32]);
        let mut dice = thrown(&secret);
        change(&mut dice);
        check(&secret.commitment(), &secret, &contributions(), dice)
    }

    #[test]
    fn honest_dice_pass() {
        assert_eq!(check_changed(|_| ()), Ok(50));
        assert_eq!(check_changed(Vec::clear), Ok(0));
    }

    #[test]
    fn the_first_die_that_does_not_fit_is_named() {
        let gives = thrown(&Secret([9; 32]))[17].2;
        let shows = (gives + 1) % 6;
        let refused = check_changed(|dice| {
            dice[17].2 = shows;
            dice[30].2 = 5 - dice[30].2;
        });
        assert_eq!(refused, Err(CheckError::Die { n: 17, faces: 6, shows, gives }));
        let example = CheckError::Die { n: 17, faces: 6, shows: 3, gives: 1 };
        assert_eq!(example.to_string(), "die 17 shows 4 of 6, the key gives 2");
    }

    #[test]
    fn a_die_may_be_neither_left_out_nor_used_twice() {
        let refused = check_changed(|dice| _ = dice.remove(20));
        assert_eq!(refused.unwrap_err().to_string(), "die 21 comes where die 20 was due");
        let refused = check_changed(|dice| dice.insert(20, dice[19]));
        assert_eq!(refused, Err(CheckError::OutOfTurn { found: 19, expected: 20 }));
    }

    #[test]
    fn impossible_dice_are_refused_without_a_panic() {
        assert_eq!(check_changed(|dice| dice[3].1 = 0), Err(CheckError::NoFaces { n: 3 }));
        let refused = check_changed(|dice| dice[3].2 = u16::MAX);
        assert!(refused.unwrap_err().to_string().starts_with("die 3 shows 65536 of 6"));
    }

    #[test]
    fn another_secret_is_found_out() {
        let secret = Secret([9; 32]);
        let other = Secret([8; 32]);
        let refused = check(&secret.commitment(), &other, &contributions(), thrown(&other));
        assert_eq!(refused, Err(CheckError::Commitment { published: secret.commitment(), shown: other.commitment() }));
    }

    #[test]
    fn every_contribution_and_its_seat_matters() {
        let secret = Secret([9; 32]);
        let of = |texts: &[&str]| {
            let contributions: Vec<_> = texts.iter().map(|&text| Contribution::new(text).unwrap()).collect();
            key(&secret, &contributions)
        };
        let keys = [of(&["ab", "c"]), of(&["a", "bc"]), of(&["c", "ab"]), of(&["abc"]), of(&["abc", ""]), of(&[])];
        for (place, one) in keys.iter().enumerate() {
            assert!(keys[place + 1..].iter().all(|other| other != one));
        }
    }

    #[test]
    fn a_contribution_is_counted_in_bytes() {
        assert!(Contribution::new("é".repeat(32)).is_ok());
        let refused = Contribution::new("é".repeat(33)).unwrap_err();
        assert_eq!(refused.to_string(), "a contribution can have at most 64 bytes, not 66");
        assert!(serde_json::from_str::<Contribution>(&format!("\"{}\"", "x".repeat(65))).is_err());
    }

    #[test]
    fn a_contribution_is_a_text_in_a_record() {
        let contribution = Contribution::new("red hen").unwrap();
        assert_eq!(contribution.as_str(), "red hen");
        let json = serde_json::to_string(&contribution).unwrap();
        assert_eq!(json, r#""red hen""#);
        assert_eq!(serde_json::from_str::<Contribution>(&json).unwrap(), contribution);
    }

    #[test]
    fn a_secret_shows_itself_only_when_asked() {
        #[derive(Serialize, Deserialize)]
        struct Shown {
            #[serde(with = "crate::as_text")]
            secret: Secret,
            commitment: Commitment,
        }
        let secret = Secret([9; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(hidden)");
        assert_eq!(format!("{:?}", Commitment([9; 32])), format!("Commitment({})", "09".repeat(32)));
        let json = serde_json::to_string(&Shown { secret, commitment: secret.commitment() }).unwrap();
        let read: Shown = serde_json::from_str(&json).unwrap();
        assert_eq!((read.secret, read.commitment), (secret, secret.commitment()));
        assert!(json.contains(&"09".repeat(32)));
    }
}
