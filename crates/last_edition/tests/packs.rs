//! Packs: the factions that come with the game use everything there is, and what is said of a pack that is wrong.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use last_edition::forces::ability::{Effect, Gain, RollKind, Value, When};
use last_edition::forces::datasheet::Datasheet;
use last_edition::forces::keyword::{Direction, Keyword};
use last_edition::forces::pack::{self, Faction};
use last_edition::forces::role::RoleKind;
use last_edition::forces::weapon::{MeleeKeyword, RangedKeyword, WeaponProfile};
use roster::Army;
use vocabulary::Word;

fn sheets() -> impl Iterator<Item = &'static Datasheet> {
    pack::factions().iter().flat_map(|faction| &faction.datasheets)
}

fn effects() -> impl Iterator<Item = Effect> {
    sheets().flat_map(|sheet| {
        let own = sheet.abilities.iter().flat_map(|ability| ability.effects.iter());
        own.chain(sheet.auras.iter().flat_map(|aura| aura.effects.iter())).copied()
    })
}

fn words<const N: usize>(all: [Word; N]) -> BTreeSet<Word> {
    all.into_iter().collect()
}

#[test]
fn every_faction_has_every_role_two_colours_and_ten_datasheets() {
    assert_eq!(pack::factions().len(), 3);
    for faction in pack::factions() {
        let roles: BTreeSet<Word> = faction.datasheets.iter().map(|sheet| sheet.kind().word()).collect();
        assert_eq!(roles, words(RoleKind::ALL.map(RoleKind::word)), "{}", faction.id);
        assert!(faction.colors.len() >= 2 && faction.datasheets.len() >= 10, "{}", faction.id);
        for sheet in &faction.datasheets {
            assert!(!sheet.text.is_empty() && !sheet.weapons.is_empty(), "{}", sheet.id);
        }
    }
}

#[test]
fn the_factions_use_every_keyword_between_them() {
    let profiles: Vec<&WeaponProfile> =
        sheets().flat_map(|sheet| &sheet.weapons).flat_map(|weapon| &weapon.profiles).collect();
    let ranged: BTreeSet<Word> = profiles.iter().flat_map(|own| own.ranged()).map(|keyword| keyword.word()).collect();
    assert_eq!(ranged, words(RangedKeyword::ALL.map(RangedKeyword::word)));
    let melee: BTreeSet<Word> = profiles.iter().flat_map(|own| own.melee()).map(|keyword| keyword.word()).collect();
    assert_eq!(melee, words(MeleeKeyword::ALL.map(MeleeKeyword::word)));
    let keywords: BTreeSet<Word> = sheets().flat_map(|sheet| &sheet.keywords).map(|keyword| keyword.word()).collect();
    assert_eq!(keywords, words(Keyword::ALL.map(Keyword::word)));
    let directions: BTreeSet<Word> = sheets()
        .filter_map(|sheet| sheet.shock_teleport.as_ref())
        .flat_map(|teleport| &teleport.directions)
        .map(|direction| direction.word())
        .collect();
    assert_eq!(directions, words(Direction::ALL.map(Direction::word)));
    assert!(sheets().any(|sheet| sheet.transport.is_some()) && sheets().any(|sheet| sheet.unique));
}

#[test]
fn the_factions_use_every_kind_of_save_between_them() {
    let any = |holds: fn(&Datasheet) -> bool| assert!(sheets().any(holds));
    any(|sheet| sheet.profile.armor.first == 7);
    any(|sheet| sheet.profile.armor.first < 7 && sheet.profile.armor.second == 7);
    any(|sheet| sheet.profile.armor.second < 7);
    any(|sheet| sheet.profile.pure.is_some());
    any(|sheet| sheet.profile.dodge.is_some());
}

