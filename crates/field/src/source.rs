//! Where a battlefield comes from: a file, or a seed.

use std::convert::Infallible;
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

impl FromStr for Source {
    type Err = Infallible;

    /// What is no seed is the name of a file.
    fn from_str(text: &str) -> Result<Source, Infallible> {
        let seed = text.strip_prefix("seed:").and_then(|number| number.trim().parse().ok());
        Ok(seed.map_or_else(|| Source::File(PathBuf::from(text)), Source::Seed))
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
        assert_eq!("seed:x".parse(), Ok(Source::File(PathBuf::from("seed:x"))));
    }
}
