//! Battlefields from a seed: the same on every machine, every time.
//!
//! Several layouts are tried, each with dice of its own; the one with the best score is kept. Everything is reckoned in
//! integers. A change to what a seed makes is a change to every battlefield that is known by its seed.

mod layout;
mod names;
mod plan;
mod score;
mod specimen;

use std::cmp::Reverse;

use chance::{Key, Stream};

use crate::field::{Field, Symmetry, name_pieces};
use crate::generate::layout::Layout;
use crate::generate::plan::Plan;
use crate::kind::Kind;
use crate::request::{Balance, Request, Terrain, ZonePlan};
use crate::size::{Size, SizeError};

/// Layouts that are tried before one is chosen.
const TRIES: u64 = 24;
/// Layouts that are tried if nothing fits so far.
const MORE_TRIES: u64 = 40;

/// Why there is no such battlefield.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// Occurs when a side is too short or too long.
    #[error("{}", SizeError::OutOfBounds(.0.to_string()))]
    Size(Size),
    /// Occurs when the seed could not be written in a file.
    #[error("a seed must be a number below 9223372036854775808")]
    Seed,
    /// Occurs when the name is empty, too long, or holds something that cannot be printed.
    #[error("a battlefield needs a name of 1 to {most} printable characters", most = crate::LONGEST_NAME)]
    Name,
    /// Occurs when there are too many pieces or objectives.
    #[error("there can be at most {pieces} pieces and {objectives} objectives", pieces = Request::MOST_PIECES, objectives = Request::MOST_OBJECTIVES)]
    TooMuch,
    /// Occurs when corners are to be mirrored.
    #[error("zones in opposite corners cannot be mirrored: ask for half-turn or none")]
    MirroredCorners,
    /// Occurs when two kinds would each need the middle of the field.
    #[error("the numbers of {one} and {other} cannot both be odd: with half-turn symmetry only one piece can stand alone, in the middle", one = .0.plural(), other = .1.plural())]
    TwoInTheMiddle(Kind, Kind),
    /// Occurs when a piece would lie in the middle, where the objective is.
    #[error("the number of {kind} cannot be odd: one would lie in the middle, where an objective is", kind = .0.plural())]
    MiddleTaken(Kind),
    /// Occurs when the field is too small for zones and objectives.
    #[error("{0} is too small for two zones and {1} objectives")]
    TooSmall(Size, u8),
    /// Occurs when not everything found room.
    #[error("there is not enough room; only this fits: {0}")]
    NoRoom(String),
}

impl Field {
    /// Makes a battlefield.
    pub fn generate(request: &Request) -> Result<Field, GenerateError> {
        refuse(request)?;
        let key = Key::from_seed("field", request.seed);
        let mut stream = Stream::new(key.branch("plan", 0));
        let name = names::draw(&mut stream);
        let counts = request.terrain.counts(request.size, &mut stream);
        let symmetry = symmetry(request);
        refuse_odd(&counts, symmetry, request.objectives % 2 == 1)?;
        let plan = Plan::new(request, symmetry, counts, &mut stream);
        let bare = plan.bare(request.name.clone().unwrap_or(name), request.seed);
        if !bare.check().is_sound() {
            return Err(GenerateError::TooSmall(request.size, request.objectives));
        }
        // A mix is a wish, of which as much is laid as there is room for; a list is meant as it is written.
        let exact = matches!(request.terrain, Terrain::Listed(_));
        let layouts = layouts(&plan, key);
        let good = layouts.iter().filter(|layout| layout.is_complete || !exact).map(|layout| finished(&bare, layout));
        let sound = |field: &Field| {
            let report = field.check();
            report.is_sound() && !report.warnings.iter().any(score::is_pocket)
        };
        let fullest = || layouts.iter().max_by_key(|layout| layout.laid.len()).map_or_else(String::new, Layout::about);
        good.into_iter().find(sound).ok_or_else(|| GenerateError::NoRoom(fullest()))
    }
}

/// Layouts, the best first: those that hold most of what is wanted, then by cost. The first of equals stays so.
fn layouts(plan: &Plan, key: Key) -> Vec<Layout<'_>> {
    let mut layouts: Vec<Layout<'_>> = Vec::new();
    for n in 0..MORE_TRIES {
        if n >= TRIES && layouts.iter().any(|layout| layout.is_complete) {
            break;
        }
        let mut layout = Layout::new(plan, Stream::new(key.branch("layout", n)));
        layout.lay_all();
        layouts.push(layout);
    }
    layouts.sort_by_cached_key(|layout| (Reverse(layout.laid.len()), score::cost(layout)));
    layouts
}

fn refuse(request: &Request) -> Result<(), GenerateError> {
    if !request.size.is_sane() {
        return Err(GenerateError::Size(request.size));
    }
    if i64::try_from(request.seed).is_err() {
        return Err(GenerateError::Seed);
    }
    if request.name.as_ref().is_some_and(|name| !crate::check::is_name(name)) {
        return Err(GenerateError::Name);
    }
    let listed = match &request.terrain {
        Terrain::Listed(list) => list.iter().map(|(_, count)| usize::from(*count)).sum(),
        Terrain::Mixed(..) => 0,
    };
    if listed > Request::MOST_PIECES || request.objectives > Request::MOST_OBJECTIVES {
        return Err(GenerateError::TooMuch);
    }
    let corners = matches!(request.zones, ZonePlan::Quarters | ZonePlan::Corners);
    if corners && request.balance == Balance::Mirror {
        return Err(GenerateError::MirroredCorners);
    }
    Ok(())
}

/// Half a turn leaves one point where it is, so that one odd piece can lie there, if nothing else does.
fn refuse_odd(counts: &[(Kind, u32)], symmetry: Symmetry, taken: bool) -> Result<(), GenerateError> {
    if symmetry != Symmetry::HalfTurn {
        return Ok(());
    }
    let mut odd = counts.iter().filter(|(_, count)| count % 2 == 1).map(|(kind, _)| *kind);
    match (odd.next(), odd.next()) {
        (Some(first), Some(second)) => Err(GenerateError::TwoInTheMiddle(first, second)),
        (Some(kind), None) if taken && !specimen::holds_models(kind) => Err(GenerateError::MiddleTaken(kind)),
        _ => Ok(()),
    }
}

fn symmetry(request: &Request) -> Symmetry {
    let is_wide = request.size.width >= request.size.depth;
    match (request.balance, request.zones) {
        (Balance::None, _) => Symmetry::None,
        (Balance::HalfTurn, _) => Symmetry::HalfTurn,
        (Balance::Mirror, ZonePlan::ShortEdges) if is_wide => Symmetry::LeftRight,
        (Balance::Mirror, ZonePlan::ShortEdges) => Symmetry::TopBottom,
        (Balance::Mirror, _) if is_wide => Symmetry::TopBottom,
        (Balance::Mirror, _) => Symmetry::LeftRight,
    }
}

fn finished(bare: &Field, layout: &Layout<'_>) -> Field {
    let mut pieces: Vec<crate::Piece> = layout.laid.iter().map(|laid| laid.piece.clone()).collect();
    pieces.sort_by_key(|piece| Kind::ALL.iter().position(|kind| *kind == piece.kind));
    name_pieces(&mut pieces);
    Field { pieces, ..bare.clone() }
}
