//! What the server counts itself, at `/metrics`, where it has that.

use anyhow::Result;

use crate::net::api::Http;

/// Transactions that were committed, and events in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Transactions; each waits for the disk once.
    pub commits: f64,
    /// Events.
    pub events: f64,
}

impl Counts {
    /// Asks the server; none if it does not count.
    ///
    /// # Errors
    ///
    /// Where the server does not answer.
    pub async fn read(http: &Http) -> Result<Option<Self>> {
        Ok(http.text("/metrics").await?.as_deref().and_then(Self::parse))
    }

    /// Reads the text format of Prometheus.
    fn parse(text: &str) -> Option<Self> {
        let commits = total(text, "ikibuguzo_commits_total")?;
        Some(Self { commits, events: total(text, "ikibuguzo_events_committed_total")? })
    }
}

/// The sum over all labels of a counter.
fn total(text: &str, name: &str) -> Option<f64> {
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
        assert_eq!(Counts::parse(text), Some(Counts { commits: 12.0, events: 34.0 }));
    }

    #[test]
    fn a_server_that_does_not_count_is_no_error() {
        assert_eq!(Counts::parse("ikibuguzo_commits_total 12\n"), None);
    }
}
