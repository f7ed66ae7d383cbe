//! The analysis of finished games and of positions.

use ikibuguzo_bot::{Budget, GameAnalysis, Mark, RecordedGame, TurnAnalysis, VERSION, accuracy, rank_turns};
use ikibuguzo_engine::{Game, Position, Record, Ruleset, Seat};
use ikibuguzo_protocol::{
    AnalysedTurn, Analysis, Claim, ClientMessage, Credentials, ErrorCode, GameId, PositionAnalysis, Problem,
    TurnMark,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_store::copy;
use ikibuguzo_testing::{
    Bot, HttpClient, NDJSON, ServerCommand, TestDatabase, TestServer, act, command_id, eventually, new_game,
    resign, start_game, start_game_with,
};

use crate::PROGRAM;

/// The budget of a search. Small: the tests are not optimised.
const NODES: u64 = 60;

/// A budget with which a search does not end during a test.
const ENDLESS_NODES: &str = "--analysis-nodes=1000000000";

async fn start_server() -> TestServer {
    TestServer::start_with(Limits { analysis_nodes: NODES, ..Limits::default() }).await
}

async fn request(http: &HttpClient, player: Option<&Credentials>, game: GameId) -> Result<Analysis, Problem> {
    http.call("POST", &format!("/api/games/{game}/analysis"), player, None).await
}

async fn show(http: &HttpClient, game: GameId) -> Result<Analysis, Problem> {
    http.get(&format!("/api/games/{game}/analysis")).await
}

async fn rank(http: &HttpClient, query: &str) -> Result<PositionAnalysis, Problem> {
    http.get(&format!("/api/positions/analysis?{query}")).await
}

/// Polls until all turns are analysed.
async fn finished_analysis(http: &HttpClient, game: GameId) -> Analysis {
    eventually("the analysis", async || show(http, game).await.expect("asked for").done).await;
    show(http, game).await.expect("asked for")
}

/// A game that South resigns after a turn of each seat.
async fn resigned_game(http: &HttpClient) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game_with(http, new_game("kubuguza", "none")).await;
    http.command(&players[0], &act(game, 4, "O")).await.expect("played");
    http.command(&players[1], &act(game, 5, "o")).await.expect("played");
    http.command(&players[0], &resign(game)).await.expect("resigned");
    (game, players)
}

/// A number as the API rounds it.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn assert_same_turn(shown: &AnalysedTurn, expected: &TurnAnalysis) {
    let actions: Vec<_> = shown.actions.iter().map(|action| **action).collect();
    let best: Vec<Vec<_>> =
        shown.best.iter().map(|turn| turn.iter().map(|action| **action).collect()).collect();
    assert_eq!((shown.ply, *shown.seat, &actions), (expected.ply, expected.seat, &expected.played));
    assert_eq!((shown.value, shown.loss), (rounded(expected.value), rounded(expected.loss)));
    assert_eq!(shown.mark.map(TurnMark::as_str), expected.mark.map(Mark::as_str));
    assert_eq!((shown.forced, &best), (expected.is_forced, &expected.best_line));
}

