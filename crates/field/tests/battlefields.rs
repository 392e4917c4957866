//! Battlefields from seeds: sound, fair, the same every time.

use field::{
    Balance, Density, Field, GenerateError, Kind, Mix, Request, Size, Style, Symmetry, Terrain, Turn, Warning,
    ZonePlan, draw,
};
use ground::Length;
use sha2::{Digest, Sha256};

const SIZES: [Size; 4] = [Size::inches(44, 44), Size::inches(48, 48), Size::inches(60, 44), Size::inches(72, 48)];
const ZONES: [ZonePlan; 4] = [ZonePlan::LongEdges, ZonePlan::ShortEdges, ZonePlan::Quarters, ZonePlan::Corners];
const BALANCES: [Balance; 3] = [Balance::HalfTurn, Balance::Mirror, Balance::None];

fn request(seed: u64) -> Request {
    Request::of_seed(seed)
}

fn of_list(seed: u64, list: &str) -> Request {
    Request { terrain: list.parse().unwrap(), ..request(seed) }
}

/// Generates and holds the result to what every battlefield promises.
fn check(request: &Request) -> Field {
    let field = Field::generate(request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
    let report = field.check();
    assert_eq!(report.faults, [], "{request:?}");
    let pockets = report.warnings.iter().any(|warning| matches!(warning, Warning::Pocket { .. }));
    assert!(!pockets, "{request:?}: {:?}", report.warnings);
    assert_eq!(Field::from_toml(&field.to_toml()).as_ref(), Ok(&field), "{request:?}");
    field
}

#[test]
fn every_size_symmetry_and_zone_gives_sound_battlefields() {
    let mut seed = 0;
    for size in SIZES {
        for zones in ZONES {
            for balance in BALANCES {
                seed += 1;
                let (density, objectives) = (
                    [Density::Sparse, Density::Usual, Density::Dense][seed as usize % 3],
                    [1, 3, 5, 6][seed as usize % 4],
                );
                let mix = Mix::ALL[seed as usize % Mix::ALL.len()];
                let terrain = Terrain::Mixed(Some(mix), density);
                let request = Request { size, zones, balance, terrain, objectives, ..request(seed) };
                if balance == Balance::Mirror && matches!(zones, ZonePlan::Quarters | ZonePlan::Corners) {
                    assert_eq!(Field::generate(&request), Err(GenerateError::MirroredCorners));
                    continue;
                }
                let field = check(&request);
                assert_eq!(field.objectives.len(), usize::from(objectives));
                assert_eq!(field.symmetry == Symmetry::None, balance == Balance::None);
            }
        }
    }
}

#[test]
fn lanes_are_not_too_open() {
    let mut long = 0;
    for seed in 0..30 {
        let report = check(&request(seed)).check();
        assert!(report.lanes.percent_open() <= 20, "seed {seed}: {:?}", report.lanes);
        assert!(report.lanes.longest_open() < Length::inches(60), "seed {seed}: {:?}", report.lanes);
        long += usize::from(report.lanes.longest_open() > field::LONGEST_LANE);
    }
    assert!(long <= 4, "{long} of 30 have a line that is worth a warning");
}

#[test]
fn half_a_turn_maps_a_fair_battlefield_onto_itself() {
    for seed in 100..110 {
        let field = check(&request(seed));
        let turned = field.turned(Turn::Half);
        assert!(turned.check().is_sound());
        for piece in &turned.pieces {
            let corners = sorted(piece.plot.corners());
            let alike = |other: &&field::Piece| other.kind == piece.kind && sorted(other.plot.corners()) == corners;
            let other = field.pieces.iter().find(alike).unwrap_or_else(|| panic!("seed {seed}: {}", piece.name));
            let (walls, others) = (piece.wall_lines(), other.wall_lines());
            assert!(walls.len() == others.len() && walls.iter().all(|wall| others.contains(wall)), "{}", piece.name);
        }
        assert_eq!(turned.turned(Turn::Half), Field { seed: None, ..field });
    }
}

fn sorted(mut corners: Vec<ground::Point>) -> Vec<ground::Point> {
    corners.sort();
    corners
}

#[test]
fn every_turn_of_a_sound_battlefield_is_sound() {
    for seed in 0..6 {
        let field = check(&Request { balance: BALANCES[seed as usize % 3], ..request(seed) });
        for turn in Turn::ALL {
            let turned = field.turned(turn);
            assert_eq!(turned.check().faults, [], "{turn:?}");
            assert_eq!(Field::from_toml(&turned.to_toml()), Ok(turned.clone()));
            assert_eq!(turned.turned(turn.back()), Field { seed: None, ..field.clone() }, "{turn:?}");
        }
    }
}

#[test]
fn zones_are_called_after_the_direction_that_they_lie_in() {
    let names = |field: &Field| -> Vec<String> { field.zones.iter().map(|zone| zone.name.clone()).collect() };
    let mut field = check(&Request { zones: ZonePlan::Quarters, ..request(3) });
    assert_eq!(names(&field), ["south-west", "north-east"]);
    for (turn, first) in
        Turn::ALL.into_iter().zip(["north-east", "south-east", "north-west", "south-east", "north-west"])
    {
        assert_eq!(names(&field.turned(turn))[0], first, "{turn:?}");
    }
    field.zones[0].name = "the south".to_owned();
    assert_eq!(names(&field.turned(Turn::Half)), ["the south", "south-west"]);
}

#[test]
fn the_largest_battlefields_hold_as_much_as_they_may() {
    let terrain = Terrain::Mixed(Some(Mix::Town), Density::Dense);
    let field = check(&Request { size: Size::inches(120, 120), terrain, ..request(1) });
    assert!((100..=Field::MOST_PIECES).contains(&field.pieces.len()), "{}", field.pieces.len());
}

#[test]
fn what_is_listed_is_what_lies_there() {
    let field = check(&Request { objectives: 4, ..of_list(5, "ruin=5,wood=4,wall=4") });
    for (kind, count) in [(Kind::Ruin, 5), (Kind::Wood, 4), (Kind::Wall, 4), (Kind::Hill, 0)] {
        assert_eq!(field.pieces.iter().filter(|piece| piece.kind == kind).count(), count, "{kind}");
    }
    assert_eq!(check(&of_list(5, "")).pieces, []);
    check(&Request { balance: Balance::Mirror, ..of_list(1, "ruin=3,wood=3,hill=1") });
    check(&Request { balance: Balance::None, ..of_list(1, "ruin=3,wood=3,hill=1") });
    // A crater in the middle holds the objective.
    check(&of_list(2, "crater=1,wood=4"));
}

#[test]
fn every_kind_can_be_had() {
    for kind in Kind::ALL {
        check(&of_list(3, &format!("{kind}=4")));
        check(&Request { objectives: 2, ..of_list(3, &format!("{kind}=1")) });
    }
}

fn check_refused(request: &Request, sentence: &str) {
    let error = Field::generate(request).unwrap_err().to_string();
    assert!(error.contains(sentence), "{error}");
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    check_refused(&of_list(1, "ruin=3,wood=3"), "the numbers of ruins and woods cannot both be odd");
    check_refused(&of_list(1, "building=1"), "one would lie in the middle, where an objective is");
    check_refused(&of_list(1, "hill=60"), "there is not enough room; only this fits: ");
    check_refused(&Request { size: Size::inches(5, 5), ..request(1) }, "is not a size to play on");
    check_refused(&Request { size: Size::inches(12, 12), zones: ZonePlan::Quarters, ..request(1) }, "too small");
    check_refused(&Request { seed: u64::MAX, ..request(1) }, "a seed must be a number below");
    check_refused(&Request { objectives: 7, ..request(1) }, "6 objectives");
    check_refused(&Request { name: Some("a\u{1b}b".to_owned()), ..request(1) }, "printable characters");
}

#[test]
fn the_same_request_gives_the_same_battlefield() {
    for seed in 0..4 {
        let request =
            Request { balance: BALANCES[seed as usize % 3], zones: ZONES[seed as usize % 2], ..request(seed) };
        assert_eq!(Field::generate(&request), Field::generate(&request));
        assert_ne!(Field::generate(&request), Field::generate(&Request { seed: seed + 1, ..request }));
    }
}

#[test]
fn odd_sizes_work_too() {
    for (width, depth) in [(24, 24), (30, 22), (36, 36), (44, 60), (96, 48), (120, 120)] {
        check(&Request { size: Size::inches(width, depth), ..request(9) });
    }
}

/// A seed makes the same battlefield for good: whoever changes this changes every field that is known by its seed.
#[test]
fn seeds_make_the_battlefields_that_they_always_made() {
    let mut hash = Sha256::new();
    for seed in [0, 7, 1_000_000_007, i64::MAX as u64] {
        hash.update(check(&request(seed)).to_toml());
    }
    for (zones, balance) in ZONES.into_iter().zip([Balance::None, Balance::Mirror, Balance::HalfTurn, Balance::None]) {
        hash.update(check(&Request { size: Size::inches(72, 48), zones, balance, ..request(42) }).to_toml());
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "ebee61fa23d7d4dee4f5cf0e55bf76dc28ef04f7893157d32cfcfe92b6c9efce");
}

#[test]
fn drawings_are_the_same_every_time_and_whole() {
    for seed in 0..10 {
        let request = Request { size: SIZES[seed as usize % 4], zones: ZONES[seed as usize % 4], ..request(seed) };
        let field = check(&request);
        let svg = draw(&field, &Style::default(), &[]);
        assert_eq!(svg, draw(&field, &Style::default(), &[]));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "seed {seed}");
        for piece in &field.pieces {
            let first = field.pieces.iter().find(|other| other.kind == piece.kind) == Some(piece);
            let drawn = svg.matches(&format!("<title>{}: {}", piece.name, piece.kind)).count();
            // The first of its kind stands in the legend, too.
            assert_eq!(drawn, if first { 2 } else { 1 }, "{}", piece.name);
        }
    }
}
