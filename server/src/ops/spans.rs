//! The tracing spans of the server, at the level `debug`. A span that is switched off costs one comparison.
//!
//! Fields are ids and numbers. Tokens, passphrases, bodies and raw paths are never in a span.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::MatchedPath;
use axum::http::Request;
use ikibuguzo_protocol::{CommandId, GameId};
use tracing::field::Empty;
use tracing::{Span, debug_span};

/// The number of the next request.
static NEXT_REQUEST: AtomicU64 = AtomicU64::new(1);

/// The parameter of routes that is the id of a game.
const GAME_PARAMETER: &str = "{game}";

/// The span of one HTTP request.
pub fn request<B>(request: &Request<B>) -> Span {
    let route = || request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    debug_span!(
        "request",
        request.id = NEXT_REQUEST.fetch_add(1, Ordering::Relaxed),
        method = %request.method(),
        path = route(),
        game.id = route().and_then(|route| game_in(route, request.uri().path())).map(tracing::field::display),
    )
}

/// The span of one WebSocket.
pub fn socket(id: u64) -> Span {
    debug_span!("socket", socket.id = id)
}

/// The span of one command. Its `seq` is recorded when the command is acknowledged.
pub fn command(game: GameId, id: &CommandId) -> Span {
    debug_span!("command", game.id = %game, command.id = %id, seq = Empty)
}

/// The span of one game's commit, until it is on disk. `seq` is that of its first entry.
pub fn commit(game: GameId, seq: u64) -> Span {
    debug_span!("commit", game.id = %game, seq)
}

/// The span of one transaction, which carries the commits of several games.
pub fn transaction(commits: usize) -> Span {
    debug_span!("transaction", commits)
}

/// The id of the game in a path.
fn game_in(route: &str, path: &str) -> Option<GameId> {
    let place = route.split('/').position(|part| part == GAME_PARAMETER)?;
    path.split('/').nth(place)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_a_request_is_read_from_its_path() {
        let game = game_in("/api/games/{game}/events", "/api/games/yg44j6xkmz7r/events");
        assert_eq!(game.map(|game| game.to_string()).as_deref(), Some("yg44j6xkmz7r"));
        assert_eq!(game_in("/api/games/{game}", "/api/games/none"), None);
        assert_eq!(game_in("/api/stats", "/api/stats"), None);
    }
}
