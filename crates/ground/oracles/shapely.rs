//! A third oracle, in another language: shapely, where Python and it are installed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use ground::{Point, Shape};
use serde_json::json;

use super::fields::{Field, draws};

const FIELDS: u64 = 400;

/// What shapely says, as a sentence, and whether it agrees. Without shapely there is nothing to disagree with.
pub(crate) fn compare() -> (String, bool) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/shapely_check.py");
    let python = Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let not_there = || ("not asked: Python or shapely is not installed".to_owned(), true);
    let Ok(mut python) = python else { return not_there() };
    if let Some(mut input) = python.stdin.take() {
        // Where shapely is missing nobody reads this, and the writing fails; the status tells.
        let _ = input.write_all(sample().as_bytes());
    }
    let Ok(output) = python.wait_with_output() else { return not_there() };
    if output.status.code() == Some(3) {
        return not_there();
    }
    let Ok(said) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else {
        return ("it could not be understood".to_owned(), false);
    };
    let sentence = format!(
        "shapely {} compared {} answers on {FIELDS} of the battlefields; {} are wrong",
        said["version"].as_str().unwrap_or_default(),
        said["compared"],
        said["wrong"]
    );
    let first = if said["wrong"] == 0 { String::new() } else { format!(": {}", said["first"]) };
    (sentence + &first, said["wrong"] == 0)
}

/// Questions with our answers, one in a line.
fn sample() -> String {
    let corners = |corners: &[Point]| corners.iter().map(|corner| [corner.x, corner.y]).collect::<Vec<_>>();
    let shape = |shape: &Shape| json!({"corners": corners(shape.corners()), "radius": shape.radius().0});
    let mut text = String::new();
    for seed in 0..FIELDS {
        let field = if seed.is_multiple_of(2) { Field::of_inches(seed) } else { Field::of_units(seed) };
        let mut draws = draws("shapely", seed);
        for pair in field.models.windows(2) {
            let (a, b) = (&pair[0].shape, &pair[1].shape);
            let (up, overlaps) = (a.apart(b).up().0, a.overlaps(b));
            let question = json!({"kind": "gap", "a": shape(a), "b": shape(b), "up": up, "overlaps": overlaps});
            text += &format!("{question}\n");
        }
        for polygon in &field.terrain {
            for _ in 0..4 {
                let (a, b) = (draws.point(field.size), draws.point(field.size));
                let outline = corners(polygon.corners());
                let inside = polygon.contains(a);
                text +=
                    &format!("{}\n", json!({"kind": "point", "polygon": outline, "at": [a.x, a.y], "inside": inside}));
                if a != b {
                    let crossed = polygon.crossed_by(a, b);
                    let ends = ([a.x, a.y], [b.x, b.y]);
                    text += &format!(
                        "{}\n",
                        json!({"kind": "line", "polygon": outline, "from": ends.0, "to": ends.1, "crossed": crossed})
                    );
                }
            }
        }
    }
    text
}
