//! A layout: pieces laid one by one, each where it does the most good.

use chance::Stream;
use ground::{FACINGS, Length, Motion, Point, Polygon, Rect, Shape};

use crate::field::Symmetry;
use crate::generate::plan::Plan;
use crate::generate::specimen;
use crate::kind::Kind;
use crate::lanes;
use crate::piece::Piece;
use crate::plot::Plot;
use crate::zone::Zone;

/// Places that are looked at for a piece, those that are looked at if there was no good one, and how many good ones
/// are compared.
const LOOKS: u32 = 70;
const MORE_LOOKS: u32 = 250;
const COMPARED: usize = 7;
/// How far apart lines of fire are sampled while laying.
const LINES: Length = Length::inches(5);

/// A piece that has its place.
pub(crate) struct Laid {
    pub(crate) piece: Piece,
    pub(crate) outline: Polygon,
}

pub(crate) struct Layout<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) laid: Vec<Laid>,
    /// Whether all that is wanted has found room.
    pub(crate) is_complete: bool,
    stream: Stream,
    motion: Option<Motion>,
    /// The direction in which streets run.
    street: u16,
    /// Lines from zone to zone that nothing stands on yet, with how much it is worth to close them.
    open: Vec<(Point, Point, i64)>,
    /// Points of the field that have no terrain near yet.
    pub(crate) deserts: Vec<Point>,
}

