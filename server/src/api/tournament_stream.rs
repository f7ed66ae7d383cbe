//! `GET /api/tournaments/{tournament}/stream`: a tournament, and again after every change.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ikibuguzo_protocol::{Tournament, TournamentId};
use ikibuguzo_store::StoreError;
use serde_json::json;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::extract::TournamentPath;
use super::openapi::operation::{DescribeOutput, Operation};
use super::problem::Failure;
use super::stream::UNBUFFERED;
use super::stream::format::{StreamFormat, StreamItem};
use super::stream_permit::acquire_stream_permit;
use crate::app::App;
use crate::error::unknown_tournament;
use crate::net::client_address::ClientAddress;
use crate::net::close_reason::CloseReason;
use crate::net::connection_limiter::ConnectionPermit;

/// How often a stream looks for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How often the stream of a large tournament does: each change sends all of its players.
const LARGE_POLL_INTERVAL: Duration = Duration::from_secs(3);

/// The most places of a tournament that is not large.
const MAX_SMALL: u32 = 32;

/// A stream of a tournament.
pub(super) struct TournamentStreamResponse(Response);

/// An open stream.
struct TournamentStream {
    app: App,
    id: TournamentId,
    /// What the client has been told last.
    told: Option<Arc<Option<Tournament>>>,
    polls: Interval,
    keep_alives: Interval,
    has_closed: bool,
    /// Counts the stream as open.
    _permit: ConnectionPermit,
}

/// `GET /api/tournaments/{tournament}/stream`. Server-sent events for a client that accepts them, otherwise lines of JSON.
pub(super) async fn open(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    TournamentPath(id): TournamentPath,
) -> Result<TournamentStreamResponse, Failure> {
    let found = app.store.find_tournament(id).await?.ok_or_else(unknown_tournament)?;
    let is_large = found.places > MAX_SMALL;
    let format = StreamFormat::accepted(&headers).unwrap_or(StreamFormat::Ndjson);
    let stream = TournamentStream {
        id,
        told: None,
        polls: interval_of(if is_large { LARGE_POLL_INTERVAL } else { POLL_INTERVAL }),
        keep_alives: interval_of(app.limits.beat),
        has_closed: false,
        _permit: acquire_stream_permit(&app, client.ip)?,
        app,
    };
    let items = stream::unfold(stream, TournamentStream::into_next);
    Ok(TournamentStreamResponse(([UNBUFFERED], format.response(items)).into_response()))
}

impl TournamentStream {
    async fn into_next(mut self) -> Option<(StreamItem, Self)> {
        while !self.has_closed {
            let item = tokio::select! {
                biased;
                () = self.app.closing.cancelled() => {
                    self.has_closed = true;
                    Some(StreamItem::bye(CloseReason::RESTARTING))
                }
                _ = self.polls.tick() => self.read_change().await,
                _ = self.keep_alives.tick() => Some(StreamItem::KeepAlive),
            };
            if let Some(item) = item {
                return Some((item, self));
            }
        }
        None
    }

    /// The tournament, if it has changed since the client was told.
    async fn read_change(&mut self) -> Option<StreamItem> {
        let tournament = match self.app.shown_tournaments.load(&self.app.store, self.id).await {
            Ok(tournament) => tournament,
            Err(error) => return self.note_failure(&error),
        };
        if self.told.as_ref() == Some(&tournament) {
            return None;
        }
        let json = serde_json::to_string(tournament.as_ref()).ok()?;
        self.told = Some(tournament);
        Some(StreamItem::from_json(json.into()))
    }

    /// The database may be back at the next look.
    fn note_failure(&self, error: &StoreError) -> Option<StreamItem> {
        self.app.database_log.failed(error);
        None
    }
}

fn interval_of(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

impl IntoResponse for TournamentStreamResponse {
    fn into_response(self) -> Response {
        self.0
    }
}

impl DescribeOutput for TournamentStreamResponse {
    fn describe_output(operation: &mut Operation<'_>) {
        for format in StreamFormat::ALL {
            let text = json!({"type": "string"});
            operation.response(StatusCode::OK, "Done", Some((format.media_type(), text)));
        }
        operation.define_line::<Tournament>();
    }
}
