//! How good a layout is.

use ground::{Length, Polygon};

use crate::fault::Warning;
use crate::generate::layout::Layout;
use crate::lanes::Lanes;

/// How far apart lines are sampled.
const LINES: Length = Length::inches(3);
/// An open line up to this long does no harm.
const HARMLESS: Length = Length::inches(40);

/// What a layout costs: open lines, long ones above all, and deserts. The lowest cost is the best layout.
pub(crate) fn cost(layout: &Layout<'_>) -> i64 {
    let lines = layout.plan.lines(LINES);
    let obstacles: Vec<&Polygon> =
        layout.laid.iter().filter(|laid| laid.piece.obstructs()).map(|laid| &laid.outline).collect();
    let lanes = Lanes::count(&lines, &obstacles);
    let per_thousand = (lanes.open * 1_000).checked_div(lanes.lines).unwrap_or(0) as i64;
    let too_long = i64::from((lanes.longest_open() - HARMLESS).max(Length::ZERO).0);
    per_thousand * 10 + too_long / 5 + layout.deserts.len() as i64 * 50
}

/// Whether a warning is about ground that is shut in.
pub(crate) fn is_pocket(warning: &Warning) -> bool {
    matches!(warning, Warning::Pocket { .. })
}
