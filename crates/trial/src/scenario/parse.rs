//! Reads a scenario, line by line; every line that cannot be read is named at once.

use engine::Scope;
use ground::Length;
use vocabulary::{Adjustment, Answer, Kind, Query, Ref, RuleId, Seat, Viewer, Word, notation};

use super::line::{Line, Read, short, without_comment};
use super::{Amount, At, Cited, Claim, Expect, LEAVINGS, Place, Scenario, ScenarioError, Source, Statement};

/// No scenario is longer than this many bytes.
pub(super) const LONGEST: usize = 1 << 20;

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// Every line that cannot be read, with a sentence that says what could stand there.
    pub fn parse(text: &str) -> Result<Scenario, Vec<ScenarioError>> {
        if text.len() > LONGEST {
            return Err(vec![ScenarioError::new(Place { line: 1, column: 1 }, "this is longer than any scenario")]);
        }
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
            let mut line = Line { text: without_comment(line), at: 0, number };
            if !line.is_empty()
                && !reader.file(&mut line)
                && let Err(error) = reader.line(&mut line)
            {
                reader.errors.push(error);
            }
        }
        reader.finish()
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    Heading,
    Given,
    Play,
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    part: Part,
    title: Option<String>,
    game: Option<At<Word>>,
    proves: Option<Vec<At<RuleId>>>,
    seats: Option<Vec<At<String>>>,
    packs: Vec<At<String>>,
    armies: Vec<At<(Seat, Source)>>,
    field: Option<At<Source>>,
    /// Whose file the lines belong to that are being read.
    open: Option<File>,
    settings: Vec<At<(String, String)>>,
    refused: Option<At<Cited>>,
    given: Vec<At<Adjustment>>,
    play: Vec<At<Statement>>,
    stopped: bool,
    errors: Vec<ScenarioError>,
}

/// A file that is written out in the heading.
#[derive(Clone, Copy)]
enum File {
    /// The last pack.
    Pack,
    /// The last army.
    Army,
    Field,
}

/// The words that a line of the heading begins with; no line of a file that is written out there does.
const HEADING: [&str; 11] =
    ["scenario:", "game:", "proves:", "seats:", "pack:", "army:", "field:", "set:", "refused:", "given:", "play:"];

impl Reader {
    /// Adds a line to the file that is written out here, if it belongs to one. Lines that were left out are empty, so that
    /// lines are counted as in the scenario.
    fn file(&mut self, line: &mut Line<'_>) -> bool {
        let text = line.rest();
        if HEADING.iter().any(|word| text.starts_with(word)) {
            self.open = None;
        }
        let file = match self.open {
            Some(File::Pack) => self.packs.last_mut().map(|pack| (pack.place.line, &mut pack.what)),
            Some(File::Army) => self.armies.last_mut().and_then(|army| Some((army.place.line, army.what.1.written()?))),
            Some(File::Field) => self.field.as_mut().and_then(|field| Some((field.place.line, field.what.written()?))),
            None => None,
        };
        let Some((above, file)) = file else { return false };
        let breaks = (line.number - above) as usize - 1 - file.matches('\n').count();
        file.extend(std::iter::repeat_n('\n', breaks));
        file.push_str(text);
        true
    }

    /// The id of something that is ready, or the seed of a battlefield, or nothing: then the lines that follow are its file.
    fn source(&mut self, line: &mut Line<'_>, file: File) -> Read<Source> {
        if line.is_empty() {
            self.open = Some(file);
            return Ok(Source::Written(String::new()));
        }
        if matches!(file, File::Field) && line.eat("seed") {
            return line.number().map(Source::Seed);
        }
        line.word().map(Source::Ready)
    }

