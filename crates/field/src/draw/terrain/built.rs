//! What people have built, and what is left of it.

use crate::draw::INCH;
use crate::draw::canvas::{Canvas, Spot, closed, n, open};
use crate::draw::relief::{Relief, length};
use crate::piece::Piece;
use crate::plot::{Form, Plot};

/// A floor with cracks and stones on it.
pub(crate) fn ruin(canvas: &mut Canvas, relief: &mut Relief) {
    let (floor, edge) = (canvas.fill("#cbc4b6"), canvas.line("#7a7265"));
    let look = format!("fill=\"{floor}\" stroke=\"{edge}\" stroke-width=\"1\" stroke-dasharray=\"5 3\"");
    canvas.path(&closed(&relief.corners), &look);
    canvas.open_inside(&relief.corners.clone());
    let tiles = lattice(relief, INCH);
    let tint = canvas.line("#aaa292");
    canvas.path(&tiles, &format!("fill=\"none\" stroke=\"{tint}\" stroke-width=\".7\" opacity=\".8\""));
    for spot in relief.scatter(INCH * 0.9, 3.0, 14) {
        stone(canvas, relief, spot, 2.2);
    }
    canvas.close();
}

/// Lines along both axes of a shape.
fn lattice(relief: &Relief, step: f64) -> String {
    let (wide, deep) = relief.half;
    let count = |half: f64| (half / step).ceil().min(60.0) as i32;
    let mut d = String::new();
    for k in -count(wide)..=count(wide) {
        let along = f64::from(k) * step;
        d += &open(&[relief.local(along, -deep), relief.local(along, deep)]);
    }
    for k in -count(deep)..=count(deep) {
        let up = f64::from(k) * step;
        d += &open(&[relief.local(-wide, up), relief.local(wide, up)]);
    }
    d
}

/// A wall along a side, thicker here and thinner there, broken at its ends.
pub(crate) fn standing_wall(canvas: &mut Canvas, relief: &mut Relief, from: Spot, to: Spot) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = length((dx, dy)).max(0.01);
    let (along, mut inward) = ((dx / long, dy / long), (dy / long, -dx / long));
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    if !relief.contains((middle.0 + inward.0 * 3.0, middle.1 + inward.1 * 3.0)) {
        inward = (-inward.0, -inward.1);
    }
    let place = |t: f64, depth: f64| (from.0 + along.0 * t + inward.0 * depth, from.1 + along.1 * t + inward.1 * depth);
    let steps = (long / 9.0).ceil().clamp(2.0, 200.0) as i32;
    let mut outline = vec![place(0.0, 0.0), place(long, 0.0)];
    for k in (0..=steps).rev() {
        let t = long * f64::from(k) / f64::from(steps);
        let thick = if k == 0 || k == steps { 2.5 } else { 5.0 + relief.draw(2.6) };
        outline.push(place(t, thick));
    }
    let (fill, edge) = (canvas.fill("#6e675c"), canvas.line("#2f2c27"));
    canvas.path(&closed(&outline), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.3\""));
    let gaps = (long / (INCH * 2.0)).floor().min(40.0) as i32;
    let light = canvas.fill("#d8d2c5");
    for k in 0..gaps {
        let t = (f64::from(k) + 0.5) * long / f64::from(gaps);
        let window = [place(t - 5.0, 1.2), place(t + 5.0, 1.2), place(t + 5.0, 4.0), place(t - 5.0, 4.0)];
        canvas.path(&closed(&window), &format!("fill=\"{light}\""));
    }
}

/// A roof: a ridge on a plain house, a parapet on any other.
pub(crate) fn building(canvas: &mut Canvas, relief: &mut Relief, piece: &Piece) {
    let pitched = matches!(piece.plot, Plot::Framed(Form::Rectangle, _)) && relief.draw(3.0) < 2.0;
    if pitched { gable(canvas, relief) } else { flat_roof(canvas, relief) }
}

fn gable(canvas: &mut Canvas, relief: &Relief) {
    let (long, short) = relief.long_and_short();
    let edge = canvas.line("#3f241d");
    // The side towards the light, which comes from the upper left, is the brighter one.
    let (up, middle) = (relief.lengthwise(0.0, 1.0), relief.middle);
    let lit = if up.0 - middle.0 + up.1 - middle.1 < 0.0 { 1.0 } else { -1.0 };
    for (side, colour) in [(lit, "#a9604c"), (-lit, "#8d4a3a")] {
        let corners = [(-long, 0.0), (long, 0.0), (long, side * short), (-long, side * short)];
        let fill = canvas.fill(colour);
        canvas.path(&closed(&corners.map(|(t, s)| relief.lengthwise(t, s))), &format!("fill=\"{fill}\""));
        let mut tiles = String::new();
        for k in 1..(short / 5.0).min(80.0) as i32 {
            let s = side * f64::from(k) * 5.0;
            tiles += &open(&[relief.lengthwise(-long, s), relief.lengthwise(long, s)]);
        }
        canvas.path(&tiles, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".6\" opacity=\".45\""));
    }
    canvas.path(&closed(&relief.corners), &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1.6\""));
    let ridge = open(&[relief.lengthwise(-long, 0.0), relief.lengthwise(long, 0.0)]);
    canvas.path(&ridge, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"2\""));
    let chimney = [(0.5, 0.34), (0.5, 0.6), (0.62, 0.6), (0.62, 0.34)];
    let chimney = chimney.map(|(t, s)| relief.lengthwise(t * long, s * short));
    let fill = canvas.fill("#5a4a43");
    canvas.path(&closed(&chimney), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1\""));
}

