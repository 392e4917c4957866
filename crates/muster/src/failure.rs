//! Why a command did not succeed, and the exit code that says so.

use std::io;
use std::path::Path;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Occurs when the command line asks for something that there is not.
    Usage(String),
    /// Occurs when a check failed and nothing has been said about it yet.
    Check(String),
    /// Occurs when checks failed and the output says which.
    Reported,
    /// Occurs when somebody pressed Ctrl-C and got what was done so far.
    Interrupted(String),
    /// Occurs when nobody reads the output any more.
    Unheard,
    /// Occurs when the output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Bad usage, in a sentence.
    pub(crate) fn usage(sentence: impl Into<String>) -> Failure {
        Failure::Usage(sentence.into())
    }

    /// A file that cannot be read, in a sentence.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(format!("{}: {}", path.display(), plain(error)))
    }

    /// A file that cannot be written, in a sentence.
    pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(unwritable(path, error))
    }

    /// What to tell the user, if anything.
    pub(crate) fn sentence(&self) -> Option<String> {
        match self {
            Failure::Usage(sentence) | Failure::Check(sentence) | Failure::Interrupted(sentence) => {
                Some(sentence.clone())
            }
            Failure::Output(error) => Some(format!("the output cannot be written: {}", plain(error))),
            Failure::Reported | Failure::Unheard => None,
        }
    }

    /// The exit code. A reader that had enough is no failure.
    pub(crate) fn exit_code(&self) -> i32 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Check(_) | Failure::Reported | Failure::Output(_) => 1,
            Failure::Interrupted(_) => 130,
            Failure::Unheard => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Unheard } else { Failure::Output(error) }
    }
}

/// Why a file cannot be written. One that is not there could be made: then its folder is missing.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => plain(error),
    };
    format!("{} cannot be written: {why}", path.display())
}

/// What went wrong with a file, without the number that operating systems add.
pub(crate) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        io::ErrorKind::InvalidData => "this is not text".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            text.chars()
                .next()
                .map_or(String::new(), |first| first.to_lowercase().chain(text.chars().skip(1)).collect())
        }
    }
}
