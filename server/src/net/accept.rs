//! One connection: HTTP within bounds, until it becomes a WebSocket or ends.

mod drain_on_close;
mod write_timeout;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ikibuguzo_protocol::ErrorCode;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::net::limits::{ConnectionLimiter, Limits};
use crate::ops::metrics::Metrics;
use write_timeout::Impatient;
use drain_on_close::Lingering;

/// Bytes that are read of a request before its head must have ended; hyper's own bound is 400 KiB.
const HEAD: usize = 16 * 1024;

/// Takes in connections until it is told to stop, then waits until each has ended its request.
pub async fn accept(
    mut listener: TcpListener,
    router: Router,
    limits: Limits,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let (connections, door) = (TaskTracker::new(), ConnectionLimiter::default());
    loop {
        let (stream, address) = tokio::select! {
            () = stop.cancelled() => break,
            // axum's way to accept: it waits when there are no more file descriptors.
            accepted = Listener::accept(&mut listener) => accepted,
        };
        let Some(guest) = door.admit(address.ip(), limits.of_connections()) else {
            // Nothing was asked yet, and to wait for that would take what there is too little of.
            metrics.refused(ErrorCode::TooManySockets);
            continue;
        };
        // An event right behind an answer must not wait until the client has confirmed that.
        let _ = stream.set_nodelay(true);
        let stream = Impatient::new(Lingering::new(stream, guest), limits.request, Arc::clone(&metrics));
        connections.spawn(serve(stream, address, router.clone(), limits, stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Serves one connection until it ends, or becomes a WebSocket, or is told to stop and has ended its request.
pub async fn serve<Stream>(
    stream: Stream,
    address: SocketAddr,
    router: Router,
    limits: Limits,
    stop: CancellationToken,
) where
    Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // How a connection breaks is the client's affair: whatever was to be kept is in the log.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
