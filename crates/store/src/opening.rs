use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, watch};

use crate::{Store, StoreError, writing};

static MIGRATIONS: Migrator = sqlx::migrate!();

/// What a database of ours says in its head that it is: the letters `Mstr`.
const APPLICATION: i64 = 0x4d73_7472;
/// What SQLite says of a file that it has not written.
const NOT_A_DATABASE: &str = "26";
/// So many may wait for the writer; more wait for room.
const WAITING: usize = 4096;
const READERS: u32 = 4;

/// Where matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: they are gone with the process.
    Memory,
    /// In this folder, which is made if it is not there.
    Folder(PathBuf),
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    /// If the place cannot be used, is used by another program, or holds something else.
    pub async fn open(place: &Place) -> Result<Store, StoreError> {
        match place {
            Place::Memory => {
                // A database in memory lives in its one connection, which must never be closed.
                let options = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
                let pool = options.connect_with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true)).await?;
                migrate(&pool, Path::new(":memory:")).await?;
                Ok(Store::over(pool.clone(), pool, None))
            }
            Place::Folder(folder) => open_in(folder).await,
        }
    }

    fn over(readers: SqlitePool, writers: SqlitePool, lock: Option<File>) -> Store {
        let (writer, jobs) = mpsc::channel(WAITING);
        let commits = Arc::new(AtomicU64::new(0));
        let (open, opened) = watch::channel(());
        let (readers_too, counted) = (readers.clone(), Arc::clone(&commits));
        tokio::spawn(async move {
            writing::run(&writers, jobs, &counted).await;
            writers.close().await;
            readers_too.close().await;
            // Only now may another program open the same folder.
            drop((lock, open));
        });
        Store { readers, writer, commits, open: opened }
    }
}

async fn open_in(folder: &Path) -> Result<Store, StoreError> {
    let unusable = |error: std::io::Error| StoreError::Folder { folder: folder.to_owned(), why: plain(&error) };
    create(folder).map_err(unusable)?;
    let lock = File::options().create(true).truncate(false).write(true).open(folder.join("muster.lock"));
    let lock = lock.map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::Taken(folder.to_owned())),
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    let file = folder.join("muster.sqlite");
    if file.exists() {
        must_be_ours(&file).await?;
    } else {
        create_file(&file).map_err(unusable)?;
    }
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    let unopened =
        |error: sqlx::Error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string().to_lowercase() };
    let writers = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    let writers = writers.connect_with(options.clone()).await.map_err(unopened)?;
    migrate(&writers, &file).await?;
    let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options).await.map_err(unopened)?;
    Ok(Store::over(readers, writers, Some(lock)))
}

/// Makes the folder, for nobody else to look into: records hold secrets.
fn create(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes the file, for nobody else to read, also where others may look into the folder.
fn create_file(file: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Looks at a file before anything is changed in it.
async fn must_be_ours(file: &Path) -> Result<(), StoreError> {
    let foreign = |error: sqlx::Error| match error.as_database_error().and_then(DatabaseError::code) {
        Some(code) if code == NOT_A_DATABASE => StoreError::Foreign(file.to_owned()),
        _ => StoreError::Folder { folder: file.to_owned(), why: error.to_string().to_lowercase() },
    };
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(foreign)?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut connection).await.map_err(foreign)?;
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await.map_err(foreign)?;
    let _ = connection.close().await;
    // A file without tables is one that was cut short while it was made, and may become anything.
    if tables > 0 && application != APPLICATION { Err(StoreError::Foreign(file.to_owned())) } else { Ok(()) }
}

async fn migrate(pool: &SqlitePool, file: &Path) -> Result<(), StoreError> {
    // First, so that a database is never half made and nobody's.
    sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION}"))).execute(pool).await?;
    match MIGRATIONS.run(pool).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
            Err(StoreError::TooNew(file.to_owned()))
        }
        Err(error) => Err(StoreError::Database(error.to_string())),
    }
}

/// What is wrong with a file, without the number that operating systems add.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
