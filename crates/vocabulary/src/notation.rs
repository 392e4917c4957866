//! Answers as people read and type them.
//!
//! | form | notation |
//! | --- | --- |
//! | choose | `dodge`, `die:3 die:5`, `charge@unit:7`; nothing at all is `-` |
//! | assign | `model:1>unit:7*2, model:2>unit:8` (`*1` may be left out) |
//! | spread | `model:1=2, model:2=1` |
//! | number | `3` |
//! | move | `model:1 > (3, 4) > (5 in, 6 in); model:2 @ (4, 5)`: legs for who walks, a place for who follows |
//! | place | `model:4 @ (2, 9) ^1 /512`: level 1, facing 512; both may be left out |
//!
//! A number without a unit is in inches. Commas between parts may be left out. What [`std::fmt::Display`] writes of an
//! answer is read back to the same answer:
//!
//! ```
//! use vocabulary::{Kind, notation};
//!
//! let answer = notation::read("model:1 > (3, 4); model:2 @ (2.5, 4)", Kind::Move).unwrap();
//! assert_eq!(answer.to_string(), "model:1 > (3 in, 4 in); model:2 @ (2.5 in, 4 in)");
//! assert_eq!(notation::read(&answer.to_string(), Kind::Move), Ok(answer));
//! ```

use std::fmt;

use ground::{FACINGS, Length, Path, Point, Pose};
use smallvec::SmallVec;

use crate::{Answer, Kind, ModelId, Ref, RefError, Token};

/// Why a text is not an answer of the wanted form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct NotationError {
    /// The column where it goes wrong, from 1, counted in characters.
    pub column: usize,
    /// A sentence.
    pub text: String,
}

/// Reads an answer of the wanted form.
///
/// # Errors
/// The first place that cannot be read, with a sentence that says what could stand there.
pub fn read(text: &str, kind: Kind) -> Result<Answer, NotationError> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_spaces();
    let answer = match kind {
        Kind::Choose => Answer::Choose(scanner.list(Scanner::token)?),
        Kind::Assign => Answer::Assign(scanner.list(Scanner::assigned)?),
        Kind::Spread => Answer::Spread(scanner.list(Scanner::share)?),
        Kind::Number => Answer::Number(scanner.number()?),
        Kind::Move => scanner.moves()?,
        Kind::Place => Answer::Place(scanner.list(Scanner::placed)?),
    };
    scanner.skip_spaces();
    if scanner.at < text.len() {
        return Err(scanner.error("the answer should end here"));
    }
    Ok(answer)
}

