//! What breaking the rules has shown, as it is kept in `docs/proven.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cited::Cited;
use crate::{read, root};

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proven {
    /// What was found, by rule.
    pub(crate) rules: BTreeMap<String, Finding>,
}

/// What was found for a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finding {
    /// What carried it out then, each with the hash of its tokens.
    pub(crate) functions: BTreeMap<String, String>,
    /// In how many ways it was broken.
    pub(crate) mutants: usize,
    /// The ways that no test noticed.
    pub(crate) survivors: BTreeSet<String>,
}

/// What a finding is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// The rule is proven.
    Proven,
    /// It is not: some way to break it goes unnoticed, or there was none.
    Open,
    /// The code has changed since.
    Stale,
}

impl Finding {
    /// What it is worth, given what carries out the rule now.
    pub(crate) fn worth(&self, now: &[&Cited]) -> Worth {
        let now: BTreeMap<String, String> = now.iter().map(|cited| (cited.name.clone(), cited.hash.clone())).collect();
        if now != self.functions {
            Worth::Stale
        } else if self.mutants > 0 && self.survivors.is_empty() {
            Worth::Proven
        } else {
            Worth::Open
        }
    }
}

impl Proven {
    fn path() -> PathBuf {
        root().join("docs/proven.json")
    }

    /// What is kept; nothing where there is no file.
    pub(crate) fn load() -> Result<Proven, String> {
        if !Proven::path().exists() {
            return Ok(Proven::default());
        }
        let text = read(&Proven::path())?;
        let proven: Proven = serde_json::from_str(&text).map_err(|error| format!("docs/proven.json: {error}"))?;
        if proven.to_text()? != text {
            return Err("docs/proven.json is not as `cargo xtask mutants` writes it".to_owned());
        }
        Ok(proven)
    }

    pub(crate) fn save(&self) -> Result<(), String> {
        std::fs::write(Proven::path(), self.to_text()?).map_err(|error| format!("docs/proven.json: {error}"))
    }

    fn to_text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n").map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(name: &str, hash: &str) -> Cited {
        Cited { name: name.to_owned(), hash: hash.to_owned(), rules: BTreeSet::new() }
    }

    fn finding(mutants: usize, survivors: &[&str]) -> Finding {
        let survivors = survivors.iter().map(|&name| name.to_owned()).collect();
        Finding { functions: [("f".to_owned(), "1".to_owned())].into(), mutants, survivors }
    }

    #[test]
    fn a_rule_is_proven_by_mutants_that_were_all_noticed_in_the_code_as_it_is() {
        assert_eq!(finding(3, &[]).worth(&[&cited("f", "1")]), Worth::Proven);
        assert_eq!(finding(3, &["a"]).worth(&[&cited("f", "1")]), Worth::Open);
        assert_eq!(finding(0, &[]).worth(&[&cited("f", "1")]), Worth::Open);
        assert_eq!(finding(3, &[]).worth(&[&cited("f", "2")]), Worth::Stale);
        assert_eq!(finding(3, &[]).worth(&[]), Worth::Stale);
        assert_eq!(finding(3, &[]).worth(&[&cited("f", "1"), &cited("g", "1")]), Worth::Stale);
    }
}
