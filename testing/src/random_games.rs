use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_protocol::{Credentials, GameId, NewGame};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{Habits, HttpClient, PersistentPlayer, Transcript, start_game_with};

/// The longest that all games together may take.
const GAMES_TIMEOUT: Duration = Duration::from_secs(600);

/// Random games under way, each with two players and spectators that reconnect until the game is over.
pub struct RandomGames {
    addresses: Vec<SocketAddr>,
    habits: Habits,
    spectators: usize,
    rng: Rng,
    moves: Arc<AtomicUsize>,
    stop: CancellationToken,
    players: JoinSet<Transcript>,
    finished: Vec<Transcript>,
}

impl RandomGames {
    /// No games yet. Players connect to this address and give up a connection that was silent for `reply_timeout`. Each
    /// game has one spectator.
    pub fn new(address: SocketAddr, reply_timeout: Duration, seed: u64) -> Self {
        Self::spread(vec![address], Habits::prompt(reply_timeout), 1, seed)
    }

    /// No games yet. Each player and each spectator begins at one of these addresses, at random, and uses the next one
    /// when its connection ends. Each game has this many spectators.
    pub fn spread(addresses: Vec<SocketAddr>, habits: Habits, spectators: usize, seed: u64) -> Self {
        let rng = Rng::with_seed(seed);
        let moves = Arc::default();
        let stop = CancellationToken::new();
        let players = JoinSet::new();
        let finished = Vec::new();
        Self { addresses, habits, spectators, rng, moves, stop, players, finished }
    }

    /// Starts a game. A game for a computer player has one other player, the others have two.
    pub async fn start_game(&mut self, http: &HttpClient, new: NewGame) {
        let (game, mut watchers) = if new.opponent.is_some() {
            let player = http.create_guest().await;
            (http.create_game(&player, &new).await.expect("a game").game, vec![player])
        } else {
            let (game, players) = start_game_with(http, new).await;
            (game, Vec::from(players))
        };
        for _ in 0..self.spectators {
            watchers.push(http.create_guest().await);
        }
        for credentials in watchers {
            let player = self.player(game, credentials);
            self.players.spawn(player.run());
        }
    }

    fn player(&mut self, game: GameId, credentials: Credentials) -> PersistentPlayer {
        let mut addresses = self.addresses.clone();
        addresses.rotate_left(self.rng.usize(..self.addresses.len()));
        PersistentPlayer {
            addresses,
            credentials,
            game,
            rng: self.rng.fork(),
            habits: self.habits,
            moves: Arc::clone(&self.moves),
            stop: self.stop.clone(),
        }
    }

    /// Number of acknowledged moves of all games. Panics if a player has panicked.
    pub fn move_count(&mut self) -> usize {
        while let Some(finished) = self.players.try_join_next() {
            self.finished.push(finished.expect("no player panics"));
        }
        self.moves.load(Ordering::Relaxed)
    }

    /// Whether all games are over.
    pub fn are_over(&mut self) -> bool {
        self.move_count();
        self.players.is_empty()
    }

    /// Waits until all games are over and returns what each player and spectator saw.
    pub async fn finish(mut self) -> Vec<Transcript> {
        let players = timeout(GAMES_TIMEOUT, self.players.join_all()).await;
        self.finished.extend(players.expect("the games end within ten minutes"));
        self.finished
    }

    /// Stops all players and returns what each player and spectator saw.
    pub async fn stop(self) -> Vec<Transcript> {
        self.stop.cancel();
        self.finish().await
    }
}
