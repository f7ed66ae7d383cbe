//! The check of rows beside the games: left games, analyses, signatures and names.

use std::time::Duration;

use ikibuguzo_protocol::Analysis;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{TestServer, eventually};

use super::check::{assert_named, assert_repaired, check_lines, finish_game};
use super::left_games::leave_before_the_first_turn;
use super::signatures::sign_old_games;

/// A server with signed games, a game that was left and one that was analysed, which has stopped.
async fn fill() -> TestServer {
    let limits = Limits { absence: Duration::ZERO, analysis_nodes: 1_000, ..Limits::default() };
    let server = sign_old_games(TestServer::start_with(limits).await).await;
    let http = &server.http;
    let [leaver, other] = [http.create_guest().await, http.create_guest().await];
    leave_before_the_first_turn(http, &leaver, &other).await;
    let game = finish_game(http).await;
    let path = format!("/api/games/{game}/analysis");
    http.call::<Analysis>("POST", &path, Some(&other), None).await.expect("an analysis");
    eventually("the analysis", async || server.database().count("analysis").await == 1).await;
    server.stop();
    eventually("the end", async || server.database().count("node where stopped_at is null").await == 0).await;
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_damage_beside_the_games_is_named() {
    let server = Box::pin(fill()).await;
    let database = server.database();
    assert_eq!(check_lines(database, false).await.0, [""; 0]);
    for (damage, text) in [
        ("update left_game set kind = 'walked_away'", "stored walked_away"),
        ("update left_game set at = 5", "stored no_show at 5, expected no_show"),
        (
            "update left_game set player_id = (select player_id from player where name = 'computer-1')",
            "left by somebody who does not play in it",
        ),
        (
            r#"update analysis set turns = replace(turns, '"ply":1', '"ply":0')"#,
            "analysis: stored other turns",
        ),
        (
            "delete from known_name where skeleton = (select min(skeleton) from known_name)",
            "stored not reserved",
        ),
    ] {
        assert_repaired(database, damage, &[text]).await;
    }
    let one = "where hash = (select min(hash) from signed_game)";
    let log = "insert into event (game_id, seq, at, kind, payload) values (7, 1, 1, 'begun', '{}')";
    for (damage, undo, text) in [
        (
            &*format!("update signed_game set hash = 'g' || hash {one}"),
            "update signed_game set hash = substr(hash, 2) where hash like 'g%'",
            "signed hash: stored g",
        ),
        (
            "update signed_game set path = replace(path, 'left', 'down') where path not like '%right%'",
            "update signed_game set path = replace(path, 'down', 'left')",
            "path to its signed root",
        ),
        (
            &format!("update signed_game set last_day = '1998-07-13' {one}"),
            "update signed_game set last_day = (select last_day from signed_days)",
            "games: stored 2, expected 3",
        ),
        (
            "update signed_days set statement = replace(statement, '07-12', '07-11')",
            "update signed_days set statement = replace(statement, '07-11', '07-12')",
            "signature: stored another signature",
        ),
        (log, "delete from event where game_id = 7", "the number 7: stored nothing, but 1 entries"),
    ] {
        assert_named(database, damage, undo, text).await;
    }
}
