//! The counts and times of clients that reconnect.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use ikibuguzo_protocol::ErrorCode;
use tokio::sync::Notify;

use crate::check::checker::BoardCounts;
use crate::check::mismatch::Mismatch;
use crate::results::stats::{add_to, nanos_between, new_histogram};

/// Errors that are printed. Further errors are only counted.
const MAX_PRINTED_ERRORS: u64 = 10;

/// The part of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunPhase {
    /// Clients connect. Nothing is measured.
    #[default]
    Setup,
    /// All nodes are in service.
    Before,
    /// From the first signal to a node until all its clients have joined again, and all players who were to move have
    /// moved.
    Outage,
    /// After the outage.
    After,
}

/// The counts and times of clients that reconnect. All clients share one.
#[derive(Debug, Default)]
pub struct InterruptionStats {
    phase: Cell<RunPhase>,
    counts: RefCell<InterruptionCounts>,
    times: RefCell<InterruptionTimes>,
    refusals: RefCell<BTreeMap<String, u64>>,
    byes: RefCell<BTreeMap<String, u64>>,
    unanswered_moves: Cell<u64>,
    joined: Notify,
}

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct InterruptionCounts {
    /// Clients that have joined their first game.
    pub clients: u64,
    /// Acknowledged moves, except during setup.
    pub moves: u64,
    /// Connections that were lost to a node that was stopping.
    pub lost_connections: u64,
    /// Number of times that a client has joined its game again.
    pub joined_again: u64,
    /// Attempts to connect that failed.
    pub failed_attempts: u64,
    /// Players who lost their connection while they were to move.
    pub players_to_move: u64,
    /// Events that were missing before the event that arrived.
    pub gaps: u64,
    /// Events that arrived again.
    pub repeats: u64,
    /// Boards, moves and outcomes that differ from the engine's.
    pub different_boards: u64,
    /// Acknowledged moves that are not in the stored game.
    pub lost_moves: u64,
    /// Clients that have not received the newest event of their game at the end.
    pub clients_behind: u64,
    /// Refusals for other reasons than the stop of the server.
    pub refusals: u64,
    /// Other errors, such as a connection to a working node that was lost.
    pub other_errors: u64,
    /// Downtimes that were excused, in all games together.
    pub excused_downtimes: u64,
    /// Boards that were received and compared.
    pub boards: BoardCounts,
}

/// The counts and times of the clients of one thread, or of several.
#[derive(Clone, Debug, Default)]
pub struct InterruptionTotals {
    /// The counts.
    pub counts: InterruptionCounts,
    /// The times.
    pub times: InterruptionTimes,
    /// Refusals by their code.
    pub refusals: BTreeMap<String, u64>,
    /// Last messages of sockets by their code.
    pub byes: BTreeMap<String, u64>,
}

/// The times of a run, in nanoseconds.
#[derive(Clone, Debug)]
pub struct InterruptionTimes {
    /// From the time a move is due to its acknowledgement, before the outage.
    pub own_ack_before: Histogram<u64>,
    /// The same during the outage, for players who did not lose their connection.
    pub own_ack_of_others: Histogram<u64>,
    /// The same during the outage, for players who have joined again.
    pub own_ack_of_returned: Histogram<u64>,
    /// The same after the outage.
    pub own_ack_after: Histogram<u64>,
    /// From the loss of the connection to joining the game again.
    pub join_again: Histogram<u64>,
    /// From the loss of the connection to the next accepted move, for players who were to move.
    pub next_move: Histogram<u64>,
    /// How much more was charged for a move than the player counted.
    pub overcharge: Histogram<u64>,
    /// The same for turns in which the connection was lost.
    pub overcharge_of_interrupted: Histogram<u64>,
}

impl Default for InterruptionTimes {
    fn default() -> Self {
        Self {
            own_ack_before: new_histogram(),
            own_ack_of_others: new_histogram(),
            own_ack_of_returned: new_histogram(),
            own_ack_after: new_histogram(),
            join_again: new_histogram(),
            next_move: new_histogram(),
            overcharge: new_histogram(),
            overcharge_of_interrupted: new_histogram(),
        }
    }
}

impl InterruptionStats {
    /// Begins a part of the run.
    pub fn begin(&self, phase: RunPhase) {
        self.phase.set(phase);
    }

    /// The counts so far.
    pub fn counts(&self) -> InterruptionCounts {
        *self.counts.borrow()
    }

