//! An ask as a menu: the question, numbered options, and the answer to what somebody types.

mod form;
mod labels;

use vocabulary::{Answer, Ask, Choice, Form, Odds, Refusal, Token, View, notation};

use crate::names::Glossary;
use crate::{names, paint, paragraph};

/// What an option of the menu does.
#[derive(Clone, Debug, PartialEq)]
enum Pick {
    /// It is a part of an answer.
    Part(Token),
    /// It is an answer.
    Whole(Answer),
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
    items: Vec<Item>,
}

/// Why what was typed is no answer: a sentence that says what is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable(pub(crate) String);

impl<'a> Menu<'a> {
    pub(crate) fn new(ask: &'a Ask, view: &'a View, glossary: &Glossary) -> Menu<'a> {
        let mut menu = Menu { ask, view, items: Vec::new() };
        let mut listed: Vec<Token> = Vec::new();
        if let Form::Choose { options, .. } = &ask.form {
            for option in options.iter().filter(|option| option.refused.is_none()) {
                listed.push(option.token);
                let alone = |answer: &Answer| answer.token() == Some(option.token);
                let odds = ask.suggestions.iter().find(|suggestion| alone(&suggestion.answer));
                let odds = odds.and_then(|suggestion| suggestion.odds.as_ref()).map(odds_words);
                let cost = option.cost.map(|cost| format!("costs {cost}"));
                let text = [Some(option.text.clone()), cost, odds].into_iter().flatten();
                let text: Vec<String> = text.filter(|part| !part.is_empty()).collect();
                menu.add(option.label.clone(), text.join(" · "), Pick::Part(option.token));
            }
        }
        for suggestion in &ask.suggestions {
            if suggestion.answer.token().is_some_and(|token| listed.contains(&token)) {
                continue;
            }
            let odds = suggestion.odds.as_ref().map(odds_words).unwrap_or_default();
            menu.add(suggestion.label.clone(), odds, Pick::Whole(suggestion.answer.clone()));
        }
        if let Some(proposal) = &ask.proposal {
            let words = answer_words(view, glossary, proposal);
            menu.add("as the ruling has it".to_owned(), words, Pick::Whole(proposal.clone()));
        }
        if let Some(pass) = &ask.pass {
            let listed = pass.token().is_some_and(|token| listed.contains(&token));
            if !listed && !menu.items.iter().any(|item| item.pick == Pick::Whole(pass.clone())) {
                menu.add("pass".to_owned(), String::new(), Pick::Whole(pass.clone()));
            }
        }
        menu
    }

    fn add(&mut self, label: String, text: String, pick: Pick) {
        // Where the answer is a number, typing it is the answer: an option cannot have another one.
        let key = match &pick {
            Pick::Whole(Answer::Number(n)) => n.to_string(),
            _ => (self.items.len() + 1).to_string(),
        };
        self.items.push(Item { key, label, text, pick });
    }

    /// The question, what holds for the answer, and the options.
    pub(crate) fn show(&self, glossary: &Glossary) -> String {
        let ask = self.ask;
        let name = names::painted_seat(self.view, ask.seat);
        let why = paint::paint(paint::FAINT, &ask.why);
        let secret = match (ask.secret, ask.sealed) {
            (true, _) => "  (secret)",
            (false, true) => "  (sealed until all have answered)",
            (false, false) => "",
        };
        let mut text = format!("{name}: {}  {why}{secret}\n", paint::paint(paint::STRONG, &ask.text));
        for line in form::describe(ask, self.view, glossary) {
            text += &paragraph::wrap(&line, paragraph::width(), 2);
            text += "\n";
        }
        let widest = self.items.iter().map(|item| item.label.chars().count()).max().unwrap_or_default().min(40);
        for item in &self.items {
            text += &match item.text.as_str() {
                "" => format!("{:>4}  {}\n", item.key, item.label),
                more => format!("{:>4}  {:widest$}  {}\n", item.key, item.label, paint::paint(paint::FAINT, more)),
            };
        }
        if let Form::Choose { options, .. } = &ask.form {
            for option in options {
                text += &refused_line(option);
            }
        }
        text
    }

    /// Reads what somebody typed.
    ///
    /// # Errors
    /// A sentence that says what is possible.
    pub(crate) fn read(&self, typed: &str) -> Result<Answer, Unreadable> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(Unreadable(self.hint()));
        }
        if matches!(typed, "p" | "pass")
            && let Some(pass) = &self.ask.pass
        {
            return Ok(pass.clone());
        }
        let of_number = matches!(self.ask.form, Form::Number { .. });
        let parts: Vec<&str> =
            typed.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()).collect();
        if !of_number && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit())) {
            return self.picked(&parts);
        }
        if let Form::Choose { options, .. } = &self.ask.form {
            let named = options.iter().find(|option| option.label.eq_ignore_ascii_case(typed));
            if let Some(option) = named {
                return Ok(Answer::Choose([option.token].into_iter().collect()));
            }
        }
        let expanded = labels::expand(typed, self.view, self.ask.form.kind());
        notation::read(&expanded.text, self.ask.form.kind()).map_err(|error| {
            let column = expanded.column(error.column);
            Unreadable(format!("column {column}: {}; {}", error.text, self.hint()))
        })
    }

    /// The answer that numbers of options make.
    fn picked(&self, keys: &[&str]) -> Result<Answer, Unreadable> {
        let mut tokens: Vec<Token> = Vec::new();
        for key in keys {
            let Some(item) = self.items.iter().find(|item| item.key == key.trim_start_matches('0')) else {
                return Err(Unreadable(format!("there is no option {key}; {}", self.hint())));
            };
            match &item.pick {
                Pick::Whole(answer) if keys.len() == 1 => return Ok(answer.clone()),
                Pick::Whole(_) => {
                    let label = &item.label;
                    return Err(Unreadable(format!("option {key}, {label}, is an answer by itself; type it alone")));
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

fn refused_line(option: &Choice) -> String {
    let Some(refused) = &option.refused else { return String::new() };
    let line = format!("   –  {}: {}", option.label, refused.text);
    format!("{}  {}\n", paint::paint(paint::FAINT, line), paint::paint(paint::FAINT, &refused.rule))
}

/// A refusal for people: which rule, by how much, and what would do instead.
pub(crate) fn refusal_words(refusal: &Refusal) -> String {
    let rule = paint::paint(paint::FAINT, &refusal.rule);
    let by = refusal.by.map(ground::Length::about).filter(|by| !refusal.text.contains(by));
    let by = by.map(|by| format!(" (by {by})")).unwrap_or_default();
    let mut text = format!("{} {}{by}  {rule}\n", paint::paint(paint::WRONG, "no:"), refusal.text);
    if let Some(mend) = &refusal.mend {
        text += &format!("   m  what would do instead: {mend}\n");
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
        other => other.to_string(),
    }
}

/// Odds in a few words: a chance in percent, or what comes on average.
pub(crate) fn odds_words(odds: &Odds) -> String {
    let one = |series: &vocabulary::Series| {
        if series.values == [0, 1] {
            let chance = series.p.get(1).copied().unwrap_or_default();
            return format!("{} {:.0} %", series.label, chance * 100.0);
        }
        let mean: f64 = series.values.iter().zip(&series.p).map(|(value, p)| f64::from(*value) * p).sum();
        format!("{} {mean:.2} on average", series.label)
    };
    odds.series.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