fn flat_roof(canvas: &mut Canvas, relief: &mut Relief) {
    let (roof, inner, edge) = (canvas.fill("#9a9890"), canvas.fill("#adaba2"), canvas.line("#35352f"));
    canvas.path(&closed(&relief.corners), &format!("fill=\"{roof}\" stroke=\"{edge}\" stroke-width=\"1.6\""));
    let look = format!("fill=\"{inner}\" stroke=\"{edge}\" stroke-width=\".8\"");
    canvas.path(&closed(&relief.inset(6.0)), &look);
    // Vents stand in corners: the middle is for the name.
    let (wide, deep) = relief.half;
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (along, up) = (x * (wide - INCH), y * (deep - INCH * 0.9));
        let spot = relief.local(along, up);
        if relief.draw(5.0) < 2.0 || !relief.contains(spot) || relief.to_edge(spot) < INCH * 0.6 {
            continue;
        }
        let at = |dx: f64, dy: f64| relief.local(along + dx, up + dy);
        let vent = [at(-6.0, -5.0), at(6.0, -5.0), at(6.0, 5.0), at(-6.0, 5.0)];
        let fill = canvas.fill("#7d7b73");
        canvas.path(&closed(&vent), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".8\""));
        let slats: String = [-3.0, 0.0, 3.0].map(|dx| open(&[at(dx, -5.0), at(dx, 5.0)])).concat();
        canvas.path(&slats, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".6\""));
    }
}

/// Courses of stone.
pub(crate) fn wall(canvas: &mut Canvas, relief: &Relief) {
    let (fill, edge) = (canvas.fill("#9c968b"), canvas.line("#3b3832"));
    canvas.path(&closed(&relief.corners), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\""));
    canvas.open_inside(&relief.corners);
    canvas.path(&courses(relief, 9.0), &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".8\" opacity=\".8\""));
    canvas.close();
}

/// Lines across the length of a shape, in two staggered rows.
fn courses(relief: &Relief, step: f64) -> String {
    let (long, short) = relief.long_and_short();
    let line = |from: Spot, to: Spot| open(&[relief.lengthwise(from.0, from.1), relief.lengthwise(to.0, to.1)]);
    let mut d = line((-long, 0.0), (long, 0.0));
    for k in 0..(2.0 * long / step).min(300.0) as i32 {
        let t = f64::from(k) * step - long;
        d += &line((t, 0.0), (t, short));
        d += &line((t + step / 2.0, 0.0), (t + step / 2.0, -short));
    }
    d
}

/// Bags of sand in a row.
pub(crate) fn barricade(canvas: &mut Canvas, relief: &Relief) {
    let (long, short) = relief.long_and_short();
    let place = |t: f64, s: f64| relief.lengthwise(t, s);
    let (fill, edge) = (canvas.fill("#bfa374"), canvas.line("#54421f"));
    let bags = (long * 2.0 / 12.0).round().clamp(1.0, 200.0) as i32;
    let step = long * 2.0 / f64::from(bags);
    for k in 0..bags {
        let t = f64::from(k) * step - long;
        let (a, b) = (t + 0.4, t + step - 0.4);
        let c = (step * 0.28).min(short * 0.7);
        let bag = [
            place(a + c, -short),
            place(b - c, -short),
            place(b, -short + c),
            place(b, short - c),
            place(b - c, short),
            place(a + c, short),
            place(a, short - c),
            place(a, -short + c),
        ];
        canvas.path(&closed(&bag), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.1\""));
    }
}

/// A steel box with ribs.
pub(crate) fn container(canvas: &mut Canvas, relief: &mut Relief) {
    let paints = ["#b0614a", "#55788c", "#6f8450", "#b08a3e"];
    let paint = canvas.fill(paints[(relief.draw(4.0) as usize).min(3)]);
    let edge = canvas.line("#2b2723");
    canvas.path(&closed(&relief.corners), &format!("fill=\"{paint}\" stroke=\"{edge}\" stroke-width=\"1.6\""));
    let (long, short) = relief.long_and_short();
    let place = |t: f64, s: f64| relief.lengthwise(t, s);
    let mut ribs = String::new();
    for k in 1..(2.0 * long / 6.0).min(300.0) as i32 {
        let t = f64::from(k) * 6.0 - long;
        ribs += &open(&[place(t, short - 3.0), place(t, 3.0 - short)]);
    }
    canvas.path(&ribs, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" opacity=\".5\""));
    let inner = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let inner = inner.map(|(t, s): (f64, f64)| place(t * (long - 2.5), s * (short - 2.5)));
    canvas.path(&closed(&inner), &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\".7\""));
}

/// A heap of stones.
pub(crate) fn rubble(canvas: &mut Canvas, relief: &mut Relief) {
    let (fill, edge) = (canvas.fill("#bcb4a4"), canvas.line("#7a7265"));
    let look =
        format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".9\" stroke-dasharray=\"3 3\" fill-opacity=\".75\"");
    canvas.path(&closed(&relief.corners), &look);
    for spot in relief.scatter(7.0, 3.5, 60) {
        let size = 2.2 + relief.draw(2.6);
        stone(canvas, relief, spot, size);
    }
}

fn stone(canvas: &mut Canvas, relief: &mut Relief, at: Spot, size: f64) {
    let mut corner = |x: f64, y: f64| {
        (at.0 + x * size + relief.draw(size) - size / 2.0, at.1 + y * size + relief.draw(size) - size / 2.0)
    };
    let shape = [corner(-1.0, -0.7), corner(0.9, -0.9), corner(1.0, 0.8), corner(-0.8, 1.0)];
    let shade = ["#a39a8a", "#8d8577", "#b9b1a2"][(relief.draw(3.0) as usize).min(2)];
    let (fill, edge) = (canvas.fill(shade), canvas.line("#4b463d"));
    canvas.path(&closed(&shape), &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\"", n(0.7)));
}
