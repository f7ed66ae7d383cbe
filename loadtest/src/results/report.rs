//! What was measured, as figures: one a line, or one JSON object.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde_json::{Map, Value, json};

use crate::players::spectators::Seen;
use crate::results::stats::{Stats, Times};
use crate::server::metrics::ServerCounters;
use crate::system::usage::ProcessUsage;

/// The same thing before and after.
#[derive(Clone, Copy, Debug)]
pub struct Span<T> {
    /// Before.
    pub before: T,
    /// After.
    pub after: T,
}

/// What the measured time of games gave, beside the counts of [`Stats`].
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// How long it was.
    pub elapsed: Duration,
    /// Moves that were acknowledged in it.
    pub moves: u64,
    /// Games that a player plays over its socket at a time.
    pub games_per_socket: u32,
    /// What the server used, where its process is known.
    pub server: Option<Span<ProcessUsage>>,
    /// What this process used.
    pub tool: Span<ProcessUsage>,
    /// What the server counted, where it counts.
    pub counts: Option<Span<ServerCounters>>,
}

/// What the measured time of a relay gave.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// How long it was.
    pub elapsed: Duration,
    /// Moves that came back in it.
    pub moves: u64,
    /// What the relay used, where its process is known.
    pub server: Option<Span<ProcessUsage>>,
    /// What this process used.
    pub tool: Span<ProcessUsage>,
}

/// Figures, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Report {
    figures: Vec<Figure>,
    errors: u64,
}

#[derive(Clone, Debug)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
}

impl Report {
    /// The report of games.
    pub fn of_games(played: &Played, stats: &Stats, seen: &Seen) -> Self {
        let mut report = Self::default();
        let seconds = played.elapsed.as_secs_f64();
        if played.games_per_socket != 1 {
            report.add("games_per_socket", f64::from(played.games_per_socket), "");
        }
        report.add("measured", seconds, "s");
        report.add("moves", played.moves as f64, "");
        report.add("moves_per_second", played.moves as f64 / seconds, "/s");
        report.add("games_ended", stats.games() as f64, "");
        report.add_moves("", &stats.times());
        if !stats.watched().own_ack.is_empty() {
            report.add_moves("watched_", &stats.watched());
        }
        if let Some(server) = played.server {
            report.add_server(&server, played.moves, seconds);
        }
        report.add("tool_busy", 100.0 * played.tool.cpu() / seconds, "%");
        if let Some(counts) = played.counts {
            report.add_counts(&counts, seconds);
        }
        let boards = stats.boards() + seen.boards;
        report.add("boards", boards.received as f64, "");
        report.add("boards_checked", percent(boards.compared, boards.received), "%");
        report.with_errors(stats.errors() + seen.errors)
    }

    /// The report of a relay.
    pub fn of_pairs(passed: &Passed, errors: u64) -> Self {
        let mut report = Self::default();
        let seconds = passed.elapsed.as_secs_f64();
        report.add("measured", seconds, "s");
        report.add("moves", passed.moves as f64, "");
        report.add("moves_per_second", passed.moves as f64 / seconds, "/s");
        if let Some(relay) = passed.server {
            report.add_server(&relay, passed.moves, seconds);
        }
        report.add("tool_busy", 100.0 * passed.tool.cpu() / seconds, "%");
        report.with_errors(errors)
    }

    /// The report of idle sockets.
    pub fn of_sockets(sockets: usize, memory: Option<Span<ProcessUsage>>, errors: u64) -> Self {
        let mut report = Self::default();
        report.add("sockets", sockets as f64, "");
        if let Some(Span { before, after }) = memory {
            let grown = after.resident as f64 - before.resident as f64;
            report.add("server_memory_before", mib(before.resident), "MiB");
            report.add("server_memory", mib(after.resident), "MiB");
            report.add("server_memory_per_socket", grown / 1024.0 / sockets as f64, "KiB");
        }
        report.with_errors(errors)
    }

    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.errors == 0
    }

    /// The figures as one JSON object.
    pub fn to_json(&self) -> Value {
        let field = |figure: &Figure| (figure.name.clone(), json!(figure.value));
        Value::Object(self.figures.iter().map(field).collect::<Map<_, _>>())
    }

    fn add(&mut self, name: &str, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.to_owned(), value, unit });
    }

    fn add_moves(&mut self, which: &str, times: &Times) {
        self.add_times(&format!("{which}own_ack"), &times.own_ack);
        self.add_times(&format!("{which}opponent"), &times.opponent);
    }

    fn add_times(&mut self, name: &str, times: &Histogram<u64>) {
        let millis = |nanos: u64| nanos as f64 / 1e6;
        for (part, quantile) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
            self.add(&format!("{name}_{part}"), millis(times.value_at_quantile(quantile)), "ms");
        }
        self.add(&format!("{name}_max"), millis(times.max()), "ms");
    }

    fn add_server(&mut self, server: &Span<ProcessUsage>, moves: u64, seconds: f64) {
        self.add("server_cpu_per_1000_moves", per_thousand(server.cpu(), moves as f64), "s");
        self.add("server_busy", 100.0 * server.cpu() / seconds, "%");
        self.add("server_memory", mib(server.after.resident), "MiB");
    }

    fn add_counts(&mut self, Span { before, after }: &Span<ServerCounters>, seconds: f64) {
        let (commits, events) = (after.commits - before.commits, after.events - before.events);
        self.add("events_per_second", events / seconds, "/s");
        self.add("commits_per_1000_events", per_thousand(commits, events), "");
    }

    fn with_errors(mut self, errors: u64) -> Self {
        self.add("errors", errors as f64, "");
        Self { errors, ..self }
    }
}

impl Span<ProcessUsage> {
    /// Seconds on a core.
    fn cpu(&self) -> f64 {
        self.after.cpu.saturating_sub(self.before.cpu).as_secs_f64()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Figure { name, value, unit } in &self.figures {
            let digits = if value.fract() == 0.0 { 0 } else { 3 };
            let line = format!("{name:26} {value:>14.digits$} {unit}");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// So much for each thousand; 0 where there was nothing.
fn per_thousand(amount: f64, count: f64) -> f64 {
    if count > 0.0 { amount * 1000.0 / count } else { 0.0 }
}

fn percent(part: u64, whole: u64) -> f64 {
    per_thousand(part as f64, whole as f64) / 10.0
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests;
