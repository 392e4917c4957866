//! The server as a whole: what it is made of, how it starts and how it ends.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Ruleset;
use store::{Kept, Place, Quota, Record, Store, StoreError, Token};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use vocabulary::{Fault, Pack};

use crate::asset::{Asset, Page};
use crate::crowd::Crowd;
use crate::games::Games;
use crate::hosts::{HostName, Hosts};
use crate::live::Doors;
use crate::matches::Registry;
use crate::pace::{Asking, Pace, Paces};
use crate::problem::Problem;
use crate::work::Work;
use crate::{api, listening};

/// So long the end of the server waits for matches, and for the store to be closed.
const CLOSING: Duration = Duration::from_secs(2);

/// So many entries of matches that nobody looks at are kept in memory, counted once for each viewer they were told.
const AT_REST: usize = 30_000;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 is any that is free.
    pub address: SocketAddr,
    /// Where matches are kept.
    pub data: Place,
    /// The files of the page.
    pub page: Vec<Asset>,
    /// Names that it is reached by, beside the address.
    pub hosts: Vec<HostName>,
    /// Packs that everybody here can play with, in games that have any.
    pub packs: Vec<Pack>,
    /// How long a match that nobody looks at stays in memory.
    pub idle: Duration,
    /// How much is kept.
    pub quota: Quota,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Occurs when something else listens there.
    #[error("something else is listening on {0}, maybe another muster; stop it, or choose another port")]
    Taken(SocketAddr),
    /// Occurs when the address is not one of this machine, or needs rights that are not given.
    #[error("cannot listen on {0} ({1}); choose another address or port")]
    Address(SocketAddr, String),
    /// Occurs when a game cannot be played with the packs.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Packs(Vec<Fault>),
    /// Occurs when matches cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What every request may need.
pub(crate) struct Site {
    pub(crate) games: Games,
    pub(crate) store: Store,
    pub(crate) matches: Registry,
    pub(crate) page: Page,
    pub(crate) hosts: Hosts,
    pub(crate) doors: Arc<Doors>,
    /// How fast anything is asked for.
    asking: Mutex<Asking>,
    /// The bytes of requests that are being received, or were and are not answered.
    pub(crate) carried: Arc<Crowd>,
    /// How fast matches are started.
    starting: Mutex<Paces>,
    /// How fast promises are made.
    promising: Mutex<Paces>,
    /// Long messages that are read, searches, and records that are given.
    pub(crate) reading: Work,
    /// Set-ups that are tried.
    pub(crate) trying: Work,
    /// Records that are checked.
    pub(crate) checking: Work,
    /// What is done in matches.
    pub(crate) playing: Work,
}

