//! Players and spectators of one game at different servers, without a bus: the servers read the database.

use std::time::Duration;

use ikibuguzo_protocol::{Claim, ClientMessage, ErrorCode};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    EventStream, NDJSON, TestServer, act, command_id, new_game, say, start_game, start_game_with, within,
};

/// Two servers on one database.
async fn start_two() -> [TestServer; 2] {
    // An absence counts at once.
    let limits = Limits { absence: Duration::ZERO, ..Limits::default() };
    let here = TestServer::start_with(limits).await;
    let there = here.start_second().await;
    [here, there]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_see_what_another_server_has_stored() {
    let [here, there] = start_two().await;
    let (game, [south, north]) = start_game(&here.http, "kubuguza", true).await;
    let mut watchers = [here.client(None).await, there.client(Some(&north)).await];
    for watcher in &mut watchers {
        watcher.join(game, None).await;
    }
    let mut player = here.client(Some(&south)).await;
    player.join(game, None).await;
    let seq = player.command(&act(game, 4, "O")).await.expect("played");
    for watcher in &mut watchers {
        assert_eq!(watcher.next_event().await.seq, seq, "without a request");
    }
    let seq = watchers[1].command(&say(game, "Muraho!")).await.expect("said");
    assert_eq!(player.next_event().await.seq, seq - 1);
    assert_eq!(player.next_event().await.seq, seq);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_at_two_servers_see_each_other() {
    let [here, there] = start_two().await;
    let (game, [south, north]) = start_game_with(&here.http, new_game("kubuguza", "none")).await;
    let mut first = here.client(Some(&south)).await;
    first.join(game, None).await;
    let mut second = there.client(Some(&north)).await;
    second.join(game, None).await;
    for client in [&mut first, &mut second] {
        loop {
            let present = client.next_presence().await.present;
            if present.south && present.north {
                break;
            }
        }
    }
    second.disconnect();
    while first.next_presence().await.present.north {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_cannot_be_claimed_from_a_player_at_another_server() {
    let [here, there] = start_two().await;
    let (game, [south, north]) = start_game_with(&here.http, new_game("kubuguza", "none")).await;
    let mut here = here.client(Some(&south)).await;
    here.join(game, None).await;
    let mut there = there.client(Some(&north)).await;
    there.join(game, None).await;
    while !here.next_presence().await.present.north {}
    here.command(&act(game, 4, "O")).await.expect("played");
    let claim = || ClientMessage::Claim { game, id: command_id(), claim: Claim::Abort };
    let refusal = here.command(&claim()).await.expect_err("North is there");
    assert_eq!(refusal.code, ErrorCode::NotGone);
    there.disconnect();
    while here.next_presence().await.present.north {}
    here.command(&claim()).await.expect("North is gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_server_has_died_may_come_back_before_the_game_can_be_claimed() {
    let [here, there] = start_two().await;
    let (game, [south, north]) = start_game_with(&here.http, new_game("kubuguza", "none")).await;
    let mut here = here.client(Some(&south)).await;
    here.join(game, None).await;
    let mut first = there.client(Some(&north)).await;
    first.join(game, None).await;
    while !here.next_presence().await.present.north {}
    here.command(&act(game, 4, "O")).await.expect("played");
    let there = there.restart().await;
    let claim = || ClientMessage::Claim { game, id: command_id(), claim: Claim::Abort };
    // The first claim notices the death.
    for _ in 0..2 {
        let refusal = here.command(&claim()).await.expect_err("North has a moment to come back");
        assert_eq!(refusal.code, ErrorCode::NotGone);
    }
    let mut second = there.client(Some(&north)).await;
    second.join(game, None).await;
    while !here.next_presence().await.present.north {}
    second.disconnect();
    while here.next_presence().await.present.north {}
    here.command(&claim()).await.expect("North has left");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_is_notified_of_moves_at_another_server() {
    let [here, there] = start_two().await;
    let (game, [south, north]) = start_game_with(&here.http, new_game("kubuguza", "none")).await;
    let (mut stream, _) = EventStream::open_player(there.address, &north, NDJSON).await;
    let seq = here.command(&south, &act(game, 4, "O")).await.expect("played");
    let notice = stream.next_notice().await;
    assert_eq!((notice.game, notice.seq), (game, seq));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres, where each table has a lock of its own"]
async fn a_server_beats_while_its_commits_and_its_reading_wait() {
    /// Longer than a server may be silent.
    const LONG: Duration = Duration::from_secs(2);
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let database = server.database();
    let _lock = database.lock_tables("event, outage").await;
    let late = server.app.clock.now() + LONG;
    let http = server.http.clone();
    let action = act(game, 4, "O");
    let _waiting = tokio::spawn(async move { http.command(&south, &action).await });
    let beat = format!("node where beat_at > {late} and complete_before < {late}");
    let beat = async { while database.count(&beat).await == 0 {} };
    within("a beat long after the lock, which says that a commit waits", beat).await;
}
