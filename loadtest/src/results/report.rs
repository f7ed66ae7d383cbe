//! The report: one figure per line, or one JSON object.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde_json::{Map, Value, json};

use crate::results::stats::{CheckTotals, MoveTimes, Stats};
use crate::server::metrics::ServerCounters;
use crate::system::usage::ProcessUsage;

/// A value at the beginning and at the end of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct BeforeAfter<T> {
    /// The value at the beginning.
    pub before: T,
    /// The value at the end.
    pub after: T,
}

/// The measurement of games or of a relay. [`Stats`] has the rest of the figures of games.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The length of the measurement.
    pub elapsed: Duration,
    /// Moves that were acknowledged during the measurement.
    pub moves: u64,
    /// Concurrent games over one socket.
    pub games_per_socket: u32,
    /// The usage of each server, or of the relay. Empty if their processes are not known.
    pub servers: Vec<BeforeAfter<ProcessUsage>>,
    /// The usage of this process.
    pub tool: BeforeAfter<ProcessUsage>,
    /// The sum of the servers' counters, if they have them.
    pub counters: Option<BeforeAfter<ServerCounters>>,
}

/// The figures of a run, in the order in which they are printed.
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
    /// Creates the report of games. `spectators` are the checks of the spectators.
    pub fn for_games(measurement: &Measurement, stats: &Stats, spectators: &CheckTotals) -> Self {
        let mut report = Self::default();
        if measurement.games_per_socket != 1 {
            report.add("games_per_socket", f64::from(measurement.games_per_socket), "");
        }
        report.add_throughput(measurement);
        report.add("games_ended", stats.ended_games() as f64, "");
        report.add_move_times("", &stats.times());
        if !stats.watched_times().own_ack.is_empty() {
            report.add_move_times("watched_", &stats.watched_times());
        }
        report.add_usage(measurement);
        report.add_counters(measurement);
        report.add_checks(stats.check_totals(), *spectators)
    }

    /// Creates the report of a relay.
    pub fn for_relay(measurement: &Measurement, errors: u64) -> Self {
        let mut report = Self::default();
        report.add_throughput(measurement);
        report.add_usage(measurement);
        report.add_errors(errors)
    }

    /// Creates the report of idle sockets.
    pub fn for_idle_sockets(sockets: usize, servers: &[BeforeAfter<ProcessUsage>], errors: u64) -> Self {
        let mut report = Self::default();
        report.add("sockets", sockets as f64, "");
        if !servers.is_empty() {
            let before = resident_bytes(servers.iter().map(|server| server.before));
            let after = resident_bytes(servers.iter().map(|server| server.after));
            report.add("server_memory_before", mib(before), "MiB");
            report.add("server_memory", mib(after), "MiB");
            report.add("server_memory_per_socket", (after - before) / 1024.0 / sockets as f64, "KiB");
        }
        report.add_errors(errors)
    }

    /// Whether there was no error.
    pub fn is_clean(&self) -> bool {
        self.errors == 0
    }

    /// Converts the figures to one JSON object.
    pub fn to_json(&self) -> Value {
        let field = |figure: &Figure| (figure.name.clone(), json!(figure.value));
        Value::Object(self.figures.iter().map(field).collect::<Map<_, _>>())
    }

    /// Adds a figure.
    pub fn add(&mut self, name: &str, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.to_owned(), value, unit });
    }

    fn add_throughput(&mut self, measurement: &Measurement) {
        let moves = measurement.moves as f64;
        let seconds = measurement.elapsed.as_secs_f64();
        self.add("measured", seconds, "s");
        self.add("moves", moves, "");
        self.add("moves_per_second", moves / seconds, "/s");
    }

    fn add_move_times(&mut self, prefix: &str, times: &MoveTimes) {
        self.add_histogram(&format!("{prefix}own_ack"), &times.own_ack);
        self.add_histogram(&format!("{prefix}opponent"), &times.opponent);
    }

    /// Adds percentiles and the maximum of times in nanoseconds.
    pub fn add_histogram(&mut self, name: &str, times: &Histogram<u64>) {
        let millis = |nanos: u64| nanos as f64 / 1e6;
        for (suffix, quantile) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
            self.add(&format!("{name}_{suffix}"), millis(times.value_at_quantile(quantile)), "ms");
        }
        self.add(&format!("{name}_max"), millis(times.max()), "ms");
    }

    fn add_usage(&mut self, measurement: &Measurement) {
        let moves = measurement.moves as f64;
        let seconds = measurement.elapsed.as_secs_f64();
        self.add_server_usage(&measurement.servers, moves, seconds);
        self.add("tool_busy", 100.0 * measurement.tool.cpu_seconds() / seconds, "%");
    }

    /// Adds the sums of all servers, and the figures of each if there are several.
    fn add_server_usage(&mut self, servers: &[BeforeAfter<ProcessUsage>], moves: f64, seconds: f64) {
        if servers.is_empty() {
            return;
        }
        let cpu: f64 = servers.iter().map(BeforeAfter::cpu_seconds).sum();
        let memory = resident_bytes(servers.iter().map(|server| server.after));
        self.add("server_cpu_per_1000_moves", per_thousand(cpu, moves), "s");
        self.add("server_busy", 100.0 * cpu / seconds, "%");
        self.add("server_memory", mib(memory), "MiB");
        for (number, server) in (1..).zip(servers).filter(|_| servers.len() > 1) {
            self.add(&format!("node_{number}_busy"), 100.0 * server.cpu_seconds() / seconds, "%");
            self.add(&format!("node_{number}_memory"), mib(server.after.resident as f64), "MiB");
        }
    }

    fn add_counters(&mut self, measurement: &Measurement) {
        let Some(BeforeAfter { before, after }) = measurement.counters else { return };
        let commits = after.commits - before.commits;
        let events = after.events - before.events;
        self.add("events_per_second", events / measurement.elapsed.as_secs_f64(), "/s");
        self.add("commits_per_1000_events", per_thousand(commits, events), "");
    }

    fn add_checks(mut self, players: CheckTotals, spectators: CheckTotals) -> Self {
        let boards = players.boards + spectators.boards;
        self.add("boards", boards.received as f64, "");
        self.add("boards_checked", percent(boards.compared, boards.received), "%");
        self.add_errors(players.errors + spectators.errors)
    }

    /// Adds the number of errors, as the last figure.
    pub fn add_errors(mut self, errors: u64) -> Self {
        self.add("errors", errors as f64, "");
        Self { errors, ..self }
    }
}

