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

/// Largest number of games of one player that wait or are being analysed.
const MAX_GAMES_PER_PLAYER: usize = 3;

/// Largest number of games from one client, by whichever players, that wait or are being analysed.
const MAX_GAMES_PER_CLIENT: usize = 12;

/// Largest number of games that wait or are being analysed.
const MAX_QUEUED_GAMES: usize = 64;

/// Largest number of positions of one client that wait.
const MAX_POSITIONS_PER_CLIENT: usize = 4;

/// Largest number of positions that wait.
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
    /// All games, including the one that is being analysed.
    games: HashMap<GameId, Arc<QueuedGame>>,
    waiting: FairQueue<PlayerId, Arc<QueuedGame>>,
    positions: VecDeque<QueuedPosition>,
    /// Whether the last work was a position: a game comes next, if one waits.
    is_turn_of_game: bool,
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
    /// If the player, the client, or all players together have reached the limit.
    pub(crate) fn push_game(&self, game: QueuedGame) -> Result<Arc<QueuedGame>, QueueFull> {
        let mut work = self.work();
        if let Some(game) = work.games.get(&game.game) {
            return Ok(Arc::clone(game));
        }
        work.admit_game(&game)?;
        let game = Arc::new(game);
        work.games.insert(game.game, Arc::clone(&game));
        work.waiting.push(game.asked_by.clone(), Arc::clone(&game));
        self.0.changed.notify_one();
        Ok(game)
    }

    /// Adds a position. If the queue is closed, the position is dropped, so that nobody waits for its answer.
    ///
    /// # Errors
    ///
    /// If the client, or all clients together, have reached the limit.
    pub(crate) fn push_position(&self, position: QueuedPosition) -> Result<(), QueueFull> {
        let mut work = self.work();
        if work.is_closed {
            return Ok(());
        }
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

    /// Ends the thread, and drops the positions, so that nobody waits for their answers.
    pub(crate) fn close(&self) {
        let mut work = self.work();
        work.is_closed = true;
        work.positions.clear();
        self.0.changed.notify_all();
    }

    /// Whether the thread has to end.
    pub(super) fn is_closed(&self) -> bool {
        self.work().is_closed
    }

    /// Waits for work; none when the queue is closed. A game stays in the queue until it is removed.
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

    /// Removes the positions that wait now.
    pub(super) fn take_positions(&self) -> VecDeque<QueuedPosition> {
        std::mem::take(&mut self.work().positions)
    }

    /// Removes a game: its analysis is stored, or was given up.
    pub(super) fn remove_game(&self, game: GameId) {
        self.work().games.remove(&game);
    }

    fn work(&self) -> MutexGuard<'_, WaitingWork> {
        // The work is consistent after every statement, so a poisoned lock is still usable.
        self.0.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingWork {
    fn admit_game(&self, new: &QueuedGame) -> Result<(), QueueFull> {
        let count =
            |is_own: &dyn Fn(&QueuedGame) -> bool| self.games.values().filter(|game| is_own(game)).count();
        let of_player = count(&|game| game.asked_by == new.asked_by);
        let of_client = count(&|game| game.client == new.client);
        admit(of_player, MAX_GAMES_PER_PLAYER, self.games.len(), MAX_QUEUED_GAMES)?;
        admit(of_client, MAX_GAMES_PER_CLIENT, self.games.len(), MAX_QUEUED_GAMES)
    }

    fn admit_position(&self, client: IpAddr) -> Result<(), QueueFull> {
        let own = self.positions.iter().filter(|position| position.client == client).count();
        admit(own, MAX_POSITIONS_PER_CLIENT, self.positions.len(), MAX_POSITIONS)
    }

    /// Positions and games take turns, so that neither kind waits for all of the other.
    fn take_next(&mut self) -> Option<Work> {
        let next = match self.is_turn_of_game {
            true => self.take_game().or_else(|| self.take_position()),
            false => self.take_position().or_else(|| self.take_game()),
        };
        self.is_turn_of_game = matches!(next, Some(Work::Position(_)));
        next
    }

    fn take_game(&mut self) -> Option<Work> {
        self.waiting.pop().map(Work::Game)
    }

    fn take_position(&mut self) -> Option<Work> {
        self.positions.pop_front().map(Work::Position)
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
    use ikibuguzo_engine::{Game, Ruleset};

    use super::*;

    fn game(number: u8, player: &str) -> QueuedGame {
        game_from(number, number, player)
    }

    fn game_from(client: u8, number: u8, player: &str) -> QueuedGame {
        let id = GameId::from_random([number & 31, number >> 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let start = Game::from_rulespec(&Ruleset::Kubuguza.to_string()).expect("a game");
        let recorded = RecordedGame::new(start, []).expect("a game");
        QueuedGame::new(id, player.into(), address(client), recorded, 1)
    }

    fn address(client: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, client).into()
    }

    fn position(
        client: u8,
    ) -> (QueuedPosition, tokio::sync::oneshot::Receiver<ikibuguzo_protocol::PositionAnalysis>) {
        let start = Game::from_rulespec("kubuguza").expect("a game");
        QueuedPosition::new(address(client), *start.position(), 1_000)
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
        for number in 0..MAX_QUEUED_GAMES {
            let player = format!("player {number}");
            queue.push_game(game(u8::try_from(number).expect("few games"), &player)).expect("a place");
        }
        assert_eq!(queue.push_game(game(100, "another")).map(drop), Err(QueueFull::ForAll));
        queue.push_game(game(0, "another")).expect("it is in the queue");
    }

    #[test]
    fn one_client_leaves_room_for_others_however_many_players_it_has() {
        let queue = AnalysisQueue::default();
        for number in 0..12 {
            let player = format!("player {number}");
            queue.push_game(game_from(1, number, &player)).expect("a place");
        }
        assert_eq!(queue.push_game(game_from(1, 12, "another")).map(drop), Err(QueueFull::ForOne));
        queue.push_game(game_from(2, 12, "another")).expect("a place");
    }

    #[test]
    fn positions_and_games_take_turns() {
        let queue = AnalysisQueue::default();
        queue.push_game(game(1, "a")).expect("a place");
        queue.push_game(game(2, "b")).expect("a place");
        let _answers = [1, 2, 3].map(|client| {
            let (position, answered) = position(client);
            queue.push_position(position).expect("a place");
            answered
        });
        let order = [(); 5].map(|()| match queue.pop().expect("work") {
            Work::Position(_) => "position",
            Work::Game(_) => "game",
        });
        assert_eq!(order, ["position", "game", "position", "game", "position"]);
    }

    #[test]
    fn nobody_waits_for_a_position_when_the_queue_is_closed() {
        let queue = AnalysisQueue::default();
        let (waiting, answered) = position(1);
        queue.push_position(waiting).expect("a place");
        queue.close();
        assert!(answered.blocking_recv().is_err());
        let (late, answered) = position(1);
        queue.push_position(late).expect("dropped");
        assert!(answered.blocking_recv().is_err());
    }

    #[test]
    fn a_position_comes_first_and_abandoned_ones_do_not_count() {
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
