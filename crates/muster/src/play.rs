//! `muster play`: a match in the terminal, for people at one screen and bots.

mod commands;
mod keeping;
mod session;

use std::io::Write;
use std::path::PathBuf;

use chance::{Contribution, Secret};
use engine::{Holder, Hosted, Origin, Ruleset};
use vocabulary::{FieldChoice, Setup, View, Viewer};

use crate::arguments::{DiceFrom, Play};
use crate::failure::Failure;
use crate::play::session::Session;
use crate::{games, paint, paragraph, records, seats, summary};

/// Plays a match to its end, or until somebody has to go.
pub(crate) fn run(play: &Play, out: &mut dyn Write) -> Result<(), Failure> {
    let begun = match &play.resume {
        Some(path) => resume(play, path.clone(), out)?,
        None => begin(play, out)?,
    };
    Session::new(begun, out).run()
}

/// A match that has begun, and where it is kept.
struct Begun {
    game: &'static dyn Ruleset,
    hosted: Box<dyn Hosted>,
    holders: Vec<Holder>,
    file: Option<PathBuf>,
}

fn begin(play: &Play, out: &mut dyn Write) -> Result<Begun, Failure> {
    let seating = seats::read(&play.table, true)?;
    let (game, mut setup, holders) = (seating.game, seating.setup, seating.holders);
    if let Some(path) = play.save.as_ref().filter(|path| path.exists()) {
        let path = path.display();
        let text = format!("{path} already exists; carry on with it with --resume {path}, or choose another name");
        return Err(Failure::usage(text));
    }
    let origin = origin(play, &setup, &holders)?;
    if setup.field.is_none() && !game.manual().fields.is_empty() {
        setup.field = Some(FieldChoice::Seed(field_number(play)?));
    }
    let name = game.manual().name;
    writeln!(out, "{}", paint::paint(paint::STRONG, name))?;
    writeln!(out, "{}", paragraph::wrap(game.manual().text, paragraph::width(), 0))?;
    if let Some(FieldChoice::Seed(seed)) = setup.field {
        writeln!(out, "The battlefield comes from seed {seed}: --field seed:{seed}.")?;
    }
    tell_dice(&origin, out)?;
    let hosted = game.start(&setup, origin, &holders).map_err(|error| Failure::Check(error.to_string()))?;
    header(&hosted.view(Viewer::Spectator), &holders, out)?;
    Ok(Begun { game, hosted, holders, file: play.save.clone() })
}

fn resume(play: &Play, path: PathBuf, out: &mut dyn Write) -> Result<Begun, Failure> {
    if play.dice == DiceFrom::Typed {
        return Err(Failure::usage("a resumed match keeps its dice; leave out --dice"));
    }
    let record = records::read(&path)?;
    let game = games::of_record(&record).map_err(|text| Failure::Check(format!("{}: {text}", path.display())))?;
    let load = |holders: &[Holder]| {
        game.load(&record, holders).map_err(|error| Failure::Check(format!("{}: {error}", path.display())))
    };
    let names = summary::seat_names(&load(&[])?.view(Viewer::Spectator));
    let holders = seats::holders(game, &play.table.seats, &names)?;
    let hosted = load(&holders)?;
    writeln!(out, "{}, resumed from {}", paint::paint(paint::STRONG, game.manual().name), path.display())?;
    header(&hosted.view(Viewer::Spectator), &holders, out)?;
    let file = play.save.clone().unwrap_or(path);
    Ok(Begun { game, hosted, holders, file: Some(file) })
}

/// The number that a battlefield is made from when nothing is said: that of the dice, or any.
fn field_number(play: &Play) -> Result<u64, Failure> {
    if let Some(seed) = play.seed {
        return Ok(seed % (1 << 32));
    }
    let mut bytes = [0; 2];
    random(&mut bytes)?;
    Ok(u16::from_le_bytes(bytes).into())
}

fn random(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|error| Failure::Check(format!("the system gives no random bytes: {error}")))
}

/// Where the dice come from. A secret is made here, from the bytes of the operating system.
fn origin(play: &Play, setup: &Setup, holders: &[Holder]) -> Result<Origin, Failure> {
    let persons = holders.iter().filter(|holder| **holder == Holder::Person).count();
    if play.contribute.len() > persons {
        let text = format!(
            "--contribute is given {} times, but only {}",
            play.contribute.len(),
            paragraph::count(persons, "person plays", "people play")
        );
        return Err(Failure::usage(text));
    }
    match (play.dice, play.seed) {
        (DiceFrom::Typed, Some(_)) => Err(Failure::usage("typed dice need no --seed")),
        (DiceFrom::Typed, None) => Ok(Origin::Typed),
        (DiceFrom::Drawn, Some(seed)) => Ok(Origin::Seeded { seed }),
        (DiceFrom::Drawn, None) => {
            let mut bytes = [0; 32];
            random(&mut bytes)?;
            let mut texts = play.contribute.iter();
            let mut contributions = Vec::new();
            for (player, holder) in setup.players.iter().zip(holders) {
                let typed = if *holder == Holder::Person { texts.next() } else { None };
                let text = typed.unwrap_or(&player.name);
                contributions.push(Contribution::new(text).map_err(|error| Failure::usage(error.to_string()))?);
            }
            Ok(Origin::committed(Secret(bytes), contributions))
        }
    }
}

fn tell_dice(origin: &Origin, out: &mut dyn Write) -> Result<(), Failure> {
    match origin {
        Origin::Seeded { seed } => writeln!(out, "The dice come from seed {seed}.")?,
        Origin::Typed => writeln!(out, "You roll the dice and type in what they show.")?,
        Origin::Committed { commitment, .. } => {
            writeln!(out, "The dice come from a secret and from what each seat adds. The secret's fingerprint is")?;
            writeln!(out, "  {commitment}")?;
        }
    }
    Ok(())
}

/// Who plays, and what is unlike the default.
fn header(view: &View, holders: &[Holder], out: &mut dyn Write) -> Result<(), Failure> {
    let persons = holders.iter().filter(|holder| **holder == Holder::Person).count();
    let seat = |(seat, holder): (&vocabulary::SeatView, &Holder)| {
        let name = paint::paint(paint::seat(seat.id), &seat.name);
        match holder {
            Holder::Person if persons > 1 => format!("{name} (here)"),
            Holder::Person => format!("{name} (you)"),
            Holder::Bot(level) => format!("{name} (bot, {level})"),
        }
    };
    let seats: Vec<String> = view.seats.iter().zip(holders).map(seat).collect();
    writeln!(out, "{}", seats.join(" against "))?;
    if !view.settings.is_empty() {
        let settings: Vec<String> = view.settings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(out, "Changed settings: {}", settings.join(", "))?;
    }
    writeln!(out, "{}", paint::paint(paint::FAINT, "Type help to see what you can type."))?;
    Ok(())
}
