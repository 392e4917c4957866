//! Code in which every mutant stands at once, and what the compiler says about it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::list::Mutant;
use super::places::{self, Piece, Rewrite};
use crate::messages::Message;
use crate::{read, root};

/// The module that says which mutant is chosen, but for how many there are.
const CHOSEN: &str = include_str!("chosen_mutant.rs");

/// What stands first in a crate that holds mutants. Some lints are errors unless allowed by name.
const ALLOWED: &str =
    "#![allow(warnings, arithmetic_overflow, overflowing_literals, unconditional_panic, unconditional_recursion)] ";

/// Mutants that are not in the code, and why.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct LeftOut {
    /// They do not compile.
    pub(super) unviable: BTreeSet<u32>,
    /// They cannot stand beside others.
    pub(super) alone: BTreeSet<u32>,
    /// Whether functions that are `const` stay so, and hold no mutants.
    pub(super) keep_const: bool,
}

/// Files in which mutants stand.
#[derive(Debug, Default)]
pub(super) struct Schemata {
    /// What became of each file, by its path from the folder of the repository on.
    pub(super) files: BTreeMap<String, Rendered>,
}

/// A file with its mutants.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) text: String,
    /// Where mutants stand, each with the text that is its own.
    own: Vec<(Range<usize>, u32)>,
    /// Where nodes stand that mutants share.
    shared: Vec<(Range<usize>, BTreeSet<u32>)>,
}

impl Schemata {
    /// Puts mutants, whose numbers are their places in the list counted from 1, into the files of a crate. Those for which
    /// there is no place are left out.
    pub(super) fn new(code: &str, mutants: &[Mutant], left_out: &mut LeftOut) -> Result<Schemata, String> {
        let mut by_file: BTreeMap<&str, Vec<(u32, &Mutant)>> = BTreeMap::new();
        for (number, mutant) in numbered(mutants) {
            if !left_out.unviable.contains(&number) && !left_out.alone.contains(&number) {
                by_file.entry(&mutant.file).or_default().push((number, mutant));
            }
        }
        let top = format!("{code}/src/lib.rs");
        by_file.entry(&top).or_default();
        let mut schemata = Schemata::default();
        for (path, mutants) in by_file {
            let (before, after) = if path == top { (ALLOWED, "\nmod chosen_mutant;\n") } else { ("", "") };
            let mut rendered = Rendered { text: before.to_owned(), ..Rendered::default() };
            rendered.file(path, &mutants, left_out)?;
            rendered.text += after;
            schemata.files.insert(path.to_owned(), rendered);
        }
        let chosen = Rendered { text: chosen(mutants.len()), ..Rendered::default() };
        schemata.files.insert(format!("{code}/src/chosen_mutant.rs"), chosen);
        Ok(schemata)
    }

    /// Leaves out the mutants that are at fault for errors. Gives whether there were any.
    pub(super) fn learn(&self, errors: &[Message], left_out: &mut LeftOut) -> bool {
        let before = (left_out.unviable.len(), left_out.alone.len(), left_out.keep_const);
        for error in errors {
            self.blame(error, left_out);
        }
        let after = (left_out.unviable.len(), left_out.alone.len(), left_out.keep_const);
        before != after
    }

    /// A mutant whose own text is wrong does not compile. If something else is, mutants are in each other's way.
    fn blame(&self, error: &Message, left_out: &mut LeftOut) {
        let of = |path: &str| self.files.get(path);
        let places = |main: bool| error.places.iter().filter(move |place| place.main || !main);
        if let Some(number) = places(true).find_map(|place| of(&place.file)?.own_at(&place.range)) {
            left_out.unviable.insert(number);
        } else if let Some(number) = places(false).find_map(|place| of(&place.file)?.own_at(&place.range)) {
            left_out.alone.insert(number);
        } else if let Some(numbers) = places(true).find_map(|place| of(&place.file)?.shared_at(&place.range)) {
            left_out.alone.extend(numbers);
        } else if let Some(numbers) = places(false).find_map(|place| of(&place.file)?.shared_at(&place.range)) {
            left_out.alone.extend(numbers);
        } else {
            // Something that holds no mutant calls a function that was `const`.
            left_out.keep_const = true;
        }
    }
}

/// The module that says which of so many mutants is chosen.
fn chosen(mutants: usize) -> String {
    format!("{CHOSEN}\n/// Numbers are less than this.\nconst MOST: usize = {};\n", mutants + 1)
}

/// Mutants with their numbers.
pub(super) fn numbered(mutants: &[Mutant]) -> impl Iterator<Item = (u32, &Mutant)> {
    (1..).zip(mutants)
}

impl Rendered {
    /// Writes a file with its mutants. Those that find no place there are left out.
    fn file(&mut self, path: &str, mutants: &[(u32, &Mutant)], left_out: &mut LeftOut) -> Result<(), String> {
        let text = read(&root().join(path))?;
        let places = places::find(&text, mutants, left_out.keep_const).map_err(|error| format!("{path}: {error}"))?;
        self.source(&text, 0..text.len(), &places.rewrites);
        let placed: BTreeSet<u32> = places.rewrites.iter().flat_map(|rewrite| &rewrite.mutants).copied().collect();
        let wanted = mutants.iter().map(|(number, _)| *number);
        left_out.alone.extend(wanted.filter(|n| !placed.contains(n) && !places.hopeless.contains(n)));
        left_out.unviable.extend(places.hopeless);
        Ok(())
    }

    /// Writes a part of the source. The rewrites are those inside it, outer ones before those inside.
    fn source(&mut self, text: &str, range: Range<usize>, rewrites: &[Rewrite]) {
        let mut from = range.start;
        let mut rest = rewrites;
        while let [rewrite, after @ ..] = rest {
            let inside = after.iter().take_while(|other| is_within(&other.range, &rewrite.range)).count();
            let (inside, after) = after.split_at(inside);
            self.text += &text[from..rewrite.range.start];
            let start = self.text.len();
            self.pieces(text, &rewrite.pieces, inside);
            self.shared.push((start..self.text.len(), rewrite.mutants.clone()));
            from = rewrite.range.end;
            rest = after;
        }
        self.text += &text[from..range.end];
    }

    fn pieces(&mut self, text: &str, pieces: &[Piece], inside: &[Rewrite]) {
        for piece in pieces {
            match piece {
                Piece::Text(new) => self.text += new,
                Piece::Source(range) => {
                    let inside: Vec<Rewrite> =
                        inside.iter().filter(|other| is_within(&other.range, range)).cloned().collect();
                    self.source(text, range.clone(), &inside);
                }
                Piece::Mutant(number, pieces) => {
                    let start = self.text.len();
                    self.pieces(text, pieces, inside);
                    self.own.push((start..self.text.len(), *number));
                }
            }
        }
    }

    /// The mutant whose own text this is.
    fn own_at(&self, place: &Range<usize>) -> Option<u32> {
        let around = self.own.iter().filter(|(own, _)| is_within(place, own));
        around.min_by_key(|(own, _)| own.len()).map(|(_, number)| *number)
    }

    /// The mutants of the smallest node that this is in.
    fn shared_at(&self, place: &Range<usize>) -> Option<BTreeSet<u32>> {
        let around = self.shared.iter().filter(|(node, mutants)| is_within(place, node) && !mutants.is_empty());
        around.min_by_key(|(node, _)| node.len()).map(|(_, mutants)| mutants.clone())
    }
}

/// Whether a range is in another. An empty one where the other begins stands before it, not in it.
fn is_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end && (!inner.is_empty() || inner.start > outer.start)
}

#[cfg(test)]
mod tests;
