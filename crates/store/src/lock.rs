//! The lock of a folder: it keeps a second program out, notices when files are taken away or cut short, and says how much
//! was acknowledged.
//!
//! SQLite goes on with a file that was deleted, and reads a damaged log up to the damage, without a word. So the number of
//! the last commit that was acknowledged stands in the lock, too. It is written after the commit and not waited for: it
//! may be behind the database after a power cut, and is never ahead, unless something that was acknowledged is gone.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::opening::plain;

#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
    identity: Identity,
    watched: Vec<Watched>,
}

/// A file of the database. SQLite never makes one shorter while it is open: what was moved from the log into the database
/// is written over, and of what is deleted the room is used again.
#[derive(Debug)]
struct Watched {
    path: PathBuf,
    identity: Identity,
    /// Open until the database is closed: to close it sooner would end the locks that SQLite holds on the same file.
    file: File,
    /// What it begins with when there is something in it.
    begins: &'static [u8],
    /// How long it was when it was last looked at.
    length: u64,
}

/// Which file it is, whatever its name.
type Identity = (u64, u64);

impl Watched {
    fn check(&mut self) -> Result<(), StoreError> {
        let taken_away = || StoreError::TakenAway(self.path.clone());
        let found = fs::metadata(&self.path).map_err(|_| taken_away())?;
        if identity(&found) != self.identity {
            return Err(taken_away());
        }
        // What SQLite writes behind the end of a file that was emptied makes it long again, but not whole.
        if found.len() < self.length || (self.length > 0 && !self.begins_well()) {
            return Err(StoreError::Shortened(self.path.clone()));
        }
        self.length = found.len();
        Ok(())
    }

    fn begins_well(&self) -> bool {
        let (mut file, mut bytes) = (&self.file, vec![0; self.begins.len()]);
        file.rewind().is_ok() && file.read_exact(&mut bytes).is_ok() && bytes == self.begins
    }
}

impl Lock {
    /// Takes the lock of a folder.
    pub(crate) fn take(folder: &Path) -> Result<Lock, StoreError> {
        let unusable = |error: io::Error| StoreError::Folder { folder: folder.to_owned(), why: plain(&error) };
        let path = folder.join("muster.lock");
        let file = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let file = file.map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Taken(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let identity = identity(&file.metadata().map_err(unusable)?);
        Ok(Lock { file, path, identity, watched: Vec::new() })
    }

    /// Notices from now on when this file is no longer where it is, or no longer holds what it held.
    pub(crate) fn watch(&mut self, path: PathBuf, begins: &'static [u8]) -> Result<(), StoreError> {
        let opened = File::open(&path).and_then(|file| Ok((identity(&file.metadata()?), file)));
        let (identity, file) = opened.map_err(|_| StoreError::TakenAway(path.clone()))?;
        let mut watched = Watched { path, identity, file, begins, length: 0 };
        watched.check()?;
        self.watched.push(watched);
        Ok(())
    }

    /// Says which file is no longer what it was.
    pub(crate) fn check(&mut self) -> Result<(), StoreError> {
        // What the lock itself holds is written anew with every commit.
        if !fs::metadata(&self.path).is_ok_and(|found| identity(&found) == self.identity) {
            return Err(StoreError::TakenAway(self.path.clone()));
        }
        self.watched.iter_mut().try_for_each(Watched::check)
    }

    /// The number of the last commit that was acknowledged, if the lock says so.
    pub(crate) fn acknowledged(&self) -> Option<i64> {
        let mut text = String::new();
        let mut file = &self.file;
        file.rewind().ok()?;
        file.read_to_string(&mut text).ok()?;
        text.trim().parse().ok()
    }

    /// Notes the number of a commit before it is acknowledged.
    pub(crate) fn note(&self, commit: i64) -> io::Result<()> {
        let mut file = &self.file;
        file.rewind()?;
        // Always as long, so that no digit of an older number is left.
        file.write_all(format!("{commit:020}\n").as_bytes())
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

/// Elsewhere a file that is open cannot be taken away.
#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {
    (0, 0)
}
