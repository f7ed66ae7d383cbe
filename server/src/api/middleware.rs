//! Layers around every route: `Host`, rate limit, cross-origin reading, compression.

use std::net::IpAddr;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ikibuguzo_pages::forms;
use ikibuguzo_protocol::ErrorCode;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use super::problem::Failure;
use super::stream::UNBUFFERED;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::player_cookie;

/// The cost of a new guest, in requests: it is stored for ever.
const GUEST_COST: u64 = 10;

/// The path to which games are sent that were played without a server.
const OFFLINE_GAMES_PATH: &str = "/api/games/offline";

/// The cost of such a game, in requests: all of its actions are stored at once.
const OFFLINE_GAME_COST: u64 = 20;

/// The smallest body that is compressed, in bytes.
const MIN_COMPRESSED_BYTES: u64 = 256;

/// The pictures of a game that pages of any origin may read.
const PICTURES: [&str; 3] = ["/board.svg", "/board.png", "/replay.svg"];

/// Where commands are sent.
const COMMANDS_PATH: &str = "/api/commands";

/// The content type of compressed files.
pub(crate) const GZIP: &str = "application/gzip";

/// Refuses requests of an address that exceeds its rate. Commands are exempt: legal moves are free, and refused
/// commands are counted by player, or by address if no player has sent them.
pub(crate) async fn limit_requests(
    State(app): State<App>,
    client: ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    if request.uri().path() == COMMANDS_PATH {
        return limit_unknown_players(&app, client.block(), request, next).await;
    }
    if let Some(requests) = &app.requests
        && let Some(cost) = cost(&request)
        && let Err(wait) = requests.take(client.block(), cost, app.clock.now())
    {
        return Failure::too_fast(wait).into_response();
    }
    next.run(request).await
}

/// Refuses commands of an address that has sent too many without a player's token: each looks for the player in the
/// database.
async fn limit_unknown_players(app: &App, client: IpAddr, request: Request, next: Next) -> Response {
    let Some(unknown_players) = &app.unknown_players else { return next.run(request).await };
    if let Err(wait) = unknown_players.check(&client, app.clock.now()) {
        return Failure::too_fast(wait).into_response();
    }
    let response = next.run(request).await;
    if response.status() == StatusCode::UNAUTHORIZED {
        let _ = unknown_players.take(client, 1, app.clock.now());
    }
    response
}

/// The cost of a request; `None` if it is exempt.
fn cost(request: &Request) -> Option<u64> {
    match (request.uri().path(), request.method()) {
        ("/ws" | "/healthz" | "/readyz", _) => None,
        ("/api/players", &Method::POST) => Some(GUEST_COST),
        (OFFLINE_GAMES_PATH, &Method::POST) => Some(OFFLINE_GAME_COST),
        (path, &Method::POST) if makes_guest(path, request.headers()) => Some(GUEST_COST),
        _ => Some(1),
    }
}

/// Whether a form can make its sender a guest: only one without a token does.
fn makes_guest(path: &str, headers: &HeaderMap) -> bool {
    path.starts_with(forms::PATH) && player_cookie::token_in(headers).is_none()
}

/// Refuses requests with several `Host` headers, or with none in HTTP/1.1 (RFC 9112, 3.2): two servers in a row could
/// each believe another one.
pub(crate) async fn require_one_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts == 1 || hosts == 0 && request.version() < Version::HTTP_11 {
        return next.run(request).await;
    }
    let message = format!("a request has one `Host` header; this one has {hosts}");
    Failure::from(Error::new(ErrorCode::BadRequest, message)).into_response()
}

/// Lets pages of any origin read the API, published games, the pictures of games and the files of the pages, and
/// answers `OPTIONS` for each path.
///
/// tower-http's `CorsLayer` cannot do it: it answers `OPTIONS` itself, with 200 also for unknown paths, and allows
/// reading the response to a `POST`.
pub(crate) async fn allow_cross_origin(request: Request, next: Next) -> Response {
    let (method, is_open) = (request.method().clone(), is_open_to_all_origins(request.uri().path()));
    let mut response = next.run(request).await;
    if method == Method::OPTIONS && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response = preflight();
    }
    if is_open && matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) {
        for (name, value) in
            [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (ACCESS_CONTROL_EXPOSE_HEADERS, "etag, retry-after")]
        {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// Whether pages of any origin may read this path.
fn is_open_to_all_origins(path: &str) -> bool {
    let is_picture = path.starts_with("/game/") && PICTURES.iter().any(|picture| path.ends_with(picture));
    // A frame with `sandbox="allow-scripts"` has an origin of its own, and loads the modules as any other.
    path.starts_with("/api") || path.starts_with("/static/") || path.starts_with("/exports/") || is_picture
}

/// The answer to `OPTIONS`. The router adds `Allow`. Other origins may read and not write.
fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "accept, if-none-match, last-event-id"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Compresses responses for clients that accept it, except images, compressed files and event streams.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let predicate = SizeAbove::new(MIN_COMPRESSED_BYTES)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new(GZIP))
        .and(MayBuffer);
    CompressionLayer::new().quality(CompressionLevel::Default).compress_when(predicate)
}

/// Whether a response may wait in a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct MayBuffer;

impl Predicate for MayBuffer {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        response.headers().get(UNBUFFERED.0).is_none()
    }
}
