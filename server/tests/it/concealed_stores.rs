//! Several servers on one database conceal the stores of Azigo from every viewer that may not see them.

use fastrand::Rng;
use ikibuguzo_engine::{GameStart, Ruleset, Seat};
use ikibuguzo_protocol::{Credentials, GameId, ServerMessage};
use ikibuguzo_testing::{TestClient, TestServer, act, start_game, within};

/// Plies that are played. In this game South enters its store.
const PLIES: usize = 24;

/// Plays a game of Azigo at random, South at one server and North at another.
async fn play(servers: [&TestServer; 2], game: GameId, players: &[Credentials; 2], seed: u64) -> Vec<String> {
    let rules: Ruleset = "azigo".parse().expect("rules");
    let GameStart::Play(mut position) = rules.begin() else { panic!("it has no arrangement") };
    let mut rng = Rng::with_seed(seed);
    let mut played = Vec::new();
    for after in 4..4 + PLIES as u64 {
        let seat = usize::from(position.to_move().expect("the game goes on") == Seat::North);
        let action = *rng.choice(&position.legal_actions()).expect("the seat to move can act");
        let mut player = servers[seat].client(Some(&players[seat])).await;
        // It has seen the opponent's action, and its server reads that if it does not know it yet.
        player.join(game, Some(after)).await;
        player.command(&act(game, after, &action.to_string())).await.expect("played");
        position.play(action).expect("legal");
        played.push(action.to_string());
    }
    played
}

/// The texts of the next events, one for each ply. South's store must be in none of them.
async fn read_plies(watcher: &mut TestClient) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < PLIES {
        let text = watcher.next_text().await;
        if let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(&text) {
            let position = event.kind.position().expect("an action");
            assert_eq!(position.stores.expect("a game with stores").south, None, "{text}");
            texts.push(text);
        }
    }
    texts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_sends_the_same_bytes_of_a_game_with_concealed_stores() {
    let here = TestServer::start().await;
    let norths = here.start_second().await;
    let spectators = here.start_second().await;
    let (game, players) = start_game(&here.http, "azigo", true).await;
    let north = Some(&players[1]);
    let mut watchers = [
        here.client(north).await,
        norths.client(north).await,
        here.client(None).await,
        spectators.client(None).await,
    ];
    for watcher in &mut watchers {
        watcher.join(game, None).await;
    }
    let played = play([&here, &norths], game, &players, 3).await;
    let souths = played.iter().filter(|action| action.starts_with('*'));
    assert!(souths.count() > 0, "a store is entered: {played:?}");
    let mut seen = Vec::new();
    for watcher in &mut watchers {
        seen.push(within("the last ply", read_plies(watcher)).await);
    }
    assert_eq!(seen[0], seen[1], "North at South's server and at its own");
    assert_eq!(seen[2], seen[3], "a spectator at South's server and at its own");
}
