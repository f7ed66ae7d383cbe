//! Reads which nodes serve the players of games. When a node dies, all games ask at once: one statement answers many.

use std::collections::HashMap;

use ikibuguzo_store::{GameNumber, ServedSeat, Store, StoreError};
use tokio::sync::{mpsc, oneshot};

/// Largest number of games that one statement reads.
const MAX_GAMES_PER_STATEMENT: usize = 256;

/// Largest number of requests that wait. More callers wait until there is room.
const MAX_WAITING_REQUESTS: usize = 1_024;

/// Sends requests to a task that reads. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ServedSeatsReader {
    requests: mpsc::Sender<ReadRequest>,
}

/// A game, and where to send who is served.
type ReadRequest = (GameNumber, oneshot::Sender<Result<Vec<ServedSeat>, StoreError>>);

impl ServedSeatsReader {
    /// Starts the task. It ends when nobody can send requests any longer.
    pub(crate) fn start(store: Store) -> Self {
        let (requests, receiver) = mpsc::channel(MAX_WAITING_REQUESTS);
        tokio::spawn(answer_all(store, receiver));
        Self { requests }
    }

    /// Who serves, or served, the players of a game. It is read after this call, never before.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load(&self, game: GameNumber) -> Result<Vec<ServedSeat>, StoreError> {
        let (answer, answered) = oneshot::channel();
        // If the task has ended, the answer is dropped with the request.
        let _ = self.requests.send((game, answer)).await;
        answered.await.map_err(|_| StoreError::reader_ended())?
    }
}

/// Answers requests. Those that come while the database is read are answered by the next statement.
async fn answer_all(store: Store, mut requests: mpsc::Receiver<ReadRequest>) {
    let mut batch = Vec::new();
    while requests.recv_many(&mut batch, MAX_GAMES_PER_STATEMENT).await > 0 {
        let mut games: Vec<_> = batch.iter().map(|(game, _)| *game).collect();
        games.sort_unstable();
        games.dedup();
        let served = store.load_served_seats(&games).await;
        for (game, answer) in batch.drain(..) {
            // The caller may have gone.
            let _ = answer.send(seats_of(&served, game));
        }
    }
}

fn seats_of(
    served: &Result<HashMap<GameNumber, Vec<ServedSeat>>, StoreError>,
    game: GameNumber,
) -> Result<Vec<ServedSeat>, StoreError> {
    let served = served.as_ref().map_err(Clone::clone)?;
    Ok(served.get(&game).cloned().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::Timestamp;
    use std::sync::Arc;

    use futures_util::future::join_all;
    use ikibuguzo_engine::{Ruleset, Seat};
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::room::{GameOptions, Room, initial_facts};
    use ikibuguzo_protocol::{GameId, TimeControl};
    use ikibuguzo_store::{Commit, NodeId};

    use super::*;
    use crate::live::writer::Writer;
    use crate::ops::database_log::DatabaseLog;
    use crate::ops::metrics::Metrics;
    use crate::time::Clock;

    const GAMES: u64 = 3 * MAX_GAMES_PER_STATEMENT as u64;

    fn number(game: u64) -> GameNumber {
        GameNumber::new(Timestamp::from_millis(1 + game), 0)
    }

    fn visit(game: u64) -> ServedSeat {
        let node = NodeId::from_random(game + 1);
        let since = Timestamp::from_millis(1_000 + game);
        ServedSeat { seat: Seat::North, node, since, until: None, changed_at: since }
    }

    /// A game, with a visit unless its number is a multiple of three.
    fn commit_of(game: u64) -> Commit {
        let options = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
            rated: false,
        };
        let mut commit = Commit::default();
        let id = GameId::from_random(std::array::from_fn(|place| (game >> (5 * place)) as u8));
        let log = log_of(initial_facts(options, None, Vec::new()), Clock::system().now());
        let room = Room::replay(&log).expect("a game");
        commit.add_game(number(game), id, None, log, &room);
        commit.presence.extend((!game.is_multiple_of(3)).then(|| (number(game), visit(game))));
        commit
    }

    #[tokio::test]
    async fn each_of_many_games_that_ask_at_once_learns_who_serves_its_own_players() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let writer = Writer::start(
            store.clone(),
            0,
            Arc::new(Metrics::new()),
            DatabaseLog::default(),
            Clock::system(),
        );
        let written = join_all((0..GAMES).map(|game| writer.commit(commit_of(game)))).await;
        assert!(written.iter().all(Result::is_ok));
        let reader = ServedSeatsReader::start(store);
        let twice = (0..GAMES).chain(0..GAMES);
        let answers = join_all(twice.map(async |game| (game, reader.load(number(game)).await))).await;
        for (game, served) in answers {
            let expected: &[ServedSeat] = if !game.is_multiple_of(3) { &[visit(game)] } else { &[] };
            assert_eq!(served.expect("an answer"), expected);
        }
    }
}
