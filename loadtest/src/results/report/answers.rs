//! The answers of computer players, and their report.

use std::time::Duration;

use hdrhistogram::Histogram;

use super::{Measurement, Report};
use crate::results::stats::{CheckTotals, Stats, new_histogram};

/// The answers of computer players, in nanoseconds.
#[derive(Clone, Debug)]
pub struct AnswerTimes {
    /// Games that were created.
    pub games: u64,
    /// All answers.
    pub all: Histogram<u64>,
    /// The answers of computer players that had two legal actions or more.
    pub with_choice: Histogram<u64>,
}

impl AnswerTimes {
    /// Creates times without answers.
    pub fn new() -> Self {
        Self { games: 0, all: new_histogram(), with_choice: new_histogram() }
    }

    /// Records an answer. It is forced if the computer player had only one legal action.
    pub fn record(&mut self, time: Duration, is_forced: bool) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.all.saturating_record(nanos);
        if !is_forced {
            self.with_choice.saturating_record(nanos);
        }
    }

    /// The number of forced answers.
    pub fn forced(&self) -> u64 {
        self.all.len() - self.with_choice.len()
    }
}

impl Report {
    /// Creates the report of games against computer players. `answer` are the answers with a choice, `all_answers` also
    /// the forced ones.
    pub fn for_computers(measurement: &Measurement, stats: &Stats, answers: &AnswerTimes) -> Self {
        let mut report = Self::default();
        report.add_throughput(measurement);
        report.add("games_created", answers.games as f64, "");
        report.add("games_ended", stats.ended_games() as f64, "");
        report.add_answers(answers);
        report.add_histogram("own_ack", &stats.times().own_ack);
        report.add_usage(measurement);
        report.add_counters(measurement);
        report.add_checks(stats.check_totals(), CheckTotals::default())
    }

    /// Adds counts and times. Times without an answer are omitted.
    fn add_answers(&mut self, answers: &AnswerTimes) {
        self.add("answers", answers.all.len() as f64, "");
        self.add("forced_answers", answers.forced() as f64, "");
        for (name, times) in [("answer", &answers.with_choice), ("all_answers", &answers.all)] {
            if !times.is_empty() {
                self.add_histogram(name, times);
            }
        }
    }
}
