//! The store over real files: what is acknowledged is there, and what is wrong is said.

use std::fs;
use std::path::Path;

use sqlx::{Connection, SqliteConnection};
use store::{Append, End, NewMatch, Place, Store, StoreError, Token};
use tempfile::TempDir;

const ANN: Token = Token([1; 32]);
const BEN: Token = Token([2; 32]);

async fn open(folder: &TempDir) -> Store {
    Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap()
}

fn new(id: &str) -> NewMatch {
    NewMatch { id: id.to_owned(), head: format!("head of {id}\n"), owners: vec![(0, ANN)], ..NewMatch::default() }
}

fn append(id: &str, first: u32, line: &str) -> Append {
    Append { id: id.to_owned(), first, lines: vec![line.to_owned()], ..Append::default() }
}

fn end() -> End {
    End { outcome: "won".to_owned(), told: vec![("spectator".to_owned(), vec![1, 2, 3])] }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_write_at_once_share_commits_and_lose_nothing() {
    const CALLERS: u32 = 64;
    const EACH: u32 = 30;
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await;
    let before = store.commits();
    let mut callers = Vec::new();
    for caller in 0..CALLERS {
        let store = store.clone();
        callers.push(tokio::spawn(async move {
            let id = format!("m{caller}");
            store.create(new(&id)).await.unwrap();
            for n in 0..EACH {
                store.append(append(&id, n, &format!("{caller}.{n}\n"))).await.unwrap();
            }
        }));
    }
    for caller in callers {
        caller.await.unwrap();
    }
    for caller in 0..CALLERS {
        let expected: Vec<String> = (0..EACH).map(|n| format!("{caller}.{n}\n")).collect();
        assert_eq!(store.record(&format!("m{caller}")).await.unwrap().lines, expected);
    }
    let (commits, writes) = (store.commits() - before, u64::from(CALLERS * (EACH + 1)));
    assert!(commits * 4 < writes, "{commits} commits for {writes} writes");
}

#[tokio::test]
async fn what_was_acknowledged_is_there_when_the_store_is_opened_again() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await;
    store.create(new("m")).await.unwrap();
    store.append(Append { touched: 9, round: 3, ..append("m", 0, "a\n") }).await.unwrap();
    let kept = store.kept("m").await.unwrap();
    store.close().await;
    let store = open(&folder).await;
    assert_eq!(store.kept("m").await.unwrap(), kept);
    assert_eq!(kept.map(|kept| (kept.entries, kept.touched, kept.round)), Some((1, 9, 3)));
    assert_eq!(store.head("m").await.unwrap(), "head of m\n");
    assert_eq!(store.record("m").await.unwrap().lines, ["a\n"]);
}

/// What a crash leaves is what the files hold at that moment: SQLite's own, and those of its log.
#[tokio::test]
async fn a_copy_of_the_files_right_after_an_acknowledgement_holds_the_entry() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await;
    store.create(new("m")).await.unwrap();
    for n in 0..20 {
        store.append(append("m", n, &format!("{n}\n"))).await.unwrap();
        let copy = TempDir::new().unwrap();
        for file in ["muster.sqlite", "muster.sqlite-wal"] {
            fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
        }
        let copied = open(&copy).await;
        assert_eq!(copied.record("m").await.unwrap().lines.len(), n as usize + 1);
        copied.close().await;
    }
}

#[tokio::test]
async fn two_who_believe_to_own_a_match_cannot_both_add_to_it() {
    let store = Store::open(&Place::Memory).await.unwrap();
    store.create(new("m")).await.unwrap();
    store.append(append("m", 0, "mine\n")).await.unwrap();
    let refused = store.append(append("m", 0, "yours\n")).await;
    assert_eq!(refused, Err(StoreError::NotNext { kept: 1, given: 0 }));
    let refused = store.append(append("m", 2, "yours\n")).await;
    assert_eq!(refused, Err(StoreError::NotNext { kept: 1, given: 2 }));
    assert_eq!(store.record("m").await.unwrap().lines, ["mine\n"]);
}

#[tokio::test]
async fn who_is_refused_does_not_keep_others_in_the_same_commit_from_being_written() {
    let store = Store::open(&Place::Memory).await.unwrap();
    store.create(new("m")).await.unwrap();
    let (wrong, right, missing) = tokio::join!(
        store.append(append("m", 7, "wrong\n")),
        store.append(append("m", 0, "right\n")),
        store.append(append("nowhere", 0, "wrong\n")),
    );
    assert_eq!((right, missing), (Ok(()), Err(StoreError::NoSuchMatch)));
    assert!(wrong.is_err());
    assert_eq!(store.record("m").await.unwrap().lines, ["right\n"]);
}

#[tokio::test]
async fn a_match_that_is_over_grows_no_more_and_keeps_what_was_told() {
    let store = Store::open(&Place::Memory).await.unwrap();
    store.create(new("m")).await.unwrap();
    store.append(Append { end: Some(end()), ..append("m", 0, "a\n") }).await.unwrap();
    assert_eq!(store.append(append("m", 1, "b\n")).await, Err(StoreError::Over));
    assert_eq!(store.told("m").await.unwrap(), [("spectator".to_owned(), vec![1, 2, 3])]);
    assert_eq!(store.kept("m").await.unwrap().unwrap().outcome.as_deref(), Some("won"));
}

