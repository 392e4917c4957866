//! `muster`: plays tabletop miniature wargames by the book.

use std::process::ExitCode;

fn main() -> ExitCode {
    muster::main()
}
