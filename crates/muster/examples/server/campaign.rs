//! The campaign `server`: what is played, what must hold, and what comes of it.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "clients wait, and what they wait for is the time on the wall"
)]

mod client;
mod disk;
mod hostile;
mod kills;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How much of it is run.
pub(crate) struct Size {
    pub(crate) kills: u32,
    pub(crate) fills: u32,
    pub(crate) hostile: Duration,
    /// Whether a real small file system is wanted, for which one must be root.
    pub(crate) mount: bool,
}

impl Size {
    /// The whole of it, or a short form for every day.
    pub(crate) fn new(full: bool) -> Size {
        if full {
            Size { kills: 300, fills: 10, hostile: Duration::from_secs(600), mount: true }
        } else {
            Size { kills: 8, fills: 2, hostile: Duration::from_secs(12), mount: false }
        }
    }
}

/// What came of it.
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) failures: Vec<String>,
}

/// What went wrong, from whichever thread.
#[derive(Default)]
pub(crate) struct Failures(Mutex<Vec<String>>);

impl Failures {
    pub(crate) fn add(&self, text: impl Into<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.into());
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Numbers that follow from a seed.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// A folder of its own below the place for temporary files, gone at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("muster-campaign-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Says on standard error how far it is.
pub(crate) fn progress(text: &str) {
    eprintln!("server: {text}");
}

pub(crate) fn run(muster: &Path, size: &Size) -> Report {
    let failures = Arc::new(Failures::default());
    progress("1 of 3: killed, or asked to end, while matches are played");
    let killed = kills::run(muster, size.kills, &failures);
    progress("2 of 3: the disk fills and empties");
    let filled = disk::run(muster, size.fills, size.mount, &failures);
    progress("3 of 3: hostile clients");
    let crowded = hostile::run(muster, size.hostile, &failures);
    let failures = std::mem::take(&mut *failures.0.lock().unwrap_or_else(PoisonError::into_inner));
    let mut text = format!(
        "# Campaign: server\n\n\
         The program `muster serve`, over real connections from several loopback addresses. Whatever happens, no \
         acknowledged answer may be lost, every match must be able to go on, and nobody may be locked out.\n\n\
         | | |\n| --- | --- |\n\
         | command | `cargo xtask campaign server --full` |\n\
         | seed | 14 |\n{killed}{filled}{crowded}\
         | failures | {} |\n",
        failures.len()
    );
    text.extend(failures.iter().take(50).map(|line| format!("\n- {line}")));
    Report { text, failures }
}
