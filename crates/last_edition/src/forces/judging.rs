//! Whether a list is an army: everything that is wrong with it at once, and what would mend it.

use std::collections::BTreeMap;

use ground::{Footprint, Length};
use roster::{Judging, LONGEST_NAME, MOST_UNITS, at_unit};
use vocabulary::{Counter, Fault, Judgement, List, ListUnit, Pack, Settings, Shown, Word};

use crate::forces::army::{Army, ArmyUnit, Taken};
use crate::forces::datasheet::{Datasheet, SMALLEST_BASE, Sizes, shortest};
use crate::forces::house::{FlyPoints, House, UniqueScope};
use crate::forces::leader_points::{Member, Sum};
use crate::forces::pack::{self, Faction};
use crate::forces::role::RoleKind;

/// The mark of an army that is painted.
pub(crate) const PAINTED: Word = Word::new("painted");
/// The mark of an army whose models show what they are.
pub(crate) const COMMUNICATING: Word = Word::new("communicating");
/// The word for leader points.
pub(crate) const LEADER_POINTS: Word = Word::new("leader-points");

/// The same unit is selected no more often. Carries out `tle.army.max-three`.
const MOST_ALIKE: usize = 3;
/// The rule by which lists are written.
const WRITTEN: &str = "tle.models.army";

/// The agreements that armies are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmyRules {
    /// The most battle points. Carries out `tle.army.agreed-limit`, `tle.ruling.battle-point-limit`.
    pub(crate) limit: u32,
    /// What a further leader costs whose datasheet doesn't say. Carries out `tle.ruling.additional-leader-cost`.
    pub(crate) further_leader: i32,
    /// Whether a commander without a colour leads units of any. Carries out `tle.ruling.commander-colorless`.
    pub(crate) colorless_takes_all: bool,
    /// Which points allow fly units. Carries out `tle.ruling.fly-limit`.
    pub(crate) fly: FlyPoints,
    /// Among which units (Unique) allows one. Carries out `tle.ruling.unique-scope`.
    pub(crate) unique: UniqueScope,
    /// How much a base may differ from that of the datasheet. Carries out `tle.ruling.base-tolerance-digital`.
    pub(crate) base_tolerance: Length,
}

impl ArmyRules {
    /// Reads them from the settings of a match; nothing if one of these makes no sense.
    pub fn of(settings: &Settings) -> Option<ArmyRules> {
        House::read(settings).map(|house| ArmyRules::of_house(&house))
    }

    /// Those of a match.
    pub(crate) fn of_house(house: &House) -> ArmyRules {
        ArmyRules {
            limit: house.battle_points,
            further_leader: house.additional_leader_cost,
            colorless_takes_all: house.colorless_commander_takes_all,
            fly: house.fly_points,
            unique: house.unique_scope,
            base_tolerance: house.base_tolerance,
        }
    }

    /// What holds when nothing is said, with another limit of battle points.
    pub fn up_to(limit: u32) -> ArmyRules {
        let usual = ArmyRules::of(&Settings::new()).expect("the rulebook is read in a test");
        ArmyRules { limit, ..usual }
    }
}

/// A unit that is being judged.
struct Candidate<'a> {
    /// Its place in the list.
    at: usize,
    name: &'a str,
    sheet: &'a Datasheet,
    models: u16,
    base: &'a Footprint,
    upgrades: Vec<Taken>,
}

