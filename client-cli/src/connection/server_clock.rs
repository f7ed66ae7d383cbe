//! The server's clock, as the client knows it.

use tokio::time::Instant;

/// The server's clock. It continues from the time that the server sent last.
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    /// The time that the server sent, in milliseconds since 1970-01-01 UTC.
    sent: u64,
    received_at: Instant,
}

impl ServerClock {
    /// The clock of a server whose message with this time has just arrived; none if the time is 0, which means that it
    /// sends none.
    pub fn start_at(now: u64) -> Option<Self> {
        (now > 0).then(|| Self { sent: now, received_at: Instant::now() })
    }

    /// The server's time now, in milliseconds since 1970-01-01 UTC.
    pub fn now(&self) -> u64 {
        let elapsed = u64::try_from(self.received_at.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.sent.saturating_add(elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_clock_runs_on_from_the_time_it_sent() {
        let clock = ServerClock::start_at(1_795_246_064_650).expect("a time");
        assert!(clock.now() >= 1_795_246_064_650);
        assert!(ServerClock::start_at(0).is_none());
    }
}
