//! However events are asked for, over a socket, as server-sent events, as lines or all at once, they are the same.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, Event, Events, GameId, Happening, Problem, ServerMessage,
    Snapshot, Text,
};
use ikibuguzo_server::net::limits::Limits;

use crate::commands::{act, arranged_pair};
use crate::support::{Client, EventStream, NDJSON, SSE, TestServer, command_id, seated_pair};

/// What somebody hears over a socket that resumes, as text.
async fn over_socket(
    server: &TestServer,
    player: Option<&Credentials>,
    game: GameId,
    since: u64,
) -> Vec<String> {
    let mut client = server.client(player).await;
    let head = client.join(game, Some(since)).await.head;
    let mut told = Vec::new();
    for _ in since..head {
        told.push(client.next_text().await);
    }
    told
}

/// So many messages of a stream, as text; where it is to end there, nothing follows.
async fn take(mut stream: EventStream, count: usize, ends: bool) -> Vec<String> {
    let mut told = Vec::new();
    while told.len() < count {
        told.push(stream.next_text().await.expect("one more"));
    }
    if ends {
        assert_eq!(stream.next_text().await, None, "the end");
    }
    told
}

fn event_of(text: &str) -> Event {
    match ServerMessage::parse(text).expect("a message") {
        ServerMessage::Event { event, .. } => event,
        other => panic!("no event: {other:?}"),
    }
}

/// Asks for the events of a game from everywhere, in every way.
async fn compare(server: &TestServer, game: GameId, players: &[Credentials; 2], over: bool) {
    let head = server.http.events(game, 0).await.head;
    for viewer in [Some(&players[0]), Some(&players[1]), None] {
        for since in 0..=head {
            let expected = over_socket(server, viewer, game, since).await;
            for form in [SSE, NDJSON] {
                let stream = EventStream::open(server.address, viewer, form, game, since).await;
                assert_eq!(take(stream, expected.len(), over).await, expected, "{form} after {since}");
            }
            let path = format!("/api/games/{game}/events?since={since}");
            let at_once: Events = server.http.ask("GET", &path, viewer, None).await.expect("the events");
            assert_eq!(at_once.head, head);
            assert_eq!(at_once.events, expected.iter().map(|text| event_of(text)).collect::<Vec<_>>());
            let numbers: Vec<u64> = at_once.events.iter().map(|event| event.seq).collect();
            assert_eq!(numbers, (since + 1..=head).collect::<Vec<_>>());
        }
    }
}

/// Plays what is listed last, which in Azigo may be to enter the store; arranges first where that is to be done.
async fn play_on(server: &TestServer, game: GameId, players: &[Credentials; 2], sockets: &mut [Client; 2]) {
    for (seat, (player, socket)) in Seat::ALL.into_iter().zip(players.iter().zip(sockets)) {
        let path = format!("/api/games/{game}");
        let shown: Snapshot = server.http.ask("GET", &path, Some(player), None).await.expect("the game");
        let view = shown.view.expect("a view");
        let id = command_id();
        let command = match view.position {
            Some(position) if position.to_move == Some(Text(seat)) => {
                let action = position.legal.last().expect("something").to_string();
                ClientMessage::Act { game, id, ply: position.ply, action }
            }
            Some(_) => continue,
            None => ClientMessage::Arrange { game, id, array: view.arrays_offered[0] },
        };
        socket.command(&command).await.expect("allowed");
    }
}

