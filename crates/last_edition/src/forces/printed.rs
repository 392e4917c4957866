//! Datasheets in the words that all games share.

use engine::terms::{Said, said};
use vocabulary::{CardId, Entry, EntryOption, EntrySize, OptionGroup, OptionModels, Stat, Term, WeaponId, Word};

use crate::forces::ability::{Gain, Value, When};
use crate::forces::datasheet::{Datasheet, Price, Profile, Sizes};
use crate::forces::keyword::{Direction, Keyword, ShockTeleport, Transport};
use crate::forces::pack::Faction;
use crate::forces::role::RoleKind;
use crate::forces::upgrade::Upgrade;
use crate::forces::weapon::{MeleeKeyword, RangedKeyword, Weapon, WeaponProfile};

/// A faction as a part of the catalogue, in which cards and weapons are numbered through.
pub(crate) fn faction(faction: &Faction) -> vocabulary::Faction {
    let colors: Vec<String> = faction.colors.iter().map(|color| format!("{} ({})", color.name, color.id)).collect();
    let colors = if colors.is_empty() { String::new() } else { format!(" Colours: {}.", colors.join(", ")) };
    vocabulary::Faction {
        id: faction.id,
        name: faction.name.clone(),
        text: format!("{}{colors}", faction.text),
        formations: Vec::new(),
        entries: faction.datasheets.iter().map(entry).collect(),
    }
}

fn entry(sheet: &Datasheet) -> Entry {
    Entry {
        id: sheet.id,
        text: about(sheet),
        fewest: sheet.sizes.fewest(),
        most: sheet.sizes.most(),
        sizes: sizes(sheet),
        groups: groups(sheet),
        numbers: vocabulary::Numbers::Ours,
        card: printed(sheet, CardId::default(), WeaponId::default()),
    }
}

