//! Which mutant of this crate is chosen. This file stands in the copy that `cargo xtask mutants` makes, never in a crate.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is asked of this run.
enum Wish {
    /// To be as the code is.
    Nothing,
    /// To be broken in this way.
    Mutant(u32),
    /// To be as the code is, and to note in a file which mutants would have made a difference: four bytes for each.
    Note(File),
}

static WISH: LazyLock<Wish> = LazyLock::new(|| {
    if let Some(path) = std::env::var_os("MUTANTS_REACHED") {
        return Wish::Note(OpenOptions::new().create(true).append(true).open(path).expect("the file can be written"));
    }
    let number = std::env::var_os("MUTANT").and_then(|number| number.to_str()?.parse().ok());
    number.map_or(Wish::Nothing, Wish::Mutant)
});

/// The mutants that are noted already.
static NOTED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// The one among these that is chosen, or 0.
pub(crate) fn one_of(numbers: &[u32]) -> u32 {
    match &*WISH {
        Wish::Nothing => 0,
        Wish::Mutant(chosen) => {
            if numbers.contains(chosen) {
                *chosen
            } else {
                0
            }
        }
        Wish::Note(file) => {
            numbers.iter().for_each(|number| note(file, *number));
            0
        }
    }
}

/// Whether this one is chosen.
pub(crate) fn is(number: u32) -> bool {
    one_of(&[number]) != 0
}

/// Some tests count allocations; this makes none.
fn note(mut file: &File, number: u32) {
    if !NOTED[number as usize].swap(true, Ordering::Relaxed) {
        file.write_all(&number.to_le_bytes()).expect("the file can be written");
    }
}

/// One of two iterators, for functions that return some iterator without saying which.
pub(crate) enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Either::Left(left) => left.next(),
            Either::Right(right) => right.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Either::Left(left) => left.size_hint(),
            Either::Right(right) => right.size_hint(),
        }
    }
}
