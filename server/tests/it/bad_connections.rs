//! Whole games over bad lines: what the line does costs time, and nothing else.

use std::time::Duration;

use ikibuguzo_server::net::limits::Limits;

use crate::support::random_games::{self as crowd, Crowd};
use crate::support::persistent_player::over;
use crate::support::fault_proxy::{Fault, Proxy};
use crate::support::{TestServer, new_game};

/// Games of each kind of line, all at a time.
const GAMES: usize = 8;

/// How long a player waits for a word before it connects again.
const PATIENCE: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_slow_line() {
    play(&[Fault::Delay], 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_line_that_is_cut() {
    play(&[Fault::Cut], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_line_that_dies_in_one_direction() {
    play(&[Fault::HalfOpen], 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_line_that_dies_without_a_word() {
    play(&[Fault::Blackhole], 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_line_that_trickles() {
    play(&[Fault::Trickle], 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_line_that_does_all_of_it() {
    play(Fault::ALL, 6).await;
}

/// Plays games through a proxy, each to its end and with a spectator, and compares what everybody saw with the log.
async fn play(faults: &'static [Fault], seed: u64) {
    let limits = Limits { beat: PATIENCE, hello: 4 * PATIENCE, request: 4 * PATIENCE, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let proxy = Proxy::start(server.address, faults, seed).await;
    let mut crowd = Crowd::at(proxy.address, PATIENCE, seed);
    let rules = ["ikibuguzo:choice", "kubuguza", "njombwa:8", "ikibuguzo:first"];
    for rules in rules.into_iter().cycle().take(GAMES) {
        crowd.play(&server.http, new_game(rules, "none")).await;
    }
    let witnesses = crowd.at_the_end().await;
    assert_eq!(crowd::faults(&server.http, &witnesses).await, [""; 0]);
    assert!(witnesses.iter().all(|witness| over(&witness.events)), "seen to their ends");
    assert!(witnesses.iter().all(|witness| witness.put_off == 0), "the line is bad, not the server");
    let connections: usize = witnesses.iter().map(|witness| witness.connections).sum();
    let again: usize = witnesses.iter().map(|witness| witness.sent_again).sum();
    println!("{faults:?}: {GAMES} games over {connections} connections, {again} commands sent again");
    let breaks = faults.iter().any(|fault| !matches!(fault, Fault::Delay | Fault::Trickle));
    assert!(!breaks || connections > witnesses.len(), "the line was never bad");
    // Nobody is there any more, and the server finds out, whatever the line has told it.
    while server.app.door.open() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
