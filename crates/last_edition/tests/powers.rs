//! Whole matches in which everybody uses whatever abilities and powers they can, and blocks what can be blocked.

use bots::Random;
use chance::Key;
use engine::{Match, Origin, Pending, Players, Rules, Situation, Watch};
use last_edition::chapters::{abilities, power};
use last_edition::{Fact, LastEdition, Prompt, State};
use vocabulary::{Answer, Roll, RuleId, Setup, Value, Word};

/// Answers at random, but goes for the enemy, uses every ability and power, and blocks every power.
struct Eager(Random);

impl Players<LastEdition> for Eager {
    fn answer(&mut self, situation: &Situation<'_, LastEdition>) -> Option<Answer> {
        let eager = matches!(
            situation.prompt(),
            Prompt::Power(power::Asks::Use { .. } | power::Asks::Block { .. })
                | Prompt::Abilities(abilities::Asks::Use { .. })
                | Prompt::Command(_)
        );
        if eager {
            let first = situation.options().answers.into_iter().find(|answer| !answer.tokens().is_empty());
            return first.or_else(|| self.0.answer(situation));
        }
        if let Prompt::Movement(_) = situation.prompt() {
            let suggestions = situation.describe().suggestions;
            let forwards = suggestions.into_iter().find(|idea| idea.label.contains("'s "));
            if let Some(idea) = forwards {
                return Some(idea.answer);
            }
        }
        self.0.answer(situation)
    }

    fn may_pause(&self) -> bool {
        false
    }
}

/// What happened, in order.
#[derive(Default)]
struct Log {
    facts: Vec<Fact>,
    /// The sums of the dice of contests.
    sums: Vec<i16>,
}

impl Watch<LastEdition> for Log {
    fn told(&mut self, _: &State, fact: &Fact, _: &[RuleId]) {
        self.facts.push(fact.clone());
    }

    fn rolled(&mut self, _: &State, roll: &Roll, _: &[RuleId]) {
        if roll.why.as_str() == "tle.phase.power.block-roll" {
            self.sums.push(roll.sum());
        }
    }
}

fn play(mine: &str, theirs: &str, seed: u64, reveal: &'static str) -> Log {
    let manual = LastEdition::manual();
    let mut setup = Setup::of(&["Ann", "Bo"]);
    for (player, name) in setup.players.iter_mut().zip([mine, theirs]) {
        let drill = manual.drills.iter().find(|drill| drill.list.name == name);
        player.army = Some(drill.unwrap().list.clone());
    }
    let choices = [("power.reveal", reveal), ("mission.selection", "chosen"), ("mission.layout", "quarters")];
    for (name, word) in choices {
        setup.settings.insert(name.to_owned(), Value::Choice(Word::new(word)));
    }
    let setup = LastEdition::prepare(&setup).unwrap();
    let mut game = Match::<LastEdition>::new(setup, Origin::Seeded { seed }).unwrap();
    let mut log = Log::default();
    game.run(&mut Eager(Random::new(Key::from_seed("eager", seed))), &mut log);
    assert!(matches!(game.pending(), Pending::Over(_)), "{:?}", game.pending());
    log
}

/// Whether the facts that follow a power, up to whatever comes after it, hold an effect.
fn takes_effect(after: &[Fact]) -> bool {
    let own = after.iter().take_while(|fact| !matches!(fact, Fact::Round(_) | Fact::Power(_)));
    own.into_iter().any(|fact| matches!(fact, Fact::Abilities(_)))
}

#[test]
fn a_power_that_is_blocked_does_nothing_and_any_other_takes_effect() {
    let (mut blocked, mut through) = (0, 0);
    for seed in 0..12 {
        let reveal = ["commit-reveal", "open"][seed as usize % 2];
        let Log { facts, sums } = play("Cold Drawer", "Cold Drawer", seed, reveal);
        let mut sums = sums.chunks(2);
        for (at, fact) in facts.iter().enumerate() {
            let Fact::Power(power::Facts::Contested { cast, block, .. }) = fact else { continue };
            let [casting, blocking] = *sums.next().unwrap() else { panic!("both roll") };
            assert!((1..=3).contains(&(cast - casting)) && (1..=3).contains(&(block - blocking)), "{fact:?}");
            assert_eq!(takes_effect(&facts[at + 1..]), block <= cast, "{fact:?}");
            *(if block > cast { &mut blocked } else { &mut through }) += 1;
        }
    }
    assert!(blocked > 0 && through > 0, "{blocked} were blocked, {through} were not");
}

#[test]
fn both_players_name_their_dice_before_either_of_them_rolls() {
    for seed in 0..6 {
        let facts = play("Cold Drawer", "Cold Drawer", seed, "commit-reveal").facts;
        for (at, fact) in facts.iter().enumerate() {
            if let Fact::Power(power::Facts::Contested { .. }) = fact {
                let before: Vec<&Fact> = facts[..at].iter().rev().take_while(|fact| !is_block(fact)).collect();
                let named = before.iter().filter(|fact| matches!(fact, Fact::Power(power::Facts::Commits { .. })));
                assert_eq!(named.count(), 2);
            }
        }
    }
}

fn is_block(fact: &Fact) -> bool {
    matches!(fact, Fact::Power(power::Facts::Blocks { .. }))
}

#[test]
fn every_kind_of_effect_comes_up_in_matches_of_drills() {
    let mut facts: Vec<Fact> = Vec::new();
    let drills = ["Night Letters", "On the Water", "Cold Drawer", "Through the Fog", "Paper and Seal", "Under the Oak"];
    for seed in 0..12 {
        let [mine, theirs] = [seed, seed + 1].map(|at| drills[at as usize % drills.len()]);
        facts.extend(play(mine, theirs, seed, "commit-reveal").facts);
    }
    let has =
        |of: fn(&abilities::Facts) -> bool| facts.iter().any(|fact| matches!(fact, Fact::Abilities(told) if of(told)));
    assert!(has(|told| matches!(told, abilities::Facts::Used { points: 1.., .. })));
    assert!(has(|told| matches!(told, abilities::Facts::Holds { .. })));
    assert!(has(|told| matches!(told, abilities::Facts::LeaderPoints { .. })));
    assert!(has(|told| matches!(told, abilities::Facts::PowerDice { .. })));
    assert!(has(|told| matches!(told, abilities::Facts::LosesReactions { .. })));
    assert!(has(|told| matches!(told, abilities::Facts::Suffered { .. })));
}
