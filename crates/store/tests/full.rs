//! A disk that is full, and has room again: a real limit on the size of files, which the system enforces.

#![cfg(target_os = "linux")]

use std::env;
use std::process::{self, Command};

use store::{Append, NewMatch, Place, Store, StoreError};
use tempfile::TempDir;

const CHILD: &str = "MUSTER_TEST_FULL";

/// In a process of its own, which does not end when it writes beyond the limit.
#[test]
fn when_there_is_room_again_it_goes_on_and_nothing_is_lost() {
    let script = "trap '' XFSZ; exec \"$0\" \"$@\"";
    let test = ["the_child_that_runs_out_of_room", "--exact", "--nocapture"];
    let mut child = Command::new("sh");
    child.arg("-c").arg(script).arg(env::current_exe().unwrap()).args(test);
    assert!(child.env(CHILD, "1").status().unwrap().success());
}

fn limit(size: &str) {
    let mut limit = Command::new("prlimit");
    limit.args(["--pid", &process::id().to_string(), &format!("--fsize={size}:")]);
    assert!(limit.status().unwrap().success());
}

fn append(first: u32) -> Append {
    Append { id: "m".to_owned(), first, lines: vec![format!("{first} {}\n", "x".repeat(5000))], ..Append::default() }
}

#[tokio::test]
async fn the_child_that_runs_out_of_room() {
    if env::var_os(CHILD).is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let place = Place::Folder(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    store.create(NewMatch { id: "m".to_owned(), ..NewMatch::default() }).await.unwrap();
    let mut kept = 0;
    for round in 1..=3 {
        limit(&(round * 500_000).to_string());
        let refused = loop {
            match store.append(append(kept)).await {
                Ok(()) => kept += 1,
                Err(error) => break error,
            }
        };
        for _ in 0..3 {
            let again = store.append(append(kept)).await;
            assert_eq!(again, Err(StoreError::Full));
        }
        assert_eq!(refused.to_string(), "the server's disk is full; try again when there is room");
        assert_eq!(store.record("m").await.unwrap().lines.len(), kept as usize, "what is kept can be read");
        limit("unlimited");
        store.append(append(kept)).await.unwrap();
        kept += 1;
    }
    assert!(kept > 30, "{kept}");
    store.close().await;
    let store = Store::open(&place).await.unwrap();
    assert_eq!((store.lost(), store.record("m").await.unwrap().lines.len()), (None, kept as usize));
}