/// Who they are, their role with its numbers, and all that no single word says.
fn about(sheet: &Datasheet) -> String {
    let colors = sheet.colors.iter().map(Word::to_string).collect::<Vec<_>>().join("/");
    let colors = if colors.is_empty() { String::new() } else { format!(" ({colors})") };
    let unique = if sheet.unique { "(Unique) " } else { "" };
    let mut parts = vec![sheet.text.clone(), format!("{unique}{}{colors}.", sheet.role)];
    parts.extend(sheet.shock_teleport.iter().map(arrival));
    parts.extend(sheet.transport.iter().map(carried));
    for ability in &sheet.abilities {
        let cost = match (ability.is_power(), ability.cost) {
            (true, dice) => format!(", {dice} power dice"),
            (false, 0) => String::new(),
            (false, points) => format!(", {points} leader points"),
        };
        parts.push(format!("{} ({}{cost}): {}", ability.name, ability.when.label(), ability.text));
    }
    parts.extend(sheet.auras.iter().map(|aura| format!("{} (aura, {} in): {}", aura.name, aura.within, aura.text)));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn arrival(teleport: &ShockTeleport) -> String {
    let turns: Vec<String> = teleport.turns.iter().map(u8::to_string).collect();
    let directions: Vec<&str> = teleport.directions.iter().map(|direction| direction.label()).collect();
    format!("Shock teleport {} \"{}\".", turns.join("|"), directions.join("/").to_lowercase())
}

fn carried(transport: &Transport) -> String {
    let only: Vec<String> = transport.only.iter().map(Word::to_string).collect();
    let of = if only.is_empty() { String::new() } else { format!(" ({})", only.join(", ")) };
    format!("Carries {} models{of}.", transport.models)
}

/// The sizes with their prices, where one price for each model does not say it all.
fn sizes(sheet: &Datasheet) -> Vec<EntrySize> {
    let all: Vec<u16> = match (&sheet.sizes, &sheet.price) {
        (Sizes::Range(..), Price::Each(_)) => Vec::new(),
        (Sizes::Range(fewest, most), Price::Whole(_)) => (*fewest..=*most).collect(),
        (Sizes::Listed(sizes), _) => sizes.clone(),
    };
    let size = |models| EntrySize { models, cost: i32::try_from(sheet.cost(models)).unwrap_or(i32::MAX) };
    all.into_iter().map(size).collect()
}

/// Its options: those of a group together, each of the others by itself.
fn groups(sheet: &Datasheet) -> Vec<OptionGroup> {
    let mut groups: Vec<(Option<Word>, OptionGroup)> = Vec::new();
    for upgrade in &sheet.upgrades {
        let own = option(sheet, upgrade);
        match groups.iter_mut().find(|(word, _)| word.is_some() && *word == upgrade.group) {
            Some((_, group)) => group.options.push(own),
            None => {
                let most = upgrade.group.map(|_| 1);
                groups.push((upgrade.group, OptionGroup { most, options: vec![own] }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn option(sheet: &Datasheet, upgrade: &Upgrade) -> EntryOption {
    let named = |ids: &[Word]| {
        let names: Vec<&str> = ids.iter().filter_map(|id| sheet.weapon(*id)).map(|weapon| &weapon.name[..]).collect();
        names.join(" and ")
    };
    let swap = match (named(&upgrade.without), named(&upgrade.with)) {
        (without, with) if without.is_empty() && with.is_empty() => String::new(),
        (without, with) if without.is_empty() => format!("{with}."),
        (without, with) if with.is_empty() => format!("No {without}."),
        (without, with) => format!("{with} instead of {without}."),
    };
    let keywords: Vec<String> = upgrade.keywords.iter().map(ToString::to_string).collect();
    let keywords = if keywords.is_empty() { String::new() } else { format!("{}.", keywords.join(", ")) };
    let text = [upgrade.text.clone(), swap, keywords].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    EntryOption {
        id: upgrade.id,
        name: upgrade.name.clone(),
        text: text.join(" "),
        cost: upgrade.price.into(),
        models: upgrade.models.map(|models| OptionModels { most: models.most, each: models.each }),
    }
}

/// A datasheet as a card; its weapons, each profile by itself, are numbered from the first.
pub(crate) fn printed(sheet: &Datasheet, id: CardId, first: WeaponId) -> vocabulary::Card {
    let profiles = sheet.weapons.iter().flat_map(|weapon| weapon.profiles.iter().map(move |profile| (weapon, profile)));
    let weapons =
        (first.0..).zip(profiles).map(|(id, (weapon, profile))| printed_profile(weapon, profile, WeaponId(id)));
    let teleport = sheet.shock_teleport.iter().map(|_| ShockTeleport::WORD);
    let transport = sheet.transport.iter().map(|_| Transport::WORD);
    vocabulary::Card {
        id,
        name: sheet.name.clone(),
        tags: vec![sheet.kind().word()],
        stats: stats(&sheet.profile, &sheet.keywords),
        weapons: weapons.collect(),
        abilities: sheet.keywords.iter().map(|keyword| keyword.word()).chain(teleport).chain(transport).collect(),
        cost: if let Price::Each(price) = sheet.price { Some(price.into()) } else { None },
    }
}

/// The values of a profile as printed, with the numbers of keywords, which are words by themselves.
pub(crate) fn stats(profile: &Profile, keywords: &[Keyword]) -> Vec<Stat> {
    let mut stats = vec![stat("movement", format!("{} in", profile.movement))];
    stats.extend(profile.ballistic_skill.map(|need| stat("ballistic-skill", format!("{need}+"))));
    stats.push(stat("combat-skill", profile.combat_skill.to_string()));
    stats.push(stat("toughness", profile.toughness.to_string()));
    stats.push(stat("health", profile.health.to_string()));
    stats.push(stat("armor-save", profile.armor.to_string()));
    stats.extend(profile.pure.map(|need| stat("pure-save", format!("{need}++"))));
    stats.extend(profile.dodge.map(|need| stat("dodge-save", format!("{need}+-"))));
    let number = |keyword: &Keyword| keyword.number().map(|number| (keyword.word(), number));
    stats.extend(keywords.iter().filter_map(number).map(|(term, number)| of(term, number.to_string())));
    stats
}

fn printed_profile(weapon: &Weapon, profile: &WeaponProfile, id: WeaponId) -> vocabulary::Weapon {
    let name = match &profile.name {
        Some(own) => format!("{}, {own}", weapon.name),
        None => weapon.name.clone(),
    };
    let mut stats = vec![
        stat("range", profile.range().map_or_else(|| "Melee".to_owned(), |range| range.to_string())),
        stat("attacks", profile.attacks.to_string()),
        stat("strength", profile.strength.to_string()),
        stat("ap", profile.ap.to_string()),
        stat("damage", profile.damage.to_string()),
    ];
    let ranged = profile.ranged().iter().map(|keyword| (keyword.word(), keyword.number()));
    let keywords: Vec<(Word, Option<u8>)> =
        ranged.chain(profile.melee().iter().map(|keyword| (keyword.word(), keyword.number()))).collect();
    stats.extend(keywords.iter().filter_map(|(word, number)| number.map(|number| of(*word, number.to_string()))));
    vocabulary::Weapon { id, name, stats, tags: keywords.into_iter().map(|(word, _)| word).collect() }
}

fn stat(term: &'static str, printed: String) -> Stat {
    of(Word::new(term), printed)
}

fn of(term: Word, printed: String) -> Stat {
    Stat { term, printed, now: None, because: Vec::new() }
}

/// The words that are printed on datasheets: roles, values, keywords.
pub(crate) fn terms() -> Vec<Term> {
    let mut terms: Vec<Term> = RoleKind::ALL.map(RoleKind::term).into();
    terms.extend(VALUES.iter().map(Said::term));
    terms.extend(Keyword::ALL.map(Keyword::term));
    terms.extend(RangedKeyword::ALL.map(RangedKeyword::term));
    terms.extend(MeleeKeyword::ALL.map(MeleeKeyword::term));
    terms.extend(Direction::ALL.map(Direction::term));
    terms.extend(When::ALL.map(When::term));
    let more = Value::ALL.map(Value::term).into_iter().chain(Gain::ALL.map(Gain::term));
    for term in more {
        if !terms.iter().any(|known| known.id == term.id) {
            terms.push(term);
        }
    }
    terms
}

/// What stands on datasheets beside a number, and keywords that say more than one.
const VALUES: [Said; 14] = [
    said("movement", "M", "Inches of a normal move.", &["tle.datasheet.movement"], ""),
    said("ballistic-skill", "BS", "What its hit rolls of shooting need.", &["tle.datasheet.ballistic-skill"], ""),
    said("combat-skill", "CS", "Its skill in melee, compared with the enemy's.", &["tle.datasheet.combat-skill"], ""),
    said("toughness", "T", "What wound rolls against it must beat.", &["tle.datasheet.toughness"], ""),
    said("health", "H", "The damage that kills a model.", &["tle.datasheet.health"], "♥"),
    said(
        "armor-save",
        "As",
        "The save against AP 0, and where the harder part begins: from there, each step takes 2 AP.",
        &["tle.armor-save.two-numbers", "tle.armor-save.first-stage", "tle.armor-save.second-stage"],
        "",
    ),
    said(
        "pure-save",
        "Ps",
        "After a failed armor save, prevents wounds; AP doesn't matter.",
        &["tle.armor-save.pure"],
        "",
    ),
    said("dodge-save", "Ds", "Instead of the armor save; AP makes it better.", &["tle.armor-save.dodge"], ""),
    said("range", "Range", "How far it reaches; 'Melee' for a melee weapon.", &["tle.datasheet.weapon-profile"], ""),
    said("attacks", "Attacks", "How many attacks a model makes with it.", &["tle.datasheet.weapon-profile"], ""),
    said("strength", "S", "Added to wound rolls.", &["tle.datasheet.weapon-profile"], ""),
    said(
        "shock-teleport",
        "Shock teleport",
        "Can start off the battlefield and arrive later, at least 9 in from the enemy.",
        &["tle.keyword.shock-teleport", "tle.keyword.shock-teleport-turns", "tle.keyword.shock-teleport-place"],
        "",
    ),
    said("transport", "Transport", "Carries other units.", &["tle.transport.capacity"], ""),
    said(
        "leader-points",
        "Leader points",
        "What leaders bring and other units cost; the rest can be spent in battle.",
        &["tle.leader-points.leader-grants", "tle.leader-points.leftover"],
        "LP",
    ),
];
