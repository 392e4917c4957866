//! Cards in the words that all games share.

use vocabulary::{CardId, Catalogue, Entry, RuleId, Stat, Term, Tone, WeaponId, Word};

use crate::chapters::traits::Trait;
use crate::forces::ability::Ability;
use crate::forces::card::{Card, Numbers, Range, Rank, Weapon};
use crate::forces::pack::Faction;

/// Factions as a catalogue; cards and weapons are numbered through.
pub(crate) fn catalogue<'f>(factions: impl Iterator<Item = &'f Faction>) -> Catalogue {
    let (mut cards, mut weapons) = (0, 0);
    let mut catalogue = Catalogue::default();
    for faction in factions {
        let mut entries = Vec::new();
        for card in &faction.cards {
            let (fewest, most) = card.rank.models();
            let numbers = match card.numbers {
                Numbers::Book => vocabulary::Numbers::Book,
                Numbers::Ours => vocabulary::Numbers::Ours,
            };
            let text = card.text.clone();
            let printed = printed(card, CardId(cards), WeaponId(weapons));
            cards += 1;
            weapons += card.weapons.len() as u16;
            entries.push(Entry { id: card.id, text, fewest, most, numbers, card: printed });
        }
        let formations = faction.formations.iter().map(|formation| {
            let (id, name) = (formation.id, &formation.name);
            let feat = formation.feat.as_ref().map(|feat| format!(" Feat, {}: {}", feat.name, feat.text));
            let text = format!("{}{}", formation.text, feat.unwrap_or_default());
            Term::new(id, name, &text, &sign(name)).rule("aot.force.formation")
        });
        catalogue.factions.push(vocabulary::Faction {
            id: faction.id,
            name: faction.name.clone(),
            text: about(faction),
            formations: formations.collect(),
            entries,
        });
    }
    catalogue
}

/// What a faction is, and what it has in play.
fn about(faction: &Faction) -> String {
    let rule = faction.rule.as_ref().map(|rule| format!(" {}: {}", rule.name, rule.text));
    let archive = faction.archive.as_ref().map(|own| format!(" {}: {}", own.name, own.text));
    [Some(faction.text.clone()), rule, archive].into_iter().flatten().collect()
}

/// A card as printed; its weapons are numbered from the first.
pub(crate) fn printed(card: &Card, id: CardId, first: WeaponId) -> vocabulary::Card {
    let mut stats = vec![
        stat("health", card.health.to_string()),
        stat("speed", format!("{} in", card.speed)),
        stat("defense", card.defense.to_string()),
        stat("resist", format!("{}+", card.resist)),
    ];
    // An ability is a word; its number stands with the values.
    stats.extend(card.resilient().map(|need| stat("resilient", format!("{need}+"))));
    let weapons = (first.0..).zip(&card.weapons).map(|(id, weapon)| printed_weapon(weapon, WeaponId(id)));
    vocabulary::Card {
        id,
        name: card.name.clone(),
        tags: vec![card.rank.word()],
        stats,
        weapons: weapons.collect(),
        abilities: card.abilities.iter().map(|ability| Word::new(ability.word())).collect(),
        cost: Some(card.requisition.into()),
    }
}

fn printed_weapon(weapon: &Weapon, id: WeaponId) -> vocabulary::Weapon {
    let range = match weapon.range {
        Range::Inches(inches) => format!("{inches} in"),
        Range::Battle(_) => "Battle".to_owned(),
    };
    let stats = vec![
        stat("range", range),
        stat("attacks", weapon.attacks.to_string()),
        stat("power", weapon.power.to_string()),
        stat("damage", weapon.damage.to_string()),
    ];
    vocabulary::Weapon {
        id,
        name: weapon.name.clone(),
        stats,
        tags: weapon.traits.iter().map(|property| property.word()).collect(),
    }
}

fn stat(term: &'static str, printed: String) -> Stat {
    Stat { term: Word::new(term), printed, now: None, because: Vec::new() }
}

/// The words that are printed on cards: Ranks, values, abilities, traits.
pub(crate) fn terms() -> Vec<Term> {
    let mut terms: Vec<Term> = Rank::ALL.into_iter().map(rank_term).collect();
    terms.extend(VALUES.map(|(id, label, text, rule)| term(id, label, text, &[rule])));
    terms.extend(Ability::ALL.map(|ability| {
        let (label, text, rules) = meaning(ability);
        term(ability.word(), label, text, rules)
    }));
    terms.extend(Trait::ALL.map(|property| {
        let (label, text, rules) = purpose(property);
        term(property.word().as_str(), label, text, rules)
    }));
    terms
}

const VALUES: [(&str, &str, &str, &str); 8] = [
    ("health", "Health", "The damage that destroys a model.", "aot.spec.health"),
    ("speed", "Speed", "How far a model moves in a Basic Move.", "aot.spec.speed"),
    ("defense", "Defense", "What the Power of an attack is compared with; more is harder to hit.", "aot.spec.defense"),
    ("resist", "Resist", "The number that its Resist Rolls need.", "aot.spec.resist"),
    (
        "range",
        "Range",
        "How far a ranged weapon reaches; Battle for one that is used in Battle.",
        "aot.spec.range-ranged",
    ),
    ("attacks", "Attacks", "How many attacks a model makes with it in each Activation.", "aot.spec.attacks"),
    ("power", "Power", "Compared with the Defense of the target; more hits more easily.", "aot.spec.power"),
    ("damage", "Damage", "How much an attack does that is not resisted.", "aot.spec.damage"),
];

