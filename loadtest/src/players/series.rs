//! A series of games between two players. Both players run in this process and share its state.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use ikibuguzo_engine::{Ruleset, Viewer};
use ikibuguzo_protocol::GameId;
use tokio::sync::mpsc::UnboundedSender;

use crate::check::reference::ReferenceGame;

/// Two players who play one game after another.
#[derive(Debug, Default)]
pub struct GameSeries {
    /// The group of slots in which its games are played.
    pub group: usize,
    /// Whether its games are the only ones with spectators.
    pub is_watched: bool,
    /// The slot of its game, while the game is under load.
    pub slot: Cell<Option<usize>>,
    /// The player who is to move, while its move is not due.
    waiter: RefCell<Option<Waiter>>,
    /// Players who have received the first position of the game.
    ready_players: Cell<u8>,
    /// Moves that the opponent has not received: event number and due time.
    moves_in_flight: RefCell<VecDeque<(u64, Instant)>>,
    /// Whether both players receive the same events.
    is_open: bool,
    /// The newest game, if both players receive the same events.
    reference: RefCell<Option<(GameId, Rc<RefCell<ReferenceGame>>)>>,
}

/// A player who waits until its move is due.
#[derive(Clone, Debug)]
pub struct Waiter {
    /// The channel of the player's connection.
    pub wakeups: UnboundedSender<usize>,
    /// The number of the participant in the connection.
    pub participant: usize,
}

impl Waiter {
    fn wake(&self) {
        // The channel is closed only if the connection is lost, which is an error already.
        let _ = self.wakeups.send(self.participant);
    }
}

impl GameSeries {
    /// Creates a series in a group of slots. In a game with stores the players receive different events.
    pub fn new(rules: Ruleset, group: usize, is_watched: bool) -> Self {
        Self { group, is_watched, is_open: !rules.has_stores(), ..Self::default() }
    }

    /// The reference game for a viewer: shared by both players if they receive the same events.
    pub fn reference(&self, game: GameId, viewer: Viewer) -> Rc<RefCell<ReferenceGame>> {
        if !self.is_open {
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

    /// Records that a player has received the first position. Returns whether both have.
    pub fn record_ready_player(&self) -> bool {
        self.ready_players.set(self.ready_players.get() + 1);
        if self.ready_players.get() < 2 {
            return false;
        }
        self.ready_players.set(0);
        self.moves_in_flight.borrow_mut().clear();
        true
    }

    /// Registers the player who waits for its move.
    pub fn register_waiter(&self, waiter: Waiter) {
        *self.waiter.borrow_mut() = Some(waiter);
    }

    /// Wakes the waiting player, if there is one.
    pub fn wake_waiter(&self) {
        if let Some(waiter) = self.waiter.take() {
            waiter.wake();
        }
    }

    /// Records a move that will be event `seq`, and the time it was due.
    pub fn record_sent_move(&self, seq: u64, due: Instant) {
        self.moves_in_flight.borrow_mut().push_back((seq, due));
    }

    /// Takes the due time of a move that the opponent has received.
    pub fn take_sent_move(&self, seq: u64) -> Option<Instant> {
        let mut moves = self.moves_in_flight.borrow_mut();
        let (_, due) = moves.pop_front_if(|(expected, _)| *expected == seq)?;
        Some(due)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::clock;

    #[test]
    fn a_game_is_ready_when_both_players_are() {
        let series = GameSeries::default();
        assert_eq!([(); 4].map(|()| series.record_ready_player()), [false, true, false, true]);
    }

    #[test]
    fn a_waiter_is_woken_once() {
        let series = GameSeries::default();
        let (wakeups, mut woken) = unbounded_channel();
        series.register_waiter(Waiter { wakeups, participant: 5 });
        series.wake_waiter();
        series.wake_waiter();
        assert_eq!([woken.try_recv().ok(), woken.try_recv().ok()], [Some(5), None]);
    }

    #[test]
    fn players_share_a_reference_game_unless_the_game_has_stores() {
        let [first, second] = [1, 2].map(|byte| GameId::from_random([byte; GameId::LENGTH]));
        let is_same = |series: &GameSeries, games: [GameId; 2]| {
            let [one, other] = games.map(|game| series.reference(game, Viewer::Spectator));
            Rc::ptr_eq(&one, &other)
        };
        let [open, concealed] = [Ruleset::Kubuguza, "azigo".parse().expect("rules")]
            .map(|rules| GameSeries::new(rules, 0, false));
        assert!(is_same(&open, [first, first]) && !is_same(&open, [first, second]));
        assert!(!is_same(&concealed, [first, first]));
    }

    #[test]
    fn the_due_time_of_each_move_is_known_when_the_opponent_receives_it() {
        let series = GameSeries::default();
        let due = clock::now();
        series.record_sent_move(7, due);
        series.record_sent_move(8, due);
        assert_eq!(series.take_sent_move(6), None);
        assert_eq!([7, 8, 9].map(|seq| series.take_sent_move(seq)), [Some(due), Some(due), None]);
    }
}