#[test]
fn the_factions_use_every_moment_and_every_effect_between_them() {
    let moments: BTreeSet<Word> =
        sheets().flat_map(|sheet| &sheet.abilities).map(|ability| ability.when.word()).collect();
    assert_eq!(moments, words(When::ALL.map(When::word)));
    let (mut values, mut gains, mut rolls, mut others) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for effect in effects() {
        match effect {
            Effect::Change(change) => drop(values.insert(change.value.word())),
            Effect::Gain(gain) => drop(gains.insert(gain.word())),
            Effect::Reroll(roll) => drop(rolls.insert(roll.word())),
            Effect::Heal(_) => drop(others.insert("heal")),
            Effect::Wounds(_) => drop(others.insert("wounds")),
            Effect::Move(_) => drop(others.insert("move")),
            Effect::Return => drop(others.insert("return")),
            Effect::LeaderPoints(_) => drop(others.insert("leader-points")),
            Effect::PowerDice(_) => drop(others.insert("power-dice")),
            Effect::LoseReactions(_) => drop(others.insert("lose-reactions")),
        }
    }
    assert_eq!(values, words(Value::ALL.map(Value::word)));
    assert_eq!(gains, words(Gain::ALL.map(Gain::word)));
    assert_eq!(rolls, words(RollKind::ALL.map(RollKind::word)));
    assert_eq!(others.len(), 7);
}

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/last-edition/example/lamplighters.toml");
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_example_is_a_pack_with_an_army() {
    let faction = Faction::from_toml("lamplighters.toml", &example()).unwrap();
    assert_eq!((faction.datasheets.len(), faction.armies.len()), (3, 1));
}

/// Changes the first place in the example where this stands, and compares the fault: what it says, and that its line is
/// that of what begins with `at`.
fn check(from: &str, to: &str, at: &str, says: &str) {
    let text = example();
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    let faults = Faction::from_toml("lamplighters.toml", &text).unwrap_err();
    let fault = &faults[0];
    assert!(fault.sentence.contains(says), "{}", fault.sentence);
    let line = text.lines().nth(fault.line.unwrap() - 1).unwrap();
    let before = text.lines().take(fault.line.unwrap() + 1).collect::<Vec<_>>().join("\n");
    assert!(line.contains(at) || before.ends_with(at), "{line}: {fault}");
}

#[test]
fn faults_of_packs_have_their_lines() {
    let sheet = "[[datasheet]]";
    check("leader = { points", "king = { points", "role", "unknown variant `king`");
    check("\"4+/6+\"", "\"6+/4+\"", "profile", "'6+/4+' is no armor save");
    check("\"power 1\"", "\"power\"", "keywords", "there is no keyword 'power'");
    check("\"light +1\"", "\"light 1\"", "profiles", "there is no keyword of melee weapons 'light 1'");
    check("\"spray-and-prey 3\"", "\"deflect 1\"", "profiles", "there is no keyword of ranged weapons 'deflect 1'");
    check("base = \"40mm\"", "base = \"24mm\"", sheet, "bases measure from 25 mm");
    check("colors = [\"amber\"]", "colors = [\"pink\"]", sheet, "the faction has no colour 'pink'");
    check("{ cost = 1, slots", "{ cost = 0, slots", sheet, "a role costs from 1 to 20 leader points");
    check("whole = [50, 95]", "whole = [50, 95, 120]", sheet, "one for each listed size");
    check("listed = [5, 10]", "listed = [10, 5]", sheet, "sizes go up from 1");
    check("with = \"wicks\"", "with = \"moths\"", sheet, "the bonus is for 'moths'");
    check("only = [\"base\"]", "only = [\"pawns\"]", sheet, "'pawns' is no role, no keyword and no datasheet");
    check("lasts = \"turn\"\n", "", sheet, "needs to say how long it lasts");

    check("keywords = [\"power 1\"]\n", "", sheet, "only units with the keyword power use powers");
    check("without = [\"oil-gun\"]", "without = [\"sword\"]", sheet, "there is no weapon 'sword'");
    check(
        "target = { enemy = { within = 18, visible = true } }",
        "target = \"player\"",
        sheet,
        "reach the target 'player'",
    );
    check("id = \"cart\"", "id = \"wicks\"", sheet, "there are two datasheets 'wicks'");
    check("card = \"cart\"", "card = \"tram\"", "[[army.unit]]", "Lamplighters has no card 'tram'");
    check("big-lamp = 2 }", "big-lamp = 3 }", "[[army.unit]]", "3 × 'big-lamp'");
}

#[test]
fn armies_are_written_as_they_are_read() {
    for ready in pack::ready_lists() {
        let army = Army { game: Word::new("last-edition"), text: ready.text, list: ready.list };
        assert_eq!(Army::from_toml(&army.to_toml()), Ok(army));
    }
}
