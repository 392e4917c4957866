//! `muster`: plays tabletop miniature wargames by the book.

use std::process::ExitCode;

/// Gives back to the system what matches needed that are over or that nobody looks at; the usual one keeps it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    muster::main()
}