    /// Changes the counts.
    pub fn count(&self, change: impl FnOnce(&mut InterruptionCounts)) {
        change(&mut self.counts.borrow_mut());
    }

    /// All counts and times so far.
    pub fn totals(&self) -> InterruptionTotals {
        InterruptionTotals {
            counts: self.counts(),
            times: self.times.borrow().clone(),
            refusals: self.refusals.borrow().clone(),
            byes: self.byes.borrow().clone(),
        }
    }

    /// Players who lost their connection while they were to move, and whose next move is not accepted yet.
    pub fn awaited_moves(&self) -> u64 {
        self.counts().players_to_move.saturating_sub(self.times.borrow().next_move.len())
    }

    /// Moves that were sent and not answered.
    pub fn unanswered_moves(&self) -> u64 {
        self.unanswered_moves.get()
    }

    /// Waits until a client joins its first game.
    pub async fn wait_for_join(&self) {
        self.joined.notified().await;
    }

    /// Records that a client has joined its first game.
    pub fn record_first_join(&self) {
        self.count(|counts| counts.clients += 1);
        self.joined.notify_one();
    }

    /// Records the loss of a connection to a node that was stopping.
    pub fn record_loss(&self, is_to_move: bool) {
        self.count(|counts| {
            counts.lost_connections += 1;
            counts.players_to_move += u64::from(is_to_move);
        });
    }

    /// Records that a client has joined its game again.
    pub fn record_join_again(&self, lost_at: Instant, now: Instant) {
        self.count(|counts| counts.joined_again += 1);
        self.times.borrow_mut().join_again.saturating_record(nanos_between(lost_at, now));
    }

    /// Counts a move that is sent for the first time.
    pub fn record_sent_move(&self) {
        add_to(&self.unanswered_moves, 1);
    }

    /// Counts a move that was answered, or whose game is over.
    pub fn record_answered_move(&self) {
        self.unanswered_moves.set(self.unanswered_moves.get().saturating_sub(1));
    }

    /// Records the acknowledgement of a move that was sent once. `has_returned` says whether the player has lost a
    /// connection before.
    pub fn record_own_ack(&self, has_returned: bool, due: Instant, now: Instant) {
        let mut times = self.times.borrow_mut();
        let histogram = match self.phase.get() {
            RunPhase::Setup => return,
            RunPhase::Before => &mut times.own_ack_before,
            RunPhase::Outage if has_returned => &mut times.own_ack_of_returned,
            RunPhase::Outage => &mut times.own_ack_of_others,
            RunPhase::After => &mut times.own_ack_after,
        };
        histogram.saturating_record(nanos_between(due, now));
    }

    /// Counts an acknowledged move.
    pub fn record_accepted_move(&self) {
        if self.phase.get() != RunPhase::Setup {
            self.count(|counts| counts.moves += 1);
        }
    }

    /// Records the first accepted move of a player who lost its connection while it was to move.
    pub fn record_next_move(&self, lost_at: Instant, now: Instant) {
        self.times.borrow_mut().next_move.saturating_record(nanos_between(lost_at, now));
    }

