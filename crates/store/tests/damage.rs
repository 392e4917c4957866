//! What goes wrong with the files: it is said, nothing is acknowledged that is not kept, and the rest goes on.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use sqlx::{Connection, SqliteConnection};
use store::{Append, NewMatch, Place, Store, StoreError, Token};
use tempfile::TempDir;

const ANN: Token = Token([1; 32]);

async fn open(folder: &Path) -> Result<Store, StoreError> {
    Store::open(&Place::Folder(folder.to_owned())).await
}

fn new(id: &str) -> NewMatch {
    NewMatch { id: id.to_owned(), head: format!("head of {id}\n"), owners: vec![(0, ANN)], ..NewMatch::default() }
}

fn append(id: &str, first: u32, line: &str) -> Append {
    Append { id: id.to_owned(), first, lines: vec![line.to_owned()], ..Append::default() }
}

/// Changes a database behind the back of whoever wrote it.
async fn tamper(folder: &Path, how: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("muster.sqlite"));
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    assert!(sqlx::query(how).execute(&mut database).await.unwrap().rows_affected() > 0);
    database.close().await.unwrap();
}

/// What a program leaves that is killed while it makes its first database.
#[tokio::test]
async fn whatever_a_first_start_left_behind_the_next_one_works() {
    let whole = TempDir::new().unwrap();
    open(whole.path()).await.unwrap().close().await;
    let whole = fs::read(whole.path().join("muster.sqlite")).unwrap();
    let states: [&[(&str, &[u8])]; 7] = [
        &[],
        &[("muster.lock", b"")],
        &[("muster.lock", b""), ("muster.sqlite.new", b"")],
        &[("muster.sqlite.new", &whole[..4096])],
        &[("muster.sqlite.new", &whole[..4096]), ("muster.sqlite.new-journal", &whole[..512])],
        &[("muster.sqlite.new", &whole[..4096]), ("muster.sqlite.new-wal", &whole), ("muster.sqlite.new-shm", b"?")],
        &[("muster.sqlite.new", &whole)],
    ];
    for state in states {
        let folder = TempDir::new().unwrap();
        for (file, bytes) in state {
            fs::write(folder.path().join(file), bytes).unwrap();
        }
        let store = open(folder.path()).await.unwrap();
        assert_eq!(store.lost(), None);
        store.create(new("m")).await.unwrap();
        store.close().await;
        assert!(open(folder.path()).await.unwrap().record("m").await.is_ok());
    }
}

#[tokio::test]
async fn a_file_that_lost_what_it_held_is_not_taken_for_a_new_one() {
    let folder = TempDir::new().unwrap();
    let (file, log) = (folder.path().join("muster.sqlite"), folder.path().join("muster.sqlite-wal"));
    let store = open(folder.path()).await.unwrap();
    store.create(new("m")).await.unwrap();
    let kept = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    store.close().await;
    fs::write(&file, "").unwrap();
    assert_eq!(open(folder.path()).await.err(), Some(StoreError::Emptied(file.clone())));
    assert_eq!(fs::read(&file).unwrap(), b"");
    fs::remove_file(&file).unwrap();
    fs::write(&log, &kept.1).unwrap();
    assert_eq!(open(folder.path()).await.err(), Some(StoreError::Missing(file.clone())));
    fs::write(&file, &kept.0).unwrap();
    let store = open(folder.path()).await.unwrap();
    assert!(store.record("m").await.is_ok() && store.lost().is_none());
    store.close().await;
    // Whoever moves all of it away begins anew, and hears that once.
    fs::remove_file(&file).unwrap();
    let store = open(folder.path()).await.unwrap();
    assert!(store.lost().unwrap().contains("the last change is missing"), "{:?}", store.lost());
    store.close().await;
    assert_eq!(open(folder.path()).await.unwrap().lost(), None);
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_into_files_that_were_taken_away() {
    for name in ["muster.sqlite", "muster.sqlite-wal", "muster.lock"] {
        let folder = TempDir::new().unwrap();
        let (file, away) = (folder.path().join(name), folder.path().join("away"));
        let store = open(folder.path()).await.unwrap();
        store.create(new("m")).await.unwrap();
        fs::rename(&file, &away).unwrap();
        let gone = Err(StoreError::TakenAway(file.clone()));
        assert_eq!(store.append(append("m", 0, "a\n")).await, gone);
        fs::write(&file, "another").unwrap();
        assert_eq!(store.append(append("m", 0, "a\n")).await, gone);
        fs::rename(&away, &file).unwrap();
        assert_eq!(store.append(append("m", 0, "b\n")).await, Ok(()));
        assert_eq!(store.record("m").await.unwrap().lines, ["b\n"]);
    }
}

/// The report: `: > muster.sqlite`, or its log, under a running server, and ten of ten answers were acknowledged into
/// nothing.
#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_into_files_that_were_cut_short() {
    for name in ["muster.sqlite", "muster.sqlite-wal"] {
        for left in [0, 40, 5000] {
            let folder = TempDir::new().unwrap();
            let file = folder.path().join(name);
            let store = open(folder.path()).await.unwrap();
            store.create(new("m")).await.unwrap();
            let whole = fs::read(&file).unwrap();
            fs::File::options().write(true).open(&file).unwrap().set_len(left).unwrap();
            for _ in 0..3 {
                assert_eq!(store.append(append("m", 0, "a\n")).await, Err(StoreError::Shortened(file.clone())));
            }
            // As when somebody brings back what was there, into the same file.
            fs::write(&file, &whole).unwrap();
            assert_eq!(store.append(append("m", 0, "b\n")).await, Ok(()), "{name} {left}");
            assert_eq!(store.record("m").await.unwrap().lines, ["b\n"]);
            // What was written behind the end of an emptied file makes it as long as it was.
            let file = fs::File::options().write(true).open(&file).unwrap();
            let length = file.metadata().unwrap().len();
            file.set_len(0).unwrap();
            file.set_len(length).unwrap();
            assert!(matches!(store.append(append("m", 1, "c\n")).await, Err(StoreError::Shortened(_))));
        }
    }
}

