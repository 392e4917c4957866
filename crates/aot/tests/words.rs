//! Whole battles in the words that all games share: what people are asked, told and shown.

use std::collections::BTreeSet;

use aot::{Aot, Fact, Rank, State};
use bots::Random;
use chance::{Key, Stream};
use engine::{Game, Holder, Hosted, Match, Origin, Rules, Ruleset, Watch, hear, hear_roll};
use ground::{Point, Rect};
use smallvec::smallvec;
use vocabulary::{
    Answer, Ask, Form, Query, Roll, RuleId, Seat, Settings, Setup, Text, Token, Value, View, Viewer, Word,
};

static AOT: Game<Aot, bots::Levels> = Game::new();

/// Battles that are played through the façade, and those whose facts are listened to.
const BATTLES: u64 = 32;

fn rulebook() -> BTreeSet<String> {
    let rule = |line: &str| Some(line.strip_prefix("id = \"")?.strip_suffix('"')?.to_owned());
    Aot::manual().rulebook.lines().filter_map(rule).collect()
}

fn terms() -> BTreeSet<Word> {
    Aot::manual().terms.iter().map(|term| term.id).collect()
}

/// Whatever is offered is accepted, and whatever is refused is refused.
fn check_offers(host: &dyn Hosted, ask: &Ask) {
    let ok = |answer: &Answer| {
        let seen = host.preview(ask.id, ask.seat, answer);
        seen.unwrap_or_else(|refusal| panic!("{}: {answer} is offered, but {refusal}", ask.text));
    };
    ask.suggestions.iter().map(|suggestion| &suggestion.answer).chain(&ask.pass).for_each(ok);
    match &ask.form {
        Form::Choose { options, min: 0 | 1, max, .. } if *max > 0 => {
            for option in options {
                let answer = Answer::Choose(smallvec![option.token]);
                let seen = host.preview(ask.id, ask.seat, &answer);
                assert_eq!(seen.is_err(), option.refused.is_some(), "{}: {answer}, {seen:?}", ask.text);
            }
        }
        Form::Assign { pairs, .. } => {
            for (from, to) in pairs.iter().flatten() {
                let part = (*from, *to, 1);
                let alone = Answer::Assign(smallvec![part]);
                match host.preview(ask.id, ask.seat, &alone) {
                    // Where nobody may be left out, the refusal brings the others with it.
                    Err(refusal) if ask.pass.is_none() => {
                        let whole = *refusal.mend.unwrap_or_else(|| panic!("{}: {alone} is not mended", ask.text));
                        let Answer::Assign(parts) = &whole else { panic!("{}: {whole} gives no targets", ask.text) };
                        assert!(parts.contains(&part), "{}: {whole} leaves out {alone}", ask.text);
                        ok(&whole);
                    }
                    _ => ok(&alone),
                }
            }
        }
        Form::Move { movers, .. } => {
            let view = host.view(Viewer::Seat(ask.seat));
            for suggestion in &ask.suggestions {
                let Answer::Move { paths, .. } = &suggestion.answer else { panic!("a move is suggested") };
                for (model, path) in paths {
                    let mover = movers.iter().find(|mover| mover.model == *model).expect("a mover moves");
                    if let (Some(end), Some(start)) = (path.legs.last(), view.models[model.index()].pose) {
                        assert!(end.at.distance_up(start.at) <= mover.allowance, "{}: {path:?}", ask.text);
                    }
                }
            }
            if let Some(mover) = movers.first() {
                let reach = host.query(Viewer::Seat(ask.seat), &Query::Reach(mover.model)).unwrap();
                let outlines = reach.regions.iter().flat_map(|region| &region.outlines);
                let table = Rect::new(Point::default(), view.field.size);
                let off = outlines.flat_map(|outline| &outline.corners).find(|corner| !table.contains(**corner));
                assert_eq!(off, None, "{}: the reach of {:?} leaves the table", ask.text, mover.model);
            }
        }
        _ => {}
    }
}

/// Every word of an ask is explained in the manual.
fn check_words(ask: &Ask, terms: &BTreeSet<Word>) {
    let known = |word: &Word| assert!(terms.contains(word), "{}: '{word}' is no term", ask.text);
    match &ask.form {
        Form::Choose { options, .. } => options.iter().for_each(|option| match option.token {
            Token::Word(word) | Token::About(word, _) => known(&word),
            Token::Ref(_) => {}
        }),
        Form::Move { limits, .. } | Form::Place { limits, .. } => limits.iter().for_each(|limit| known(&limit.term)),
        _ => {}
    }
}

