//! The games and positions that wait for their analysis.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::GameId;

use super::queued_game::QueuedGame;
use super::queued_position::QueuedPosition;
use crate::fair_queue::FairQueue;

/// Games of one player that wait or are being analysed, at most.
const MAX_GAMES_PER_PLAYER: usize = 3;

/// Games that wait or are being analysed, at most.
const MAX_GAMES: usize = 64;

/// Positions of one client that wait, at most.
const MAX_POSITIONS_PER_CLIENT: usize = 4;

/// Positions that wait, at most.
const MAX_POSITIONS: usize = 16;

/// The games and positions that wait for their analysis. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalysisQueue(Arc<SharedWork>);

#[derive(Debug, Default)]
struct SharedWork {
    work: Mutex<WaitingWork>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingWork {
    /// All games, with the one that is being analysed.
    games: HashMap<GameId, Arc<QueuedGame>>,
    waiting: FairQueue<PlayerId, Arc<QueuedGame>>,
    positions: VecDeque<QueuedPosition>,
    is_closed: bool,
}

/// What the thread does next.
#[derive(Debug)]
pub(super) enum Work {
    Game(Arc<QueuedGame>),
    Position(QueuedPosition),
}

/// Why nothing was added to the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueFull {
    /// The player or the client has reached its limit.
    ForOne,
    /// The limit for all is reached.
    ForAll,
}

impl AnalysisQueue {
    /// Adds a game, and returns it as it is in the queue: somebody may have asked for it already.
    ///
    /// # Errors
    ///
    /// If the player, or all players together, have reached the limit.
    pub(crate) fn push_game(&self, game: QueuedGame) -> Result<Arc<QueuedGame>, QueueFull> {
        let mut work = self.work();
        if let Some(game) = work.games.get(&game.game) {
            return Ok(Arc::clone(game));
        }
        work.admit_game(&game.asked_by)?;
        let game = Arc::new(game);
        work.games.insert(game.game, Arc::clone(&game));
        work.waiting.push(game.asked_by.clone(), Arc::clone(&game));
        self.0.changed.notify_one();
        Ok(game)
    }

    /// Adds a position.
    ///
    /// # Errors
    ///
    /// If the client, or all clients together, have reached the limit.
    pub(crate) fn push_position(&self, position: QueuedPosition) -> Result<(), QueueFull> {
        let mut work = self.work();
        work.positions.retain(|waiting| !waiting.is_abandoned());
        work.admit_position(position.client)?;
        work.positions.push_back(position);
        self.0.changed.notify_one();
        Ok(())
    }

    /// A game that waits or is being analysed.
    pub(crate) fn find_game(&self, game: GameId) -> Option<Arc<QueuedGame>> {
        self.work().games.get(&game).cloned()
    }

    /// Number of games that wait or are being analysed.
    pub(crate) fn game_count(&self) -> usize {
        self.work().games.len()
    }

    /// Ends the thread.
    pub(crate) fn close(&self) {
        self.work().is_closed = true;
        self.0.changed.notify_all();
    }

    /// Whether the thread has to end.
    pub(super) fn is_closed(&self) -> bool {
        self.work().is_closed
    }

