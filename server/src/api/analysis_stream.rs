//! The analysis of a game as a stream, while it is computed.

use std::net::IpAddr;
use std::time::Duration;

use axum::response::Response;
use ikibuguzo_protocol::GameId;

use super::stream::format::StreamFormat;
use super::stream::polled_stream::{Look, PolledValue, follow};
use crate::app::App;
use crate::error::Error;

/// How often a stream checks for more turns.
const ANALYSIS_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// An analysis that a stream follows.
struct FollowedAnalysis {
    app: App,
    game: GameId,
    /// The number of turns that the client has received; none before the first ones.
    told: Option<usize>,
}

/// A stream of the analysis of a game: as far as it is done, and again whenever more turns are. It ends when the
/// analysis is done, or when it is no longer being computed.
///
/// # Errors
///
/// `too_many_sockets` if too many sockets and streams are open.
pub(super) fn open(app: App, address: IpAddr, format: StreamFormat, game: GameId) -> Result<Response, Error> {
    let analysis = FollowedAnalysis { app: app.clone(), game, told: None };
    follow(app, address, format, ANALYSIS_POLL_INTERVAL, analysis)
}

impl PolledValue for FollowedAnalysis {
    async fn look(&mut self) -> Look {
        let analysis = match self.app.analyses.find(self.game).await {
            Ok(analysis) => analysis,
            Err(Error::Store(error)) => {
                // The database may be back at the next poll.
                self.app.database_log.failed(&error);
                return Look::Unchanged;
            }
            Err(Error::Rejected(_)) => return Look::Gone,
        };
        let turns = analysis.turns.len();
        if !analysis.done && self.told == Some(turns) {
            return Look::Unchanged;
        }
        self.told = Some(turns);
        let json = serde_json::to_string(&analysis).unwrap_or_default();
        if analysis.done { Look::Final(json) } else { Look::Changed(json) }
    }
}
