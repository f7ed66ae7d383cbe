//! `GET /api/tournaments/{tournament}/stream`: a tournament, and again after every change.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{Tournament, TournamentId};

use super::extract::TournamentPath;
use super::openapi::operation::{DescribeOutput, Operation};
use super::problem::Failure;
use super::stream::format::StreamFormat;
use super::stream::polled_stream::{Look, PolledValue, follow};
use crate::app::App;
use crate::error::unknown_tournament;
use crate::net::client_address::ClientAddress;

/// How often a stream checks for changes.
const TOURNAMENT_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How often the stream of a large tournament checks for changes: each change sends all of its players.
const LARGE_POLL_INTERVAL: Duration = Duration::from_secs(3);

/// Largest number of places of a tournament that is not large.
const MAX_SMALL: u32 = 32;

/// A stream of a tournament.
pub(super) struct TournamentStreamResponse(Response);

/// A tournament that a stream follows.
struct FollowedTournament {
    app: App,
    id: TournamentId,
    /// What the client received last.
    told: Option<Arc<Option<Tournament>>>,
}

/// `GET /api/tournaments/{tournament}/stream`. Server-sent events for a client that accepts them, otherwise lines of
/// JSON.
pub(super) async fn open(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    TournamentPath(id): TournamentPath,
) -> Result<TournamentStreamResponse, Failure> {
    let found = app.store.find_tournament(id).await?.ok_or_else(unknown_tournament)?;
    let period = if found.places > MAX_SMALL { LARGE_POLL_INTERVAL } else { TOURNAMENT_POLL_INTERVAL };
    let format = StreamFormat::accepted(&headers).unwrap_or(StreamFormat::Ndjson);
    let tournament = FollowedTournament { app: app.clone(), id, told: None };
    Ok(TournamentStreamResponse(follow(app, client.ip, format, period, tournament)?))
}

impl PolledValue for FollowedTournament {
    async fn look(&mut self) -> Look {
        let tournament = match self.app.shown_tournaments.load(&self.app.store, self.id).await {
            Ok(tournament) => tournament,
            Err(error) => {
                // The database may be back at the next poll.
                self.app.database_log.failed(&error);
                return Look::Unchanged;
            }
        };
        if self.told.as_ref() == Some(&tournament) {
            return Look::Unchanged;
        }
        let json = serde_json::to_string(tournament.as_ref()).unwrap_or_default();
        self.told = Some(tournament);
        Look::Changed(json)
    }
}

impl IntoResponse for TournamentStreamResponse {
    fn into_response(self) -> Response {
        self.0
    }
}

impl DescribeOutput for TournamentStreamResponse {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.stream_response::<Tournament>();
    }
}
