//! Records as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::text_file;

/// The ending of a record's name.
pub(crate) const ENDING: &str = "muster";

/// Reads a record.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text_file::read(path, engine::LONGEST_RECORD).map_err(|error| Failure::unreadable(path, &error))
}

/// Writes a record so that there is always a whole one: the old until the new is complete.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text)?;
    fs::rename(&new, path).inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
}

/// A name for a match that was left unfinished, in the current folder, which no file has yet.
pub(crate) fn unfinished(game: &str) -> PathBuf {
    let name = |n: u32| match n {
        1 => PathBuf::from(format!("muster-{game}-unfinished.{ENDING}")),
        n => PathBuf::from(format!("muster-{game}-unfinished-{n}.{ENDING}")),
    };
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}

/// The files, and the records in the folders, sorted within each folder.
pub(crate) fn gather(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| Failure::unreadable(path, &error))?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|ending| ending == ENDING));
        found.sort();
        files.extend(found);
    }
    Ok(files)
}
