//! Which functions and constants carry out which rules, by their doc comments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quote::ToTokens;
use sha2::{Digest, Sha256};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, ImplItemConst, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMod, Lit, Meta};

use crate::books::{BOOKS, looks_like_id};
use crate::{files_below, read, root, shown_path};

/// Something that carries out rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cited {
    /// Its file and its name, as in `crates/duel/src/attack.rs::State::attack_roll`.
    pub(crate) name: String,
    /// The first 16 digits of the SHA-256 hash of its tokens, doc comments left out.
    pub(crate) hash: String,
    /// The rules.
    pub(crate) rules: BTreeSet<String>,
}

/// Everything in the crates of rulesets that cites a rule.
pub(crate) fn all() -> Result<Vec<Cited>, String> {
    let mut all = Vec::new();
    for book in &BOOKS {
        for path in files_below(&root().join(book.code).join("src"), ".rs") {
            all.extend(in_file(&path)?);
        }
    }
    Ok(all)
}

/// The same, by rule.
pub(crate) fn by_rule(all: &[Cited]) -> BTreeMap<&str, Vec<&Cited>> {
    let mut by_rule: BTreeMap<&str, Vec<&Cited>> = BTreeMap::new();
    for cited in all {
        for rule in &cited.rules {
            by_rule.entry(rule).or_default().push(cited);
        }
    }
    by_rule
}

fn in_file(path: &Path) -> Result<Vec<Cited>, String> {
    let file = syn::parse_file(&read(path)?).map_err(|error| format!("{}: {error}", shown_path(path)))?;
    let mut finder = Finder { file: shown_path(path), inside: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

/// Walks over a file; names are made as cargo-mutants makes them.
struct Finder {
    file: String,
    inside: Vec<String>,
    found: Vec<Cited>,
}

impl Finder {
    fn note(&mut self, name: &syn::Ident, attributes: &[Attribute], tokens: &impl ToTokens) {
        let docs: Vec<String> = attributes.iter().filter_map(doc).collect();
        let backticked = docs.iter().flat_map(|line| line.split('`').skip(1).step_by(2));
        let rules: BTreeSet<String> = backticked.filter(|text| looks_like_id(text)).map(str::to_owned).collect();
        if rules.is_empty() {
            return;
        }
        let path: Vec<&str> = self.inside.iter().map(String::as_str).collect();
        let name = [path.as_slice(), &[&name.to_string()]].concat().join("::");
        self.found.push(Cited { name: format!("{}::{name}", self.file), hash: hash(tokens), rules });
    }

    fn within(&mut self, name: String, walk: impl FnOnce(&mut Self)) {
        self.inside.push(name);
        walk(self);
        self.inside.pop();
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.note(&item.sig.ident, &item.attrs, &ItemFn { attrs: code(&item.attrs), ..item.clone() });
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.note(&item.sig.ident, &item.attrs, &ImplItemFn { attrs: code(&item.attrs), ..item.clone() });
    }

    fn visit_item_const(&mut self, item: &'a ItemConst) {
        self.note(&item.ident, &item.attrs, &ItemConst { attrs: code(&item.attrs), ..item.clone() });
    }

    fn visit_impl_item_const(&mut self, item: &'a ImplItemConst) {
        self.note(&item.ident, &item.attrs, &ImplItemConst { attrs: code(&item.attrs), ..item.clone() });
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let of = item.self_ty.to_token_stream().to_string().replace(' ', "");
        let name = match &item.trait_ {
            Some((path, _)) => format!("<impl {} for {of}>", path.to_token_stream().to_string().replace(' ', "")),
            None => of,
        };
        self.within(name, |finder| visit::visit_item_impl(finder, item));
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        let test = |attribute: &Attribute| attribute.to_token_stream().to_string().replace(' ', "") == "#[cfg(test)]";
        if !item.attrs.iter().any(test) {
            self.within(item.ident.to_string(), |finder| visit::visit_item_mod(finder, item));
        }
    }
}

/// The text of a line of documentation.
fn doc(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

fn code(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")).cloned().collect()
}

fn hash(tokens: &impl ToTokens) -> String {
    let hash = Sha256::digest(tokens.to_token_stream().to_string());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(code: &str) -> Vec<Cited> {
        let mut finder = Finder { file: "a.rs".to_owned(), inside: Vec::new(), found: Vec::new() };
        finder.visit_file(&syn::parse_file(code).unwrap());
        finder.found
    }

    #[test]
    fn functions_and_constants_are_named_as_cargo_mutants_names_them() {
        let code = "/// By `duel.a`, `duel.b`.\nfn f() {}\n impl S { /// `duel.c`\n fn g() {} }\n \
                    impl T<X> for S { /// `duel.d`\n fn h() {} }\n /// `duel.e`\n const N: u8 = 1;\n fn uncited() {}\n \
                    #[cfg(test)] mod tests { /// `duel.f`\n fn t() {} }";
        let names: Vec<String> = find(code).into_iter().map(|cited| cited.name).collect();
        assert_eq!(names, ["a.rs::f", "a.rs::S::g", "a.rs::<impl T<X> for S>::h", "a.rs::N"]);
        assert_eq!(find(code)[0].rules, ["duel.a", "duel.b"].map(str::to_owned).into());
    }

    #[test]
    fn the_hash_changes_with_the_code_and_not_with_its_looks() {
        let hash = |code: &str| find(code)[0].hash.clone();
        assert_eq!(hash("/// `duel.a`\nfn f() { g() }"), hash("/// Other words: `duel.a`.\nfn f() {\n    g()\n}"));
        assert_ne!(hash("/// `duel.a`\nfn f() { g() }"), hash("/// `duel.a`\nfn f() { h() }"));
    }
}
