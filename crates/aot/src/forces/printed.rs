//! Cards in the words that all games share.

use engine::terms::{Said, said};
use vocabulary::{CardId, Entry, Stat, Term, WeaponId, Word};

use crate::chapters::traits::Trait;
use crate::forces::ability::Ability;
use crate::forces::card::{Card, Numbers, Range, Rank, Weapon};
use crate::forces::pack::Faction;

/// A faction as a part of the catalogue, in which cards and weapons are numbered through.
pub(crate) fn faction(faction: &Faction) -> vocabulary::Faction {
    let formations = faction.formations.iter().map(|formation| {
        let (id, name) = (formation.id, &formation.name);
        let feat = formation.feat.as_ref().map(|feat| format!(" Feat, {}: {}", feat.name, feat.text));
        let text = format!("{}{}", formation.text, feat.unwrap_or_default());
        Term::new(id, name, &text, &name.chars().take(2).collect::<String>()).rule("aot.force.formation")
    });
    vocabulary::Faction {
        id: faction.id,
        name: faction.name.clone(),
        text: about(faction),
        formations: formations.collect(),
        entries: faction.cards.iter().map(entry).collect(),
    }
}

fn entry(card: &Card) -> Entry {
    let (fewest, most) = card.rank.models();
    let numbers = match card.numbers {
        Numbers::Book => vocabulary::Numbers::Book,
        Numbers::Ours => vocabulary::Numbers::Ours,
    };
    let printed = printed(card, CardId::default(), WeaponId::default());
    Entry {
        id: card.id,
        text: card.text.clone(),
        fewest,
        most,
        sizes: Vec::new(),
        groups: Vec::new(),
        numbers,
        card: printed,
    }
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
        abilities: card.abilities.iter().map(|ability| ability.word()).collect(),
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
    let ranks = Rank::ALL.into_iter().map(rank_term);
    let values = VALUES.iter().map(Said::term);
    ranks.chain(values).chain(Ability::ALL.map(Ability::term)).chain(Trait::ALL.map(Trait::term)).collect()
}

/// What stands on cards beside a number.
const VALUES: [Said; 8] = [
    said("health", "Health", "The damage that destroys a model.", &["aot.spec.health"], "♥"),
    said("speed", "Speed", "How far a model moves in a Basic Move.", &["aot.spec.speed"], ""),
    said(
        "defense",
        "Defense",
        "Compared with the Power of an attack; higher is harder to hit.",
        &["aot.spec.defense"],
        "",
    ),
    said("resist", "Resist", "The number that its Resist Rolls need.", &["aot.spec.resist"], ""),
    said(
        "range",
        "Range",
        "How far a ranged weapon reaches; 'Battle' for a Battle weapon.",
        &["aot.spec.range-ranged"],
        "",
    ),
    said("attacks", "Attacks", "How many attacks a model makes with it in each Activation.", &["aot.spec.attacks"], ""),
    said(
        "power",
        "Power",
        "Compared with the Defense of the target; higher hits more easily.",
        &["aot.spec.power"],
        "",
    ),
    said("damage", "Damage", "The damage of an attack that is not resisted.", &["aot.spec.damage"], ""),
];

fn rank_term(rank: Rank) -> Term {
    let (fewest, most) = rank.models();
    let models = if most == 1 { "1 model on a".to_owned() } else { format!("{fewest} to {most} models, each on a") };
    let scores = if rank.scores() { "" } else { " It does not score Archives." };
    let text = format!("A unit of this Rank is {models} {} base.{scores}", rank.size().label());
    Term { text, ..rank.term() }.rule("aot.vp.archive-ranks")
}
