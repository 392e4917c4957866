//! Events as lines of a log: a sentence, the rules behind it, and dice with what they needed.

use std::collections::BTreeMap;

use vocabulary::{Event, Modifier, Roll, RuleId};

use crate::paint;

/// Writes events, and remembers dice so that one that is thrown again can show what it was.
#[derive(Default)]
pub(crate) struct Log {
    shown: BTreeMap<u32, i16>,
}

impl Log {
    /// The event as a line or two, or nothing where there is nothing to say.
    pub(crate) fn line(&mut self, event: &Event) -> Option<String> {
        let dice = event.roll.as_ref().map(|roll| self.dice(roll));
        if event.text.is_none() && dice.is_none() {
            return None;
        }
        let mut line = paint::paint(paint::FAINT, format!("{:>4} ", event.n));
        let mut rules: Vec<&str> = Vec::new();
        if let Some(text) = &event.text {
            // What a step came to stands out from what was told in it.
            let sentence = match event.since {
                Some(_) => paint::paint(paint::STRONG, &text.sentence),
                None => text.sentence.clone(),
            };
            line += &format!(" {sentence}");
            rules.extend(text.rules.iter().map(RuleId::as_str));
        }
        if let Some(dice) = dice {
            line += &format!("  {dice}");
        }
        rules.extend(event.roll.iter().map(|roll| roll.why.as_str()));
        rules.dedup();
        if !rules.is_empty() {
            line += &paint::paint(paint::FAINT, format!("  {}", rules.join(", ")));
        }
        line += &event.roll.as_ref().and_then(reckoning).unwrap_or_default();
        Some(line)
    }

    /// Dice with what each shows, and whether that is enough: `[4✓][2✗]`.
    fn dice(&mut self, roll: &Roll) -> String {
        let mut text = String::new();
        for die in &roll.dice {
            let before = die.follows.and_then(|first| self.shown.get(&first.0));
            let before = before.map_or_else(String::new, |before| format!("{before}→"));
            text += &match roll.reached_by(die) {
                Some(true) => paint::paint(paint::RIGHT, format!("[{before}{}✓]", die.shows)),
                Some(false) => paint::paint(paint::FAINT, format!("[{before}{}✗]", die.shows)),
                None => format!("[{before}{}]", die.shows),
            };
            self.shown.insert(die.id.0, die.shows);
        }
        text
    }
}

/// How the need of a roll came about, where rules changed it.
fn reckoning(roll: &Roll) -> Option<String> {
    let need = roll.need.filter(|_| !roll.modifiers.is_empty())?;
    let changes: i16 = roll.modifiers.iter().map(|modifier| modifier.by).sum();
    let why = |modifier: &Modifier| match modifier.by {
        0 => format!("counted in {}", modifier.rule),
        by => format!("{by:+} {}", modifier.rule),
    };
    let why: Vec<String> = roll.modifiers.iter().map(why).collect();
    let text = format!("      needs {need}+: {}+ and {}", need - changes, why.join(", "));
    Some(format!("\n{}", paint::paint(paint::FAINT, text)))
}

#[cfg(test)]
mod tests {
    use chance::{DieId, Faces};
    use vocabulary::{Seat, Text};

    use super::*;

    fn roll(shows: &[i16]) -> Roll {
        let mut roll = Roll::new("game.attack", Seat(0)).dice(shows.len(), Faces::D6);
        for ((n, die), shown) in (0..).zip(&mut roll.dice).zip(shows) {
            (die.id, die.shows) = (DieId(n), *shown);
        }
        roll
    }

    fn check(log: &mut Log, roll: Roll, expected: &str) {
        let text = Some(Text::new("Red rolls").rule("game.attack"));
        let event = Event { n: 7, text, roll: Some(roll), proof: None, changes: Vec::new(), since: None };
        let line = log.line(&event).unwrap();
        assert_eq!(anstream::adapter::strip_str(&line).to_string(), expected);
    }

    #[test]
    fn dice_say_what_they_show_and_what_they_needed() {
        let log = &mut Log::default();
        check(log, roll(&[4, 2]), "   7  Red rolls  [4][2]  game.attack");
        check(log, roll(&[4, 2]).need(4), "   7  Red rolls  [4✓][2✗]  game.attack");
        let modified = roll(&[4, 2]).need(3).modified("game.cover", 1);
        let line = "   7  Red rolls  [4✓][2✗]  game.attack\n      needs 4+: 3+ and +1 game.cover";
        check(log, modified, line);
    }

    #[test]
    fn a_die_thrown_again_shows_what_it_was() {
        let log = &mut Log::default();
        check(log, roll(&[2]), "   7  Red rolls  [2]  game.attack");
        let first = roll(&[2]).dice[0];
        let mut again = Roll::new("game.attack", Seat(0)).again(&first);
        (again.dice[0].id, again.dice[0].shows) = (DieId(9), 5);
        check(log, again, "   7  Red rolls  [2→5]  game.attack");
    }

    #[test]
    fn where_only_the_view_changes_there_is_nothing_to_say() {
        let event = Event { n: 0, text: None, roll: None, proof: None, changes: Vec::new(), since: None };
        assert_eq!(Log::default().line(&event), None);
    }

    #[test]
    fn a_need_says_which_rules_it_comes_from() {
        let roll = roll(&[4]).need(4).modified("game.high-ground", -1).modified("game.sharp", 0);
        let said = reckoning(&roll).unwrap();
        assert!(said.contains("needs 3+: 4+ and -1 game.high-ground, counted in game.sharp"), "{said}");
        assert_eq!(reckoning(&Roll::new("game.attack", Seat(0)).need(4)), None);
    }
}
