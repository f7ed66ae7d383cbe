//! What holds for every request, whatever it asks for: how many may come, who may read the answers, how they are packed.

use std::net::SocketAddr;

use axum::body::HttpBody;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use super::problem::Failure;
use super::stream::UNBUFFERED;
use crate::app::App;
use crate::net::limits::neighbourhood;
use crate::time;

/// What a new guest costs, in requests: it is kept for ever.
const GUEST: u64 = 10;

/// Bytes below which packing does not pay.
const WORTH_PACKING: u64 = 256;

/// Refuses an address that asks too often. A command is never refused here: legal moves cost nothing, and refused ones
/// cost their player.
pub(super) async fn keep_pace(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(requests) = &app.requests
        && let Some(cost) = cost(&request)
        && let Err(wait) = requests.take(neighbourhood(address.ip()), cost, time::now())
    {
        return Failure::too_fast(wait).into_response();
    }
    next.run(request).await
}

/// What a request costs; none where it must always be answered, or is counted otherwise.
fn cost(request: &Request) -> Option<u64> {
    match (request.uri().path(), request.method()) {
        ("/api/commands" | "/ws" | "/healthz" | "/readyz", _) => None,
        ("/api/players", &Method::POST) => Some(GUEST),
        _ => Some(1),
    }
}

/// Lets pages of any origin read what anybody may read, and tells of a path what it knows.
pub(super) async fn open(request: Request, next: Next) -> Response {
    let (method, api) = (request.method().clone(), request.uri().path().starts_with("/api"));
    let mut response = next.run(request).await;
    if method == Method::OPTIONS && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response = known_methods();
    }
    if api && matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) {
        for (name, value) in
            [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (ACCESS_CONTROL_EXPOSE_HEADERS, "etag, retry-after")]
        {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// What a path answers to `OPTIONS`; `Allow` comes from the router. A page from elsewhere may read, and no more than that.
fn known_methods() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "accept, if-none-match, last-event-id"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Packs answers for those who take them packed; a stream of what happens goes out as it is.
pub(super) fn packing() -> CompressionLayer<impl Predicate> {
    let worth_it = SizeAbove::new(WORTH_PACKING).and(NotForContentType::IMAGES).and(Buffered);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}

/// Whether an answer may wait in a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffered;

impl Predicate for Buffered {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        response.headers().get(UNBUFFERED.0).is_none()
    }
}
