//! `muster field`: makes, draws, turns and checks battlefields.

mod check;
mod picture;
mod sketch;

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use comfy_table::Table;
use comfy_table::presets::UTF8_BORDERS_ONLY;
use field::{Field, Lines, Paper, ReadError, Request, Source, Style, Terrain};

use crate::arguments::{Balance, Density, FieldCommand, FieldNew, FieldShow, FieldTurn, Mix, Turn, Zones};
use crate::failure::{Failure, plain};
use crate::{games, paragraph, text_file};

/// Runs what was asked for.
pub(crate) fn run(field: &crate::arguments::Field, out: &mut dyn Write) -> Result<(), Failure> {
    match &field.command {
        FieldCommand::New(new) => make(new, out),
        FieldCommand::Show(show) => draw(show, out),
        FieldCommand::Turn(by) => turn(by, out),
        FieldCommand::Check(check) => check::run(check, out),
        FieldCommand::List => list(out),
    }
}

/// Why there is no battlefield where one was wanted.
pub(crate) struct Unread {
    /// Where to look: the file, and the line and column if they are known.
    pub(crate) place: String,
    /// The line, if it is known.
    pub(crate) line: Option<usize>,
    /// What is wrong.
    pub(crate) sentence: String,
    /// Whether the file is there and holds something else.
    is_faulty: bool,
}

impl From<Unread> for Failure {
    fn from(unread: Unread) -> Failure {
        let sentence = format!("{}: {}", unread.place, unread.sentence);
        if unread.is_faulty { Failure::Check(sentence) } else { Failure::Usage(sentence) }
    }
}

/// The battlefield that `FILE`, `seed:N` or the name of a ready one stands for, and where its parts stand.
pub(crate) fn open(source: &Source) -> Result<(Field, Lines), Unread> {
    let unread = |sentence| Unread { place: source.to_string(), line: None, sentence, is_faulty: false };
    let path = match source {
        Source::Seed(seed) => {
            let made = Field::generate(&Request::of_seed(*seed)).map_err(|error| unread(error.to_string()))?;
            return Ok((made, Lines::default()));
        }
        Source::File(path) => path,
    };
    let ready = path.to_str().filter(|_| !path.exists()).and_then(games::ready_field);
    let text = match ready {
        Some(text) => text,
        None => text_file::read(path, field::LONGEST).map_err(|error| unread(plain(&error)))?,
    };
    let field = Field::from_toml(&text).map_err(|error| match error {
        ReadError::At { line, column, sentence } => {
            let place = format!("{source}:{line}:{column}");
            Unread { place, line: Some(line), sentence, is_faulty: true }
        }
        ReadError::TooLong => Unread { is_faulty: true, ..unread(error.to_string()) },
    })?;
    Ok((field, Lines::of_toml(&text)))
}

/// The battlefields that are ready, game by game.
fn list(out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY);
    table.set_header(["battlefield", "game", "description"]);
    for game in games::GAMES {
        for field in game.manual().fields {
            table.add_row([field.id.to_string(), game.id().to_string(), field.text]);
        }
    }
    writeln!(out, "{table}")?;
    writeln!(out, "Look at one with: muster field show NAME; play on it with: muster play --field NAME")?;
    Ok(())
}

fn make(new: &FieldNew, out: &mut dyn Write) -> Result<(), Failure> {
    let seed = match new.seed {
        Some(seed) => seed,
        None => {
            u64::from(getrandom::u32().map_err(|error| Failure::usage(format!("no seed could be drawn: {error}")))?)
        }
    };
    let request = Request {
        seed,
        size: new.size,
        terrain: terrain(new),
        balance: match new.symmetry {
            Balance::HalfTurn => field::Balance::HalfTurn,
            Balance::Mirror => field::Balance::Mirror,
            Balance::None => field::Balance::None,
        },
        zones: match new.zones {
            Zones::LongEdges => field::ZonePlan::LongEdges,
            Zones::ShortEdges => field::ZonePlan::ShortEdges,
            Zones::Quarters => field::ZonePlan::Quarters,
            Zones::Corners => field::ZonePlan::Corners,
        },
        objectives: new.objectives,
        name: new.name.clone(),
    };
    let made = Field::generate(&request).map_err(|error| Failure::usage(error.to_string()))?;
    write_field(&made, new.out.as_deref(), new.force, out)
}

