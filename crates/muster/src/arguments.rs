//! The command line, as types.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::Ruleset;
use server::HostName;
use vocabulary::Settings;

use crate::failure::Failure;
use crate::odds::Values;
use crate::packs::Brought;
use crate::{games, packs, seats};

const EXAMPLES: &str = "\
Examples:
  muster                            serve the page: open the address that it prints
  muster play                       play against a bot, here in the terminal
  muster play --seats me,me         play with a friend at the same screen
  muster simulate --games 1000      let bots play a thousand games
  muster replay --verify GAME.muster
  muster rules distance             what the rulebooks say about distance
  muster odds --help                what may come of an attack
  muster field show seed:7          look at a battlefield
  muster army list                  armies that are ready to be played
  muster pack new > mine.toml       begin a faction of your own";

/// Plays tabletop miniature wargames by the book.
#[derive(Debug, Parser)]
#[command(name = "muster", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the page: play in the browser, alone, with friends at the same screen, against bots.
    Serve(Serve),
    /// Play a match in the terminal, with friends at the same screen and against bots.
    Play(Play),
    /// Let bots play many games among themselves and count who wins.
    Simulate(Simulate),
    /// Show a recorded match as a log, or check records by playing them again.
    Replay(Replay),
    /// Run scenario files: situations with what must come of them.
    Scenario(Scenario),
    /// Read the rulebooks: look up a rule, search for words, see what is carried out.
    Rules(Rules),
    /// Tell the odds of an attack, by numbers or by unit cards.
    Odds(Odds),
    /// Make, draw, turn and check battlefields.
    Field(Field),
    /// Look at armies and unit cards, and check army lists.
    Army(Army),
    /// Write, look at and check packs: factions of your own.
    Pack(Pack),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster serve
  muster serve --port 0             any port that is free; the address is printed
  muster serve --temporary          keep nothing
  muster serve --pack mine.toml     with a faction of your own
  muster serve --address 0.0.0.0    let others on your network play; anyone there can reach it
  muster serve --address 0.0.0.0 --host muster.local    and by this name, not by the address alone")]
pub(crate) struct Serve {
    /// The address to listen at; only this machine reaches 127.0.0.1.
    #[arg(long, value_name = "ADDRESS", env = "MUSTER_ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// The port to listen at; 0 is any that is free.
    #[arg(long, value_name = "PORT", env = "MUSTER_PORT", default_value_t = 4727)]
    pub(crate) port: u16,
    /// The folder to keep matches in; the one for data of programs when nothing is said.
    #[arg(long, value_name = "DIR", env = "MUSTER_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// A name that others reach it by, as in muster.local; with https:// before it where something in front of it encrypts;
    /// may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<HostName>,
    /// How many MiB of matches to keep at most; beyond that none can be started.
    #[arg(long, value_name = "MIB", env = "MUSTER_ROOM", default_value_t = 4096)]
    pub(crate) room: u32,
    /// Keep matches in memory, and forget them at the end.
    #[arg(long)]
    pub(crate) temporary: bool,
    /// A pack that everybody here can play with; may be given several times.
    #[arg(long = "pack", value_name = "FILE")]
    pub(crate) packs: Vec<PathBuf>,
    /// Offer every game, those for developers too.
    #[arg(long)]
    pub(crate) developer: bool,
    /// What to log on standard error: error, warn, info, debug, or by part, as in server=debug.
    #[arg(long, value_name = "WHAT", env = "RUST_LOG", default_value = "error")]
    pub(crate) log: String,
}

impl Serve {
    /// As it is served when nothing is said, or what the environment says.
    pub(crate) fn as_usual() -> Result<Serve, Failure> {
        let usual = Arguments::try_parse_from(["muster", "serve"]).map_err(|error| error.to_string());
        match usual.map(|arguments| arguments.command) {
            Ok(Some(Command::Serve(serve))) => Ok(serve),
            Ok(_) => unreachable!("serve was asked for"),
            Err(sentence) => {
                let sentence = sentence.lines().next().unwrap_or_default();
                Err(Failure::usage(sentence.trim_start_matches("error: ")))
            }
        }
    }
}

