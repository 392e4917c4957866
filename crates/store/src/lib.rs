//! Matches kept in a database: records that only grow, who holds which seat, and promises about dice.
//!
//! It knows no game and reads no record: what it keeps is text. One task writes. Whatever waits when it looks goes into
//! one transaction, and nobody hears that something is done before it is on the disk, so that many matches share the
//! price of one commit.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use store::{Append, NewMatch, Place, Store, Token};
//!
//! let store = Store::open(&Place::Memory).await?;
//! let ann = Token([7; 32]);
//! let head = "{\"game\":\"chess\"}\n".to_owned();
//! store.create(NewMatch { id: "m1".to_owned(), head, owners: vec![(0, ann)], ..NewMatch::default() }).await?;
//! let lines = vec!["e2e4\n".to_owned()];
//! store.append(Append { id: "m1".to_owned(), first: 0, lines, ..Append::default() }).await?;
//! assert_eq!(store.record("m1").await?.lines, ["e2e4\n"]);
//! # Ok::<(), store::StoreError>(())
//! # }).unwrap();
//! ```

mod error;
mod kept;
mod lock;
mod opening;
mod quota;
mod reading;
mod seal;
mod writing;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot, watch};

pub use error::StoreError;
pub use kept::{Append, End, Kept, NewMatch, Record, Token};
pub use opening::Place;
pub use quota::{Amount, Quota};

use writing::{Job, Write};

/// A database of matches.
#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
    commits: Arc<AtomicU64>,
    /// Held by the task that writes, for as long as the database is open.
    open: watch::Receiver<()>,
    lost: Option<Arc<str>>,
}

impl Store {
    /// How many transactions were committed so far.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// What was acknowledged before and was not there when the database was opened, in a sentence.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Waits until the database is closed, which it is when all clones of the store are gone. Nothing is lost by not
    /// waiting; but the next one who opens the same folder may be too early.
    pub async fn close(self) {
        let Store { writer, mut open, .. } = self;
        drop(writer);
        while open.changed().await.is_ok() {}
    }

    /// Keeps a new match, and with it that its promise is used up.
    ///
    /// # Errors
    /// If the promise is not there, there is no room for another match, or nothing can be written.
    pub async fn create(&self, new: NewMatch) -> Result<(), StoreError> {
        self.write(Write::Create(Box::new(new))).await
    }

    /// Adds entries to a match. When this returns they are on the disk.
    ///
    /// # Errors
    /// If the first of them is not the next, the match is over or not there, or nothing can be written.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(Box::new(append))).await
    }

    /// Forgets a match and all of its entries.
    ///
    /// # Errors
    /// If it is not there, or nothing can be written.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.write(Write::Delete(id.to_owned())).await
    }

    /// Keeps the secret behind a promise, and forgets promises made before a time.
    ///
    /// # Errors
    /// If nothing can be written.
    pub async fn promise(&self, id: &str, secret: &str, made: i64, forget_before: i64) -> Result<(), StoreError> {
        let (id, secret) = (id.to_owned(), secret.to_owned());
        self.write(Write::Promise { id, secret, made, forget_before }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, told) = oneshot::channel();
        self.writer.send(Job { write, done }).await.map_err(|_| StoreError::Closed)?;
        told.await.map_err(|_| StoreError::Closed)?
    }
}