fn turn(turn: &FieldTurn, out: &mut dyn Write) -> Result<(), Failure> {
    let (field, _) = open(&turn.field)?;
    let by = match turn.by {
        Turn::Half => field::Turn::Half,
        Turn::Left => field::Turn::Left,
        Turn::Right => field::Turn::Right,
        Turn::Mirror => field::Turn::LeftForRight,
        Turn::Flip => field::Turn::TopForBottom,
    };
    write_field(&field.turned(by), turn.out.as_deref(), turn.force, out)
}

/// Prints a battlefield as TOML, or writes it to a file and says so.
fn write_field(field: &Field, path: Option<&Path>, force: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path else {
        write!(out, "{}", field.to_toml())?;
        return Ok(());
    };
    write_file(path, field.to_toml().as_bytes(), force)?;
    let seed = field.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    writeln!(out, "{}: {}{seed}", path.display(), title(field))?;
    Ok(())
}

/// What a battlefield is called and how large it is. A name may hold anything; a terminal must not obey it.
fn title(field: &Field) -> String {
    let name: String = field.name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let name = if name.is_empty() { "Battlefield" } else { &name };
    format!("{name}, {}", field.size.about())
}

fn terrain(new: &FieldNew) -> Terrain {
    let mix = new.mix.map(|mix| match mix {
        Mix::Town => field::Mix::Town,
        Mix::Country => field::Mix::Country,
        Mix::Works => field::Mix::Works,
        Mix::Wilds => field::Mix::Wilds,
        Mix::Mixed => field::Mix::Mixed,
    });
    let density = match new.density {
        Density::Sparse => field::Density::Sparse,
        Density::Usual => field::Density::Usual,
        Density::Dense => field::Density::Dense,
    };
    new.terrain.clone().unwrap_or(Terrain::Mixed(mix, density))
}

/// What a battlefield is drawn as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Sketch,
    Svg,
    Png,
}

/// What was asked for; where nothing was, the name of the file says it.
fn format_of(show: &FieldShow) -> Result<Format, Failure> {
    let ends_in = |end: &str| {
        let extension = show.out.as_deref().and_then(Path::extension);
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(end))
    };
    if show.svg || (!show.png && ends_in("svg")) {
        return Ok(Format::Svg);
    }
    if show.png || ends_in("png") {
        return Ok(Format::Png);
    }
    if show.out.is_some() {
        return Err(Failure::usage(
            "the picture can be an SVG or a PNG: end the file name in .svg or .png, or add --svg or --png",
        ));
    }
    if show.plain || show.no_labels || show.no_grid || show.width.is_some() {
        return Err(Failure::usage(
            "--width, --plain, --no-labels and --no-grid are for pictures, not for a sketch; add --svg or --png",
        ));
    }
    Ok(Format::Sketch)
}

fn draw(show: &FieldShow, out: &mut dyn Write) -> Result<(), Failure> {
    let format = format_of(show)?;
    if format == Format::Png && show.out.is_none() && io::stdout().is_terminal() {
        return Err(Failure::usage("a terminal cannot show a PNG; write it to a file with --out FILE"));
    }
    let (field, _) = open(&show.field)?;
    let paper = if show.plain { Paper::White } else { Paper::Mat };
    let usual = Style::default();
    let width = show.width.unwrap_or(usual.width);
    let style = Style { width, labels: !show.no_labels, grid: !show.no_grid, paper };
    let svg = || field::draw(&field, &style, &[]);
    let picture = match format {
        Format::Svg => svg().into_bytes(),
        Format::Png => picture::png(&svg())?,
        Format::Sketch => {
            let (columns, lines) = paragraph::screen();
            sketch::draw(&field, columns.min(120), lines.clamp(24, 60)).into_bytes()
        }
    };
    if let Some(path) = &show.out {
        write_file(path, &picture, show.force)?;
        writeln!(out, "{}: {} bytes", path.display(), picture.len())?;
    } else if format == Format::Png {
        // The usual output looks for colours in what it writes; bytes of a picture must pass untouched.
        out.flush()?;
        io::stdout().lock().write_all(&picture)?;
    } else {
        out.write_all(&picture)?;
    }
    Ok(())
}

/// Writes a file that is not there yet, or any if that is wanted.
fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if !path.is_dir() => {
            Failure::usage(format!("{} already exists; overwrite it with --force", path.display()))
        }
        io::ErrorKind::AlreadyExists => Failure::unwritable(path, &io::ErrorKind::IsADirectory.into()),
        _ => Failure::unwritable(path, &error),
    })?;
    file.write_all(bytes).map_err(|error| Failure::unwritable(path, &error))
}