fn rank_term(rank: Rank) -> Term {
    let (fewest, most) = rank.models();
    let models = if most == 1 { "1 model on a".to_owned() } else { format!("{fewest} to {most} models, each on a") };
    let scores = if rank.scores() { "" } else { " It scores no Archives." };
    let text = format!("A unit of this Rank is {models} {} base.{scores}", rank.size().label());
    let term = Term::new(rank.word(), rank.label(), &text, rank_sign(rank));
    let term = term.rule(rank.rule()).rule("aot.vp.archive-ranks");
    if rank == Rank::Leader { term.tone(Tone::Strong) } else { term }
}

/// One sign for each Rank: a base has room for no more, and its letter must tell it from every other.
fn rank_sign(rank: Rank) -> &'static str {
    match rank {
        Rank::Leader => "L",
        Rank::Elder => "E",
        Rank::Alchemist => "A",
        Rank::Initiate => "I",
        Rank::Assassin => "†",
        Rank::Elites => "♦",
        Rank::Soldiers => "S",
        Rank::Dregs => "D",
        Rank::Abomination => "B",
        Rank::Transport => "T",
    }
}

fn term(id: &str, label: &str, text: &str, rules: &[&'static str]) -> Term {
    let rules = rules.iter().map(|rule| RuleId::of(rule)).collect();
    Term { rules, ..Term::new(Word::new(id), label, text, &sign(label)) }
}

fn sign(label: &str) -> String {
    if label == "Health" { "♥".to_owned() } else { label.chars().take(2).collect() }
}

/// What a weapon trait does, in a sentence, and the rules that say it in full.
fn purpose(property: Trait) -> (&'static str, &'static str, &'static [&'static str]) {
    match property {
        Trait::Arcing => (
            "Arcing",
            "May shoot at units out of sight, with -1 to the Attack Rolls.",
            &["aot.trait.arcing.no-los", "aot.trait.arcing.minus-one"],
        ),
        Trait::Burst => (
            "Burst",
            "Each Critical Hit strikes once more; that is not critical.",
            &["aot.trait.burst.ed1-2", "aot.trait.burst.ed3", "aot.trait.burst.not-critical"],
        ),
        Trait::Engulf => ("Engulf", "Cover does not help against it.", &["aot.trait.engulf"]),
        Trait::Explosive => (
            "Explosive",
            "What hits also hits every other unit within 2 in of the target, friends too.",
            &["aot.trait.explosive", "aot.ruling.explosive-details"],
        ),
        Trait::Powerful => (
            "Powerful",
            "Hits on 2+, and Resist Rolls against it get -1.",
            &["aot.trait.powerful.two-plus", "aot.trait.powerful.resist"],
        ),
        Trait::Precise => (
            "Precise",
            "Can be aimed at a Leader, Elder or Alchemist in sight, also among Soldiers.",
            &["aot.trait.precise.pick-character", "aot.trait.precise.attacker-chooses"],
        ),
        Trait::Ruinous => ("Ruinous", "Resist Rolls against its Critical Hits get -1.", &["aot.trait.ruinous"]),
        Trait::Volatile => (
            "Volatile",
            "A model that rolls a 1 with it is destroyed after its attacks.",
            &["aot.trait.volatile", "aot.ruling.volatile-timing"],
        ),
    }
}

/// What an ability does, in a sentence, and the rules that say it in full.
fn meaning(ability: Ability) -> (&'static str, &'static str, &'static [&'static str]) {
    match ability {
        Ability::Agile => (
            "Agile",
            "Moves as if there were no Cover, Obstacles or Unstable ground and no heights, and over friendly models.",
            &["aot.ability.agile.ignores-terrain", "aot.ability.agile.over-friends", "aot.ability.agile.horizontal"],
        ),
        Ability::Hulking => (
            "Hulking",
            "Hides what is behind it; cannot enter Cover, and gets nothing from it.",
            &[
                "aot.ability.hulking.blocks-los",
                "aot.ability.hulking.no-cover-move",
                "aot.ability.hulking.no-cover-bonus",
            ],
        ),
        Ability::Irradiated => (
            "Irradiated",
            "Enemy units in Battle Range suffer D3 Severe Damage when the Battle Phase ends.",
            &["aot.ability.irradiated"],
        ),
        Ability::Momentum => {
            ("Momentum", "+2 Charge Vigor when it charges with its own Action.", &["aot.ability.momentum"])
        }
        Ability::Regenerate => {
            ("Regenerate", "Wins back D3 Health in each Control Phase.", &["aot.ability.regenerate"])
        }
        Ability::Resilient(_) => (
            "Resilient",
            "A D6 for each point of damage; on its number or more that point is ignored.",
            &["aot.ability.resilient.ed1", "aot.ability.resilient.ed2", "aot.ability.resilient.ed3"],
        ),
        Ability::Skirmish => (
            "Skirmish",
            "In the third edition attacks of a Cut Down against it need 5+ instead of 4+.",
            &["aot.ability.skirmish"],
        ),
        Ability::Stealth => (
            "Stealth",
            "From more than 10 in away it is harder to shoot, and not seen at all while it is wholly within terrain.",
            &[
                "aot.ability.stealth.los.ed1-2",
                "aot.ability.stealth.los.ed3",
                "aot.ability.stealth.sees-out",
                "aot.ability.stealth.minus-one",
            ],
        ),
        Ability::Terror => (
            "Terror",
            "Enemy units in Battle Range make a Terror Roll when the Battle Phase ends; it fears no Terror itself.",
            &["aot.ability.terror.end-of-battle", "aot.ability.terror.immune"],
        ),
        Ability::Vanguard => (
            "Vanguard",
            "May be held back, and come on from any edge from the second Round on.",
            &[
                "aot.ability.vanguard.hold-back",
                "aot.ability.vanguard.enter-round-two",
                "aot.ability.vanguard.enter-edge",
                "aot.ability.vanguard.is-action",
                "aot.ability.vanguard.no-vp",
            ],
        ),
    }
}
