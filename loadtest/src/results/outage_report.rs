//! The report of clients that reconnect.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::results::interruptions::{InterruptionCounts, InterruptionTimes, InterruptionTotals};
use crate::results::report::{BeforeAfter, Report, percent};
use crate::server::cluster::RestartTimes;
use crate::system::cpu::CoreTime;
use crate::system::usage::ProcessUsage;

/// The measurement of an outage. [`InterruptionTotals`] has the rest of the figures.
#[derive(Clone, Debug)]
pub struct OutageMeasurement {
    /// The time from the first move to the last one.
    pub elapsed: Duration,
    /// The usage of this process.
    pub tool: BeforeAfter<ProcessUsage>,
    /// The time of the core of the nodes, if they are pinned.
    pub server_core: Option<BeforeAfter<CoreTime>>,
    /// The clients that had joined their game at the killed node, if one was killed.
    pub clients_of_killed: Option<usize>,
    /// The restarts of nodes.
    pub restarts: Vec<RestartTimes>,
}

impl Report {
    /// Creates the report of an outage.
    pub fn for_outage(measurement: &OutageMeasurement, totals: &InterruptionTotals) -> Self {
        let mut report = Self::default();
        report.add_outage(measurement, &totals.counts);
        report.add_outage_times(&totals.times);
        report.add_by_code("refused", &totals.refusals);
        report.add_by_code("bye", &totals.byes);
        report.add_client_checks(&totals.counts);
        report.add_errors(totals.counts.errors())
    }

    fn add_outage(&mut self, measurement: &OutageMeasurement, counts: &InterruptionCounts) {
        let seconds = measurement.elapsed.as_secs_f64();
        self.add("clients", counts.clients as f64, "");
        self.add("measured", seconds, "s");
        self.add("moves", counts.moves as f64, "");
        self.add("moves_per_second", counts.moves as f64 / seconds, "/s");
        if let Some(BeforeAfter { before, after }) = measurement.server_core {
            self.add("server_core_busy", percent(after.busy - before.busy, after.total - before.total), "%");
        }
        self.add("tool_busy", 100.0 * measurement.tool.cpu_seconds() / seconds, "%");
        if let Some(clients) = measurement.clients_of_killed {
            self.add("clients_of_killed_node", clients as f64, "");
        }
        self.add_restarts(&measurement.restarts);
        self.add("lost_connections", counts.lost_connections as f64, "");
        self.add("joined_again", counts.joined_again as f64, "");
        self.add("failed_attempts", counts.failed_attempts as f64, "");
        self.add("players_to_move", counts.players_to_move as f64, "");
        self.add("excused_downtimes", counts.excused_downtimes as f64, "");
    }

    fn add_restarts(&mut self, restarts: &[RestartTimes]) {
        let stop = restarts.iter().map(|restart| restart.stop).max();
        let start = restarts.iter().map(|restart| restart.start).max();
        if let (Some(stop), Some(start)) = (stop, start) {
            self.add("restarts", restarts.len() as f64, "");
            self.add("node_stop_max", stop.as_secs_f64(), "s");
            self.add("node_start_max", start.as_secs_f64(), "s");
        }
    }

    fn add_outage_times(&mut self, times: &InterruptionTimes) {
        self.add_recorded("join_again", &times.join_again);
        self.add_recorded("next_move", &times.next_move);
        self.add_recorded("own_ack_before", &times.own_ack_before);
        self.add_recorded("own_ack_of_others", &times.own_ack_of_others);
        self.add_recorded("own_ack_of_returned", &times.own_ack_of_returned);
        self.add_recorded("own_ack_after", &times.own_ack_after);
        self.add_recorded("overcharge", &times.overcharge);
        self.add_recorded("overcharge_of_interrupted", &times.overcharge_of_interrupted);
    }

    /// Adds the number of times and their distribution, unless there are none.
    fn add_recorded(&mut self, name: &str, times: &Histogram<u64>) {
        if !times.is_empty() {
            self.add(&format!("{name}_count"), times.len() as f64, "");
            self.add_histogram(name, times);
        }
    }

    fn add_by_code<'a>(&mut self, prefix: &str, counts: impl IntoIterator<Item = (&'a String, &'a u64)>) {
        for (code, count) in counts {
            self.add(&format!("{prefix}_{code}"), *count as f64, "");
        }
    }

    fn add_client_checks(&mut self, counts: &InterruptionCounts) {
        for (name, count) in [
            ("gaps", counts.gaps),
            ("repeats", counts.repeats),
            ("different_boards", counts.different_boards),
            ("lost_moves", counts.lost_moves),
            ("clients_behind", counts.clients_behind),
            ("boards", counts.boards.received),
        ] {
            self.add(name, count as f64, "");
        }
        self.add("boards_checked", percent(counts.boards.compared, counts.boards.received), "%");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;
    use crate::results::interruptions::{InterruptionStats, RunPhase};

    fn measurement() -> OutageMeasurement {
        let usage = ProcessUsage::default();
        OutageMeasurement {
            elapsed: Duration::from_secs(2),
            tool: BeforeAfter { before: usage, after: usage },
            server_core: Some(BeforeAfter {
                before: CoreTime { busy: 10, total: 100 },
                after: CoreTime { busy: 40, total: 300 },
            }),
            clients_of_killed: Some(3),
            restarts: vec![],
        }
    }

    #[test]
    fn an_outage_has_the_times_that_were_recorded() {
        let stats = InterruptionStats::default();
        let start = clock::now();
        stats.begin(RunPhase::Outage);
        stats.record_loss(true);
        stats.record_join_again(start, start + Duration::from_millis(200));
        stats.record_accepted_move();
        let report = Report::for_outage(&measurement(), &stats.totals());
        let figures = report.to_json();
        for (name, value) in [
            ("moves_per_second", 0.5),
            ("server_core_busy", 15.0),
            ("clients_of_killed_node", 3.0),
            ("players_to_move", 1.0),
            ("join_again_count", 1.0),
        ] {
            assert_eq!(figures[name].as_f64(), Some(value), "{name}");
        }
        let join = figures["join_again_max"].as_f64().expect("a number");
        assert!((join - 200.0).abs() < 1.0, "{join}");
        assert!(figures.get("next_move_p99").is_none() && figures.get("restarts").is_none());
        assert!(report.is_clean());
    }

    #[test]
    fn the_longest_stop_and_start_are_reported() {
        let times =
            |stop, start| RestartTimes { stop: Duration::from_secs(stop), start: Duration::from_secs(start) };
        let restarts = vec![times(1, 5), times(4, 2)];
        let stats = InterruptionStats::default();
        stats.count(|counts| counts.lost_moves = 1);
        let measurement = OutageMeasurement { clients_of_killed: None, restarts, ..measurement() };
        let report = Report::for_outage(&measurement, &stats.totals());
        let figures = report.to_json();
        for (name, value) in
            [("restarts", 2.0), ("node_stop_max", 4.0), ("node_start_max", 5.0), ("lost_moves", 1.0)]
        {
            assert_eq!(figures[name].as_f64(), Some(value), "{name}");
        }
        assert!(figures.get("clients_of_killed_node").is_none() && !report.is_clean());
    }
}