/// Judges a list: the army that it makes, if there is no fault, and every fault at once. `brought` are the factions of the
/// packs that somebody brings.
///
/// Carries out `tle.models.army`, `tle.army.faction`.
pub fn judge(list: &List, rules: &ArmyRules, brought: &[Faction]) -> (Option<Army>, Judgement) {
    let mut judging = match Judging::open(list, WRITTEN) {
        Ok(judging) => judging,
        Err(faults) => return (None, roster::unjudged(rules.limit, faults)),
    };
    let faction = judging.faction(&pack::STOCK, brought, "tle.army.faction");
    let find = |faction: &Faction, id| pack::datasheet(faction, id, brought).cloned();
    let rows = judging.rows(faction, "tle.army.faction", find);
    let mut candidates = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let (Some(sheet), Some(base)) = (&row.card, &row.base) else { continue };
        let upgrades = row.unit.options.iter().map(|(id, models)| Taken { id: *id, models: *models }).collect();
        candidates.push(Candidate { at, name: &row.name, sheet, models: row.models, base, upgrades });
    }
    check_marks(list, &mut judging.faults);
    let named: Vec<usize> =
        list.units.iter().enumerate().filter(|(_, unit)| unit.commander).map(|(at, _)| at).collect();
    let commander = commander(&candidates, &named, faction.is_some(), &mut judging.faults);
    let sum = check(&candidates, commander, rules, &mut judging.faults);
    let mut judgement = judging.judgement(&rows, rules.limit);
    let left = Counter::new(LEADER_POINTS, sum.left(), Shown::Panel).of(sum.gained);
    judgement.counters.push(left);
    let (Some(commander), true) = (commander, judgement.faults.is_empty()) else { return (None, judgement) };
    let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    let army = Army {
        name: list.name.clone(),
        faction: list.faction,
        commander: place(commander),
        leader_points: u16::try_from(sum.left()).unwrap_or(0),
        painted: list.marks.contains(&PAINTED),
        communicating: list.marks.contains(&COMMUNICATING),
        units: candidates.into_iter().map(Candidate::muster).collect(),
    };
    (Some(army), judgement)
}

/// Judges a list under the settings of a match, with the packs that somebody brings. Settings that make no sense count as
/// not set: they are not the list's fault.
pub fn judge_list(list: &List, settings: &Settings, packs: &[Pack]) -> Judgement {
    let usual = || ArmyRules::of(&Settings::new());
    let rules = ArmyRules::of(settings).or_else(usual).expect("the rulebook is read in a test");
    match pack::read(packs) {
        Ok(brought) => judge(list, &rules, &brought).1,
        Err(faults) => roster::unjudged(rules.limit, faults),
    }
}

impl Candidate<'_> {
    fn muster(self) -> ArmyUnit {
        let (name, sheet, base) = (self.name.to_owned(), self.sheet.clone(), self.base.clone());
        ArmyUnit { name, sheet, models: self.models, upgrades: self.upgrades, base }
    }

    fn cost(&self) -> i64 {
        let of = |taken: &Taken| self.sheet.upgrade(taken.id).map_or(0, |upgrade| upgrade.cost(taken.models));
        self.sheet.cost(self.models) + self.upgrades.iter().map(of).sum::<i64>()
    }
}

impl Army {
    /// All that is wrong with an army that comes from a record, which somebody may have changed. Its datasheets are judged
    /// as they are: those of the packs may have changed since.
    pub fn faults(&self, rules: &ArmyRules) -> Vec<Fault> {
        if self.units.len() > MOST_UNITS {
            return vec![Fault::new(WRITTEN, format!("more than {MOST_UNITS} units"))];
        }
        let mut faults: Vec<Fault> = roster::misnamed("the force", &self.name, WRITTEN).into_iter().collect();
        let mut candidates = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let is_long = unit.name.chars().count() > LONGEST_NAME + 10;
            if is_long || unit.name.trim().is_empty() || unit.name.chars().any(char::is_control) {
                faults.push(at_unit(at, WRITTEN, "the name of a unit is missing, too long or cannot be printed"));
            }
            if self.units[..at].iter().any(|other| other.name == unit.name) {
                faults.push(at_unit(at, WRITTEN, "two units have the same name"));
            }
            let wrong = unit.sheet.faults().into_iter();
            faults.extend(wrong.map(|text| at_unit(at, "tle.datasheet.profile-and-keywords", text)));
            let (name, sheet, models, base) = (&unit.name[..], &unit.sheet, unit.models, &unit.base);
            candidates.push(Candidate { at, name, sheet, models, base, upgrades: unit.upgrades.clone() });
        }
        // What is no datasheet makes no sense as a part of an army.
        if !faults.is_empty() {
            return faults;
        }
        let commander = commander(&candidates, &[usize::from(self.commander)], true, &mut faults);
        let sum = check(&candidates, commander, rules, &mut faults);
        if faults.is_empty() && i32::from(self.leader_points) != sum.left() {
            let text = format!("{} leader points; its units leave {}", self.leader_points, sum.left());
            faults.push(Fault::new("tle.leader-points.leftover", text));
        }
        faults
    }

    /// A list that makes this army again, as long as its datasheets are those of the packs.
    pub(crate) fn list(&self) -> List {
        let unit = |(at, unit): (usize, &ArmyUnit)| ListUnit {
            name: (unit.name != unit.sheet.name).then(|| unit.name.clone()),
            models: Some(unit.models),
            base: (unit.base != unit.sheet.base).then(|| unit.base.clone()),
            commander: at == usize::from(self.commander),
            options: unit.upgrades.iter().map(|taken| (taken.id, taken.models)).collect(),
            ..ListUnit::of(unit.sheet.id)
        };
        let marks = [(self.painted, PAINTED), (self.communicating, COMMUNICATING)];
        List {
            marks: marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect(),
            units: self.units.iter().enumerate().map(unit).collect(),
            ..List::new(&self.name, self.faction)
        }
    }
}

