//! The games that wait for a computer player.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use foldhash::HashSet;
use ikibuguzo_bot::Level;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ComputerLevel, GameId};

use crate::fair_queue::FairQueue;

/// The games that wait for a computer player. Games against a level that answers quickly come first. In each of the two
/// groups the opponents of computer players take turns, so that nobody waits longer because somebody else plays many
/// games. A game is in it once at most, so it is no longer than there are rooms in memory. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComputerQueue(Arc<SharedGames>);

#[derive(Debug, Default)]
struct SharedGames {
    games: Mutex<WaitingGames>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingGames {
    /// The games of each opponent, against levels that answer within milliseconds.
    quick: FairQueue<PlayerId, GameId>,
    /// The games of each opponent, against the level that thinks for up to 1.5 seconds. They wait until no quick one is
    /// left. That rarely takes long: a quick answer takes a thread some milliseconds.
    slow: FairQueue<PlayerId, GameId>,
    is_waiting: HashSet<GameId>,
    /// Games for which a thread is thinking.
    served: HashSet<GameId>,
    is_closed: bool,
}

/// A game for which a thread is thinking.
#[derive(Debug)]
pub(super) struct ServedGame {
    pub(super) game: GameId,
    queue: ComputerQueue,
}

impl ComputerQueue {
    /// Adds a game if a computer player has something to do in it, unless it waits already. Returns whether it waits.
    pub(crate) fn push_if_due(&self, game: GameId, room: &Room) -> bool {
        let task = room.computer_task();
        if let Some(task) = &task {
            self.push(game, task.level, &task.opponent);
        }
        task.is_some()
    }

    /// Adds a game of this opponent against a level, unless it waits already.
    fn push(&self, game: GameId, level: ComputerLevel, opponent: &PlayerId) {
        let mut games = self.games();
        if !games.is_closed && games.is_waiting.insert(game) {
            let group = if is_slow(level) { &mut games.slow } else { &mut games.quick };
            group.push(opponent.clone(), game);
            self.0.changed.notify_one();
        }
    }

    /// Number of games that come before a game; none if no other one does, or if it does not wait.
    pub(crate) fn place_of(&self, game: GameId) -> Option<u32> {
        let games = self.games();
        if !games.is_waiting.contains(&game) {
            return None;
        }
        let is_it = |waiting: &GameId| *waiting == game;
        let in_slow = || games.slow.count_before(is_it).map(|place| games.quick.len() + place);
        let place = games.quick.count_before(is_it).or_else(in_slow)?;
        u32::try_from(place).ok().filter(|place| *place > 0)
    }

    /// Number of games that wait.
    pub(crate) fn len(&self) -> usize {
        let games = self.games();
        games.quick.len() + games.slow.len()
    }

    /// Ends the threads.
    pub(crate) fn close(&self) {
        self.games().is_closed = true;
        self.0.changed.notify_all();
    }

    /// Waits for a game for which no thread is thinking; none when the queue is closed.
    pub(super) fn pop(&self) -> Option<ServedGame> {
        let mut games = self.games();
        loop {
            if games.is_closed {
                return None;
            }
            if let Some(game) = games.take_next() {
                return Some(ServedGame { game, queue: self.clone() });
            }
            games = self.0.changed.wait(games).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn games(&self) -> MutexGuard<'_, WaitingGames> {
        // The games are consistent after every statement, so a poisoned lock is still usable.
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingGames {
    fn take_next(&mut self) -> Option<GameId> {
        let is_free = |game: &GameId| !self.served.contains(game);
        let game = self.quick.pop_if(is_free).or_else(|| self.slow.pop_if(is_free))?;
        self.is_waiting.remove(&game);
        self.served.insert(game);
        Some(game)
    }
}

/// Whether a computer player of a level thinks for more than some milliseconds. The levels below the strongest one have
/// small budgets of nodes; the strongest one thinks until its time is over.
fn is_slow(level: ComputerLevel) -> bool {
    level.number() == Level::STRONGEST.number()
}

impl Drop for ServedGame {
    fn drop(&mut self) {
        self.queue.games().served.remove(&self.game);
        // It may have come again meanwhile.
        self.queue.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameId {
        text.parse().expect("a game")
    }

    fn level(text: &str) -> ComputerLevel {
        text.parse().expect("a level")
    }

    #[test]
    fn a_game_waits_once_and_is_served_by_one_thread() {
        let (queue, one, other) = (ComputerQueue::default(), game("k7wq2m9xra4t"), game("05cdv44x7ekv"));
        [one, one, other].into_iter().for_each(|game| queue.push(game, level("bot:1"), &"a".into()));
        assert_eq!((queue.len(), queue.place_of(one), queue.place_of(other)), (2, None, Some(1)));
        let served = queue.pop().expect("a game");
        queue.push(one, level("bot:1"), &"a".into());
        let next = queue.pop().expect("a game");
        assert_eq!((served.game, next.game), (one, other));
        assert!(queue.games().take_next().is_none(), "the first game is still being served");
        drop(served);
        assert_eq!(queue.pop().expect("it came again").game, one);
    }

    #[test]
    fn games_against_quick_levels_come_before_those_against_the_slow_one() {
        let queue = ComputerQueue::default();
        let waiting = [
            ("000000000001", "bot:8", "a"),
            ("000000000002", "bot:8", "a"),
            ("000000000003", "bot:8", "b"),
            ("000000000004", "bot:7", "a"),
            ("000000000005", "bot:7", "a"),
            ("000000000006", "bot:1", "b"),
        ];
        for (it, against, opponent) in waiting {
            queue.push(game(it), level(against), &opponent.into());
        }
        let order = [4, 6, 5, 1, 3, 2].map(|number| game(&format!("00000000000{number}")));
        for (place, it) in order.into_iter().enumerate() {
            let place = u32::try_from(place).ok().filter(|place| *place > 0);
            assert_eq!(queue.place_of(it), place, "{it}");
        }
        assert_eq!(queue.len(), order.len());
        let served = order.map(|_| queue.pop().expect("a game"));
        assert_eq!(served.each_ref().map(|served| served.game), order);
    }

    #[test]
    fn a_closed_queue_ends_its_threads() {
        let queue = ComputerQueue::default();
        let waiting = std::thread::spawn({
            let queue = queue.clone();
            move || queue.pop().is_none()
        });
        queue.close();
        assert!(waiting.join().expect("the thread ends"));
        queue.push(game("k7wq2m9xra4t"), level("bot:1"), &"a".into());
        assert_eq!(queue.len(), 0);
    }
}
