use std::path::PathBuf;

/// Why something cannot be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Occurs when the folder cannot be made or used.
    #[error("matches cannot be kept in {}: {why}; name another folder", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Occurs when another program has the folder open.
    #[error("another muster keeps its matches in {}; stop it, or name another folder", .0.display())]
    Taken(PathBuf),
    /// Occurs when the file is no database of matches.
    #[error("{} is not a database of Muster; move it away, or name another folder", .0.display())]
    Foreign(PathBuf),
    /// Occurs when a newer version wrote the database.
    #[error("{} was written by a newer version of Muster; use that one, or name another folder", .0.display())]
    TooNew(PathBuf),
    /// Occurs when there is no match of that id.
    #[error("there is no such match")]
    NoSuchMatch,
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
    /// Occurs when the database fails: a full disk, a file that was taken away.
    #[error("the database cannot be used: {0}")]
    Database(String),
    /// Occurs when the store was closed.
    #[error("the database is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}
