use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_protocol::NewGame;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{HttpClient, PersistentPlayer, Transcript, start_game_with};

/// The longest that all games together may take.
const GAMES_TIMEOUT: Duration = Duration::from_secs(600);

/// Random games under way, each with two players and a spectator that reconnect until the game is over.
pub struct RandomGames {
    address: SocketAddr,
    reply_timeout: Duration,
    rng: Rng,
    moves: Arc<AtomicUsize>,
    stop: CancellationToken,
    players: JoinSet<Transcript>,
    finished: Vec<Transcript>,
}

impl RandomGames {
    /// No games yet. Players connect to this address and give a connection up that was silent for `reply_timeout`.
    pub fn new(address: SocketAddr, reply_timeout: Duration, seed: u64) -> Self {
        let (rng, moves, stop) = (Rng::with_seed(seed), Arc::default(), CancellationToken::new());
        Self { address, reply_timeout, rng, moves, stop, players: JoinSet::new(), finished: Vec::new() }
    }

    /// Starts a game.
    pub async fn start_game(&mut self, http: &HttpClient, new: NewGame) {
        let (game, [south, north]) = start_game_with(http, new).await;
        for credentials in [south, north, http.create_guest().await] {
            let player = PersistentPlayer {
                address: self.address,
                credentials,
                game,
                rng: self.rng.fork(),
                reply_timeout: self.reply_timeout,
                moves: Arc::clone(&self.moves),
                stop: self.stop.clone(),
            };
            self.players.spawn(player.run());
        }
    }

    /// Acknowledged moves of all games. Panics where a player has panicked.
    pub fn move_count(&mut self) -> usize {
        while let Some(finished) = self.players.try_join_next() {
            self.finished.push(finished.expect("no player panics"));
        }
        self.moves.load(Ordering::Relaxed)
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