impl Site {
    pub(crate) fn starting(&self) -> MutexGuard<'_, Paces> {
        self.starting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn asking(&self) -> MutexGuard<'_, Asking> {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn promising(&self) -> MutexGuard<'_, Paces> {
        self.promising.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A match that is kept.
    pub(crate) async fn kept(&self, id: &str) -> Result<Kept, Problem> {
        self.store.kept(id).await?.ok_or_else(|| StoreError::NoSuchMatch.into())
    }

    /// A match in which a browser holds a seat.
    pub(crate) async fn own(&self, id: &str, token: Token) -> Result<Kept, Problem> {
        let kept = self.kept(id).await?;
        let holds = kept.seats_of(token).next().is_some();
        if holds { Ok(kept) } else { Err(Problem::forbidden("you hold no seat in this match")) }
    }

    /// The whole record of a match. It holds every secret, and may be long: whoever wants it waits for a turn first.
    pub(crate) async fn record(&self, id: &str) -> Result<String, Problem> {
        let Record { head, lines, .. } = self.store.record(id).await?;
        let sealed = spawn_blocking(move || engine::sealed(head, lines)).await;
        sealed.map_err(|_| Problem::failure("a bug stopped this record from being written"))
    }
}

/// How fast matches are started, and promises made: by a browser, from an address, and in all.
fn paces() -> Paces {
    Paces::new(Pace::new(2.0, 10.0), Pace::new(4.0, 20.0), Pace::new(100.0, 200.0))
}

/// A server that listens, and answers as soon as it runs.
pub struct Server {
    site: Arc<Site>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the store and begins to listen.
    ///
    /// # Errors
    /// If matches cannot be kept, the address cannot be listened at, or something is wrong with the packs.
    pub async fn open(config: Config, games: &[&'static dyn Ruleset]) -> Result<Server, ServeError> {
        let unheard = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken(config.address),
            _ => {
                let text = error.to_string().to_lowercase();
                ServeError::Address(config.address, text.split(" (os error").next().unwrap_or_default().to_owned())
            }
        };
        let games = Games::new(games, &config.packs).map_err(ServeError::Packs)?;
        let listener = TcpListener::bind(config.address).await.map_err(unheard)?;
        let address = listener.local_addr().map_err(unheard)?;
        let store = Store::open_with(&config.data, config.quota).await?;
        // Whoever asks for a book before it is ready waits for it; nobody else does.
        spawn_blocking(api::prepare);
        let site = Site {
            games,
            matches: Registry::new(store.clone(), config.idle, AT_REST),
            store,
            page: Page::new(&config.page),
            hosts: Hosts::new(address.ip(), config.hosts),
            doors: Arc::default(),
            asking: Mutex::new(Asking::new(Pace::new(200.0, 400.0))),
            carried: Arc::new(Crowd::new(32 << 20, 128 << 20)),
            starting: Mutex::new(paces()),
            promising: Mutex::new(paces()),
            reading: Work::new(2, 4),
            trying: Work::new(2, 4),
            checking: Work::new(1, 2),
            playing: Work::new(4, 64),
        };
        Ok(Server { site: Arc::new(site), listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What was kept before and is missing now, in a sentence.
    pub fn lost(&self) -> Option<&str> {
        self.site.store.lost()
    }

    /// Answers until it is told to end, then ends the connections. Nothing that was acknowledged is lost however it
    /// ends.
    pub async fn run(self, end: impl Future<Output = ()> + Send) {
        let (site, store) = (Arc::clone(&self.site), self.site.store.clone());
        let settle = async move {
            site.doors.shut().await;
            // Rules that take longer are cut off; their match is loaded as it was.
            let _ = timeout(CLOSING, site.matches.end()).await;
        };
        listening::listen(self.listener, api::router(self.site), end, settle).await;
        // A connection that does not end in time keeps the store open; what it was told is on the disk all the same.
        let _ = timeout(CLOSING, store.close()).await;
    }
}

#[cfg(test)]
mod tests {
    use engine::Game;
    use reqwest::Client;
    use tokio::sync::oneshot;

    use super::*;
    use crate::caller::Caller;

    static DUEL: Game<duel::Duel, bots::Levels> = Game::new();

    const OPENING: &str = r#"{"players":[{"name":"Ann"},{"name":"Bo"}]}"#;

    /// The report: 32 clients searched, on the threads that serve everybody, and a bystander waited for 1.3 s.
    #[tokio::test]
    async fn costly_work_waits_for_its_turn_and_nobody_else_does() {
        let idle = Duration::from_secs(180);
        let (address, data, quota) = (SocketAddr::from(([127, 0, 0, 1], 0)), Place::Memory, Quota::default());
        let config = Config { address, data, page: Vec::new(), hosts: Vec::new(), packs: Vec::new(), idle, quota };
        let server = Server::open(config, &[&DUEL]).await.unwrap();
        let (site, caller) = (Arc::clone(&server.site), Caller::new([127, 0, 0, 1].into()));
        let to = format!("http://{}", server.address());
        let (end, ended) = oneshot::channel::<()>();
        let served = tokio::spawn(server.run(async { _ = ended.await }));
        let client = Client::new();
        let costly: [(&Work, usize, reqwest::RequestBuilder); 3] = [
            (&site.reading, 2, client.get(format!("{to}/api/rules?words=terror"))),
            (&site.trying, 2, client.post(format!("{to}/api/games/duel/opening")).body(OPENING)),
            (&site.checking, 1, client.post(format!("{to}/api/replays")).body("not a record")),
        ];
        for (work, of_one, request) in costly {
            let mut turns = Vec::new();
            for _ in 0..of_one {
                turns.push(work.turn(caller).await);
            }
            let request = request.header("content-type", "application/json");
            let mut request = tokio::spawn(request.send());
            let early = timeout(Duration::from_millis(300), &mut request).await;
            assert!(early.is_err(), "nothing is done before its turn: {early:?}");
            for free in ["/api/health", "/api/games", "/api/books", "/api/matches"] {
                assert_eq!(client.get(format!("{to}{free}")).send().await.unwrap().status(), 200, "{free}");
            }
            drop(turns);
            let answer = request.await.unwrap().unwrap();
            assert!(matches!(answer.status().as_u16(), 200 | 422), "{answer:?}");
        }
        let _ = end.send(());
        served.await.unwrap();
    }
}
