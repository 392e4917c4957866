//! Lines that people type: edited on a terminal, or as they come through a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::failure::Failure;

/// Where lines come from.
pub(crate) enum Keyboard {
    /// A terminal, with a line that can be edited and called back.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Pipe {
        /// Whether what comes is written out too, so that the output reads like a session.
        echo: bool,
    },
}

impl Keyboard {
    /// The keyboard of this process.
    pub(crate) fn open() -> Keyboard {
        let pipe = Keyboard::Pipe { echo: !io::stdin().is_terminal() };
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return pipe;
        }
        let config = Config::builder().auto_add_history(true).build();
        DefaultEditor::with_config(config).map_or(pipe, |editor| Keyboard::Terminal(Box::new(editor)))
    }

    /// Whether somebody sits there.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Keyboard::Terminal(_))
    }

    /// Reads a line; nothing at the end of input, or when somebody pressed Ctrl-C.
    pub(crate) fn read(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        match self {
            Keyboard::Terminal(editor) => {
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(_) => Ok(None),
                }
            }
            Keyboard::Pipe { echo } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut bytes)?;
                let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
                if *echo {
                    writeln!(out, "{line}")?;
                }
                Ok(if read == 0 { None } else { Some(line) })
            }
        }
    }

    /// Forgets what was typed: somebody else sits down.
    pub(crate) fn forget(&mut self) {
        if let Keyboard::Terminal(editor) = self {
            // A history that is kept in memory only can always be cleared.
            let _ = editor.clear_history();
        }
    }
}
