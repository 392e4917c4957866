//! Pieces of terrain.

use ground::{Length, Motion, Point, Polygon, PolygonFault};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Degrees, Pair};
use crate::kind::{Going, Kind, Sight, Usual};
use crate::plot::{Form, Frame, MOST_CORNERS, Plot};

/// Most floors of a piece.
const MOST_LEVELS: usize = 8;
/// Most tags of a piece.
const MOST_TAGS: usize = 12;

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PieceSheet", into = "PieceSheet")]
pub struct Piece {
    /// What it is called; no two pieces of a battlefield are called alike.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The ground that it covers.
    pub plot: Plot,
    /// How high it is.
    pub height: Length,
    /// What it does to sight.
    pub sight: Sight,
    /// What it does to feet.
    pub going: Going,
    /// The sides that bear a wall, from 1: side n runs from corner n to the next.
    pub walls: Vec<u8>,
    /// Heights above the ground at which models can stand, besides the ground itself.
    pub levels: Vec<Length>,
    /// Words that a game may know.
    pub tags: Vec<String>,
}

impl Piece {
    /// A piece as is usual for its kind.
    pub fn new(name: impl Into<String>, kind: Kind, plot: Plot) -> Piece {
        let manner = kind.manner();
        Piece {
            name: name.into(),
            kind,
            plot,
            height: manner.height,
            sight: manner.sight,
            going: manner.going,
            walls: Vec::new(),
            levels: Vec::new(),
            tags: usual_tags(kind),
        }
    }

    /// The outline, if the corners make one.
    pub fn outline(&self) -> Result<Polygon, PolygonFault> {
        Polygon::new(&self.plot.corners())
    }

    /// The walls, each from one end to the other; sides that there are not are left out.
    pub fn wall_lines(&self) -> Vec<(Point, Point)> {
        let corners = self.plot.corners();
        let line = |side: &u8| {
            let first = usize::from(*side).checked_sub(1)?;
            let start = corners.get(first)?;
            Some((*start, corners[(first + 1) % corners.len()]))
        };
        self.walls.iter().filter_map(line).collect()
    }

    /// Whether it hides what is behind it, well or badly.
    pub fn obstructs(&self) -> bool {
        self.sight != Sight::Clear
    }

    /// Whether it is in the way of whoever walks.
    pub fn is_in_the_way(&self) -> bool {
        self.going >= Going::Climb
    }

    /// Whether nobody gets in or across.
    pub fn is_closed(&self) -> bool {
        self.going == Going::Closed
    }

    /// The piece after a motion.
    pub fn moved(&self, motion: Motion) -> Piece {
        Piece { plot: self.plot.moved(motion), ..self.clone() }
    }
}

fn usual_tags(kind: Kind) -> Vec<String> {
    kind.manner().tags.iter().map(ToString::to_string).collect()
}

/// The words for forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormWord {
    Rectangle,
    Ell,
    Oval,
    Blob,
}

/// A piece as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceSheet {
    kind: Kind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<FormWord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turned: Option<Degrees>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flipped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notch: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corners: Option<Vec<Pair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walls: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<Amount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sight: Option<Sight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    going: Option<Going>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
}

impl PieceSheet {
    fn plot(&self) -> Result<Plot, String> {
        let framing = self.at.is_some() || self.size.is_some() || self.turned.is_some() || self.flipped.is_some();
        if let Some(corners) = &self.corners {
            if framing || self.shape.is_some() || self.form.is_some() || self.notch.is_some() {
                return Err("a piece can have corners, or at and size, but not both".to_owned());
            }
            if corners.len() > MOST_CORNERS {
                return Err(format!("a piece can have at most {MOST_CORNERS} corners, not {}", corners.len()));
            }
            return Ok(Plot::Corners(corners.iter().map(|corner| corner.point()).collect()));
        }
        let (Some(at), Some(size)) = (self.at, self.size) else {
            return Err("a piece needs at and size, or corners".to_owned());
        };
        let (width, depth) = size.lengths();
        if width <= Length::ZERO || depth <= Length::ZERO {
            return Err("the size of a piece must be larger than nothing".to_owned());
        }
        let turned = self.turned.unwrap_or_default().0;
        let frame = Frame { at: at.point(), width, depth, turned, flipped: self.flipped.unwrap_or(false) };
        Ok(Plot::Framed(self.framed(width, depth)?, frame))
    }

