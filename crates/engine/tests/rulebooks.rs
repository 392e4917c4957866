//! The rulebooks of this repository: every knob of every one of them is a setting.

use std::path::Path;

use engine::house::{form, probes};

#[test]
fn every_rulebook_gives_a_form() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebook");
    let mut books = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let form = form(&text).unwrap_or_else(|faults| panic!("{}: {faults:#?}", file.display()));
        let knobs = text.lines().filter(|line| line.starts_with("knob = ")).count();
        assert_eq!(form.len(), knobs, "{}", file.display());
        for setting in &form {
            assert!(setting.accepts(&setting.default), "{}", setting.name);
        }
        assert!(probes(&form).len() >= knobs, "{}", file.display());
        books += 1;
    }
    assert_eq!(books, 4);
}