#[tokio::test]
async fn a_browser_finds_its_matches_the_latest_first() {
    let store = Store::open(&Place::Memory).await.unwrap();
    for (id, made) in [("old", 1), ("new", 2)] {
        store.create(NewMatch { made, ..new(id) }).await.unwrap();
    }
    let ids = async |token| {
        let kept = store.kept_of(token).await.unwrap();
        kept.into_iter().map(|kept| kept.unwrap().id).collect::<Vec<_>>()
    };
    assert_eq!(ids(ANN).await, ["new", "old"]);
    store.append(Append { touched: 3, ..append("old", 0, "a\n") }).await.unwrap();
    assert_eq!(ids(ANN).await, ["old", "new"]);
    assert_eq!(ids(BEN).await, [""; 0]);
    store.create(NewMatch { owners: vec![(0, BEN), (1, ANN), (3, BEN)], ..new("theirs") }).await.unwrap();
    assert_eq!(ids(BEN).await, ["theirs"]);
    assert_eq!(ids(ANN).await, ["old", "new", "theirs"]);
    assert_eq!(store.kept("theirs").await.unwrap().unwrap().seats_of(BEN).collect::<Vec<_>>(), [0, 3]);
}

#[tokio::test]
async fn a_match_is_forgotten_with_all_that_belongs_to_it() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await;
    store.create(NewMatch { lines: vec!["a\n".to_owned()], end: Some(end()), ..new("m") }).await.unwrap();
    store.delete("m").await.unwrap();
    assert_eq!(store.delete("m").await, Err(StoreError::NoSuchMatch));
    assert_eq!(store.kept("m").await.unwrap(), None);
    let url = format!("sqlite://{}", folder.path().join("muster.sqlite").display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    for table in ["entries", "seats", "told", "browsers"] {
        let count = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let left: i64 = sqlx::query_scalar(count).fetch_one(&mut database).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[tokio::test]
async fn a_promise_is_kept_once_and_not_for_ever() {
    let store = Store::open(&Place::Memory).await.unwrap();
    store.promise("p", "secret", 100, 0).await.unwrap();
    assert_eq!(store.secret("p").await.unwrap(), "secret");
    let with = |id| NewMatch { promise: Some("p".to_owned()), ..new(id) };
    let (one, other) = tokio::join!(store.create(with("m1")), store.create(with("m2")));
    assert_eq!([&one, &other].iter().filter(|result| result.is_ok()).count(), 1, "{one:?} {other:?}");
    assert_eq!(store.secret("p").await, Err(StoreError::NoSuchPromise));
    store.promise("old", "secret", 100, 0).await.unwrap();
    store.promise("new", "secret", 200, 150).await.unwrap();
    assert_eq!(store.secret("old").await, Err(StoreError::NoSuchPromise));
    assert!(store.secret("new").await.is_ok());
}

#[track_caller]
fn check_said(opened: Result<Store, StoreError>, words: &str) {
    let sentence = opened.expect_err("it must not open").to_string();
    assert!(sentence.contains(words), "{sentence}");
}

#[tokio::test]
async fn a_second_program_is_kept_from_the_same_folder() {
    let folder = TempDir::new().unwrap();
    let _store = open(&folder).await;
    let second = Store::open(&Place::Folder(folder.path().to_owned())).await;
    check_said(second, "another muster keeps its matches in");
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let (file, place) = (folder.path().join("muster.sqlite"), Place::Folder(folder.path().to_owned()));
    fs::write(&file, "dear diary, today I rolled nothing but ones and wrote it all down here").unwrap();
    check_said(Store::open(&place).await, "is not a Muster database");
    assert!(fs::read_to_string(&file).unwrap().starts_with("dear diary"));

    fs::remove_file(&file).unwrap();
    let mut other = connect(&file).await;
    sqlx::query("CREATE TABLE recipes (name TEXT)").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let before = fs::read(&file).unwrap();
    check_said(Store::open(&place).await, "is not a Muster database");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let folder = TempDir::new().unwrap();
    open(&folder).await.close().await;
    let mut database = connect(&folder.path().join("muster.sqlite")).await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::query(later).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let file = folder.path().join("muster.sqlite");
    let before = fs::read(&file).unwrap();
    let opened = Store::open(&Place::Folder(folder.path().to_owned())).await;
    check_said(opened, "was written by a newer version of Muster");
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// Only what is surely something else is called so: whoever reads it moves the file away.
#[tokio::test]
async fn a_file_that_cannot_be_opened_is_not_called_something_else() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("muster.sqlite")).unwrap();
    check_said(Store::open(&Place::Folder(folder.path().to_owned())).await, "matches cannot be kept in");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_records_also_in_a_folder_that_was_there() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let store = open(&folder).await;
    store.create(new("m")).await.unwrap();
    for file in ["muster.sqlite", "muster.sqlite-wal", "muster.sqlite-shm"] {
        let mode = fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file}: {mode:o}");
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_one_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let opened = Store::open(&Place::Folder(file.join("below"))).await;
    check_said(opened, "matches cannot be kept in");
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}
