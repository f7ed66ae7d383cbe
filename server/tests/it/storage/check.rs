//! The check of a whole database, and its repair.

use std::fs;

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{GameId, GameList, NewGame, NewTournament, Text, TournamentState};
use ikibuguzo_server::operations::check::{CheckError, CheckSummary, check};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{
    Bot, HttpClient, ServerCommand, ServerProcess, TestDatabase, TestServer, act, arrange, eventually,
    new_game, resign, start_game,
};

use super::ratings::wait_for_rated_games;
use super::tournaments::{begin, new_tournament, resign_all, wait_for_end, wait_for_games};
use crate::PROGRAM;
use crate::operations::run;

/// A game of people as a record.
const RECORD: &str =
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"ana\"]\n[North \"bo\"]\n\n1. O o\nsouth\n\n";

/// The output of a check of a database, and its summary.
pub(crate) async fn check_lines(database: &TestDatabase, is_repair: bool) -> (Vec<String>, CheckSummary) {
    let store = Store::open_existing(&database.url()).await.expect("the database");
    let mut lines = Vec::new();
    let summary = check(&store, is_repair, |difference| lines.push(difference.to_string())).await;
    (lines, summary.expect("a check"))
}

/// Checks that exactly one line is printed, which contains each of these texts, that a repair repairs it, and that
/// nothing is left.
pub(super) async fn assert_repaired(database: &TestDatabase, damage: &str, texts: &[&str]) {
    database.execute(damage).await;
    let (lines, summary) = check_lines(database, false).await;
    assert_eq!((lines.len(), summary.differences, summary.repaired), (1, 1, 0), "{damage}: {lines:?}");
    for text in texts {
        assert!(lines[0].contains(text), "{damage}: {text}: {lines:?}");
    }
    let (repaired, summary) = check_lines(database, true).await;
    assert_eq!(repaired, [format!("{} (repaired)", lines[0])], "{damage}");
    assert!(summary.is_well());
    assert_eq!(check_lines(database, false).await.0, [""; 0], "{damage}");
}

/// Checks that exactly one line is printed, which contains a text, and that a repair leaves it, until another statement
/// takes the damage back.
pub(super) async fn assert_named(database: &TestDatabase, damage: &str, undo: &str, text: &str) {
    database.execute(damage).await;
    for is_repair in [false, true] {
        let (lines, summary) = check_lines(database, is_repair).await;
        assert!(lines.len() == 1 && lines[0].contains(text), "{damage}: {lines:?}");
        assert!(!summary.is_well(), "{damage}");
    }
    database.execute(undo).await;
    assert_eq!(check_lines(database, false).await.0, [""; 0], "{undo}");
}

/// A finished game of two actions that North wins.
pub(super) async fn finish_game(http: &HttpClient) -> GameId {
    let (game, players) = start_game(http, "kubuguza", true).await;
    http.command(&players[0], &act(game, 4, "O")).await.expect("played");
    http.command(&players[1], &act(game, 5, "o")).await.expect("played");
    http.command(&players[0], &resign(game)).await.expect("an end");
    game
}

/// Plays finished and live games of all kinds and a tournament, and stops the server.
async fn play_everything(database: &TestDatabase) -> Vec<GameId> {
    let mut server = ServerCommand::new(PROGRAM).ignore_slow_statements().spawn(database).await;
    let http = server.http();
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(finish_game(&http).await);
    }
    play_live_games(&http).await;
    Box::pin(play_long_games(&server)).await;
    play_tournament(&http).await;
    wait_for_rated_games(database, 6).await;
    let to_index =
        "game where public = 1 and has_bot = 0 and ended_at is not null and position_number is null";
    eventually("the position index", async || database.count(to_index).await == 0).await;
    server.terminate();
    server.wait().await;
    import_record(database).await;
    games
}

async fn play_live_games(http: &HttpClient) {
    start_game(http, "azigo", true).await;
    start_game(http, "njombwa:8", false).await;
    let (sealed, players) = start_game(http, "ikibuguzo:choice", true).await;
    http.command(&players[0], &arrange(sealed, Array::ALL[0])).await.expect("arranged");
    let (game, players) = start_game(http, "kubuguza", true).await;
    http.command(&players[0], &act(game, 4, "O")).await.expect("played");
    let maker = http.create_guest().await;
    let challenge = NewGame {
        opponent: Some(Text(players[0].name.as_str().parse().expect("a name"))),
        ..new_game("kubuguza", "days:3")
    };
    http.create_game(&maker, &challenge).await.expect("a challenge");
    http.create_game(&maker, &NewGame { public: true, ..new_game("azigo", "days:3") }).await.expect("a game");
}

