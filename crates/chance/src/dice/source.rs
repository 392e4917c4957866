//! Where dice come from: a key, a script written in advance, or a person who throws real ones.

use std::collections::VecDeque;

use super::Faces;
use crate::stream::Stream;

/// Where the dice of a match come from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a match has one source; drawing a die is no place for a pointer")]
pub enum Source {
    /// They follow from a key.
    Keyed(Stream),
    /// They were written down in advance, for a scenario.
    Scripted(Script),
    /// A person throws them and types in what they show.
    Typed(Typed),
}

/// Values that dice will show, one after another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    values: VecDeque<i16>,
}

/// Values that a person typed in for the roll that is waiting for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    values: Option<VecDeque<i16>>,
}

/// Why there is no die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoDie {
    /// Occurs when nobody has typed in yet what the dice show.
    #[error("the dice have not been thrown yet")]
    Waiting,
    /// Occurs when a value was scripted or typed in that the die cannot show.
    #[error("a die with the faces {faces} cannot show {value}")]
    NotOnDie {
        /// The value.
        value: i16,
        /// What the die can show.
        faces: Faces,
    },
    /// Occurs when more dice are thrown than the script holds.
    #[error("the script holds no more dice")]
    Exhausted,
    /// Occurs when more or fewer values were typed in than dice are thrown.
    #[error("{typed} values were typed in for {dice} dice")]
    WrongCount {
        /// How many values were typed in.
        typed: usize,
        /// How many dice are thrown.
        dice: usize,
    },
}

impl Source {
    /// Throws die number `n` of the match and returns its face, counted from 0.
    ///
    /// A value that is scripted or typed in stands for the first face that shows it, and is used up unless there is an
    /// error.
    #[inline]
    pub fn draw(&mut self, n: u64, faces: Faces) -> Result<u16, NoDie> {
        match self {
            Source::Keyed(stream) => {
                stream.seek(n);
                Ok(stream.next_die(faces.count()))
            }
            Source::Scripted(script) => {
                let face = face_of(script.values.front(), faces, NoDie::Exhausted)?;
                script.values.pop_front();
                Ok(face)
            }
            Source::Typed(typed) => {
                let face = face_of(typed.next(), faces, NoDie::Waiting)?;
                typed.use_up(1);
                Ok(face)
            }
        }
    }

    /// Throws one die after another, from number `first` on, and returns their faces, counted from 0.
    ///
    /// It is all or nothing: after an error no value is used up. What is typed in has to be as many values as there
    /// are dice.
    pub fn draw_all(&mut self, first: u64, dice: &[Faces]) -> Result<Vec<u16>, NoDie> {
        match self {
            Source::Keyed(stream) => {
                stream.seek(first);
                Ok(dice.iter().map(|faces| stream.next_die(faces.count())).collect())
            }
            Source::Scripted(script) => {
                let faces = faces_of(&script.values, dice, NoDie::Exhausted)?;
                script.values.drain(..dice.len());
                Ok(faces)
            }
            Source::Typed(typed) => {
                let Some(values) = &typed.values else {
                    return if dice.is_empty() { Ok(Vec::new()) } else { Err(NoDie::Waiting) };
                };
                if values.len() != dice.len() {
                    return Err(NoDie::WrongCount { typed: values.len(), dice: dice.len() });
                }
                let faces = faces_of(values, dice, NoDie::Waiting)?;
                typed.use_up(dice.len());
                Ok(faces)
            }
        }
    }
}

fn face_of(value: Option<&i16>, faces: Faces, none: NoDie) -> Result<u16, NoDie> {
    let &value = value.ok_or(none)?;
    faces.face_showing(value).ok_or(NoDie::NotOnDie { value, faces })
}

fn faces_of(values: &VecDeque<i16>, dice: &[Faces], none: NoDie) -> Result<Vec<u16>, NoDie> {
    let mut values = values.iter();
    dice.iter().map(|&faces| face_of(values.next(), faces, none)).collect()
}

impl Script {
    /// A script of these values.
    pub fn new(values: impl IntoIterator<Item = i16>) -> Script {
        Script { values: values.into_iter().collect() }
    }

    /// Adds values at the end.
    pub fn extend(&mut self, values: impl IntoIterator<Item = i16>) {
        self.values.extend(values);
    }

    /// The values that have not been used, in order. A scenario is over when there are none.
    pub fn left(&self) -> impl ExactSizeIterator<Item = i16> {
        self.values.iter().copied()
    }
}

impl Typed {
    /// Nothing is typed in yet.
    pub fn new() -> Typed {
        Typed::default()
    }

    /// Takes in what the dice of the waiting roll show, in place of anything typed in before.
    pub fn enter(&mut self, values: impl IntoIterator<Item = i16>) {
        self.values = Some(values.into_iter().collect());
    }

