use std::path::PathBuf;

use sqlx::error::DatabaseError;

/// What SQLite says when there is no room left for a file: on the disk, or because more may not be written (a quota, or a
/// limit on the length of files).
const FULL: [&str; 2] = ["13", "778"];

/// Why something cannot be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Occurs when the folder cannot be made or used.
    #[error("matches cannot be kept in {}: {why}; choose another folder", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Occurs when another program has the folder open.
    #[error("another muster keeps its matches in {}; stop it, or choose another folder", .0.display())]
    Taken(PathBuf),
    /// Occurs when the file is no database of matches.
    #[error("{} is not a Muster database; move it away, or choose another folder", .0.display())]
    Foreign(PathBuf),
    /// Occurs when a database has nothing in it, not even tables: Muster never leaves one like that.
    #[error("{} is empty: what it held is lost; restore it, or move it away to start afresh", .0.display())]
    Emptied(PathBuf),
    /// Occurs when the log of a database is there and the database is not.
    #[error("{} is missing, but its log is there; restore it, or move the log away to start afresh", .0.display())]
    Missing(PathBuf),
    /// Occurs when a newer version wrote the database.
    #[error("{} was written by a newer version of Muster; use that version, or choose another folder", .0.display())]
    TooNew(PathBuf),
    /// Occurs when files of the open database were moved, deleted or replaced.
    #[error("{} was removed while it was open; nothing can be saved until it is back", .0.display())]
    TakenAway(PathBuf),
    /// Occurs when files of the open database lost what they held.
    #[error("{} was cut short while it was open; nothing can be saved until it is whole again", .0.display())]
    Shortened(PathBuf),
    /// Occurs when there is no match of that id.
    #[error("there is no such match")]
    NoSuchMatch,
    /// Occurs when what is kept of a match cannot be read.
    #[error("the match {0} is damaged")]
    Damaged(String),
    /// Occurs when a record is not the one that was written.
    #[error("the record of this match was changed after it was written")]
    Altered,
    /// Occurs when a promise was used already, was too old, or never made.
    #[error("this promise about dice is used up or too old; ask for another one")]
    NoSuchPromise,
    /// Occurs when whoever adds to a record does not know all of it.
    #[error("the record has {kept} entries; entry {given} is not the next")]
    NotNext {
        /// How many entries are kept.
        kept: u32,
        /// The number of the entry that was given.
        given: u32,
    },
    /// Occurs when something is added to a match that is over.
    #[error("the match is over")]
    Over,
    /// Occurs when a browser keeps as much as it may.
    #[error("you have reached the limit of matches you can keep here; delete some first")]
    QuotaOfBrowser,
    /// Occurs when all browsers together keep as much as they may.
    #[error(
        "this server has reached the limit of matches it can keep; delete some of yours, or ask its owner for more room"
    )]
    QuotaOfAll,
    /// Occurs when the disk is full, or takes no more of this program.
    #[error("the server's disk is full; try again when there is room")]
    Full,
    /// Occurs when the database fails.
    #[error("the database cannot be used: {0}")]
    Database(String),
    /// Occurs when the store was closed.
    #[error("the database is closed")]
    Closed,
}

impl StoreError {
    /// Whether a single write was refused, and not all that was to be written with it.
    pub(crate) fn is_refusal(&self) -> bool {
        use StoreError::{NoSuchMatch, NoSuchPromise, NotNext, Over, QuotaOfAll, QuotaOfBrowser};
        matches!(self, NoSuchMatch | NoSuchPromise | NotNext { .. } | Over | QuotaOfBrowser | QuotaOfAll)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error.as_database_error().and_then(DatabaseError::code) {
            Some(code) if FULL.contains(&&*code) => StoreError::Full,
            _ => StoreError::Database(error.to_string()),
        }
    }
}
