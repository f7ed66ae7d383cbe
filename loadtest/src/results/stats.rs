//! What is counted and timed while the load runs.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::sync::Notify;

use crate::check::checker::BoardCounts;

/// Errors that are told in full; more are only counted.
const TOLD: u64 = 10;

/// The longest time that is told apart, in nanoseconds: a minute.
const LONGEST: u64 = 60_000_000_000;

/// The counts of a run. Shared by all players of this process, which has one thread.
#[derive(Debug)]
pub struct Stats {
    /// Moves after which it is enough.
    limit: Option<u64>,
    enough: Notify,
    sent: Cell<u64>,
    acked: Cell<u64>,
    received: Cell<u64>,
    errors: Cell<u64>,
    games: Cell<u64>,
    boards: Cell<BoardCounts>,
    times: RefCell<Times>,
    watched: RefCell<Times>,
}

/// How long moves took, in nanoseconds.
#[derive(Clone, Debug)]
pub struct Times {
    /// From sending them to their acknowledgement.
    pub own_ack: Histogram<u64>,
    /// From sending them to their event at the opponent.
    pub opponent: Histogram<u64>,
}

impl Stats {
    /// Nothing counted yet.
    pub fn new(limit: Option<u64>) -> Self {
        Self {
            limit,
            enough: Notify::new(),
            sent: Cell::default(),
            acked: Cell::default(),
            received: Cell::default(),
            errors: Cell::default(),
            games: Cell::default(),
            boards: Cell::default(),
            times: RefCell::new(Times::new()),
            watched: RefCell::new(Times::new()),
        }
    }

    /// A move was sent.
    pub fn sent(&self) {
        add(&self.sent, 1);
    }

    /// A move was acknowledged now that had been due since then, in the one game that has spectators or in another.
    pub fn acked(&self, is_watched: bool, since: Instant, now: Instant) {
        add(&self.acked, 1);
        self.times_of(is_watched).borrow_mut().own_ack.saturating_record(nanos(since, now));
        if self.limit == Some(self.acked.get()) {
            self.enough.notify_one();
        }
    }

    /// The opponent has got a move now that had been due since then.
    pub fn received(&self, is_watched: bool, since: Instant, now: Instant) {
        add(&self.received, 1);
        self.times_of(is_watched).borrow_mut().opponent.saturating_record(nanos(since, now));
    }

    /// A game is over.
    pub fn game_over(&self) {
        add(&self.games, 1);
    }

    /// Adds boards that were received.
    pub fn add_boards(&self, boards: BoardCounts) {
        self.boards.set(self.boards.get() + boards);
    }

    /// Something was wrong.
    pub fn error(&self, error: &dyn Display) {
        add(&self.errors, 1);
        if self.errors.get() <= TOLD {
            eprintln!("ikibuguzo-loadtest: {error}");
        }
    }

    /// Until there were as many moves as were asked for; for ever if any number will do.
    pub async fn enough(&self) {
        self.enough.notified().await;
    }

    /// Moves that were sent and whose acknowledgement or whose event at the opponent has not come.
    pub fn outstanding(&self) -> u64 {
        let (sent, acked, received) = (self.sent.get(), self.acked.get(), self.received.get());
        (sent - acked).max(sent - received)
    }

    /// Acknowledged moves.
    pub fn moves(&self) -> u64 {
        self.acked.get()
    }

    /// Errors.
    pub fn errors(&self) -> u64 {
        self.errors.get()
    }

    /// Games that ended.
    pub fn games(&self) -> u64 {
        self.games.get()
    }

    /// Boards that came to players and spectators.
    pub fn boards(&self) -> BoardCounts {
        self.boards.get()
    }

    /// How long moves took; where one game alone has spectators, those of the others.
    pub fn times(&self) -> Times {
        self.times.borrow().clone()
    }

    /// How long moves took in the one game that has spectators.
    pub fn watched(&self) -> Times {
        self.watched.borrow().clone()
    }

    fn times_of(&self, is_watched: bool) -> &RefCell<Times> {
        if is_watched { &self.watched } else { &self.times }
    }
}

impl Times {
    fn new() -> Self {
        Self { own_ack: histogram(), opponent: histogram() }
    }
}

/// Three digits of every time up to the longest.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST, 3).expect("bounds in order, and few digits")
}

fn nanos(since: Instant, now: Instant) -> u64 {
    let elapsed: Duration = now.saturating_duration_since(since);
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}

fn add(count: &Cell<u64>, more: u64) {
    count.set(count.get() + more);
}