    /// Records how much more was charged for a move than its player counted.
    pub fn record_overcharge(&self, overcharge: Duration, was_interrupted: bool) {
        let mut times = self.times.borrow_mut();
        let times = &mut *times;
        let histogram =
            if was_interrupted { &mut times.overcharge_of_interrupted } else { &mut times.overcharge };
        histogram.saturating_record(u64::try_from(overcharge.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Records a refusal. It is an error unless the server stops.
    pub fn record_refusal(&self, code: ErrorCode, text: &str) {
        *self.refusals.borrow_mut().entry(code.as_str()).or_default() += 1;
        if code != ErrorCode::Restarting {
            self.count(|counts| counts.refusals += 1);
            self.print_error(&format_args!("refused: {text}"));
        }
    }

    /// Records the last message of a socket.
    pub fn record_bye(&self, code: ErrorCode) {
        *self.byes.borrow_mut().entry(code.as_str()).or_default() += 1;
    }

    /// Records a difference from the engine's game.
    pub fn record_mismatch(&self, mismatch: &Mismatch, game: &dyn Display) {
        self.count(|counts| match mismatch {
            Mismatch::OutOfOrder { expected, received } if received > expected => counts.gaps += 1,
            Mismatch::OutOfOrder { .. } => counts.repeats += 1,
            Mismatch::Impossible { .. } | Mismatch::Board { .. } | Mismatch::Outcome { .. } => {
                counts.different_boards += 1;
            }
        });
        self.print_error(&format_args!("game {game}: {mismatch}"));
    }

    /// Counts any other error, and prints it unless there were many.
    pub fn record_other_error(&self, error: &dyn Display) {
        self.count(|counts| counts.other_errors += 1);
        self.print_error(error);
    }

    fn print_error(&self, error: &dyn Display) {
        if self.counts().errors() <= MAX_PRINTED_ERRORS {
            eprintln!("ikibuguzo-loadtest: {error}");
        }
    }
}

impl InterruptionTotals {
    /// Adds the totals of spectators, who have no times of moves.
    pub fn add_spectators(&mut self, spectators: &Self) {
        self.counts += spectators.counts;
        // Both histograms have the same bounds.
        let _ = self.times.join_again.add(&spectators.times.join_again);
        for (own, others) in [(&mut self.refusals, &spectators.refusals), (&mut self.byes, &spectators.byes)]
        {
            for (code, count) in others {
                *own.entry(code.clone()).or_default() += count;
            }
        }
    }
}

impl AddAssign for InterruptionCounts {
    fn add_assign(&mut self, other: Self) {
        self.clients += other.clients;
        self.moves += other.moves;
        self.lost_connections += other.lost_connections;
        self.joined_again += other.joined_again;
        self.failed_attempts += other.failed_attempts;
        self.players_to_move += other.players_to_move;
        self.gaps += other.gaps;
        self.repeats += other.repeats;
        self.different_boards += other.different_boards;
        self.lost_moves += other.lost_moves;
        self.clients_behind += other.clients_behind;
        self.refusals += other.refusals;
        self.other_errors += other.other_errors;
        self.excused_downtimes += other.excused_downtimes;
        self.boards = self.boards + other.boards;
    }
}

impl InterruptionCounts {
    /// The number of errors of all kinds.
    pub fn errors(&self) -> u64 {
        let differences = self.gaps + self.repeats + self.different_boards;
        differences + self.lost_moves + self.clients_behind + self.refusals + self.other_errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn mismatches_are_counted_by_kind() {
        let stats = InterruptionStats::default();
        for mismatch in [
            Mismatch::OutOfOrder { expected: 7, received: 9 },
            Mismatch::OutOfOrder { expected: 7, received: 6 },
            Mismatch::Board { seq: 7 },
            Mismatch::Outcome { seq: 8 },
        ] {
            stats.record_mismatch(&mismatch, &"05cdv44x7ekv");
        }
        let counts = stats.counts();
        assert_eq!((counts.gaps, counts.repeats, counts.different_boards, counts.errors()), (1, 1, 2, 4));
    }

    #[test]
    fn only_the_refusal_of_a_stopping_server_is_no_error() {
        let stats = InterruptionStats::default();
        for code in [ErrorCode::Restarting, ErrorCode::Busy, ErrorCode::Busy] {
            stats.record_refusal(code, "");
        }
        assert_eq!(stats.counts().errors(), 2);
        let expected = [("busy".to_owned(), 2), ("restarting".to_owned(), 1)];
        assert_eq!(stats.totals().refusals, expected.into());
    }

    #[test]
    fn the_totals_of_players_and_spectators_are_added() {
        let [players, spectators] = [(); 2].map(|()| InterruptionStats::default());
        let now = clock::now();
        for stats in [&players, &spectators] {
            stats.record_loss(false);
            stats.record_join_again(now, now + Duration::from_millis(3));
            stats.record_bye(ErrorCode::Restarting);
        }
        let mut totals = players.totals();
        totals.add_spectators(&spectators.totals());
        assert_eq!((totals.counts.lost_connections, totals.counts.joined_again), (2, 2));
        assert_eq!((totals.times.join_again.len(), totals.byes["restarting"]), (2, 2));
    }

    #[test]
    fn acknowledgements_are_recorded_by_the_part_of_the_run() {
        let stats = InterruptionStats::default();
        let now = clock::now();
        stats.record_own_ack(false, now, now);
        for (phase, has_returned) in [
            (RunPhase::Before, false),
            (RunPhase::Outage, false),
            (RunPhase::Outage, true),
            (RunPhase::After, true),
        ] {
            stats.begin(phase);
            stats.record_own_ack(has_returned, now, now + Duration::from_millis(1));
        }
        let times = stats.totals().times;
        let histograms =
            [times.own_ack_before, times.own_ack_of_others, times.own_ack_of_returned, times.own_ack_after];
        assert_eq!(histograms.map(|times| times.len()), [1; 4]);
    }
}
