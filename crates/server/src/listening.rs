//! Connections taken one after the other, with limits that a hostile client meets.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::caller::Caller;
use crate::crowd::{Away, Crowd, Place};

/// So many connections are open at once, from one address and in all: fewer than the files that a process may have open
/// on most systems. Whoever comes next finds room, and whoever was silent longest loses it.
const OF_ONE: usize = 256;
const IN_ALL: usize = 900;
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
    let guests = Arc::new(Crowd::new(OF_ONE, IN_ALL));
    let (stop, stopped) = watch::channel(false);
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, from)) => {
                let caller = Caller::new(from.ip());
                let (place, away) = guests.enter(caller);
                place.take(1);
                tokio::spawn(serve(Guest { stream, place, away }, caller, router.clone(), stopped.clone()));
            }
            Err(error) => {
                // As when there are too many open files: then somebody has to go.
                tracing::warn!(%error, "a connection could not be taken");
                guests.thin_out();
                sleep(Duration::from_millis(10)).await;
            }
        }
    }
    drop((listener, router));
    settle.await;
    stop.send_replace(true);
    let left = async {
        while !guests.is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = timeout(PATIENCE, left).await;
}

/// A connection that somebody has made, until it is closed, or its place is taken away.
struct Guest {
    stream: TcpStream,
    place: Place,
    away: Away,
}

impl Guest {
    /// Comes when the place was taken away: then nothing more is read or written.
    fn poll_away(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match Pin::new(&mut self.away).poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::ConnectionAborted.into()),
            Poll::Pending => Ok(()),
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.poll_away(context)?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.place.heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_away(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_away(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

async fn serve(guest: Guest, caller: Caller, router: Router, mut stopped: watch::Receiver<bool>) {
    // A message in a match is small, and somebody waits for it.
    let _ = guest.stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut stream = TimeoutStream::new(guest);
    stream.set_write_timeout(Some(TAKING));
    let stream = TokioIo::new(Box::pin(stream));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(caller);
        router.call(request)
    });
    let connection = http.serve_connection(stream, service).with_upgrades();
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