/// Walks over a text; `at` is always on the border of a character.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, text: impl Into<String>) -> NotationError {
        NotationError { column: self.text[..self.at].chars().count() + 1, text: text.into() }
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn skip_separators(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';').len();
    }

    /// Passes a character if it comes next, after spaces.
    fn eat(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn want(&mut self, wanted: char) -> Result<(), NotationError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.error(format!("expected '{wanted}'"))) }
    }

    /// The run of characters up to the next one that ends a name.
    fn run(&mut self, ends: fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn list<T, A: smallvec::Array<Item = T>>(
        &mut self,
        part: fn(&mut Self) -> Result<T, NotationError>,
    ) -> Result<SmallVec<A>, NotationError> {
        let mut parts = SmallVec::new();
        if self.rest().trim() == "-" {
            self.at = self.text.len();
            return Ok(parts);
        }
        if self.rest().is_empty() {
            return Err(self.error("expected an answer; write - for none"));
        }
        while !self.rest().is_empty() {
            if parts.len() >= Answer::MOST_PARTS {
                return Err(self.error(format!("an answer can have at most {} parts", Answer::MOST_PARTS)));
            }
            parts.push(part(self)?);
            self.skip_separators();
        }
        Ok(parts)
    }

    /// Reads what stands up to the next character that ends it.
    fn named<T: std::str::FromStr<Err = RefError>>(&mut self, ends: fn(char) -> bool) -> Result<T, NotationError> {
        self.skip_spaces();
        let start = self.at;
        let name = self.run(ends);
        name.parse().map_err(|e: RefError| Scanner { text: self.text, at: start }.error(e.to_string()))
    }

    fn token(&mut self) -> Result<Token, NotationError> {
        self.named(|c| c.is_whitespace() || c == ',' || c == ';')
    }

    fn name(&mut self) -> Result<Token, NotationError> {
        self.named(|c| c.is_whitespace() || ",;>=*(".contains(c))
    }

    fn reference(&mut self) -> Result<Ref, NotationError> {
        self.named(|c| c.is_whitespace() || ",;>=*@(".contains(c))
    }

    fn model(&mut self) -> Result<ModelId, NotationError> {
        self.skip_spaces();
        let start = self.at;
        match self.reference()? {
            Ref::Model(model) => Ok(model),
            other => Err(Scanner { text: self.text, at: start }.error(format!("expected a model, not {other}"))),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Result<N, NotationError> {
        self.skip_spaces();
        let start = self.at;
        if self.rest().starts_with('-') {
            self.at += 1;
        }
        self.run(|c| !c.is_ascii_digit());
        let digits = &self.text[start..self.at];
        digits.parse().map_err(|_| Scanner { text: self.text, at: start }.error("expected a number"))
    }

    fn assigned(&mut self) -> Result<(Token, Token, u16), NotationError> {
        let from = self.name()?;
        self.want('>')?;
        let to = self.name()?;
        let count = if self.eat('*') { self.number()? } else { 1 };
        Ok((from, to, count))
    }

    fn share(&mut self) -> Result<(Ref, u16), NotationError> {
        let of = self.reference()?;
        self.want('=')?;
        Ok((of, self.number()?))
    }

    fn length(&mut self) -> Result<Length, NotationError> {
        self.skip_spaces();
        let start = self.at;
        let text = self.run(|c| ",)".contains(c));
        text.parse().map_err(|e: ground::LengthError| Scanner { text: self.text, at: start }.error(e.to_string()))
    }

    fn point(&mut self) -> Result<Point, NotationError> {
        self.want('(')?;
        let x = self.length()?;
        self.want(',')?;
        let y = self.length()?;
        self.want(')')?;
        Ok(Point::new(x.0, y.0))
    }

    fn pose(&mut self) -> Result<Pose, NotationError> {
        let at = self.point()?;
        let level = if self.eat('^') { self.number()? } else { 0 };
        let facing = if self.eat('/') { self.number()? } else { 0 };
        if facing >= FACINGS {
            return Err(self.error(format!("a facing must be below {FACINGS}")));
        }
        Ok(Pose { at, level, facing })
    }

    fn placed(&mut self) -> Result<(ModelId, Pose), NotationError> {
        let model = self.model()?;
        self.want('@')?;
        Ok((model, self.pose()?))
    }

    fn moves(&mut self) -> Result<Answer, NotationError> {
        let mut paths = SmallVec::new();
        let parts: SmallVec<[Step; 4]> = self.list(Scanner::step)?;
        let mut placed = SmallVec::new();
        for part in parts {
            match part {
                Step::Walk(model, path) => paths.push((model, path)),
                Step::Put(model, pose) => placed.push((model, pose)),
            }
        }
        Ok(Answer::Move { paths, placed })
    }

    fn step(&mut self) -> Result<Step, NotationError> {
        let model = self.model()?;
        if self.eat('@') {
            return Ok(Step::Put(model, self.pose()?));
        }
        let mut path = Path::default();
        self.want('>')?;
        loop {
            path.legs.push(self.pose()?);
            if path.legs.len() > Path::MOST_LEGS {
                return Err(self.error(format!("a path can have at most {} legs", Path::MOST_LEGS)));
            }
            if !self.eat('>') {
                return Ok(Step::Walk(model, path));
            }
        }
    }
}

enum Step {
    Walk(ModelId, Path),
    Put(ModelId, Pose),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Parts { f, any: false };
        match self {
            Answer::Choose(tokens) => tokens.iter().try_for_each(|token| parts.write(" ", token))?,
            Answer::Assign(list) => {
                for (from, to, count) in list {
                    match count {
                        1 => parts.write(", ", &format_args!("{from}>{to}"))?,
                        _ => parts.write(", ", &format_args!("{from}>{to}*{count}"))?,
                    }
                }
            }
            Answer::Spread(list) => {
                list.iter().try_for_each(|(of, n)| parts.write(", ", &format_args!("{of}={n}")))?;
            }
            Answer::Number(n) => parts.write("", n)?,
            Answer::Move { paths, placed } => {
                for (model, path) in paths {
                    parts.write("; ", &Ref::Model(*model))?;
                    path.legs.iter().try_for_each(|leg| {
                        parts.f.write_str(" > ")?;
                        write_pose(parts.f, leg)
                    })?;
                }
                placed.iter().try_for_each(|part| parts.placed(part))?;
            }
            Answer::Place(placed) => placed.iter().try_for_each(|part| parts.placed(part))?,
        }
        if parts.any { Ok(()) } else { f.write_str("-") }
    }
}

/// Writes parts with something between them.
struct Parts<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    any: bool,
}

impl Parts<'_, '_> {
    fn write(&mut self, between: &str, part: &dyn fmt::Display) -> fmt::Result {
        let between = if self.any { between } else { "" };
        self.any = true;
        write!(self.f, "{between}{part}")
    }

    fn placed(&mut self, (model, pose): &(ModelId, Pose)) -> fmt::Result {
        self.write("; ", &format_args!("{} @ ", Ref::Model(*model)))?;
        write_pose(self.f, pose)
    }
}

