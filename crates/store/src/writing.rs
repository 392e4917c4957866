//! The one task that writes: whatever waits goes into one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use crate::lock::Lock;
use crate::seal::Seal;
use crate::{Append, End, NewMatch, Quota, StoreError, Token};

/// So much goes into one transaction at most, so that nobody waits for all the others.
const BATCH: usize = 1024;
/// So many promises are kept at most; a new one drives out the oldest.
const PROMISES: i64 = 10_000;

pub(crate) enum Write {
    Create(Box<NewMatch>),
    Append(Box<Append>),
    Delete(String),
    Promise { id: String, secret: String, made: i64, forget_before: i64 },
}

pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) done: oneshot::Sender<Result<(), StoreError>>,
}

/// Whoever writes, alone.
pub(crate) struct Writer {
    pub(crate) pool: SqlitePool,
    /// What is in memory needs none.
    lock: Option<Lock>,
    quota: Quota,
    pub(crate) commits: Arc<AtomicU64>,
}

impl Writer {
    pub(crate) fn new(pool: SqlitePool, lock: Option<Lock>, quota: Quota) -> Writer {
        Writer { pool, lock, quota, commits: Arc::default() }
    }

    pub(crate) async fn run(&mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            let results = match self.keep(&batch).await {
                Ok(results) => {
                    self.commits.fetch_add(1, Ordering::Relaxed);
                    results
                }
                Err(error) => {
                    tracing::error!(%error, writes = batch.len(), "nothing could be written");
                    vec![Err(error); batch.len()]
                }
            };
            for (job, result) in batch.drain(..).zip(results) {
                // Whoever asked may be gone; what was written stays.
                let _ = job.done.send(result);
            }
        }
    }

    /// Writes all of it or nothing, into the files that were opened.
    async fn keep(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        self.lock.as_mut().map_or(Ok(()), Lock::check)?;
        let mut connection = self.pool.acquire().await?;
        let (commit, results) = match commit(&mut connection, &self.quota, batch).await {
            Ok(committed) => committed,
            Err(error) => {
                // When there is no room, SQLite has taken it back by itself, and says that there is nothing to take back.
                let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
                return Err(error);
            }
        };
        if let Some(lock) = &mut self.lock {
            lock.check()?;
            if let Err(error) = lock.note(commit) {
                tracing::warn!(%error, "muster.lock cannot be written; what is lost later may go unnoticed");
            }
        }
        Ok(results)
    }
}

/// Writes a batch, and gives the number of the commit. What is refused was found out before anything was changed for it.
///
/// The words are ours, and not sqlx's, which counts transactions: SQLite ends one by itself when the disk is full.
async fn commit(
    connection: &mut SqliteConnection,
    quota: &Quota,
    batch: &[Job],
) -> Result<(i64, Vec<Result<(), StoreError>>), StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        match write(connection, quota, &job.write).await {
            Err(error) if !error.is_refusal() => return Err(error),
            result => results.push(result),
        }
    }
    let count = "UPDATE commits SET count = count + 1 RETURNING count";
    let count = sqlx::query_scalar(count).fetch_one(&mut *connection).await?;
    sqlx::query("COMMIT").execute(connection).await?;
    Ok((count, results))
}

async fn write(connection: &mut SqliteConnection, quota: &Quota, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Create(new) => create(connection, quota, new).await,
        Write::Append(append) => add(connection, append).await,
        Write::Delete(id) => {
            let deleted = sqlx::query("DELETE FROM matches WHERE id = ?").bind(id).execute(&mut *connection).await?;
            forget_seatless(connection).await?;
            if deleted.rows_affected() == 0 { Err(StoreError::NoSuchMatch) } else { Ok(()) }
        }
        Write::Promise { id, secret, made, forget_before } => {
            sqlx::query("DELETE FROM promises WHERE made < ?").bind(forget_before).execute(&mut *connection).await?;
            let oldest =
                "DELETE FROM promises WHERE id IN (SELECT id FROM promises ORDER BY made DESC LIMIT -1 OFFSET ?)";
            sqlx::query(oldest).bind(PROMISES - 1).execute(&mut *connection).await?;
            let insert = sqlx::query("INSERT INTO promises (id, secret, made) VALUES (?, ?, ?)");
            insert.bind(id).bind(secret).bind(made).execute(connection).await?;
            Ok(())
        }
    }
}

/// Of a browser without a seat nothing is kept.
async fn forget_seatless(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let seatless = "DELETE FROM browsers WHERE key NOT IN (SELECT owner FROM seats)";
    sqlx::query(seatless).execute(connection).await?;
    Ok(())
}

