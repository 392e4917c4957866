//! A battlefield as a sketch of characters.

use field::{Field, Kind, Zone};
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

/// The character of ground in the zone of a seat.
fn ground_of(seat: u8) -> char {
    match seat {
        1 => '·',
        2 => ':',
        _ => ',',
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
    let zones: Vec<(&Zone, Polygon)> =
        field.zones.iter().filter_map(|zone| Some((zone, zone.outline().ok()?))).collect();
    let mut rows: Vec<Vec<char>> = Vec::new();
    for row in (0..down).rev() {
        let cell = |column: i32| {
            let at = Point::new(middle(column, across, field.size.width), middle(row, down, field.size.depth));
            let piece = pieces.iter().rev().find(|(_, outline)| meets(outline, at, step));
            let zone = zones.iter().find(|(zone, outline)| zone.holds(outline, at));
            piece.map_or_else(|| zone.map_or(' ', |(zone, _)| ground_of(zone.seat)), |(kind, _)| glyph(*kind))
        };
        rows.push((0..across).map(cell).collect());
    }
    for objective in &field.objectives {
        let column = cell(objective.at.x, across, field.size.width);
        let row = down - 1 - cell(objective.at.y, down, field.size.depth);
        let place = rows.get_mut(row.max(0) as usize).and_then(|row| row.get_mut(column.max(0) as usize));
        let first = objective.name.chars().next().filter(|first| !first.is_control());
        if let (Some(place), Some(first)) = (place, first) {
            *place = first;
        }
    }
    let edge = "─".repeat(across as usize);
    let mut text = format!("{}\n┌{edge}┐\n", super::title(field));
    for row in rows {
        text += &format!("│{}│\n", row.into_iter().collect::<String>());
    }
    text += &format!("└{edge}┘\n");
    text + &legend(field, columns)
}

/// The middle of one of so many equal parts of a side.
fn middle(part: i32, parts: i32, side: Length) -> i32 {
    (i64::from(side.0) * i64::from(2 * part + 1) / i64::from(2 * parts)) as i32
}

/// The part of a side that a place lies in.
fn cell(place: i32, parts: i32, side: Length) -> i32 {
    (i64::from(place) * i64::from(parts)).div_euclid(i64::from(side.0.max(1))) as i32
}

/// Whether a piece comes near the middle of a cell: thin ones must not slip through between two.
fn meets(outline: &Polygon, at: Point, step: i32) -> bool {
    let thin = outline.twice_area() < 2 * i64::from(UNITS_PER_INCH) * i64::from(UNITS_PER_INCH) * 9;
    let reach = if thin { Length(step / 2) } else { Length::ZERO };
    outline.within_of_shape(&Shape::disc(at, Length::ZERO), reach)
}

/// What the characters mean, in lines no wider than the screen.
fn legend(field: &Field, columns: usize) -> String {
    let mut parts = Vec::new();
    for kind in Kind::ALL {
        let count = field.pieces.iter().filter(|piece| piece.kind == kind).count();
        if count > 0 {
            parts.push(format!("{} {}", glyph(kind), kind.counted(count)));
        }
    }
    let mut seats: Vec<u8> = field.zones.iter().map(|zone| zone.seat).collect();
    seats.sort_unstable();
    seats.dedup();
    parts.extend(seats.into_iter().map(|seat| format!("{} player {seat}", ground_of(seat))));
    let mut lines = vec![String::new()];
    for part in parts {
        let last = lines.len() - 1;
        let long = lines[last].chars().count();
        if long > 0 && long + 3 + part.chars().count() > columns {
            lines.push(part);
        } else if long > 0 {
            lines[last] += &format!("   {part}");
        } else {
            lines[last] = part;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.push("For a picture add --out FILE.svg or --out FILE.png.\n".to_owned());
    lines.join("\n")
}
