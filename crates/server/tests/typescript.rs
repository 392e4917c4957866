//! The page has the types that the server speaks.

use std::path::Path;

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        kept == server::typescript::typescript(),
        "web/src/wire.ts is not up to date; `cargo xtask types` writes it"
    );
}
