//! The types of [`crate::wire`] in TypeScript, in one file.

use std::any::TypeId;
use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::wire;

const HEAD: &str =
    "// The types that the page shares with the server. Written by `cargo xtask types`; do not change by hand.\n";

/// All types that can turn up in what goes over the wire, sorted by name.
pub fn typescript() -> String {
    let mut types = Types { config: Config::default(), seen: Vec::new(), text: BTreeMap::new() };
    types.visit::<wire::FromPage>();
    types.visit::<wire::ToPage>();
    types.visit::<wire::GameInfo>();
    types.visit::<wire::Opening>();
    types.visit::<wire::Armies>();
    types.visit::<wire::Promise>();
    types.visit::<wire::NewMatch>();
    types.visit::<wire::Begun>();
    types.visit::<wire::Rematch>();
    types.visit::<wire::Replay>();
    types.visit::<wire::Book>();
    types.visit::<wire::Found>();
    types.visit::<wire::Trouble>();
    // Written out by hand where they occur, so that no other type leads to them.
    types.visit::<vocabulary::RuleId>();
    let parts: Vec<String> = types.text.into_values().collect();
    format!("{HEAD}\n{}", parts.join("\n"))
}

struct Types {
    config: Config,
    seen: Vec<TypeId>,
    text: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        T::visit_generics(self);
        // A type without a file is one of the language, or made of others.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("{docs}export {}\n", T::decl(&self.config));
            self.text.insert(T::ident(&self.config), text.lines().map(never_null).collect());
        }
    }
}

/// A field that may be left out is left out when there is nothing to say, never sent as null.
fn never_null(line: &str) -> String {
    match line.split_once(" | null, ") {
        Some((field, rest)) if field.contains("?: ") => format!("{field}, {rest}\n"),
        _ => format!("{line}\n"),
    }
}
