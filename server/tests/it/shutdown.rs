//! A server that is told to stop says so first, finishes what is under way, says goodbye, and ends within its bound,
//! whoever holds on to it.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, ServerMessage};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::time;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::process::Child;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::commands::{act, arranged_pair};
use crate::support::{
    Client, EventStream, Http, NDJSON, SSE, TestDatabase, TestServer, command_id, seated_pair, spawn,
    spawn_with, terminate,
};

/// Far more than the bound of any server here.
const PATIENCE: Duration = Duration::from_secs(60);

async fn ready(server: &TestServer) -> (u16, String) {
    let answer = server.http.send("GET", "/readyz", None, None).await;
    (answer.status().as_u16(), answer.into_body())
}

#[tokio::test]
async fn it_says_that_it_is_not_ready_before_anything_is_closed() {
    // Longer than any test run: nothing is closed here.
    let server =
        TestServer::start_with(Limits { stop_notice: Duration::from_secs(86_400), ..Limits::default() })
            .await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    assert_eq!(ready(&server).await, (200, "ready\n".to_owned()));
    server.tell_to_stop();
    let (status, problem) = ready(&server).await;
    assert_eq!(status, 503);
    assert!(problem.contains(r#""code":"restarting""#), "{problem}");
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.body(), "ok\n", "it is still alive");
    south.command(&act(game, 0, "N")).await.expect("and takes commands");
}

#[tokio::test]
async fn its_heart_beats_until_it_closes_connections() {
    let server =
        TestServer::start_with(Limits { stop_notice: Duration::from_secs(86_400), ..Limits::default() })
            .await;
    server.tell_to_stop();
    let (told_at, mut beats) = (time::now(), BTreeSet::new());
    let beat = async {
        // The first one after the stop may be the last that was due before it.
        while beats.len() < 3 {
            let beat = server.app.store.last_heartbeat().await.expect("the database");
            beats.extend(beat.filter(|beat| *beat > told_at));
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, beat).await.expect("games go on, and their clocks");
}

/// Whoever hears a goodbye is told to come back, and when.
async fn hear_goodbye(client: &mut Client) -> Option<u64> {
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

async fn ends_well(server: &mut Child) {
    let status = timeout(PATIENCE, server.wait()).await.expect("within the bound").expect("a status");
    assert_eq!(status.code(), Some(0));
}

/// Plays one action into a server that stops at that very moment; tells which, and its acknowledgement if there was one.
async fn play_into_the_stop(database: &TestDatabase) -> (GameId, ClientMessage, Option<u64>) {
    let (mut server, address) = spawn(database).await;
    let (game, [south, _]) = seated_pair(&Http::new(address), "kubuguza", true).await;
    let mut client = Client::connect(address, Some(&south)).await;
    let say = ClientMessage::Say { game, id: command_id(), text: "Muraho!".to_owned() };
    client.send(&say).await;
    terminate(&server);
    let acknowledged = hear_goodbye(&mut client).await;
    ends_well(&mut server).await;
    (game, say, acknowledged)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_the_stop_is_in_the_log() {
    for _ in 0..4 {
        let database = TestDatabase::new().await;
        let (game, say, acknowledged) = play_into_the_stop(&database).await;
        let (_server, address) = spawn(&database).await;
        let log = Http::new(address).events(game, 0).await;
        let said = log.events.iter().filter(|event| event.seq > 4).map(|event| event.seq);
        match acknowledged {
            Some(seq) => assert_eq!(said.collect::<Vec<_>>(), [seq]),
            None => assert!(said.count() <= 1, "{say:?} has one effect at the most"),
        }
    }
}

/// A client that sends and never reads, until the server takes nothing from it any more.
async fn stuff(address: SocketAddr) -> Client {
    let mut client = Client::connect(address, None).await;
    let flood = async {
        for _ in 0..200_000 {
            client.send(&ClientMessage::Ping {}).await;
        }
    };
    // A server that takes it all is as good for this test.
    let _ = timeout(Duration::from_secs(3), flood).await;
    client
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_holds_on_to_it_keeps_it_from_ending() {
    let database = TestDatabase::new().await;
    let (mut server, address) = spawn_with(&["--stop-within", "1"], &database).await;
    let mut half = TcpStream::connect(address).await.expect("a connection");
    half.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await.expect("sent");
    let _stuffed = stuff(address).await;
    let (game, _) = seated_pair(&Http::new(address), "kubuguza", true).await;
    let idle = |form| EventStream::open(address, None, form, game, 4);
    let mut streams = [idle(SSE).await, idle(NDJSON).await];
    let mut polite = Client::connect(address, None).await;
    terminate(&server);
    assert_eq!(hear_goodbye(&mut polite).await, None);
    for stream in &mut streams {
        assert!(matches!(stream.next().await, Some(ServerMessage::Bye { code: ErrorCode::Restarting, .. })));
        assert_eq!(stream.next().await, None, "the end");
    }
    ends_well(&mut server).await;
    TcpStream::connect(address).await.expect_err("nobody listens any more");
}
