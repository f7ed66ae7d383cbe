//! The events of a game as a stream that goes on while the game does: server-sent events, or JSON, one object a line.
//! A stream is another watcher of the room; what it tells are the socket's own messages, byte by byte.

use std::convert::Infallible;
use std::net::IpAddr;
use std::vec;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use ikibuguzo_protocol::{ErrorCode, GameId, ServerMessage};
use tokio::runtime::Handle;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::live::frame::{FrameKind, OutboundFrame};
use crate::live::outbox::{Outbox, OutboxReceiver};
use crate::live::registry::RoomRegistry;
use crate::live::request::WatchStart;
use crate::net::close_reason::CloseReason;
use crate::net::connection_limiter::ConnectionPermit;
use ikibuguzo_game::player::Player;

/// What a browser says when it comes back to a stream.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// nginx would hold a stream back until its buffer is full; so would whoever packs it.
pub(super) const UNBUFFERED: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");

/// How a stream is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `text/event-stream`.
    Sse,
    /// `application/x-ndjson`.
    Lines,
}

/// Who follows which game from where on.
pub(super) struct Follow {
    pub(super) game: GameId,
    pub(super) viewer: Option<Player>,
    pub(super) since: u64,
    /// Whether the client says that this is where it was.
    pub(super) is_back: bool,
    pub(super) form: Form,
    pub(super) address: IpAddr,
}

/// A stream under way.
struct Telling {
    app: App,
    form: Form,
    missed: vec::IntoIter<OutboundFrame>,
    lines: OutboxReceiver,
    overflow: CancellationToken,
    beat: Interval,
    /// The newest `seq` that was told.
    sent: u64,
    /// Whether what was missed is all that there will be.
    over: bool,
    /// Counted until the stream is gone.
    _guest: ConnectionPermit,
    _following: Following,
}

/// A stream that follows a game until this is dropped: its player is there for so long.
struct Following {
    rooms: RoomRegistry,
    game: GameId,
    socket: u64,
}

impl Drop for Following {
    fn drop(&mut self) {
        let (rooms, game, socket) = (self.rooms.clone(), self.game, self.socket);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { rooms.unwatch(game, socket).await });
        }
    }
}

impl Form {
    const ALL: [Self; 2] = [Self::Sse, Self::Lines];

    /// The first form of a stream that the client accepts; none where it asks for no stream.
    pub(super) fn wanted(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let mut types = accepted.flat_map(|value| value.split(',')).map(essence);
        types.find_map(|wanted| Self::ALL.into_iter().find(|form| wanted.eq_ignore_ascii_case(form.mime())))
    }