/// Compares a game under way, and again when it is over and something was said after it.
async fn compare_live_and_finished(rules: &str) {
    let server = TestServer::start().await;
    let (game, players) = seated_pair(&server.http, rules, true).await;
    let mut sockets = [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
    for _ in 0..8 {
        play_on(&server, game, &players, &mut sockets).await;
    }
    compare(&server, game, &players, false).await;
    let [mut south, _] = sockets;
    south.command(&ClientMessage::Resign { game, id: command_id() }).await.expect("resigned");
    let say = ClientMessage::Say { game, id: command_id(), text: "Murakoze!".to_owned() };
    south.command(&say).await.expect("said");
    compare(&server, game, &players, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_way_to_ask_for_events_gives_the_same_events_of_azigo() {
    compare_live_and_finished("azigo").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_way_to_ask_for_events_gives_the_same_events_of_ikibuguzo() {
    compare_live_and_finished("ikibuguzo:choice").await;
}

#[tokio::test]
async fn a_stream_tells_moves_as_they_are_played_and_ends_with_the_game() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let head = server.http.events(game, 0).await.head;
    let open = |form| EventStream::open(server.address, None, form, game, head);
    let mut streams = [open(SSE).await, open(NDJSON).await];
    let resign = ClientMessage::Resign { game, id: command_id() };
    let played = [act(game, 0, "N"), act(game, 1, "n"), resign];
    for (seq, command) in (head + 1..).zip(played) {
        let player = if seq == head + 2 { &mut north } else { &mut south };
        player.command(&command).await.expect("played");
        for stream in &mut streams {
            match stream.next().await {
                Some(ServerMessage::Event { event, .. }) => assert_eq!(event.seq, seq),
                other => panic!("no event: {other:?}"),
            }
        }
    }
    let [mut sse, mut lines] = streams;
    assert_eq!((sse.next().await, lines.next().await), (None, None), "the game is over");
    assert_eq!(sse.last_event_id, Some(head + 3));
}

#[tokio::test]
async fn a_browser_goes_on_where_it_was_and_stops_when_there_is_no_more() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    south.command(&ClientMessage::Resign { game, id: command_id() }).await.expect("resigned");
    let head = server.http.events(game, 0).await.head;
    let back = |id: String| async move {
        EventStream::ask(server.address, None, SSE, game, "?since=2", Some(&id)).await
    };
    let mut stream = back((head - 1).to_string()).await;
    assert!(stream.headers.iter().any(|header| header == "content-type: text/event-stream"));
    assert!(matches!(stream.next().await, Some(ServerMessage::Game(game)) if game.seq == head - 1));
    match stream.next().await {
        Some(ServerMessage::Event { event, .. }) => assert!(matches!(event.what, Happening::Ended { .. })),
        other => panic!("no end: {other:?}"),
    }
    assert_eq!(stream.next().await, None);
    assert_eq!(back(head.to_string()).await.status, 204);
    for (id, code) in [((head + 1).to_string(), ErrorCode::SinceAhead), ("x".to_owned(), ErrorCode::BadQuery)]
    {
        let mut refused = back(id).await;
        let problem = refused.next_line().await.expect("a problem");
        let problem: Problem = serde_json::from_str(&problem).expect("a problem");
        assert_eq!((problem.code, refused.status), (code, code.status()));
    }
}

#[tokio::test]
async fn who_asks_for_no_stream_gets_none() {
    let server = TestServer::start().await;
    let (game, _) = seated_pair(&server.http, "kubuguza", true).await;
    for (accept, stream) in [
        ("*/*", false),
        ("application/json", false),
        ("application/json, TEXT/event-stream;q=0.9", true),
        ("application/x-ndjson; charset=utf-8", true),
    ] {
        let answer = EventStream::ask(server.address, None, accept, game, "", None).await;
        let plain = answer.headers.iter().any(|header| header == "content-type: application/json");
        assert_eq!((answer.status, plain), (200, !stream), "{accept}");
    }
}

#[tokio::test]
async fn a_silent_stream_shows_that_it_lives() {
    let beat = Duration::from_millis(20);
    let server = TestServer::start_with(Limits { beat, ..Limits::default() }).await;
    let (game, _) = seated_pair(&server.http, "kubuguza", true).await;
    for (form, sign) in [(SSE, ":"), (NDJSON, "")] {
        let mut stream = EventStream::open(server.address, None, form, game, 4).await;
        let mut signs = 0;
        while signs < 3 {
            let line = stream.next_line().await.expect("it goes on");
            assert!(line == sign || line.is_empty(), "{line}");
            signs += u32::from(line == sign);
        }
    }
}

#[tokio::test]
async fn streams_are_counted_like_sockets() {
    let server = TestServer::start_with(Limits { sockets_per_address: 1, ..Limits::default() }).await;
    let (game, _) = seated_pair(&server.http, "kubuguza", true).await;
    let stream = EventStream::open(server.address, None, NDJSON, game, 0).await;
    let refused = EventStream::ask(server.address, None, SSE, game, "", None).await;
    assert_eq!(refused.status, 429);
    drop(stream);
    while server.app.door.open() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    EventStream::open(server.address, None, SSE, game, 0).await;
}
