//! Connections taken one after the other, with limits that a hostile client meets.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// So many connections are open at once; others wait.
const MOST: u32 = 2048;
/// So long a client may take to say what it wants.
const HEAD: Duration = Duration::from_secs(20);
/// So long a client may take nothing of what it is sent.
const TAKING: Duration = Duration::from_secs(30);
/// So long a request may take to end when the server ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves connections until it is told to end. Then nobody else comes in, everything settles, and those who are there
/// may leave.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()>,
    settle: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(MOST as usize));
    let (stop, stopped) = watch::channel(false);
    let mut end = pin!(end);
    loop {
        let next = async {
            // Nobody closes the semaphore; without a place there is nothing to do but wait.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let served = serve(stream, router.clone(), stopped.clone());
                tokio::spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(error) => {
                // As when there are too many open files: some will be closed in a moment.
                tracing::warn!(%error, "a connection could not be taken");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop((listener, router));
    settle.await;
    stop.send_replace(true);
    let _ = timeout(PATIENCE, places.acquire_many(MOST)).await;
}

async fn serve(stream: TcpStream, router: Router, mut stopped: watch::Receiver<bool>) {
    // A message in a match is small, and somebody waits for it.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(TAKING));
    let stream = TokioIo::new(Box::pin(stream));
    let connection = http.serve_connection(stream, TowerToHyperService::new(router)).with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = async { _ = stopped.wait_for(|stopped| *stopped).await } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection broke off");
    }
}
