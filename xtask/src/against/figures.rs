//! Reads the figures that a benchmark prints as JSON, now and in older commits.

use serde_json::{Map, Value};

/// Which way a figure gets better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    /// So many a second.
    Higher,
    /// So long for one.
    Lower,
}

/// One figure of one run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// Nothing for what is neither a rate nor a time: counts and shares.
    pub(crate) better: Option<Better>,
}

/// The figures in what a benchmark printed.
pub(crate) fn read(text: &str) -> Result<Vec<Figure>, String> {
    let printed: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let mut figures = Vec::new();
    collect(&printed, "", &mut figures);
    if figures.is_empty() { Err("there are no figures in its JSON".to_owned()) } else { Ok(figures) }
}

/// There are three forms: lists of figures with names, groups of them with titles, and objects whose keys are the names.
fn collect(value: &Value, within: &str, figures: &mut Vec<Figure>) {
    match value {
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, within, figures)),
        Value::Object(object) => {
            let text = |key: &str| object.get(key).and_then(Value::as_str);
            // What stands beside these lists says how it was measured, and is no figure.
            if let Some(list) = ["figures", "groups"].iter().find_map(|key| object.get(*key)) {
                collect(list, within, figures);
            } else if let (Some(title), Some(lines)) = (text("title"), object.get("lines")) {
                collect(lines, &joined(within, title), figures);
            } else if let Some(name) = text("name") {
                named(object, &joined(within, name), figures);
            } else {
                object.iter().for_each(|(key, part)| collect(part, &joined(within, &key.replace('_', " ")), figures));
            }
        }
        Value::Number(number) => {
            // A time or a rate has a decimal point in this form, even if it is round; whole numbers are counts.
            let better = if number.is_f64() { by_unit(within) } else { None };
            figures.extend(number.as_f64().map(|value| Figure { name: within.to_owned(), value, better }));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// A figure with a name has a median or nanoseconds, and perhaps what all but one of a hundred stay below.
fn named(object: &Map<String, Value>, name: &str, figures: &mut Vec<Figure>) {
    let unit = object.get("unit").and_then(Value::as_str);
    for (key, name, unit) in [
        ("median", name.to_owned(), unit.unwrap_or(name)),
        ("p99", joined(name, "p99"), unit.unwrap_or(name)),
        ("nanoseconds", name.to_owned(), "nanoseconds"),
    ] {
        let value = object.get(key).and_then(Value::as_f64);
        figures.extend(value.map(|value| Figure { name, value, better: by_unit(unit) }));
    }
}

fn joined(within: &str, name: &str) -> String {
    if within.is_empty() { name.to_owned() } else { format!("{within}: {name}") }
}

/// Which way something gets better, by the unit that is in its name. Benchmarks of older commits say it nowhere else.
fn by_unit(text: &str) -> Option<Better> {
    let mut words = text.split([' ', ',', ':']);
    if words.clone().any(|word| word.ends_with("/s")) || text.contains("a second") || text.contains("per second") {
        return Some(Better::Higher);
    }
    words.any(|word| ["ns", "nanoseconds", "microseconds"].contains(&word)).then_some(Better::Lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, expected: &[(&str, f64, Option<Better>)]) {
        let figures = read(printed).expect("figures");
        let figures: Vec<_> = figures.iter().map(|f| (f.name.as_str(), f.value, f.better)).collect();
        assert_eq!(figures, expected);
    }

    #[test]
    fn figures_with_names_are_read_and_what_stands_beside_them_is_not() {
        check(
            r#"{"game":"duel","games":5000,"rounds":5,"figures":[
                {"name":"decisions per game","median":20.5,"range":null},
                {"name":"games/s, random bots inline","median":61000.5,"range":[60000.0,62000.0]},
                {"name":"ns per entry, reading","median":431,"range":[420.0,440.0]}]}"#,
            &[
                ("decisions per game", 20.5, None),
                ("games/s, random bots inline", 61000.5, Some(Better::Higher)),
                ("ns per entry, reading", 431.0, Some(Better::Lower)),
            ],
        );
    }

    #[test]
    fn a_list_without_anything_around_it_is_read() {
        check(
            r#"[{"name":"entries made durable a second, 1 match","median":812},{"name":"entries in a commit","median":1}]"#,
            &[
                ("entries made durable a second, 1 match", 812.0, Some(Better::Higher)),
                ("entries in a commit", 1.0, None),
            ],
        );
    }

    #[test]
    fn a_unit_that_is_stated_decides_and_older_figures_have_none() {
        check(
            r#"[{"name":"answer","unit":"microseconds","median":5.0,"p99":9.0},{"name":"search","median":7.0,"p99":8.0}]"#,
            &[
                ("answer", 5.0, Some(Better::Lower)),
                ("answer: p99", 9.0, Some(Better::Lower)),
                ("search", 7.0, None),
                ("search: p99", 8.0, None),
            ],
        );
    }

    #[test]
    fn lines_of_groups_carry_the_title() {
        check(
            r#"{"rounds":9,"groups":[{"title":"within 12 in","notes":["many"],"lines":[
                {"name":"ours","nanoseconds":1.5,"range":[1.0,2.0],"times":null},
                {"name":"geo","nanoseconds":3.0,"range":null,"times":2.0}]}]}"#,
            &[("within 12 in: ours", 1.5, Some(Better::Lower)), ("within 12 in: geo", 3.0, Some(Better::Lower))],
        );
    }

    #[test]
    fn keys_are_names_and_whole_numbers_are_counts() {
        check(
            r#"{"workload":"w","battles_per_second":336.0,"core":{"activations_per_battle":107},
                "microseconds_per_drag":{"drags":40,"around":{"p99":2356.7}},"shares":{"bot":17.3}}"#,
            &[
                ("battles per second", 336.0, Some(Better::Higher)),
                ("core: activations per battle", 107.0, None),
                ("microseconds per drag: around: p99", 2356.7, Some(Better::Lower)),
                ("microseconds per drag: drags", 40.0, None),
                ("shares: bot", 17.3, None),
            ],
        );
    }

    #[test]
    fn what_holds_no_figures_is_refused() {
        assert!(read("running 3 tests").is_err());
        assert!(read("[]").is_err());
        assert!(read(r#"{"workload":"w"}"#).is_err());
    }
}
