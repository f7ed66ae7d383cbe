//! The answers of computer players.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::results::stats::new_histogram;

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
