//! `muster field`: makes, draws and checks battlefields.

mod check;
mod picture;
mod sketch;

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use field::{Field, Paper, ReadError, Request, Source, Style, Terrain};

use crate::arguments::{Balance, Density, FieldCommand, FieldNew, FieldShow, Mix, Zones};
use crate::failure::Failure;
use crate::paragraph;

/// Runs what was asked for.
pub(crate) fn run(field: &crate::arguments::Field, out: &mut dyn Write) -> Result<(), Failure> {
    match &field.command {
        FieldCommand::New(new) => make(new, out),
        FieldCommand::Show(show) => draw(show, out),
        FieldCommand::Check(check) => check::run(check, out),
    }
}

/// The battlefield that `FILE` or `seed:N` stands for, as everywhere on the command line.
pub(crate) fn open(source: &Source) -> Result<Field, Failure> {
    match source {
        Source::Seed(seed) => {
            Field::generate(&Request::of_seed(*seed)).map_err(|error| Failure::usage(format!("{source}: {error}")))
        }
        Source::File(path) => {
            let text = read(path)?;
            Field::from_toml(&text).map_err(|error| Failure::Check(format!("{}: {error}", path.display())))
        }
    }
}

/// Reads a file, unless it is larger than any battlefield.
fn read(path: &Path) -> Result<String, Failure> {
    let unreadable = |error: &io::Error| Failure::unreadable(path, error);
    let long = fs::metadata(path).map_err(|error| unreadable(&error))?.len();
    if long > field::LONGEST as u64 {
        let error = ReadError::TooLong(usize::try_from(long).unwrap_or(usize::MAX));
        return Err(Failure::Check(format!("{}: {error}", path.display())));
    }
    fs::read_to_string(path).map_err(|error| unreadable(&error))
}

fn make(new: &FieldNew, out: &mut dyn Write) -> Result<(), Failure> {
    let seed = match new.seed {
        Some(seed) => seed,
        None => u64::from(getrandom::u32().map_err(|error| Failure::usage(format!("no seed can be had: {error}")))?),
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
    let Some(path) = &new.out else {
        write!(out, "{}", made.to_toml())?;
        return Ok(());
    };
    write_file(path, made.to_toml().as_bytes(), new.force)?;
    writeln!(out, "{}: {}, {} in, seed {seed}", path.display(), made.name, made.size)?;
    Ok(())
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

fn draw(show: &FieldShow, out: &mut dyn Write) -> Result<(), Failure> {
    let field = open(&show.field)?;
    let paper = if show.plain { Paper::White } else { Paper::Mat };
    let style = Style { width: show.width, labels: !show.no_labels, grid: !show.no_grid, paper };
    let picture = match (show.svg, show.png) {
        (true, _) => field::draw(&field, &style, &[]).into_bytes(),
        (_, true) => picture::png(&field::draw(&field, &style, &[]))?,
        _ => {
            let (columns, lines) = paragraph::screen();
            sketch::draw(&field, columns.min(120), lines.clamp(24, 60)).into_bytes()
        }
    };
    if let Some(path) = &show.out {
        if !show.svg && !show.png {
            return Err(Failure::usage("a sketch is not written to a file; add --svg or --png"));
        }
        write_file(path, &picture, show.force)?;
        writeln!(out, "{}: {} bytes", path.display(), picture.len())?;
        return Ok(());
    }
    if show.png && io::stdout().is_terminal() {
        return Err(Failure::usage("a PNG is nothing to read; write it to a file with --out FILE"));
    }
    if show.png {
        // The usual output looks for colours in what it writes; bytes of a picture must pass untouched.
        out.flush()?;
        io::stdout().lock().write_all(&picture)?;
        return Ok(());
    }
    out.write_all(&picture)?;
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
        io::ErrorKind::AlreadyExists => {
            Failure::usage(format!("{} is there already; overwrite it with --force", path.display()))
        }
        _ => Failure::unwritable(path, &error),
    })?;
    file.write_all(bytes).map_err(|error| Failure::unwritable(path, &error))
}
