//! What cargo says while it builds.

use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;

/// An error of the compiler.
#[derive(Debug)]
pub(crate) struct Message {
    /// What is wrong, as the compiler prints it.
    pub(crate) text: String,
    /// Where.
    pub(crate) places: Vec<Place>,
}

/// A part of a file that the compiler points at.
#[derive(Debug)]
pub(crate) struct Place {
    /// The file, from the folder of the workspace on.
    pub(crate) file: String,
    pub(crate) range: Range<usize>,
    /// Whether the error is there, and not only explained by it.
    pub(crate) main: bool,
}

/// Something to be run.
#[derive(Clone, Debug)]
pub(crate) struct Executable {
    /// What it is called: `muster`, or a file of tests.
    pub(crate) name: String,
    pub(crate) is_test: bool,
    pub(crate) path: PathBuf,
    /// The folder of its package.
    pub(crate) package: PathBuf,
}

/// Everything of interest that was said.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) errors: Vec<Message>,
    pub(crate) executables: Vec<Executable>,
}

/// Reads the lines of cargo's JSON.
pub(crate) fn read(output: &str) -> Said {
    let mut said = Said::default();
    for line in output.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
        match line {
            Line::CompilerMessage { message } if message.level.starts_with("error") && !message.spans.is_empty() => {
                let places = message.places();
                said.errors.push(Message { text: message.rendered.unwrap_or_default(), places });
            }
            Line::CompilerArtifact { target, executable: Some(path), manifest_path } => {
                let is_test = target.kind.iter().any(|kind| kind == "test");
                let package = manifest_path.parent().map(PathBuf::from).unwrap_or_default();
                said.executables.push(Executable { name: target.name, is_test, path, package });
            }
            _ => {}
        }
    }
    said
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    CompilerMessage {
        message: Diagnostic,
    },
    CompilerArtifact {
        target: Target,
        executable: Option<PathBuf>,
        manifest_path: PathBuf,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Expansion>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Box<Span>,
}

impl Diagnostic {
    fn places(&self) -> Vec<Place> {
        let own = self.spans.iter().map(|span| span.place(span.is_primary));
        let explained = self.children.iter().flat_map(|child| child.spans.iter().map(|span| span.place(false)));
        own.chain(explained).collect()
    }
}

impl Span {
    /// Where this is written: inside of macros is where they are called.
    fn place(&self, main: bool) -> Place {
        match &self.expansion {
            Some(expansion) => expansion.span.place(main),
            None => Place { file: self.file_name.clone(), range: self.byte_start..self.byte_end, main },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_the_places_where_macros_are_called() {
        let span = r#"{"file_name":"/std/macros.rs","byte_start":1,"byte_end":2,"is_primary":true,"expansion":
            {"span":{"file_name":"a.rs","byte_start":7,"byte_end":9,"is_primary":false,"expansion":null}}}"#;
        let line = format!(
            r#"{{"reason":"compiler-message","message":{{"level":"error","rendered":"no","spans":[{span}]}}}}"#
        );
        let said = read(&format!("Compiling\n{}\n{{\"reason\":\"build-finished\"}}", line.replace('\n', "")));
        let place = &said.errors[0].places[0];
        assert_eq!((place.file.as_str(), place.range.clone(), place.main), ("a.rs", 7..9, true));
    }
}
