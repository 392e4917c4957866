//! Terrain from a number: blocks of two bases and soft cover in one half, and their images in the other.

use chance::{Key, Stream};
use field::Field;
use ground::{Length, Motion, Point, Rect, Shape, Side};
use vocabulary::Fault;

use super::{BASE, TerrainType, mirror, mirrored, objectives, piece, printed};
use crate::chapters::missions::Layout;
use crate::forces::house::House;

/// Places are looked at in steps of this.
const STEP: i32 = Length::inches(1).0 / 2;
/// Separate features are so far apart, and that is how they keep from the edge of the battlefield half way.
const APART: Length = Length::inches(2);
/// How often one begins anew before it is given up.
const TRIES: u64 = 400;
/// So many of a thing are laid in each half.
const PER_HALF: usize = 4;

/// Terrain for all of some layouts, the same for the same number every time.
///
/// Carries out `tle.terrain.total`, `tle.terrain.count-per-half`, `tle.terrain.mirrored`, `tle.ruling.terrain-half`,
/// `tle.ruling.terrain-contact`, `tle.ruling.terrain-objectives`.
pub(super) fn make(seed: u64, layouts: &[Layout], house: &House) -> Result<Field, Vec<Fault>> {
    let key = Key::from_seed("last-edition terrain", seed);
    let (blocks, bushes) = (places(layouts, house, (1, 2)), places(layouts, house, (1, 1)));
    for n in 0..TRIES {
        let mut stream = Stream::new(key.branch("half", n));
        if let Some(half) = lay(&blocks, &bushes, &mut stream, house) {
            return Ok(Field { seed: Some(seed), ..mirrored(&format!("Terrain {seed}"), half, house) });
        }
    }
    let text = "no terrain was found that is clear of all objectives; bring a battlefield, or play on the usual one";
    Err(vec![Fault::new("tle.ruling.terrain-objectives", text)])
}

/// Every place in the west for something so many bases wide and deep, clear of the edge, of the line between the halves and
/// of objectives.
fn places(layouts: &[Layout], house: &House, (wide, deep): (i32, i32)) -> Vec<Rect> {
    let size = printed::printed().board.size().corner();
    let all = layouts.iter().flat_map(|layout| objectives(*layout, house));
    let markers: Vec<Shape> = all
        .filter(|_| house.terrain_clear_of_objectives)
        .map(|objective| Shape::disc(objective.at, objective.radius))
        .collect();
    let rim = APART.0 / 2;
    let corner = Point::new(BASE.0 * wide, BASE.0 * deep);
    let at = |x: i32, y: i32| Rect::new(Point::new(x, y), Point::new(x + corner.x, y + corner.y));
    let columns = (rim..=size.x / 2 - rim - corner.x).step_by(STEP as usize);
    let all = columns.flat_map(|x| (rim..=size.y - rim - corner.y).step_by(STEP as usize).map(move |y| at(x, y)));
    let is_free = |rect: &Rect| !markers.iter().any(|marker| Shape::rectangle(*rect).overlaps(marker));
    all.filter(is_free).collect()
}

/// One half, if all of it finds room.
fn lay(blocks: &[Rect], bushes: &[Rect], stream: &mut Stream, house: &House) -> Option<Vec<field::Piece>> {
    let (motion, _) = mirror(house);
    let mut taken: Vec<Rect> = Vec::new();
    let mut half = Vec::new();
    for _ in 0..PER_HALF {
        let rect = draw(blocks, &taken, motion, stream)?;
        taken.push(rect);
        half.extend(block(rect, stream.below(2) == 0));
    }
    for _ in 0..PER_HALF {
        let rect = draw(bushes, &taken, motion, stream)?;
        taken.push(rect);
        half.push(piece(TerrainType::Soft, rect, std::iter::empty()));
    }
    Some(half)
}

/// One of the places that are far enough from everything that is taken, and from its image.
fn draw(places: &[Rect], taken: &[Rect], motion: Motion, stream: &mut Stream) -> Option<Rect> {
    let image = |rect: Rect| Rect::around(&rect.corners().map(|corner| motion.apply(corner)));
    let is_apart = |rect: &Rect| {
        let shape = Shape::rectangle(*rect);
        let is_near = |other: Rect| {
            let gap = shape.apart(&Shape::rectangle(other));
            gap.overlaps() || gap.down() < APART
        };
        !is_near(image(*rect)) && !taken.iter().any(|other| is_near(*other) || is_near(image(*other)))
    };
    let free: Vec<Rect> = places.iter().copied().filter(is_apart).collect();
    stream.pick(&free).copied()
}

/// A base of type 3 and one of type 2 that share a side, with walls along the front, which is the east, and at both ends.
///
/// Carries out `tle.terrain.type3-wall-front`, `tle.terrain.type2-wall-front`, `tle.terrain.type3-wall-back`,
/// `tle.terrain.type2-wall-back`, `tle.terrain.type3-touches-type2`.
fn block(rect: Rect, is_blocking_south: bool) -> [field::Piece; 2] {
    let middle = rect.low.y + BASE.0;
    let south = Rect::new(rect.low, Point::new(rect.high.x, middle));
    let north = Rect::new(Point::new(rect.low.x, middle), rect.high);
    let (blocking, hindering) = (TerrainType::Blocking, TerrainType::Hindering);
    let (of_south, of_north) = if is_blocking_south { (blocking, hindering) } else { (hindering, blocking) };
    let walled = |kind, rect, end| piece(kind, rect, [Side::East, end].into_iter());
    [walled(of_south, south, Side::South), walled(of_north, north, Side::North)]
}
