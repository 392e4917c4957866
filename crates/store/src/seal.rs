//! The seal of a record: a hash over its first line and all that was added, one line after the other.
//!
//! Whoever finds the seal right knows that the lines are those that were written, and need not check them again. It is
//! proof against damage and against changes by hand, not against somebody who may write into the folder and means harm:
//! that one could replace the program as well.

use sha2::{Digest, Sha256};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal([u8; 32]);

impl Seal {
    pub(crate) fn of_head(head: &str) -> Seal {
        Seal(Sha256::digest(head).into())
    }

    /// The seal when a line was added.
    pub(crate) fn and(self, line: &str) -> Seal {
        Seal(Sha256::new().chain_update(self.0).chain_update(line).finalize().into())
    }

    pub(crate) fn over<'a>(head: &str, lines: impl IntoIterator<Item = &'a String>) -> Seal {
        lines.into_iter().fold(Seal::of_head(head), |seal, line| seal.and(line))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Seal> {
        bytes.try_into().ok().map(Seal)
    }
}
