//! `muster serve`: the server with its page, until somebody ends it.

use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use engine::Ruleset;
use server::{Asset, Config, Server};
use store::{Amount, Place, Quota};
use tracing_subscriber::EnvFilter;

use crate::arguments::Serve;
use crate::failure::Failure;
use crate::{games, packs};

/// How long a match that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(180);

/// Serves until Ctrl-C, or until it is asked to end.
pub(crate) fn run(serve: &Serve, out: &mut dyn Write) -> Result<(), Failure> {
    log(serve)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(listen(serve, out));
    // A bot that still thinks is not waited for: what it did not tell is not lost.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn listen(serve: &Serve, out: &mut dyn Write) -> Result<(), Failure> {
    let data = place(serve)?;
    let asset = |file: &page::File| Asset { path: file.path, kind: file.kind, bytes: file.bytes, gzip: file.gzip };
    let page = page::FILES.iter().map(asset).collect();
    let address = SocketAddr::new(serve.address, serve.port);
    let games: Vec<&'static dyn Ruleset> =
        games::GAMES.into_iter().filter(|game| serve.developer || !games::is_for_developers(*game)).collect();
    let mut packs = Vec::new();
    for game in games.iter().filter(|game| game.manual().packs.is_some()) {
        packs = packs::bring(*game, &serve.packs)?.packs;
    }
    let names: Vec<String> = packs.iter().map(|pack| pack.file.clone()).collect();
    let hosts = serve.hosts.clone();
    let usual = Quota::default();
    let quota = Quota { all: Amount { bytes: u64::from(serve.room) << 20, ..usual.all }, ..usual };
    let config = Config { address, data: data.clone(), page, hosts, packs, idle: IDLE, quota };
    let server = Server::open(config, &games).await.map_err(|error| Failure::Check(error.to_string()))?;
    let end = end()?;
    writeln!(out, "Muster is at http://{}/", server.address())?;
    if !names.is_empty() {
        writeln!(out, "Packs: {}", names.join(", "))?;
    }
    match data {
        Place::Folder(folder) => writeln!(out, "Matches are kept in {}; press Ctrl-C to stop", folder.display())?,
        Place::Memory => writeln!(out, "Matches are forgotten when it stops; press Ctrl-C to stop")?,
    }
    if let Some(lost) = server.lost() {
        writeln!(out, "Warning: {lost}")?;
    }
    out.flush()?;
    server.run(end).await;
    Ok(())
}

/// What is logged: as much as somebody asked for, on standard error.
fn log(serve: &Serve) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&serve.log);
    let filter =
        filter.map_err(|error| Failure::usage(format!("--log {}: {error}; write info, or warn", serve.log)))?;
    // A log that cannot be written, as on a full disk, ends nothing: to complain about it would panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    // Set once in a process; a second time changes nothing.
    let _ = log.try_init();
    Ok(())
}

/// Where matches are kept.
fn place(serve: &Serve) -> Result<Place, Failure> {
    if serve.temporary {
        return Ok(Place::Memory);
    }
    if let Some(folder) = &serve.data {
        return Ok(Place::Folder(folder.clone()));
    }
    let folders = directories::ProjectDirs::from("", "", "muster");
    let folder = folders.map(|folders| folders.data_dir().to_owned());
    folder
        .map(Place::Folder)
        .ok_or_else(|| Failure::usage("this system has no folder for program data; name one with --data"))
}

/// Comes when somebody ends the program.
#[cfg(unix)]
fn end() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let mut asked = async move || {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    Ok(async move {
        asked().await;
        // Whoever asks twice does not want to wait.
        tokio::spawn(async move {
            asked().await;
            std::process::exit(130);
        });
    })
}

/// Comes when somebody ends the program.
#[cfg(not(unix))]
fn end() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