    /// Forgets what was typed in, so that it is waited for again.
    pub fn clear(&mut self) {
        self.values = None;
    }

    /// Whether nothing is typed in that has not been used.
    pub fn is_waiting(&self) -> bool {
        self.values.is_none()
    }

    fn next(&self) -> Option<&i16> {
        self.values.as_ref()?.front()
    }

    fn use_up(&mut self, count: usize) {
        if let Some(values) = &mut self.values {
            values.drain(..count);
            if values.is_empty() {
                self.values = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Key;

    const COMMAND_DIE: Faces = Faces::listed(&[0, 0, 1, 1, 1, 2]);

    fn typed(values: &[i16]) -> Source {
        let mut typed = Typed::new();
        typed.enter(values.iter().copied());
        Source::Typed(typed)
    }

    #[test]
    fn keyed_dice_are_those_of_their_numbers() {
        let key = Key::from_seed("test", 3);
        let mut source = Source::Keyed(Stream::new(key));
        let all = source.draw_all(10, &[Faces::D6; 20]).unwrap();
        for n in [29, 10, 17] {
            let face = Stream::at(key, n).next_die(6);
            assert_eq!(source.draw(n, Faces::D6), Ok(face));
            assert_eq!(all[n as usize - 10], face);
        }
    }

    #[test]
    fn a_script_is_used_up_in_order_and_then_exhausted() {
        let mut source = Source::Scripted(Script::new([6, 1]));
        assert_eq!(source.draw(0, Faces::D6), Ok(5));
        assert_eq!(source.draw(1, COMMAND_DIE), Ok(2));
        assert_eq!(source.draw(2, Faces::D6), Err(NoDie::Exhausted));
    }

    #[test]
    fn a_scripted_value_that_is_not_on_the_die_stays_in_the_script() {
        let mut source = Source::Scripted(Script::new([4, 5]));
        let refused = NoDie::NotOnDie { value: 4, faces: Faces::D3 };
        assert_eq!(source.draw(0, Faces::D3), Err(refused));
        assert_eq!(refused.to_string(), "a die with the faces D3 cannot show 4");
        assert_eq!(source.draw_all(0, &[Faces::D6, Faces::D3]), Err(NoDie::NotOnDie { value: 5, faces: Faces::D3 }));
        assert_eq!(source.draw_all(0, &[Faces::D6; 3]), Err(NoDie::Exhausted));
        assert_eq!(source.draw_all(0, &[Faces::D6; 2]), Ok(vec![3, 4]));
    }

    #[test]
    fn a_script_tells_what_is_left() {
        let mut script = Script::new([1, 2]);
        script.extend([3]);
        let mut source = Source::Scripted(script);
        source.draw(0, Faces::D6).unwrap();
        let Source::Scripted(script) = source else { unreachable!() };
        assert!(script.left().eq([2, 3]));
    }

    #[test]
    fn typed_dice_are_waited_for_roll_by_roll() {
        let mut source = Source::Typed(Typed::new());
        assert_eq!(source.draw(0, Faces::D6), Err(NoDie::Waiting));
        assert_eq!(source.draw_all(0, &[Faces::D6]), Err(NoDie::Waiting));
        source = typed(&[2, 6]);
        assert_eq!(source.draw_all(0, &[Faces::D6; 2]), Ok(vec![1, 5]));
        assert_eq!(source, Source::Typed(Typed::new()));
    }

    #[test]
    fn typed_values_must_be_as_many_as_the_dice() {
        let mut source = typed(&[2, 6]);
        let refused = source.draw_all(0, &[Faces::D6; 3]).unwrap_err();
        assert_eq!(refused.to_string(), "2 values were typed in for 3 dice");
        assert_eq!(source, typed(&[2, 6]));
    }

    #[test]
    fn a_typed_value_that_is_not_on_the_die_is_refused_until_typed_anew() {
        let mut source = typed(&[2, 7]);
        assert_eq!(source.draw_all(0, &[Faces::D6; 2]), Err(NoDie::NotOnDie { value: 7, faces: Faces::D6 }));
        let Source::Typed(entry) = &mut source else { unreachable!() };
        assert!(!entry.is_waiting());
        entry.clear();
        assert!(entry.is_waiting());
    }

    #[test]
    fn one_die_at_a_time_uses_up_typed_values_too() {
        let mut source = typed(&[2, 6]);
        assert_eq!(source.draw(0, Faces::D6), Ok(1));
        assert_eq!(source.draw(1, Faces::D6), Ok(5));
        assert_eq!(source.draw(2, Faces::D6), Err(NoDie::Waiting));
    }
}
