//! Lengths as whole units of a hundredth of a millimetre.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Units in an inch.
pub const UNITS_PER_INCH: i32 = 2_540;
const UNITS_PER_MM: i32 = 100;
/// The finest step of an inch that is whole in units: a twentieth.
const UNITS_PER_TWENTIETH: i32 = UNITS_PER_INCH / 20;
/// No battlefield is wider than this many units (about 400 in), so that sums and squares cannot overflow.
const LONGEST: i64 = 1 << 20;

/// A length in units of 0.01 mm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "number"))]
#[serde(transparent)]
pub struct Length(pub i32);

impl Length {
    /// No length at all.
    pub const ZERO: Length = Length(0);

    /// A whole number of inches.
    pub const fn inches(n: i32) -> Length {
        Length(n * UNITS_PER_INCH)
    }

    /// A whole number of millimetres.
    pub const fn mm(n: i32) -> Length {
        Length(n * UNITS_PER_MM)
    }

    /// The number of millimetres, without the unit; exact.
    pub fn in_mm(self) -> String {
        decimal(i64::from(self.0))
    }

    /// The length in inches rounded to two decimals, for sentences; not for anything that is read back.
    pub fn about(self) -> String {
        let hundredths =
            (i64::from(self.0) * 200 + i64::from(UNITS_PER_INCH)).div_euclid(2 * i64::from(UNITS_PER_INCH));
        format!("{} in", decimal(hundredths))
    }
}

/// Writes hundredths as a decimal without trailing zeros.
fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// Inches where they come out even, otherwise millimetres; reading it back gives the same length.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % UNITS_PER_TWENTIETH == 0 {
            write!(f, "{} in", decimal(i64::from(self.0 / UNITS_PER_TWENTIETH) * 5))
        } else {
            write!(f, "{} mm", self.in_mm())
        }
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// Occurs when there is no number before the unit, or something else stands there.
    #[error("'{0}' is not a length: write it as 12 in, 12\" or 32mm")]
    NotALength(String),
    /// Occurs when the length is larger than any battlefield.
    #[error("'{0}' is longer than any battlefield")]
    TooLong(String),
}

/// Reads `12 in`, `12"`, `3.5in`, `32 mm`; a number without a unit is in inches. Rounded once, to the nearest unit.
impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Length, LengthError> {
        let trimmed = text.trim();
        let (number, per) = if let Some(number) = trimmed.strip_suffix("mm") {
            (number, UNITS_PER_MM)
        } else if let Some(number) = trimmed.strip_suffix("in") {
            (number, UNITS_PER_INCH)
        } else {
            (trimmed.strip_suffix('"').unwrap_or(trimmed), UNITS_PER_INCH)
        };
        let not_a_length = || LengthError::NotALength(text.to_owned());
        let number = number.trim_end();
        let (negative, digits) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(part) || (part.is_empty() && digits.contains('.')) {
            return Err(not_a_length());
        }
        if whole.len() > 7 || part.len() > 9 {
            return Err(LengthError::TooLong(text.to_owned()));
        }
        let scale = 10_i64.pow(u32::try_from(part.len()).map_err(|_| not_a_length())?);
        let scaled: i64 = format!("{whole}{part}").parse().map_err(|_| not_a_length())?;
        let doubled = i128::from(scaled) * i128::from(per) * 2 + i128::from(scale);
        let units = i64::try_from(doubled / (2 * i128::from(scale))).map_err(|_| not_a_length())?;
        if units > LONGEST {
            return Err(LengthError::TooLong(text.to_owned()));
        }
        let units = i32::try_from(units).map_err(|_| not_a_length())?;
        Ok(Length(if negative { -units } else { units }))
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        self.0 -= other.0;
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl Mul<i32> for Length {
    type Output = Length;
    fn mul(self, times: i32) -> Length {
        Length(self.0 * times)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(lengths: I) -> Length {
        lengths.fold(Length::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, units: i32) {
        assert_eq!(text.parse(), Ok(Length(units)), "{text}");
    }

    #[test]
    fn lengths_are_read_as_people_write_them() {
        check("12 in", 30_480);
        check("12\"", 30_480);
        check("3.5in", 8_890);
        check("32mm", 3_200);
        check("0.01 mm", 1);
        check("7", 17_780);
        check("-1.5 in", -3_810);
    }

    #[test]
    fn a_fraction_is_rounded_once_to_the_nearest_unit() {
        check("0.333 in", 846);
        check("0.005 mm", 1);
        check("0.004 mm", 0);
    }

    #[test]
    fn what_is_no_length_is_refused_with_a_sentence() {
        for text in ["", "in", "twelve", "1..2", "1.", "--1", "1e9", "12 feet", "999999999999 in"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
        assert_eq!("1000 in".parse::<Length>().unwrap_err().to_string(), "'1000 in' is longer than any battlefield");
    }

    proptest::proptest! {
        #[test]
        fn what_is_printed_reads_back_the_same(units in -1_000_000..1_000_000_i32) {
            proptest::prop_assert_eq!(Length(units).to_string().parse(), Ok(Length(units)));
        }
    }

    #[test]
    fn sentences_round_to_hundredths_of_an_inch() {
        assert_eq!(Length(8_890).about(), "3.5 in");
        assert_eq!(Length(847).about(), "0.33 in");
        assert_eq!(Length(-1_270).about(), "-0.5 in");
    }
}