    fn line(&mut self, line: &mut Line<'_>) -> Read<()> {
        let place = line.place();
        for (words, part) in [("given:", Part::Given), ("play:", Part::Play)] {
            if line.eat(words) {
                if self.part >= part {
                    return Err(ScenarioError::new(
                        place,
                        format!("'{words}' can be there only once, and 'given:' must come before 'play:'"),
                    ));
                }
                self.part = part;
                return line.end();
            }
        }
        match self.part {
            Part::Heading => self.heading(line),
            Part::Given => {
                let what = self.adjustment(line)?;
                self.given.push(At { what, place });
                Ok(())
            }
            Part::Play => {
                if self.stopped {
                    return line.error("nothing may follow 'stop'");
                }
                let what = self.statement(line)?;
                line.end()?;
                self.stopped = what == Statement::Stop;
                self.play.push(At { what, place });
                Ok(())
            }
        }
    }

    fn heading(&mut self, line: &mut Line<'_>) -> Read<()> {
        let place = line.place();
        let once = |is_new: bool| {
            if is_new { Ok(()) } else { Err(ScenarioError::new(place, "this line can be there only once")) }
        };
        if line.eat("scenario:") {
            once(self.title.is_none())?;
            self.title = Some(line.all("a sentence that says what the scenario shows")?.what);
        } else if line.eat("game:") {
            once(self.game.is_none())?;
            let place = line.place();
            self.game = Some(At { what: line.word()?, place });
        } else if line.eat("proves:") {
            once(self.proves.is_none())?;
            self.proves = Some(list(line, Line::rule)?);
        } else if line.eat("seats:") {
            once(self.seats.is_none())?;
            self.seats = Some(Vec::new());
            self.seats = Some(list(line, new_name)?);
        } else if line.eat("pack:") {
            let place = line.place();
            if !line.is_empty() {
                return line.error("leave the rest of this line empty: the pack's file follows on the lines below");
            }
            self.open = Some(File::Pack);
            self.packs.push(At { what: String::new(), place });
        } else if line.eat("army:") {
            let place = line.place();
            let seat = self.seat(line)?;
            let source = self.source(line, File::Army)?;
            self.armies.push(At { what: (seat, source), place });
        } else if line.eat("field:") {
            once(self.field.is_none())?;
            let place = line.place();
            self.field = Some(At { what: self.source(line, File::Field)?, place });
        } else if line.eat("set:") {
            let place = line.place();
            let name = line.run("=").to_owned();
            if name.is_empty() {
                return line.error("expected the name of a setting, such as end.rounds");
            }
            line.want("=")?;
            let value = line.rest().to_owned();
            line.at = line.text.len();
            self.settings.push(At { what: (name, value), place });
        } else if line.eat("refused:") {
            once(self.refused.is_none())?;
            let place = line.place();
            self.refused = Some(At { what: line.cited()?, place });
        } else {
            let words: Vec<String> = HEADING[..10].iter().map(|word| format!("'{word}'")).collect();
            return line.error(format!("expected {} or 'play:'", words.join(", ")));
        }
        line.end()
    }

    /// Whether a name comes next: nothing else begins with a capital letter.
    fn names_seat(line: &mut Line<'_>) -> bool {
        line.rest().starts_with(char::is_uppercase)
    }

    fn seat(&self, line: &mut Line<'_>) -> Read<Seat> {
        let start = line.at;
        let name = line.run(":,");
        // A heading without seats was found fault with already.
        let Some(seats) = self.seats.as_ref().filter(|seats| !seats.is_empty()) else { return Ok(Seat(0)) };
        match (0..).zip(seats).find(|(_, of)| of.what == name) {
            Some((at, _)) => Ok(Seat(at)),
            None => {
                line.at = start;
                let names: Vec<&str> = seats.iter().map(|name| name.what.as_str()).collect();
                line.error(format!("there is no seat called '{}'; choose from {}", short(name), names.join(", ")))
            }
        }
    }

    fn statement(&self, line: &mut Line<'_>) -> Read<Statement> {
        if Reader::names_seat(line) {
            let seat = self.seat(line)?;
            return seat_statement(seat, line);
        }
        if line.eat("dice") {
            Ok(Statement::Dice(line.numbers()?))
        } else if line.eat("expect") {
            self.expect(line).map(Statement::Expect)
        } else if line.eat("agreed:") {
            self.adjustment(line).map(Statement::Agreed)
        } else if line.eat("stop") {
            Ok(Statement::Stop)
        } else {
            line.error("expected the name of a seat, 'dice', 'expect', 'agreed:' or 'stop'")
        }
    }

