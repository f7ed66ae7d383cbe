//! When no node ran before this one started: the gaps between the earlier runs of nodes.
//!
//! Runs are compared by what their clocks showed. A server may have run with a wrong clock: then its run lies before, or
//! within, the run of a server that ran earlier.

use ikibuguzo_protocol::{Period, Timestamp};
use ikibuguzo_store::Run;

/// The times in which no node ran until `now`: one after each run in which no other node ran on. If nodes run one at a
/// time, no other did, and a run that lies within another had a wrong clock.
pub(super) fn downtimes_between(runs: &[Run], now: Timestamp, is_one_at_a_time: bool) -> Vec<Period> {
    let ran_on = |end: Timestamp| runs.iter().any(|run| run.started_at <= end && end < run.last_beat_at);
    let next_start =
        |end: Timestamp| runs.iter().map(|run| run.started_at).filter(|start| *start > end).min();
    let ends = runs.iter().map(|run| run.last_beat_at).filter(|end| is_one_at_a_time || !ran_on(*end));
    let downtimes = ends.map(|end| Period::new(end, next_start(end).unwrap_or(now).min(now)));
    downtimes.filter(|downtime| downtime.from < downtime.until).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn downtimes(runs: &[(u64, u64)], is_one_at_a_time: bool) -> Vec<(u64, u64)> {
        let run = |(started_at, last_beat_at): &(u64, u64)| Run {
            started_at: Timestamp::from_millis(*started_at),
            last_beat_at: Timestamp::from_millis(*last_beat_at),
        };
        let runs: Vec<_> = runs.iter().map(run).collect();
        let downtimes = downtimes_between(&runs, Timestamp::from_millis(100), is_one_at_a_time);
        downtimes
            .into_iter()
            .map(|downtime| (downtime.from.as_millis(), downtime.until.as_millis()))
            .collect()
    }

    #[test]
    fn no_node_ran_after_each_run() {
        for is_one_at_a_time in [false, true] {
            assert_eq!(downtimes(&[(10, 20), (30, 40)], is_one_at_a_time), [(20, 30), (40, 100)]);
            assert_eq!(downtimes(&[(30, 40), (10, 20)], is_one_at_a_time), [(40, 100), (20, 30)]);
        }
        assert_eq!(downtimes(&[], true), []);
    }

    #[test]
    fn a_run_within_another_is_that_of_a_second_node_or_of_a_wrong_clock() {
        assert_eq!(downtimes(&[(10, 40), (20, 30)], false), [(40, 100)]);
        assert_eq!(downtimes(&[(10, 40), (20, 30)], true), [(40, 100), (30, 100)]);
        assert_eq!(downtimes(&[(10, 40), (30, 60)], false), [(60, 100)]);
    }

    #[test]
    fn a_node_that_still_runs_leaves_no_gap() {
        assert_eq!(downtimes(&[(10, 105)], false), []);
    }
}