async fn create(connection: &mut SqliteConnection, quota: &Quota, new: &NewMatch) -> Result<(), StoreError> {
    let bytes = new.head.len() + size(&new.lines, new.end.as_ref());
    quota.make_room(connection, new, bytes as u64).await?;
    forget_seatless(connection).await?;
    if let Some(promise) = &new.promise {
        let used = sqlx::query("DELETE FROM promises WHERE id = ?").bind(promise).execute(&mut *connection).await?;
        if used.rows_affected() == 0 {
            return Err(StoreError::NoSuchPromise);
        }
    }
    let insert = sqlx::query_scalar(
        "INSERT INTO matches (id, game, version, holders, names, typed, made, touched, round, entries, begun, \
         bytes, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?) RETURNING key",
    );
    let insert = insert.bind(&new.id).bind(&new.game).bind(new.version).bind(&new.holders).bind(&new.names);
    let insert = insert.bind(new.typed).bind(new.made).bind(new.made).bind(new.round);
    let insert = insert.bind(new.lines.len() as i64).bind(new.head.len() as i64);
    let key: i64 = insert.bind(Seal::of_head(&new.head).bytes()).fetch_one(&mut *connection).await?;
    let head = sqlx::query("INSERT INTO heads (of_match, head) VALUES (?, ?)").bind(key).bind(&new.head);
    head.execute(&mut *connection).await?;
    for (seat, owner) in &new.owners {
        give(connection, key, *seat, *owner).await?;
    }
    let append = Append {
        id: new.id.clone(),
        first: 0,
        lines: new.lines.clone(),
        touched: new.made,
        round: new.round,
        end: new.end.clone(),
    };
    add(connection, &append).await
}

async fn give(connection: &mut SqliteConnection, key: i64, seat: u8, owner: Token) -> Result<(), StoreError> {
    let token = owner.0.to_vec();
    let known = sqlx::query("INSERT INTO browsers (token) VALUES (?) ON CONFLICT DO NOTHING").bind(&token);
    known.execute(&mut *connection).await?;
    let give = "INSERT OR REPLACE INTO seats (of_match, seat, owner) SELECT ?, ?, key FROM browsers WHERE token = ?";
    sqlx::query(give).bind(key).bind(seat).bind(&token).execute(connection).await?;
    Ok(())
}

async fn add(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let found = sqlx::query_as("SELECT key, entries, outcome IS NOT NULL, seal FROM matches WHERE id = ?");
    let found: Option<(i64, u32, bool, Option<Vec<u8>>)> =
        found.bind(&append.id).fetch_optional(&mut *connection).await?;
    let (key, kept, over, seal) = found.ok_or(StoreError::NoSuchMatch)?;
    if over {
        return Err(StoreError::Over);
    }
    if append.first != kept {
        return Err(StoreError::NotNext { kept, given: append.first });
    }
    let mut seal = seal.as_deref().and_then(Seal::from_bytes);
    for (n, line) in (kept..).zip(&append.lines) {
        seal = seal.map(|seal| seal.and(line));
        let insert = sqlx::query("INSERT INTO entries (of_match, n, line) VALUES (?, ?, ?)");
        insert.bind(key).bind(n).bind(line).execute(&mut *connection).await?;
    }
    let outcome = append.end.as_ref().map(|End { outcome, .. }| outcome);
    let update = "UPDATE matches SET entries = entries + ?, bytes = bytes + ?, touched = ?, round = ?, outcome = ?, \
                  seal = ? WHERE key = ?";
    let bytes = size(&append.lines, append.end.as_ref());
    let update = sqlx::query(update).bind(append.lines.len() as i64).bind(bytes as i64).bind(append.touched);
    update
        .bind(append.round)
        .bind(outcome)
        .bind(seal.as_ref().map(Seal::bytes))
        .bind(key)
        .execute(&mut *connection)
        .await?;
    for (viewer, events) in append.end.iter().flat_map(|end| &end.told) {
        let insert = sqlx::query("INSERT INTO told (of_match, viewer, events) VALUES (?, ?, ?)");
        insert.bind(key).bind(viewer).bind(events).execute(&mut *connection).await?;
    }
    Ok(())
}

fn size(lines: &[String], end: Option<&End>) -> usize {
    let told = end.iter().flat_map(|end| &end.told).map(|(_, events)| events.len());
    lines.iter().map(String::len).chain(told).sum()
}
