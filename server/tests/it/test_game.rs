//! A game that only the engine knows: everything that a server does with a game, done with the game of the feature
//! `test-game`.

use ikibuguzo_engine::{Game, Record, Seat};
use ikibuguzo_protocol::{
    Analysis, Credentials, EventKind, FirstTurn, GameId, NewGame, PositionAnalysis, Text,
};
use ikibuguzo_testing::{Bot, PlayedGame, TestServer, eventually, new_game, start_game};

use crate::storage::export::{export, import_text, start_with_immediate_export};

const RULES: &str = "test-game";

/// Plays a public game between two clients to its end, which a spectator follows.
async fn play(server: &TestServer, seed: u64) -> (GameId, [Credentials; 2], PlayedGame) {
    let (game, players) = start_game(&server.http, RULES, true).await;
    let bot = |seed| Bot::new(server.address, game, seed);
    let [south, north] = &players;
    let (played, other, watched) = tokio::join!(
        Box::pin(bot(seed).seated(Seat::South, south).play_to_end()),
        Box::pin(bot(seed + 1).seated(Seat::North, north).play_to_end()),
        Box::pin(bot(seed + 2).play_to_end())
    );
    assert_eq!((&played.events, played.outcome), (&other.events, other.outcome));
    assert_eq!(played.events, watched.events, "nothing is concealed");
    (game, players, played)
}

async fn page(server: &TestServer, path: &str) -> (u16, String) {
    let answer = server.http.send("GET", path, None, None).await;
    (answer.status().as_u16(), answer.into_body())
}

/// A page that must exist, without the name of a text that is missing.
async fn complete_page(server: &TestServer, path: &str) -> String {
    let (status, html) = page(server, path).await;
    assert_eq!(status, 200, "{path}");
    for part in ["rules.test-game", "from.test-game", "play.test-game", "learn.test-game"] {
        assert!(!html.contains(part), "{path}: {part}");
    }
    html
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_play_it_and_the_record_repeats_the_game() {
    let server = TestServer::start().await;
    for seed in [1, 11, 21] {
        let (game, _, played) = play(&server, seed).await;
        let text =
            server.http.send("GET", &format!("/api/games/{game}/record"), None, None).await.into_body();
        let record = &Record::read_all(&text).expect("a record")[0].record;
        let repeated = record.replay().expect("the rules allow each turn");
        let outcome = repeated.outcome().expect("the game is over");
        assert_eq!(outcome.winner, played.outcome.winner.map(|seat| *seat));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_plays_it() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    for (level, starts) in [(1, FirstTurn::Me), (4, FirstTurn::Opponent)] {
        let opponent = Some(Text(format!("bot:{level}").parse().expect("a level")));
        let new = NewGame { opponent, starts, public: true, ..new_game(RULES, "none") };
        let seated = server.http.create_game(&me, &new).await.expect("a game");
        let person = Bot::new(server.address, seated.game, 5).seated(*seated.seat, &me);
        let played = Box::pin(person.play_to_end()).await;
        let acts = played.events.iter().filter(|event| matches!(event.kind, EventKind::Acted { .. })).count();
        assert!(acts > 2, "{acts} actions");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_analysed() {
    let server = TestServer::start().await;
    let (game, [south, _], _) = play(&server, 31).await;
    let path = format!("/api/games/{game}/analysis");
    let asked: Analysis = server.http.call("POST", &path, Some(&south), None).await.expect("asked for");
    eventually("the analysis", async || server.http.get::<Analysis>(&path).await.expect("asked for").done)
        .await;
    let analysis: Analysis = server.http.get(&path).await.expect("done");
    assert_eq!(analysis.turns.len(), asked.turn_count as usize);
    let start = Game::from_rulespec(RULES).expect("rules").position().to_string().replace(' ', "+");
    let position = format!("/api/positions/analysis?position={start}");
    let ranked: PositionAnalysis = server.http.get(&position).await.expect("an analysis");
    assert_eq!(ranked.turns.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_exported_and_imported_as_the_same_bytes() {
    let [here, there] = [start_with_immediate_export().await, start_with_immediate_export().await];
    play(&here, 41).await;
    play(&here, 51).await;
    let lines = export(&here, "", None).await;
    assert_eq!(import_text(&there, "games.ndjson", &lines).await.new, 2);
    assert_eq!(export(&there, "", None).await, lines);
    assert_eq!(export(&there, "?rules=test-game", None).await, lines, "it can be searched for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_that_shows_games_shows_it() {
    let server = TestServer::start().await;
    let (game, ..) = play(&server, 61).await;
    let home = complete_page(&server, "/").await;
    assert!(home.contains("value=\"test-game\""));
    assert!(complete_page(&server, "/rules").await.contains("href=\"/rules/test-game\""));
    let rules = complete_page(&server, "/rules/test-game").await;
    assert!(rules.contains("id=\"2.3\"") && rules.contains("<svg class=\"board still\""), "{rules}");
    let shown = complete_page(&server, &format!("/game/{game}?ply=0")).await;
    assert_eq!(shown.split("data-hole=").count() - 1, 6, "{shown}");
    for path in [
        "/games",
        "/live",
        "/analysis",
        "/forms",
        "/stats",
        "/learn",
        "/puzzles",
        &format!("/game/{game}/embed"),
    ] {
        complete_page(&server, path).await;
    }
}

#[tokio::test]
async fn a_game_without_lessons_and_puzzles_has_no_pages_of_them() {
    let server = TestServer::start().await;
    for path in ["/learn/test-game", "/puzzles/test-game"] {
        assert_eq!(page(&server, path).await.0, 404, "{path}");
    }
    assert!(!complete_page(&server, "/rules/test-game").await.contains("/learn/test-game"));
}
