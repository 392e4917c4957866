use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::{Kept, Store, StoreError, Token};

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

    /// The matches in which a browser holds a seat, those in which something happened last first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn kept_of(&self, token: Token) -> Result<Vec<Kept>, StoreError> {
        let query = format!(
            "{ALL_BUT_ENTRIES} WHERE key IN (SELECT of_match FROM seats JOIN browsers ON owner = browsers.key \
             WHERE token = ?) ORDER BY touched DESC, key DESC"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(token.0.to_vec());
        let mut kept = Vec::new();
        for row in query.fetch_all(&self.readers).await? {
            kept.push(self.with_owners(&row).await?);
        }
        Ok(kept)
    }

    async fn with_owners(&self, row: &SqliteRow) -> Result<Kept, StoreError> {
        let query = "SELECT seat, token FROM seats JOIN browsers ON owner = browsers.key WHERE of_match = ? \
                     ORDER BY seat";
        let owners = sqlx::query(query).bind(row.try_get::<i64, _>("key")?).fetch_all(&self.readers).await?;
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

    /// The first line of the record of a match.
    ///
    /// # Errors
    /// If there is no such match, or the database cannot be read.
    pub async fn head(&self, id: &str) -> Result<String, StoreError> {
        let head = sqlx::query_scalar("SELECT head FROM matches WHERE id = ?").bind(id);
        head.fetch_optional(&self.readers).await?.ok_or(StoreError::NoSuchMatch)
    }

    /// The lines of the entries of a match, in order.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn lines(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT line FROM entries JOIN matches ON of_match = key WHERE id = ? ORDER BY n";
        Ok(sqlx::query_scalar(query).bind(id).fetch_all(&self.readers).await?)
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
