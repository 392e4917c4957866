//! Writes the types of the wire for the page: `cargo xtask types`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    std::fs::write(file, server::typescript::typescript())
}
