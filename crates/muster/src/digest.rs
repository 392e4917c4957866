//! What happened, for people who want to play on: what a step came to in a line, and of a step under way models that
//! moved together in a line, dice beside what came of them.
//!
//! [`crate::log`] tells everything, with the rules behind it; here the numbers of events lead there.

use vocabulary::{Change, Event, Model, ModelId, Moment, Roll, UnitId, View};

use crate::{map, names, paint, paragraph, units};

/// Tells events, and follows the position so that it can say what changed.
#[derive(Default)]
pub(crate) struct Digest {
    view: Option<View>,
}

/// Models of one unit that went one after the other.
struct March {
    n: u32,
    unit: UnitId,
    models: Vec<ModelId>,
    /// Whether they come from beside the battlefield.
    put_down: bool,
    /// What is said of the first.
    sentence: String,
}

/// What has been noted and not been told.
#[derive(Default)]
struct Noted {
    /// Lines, each with the number of its event.
    lines: Vec<(u32, String)>,
    /// Whether what a step came to stands in place of what was told in it.
    folds: bool,
    /// How many lines there are besides, because they were folded.
    folded: usize,
    march: Option<March>,
    rolls: Vec<(u32, String, String)>,
    /// The last line, if it is about one model only.
    again: Option<Again>,
}

/// A line that stands for all that is said of one model in a row.
struct Again {
    model: ModelId,
    /// What is said, without its numbers.
    said: String,
    times: usize,
}

/// What happened, in lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) lines: Vec<String>,
    /// How many lines it takes to tell all of it.
    unfolded: usize,
}

impl Digest {
    /// Follows events without telling them.
    pub(crate) fn skip(&mut self, events: &[Event]) {
        for event in events {
            self.follow(event);
        }
    }

    /// Tells events in lines, each step in a line or two once it is over.
    pub(crate) fn news(&mut self, events: &[Event]) -> News {
        let noted = self.note(events, true);
        let unfolded = noted.lines.len() + noted.folded;
        News { lines: noted.lines.into_iter().map(|(_, line)| line).collect(), unfolded }
    }

    /// Tells events in lines, all of them.
    pub(crate) fn unfold(&mut self, events: &[Event]) -> Vec<String> {
        self.note(events, false).lines.into_iter().map(|(_, line)| line).collect()
    }

    fn note(&mut self, events: &[Event], folds: bool) -> Noted {
        let mut noted = Noted { folds, ..Noted::default() };
        for event in events {
            let marching = self.marching(event);
            let passing = self.is_passing(event);
            self.follow(event);
            let sentence = event.text.as_ref().map(|text| text.sentence.clone());
            if let (Some(since), Some(sentence)) = (event.since, &sentence) {
                self.halt(&mut noted);
                noted.sum_up(event.n, since, sentence);
                continue;
            }
            match (marching, sentence, &event.roll) {
                (Some((unit, model, put_down)), Some(sentence), None) => {
                    self.march(&mut noted, March { n: event.n, unit, models: vec![model], put_down, sentence });
                }
                (_, Some(sentence), Some(roll)) => {
                    self.halt(&mut noted);
                    noted.rolls.push((event.n, sentence, self.dice(roll)));
                }
                (_, Some(sentence), None) if !passing => {
                    self.halt(&mut noted);
                    noted.say_of(event.n, &sentence, only_model(event));
                }
                _ => {}
            }
        }
        self.halt(&mut noted);
        noted.flush();
        noted
    }

    fn follow(&mut self, event: &Event) {
        for change in &event.changes {
            match (change, &mut self.view) {
                (Change::Whole(view), now) => *now = Some((**view).clone()),
                (change, Some(view)) => view.fold(change.clone()),
                (_, None) => {}
            }
        }
    }

    /// The unit and the model that an event moves, if it does nothing else, and whether it was nowhere before.
    fn marching(&self, event: &Event) -> Option<(UnitId, ModelId, bool)> {
        let [Change::PutModel(after)] = event.changes.as_slice() else { return None };
        let before = self.view.as_ref()?.models.iter().find(|model| model.id == after.id)?;
        let same = Model { pose: before.pose, ..after.clone() } == *before;
        let went = after.pose.is_some() && before.pose != after.pose;
        Some((after.unit.filter(|_| same && went)?, after.id, before.pose.is_none()))
    }

    /// Whether an event only hands on the turn, which the question says anyway.
    fn is_passing(&self, event: &Event) -> bool {
        let [Change::Moment(after)] = event.changes.as_slice() else { return false };
        let Some(view) = &self.view else { return false };
        Moment { active: view.moment.active, ..after.clone() } == view.moment
    }

    fn march(&self, noted: &mut Noted, next: March) {
        match &mut noted.march {
            Some(march) if (march.unit, march.put_down) == (next.unit, next.put_down) => {
                march.n = next.n;
                march.models.extend(next.models);
            }
            _ => {
                self.halt(noted);
                noted.march = Some(next);
            }
        }
    }

