//! What dice show, how a throw of several is read, and where dice come from.

mod source;
mod throw;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use source::{NoDie, Script, Source, Typed};
pub use throw::{Reading, Throw, ThrowError};

/// The number of a die in its match, counted from 0 in the order of throwing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct DieId(pub u32);

impl From<DieId> for u64 {
    fn from(id: DieId) -> u64 {
        u64::from(id.0)
    }
}

impl fmt::Display for DieId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a die shows: `D6`, or its faces one by one, such as `0 0 1 1 1 2`.
///
/// Equal faces print alike, and what is printed can be read back.
///
/// ```
/// use chance::Faces;
///
/// const COMMAND_DIE: Faces = Faces::listed(&[0, 0, 1, 1, 1, 2]);
/// assert_eq!(COMMAND_DIE.shows(5), 2);
/// assert_eq!(Faces::listed(&[1, 2, 3]), Faces::D3);
/// assert_eq!("D8".parse(), Ok(Faces::D8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Faces(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// 1 to n.
    Upto(u16),
    /// Never just 1, 2, 3, …, so that equality is equality of faces. Places beyond `count` hold 0.
    Listed { count: u8, shows: [i16; Faces::MOST_LISTED] },
}

/// Why something is not a die.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FacesError {
    /// Occurs when a die would have no faces.
    #[error("a die needs at least one face")]
    None,
    /// Occurs when more faces are listed than a die can hold.
    #[error("a die can list {most} faces, not {0}", most = Faces::MOST_LISTED)]
    TooMany(usize),
    /// Occurs when a numbered die is too large.
    #[error("a numbered die can have at most {most} faces, not {0}", most = i16::MAX)]
    TooLarge(u16),
    /// Occurs when a text is neither like `D6` nor like `0 0 1 1 1 2`.
    #[error("{0:?} is not a die; write D6, or list its faces as in 0 0 1 1 1 2")]
    Unreadable(String),
}

impl Faces {
    /// A die that shows 1 to 3.
    pub const D3: Faces = Faces::upto(3);
    /// A die that shows 1 to 6.
    pub const D6: Faces = Faces::upto(6);
    /// A die that shows 1 to 8.
    pub const D8: Faces = Faces::upto(8);
    /// How many faces can be listed one by one.
    pub const MOST_LISTED: usize = 20;

    /// A die that shows 1 to `n`.
    ///
    /// # Panics
    ///
    /// Panics if `n` is 0 or above 32,767.
    pub const fn upto(n: u16) -> Faces {
        assert!(n > 0 && n <= i16::MAX as u16, "a numbered die has from 1 to 32,767 faces");
        Faces(Kind::Upto(n))
    }

    /// A die with these faces, in this order.
    ///
    /// # Panics
    ///
    /// Panics if there are none or more than 20.
    pub const fn listed(shows: &[i16]) -> Faces {
        let count = shows.len();
        assert!(count > 0 && count <= Faces::MOST_LISTED, "a listed die has from 1 to 20 faces");
        let mut kept = [0; Faces::MOST_LISTED];
        let mut numbered = true;
        let mut face = 0;
        // A `const fn` knows no `for`.
        while face < count {
            kept[face] = shows[face];
            numbered &= shows[face] == face as i16 + 1;
            face += 1;
        }
        if numbered { Faces(Kind::Upto(count as u16)) } else { Faces(Kind::Listed { count: count as u8, shows: kept }) }
    }

    /// A die that shows 1 to `n`, if there is one.
    pub fn try_upto(n: u16) -> Result<Faces, FacesError> {
        match n {
            0 => Err(FacesError::None),
            1..=0x7fff => Ok(Faces::upto(n)),
            0x8000.. => Err(FacesError::TooLarge(n)),
        }
    }

    /// A die with these faces, in this order, if there is one.
    pub fn try_listed(shows: &[i16]) -> Result<Faces, FacesError> {
        match shows.len() {
            0 => Err(FacesError::None),
            1..=Faces::MOST_LISTED => Ok(Faces::listed(shows)),
            count => Err(FacesError::TooMany(count)),
        }
    }

    /// How many faces the die has.
    #[inline]
    pub const fn count(self) -> u16 {
        match self.0 {
            Kind::Upto(n) => n,
            Kind::Listed { count, .. } => count as u16,
        }
    }

    /// What the die shows when it lies on `face`, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if the die has no such face.
    #[inline]
    pub const fn shows(&self, face: u16) -> i16 {
        assert!(face < self.count(), "a die was read by a face that it does not have");
        match &self.0 {
            Kind::Upto(_) => face as i16 + 1,
            Kind::Listed { shows, .. } => shows[face as usize],
        }
    }

    /// The first face that shows `value`, if one does.
    pub fn face_showing(&self, value: i16) -> Option<u16> {
        (0..self.count()).find(|&face| self.shows(face) == value)
    }

