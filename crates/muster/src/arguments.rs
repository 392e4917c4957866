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
  muster                            start the server; open the address it prints
  muster play                       play against a bot, here in the terminal
  muster play --seats me,me         play a friend at the same screen
  muster simulate --games 1000      let bots play a thousand games
  muster replay --verify GAME.muster
  muster rules distance             what the rulebooks say about distance
  muster odds --help                the odds of an attack
  muster field show seed:7          look at a battlefield
  muster army list                  list the ready-made armies
  muster pack new > mine.toml       start a faction of your own";

/// Play tabletop miniature wargames by the book.
#[derive(Debug, Parser)]
#[command(name = "muster", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the server: play in your browser, alone, against bots or with friends at the same screen.
    Serve(Serve),
    /// Play a match in the terminal, against bots or with friends at the same screen.
    Play(Play),
    /// Let bots play each other many times and count who wins.
    Simulate(Simulate),
    /// Show a recorded match as a log, or check records by playing them again.
    Replay(Replay),
    /// Run scenario files: situations and what must happen in them.
    Scenario(Scenario),
    /// Read the rulebooks: look up a rule, search for words, see what is covered.
    Rules(Rules),
    /// Work out the odds of an attack, from numbers or unit cards.
    Odds(Odds),
    /// Make, draw, turn and check battlefields.
    Field(Field),
    /// Look at armies and unit cards, and check army lists.
    Army(Army),
    /// Write, view and check packs: factions of your own.
    Pack(Pack),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster serve
  muster serve --port 0             any free port; the address is printed
  muster serve --temporary          save nothing
  muster serve --pack mine.toml     with a faction of your own
  muster serve --address 0.0.0.0    let others on your network play; anyone there can reach it
  muster serve --address 0.0.0.0 --host muster.local    and by this name, not just by address")]
