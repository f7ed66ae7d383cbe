//! Every path of the server: the API, the pages, and the WebSocket.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, Uri};
use axum::middleware::{from_fn, from_fn_with_state, map_response_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE_BYTES};
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::TraceLayer;
use tracing::Span;

use crate::api::problem::Failure;
use crate::api::{self, cache, health, middleware};
use crate::app::App;
use crate::error::Error;
use crate::net::access_log;
use crate::ops::spans;
use crate::web;
use crate::ws;

/// Makes spans and logs nothing.
type RequestTraceLayer =
    TraceLayer<SharedClassifier<ServerErrorsAsFailures>, fn(&Request) -> Span, (), (), (), (), ()>;

/// The router, with the limits and the headers that hold for every request.
pub fn router(app: App) -> Router {
    let (api, description) = api::routes();
    api.merge(web::routes(description))
        .route("/ws", get(ws::upgrade))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_CLIENT_MESSAGE_BYTES))
        .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
        .layer(from_fn(middleware::require_one_host))
        .layer(from_fn(middleware::allow_cross_origin))
        .layer(from_fn(cache::set_cache_headers))
        .layer(middleware::compression())
        .layer(map_response_with_state(app.clone(), health::count_refusal))
        .layer(from_fn_with_state(app.clone(), access_log::log_request))
        .layer(trace_layer())
        .with_state(app)
}

/// A span for each request. The access log says how it ended.
fn trace_layer() -> RequestTraceLayer {
    TraceLayer::new_for_http()
        .make_span_with(spans::request as fn(&Request) -> Span)
        .on_request(())
        .on_response(())
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

async fn not_found(headers: HeaderMap, uri: Uri) -> Response {
    let message = "nothing is at this path; the API is described at /api and in docs/REFERENCE.md";
    let error = Error::new(ErrorCode::NotFound, message);
    if uri.path().starts_with("/api/") {
        return Failure::from(error).into_response();
    }
    web::refuse(&headers, error)
}

async fn method_not_allowed() -> Failure {
    Error::new(ErrorCode::MethodNotAllowed, "this path does not accept this method").into()
}
