//! Zones, objectives and bases.

use ground::{Length, UNITS_PER_INCH};

use crate::draw::canvas::{Canvas, Spot, Stand, Type, closed, n};
use crate::draw::labels::{Labels, Patch};
use crate::draw::{Base, INCH, Sheet, palette};
use crate::zone::{Objective, Zone};

/// A length on the drawing.
pub(crate) fn long(length: Length) -> f64 {
    f64::from(length.0) / f64::from(UNITS_PER_INCH) * INCH
}

/// A zone, tinted and hatched: each seat in another direction.
pub(crate) fn draw(canvas: &mut Canvas, sheet: Sheet, zone: &Zone) {
    let corners = sheet.spots(&zone.corners);
    if corners.len() < 3 {
        return;
    }
    let colour = canvas.line(palette::seat(zone.seat));
    let hatch = hatching(canvas, zone.seat, &colour);
    let look = match zone.without {
        Some(disc) => {
            let (at, id) = (sheet.spot(disc.at), canvas.fresh("cut"));
            let circle = format!("cx=\"{}\" cy=\"{}\" r=\"{}\"", n(at.0), n(at.1), n(long(disc.radius)));
            let d = closed(&corners);
            canvas.define(&format!(
                "<mask id=\"{id}\"><path d=\"{d}\" fill=\"#fff\"/><circle {circle} fill=\"#000\"/></mask>"
            ));
            canvas.open_inside(&corners);
            canvas.raw(&format!(
                "<circle {circle} fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"9 5\"/>"
            ));
            canvas.close();
            format!("mask=\"url(#{id})\"")
        }
        None => String::new(),
    };
    canvas.open(&look);
    let d = closed(&corners);
    canvas.path(&d, &format!("fill=\"{colour}\" opacity=\".13\""));
    canvas.path(&d, &format!("fill=\"url(#{hatch})\""));
    canvas.path(&d, &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\" stroke-dasharray=\"9 5\""));
    canvas.close();
}

fn hatching(canvas: &mut Canvas, seat: u8, colour: &str) -> String {
    let id = canvas.fresh("hatch");
    let turn = [45, 135, 0, 90][usize::from(seat.wrapping_sub(1) % 4)];
    canvas.define(&format!(
        "<pattern id=\"{id}\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate({turn})\"><path d=\"M0 7h14\" stroke=\"{colour}\" stroke-width=\"1.1\" opacity=\".42\"/></pattern>"
    ));
    id
}

/// A numbered marker; a long name stands beside it instead.
pub(crate) fn objective(canvas: &mut Canvas, sheet: Sheet, objective: &Objective, labels: &mut Labels) {
    let at = sheet.spot(objective.at);
    let radius = long(objective.radius).clamp(11.0, 200.0);
    canvas.circle((at.0 + 2.0, at.1 + 2.0), radius, "fill=\"#23241a\" opacity=\".3\"");
    let edge = canvas.line("#1b1b16");
    canvas.circle(at, radius, &format!("fill=\"#fff\" stroke=\"{edge}\" stroke-width=\"2.2\""));
    canvas.circle(at, radius - 3.2, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".8\""));
    labels.take(Patch::around(at, radius + 3.0));
    if objective.name.chars().count() <= 2 {
        let look = Type { size: 14.0, colour: "#1b1b16", bold: true, halo: false };
        canvas.text((at.0, at.1 + 5.0), &objective.name, Stand::Middle, look);
    } else {
        star(canvas, at, 7.0);
        labels.name_objective(canvas, at, radius, &objective.name);
    }
}

fn star(canvas: &mut Canvas, at: Spot, size: f64) {
    let turns = [(0.0, -1.0), (0.588, 0.809), (-0.951, -0.309), (0.951, -0.309), (-0.588, 0.809)];
    let spots = turns.map(|(x, y): Spot| (at.0 + x * size, at.1 + y * size));
    let colour = canvas.line("#1b1b16");
    canvas.path(&closed(&spots), &format!("fill=\"{colour}\""));
}

/// A base in the colour of its side.
pub(crate) fn base(canvas: &mut Canvas, sheet: Sheet, base: &Base, labels: &mut Labels) {
    let [red, green, blue] = base.colour;
    let paint = format!("#{red:02x}{green:02x}{blue:02x}");
    let fill = canvas.fill(&paint);
    let spots = sheet.spots(&base.outline.corners);
    let Some(first) = spots.first().copied() else { return };
    let radius = long(base.outline.radius);
    let look = format!("fill=\"{fill}\" stroke=\"#141410\" stroke-width=\"1.4\" stroke-linejoin=\"round\"");
    match spots.len() {
        1 => canvas.circle(first, radius, &look),
        _ => canvas.path(&closed(&spots), &look),
    }
    let count = spots.len() as f64;
    let middle = spots.iter().fold((0.0, 0.0), |sum, spot| (sum.0 + spot.0 / count, sum.1 + spot.1 / count));
    labels.take(Patch::around(middle, radius.max(6.0)));
    // Dark letters on a light base, and the other way round.
    let light = u32::from(red) * 30 + u32::from(green) * 59 + u32::from(blue) * 11 > 12_000;
    let colour = if light { "#141410" } else { "#ffffff" };
    let look = Type { size: 9.0, colour, bold: true, halo: false };
    canvas.text((middle.0, middle.1 + 3.2), &base.label, Stand::Middle, look);
}
