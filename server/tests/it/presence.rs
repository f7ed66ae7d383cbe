//! Who is there, and what the one who is left may do.

use std::time::Duration;

use ikibuguzo_protocol::{
    Claim, ClientMessage, EndReason, ErrorCode, Happening, Presence, Role, ServerMessage,
};
use ikibuguzo_server::net::limits::Limits;

use tokio::time::timeout;

use crate::support::{Client, EventStream, NDJSON, SSE, TestServer, command_id, new_game, seat_pair};

/// Far longer than it takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The next word about who is there.
async fn presence(client: &mut Client) -> Presence {
    loop {
        if let ServerMessage::Presence(presence) = client.next_of_any_kind().await {
            return presence;
        }
    }
}

#[tokio::test]
async fn everybody_is_told_who_comes_and_goes() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let first = presence(&mut watcher).await;
    assert_eq!((first.present.south, first.present.north), (false, false));
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    assert!(presence(&mut here).await.present.south);
    let there = presence(&mut watcher).await;
    assert!(there.present.south && there.claim_at.south.is_none() && there.claim_at.north.is_some());
    let mut other = server.client(Some(&north)).await;
    other.join(game, None).await;
    assert!(presence(&mut watcher).await.present.north);
    other.cut();
    let gone = presence(&mut watcher).await;
    assert!(!gone.present.north && gone.claim_at.north.is_some());
}

#[tokio::test]
async fn who_sits_down_while_watching_is_a_player_from_then_on() {
    let server = TestServer::start().await;
    let [south, north] = [server.http.guest().await, server.http.guest().await];
    let game = server.http.create(&south, &new_game("azigo", "none")).await.expect("a game").game;
    let mut watcher = server.client(Some(&north)).await;
    assert_eq!(watcher.join(game, None).await.role, Role::Spectator);
    assert_eq!(presence(&mut watcher).await.spectators, 1);
    server.http.join(&north, game).await.expect("a seat");
    let begun = loop {
        if let Happening::Begun { position, .. } = watcher.next_event().await.what {
            break position;
        }
    };
    let stores = begun.stores.expect("a game with stores");
    assert!(stores.north.is_some() && stores.south.is_none(), "one's own store, and no other: {stores:?}");
    let told = timeout(PATIENCE, async {
        loop {
            let told = presence(&mut watcher).await;
            if told.present.north {
                break told;
            }
        }
    });
    assert_eq!(told.await.expect("everybody is told").spectators, 0);
}

#[tokio::test]
async fn a_crowd_that_comes_at_once_is_told_once() {
    const CROWD: u32 = 50;
    let server = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let mut player = server.client(Some(&south)).await;
    player.join(game, None).await;
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut spectator = server.client(None).await;
        spectator.join(game, None).await;
        crowd.push(spectator);
    }
    let mut told = Vec::new();
    while told.last() != Some(&CROWD) {
        told.push(presence(&mut player).await.spectators);
    }
    assert!(told.len() < 10, "{told:?}");
    crowd.into_iter().for_each(Client::cut);
    while told.last() != Some(&0) {
        told.push(presence(&mut player).await.spectators);
    }
    assert!(told.len() < 20, "{told:?}");
}

#[tokio::test]
async fn who_is_left_claims_the_win_when_the_time_has_come() {
    let patient = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&patient.http, new_game("kubuguza", "none")).await;
    let claim = |game| ClientMessage::Claim { game, id: command_id(), claim: Claim::Win };
    let mut client = patient.client(Some(&south)).await;
    client.join(game, None).await;
    assert_eq!(client.command(&claim(game)).await.expect_err("too early").code, ErrorCode::NotGone);

    let server = TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let mut client = server.client(Some(&south)).await;
    client.join(game, None).await;
    client.command(&claim(game)).await.expect("claimed");
    let Happening::Ended { outcome, .. } = client.next_event().await.what else { panic!("it has not ended") };
    assert_eq!(outcome.reason, EndReason::Abandoned);
}

#[tokio::test]
async fn who_closes_a_stream_has_gone() {
    // Nobody looks at a room in memory by the way.
    let limits = Limits { room_idle: Duration::from_secs(86_400), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, [south, north]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    for form in [SSE, NDJSON] {
        let stream = EventStream::open(server.address, Some(&north), form, game, 0).await;
        while !presence(&mut here).await.present.north {}
        drop(stream);
        let gone = timeout(PATIENCE, async { while presence(&mut here).await.present.north {} });
        gone.await.expect("everybody is told");
    }
}

#[tokio::test]
async fn everybody_is_told_that_who_plays_over_http_can_be_claimed_from_later() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let before = presence(&mut watcher).await.claim_at.south;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() }.to_json();
    let _: ServerMessage =
        server.http.ask("POST", "/api/commands", Some(&south), Some(act)).await.expect("played");
    let later = timeout(PATIENCE, async { while presence(&mut watcher).await.claim_at.south <= before {} });
    later.await.expect("everybody is told");
}

#[tokio::test]
async fn who_plays_over_http_alone_has_given_a_sign_of_life() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let claim_at = async || {
        let mut watcher = server.client(None).await;
        watcher.join(game, None).await;
        presence(&mut watcher).await.claim_at.south.expect("South follows the game over no socket")
    };
    let before = claim_at().await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() }.to_json();
    let ack: Result<ServerMessage, _> =
        server.http.ask("POST", "/api/commands", Some(&south), Some(act)).await;
    assert!(matches!(ack, Ok(ServerMessage::Ack { .. })));
    let played_at = server.http.events(game, 4).await.events[0].at;
    let after = claim_at().await;
    assert!(after >= before && after >= played_at + 300_000, "counted from its last command");
}
