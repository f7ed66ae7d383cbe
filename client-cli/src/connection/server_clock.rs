//! The server's clock, as the client knows it.

use ikibuguzo_protocol::Timestamp;
use tokio::time::Instant;

/// The server's clock. It continues from the time that the server sent last.
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    /// The time that the server sent.
    sent: Timestamp,
    received_at: Instant,
}

impl ServerClock {
    /// The clock of a server whose message with this time has just arrived; none if the time is 0, which means that it
    /// sends none.
    pub fn start_at(now: Timestamp) -> Option<Self> {
        (now > Timestamp::ZERO).then(|| Self { sent: now, received_at: Instant::now() })
    }

    /// The server's time now.
    pub fn now(&self) -> Timestamp {
        self.sent.saturating_add(self.received_at.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_clock_runs_on_from_the_time_it_sent() {
        let sent = Timestamp::from_millis(1_795_246_064_650);
        let clock = ServerClock::start_at(sent).expect("a time");
        assert!(clock.now() >= sent);
        assert!(ServerClock::start_at(Timestamp::ZERO).is_none());
    }
}
