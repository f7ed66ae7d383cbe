//! The access log: one line per request, under a target of its own.

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;
use tracing::{Level, enabled, info};

use super::client_address::ClientAddress;
use crate::ops::logging::ACCESS_LOG_TARGET;

/// The path of a request that no route matches: the path itself may hold anything.
const UNMATCHED: &str = "unmatched";

/// Logs the method, the matched route, the status, the milliseconds until the head of the response, and the client.
/// Ids in the path, the query and headers are not logged: the id of a private game is its invitation.
pub(crate) async fn log_request(client: ClientAddress, request: Request, next: Next) -> Response {
    if !enabled!(target: ACCESS_LOG_TARGET, Level::INFO) {
        return next.run(request).await;
    }
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let path = path.as_ref().map_or(UNMATCHED, MatchedPath::as_str);
    let status = response.status().as_u16();
    let ms = began.elapsed().as_millis() as u64;
    info!(target: ACCESS_LOG_TARGET, %method, path, status, ms, client = %client.ip, "Request");
    response
}