fn check_view(view: &View, terms: &BTreeSet<Word>) {
    assert!(view.areas.is_sorted_by_key(|area| area.id));
    assert!(view.units.is_sorted_by_key(|unit| unit.id));
    assert!(view.models.is_sorted_by_key(|model| model.id));
    assert!(view.cards.is_sorted_by_key(|card| card.id));
    let json = serde_json::to_string(view).unwrap();
    assert_eq!(serde_json::from_str::<View>(&json).unwrap(), *view);
    let marks = view.seats.iter().flat_map(|seat| &seat.marks);
    let marks = marks.chain(view.units.iter().flat_map(|unit| &unit.marks));
    let marks = marks.chain(view.models.iter().flat_map(|model| &model.marks)).map(|mark| mark.term);
    let counters = view.seats.iter().flat_map(|seat| &seat.counters);
    let counters = counters.chain(view.units.iter().flat_map(|unit| &unit.counters));
    let counters = counters.chain(view.models.iter().flat_map(|model| &model.counters)).map(|counter| counter.term);
    let areas = view.areas.iter().flat_map(|area| area.rules.iter().copied().chain([area.term]));
    for word in marks.chain(counters).chain(areas).chain(view.moment.phase.iter().copied()) {
        assert!(terms.contains(&word), "'{word}' is no term");
    }
    let mut weapons = BTreeSet::new();
    let of_models = view.models.iter().flat_map(|model| model.weapons.iter().copied());
    let of_cards = view.cards.iter().flat_map(|card| &card.weapons).map(|weapon| weapon.id);
    for weapon in of_models.chain(of_cards) {
        assert!(weapons.insert(weapon), "{weapon:?} is there twice");
    }
}

/// An answer that a person might give who clicks on what is offered.
fn click(ask: &Ask, stream: &mut Stream) -> Answer {
    let mut answers: Vec<Answer> = ask.suggestions.iter().map(|suggestion| suggestion.answer.clone()).collect();
    if let Form::Choose { options, min: 0 | 1, max: 1.., .. } = &ask.form {
        let free = options.iter().filter(|option| option.refused.is_none());
        answers.extend(free.map(|option| Answer::Choose(smallvec![option.token])));
    }
    if answers.is_empty() {
        answers.extend(ask.pass.clone());
    }
    let picked = stream.pick(&answers).cloned();
    picked.unwrap_or_else(|| panic!("{}: nothing is offered: {:?}", ask.text, ask.form))
}

