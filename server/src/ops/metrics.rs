//! What the server counts, for Prometheus to ask for. A thing is counted where it ends, once.
//!
//! The labels are error codes: nothing that a client sends becomes one, so that the number of lines has a bound.

use std::fmt;
use std::time::Duration;

use ikibuguzo_protocol::ErrorCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// Makes the struct and its registration, so that a doc comment and the help text of `/metrics` are one text.
macro_rules! metrics {
    ($(#[doc = $help:literal] $name:ident: $kind:ty = $new:expr,)*) => {
        /// The metrics of one server; each has its field's name with `ikibuguzo_` before it.
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
    /// Commands that reached a game and were answered, refused ones among them.
    commands: Counter = Counter::default(),
    /// Refusals by their code, over sockets and HTTP.
    refusals: Family<Code, Counter> = Family::default(),
    /// Seconds that a transaction took until it was on disk.
    commit_seconds: Histogram = Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
    /// Transactions that brought events to the disk.
    commits: Counter = Counter::default(),
    /// Events that are on disk.
    events_committed: Counter = Counter::default(),
    /// Events in one transaction.
    events_per_commit: Histogram = Histogram::new(exponential_buckets(1.0, 2.0, 10)),
    /// Sockets and streams of events that are open.
    sockets: Gauge = Gauge::default(),
    /// Rooms in memory.
    rooms: Gauge = Gauge::default(),
    /// Clients that came back and went on after an event that they had.
    resumes: Counter = Counter::default(),
    /// Connections that were closed because their client read too slowly.
    slow_closes: Counter = Counter::default(),
    /// Turns that the lap limit ended.
    lap_limit_turns: Counter = Counter::default(),
}

/// The label of a refusal.
type Code = [(&'static str, String); 1];

impl Metrics {
    /// Everything at nought.
    pub fn new() -> Self {
        let mut metrics = Self::registered();
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        metrics.registry.register("build", "The version of the server", build);
        // A rate over a counter that is absent until its first refusal would miss that one.
        for code in ErrorCode::ALL {
            drop(metrics.refusals.get_or_create(&label(*code)));
        }
        metrics
    }

    /// Something was refused with this code.
    pub fn refused(&self, code: ErrorCode) {
        self.refusals.get_or_create(&label(code)).inc();
    }

    /// A transaction is on disk.
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
    /// None but those of the formatting machinery.
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

fn label(code: ErrorCode) -> Code {
    [("code", code.as_str())]
}
