//! The state that all games against computer players share.

use std::cell::RefCell;

use tokio::sync::watch;

use crate::computer_games::answer_timer::Answer;
use crate::results::report::answers::AnswerTimes;
use crate::results::stats::Stats;

/// The state that all games against computer players share.
#[derive(Debug)]
pub struct ComputersState {
    /// Counts, and the times of the tool's own moves.
    pub stats: Stats,
    answers: RefCell<AnswerTimes>,
    is_stopped: watch::Sender<bool>,
}

impl Default for ComputersState {
    fn default() -> Self {
        Self {
            stats: Stats::new(None),
            answers: RefCell::new(AnswerTimes::new()),
            is_stopped: watch::Sender::new(false),
        }
    }
}

impl ComputersState {
    /// Counts a game that was created.
    pub fn record_game(&self) {
        self.answers.borrow_mut().games += 1;
    }

    /// Records an answer of a computer player.
    pub fn record_answer(&self, answer: Answer) {
        self.answers.borrow_mut().record(answer.time, answer.is_forced);
    }

    /// The answers so far.
    pub fn answers(&self) -> AnswerTimes {
        self.answers.borrow().clone()
    }

    /// Counts an error if there was no answer.
    pub fn check_answers(&self) {
        if self.answers.borrow().all.is_empty() {
            self.stats.record_error(&"no computer player has answered");
        }
    }

    /// Stops waiting for further answers.
    pub fn stop(&self) {
        self.is_stopped.send_replace(true);
    }

    /// Whether to wait for no further answers.
    pub fn is_stopped(&self) -> bool {
        *self.is_stopped.borrow()
    }

    /// Waits for [`stop`](Self::stop).
    pub async fn wait_for_stop(&self) {
        // The sender lives as long as this state, so there is no error.
        let _ = self.is_stopped.subscribe().wait_for(|is_stopped| *is_stopped).await;
    }
}
