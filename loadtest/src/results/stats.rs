//! The counts and times of a run.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::time::Instant;

use hdrhistogram::Histogram;
use tokio::sync::Notify;

use crate::check::checker::BoardCounts;

/// Errors that are printed. Further errors are only counted.
const MAX_PRINTED_ERRORS: u64 = 10;

/// The longest time of the histograms: a minute. Longer times count as this one.
const MAX_TIME_NANOS: u64 = 60_000_000_000;

/// The counts and times of a run. All connections of a thread share one.
#[derive(Debug)]
pub struct Stats {
    /// The number of acknowledged moves that ends the run.
    move_limit: Option<u64>,
    limit_reached: Notify,
    sent: Cell<u64>,
    acknowledged: Cell<u64>,
    delivered: Cell<u64>,
    errors: Cell<u64>,
    ended_games: Cell<u64>,
    boards: Cell<BoardCounts>,
    times: RefCell<MoveTimes>,
    watched_times: RefCell<MoveTimes>,
}

/// The results of all checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckTotals {
    /// Boards that were received and compared.
    pub boards: BoardCounts,
    /// Errors.
    pub errors: u64,
}

/// The times of moves, in nanoseconds.
#[derive(Clone, Debug)]
pub struct MoveTimes {
    /// From the time a move is due to its acknowledgement.
    pub own_ack: Histogram<u64>,
    /// From the time a move is due to the arrival of its event at the opponent.
    pub opponent: Histogram<u64>,
}

impl Stats {
    /// Creates stats without counts. `move_limit` is the number of acknowledged moves that ends the run.
    pub fn new(move_limit: Option<u64>) -> Self {
        Self {
            move_limit,
            limit_reached: Notify::new(),
            sent: Cell::default(),
            acknowledged: Cell::default(),
            delivered: Cell::default(),
            errors: Cell::default(),
            ended_games: Cell::default(),
            boards: Cell::default(),
            times: RefCell::new(MoveTimes::new()),
            watched_times: RefCell::new(MoveTimes::new()),
        }
    }

    /// Counts a move that is sent.
    pub fn record_sent(&self) {
        add_to(&self.sent, 1);
    }

    /// Records the acknowledgement of a move. `is_watched` selects the times of the only game with spectators.
    pub fn record_ack(&self, is_watched: bool, due: Instant, now: Instant) {
        add_to(&self.acknowledged, 1);
        self.times_of(is_watched).borrow_mut().own_ack.saturating_record(nanos_between(due, now));
        if self.move_limit == Some(self.acknowledged.get()) {
            self.limit_reached.notify_one();
        }
    }

    /// Records the arrival of a move at the opponent.
    pub fn record_delivery(&self, is_watched: bool, due: Instant, now: Instant) {
        add_to(&self.delivered, 1);
        self.times_of(is_watched).borrow_mut().opponent.saturating_record(nanos_between(due, now));
    }

    /// Counts a game that has ended.
    pub fn record_game_end(&self) {
        add_to(&self.ended_games, 1);
    }

    /// Adds boards that were received.
    pub fn add_boards(&self, boards: BoardCounts) {
        self.boards.set(self.boards.get() + boards);
    }

    /// Counts an error, and prints it unless there were many.
    pub fn record_error(&self, error: &dyn Display) {
        add_to(&self.errors, 1);
        if self.errors.get() <= MAX_PRINTED_ERRORS {
            eprintln!("ikibuguzo-loadtest: {error}");
        }
    }

    /// Waits until the move limit is reached. Without a limit it never returns.
    pub async fn wait_for_move_limit(&self) {
        self.limit_reached.notified().await;
    }

    /// Moves that were sent, but not yet acknowledged or not yet received by the opponent.
    pub fn pending_moves(&self) -> u64 {
        let sent = self.sent.get();
        let acknowledged = self.acknowledged.get();
        let delivered = self.delivered.get();
        (sent - acknowledged).max(sent - delivered)
    }

    /// Acknowledged moves.
    pub fn moves(&self) -> u64 {
        self.acknowledged.get()
    }

    /// Errors.
    pub fn errors(&self) -> u64 {
        self.errors.get()
    }

    /// Games that have ended.
    pub fn ended_games(&self) -> u64 {
        self.ended_games.get()
    }

    /// Boards and errors.
    pub fn check_totals(&self) -> CheckTotals {
        CheckTotals { boards: self.boards.get(), errors: self.errors.get() }
    }

    /// The times of all moves, except those of the only game with spectators.
    pub fn times(&self) -> MoveTimes {
        self.times.borrow().clone()
    }

    /// The times of moves in the only game with spectators. Empty if there is no such game.
    pub fn watched_times(&self) -> MoveTimes {
        self.watched_times.borrow().clone()
    }

    fn times_of(&self, is_watched: bool) -> &RefCell<MoveTimes> {
        if is_watched { &self.watched_times } else { &self.times }
    }
}

impl MoveTimes {
    fn new() -> Self {
        Self { own_ack: new_histogram(), opponent: new_histogram() }
    }
}

/// A histogram of nanoseconds with three significant digits.
pub fn new_histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, MAX_TIME_NANOS, 3).expect("the bounds and the digits are valid")
}

/// The nanoseconds between two times. 0 if the end is before the start.
pub fn nanos_between(start: Instant, end: Instant) -> u64 {
    u64::try_from(end.saturating_duration_since(start).as_nanos()).unwrap_or(u64::MAX)
}

/// Adds to a count.
pub fn add_to(count: &Cell<u64>, amount: u64) {
    count.set(count.get() + amount);
}
