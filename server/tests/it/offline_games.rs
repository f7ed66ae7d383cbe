//! Games against computer players that were played without a server, and given to one later.

use ikibuguzo_protocol::{
    Credentials, ErrorCode, EventKind, GameId, MAX_RECORD_BODY_BYTES, NewGame, OfflineGameRecord,
    SeatAssignment, Snapshot, State, Text,
};
use ikibuguzo_testing::{TestServer, new_game, resign};

/// A game of Kubuguza that somebody has lost to the computer player of level 1.
const RECORD: &str = r#"[Rules "kubuguza"]
[South "imvubu-4821"]
[North "computer-1"]
[Reason "resignation"]
[Date "2026-11-28"]
[Event "Any text"]
[CreatedAt "1000"]
[EndedAt "2000"]
[Game "abcdefgh2345"]

1. M m
north
"#;

async fn give(server: &TestServer, player: &Credentials, record: &str) -> Result<GameId, ErrorCode> {
    let body = OfflineGameRecord { record: record.to_owned() };
    let body = serde_json::to_string(&body).expect("JSON");
    let given: Result<SeatAssignment, _> =
        server.http.call("POST", "/api/games/offline", Some(player), Some(body)).await;
    given.map(|seated| seated.game).map_err(|problem| problem.code)
}

async fn record_of(server: &TestServer, game: GameId) -> String {
    let answer = server.http.fetch(&format!("/api/games/{game}/record"), &[]).await;
    String::from_utf8(answer.into_body()).expect("text")
}

#[tokio::test]
async fn a_game_is_kept_under_the_name_of_the_player_who_gives_it() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let game = give(&server, &player, RECORD).await.expect("a game");
    let shown: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("a game");
    let view = shown.view.expect("a view");
    assert_eq!(view.state, State::Finished);
    assert!(!view.rated);
    let record = record_of(&server, game).await;
    assert!(record.contains(&format!("[South \"{}\"]", player.name)), "{record}");
    assert!(record.contains("[Date \"2026-11-28\"]"), "{record}");
    let undated =
        give(&server, &player, &RECORD.replace("[Date \"2026-11-28\"]\n", "")).await.expect("a game");
    assert!(record_of(&server, undated).await.contains("[Date \"1970-01-01\"]"));
    for not_kept in ["imvubu-4821", "Any text", "abcdefgh2345", "\"2000\""] {
        assert!(!record.contains(not_kept), "{not_kept} is in {record}");
    }
    let log = server.http.events(game, 0).await.events;
    assert!(matches!(log.last().expect("an event").kind, EventKind::Ended { .. }), "{log:?}");
}

#[tokio::test]
async fn the_same_record_finds_the_same_game_of_its_player() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let other = server.http.create_guest().await;
    let game = give(&server, &player, RECORD).await.expect("a game");
    assert_eq!(give(&server, &player, RECORD).await, Ok(game), "it has one effect");
    assert_ne!(give(&server, &other, RECORD).await, Ok(game));
    let another = RECORD.replace("abcdefgh2345", "abcdefgh2346");
    assert_ne!(give(&server, &player, &another).await, Ok(game));
}

#[tokio::test]
async fn the_record_of_a_game_of_this_server_is_another_game() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let opponent = Some(Text("bot:1".parse().expect("an opponent")));
    let new = NewGame { opponent, ..new_game("azigo", "none") };
    let played = server.http.create_game(&player, &new).await.expect("a game").game;
    server.command(&player, &resign(played)).await.expect("resigned");
    let record = record_of(&server, played).await;
    let given = give(&server, &player, &record).await.expect("a game");
    assert_ne!(given, played);
    assert_eq!(give(&server, &player, &record).await, Ok(given));
}

#[tokio::test]
async fn only_the_record_of_a_finished_game_against_a_computer_player_is_accepted() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    for (what, record) in [
        ("nothing", String::new()),
        ("no tags", "1. M m\nnorth\n".to_owned()),
        ("two records", RECORD.repeat(2)),
        ("two people", RECORD.replace("computer-1", "uruziga-1")),
        ("two computer players", RECORD.replace("imvubu-4821", "computer-2")),
        ("no such level", RECORD.replace("computer-1", "computer-9")),
        ("a game that is not over", RECORD.replace("\nnorth", "\n?").replace("resignation", "unfinished")),
        ("an illegal turn", RECORD.replace("M m", "A m")),
        ("another result than the rules say", RECORD.replace("resignation", "no_move")),
        ("unknown rules", RECORD.replace("kubuguza", "chess")),
        ("a day in the future", RECORD.replace("2026-11-28", "2999-01-01")),
        ("a time in the future", RECORD.replace("Date", "Day").replace("\"1000\"", "\"9999999999999\"")),
        ("a position", RECORD.replace("[Event", "[Position")),
    ] {
        assert_eq!(give(&server, &player, &record).await, Err(ErrorCode::BadRecord), "{what}");
    }
    let large = RECORD.replace("Any text", &"a".repeat(MAX_RECORD_BODY_BYTES));
    assert_eq!(give(&server, &player, &large).await, Err(ErrorCode::FrameTooLarge));
    let games = server.http.fetch(&format!("/api/games?player={}", player.name), &[]).await;
    assert!(String::from_utf8_lossy(games.body()).contains("\"games\":[]"), "{:?}", games.body());
}