    /// What the die shows, face by face.
    pub fn values(self) -> impl Iterator<Item = i16> {
        (0..self.count()).map(move |face| self.shows(face))
    }

    /// The least the die shows.
    pub fn lowest(self) -> i16 {
        self.values().min().expect("a die has a face")
    }

    /// The most the die shows.
    pub fn highest(self) -> i16 {
        self.values().max().expect("a die has a face")
    }

    /// The n of a die that shows 1 to n.
    fn numbered(self) -> Option<u16> {
        match self.0 {
            Kind::Upto(n) => Some(n),
            Kind::Listed { .. } => None,
        }
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(n) = self.numbered() {
            return write!(f, "D{n}");
        }
        for (place, value) in self.values().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{value}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faces({self})")
    }
}

impl FromStr for Faces {
    type Err = FacesError;

    fn from_str(text: &str) -> Result<Faces, FacesError> {
        let unreadable = || FacesError::Unreadable(text.to_owned());
        let trimmed = text.trim();
        if let Some(number) = trimmed.strip_prefix(['D', 'd']) {
            return Faces::try_upto(whole(number).ok_or_else(unreadable)?);
        }
        let shows: Result<Vec<i16>, _> = trimmed.split_whitespace().map(str::parse).collect();
        Faces::try_listed(&shows.map_err(|_| unreadable())?)
    }
}

/// A number in plain digits; unlike `parse`, without a sign.
fn whole<N: FromStr>(digits: &str) -> Option<N> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

crate::serde_as_text!(Faces);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check_refused(text: &str, why: &str) {
        assert_eq!(text.parse::<Faces>().unwrap_err().to_string(), why);
    }

    #[test]
    fn a_numbered_die_shows_one_to_its_number() {
        assert_eq!(Faces::D6.values().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!((Faces::D8.count(), Faces::D8.lowest(), Faces::D8.highest()), (8, 1, 8));
        assert_eq!(Faces::upto(32_767).shows(32_766), 32_767);
    }

    #[test]
    fn a_listed_die_keeps_the_order_of_its_faces() {
        let die = Faces::listed(&[2, 0, -1, 2]);
        assert_eq!(die.values().collect::<Vec<_>>(), [2, 0, -1, 2]);
        assert_eq!(die.face_showing(2), Some(0));
        assert_eq!(die.face_showing(1), None);
        assert_eq!((die.lowest(), die.highest()), (-1, 2));
    }

    #[test]
    fn a_die_that_lists_one_to_six_is_a_d6_but_one_with_doubled_faces_is_no_d3() {
        assert_eq!(Faces::listed(&[1, 2, 3, 4, 5, 6]), Faces::D6);
        assert_eq!("1 2 3".parse(), Ok(Faces::D3));
        assert_ne!(Faces::listed(&[1, 1, 2, 2, 3, 3]), Faces::D3);
    }

    #[test]
    fn dice_print_as_they_are_written() {
        for text in ["D3", "D6", "D33", "D100", "0 0 1 1 1 2", "-1 5", "5", "1 1 2 2 3 3"] {
            assert_eq!(text.parse::<Faces>().unwrap().to_string(), text);
        }
        assert_eq!(" d6 ".parse(), Ok(Faces::D6));
    }

    #[test]
    fn what_is_no_die_is_refused_with_a_reason() {
        check_refused("", "a die needs at least one face");
        check_refused("D0", "a die needs at least one face");
        check_refused("D40000", "a numbered die can have at most 32767 faces, not 40000");
        check_refused("D+6", "\"D+6\" is not a die; write D6, or list its faces as in 0 0 1 1 1 2");
        check_refused("six", "\"six\" is not a die; write D6, or list its faces as in 0 0 1 1 1 2");
        check_refused("D", "\"D\" is not a die; write D6, or list its faces as in 0 0 1 1 1 2");
        check_refused(&"7 ".repeat(21), "a die can list 20 faces, not 21");
    }

    #[test]
    #[should_panic(expected = "a die was read by a face that it does not have")]
    fn reading_a_face_that_is_not_there_is_a_bug() {
        Faces::listed(&[0, 0, 1]).shows(3);
    }

    #[test]
    fn dice_are_texts_in_a_record() {
        let json = serde_json::to_string(&[Faces::D6, Faces::listed(&[0, 0, 1, 1, 1, 2])]).unwrap();
        assert_eq!(json, r#"["D6","0 0 1 1 1 2"]"#);
        assert_eq!(serde_json::from_str::<[Faces; 2]>(&json).unwrap()[0], Faces::D6);
        assert_eq!(serde_json::to_string(&DieId(17)).unwrap(), "17");
    }

    proptest! {
        #[test]
        fn every_die_survives_its_text(shows in prop::collection::vec(-9i16..9, 1..=20)) {
            let die = Faces::listed(&shows);
            prop_assert_eq!(die.values().collect::<Vec<_>>(), shows);
            prop_assert_eq!(die.to_string().parse(), Ok(die));
        }
    }
}