async fn play_long_games(server: &ServerProcess) {
    let http = server.http();
    for (rules, public) in [("azigo", true), ("kubuguza", false), ("ikibuguzo:first", true)] {
        let (game, [south, north]) = start_game(&http, rules, public).await;
        let bots = [(Seat::South, south), (Seat::North, north)];
        let [one, other] =
            bots.map(|(seat, player)| Bot::new(server.address(), game, 7).seated(seat, &player));
        tokio::join!(one.play_to_end(), other.play_to_end());
    }
    let me = http.create_guest().await;
    let opponent = Some(Text("computer-1".parse().expect("a level")));
    let game = http.create_game(&me, &NewGame { opponent, ..new_game("kubuguza", "none") }).await;
    let game = game.expect("a game").game;
    http.command(&me, &resign(game)).await.expect("resigned");
}

async fn play_tournament(http: &HttpClient) {
    let new = NewTournament { rated: true, ..new_tournament("fischer:300+5") };
    let (id, players) = begin(http, &new).await;
    for round in 1..=3 {
        let shown = wait_for_games(http, id, round, 2).await;
        resign_all(http, &shown, &players).await;
    }
    wait_for_end(http, id, TournamentState::Finished).await;
}

async fn import_record(database: &TestDatabase) {
    let file = database.folder().join("record.txt");
    fs::write(&file, RECORD).expect("written");
    let output = run(&["import", file.to_str().expect("a path"), "--database-url", &database.url()]).await;
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_damage_is_named_and_repaired() {
    let database = TestDatabase::new().await;
    let games = Box::pin(play_everything(&database)).await;
    let (lines, healthy) = check_lines(&database, false).await;
    assert_eq!(lines, [""; 0]);
    assert!(healthy.games > 20 && healthy.unreadable == 0, "{healthy}");

    database.execute("update position_next set south = south + 1 where action = 'O'").await;
    let (lines, _) = check_lines(&database, false).await;
    assert!(lines.len() == 1 && lines[0].starts_with("actions played"), "{lines:?}");
    database.execute("update position_next set south = south - 1 where action = 'O'").await;
    let number = format!("(select position_number from game where code = '{}')", games[0]);
    assert_repaired(
        &database,
        &format!("delete from position_game where ply = 1 and position_number = {number}"),
        &[games[0].as_str(), "positions in the index", "stored 2, expected 3"],
    )
    .await;
    assert_eq!(database.count("position_next").await, 0, "a server builds the index again");
    let one = format!("where code = '{}'", games[0]);
    let row = |change: &str| format!("update game set {change} {one}");
    for (change, text) in [
        ("result = 'draw'", "result: stored draw, expected north"),
        ("rules = 'bao'", "rules: stored bao, expected kubuguza"),
        ("south = north", "south: stored"),
        ("ended_at = ended_at + 1", "ended_at: stored"),
        ("turns = null", "turns: stored nothing, expected 2"),
        ("due_at = 5", "due_at: stored 5, expected nothing"),
    ] {
        assert_repaired(&database, &row(change), &[games[0].as_str(), text]).await;
    }
    for (damage, text) in [
        ("update outcome_count set captures = captures + 1 where rules = 'azigo'", "outcome_count of azigo"),
        (
            "delete from length_count where rules = 'kubuguza' and turns = 2",
            "length_count of kubuguza, 2 turns",
        ),
        (
            "update player_score set won = won + 1 where player_id = (select player_id from player where name = 'Keza')",
            "player_score of Keza",
        ),
        ("delete from pair_score where rules_name = 'azigo'", "pair_score of"),
        (
            "update rating set rating = rating + 1 where player_id = (select player_id from player where name = 'Keza')",
            "rating of Keza in kubuguza: stored",
        ),
        (
            "update rating_change set deviation = 3 where rating_number = 2 and player_id = (select min(player_id) from rating_change where rating_number = 2)",
            "rating history of",
        ),
        ("delete from rated_pair", "rated_pair"),
        ("update rated_count set games = 2", "count of rated games: stored 2, expected 6"),
        (
            "update tournament_game set south_points = 7 where round = 2 and south = (select min(south) from tournament_game where round = 2)",
            "points of game",
        ),
        ("update tournament set entered = 3", "players of tournament"),
    ] {
        assert_repaired(&database, damage, &[text]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_games_are_set_apart_and_stay_away_from_lists() {
    let database = TestDatabase::new().await;
    let games = Box::pin(play_everything(&database)).await;
    let of_game = |game: GameId| format!("game_id = (select game_id from game where code = '{game}')");
    for (game, damage) in [
        (games[0], "update event set payload = '{\"seat\":\"south\",\"action\":\"N\"}' where seq = 5 and"),
        (games[1], "delete from event where seq = 5 and"),
        (games[2], "update event set kind = 'danced' where seq = 5 and"),
    ] {
        database.execute(&format!("{damage} {}", of_game(game))).await;
    }
    let is_sealed = "kind = 'arranged' and game_id in (select game_id from game where state = 'arranging')";
    assert_eq!(database.count(&format!("event where {is_sealed}")).await, 1);
    let array = r#"payload = replace(payload, '"array":"', '"array":"secret')"#;
    database.execute(&format!("update event set {array} where {is_sealed}")).await;
    let entries = database.count("event").await;

    let (named, summary) = check_lines(&database, false).await;
    assert_eq!((named.len(), summary.unreadable), (4, 4), "{named:?}");
    for (game, why) in [
        (games[0], "entry 5 of the log of game"),
        (games[1], "has a gap"),
        (games[2], "of the kind \"danced\", cannot be read"),
    ] {
        let is_named = |line: &&String| line.starts_with(&format!("game {game}:")) && line.contains(why);
        assert_eq!(named.iter().filter(is_named).count(), 1, "{why}: {named:?}");
    }
    assert!(!named.iter().any(|line| line.contains("secret")), "{named:?}");

    let url = database.url();
    let output = run(&["check", "--repair", "--database-url", &url]).await;
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (lines, last) = text.trim_end().rsplit_once('\n').expect("a summary");
    assert!(last.contains("4 unreadable games"), "{text}");
    let left: Vec<_> =
        lines.lines().filter(|line| !line.ends_with("(repaired)")).map(str::to_owned).collect();
    assert!(left.len() == 4 && left.iter().all(|line| line.ends_with("the game is set apart")), "{text}");
    assert_eq!(check_lines(&database, false).await.0, left);
    assert_eq!(database.count("event").await, entries, "no log is changed");

    let server = TestServer::start_on(database).await;
    let is_indexed = async || server.database().count("position_next").await > 0;
    eventually("the position index", is_indexed).await;
    for path in ["/", "/live", "/games", "/stats"] {
        assert_eq!(server.http.send("GET", path, None, None).await.status(), 200, "{path}");
    }
    let list: GameList = server.http.get("/api/games?limit=200").await.expect("a list");
    assert!(list.games.len() > 10 && list.games.iter().all(|it| !games[..3].contains(&it.game)));
    let named: GameList = server.http.get(&format!("/api/games?ids={}", games[3])).await.expect("a list");
    assert_eq!(named.games.len(), 1);
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    assert!(metrics.contains("ikibuguzo_unreadable_games 0\n"), "they are not read: {metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_log_is_restored_comes_back_with_a_repair() {
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let game = finish_game(&server.http()).await;
    server.terminate();
    server.wait().await;
    let of_game =
        format!("where kind = 'ended' and game_id = (select game_id from game where code = '{game}')");
    database.execute(&format!("update event set seq = 70 {of_game}")).await;
    assert_eq!(check_lines(&database, true).await.1.unreadable, 1);
    assert_eq!(database.count("outcome_count").await, 0, "it does not count");
    database.execute(&format!("update event set seq = 7 {of_game}")).await;
    let (lines, summary) = check_lines(&database, true).await;
    assert!(
        summary.is_well() && lines.iter().any(|line| line.contains("state: stored unreadable")),
        "{lines:?}"
    );
    assert_eq!(check_lines(&database, false).await.0, [""; 0]);
    assert_eq!(database.count("outcome_count").await, 1, "it counts again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_beside_a_server_finds_nothing_and_a_repair_is_refused() {
    let server = TestServer::start().await;
    let play = async {
        for _ in 0..15 {
            finish_game(&server.http).await;
        }
    };
    let checks = async {
        for _ in 0..10 {
            assert_eq!(check_lines(server.database(), false).await.0, [""; 0]);
        }
    };
    tokio::join!(play, checks);
    let store = Store::open_existing(&server.database().url()).await.expect("the database");
    let refused = check(&store, true, |_| ()).await;
    assert!(matches!(refused, Err(CheckError::ServerRuns)), "{refused:?}");
    let output = run(&["check", "--database-url", &server.database().url()]).await;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), text.lines().count()), (Some(0), 1), "{text}");
    let missing = format!("sqlite://{}", server.database().folder().join("missing.db").display());
    let output = run(&["check", "--database-url", &missing]).await;
    assert_eq!(output.status.code(), Some(1), "a database that is absent is not created: {output:?}");
}