/// Every other battle is fought under house rules that change what is asked.
fn house_rules(seed: u64) -> Settings {
    let choice = |word| Value::Choice(Word::new(word));
    let both: Vec<(&str, Value)> = match seed % 4 {
        1 => vec![
            ("attack.split-fire", choice("per-weapon")),
            ("reaction.engaged-units", Value::Switch(true)),
            ("shoot.retarget-after-evade", Value::Switch(true)),
            ("impact.power", choice("owner-choice")),
        ],
        3 => vec![
            ("attack.weapons", choice("one")),
            ("turn.pass", Value::Switch(true)),
            ("retreat.blocked", choice("forbid-declaration")),
            ("charge.needs-sight", Value::Switch(true)),
            ("charge.reactors", choice("all")),
        ],
        _ => Vec::new(),
    };
    let large = ("force.requisition-limit", Value::Number(10_000));
    both.into_iter().chain([large]).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Every army that is ready to be played has its turn.
fn setup(seed: u64, names: &[&str]) -> Setup {
    let armies = Aot::manual().armies;
    let mut setup = Setup { settings: house_rules(seed), ..Setup::of(names) };
    for (seat, player) in setup.players.iter_mut().enumerate() {
        player.army = Some(armies[(seed as usize + 3 * seat) % armies.len()].list.clone());
    }
    setup
}

#[test]
fn a_person_can_play_by_clicking_on_what_is_offered() {
    let terms = terms();
    let (mut asked, mut whys) = (0, BTreeSet::new());
    for seed in 0..BATTLES {
        let names = ["Ann", "Bo", "Cy"];
        let seats = 2 + seed as usize % 2;
        let mut holders = vec![Holder::Bot(Word::new("random")); seats];
        holders[0] = Holder::Person;
        let setup = setup(seed, &names[..seats]);
        let mut host = AOT.start(&setup, Origin::Seeded { seed }, &holders).unwrap();
        let mut stream = Stream::new(Key::from_seed("clicks", seed));
        while let Some(ask) = host.waiting(Viewer::Seat(Seat(0))).asks.first().cloned() {
            whys.insert(ask.why.to_string());
            assert!(!ask.text.is_empty() && !ask.text.contains('{'), "{}", ask.text);
            check_offers(host.as_ref(), &ask);
            check_words(&ask, &terms);
            check_view(&host.view(Viewer::Seat(Seat(0))), &terms);
            host.answer(ask.id, ask.seat, click(&ask, &mut stream)).unwrap();
            asked += 1;
        }
        let outcome =
            host.waiting(Viewer::Spectator).outcome.unwrap_or_else(|| panic!("battle {seed} waits for nobody"));
        assert!(terms.contains(&outcome.word), "'{}' is no term", outcome.word);
    }
    assert!(asked > 20 * BATTLES, "only {asked} asks were looked at");
    assert!(whys.len() >= 20, "only these were asked: {whys:?}");
}

/// Listens to every fact and every roll.
struct Listener {
    rulebook: BTreeSet<String>,
    kinds: BTreeSet<String>,
    rules: BTreeSet<String>,
    /// How many steps were summed up.
    recaps: usize,
}

impl Listener {
    fn hear(&mut self, text: &Text, what: &str) {
        assert!(!text.sentence.is_empty(), "{what} says nothing");
        assert!(!text.rules.is_empty(), "no rule is behind '{}'", text.sentence);
        let ids: BTreeSet<&str> = text.rules.iter().map(vocabulary::RuleId::as_str).collect();
        assert_eq!(ids.len(), text.rules.len(), "a rule is named twice: {text:?}");
        for id in ids {
            assert!(self.rulebook.contains(id), "{id} is not in the rulebook");
            self.rules.insert(id.to_owned());
        }
    }
}

impl Watch<Aot> for Listener {
    fn told(&mut self, state: &State, fact: &Fact, rules: &[RuleId]) {
        let kind = format!("{fact:?}");
        let told = hear::<Aot>(state, fact, rules, Viewer::Spectator);
        let told = told.unwrap_or_else(|| panic!("nothing is said of {kind}"));
        self.hear(&told.text, &kind);
        self.kinds.insert(kind.split([' ', '{', '(']).next().unwrap_or_default().to_owned());
    }

    fn rolled(&mut self, state: &State, roll: &Roll, rules: &[RuleId]) {
        let text = hear_roll::<Aot>(state, roll, rules, Viewer::Spectator).expect("dice are open");
        self.hear(&text, "a roll");
    }

    fn wants_steps(&self) -> bool {
        true
    }

    fn step_over(&mut self, state: &State, facts: &[Fact]) {
        let seats = (0..state_seats(state)).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in seats.chain([Viewer::Spectator]) {
            let acts =
                |fact: &Fact| matches!(fact, Fact::Selected { .. } | Fact::Channelled { .. } | Fact::BattleBegan);
            let Some(Text { sentence, .. }) = Aot::recap(state, facts, viewer) else {
                assert!(!facts.iter().any(acts), "nothing is said of {facts:?}");
                continue;
            };
            self.recaps += 1;
            let starts = sentence.chars().next().is_some_and(char::is_uppercase);
            assert!(starts && sentence.ends_with('.'), "{sentence}");
            let odd = ["..", "  ", ": .", ", .", " in, ", "{", "you's", "()"];
            assert!(!odd.iter().any(|odd| sentence.contains(odd)), "{sentence}");
            // Whoever takes part is spoken to.
            let own = facts.iter().find_map(|fact| match fact {
                Fact::Selected { unit, .. } => Some(viewer.is(state.seat_of(*unit))),
                _ => None,
            });
            assert!(own.is_none_or(|own| own == sentence.starts_with("Your ")), "{viewer:?}: {sentence}");
        }
    }
}

fn state_seats(state: &State) -> u8 {
    Aot::view(state, Viewer::Spectator).seats.len() as u8
}

#[test]
fn everything_that_happens_is_told_in_a_sentence_with_its_rules() {
    let mut listener = Listener { rulebook: rulebook(), kinds: BTreeSet::new(), rules: BTreeSet::new(), recaps: 0 };
    for seed in 0..BATTLES {
        let setup = Aot::prepare(&setup(seed, &["Ann", "Bo", "Cy"][..2 + seed as usize % 2])).unwrap();
        let mut game = Match::<Aot>::new(setup, Origin::Seeded { seed }).unwrap();
        game.run(&mut Random::new(Key::from_seed("bot", seed)), &mut listener);
        assert!(game.outcome().is_some());
    }
    for kind in [
        "Attacked",
        "Resisted",
        "Destroyed",
        "Charged",
        "Impact",
        "Reacted",
        "Scored",
        "Ended",
        "Moved",
        "Terrified",
        "Healed",
    ] {
        assert!(listener.kinds.contains(kind), "no {kind} in {BATTLES} battles: {:?}", listener.kinds);
    }
    assert!(listener.recaps > 100 * BATTLES as usize, "only {} steps were summed up", listener.recaps);
    assert!(listener.rules.len() > 100, "only {} rules turn up", listener.rules.len());
}

/// Each Commander is "you" to itself, and goes by its name for all others; nobody is told of coordinates.
#[test]
fn a_commander_hears_of_its_own_as_you_and_of_others_by_name() {
    let setup = setup(2, &["Ann", "Bo"]);
    let holders = vec![Holder::Bot(Word::new("random")); 2];
    let host = AOT.start(&setup, Origin::Seeded { seed: 2 }, &holders).unwrap();
    let heard = |viewer| -> Vec<String> {
        let events = host.events_since(viewer, 0).iter();
        events.filter_map(|event| event.text.as_ref()).map(|text| text.sentence.clone()).collect()
    };
    let (ann, all) = (heard(Viewer::Seat(Seat(0))), heard(Viewer::Spectator));
    assert_eq!(ann.len(), all.len());
    assert!(ann.iter().any(|sentence| sentence.starts_with("You roll")), "{ann:?}");
    assert!(ann.iter().any(|sentence| sentence.contains("Bo's") && sentence.contains("your")), "{ann:?}");
    for (own, sentence) in ann.iter().zip(&all) {
        assert!(!own.split(|c: char| !c.is_alphabetic()).any(|word| word == "Ann"), "Ann hears {own}");
        let says_you = sentence.split(|c: char| !c.is_alphabetic()).any(|word| ["You", "you", "your"].contains(&word));
        assert!(!says_you && !sentence.contains(" in, "), "a spectator hears {sentence}");
    }
}

#[test]
fn players_without_a_name_are_called_after_their_armies() {
    let names = |setup: &Setup| -> Vec<String> {
        let prepared = Aot::prepare(setup).unwrap();
        prepared.commanders.into_iter().map(|commander| commander.name).collect()
    };
    let mut setup = setup(0, &["", "Bo", "", ""]);
    for seat in [2, 3] {
        setup.players[seat].army = setup.players[0].army.clone();
    }
    let army = setup.players[0].army.as_ref().unwrap().name.clone();
    assert_eq!(names(&setup), [format!("{army} 1"), "Bo".to_owned(), format!("{army} 3"), format!("{army} 4")]);
    setup.players.truncate(2);
    assert_eq!(names(&setup), [army, "Bo".to_owned()]);
}

/// Ranks and marks are drawn on bases, which have room for one sign and show no colour to everybody.
#[test]
fn signs_on_bases_are_told_apart() {
    let terms = Aot::manual().terms;
    let marks = ["spent", "entered", "fled", "vanguard-held", "health"].map(Word::new);
    let drawn = Rank::ALL.into_iter().map(Rank::word).chain(marks);
    let mut signs = BTreeSet::new();
    for word in drawn {
        let term = terms.iter().find(|term| term.id == word).unwrap_or_else(|| panic!("{word} is no term"));
        assert_eq!(term.sign.chars().count(), 1, "{word}: {}", term.sign);
        assert!(signs.insert(term.sign.clone()), "{word} has the sign {} of another", term.sign);
    }
}