pub(crate) struct Serve {
    /// The address to listen on; only this machine can reach 127.0.0.1.
    #[arg(long, value_name = "ADDRESS", env = "MUSTER_ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// The port to listen on; 0 picks any free one.
    #[arg(long, value_name = "PORT", env = "MUSTER_PORT", default_value_t = 4727)]
    pub(crate) port: u16,
    /// The folder to keep matches in; by default, the system's folder for program data.
    #[arg(long, value_name = "DIR", env = "MUSTER_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// A name that others reach the server by, such as muster.local; put https:// before it if a proxy in front of the
    /// server does the encryption; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<HostName>,
    /// How many MiB of matches to keep; once that much is kept, no new match can start.
    #[arg(long, value_name = "MIB", env = "MUSTER_ROOM", default_value_t = 4096)]
    pub(crate) room: u32,
    /// Keep matches in memory only, and forget them at the end.
    #[arg(long)]
    pub(crate) temporary: bool,
    /// A pack that everyone on this server can play with; may be given several times.
    #[arg(long = "pack", value_name = "FILE")]
    pub(crate) packs: Vec<PathBuf>,
    /// Offer every game, including those for developers.
    #[arg(long)]
    pub(crate) developer: bool,
    /// What to log on standard error: error, warn, info, debug, or by part, such as server=debug.
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
    /// Change a setting of the match from its default; may be given several times.
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    settings: Vec<String>,
    /// A pack, which adds its factions and ready-made armies; may be given several times.
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
    /// The armies, seat by seat: a file, or the name of a ready-made one (see muster army list). By default each seat gets a
    /// ready-made one.
    #[arg(long = "army", value_name = "NAME|FILE,…", value_delimiter = ',')]
    pub(crate) armies: Vec<String>,
    /// The battlefield: seed:N, a file, or the name of a ready-made one (see muster field list). By default the game makes
    /// one, or several for muster simulate to play on in turn.
    #[arg(long, value_name = "NAME|FILE|seed:N")]
    pub(crate) field: Option<String>,
    /// Who plays, seat by seat: `me` for a person, or the level of a bot, with a name if you like, as in Ann=me. If you name
    /// nobody, the best bot plays, in muster play against you.
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

While playing, type help to see what you can type.")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Where the dice come from: drawn from a secret that is fixed in advance, or rolled at a real table and typed in.
    #[arg(long, value_name = "HOW", default_value = "drawn", help_heading = "Dice")]
    pub(crate) dice: DiceFrom,
    /// Draw the dice from this number instead of a secret, so that you can play the same match again.
    #[arg(long, value_name = "N", help_heading = "Dice")]
    pub(crate) seed: Option<u64>,
    /// A text mixed into the dice, one for each person in seat order; by default their names.
    #[arg(long, value_name = "TEXT", help_heading = "Dice")]
    pub(crate) contribute: Vec<String>,
    /// Save the record of the match in this file after every answer.
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) save: Option<PathBuf>,
    /// Carry on with the match in this file, and keep saving it there.
    #[arg(long, value_name = "FILE", help_heading = "Files", conflicts_with_all = ["game", "settings", "packs", "seed", "contribute"])]
    pub(crate) resume: Option<PathBuf>,
}

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiceFrom {
    /// Drawn by the computer, so that they can be checked afterwards.
    Drawn,
    /// Rolled at a real table and typed in.
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
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// The seed of the first game; the others count up from it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the record of each game to this folder, as SEED.muster.
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// How many threads to use; all cores by default. The results are the same either way.
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
    /// Records of matches; with --verify, also folders of them.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Play the records again and compare every answer, die and fact.
    #[arg(long, conflicts_with_all = ["seat", "map"])]
    pub(crate) verify: bool,
    /// Show what this seat heard, including its own secrets; by name or number.
    #[arg(long, value_name = "NAME")]
    pub(crate) seat: Option<String>,
    /// Show the battlefield at the end.
    #[arg(long)]
    pub(crate) map: bool,
    /// Print events as lines of JSON; with --verify, print the results as JSON.
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
    /// Write the match in this record as a scenario instead of running any.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["paths", "json"])]
    pub(crate) from: Option<PathBuf>,
    /// With --from: shrink the match to a short one whose log still says this.
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
  muster rules measure distance     rules that mention it, best first
  muster rules --game duel distance in one rulebook only
  muster rules --coverage           how much is carried out and tested")]
pub(crate) struct Rules {
    /// The id of a rule or ruling, or words to search for.
    #[arg(value_name = "ID or WORDS")]
    pub(crate) words: Vec<String>,
    /// Only the rulebook of this game.
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    /// Count the rules that code carries out, scenarios exercise and mutants prove, and the options of settings that make no
    /// difference in any scenario.
    #[arg(long, conflicts_with = "words")]
    pub(crate) coverage: bool,
    /// Count only rules of this part of a book, such as core, and the rulings that are carried out.
    #[arg(long, value_name = "PART", requires = "coverage")]
    pub(crate) module: Option<String>,
    /// Count only what applies in this edition.
    #[arg(long, value_name = "N", requires = "coverage")]
    pub(crate) edition: Option<u8>,
    /// Fail if a playable game has a rule that no scenario exercises, or a setting with an option that makes no difference in
    /// any scenario.
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
  muster odds --help --game ID      the values that describe an attack in a game

Each game has its own values. muster army cards lists factions and cards.")]
pub(crate) struct Odds {
    /// The game.
    #[arg(long, value_name = "ID", default_value = games::FIRST)]
    pub(crate) game: String,
    /// The attackers' card; without it, describe them with values.
    #[arg(long, value_name = "FACTION/CARD:MODELS")]
    pub(crate) attacker: Option<String>,
    /// The targets' card; without it, describe them with values.
    #[arg(long, value_name = "FACTION/CARD:MODELS")]
    pub(crate) target: Option<String>,
    /// The weapon on the attackers' card; by default, all that are used together.
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
    /// Make a battlefield from a seed and print it as TOML, which you can edit by hand.
    New(FieldNew),
    /// Draw a battlefield: in the terminal, or as a picture to print.
    Show(FieldShow),
    /// Turn or mirror a battlefield and print it as TOML.
    Turn(FieldTurn),
    /// Check battlefields and report every fault.
    Check(FieldCheck),
    /// List the ready-made battlefields.
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
    /// The seed that everything follows from; by default one is chosen and written in the file.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = field_seed)]
    pub(crate) seed: Option<u64>,
    /// Width and depth in inches, from 12 to 120 each; 44x44, 48x48, 60x44 and 72x48 are common.
    #[arg(long, value_name = "WxD", default_value = "60x44")]
    pub(crate) size: field::Size,
    /// How many pieces of each kind.
    #[arg(long, value_name = "KIND=N,…", conflicts_with_all = ["mix", "density"])]
    pub(crate) terrain: Option<field::Terrain>,
    /// Terrain that goes together; by default the seed decides.
    #[arg(long, value_name = "NAME")]
    pub(crate) mix: Option<Mix>,
    /// How much terrain.
    #[arg(long, value_name = "HOW", default_value = "usual")]
    pub(crate) density: Density,
    /// How the two halves match.
    #[arg(long, value_name = "HOW", default_value = "half-turn")]
    pub(crate) symmetry: Balance,
    /// Where sides deploy.
    #[arg(long, value_name = "WHERE", default_value = "long-edges")]
    pub(crate) zones: Zones,
    /// How many objectives, up to 6.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(..=6))]
    pub(crate) objectives: u8,
    /// What it is called; by default a name is made up.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite the file if it exists.
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
    /// About two thirds of the usual amount.
    Sparse,
    /// What most people play on.
    Usual,
    /// About a third more than usual.
    Dense,
}

/// How the halves of a battlefield match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Balance {
    /// The same after half a turn.
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
    /// Opposite quarters, minus a disc in the middle.
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
    /// Draw it as SVG; a file name ending in .svg says so already.
    #[arg(long, conflicts_with = "png")]
    pub(crate) svg: bool,
    /// Draw it as PNG; a file name ending in .png says so already.
    #[arg(long)]
    pub(crate) png: bool,
    /// How wide the picture is, in pixels, from 200 to 8000; 1600 by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(200..=8000))]
    pub(crate) width: Option<u32>,
    /// Use white paper and greys instead of a mat.
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
    /// Overwrite the file if it exists.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  muster field turn mill.toml --by half
  muster field turn seed:7 --by mirror --out mirrored.toml

A quarter turn swaps width and depth. The seed is dropped: it would make the field as it was before the turn.")]
pub(crate) struct FieldTurn {
    /// The battlefield: a file, or seed:N.
    #[arg(value_name = "FILE|seed:N")]
    pub(crate) field: field::Source,
    /// How to turn it.
    #[arg(long, value_name = "HOW")]
    pub(crate) by: Turn,
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite the file if it exists.
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
    /// List the ready-made armies.
    List(ArmyList),
    /// Show an army: its units, what each costs, and what is wrong with it.
    Show(ArmyShow),
    /// Check army lists and report every fault.
    Check(ArmyCheck),
    /// Show unit cards, for one faction or all.
    Cards(ArmyCards),
}

/// Which game, under which settings.
#[derive(Debug, Default, Args)]
pub(crate) struct ArmyGame {
    /// The game; by default that of the file, or the first one with armies.
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
  muster army show ID               an army from muster army list
  muster army show mine.toml")]
pub(crate) struct ArmyShow {
    /// The army: the id of a ready-made one, or a file.
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
    /// Check packs and report every fault with its line.
    Check(PackCheck),
    /// Show the unit cards and armies of a pack.
    Show(PackShow),
    /// Print a small playable pack, with comments, to edit by hand.
    New(PackNew),
    /// Print the JSON schema of packs, so that your editor checks as you type.
    Schema(PackGame),
}

/// Which game.
#[derive(Debug, Args)]
pub(crate) struct PackGame {
    /// The game; by default the first one with packs.
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
    /// What to call it; by default the example keeps its name.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) of: PackGame,
}