    fn expect(&self, line: &mut Line<'_>) -> Read<Expect> {
        if Reader::names_seat(line) {
            let start = line.at;
            let seat = self.seat(line)?;
            if let Some(expect) = self.expect_of(seat, line)? {
                return Ok(expect);
            }
            line.at = start;
        } else if line.eat("need") {
            return Ok(Expect::Need(line.number()?));
        } else if line.eat("no modifier") {
            return Ok(Expect::Modifier(line.rule()?, None));
        } else if line.eat("modifier") {
            let rule = line.rule()?;
            return Ok(Expect::Modifier(rule, Some(line.read("", "a number such as +1 or -1")?)));
        } else if line.eat("over:") {
            return self.over(line);
        } else if let Some(query) = self.query(line)? {
            line.want(":")?;
            return Ok(Expect::Shows(query, line.cited()?));
        }
        Ok(Expect::Sees(Viewer::Spectator, self.claim(line)?))
    }

    /// A question about the position, if one comes next.
    fn query(&self, line: &mut Line<'_>) -> Read<Option<Query>> {
        Ok(Some(if line.eat("measure") {
            Query::Measure(self.reference(line)?, self.asked_of(line)?)
        } else if line.eat("sight") {
            Query::Sight(self.reference(line)?, self.asked_of(line)?)
        } else if line.eat("reach") {
            match self.asked_of(line)? {
                Ref::Model(model) => Query::Reach(model),
                _ => return line.error("expected a model before this"),
            }
        } else if line.eat("threat") {
            match self.asked_of(line)? {
                Ref::Unit(unit) => Query::Threat(unit),
                _ => return line.error("expected a unit before this"),
            }
        } else {
            return Ok(None);
        }))
    }

    /// The last thing that a question names; a colon follows it.
    fn asked_of(&self, line: &mut Line<'_>) -> Read<Ref> {
        let rest = line.rest();
        let end = rest.find(": ").unwrap_or(rest.len());
        let mut thing = Line { text: &line.text[..line.at + end], at: line.at, number: line.number };
        let of = self.reference(&mut thing)?;
        line.at = thing.at;
        Ok(of)
    }

    fn expect_of(&self, seat: Seat, line: &mut Line<'_>) -> Read<Option<Expect>> {
        const ANSWER: &str = "an answer";
        Ok(Some(if line.eat("is not asked") {
            Expect::NotAsked(seat)
        } else if line.eat("is asked") {
            Expect::Asked(seat, line.cited()?)
        } else if line.eat("may not answer") {
            Expect::May(seat, false, line.all(ANSWER)?)
        } else if line.eat("may answer") {
            Expect::May(seat, true, line.all(ANSWER)?)
        } else if line.eat("does not hear") {
            Expect::Hears(seat, false, line.cited()?)
        } else if line.eat("hears") {
            Expect::Hears(seat, true, line.cited()?)
        } else if line.eat("sees") {
            Expect::Sees(Viewer::Seat(seat), self.claim(line)?)
        } else {
            return Ok(None);
        }))
    }

    fn over(&self, line: &mut Line<'_>) -> Read<Expect> {
        let mut winners = Vec::new();
        if line.eat("nobody wins") {
        } else if line.eat("draw between") {
            loop {
                winners.push(self.seat(line)?);
                if !line.eat(",") && !line.eat("and") {
                    break;
                }
            }
            if winners.len() < 2 {
                return line.error("expected 'and' and another seat");
            }
        } else if Reader::names_seat(line) {
            winners.push(self.seat(line)?);
            line.want("wins")?;
        } else {
            return line.error("expected 'NAME wins', 'draw between NAME and NAME' or 'nobody wins'");
        }
        let rule = if line.eat("by") { Some(line.rule()?) } else { None };
        Ok(Expect::Over(winners, rule))
    }

