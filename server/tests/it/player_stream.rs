//! The stream of what concerns a player: over HTTP and over a socket, with nothing missed and nothing hidden shown.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, EndReason, ErrorCode, GameId, NewGame, Notice, NoticeKind, OfferKind,
    Outcome, Problem, ServerMessage, Snapshot, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::router;
use ikibuguzo_testing::{
    EventStream, HttpClient, NDJSON, SSE, TestServer, act, arrange, command_id, new_game, resign, start_game,
    start_game_with,
};
use tower::ServiceExt;

use NoticeKind::{Declined, Ended, MyTurn, Offered, Started};

async fn send(http: &HttpClient, player: &Credentials, message: ClientMessage) -> u64 {
    http.command(player, &message).await.expect("acknowledged")
}

async fn open(server: &TestServer, player: &Credentials) -> EventStream {
    let (stream, games) = EventStream::open_player(server.address, player, NDJSON).await;
    assert_eq!((&games.player, games.more), (&player.name, false));
    assert!(stream.headers.iter().any(|header| header == "cache-control: private, no-store"));
    stream
}

/// The next notices of a stream, by kind and number.
async fn next_kinds(stream: &mut EventStream, count: usize) -> Vec<(NoticeKind, u64)> {
    let mut kinds = Vec::new();
    for _ in 0..count {
        let notice = stream.next_notice().await;
        kinds.push((notice.kind, notice.seq));
    }
    kinds
}

/// Does what the game waits for, and nothing if it waits for nothing.
async fn take_turn(http: &HttpClient, player: &Credentials, notice: &Notice, rng: &mut Rng) {
    let path = format!("/api/games/{}", notice.game);
    let shown: Snapshot = http.call("GET", &path, Some(player), None).await.expect("the game");
    let view = shown.view.expect("a view");
    let command = match &view.position {
        None => arrange(notice.game, *view.arrays_offered[0]),
        Some(position) => {
            assert_eq!((shown.seq, position.to_move), (notice.seq, Some(notice.seat)));
            act(notice.game, shown.seq, &rng.choice(&position.legal).expect("a legal action").to_string())
        }
    };
    send(http, player, command).await;
}

/// Plays a game to its end, learning everything from the player's stream. Returns the notices.
async fn play_from_stream(server: &TestServer, player: &Credentials, mut stream: EventStream) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mut rng = Rng::with_seed(5);
    loop {
        let notice = stream.next_notice().await;
        match notice.kind {
            MyTurn => take_turn(&server.http, player, &notice, &mut rng).await,
            Ended => {
                notices.push(notice);
                return notices;
            }
            _ => {}
        }
        notices.push(notice);
    }
}

