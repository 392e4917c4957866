//! Packs: files with which somebody adds to what the armies of a game are made of.

use serde::{Deserialize, Serialize};

use crate::{Fault, RuleId};

/// A file that adds to what armies are made of. Only the game that it is for can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What the file is called, which is where faults say they are.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl Pack {
    /// More packs are not read.
    pub const MOST: usize = 8;
    /// A pack of more bytes is not read.
    pub const LONGEST: usize = 1 << 18;
    /// The longest name of a file, in characters.
    pub const LONGEST_NAME: usize = 200;

    /// What keeps packs from being read at all, whatever is in them; every game wants that checked the same way.
    pub fn faults(packs: &[Pack], rule: &RuleId) -> Vec<Fault> {
        let fault = |text: String| Fault { rule: rule.clone(), at: None, text };
        if packs.len() > Pack::MOST {
            return vec![fault(format!("{} packs; you can bring at most {}", packs.len(), Pack::MOST))];
        }
        let mut faults = Vec::new();
        for (at, pack) in packs.iter().enumerate() {
            let length = pack.file.chars().count();
            if !(1..=Pack::LONGEST_NAME).contains(&length) || pack.file.chars().any(char::is_control) {
                let most = Pack::LONGEST_NAME;
                faults.push(fault(format!("the name of pack {} must have 1 to {most} printable characters", at + 1)));
                continue;
            }
            if pack.text.len() > Pack::LONGEST {
                faults.push(fault(format!("{}: this is too long: more than {} bytes", pack.file, Pack::LONGEST)));
            }
            if packs[..at].iter().any(|other| other.file == pack.file) {
                faults.push(fault(format!("{}: there are two packs with this name", pack.file)));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(packs: &[(&str, usize)], says: &[&str]) {
        let pack = |(file, length): &(&str, usize)| Pack { file: (*file).to_owned(), text: "#".repeat(*length) };
        let packs: Vec<Pack> = packs.iter().map(pack).collect();
        let faults = Pack::faults(&packs, &RuleId::of("game.packs"));
        assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), says);
    }

    #[test]
    fn packs_that_are_too_many_too_long_or_cannot_be_named_are_refused() {
        check(&[], &[]);
        check(&[("a.toml", Pack::LONGEST), ("b.toml", 0)], &[]);
        check(&[("a.toml", Pack::LONGEST + 1)], &["a.toml: this is too long: more than 262144 bytes (game.packs)"]);
        check(&[("a.toml", 0), ("a.toml", 0)], &["a.toml: there are two packs with this name (game.packs)"]);
        let unnamed = "the name of pack 1 must have 1 to 200 printable characters (game.packs)";
        check(&[("", 0)], &[unnamed]);
        check(&[("\u{1b}[2J", 0)], &[unnamed]);
        check(&[(&"a".repeat(201), 0)], &[unnamed]);
        check(&[("a.toml", 0); 9], &["9 packs; you can bring at most 8 (game.packs)"]);
    }
}
