//! The report of games against computer players.

use super::{Measurement, Report};
use crate::results::answer_times::AnswerTimes;
use crate::results::stats::{CheckTotals, Stats};

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
