//! Presence messages, and claims against absent players.

use std::time::Duration;

use ikibuguzo_protocol::{Claim, ClientMessage, EndReason, ErrorCode, EventKind, Role};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    EventStream, NDJSON, SSE, TestClient, TestServer, act, command_id, new_game, start_game_with,
};

#[tokio::test]
async fn watchers_are_told_when_players_connect_and_disconnect() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let first = watcher.next_presence().await;
    assert_eq!((first.present.south, first.present.north), (false, false));
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    assert!(here.next_presence().await.present.south);
    let there = watcher.next_presence().await;
    assert!(there.present.south && there.claim_at.south.is_none() && there.claim_at.north.is_some());
    let mut other = server.client(Some(&north)).await;
    other.join(game, None).await;
    assert!(watcher.next_presence().await.present.north);
    other.disconnect();
    let gone = watcher.next_presence().await;
    assert!(!gone.present.north && gone.claim_at.north.is_some());
}

#[tokio::test]
async fn a_spectator_who_sits_down_becomes_a_player() {
    let server = TestServer::start().await;
    let [south, north] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = server.http.create_game(&south, &new_game("azigo", "none")).await.expect("a game").game;
    let mut watcher = server.client(Some(&north)).await;
    assert_eq!(watcher.join(game, None).await.role, Role::Spectator);
    assert_eq!(watcher.next_presence().await.spectators, 1);
    server.http.join_game(&north, game).await.expect("a seat");
    let begun = loop {
        if let EventKind::Begun { position, .. } = watcher.next_event().await.kind {
            break position;
        }
    };
    let stores = begun.stores.expect("a game with stores");
    assert!(stores.north.is_some() && stores.south.is_none(), "only the own store is visible: {stores:?}");
    let presence = loop {
        let presence = watcher.next_presence().await;
        if presence.present.north {
            break presence;
        }
    };
    assert_eq!(presence.spectators, 0);
}

#[tokio::test]
async fn presence_messages_are_batched_when_many_spectators_join() {
    const SPECTATORS: u32 = 50;
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut player = server.client(Some(&south)).await;
    player.join(game, None).await;
    let mut spectators = Vec::new();
    for _ in 0..SPECTATORS {
        let mut spectator = server.client(None).await;
        spectator.join(game, None).await;
        spectators.push(spectator);
    }
    let mut counts = Vec::new();
    while counts.last() != Some(&SPECTATORS) {
        counts.push(player.next_presence().await.spectators);
    }
    assert!(counts.len() < 10, "{counts:?}");
    spectators.into_iter().for_each(TestClient::disconnect);
    while counts.last() != Some(&0) {
        counts.push(player.next_presence().await.spectators);
    }
    assert!(counts.len() < 20, "{counts:?}");
}

#[tokio::test]
async fn a_player_may_claim_the_win_once_the_opponent_is_absent_long_enough() {
    let patient = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&patient.http, new_game("kubuguza", "none")).await;
    let claim = |game| ClientMessage::Claim { game, id: command_id(), claim: Claim::Win };
    let mut client = patient.client(Some(&south)).await;
    client.join(game, None).await;
    assert_eq!(client.command(&claim(game)).await.expect_err("too early").code, ErrorCode::NotGone);

    let server = TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut client = server.client(Some(&south)).await;
    client.join(game, None).await;
    client.command(&claim(game)).await.expect("claimed");
    let EventKind::Ended { outcome, .. } = client.next_event().await.kind else { panic!("it has not ended") };
    assert_eq!(outcome.reason, EndReason::Abandoned);
}

#[tokio::test]
async fn a_player_who_closes_a_stream_is_absent() {
    // The idle timeout of rooms must not be what notices the absence.
    let limits = Limits { room_idle: Duration::from_secs(86_400), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    for form in [SSE, NDJSON] {
        let stream = EventStream::open(server.address, Some(&north), form, game, 0).await;
        while !here.next_presence().await.present.north {}
        drop(stream);
        while here.next_presence().await.present.north {}
    }
}

#[tokio::test]
async fn a_move_over_http_postpones_the_claim_time_shown_to_watchers() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let before = watcher.next_presence().await.claim_at.south;
    server.http.command(&south, &act(game, 0, "O")).await.expect("played");
    while watcher.next_presence().await.claim_at.south <= before {}
}

#[tokio::test]
async fn a_move_over_http_counts_as_presence() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let claim_at = async || {
        let mut watcher = server.client(None).await;
        watcher.join(game, None).await;
        watcher.next_presence().await.claim_at.south.expect("South has no socket")
    };
    let before = claim_at().await;
    server.http.command(&south, &act(game, 0, "O")).await.expect("played");
    let played_at = server.http.events(game, 4).await.events[0].at;
    let after = claim_at().await;
    assert!(after >= before && after >= played_at + 300_000, "counted from the last command");
}
