//! `GET /ws`: turns a request into a socket.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE_BYTES};
use tracing::Instrument;

use super::conversation::Conversation;
use super::session::MAX_FOLLOWED_GAMES;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::connection_limiter::ConnectionPermit;
use crate::ops::spans;

/// The largest frame in bytes that is read whole. A frame that is larger than a message may be is refused; a longer one
/// ends the socket.
const MAX_FRAME_BYTES: usize = 4 * MAX_CLIENT_MESSAGE_BYTES;

/// The read buffer of a socket in bytes. The library's default of 128 KiB is allocated for each socket, and is filled
/// with zeros before each read; few messages are longer than this.
const READ_BUFFER_BYTES: usize = 512;

/// The bytes that a socket gathers before it sends: a move in each of thirty games.
const WRITE_BUFFER_BYTES: usize = 16 * 1024;

/// The bytes that may wait in a socket's write buffer.
const MAX_WRITE_BUFFER_BYTES: usize = 1 << 20;

/// `GET /ws`.
pub async fn upgrade(
    State(app): State<App>,
    client: ClientAddress,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let message = "this path is for WebSockets, as docs/PROTOCOL.md describes them";
        return Failure::from(Error::new(ErrorCode::BadBody, message)).into_response();
    };
    let Some(permit) = app.connections.try_acquire(client.ip, app.limits.socket_limits()) else {
        let message =
            format!("too many sockets are open; one socket follows up to {MAX_FOLLOWED_GAMES} games");
        return Failure::from(Error::new(ErrorCode::TooManySockets, message)).into_response();
    };
    let sockets = app.sockets.clone();
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .on_upgrade(move |socket| sockets.track_future(serve(Conversation::new(app, socket), permit)))
}

/// Serves a socket to its end. It counts as open until then.
async fn serve(mut conversation: Conversation, _permit: ConnectionPermit) {
    let span = spans::socket(conversation.number());
    let end = conversation.run().instrument(span).await;
    let reason = end.map_or_else(|disconnected| disconnected.close_reason(), Some);
    // Boxed, so that open sockets keep no memory for it.
    Box::pin(conversation.close(reason)).await;
}