async fn play_whole_game(rules: &str) {
    let server = TestServer::start().await;
    let players = [server.http.create_guest().await, server.http.create_guest().await];
    let streams = [open(&server, &players[0]).await, open(&server, &players[1]).await];
    let game = server.http.create_game(&players[0], &new_game(rules, "none")).await.expect("created").game;
    server.http.join_game(&players[1], game).await.expect("joined");
    let [south, north] = streams;
    let (south, north) = tokio::join!(
        play_from_stream(&server, &players[0], south),
        play_from_stream(&server, &players[1], north)
    );
    let path = format!("/api/games/{game}");
    let over: Snapshot = server.http.get(&path).await.expect("the game");
    for (notices, seat) in [(&south, Seat::South), (&north, Seat::North)] {
        let opponent = &players[usize::from(seat == Seat::South)].name;
        assert!(notices.iter().all(|notice| (notice.game, *notice.seat) == (game, seat)));
        assert!(notices.iter().all(|notice| notice.opponent.as_ref() == Some(opponent)));
        assert!(notices.is_sorted_by_key(|notice| notice.seq));
        assert_eq!((notices[0].kind, notices[0].seq), (Started, 3));
        assert_eq!(notices[0].rules.map(|rules| rules.to_string()).as_deref(), Some(rules));
        let last = notices.last().expect("the end");
        assert_eq!((last.seq, last.outcome), (over.head, over.view.as_ref().and_then(|view| view.outcome)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_azigo_is_played_from_the_streams_alone() {
    play_whole_game("azigo:own-row").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_ikibuguzo_is_played_from_the_streams_alone() {
    play_whole_game("ikibuguzo:choice").await;
}

#[tokio::test]
async fn every_subscriber_of_a_player_receives_the_same_notices() {
    let server = TestServer::start().await;
    let [me, opponent] = [server.http.create_guest().await, server.http.create_guest().await];
    let (mut lines, _) = EventStream::open_player(server.address, &me, NDJSON).await;
    let (mut sse, _) = EventStream::open_player(server.address, &me, SSE).await;
    let mut socket = server.client(Some(&me)).await;
    assert_eq!(socket.subscribe().await.games, []);
    let game = server.http.create_game(&me, &new_game("kubuguza", "none")).await.expect("created").game;
    server.http.join_game(&opponent, game).await.expect("joined");
    send(&server.http, &me, act(game, 4, "O")).await;
    send(&server.http, &opponent, act(game, 5, "o")).await;
    send(&server.http, &opponent, resign(game)).await;
    for kind in [Started, MyTurn, MyTurn, Ended] {
        let text = lines.next_text().await.expect("a notice");
        assert_eq!(sse.next_text().await.as_ref(), Some(&text));
        assert_eq!(socket.next_text().await, text);
        match ServerMessage::parse(&text) {
            Ok(ServerMessage::Notice(notice)) => assert_eq!(notice.kind, kind),
            other => panic!("no notice: {other:?}"),
        }
    }
    assert_eq!(sse.last_event_id, None, "the stream has no ids from which to continue");
    let mut stream = open(&server, &opponent).await;
    server.http.join_game(&opponent, game).await.expect("the same seat");
    send(&server.http, &me, ClientMessage::OfferRematch { game, id: command_id() }).await;
    assert_eq!(stream.next_notice().await.kind, Offered, "who has a seat is not seated again");
}

#[tokio::test]
async fn a_new_stream_begins_with_the_live_games_and_what_they_wait_for() {
    let server = TestServer::start().await;
    let http = &server.http;
    let [me, opponent] = [http.create_guest().await, http.create_guest().await];
    let mut games = Vec::new();
    for (rules, public, clock) in
        [("kubuguza", true, "none"), ("azigo", false, "days:3"), ("ikibuguzo:choice", false, "fischer:300+5")]
    {
        let new = NewGame { public, ..new_game(rules, clock) };
        let game = http.create_game(&me, &new).await.expect("created").game;
        http.join_game(&opponent, game).await.expect("joined");
        games.push(game);
    }
    let [public, correspondence, private] = games[..] else { panic!("three games") };
    http.create_game(&me, &new_game("kubuguza", "none")).await.expect("an open game");
    let (over, _) = start_game_with(http, new_game("kubuguza", "none")).await;
    send(http, &me, act(public, 4, "O")).await;
    let offer = send(http, &opponent, ClientMessage::OfferDraw { game: public, id: command_id() }).await;
    let shown = async |player: &Credentials| {
        let (_, shown) = EventStream::open_player(server.address, player, SSE).await;
        let shown =
            shown.games.into_iter().map(|it| (it.summary.game, it.summary.my_turn, it.seq, it.offers));
        shown.collect::<Vec<_>>()
    };
    let draw = vec![OfferKind::Draw];
    assert_eq!(
        shown(&me).await,
        [
            (private, Some(true), 3, Vec::new()),
            (correspondence, Some(true), 4, Vec::new()),
            (public, Some(false), offer, draw)
        ]
    );
    send(http, &me, arrange(private, Array::First)).await;
    send(http, &opponent, resign(correspondence)).await;
    assert_eq!(
        shown(&opponent).await,
        [(private, Some(true), 4, Vec::new()), (public, Some(true), offer, Vec::new())]
    );
    assert_eq!(shown(&http.create_guest().await).await, [], "no game of others, such as {over}");
}

#[tokio::test]
async fn a_client_that_subscribes_again_misses_nothing() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", false).await;
    let mut socket = server.client(Some(&north)).await;
    assert_eq!(socket.subscribe().await.games[0].summary.my_turn, Some(false));
    socket.disconnect();
    let seq = send(&server.http, &south, act(game, 4, "O")).await;
    let mut socket = server.client(Some(&north)).await;
    let shown = socket.subscribe().await.games;
    assert_eq!((shown[0].summary.my_turn, shown[0].seq), (Some(true), seq));
    send(&server.http, &north, act(game, 5, "o")).await;
    assert_eq!(socket.subscribe().await.games[0].seq, seq + 1, "on the same socket too");
    let seq = send(&server.http, &south, resign(game)).await;
    let notice = socket.next_notice().await;
    assert_eq!((notice.kind, notice.seq), (Ended, seq), "once");
    let server = server.restart().await;
    let (_, games) = EventStream::open_player(server.address, &north, NDJSON).await;
    assert_eq!(games.games, []);
}

#[tokio::test]
async fn offers_and_refusals_are_sent_to_the_other_player() {
    let server = TestServer::start().await;
    let http = &server.http;
    let (game, [south, north]) = start_game(http, "kubuguza", true).await;
    let mut to_south = open(&server, &south).await;
    let mut to_north = open(&server, &north).await;
    let id = command_id;
    send(http, &south, act(game, 4, "O")).await;
    let offer = send(http, &south, ClientMessage::OfferTakeback { game, id: id() }).await;
    assert_eq!(next_kinds(&mut to_north, 1).await, [(MyTurn, 5)]);
    let offered = to_north.next_notice().await;
    assert_eq!((offered.kind, offered.seq, offered.offer), (Offered, offer, Some(OfferKind::Takeback)));
    send(http, &north, ClientMessage::AnswerTakeback { game, id: id(), offer, accept: true }).await;
    assert_eq!(next_kinds(&mut to_south, 1).await, [(MyTurn, offer + 1)], "the turn is taken back");
    let offer = send(http, &north, ClientMessage::OfferDraw { game, id: id() }).await;
    assert_eq!(to_south.next_notice().await.offer, Some(OfferKind::Draw));
    send(http, &south, ClientMessage::AnswerDraw { game, id: id(), offer, accept: false }).await;
    let declined = to_north.next_notice().await;
    assert_eq!((declined.kind, declined.offer), (Declined, Some(OfferKind::Draw)));
    send(http, &south, resign(game)).await;
    assert_eq!((to_south.next_notice().await.kind, to_north.next_notice().await.kind), (Ended, Ended));
    let offer = send(http, &south, ClientMessage::OfferRematch { game, id: id() }).await;
    assert_eq!(to_north.next_notice().await.offer, Some(OfferKind::Rematch));
    send(http, &north, ClientMessage::AnswerRematch { game, id: id(), offer, accept: true }).await;
    let first = to_north.next_notice().await;
    let second = to_south.next_notice().await;
    assert_eq!((first.kind, first.rematch_of, *first.seat), (Started, Some(game), Seat::South));
    assert_eq!((second.kind, second.rematch_of, *second.seat), (Started, Some(game), Seat::North));
    assert_eq!(first.game, second.game);
    let turn = to_north.next_notice().await;
    assert_eq!((turn.kind, turn.game), (MyTurn, first.game), "who sat North moves first now");
    send(http, &north, act(first.game, 4, "O")).await;
    assert_eq!(to_south.next_notice().await.kind, MyTurn);
}

#[tokio::test]
async fn the_end_of_a_game_by_time_is_sent_to_players_who_watch_nothing() {
    let server = TestServer::start().await;
    let new = NewGame { public: true, ..new_game("kubuguza", "fischer:1+0") };
    let (game, [south, north]) = start_game_with(&server.http, new).await;
    let mut stream = open(&server, &north).await;
    // The clock runs from the second turn of a seat on.
    send(&server.http, &south, act(game, 4, "O")).await;
    send(&server.http, &north, act(game, 5, "o")).await;
    let ended = loop {
        let notice = stream.next_notice().await;
        if notice.kind == Ended {
            break notice;
        }
    };
    assert_eq!(ended.outcome.map(|Outcome { reason, .. }| reason), Some(EndReason::Timeout));
}

#[tokio::test]
async fn a_subscriber_is_not_present_in_its_games() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let mut stream = open(&server, &north).await;
    let mut socket = server.client(Some(&north)).await;
    socket.subscribe().await;
    let mut watcher = server.client(Some(&south)).await;
    watcher.join(game, None).await;
    let presence = watcher.next_presence().await;
    assert!(presence.present.south && !presence.present.north && presence.spectators == 0);
    watcher.command(&act(game, 4, "O")).await.expect("played");
    assert_eq!((stream.next_notice().await.kind, socket.next_notice().await.kind), (MyTurn, MyTurn));
    assert!(!watcher.next_presence().await.present.north, "the game waits for North, who is absent");
}

/// The notices of North and of a subscriber without a seat while South arranges.
async fn notices_of_arrangement(array: Array) -> Vec<(NoticeKind, u64, Seat)> {
    let server = TestServer::start().await;
    let [south, north] = [server.http.create_guest().await, server.http.create_guest().await];
    let mut stream = open(&server, &north).await;
    let game =
        server.http.create_game(&south, &new_game("ikibuguzo:choice", "none")).await.expect("created").game;
    server.http.join_game(&north, game).await.expect("joined");
    send(&server.http, &south, arrange(game, array)).await;
    send(&server.http, &south, resign(game)).await;
    let mut notices: Vec<(NoticeKind, u64, Seat)> = Vec::new();
    while notices.last().is_none_or(|(kind, ..)| *kind != Ended) {
        let Notice { kind, seq, seat: Text(seat), .. } = stream.next_notice().await;
        notices.push((kind, seq, seat));
    }
    notices
}

#[tokio::test]
async fn a_sealed_arrangement_is_in_no_notice() {
    let notices = notices_of_arrangement(Array::First).await;
    assert_eq!(notices, notices_of_arrangement(Array::Second).await);
    assert_eq!(notices, [(Started, 3, Seat::North), (MyTurn, 3, Seat::North), (Ended, 5, Seat::North)]);
}

/// A stream that the server has started and of which nothing has been read.
async fn unread_stream(server: &TestServer, player: &Credentials) -> Body {
    let request = Request::get("/api/stream").header("host", "x").header("accept", NDJSON);
    let request = request.header("authorization", format!("Bearer {}", player.token.reveal()));
    let request = request.extension(ConnectInfo(server.address)).body(Body::empty()).expect("a request");
    router(server.app.clone()).oneshot(request).await.expect("an answer").into_body()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_that_does_not_read_is_disconnected_and_delays_nobody() {
    let server = TestServer::start().await;
    let http = &server.http;
    let [me, opponent] = [http.create_guest().await, http.create_guest().await];
    let unread = unread_stream(&server, &me).await;
    let mut games: Vec<GameId> = Vec::new();
    // Each game brings two notices, and the queue holds 256.
    for _ in 0..130 {
        let game = http.create_game(&me, &new_game("kubuguza", "none")).await.expect("created").game;
        http.join_game(&opponent, game).await.expect("joined");
        games.push(game);
    }
    let read = to_bytes(unread, usize::MAX).await.expect("read");
    let mut lines = str::from_utf8(&read).expect("text").lines().map(ServerMessage::parse);
    assert!(matches!(lines.next(), Some(Ok(ServerMessage::Subscribed(_)))));
    assert!(matches!(lines.next(), Some(Ok(ServerMessage::Bye { code: ErrorCode::SlowReader, .. }))));
    assert!(lines.next().is_none(), "nothing after a gap");
    assert_eq!(server.app.metrics.slow_closes.get(), 1);
    let (mut stream, shown) = EventStream::open_player(server.address, &me, NDJSON).await;
    assert!(shown.more && shown.games.len() == 100);
    assert!(shown.games.iter().map(|game| game.summary.game).eq(games.iter().rev().copied().take(100)));
    let seq = send(http, &me, resign(games[0])).await;
    assert_eq!(next_kinds(&mut stream, 1).await, [(Ended, seq)], "also in a game that was not shown");
}

#[tokio::test]
async fn a_stream_of_a_player_says_goodbye_when_the_server_stops() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let mut stream = open(&server, &player).await;
    server.stop();
    assert!(matches!(stream.next().await, Some(ServerMessage::Bye { code: ErrorCode::Restarting, .. })));
    assert_eq!(stream.next().await, None);
}

#[tokio::test]
async fn an_idle_stream_of_a_player_sends_keep_alive_lines() {
    let beat = Duration::from_millis(20);
    let server = TestServer::start_with(Limits { beat, ..Limits::default() }).await;
    let player = server.http.create_guest().await;
    let mut stream = open(&server, &player).await;
    assert_eq!(
        (stream.next_line().await.as_deref(), stream.next_line().await.as_deref()),
        (Some(""), Some(""))
    );
}

#[tokio::test]
async fn a_subscription_needs_a_player_and_a_player_has_at_most_32() {
    let server = TestServer::start().await;
    let mut spectator = server.client(None).await;
    spectator.send(&ClientMessage::Subscribe {}).await;
    assert!(
        matches!(spectator.next().await, ServerMessage::Refused(it) if it.code == ErrorCode::TokenRequired)
    );
    let mut refused = EventStream::get(server.address, "/api/stream", None, SSE, None).await;
    let problem: Problem = serde_json::from_str(&refused.next_line().await.expect("a problem")).expect("one");
    assert_eq!((refused.status, problem.code), (401, ErrorCode::TokenRequired));
    let player = server.http.create_guest().await;
    let mut streams = Vec::new();
    for _ in 0..32 {
        streams.push(open(&server, &player).await);
    }
    let one_more =
        async || EventStream::get(server.address, "/api/stream", Some(&player), "*/*", None).await.status;
    assert_eq!(one_more().await, 429);
    streams.pop();
    server.wait_for_open_sockets(32).await;
    assert_eq!(one_more().await, 200, "lines of JSON for a client that names no format");
}

#[tokio::test]
async fn streams_of_players_are_counted_like_sockets() {
    let server = TestServer::start_with(Limits { sockets_per_address: 1, ..Limits::default() }).await;
    let player = server.http.create_guest().await;
    let stream = open(&server, &player).await;
    let refused = EventStream::get(server.address, "/api/stream", Some(&player), SSE, None).await;
    assert_eq!(refused.status, 429);
    drop(stream);
    server.wait_for_open_sockets(0).await;
    open(&server, &player).await;
}
