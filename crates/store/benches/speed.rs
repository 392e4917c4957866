//! How many entries a second are made durable, for one match alone and for many at once. `cargo xtask bench store` runs
//! it. Time is that of a clock on the wall, because most of it is waiting for the disk.

#![expect(clippy::print_stdout, reason = "this is a command line")]

use store::{Append, NewMatch, Place, Store};
use tempfile::TempDir;

const ROUNDS: usize = 5;
const MANY: u32 = 64;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let mut one: Vec<Run> = (0..ROUNDS).map(|_| runtime.block_on(measure(1, 500))).collect();
    let mut many: Vec<Run> = (0..ROUNDS).map(|_| runtime.block_on(measure(MANY, 200))).collect();
    let (one, many) = (median(&mut one), median(&mut many));
    let figures = [
        ("entries made durable a second, 1 match", one.per_second),
        ("entries made durable a second, 64 matches", many.per_second),
        ("as many times as with 1 match", many.per_second / one.per_second),
        ("entries in a commit, 64 matches", many.in_a_commit),
    ];
    if std::env::args().any(|argument| argument == "--json") {
        let figure = |(name, value): &(&str, f64)| format!("{{\"name\":\"{name}\",\"median\":{value}}}");
        println!("[{}]", figures.iter().map(figure).collect::<Vec<_>>().join(","));
        return;
    }
    for (name, value) in figures {
        println!("{name:<52} {value:>12.1}");
    }
}

/// What came of writing for a while.
#[derive(Clone, Copy)]
struct Run {
    per_second: f64,
    in_a_commit: f64,
}

fn median(runs: &mut [Run]) -> Run {
    runs.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
    runs[runs.len() / 2]
}

/// So many callers, each with a match of its own, that wait for each entry before they send the next.
#[expect(clippy::disallowed_types, reason = "waiting for the disk takes no processor time")]
async fn measure(callers: u32, each: u32) -> Run {
    // Beside what is built, which lies on a disk; temporary files may lie in memory.
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let store = Store::open(&Place::Folder(folder.path().to_owned())).await.expect("a store");
    for caller in 0..callers {
        let new = NewMatch { id: caller.to_string(), ..NewMatch::default() };
        store.create(new).await.expect("it is kept");
    }
    let (before, start) = (store.commits(), std::time::Instant::now());
    let mut writers = Vec::new();
    for caller in 0..callers {
        let store = store.clone();
        writers.push(tokio::spawn(async move {
            for first in 0..each {
                let line = "{\"answer\":{\"ask\":17,\"seat\":0,\"gives\":{\"choose\":[\"unit:7\"]}}}\n".to_owned();
                let append = Append { id: caller.to_string(), first, lines: vec![line], ..Append::default() };
                store.append(append).await.expect("it is kept");
            }
        }));
    }
    for writer in writers {
        writer.await.expect("it writes");
    }
    let (seconds, commits) = (start.elapsed().as_secs_f64(), store.commits() - before);
    store.close().await;
    let entries = f64::from(callers * each);
    Run { per_second: entries / seconds, in_a_commit: entries / commits as f64 }
}
