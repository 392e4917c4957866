//! An ask as a menu: the question, numbered options, and the answer to what somebody types.

mod form;
mod groups;
mod labels;

use vocabulary::{Answer, Ask, Choice, Form, Odds, Proof, Ref, Refusal, Token, View, notation};

use crate::names::Glossary;
use crate::{map, names, paint, paragraph, units};

/// So many options are shown at first; `more` shows the rest.
const SHOWN: usize = 8;

/// What an answer is likely to lead to, in a few words, where that is known.
pub(crate) type Outlook<'a> = dyn Fn(&Answer) -> Option<String> + 'a;

/// What an option of the menu does.
#[derive(Clone, Debug, PartialEq)]
enum Pick {
    /// It is a part of an answer.
    Part(Token),
    /// It is an answer.
    Whole(Answer),
}

impl Pick {
    fn answer(&self) -> Answer {
        match self {
            Pick::Part(token) => Answer::Choose([*token].into_iter().collect()),
            Pick::Whole(answer) => answer.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Item {
    /// What to type.
    key: String,
    label: String,
    /// What the label does not say.
    text: String,
    pick: Pick,
}

/// An ask with numbers to its options.
pub(crate) struct Menu<'a> {
    ask: &'a Ask,
    view: &'a View,
    glossary: &'a Glossary,
    items: Vec<Item>,
}

/// Why what was typed is no answer: a sentence that says what is possible, and the column where it goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable(pub(crate) String, pub(crate) Option<usize>);

impl Unreadable {
    fn new(sentence: impl Into<String>) -> Unreadable {
        Unreadable(sentence.into(), None)
    }
}

impl<'a> Menu<'a> {
    /// Suggestions first, the best of them before the others, then all other options.
    pub(crate) fn new(ask: &'a Ask, view: &'a View, glossary: &'a Glossary) -> Menu<'a> {
        let mut menu = Menu { ask, view, glossary, items: Vec::new() };
        let all: &[Choice] = if let Form::Choose { options, .. } = &ask.form { options } else { &[] };
        let options: Vec<&Choice> = all.iter().filter(|option| option.refused.is_none()).collect();
        for suggestion in &ask.suggestions {
            let odds = suggestion.odds.as_ref().map(odds_words).unwrap_or_default();
            let token = suggestion.answer.token();
            match options.iter().find(|option| Some(option.token) == token) {
                Some(option) => menu.add_option(option, &odds),
                None => menu.add(suggestion.label.clone(), odds, Pick::Whole(suggestion.answer.clone())),
            }
        }
        for option in options {
            menu.add_option(option, "");
        }
        if let Some(proposal) = &ask.proposal {
            let words = answer_words(view, glossary, proposal);
            menu.add("follow the ruling".to_owned(), words, Pick::Whole(proposal.clone()));
        }
        if let Some(pass) = &ask.pass {
            menu.add("pass".to_owned(), String::new(), Pick::Whole(pass.clone()));
        }
        menu
    }

    fn add_option(&mut self, option: &Choice, odds: &str) {
        let cost = option.cost.map(|cost| format!("costs {cost}")).unwrap_or_default();
        let text: Vec<&str> = [odds, &cost, &option.text].into_iter().filter(|part| !part.is_empty()).collect();
        self.add(option.label.clone(), text.join(" · "), Pick::Part(option.token));
    }

    /// Adds an option, unless there is one that means the same.
    fn add(&mut self, label: String, text: String, pick: Pick) {
        if self.items.iter().any(|item| item.pick.answer() == pick.answer()) {
            return;
        }
        // Where the answer is a number, typing it is the answer: an option cannot have another one.
        let key = match &pick {
            Pick::Whole(Answer::Number(n)) => n.to_string(),
            _ => (self.items.len() + 1).to_string(),
        };
        self.items.push(Item { key, label, text, pick });
    }

    /// The question, what holds for the answer in short, the first options, and what can be typed.
    pub(crate) fn show(&self, outlook: &Outlook<'_>) -> String {
        let ask = self.ask;
        let name = names::painted_seat(self.view, ask.seat);
        let secret = match (ask.secret, ask.sealed) {
            (true, _) => "  (secret)",
            (false, true) => "  (sealed until everyone has answered)",
            (false, false) => "",
        };
        let mut text = format!("{name}: {}{secret}\n", paint::paint(paint::STRONG, &ask.text));
        for line in form::brief(ask, self.view, self.glossary) {
            text += &paragraph::wrap(&line, paragraph::width(), 2);
            text += "\n";
        }
        let shown = if self.items.len() > SHOWN + 1 { SHOWN } else { self.items.len() };
        text += &self.lines(&self.items[..shown], outlook);
        if shown < self.items.len() {
            let more = format!("      … {} more options: more", self.items.len() - shown);
            text += &format!("{}\n", paint::paint(paint::FAINT, more));
        }
        text + &paint::paint(paint::FAINT, format!("      {}", self.hint())) + "\n"
    }

    /// The options that did not fit.
    pub(crate) fn more(&self, outlook: &Outlook<'_>) -> String {
        match self.items.get(SHOWN..) {
            Some(rest) if rest.len() > 1 => self.lines(rest, outlook),
            _ => "there are no other options\n".to_owned(),
        }
    }

    fn lines(&self, items: &[Item], outlook: &Outlook<'_>) -> String {
        let labels: Vec<String> = items.iter().map(|item| self.label_of(item)).collect();
        let (columns, _) = paragraph::screen();
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default().min(columns / 2);
        let mut text = String::new();
        for (item, label) in items.iter().zip(&labels) {
            let answer = item.pick.answer();
            let seen = outlook(&answer).or_else(|| self.way_words(&answer)).unwrap_or_default();
            let more: Vec<&str> = [seen.as_str(), &item.text].into_iter().filter(|part| !part.is_empty()).collect();
            let room = columns.saturating_sub(9 + widest.max(label.chars().count()));
            let more = paragraph::cut(&more.join(" · "), room.max(12));
            text += &match more.as_str() {
                "" => format!("{:>4}  {label}\n", item.key),
                more => format!("{:>4}  {label:widest$}  {}\n", item.key, paint::paint(paint::FAINT, more)),
            };
        }
        text
    }

    /// The label of an option, with the letter of what it is about.
    fn label_of(&self, item: &Item) -> String {
        let mut labels: Vec<String> = Vec::new();
        for r in refs(&item.pick.answer()) {
            let label = match r {
                Ref::Unit(_) | Ref::Model(_) => names::typed(self.view, r),
                _ => continue,
            };
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        if labels.is_empty() || labels.len() > 3 {
            return item.label.clone();
        }
        format!("{} [{}]", item.label, labels.join(", "))
    }

    /// Where models end that go or are put down, in the middle of them.
    fn way_words(&self, answer: &Answer) -> Option<String> {
        let ends: Vec<ground::Point> = match answer {
            Answer::Move { paths, .. } => paths.iter().filter_map(|(_, path)| Some(path.legs.last()?.at)).collect(),
            Answer::Place(placed) => placed.iter().map(|(_, pose)| pose.at).collect(),
            _ => return None,
        };
        let movers = match &self.ask.form {
            Form::Move { movers, .. } if ends.len() < movers.len() => format!("{} of {} ", ends.len(), movers.len()),
            _ => String::new(),
        };
        map::average(&ends).map(|at| format!("{movers}to about {}", units::point(at)))
    }

    /// All that holds for the answer, and what cannot be chosen, with the reasons.
    pub(crate) fn reasons(&self) -> String {
        let mut text = String::new();
        for line in form::describe(self.ask, self.view, self.glossary) {
            text += &paragraph::wrap(&line, paragraph::width(), 2);
            text += "\n";
        }
        if let Form::Choose { options, .. } = &self.ask.form {
            text.extend(options.iter().map(refused_line));
        }
        if text.is_empty() { "every option is open\n".to_owned() } else { text }
    }

    /// Whether a line is the name of an option, so that it cannot be taken for a command.
    pub(crate) fn is_option(&self, typed: &str) -> bool {
        let is = |word: &str| word.eq_ignore_ascii_case(typed.trim());
        let named = |item: &Item| is(&item.label) || item.pick.answer().token().is_some_and(|t| is(&t.to_string()));
        self.items.iter().any(named)
    }

    /// Reads what somebody typed.
    ///
    /// # Errors
    /// A sentence that says what is possible.
    pub(crate) fn read(&self, typed: &str) -> Result<Answer, Unreadable> {
        let trimmed = typed.trim();
        if trimmed.is_empty() {
            return Err(Unreadable::new(self.hint()));
        }
        if matches!(trimmed, "p" | "pass")
            && let Some(pass) = &self.ask.pass
        {
            return Ok(pass.clone());
        }
        let of_number = matches!(self.ask.form, Form::Number { .. });
        let parts: Vec<&str> =
            trimmed.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()).collect();
        if !of_number && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit())) {
            return self.picked(&parts);
        }
        if let Form::Choose { options, .. } = &self.ask.form {
            let named = options.iter().find(|option| option.label.eq_ignore_ascii_case(trimmed));
            if let Some(option) = named {
                return Ok(Answer::Choose([option.token].into_iter().collect()));
            }
            if let Some(found) = self.of_unit(options, &parts) {
                return found;
            }
        }
        if let Some(read) = groups::read(typed, self.ask, self.view) {
            return read.map_err(|error| self.unreadable(error.column, &error.text));
        }
        let expanded = labels::expand(typed, self.view, self.ask);
        let is_word = !of_number && trimmed.chars().all(|c| c.is_alphabetic() || c == '-');
        notation::read(&expanded.text, self.ask.form.kind()).map_err(|error| match is_word {
            true if expanded.text.trim() == trimmed => {
                let text = format!(
                    "nothing here is called '{trimmed}'; the map shows the letters of units, help lists the commands"
                );
                Unreadable::new(format!("{text}; {}", self.hint()))
            }
            _ => self.unreadable(expanded.column(error.column), &error.text),
        })
    }

    fn unreadable(&self, column: usize, sentence: &str) -> Unreadable {
        let sentence = labels::shorten(sentence, self.view);
        Unreadable(format!("column {column}: {sentence}; {}", self.hint()), Some(column))
    }

    /// `A wave`: the option of a unit that is called somewhat like this; `A` alone names those it has.
    fn of_unit(&self, options: &[Choice], parts: &[&str]) -> Option<Result<Answer, Unreadable>> {
        let (first, words) = parts.split_first()?;
        let units = names::labelled(self.view, first);
        let about = |option: &&Choice| matches!(option.token, Token::About(_, r) if units.contains(&r));
        let own: Vec<&Choice> = options.iter().filter(about).collect();
        if own.is_empty() {
            return None;
        }
        let wanted = words.join(" ").to_lowercase();
        let fits = |option: &&&Choice| {
            let name = option.label.rsplit(": ").next().unwrap_or_default().to_lowercase();
            option.refused.is_none() && (name.contains(&wanted) || option.token.to_string().contains(&wanted))
        };
        let fitting: Vec<&&Choice> = own.iter().filter(fits).collect();
        Some(match fitting.as_slice() {
            [one] => Ok(Answer::Choose([one.token].into_iter().collect())),
            [] => {
                let refused = own.iter().find_map(|option| option.refused.as_ref());
                let why = refused.map(|refused| format!(": {}", refused.text)).unwrap_or_default();
                Err(Unreadable::new(format!("there is no such option for {first}{why}; {}", self.hint())))
            }
            several => {
                let key = |option: &&&Choice| {
                    let item = self.items.iter().find(|item| item.pick == Pick::Part(option.token))?;
                    Some(format!("{} {}", item.key, option.label.rsplit(": ").next().unwrap_or_default()))
                };
                let names: Vec<String> = several.iter().filter_map(key).collect();
                Err(Unreadable::new(format!("{first} has these options: {}", names.join(", "))))
            }
        })
    }

    /// The answer that numbers of options make.
    fn picked(&self, keys: &[&str]) -> Result<Answer, Unreadable> {
        let mut tokens: Vec<Token> = Vec::new();
        for key in keys {
            let Some(item) = self.items.iter().find(|item| item.key == key.trim_start_matches('0')) else {
                return Err(Unreadable::new(format!("there is no option {key}; {}", self.hint())));
            };
            match &item.pick {
                Pick::Whole(answer) if keys.len() == 1 => return Ok(answer.clone()),
                Pick::Whole(_) => {
                    let label = &item.label;
                    let sentence = format!("option {key}, {label}, is a whole answer; type it by itself");
                    return Err(Unreadable::new(sentence));
                }
                Pick::Part(token) => tokens.push(*token),
            }
        }
        Ok(Answer::Choose(tokens.into_iter().collect()))
    }

    /// What can be typed, in a sentence.
    pub(crate) fn hint(&self) -> String {
        let example = labels::example(self.ask, self.view);
        form::hint(self.ask, self.items.len(), &example)
    }
}

/// What an answer points at.
fn refs(answer: &Answer) -> Vec<Ref> {
    let of = |token: &Token| match token {
        Token::Ref(r) | Token::About(_, r) => Some(*r),
        Token::Word(_) => None,
    };
    match answer {
        Answer::Choose(tokens) => tokens.iter().filter_map(of).collect(),
        Answer::Assign(parts) => parts.iter().filter_map(|(_, to, _)| of(to)).collect(),
        _ => Vec::new(),
    }
}

fn refused_line(option: &Choice) -> String {
    let Some(refused) = &option.refused else { return String::new() };
    let line = format!("– {}: {} ({})", option.label, refused.text, refused.rule);
    paragraph::wrap(&line, paragraph::width(), 3) + "\n"
}

/// A refusal for people: which rule, by how much, and what would do instead.
pub(crate) fn refusal_words(view: &View, refusal: &Refusal) -> String {
    let rule = paint::paint(paint::FAINT, &refusal.rule);
    let by = refusal.by.map(ground::Length::about).filter(|by| !refusal.text.contains(by));
    let by = by.map(|by| format!(" (by {by})")).unwrap_or_default();
    let sentence = paragraph::wrap(&format!("{}{by}", refusal.text), paragraph::width(), 4);
    let mut text = format!("{} {}  {rule}\n", paint::paint(paint::WRONG, "no:"), sentence.trim_start());
    if let Some(mend) = &refusal.mend {
        let mend = paragraph::cut(&labels::shorten(&mend.to_string(), view), 160);
        text += &format!("   m  the nearest legal answer: {mend}\n");
    }
    text
}

/// An answer for people.
pub(crate) fn answer_words(view: &View, glossary: &Glossary, answer: &Answer) -> String {
    match answer {
        Answer::Choose(tokens) if tokens.is_empty() => "nothing".to_owned(),
        Answer::Choose(tokens) => {
            let words: Vec<String> = tokens.iter().map(|token| names::token(view, glossary, *token)).collect();
            words.join(", ")
        }
        other => match other.to_string().as_str() {
            "-" => "nothing".to_owned(),
            text => paragraph::cut(&labels::shorten(text, view), 160),
        },
    }
}

/// Odds in a few words: a chance in percent, or what comes on average.
pub(crate) fn odds_words(odds: &Odds) -> String {
    let words = |series| match series_words(series) {
        (chance, None) => chance,
        (label, Some(mean)) => format!("{label} {mean:.2} on average"),
    };
    odds.series.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// A chance in percent; or what is counted, and how much of it comes on average.
fn series_words(series: &vocabulary::Series) -> (String, Option<f64>) {
    if series.values == [0, 1] {
        let chance = series.p.get(1).copied().unwrap_or_default();
        return (format!("{} {:.0} %", series.label, chance * 100.0), None);
    }
    let mean: f64 = series.values.iter().zip(&series.p).map(|(value, p)| f64::from(*value) * p).sum();
    (series.label.clone(), Some(mean))
}

/// What a preview says in a few words: what it ends in, or its sentence if that is short.
pub(crate) fn proof_words(proof: &Proof) -> Option<String> {
    const SHORT: usize = 80;
    let series = proof.odds.as_ref().map(|odds| odds.series.as_slice()).unwrap_or_default();
    if series.len() > 1 {
        let words = |series| match series_words(series) {
            (chance, None) => chance,
            (label, Some(mean)) => format!("{label} {mean:.1}"),
        };
        let last: Vec<String> = series[series.len() - 2..].iter().map(words).collect();
        return Some(last.join(", "));
    }
    let sentence = &proof.text.sentence;
    let short = !sentence.is_empty() && sentence.chars().count() <= SHORT;
    short.then(|| sentence.clone()).or_else(|| proof.odds.as_ref().map(odds_words))
}

#[cfg(test)]
mod tests;
