//! The one task that writes: whatever waits goes into one transaction.

use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use crate::{Append, End, NewMatch, StoreError, Token};

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

pub(crate) async fn run(pool: &SqlitePool, mut jobs: mpsc::Receiver<Job>, commits: &AtomicU64) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let results = match commit(pool, &batch).await {
            Ok(results) => {
                commits.fetch_add(1, Ordering::Relaxed);
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

/// Writes all of it or nothing. What is refused was found out before anything was changed for it.
async fn commit(pool: &SqlitePool, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        match write(&mut transaction, &job.write).await {
            Err(error @ (StoreError::Database(_) | StoreError::Closed)) => return Err(error),
            result => results.push(result),
        }
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write(connection: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Create(new) => create(connection, new).await,
        Write::Append(append) => add(connection, append).await,
        Write::Delete(id) => {
            let deleted = sqlx::query("DELETE FROM matches WHERE id = ?").bind(id).execute(&mut *connection).await?;
            // Of a browser without a seat nothing is kept.
            let seatless = "DELETE FROM browsers WHERE key NOT IN (SELECT owner FROM seats)";
            sqlx::query(seatless).execute(connection).await?;
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

async fn create(connection: &mut SqliteConnection, new: &NewMatch) -> Result<(), StoreError> {
    if let Some(promise) = &new.promise {
        let used = sqlx::query("DELETE FROM promises WHERE id = ?").bind(promise).execute(&mut *connection).await?;
        if used.rows_affected() == 0 {
            return Err(StoreError::NoSuchPromise);
        }
    }
    let insert = sqlx::query_scalar(
        "INSERT INTO matches (id, game, version, head, holders, names, typed, made, touched, round, entries) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) RETURNING key",
    );
    let insert = insert.bind(&new.id).bind(&new.game).bind(new.version).bind(&new.head).bind(&new.holders);
    let insert = insert.bind(&new.names).bind(new.typed).bind(new.made).bind(new.made).bind(new.round);
    let key: i64 = insert.fetch_one(&mut *connection).await?;
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
    let found = sqlx::query_as("SELECT key, entries, outcome IS NOT NULL FROM matches WHERE id = ?");
    let found: Option<(i64, u32, bool)> = found.bind(&append.id).fetch_optional(&mut *connection).await?;
    let (key, kept, over) = found.ok_or(StoreError::NoSuchMatch)?;
    if over {
        return Err(StoreError::Over);
    }
    if append.first != kept {
        return Err(StoreError::NotNext { kept, given: append.first });
    }
    for (n, line) in (kept..).zip(&append.lines) {
        let insert = sqlx::query("INSERT INTO entries (of_match, n, line) VALUES (?, ?, ?)");
        insert.bind(key).bind(n).bind(line).execute(&mut *connection).await?;
    }
    let outcome = append.end.as_ref().map(|End { outcome, .. }| outcome);
    let update = "UPDATE matches SET entries = entries + ?, touched = ?, round = ?, outcome = ? WHERE key = ?";
    let update = sqlx::query(update).bind(append.lines.len() as i64).bind(append.touched).bind(append.round);
    update.bind(outcome).bind(key).execute(&mut *connection).await?;
    for (viewer, events) in append.end.iter().flat_map(|end| &end.told) {
        let insert = sqlx::query("INSERT INTO told (of_match, viewer, events) VALUES (?, ?, ?)");
        insert.bind(key).bind(viewer).bind(events).execute(&mut *connection).await?;
    }
    Ok(())
}
