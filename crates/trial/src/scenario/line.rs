//! A line of a scenario, read word by word.

use std::str::FromStr;

use vocabulary::{RuleId, Word};

use super::{At, Cited, Place, ScenarioError};

/// What was read, or where and why it cannot be.
pub(super) type Read<T> = Result<T, ScenarioError>;

/// What stands before a `#` outside quotation marks.
pub(super) fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let begins_comment = |c: char| {
        quoted ^= c == '"';
        c == '#' && !quoted
    };
    let end = line.find(begins_comment).unwrap_or(line.len());
    line[..end].trim_end()
}

/// A line, and how far it has been read; `at` is always on the border of a character.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) number: u32,
}

impl<'a> Line<'a> {
    pub(super) fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(super) fn rest(&mut self) -> &'a str {
        self.skip_spaces();
        &self.text[self.at..]
    }

    pub(super) fn is_empty(&mut self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn place(&mut self) -> Place {
        self.skip_spaces();
        let column = self.text[..self.at].chars().count() + 1;
        Place { line: self.number, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    pub(super) fn error<T>(&mut self, text: impl Into<String>) -> Read<T> {
        Err(ScenarioError::new(self.place(), text))
    }

    /// Passes these words if they come next, however many spaces lie between them.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let start = self.at;
        for word in words.split(' ') {
            let rest = self.rest();
            let runs_on = |c: char| c.is_alphanumeric() || c == '-';
            let is_cut =
                word.ends_with(runs_on) && rest.get(word.len()..).is_some_and(|rest| rest.starts_with(runs_on));
            if !rest.starts_with(word) || is_cut {
                self.at = start;
                return false;
            }
            self.at += word.len();
        }
        true
    }

    pub(super) fn want(&mut self, words: &str) -> Read<()> {
        if self.eat(words) { Ok(()) } else { self.error(format!("expected '{words}'")) }
    }

    /// What stands before the next space or one of these characters.
    pub(super) fn run(&mut self, ends: &str) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| c.is_whitespace() || ends.contains(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Reads what stands before the next space or one of these characters; otherwise says what should.
    pub(super) fn read<T: FromStr>(&mut self, ends: &str, what: &str) -> Read<T> {
        let start = self.at;
        let run = self.run(ends);
        run.parse().or_else(|_| {
            self.at = start;
            let instead = if run.is_empty() { String::new() } else { format!(", not '{}'", short(run)) };
            self.error(format!("expected {what}{instead}"))
        })
    }

    pub(super) fn word(&mut self) -> Read<Word> {
        self.read("=,", "a word in lower-case letters")
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Read<T> {
        self.read(",", "a number")
    }

    /// Numbers to the end of the line, at least one.
    pub(super) fn numbers(&mut self) -> Read<Vec<i16>> {
        let mut numbers = vec![self.number()?];
        while !self.is_empty() {
            self.eat(",");
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    pub(super) fn rule(&mut self) -> Read<RuleId> {
        let start = self.at;
        let run = self.run(",");
        let part = |part: &str| !part.is_empty() && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if run.contains('.') && run.split('.').all(part) {
            return Ok(RuleId(run.to_owned().into()));
        }
        self.at = start;
        self.error("expected the id of a rule, such as duel.attack.roll")
    }

    /// A rule, and perhaps a text in quotation marks that ends the line.
    pub(super) fn cited(&mut self) -> Read<Cited> {
        let rule = self.rule()?;
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(Cited { rule, text: None });
        }
        let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner.filter(|text| !text.is_empty() && !text.contains('"')) {
            Some(text) => {
                self.at = self.text.len();
                Ok(Cited { rule, text: Some(text.to_owned()) })
            }
            None => self.error("the line should end here, or with part of the sentence in quotation marks"),
        }
    }

    /// Everything to the end of the line; something must be there.
    pub(super) fn all(&mut self, what: &str) -> Read<At<String>> {
        let place = self.place();
        let rest = self.rest();
        if rest.is_empty() {
            return self.error(format!("expected {what}"));
        }
        self.at = self.text.len();
        Ok(At { what: rest.to_owned(), place })
    }

    pub(super) fn end(&mut self) -> Read<()> {
        if self.is_empty() { Ok(()) } else { self.error("the line should end here") }
    }
}

/// The beginning of a text, for a sentence about it.
pub(super) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
