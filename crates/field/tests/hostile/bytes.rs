//! Any bytes as a battlefield. `fuzz/fuzz_targets/field.rs` includes this file, so it uses nothing but the library.

use field::{Field, Lines, Paper, Style, Turn, draw};

/// Bytes that claim to be a battlefield: they are refused with a sentence and a place, or they are printed and read
/// back, checked, drawn and turned.
pub(crate) fn read_or_refused(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = Lines::of_toml(text);
    let field = match Field::from_toml(text) {
        Ok(field) => field,
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{sentence:?}");
            return;
        }
    };
    read_back(&field);
    let report = field.check();
    let faults = report.faults.iter().map(|fault| (fault.to_string(), fault.parts()));
    let warnings = report.warnings.iter().map(|warning| (warning.to_string(), warning.parts()));
    for (sentence, parts) in faults.chain(warnings) {
        assert!(!sentence.contains(char::is_control), "{sentence:?}");
        for part in parts {
            let line = lines.of(part).unwrap_or_else(|| panic!("{part} stands in no line"));
            assert!((1..=text.split('\n').count()).contains(&line), "there is no line {line}: {sentence}");
        }
    }
    for paper in [Paper::Mat, Paper::White] {
        let svg = draw(&field, &Style { paper, ..Style::default() }, &[]);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "not a drawing");
    }
    for turn in Turn::ALL {
        let turned = field.turned(turn);
        // What lies far off the field may come to lie where no length reaches.
        if report.is_sound() {
            read_back(&turned);
        }
        let back = turned.turned(turn.back());
        assert_eq!((back.size, &back.pieces), (field.size, &field.pieces), "{turn:?} and back");
        assert_eq!(back.objectives, field.objectives, "{turn:?} and back");
    }
}

fn read_back(field: &Field) {
    let printed = field.to_toml();
    assert_eq!(Field::from_toml(&printed).as_ref(), Ok(field), "printed as {printed}");
}
