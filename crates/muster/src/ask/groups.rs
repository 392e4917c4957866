//! Whole units in what people type: `A > (12, 4)` shifts all of them, `A @ (12, 4)` puts them down around a point,
//! `A > b` lets everybody attack who can.

use ground::{Path, Point, Pose, UNITS_PER_INCH};
use vocabulary::notation::{self, NotationError};
use vocabulary::{Answer, Ask, Form, Kind, ModelId, Ref, Token, UnitId, View};

use crate::bounds::bounds;
use crate::{map, names, units};

/// Reads an answer about whole units; nothing if it is not of that form.
pub(super) fn read(typed: &str, ask: &Ask, view: &View) -> Option<Result<Answer, NotationError>> {
    match &ask.form {
        Form::Move { movers, .. } => {
            let movers: Vec<ModelId> = movers.iter().map(|mover| mover.model).collect();
            shift(typed, &movers, view)
        }
        Form::Place { models, .. } => put_down(typed, models, view),
        Form::Assign { from, to, pairs } => {
            let from: Vec<Token> = from.iter().map(|share| share.of).collect();
            let to: Vec<Token> = to.iter().map(|share| share.of).collect();
            attack(typed, &from, &to, pairs.as_deref(), view).map(Ok)
        }
        _ => None,
    }
}

/// The unit of this letter, unless it is a model as well, which stands for itself.
fn unit(word: &str, view: &View) -> Option<UnitId> {
    match names::labelled(view, word.trim()).as_slice() {
        [Ref::Unit(unit)] => Some(*unit),
        _ => None,
    }
}

/// The way that stands after a letter, read as that of some model; columns are those of what was typed.
fn read_for(typed: &str, letter: &str, model: ModelId, kind: Kind) -> Result<Answer, NotationError> {
    let name = Ref::Model(model).to_string();
    let rest = &typed[letter.len()..];
    notation::read(&format!("{name}{rest}"), kind).map_err(|error| {
        let column = error.column + letter.chars().count();
        NotationError { column: column.saturating_sub(name.chars().count()).max(1), ..error }
    })
}

/// All movers of a unit keep their formation; its middle goes where it is told.
fn shift(typed: &str, movers: &[ModelId], view: &View) -> Option<Result<Answer, NotationError>> {
    let (letter, _) = typed.split_once('>').filter(|_| !typed.contains(';'))?;
    let unit = unit(letter, view)?;
    let mut own: Vec<(ModelId, Pose)> = units::models_of(view, unit)
        .filter(|model| movers.contains(&model.id))
        .filter_map(|model| Some((model.id, model.pose?)))
        .collect();
    let places: Vec<Point> = own.iter().map(|(_, pose)| pose.at).collect();
    let middle = map::average(&places)?;
    let read = match read_for(typed, letter, own[0].0, Kind::Move) {
        Ok(Answer::Move { paths, .. }) => paths,
        Ok(_) => return None,
        Err(error) => return Some(Err(error)),
    };
    let (_, path) = read.first()?;
    // Who is in front goes first, or would be in the way of the others.
    let ahead = |pose: &Pose| {
        let to = path.legs.first().map_or(middle, |leg| leg.at);
        let along = |at: i32, from: i32, to: i32| (i64::from(to) - i64::from(from)) * i64::from(at);
        along(pose.at.x, middle.x, to.x) + along(pose.at.y, middle.y, to.y)
    };
    own.sort_by_key(|(_, pose)| std::cmp::Reverse(ahead(pose)));
    let paths = own.into_iter().map(|(model, pose)| {
        let leg = |leg: &Pose| Pose { at: beside(pose.at, middle, leg.at), level: leg.level, facing: pose.facing };
        (model, Path { legs: path.legs.iter().map(leg).collect() })
    });
    Some(Ok(Answer::Move { paths: paths.collect(), placed: Default::default() }))
}

/// As far from `to` as a point is from `from`.
fn beside(at: Point, from: Point, to: Point) -> Point {
    let along = |at: i32, from: i32, to: i32| at.saturating_add(to.saturating_sub(from));
    Point::new(along(at.x, from.x, to.x), along(at.y, from.y, to.y))
}

/// All models stand around a point, in ranks.
fn put_down(typed: &str, models: &[ModelId], view: &View) -> Option<Result<Answer, NotationError>> {
    let (letter, _) = typed.split_once('@').filter(|_| !typed.contains(';'))?;
    let unit = unit(letter, view)?;
    let own: Vec<ModelId> =
        units::models_of(view, unit).map(|model| model.id).filter(|id| models.contains(id)).collect();
    let at = match read_for(typed, letter, *own.first()?, Kind::Place) {
        Ok(Answer::Place(placed)) => placed.first()?.1,
        Ok(_) => return None,
        Err(error) => return Some(Err(error)),
    };
    let wide = |id: &ModelId| {
        let model = view.models.iter().find(|model| model.id == *id)?;
        let (low, high) = bounds(&model.outline)?;
        Some((high.x - low.x).max(high.y - low.y))
    };
    let step = own.iter().filter_map(wide).max().unwrap_or(UNITS_PER_INCH) + UNITS_PER_INCH / 20;
    let across = (1..).find(|n| n * n >= own.len()).unwrap_or(1);
    let ranks = own.len().div_ceil(across);
    let middle = |n: usize, of: usize| (2 * n as i32 - (of as i32 - 1)) * step / 2;
    let placed = own.iter().enumerate().map(|(n, model)| {
        let (x, y) = (middle(n % across, across), middle(n / across, ranks));
        (*model, Pose { at: Point::new(at.at.x.saturating_add(x), at.at.y.saturating_sub(y)), ..at })
    });
    Some(Ok(Answer::Place(placed.collect())))
}

/// Everybody of a unit who can attacks another; at least one source is a whole unit.
fn attack(typed: &str, from: &[Token], to: &[Token], pairs: Option<&[(Token, Token)]>, view: &View) -> Option<Answer> {
    let mut parts: Vec<(Token, Token, u16)> = Vec::new();
    let mut whole = false;
    for part in typed.split([',', ';']).filter(|part| !part.trim().is_empty()) {
        let (source, target) = part.split_once('>')?;
        let find = |word: &str, among: &[Token]| {
            names::labelled(view, word.trim()).into_iter().map(Token::Ref).find(|token| among.contains(token))
        };
        let target = find(target, to)?;
        let sources: Vec<Token> = match (find(source, from), unit(source, view)) {
            (Some(one), _) => vec![one],
            (None, Some(unit)) => {
                whole = true;
                let own = units::models_of(view, unit).map(|model| Token::Ref(Ref::Model(model.id)));
                own.filter(|token| from.contains(token)).collect()
            }
            (None, None) => return None,
        };
        let may = |source: &Token| pairs.is_none_or(|pairs| pairs.contains(&(*source, target)));
        parts.extend(sources.into_iter().filter(may).map(|source| (source, target, 1)));
    }
    (whole && !parts.is_empty()).then(|| Answer::Assign(parts.into_iter().collect()))
}
