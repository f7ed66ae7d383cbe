//! A viewer that does not read delays nobody, is cut off, and can resume. A room that nobody needs leaves memory.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use futures_util::future::join_all;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ClientMessage, Credentials, ErrorCode, GameId, ServerMessage};
use ikibuguzo_server::api::router;
use ikibuguzo_server::live::frame::FrameKind;
use ikibuguzo_server::live::outbox::Outbox;
use ikibuguzo_server::net::limits::Limits;
use tokio::time::sleep;
use tower::ServiceExt;

use crate::commands::{act, arranged_pair};
use crate::support::raw_socket::{Closed, Raw, text};
use crate::support::{Bot, EventStream, NDJSON, TestServer, command_id, seated_pair};

/// Visits of each visitor.
const VISITS: usize = 20_000;

#[tokio::test]
async fn a_slow_reader_is_cut_off_and_resumes() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let (slow, mut unread) = Outbox::with_capacity(3, u64::MAX);
    let head = server.app.rooms.watch(game, None, None, &slow).await.expect("watching").snapshot.head;
    for (ply, action) in (0..).zip(["N", "n", "L", "l", "J", "j"]) {
        let player = if ply % 2 == 0 { &mut south } else { &mut north };
        player.command(&act(game, ply, action)).await.expect("nobody waits for the slow one");
    }
    slow.overflow().cancelled().await;
    drop(slow);
    let mut read = Vec::new();
    while let Some(line) = unread.recv().await {
        if let FrameKind::Event { seq, .. } = line.kind {
            read.push(seq);
        }
    }
    // Beside who is there, which a slow machine tells twice.
    let last = *read.last().expect("something fitted");
    assert!(read.len() < 3 && read.into_iter().eq(head + 1..=last), "nothing after a gap: {last}");

    let mut client = server.client(None).await;
    client.join(game, Some(last)).await;
    for seq in last + 1..=head + 6 {
        assert_eq!(client.next_event().await.seq, seq);
    }
}

/// A stream that the server has begun, and of which nobody has read anything yet.
async fn unread_stream(server: &TestServer, game: GameId, since: u64) -> Body {
    let request = Request::get(format!("/api/games/{game}/events?since={since}")).header("accept", NDJSON);
    let request = request.extension(ConnectInfo(server.address)).body(Body::empty()).expect("a request");
    router(server.app.clone()).oneshot(request).await.expect("an answer").into_body()
}

