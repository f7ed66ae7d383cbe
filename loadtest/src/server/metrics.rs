//! The server's own counters, read from `/metrics`.

use std::ops::AddAssign;

use anyhow::Result;

use crate::net::api::ApiClient;

/// The server's counters of commits and events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServerCounters {
    /// Committed transactions. Each one waits for the disk once.
    pub commits: f64,
    /// Events in these transactions.
    pub events: f64,
}

impl AddAssign for ServerCounters {
    fn add_assign(&mut self, other: Self) {
        self.commits += other.commits;
        self.events += other.events;
    }
}

impl ServerCounters {
    /// Reads the counters. Returns `None` if the server has no such counters.
    ///
    /// # Errors
    ///
    /// If the server does not answer.
    pub async fn fetch(api: &ApiClient) -> Result<Option<Self>> {
        Ok(api.get_text("/metrics").await?.as_deref().and_then(Self::parse))
    }

    /// Parses the text format of Prometheus.
    fn parse(text: &str) -> Option<Self> {
        let commits = sum_counter(text, "ikibuguzo_commits_total")?;
        Some(Self { commits, events: sum_counter(text, "ikibuguzo_events_committed_total")? })
    }
}

/// Adds the values of a counter over all its labels.
fn sum_counter(text: &str, name: &str) -> Option<f64> {
    let value = |line: &str| -> Option<f64> {
        let rest = line.strip_prefix(name)?;
        let value = if rest.starts_with('{') { rest.split_once('}')?.1 } else { rest };
        if value.starts_with(' ') { value.split_whitespace().next()?.parse().ok() } else { None }
    };
    text.lines().filter_map(value).fold(None, |sum, value| Some(sum.unwrap_or(0.0) + value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_with_and_without_labels() {
        let text = "# HELP ikibuguzo_commits_total Commits\n# TYPE ikibuguzo_commits_total counter\n\
            ikibuguzo_commits_total 12\nikibuguzo_commits_total_of_others 99\n\
            ikibuguzo_events_committed_total{kind=\"acted\"} 30\nikibuguzo_events_committed_total{kind=\"said\"} 4 17\n";
        assert_eq!(ServerCounters::parse(text), Some(ServerCounters { commits: 12.0, events: 34.0 }));
    }

    #[test]
    fn a_server_without_counters_is_accepted() {
        assert_eq!(ServerCounters::parse("ikibuguzo_commits_total 12\n"), None);
    }
}
