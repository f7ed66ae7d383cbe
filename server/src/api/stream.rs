//! The events of a game as a stream that stays open while the game goes on.
//!
//! A stream is a watcher of the room, as a socket is, and sends the same messages byte by byte. It ends with the game,
//! with the server, or when its client reads too slowly.

pub(super) mod format;
pub(super) mod frame_stream;
pub(super) mod polled_stream;

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, GameId, ServerMessage};
use tokio::runtime::Handle;

use self::format::{StreamFormat, StreamItem};
use self::frame_stream::{FrameStream, NextPart};
use super::stream_permit::acquire_stream_permit;
use crate::app::App;
use crate::error::Error;
use crate::live::frame::{EventForm, FrameKind, OutboundFrame};
use crate::live::outbox::Outbox;
use crate::live::registry::RoomRegistry;
use crate::live::request::WatchStart;
use crate::time::Clock;

/// The `id` of the last event that a browser received before it reconnected.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Tells nginx not to collect a stream in a buffer. The compression layer leaves responses with this header alone.
pub(super) const UNBUFFERED: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");

/// A request for a stream.
pub(super) struct StreamRequest {
    /// The game.
    pub(super) game: GameId,
    /// The player who asks, if any.
    pub(super) viewer: Option<Player>,
    /// The newest `seq` that the client has.
    pub(super) since: u64,
    /// The same, if a browser reconnects. It overrides `since`.
    pub(super) last_event_id: Option<u64>,
    /// The format of the stream.
    pub(super) format: StreamFormat,
    /// The address of the client, for which streams are limited.
    pub(super) address: IpAddr,
}

/// An open stream.
struct EventStream {
    frames: FrameStream,
    /// The newest `seq` that was sent.
    sent: u64,
    /// Whether nothing follows the missed events.
    is_over: bool,
    _watch: WatchGuard,
}

/// Ends the watch of a room when it is dropped. Until then the player counts as present.
struct WatchGuard {
    clock: Clock,
    rooms: RoomRegistry,
    game: GameId,
    socket: u64,
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        let (rooms, game, socket, left_at) = (self.rooms.clone(), self.game, self.socket, self.clock.now());
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { rooms.unwatch(game, socket, left_at).await });
        }
    }
}

/// The number in the header `Last-Event-ID`, which a browser sends when it reconnects.
///
/// # Errors
///
/// `bad_query` if the header holds anything else.
pub(super) fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Error> {
    let Some(id) = headers.get(LAST_EVENT_ID) else {
        return Ok(None);
    };
    let seq = id.to_str().ok().and_then(|id| id.parse().ok());
    let invalid = || Error::new(ErrorCode::BadQuery, "`Last-Event-ID` must be the number of an event");
    seq.map(Some).ok_or_else(invalid)
}

/// Opens a stream: the state of the game for the viewer, then the missed events, then new events as they happen.
///
/// # Errors
///
/// `too_many_sockets`, `unknown_game`, `since_ahead`, or `busy`; or if the database cannot be used.
pub(super) async fn open(app: App, request: StreamRequest) -> Result<Response, Error> {
    let StreamRequest { game, viewer, since, last_event_id, format, address } = request;
    let since = last_event_id.unwrap_or(since);
    let permit = acquire_stream_permit(&app, address)?;
    let (outbox, frames) = Outbox::new(app.number_socket());
    let viewer = viewer.as_ref().map(|player| &player.id);
    let start = app.rooms.watch(game, viewer, Some(since), EventForm::Full, &outbox).await?;
    let watch =
        WatchGuard { clock: app.clock.clone(), rooms: app.rooms.clone(), game, socket: outbox.socket() };
    let WatchStart { snapshot, recent, is_over, .. } = start;
    let is_reconnect = last_event_id.is_some() && format == StreamFormat::Sse;
    if is_reconnect && is_over && since == snapshot.head {
        // A browser reconnects after every stream that ends, until it gets this status.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let missed = app.missed_events.load(&snapshot, recent, EventForm::Full).await?;
    app.metrics.resumes.inc_by(u64::from(since > 0));
    let seq = Some(snapshot.seq);
    let first = StreamItem::Message { seq, json: ServerMessage::Game(snapshot).to_json().into() };
    let frames = FrameStream::new(app, permit, missed, &outbox, frames);
    let events = EventStream { frames, sent: since, is_over, _watch: watch };
    let items = stream::once(async { first }).chain(stream::unfold(events, EventStream::into_next));
    Ok(([UNBUFFERED], format.response(items)).into_response())
}

impl EventStream {
    async fn into_next(mut self) -> Option<(StreamItem, Self)> {
        let item = self.next().await?;
        Some((item, self))
    }

    /// The next item; `None` at the end.
    async fn next(&mut self) -> Option<StreamItem> {
        if self.is_over && self.frames.has_caught_up() {
            return None;
        }
        loop {
            let frame = match self.frames.next().await? {
                NextPart::Item(item) => return Some(item),
                NextPart::Frame(frame) => frame,
            };
            if let Some(item) = self.event_of(frame) {
                return Some(item);
            }
        }
    }

    /// The event in a frame that was not sent yet. Presence is sent to sockets only, because it is no event.
    fn event_of(&mut self, frame: OutboundFrame) -> Option<StreamItem> {
        match frame.kind {
            FrameKind::Event { seq, is_end } if seq > self.sent => {
                (self.sent, self.is_over) = (seq, self.is_over || is_end);
                Some(StreamItem::Message { seq: Some(seq), json: frame.text })
            }
            FrameKind::Snapshot { head } => {
                self.sent = head;
                Some(StreamItem::Message { seq: Some(head), json: frame.text })
            }
            _ => None,
        }
    }
}
