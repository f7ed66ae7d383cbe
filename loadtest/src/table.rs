//! What the two players of a game share in this process.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Instant;

use ikibuguzo_engine::{BySeat, Seat};
use tokio::sync::Notify;

/// Two players who play one game after another.
#[derive(Debug, Default)]
pub struct Table {
    /// Its place in the hall, while its game is under way.
    pub place: Cell<Option<usize>>,
    /// The seat that is to move and may not yet.
    waiting: Cell<Option<Seat>>,
    wake: BySeat<Notify>,
    /// Players who have seen the first position of the game.
    seen: Cell<u8>,
    /// Events of moves that the opponent has still to get, and since when.
    sent: RefCell<VecDeque<(u64, Instant)>>,
}

impl Table {
    /// A player has seen the first position; true when both have.
    pub fn stands(&self) -> bool {
        self.seen.set(self.seen.get() + 1);
        if self.seen.get() < 2 {
            return false;
        }
        self.seen.set(0);
        self.sent.borrow_mut().clear();
        true
    }

    /// A seat is to move, and waits until it may.
    pub fn wait(&self, seat: Seat) {
        self.waiting.set(Some(seat));
    }

    /// Wakes the seat that waits.
    pub fn wake(&self) {
        if let Some(seat) = self.waiting.take() {
            self.wake[seat].notify_one();
        }
    }

    /// Until a seat that waits is woken.
    pub async fn woken(&self, seat: Seat) {
        self.wake[seat].notified().await;
    }

    /// A move was sent that will be the event `seq`.
    pub fn sent(&self, seq: u64, since: Instant) {
        self.sent.borrow_mut().push_back((seq, since));
    }

    /// The opponent has got an event: since when it was on its way.
    pub fn received(&self, seq: u64) -> Option<Instant> {
        let mut sent = self.sent.borrow_mut();
        let (_, since) = sent.pop_front_if(|(expected, _)| *expected == seq)?;
        Some(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn a_game_stands_when_both_have_seen_it() {
        let table = Table::default();
        assert_eq!([(); 4].map(|()| table.stands()), [false, true, false, true]);
    }

    #[test]
    fn the_opponent_learns_since_when_each_move_was_on_its_way() {
        let (table, since) = (Table::default(), clock::now());
        table.sent(7, since);
        table.sent(8, since);
        assert_eq!(table.received(6), None);
        assert_eq!(
            [table.received(7), table.received(8), table.received(9)],
            [Some(since), Some(since), None]
        );
    }
}
