//! Events over a socket, as server-sent events, as NDJSON and in one response are the same.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, Event, EventKind, EventPage, GameId, Problem, ServerMessage,
    Snapshot, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    EventStream, NDJSON, SSE, TestClient, TestServer, act, arranged_pair, command_id, resign, say, start_game,
};

/// The events after `since` over a socket, as text.
async fn over_socket(
    server: &TestServer,
    player: Option<&Credentials>,
    game: GameId,
    since: u64,
) -> Vec<String> {
    let mut client = server.client(player).await;
    let head = client.join(game, Some(since)).await.head;
    let mut texts = Vec::new();
    for _ in since..head {
        texts.push(client.next_text().await);
    }
    texts
}

/// Reads this many messages of a stream as text. With `ends` the stream must end after them.
async fn read_messages(mut stream: EventStream, count: usize, ends: bool) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < count {
        texts.push(stream.next_text().await.expect("another message"));
    }
    if ends {
        assert_eq!(stream.next_text().await, None, "the end");
    }
    texts
}

fn event_of(text: &str) -> Event {
    match ServerMessage::parse(text).expect("a message") {
        ServerMessage::Event { event, .. } => event,
        other => panic!("no event: {other:?}"),
    }
}

/// Compares the events of a game after every `seq`, for every viewer, in every format.
async fn compare_formats(server: &TestServer, game: GameId, players: &[Credentials; 2], is_over: bool) {
    let head = server.http.events(game, 0).await.head;
    for viewer in [Some(&players[0]), Some(&players[1]), None] {
        for since in 0..=head {
            let expected = over_socket(server, viewer, game, since).await;
            for form in [SSE, NDJSON] {
                let stream = EventStream::open(server.address, viewer, form, game, since).await;
                assert_eq!(
                    read_messages(stream, expected.len(), is_over).await,
                    expected,
                    "{form} after {since}"
                );
            }
            let path = format!("/api/games/{game}/events?since={since}");
            let response: EventPage = server.http.call("GET", &path, viewer, None).await.expect("the events");
            assert_eq!(response.head, head);
            assert_eq!(response.events, expected.iter().map(|text| event_of(text)).collect::<Vec<_>>());
            let numbers: Vec<u64> = response.events.iter().map(|event| event.seq).collect();
            assert_eq!(numbers, (since + 1..=head).collect::<Vec<_>>());
        }
    }
}

/// Plays the last legal move, which in Azigo may enter the store. Arranges first where the game has an arrangement.
async fn play_round(
    server: &TestServer,
    game: GameId,
    players: &[Credentials; 2],
    sockets: &mut [TestClient; 2],
) {
    for (seat, (player, socket)) in Seat::ALL.into_iter().zip(players.iter().zip(sockets)) {
        let path = format!("/api/games/{game}");
        let shown: Snapshot = server.http.call("GET", &path, Some(player), None).await.expect("the game");
        let view = shown.view.expect("a view");
        let id = command_id();
        let command = match view.position {
            Some(position) if position.to_move == Some(Text(seat)) => {
                let action = position.legal.last().expect("a legal move").to_string();
                ClientMessage::Act { game, id, after: shown.seq, action }
            }
            Some(_) => continue,
            None => ClientMessage::Arrange { game, id, array: view.arrays_offered[0] },
        };
        socket.command(&command).await.expect("accepted");
    }
}

/// Compares a live game, and again when it is over and has chat after its end.
async fn compare_live_and_finished(rules: &str) {
    let server = TestServer::start().await;
    let (game, players) = start_game(&server.http, rules, true).await;
    let mut sockets = [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
    for _ in 0..8 {
        play_round(&server, game, &players, &mut sockets).await;
    }
    compare_formats(&server, game, &players, false).await;
    let [mut south, _] = sockets;
    south.command(&resign(game)).await.expect("resigned");
    let say = say(game, "Murakoze!");
    south.command(&say).await.expect("said");
    compare_formats(&server, game, &players, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn socket_streams_and_http_give_the_same_events_of_azigo() {
    compare_live_and_finished("azigo").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn socket_streams_and_http_give_the_same_events_of_ikibuguzo() {
    compare_live_and_finished("ikibuguzo:choice").await;
}

#[tokio::test]
async fn a_stream_sends_moves_as_they_are_made_and_ends_with_the_game() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let head = server.http.events(game, 0).await.head;
    let open = |form| EventStream::open(server.address, None, form, game, head);
    let mut streams = [open(SSE).await, open(NDJSON).await];
    let resign = resign(game);
    let played = [act(game, 6, "N"), act(game, 7, "n"), resign];
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
async fn last_event_id_resumes_a_stream_and_204_ends_it() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    south.command(&resign(game)).await.expect("resigned");
    let head = server.http.events(game, 0).await.head;
    let reconnect = |id: String| async move {
        EventStream::request(server.address, None, SSE, game, "?since=2", Some(&id)).await
    };
    let mut stream = reconnect((head - 1).to_string()).await;
    assert!(stream.headers.iter().any(|header| header == "content-type: text/event-stream"));
    assert!(matches!(stream.next().await, Some(ServerMessage::Game(game)) if game.seq == head - 1));
    match stream.next().await {
        Some(ServerMessage::Event { event, .. }) => assert!(matches!(event.kind, EventKind::Ended { .. })),
        other => panic!("no end: {other:?}"),
    }
    assert_eq!(stream.next().await, None);
    assert_eq!(reconnect(head.to_string()).await.status, 204);
    for (id, code) in [((head + 1).to_string(), ErrorCode::SinceAhead), ("x".to_owned(), ErrorCode::BadQuery)]
    {
        let mut refused = reconnect(id).await;
        let problem = refused.next_line().await.expect("a problem");
        let problem: Problem = serde_json::from_str(&problem).expect("a problem");
        assert_eq!((problem.code, refused.status), (code, code.status()));
    }
}

#[tokio::test]
async fn a_stream_is_sent_only_when_accepted() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for (accept, stream) in [
        ("*/*", false),
        ("application/json", false),
        ("application/json, TEXT/event-stream;q=0.9", true),
        ("application/x-ndjson; charset=utf-8", true),
    ] {
        let answer = EventStream::request(server.address, None, accept, game, "", None).await;
        let plain = answer.headers.iter().any(|header| header == "content-type: application/json");
        assert_eq!((answer.status, plain), (200, !stream), "{accept}");
    }
}

#[tokio::test]
async fn an_idle_stream_sends_keep_alive_lines() {
    let beat = Duration::from_millis(20);
    let server = TestServer::start_with(Limits { beat, ..Limits::default() }).await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for (form, keep_alive) in [(SSE, ":"), (NDJSON, "")] {
        let mut stream = EventStream::open(server.address, None, form, game, 4).await;
        let mut count = 0;
        while count < 3 {
            let line = stream.next_line().await.expect("it goes on");
            assert!(line == keep_alive || line.is_empty(), "{line}");
            count += u32::from(line == keep_alive);
        }
    }
}

#[tokio::test]
async fn streams_are_counted_like_sockets() {
    let server = TestServer::start_with(Limits { sockets_per_address: 1, ..Limits::default() }).await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let stream = EventStream::open(server.address, None, NDJSON, game, 0).await;
    let refused = EventStream::request(server.address, None, SSE, game, "", None).await;
    assert_eq!(refused.status, 429);
    drop(stream);
    server.wait_for_open_sockets(0).await;
    EventStream::open(server.address, None, SSE, game, 0).await;
}
