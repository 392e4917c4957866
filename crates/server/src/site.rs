//! The server as a whole: what it is made of, how it starts and how it ends.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Ruleset;
use store::{Kept, Place, Store, StoreError, Token};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use vocabulary::{Fault, Pack};

use crate::asset::{Asset, Page};
use crate::games::Games;
use crate::live::Doors;
use crate::matches::Registry;
use crate::pace::{Pace, Paces};
use crate::problem::Problem;
use crate::{api, listening};

/// So long the end of the server waits for matches, and for the store to be closed.
const CLOSING: Duration = Duration::from_secs(2);

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 is any that is free.
    pub address: SocketAddr,
    /// Where matches are kept.
    pub data: Place,
    /// The files of the page.
    pub page: Vec<Asset>,
    /// Packs that everybody here can play with, in games that have any.
    pub packs: Vec<Pack>,
    /// How long a match that nobody looks at stays in memory.
    pub idle: Duration,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Occurs when something else listens there.
    #[error("something else listens at {0}, perhaps another muster; stop it, or choose another port")]
    Taken(SocketAddr),
    /// Occurs when the address is not one of this machine, or needs rights that are not given.
    #[error("{0} cannot be listened at ({1}); choose another address or port")]
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
    pub(crate) doors: Arc<Doors>,
    /// How fast matches are started.
    starting: Mutex<Paces>,
    /// How fast promises are made.
    promising: Mutex<Paces>,
    /// How many set-ups are tried at once.
    pub(crate) trying: Arc<Semaphore>,
    /// How many records are checked at once.
    pub(crate) checking: Arc<Semaphore>,
    /// How many records from outside are in memory at once.
    pub(crate) reading: Semaphore,
}

impl Site {
    pub(crate) fn starting(&self) -> MutexGuard<'_, Paces> {
        self.starting.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The whole record of a match. It holds every secret.
    pub(crate) async fn record(&self, id: &str) -> Result<String, Problem> {
        Ok(engine::sealed(self.store.head(id).await?, self.store.lines(id).await?))
    }
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
        let store = Store::open(&config.data).await?;
        let site = Site {
            games,
            matches: Registry::new(store.clone(), config.idle),
            store,
            page: Page::new(&config.page),
            doors: Arc::default(),
            starting: Mutex::new(Paces::new(Pace::new(2.0, 10.0), Pace::new(20.0, 100.0))),
            promising: Mutex::new(Paces::new(Pace::new(2.0, 10.0), Pace::new(20.0, 100.0))),
            trying: Arc::new(Semaphore::new(4)),
            checking: Arc::new(Semaphore::new(2)),
            reading: Semaphore::new(8),
        };
        Ok(Server { site: Arc::new(site), listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
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
