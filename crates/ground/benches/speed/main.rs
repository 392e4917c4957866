//! How fast questions about a battlefield are answered, on one core, beside `geo` and `parry2d` on the same work.
//! `cargo xtask bench ground` runs it.
//!
//! Figures are processor time, the median of several rounds with the least and the most beside it; how long single lines
//! of sight and routes take is told by percentiles over many of them.

#![expect(clippy::print_stdout, reason = "this is a command line")]

#[path = "../../oracles/mod.rs"]
#[allow(dead_code, reason = "the campaign uses the rest")]
mod oracles;

mod distance;
mod figures;
mod segment;
mod sight;
mod ways;

use figures::Figures;

fn main() {
    let mut figures = Figures::default();
    distance::measure(&mut figures);
    segment::measure(&mut figures);
    sight::measure(&mut figures);
    ways::measure(&mut figures);
    if std::env::args().any(|argument| argument == "--json") {
        println!("{:#}", figures.json());
    } else {
        println!("{}", figures.page());
    }
}
