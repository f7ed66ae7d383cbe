//! What the two players of a game share in this process.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use ikibuguzo_engine::{Ruleset, Viewer};
use ikibuguzo_protocol::GameId;

use crate::check::reference::ReferenceGame;
use crate::players::wakeups::Bell;

/// Two players who play one game after another.
#[derive(Debug, Default)]
pub struct Table {
    /// The section of the hall in which it plays.
    pub section: usize,
    /// Its place in the hall, while its game is under way.
    pub place: Cell<Option<usize>>,
    /// Whether its games alone have spectators.
    pub is_watched: Cell<bool>,
    /// Who is to move and may not yet.
    waiting: RefCell<Option<Waiting>>,
    /// Players who have seen the first position of the game.
    seen: Cell<u8>,
    /// Events of moves that the opponent has still to get, and since when.
    sent: RefCell<VecDeque<(u64, Instant)>>,
    /// Whether both players are told the same.
    open: bool,
    /// The newest game's reference, where both are told the same.
    reference: RefCell<Option<(GameId, Rc<RefCell<ReferenceGame>>)>>,
}

/// Somebody who waits: the bell to ring, and for which chair.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The bell.
    pub bell: Rc<Bell>,
    /// The number of the chair.
    pub chair: usize,
}

impl Table {
    /// A table of two players in a section of the hall. Without stores they have nothing to conceal.
    pub fn of_two(rules: Ruleset, section: usize) -> Self {
        Self { section, open: !rules.has_stores(), ..Self::default() }
    }

    /// Who a viewer of a game is to ask: one for both players, or each viewer's own.
    pub fn reference(&self, game: GameId, viewer: Viewer) -> Rc<RefCell<ReferenceGame>> {
        if !self.open {
            return Rc::new(RefCell::new(ReferenceGame::for_viewer(viewer)));
        }
        let mut newest = self.reference.borrow_mut();
        if let Some((known, reference)) = &*newest
            && *known == game
        {
            return Rc::clone(reference);
        }
        let reference = Rc::new(RefCell::new(ReferenceGame::for_both_players()));
        *newest = Some((game, Rc::clone(&reference)));
        reference
    }

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

    /// Somebody is to move, and waits until the bell is rung.
    pub fn wait(&self, waiting: Waiting) {
        *self.waiting.borrow_mut() = Some(waiting);
    }

    /// Rings for whoever waits.
    pub fn wake(&self) {
        if let Some(Waiting { bell, chair }) = self.waiting.take() {
            bell.ring(chair);
        }
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
    fn whoever_waits_is_rung_for_once() {
        let (table, bell) = (Table::default(), Rc::new(Bell::default()));
        table.wait(Waiting { bell: Rc::clone(&bell), chair: 5 });
        table.wake();
        table.wake();
        assert_eq!([bell.next(), bell.next()], [Some(5), None]);
    }

    #[test]
    fn both_players_ask_one_umpire_a_game_unless_there_are_stores() {
        let [first, second] = [1, 2].map(|byte| GameId::from_random([byte; GameId::LENGTH]));
        let same = |table: &Table, games: [GameId; 2]| {
            let [one, other] = games.map(|game| table.reference(game, Viewer::Spectator));
            Rc::ptr_eq(&one, &other)
        };
        let (open, concealed) =
            (Table::of_two(Ruleset::Kubuguza, 0), Table::of_two("azigo".parse().expect("rules"), 0));
        assert!(same(&open, [first, first]) && !same(&open, [first, second]));
        assert!(!same(&concealed, [first, first]));
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