    fn reference(&self, line: &mut Line<'_>) -> Read<Ref> {
        if Reader::names_seat(line) {
            return self.seat(line).map(Ref::Seat);
        }
        let r = line.read("@=,", "a seat, or a thing such as model:4 or unit:2")?;
        Ok(r)
    }

    fn claim(&self, line: &mut Line<'_>) -> Read<Claim> {
        if line.eat("round") {
            let round = line.number()?;
            let phase = if line.eat(",") {
                line.want("phase")?;
                Some(line.word()?)
            } else {
                None
            };
            return Ok(Claim::Moment(Some(round), phase));
        }
        if line.eat("phase") {
            return Ok(Claim::Moment(None, Some(line.word()?)));
        }
        let (start, place) = (line.at, line.place());
        let of = self.reference(line)?;
        if line.rest().starts_with('@') {
            line.at = start;
            return stands(line, place);
        }
        Ok(if line.eat("not gone") {
            Claim::Gone(of, false)
        } else if line.eat("gone") {
            Claim::Gone(of, true)
        } else if line.eat("not marked") {
            Claim::Marked(of, line.word()?, false)
        } else if line.eat("marked") {
            Claim::Marked(of, line.word()?, true)
        } else if line.eat("has no") {
            Claim::NoCounter(of, line.word()?)
        } else if line.eat("hides") {
            let term = line.word()?;
            line.want("=")?;
            Claim::Hides(of, term, line.number()?)
        } else if line.eat("pool:") {
            Claim::Pool(of, if line.eat("-") && line.is_empty() { Vec::new() } else { line.numbers()? })
        } else if let Ok(term) = line.word() {
            line.want("=")?;
            Claim::Counter(of, term, line.number()?)
        } else {
            return line.error("expected '@', 'gone', 'marked' or a counter such as wounds = 2");
        })
    }

    /// A claim that can be made true.
    fn adjustment(&self, line: &mut Line<'_>) -> Read<Adjustment> {
        let place = line.place();
        let claim = self.claim(line)?;
        line.end()?;
        Ok(match claim {
            Claim::Counter(of, term, value) => Adjustment::Counter(of, term, value),
            Claim::Stands(model, pose) => Adjustment::Pose(model, pose),
            Claim::Gone(of, true) => Adjustment::Gone(of),
            Claim::Marked(of, mark, on) => Adjustment::Mark(of, mark, on),
            Claim::Moment(Some(round), Some(phase)) => Adjustment::Moment { round, phase },
            Claim::Moment(..) => {
                return Err(ScenarioError::new(place, "expected both, as in round 1, phase bidding"));
            }
            Claim::NoCounter(..) | Claim::Hides(..) | Claim::Pool(..) | Claim::Gone(_, false) => {
                return Err(ScenarioError::new(place, "this can be expected, but not given"));
            }
        })
    }

    fn finish(mut self) -> Result<Scenario, Vec<ScenarioError>> {
        let top = Place { line: 1, column: 1 };
        let missing = [
            (self.title.is_none(), "scenario: …"),
            (self.game.is_none(), "game: …"),
            (self.seats.is_none(), "seats: …"),
            (self.play.is_empty() && self.refused.is_none() && self.errors.is_empty(), "play:"),
        ];
        for (_, line) in missing.iter().filter(|(is_missing, _)| *is_missing) {
            self.errors.push(ScenarioError::new(top, format!("the line '{line}' is missing, or nothing follows it")));
        }
        let proves = self.proves.unwrap_or_default();
        if let Some(sixth) = proves.get(Scenario::MOST_PROVEN) {
            let text = format!("a scenario can prove at most {} rules", Scenario::MOST_PROVEN);
            self.errors.push(ScenarioError::new(sixth.place, text));
        }
        let seats = self.seats.unwrap_or_default();
        for (at, name) in seats.iter().enumerate() {
            if seats[..at].contains(name) {
                self.errors.push(ScenarioError::new(name.place, format!("two seats are called '{}'", name.what)));
            }
        }
        if let (Some(refused), false) = (&self.refused, self.given.is_empty() && self.play.is_empty()) {
            let text = "a set-up that is refused cannot be played: remove this line, or what is given and played";
            self.errors.push(ScenarioError::new(refused.place, text));
        }
        match (self.title, self.game) {
            (Some(title), Some(game)) if self.errors.is_empty() => Ok(Scenario {
                title,
                game,
                proves,
                seats,
                packs: self.packs,
                armies: self.armies,
                field: self.field,
                settings: self.settings,
                refused: self.refused,
                given: self.given,
                play: self.play,
            }),
            _ => {
                self.errors.sort_by_key(|error| error.place);
                Err(self.errors)
            }
        }
    }
}