    /// Waits for work, positions first; none when the queue is closed. A game stays in the queue until it is removed.
    pub(super) fn pop(&self) -> Option<Work> {
        let mut work = self.work();
        loop {
            if work.is_closed {
                return None;
            }
            if let Some(next) = work.take_next() {
                return Some(next);
            }
            work = self.0.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes the next position.
    pub(super) fn pop_position(&self) -> Option<QueuedPosition> {
        self.work().positions.pop_front()
    }

    /// Removes a game: its analysis is stored, or has failed.
    pub(super) fn remove_game(&self, game: GameId) {
        self.work().games.remove(&game);
    }

    fn work(&self) -> MutexGuard<'_, WaitingWork> {
        // The work is consistent after every statement, so a poisoned lock is still usable.
        self.0.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingWork {
    fn admit_game(&self, player: &PlayerId) -> Result<(), QueueFull> {
        let own = self.games.values().filter(|game| game.asked_by == *player).count();
        admit(own, MAX_GAMES_PER_PLAYER, self.games.len(), MAX_GAMES)
    }

    fn admit_position(&self, client: IpAddr) -> Result<(), QueueFull> {
        let own = self.positions.iter().filter(|position| position.client == client).count();
        admit(own, MAX_POSITIONS_PER_CLIENT, self.positions.len(), MAX_POSITIONS)
    }

    fn take_next(&mut self) -> Option<Work> {
        let position = self.positions.pop_front().map(Work::Position);
        position.or_else(|| self.waiting.pop().map(Work::Game))
    }
}

/// Whether one more fits.
fn admit(own: usize, max_own: usize, all: usize, max_all: usize) -> Result<(), QueueFull> {
    match (own < max_own, all < max_all) {
        (false, _) => Err(QueueFull::ForOne),
        (true, false) => Err(QueueFull::ForAll),
        (true, true) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use ikibuguzo_bot::RecordedGame;
    use ikibuguzo_engine::{Game, RecordResult, Ruleset};

    use super::*;

    fn game(number: u8, player: &str) -> QueuedGame {
        let id = GameId::from_random([number & 31, number >> 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let start = Game::from_rulespec(&Ruleset::Kubuguza.to_string()).expect("a game");
        let recorded = RecordedGame::new(start, [], RecordResult::Open).expect("a game");
        QueuedGame::new(id, player.into(), recorded, 1)
    }

    fn position(
        client: u8,
    ) -> (QueuedPosition, tokio::sync::oneshot::Receiver<ikibuguzo_protocol::PositionAnalysis>) {
        let start = Game::from_rulespec("kubuguza").expect("a game");
        QueuedPosition::new(Ipv4Addr::new(10, 0, 0, client).into(), *start.position(), 1_000)
    }

    fn next_game(queue: &AnalysisQueue) -> String {
        match queue.pop() {
            Some(Work::Game(game)) => {
                queue.remove_game(game.game);
                format!("{} of {}", game.game, game.asked_by.as_str())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn players_take_turns_and_a_game_waits_once() {
        let queue = AnalysisQueue::default();
        let asked = [(1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "b"), (6, "c"), (1, "c")];
        for (number, player) in asked {
            queue.push_game(game(number, player)).expect("a place");
        }
        assert_eq!(queue.push_game(game(7, "a")).map(drop), Err(QueueFull::ForOne));
        assert_eq!(queue.game_count(), 6);
        let expected = [(1, "a"), (4, "b"), (6, "c"), (2, "a"), (5, "b"), (3, "a")];
        for (number, player) in expected {
            assert_eq!(next_game(&queue), format!("{} of {player}", game(number, player).game));
        }
        queue.push_game(game(7, "a")).expect("a place");
    }

    #[test]
    fn the_games_of_all_players_are_bounded() {
        let queue = AnalysisQueue::default();
        for number in 0..MAX_GAMES {
            let player = format!("player {number}");
            queue.push_game(game(u8::try_from(number).expect("few games"), &player)).expect("a place");
        }
        assert_eq!(queue.push_game(game(100, "another")).map(drop), Err(QueueFull::ForAll));
        queue.push_game(game(0, "another")).expect("it is in the queue");
    }

    #[test]
    fn positions_come_first_and_abandoned_ones_do_not_count() {
        let queue = AnalysisQueue::default();
        queue.push_game(game(1, "a")).expect("a place");
        let mut waiting = Vec::new();
        let mut ask = |client| {
            let (position, answered) = position(client);
            waiting.push(answered);
            queue.push_position(position)
        };
        let first: Vec<_> = (0..5).map(|_| ask(1)).collect();
        assert_eq!(first, [Ok(()), Ok(()), Ok(()), Ok(()), Err(QueueFull::ForOne)]);
        let others: Vec<_> = (2..5).flat_map(|client| [client; 4]).map(&mut ask).collect();
        assert!(others.iter().all(Result::is_ok));
        assert_eq!(ask(9), Err(QueueFull::ForAll));
        drop(waiting);
        let (position, answered) = position(9);
        queue.push_position(position).expect("the others have gone");
        let Some(Work::Position(next)) = queue.pop() else { panic!("a position comes first") };
        next.analyse();
        assert_eq!(answered.blocking_recv().expect("an answer").turns.len(), 3);
        assert!(matches!(queue.pop(), Some(Work::Game(_))));
        queue.close();
        assert!(queue.pop().is_none());
    }
}
