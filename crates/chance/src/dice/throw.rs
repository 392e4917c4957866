//! Dice expressions, as the books write them: `D6`, `2D6`, `D3+2`, `D33`.

use std::fmt;
use std::str::FromStr;

use super::{Faces, FacesError, whole};

/// How several dice make one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// They are added up.
    Sum,
    /// Each is a digit, the first die the highest: a 2 and a 3 are 23.
    Digits,
}

/// Dice that are thrown together and read as one number.
///
/// | written | means |
/// | --- | --- |
/// | `D6`, `2D6`, `D3+2`, `2D6-1` | the sum of so many dice, and a number to add |
/// | `D33`, `D66`, `D666` | two, or three, D3 or D6 read as digits: the same digit, from 2 to 9, two to four times |
/// | `1D33` | one die with thirty-three faces, should anybody have one |
/// | `2D(0 0 1 1 1 2)` | dice with listed faces |
/// | `4` | no dice, always 4 |
///
/// A text gives a throw whose results all fit an `i16`, and prints as it was written but for spaces, letter case and
/// needless parts. A throw that is put together by hand has to see to that itself.
///
/// ```
/// use chance::Throw;
///
/// let d33: Throw = "D33".parse().unwrap();
/// assert_eq!(d33.dice(), 2);
/// assert_eq!(d33.read(&[2, 3]), 23);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Throw {
    /// How many dice are thrown.
    pub count: u8,
    /// What each of them shows.
    pub faces: Faces,
    /// How they make one number.
    pub reading: Reading,
    /// What is added to that number.
    pub plus: i16,
}

/// Why a text is not a throw.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThrowError {
    /// Occurs when a text is not of any form that a throw can have.
    #[error("{0:?} is not a throw of dice; write for example D6, 2D6, D3+2 or D33")]
    Unreadable(String),
    /// Occurs when there is no such die.
    #[error("{text:?} is not a throw of dice: {why}")]
    Faces {
        /// The text.
        text: String,
        /// What is wrong with the die.
        why: FacesError,
    },
    /// Occurs when the throw could come to more, or less, than can be counted.
    #[error("{0:?} could come to more than 32767 or less than -32768")]
    OutOfRange(String),
}

impl Throw {
    /// A throw of `count` dice that are added up.
    pub const fn sum(count: u8, faces: Faces) -> Throw {
        Throw { count, faces, reading: Reading::Sum, plus: 0 }
    }

    /// No dice, and always the same result.
    pub const fn fixed(result: i16) -> Throw {
        Throw { count: 0, faces: Faces::D6, reading: Reading::Sum, plus: result }
    }

    /// How many dice are thrown.
    pub const fn dice(&self) -> usize {
        self.count as usize
    }

    /// The result, from what the dice show, in the order of throwing.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer dice than the throw has, or if the result does not fit.
    pub fn read(&self, shown: &[i16]) -> i16 {
        assert!(shown.len() == self.dice(), "{self} was read from {} dice", shown.len());
        let result = shown.iter().fold(0, |so_far, &value| match self.reading {
            Reading::Sum => so_far + i64::from(value),
            Reading::Digits => so_far * 10 + i64::from(value),
        });
        i16::try_from(result + i64::from(self.plus)).expect("the result of a throw fits 16 bits")
    }

    /// The least the throw can come to.
    ///
    /// # Panics
    ///
    /// Panics if that does not fit.
    pub fn lowest(&self) -> i16 {
        self.read(&vec![self.faces.lowest(); self.dice()])
    }

    /// The most the throw can come to.
    ///
    /// # Panics
    ///
    /// Panics if that does not fit.
    pub fn highest(&self) -> i16 {
        self.read(&vec![self.faces.highest(); self.dice()])
    }

    fn fits(&self) -> bool {
        let furthest = i64::from(self.faces.lowest().unsigned_abs().max(self.faces.highest().unsigned_abs()));
        let dice = match self.reading {
            Reading::Sum => i64::from(self.count) * furthest,
            // Digits are at most four, and none is above 9.
            Reading::Digits => 9999,
        };
        dice + i64::from(self.plus.unsigned_abs()) <= i64::from(i16::MAX)
    }
}

/// The digit and how often it stands there, if `number` is to be read as digits.
fn repeated(number: &str) -> Option<(u8, u16)> {
    let digit = number.chars().next()?.to_digit(10)?;
    let same = number.chars().all(|other| other.to_digit(10) == Some(digit));
    let fitting = same && (2..=9).contains(&digit) && (2..=4).contains(&number.len());
    fitting.then_some((number.len() as u8, digit as u16))
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return write!(f, "{}", self.plus);
        }
        match (self.reading, self.faces.numbered()) {
            (Reading::Digits, Some(n)) => {
                f.write_str("D")?;
                (0..self.count).try_for_each(|_| write!(f, "{n}"))?;
            }
            (Reading::Sum, Some(n)) => {
                // "D33" alone would be two D3.
                if self.count > 1 || repeated(&n.to_string()).is_some() {
                    write!(f, "{}", self.count)?;
                }
                write!(f, "D{n}")?;
            }
            (_, None) => {
                if self.count > 1 {
                    write!(f, "{}", self.count)?;
                }
                write!(f, "D({})", self.faces)?;
            }
        }
        if self.plus == 0 { Ok(()) } else { write!(f, "{:+}", self.plus) }
    }
}

impl FromStr for Throw {
    type Err = ThrowError;