    fn mime(self) -> &'static str {
        match self {
            Self::Sse => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    fn message(self, seq: u64, text: &str) -> String {
        match self {
            Self::Sse => format!("id: {seq}\ndata: {text}\n\n"),
            Self::Lines => format!("{text}\n"),
        }
    }

    /// A sign of life that every reader passes over.
    fn beat(self) -> String {
        match self {
            Self::Sse => ":\n\n".to_owned(),
            Self::Lines => "\n".to_owned(),
        }
    }

    fn goodbye(self, goodbye: CloseReason) -> String {
        let bye = goodbye.bye();
        let text = bye.to_json();
        match (self, bye) {
            (Self::Lines, _) => format!("{text}\n"),
            (Self::Sse, ServerMessage::Bye { retry_after: Some(after), .. }) => {
                format!("retry: {after}\ndata: {text}\n\n")
            }
            (Self::Sse, _) => format!("data: {text}\n\n"),
        }
    }
}

/// The number of the last event that a browser has had, if it says so.
pub(super) fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Error> {
    let Some(id) = headers.get(LAST_EVENT_ID) else {
        return Ok(None);
    };
    let seq = id.to_str().ok().and_then(|id| id.parse().ok());
    let bad = || Error::new(ErrorCode::BadQuery, "Last-Event-ID is the number of an event");
    seq.map(Some).ok_or_else(bad)
}

/// Begins to tell: how the game stands to the viewer, what was missed, and then what happens.
pub(super) async fn begin(app: App, follow: Follow) -> Result<Response, Error> {
    let Follow { game, viewer, since, is_back, form, address } = follow;
    let guest = app.connections.try_acquire(address, app.limits.socket_limits()).ok_or_else(too_many)?;
    let (outbox, outgoing) = Outbox::new(app.number_socket());
    let who = viewer.as_ref().map(|player| &player.id);
    let WatchStart { snapshot, recent, is_over: over, .. } =
        app.rooms.watch(game, who, Some(since), &outbox).await?;
    let following = Following { rooms: app.rooms.clone(), game, socket: outbox.socket() };
    if is_back && form == Form::Sse && over && since == snapshot.head {
        // A browser comes back whenever a stream ends, until it gets this answer.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let missed = app.rooms.missed_events(&snapshot, recent).await?.into_iter();
    app.metrics.resumes.inc_by(u64::from(since > 0));
    let first = form.message(snapshot.seq, &ServerMessage::Game(snapshot).to_json());
    let beat = beat_of(&app);
    let (overflow, sent) = (outbox.overflow().clone(), since);
    let telling = Telling {
        app,
        form,
        missed,
        lines: outgoing,
        overflow,
        beat,
        sent,
        over,
        _guest: guest,
        _following: following,
    };
    let frames = stream::once(async { first }).chain(stream::unfold(telling, Telling::tell));
    let body = Body::from_stream(frames.map(|frame| Ok::<_, Infallible>(Bytes::from(frame))));
    Ok(([(header::CONTENT_TYPE, form.mime()), (header::CACHE_CONTROL, "no-store"), UNBUFFERED], body)
        .into_response())
}

impl Telling {
    async fn tell(mut self) -> Option<(String, Self)> {
        let frame = self.next().await?;
        Some((frame, self))
    }

    /// What comes next; none at the end.
    async fn next(&mut self) -> Option<String> {
        if self.over && self.missed.as_slice().is_empty() {
            return None;
        }
        let (closing, overflow) = (self.app.closing.clone(), self.overflow.clone());
        loop {
            tokio::select! {
                biased;
                () = closing.cancelled() => return Some(self.end(CloseReason::RESTARTING)),
                () = overflow.cancelled() => {
                    self.app.metrics.slow_closes.inc();
                    return Some(self.end(CloseReason::SLOW_READER));
                }
                line = next_line(&mut self.missed, &mut self.lines) => {
                    let line = line?;
                    // Who is there is told on sockets alone: it is no event.
                    match line.kind {
                        FrameKind::Event { seq, is_end } if seq > self.sent => {
                            (self.sent, self.over) = (seq, self.over || is_end);
                            return Some(self.form.message(seq, &line.text));
                        }
                        FrameKind::Event { .. } | FrameKind::Presence | FrameKind::Answer { .. } => {}
                    }
                }
                _ = self.beat.tick() => return Some(self.form.beat()),
            }
        }
    }

    fn end(&mut self, goodbye: CloseReason) -> String {
        (self.over, self.missed) = (true, Vec::new().into_iter());
        self.form.goodbye(goodbye)
    }
}

/// What was missed, event by event, and then what happens; none where the room is gone.
async fn next_line(
    missed: &mut vec::IntoIter<OutboundFrame>,
    lines: &mut OutboxReceiver,
) -> Option<OutboundFrame> {
    match missed.next() {
        Some(line) => Some(line),
        None => lines.recv().await,
    }
}

fn beat_of(app: &App) -> Interval {
    let mut beat = interval(app.limits.beat);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.reset();
    beat
}

/// A media type without its parameters.
fn essence(accepted: &str) -> &str {
    accepted.split(';').next().unwrap_or_default().trim()
}

pub(super) fn too_many() -> Error {
    Error::new(ErrorCode::TooManySockets, "too many sockets and streams are open")
}
