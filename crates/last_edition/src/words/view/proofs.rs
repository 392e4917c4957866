//! Questions about the position: distances, sight, reach and threat.

use ground::{Length, Region, Shape, Sight, SightLine, Spot};
use troops::Models;
use vocabulary::{Line, ModelId, Proof, Query, Ref, Refusal, Text, UnitId, Viewer};

use crate::chapters::battle::targets::Targeting;
use crate::chapters::movement::{self, Gait, Move};
use crate::chapters::sequence::Manner;
use crate::chapters::visibility::Eyes;
use crate::forces::weapon::WeaponKind;
use crate::prompt::Prompt;
use crate::state::State;
use crate::words::voice::{Voice, capital, joined};

/// The rule behind measuring.
const MEASURING: &str = "tle.distance.free-measuring";
/// How far off a charge can be declared. Carries out `tle.charge.range`.
const CHARGE_RANGE: Length = Length::inches(12);

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

/// What a ref is called in a sentence.
fn name(say: Voice<'_>, of: Ref) -> String {
    match of {
        Ref::Unit(unit) if say.is_unit(unit) => say.called(unit),
        Ref::Model(model) if say.is_model(model) => say.model_called(model),
        Ref::Model(model) => match bomb(&say, model) {
            Some(place) => format!("{} bomb {}", say.whose(say.bombs[place].seat), place + 1),
            None => of.to_string(),
        },
        Ref::Area(area) if say.battlefield().zone_of(area).is_some() => {
            format!("zone {}", say.battlefield().zones[say.battlefield().zone_of(area).unwrap_or(0)].name)
        }
        other => say.named(other),
    }
}

/// The place of the bomb that a marker stands for.
fn bomb(state: &State, marker: ModelId) -> Option<usize> {
    let place = marker.index().checked_sub(state.marker_id(0).index())?;
    (place < state.bombs.len()).then_some(place)
}

/// The shapes that a ref stands for.
fn shapes(say: Voice<'_>, of: Ref) -> Result<Vec<Shape>, Refusal> {
    let shapes: Vec<Shape> = match of {
        Ref::Model(model) if bomb(&say, model).is_some() => {
            bomb(&say, model).map(|place| State::marker_at(say.bombs[place].at)).into_iter().collect()
        }
        Ref::Unit(_) | Ref::Model(_) => {
            models(say, of)?;
            say.scene().shapes(of).into_iter().cloned().collect()
        }
        _ => say.scene().shapes(of).into_iter().cloned().collect(),
    };
    if shapes.is_empty() {
        return Err(Refusal::new(MEASURING, format!("{of} cannot be measured from")));
    }
    Ok(shapes)
}

/// The models on the battlefield that a ref stands for.
fn models(say: Voice<'_>, of: Ref) -> Result<Models, Refusal> {
    let models = say.scene().models(of);
    if models.is_empty() {
        let is = match of {
            Ref::Unit(unit) if say.is_unit(unit) => say.does(unit, "is", "are"),
            _ => "is",
        };
        let text = match of {
            Ref::Unit(_) | Ref::Model(_) => format!("{} {is} not on the battlefield", name(say, of)),
            _ => format!("{} is neither a unit nor a model", name(say, of)),
        };
        return Err(Refusal::new(MEASURING, text).about(of));
    }
    Ok(models)
}