fn write_pose(f: &mut fmt::Formatter<'_>, pose: &Pose) -> fmt::Result {
    write!(f, "{}", pose.at)?;
    if pose.level > 0 {
        write!(f, " ^{}", pose.level)?;
    }
    if pose.facing > 0 {
        write!(f, " /{}", pose.facing)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::Word;

    fn check(kind: Kind, text: &str, printed: &str) {
        let answer = read(text, kind).unwrap_or_else(|e| panic!("{text}: column {}: {e}", e.column));
        assert_eq!(answer.to_string(), printed);
        assert_eq!(read(printed, kind), Ok(answer));
    }

    #[test]
    fn answers_are_read_as_people_type_them() {
        check(Kind::Choose, "dodge", "dodge");
        check(Kind::Choose, " die:3,die:5 ", "die:3 die:5");
        check(Kind::Choose, "-", "-");
        check(Kind::Assign, "model:1>unit:7*2 model:2 > unit:8", "model:1>unit:7*2, model:2>unit:8");
        check(Kind::Spread, "model:1=2,model:2=0", "model:1=2, model:2=0");
        check(Kind::Number, "-3", "-3");
        check(Kind::Move, "model:1>(3,4)>(5\",32mm)", "model:1 > (3 in, 4 in) > (5 in, 32 mm)");
        check(Kind::Place, "model:4 @ (2, 9) ^1 /512", "model:4 @ (2 in, 9 in) ^1 /512");
    }

    fn check_refused(kind: Kind, text: &str, column: usize, sentence: &str) {
        let error = read(text, kind).unwrap_err();
        assert_eq!((error.column, error.text.as_str()), (column, sentence), "{text}");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_column() {
        check_refused(Kind::Choose, "", 1, "expected an answer; write - for none");
        check_refused(Kind::Number, "three", 1, "expected a number");
        check_refused(Kind::Number, "3 4", 3, "the answer should end here");
        check_refused(Kind::Spread, "model:1", 8, "expected '='");
        check_refused(Kind::Place, "unit:4 @ (2, 9)", 1, "expected a model, not unit:4");
        check_refused(Kind::Place, "model:4 @ (2, 9) /1024", 23, "a facing must be below 1024");
        check_refused(Kind::Move, "model:4 (2, 9)", 9, "expected '>'");
    }

    fn any_ref() -> impl Strategy<Value = Ref> {
        prop_oneof![
            any::<u16>().prop_map(|n| Ref::Unit(crate::UnitId(n))),
            any::<u16>().prop_map(|n| Ref::Model(ModelId(n))),
            any::<u32>().prop_map(Ref::Die),
            any::<u8>().prop_map(|n| Ref::Seat(crate::Seat(n))),
        ]
    }

    fn any_token() -> impl Strategy<Value = Token> {
        let word = "[a-z][a-z0-9-]{0,20}".prop_map(|text| text.parse::<Word>().unwrap());
        prop_oneof![
            word.clone().prop_map(Token::Word),
            any_ref().prop_map(Token::Ref),
            (word, any_ref()).prop_map(|(word, r)| Token::About(word, r)),
        ]
    }

    fn any_point() -> impl Strategy<Value = Point> {
        (-200_000..200_000_i32, -200_000..200_000_i32).prop_map(Point::from)
    }

    fn any_pose() -> impl Strategy<Value = Pose> {
        (any_point(), any::<u8>(), 0..FACINGS).prop_map(|(at, level, facing)| Pose { at, level, facing })
    }

    fn any_placed() -> impl Strategy<Value = (ModelId, Pose)> {
        (any::<u16>().prop_map(ModelId), any_pose())
    }

    fn any_answer() -> impl Strategy<Value = Answer> {
        let path = vec(any_pose(), 1..5).prop_map(|legs| Path { legs: legs.into() });
        let walk = (any::<u16>().prop_map(ModelId), path);
        prop_oneof![
            vec(any_token(), 0..6).prop_map(|v| Answer::Choose(v.into())),
            vec((any_token(), any_token(), any::<u16>()), 0..6).prop_map(|v| Answer::Assign(v.into())),
            vec((any_ref(), any::<u16>()), 0..6).prop_map(|v| Answer::Spread(v.into())),
            any::<i32>().prop_map(Answer::Number),
            (vec(walk, 0..3), vec(any_placed(), 0..6))
                .prop_map(|(paths, placed)| Answer::Move { paths: paths.into(), placed: placed.into() }),
            vec(any_placed(), 0..6).prop_map(|v| Answer::Place(v.into())),
        ]
    }

    proptest! {
        #[test]
        fn every_answer_survives_notation_and_json(answer in any_answer()) {
            prop_assert_eq!(read(&answer.to_string(), answer.kind()), Ok(answer.clone()));
            let json = serde_json::to_string(&answer).unwrap();
            prop_assert_eq!(serde_json::from_str::<Answer>(&json).unwrap(), answer);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,40}") {
            for kind in [Kind::Choose, Kind::Assign, Kind::Spread, Kind::Number, Kind::Move, Kind::Place] {
                let _ = read(&text, kind);
            }
        }
    }
}
