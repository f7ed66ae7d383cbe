//! The metrics of the server, for Prometheus. Each event is counted once, where it ends.
//!
//! The only labels are error codes, names of background tasks and the version. No input of a client becomes a label, so the number of lines is
//! bounded.

use std::fmt;
use std::time::Duration;

use ikibuguzo_protocol::{ErrorCode, Timestamp};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// Defines the struct and its registration. The doc comment of a field is its help text in `/metrics`.
macro_rules! metrics {
    ($(#[doc = $help:literal] $name:ident: $kind:ty = $new:expr,)*) => {
        /// The metrics of one server. The name of a metric is its field's with the prefix `ikibuguzo_`.
        #[derive(Debug)]
        pub struct Metrics {
            registry: Registry,
            $(#[doc = $help] pub $name: $kind,)*
        }

        impl Metrics {
            fn registered() -> Self {
                let mut metrics = Self { registry: Registry::with_prefix("ikibuguzo"), $($name: $new,)* };
                // The library ends every help text with a full stop of its own.
                $(metrics.registry.register(
                    stringify!($name),
                    $help.trim().trim_end_matches('.'),
                    metrics.$name.clone(),
                );)*
                metrics
            }
        }
    };
}

metrics! {
    /// Commands that reached a game and were answered, including refusals.
    commands: Counter = Counter::default(),
    /// Refusals over sockets and HTTP, by code.
    refusals: Family<CodeLabel, Counter> = Family::default(),
    /// How often background tasks have panicked, or taken too long for a piece of work.
    task_failures: Family<TaskLabel, Counter> = Family::default(),
    /// When background tasks last finished a piece of work, in seconds since 1970-01-01 UTC.
    task_last_ran_seconds: Family<TaskLabel, Gauge> = Family::default(),
    /// Seconds of a transaction until it is on disk.
    commit_seconds: Histogram = Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
    /// Transactions with events.
    commits: Counter = Counter::default(),
    /// Events on disk.
    events_committed: Counter = Counter::default(),
    /// Events in one transaction.
    events_per_commit: Histogram = Histogram::new(exponential_buckets(1.0, 2.0, 10)),
    /// Servers of this database that run, as far as this one knows, including this one.
    nodes: Gauge = Gauge::default(),
    /// Open sockets and event streams.
    sockets: Gauge = Gauge::default(),
    /// Games that wait for a computer player.
    computer_queue: Gauge = Gauge::default(),
    /// Finished games that were analysed and stored.
    analyses: Counter = Counter::default(),
    /// Finished games that wait for their analysis or are being analysed.
    analysis_queue: Gauge = Gauge::default(),
    /// Rooms in memory.
    rooms: Gauge = Gauge::default(),
    /// Games that lists have left out since the start, because they cannot be read.
    unreadable_games: Gauge = Gauge::default(),
    /// Games in which the database has lost acknowledged entries.
    rewound_games: Counter = Counter::default(),
    /// Messages on the bus that were ignored, because no server of this database has sent them.
    refused_bus_messages: Counter = Counter::default(),
    /// Clients that reconnected and resumed.
    resumes: Counter = Counter::default(),
    /// Connections closed because their client read too slowly.
    slow_closes: Counter = Counter::default(),
    /// Turns ended by the lap limit.
    lap_limit_turns: Counter = Counter::default(),
}

/// The label of a refusal.
type CodeLabel = [(&'static str, String); 1];

/// The label of a background task.
type TaskLabel = [(&'static str, &'static str); 1];

impl Metrics {
    /// Metrics at zero.
    pub fn new() -> Self {
        let mut metrics = Self::registered();
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        metrics.registry.register("build", "The version of the server", build);
        // A counter that appears with its first refusal would hide that refusal from a rate.
        for code in ErrorCode::ALL {
            drop(metrics.refusals.get_or_create(&label(*code)));
        }
        metrics
    }

    /// Counts a refusal.
    pub fn refused(&self, code: ErrorCode) {
        self.refusals.get_or_create(&label(code)).inc();
    }

    /// Adds to the failures of a background task.
    pub fn task_failures(&self, task: &'static str, failures: u64) {
        self.task_failures.get_or_create(&[("task", task)]).inc_by(failures);
    }

    /// Notes when a background task last finished a piece of work.
    pub fn task_ran(&self, task: &'static str, at: Timestamp) {
        let seconds = i64::try_from(at.as_secs()).unwrap_or(i64::MAX);
        self.task_last_ran_seconds.get_or_create(&[("task", task)]).set(seconds);
    }

    /// Counts a transaction that is on disk.
    pub fn committed(&self, took: Duration, events: usize) {
        self.commits.inc();
        self.events_committed.inc_by(events as u64);
        self.commit_seconds.observe(took.as_secs_f64());
        self.events_per_commit.observe(events as f64);
    }

    /// The text that Prometheus reads.
    ///
    /// # Errors
    ///
    /// If formatting fails.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

fn label(code: ErrorCode) -> CodeLabel {
    [("code", code.as_str())]
}
