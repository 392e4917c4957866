//! Results for programs: a line of JSON, its fields in the order in which they are declared.

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;

/// Writes a value as a line.
pub(crate) fn write(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(|error| Failure::Check(format!("this is not JSON: {error}")))?;
    writeln!(out, "{line}")?;
    Ok(())
}