/// What players agree on, and what they bring along.
#[derive(Debug, Default, Args)]
pub(crate) struct Agreed {
    /// A setting of the match that is unlike the default; may be given several times.
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    settings: Vec<String>,
    /// A pack, whose factions and ready armies are there then; may be given several times.
    #[arg(long = "pack", value_name = "FILE")]
    packs: Vec<PathBuf>,
}

impl Agreed {
    /// The settings, as a game understands them.
    pub(crate) fn settings(&self, game: &dyn Ruleset) -> Result<Settings, Failure> {
        seats::read_settings(game, &self.settings)
    }

    /// The packs, read, and what a game can be played with then.
    pub(crate) fn bring(&self, game: &dyn Ruleset) -> Result<Brought, Failure> {
        packs::bring(game, &self.packs)
    }
}

/// What is played, and by whom.
#[derive(Debug, Args)]
#[command(next_help_heading = "The match")]
pub(crate) struct Table {
    /// The game to play.
    #[arg(long, value_name = "ID", default_value = games::FIRST)]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) agreed: Agreed,
    /// The armies, seat by seat: names of ready ones (see muster army list), or files; ready ones when nothing is said.
    #[arg(long = "army", value_name = "NAME|FILE,…", value_delimiter = ',')]
    pub(crate) armies: Vec<String>,
    /// What is played on: seed:N, a file, or the name of one that is ready (see muster field list); otherwise the game
    /// makes one, and for many games several.
    #[arg(long, value_name = "NAME|FILE|seed:N")]
    pub(crate) field: Option<String>,
    /// Who plays, seat by seat: `me` for a person, or the level of a bot; perhaps with a name, as in Ann=me. The best
    /// bot there is takes every seat of which nothing is said, but yours.
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster play
  muster play --seats Ann=me,Ben=me --save ann-and-ben.muster
  muster play --resume ann-and-ben.muster --seats me,me
  muster play --dice typed          roll real dice and type in what they show

While playing, help lists what can be typed.")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Where dice come from: drawn from a secret that is promised first, or typed in from a real table.
    #[arg(long, value_name = "HOW", default_value = "drawn", help_heading = "Dice")]
    pub(crate) dice: DiceFrom,
    /// Draw the dice from this number instead of a secret, so that the same match can be had again.
    #[arg(long, value_name = "N", help_heading = "Dice")]
    pub(crate) seed: Option<u64>,
    /// A text mixed into the dice, one for each person in the order of the seats; otherwise their names are.
    #[arg(long, value_name = "TEXT", help_heading = "Dice")]
    pub(crate) contribute: Vec<String>,
    /// Keep the record of the match in this file, up to date after every answer.
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the match in this file, and keep it there.
    #[arg(long, value_name = "FILE", help_heading = "Files", conflicts_with_all = ["game", "settings", "packs", "seed", "contribute"])]
    pub(crate) resume: Option<PathBuf>,
}

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiceFrom {
    /// Drawn by the computer, so that they can be checked afterwards.
    Drawn,
    /// Thrown at a real table and typed in.
    Typed,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster simulate --games 10000
  muster simulate --games 100 --seed 7 --records games/ && muster replay --verify games/")]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) table: Table,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// The seed of the first game; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the record of each game to this folder, as SEED.muster.
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// How many threads to use; all cores when nothing is said. The results are the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster replay GAME.muster
  muster replay --seat Blue --map GAME.muster
  muster replay --verify games/     check every record in a folder")]
pub(crate) struct Replay {
    /// Records of matches; with --verify also folders of them.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Play the records again and compare every answer, die and fact.
    #[arg(long, conflicts_with_all = ["seat", "map"])]
    pub(crate) verify: bool,
    /// Show what this seat heard, secrets of its own included, by name or number.
    #[arg(long, value_name = "NAME")]
    pub(crate) seat: Option<String>,
    /// Show the battlefield at the end.
    #[arg(long)]
    pub(crate) map: bool,
    /// Print events as lines of JSON; with --verify the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster scenario scenarios/
  muster scenario --from GAME.muster --saying 'struck down' > short.scenario")]
pub(crate) struct Scenario {
    /// Scenario files, or folders of them.
    #[arg(value_name = "PATH", required_unless_present = "from")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write the match in this record as a scenario, instead of running any.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["paths", "json"])]
    pub(crate) from: Option<PathBuf>,
    /// With --from: shrink the match to a short one in which somebody still says this.
    #[arg(long, value_name = "WORDS", requires = "from")]
    pub(crate) saying: Option<String>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster rules                      the rulebooks
  muster rules measure distance     rules that speak of it, best first
  muster rules --game duel distance in one rulebook only
  muster rules --coverage           how much is carried out and tested")]
pub(crate) struct Rules {
    /// The id of a rule or ruling, or words to look for.
    #[arg(value_name = "ID or WORDS")]
    pub(crate) words: Vec<String>,
    /// Only the rulebook of this game.
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    /// Count the rules that are carried out by code, exercised by scenarios, and proven by mutants, and the options of
    /// settings that decide no scenario.
    #[arg(long, conflicts_with = "words")]
    pub(crate) coverage: bool,
    /// Count only rules of this part of a book, such as core, and the rulings that are carried out.
    #[arg(long, value_name = "PART", requires = "coverage")]
    pub(crate) module: Option<String>,
    /// Count only what holds in this edition.
    #[arg(long, value_name = "N", requires = "coverage")]
    pub(crate) edition: Option<u8>,
    /// Fail if a game that can be played has a rule that no scenario exercises, or an option that decides none.
    #[arg(long, requires = "coverage")]
    pub(crate) check: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster odds --attacker FACTION/CARD:6 --target FACTION/CARD:10
  muster odds --attacker FACTION/CARD:6 --target FACTION/CARD:10 --json
  muster odds --help --game ID      the values by which attacks of a game are described

The values are those of the game. muster army cards lists factions and cards.")]
pub(crate) struct Odds {
    /// The game.
    #[arg(long, value_name = "ID", default_value = games::FIRST)]
    pub(crate) game: String,
    /// Who attacks, by a card; otherwise values say it.
    #[arg(long, value_name = "FACTION/CARD:MODELS")]
    pub(crate) attacker: Option<String>,
    /// Who is attacked, by a card; otherwise values say it.
    #[arg(long, value_name = "FACTION/CARD:MODELS")]
    pub(crate) target: Option<String>,
    /// The weapon on the card of the attackers; all that are used together when nothing is said.
    #[arg(long, value_name = "NAME")]
    pub(crate) weapon: Option<String>,
    #[command(flatten)]
    pub(crate) agreed: Agreed,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field new --seed 7 --size 60x44 --out mill.toml
  muster field show mill.toml --out mill.png
  muster field turn mill.toml --by left --out turned.toml
  muster field check mill.toml")]
pub(crate) struct Field {
    #[command(subcommand)]
    pub(crate) command: FieldCommand,
}

/// What can be done with battlefields.
#[derive(Debug, Subcommand)]
pub(crate) enum FieldCommand {
    /// Make a battlefield from a number and print it as TOML, which can be changed by hand.
    New(FieldNew),
    /// Draw a battlefield: in the terminal, or as a picture to print.
    Show(FieldShow),
    /// Turn or mirror a battlefield and print it as TOML.
    Turn(FieldTurn),
    /// Check battlefields and name every fault.
    Check(FieldCheck),
    /// List the battlefields that are ready to be played on.
    List,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field new > field.toml
  muster field new --seed 7 --size 44x44 --mix town --density dense
  muster field new --terrain ruin=4,wood=4,wall=4 --zones quarters --objectives 5
  muster field new --symmetry mirror --zones short-edges --out mirrored.toml

Terrain: building, ruin, hill, wood, water, crops, marsh, rocks, container, wall, hedge, rubble, crater, barricade.")]
pub(crate) struct FieldNew {
    /// The number that everything follows from; one is chosen, and written in the file, when nothing is said.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = field_seed)]
    pub(crate) seed: Option<u64>,
    /// Width and depth in inches, from 12 to 120 each; 44x44, 48x48, 60x44 and 72x48 are common.
    #[arg(long, value_name = "WxD", default_value = "60x44")]
    pub(crate) size: field::Size,
    /// How many pieces of each kind.
    #[arg(long, value_name = "KIND=N,…", conflicts_with_all = ["mix", "density"])]
    pub(crate) terrain: Option<field::Terrain>,
    /// Terrain that goes together; one that follows from the seed when nothing is said.
    #[arg(long, value_name = "NAME")]
    pub(crate) mix: Option<Mix>,
    /// How much terrain.
    #[arg(long, value_name = "HOW", default_value = "usual")]
    pub(crate) density: Density,
    /// How the halves are alike.
    #[arg(long, value_name = "HOW", default_value = "half-turn")]
    pub(crate) symmetry: Balance,
    /// Where sides deploy.
    #[arg(long, value_name = "WHERE", default_value = "long-edges")]
    pub(crate) zones: Zones,
    /// How many objectives, 6 at most.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(..=6))]
    pub(crate) objectives: u8,
    /// What it is called; something is made up when nothing is said.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite the file if there is one.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// A seed that can be written in a file.
fn field_seed(text: &str) -> Result<u64, field::GenerateError> {
    let seed: Option<u64> = text.parse().ok();
    seed.filter(|&seed| i64::try_from(seed).is_ok()).ok_or(field::GenerateError::Seed)
}

/// Terrain that goes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mix {
    /// Ruins, a house or two, walls and rubble.
    Town,
    /// Woods, a hill, crops and hedges.
    Country,
    /// Containers, halls and barricades.
    Works,
    /// Woods, rocks, wet ground and craters.
    Wilds,
    /// Some of everything.
    Mixed,
}

/// How much terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Density {
    /// About two thirds of what is usual.
    Sparse,
    /// What most people play on.
    Usual,
    /// About a third more than usual.
    Dense,
}

/// How the halves of a battlefield are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Balance {
    /// By half a turn.
    HalfTurn,
    /// Mirrored along the line between the zones.
    Mirror,
    /// Not at all.
    None,
}

/// Where sides deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Zones {
    /// Strips along the long edges.
    LongEdges,
    /// Strips along the short edges.
    ShortEdges,
    /// Opposite quarters, less a disc in the middle.
    Quarters,
    /// Triangles in opposite corners.
    Corners,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field show seed:7                    a sketch in the terminal
  muster field show mill.toml --out mill.svg  a picture
  muster field show mill.toml --out mill.png --plain --width 2400
  muster field show mill.toml --svg > mill.svg")]
pub(crate) struct FieldShow {
    /// The battlefield: a file, or seed:N.
    #[arg(value_name = "FILE|seed:N")]
    pub(crate) field: field::Source,
    /// Draw it as SVG; said already by a file that ends in .svg.
    #[arg(long, conflicts_with = "png")]
    pub(crate) svg: bool,
    /// Draw it as PNG; said already by a file that ends in .png.
    #[arg(long)]
    pub(crate) png: bool,
    /// How wide the picture is, in pixels, from 200 to 8000; 1600 when nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(200..=8000))]
    pub(crate) width: Option<u32>,
    /// White paper and greys instead of a mat.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Leave out the names of terrain and zones.
    #[arg(long)]
    pub(crate) no_labels: bool,
    /// Leave out the grid.
    #[arg(long)]
    pub(crate) no_grid: bool,
    /// Write the picture to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite the file if there is one.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field turn mill.toml --by half
  muster field turn seed:7 --by mirror --out mirrored.toml

A quarter turn swaps width and depth. The seed is dropped: it makes the field that was not turned.")]
pub(crate) struct FieldTurn {
    /// The battlefield: a file, or seed:N.
    #[arg(value_name = "FILE|seed:N")]
    pub(crate) field: field::Source,
    /// How it is turned.
    #[arg(long, value_name = "HOW")]
    pub(crate) by: Turn,
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite the file if there is one.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// How a battlefield is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Turn {
    /// Half a turn.
    Half,
    /// A quarter turn, counter-clockwise.
    Left,
    /// A quarter turn, clockwise.
    Right,
    /// Left and right swapped.
    Mirror,
    /// Top and bottom swapped.
    Flip,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field check mill.toml
  muster field check data/fields/*.toml --json")]
pub(crate) struct FieldCheck {
    /// Battlefields: files, or seed:N.
    #[arg(value_name = "FILE|seed:N", required = true)]
    pub(crate) fields: Vec<field::Source>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster army list
  muster army show mine.toml
  muster army check mine.toml --set SETTING=VALUE
  muster army cards")]
pub(crate) struct Army {
    #[command(subcommand)]
    pub(crate) command: ArmyCommand,
}

/// What can be done with armies.
#[derive(Debug, Subcommand)]
pub(crate) enum ArmyCommand {
    /// List the armies that are ready to be played.
    List(ArmyList),
    /// Show an army: its units, what each costs, and what is wrong with it.
    Show(ArmyShow),
    /// Check army lists and name every fault.
    Check(ArmyCheck),
    /// Show unit cards, of one faction or of all.
    Cards(ArmyCards),
}

/// Which game, under which settings.
#[derive(Debug, Default, Args)]
pub(crate) struct ArmyGame {
    /// The game; the first one with armies when nothing is said, or that of the file.
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) agreed: Agreed,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster army list
  muster army list --json")]
pub(crate) struct ArmyList {
    #[command(flatten)]
    pub(crate) of: ArmyGame,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster army show ID               an army that muster army list lists
  muster army show mine.toml")]
pub(crate) struct ArmyShow {
    /// The army: the id of one that is ready, or a file.
    #[arg(value_name = "ID|FILE")]
    pub(crate) army: String,
    #[command(flatten)]
    pub(crate) of: ArmyGame,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster army check mine.toml
  muster army check armies/*.toml --json")]
pub(crate) struct ArmyCheck {
    /// Army lists.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) of: ArmyGame,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster army cards
  muster army cards FACTION --json")]
pub(crate) struct ArmyCards {
    /// The faction, by id or name.
    #[arg(value_name = "FACTION")]
    pub(crate) faction: Option<String>,
    #[command(flatten)]
    pub(crate) of: ArmyGame,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster pack new 'My Own' > mine.toml
  muster pack check mine.toml
  muster pack show mine.toml
  muster play --pack mine.toml --army ID")]
pub(crate) struct Pack {
    #[command(subcommand)]
    pub(crate) command: PackCommand,
}

/// What can be done with packs.
#[derive(Debug, Subcommand)]
pub(crate) enum PackCommand {
    /// Check packs and name every fault with its line.
    Check(PackCheck),
    /// Show the unit cards and armies of a pack.
    Show(PackShow),
    /// Print a small pack that can be played, with comments, to be changed by hand.
    New(PackNew),
    /// Print the JSON schema of packs, with which editors check while one types.
    Schema(PackGame),
}

/// Which game.
#[derive(Debug, Args)]
pub(crate) struct PackGame {
    /// The game; the first one with packs when nothing is said.
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster pack check mine.toml
  muster pack check packs/*.toml --json")]
pub(crate) struct PackCheck {
    /// Packs.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) of: PackGame,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PackShow {
    /// The pack.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) of: PackGame,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PackNew {
    /// What it is called; the example is left as it is when nothing is said.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) of: PackGame,
}