    fn framed(&self, width: Length, depth: Length) -> Result<Form, String> {
        let usual = match self.kind.manner().shape {
            Usual::Rectangle => FormWord::Rectangle,
            Usual::Blob => FormWord::Blob,
        };
        let word = self.shape.unwrap_or(usual);
        if self.form.is_some() && word != FormWord::Blob {
            return Err("only a blob can have a form".to_owned());
        }
        if self.notch.is_some() != (word == FormWord::Ell) {
            return Err("an ell must have a notch, and nothing else can have one".to_owned());
        }
        Ok(match (word, self.notch) {
            (FormWord::Oval, _) => Form::Oval,
            (FormWord::Blob, _) => Form::Blob(self.form.unwrap_or(0)),
            (FormWord::Ell, Some(notch)) => {
                let (across, down) = notch.lengths();
                let fits = |notch: Length, side: Length| notch > Length::ZERO && notch < side;
                if !fits(across, width) || !fits(down, depth) {
                    return Err("the notch of an ell must be smaller than the ell, and larger than nothing".to_owned());
                }
                Form::Ell(across, down)
            }
            (FormWord::Rectangle | FormWord::Ell, _) => Form::Rectangle,
        })
    }
}

impl TryFrom<PieceSheet> for Piece {
    type Error = String;

    fn try_from(sheet: PieceSheet) -> Result<Piece, String> {
        let plot = sheet.plot()?;
        let usual = Piece::new(sheet.name, sheet.kind, plot);
        let levels = sheet.levels.unwrap_or_default();
        let tags = sheet.tags.unwrap_or_else(|| usual.tags.clone());
        let walls = sheet.walls.unwrap_or_default();
        if levels.len() > MOST_LEVELS || tags.len() > MOST_TAGS || walls.len() > MOST_CORNERS {
            return Err(format!(
                "a piece can have at most {MOST_LEVELS} levels, {MOST_TAGS} tags and {MOST_CORNERS} walls"
            ));
        }
        Ok(Piece {
            height: sheet.height.map_or(usual.height, |height| height.0),
            sight: sheet.sight.unwrap_or(usual.sight),
            going: sheet.going.unwrap_or(usual.going),
            levels: levels.into_iter().map(|level| level.0).collect(),
            walls,
            tags,
            ..usual
        })
    }
}

impl From<Piece> for PieceSheet {
    fn from(piece: Piece) -> PieceSheet {
        let usual = Piece::new("", piece.kind, Plot::Corners(Vec::new()));
        let mut sheet = PieceSheet {
            kind: piece.kind,
            name: piece.name,
            shape: None,
            at: None,
            size: None,
            turned: None,
            flipped: None,
            notch: None,
            form: None,
            corners: None,
            height: Some(Amount(piece.height)),
            walls: unless_empty(piece.walls),
            levels: unless_empty(piece.levels.into_iter().map(Amount).collect()),
            sight: (piece.sight != usual.sight).then_some(piece.sight),
            going: (piece.going != usual.going).then_some(piece.going),
            tags: (piece.tags != usual.tags).then_some(piece.tags),
        };
        match piece.plot {
            Plot::Corners(corners) => sheet.corners = Some(corners.into_iter().map(Pair::from).collect()),
            Plot::Framed(form, frame) => {
                sheet.at = Some(frame.at.into());
                sheet.size = Some((frame.width, frame.depth).into());
                sheet.turned = (frame.turned != 0).then_some(Degrees(frame.turned));
                sheet.flipped = frame.flipped.then_some(true);
                write_form(&mut sheet, form);
            }
        }
        sheet
    }
}

fn unless_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    if list.is_empty() { None } else { Some(list) }
}

fn write_form(sheet: &mut PieceSheet, form: Form) {
    let usual = sheet.kind.manner().shape;
    match form {
        Form::Rectangle => sheet.shape = (usual != Usual::Rectangle).then_some(FormWord::Rectangle),
        Form::Oval => sheet.shape = Some(FormWord::Oval),
        Form::Ell(across, down) => {
            sheet.shape = Some(FormWord::Ell);
            sheet.notch = Some((across, down).into());
        }
        Form::Blob(number) => {
            sheet.shape = (usual != Usual::Blob).then_some(FormWord::Blob);
            sheet.form = (number != 0).then_some(number);
        }
    }
}
