//! The limits that a server is started with.

use std::time::Duration;

use super::connection_limiter::ConnectionLimits;
use super::rate_limiter::RateLimit;

/// How long after its end a game is exported. By then all games that ended earlier are committed too, so a reader that
/// continues from a cursor misses none.
pub(crate) const SETTLED: Duration = Duration::from_secs(20);

/// The limits of one server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a room without watchers stays in memory.
    pub room_idle: Duration,
    /// How long a client may take to send the head of a request, to send its body, and to read a part of the response.
    /// An idle connection is kept this long too: some HTTP clients reuse a connection after 15 seconds.
    pub request: Duration,
    /// How long a socket may take to say hello.
    pub hello: Duration,
    /// How often the server pings a silent socket. After two pings without an answer the socket is closed.
    pub beat: Duration,
    /// How long a socket may take to read one message.
    pub send: Duration,
    /// How long a player must be absent before the opponent may claim the game.
    pub absence: Duration,
    /// How long after its end a game is exported.
    pub settled: Duration,
    /// How long the statistics of all games are kept before they are read again.
    pub statistics_age: Duration,
    /// Largest number of rooms in memory.
    pub rooms: usize,
    /// Largest number of open sockets and event streams.
    pub sockets: usize,
    /// Largest number of open sockets and event streams of one address.
    pub sockets_per_address: usize,
    /// Largest number of exports in progress of one address.
    pub exports_per_address: usize,
    /// Largest number of unfinished games of one player against computer players.
    pub computer_games_per_player: u32,
    /// Largest number of games of one player that wait for an opponent: open games and challenges.
    pub open_games_per_player: u32,
    /// Largest number of open challenges of one player to the same opponent.
    pub challenges_per_opponent: u32,
    /// Number of threads on which computer players think.
    pub computer_threads: usize,
    /// The budget of one search of an analysis: number of actions played in it.
    pub analysis_nodes: u64,
    /// HTTP requests per second of one address, on average; a burst may have ten times as many. 0 disables the limit.
    pub requests_per_second: u64,
    /// How long a stopping server still serves while `/readyz` says that it is not ready.
    pub stop_notice: Duration,
    /// How long it may then take to finish the work in progress.
    pub stop_within: Duration,
}

/// Connections for plain HTTP that are allowed beyond those of sockets, so that a server with a small socket limit
/// still answers requests.
const SPARE_CONNECTIONS: usize = 64;

/// Files that are not connections: the database's, logs, files that a request opens.
const RESERVED_FILES: usize = 128;

/// Seconds of requests that may come in one burst.
const BURST_SECONDS: u64 = 10;

impl Default for Limits {
    fn default() -> Self {
        Self {
            room_idle: Duration::from_secs(60),
            request: Duration::from_secs(30),
            hello: Duration::from_secs(10),
            beat: Duration::from_secs(25),
            send: Duration::from_secs(10),
            absence: Duration::from_secs(20),
            settled: SETTLED,
            statistics_age: Duration::from_secs(60),
            rooms: 50_000,
            sockets: 10_000,
            sockets_per_address: 500,
            exports_per_address: 4,
            computer_games_per_player: 50,
            open_games_per_player: 20,
            challenges_per_opponent: 3,
            computer_threads: 1,
            analysis_nodes: 50_000,
            requests_per_second: 0,
            stop_notice: Duration::ZERO,
            stop_within: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// The limits of sockets and event streams.
    pub fn socket_limits(&self) -> ConnectionLimits {
        ConnectionLimits { total: self.sockets, per_address: self.sockets_per_address }
    }

    /// The limits of exports in progress.
    pub fn export_limits(&self) -> ConnectionLimits {
        ConnectionLimits { total: self.sockets, per_address: self.exports_per_address }
    }

    /// The limits of TCP connections of every kind: sockets, streams, requests, and those that have sent nothing yet.
    pub fn connection_limits(&self) -> ConnectionLimits {
        let Self { sockets, sockets_per_address, .. } = *self;
        let with_spare =
            |sockets: usize, more: usize| sockets.saturating_add(more).saturating_add(SPARE_CONNECTIONS);
        ConnectionLimits {
            total: with_spare(sockets, sockets / 4),
            per_address: with_spare(sockets_per_address, sockets_per_address),
        }
    }

    /// The same limits with `sockets` lowered to what the open-files limit allows. Each connection takes one file.
    pub fn capped_by_files(self, files: u64) -> Self {
        let reserved = RESERVED_FILES + SPARE_CONNECTIONS;
        let connections = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(reserved);
        Self { sockets: self.sockets.min(connections / 5 * 4), ..self }
    }

    /// The limit of HTTP requests of one address; `None` if there is no limit.
    pub fn request_rate(&self) -> Option<RateLimit> {
        let interval_ms = 1_000_u64.checked_div(self.requests_per_second)?.max(1);
        Some(RateLimit { burst: BURST_SECONDS * self.requests_per_second, interval_ms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_limited_by_the_files_of_their_connections() {
        let limits = Limits::default();
        assert_eq!(limits.capped_by_files(u64::MAX).sockets, limits.sockets);
        for files in [0, 200, 1_024, 4_096] {
            let capped = limits.capped_by_files(files);
            let needed = RESERVED_FILES + capped.connection_limits().total;
            assert!(capped.sockets == 0 || needed as u64 <= files, "{needed} of {files}");
        }
        assert_eq!(limits.capped_by_files(200).sockets, 4);
        let unlimited = Limits { sockets: usize::MAX, sockets_per_address: usize::MAX, ..limits };
        let expected = ConnectionLimits { total: usize::MAX, per_address: usize::MAX };
        assert_eq!(unlimited.connection_limits(), expected);
    }
}