    fn from_str(text: &str) -> Result<Throw, ThrowError> {
        let throw = parse(text.trim()).map_err(|why| match why {
            Some(why) => ThrowError::Faces { text: text.to_owned(), why },
            None => ThrowError::Unreadable(text.to_owned()),
        })?;
        if throw.fits() { Ok(throw) } else { Err(ThrowError::OutOfRange(text.to_owned())) }
    }
}

/// Reads a throw; the error says what is wrong with the die, if it is the die.
fn parse(text: &str) -> Result<Throw, Option<FacesError>> {
    let Some((count, rest)) = text.split_once(['D', 'd']) else {
        return text.parse().map(Throw::fixed).map_err(|_| None);
    };
    let (die, plus) = match rest.strip_prefix('(') {
        Some(listed) => listed.split_once(')').ok_or(None)?,
        None => rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
    };
    let plus = match plus.trim() {
        "" => 0,
        signed if signed.starts_with(['+', '-']) => {
            let (sign, number) = signed.split_at(1);
            let size: i16 = whole(number.trim()).ok_or(None)?;
            if sign == "-" { -size } else { size }
        }
        _ => return Err(None),
    };
    let count = match count.trim() {
        "" => None,
        digits => Some(whole::<u8>(digits).filter(|&count| count > 0).ok_or(None)?),
    };
    if rest.starts_with('(') {
        let faces = Faces::from_str(die).map_err(Some)?;
        return Ok(Throw { count: count.unwrap_or(1), faces, reading: Reading::Sum, plus });
    }
    if let (None, Some((count, n))) = (count, repeated(die)) {
        return Ok(Throw { count, faces: Faces::upto(n), reading: Reading::Digits, plus });
    }
    let faces = Faces::try_upto(whole(die).ok_or(None)?).map_err(Some)?;
    Ok(Throw { count: count.unwrap_or(1), faces, reading: Reading::Sum, plus })
}

crate::serde_as_text!(Throw);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn throw(text: &str) -> Throw {
        text.parse().unwrap()
    }

    fn check_refused(text: &str, why: &str) {
        assert_eq!(text.parse::<Throw>().unwrap_err().to_string(), why);
    }

    #[test]
    fn throws_print_as_they_are_written() {
        for text in [
            "D6",
            "2D6",
            "3D6",
            "D3+2",
            "2D6-1",
            "D33",
            "D66",
            "D666",
            "D33+1",
            "1D33",
            "2D33",
            "D11",
            "D222",
            "D10",
            "2D(0 0 1 1 1 2)+1",
            "D(-1 5)",
            "4",
            "0",
            "-2",
        ] {
            assert_eq!(throw(text).to_string(), text);
        }
        assert_eq!(throw(" 1d6 + 2 ").to_string(), "D6+2");
        assert_eq!(throw("d(1 2 3)").to_string(), "D3");
    }

    #[test]
    fn a_sum_adds_up_the_dice_and_the_number() {
        assert_eq!(throw("3D6-2").read(&[6, 1, 4]), 9);
        assert_eq!((throw("D3+2").lowest(), throw("D3+2").highest()), (3, 5));
        assert_eq!(throw("7").read(&[]), 7);
    }

    #[test]
    fn digits_are_read_first_die_first() {
        assert_eq!(throw("D33").read(&[1, 3]), 13);
        assert_eq!((throw("D66").lowest(), throw("D66").highest()), (11, 66));
        assert_eq!(throw("D666").read(&[6, 2, 4]), 624);
    }

    #[test]
    fn a_count_in_front_means_dice_with_that_many_faces() {
        assert_eq!(throw("1D33"), Throw::sum(1, Faces::upto(33)));
        assert_eq!(throw("D11"), Throw::sum(1, Faces::upto(11)));
    }

    #[test]
    fn what_is_no_throw_is_refused_with_a_reason() {
        for text in ["", "D", "0D6", "2D6+", "2D6*2", "D6 2", "D(1 2", "D6+-1", "x", "300D6", "D6+1+1"] {
            check_refused(text, &format!("{text:?} is not a throw of dice; write for example D6, 2D6, D3+2 or D33"));
        }
        check_refused("2D0", "\"2D0\" is not a throw of dice: a die needs at least one face");
        check_refused("200D1000", "\"200D1000\" could come to more than 32767 or less than -32768");
        check_refused("D6+32767", "\"D6+32767\" could come to more than 32767 or less than -32768");
    }

    #[test]
    #[should_panic(expected = "2D6 was read from 1 dice")]
    fn reading_the_wrong_number_of_dice_is_a_bug() {
        throw("2D6").read(&[3]);
    }

    #[test]
    fn a_throw_is_a_text_in_a_setting() {
        assert_eq!(serde_json::to_string(&throw("D3+2")).unwrap(), r#""D3+2""#);
        assert_eq!(serde_json::from_str::<Throw>(r#""2D6""#).unwrap(), throw("2D6"));
        assert!(serde_json::from_str::<Throw>(r#""2D""#).is_err());
    }

    proptest! {
        #[test]
        fn every_sum_survives_its_text(count in 1u8..20, n in 1u16..120, plus in -50i16..50) {
            let throw = Throw { plus, ..Throw::sum(count, Faces::upto(n)) };
            prop_assert_eq!(throw.to_string().parse(), Ok(throw));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9dD()+ -]{0,12}") {
            if let Ok(throw) = text.parse::<Throw>() {
                prop_assert_eq!(throw.to_string().parse(), Ok(throw));
                prop_assert!(throw.lowest() <= throw.highest());
            }
        }
    }
}