impl<'p> Layout<'p> {
    pub(crate) fn new(plan: &'p Plan, mut stream: Stream) -> Layout<'p> {
        let open = plan.lines(LINES).into_iter().map(|(from, to)| (from, to, weight(from, to))).collect();
        let street = degrees(*stream.pick(&[0, 0, 15, 30, 45, 60, 75]).unwrap_or(&0));
        let motion = plan.symmetry.motion(plan.size);
        let deserts = lanes::spread(plan.size.rect(), Length::inches(4));
        Layout { plan, laid: Vec::new(), is_complete: false, stream, motion, street, open, deserts }
    }

    /// Lays all that is wanted, as far as there is room.
    pub(crate) fn lay_all(&mut self) {
        let mut complete = true;
        let mut large = Vec::new();
        let mut small = Vec::new();
        for &(kind, count) in &self.plan.counts {
            let single = self.motion.is_some() && count % 2 == 1;
            if single {
                complete &= self.lay_even(kind);
            }
            let list = if specimen::is_large(kind) { &mut large } else { &mut small };
            let groups = if self.motion.is_some() { count / 2 } else { count };
            list.extend((0..groups).map(|_| kind));
        }
        self.stream.shuffle(&mut large);
        // Where one of a kind finds no room, another will not either.
        let mut full = Vec::new();
        for kind in large.into_iter().chain(small) {
            if !full.contains(&kind) && !self.lay(kind) {
                full.push(kind);
                complete = false;
            }
        }
        self.is_complete = complete;
    }

    /// Lays a piece that is its own counterpart: in the middle, or on the line along which the field is mirrored.
    fn lay_even(&mut self, kind: Kind) -> bool {
        let corner = self.plan.size.corner();
        let middle = Point::new(corner.x / 2, corner.y / 2);
        for _ in 0..LOOKS {
            let piece = specimen::draw_even(kind, &mut self.stream);
            let (at, turned) = match self.plan.symmetry {
                Symmetry::LeftRight => (Point::new(middle.x, self.somewhere().y), self.stream.below(2) as u16 * 256),
                Symmetry::TopBottom => (Point::new(self.somewhere().x, middle.y), self.stream.below(2) as u16 * 256),
                Symmetry::HalfTurn | Symmetry::None => (middle, self.angle(kind)),
            };
            let piece = specimen::put(&piece, at, turned);
            let Ok(outline) = piece.outline() else { continue };
            let is_middle = self.plan.symmetry == Symmetry::HalfTurn && specimen::holds_models(kind);
            if self.fits(&piece, &outline, is_middle) {
                self.add(vec![Laid { piece, outline }]);
                return true;
            }
        }
        false
    }

    /// Lays a piece and its counterpart at the best of several places.
    fn lay(&mut self, kind: Kind) -> bool {
        let mut best: Option<(i64, Vec<Laid>)> = None;
        let mut found = 0;
        for look in 0..MORE_LOOKS {
            let piece = specimen::draw(kind, look >= LOOKS, &mut self.stream);
            let (at, turned) = self.draw_place(kind, &piece);
            let piece = specimen::put(&piece, at, turned);
            if look == LOOKS && best.is_some() {
                break;
            }
            let Some(pair) = self.pair(piece) else { continue };
            let worth = self.worth(&pair);
            if best.as_ref().is_none_or(|(other, _)| worth > *other) {
                best = Some((worth, pair));
            }
            found += 1;
            if found == COMPARED || look >= LOOKS {
                break;
            }
        }
        let Some((_, pair)) = best else { return false };
        self.add(pair);
        true
    }

    fn add(&mut self, pieces: Vec<Laid>) {
        for laid in pieces {
            if laid.piece.obstructs() {
                self.open.retain(|(from, to, _)| !laid.outline.crossed_by(*from, *to));
            }
            self.deserts.retain(|point| !is_near(&laid.outline, *point));
            self.laid.push(laid);
        }
    }

    /// The piece and its counterpart, if both fit.
    fn pair(&self, piece: Piece) -> Option<Vec<Laid>> {
        let outline = piece.outline().ok()?;
        if !self.fits(&piece, &outline, false) {
            return None;
        }
        let Some(motion) = self.motion else { return Some(vec![Laid { piece, outline }]) };
        let image = piece.moved(motion);
        let moved = outline.moved(motion);
        if outline.within(&moved, gap(&piece, &image)) {
            return None;
        }
        Some(vec![Laid { piece, outline }, Laid { piece: image, outline: moved }])
    }

    fn fits(&self, piece: &Piece, outline: &Polygon, on_objective: bool) -> bool {
        let (margin, clear) = match piece.is_in_the_way() {
            true => (Length::inches(3), Length::inches(2)),
            false => (Length::inches(1), Length(ground::UNITS_PER_INCH / 2)),
        };
        let clash = |at: Point, radius: Length| outline.within_of_shape(&Shape::disc(at, radius), clear);
        self.plan.size.rect().grown(-margin).covers(outline.bounds())
            && !self.laid.iter().any(|other| outline.within(&other.outline, gap(piece, &other.piece)))
            && (on_objective || !self.plan.objectives.iter().any(|one| clash(one.at, one.radius)))
    }

    /// Where a piece might lie, and how: built things in line with each other, thin ones beside something.
    fn draw_place(&mut self, kind: Kind, piece: &Piece) -> (Point, u16) {
        let anchored = kind.is_linear() || matches!(kind, Kind::Rubble | Kind::Crater | Kind::Container);
        if anchored
            && self.stream.below(5) > 0
            && let Some(anchor) = self.draw_anchor(kind)
        {
            return self.beside(anchor, piece);
        }
        (self.somewhere(), self.angle(kind))
    }

    /// Something that a piece goes well with.
    fn draw_anchor(&mut self, kind: Kind) -> Option<usize> {
        let company: &[Kind] = match kind {
            Kind::Hedge => &[Kind::Crops, Kind::Building, Kind::Wood],
            Kind::Rubble => &[Kind::Ruin, Kind::Building],
            Kind::Container => &[Kind::Building, Kind::Container],
            Kind::Wall => &[Kind::Ruin, Kind::Building, Kind::Crops],
            _ => &[Kind::Ruin, Kind::Building, Kind::Container, Kind::Rubble, Kind::Hill, Kind::Wood],
        };
        let places = |wanted: fn(&[Kind], Kind) -> bool| -> Vec<usize> {
            (0..self.laid.len()).filter(|place| wanted(company, self.laid[*place].piece.kind)).collect()
        };
        let (good, any) = (places(|company, kind| company.contains(&kind)), places(|_, kind| !kind.is_linear()));
        self.stream.pick(if good.is_empty() { &any } else { &good }).copied()
    }

    /// A place on the raster of quarter inches.
    fn somewhere(&mut self) -> Point {
        let corner = self.plan.size.corner();
        let quarter = ground::UNITS_PER_INCH / 4;
        let mut along = |side: i32| self.stream.below((side / quarter).max(1) as u32) as i32 * quarter;
        Point::new(along(corner.x), along(corner.y))
    }

    fn angle(&mut self, kind: Kind) -> u16 {
        if specimen::is_built(kind) {
            return self.street + self.stream.below(4) as u16 * (FACINGS / 4);
        }
        degrees(self.stream.below(24) * 15)
    }

    /// A place along a side of something, in line with it.
    fn beside(&mut self, anchor: usize, piece: &Piece) -> (Point, u16) {
        let Plot::Framed(_, own) = piece.plot else { return (self.somewhere(), self.street) };
        let quarter = ground::UNITS_PER_INCH / 4;
        let gap = gap(piece, &self.laid[anchor].piece);
        let off = gap.0 + quarter + self.stream.below(4) as i32 * quarter;
        let slide = self.stream.below(9) as i32 - 4;
        let side = self.stream.below(4) as u16;
        let Plot::Framed(_, frame) = self.laid[anchor].piece.plot else {
            return (self.somewhere(), self.street);
        };
        let (width, depth) =
            if side.is_multiple_of(2) { (frame.width.0, frame.depth.0) } else { (frame.depth.0, frame.width.0) };
        // Below side 0 of the anchor, moved along it in eighths, then turned to the side that was drawn.
        let local = Point::new(slide * width / 8, -(depth / 2 + off + own.depth.0 / 2));
        let facing = (frame.turned + side * (FACINGS / 4)) % FACINGS;
        let turned = local.turned(facing);
        let snap = |x: i32| x.div_euclid(quarter) * quarter;
        let at = Point::new(snap(frame.at.x + turned.x), snap(frame.at.y + turned.y));
        (at, facing)
    }

    /// How good a place is: how many open lines it closes, how far it is from what lies there already, and how much
    /// ground it brings terrain to.
    fn worth(&self, pair: &[Laid]) -> i64 {
        let mut worth = 0;
        let first = &pair[0];
        let total: i64 = self.open.iter().map(|line| line.2).sum();
        if first.piece.obstructs() && total > 0 {
            let closes = |line: &&(Point, Point, i64)| pair.iter().any(|laid| laid.outline.crossed_by(line.0, line.1));
            let closed: i64 = self.open.iter().filter(closes).map(|line| line.2).sum();
            worth += 4_000 * closed / total;
        }
        if specimen::is_large(first.piece.kind) {
            let room = self.laid.iter().map(|other| first.outline.distance_up(&other.outline)).min();
            worth += i64::from(room.unwrap_or(Length::inches(8)).min(Length::inches(8)).0) / 12;
        }
        let settled = |point: &&Point| pair.iter().any(|laid| is_near(&laid.outline, **point));
        // Small things go with others; to fill the field is for large ones.
        let share = if specimen::is_large(first.piece.kind) { 35 } else { 10 };
        worth += share * self.deserts.iter().filter(settled).count() as i64;
        worth - self.crowding(first)
    }

    /// Closed ground in a zone takes room from whoever deploys there.
    fn crowding(&self, laid: &Laid) -> i64 {
        let closed = laid.piece.is_closed();
        let centre = laid.outline.bounds().centre();
        let in_zone = |zone: &Zone| Rect::around(&zone.corners).contains(centre);
        if closed && self.plan.zones.iter().any(in_zone) { 1_500 } else { 0 }
    }

    /// What lies there, in words.
    pub(crate) fn about(&self) -> String {
        let mut parts = Vec::new();
        for kind in Kind::ALL {
            let count = self.laid.iter().filter(|laid| laid.piece.kind == kind).count();
            if count > 0 {
                parts.push(kind.counted(count));
            }
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}

/// Whether terrain is near enough to a point that it is no desert.
fn is_near(outline: &Polygon, point: Point) -> bool {
    outline.within_of_shape(&Shape::disc(point, Length::ZERO), Length::inches(5))
}

/// Long lines are worse than short ones.
fn weight(from: Point, to: Point) -> i64 {
    let inches = i64::from(from.distance_up(to).0 / ground::UNITS_PER_INCH);
    1 + (inches - 30).max(0) / 4
}

fn degrees(degrees: u32) -> u16 {
    ((degrees * u32::from(FACINGS) + 180) / 360 % u32::from(FACINGS)) as u16
}

/// How much room two pieces leave between them: enough for a base where both are in the way.
fn gap(piece: &Piece, other: &Piece) -> Length {
    let small = |piece: &Piece| !specimen::is_large(piece.kind);
    match (piece.is_in_the_way() && other.is_in_the_way(), small(piece) || small(other)) {
        (true, _) => Length::inches(3) + Length(ground::UNITS_PER_INCH / 4),
        (false, true) => Length(ground::UNITS_PER_INCH * 3 / 4),
        (false, false) => Length::inches(2),
    }
}
