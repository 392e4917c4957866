//! Questions about the position: distances, sight, reach and threat.

use ground::{Length, Point, Region, Shape, Sight, SightLine};
use vocabulary::{Line, ModelId, Proof, Query, Ref, Refusal, Text, UnitId, Viewer};

use crate::chapters::attack::Manner;
use crate::chapters::charging::CHARGE_RANGE;
use crate::chapters::movement::{Gait, Move};
use crate::chapters::sight::Eyes;
use crate::fact::Action;
use crate::prompt::Prompt;
use crate::state::{Models, State};
use crate::words::voice::{Voice, capital, joined};

/// Answers a question about the position.
pub(crate) fn query(state: &State, viewer: Viewer, asked: Option<&Prompt>, query: &Query) -> Result<Proof, Refusal> {
    let say = Voice::new(state, viewer);
    match query {
        Query::Measure(from, to) => measure(say, *from, *to),
        Query::Sight(from, to) => sight(say, *from, *to),
        Query::Reach(model) => reach(say, asked, *model),
        Query::Threat(unit) => threat(say, *unit),
        Query::Odds(..) | Query::Why(_) => Err(Refusal::new("engine.query", "this game has no answer to that")),
    }
}

/// What a ref is called.
fn name(say: Voice<'_>, of: Ref) -> String {
    let state: &State = &say;
    let field = state.battlefield();
    match of {
        Ref::Unit(unit) if state.is_unit(unit) => say.called(unit),
        Ref::Model(model) if state.is_model(model) => say.model_called(model),
        Ref::Area(area) => {
            let zone = field.zone_of(area).map(|zone| format!("the {} zone", field.zones[zone].name));
            let piece = field.terrain_of(area).map(|place| field.terrain[place].name.clone());
            zone.or(piece).unwrap_or_else(|| match archive(state, of) {
                Some(place) => format!("Archive {}", place + 1),
                None => of.to_string(),
            })
        }
        other => other.to_string(),
    }
}

fn archive(state: &State, of: Ref) -> Option<usize> {
    let field = state.battlefield();
    (0..field.archives().len()).find(|place| Ref::Area(field.archive_id(*place)) == of)
}

