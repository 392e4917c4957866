//! Serialises a value as the text it prints, for `#[serde(with = "chance::as_text")]`.
//!
//! [`Key`](crate::Key) and [`Secret`](crate::Secret) do not implement `Serialize`, so that no structure that happens to
//! hold one gives it away. Where a secret is to be shown, the field says so:
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Shown {
//!     #[serde(with = "chance::as_text")]
//!     secret: chance::Secret,
//! }
//! ```

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes what `Display` prints.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads what `FromStr` understands.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Implements `Serialize` and `Deserialize` for types that print themselves and can be read back.
#[macro_export]
macro_rules! serde_as_text {
    ($($name:ty),* $(,)?) => {$(
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::as_text::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $crate::as_text::deserialize(deserializer)
            }
        }
    )*};
}
