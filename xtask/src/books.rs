//! The rulebooks and what belongs to them.

use std::collections::BTreeSet;

use crate::{files_below, read, root};

/// A game with a rulebook.
pub(crate) struct Book {
    /// What its ids begin with.
    pub(crate) prefix: &'static str,
    /// Its rulebook.
    pub(crate) file: &'static str,
    /// The page that sorts its rules by the decisions they leave to players; the worked example needs none.
    pub(crate) decisions: Option<&'static str>,
    /// The folder of the crate that carries it out, once there is one.
    pub(crate) code: &'static str,
}

/// All of them.
pub(crate) const BOOKS: [Book; 4] = [
    Book {
        prefix: "aot",
        file: "rulebook/archives-of-tomorrow.toml",
        decisions: Some("docs/vocabulary/aot.md"),
        code: "crates/aot",
    },
    Book { prefix: "duel", file: "rulebook/duel.toml", decisions: None, code: "crates/duel" },
    Book {
        prefix: "firefight",
        file: "rulebook/firefight.toml",
        decisions: Some("docs/vocabulary/firefight.md"),
        code: "crates/firefight",
    },
    Book {
        prefix: "tle",
        file: "rulebook/the-last-edition.toml",
        decisions: Some("docs/vocabulary/last-edition.md"),
        code: "crates/last_edition",
    },
];

impl Book {
    /// Whether a rule is in it, by its id.
    pub(crate) fn has(&self, rule: &str) -> bool {
        rule.strip_prefix(self.prefix).is_some_and(|rest| rest.starts_with('.'))
    }

    /// The ids of its rules, rulings and Actions.
    pub(crate) fn rules(&self) -> Result<BTreeSet<String>, String> {
        self.ids(&["rule", "ruling", "action"])
    }

    /// What its rules and rulings say, and what they are called.
    pub(crate) fn sentences(&self) -> Result<Vec<String>, String> {
        const FIELDS: [&str; 4] = ["title", "rule", "question", "ruling"];
        let entries = self.entries(&["rule", "ruling", "action"])?;
        let said = |entry: &toml::Value| {
            FIELDS.iter().filter_map(|field| Some(entry.get(field)?.as_str()?.to_owned())).collect::<Vec<_>>()
        };
        Ok(entries.iter().flat_map(said).collect())
    }

    /// The ids in these of its lists.
    fn ids(&self, lists: &[&str]) -> Result<BTreeSet<String>, String> {
        let entries = self.entries(lists)?;
        Ok(entries.iter().filter_map(|entry| entry.get("id")?.as_str()).map(str::to_owned).collect())
    }

    /// What stands in these of its lists.
    fn entries(&self, lists: &[&str]) -> Result<Vec<toml::Value>, String> {
        let book: toml::Table =
            read(&root().join(self.file))?.parse().map_err(|error| format!("{}: {error}", self.file))?;
        let lists = book.into_iter().filter(|(name, _)| lists.contains(&name.as_str()));
        let entries = lists.filter_map(|(_, list)| match list {
            toml::Value::Array(entries) => Some(entries),
            _ => None,
        });
        Ok(entries.flatten().collect())
    }
}

/// The ids of everything that can be cited: rules, rulings, and the tables and cards of the books.
pub(crate) fn all_ids() -> Result<BTreeSet<String>, String> {
    let mut ids = BTreeSet::new();
    for book in &BOOKS {
        ids.extend(book.ids(&["rule", "ruling", "action", "unit", "profile_field", "example"])?);
    }
    Ok(ids)
}

/// Whether a text is made like the id of a rule.
pub(crate) fn looks_like_id(text: &str) -> bool {
    const FILES: [&str; 6] = ["json", "md", "muster", "rs", "scenario", "toml"];
    let mut parts = text.split('.');
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    BOOKS.iter().any(|book| parts.clone().next() == Some(book.prefix))
        && parts.clone().count() > 1
        && parts.all(plain)
        && !FILES.iter().any(|ending| text.ends_with(&format!(".{ending}")))
}

/// Whether every book that should be there is listed here.
pub(crate) fn unlisted() -> Vec<String> {
    let listed = |path: &String| BOOKS.iter().any(|book| book.file == *path);
    let files = files_below(&root().join("rulebook"), ".toml");
    let paths = files.iter().map(|path| crate::shown_path(path)).filter(|path| !listed(path));
    paths.map(|path| format!("{path}: this rulebook is not listed in xtask/src/books.rs")).collect()
}
