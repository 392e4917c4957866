//! The one place that looks at the clock on the wall: for lists of matches, never for anything in a match.

/// Seconds since 1970.
#[expect(clippy::disallowed_types, reason = "a list of matches says when they were played; no rule reads it")]
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