/// Everything that units can do wrong, each by itself and together; and what becomes of their leader points.
fn check(units: &[Candidate<'_>], commander: Option<usize>, rules: &ArmyRules, faults: &mut Vec<Fault>) -> Sum {
    for unit in units {
        check_size(unit, faults);
        check_upgrades(unit, faults);
        check_base(unit, rules, faults);
    }
    check_copies(units, faults);
    check_unique(units, rules, faults);
    let cost = units.iter().map(Candidate::cost).sum();
    check_fly(units, cost, rules, faults);
    if let Some(commander) = units.iter().position(|unit| Some(unit.at) == commander) {
        check_colors(units, commander, rules, faults);
    }
    check_cost(cost, rules, faults);
    check_leader_points(units, commander, rules, faults)
}

/// The unit that commands the army, as a place in the list: the one that is named, or the only leader.
///
/// Carries out `tle.army.leader-required`, `tle.army.commander`, `tle.ruling.commander-choice`.
fn commander(units: &[Candidate<'_>], named: &[usize], is_known: bool, faults: &mut Vec<Fault>) -> Option<usize> {
    let leaders: Vec<&Candidate<'_>> = units.iter().filter(|unit| unit.sheet.kind() == RoleKind::Leader).collect();
    if leaders.is_empty() {
        // Without a faction there are no datasheets, and so no leaders.
        if is_known {
            let text = "no unit with the role leader; add one";
            faults.push(Fault::new("tle.army.leader-required", text));
        }
        return None;
    }
    let rule = "tle.ruling.commander-choice";
    if let Some(second) = named.get(1) {
        faults.push(at_unit(*second, rule, "a second commander; an army has one"));
    }
    let Some(named) = named.first() else {
        if let [only] = leaders[..] {
            return Some(only.at);
        }
        let names: Vec<&str> = leaders.iter().map(|leader| leader.name).collect();
        let text = format!("no commander; name one of its leaders: {}", names.join(", "));
        faults.push(Fault::new(rule, text));
        return None;
    };
    if leaders.iter().any(|leader| leader.at == *named) {
        return Some(*named);
    }
    let wrong = units.iter().find(|unit| unit.at == *named);
    let name = wrong.map_or("the commander", |unit| unit.name);
    faults.push(at_unit(*named, rule, format!("{name} cannot command: only a leader can")));
    None
}

/// What is said of an army as a whole, and what only other games have words for. Carries out `tle.ruling.hobby-points`.
fn check_marks(list: &List, faults: &mut Vec<Fault>) {
    if list.formation.is_some() {
        faults.push(Fault::new(WRITTEN, "an army of this game has no formation"));
    }
    for (at, _) in list.units.iter().enumerate().filter(|(_, unit)| unit.joins.is_some()) {
        faults.push(at_unit(at, WRITTEN, "units of this game do not join each other"));
    }
    for mark in list.marks.iter().filter(|mark| ![PAINTED, COMMUNICATING].contains(mark)) {
        let text = format!("there is no mark '{mark}'; an army can be marked {PAINTED} and {COMMUNICATING}");
        faults.push(Fault::new("tle.ruling.hobby-points", text));
    }
}

/// How many models a unit has. Carries out `tle.datasheet.unit-size`, `tle.ruling.unit-size-notation`.
fn check_size(unit: &Candidate<'_>, faults: &mut Vec<Fault>) {
    let sizes = &unit.sheet.sizes;
    if sizes.allow(unit.models) {
        return;
    }
    let (rule, allowed) = match sizes {
        Sizes::Range(fewest, most) if fewest == most => ("tle.datasheet.unit-size", counted(*fewest)),
        Sizes::Range(fewest, most) => ("tle.datasheet.unit-size", format!("{fewest} to {most} models")),
        Sizes::Listed(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(u16::to_string).collect();
            ("tle.ruling.unit-size-notation", format!("{} models", sizes.join(" or ")))
        }
    };
    let text = format!("{}: {}; the unit has {allowed}", unit.name, counted(unit.models));
    faults.push(at_unit(unit.at, rule, text));
}

/// `1 model`, `5 models`.
fn counted(models: u16) -> String {
    if models == 1 { "1 model".to_owned() } else { format!("{models} models") }
}

/// The options that a unit takes. Carries out `tle.datasheet.special-rules`.
fn check_upgrades(unit: &Candidate<'_>, faults: &mut Vec<Fault>) {
    let mut wrong = |text: String| faults.push(at_unit(unit.at, "tle.datasheet.special-rules", text));
    let mut groups: BTreeMap<Word, Word> = BTreeMap::new();
    let mut models = 0_u16;
    for Taken { id, models: taken } in &unit.upgrades {
        let Some(upgrade) = unit.sheet.upgrade(*id) else {
            let there_are = roster::joined(unit.sheet.upgrades.iter().map(|upgrade| upgrade.id));
            let choose =
                if there_are.is_empty() { "it has none".to_owned() } else { format!("choose from {there_are}") };
            wrong(format!("{} has no option '{id}'; {choose}", unit.name));
            continue;
        };
        let most = upgrade.most(unit.models);
        if !(1..=most).contains(taken) {
            let of = if upgrade.models.is_some() { "models with it" } else { "of it" };
            wrong(format!("{}: {taken} × '{id}'; this unit has 1 to {most} {of}", unit.name));
        }
        if upgrade.models.is_some() {
            models = models.saturating_add(*taken);
        }
        if let Some(group) = upgrade.group
            && let Some(other) = groups.insert(group, *id)
        {
            wrong(format!("{}: both '{other}' and '{id}'; take one of them", unit.name));
        }
    }
    if models > unit.models {
        let text = format!("{}: options for {}, but there are {}", unit.name, counted(models), unit.models);
        wrong(format!("{text}; a model has at most one"));
    }
}

/// The base that a list names. Carries out `tle.models.base-shape`, `tle.models.base-size-tolerance`,
/// `tle.models.base-minimum`, `tle.models.no-base-tolerance`, `tle.ruling.base-tolerance-digital`.
fn check_base(unit: &Candidate<'_>, rules: &ArmyRules, faults: &mut Vec<Fault>) {
    let (base, printed) = (unit.base, &unit.sheet.base);
    if base == printed {
        return;
    }
    let is_hull = |base: &Footprint| matches!(base, Footprint::Hull { .. });
    let ask = format!("{}: a base of {base}; the datasheet asks for {printed}", unit.name);
    if is_hull(base) != is_hull(printed) {
        faults.push(at_unit(unit.at, "tle.models.base-shape", ask));
        return;
    }
    let off = |a: Length, b: Length| Length((a - b).0.abs()) > rules.base_tolerance;
    if off(base.longest(), printed.longest()) || off(shortest(base), shortest(printed)) {
        let rule = if is_hull(base) { "tle.models.no-base-tolerance" } else { "tle.models.base-size-tolerance" };
        faults.push(at_unit(unit.at, rule, format!("{ask}, give or take {}", rules.base_tolerance)));
    } else if shortest(base) < SMALLEST_BASE {
        let text = format!("{}: a base of {base}; none is under {SMALLEST_BASE}", unit.name);
        faults.push(at_unit(unit.at, "tle.models.base-minimum", text));
    }
}

/// The same unit at most three times. Carries out `tle.army.max-three`, `tle.role.base-unlimited`.
fn check_copies(units: &[Candidate<'_>], faults: &mut Vec<Fault>) {
    let mut seen: BTreeMap<Word, usize> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.sheet.kind() != RoleKind::Base) {
        let so_far = seen.entry(unit.sheet.id).or_insert(0);
        *so_far += 1;
        if *so_far == MOST_ALIKE + 1 {
            let all = units.iter().filter(|other| other.sheet.id == unit.sheet.id).count();
            let text = format!("{all} units of {}; an army has at most {MOST_ALIKE} of the same", unit.sheet.name);
            faults.push(at_unit(unit.at, "tle.army.max-three", text));
        }
    }
}

/// At most one (Unique) unit. Carries out `tle.role.unique`, `tle.ruling.unique-scope`.
fn check_unique(units: &[Candidate<'_>], rules: &ArmyRules, faults: &mut Vec<Fault>) {
    let unique: Vec<&Candidate<'_>> = units.iter().filter(|unit| unit.sheet.unique).collect();
    for (at, unit) in unique.iter().enumerate() {
        let (alike, scope): (fn(&Datasheet, &Datasheet) -> bool, _) = match rules.unique {
            UniqueScope::Army => (|_, _| true, "in an army"),
            UniqueScope::Role => (|one, other| one.kind() == other.kind(), "of each role"),
            UniqueScope::Datasheet => (|one, other| one.id == other.id, "of each datasheet"),
        };
        if let Some(first) = unique[..at].iter().find(|first| alike(first.sheet, unit.sheet)) {
            let text = format!("{} and {} are both (Unique); there is one {scope}", first.name, unit.name);
            faults.push(at_unit(unit.at, "tle.role.unique", text));
        }
    }
}

/// Fly units, by full thousands of battle points. Carries out `tle.role.fly`, `tle.ruling.fly-limit`.
fn check_fly(units: &[Candidate<'_>], cost: i64, rules: &ArmyRules, faults: &mut Vec<Fault>) {
    let by_cost = rules.fly == FlyPoints::ArmyCost;
    let points = if by_cost { cost } else { rules.limit.into() };
    let most = usize::try_from(points / 1_000).unwrap_or(0);
    let fly: Vec<&Candidate<'_>> = units.iter().filter(|unit| unit.sheet.kind() == RoleKind::Fly).collect();
    if let Some(beyond) = fly.get(most) {
        let by = if by_cost { "that cost" } else { "of up to" };
        let text = format!("{} fly units; an army {by} {points} battle points has at most {most}", fly.len());
        faults.push(at_unit(beyond.at, "tle.role.fly", text));
    }
}

/// Every unit with a colour has one of the commander's. Carries out `tle.army.color-share`, `tle.army.colorless`,
/// `tle.ruling.commander-colorless`.
fn check_colors(units: &[Candidate<'_>], commander: usize, rules: &ArmyRules, faults: &mut Vec<Fault>) {
    let chief = &units[commander];
    if chief.sheet.colors.is_empty() && rules.colorless_takes_all {
        return;
    }
    let said = |sheet: &Datasheet| match &sheet.colors[..] {
        [] => "no colour".to_owned(),
        colors => colors.iter().map(Word::to_string).collect::<Vec<_>>().join("/"),
    };
    for unit in units {
        let colors = &unit.sheet.colors;
        if !colors.is_empty() && !colors.iter().any(|color| chief.sheet.colors.contains(color)) {
            let (own, chiefs) = (said(unit.sheet), said(chief.sheet));
            let text = format!("{} ({own}) shares no colour with the commander, {} ({chiefs})", unit.name, chief.name);
            faults.push(at_unit(unit.at, "tle.army.color-share", text));
        }
    }
}

/// What the army costs. Carries out `tle.army.agreed-limit`, `tle.army.total`.
fn check_cost(cost: i64, rules: &ArmyRules, faults: &mut Vec<Fault>) {
    let over = cost - i64::from(rules.limit);
    if over > 0 {
        let text = format!("costs {cost} battle points, {over} over the limit of {}", rules.limit);
        faults.push(Fault::new("tle.army.total", text));
    }
}

/// Leader points, which must not fall below 0. Carries out `tle.ruling.additional-leader-cost`,
/// `tle.leader-points.not-battle-points`.
fn check_leader_points(
    units: &[Candidate<'_>],
    commander: Option<usize>,
    rules: &ArmyRules,
    faults: &mut Vec<Fault>,
) -> Sum {
    let members: Vec<Member<'_>> =
        units.iter().map(|unit| Member { id: unit.sheet.id, role: &unit.sheet.role }).collect();
    let commander = units.iter().position(|unit| Some(unit.at) == commander);
    let sum = Sum::of(&members, commander, rules.further_leader);
    // Without a commander it is not known who pays.
    if commander.is_some() && sum.left() < 0 {
        let (paid, short) = (sum.gained - sum.left(), -sum.left());
        let paying: Vec<String> = units
            .iter()
            .zip(&sum.paid)
            .filter(|(_, paid)| **paid > 0)
            .map(|(unit, paid)| format!("{} {paid}", unit.name))
            .collect();
        let text = format!(
            "brings {} leader points and costs {paid}, {short} too many; those who pay: {}",
            sum.gained,
            paying.join(", ")
        );
        faults.push(Fault::new("tle.ruling.additional-leader-cost", text));
    }
    sum
}
