//! Shutdown: the server announces it, finishes commands under way, says goodbye, and ends in time whatever clients do.

use std::collections::BTreeSet;
use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, ServerMessage};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose, UPGRADE, text_frame};
use ikibuguzo_testing::{
    EventStream, NDJSON, SSE, ServerCommand, ServerProcess, TestClient, TestDatabase, TestServer, act,
    arranged_pair, eventually, say, start_game,
};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::PROGRAM;
use crate::slow_reader::play_and_chat;

/// A notice so long that no connection is closed in a test.
const LONG_NOTICE: Duration = Duration::from_secs(86_400);

async fn get_ready(server: &TestServer) -> (u16, String) {
    let answer = server.http.send("GET", "/readyz", None, None).await;
    (answer.status().as_u16(), answer.into_body())
}

#[tokio::test]
async fn a_stopping_server_is_not_ready_before_it_closes_anything() {
    let limits = Limits { stop_notice: LONG_NOTICE, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    assert_eq!(get_ready(&server).await, (200, "ready\n".to_owned()));
    server.stop();
    let (status, problem) = get_ready(&server).await;
    assert_eq!(status, 503);
    assert!(problem.contains(r#""code":"restarting""#), "{problem}");
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.body(), "ok\n", "the server is alive");
    south.command(&act(game, 6, "N")).await.expect("the server takes commands");
}

#[tokio::test]
async fn a_stopping_server_writes_its_heartbeat_until_it_closes_connections() {
    let limits = Limits { stop_notice: LONG_NOTICE, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    server.stop();
    let stopped_at = server.app.clock.now();
    let mut beats = BTreeSet::new();
    // A heartbeat that ended with the stop could write two: one that was due, and a last one.
    let has_beaten_three_times = async || {
        let runs = server.app.store.load_runs(server.app.clock.now()).await.expect("the database");
        let beat = runs.into_iter().map(|run| run.last_beat_at).max();
        beats.extend(beat.filter(|beat| *beat > stopped_at));
        beats.len() >= 3
    };
    eventually("three heartbeats", has_beaten_three_times).await;
}

/// Reads to the goodbye, which says when to come back. Returns the `seq` of an acknowledgement before it.
async fn read_goodbye(client: &mut TestClient) -> Option<u64> {
    let mut acknowledged = None;
    loop {
        match client.next().await {
            ServerMessage::Ack { seq, .. } => acknowledged = Some(seq),
            ServerMessage::Event { .. } => {}
            ServerMessage::Bye { code, retry_after, .. } => {
                assert_eq!(code, ErrorCode::Restarting);
                assert!(retry_after.is_some_and(|after| (500..5_000).contains(&after)), "{retry_after:?}");
                break;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    match client.next_frame().await {
        Some(Message::Close(Some(frame))) => assert_eq!(u16::from(frame.code), 1012),
        other => panic!("not closed: {other:?}"),
    }
    acknowledged
}

async fn expect_clean_end(server: &mut ServerProcess) {
    assert_eq!(server.wait().await.code(), Some(0));
}

/// Sends a command to a server that is stopped at the same moment. Returns the command, and the `seq` of its
/// acknowledgement if there was one.
async fn send_during_stop(database: &TestDatabase) -> (GameId, ClientMessage, Option<u64>) {
    let mut server = ServerCommand::new(PROGRAM).spawn(database).await;
    let (game, [south, _]) = start_game(&server.http(), "kubuguza", true).await;
    let mut client = server.client(Some(&south)).await;
    let say = say(game, "Muraho!");
    client.send(&say).await;
    server.terminate();
    let acknowledged = read_goodbye(&mut client).await;
    expect_clean_end(&mut server).await;
    (game, say, acknowledged)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_acknowledged_during_the_stop_is_in_the_log() {
    for _ in 0..4 {
        let database = TestDatabase::new().await;
        let (game, say, acknowledged) = send_during_stop(&database).await;
        let server = ServerCommand::new(PROGRAM).spawn(&database).await;
        let log = server.http().events(game, 0).await;
        let said = log.events.iter().filter(|event| event.seq > 4).map(|event| event.seq);
        match acknowledged {
            Some(seq) => assert_eq!(said.collect::<Vec<_>>(), [seq]),
            None => assert!(said.count() <= 1, "{say:?} has at most one effect"),
        }
    }
}

/// A client that asks for a whole game more times than all buffers on the way can hold, and reads nothing.
async fn stuffed_client(server: &ServerProcess) -> RawSocket {
    let (game, players) = start_game(&server.http(), "azigo", true).await;
    Box::pin(play_and_chat(server.address(), game, &players)).await;
    let mut raw = RawSocket::connect_with_hello(server.address()).await;
    let join = ClientMessage::Join { game, since: Some(0), compact: false };
    raw.write(&text_frame(&join.to_json()).repeat(50)).await;
    raw
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_connections_do_not_keep_a_stopping_server_from_ending() {
    let database = TestDatabase::new().await;
    let command = ServerCommand::new(PROGRAM).option("--stop-within").option("10");
    let mut server = command.spawn(&database).await;
    let address = server.address();
    let mut half = TcpStream::connect(address).await.expect("a connection");
    half.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await.expect("sent");
    let _stuffed = stuffed_client(&server).await;
    let (game, _) = start_game(&server.http(), "kubuguza", true).await;
    let open = |form| EventStream::open(address, None, form, game, 4);
    let mut streams = [open(SSE).await, open(NDJSON).await];
    let mut reading = TestClient::connect(address, None).await;
    server.terminate();
    assert_eq!(read_goodbye(&mut reading).await, None);
    for stream in &mut streams {
        assert!(matches!(stream.next().await, Some(ServerMessage::Bye { code: ErrorCode::Restarting, .. })));
        assert_eq!(stream.next().await, None, "the end");
    }
    expect_clean_end(&mut server).await;
    TcpStream::connect(address).await.expect_err("the port is closed");
}

/// Beginnings of requests and of a WebSocket frame, and a whole request without a follower.
fn unfinished_inputs() -> Vec<String> {
    let post = "POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let whole = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    vec![
        String::new(),
        "G".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost: x\r\n".to_owned(),
        UPGRADE[..UPGRADE.len() - 2].to_owned(),
        format!("{post}Content-Length: 100\r\n\r\n"),
        format!("{post}Content-Length: 100\r\n\r\n{{\"name\":"),
        format!("{post}Transfer-Encoding: chunked\r\n\r\n5\r\n{{\"nam"),
        whole.to_owned(),
        format!("{whole}GET /heal"),
        // Refused before its body, which is being dropped.
        "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{".to_owned(),
    ]
}

#[tokio::test]
async fn half_a_request_does_not_delay_the_stop() {
    // A stop that waits for a client fails the test.
    let limits = Limits { request: LONG_NOTICE, stop_within: LONG_NOTICE, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let mut held = Vec::new();
    for input in unfinished_inputs() {
        let mut socket = RawSocket::connect(server.address).await;
        socket.write(input.as_bytes()).await;
        if input.contains("/healthz HTTP/1.1\r\nHost: x\r\n\r\n") || input.starts_with("POST /api/games") {
            socket.read_response().await;
        }
        held.push(socket);
    }
    let mut unsaid = RawSocket::connect(server.address).await;
    unsaid.write(UPGRADE.as_bytes()).await;
    assert!(unsaid.read_head().await.starts_with("HTTP/1.1 101 "));
    let mut half_frame = RawSocket::connect_with_hello(server.address).await;
    half_frame.write(&text_frame("{\"type\":\"ping\"}")[..9]).await;
    server.shut_down().await;
    for socket in &mut held {
        let rest = String::from_utf8(socket.read_to_end().await).expect("text");
        assert!(rest.is_empty() || rest.contains("\"code\":\"restarting\""), "{rest}");
    }
    for mut socket in [unsaid, half_frame] {
        let expected = SocketClose { close: Some(1012), bye: Some(ErrorCode::Restarting) };
        assert_eq!(socket.read_close().await, expected);
    }
}

#[tokio::test]
async fn a_request_whose_body_is_half_sent_is_answered_when_the_server_stops() {
    let limits = Limits { request: LONG_NOTICE, stop_within: LONG_NOTICE, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let mut socket = RawSocket::connect(server.address).await;
    let head = "POST /api/tokens HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\
        Content-Type: application/json\r\nContent-Length: 9\r\n\r\n";
    socket.write(head.as_bytes()).await;
    assert!(socket.read_head().await.starts_with("HTTP/1.1 100 "), "the server reads the body");
    server.shut_down().await;
    let (head, problem) = socket.read_response().await;
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("connection: close"), "{head}");
    assert!(problem.contains(r#""code":"restarting""#), "{problem}");
}
