//! Clients that do not read are disconnected, delay nobody, and can resume. Unused rooms leave memory.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use futures_util::future::join_all;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ClientMessage, Credentials, ErrorCode, GameId, ServerMessage, Timestamp};
use ikibuguzo_server::live::frame::{EventForm, FrameKind};
use ikibuguzo_server::live::outbox::Outbox;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::router;
use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose, text_frame};
use ikibuguzo_testing::{
    Bot, EventStream, HttpClient, NDJSON, TestServer, act, arranged_pair, eventually, repetitions, resign,
    say, start_game,
};
use tower::ServiceExt;

#[tokio::test]
async fn a_slow_reader_is_disconnected_and_can_resume() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let (slow, mut unread) = Outbox::with_capacity(3, u64::MAX);
    let head = server
        .app
        .rooms
        .watch(game, None, None, EventForm::Full, &slow)
        .await
        .expect("watching")
        .snapshot
        .head;
    for (ply, action) in (0..).zip(["N", "n", "L", "l", "J", "j"]) {
        let player = if ply % 2 == 0 { &mut south } else { &mut north };
        player.command(&act(game, 6 + ply, action)).await.expect("the slow reader delays nobody");
    }
    slow.overflow().cancelled().await;
    drop(slow);
    let mut read = Vec::new();
    while let Some(frame) = unread.recv().await {
        if let FrameKind::Event { seq, .. } = frame.kind {
            read.push(seq);
        }
    }
    // Presence messages take room in the queue too, two of them on a slow machine.
    let last = *read.last().expect("something fitted");
    assert!(read.len() < 3 && read.into_iter().eq(head + 1..=last), "nothing after a gap: {last}");

    let mut client = server.client(None).await;
    client.join(game, Some(last)).await;
    for seq in last + 1..=head + 6 {
        assert_eq!(client.next_event().await.seq, seq);
    }
}

/// A stream that the server has started and of which nothing has been read.
async fn unread_stream(server: &TestServer, game: GameId, since: Timestamp) -> Body {
    let request = Request::get(format!("/api/games/{game}/events?since={since}"));
    let request = request.header("host", "x").header("accept", NDJSON);
    let request = request.extension(ConnectInfo(server.address)).body(Body::empty()).expect("a request");
    router(server.app.clone()).oneshot(request).await.expect("an answer").into_body()
}

/// Plays a game with more events than a queue holds; most are chat messages.
pub(crate) async fn play_and_chat(address: SocketAddr, game: GameId, players: &[Credentials; 2]) {
    let http = HttpClient::new(address);
    let chat = async |player| {
        for _ in 0..100 {
            http.command(player, &say(game, "Muraho!")).await.expect("said");
        }
    };
    tokio::join!(chat(&players[0]), chat(&players[1]));
    let bot = |seat, player, seed| Bot::new(address, game, seed).seated(seat, player).play_to_end();
    tokio::join!(bot(Seat::South, &players[0], 3), bot(Seat::North, &players[1], 4));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_does_not_read_is_closed_as_a_slow_reader() {
    // Long enough that this client, on a busy machine, still reads why it was closed.
    let limits = Limits { send: Duration::from_secs(4), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, players) = start_game(&server.http, "azigo", true).await;
    Box::pin(play_and_chat(server.address, game, &players)).await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    // The whole game, more times than all buffers on the way can hold.
    let join = ClientMessage::Join { game, since: Some(0), compact: false };
    raw.write(&text_frame(&join.to_json()).repeat(50)).await;
    eventually("the close", async || server.app.metrics.slow_closes.get() > 0).await;
    let close = raw.read_close().await;
    assert_eq!(close, SocketClose { close: Some(1013), bye: Some(ErrorCode::SlowReader) });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_of_a_stream_is_disconnected_and_can_resume() {
    let server = TestServer::start().await;
    let (game, players) = start_game(&server.http, "azigo", true).await;
    let unread = unread_stream(&server, game, Timestamp::from_millis(4)).await;
    Box::pin(play_and_chat(server.address, game, &players)).await;
    let head = server.http.events(game, 0).await.head;
    assert!(head > 4 + 256, "the queue holds all {head} events");
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
async fn joining_again_repeats_only_the_requested_events() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    let head = south.join(game, None).await.head;
    south.send(&act(game, 6, "N")).await;
    assert!(matches!(south.next().await, ServerMessage::Ack { .. }));
    let again = ClientMessage::Join { game, since: Some(head), compact: false };
    south.send(&again).await;
    south.send(&ClientMessage::PING).await;
    let mut received = Vec::new();
    loop {
        match south.next().await {
            ServerMessage::Event { event, .. } => received.push(event.seq),
            // After a join the client counts on from the requested `seq`.
            ServerMessage::Game(snapshot) => received.retain(|seq| *seq <= snapshot.seq),
            ServerMessage::Pong { heads, .. } => {
                assert_eq!(heads[&game], head + 1);
                break;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert_eq!(received, [head + 1]);
}

#[tokio::test]
async fn an_unused_room_leaves_memory_and_is_loaded_again() {
    let server =
        TestServer::start_with(Limits { room_idle: Duration::from_millis(20), ..Limits::default() }).await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    south.join(game, None).await;
    south.command(&act(game, 6, "N")).await.expect("played");
    drop(south);
    server.wait_for_no_rooms().await;
    north.command(&act(game, 7, "n")).await.expect("the room comes back from its log");
    let unknown = "000000000000".parse().expect("an id");
    north.command(&act(unknown, 6, "N")).await.expect_err("no such game");
    server.wait_for_no_rooms().await;
}

/// The room of a finished game leaves memory with its last watcher, here many times. There are more threads than cores, so
/// that a thread can be interrupted anywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn watching_a_room_that_is_leaving_memory_is_answered() {
    let server = TestServer::start().await;
    let (game, _, [mut south, north]) = arranged_pair(&server).await;
    south.command(&resign(game)).await.expect("resigned");
    drop((south, north));
    let visits = (0..2).map(|visitor| {
        let rooms = server.app.rooms.clone();
        let clock = server.app.clock.clone();
        tokio::spawn(async move {
            for _ in 0..repetitions(20_000) {
                let (outbox, _lines) = Outbox::new(visitor);
                rooms.watch(game, None, None, EventForm::Full, &outbox).await.expect("watching");
                let rooms = rooms.clone();
                let left_at = clock.now();
                tokio::spawn(async move { rooms.unwatch(game, visitor, left_at).await });
            }
        })
    });
    join_all(visits).await.into_iter().for_each(|visit| visit.expect("answered"));
}