/// A game of more events than a queue holds, most of them talk.
async fn play_and_talk(server: &TestServer, game: GameId, players: &[Credentials; 2]) {
    for player in players {
        for _ in 0..100 {
            let say = ClientMessage::Say { game, id: command_id(), text: "Muraho!".to_owned() };
            let answer = server.http.ask("POST", "/api/commands", Some(player), Some(say.to_json())).await;
            let _: ServerMessage = answer.expect("said");
        }
    }
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).run();
    tokio::join!(bot(Seat::South, &players[0], 3), bot(Seat::North, &players[1], 4));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_whose_client_takes_nothing_is_told_why_it_is_closed() {
    let server = TestServer::start().await;
    let (game, players) = seated_pair(&server.http, "azigo", true).await;
    Box::pin(play_and_talk(&server, game, &players)).await;
    let mut raw = Raw::greeted(server.address).await;
    // The whole game, more often than all buffers on the way can hold.
    let join = ClientMessage::Join { game, since: Some(0) };
    raw.write(&text(&join.to_json()).repeat(50)).await;
    while server.app.metrics.slow_closes.get() == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let told = raw.closed().await;
    assert_eq!(told, Closed { close: Some(1013), bye: Some(ErrorCode::SlowReader) });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_of_a_stream_is_cut_off_and_resumes() {
    let server = TestServer::start().await;
    let (game, players) = seated_pair(&server.http, "azigo", true).await;
    let unread = unread_stream(&server, game, 4).await;
    Box::pin(play_and_talk(&server, game, &players)).await;
    let head = server.http.events(game, 0).await.head;
    assert!(head > 4 + 256, "{head} events fit into the queue");
    let read = to_bytes(unread, usize::MAX).await.expect("read");
    let mut lines = str::from_utf8(&read).expect("text").lines().map(ServerMessage::parse);
    assert!(matches!(lines.next(), Some(Ok(ServerMessage::Game(game))) if game.head == 4));
    assert!(matches!(lines.next(), Some(Ok(ServerMessage::Bye { code: ErrorCode::SlowReader, .. }))));
    assert!(lines.next().is_none(), "nothing after a gap");
    assert_eq!(server.app.metrics.slow_closes.get(), 1);

    let mut stream = EventStream::open(server.address, None, NDJSON, game, 4).await;
    for seq in 5..=head {
        match stream.next().await {
            Some(ServerMessage::Event { event, .. }) => assert_eq!(event.seq, seq),
            other => panic!("no event {seq}: {other:?}"),
        }
    }
    assert_eq!(stream.next().await, None);
}

#[tokio::test]
async fn joining_again_on_the_same_socket_repeats_only_what_was_asked_for() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    let head = south.join(game, None).await.head;
    south.send(&act(game, 0, "N")).await;
    assert!(matches!(south.next().await, ServerMessage::Ack { .. }));
    let again = ClientMessage::Join { game, since: Some(head) };
    south.send(&again).await;
    south.send(&ClientMessage::Ping {}).await;
    let mut told = Vec::new();
    loop {
        match south.next().await {
            ServerMessage::Event { event, .. } => told.push(event.seq),
            ServerMessage::Game(snapshot) => told.clear_at(&snapshot),
            ServerMessage::Pong { heads, .. } => {
                assert_eq!(heads[&game], head + 1);
                break;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert_eq!(told, [head + 1]);
}

trait ClearAt {
    fn clear_at(&mut self, snapshot: &ikibuguzo_protocol::Snapshot);
}

impl ClearAt for Vec<u64> {
    /// After a join, the client counts on from the `seq` that it asked for.
    fn clear_at(&mut self, snapshot: &ikibuguzo_protocol::Snapshot) {
        self.retain(|seq| *seq <= snapshot.seq);
    }
}

#[tokio::test]
async fn a_room_that_nobody_needs_leaves_memory_and_comes_back() {
    let server =
        TestServer::start_with(Limits { room_idle: Duration::from_millis(20), ..Limits::default() }).await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    south.join(game, None).await;
    south.command(&act(game, 0, "N")).await.expect("played");
    drop(south);
    until_empty(&server).await;
    north.command(&act(game, 1, "n")).await.expect("the room comes back from its log");
    let nowhere = "000000000000".parse().expect("an id");
    north.command(&act(nowhere, 0, "N")).await.expect_err("no such game");
    until_empty(&server).await;
}

/// Of a game that is over the room leaves memory with whoever watches last, again and again; more threads than cores, so
/// that one is stopped anywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn who_comes_as_the_last_one_goes_is_answered() {
    let server = TestServer::start().await;
    let (game, _, [mut south, north]) = arranged_pair(&server).await;
    south.command(&ClientMessage::Resign { game, id: command_id() }).await.expect("resigned");
    drop((south, north));
    let visits = (0..2).map(|visitor| {
        let lobby = server.app.rooms.clone();
        tokio::spawn(async move {
            for _ in 0..VISITS {
                let (outbox, _lines) = Outbox::new(visitor);
                lobby.watch(game, None, None, &outbox).await.expect("watching");
                let lobby = lobby.clone();
                tokio::spawn(async move { lobby.unwatch(game, visitor).await });
            }
        })
    });
    join_all(visits).await.into_iter().for_each(|visit| visit.expect("answered"));
}

/// Looks until it is so; a server that never forgets fails by the test runner's patience.
async fn until_empty(server: &TestServer) {
    while server.app.rooms.room_count() > 0 {
        sleep(Duration::from_millis(5)).await;
    }
}
