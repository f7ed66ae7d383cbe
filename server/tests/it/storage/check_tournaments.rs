//! The check of tournaments of all formats.

use std::time::Duration;

use ikibuguzo_protocol::{Credentials, NewTournament, Seats, Tournament, TournamentFormat, TournamentState};
use ikibuguzo_testing::{HttpClient, TestServer, eventually, resign};

use super::check::{assert_named, assert_repaired, check_lines};
use super::round_trips::everything::{begin_tournament, play_rounds};
use super::tournaments::{NAMES, new_tournament, resign_all, show, wait_for_end, wait_for_games, withdraw};
use crate::arenas;
use crate::berserk::{berserk, first_game, play_until, points_of};

/// A round robin from which one player withdraws in the first round.
async fn play_round_robin(http: &HttpClient, players: &[Credentials]) {
    let id = begin_tournament(http, players, &new_tournament("fischer:300+5")).await;
    wait_for_games(http, id, 1, 2).await;
    withdraw(http, id, &players[3]).await.expect("withdrawn");
    for round in 1..=3 {
        let shown = wait_for_games(http, id, round, 1).await;
        resign_all(http, &shown, players).await;
    }
    wait_for_end(http, id, TournamentState::Finished).await;
}

/// A Swiss tournament in which one player rests in each round.
async fn play_swiss(http: &HttpClient, players: &[Credentials]) {
    let new = NewTournament {
        format: TournamentFormat::Swiss,
        round_count: Some(3),
        ..new_tournament("fischer:300+5")
    };
    let id = begin_tournament(http, players, &new).await;
    play_rounds(http, id, players).await;
}

/// An arena in which a win with half the clock gives three points, and a game ends after the close.
async fn play_arena(server: &TestServer, players: &[Credentials]) {
    let http = &server.http;
    let new = NewTournament {
        format: TournamentFormat::Arena,
        starts_at: Some(server.app.clock.now() + Duration::from_millis(3_600_000)),
        ..new_tournament("fischer:300+5")
    };
    let id = begin_tournament(http, players, &new).await;
    server.database().execute("update tournament set starts_at = 1 where format = 'arena'").await;
    let fresh = Tournament { rounds: Vec::new(), ..show(http, id).await };
    let shown = arenas::wait_for_games(http, id, 2, &fresh).await;
    let (game, seats @ [south, north]) = first_game(&shown, players);
    http.command(north, &berserk(game)).await.expect("before its first action");
    Box::pin(play_until(server, game, seats, 30)).await;
    http.command(south, &resign(game)).await.expect("resigned");
    assert_eq!(points_of(http, id, game).await, Seats { south: 0, north: 3 });
    let now = server.app.clock.now();
    let close = format!(
        "update tournament set started_at = started_at - closes_at + {now}, closes_at = {now} where format = 'arena'"
    );
    server.database().execute(&close).await;
    resign_all(http, &show(http, id).await, players).await;
    wait_for_end(http, id, TournamentState::Finished).await;
}

/// A server on which a tournament of each format was played, and which has stopped.
async fn play_tournaments() -> TestServer {
    let server = TestServer::start().await;
    let mut players = Vec::new();
    for name in NAMES.into_iter().chain(["Neza"]) {
        players.push(server.http.create_claimed(name).await);
    }
    play_round_robin(&server.http, &players[..4]).await;
    play_swiss(&server.http, &players).await;
    Box::pin(play_arena(&server, &players[..4])).await;
    server.stop();
    eventually("the end", async || server.database().count("node where stopped_at is null").await == 0).await;
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_damage_of_a_tournament_of_each_format_is_named() {
    let server = Box::pin(play_tournaments()).await;
    let database = server.database();
    assert_eq!(check_lines(database, false).await.0, [""; 0]);

    let is_of_format = |format: &str| {
        format!("tournament_id = (select tournament_id from tournament where format = '{format}')")
    };
    let of_swiss = is_of_format("swiss");
    let first_game = format!(
        "{of_swiss} and round = 1 and south = (select min(south) from tournament_game where {of_swiss} and round = 1)"
    );
    for (damage, text) in [
        ("update tournament_game set north_points = 2 where north_points = 3".to_owned(), "expected 0:3"),
        (
            "update tournament_game set south_points = 2, north_points = 0, ended_at = 5 where south_points is null"
                .to_owned(),
            "stored 2:0 at 5, expected nothing",
        ),
        (
            "update tournament set closes_at = closes_at - 1 where format = 'arena'".to_owned(),
            "closes_at: stored",
        ),
        (format!("update tournament_game set north_points = 0 where {first_game}"), "stored 0:0"),
        (format!("update tournament_game set south = north, north = south where {first_game}"), "players of game"),
        (
            "update tournament_game set south_points = 1, north_points = 1 where game is null and round = 2".to_owned(),
            "points of a pairing without a game in round 2: stored 1:1",
        ),
        (format!("update tournament set entered = 9 where {of_swiss}"), "stored 9, expected 5"),
    ] {
        assert_repaired(database, &damage, &[text]).await;
    }

    let swap = "update tournament_player set number = 1 - number where number < 2 and";
    database.execute(&format!("{swap} {}", is_of_format("round_robin"))).await;
    let (lines, _) = check_lines(database, true).await;
    assert!(!lines.is_empty() && lines.iter().all(|line| line.contains("pairings of round")), "{lines:?}");
    database.execute(&format!("{swap} {}", is_of_format("round_robin"))).await;
    let bye = |player: &str| {
        format!("update tournament_bye set player_id = ({player}) where {of_swiss} and round = 1")
    };
    let playing = format!("select south from tournament_game where {first_game}");
    let resting = format!(
        "select player_id from tournament_player where {of_swiss} and player_id not in
           (select south from tournament_game where {of_swiss} and round = 1
            union all select north from tournament_game where {of_swiss} and round = 1)"
    );
    assert_named(database, &bye(&playing), &bye(&resting), "bye of round 1").await;
}
