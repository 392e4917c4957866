//! Writes a scenario as its text.

use std::fmt;

use engine::Scope;
use vocabulary::{Adjustment, Answer, Query, Ref, Seat, Viewer};

use super::{Amount, At, Cited, Claim, Expect, LEAVINGS, Scenario, Source, Statement};

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn join<T: ToString>(parts: &[At<T>]) -> String {
            parts.iter().map(|part| part.what.to_string()).collect::<Vec<_>>().join(", ")
        }
        writeln!(f, "scenario: {}\ngame: {}", self.title, self.game.what)?;
        if !self.proves.is_empty() {
            writeln!(f, "proves: {}", join(&self.proves))?;
        }
        writeln!(f, "seats: {}", join(&self.seats))?;
        for pack in &self.packs {
            writeln!(f, "pack:{}", written(&pack.what))?;
        }
        for At { what: (seat, army), .. } in &self.armies {
            writeln!(f, "army: {}{}", self.name(*seat), source(army))?;
        }
        if let Some(field) = &self.field {
            writeln!(f, "field:{}", source(&field.what))?;
        }
        for At { what: (name, value), .. } in &self.settings {
            writeln!(f, "{}", format!("set: {name} = {value}").trim_end())?;
        }
        if let Some(refused) = &self.refused {
            writeln!(f, "refused: {}", refused.what)?;
        }
        if !self.given.is_empty() {
            writeln!(f, "\ngiven:")?;
        }
        for given in &self.given {
            writeln!(f, "  {}", self.adjustment(&given.what))?;
        }
        if !self.play.is_empty() {
            writeln!(f, "\nplay:")?;
        }
        for statement in &self.play {
            writeln!(f, "  {}", self.statement(&statement.what))?;
        }
        Ok(())
    }
}

/// What follows behind `army: NAME` or `field:`.
fn source(source: &Source) -> String {
    match source {
        Source::Ready(id) => format!(" {id}"),
        Source::Seed(seed) => format!(" seed {seed}"),
        Source::Written(file) => written(file),
    }
}

/// The lines of a file, below the one that begins it.
fn written(file: &str) -> String {
    file.lines().map(|line| format!("\n  {line}").trim_end_matches(' ').to_owned()).collect()
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Some(text) => write!(f, "{} \"{text}\"", self.rule),
            None => write!(f, "{}", self.rule),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Number(n) => write!(f, "{n}"),
            Amount::Length(length) => write!(f, "{length}"),
        }
    }
}

pub(super) fn numbers(shown: &[i16]) -> String {
    shown.iter().map(i16::to_string).collect::<Vec<_>>().join(" ")
}

impl Scenario {
    pub(super) fn reference(&self, of: Ref) -> String {
        match of {
            Ref::Seat(seat) => self.name(seat),
            _ => of.to_string(),
        }
    }

    fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Answer(seat, answer) => format!("{}: {}", self.name(*seat), answer.what),
            Statement::Tries(seat, answer, cited) => {
                format!("{} tries {}: refused {cited}", self.name(*seat), answer.what)
            }
            Statement::Dice(shown) => {
                format!("dice {}", numbers(shown))
            }
            Statement::Stands(seat, order, about, amount, scope) => {
                let about = about_words(*about);
                let amount = amount.map_or_else(String::new, |amount| format!(" {amount}"));
                let scope = if *scope == Scope::Step { " for this step" } else { "" };
                format!("{} stands by {order}{about}{amount}{scope}", self.name(*seat))
            }
            Statement::Withdraws(seat, order, about) => {
                format!("{} withdraws {order}{}", self.name(*seat), about_words(*about))
            }
            Statement::Leaves(seat, how) => {
                let word = LEAVINGS.iter().find(|(_, of)| of == how).map_or("conceded", |(word, _)| word);
                format!("{} leaves: {word}", self.name(*seat))
            }
            Statement::TakesBack(seat) => format!("{} takes back", self.name(*seat)),
            Statement::Agreed(change) => format!("agreed: {}", self.adjustment(change)),
            Statement::Expect(expect) => format!("expect {}", self.expect(expect)),
            Statement::Stop => "stop".to_owned(),
        }
    }

    fn expect(&self, expect: &Expect) -> String {
        match expect {
            Expect::Asked(seat, cited) => format!("{} is asked {cited}", self.name(*seat)),
            Expect::NotAsked(seat) => format!("{} is not asked", self.name(*seat)),
            Expect::May(seat, true, answer) => format!("{} may answer {}", self.name(*seat), answer.what),
            Expect::May(seat, false, answer) => format!("{} may not answer {}", self.name(*seat), answer.what),
            Expect::Hears(seat, true, cited) => format!("{} hears {cited}", self.name(*seat)),
            Expect::Hears(seat, false, cited) => format!("{} does not hear {cited}", self.name(*seat)),
            Expect::Sees(Viewer::Spectator, claim) => self.claim(claim),
            Expect::Sees(Viewer::Seat(seat), claim) => format!("{} sees {}", self.name(*seat), self.claim(claim)),
            Expect::Shows(query, cited) => format!("{}: {cited}", self.query(query)),
            Expect::Need(need) => format!("need {need}"),
            Expect::Modifier(rule, Some(by)) => format!("modifier {rule} {by:+}"),
            Expect::Modifier(rule, None) => format!("no modifier {rule}"),
            Expect::Over(winners, rule) => {
                let rule = rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
                format!("over: {}{rule}", self.ending(winners))
            }
        }
    }

    fn query(&self, query: &Query) -> String {
        match query {
            Query::Measure(from, to) => format!("measure {} {}", self.reference(*from), self.reference(*to)),
            Query::Sight(from, to) => format!("sight {} {}", self.reference(*from), self.reference(*to)),
            Query::Reach(model) => format!("reach {}", Ref::Model(*model)),
            Query::Threat(unit) => format!("threat {}", Ref::Unit(*unit)),
            // Nothing that is read asks for these.
            Query::Odds(..) | Query::Why(_) => String::new(),
        }
    }

    /// How a match ended, in words.
    pub(super) fn ending(&self, winners: &[Seat]) -> String {
        let names: Vec<String> = winners.iter().map(|seat| self.name(*seat)).collect();
        match names.split_last() {
            None => "nobody wins".to_owned(),
            Some((winner, [])) => format!("{winner} wins"),
            Some((last, others)) => format!("draw between {} and {last}", others.join(", ")),
        }
    }

    pub(super) fn claim(&self, claim: &Claim) -> String {
        match claim {
            Claim::Counter(of, term, value) => format!("{} {term} = {value}", self.reference(*of)),
            Claim::NoCounter(of, term) => format!("{} has no {term}", self.reference(*of)),
            Claim::Hides(of, term, count) => format!("{} hides {term} = {count}", self.reference(*of)),
            Claim::Pool(of, shown) if shown.is_empty() => format!("{} pool: -", self.reference(*of)),
            Claim::Pool(of, shown) => format!("{} pool: {}", self.reference(*of), numbers(shown)),
            Claim::Stands(model, pose) => Answer::Place([(*model, *pose)].into_iter().collect()).to_string(),
            Claim::Gone(of, true) => format!("{} gone", self.reference(*of)),
            Claim::Gone(of, false) => format!("{} not gone", self.reference(*of)),
            Claim::Marked(of, mark, true) => format!("{} marked {mark}", self.reference(*of)),
            Claim::Marked(of, mark, false) => format!("{} not marked {mark}", self.reference(*of)),
            Claim::Moment(round, phase) => {
                let round = round.map(|round| format!("round {round}"));
                let phase = phase.map(|phase| format!("phase {phase}"));
                round.into_iter().chain(phase).collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn adjustment(&self, change: &Adjustment) -> String {
        self.claim(&match change {
            Adjustment::Pose(model, pose) => Claim::Stands(*model, *pose),
            Adjustment::Gone(of) => Claim::Gone(*of, true),
            Adjustment::Counter(of, term, value) => Claim::Counter(*of, *term, *value),
            Adjustment::Mark(of, mark, on) => Claim::Marked(*of, *mark, *on),
            Adjustment::Moment { round, phase } => Claim::Moment(Some(*round), Some(*phase)),
        })
    }
}

/// What a standing order is about, as it is written.
fn about_words(about: Option<Ref>) -> String {
    about.map(|about| format!(" about {about}")).unwrap_or_default()
}
