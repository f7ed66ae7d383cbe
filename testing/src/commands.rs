use std::sync::atomic::{AtomicU64, Ordering};

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Credentials, FirstTurn, GameId, NewGame, SeatAssignment, Text,
};

use crate::{HttpClient, TestClient, TestServer};

/// An id that no other command of this process has.
pub fn command_id() -> CommandId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("c{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().expect("an id")
}

/// A move that answers the position after the event `after`.
pub fn act(game: GameId, after: u64, action: &str) -> ClientMessage {
    ClientMessage::Act { game, id: command_id(), after, action: action.to_owned() }
}

/// The choice of an opening array.
pub fn arrange(game: GameId, array: Array) -> ClientMessage {
    ClientMessage::Arrange { game, id: command_id(), array: Text(array) }
}

/// A resignation.
pub fn resign(game: GameId) -> ClientMessage {
    ClientMessage::Resign { game, id: command_id() }
}

/// A chat message.
pub fn say(game: GameId, text: &str) -> ClientMessage {
    ClientMessage::Say { game, id: command_id(), text: text.to_owned() }
}

/// A private game in which its creator sits South.
pub fn new_game(rules: &str, clock: &str) -> NewGame {
    NewGame {
        id: command_id(),
        rules: Text(rules.parse().expect("rules")),
        starts: FirstTurn::Me,
        public: false,
        rated: false,
        clock: Text(clock.parse().expect("a clock")),
        opponent: None,
        open_for: None,
    }
}

/// Starts a game without a clock between two new guests; the first one sits South.
pub async fn start_game(http: &HttpClient, rules: &str, public: bool) -> (GameId, [Credentials; 2]) {
    start_game_with(http, NewGame { public, ..new_game(rules, "none") }).await
}

/// Starts a game between two new guests; the first one creates it.
pub async fn start_game_with(http: &HttpClient, new: NewGame) -> (GameId, [Credentials; 2]) {
    let creator = http.create_guest().await;
    let opponent = http.create_guest().await;
    let SeatAssignment { game, .. } = http.create_game(&creator, &new).await.expect("a game");
    http.join_game(&opponent, game).await.expect("a seat");
    (game, [creator, opponent])
}

/// A game of Ikibuguzo in which both players have arranged and South is to move, with a socket of each player. Neither
/// socket has joined the game.
pub async fn arranged_pair(server: &TestServer) -> (GameId, [Credentials; 2], [TestClient; 2]) {
    let (game, players) = start_game(&server.http, "ikibuguzo:first", true).await;
    let mut sockets = [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
    for socket in &mut sockets {
        socket.command(&arrange(game, Array::First)).await.expect("arranged");
    }
    (game, players, sockets)
}
