//! Whole games over bad connections: faults cost time and nothing else.

use std::time::Duration;

use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{Fault, FaultProxy, RandomGames, TestServer, find_violations, is_over, new_game};

/// Games with each kind of fault, all at the same time.
const GAMES: usize = 8;

/// The time that a player waits for a message before it connects again.
const REPLY_TIMEOUT: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_slow_connections() {
    play(&[Fault::Delay], 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_cut_connections() {
    play(&[Fault::Cut], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_half_open_connections() {
    play(&[Fault::HalfOpen], 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_connections_that_swallow_everything() {
    play(&[Fault::Blackhole], 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_connections_that_trickle() {
    play(&[Fault::Trickle], 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_all_connection_faults() {
    play(Fault::ALL, 6).await;
}

/// Plays games through a proxy, each to its end and with a spectator, and compares what everyone saw with the log.
async fn play(faults: &'static [Fault], seed: u64) {
    let limits = Limits {
        beat: REPLY_TIMEOUT,
        hello: 4 * REPLY_TIMEOUT,
        request: 4 * REPLY_TIMEOUT,
        ..Limits::default()
    };
    let server = TestServer::start_with(limits).await;
    let proxy = FaultProxy::start(server.address, faults, seed).await;
    let mut games = RandomGames::new(proxy.address, REPLY_TIMEOUT, seed);
    let rules = ["ikibuguzo:choice", "kubuguza", "njombwa:8", "ikibuguzo:first"];
    for rules in rules.into_iter().cycle().take(GAMES) {
        games.start_game(&server.http, new_game(rules, "none")).await;
    }
    let transcripts = games.finish().await;
    assert_eq!(find_violations(&server.http, &transcripts).await, [""; 0]);
    assert!(transcripts.iter().all(|seen| is_over(&seen.events)), "every game was played to its end");
    assert!(
        transcripts.iter().all(|seen| seen.storage_refusals == 0),
        "the connection is bad, not the server"
    );
    let connections: usize = transcripts.iter().map(|seen| seen.connections).sum();
    let resent: usize = transcripts.iter().map(|seen| seen.resent).sum();
    println!("{faults:?}: {GAMES} games over {connections} connections, {resent} commands sent again");
    let breaks = faults.iter().any(|fault| !matches!(fault, Fault::Delay | Fault::Trickle));
    assert!(!breaks || connections > transcripts.len(), "no connection ever broke");
    // All clients have gone, and the server notices whatever the proxy swallowed.
    server.wait_for_open_sockets(0).await;
}
