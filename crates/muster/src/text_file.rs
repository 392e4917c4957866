//! Files that people write.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file as far as one of its kind can be long, and a little further, so that one that is longer is known.
pub(crate) fn read(path: &Path, longest: usize) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(longest as u64 + 1).read_to_end(&mut bytes)?;
    let is_long = bytes.len() > longest;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // What is too long is refused for that, and not for a letter that was cut in two.
        Err(error) if is_long => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Err(_) => Err(io::ErrorKind::InvalidData.into()),
    }
}