/// A log is moved into the database when it is long enough, and written from its beginning again.
#[tokio::test]
async fn what_sqlite_does_with_its_files_is_not_taken_for_damage() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    let log = folder.path().join("muster.sqlite-wal");
    let (mut longest, mut same) = (0, 0);
    for match_number in 0..6 {
        let id = match_number.to_string();
        store.create(new(&id)).await.unwrap();
        for n in 0..30 {
            store.append(append(&id, n, &"x".repeat(100_000))).await.unwrap();
            let length = fs::metadata(&log).unwrap().len();
            same += u32::from(length == longest);
            longest = length;
        }
        store.delete(&id).await.unwrap();
    }
    assert!(same > 20, "the log was written from its beginning again");
}

#[tokio::test]
async fn what_a_damaged_log_no_longer_holds_is_missed() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.create(new("m")).await.unwrap();
    let until = fs::metadata(folder.path().join("muster.sqlite-wal")).unwrap().len();
    for n in 0..10 {
        store.append(append("m", n, &format!("{n}\n"))).await.unwrap();
    }
    // As a crash leaves it.
    let crashed = TempDir::new().unwrap();
    for file in ["muster.sqlite", "muster.sqlite-wal", "muster.lock"] {
        fs::copy(folder.path().join(file), crashed.path().join(file)).unwrap();
    }
    let log = crashed.path().join("muster.sqlite-wal");
    let mut bytes = fs::read(&log).unwrap();
    bytes[until as usize + 100] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let store = open(crashed.path()).await.unwrap();
    let said = store.lost().unwrap().to_owned();
    assert!(said.contains("the last 10 changes are missing") && said.contains("muster.sqlite-wal.damaged"), "{said}");
    assert_eq!(fs::read(crashed.path().join("muster.sqlite-wal.damaged")).unwrap(), bytes);
    // What is left goes on, and it is said once.
    store.append(append("m", 0, "again\n")).await.unwrap();
    store.close().await;
    let store = open(crashed.path()).await.unwrap();
    assert_eq!((store.lost(), store.record("m").await.unwrap().lines), (None, vec!["again\n".to_owned()]));
}

#[tokio::test]
async fn a_changed_line_is_found_and_other_matches_go_on() {
    let changes = [
        "UPDATE entries SET line = 'x' WHERE of_match = 1 AND n = 1",
        "DELETE FROM entries WHERE of_match = 1 AND n = 2",
        "UPDATE heads SET head = 'x' WHERE of_match = 1",
        "UPDATE matches SET entries = 2 WHERE key = 1",
    ];
    for change in changes {
        let folder = TempDir::new().unwrap();
        let store = open(folder.path()).await.unwrap();
        for id in ["m", "other"] {
            store.create(NewMatch { lines: vec!["0\n".to_owned(), "1\n".to_owned()], ..new(id) }).await.unwrap();
            store.append(append(id, 2, "2\n")).await.unwrap();
        }
        assert!(store.record("m").await.unwrap().sealed);
        tamper(folder.path(), change).await;
        assert_eq!(store.record("m").await, Err(StoreError::Altered), "{change}");
        assert_eq!(store.record("other").await.unwrap().lines, ["0\n", "1\n", "2\n"]);
    }
}

#[tokio::test]
async fn one_damaged_match_does_not_hide_the_others() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    for id in ["m", "other"] {
        store.create(new(id)).await.unwrap();
    }
    tamper(folder.path(), "UPDATE matches SET version = -1 WHERE id = 'm'").await;
    let kept: Vec<_> = store.kept_of(ANN).await.unwrap().into_iter().map(|kept| kept.map(|kept| kept.id)).collect();
    assert_eq!(kept, [Ok("other".to_owned()), Err(StoreError::Damaged("m".to_owned()))]);
    assert_eq!(store.kept("m").await, Err(StoreError::Damaged("m".to_owned())));
    store.delete("m").await.unwrap();
}

#[tokio::test]
async fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("muster.sqlite"));
    let mut old = SqliteConnection::connect_with(&options.create_if_missing(true)).await.unwrap();
    let mut first = sqlx::migrate!();
    first.migrations = Cow::Owned(first.migrations[..1].to_vec());
    first.run(&mut old).await.unwrap();
    for change in [
        "PRAGMA application_id = 1299412082",
        "INSERT INTO matches VALUES (1, 'm', 'duel', 1, 'head', '', '', 0, 5, 5, 0, 1, NULL)",
        "INSERT INTO entries VALUES (1, 0, 'line')",
    ] {
        sqlx::query(change).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    let store = open(folder.path()).await.unwrap();
    store.append(append("m", 1, "more")).await.unwrap();
    let record = store.record("m").await.unwrap();
    assert_eq!((record.head.as_str(), record.sealed), ("head", false), "nobody vouches for it");
    assert_eq!(record.lines, ["line", "more"]);
}
