//! A battlefield as a sketch of characters.

use field::{Field, Kind};
use ground::{Length, Point, Polygon, Shape, UNITS_PER_INCH};

/// The character of a kind.
fn glyph(kind: Kind) -> char {
    match kind {
        Kind::Building => '█',
        Kind::Ruin => '▒',
        Kind::Hill => '^',
        Kind::Wood => '♣',
        Kind::Water => '≈',
        Kind::Crops => '"',
        Kind::Marsh => '~',
        Kind::Rocks => '▲',
        Kind::Container => '■',
        Kind::Wall => '=',
        Kind::Hedge => '%',
        Kind::Rubble => '∴',
        Kind::Crater => 'o',
        Kind::Barricade => '-',
    }
}

/// The battlefield, fitted to so many columns and lines; a line is as high as two columns are wide.
pub(crate) fn draw(field: &Field, columns: usize, lines: usize) -> String {
    let room = (columns.saturating_sub(2).max(20), lines.saturating_sub(8).max(10));
    let cells = |side: Length, step: i32| (side.0.max(1) + step - 1) / step;
    let quarter = UNITS_PER_INCH / 4;
    // The finest step, in quarters of an inch to a column, at which all of it fits.
    let fits = |step: &i32| {
        let (across, down) = (cells(field.size.width, step * quarter), cells(field.size.depth, 2 * step * quarter));
        across as usize <= room.0 && down as usize <= room.1
    };
    let step = (2..400).find(fits).unwrap_or(400) * quarter;
    let (across, down) = (cells(field.size.width, step), cells(field.size.depth, 2 * step));
    let pieces: Vec<(Kind, Polygon)> =
        field.pieces.iter().filter_map(|piece| Some((piece.kind, piece.outline().ok()?))).collect();
    let zones: Vec<(u8, Polygon)> =
        field.zones.iter().filter_map(|zone| Some((zone.seat, zone.outline().ok()?))).collect();
    let mut rows: Vec<Vec<char>> = Vec::new();
    for row in (0..down).rev() {
        let cell = |column: i32| {
            let at = Point::new(column * step + step / 2, row * 2 * step + step);
            let piece = pieces.iter().rev().find(|(_, outline)| meets(outline, at, step));
            let zone = zones.iter().find(|(_, outline)| outline.contains(at));
            piece.map_or_else(|| zone.map_or(' ', |_| '·'), |(kind, _)| glyph(*kind))
        };
        rows.push((0..across).map(cell).collect());
    }
    for objective in &field.objectives {
        let (column, row) = (objective.at.x / step, down - 1 - objective.at.y / (2 * step));
        let place = rows.get_mut(row.max(0) as usize).and_then(|row| row.get_mut(column.max(0) as usize));
        if let (Some(place), Some(first)) = (place, objective.name.chars().next()) {
            *place = first;
        }
    }
    let edge = "─".repeat(across as usize);
    let mut text = format!("{}, {} in\n┌{edge}┐\n", field.name, field.size);
    for row in rows {
        text += &format!("│{}│\n", row.into_iter().collect::<String>());
    }
    text += &format!("└{edge}┘\n");
    text + &legend(field)
}

/// Whether a piece comes near the middle of a cell: thin ones must not slip through between two.
fn meets(outline: &Polygon, at: Point, step: i32) -> bool {
    let thin = outline.twice_area() < 2 * i64::from(UNITS_PER_INCH) * i64::from(UNITS_PER_INCH) * 9;
    let reach = if thin { Length(step / 2) } else { Length::ZERO };
    outline.within_of_shape(&Shape::disc(at, Length::ZERO), reach)
}

fn legend(field: &Field) -> String {
    let mut parts = Vec::new();
    for kind in Kind::ALL {
        let count = field.pieces.iter().filter(|piece| piece.kind == kind).count();
        if count > 0 {
            parts.push(format!("{} {}", glyph(kind), kind.counted(count)));
        }
    }
    if !field.zones.is_empty() {
        parts.push("· zones".to_owned());
    }
    format!("{}\nFor a picture add --svg or --png, and --out FILE.\n", parts.join("   "))
}
