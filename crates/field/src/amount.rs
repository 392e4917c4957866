//! Lengths, points and angles as people write them in a file: `12`, `3.5`, `"12 in"`, `"32mm"`, `[3, 4]`.
//!
//! A number with a fraction comes from the parser as a float. It is turned back into its decimals and read as text, so
//! that it is rounded once, to the nearest unit, and alike on every machine.

use std::fmt;

use ground::{FACINGS, Length, Point, UNITS_PER_INCH};
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Hundredths of a degree in a full turn.
const TURN: i64 = 36_000;

/// A length in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount(pub(crate) Length);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let units = self.0.0;
        if units % UNITS_PER_INCH == 0 {
            serializer.serialize_i64(i64::from(units / UNITS_PER_INCH))
        } else if units % (UNITS_PER_INCH / 20) == 0 {
            serializer.serialize_f64(f64::from(units / (UNITS_PER_INCH / 20)) / 20.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        deserializer.deserialize_any(AmountVisitor)
    }
}

struct AmountVisitor;

impl Visitor<'_> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length: a number of inches, or a text such as \"12 in\" or \"32mm\"")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Amount, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Amount, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Amount, E> {
        if !value.is_finite() || value.abs() > 1e6 {
            return Err(E::invalid_value(Unexpected::Float(value), &self));
        }
        // More decimals than a length may have are noise far below a unit.
        self.visit_str(&short(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Amount, E> {
        if value.len() > 40 {
            return Err(E::custom("a length is not that long a text"));
        }
        value.parse().map(Amount).map_err(E::custom)
    }
}

/// A float as its shortest decimals, cut off after nine.
fn short(value: f64) -> String {
    let text = value.to_string();
    match text.split_once('.') {
        Some((whole, part)) if part.len() > 9 => format!("{whole}.{}", &part[..9]),
        _ => text,
    }
}

/// A point, or two lengths, in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pair(pub(crate) Amount, pub(crate) Amount);

impl Pair {
    pub(crate) fn point(self) -> Point {
        Point::new(self.0.0.0, self.1.0.0)
    }

    pub(crate) fn lengths(self) -> (Length, Length) {
        (self.0.0, self.1.0)
    }
}

impl From<Point> for Pair {
    fn from(point: Point) -> Pair {
        Pair(Amount(Length(point.x)), Amount(Length(point.y)))
    }
}

impl From<(Length, Length)> for Pair {
    fn from((first, second): (Length, Length)) -> Pair {
        Pair(Amount(first), Amount(second))
    }
}

/// An angle in a file, in degrees counter-clockwise; kept as the nearest of the 1,024 facings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Degrees(pub(crate) u16);

impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facings = i64::from(FACINGS);
        let hundredths = (i64::from(self.0) * TURN * 2 + facings) / (2 * facings);
        if hundredths % 100 == 0 {
            serializer.serialize_i64(hundredths / 100)
        } else {
            serializer.serialize_f64(hundredths as f64 / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Degrees, D::Error> {
        deserializer.deserialize_any(DegreesVisitor)
    }
}

struct DegreesVisitor;

impl Visitor<'_> for DegreesVisitor {
    type Value = Degrees;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of degrees from -360 to 360")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Degrees, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Degrees, E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Degrees, E> {
        if !(-360.0..=360.0).contains(&value) {
            return Err(E::invalid_value(Unexpected::Float(value), &self));
        }
        // Hundredths of a degree first: the decimals that people write are then whole, whatever the float made of them.
        let hundredths = (value * 100.0).round() as i64;
        let doubled = hundredths * 2 * i64::from(FACINGS) + TURN;
        let facing = doubled.div_euclid(2 * TURN).rem_euclid(i64::from(FACINGS));
        Ok(Degrees(facing as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, units: i32) {
        let read: Amount = serde_json::from_str(written).unwrap();
        assert_eq!(read.0, Length(units), "{written}");
    }

    #[test]
    fn lengths_are_numbers_of_inches_or_texts() {
        check("12", 30_480);
        check("0.1", 254);
        check("-3.55", -9_017);
        check("\"32mm\"", 3_200);
        check("\"12\\\"\"", 30_480);
        check("0.30000000000000004", 762);
        check("1e-12", 0);
    }

    #[test]
    fn what_is_no_length_is_refused() {
        for written in ["\"far\"", "1e300", "true", "[1]", "99999999", "\"\"", "-1e7"] {
            assert!(serde_json::from_str::<Amount>(written).is_err(), "{written}");
        }
    }

    #[test]
    fn every_facing_survives_being_written_in_degrees() {
        for facing in 0..FACINGS {
            let written = serde_json::to_string(&Degrees(facing)).unwrap();
            assert_eq!(serde_json::from_str::<Degrees>(&written).unwrap(), Degrees(facing), "{written}");
        }
        assert_eq!(serde_json::from_str::<Degrees>("-90").unwrap(), Degrees(768));
        assert_eq!(serde_json::from_str::<Degrees>("360").unwrap(), Degrees(0));
        assert!(serde_json::from_str::<Degrees>("361").is_err());
    }

    proptest::proptest! {
        #[test]
        fn every_length_survives_being_written(units in -1_000_000..1_000_000_i32) {
            let written = serde_json::to_string(&Amount(Length(units))).unwrap();
            let read: Amount = serde_json::from_str(&written).unwrap();
            proptest::prop_assert_eq!(read.0, Length(units));
        }
    }
}
