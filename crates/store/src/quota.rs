//! How much is kept, and what has to go for something new.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;

use crate::{NewMatch, StoreError, Token};

/// An amount of what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// So many matches.
    pub matches: u32,
    /// So many bytes of records, and of what was told of finished matches.
    pub bytes: u64,
}

impl Amount {
    fn and(self, other: Amount) -> Amount {
        Amount { matches: self.matches + other.matches, bytes: self.bytes + other.bytes }
    }

    fn less(self, other: Amount) -> Amount {
        Amount { matches: self.matches - other.matches, bytes: self.bytes - other.bytes }
    }

    fn fits(self, most: Amount) -> bool {
        self.matches <= most.matches && self.bytes <= most.bytes
    }
}

/// How much is kept at most, when a match is started. One that was started is never refused an answer for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// For one browser.
    pub browser: Amount,
    /// For all together. What was never played makes room, the oldest first.
    pub all: Amount,
    /// For so many seconds a match is kept that is never played.
    pub unplayed: i64,
}

impl Default for Quota {
    fn default() -> Quota {
        Quota {
            browser: Amount { matches: 500, bytes: 256 << 20 },
            all: Amount { matches: 20_000, bytes: 4 << 30 },
            unplayed: 7 * 24 * 60 * 60,
        }
    }
}

impl Quota {
    /// Sees to it that there is room for a match, or refuses it.
    pub(crate) async fn make_room(
        &self,
        connection: &mut SqliteConnection,
        new: &NewMatch,
        bytes: u64,
    ) -> Result<(), StoreError> {
        let old = "DELETE FROM matches WHERE entries = begun AND made < ?";
        sqlx::query(old).bind(new.made - self.unplayed).execute(&mut *connection).await?;
        let one = Amount { matches: 1, bytes };
        let owners: BTreeSet<Token> = new.owners.iter().map(|(_, owner)| *owner).collect();
        for owner in owners {
            if !kept_by(connection, owner).await?.and(one).fits(self.browser) {
                return Err(StoreError::QuotaOfBrowser);
            }
        }
        let all = "SELECT count(*), coalesce(sum(bytes), 0) FROM matches";
        let (matches, bytes): (u32, i64) = sqlx::query_as(all).fetch_one(&mut *connection).await?;
        let mut kept = Amount { matches, bytes: bytes.unsigned_abs() }.and(one);
        if kept.fits(self.all) {
            return Ok(());
        }
        let unplayed = "SELECT key, bytes FROM matches WHERE entries = begun ORDER BY made, key";
        let unplayed: Vec<(i64, i64)> = sqlx::query_as(unplayed).fetch_all(&mut *connection).await?;
        let mut last = None;
        for (n, (_, bytes)) in unplayed.iter().enumerate() {
            if kept.fits(self.all) {
                break;
            }
            kept = kept.less(Amount { matches: 1, bytes: bytes.unsigned_abs() });
            last = Some(n);
        }
        if !kept.fits(self.all) {
            return Err(StoreError::QuotaOfAll);
        }
        for (key, _) in last.map_or(&[][..], |last| &unplayed[..=last]) {
            sqlx::query("DELETE FROM matches WHERE key = ?").bind(key).execute(&mut *connection).await?;
        }
        Ok(())
    }
}

async fn kept_by(connection: &mut SqliteConnection, owner: Token) -> Result<Amount, StoreError> {
    let kept = "SELECT count(*), coalesce(sum(bytes), 0) FROM matches WHERE key IN (SELECT of_match FROM seats \
                JOIN browsers ON owner = browsers.key WHERE token = ?)";
    let (matches, bytes): (u32, i64) = sqlx::query_as(kept).bind(owner.0.to_vec()).fetch_one(connection).await?;
    Ok(Amount { matches, bytes: bytes.unsigned_abs() })
}