    /// Tells who marched, now that they stand.
    fn halt(&self, noted: &mut Noted) {
        let Some(march) = noted.march.take() else { return };
        let Some(view) = self.view.as_ref().filter(|_| march.models.len() > 1) else {
            noted.say(march.n, &march.sentence);
            return;
        };
        let mut models = march.models;
        models.sort_unstable();
        models.dedup();
        let whole = units::models_of(view, march.unit).filter(|model| model.pose.is_some()).count();
        let places = view.models.iter().filter(|model| models.contains(&model.id)).filter_map(|model| model.pose);
        let places: Vec<ground::Point> = places.map(|pose| pose.at).collect();
        let about = map::average(&places).map(units::point).unwrap_or_default();
        let unit = view.units.iter().find(|unit| unit.id == march.unit);
        let Some(unit) = unit else { return };
        let who = if models.len() == whole { String::new() } else { format!(" ({} of {whole})", models.len()) };
        // Without a verb: a unit may be one model or many.
        let went = if march.put_down { "placed around" } else { "moved to about" };
        let sentence = format!(
            "{} {} of {}{who}: {went} {about}",
            names::unit_label(view, march.unit),
            unit.name,
            names::seat(view, unit.seat),
        );
        noted.say(march.n, &sentence);
    }

    /// Dice with who threw them: `Red 4+ [2 1 6✓ 2]`.
    fn dice(&self, roll: &Roll) -> String {
        let one = |die: &vocabulary::Die| match roll.reached_by(die) {
            Some(true) => paint::paint(paint::RIGHT, format!("{}✓", die.shows)),
            _ => die.shows.to_string(),
        };
        let dice: Vec<String> = roll.dice.iter().map(one).collect();
        let who = self.view.as_ref().map(|view| names::painted_seat(view, roll.seat)).unwrap_or_default();
        let need = roll.need.map(|need| format!(" {need}+")).unwrap_or_default();
        format!("{who}{need} [{}]", dice.join(" "))
    }
}

impl Noted {
    /// Tells a sentence about a model; the last of several in a row that differ only in numbers stands for all.
    fn say_of(&mut self, n: u32, sentence: &str, model: Option<ModelId>) {
        let said: String = sentence.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let times = match self.again.take() {
            Some(last) if Some(last.model) == model && last.said == said && self.rolls.is_empty() => {
                self.lines.pop();
                last.times + 1
            }
            _ => 1,
        };
        let all = if times > 1 { format!("{sentence}  (×{times})") } else { sentence.to_owned() };
        self.say(n, &all);
        self.again = model.map(|model| Again { model, said, times });
    }

    /// Tells a sentence, with the dice that fell for it.
    fn say(&mut self, n: u32, sentence: &str) {
        self.again = None;
        let (columns, _) = paragraph::screen();
        let mut line = format!("{} {sentence}", number(n));
        let mut wide = 6 + sentence.chars().count();
        for (_, _, dice) in self.rolls.drain(..) {
            let plain = anstream::adapter::strip_str(&dice).to_string().chars().count();
            // Dice that would be broken in two stand on a line of their own.
            let fits = wide + 2 + plain <= columns;
            line += &if fits { format!("  {dice}") } else { format!("\n        {dice}") };
            wide = if fits { wide + 2 + plain } else { 8 + plain };
        }
        self.lines.push((n, line));
    }

    /// Tells what all events since one came to, in place of them.
    fn sum_up(&mut self, n: u32, since: u32, sentence: &str) {
        self.flush();
        if self.folds {
            let before = self.lines.iter().take_while(|(of, _)| *of < since).count();
            self.folded += self.lines.len() - before;
            self.lines.truncate(before);
        }
        let (columns, _) = paragraph::screen();
        let text = paragraph::wrap(sentence, columns.saturating_sub(6), 0).replace('\n', "\n      ");
        let text = if self.folds { text } else { paint::paint(paint::STRONG, text) };
        self.lines.push((n, format!("{} {text}", number(n))));
        self.again = None;
    }

    /// Tells dice of which nothing has come yet.
    fn flush(&mut self) {
        for (n, sentence, _) in std::mem::take(&mut self.rolls) {
            self.lines.push((n, format!("{} {sentence}", number(n))));
        }
    }
}

/// The model that an event changes, if it changes nothing else and no dice fell.
fn only_model(event: &Event) -> Option<ModelId> {
    match event.changes.as_slice() {
        [Change::PutModel(model)] if model.pose.is_some() => Some(model.id),
        _ => None,
    }
}

fn number(n: u32) -> String {
    paint::paint(paint::FAINT, format!("{n:>4} "))
}

