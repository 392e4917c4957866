use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, watch};

use crate::lock::Lock;
use crate::writing::Writer;
use crate::{Quota, Store, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!();

/// What a database of ours says in its head that it is: the letters `Mstr`.
const APPLICATION: i64 = 0x4d73_7472;
/// What SQLite says of a file that it has not written.
const NOT_A_DATABASE: &str = "26";
/// The files of a database, by what stands behind its name.
const LOG: &str = "-wal";
const ALL_FILES: [&str; 4] = ["", "-journal", LOG, "-shm"];
/// What a database and its log begin with. The log's next byte depends on the machine.
const DATABASE_BEGINS: &[u8] = b"SQLite format 3\0";
const LOG_BEGINS: &[u8] = b"\x37\x7f\x06";
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
        Store::open_with(place, Quota::default()).await
    }

    /// The same, with a say in how much is kept.
    ///
    /// # Errors
    /// If the place cannot be used, is used by another program, or holds something else.
    pub async fn open_with(place: &Place, quota: Quota) -> Result<Store, StoreError> {
        match place {
            Place::Memory => {
                // A database in memory lives in its one connection, which must never be closed.
                let options = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
                let pool = options.connect_with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true)).await?;
                migrate(&mut *pool.acquire().await?, Path::new(":memory:")).await?;
                Ok(Store::over(pool.clone(), Writer::new(pool, None, quota), None))
            }
            Place::Folder(folder) => open_in(folder, quota).await,
        }
    }

    fn over(readers: SqlitePool, mut writer: Writer, lost: Option<String>) -> Store {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let (open, opened) = watch::channel(());
        let (readers_too, commits) = (readers.clone(), Arc::clone(&writer.commits));
        tokio::spawn(async move {
            writer.run(waiting).await;
            writer.pool.close().await;
            readers_too.close().await;
            // Only now may another program open the same folder.
            drop((writer, open));
        });
        Store { readers, writer: jobs, commits, open: opened, lost: lost.map(Into::into) }
    }
}

async fn open_in(folder: &Path, quota: Quota) -> Result<Store, StoreError> {
    let unusable = |why: String| StoreError::Folder { folder: folder.to_owned(), why };
    create(folder).map_err(|error| unusable(plain(&error)))?;
    let mut lock = Lock::take(folder)?;
    let file = folder.join("muster.sqlite");
    let log = beside(&file, LOG);
    let mut kept = None;
    if file.exists() {
        kept = must_be_ours(&file).await?;
    } else if log.exists() {
        return Err(StoreError::Missing(file));
    } else {
        make(&file).await?;
    }
    let lost = missing(&lock, kept, &log);
    let unopened = |error: sqlx::Error| unusable(error.to_string().to_lowercase());
    let writers = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    let writers = writers.connect_with(options(&file)).await.map_err(unopened)?;
    let mut connection = writers.acquire().await.map_err(unopened)?;
    migrate(&mut connection, &file).await?;
    let commits = sqlx::query_scalar("SELECT count FROM commits").fetch_one(&mut *connection).await?;
    drop(connection);
    lock.watch(file.clone(), DATABASE_BEGINS)?;
    lock.watch(log, LOG_BEGINS)?;
    lock.note(commits).map_err(|error| unusable(plain(&error)))?;
    let readers =
        SqlitePoolOptions::new().max_connections(READERS).connect_with(options(&file)).await.map_err(unopened)?;
    Ok(Store::over(readers, Writer::new(writers, Some(lock), quota), lost))
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
}

/// Makes the folder, for nobody else to look into: records hold secrets.
fn create(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes the database under another name, and gives it its own when it is whole. So whatever ends the program meanwhile,
/// a file of that name is never half made.
async fn make(file: &Path) -> Result<(), StoreError> {
    let unusable = |error: io::Error| StoreError::Folder { folder: file.to_owned(), why: plain(&error) };
    let draft = beside(file, ".new");
    for left in ALL_FILES.map(|suffix| beside(&draft, suffix)) {
        match fs::remove_file(&left) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
            _ => {}
        }
    }
    create_file(&draft).map_err(unusable)?;
    let mut connection = SqliteConnection::connect_with(&options(&draft)).await?;
    migrate(&mut connection, &draft).await?;
    // The last who closes it moves the log into the file.
    connection.close().await?;
    fs::rename(&draft, file).map_err(unusable)?;
    #[cfg(unix)]
    file.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all()).map_err(unusable)?;
    Ok(())
}

/// Makes the file, for nobody else to read, also where others may look into the folder.
fn create_file(file: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// A file of the same name with something behind it.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Looks at a file before anything is changed in it, and says how many commits it has, if it counts them.
async fn must_be_ours(file: &Path) -> Result<Option<i64>, StoreError> {
    let unusable = |why| StoreError::Folder { folder: file.to_owned(), why };
    let foreign = |error: sqlx::Error| match error.as_database_error().and_then(DatabaseError::code) {
        Some(code) if code == NOT_A_DATABASE => StoreError::Foreign(file.to_owned()),
        _ => unusable(error.to_string().to_lowercase()),
    };
    if fs::metadata(file).map_err(|error| unusable(plain(&error)))?.len() == 0 {
        return Err(StoreError::Emptied(file.to_owned()));
    }
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(foreign)?;
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await.map_err(foreign)?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut connection).await.map_err(foreign)?;
    if tables == 0 {
        return Err(StoreError::Emptied(file.to_owned()));
    }
    if application != APPLICATION {
        return Err(StoreError::Foreign(file.to_owned()));
    }
    // Older versions did not count.
    let commits = sqlx::query_scalar("SELECT count FROM commits").fetch_one(&mut connection).await.ok();
    let _ = connection.close().await;
    Ok(commits)
}

/// Says what was acknowledged and is not there, and puts aside what is left of the log, which will be written over.
fn missing(lock: &Lock, kept: Option<i64>, log: &Path) -> Option<String> {
    let lost = lock.acknowledged()? - kept.unwrap_or_default();
    if lost <= 0 {
        return None;
    }
    let aside = beside(log, ".damaged");
    let rest = match fs::copy(log, &aside) {
        Ok(_) => format!("; what is left of the log was set aside as {}", aside.display()),
        Err(_) => String::new(),
    };
    let changes = if lost == 1 { "change is".to_owned() } else { format!("{lost} changes are") };
    Some(format!("the last {changes} missing, perhaps because files were damaged{rest}"))
}

async fn migrate(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let mark = sqlx::AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION}"));
    sqlx::query(mark).execute(&mut *connection).await?;
    match MIGRATIONS.run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
            Err(StoreError::TooNew(file.to_owned()))
        }
        Err(error) => Err(StoreError::Database(error.to_string())),
    }
}

/// What is wrong with a file, without the number that operating systems add.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