/// The shapes that a ref stands for.
fn shapes(say: Voice<'_>, of: Ref) -> Result<Vec<Shape>, Refusal> {
    let state: &State = &say;
    let field = state.battlefield();
    let shapes: Vec<Shape> = match of {
        Ref::Unit(_) | Ref::Model(_) => models(say, of)?.iter().map(|model| state.shape(*model).clone()).collect(),
        Ref::Area(area) => {
            match (field.terrain_of(area).map(|place| &field.terrain[place]), field.zone_of(area), archive(state, of)) {
                (Some(piece), ..) => piece.polygon.pieces().to_vec(),
                (_, Some(zone), _) => field.zones[zone].polygon.pieces().to_vec(),
                (_, _, Some(place)) => vec![field.archives()[place].clone()],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    if shapes.is_empty() {
        return Err(Refusal::new("aot.ruling.measuring", format!("{of} cannot be measured from")));
    }
    Ok(shapes)
}

/// The models on the battlefield that a ref stands for.
fn models(say: Voice<'_>, of: Ref) -> Result<Models, Refusal> {
    let state: &State = &say;
    let models: Models = match of {
        Ref::Unit(unit) if state.is_unit(unit) => state.standing(unit).collect(),
        Ref::Model(model) if state.is_model(model) && state.stands(model) => Models::from_slice(&[model]),
        _ => Models::new(),
    };
    if models.is_empty() {
        let is = match of {
            Ref::Unit(unit) if state.is_unit(unit) => say.does(unit, "is", "are"),
            _ => "is",
        };
        let text = match of {
            Ref::Unit(_) | Ref::Model(_) => format!("{} {is} not on the battlefield", name(say, of)),
            _ => format!("{} is neither a unit nor a model", name(say, of)),
        };
        return Err(Refusal::new("aot.ruling.measuring", text).about(of));
    }
    Ok(models)
}

/// Carries out `aot.ruling.measuring`.
fn measure(say: Voice<'_>, from: Ref, to: Ref) -> Result<Proof, Refusal> {
    let (ones, others) = (shapes(say, from)?, shapes(say, to)?);
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
    let Some((one, other)) = pairs.min_by_key(|(one, other)| one.apart(other)) else {
        return Err(Refusal::new("aot.ruling.measuring", "there is nothing to measure"));
    };
    let gap = one.apart(other);
    let (a, b) = (capital(&name(say, from)), name(say, to));
    let text = if gap.overlaps() {
        format!("{a} and {b} overlap")
    } else {
        let far = gap.up();
        format!("{a} and {b} are {} apart ({} mm)", far.about(), far.in_mm())
    };
    let lines = vec![Line { from: one.bounds().centre(), to: other.bounds().centre() }];
    let text = Text::new(text).rule("aot.ruling.measuring").about(from).about(to);
    Ok(Proof { text, lines, ..Proof::default() })
}

/// The line from one base to another, or what closes every line.
fn sight(say: Voice<'_>, from: Ref, to: Ref) -> Result<Proof, Refusal> {
    let state: &State = &say;
    let (watchers, seen) = (models(say, from)?, models(say, to)?);
    let (a, b) = (capital(&name(say, from)), name(say, to));
    let (looks, hides) = (state.unit_of(watchers[0]), state.unit_of(seen[0]));
    let verb = |one, many| match from {
        Ref::Model(model) => say.model_verb(model, one, many),
        _ => say.does(looks, one, many),
    };
    let (sees, does_not) = (verb("sees", "see"), verb("does not", "do not"));
    let proof = |text: Text| Proof { text: text.about(from).about(to), ..Proof::default() };
    let enemies = state.seat_of(looks) != state.seat_of(hides);
    if enemies && state.is_hidden(hides, looks) {
        let text =
            format!("{a} {does_not} see {b}: from further than 10 in, Stealth hides what is wholly within terrain");
        return Ok(proof(Text::new(text).rule(state.house().edition.stealth())));
    }
    let mut eyes = Eyes::new(state);
    let mut closed = Vec::new();
    let mut unseen = false;
    for one in &watchers {
        for other in &seen {
            // Before the third edition Stealth hides models one by one.
            if enemies && state.is_model_unseen(*other, looks) {
                unseen = true;
                continue;
            }
            match eyes.look(*one, *other) {
                Sight::Clear(line) | Sight::Soft(line) => {
                    let line = drawn(line);
                    let text = Text::new(format!("{a} {sees} {b}")).rule("aot.los.base-to-base");
                    let mut text = text.rule("aot.ruling.los-geometry");
                    if touches_something(state, &line, [*one, *other]) {
                        text = text.rule("aot.los.nothing-else-blocks");
                    }
                    if enemies && (state.is_hidden(looks, hides) || state.is_model_unseen(*one, hides)) {
                        text = text.rule("aot.ability.stealth.sees-out");
                    }
                    return Ok(Proof { lines: vec![line], ..proof(text) });
                }
                Sight::Blocked { by } => closed.extend(by.filter(|by| !closed.contains(by))),
            }
        }
    }
    let blockers: Vec<Ref> = closed.into_iter().filter_map(|by| eyes.blocker(by)).collect();
    let names: Vec<String> = blockers.iter().map(|of| name(say, *of)).collect();
    let because = match names.as_slice() {
        [] if unseen => "from further than 10 in, Stealth hides what is wholly within terrain".to_owned(),
        [] => "every line is blocked by something".to_owned(),
        names => format!("in the way: {}", joined(names, "and")),
    };
    let text = Text::new(format!("{a} {does_not} see {b}: {because}"));
    let mut text = text.rule("aot.los.base-to-base").rule("aot.ruling.los-geometry");
    if blockers.iter().any(|of| matches!(of, Ref::Model(_))) {
        text = text.rule("aot.los.hulking-blocks").rule("aot.ability.hulking.blocks-los");
    }
    if unseen {
        text = text.rule(state.house().edition.stealth());
    }
    if (blockers.is_empty() && !unseen) || blockers.iter().any(|of| matches!(of, Ref::Area(_))) {
        text = text.rule("aot.los.obstacle-blocks").rule("aot.terrain.obstacle-los");
    }
    text.refs.extend(blockers);
    let centre = |model: ModelId| state.shape(model).bounds().centre();
    let lines = vec![Line { from: centre(watchers[0]), to: centre(seen[0]) }];
    Ok(Proof { lines, ..proof(text) })
}

/// Whether anything lies under a line besides its ends: a base, or terrain that does not block.
fn touches_something(state: &State, line: &Line, ends: [ModelId; 2]) -> bool {
    let thread = Shape::disc(line.from, Length(1)).swept(line.to.x - line.from.x, line.to.y - line.from.y);
    let bases = state.fielded().flat_map(|unit| state.standing(unit)).filter(|model| !ends.contains(model));
    let mut bases = bases.map(|model| state.shape(model));
    bases.any(|base| base.overlaps(&thread))
        || state.battlefield().terrain.iter().any(|piece| piece.polygon.overlaps_shape(&thread))
}

/// A line of sight to draw; its ends are rounded.
fn drawn(line: SightLine) -> Line {
    let [from, to] = [line.from, line.to].map(|spot| Point::new((spot.x / spot.w) as i32, (spot.y / spot.w) as i32));
    Line { from, to }
}

/// Where a model can go: in the move that is asked for, or else with a Basic Move, or with a Retreat Move if its unit is
/// in Battle Range.
fn reach(say: Voice<'_>, asked: Option<&Prompt>, model: ModelId) -> Result<Proof, Refusal> {
    let state: &State = &say;
    let (walk, rule) = match asked {
        Some(prompt @ Prompt::Move { walk }) if walk.movers(state).contains(&model) => {
            (walk.clone(), prompt.why(state))
        }
        _ => ordinary_move(say, model)?,
    };
    let (far, region) = (walk.reach(state).open, walk.ready(state).reach(model));
    let text = Text::new(format!("{} can move up to {far}", capital(&say.model_called(model))));
    Ok(Proof {
        text: text.rule(rule).rule("aot.spec.speed").rule("aot.ruling.speed-modifier-scope").about(Ref::Model(model)),
        regions: vec![region],
        ..Proof::default()
    })
}

fn ordinary_move(say: Voice<'_>, model: ModelId) -> Result<(Move, &'static str), Refusal> {
    let state: &State = &say;
    models(say, Ref::Model(model))?;
    let unit = state.unit_of(model);
    let from = state.engaged_with(unit);
    let (gait, rule) = if from.is_empty() {
        (Gait::Basic { extra: Length::ZERO, action: Action::MoveAndShoot }, "aot.move.basic-move")
    } else {
        (Gait::Retreat { from }, "aot.move.retreat-move")
    };
    Ok((Move { unit, gait }, rule))
}

/// The ranges of a unit's weapons, each once, and how far off it can declare a charge.
fn threat(say: Voice<'_>, unit: UnitId) -> Result<Proof, Refusal> {
    let state: &State = &say;
    let models = models(say, Ref::Unit(unit))?;
    let mut ranges: Vec<(String, Length, Vec<ModelId>)> = Vec::new();
    for model in &models {
        for (_, weapon) in state.weapons(*model, Manner::Shooting) {
            let Some(reach) = weapon.reach() else { continue };
            match ranges.iter_mut().find(|(name, far, _)| (name, *far) == (&weapon.name, reach)) {
                Some((.., armed)) => armed.push(*model),
                None => ranges.push((weapon.name.clone(), reach, vec![*model])),
            }
        }
    }
    let around = |models: &[ModelId], far: Length| Region {
        outlines: models.iter().map(|model| state.shape(*model).grown(far).outline()).collect(),
    };
    let mut regions: Vec<Region> = ranges.iter().map(|(_, far, armed)| around(armed, *far)).collect();
    regions.push(around(&models, CHARGE_RANGE));
    let mut parts: Vec<String> = ranges.iter().map(|(name, far, _)| format!("{name} reaches {far}")).collect();
    parts.push(format!("a charge can be declared within {CHARGE_RANGE}"));
    let text = Text::new(format!("{}: {}", capital(&say.called(unit)), parts.join(", ")));
    let text =
        text.rule("aot.shoot.targets-in-range").rule(state.house().edition.charge_targets()).rule("aot.spec.weapons");
    let text = text.about(Ref::Unit(unit));
    Ok(Proof { text, regions, ..Proof::default() })
}
