use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use tokio::task::spawn_blocking;

use crate::seal::Seal;
use crate::{Kept, Record, Store, StoreError, Token};

const ALL_BUT_ENTRIES: &str = "SELECT key, id, game, version, holders, names, typed, made, touched, round, entries, \
                               outcome FROM matches";

impl Store {
    /// A match, if there is one of this id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn kept(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let query = format!("{ALL_BUT_ENTRIES} WHERE id = ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.readers).await?;
        match row {
            Some(row) => Ok(Some(self.with_owners(&row).await?)),
            None => Ok(None),
        }
    }

    /// The matches in which a browser holds a seat, those in which something happened last first. Of one that is
    /// damaged no more is known than its id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn kept_of(&self, token: Token) -> Result<Vec<Result<Kept, StoreError>>, StoreError> {
        let query = format!(
            "{ALL_BUT_ENTRIES} WHERE key IN (SELECT of_match FROM seats JOIN browsers ON owner = browsers.key \
             WHERE token = ?) ORDER BY touched DESC, key DESC"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(token.0.to_vec());
        let mut kept = Vec::new();
        for row in query.fetch_all(&self.readers).await? {
            kept.push(self.with_owners(&row).await);
        }
        Ok(kept)
    }

    /// Whether a browser holds a seat in a match, also in one that is damaged.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn is_held_by(&self, id: &str, token: Token) -> Result<bool, StoreError> {
        let query = "SELECT count(*) FROM seats JOIN matches ON of_match = matches.key \
                     JOIN browsers ON owner = browsers.key WHERE id = ? AND token = ?";
        let seats: i64 = sqlx::query_scalar(query).bind(id).bind(token.0.to_vec()).fetch_one(&self.readers).await?;
        Ok(seats > 0)
    }

    async fn with_owners(&self, row: &SqliteRow) -> Result<Kept, StoreError> {
        let damaged = |_| StoreError::Damaged(row.try_get("id").unwrap_or_default());
        let query = "SELECT seat, token FROM seats JOIN browsers ON owner = browsers.key WHERE of_match = ? \
                     ORDER BY seat";
        let key: i64 = row.try_get("key").map_err(damaged)?;
        let owners = sqlx::query(query).bind(key).fetch_all(&self.readers).await?;
        read(row, &owners).map_err(damaged)
    }

    /// The first line of the record of a match.
    ///
    /// # Errors
    /// If there is no such match, or the database cannot be read.
    pub async fn head(&self, id: &str) -> Result<String, StoreError> {
        let head = sqlx::query_scalar("SELECT head FROM heads JOIN matches ON of_match = key WHERE id = ?").bind(id);
        head.fetch_optional(&self.readers).await?.ok_or(StoreError::NoSuchMatch)
    }

    /// The record of a match.
    ///
    /// # Errors
    /// If there is no such match, its record is not the one that was written, or the database cannot be read.
    pub async fn record(&self, id: &str) -> Result<Record, StoreError> {
        let found = "SELECT key, head, entries, seal FROM matches JOIN heads ON of_match = key WHERE id = ?";
        let found = sqlx::query_as(found).bind(id).fetch_optional(&self.readers).await?;
        let (key, head, entries, seal): (i64, String, u32, Option<Vec<u8>>) = found.ok_or(StoreError::NoSuchMatch)?;
        // What was added since is left out, because the seal does not know of it.
        let lines = "SELECT line FROM entries WHERE of_match = ? AND n < ? ORDER BY n";
        let lines: Vec<String> = sqlx::query_scalar(lines).bind(key).bind(entries).fetch_all(&self.readers).await?;
        // A long record takes a while, and others are served on this thread.
        let checked = spawn_blocking(move || {
            let is_right = |seal: &Vec<u8>| *seal == Seal::over(&head, &lines).bytes();
            if lines.len() != entries as usize || !seal.as_ref().is_none_or(is_right) {
                return Err(StoreError::Altered);
            }
            Ok(Record { head, lines, sealed: seal.is_some() })
        });
        checked.await.map_err(|_| StoreError::Closed)?
    }

    /// What each viewer of a finished match was told, compressed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn told(&self, id: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let query = "SELECT viewer, events FROM told JOIN matches ON of_match = key WHERE id = ? ORDER BY viewer";
        Ok(sqlx::query_as(query).bind(id).fetch_all(&self.readers).await?)
    }

    /// The secret behind a promise that no match has kept yet.
    ///
    /// # Errors
    /// If there is none, or the database cannot be read.
    pub async fn secret(&self, promise: &str) -> Result<String, StoreError> {
        let secret = sqlx::query_scalar("SELECT secret FROM promises WHERE id = ?").bind(promise);
        secret.fetch_optional(&self.readers).await?.ok_or(StoreError::NoSuchPromise)
    }
}

fn read(row: &SqliteRow, owners: &[SqliteRow]) -> Result<Kept, sqlx::Error> {
    let owner = |row: &SqliteRow| -> Result<(u8, Token), sqlx::Error> {
        let token: Vec<u8> = row.try_get("token")?;
        let token = token.try_into().map_err(|_| sqlx::Error::Decode("a token has 32 bytes".into()))?;
        Ok((row.try_get("seat")?, Token(token)))
    };
    Ok(Kept {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        version: row.try_get("version")?,
        holders: row.try_get("holders")?,
        names: row.try_get("names")?,
        typed: row.try_get("typed")?,
        made: row.try_get("made")?,
        touched: row.try_get("touched")?,
        round: row.try_get("round")?,
        entries: row.try_get("entries")?,
        outcome: row.try_get("outcome")?,
        owners: owners.iter().map(owner).collect::<Result<_, _>>()?,
    })
}
