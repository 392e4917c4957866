//! The kinds of terrain: how high each is, what it does to sight and feet, and how it is usually shaped.

use std::fmt;
use std::str::FromStr;

use ground::Length;
use serde::{Deserialize, Serialize};

/// A kind of terrain. What it means in a game, the game says; what is here is a sensible default to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The ground floor of a house, with what is left of its walls.
    Ruin,
    /// A house that stands, closed on all sides.
    Building,
    /// Trees close enough to hide behind.
    Wood,
    /// A rise with gentle slopes.
    Hill,
    /// A straight wall, as high as a man or higher.
    Wall,
    /// A row of bushes.
    Hedge,
    /// Something low to kneel behind.
    Barricade,
    /// What is left when a house is gone.
    Rubble,
    /// A hole in the ground.
    Crater,
    /// Boulders and cliffs.
    Rocks,
    /// A pond.
    Water,
    /// Soft, wet ground.
    Marsh,
    /// Corn, or whatever grows in rows.
    Crops,
    /// A freight container.
    Container,
}

/// What a piece does to a line of sight that crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// Nothing.
    Clear,
    /// One sees what is behind it, but not well.
    Soft,
    /// One does not see what is behind it.
    Hard,
}

/// What a piece does to whoever walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Going {
    /// Nothing.
    Open,
    /// It is slow to cross.
    Rough,
    /// It has to be climbed, and can be stood on.
    Climb,
    /// Nobody gets in.
    Closed,
}

/// How a piece is shaped when the file says no more than where it is and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Usual {
    /// Four straight sides.
    Rectangle,
    /// An uneven, rounded outline.
    Blob,
}

/// What is usual for a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The word for it in files.
    pub word: &'static str,
    /// How high it is.
    pub height: Length,
    /// What it does to sight.
    pub sight: Sight,
    /// What it does to feet.
    pub going: Going,
    /// Further words that a game may know.
    pub tags: &'static [&'static str],
    /// Its shape, unless another is named.
    pub shape: Usual,
}

const fn manner(
    word: &'static str,
    half_inches: i32,
    sight: Sight,
    going: Going,
    tags: &'static [&'static str],
    shape: Usual,
) -> Manner {
    Manner { word, height: Length(half_inches * ground::UNITS_PER_INCH / 2), sight, going, tags, shape }
}

impl Kind {
    /// All of them, the largest pieces first.
    pub const ALL: [Kind; 14] = [
        Kind::Building,
        Kind::Ruin,
        Kind::Hill,
        Kind::Wood,
        Kind::Water,
        Kind::Crops,
        Kind::Marsh,
        Kind::Rocks,
        Kind::Container,
        Kind::Wall,
        Kind::Hedge,
        Kind::Rubble,
        Kind::Crater,
        Kind::Barricade,
    ];

    /// What is usual for this kind.
    pub const fn manner(self) -> Manner {
        use Going::{Climb, Closed, Open, Rough};
        use Sight::{Clear, Hard, Soft};
        use Usual::{Blob, Rectangle};
        match self {
            Kind::Ruin => manner("ruin", 10, Hard, Rough, &["cover", "walls"], Rectangle),
            Kind::Building => manner("building", 10, Hard, Closed, &["cover"], Rectangle),
            Kind::Wood => manner("wood", 8, Soft, Rough, &["cover"], Blob),
            Kind::Hill => manner("hill", 4, Hard, Open, &["slope"], Blob),
            Kind::Wall => manner("wall", 4, Hard, Climb, &["cover", "linear"], Rectangle),
            Kind::Hedge => manner("hedge", 3, Soft, Rough, &["cover", "linear"], Rectangle),
            Kind::Barricade => manner("barricade", 2, Clear, Climb, &["cover", "linear"], Rectangle),
            Kind::Rubble => manner("rubble", 1, Clear, Rough, &["cover"], Blob),
            Kind::Crater => manner("crater", 0, Clear, Rough, &["cover"], Blob),
            Kind::Rocks => manner("rocks", 6, Hard, Closed, &["cover"], Blob),
            Kind::Water => manner("water", 0, Clear, Closed, &["wet"], Blob),
            Kind::Marsh => manner("marsh", 0, Clear, Rough, &["wet"], Blob),
            Kind::Crops => manner("crops", 2, Soft, Open, &["cover"], Rectangle),
            Kind::Container => manner("container", 5, Hard, Climb, &["cover"], Rectangle),
        }
    }

    /// Whether it is thin and long, and stands beside something rather than for itself.
    pub fn is_linear(self) -> bool {
        self.manner().tags.contains(&"linear")
    }

    /// The word for several of them: `woods`.
    pub fn plural(self) -> String {
        let word = self.manner().word;
        match self {
            Kind::Rocks | Kind::Crops => word.to_owned(),
            Kind::Rubble | Kind::Water => format!("pieces of {word}"),
            Kind::Marsh => "marshes".to_owned(),
            _ => format!("{word}s"),
        }
    }

    /// The word for so many of them: `1 wood`, `3 woods`.
    pub fn counted(self, count: usize) -> String {
        if count == 1 { format!("1 {self}") } else { format!("{count} {}", self.plural()) }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.manner().word)
    }
}

/// Occurs when a word is no kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no terrain called '{0}'; choose from {names}", names = Kind::ALL.map(|kind| kind.manner().word).join(", "))]
pub struct UnknownKind(pub String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Kind, UnknownKind> {
        let found = Kind::ALL.into_iter().find(|kind| kind.manner().word == text);
        found.ok_or_else(|| UnknownKind(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once_under_the_word_that_files_use() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.to_string());
        }
        let mut all = Kind::ALL.to_vec();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), Kind::ALL.len());
        assert!("castle".parse::<Kind>().unwrap_err().to_string().contains("choose from building, ruin"));
    }

    #[test]
    fn kinds_are_counted_in_words() {
        assert_eq!(Kind::Marsh.counted(2), "2 marshes");
        assert_eq!(Kind::Rocks.counted(1), "1 rocks");
        assert_eq!(Kind::Ruin.counted(0), "0 ruins");
    }
}