/// The last lines, and how many there were before them.
pub(crate) fn last(news: &News, most: usize) -> String {
    let News { lines, unfolded } = news;
    let from = lines.len().saturating_sub(most);
    let mut text = String::new();
    if from > 0 {
        let more = format!("   … ({from} more: log {unfolded})");
        text += &format!("{}\n", paint::paint(paint::FAINT, more));
    }
    for line in &lines[from..] {
        text += &format!("{line}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use chance::{DieId, Faces};
    use ground::{Point, Pose};
    use vocabulary::{Seat, Text};

    use super::*;
    use crate::example;

    fn event(n: u32, sentence: &str, changes: Vec<Change>) -> Event {
        Event { n, text: Some(Text::new(sentence)), roll: None, proof: None, changes, since: None }
    }

    fn goes(n: u32, model: usize, at: Point) -> Event {
        let model = Model { pose: Some(Pose::at(at)), ..example::view().models[model].clone() };
        event(n, &format!("{} goes", model.name), vec![Change::PutModel(model)])
    }

    fn rolls(n: u32, shows: &[i16]) -> Event {
        let mut roll = Roll::new("game.attack", Seat(0)).dice(shows.len(), Faces::D6).need(4);
        for ((n, die), shown) in (0..).zip(&mut roll.dice).zip(shows) {
            (die.id, die.shows) = (DieId(n), *shown);
        }
        Event { roll: Some(roll), ..event(n, "Red rolls", Vec::new()) }
    }

    fn check(events: &[Event], expected: &[&str]) {
        let mut digest = Digest::default();
        digest.skip(&[event(0, "", vec![Change::Whole(Box::new(example::view()))])]);
        let News { lines, .. } = digest.news(events);
        let lines: Vec<String> = lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn models_of_a_unit_that_move_are_one_line() {
        let (here, there) = (Point::inches(4, 8), Point::inches(6, 8));
        let three = [goes(1, 0, here), goes(2, 1, here), goes(3, 2, here)];
        check(&three, &["   3  A Rangers of Red: moved to about (4, 8)"]);
        let two = [goes(1, 0, here), goes(2, 1, there), goes(3, 3, there)];
        check(&two, &["   2  A Rangers of Red (2 of 3): moved to about (5, 8)", "   3  Giant goes"]);
    }

    #[test]
    fn dice_stand_beside_what_came_of_them() {
        let hit = event(2, "one hit", Vec::new());
        check(&[rolls(1, &[2, 5]), hit], &["   2  one hit  Red 4+ [2 5✓]"]);
        check(&[rolls(1, &[2, 5])], &["   1  Red rolls"]);
    }

    #[test]
    fn points_that_one_model_takes_in_a_row_are_one_line() {
        let hurt = |n: u32, model: usize, left: i32| {
            let mut model = example::view().models[model].clone();
            model.counters[0].value = left;
            event(n, &format!("{} has {left}", model.name), vec![Change::PutModel(model)])
        };
        let three = [hurt(1, 3, 5), hurt(2, 3, 4), hurt(3, 1, 4)];
        check(&three, &["   2  Giant has 4  (×2)", "   3  Ranger 1 has 4"]);
        let healed = Event { text: Some(Text::new("Giant is healed to 4")), ..hurt(2, 3, 4) };
        check(&[hurt(1, 3, 3), healed], &["   1  Giant has 3", "   2  Giant is healed to 4"]);
    }

    #[test]
    fn what_a_step_came_to_stands_in_place_of_what_was_told_in_it() {
        let recap = |n, since| Event { since: Some(since), ..event(n, "Red shoots.", Vec::new()) };
        let step = [event(1, "before", Vec::new()), rolls(2, &[5]), event(3, "one hit", Vec::new()), recap(4, 2)];
        check(&step, &["   1  before", "   4  Red shoots."]);
        // What was told before goes without saying again.
        check(&step[3..], &["   4  Red shoots."]);
        let under_way = [recap(4, 2), event(5, "Blue moves", Vec::new())];
        check(&under_way, &["   4  Red shoots.", "   5  Blue moves"]);
        let lines = Digest::default().unfold(&step);
        let lines: Vec<String> = lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(lines, ["   1  before", "   3  one hit   4+ [5✓]", "   4  Red shoots."]);
        assert_eq!(Digest::default().news(&step).unfolded, 3);
    }

    #[test]
    fn that_a_turn_is_handed_on_goes_without_saying() {
        let moment = Moment { active: Some(Seat(1)), ..example::view().moment };
        check(&[event(1, "Blue's turn", vec![Change::Moment(moment.clone())])], &[]);
        let round = Moment { round: 2, ..moment };
        check(&[event(1, "round 2", vec![Change::Moment(round)])], &["   1  round 2"]);
    }

    #[test]
    fn only_the_last_lines_are_shown_and_the_rest_is_counted() {
        let lines: Vec<String> = (0..5).map(|n| n.to_string()).collect();
        let shown = anstream::adapter::strip_str(&last(&News { lines, unfolded: 9 }, 2)).to_string();
        assert_eq!(shown, "   … (3 more: log 9)\n3\n4\n");
    }
}
