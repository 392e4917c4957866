//! Prints what the models of our packs should cost, with the card of the book as the measure.
//!
//! `cargo run -p aot --example costs`

#![expect(clippy::print_stdout, reason = "this prints a table")]

use aot::{Ability, Card, Numbers, Range, pack};

/// How often a target has this Defense, and how often a weapon this Power.
const DEFENSES: [(u8, f64); 6] = [(3, 0.10), (4, 0.15), (5, 0.25), (6, 0.25), (7, 0.15), (8, 0.10)];
const POWERS: [(u8, f64); 6] = [(4, 0.12), (5, 0.20), (6, 0.30), (7, 0.20), (8, 0.13), (9, 0.05)];
/// How often a target has this Health, and how often an attack this Damage.
const HEALTHS: [(u8, f64); 5] = [(1, 0.40), (2, 0.25), (3, 0.15), (5, 0.10), (9, 0.10)];
const DAMAGES: [(u8, f64); 3] = [(1, 0.55), (2, 0.35), (3, 0.10)];
/// How often a Resist Roll fails, of a mixture of targets.
const UNRESISTED: f64 = 2.0 / 3.0;

fn mean(of: &[(u8, f64)], value: impl Fn(u8) -> f64) -> f64 {
    of.iter().map(|(number, share)| share * value(*number)).sum()
}

/// How often an attack hits.
fn hits(power: u8, defense: u8) -> f64 {
    match power.cmp(&defense) {
        std::cmp::Ordering::Greater => 4.0 / 6.0,
        std::cmp::Ordering::Equal => 3.0 / 6.0,
        std::cmp::Ordering::Less => 2.0 / 6.0,
    }
}

/// The damage that a model is expected to do in a Round: by shooting, and in Battle.
fn does(card: &Card) -> (f64, f64) {
    let (mut shooting, mut battle) = (0.0, 0.0);
    for weapon in &card.weapons {
        let damage = mean(&HEALTHS, |health| f64::from(weapon.damage.min(health)));
        let hits = mean(&DEFENSES, |defense| hits(weapon.power, defense));
        let whole = f64::from(weapon.attacks) * hits * UNRESISTED * damage;
        match weapon.range {
            Range::Inches(inches) => shooting += whole * (0.55 + 0.45 * f64::from(inches) / 12.0),
            Range::Battle(_) => battle += whole * 0.9 * (0.35 + 0.65 * f64::from(card.speed) / 6.0),
        }
    }
    (shooting, battle)
}

/// How many attacks it takes to destroy a model.
fn stands(card: &Card) -> f64 {
    let wounds = mean(&DAMAGES, |damage| f64::from(card.health.div_ceil(damage)));
    let hits = mean(&POWERS, |power| hits(power, card.defense));
    let unresisted = f64::from(card.resist - 1) / 6.0;
    let not_ignored = card.resilient().map_or(1.0, |need| f64::from(need - 1) / 6.0);
    wounds / (hits * unresisted * not_ignored)
}

/// What an ability is worth besides.
fn factor(ability: Ability) -> f64 {
    match ability {
        Ability::Irradiated | Ability::Regenerate | Ability::Terror => 1.12,
        Ability::Agile | Ability::Stealth | Ability::Vanguard => 1.08,
        Ability::Momentum => 1.05,
        Ability::Skirmish => 1.03,
        Ability::Resilient(_) => 1.0,
        Ability::Hulking => 0.93,
    }
}

fn worth(card: &Card) -> f64 {
    let (shooting, battle) = does(card);
    let speed = (f64::from(card.speed) / 6.0).powf(0.25);
    let scores = if card.rank.scores() { 1.0 } else { 0.9 };
    let abilities: f64 = card.abilities.iter().map(|ability| factor(*ability)).product();
    ((shooting + battle) * stands(card)).sqrt() * speed * scores * abilities
}

fn main() {
    let cards = || pack::factions().iter().flat_map(|faction| &faction.cards);
    let Some(measure) = cards().find(|card| card.numbers == Numbers::Book) else { return };
    let unit = f64::from(measure.requisition) / worth(measure);
    println!("{:<16} {:>8} {:>8} {:>8} {:>8} {:>8}", "card", "shooting", "battle", "stands", "reckoned", "costs");
    for card in cards() {
        let (shooting, battle) = does(card);
        let (stands, reckoned) = (stands(card), unit * worth(card));
        println!(
            "{:<16} {shooting:>8.2} {battle:>8.2} {stands:>8.2} {reckoned:>8.1} {:>8}",
            card.name, card.requisition
        );
    }
}