impl<T> BeforeAfter<T> {
    /// Combines two values, if both are known.
    pub fn of_both(before: Option<T>, after: Option<T>) -> Option<Self> {
        before.zip(after).map(|(before, after)| Self { before, after })
    }
}

impl BeforeAfter<ProcessUsage> {
    /// Combines the usages of several processes in their order. Empty if they are not known.
    pub fn of_each(before: Option<Vec<ProcessUsage>>, after: Option<Vec<ProcessUsage>>) -> Vec<Self> {
        let both = before.into_iter().flatten().zip(after.into_iter().flatten());
        both.map(|(before, after)| Self { before, after }).collect()
    }

    /// CPU time in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        self.after.cpu.saturating_sub(self.before.cpu).as_secs_f64()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Figure { name, value, unit } in &self.figures {
            let digits = if value.fract() == 0.0 { 0 } else { 3 };
            let line = format!("{name:32} {value:>14.digits$} {unit}");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The amount for each thousand. 0 if the count is 0.
fn per_thousand(amount: f64, count: f64) -> f64 {
    if count > 0.0 { amount * 1000.0 / count } else { 0.0 }
}

/// The part in percent. 0 if the whole is 0.
pub fn percent(part: u64, whole: u64) -> f64 {
    per_thousand(part as f64, whole as f64) / 10.0
}

/// The resident memory of several processes.
fn resident_bytes(usages: impl Iterator<Item = ProcessUsage>) -> f64 {
    usages.map(|usage| usage.resident as f64).sum()
}

fn mib(bytes: f64) -> f64 {
    bytes / f64::from(1 << 20)
}

pub mod answers;
#[cfg(test)]
mod tests;
