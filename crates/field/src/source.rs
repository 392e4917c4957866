//! Where a battlefield comes from: a file, or a seed.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// What people write for a battlefield: the name of a file, or `seed:7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A number to make one from.
    Seed(u64),
}

/// Occurs when a text begins like a seed and is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a seed: a seed is a number below 9223372036854775808, as in seed:7")]
pub struct SourceError(pub String);

impl FromStr for Source {
    type Err = SourceError;

    /// What does not begin with `seed:` is the name of a file. A file of such a name can be had as `./seed:x`.
    fn from_str(text: &str) -> Result<Source, SourceError> {
        let Some(number) = text.strip_prefix("seed:") else { return Ok(Source::File(PathBuf::from(text))) };
        match number.trim().parse() {
            Ok(seed) if i64::try_from(seed).is_ok() => Ok(Source::Seed(seed)),
            _ => Err(SourceError(crate::part::printable(number))),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Seed(seed) => write!(f, "seed:{seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_told_from_a_file() {
        assert_eq!("seed:7".parse(), Ok(Source::Seed(7)));
        assert_eq!("seeds.toml".parse(), Ok(Source::File(PathBuf::from("seeds.toml"))));
        assert_eq!("./seed:x".parse(), Ok(Source::File(PathBuf::from("./seed:x"))));
    }

    #[test]
    fn what_begins_like_a_seed_and_is_none_is_refused() {
        for text in ["x", "", "-1", "7.5", "9223372036854775808", "99999999999999999999"] {
            assert_eq!(format!("seed:{text}").parse::<Source>(), Err(SourceError(text.to_owned())));
        }
    }
}
