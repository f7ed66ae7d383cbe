//! Accepting connections, and serving HTTP on one of them until it becomes a WebSocket or ends.

mod activity;
mod drain_on_close;
mod parse_error_body;
mod unread_body;
mod write_timeout;

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use axum::serve::Listener;
use futures_util::future::join_all;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ikibuguzo_protocol::ErrorCode;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::yield_now;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::client_address::TrustedProxies;
use super::connection_limiter::{ConnectionLimiter, ConnectionLimits};
use super::limits::Limits;
use super::listen::Listeners;
use crate::ops::metrics::Metrics;
use activity::{Activity, ResponseBody};
use drain_on_close::DrainOnClose;
use parse_error_body::ParseErrorBody;
use unread_body::split_body;
use write_timeout::WriteTimeout;

/// Largest number of bytes of a request before its head must have ended. hyper's own limit is 400 KiB. It allows 100
/// headers.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// What all connections of a server share.
#[derive(Clone, Debug)]
pub struct Acceptor {
    /// What answers requests.
    pub router: Router,
    /// The limits of connections, and the time-outs.
    pub limits: Limits,
    /// Proxies, whose connections are limited in total only: each carries those of many clients.
    pub trusted_proxies: Arc<TrustedProxies>,
    /// Where refused connections are counted.
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server closes its connections.
    pub stop: CancellationToken,
}

impl Acceptor {
    /// Accepts connections until `stop` is cancelled, then waits until each has finished its request.
    pub async fn run(self, listeners: Listeners) {
        let (connections, limiter) = (TaskTracker::new(), ConnectionLimiter::default());
        let accepting = listeners.into_iter().map(|listener| self.accept(listener, &connections, &limiter));
        join_all(accepting).await;
        connections.close();
        connections.wait().await;
    }

    async fn accept(
        &self,
        mut listener: TcpListener,
        connections: &TaskTracker,
        limiter: &ConnectionLimiter,
    ) {
        loop {
            let (stream, address) = tokio::select! {
                () = self.stop.cancelled() => break,
                // axum's way to accept: it waits when there are no more file descriptors.
                accepted = Listener::accept(&mut listener) => accepted,
            };
            let Some(permit) = limiter.try_acquire(address.ip(), self.limits_of(address)) else {
                // Closed without an answer: reading the request first would take the resource that is short.
                self.metrics.refused(ErrorCode::TooManySockets);
                continue;
            };
            // An event that follows a response must not wait until the client has acknowledged the response.
            let _ = stream.set_nodelay(true);
            connections.spawn(self.serve(DrainOnClose::new(stream, permit), address));
            // If many come at once, those that are already open are served in between.
            yield_now().await;
        }
    }

    fn limits_of(&self, peer: SocketAddr) -> ConnectionLimits {
        let limits = self.limits.connection_limits();
        match self.trusted_proxies.contains(peer.ip()) {
            true => ConnectionLimits { per_address: limits.total, ..limits },
            false => limits,
        }
    }

    /// Serves one connection until it ends, becomes a WebSocket, or the server stops. Then a request that is being
    /// answered is finished, and a connection that has not sent a whole head is closed.
    pub fn serve<Stream>(
        &self,
        stream: Stream,
        address: SocketAddr,
    ) -> impl Future<Output = ()> + Send + use<Stream>
    where
        Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let activity = Activity::default();
        let metrics = Arc::clone(&self.metrics);
        let stream = WriteTimeout::new(stream, self.limits.request, metrics, activity.clone());
        serve(stream, self.service(address, activity.clone()), self.limits, self.stop.clone(), activity)
    }

    /// What answers the requests of one connection.
    fn service(&self, address: SocketAddr, activity: Activity) -> impl RequestService + use<> {
        let router = TowerToHyperService::new(self.router.clone());
        let stop = self.stop.clone();
        let limit = self.limits.request;
        service_fn(move |request: Request<Incoming>| {
            let answering = activity.begin_answer();
            let (mut request, unread) = split_body(request);
            request.extensions_mut().insert(ConnectInfo(address));
            let response = router.call(request);
            let stop = stop.clone();
            async move {
                let mut response = response.await?;
                if let Some(unread) = unread {
                    unread.settle(&mut response, limit, stop);
                }
                Ok(response.map(|body| ResponseBody::new(body, answering)))
            }
        })
    }
}

/// Answers the requests of one connection.
trait RequestService:
    Service<Request<Incoming>, Response = Response<ResponseBody>, Error = Infallible, Future: Send> + Send
{
}

impl<S> RequestService for S where
    S: Service<Request<Incoming>, Response = Response<ResponseBody>, Error = Infallible, Future: Send> + Send
{
}

async fn serve<Stream>(
    stream: Stream,
    service: impl RequestService,
    limits: Limits,
    stop: CancellationToken,
    activity: Activity,
) where
    Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(ParseErrorBody::new(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // A broken connection is no failure of the server: everything that was acknowledged is in the log.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    // hyper waits for the end of a head that has begun; nobody waits for its answer yet.
    poll_fn(|context| match connection.as_mut().poll(context) {
        Poll::Pending if activity.is_idle() => Poll::Ready(()),
        polled => polled.map(drop),
    })
    .await;
}

#[cfg(test)]
mod tests;
