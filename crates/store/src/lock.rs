//! The lock of a folder: it keeps a second program out, notices when files are taken away, and says how much was
//! acknowledged.
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
    watched: Vec<(PathBuf, Identity)>,
}

/// Which file it is, whatever its name.
type Identity = (u64, u64);

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
        Ok(Lock { file, watched: vec![(path, identity)] })
    }

    /// Notices from now on when this file is no longer where it is.
    pub(crate) fn watch(&mut self, file: PathBuf) -> Result<(), StoreError> {
        let found = fs::metadata(&file).map_err(|_| StoreError::TakenAway(file.clone()))?;
        self.watched.push((file, identity(&found)));
        Ok(())
    }

    /// Says which file is no longer where it was.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let is_there =
            |(file, known): &&(PathBuf, Identity)| fs::metadata(file).is_ok_and(|found| identity(&found) == *known);
        match self.watched.iter().find(|watched| !is_there(watched)) {
            Some((file, _)) => Err(StoreError::TakenAway(file.clone())),
            None => Ok(()),
        }
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