/// Analyses the record of a game with the library.
async fn expected_turns(http: &HttpClient, game: GameId) -> Vec<TurnAnalysis> {
    let record = http.send("GET", &format!("/api/games/{game}/record"), None, None).await.into_body();
    let record = &Record::read_all(&record).expect("a record")[0].record;
    let recorded = RecordedGame::from_record(record).expect("a game");
    GameAnalysis::new(&recorded, Budget::of_nodes(NODES)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_analysed_as_the_library_does_it() {
    let server = start_server().await;
    let http = &server.http;
    for (seed, rules) in (31..).zip(Ruleset::ALL) {
        let (game, [south, north]) = start_game(http, &rules.to_string(), true).await;
        let bot =
            |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(30);
        tokio::join!(bot(Seat::South, &south, seed), bot(Seat::North, &north, seed + 100));
        // Refused where the game is over already.
        let _ = http.command(&south, &resign(game)).await;
        let asked = request(http, Some(&north), game).await.expect("asked for");
        let analysis = finished_analysis(http, game).await;
        let expected = expected_turns(http, game).await;
        assert_eq!((analysis.version, analysis.nodes), (VERSION, NODES), "{rules}");
        assert_eq!((asked.turn_count, asked.turns.len() <= expected.len()), (analysis.turn_count, true));
        assert_eq!((analysis.turn_count as usize, analysis.turns.len()), (expected.len(), expected.len()));
        for (shown, expected) in analysis.turns.iter().zip(&expected) {
            assert_same_turn(shown, expected);
        }
        let accuracy = accuracy(&expected);
        assert_eq!(analysis.accuracy.south, accuracy.south.map(rounded));
        assert_eq!(analysis.accuracy.north, accuracy.north.map(rounded));
        assert!(request(http, Some(&south), game).await.expect("kept") == analysis, "{rules}");
    }
}

/// The lines of the stream of an analysis up to its end.
async fn follow(server: &TestServer, method: &str, game: GameId, player: &Credentials) -> Vec<Analysis> {
    let path = format!("/api/games/{game}/analysis");
    let bearer = format!("Bearer {}", player.token.reveal());
    let headers = [("authorization", bearer.as_str()), ("accept", NDJSON)];
    let answer = server.http.send_with_headers(method, &path, &headers).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &NDJSON.parse().expect("a type"))
    );
    let lines = answer.body().lines().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).expect("an analysis")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_is_asked_for_and_followed_as_a_stream() {
    let server = start_server().await;
    let (game, [south, north]) = resigned_game(&server.http).await;
    let analyses = follow(&server, "POST", game, &south).await;
    assert!(analyses.is_sorted_by_key(|analysis| analysis.turns.len()));
    let (last, before) = analyses.split_last().expect("at least the whole analysis");
    assert!(last.done && before.iter().all(|analysis| !analysis.done));
    assert!(show(&server.http, game).await.expect("kept") == *last);
    assert!(follow(&server, "GET", game, &north).await == [last.clone()], "one that is done comes at once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_two_players_ask_for_is_analysed_once() {
    let server = start_server().await;
    let http = &server.http;
    let (game, [south, north]) = resigned_game(http).await;
    let (first, second) = tokio::join!(request(http, Some(&south), game), request(http, Some(&north), game));
    assert!(first.is_ok() && second.is_ok());
    let analysis = finished_analysis(http, game).await;
    assert_eq!((analysis.turn_count, analysis.turns.len()), (2, 2));
    let done =
        http.send("POST", &format!("/api/games/{game}/analysis"), Some(south.token.reveal()), None).await;
    assert_eq!(done.status().as_u16(), 200);
    let shown = http.send("GET", &format!("/api/games/{game}/analysis"), None, None).await;
    assert_eq!(shown.headers()["cache-control"], "no-cache");
    assert!(shown.headers().contains_key("etag"));
    // It leaves the queue when it is stored and counted.
    eventually("the end of the work", async || metric(http, "analysis_queue").await == "0").await;
    assert_eq!(metric(http, "analyses_total").await, "1");
}

async fn metric(http: &HttpClient, name: &str) -> String {
    let text = http.send("GET", "/metrics", None, None).await.into_body();
    let start = format!("ikibuguzo_{name} ");
    text.lines().find_map(|line| line.strip_prefix(&start)).expect("a metric").to_owned()
}

#[tokio::test]
async fn only_a_finished_game_with_turns_is_analysed() {
    let server = start_server().await;
    let http = &server.http;
    let (live, [south, _]) = start_game(http, "kubuguza", true).await;
    http.command(&south, &act(live, 4, "O")).await.expect("played");
    let code = |result: Result<_, Problem>| result.map(|_: Analysis| ()).expect_err("refused").code;
    assert_eq!(code(request(http, Some(&south), live).await), ErrorCode::GameNotOver);
    assert_eq!(code(show(http, live).await), ErrorCode::GameNotOver);
    let ranked = rank(http, &format!("game={live}&ply=0")).await;
    assert_eq!(ranked.expect_err("refused").code, ErrorCode::GameNotOver);
    assert_eq!(code(request(http, None, live).await), ErrorCode::TokenRequired);
    let unknown: GameId = "000000000000".parse().expect("an id");
    assert_eq!(code(request(http, Some(&south), unknown).await), ErrorCode::UnknownGame);
    assert_eq!(code(show(http, unknown).await), ErrorCode::UnknownGame);
    let (finished, _) = resigned_game(http).await;
    assert_eq!(code(show(http, finished).await), ErrorCode::NotAnalysed);
    let created = http.create_game(&south, &new_game("azigo", "none")).await.expect("a game").game;
    let withdraw = ClientMessage::Claim { game: created, id: command_id(), claim: Claim::Abort };
    http.command(&south, &withdraw).await.expect("withdrawn");
    assert_eq!(code(request(http, Some(&south), created).await), ErrorCode::NotAnalysed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_queue_is_bounded_and_a_kept_analysis_survives_restarts_and_copies() {
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).option(ENDLESS_NODES).spawn(&database).await;
    let http = server.http();
    let player = http.create_guest().await;
    let other = http.create_guest().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(resigned_game(&http).await.0);
    }
    for game in &games[..3] {
        let waiting = request(&http, Some(&player), *game).await.expect("room in the queue");
        assert_eq!((waiting.done, waiting.turn_count, waiting.turns.len()), (false, 2, 0));
    }
    let path = format!("/api/games/{}/analysis", games[3]);
    let refused = http.send("POST", &path, Some(player.token.reveal()), None).await;
    assert_eq!(refused.status().as_u16(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    let problem: Problem = serde_json::from_str(refused.body()).expect("a problem");
    assert_eq!(problem.code, ErrorCode::TooManyAnalyses);
    assert!(!request(&http, Some(&player), games[0]).await.expect("it waits already").done);
    assert!(!request(&http, Some(&other), games[3]).await.expect("room in the queue").done);
    let waiting = http.send("GET", &path, None, None).await;
    assert_eq!(
        (waiting.status().as_u16(), &waiting.headers()["cache-control"]),
        (200, &"no-store".parse().expect("a value"))
    );
    server.kill().await;

    let command = ServerCommand::new(PROGRAM).option(&format!("--analysis-nodes={NODES}"));
    let mut server = command.spawn(&database).await;
    let http = server.http();
    assert_eq!(show(&http, games[0]).await.expect_err("cut off").code, ErrorCode::NotAnalysed);
    request(&http, Some(&player), games[0]).await.expect("room in the queue");
    eventually("the end of the work", async || metric(&http, "analyses_total").await == "1").await;
    let analysis = show(&http, games[0]).await.expect("kept");
    server.kill().await;

    let to = TestDatabase::new().await;
    let copied = copy(&database.url(), &to.url()).await.expect("copied");
    assert!(copied.contains(&("analysis", 1)), "{copied:?}");
    for database in [&database, &to] {
        let server = command.spawn(database).await;
        assert!(show(&server.http(), games[0]).await.expect("kept") == analysis);
    }
}

/// A position in a query.
fn encoded(position: &str) -> String {
    format!("position={}", position.replace(' ', "+").replace('?', "%3F"))
}

fn assert_ranked(shown: &PositionAnalysis, position: &Position) {
    assert_eq!((shown.version, shown.nodes), (VERSION, NODES));
    assert_eq!(shown.position, position.to_string());
    let expected = rank_turns(position, 3, Budget::of_nodes(NODES));
    assert_eq!(shown.turns.len(), expected.len());
    for (shown, expected) in shown.turns.iter().zip(&expected) {
        let line: Vec<Vec<_>> =
            shown.line.iter().map(|turn| turn.iter().map(|action| **action).collect()).collect();
        assert_eq!((shown.value, &line), (rounded(expected.value), &expected.line));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_best_turns_of_a_position_are_those_of_the_library() {
    let server = start_server().await;
    let http = &server.http;
    for rules in ["kubuguza", "njombwa:8", "azigo"] {
        let start = *Game::from_rulespec(rules).expect("a game").position();
        let shown = rank(http, &encoded(&start.to_string())).await.expect("an analysis");
        assert_ranked(&shown, &start);
        assert!(rank(http, &encoded(&start.identity_text())).await.expect("an analysis") == shown);
    }
    let (game, _) = resigned_game(http).await;
    let start = *Game::from_rulespec("kubuguza").expect("a game").position();
    assert_ranked(&rank(http, &format!("game={game}&ply=0")).await.expect("an analysis"), &start);
    let last = rank(http, &format!("game={game}")).await.expect("an analysis");
    assert!(last == rank(http, &format!("game={game}&ply=2")).await.expect("an analysis"));
    let response = http.send("GET", &format!("/api/positions/analysis?game={game}"), None, None).await;
    assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
    assert!(response.headers().contains_key("etag"));
}

#[tokio::test]
async fn a_position_that_cannot_be_analysed_is_refused() {
    let server = start_server().await;
    let http = &server.http;
    let (game, _) = resigned_game(http).await;
    let azigo = Game::from_rulespec("azigo").expect("a game").position().identity_text();
    let cases = [
        (encoded(&azigo.replace(" 9,9 ", " 9,? ")), ErrorCode::ConcealedStore),
        (encoded("kubuguza"), ErrorCode::BadQuery),
        (String::new(), ErrorCode::BadQuery),
        (format!("{}&game={game}", encoded(&azigo)), ErrorCode::BadQuery),
        (format!("game={game}&ply=3"), ErrorCode::UnknownPly),
        ("game=000000000000".to_owned(), ErrorCode::UnknownGame),
    ];
    for (query, code) in cases {
        assert_eq!(rank(http, &query).await.expect_err("refused").code, code, "{query}");
    }
}
