//! `GET /api/stream`: everything that concerns the player, in any game, as a stream.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;
use ikibuguzo_protocol::ServerMessage;
use serde_json::Value;

use super::extract::AuthenticatedPlayer;
use super::openapi::operation::{DescribeOutput, Operation};
use super::openapi::variants::{Selection, Variants, type_of};
use super::problem::Failure;
use super::stream::UNBUFFERED;
use super::stream::format::{StreamFormat, StreamItem};
use super::stream::frame_stream::{FrameStream, NextPart};
use super::stream_permit::acquire_stream_permit;
use crate::app::App;
use crate::live::frame::FrameKind;
use crate::live::outbox::Outbox;
use crate::live::subscribers::Subscription;
use crate::net::client_address::ClientAddress;
use crate::query::player_games::subscribe;

/// A stream of what concerns a player.
pub(super) struct PlayerStreamResponse(Response);

/// An open stream.
struct PlayerStream {
    frames: FrameStream,
    subscription: Subscription,
}

/// `GET /api/stream`: the player's live games, then a notice for each thing that happens in them. Server-sent events
/// for a client that accepts them, otherwise lines of JSON.
pub(super) async fn open(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
) -> Result<PlayerStreamResponse, Failure> {
    let format = StreamFormat::accepted(&headers).unwrap_or(StreamFormat::Ndjson);
    let permit = acquire_stream_permit(&app, client.ip)?;
    let (outbox, receiver) = Outbox::new(app.number_socket());
    let (subscription, games) =
        subscribe(&app.store, &app.standings, &app.subscribers, &player, &outbox).await?;
    let first = StreamItem::from_json(ServerMessage::Subscribed(games).to_json().into());
    let frames = FrameStream::new(app, permit, Vec::new(), &outbox, receiver);
    let notices = stream::unfold(PlayerStream { frames, subscription }, PlayerStream::into_next);
    let items = stream::once(async { first }).chain(notices);
    Ok(PlayerStreamResponse(([UNBUFFERED], format.response(items)).into_response()))
}

impl PlayerStream {
    async fn into_next(mut self) -> Option<(StreamItem, Self)> {
        loop {
            let frame = match self.frames.next().await? {
                NextPart::Item(item) => return Some((item, self)),
                NextPart::Frame(frame) => frame,
            };
            if let FrameKind::Notice { seq } = frame.kind
                && self.subscription.is_new(frame.game, seq)
            {
                return Some((StreamItem::from_json(frame.text), self));
            }
        }
    }
}

impl IntoResponse for PlayerStreamResponse {
    fn into_response(self) -> Response {
        self.0
    }
}

/// The messages of the WebSocket that the stream sends.
struct PlayerMessages;

impl Selection for PlayerMessages {
    type Union = ServerMessage;

    const NAME: &'static str = "PlayerStreamMessage";

    const DESCRIPTION: &'static str = "A line of a player's stream: the live games at the beginning, notices, and finally why the stream ends.";

    fn has(variant: &Value) -> bool {
        matches!(type_of(variant), "subscribed" | "notice" | "bye")
    }
}

impl DescribeOutput for PlayerStreamResponse {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.stream_response::<Variants<PlayerMessages>>();
    }
}
