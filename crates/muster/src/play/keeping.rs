//! Where a match is kept: saved after every answer, offered to be saved, and its secret shown at the end.

use std::path::{Path, PathBuf};

use engine::{Holder, Origin};
use serde::Deserialize;

use super::session::{Next, Session};
use crate::failure::{Failure, unwritable};
use crate::records;

/// What is read of a record's first line here.
#[derive(Deserialize)]
struct Header {
    dice: Origin,
}

impl Session<'_> {
    /// Keeps the record where it is wanted.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        let Some(path) = self.file.clone() else { return Ok(()) };
        if self.saved != Some(self.hosted.entries()) {
            self.save(&path).map_err(|error| Failure::unwritable(&path, &error))?;
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> std::io::Result<()> {
        records::write(path, &self.hosted.record())?;
        self.saved = Some(self.hosted.entries());
        if !self.written.iter().any(|written| written == path) {
            self.written.push(path.to_owned());
        }
        Ok(())
    }

    /// Saves under a name that somebody typed, and says whether it could. No other match is written over.
    pub(super) fn save_as(&mut self, name: &str) -> Result<bool, Failure> {
        let path = PathBuf::from(name.trim());
        if path.exists() && !self.written.contains(&path) {
            writeln!(self.out, "{} already exists; choose another name", path.display())?;
            return Ok(false);
        }
        if let Err(error) = self.save(&path) {
            writeln!(self.out, "{}", unwritable(&path, &error))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Saves under the name of an unfinished match when input ends in the middle and nothing else keeps it.
    pub(super) fn end_of_input(&mut self) -> Result<Next, Failure> {
        let path = match &self.file {
            Some(path) => path.clone(),
            None if self.saved == Some(self.hosted.entries()) => return Ok(Next::Stop),
            None => records::unfinished(self.game.id().as_str()),
        };
        self.save(&path).map_err(|error| Failure::unwritable(&path, &error))?;
        self.tell_how_to_resume(&path)?;
        Ok(Next::Stop)
    }

    fn tell_how_to_resume(&mut self, path: &Path) -> Result<(), Failure> {
        let seat = |holder: &Holder| match holder {
            Holder::Person => "me".to_owned(),
            Holder::Bot(level) => level.to_string(),
        };
        let seats: Vec<String> = self.holders.iter().map(seat).collect();
        let path = path.display();
        writeln!(self.out, "\nThe match is saved in {path}; carry on with")?;
        writeln!(self.out, "  muster play --resume {path} --seats {}", seats.join(","))?;
        Ok(())
    }

    /// Ends the session. What is nowhere kept is offered to be saved, once.
    pub(super) fn quit(&mut self) -> Result<Next, Failure> {
        if let Some(path) = self.file.clone() {
            self.tell_how_to_resume(&path)?;
            return Ok(Next::Stop);
        }
        if self.saved == Some(self.hosted.entries()) {
            return Ok(Next::Stop);
        }
        let prompt = "Type a file name to save the match, or just press Enter not to. ";
        let Some(name) = self.keyboard.read(prompt, self.out)? else { return self.end_of_input() };
        if name.trim().is_empty() {
            return Ok(Next::Stop);
        }
        if !self.save_as(&name)? {
            return Ok(Next::Again);
        }
        self.tell_how_to_resume(Path::new(name.trim()))?;
        Ok(Next::Stop)
    }

    pub(super) fn offer_to_keep(&mut self) -> Result<(), Failure> {
        if self.file.is_some() || !self.keyboard.is_terminal() {
            return Ok(());
        }
        let prompt = "Type a file name to save the match, or just press Enter not to. ";
        while let Some(name) = self.keyboard.read(prompt, self.out)? {
            if name.trim().is_empty() {
                break;
            }
            if self.save_as(&name)? {
                self.file = Some(PathBuf::from(name.trim()));
                break;
            }
        }
        Ok(())
    }

    /// Shows the secret of the dice, now that it may be known.
    pub(super) fn tell_secret(&mut self) -> Result<(), Failure> {
        let record = self.hosted.record();
        let first = record.lines().next().unwrap_or_default();
        let Ok(Header { dice: Origin::Committed { commitment, secret: Some(secret), .. } }) =
            serde_json::from_str(first)
        else {
            return Ok(());
        };
        writeln!(
            self.out,
            "The secret of the dice was\n  {secret}\nand its fingerprint at the start was\n  {commitment}"
        )?;
        match &self.file {
            Some(path) => writeln!(self.out, "Check every die with\n  muster replay --verify {}", path.display())?,
            None => writeln!(self.out, "Play with --save FILE to check every die with muster replay --verify FILE.")?,
        }
        Ok(())
    }
}