/// Parts with commas between them.
fn list<'a, T>(line: &mut Line<'a>, part: impl Fn(&mut Line<'a>) -> Read<T>) -> Read<Vec<At<T>>> {
    let mut parts = Vec::new();
    loop {
        let place = line.place();
        parts.push(At { what: part(line)?, place });
        if !line.eat(",") {
            return Ok(parts);
        }
    }
}

fn new_name(line: &mut Line<'_>) -> Read<String> {
    let start = line.at;
    let name = line.run(",");
    if Scenario::is_name(name) {
        return Ok(name.to_owned());
    }
    line.at = start;
    line.error("expected a name: one word that begins with a capital letter, such as Red")
}

fn seat_statement(seat: Seat, line: &mut Line<'_>) -> Read<Statement> {
    if line.eat(":") {
        Ok(Statement::Answer(seat, line.all("an answer")?))
    } else if line.eat("tries") {
        let place = line.place();
        let rest = line.rest();
        let Some((answer, _)) = rest.split_once(": refused").filter(|(answer, _)| !answer.trim().is_empty()) else {
            return line.error("expected an answer, ': refused' and a rule");
        };
        line.at += answer.len();
        line.want(":")?;
        line.want("refused")?;
        let answer = At { what: answer.trim_end().to_owned(), place };
        Ok(Statement::Tries(seat, answer, line.cited()?))
    } else if line.eat("stands by") {
        let order = line.word()?;
        stands_by(seat, order, line)
    } else if line.eat("withdraws") {
        Ok(Statement::Withdraws(seat, line.word()?))
    } else if line.eat("leaves:") {
        let how = LEAVINGS.iter().find(|(word, _)| line.eat(word));
        let Some((_, how)) = how else {
            return line.error("expected 'conceded', 'out-of-time' or 'vanished'");
        };
        Ok(Statement::Leaves(seat, *how))
    } else if line.eat("takes back") {
        Ok(Statement::TakesBack(seat))
    } else {
        line.error("expected ':', 'tries', 'stands by', 'withdraws', 'leaves:' or 'takes back'")
    }
}

/// The rest of a standing order: its number, where it has one, and for how long.
fn stands_by(seat: Seat, order: Word, line: &mut Line<'_>) -> Read<Statement> {
    let rest = line.rest();
    let (amount, scope) = match rest.strip_suffix("for this step") {
        Some(amount) => (amount.trim_end(), Scope::Step),
        None => (rest, Scope::Match),
    };
    let amount = match (amount.parse(), amount.parse::<Length>()) {
        _ if amount.is_empty() => None,
        (Ok(number), _) => Some(Amount::Number(number)),
        (_, Ok(length)) => Some(Amount::Length(length)),
        _ => return line.error("expected a number, a length such as 6 in, or 'for this step'"),
    };
    line.at = line.text.len();
    Ok(Statement::Stands(seat, order, amount, scope))
}

/// Where a model stands, in the notation of a placement.
fn stands(line: &mut Line<'_>, place: Place) -> Read<Claim> {
    match notation::read(line.rest(), Kind::Place) {
        Ok(Answer::Place(placed)) if placed.len() == 1 => {
            line.at = line.text.len();
            Ok(Claim::Stands(placed[0].0, placed[0].1))
        }
        Ok(_) => line.error("expected one model and its place, as in model:4 @ (2, 9)"),
        Err(error) => {
            let column = place.column + u32::try_from(error.column).unwrap_or(1) - 1;
            Err(ScenarioError::new(Place { column, ..place }, error.text))
        }
    }
}