/// Carries out `tle.distance.free-measuring`, `tle.distance.base-to-base`, `tle.distance.inches`.
fn measure(say: Voice<'_>, from: Ref, to: Ref) -> Result<Proof, Refusal> {
    let (ones, others) = (shapes(say, from)?, shapes(say, to)?);
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
    let Some((one, other)) = pairs.min_by_key(|(one, other)| one.apart(other)) else {
        return Err(Refusal::new(MEASURING, "there is nothing to measure"));
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
    let text = Text::new(text).rule(MEASURING).rule("tle.distance.base-to-base").about(from).about(to);
    Ok(Proof { text, lines, ..Proof::default() })
}

/// The line from one base to another, or the terrain that closes every line; and what keeps a unit that is seen from being
/// shot at.
///
/// Carries out `tle.visibility.any-point`, `tle.visibility.line-width`, `tle.shooting.target-targetable`.
fn sight(say: Voice<'_>, from: Ref, to: Ref) -> Result<Proof, Refusal> {
    let (watchers, seen) = (models(say, from)?, models(say, to)?);
    let (a, b) = (capital(&name(say, from)), name(say, to));
    let looks = say.unit_of(watchers[0]);
    let verb = |one, many| match from {
        Ref::Unit(unit) => say.does(unit, one, many),
        _ if say.roll_call(looks).count() == 1 => say.does(looks, one, many),
        _ => one,
    };
    let proof = |text: Text| Proof { text: text.about(from).about(to), ..Proof::default() };
    let mut eyes = Eyes::new(&say.state.troops, say.battlefield());
    for one in &watchers {
        for other in &seen {
            if let Sight::Clear(line) | Sight::Soft(line) = eyes.look(*one, *other) {
                let banned = why_no_shot(say, looks, say.unit_of(*other));
                let but = banned.as_ref().map_or_else(String::new, |refusal| format!(", but {}", refusal.text));
                let text = Text::new(format!("{a} {} {b}{but}", verb("sees", "see")));
                let mut text = text.rule("tle.visibility.any-point").rule("tle.visibility.line-width");
                text.rules.extend(banned.map(|refusal| refusal.rule));
                return Ok(Proof { lines: vec![drawn(line)], ..proof(text) });
            }
        }
    }
    let nearest = |(one, other): &(ModelId, ModelId)| say.shape(*one).apart(say.shape(*other));
    let pairs = watchers.iter().flat_map(|one| seen.iter().map(|other| (*one, *other)));
    let (one, other) = pairs.min_by_key(nearest).unwrap_or((watchers[0], seen[0]));
    let closing: Vec<Ref> = eyes.closing(one, other).into_iter().map(Ref::Area).collect();
    let names: Vec<String> = closing.iter().map(|of| name(say, *of)).collect();
    let because = match names.as_slice() {
        [] => "every line is closed".to_owned(),
        names => format!("in the way: {}", joined(names, "and")),
    };
    let text = Text::new(format!("{a} {} {b}: {because}", verb("does not see", "do not see")));
    let mut text = text.rule("tle.visibility.line-width").rule("tle.ruling.type2-blocks-sight");
    text.refs.extend(closing);
    let centre = |model: ModelId| say.shape(model).bounds().centre();
    Ok(Proof { lines: vec![Line { from: centre(one), to: centre(other) }], ..proof(text) })
}

/// What keeps a unit that could shoot from shooting at another, if anything does.
fn why_no_shot(say: Voice<'_>, unit: UnitId, target: UnitId) -> Option<Refusal> {
    if say.seat_of(unit) == say.seat_of(target) {
        return None;
    }
    let units = [unit];
    let targeting = Targeting { units: &units, manner: Manner::Shooting, only: Some(target), armed: None };
    let (obstacle, blow) = targeting.worst(say.state)?;
    Some(targeting.refusal(say, obstacle, blow))
}

/// A line of sight to draw; its ends are rounded.
fn drawn(line: SightLine) -> Line {
    let [from, to] = [line.from, line.to].map(Spot::rounded);
    Line { from, to }
}

/// Where a model can go: in the move that is asked for, or else in a normal move, or out of melee range if its unit is in
/// it. Carries out `tle.phase.movement.move`.
fn reach(say: Voice<'_>, asked: Option<&Prompt>, model: ModelId) -> Result<Proof, Refusal> {
    models(say, Ref::Model(model))?;
    let walk = match asked {
        Some(Prompt::Movement(movement::Asks::Walk { walk })) if walk.movers(say.state).contains(&model) => {
            walk.clone()
        }
        _ => {
            let unit = say.unit_of(model);
            let gait = if say.is_in_melee(unit) { Gait::FallBack } else { Gait::Normal };
            Move { unit, gait }
        }
    };
    let ready = walk.ready(say.state);
    let text =
        Text::new(format!("{} can move up to {}", capital(&say.model_called(model)), ready.full_allowance(model)));
    let text = text.rule(walk.rule()).rule("tle.ruling.movement-measure").about(Ref::Model(model));
    Ok(Proof { text, regions: vec![ready.reach(model)], ..Proof::default() })
}

/// The ranges of a unit's weapons, each once, and how far off it can declare a charge. Carries out
/// `tle.shooting.eligible-range`, `tle.charge.range`.
fn threat(say: Voice<'_>, unit: UnitId) -> Result<Proof, Refusal> {
    let models = models(say, Ref::Unit(unit))?;
    let mut ranges: Vec<(&str, Length, Vec<ModelId>)> = Vec::new();
    for model in &models {
        for (_, weapon) in say.state.weapons(*model) {
            for profile in &weapon.profiles {
                let WeaponKind::Ranged { range, .. } = profile.kind else { continue };
                let far = Length::inches(range.into());
                match ranges.iter_mut().find(|(name, reach, _)| (*name, *reach) == (weapon.name.as_str(), far)) {
                    Some((.., armed)) => armed.push(*model),
                    None => ranges.push((&weapon.name, far, vec![*model])),
                }
            }
        }
    }
    let around = |models: &[ModelId], far: Length| Region {
        outlines: models.iter().map(|model| say.shape(*model).grown(far).outline()).collect(),
    };
    let mut regions: Vec<Region> = ranges.iter().map(|(_, far, armed)| around(armed, *far)).collect();
    regions.push(around(&models, CHARGE_RANGE));
    let mut parts: Vec<String> = ranges.iter().map(|(name, far, _)| format!("{name} reaches {far}")).collect();
    parts.push(format!("a charge can be declared within {CHARGE_RANGE}"));
    let text = Text::new(format!("{}: {}", capital(&say.called(unit)), parts.join(", ")));
    let text = text.rule("tle.shooting.eligible-range").rule("tle.charge.range").about(Ref::Unit(unit));
    Ok(Proof { text, regions, ..Proof::default() })
}
