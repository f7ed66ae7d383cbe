//! Tournaments: who enters, who meets whom, and that every game counts once.

use std::time::Duration;

use std::collections::BTreeSet;

use ikibuguzo_protocol::{
    Credentials, ErrorCode, GameId, NewTournament, PlayerName, Problem, Text, Timestamp, Tournament,
    TournamentFormat, TournamentId, TournamentList, TournamentState, TournamentSummary,
};
use ikibuguzo_testing::{
    EventStream, HttpClient, NDJSON, SSE, ServerCommand, TestDatabase, TestServer, command_id, eventually,
    resign,
};
use serde::de::IgnoredAny;

use crate::PROGRAM;

pub(crate) const NAMES: [&str; 4] = ["Kamau", "Wanjiru", "Mutesi", "Keza"];

/// A tournament of four players in Kubuguza.
pub(crate) fn new_tournament(clock: &str) -> NewTournament {
    NewTournament {
        id: command_id(),
        rules: Text("kubuguza".parse().expect("rules")),
        clock: Text(clock.parse().expect("a clock")),
        rated: false,
        format: TournamentFormat::RoundRobin,
        places: 4,
        minutes: None,
        round_count: None,
        starts_at: None,
    }
}

/// Makes a tournament.
pub(crate) async fn make(
    http: &HttpClient,
    maker: &Credentials,
    new: &NewTournament,
) -> Result<TournamentSummary, Problem> {
    let body = serde_json::to_string(new).expect("JSON");
    http.call("POST", "/api/tournaments", Some(maker), Some(body)).await
}

/// Enters a player, or withdraws it.
async fn change_entry(
    http: &HttpClient,
    method: &str,
    id: TournamentId,
    player: &Credentials,
) -> Result<(), ErrorCode> {
    let path = format!("/api/tournaments/{id}/entry");
    let answer = http.send(method, &path, Some(player.token.reveal()), None).await;
    if answer.status() == 204 {
        return Ok(());
    }
    Err(serde_json::from_str::<Problem>(answer.body()).expect("a problem").code)
}

/// Enters a player.
pub(crate) async fn enter(
    http: &HttpClient,
    id: TournamentId,
    player: &Credentials,
) -> Result<(), ErrorCode> {
    change_entry(http, "PUT", id, player).await
}

/// Withdraws a player.
pub(crate) async fn withdraw(
    http: &HttpClient,
    id: TournamentId,
    player: &Credentials,
) -> Result<(), ErrorCode> {
    change_entry(http, "DELETE", id, player).await
}

/// A tournament as it is now.
pub(crate) async fn show(http: &HttpClient, id: TournamentId) -> Tournament {
    http.get(&format!("/api/tournaments/{id}")).await.expect("a tournament")
}

/// Makes a tournament of four players, which begins.
pub(crate) async fn begin(http: &HttpClient, new: &NewTournament) -> (TournamentId, Vec<Credentials>) {
    let mut players = Vec::new();
    for name in NAMES {
        players.push(http.create_claimed(name).await);
    }
    let id = make(http, &players[0], new).await.expect("a tournament").tournament;
    for player in &players {
        enter(http, id, player).await.expect("entered");
    }
    (id, players)
}

/// The games of a tournament that are being played: the game and the name of South.
pub(crate) fn running(tournament: &Tournament) -> Vec<(GameId, String)> {
    let pairings = tournament.rounds.iter().flatten().filter(|it| it.points.is_none());
    pairings.filter_map(|it| Some((it.game?, it.players.south.to_string()))).collect()
}

/// Waits until a tournament has `rounds` rounds and `games` games are being played.
pub(crate) async fn wait_for_games(
    http: &HttpClient,
    id: TournamentId,
    rounds: usize,
    games: usize,
) -> Tournament {
    let mut shown = show(http, id).await;
    let is_there = async || {
        shown = show(http, id).await;
        shown.rounds.len() == rounds && running(&shown).len() == games
    };
    eventually("the games of a round", is_there).await;
    shown
}

/// Waits until a tournament is over.
pub(crate) async fn wait_for_end(http: &HttpClient, id: TournamentId, state: TournamentState) -> Tournament {
    let mut shown = show(http, id).await;
    let has_ended = async || {
        shown = show(http, id).await;
        shown.summary.state == state
    };
    eventually("the end", has_ended).await;
    shown
}

/// South resigns every game that is being played.
pub(crate) async fn resign_all(http: &HttpClient, tournament: &Tournament, players: &[Credentials]) {
    for (game, south) in running(tournament) {
        let south = players.iter().find(|it| it.name.as_str() == south).expect("a player");
        http.command(south, &resign(game)).await.expect("resigned");
    }
}

/// Each two players have met once, and the points are those of the games.
fn assert_complete(tournament: &Tournament) {
    let pairings: Vec<_> = tournament.rounds.iter().flatten().collect();
    let pairs: BTreeSet<_> = pairings
        .iter()
        .map(|it| BTreeSet::from([it.players.south.clone(), it.players.north.clone()]))
        .collect();
    assert_eq!((pairings.len(), pairs.len()), (6, 6));
    for standing in &tournament.standings {
        let points = pairings.iter().map(|it| {
            let points = it.points.expect("an ended game");
            let own_points = |name: &PlayerName, points| if *name == standing.player { points } else { 0 };
            own_points(&it.players.south, points.south) + own_points(&it.players.north, points.north)
        });
        assert_eq!((points.sum::<u32>(), 3), (standing.points, standing.played), "{standing:?}");
    }
    assert!(tournament.standings.is_sorted_by_key(|it| it.place));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_meets_everybody_once_round_by_round() {
    let server = TestServer::start().await;
    let new = NewTournament { rated: true, ..new_tournament("fischer:300+5") };
    let (id, players) = begin(&server.http, &new).await;
    let path = format!("/api/tournaments/{id}/stream");
    let mut stream = EventStream::get(server.address, &path, None, SSE, None).await;
    for round in 1..=3 {
        let shown = wait_for_games(&server.http, id, round, 2).await;
        assert_eq!(shown.summary.state, TournamentState::Running);
        resign_all(&server.http, &shown, &players).await;
    }
    let last = loop {
        let text = stream.next_text().await.expect("another state");
        let shown: Tournament = serde_json::from_str(&text).expect("a tournament");
        if shown.summary.state == TournamentState::Finished {
            break shown;
        }
    };
    assert_complete(&last);
    assert_eq!(show(&server.http, id).await, last);
    let list: TournamentList = server.http.get("/api/tournaments").await.expect("a list");
    assert_eq!(list.tournaments, [last.summary]);
    let is_rated =
        async || server.database().count("game where rated = 1 and rating_number is not null").await == 6;
    eventually("the rating of all games", is_rated).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_correspondence_all_games_begin_at_once() {
    let server = TestServer::start().await;
    let (id, players) = begin(&server.http, &new_tournament("days:3")).await;
    let shown = wait_for_games(&server.http, id, 3, 6).await;
    resign_all(&server.http, &shown, &players).await;
    assert_complete(&wait_for_end(&server.http, id, TournamentState::Finished).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_withdraws_loses_its_games_and_nobody_else_loses_a_point() {
    let server = TestServer::start().await;
    let (id, players) = begin(&server.http, &new_tournament("fischer:300+5")).await;
    wait_for_games(&server.http, id, 1, 2).await;
    let stranger = server.http.create_guest().await;
    withdraw(&server.http, id, &stranger).await.expect("nothing to withdraw from");
    let unchanged = server.database().count("tournament where version = 5").await;
    assert_eq!(unchanged, 1, "four entries and the beginning");
    withdraw(&server.http, id, &players[3]).await.expect("withdrawn");
    for round in 1..=3 {
        let shown = wait_for_games(&server.http, id, round, 1).await;
        let rests = shown.rounds[round - 1].iter().filter(|it| it.game.is_none()).count();
        assert_eq!(rests, usize::from(round > 1));
        resign_all(&server.http, &shown, &players).await;
    }
    let last = wait_for_end(&server.http, id, TournamentState::Finished).await;
    assert_complete(&last);
    let loser = last.standings.last().expect("standings");
    assert_eq!((loser.player.as_str(), loser.withdrawn, loser.points), (NAMES[3], true, 0));
    assert_eq!(last.standings.iter().map(|it| it.points).sum::<u32>(), 12);
    assert_eq!(withdraw(&server.http, id, &players[0]).await, Err(ErrorCode::TournamentOver));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_comes_again_finds_its_tournament_also_after_the_beginning() {
    let server = TestServer::start().await;
    let maker = server.http.create_claimed(NAMES[0]).await;
    let new = NewTournament {
        starts_at: Some(server.app.clock.now() + Duration::from_millis(3_600_000)),
        ..new_tournament("days:1")
    };
    let made = make(&server.http, &maker, &new).await.expect("a tournament");
    server.database().execute("update tournament set starts_at = 1").await;
    let late = NewTournament { starts_at: Some(Timestamp::from_millis(1)), ..new };
    let found = make(&server.http, &maker, &late).await.expect("the same tournament");
    assert_eq!(found.tournament, made.tournament);
    let without_places = NewTournament { places: 0, ..late.clone() };
    let refused = make(&server.http, &maker, &without_places).await.expect_err("another tournament");
    assert_eq!(refused.code, ErrorCode::CommandIdReused);
    let other = NewTournament { id: command_id(), ..late };
    let refused = make(&server.http, &maker, &other).await.expect_err("too late for a new one");
    assert_eq!(refused.code, ErrorCode::ImpossibleTournament);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_who_fits_enters_and_only_before_it_begins() {
    let server = TestServer::start().await;
    let http = &server.http;
    let maker = http.create_claimed(NAMES[0]).await;
    let guests = [http.create_guest().await, http.create_guest().await, http.create_guest().await];
    let refused = make(http, &guests[0], &new_tournament("days:1")).await.expect_err("a guest");
    assert_eq!(refused.code, ErrorCode::NameNotClaimed);
    let impossible = [
        NewTournament { places: 3, ..new_tournament("days:1") },
        NewTournament { places: 9, ..new_tournament("days:1") },
        NewTournament { starts_at: Some(Timestamp::from_millis(1)), ..new_tournament("days:1") },
        NewTournament { starts_at: Some(Timestamp::MAX), ..new_tournament("days:1") },
        new_tournament("none"),
        NewTournament { minutes: Some(60), ..new_tournament("days:1") },
        NewTournament { format: TournamentFormat::Arena, ..new_tournament("days:1") },
        NewTournament { round_count: Some(3), ..new_tournament("days:1") },
        NewTournament { format: TournamentFormat::Swiss, round_count: Some(4), ..new_tournament("days:1") },
        NewTournament {
            format: TournamentFormat::Arena,
            minutes: Some(9),
            ..new_tournament("fischer:300+5")
        },
    ];
    for new in impossible {
        assert_eq!(
            make(http, &maker, &new).await.expect_err("impossible").code,
            ErrorCode::ImpossibleTournament
        );
    }

    let new = NewTournament { rated: true, ..new_tournament("days:1") };
    let made = make(http, &maker, &new).await.expect("a tournament");
    assert_eq!(make(http, &maker, &new).await.expect("the same one"), made);
    let other = NewTournament { places: 5, ..new.clone() };
    let reused = make(http, &maker, &other).await.expect_err("another one");
    assert_eq!(reused.code, ErrorCode::CommandIdReused);
    assert_eq!(enter(http, made.tournament, &guests[0]).await, Err(ErrorCode::NotRateable));
    let open = make(http, &maker, &new_tournament("days:1")).await.expect("a tournament").tournament;
    for player in guests.iter().chain([&maker, &maker]) {
        enter(http, open, player).await.expect("entered, also twice");
    }
    let fifth = http.create_guest().await;
    let late = enter(http, open, &fifth).await;
    assert!(matches!(late, Err(ErrorCode::TournamentFull | ErrorCode::TournamentBegun)), "{late:?}");
    wait_for_games(http, open, 3, 6).await;
    assert_eq!(enter(http, open, &fifth).await, Err(ErrorCode::TournamentBegun));

    let unknown = "000000000000".parse().expect("an id");
    assert_eq!(enter(http, unknown, &maker).await, Err(ErrorCode::UnknownTournament));
    make(http, &maker, &new_tournament("days:1")).await.expect("a third one");
    let fourth = make(http, &maker, &new_tournament("days:1")).await.expect_err("a fourth one");
    assert_eq!(fourth.code, ErrorCode::TooManyTournaments);
    let absent = http.get::<IgnoredAny>("/api/tournaments/nothing").await.expect_err("no such tournament");
    assert_eq!(absent.code, ErrorCode::UnknownTournament);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_begins_at_its_time_or_is_cancelled() {
    let server = TestServer::start().await;
    let maker = server.http.create_claimed(NAMES[0]).await;
    let others = [server.http.create_guest().await, server.http.create_guest().await];
    let new = || NewTournament {
        starts_at: Some(server.app.clock.now() + Duration::from_millis(3_600_000)),
        ..new_tournament("days:1")
    };
    let empty = make(&server.http, &maker, &new()).await.expect("a tournament").tournament;
    let three = make(&server.http, &maker, &new()).await.expect("a tournament").tournament;
    for player in others.iter().chain([&maker]) {
        enter(&server.http, three, player).await.expect("entered");
    }
    enter(&server.http, empty, &maker).await.expect("entered");
    withdraw(&server.http, empty, &maker).await.expect("withdrawn");
    assert_eq!(show(&server.http, empty).await.summary.entered, 0);
    server.database().execute("update tournament set starts_at = 1").await;
    let shown = wait_for_games(&server.http, three, 3, 3).await;
    assert!(shown.rounds.iter().all(|round| round.len() == 1), "one rests in each round");
    wait_for_end(&server.http, empty, TournamentState::Cancelled).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_costs_no_game_and_doubles_none() {
    let database = TestDatabase::new().await;
    let command = ServerCommand::new(PROGRAM);
    let mut server = command.spawn(&database).await;
    let (id, players) = begin(&server.http(), &new_tournament("fischer:300+5")).await;
    for round in 1..=3 {
        let shown = wait_for_games(&server.http(), id, round, 2).await;
        resign_all(&server.http(), &shown, &players).await;
        server.kill().await;
        server = command.spawn(&database).await;
    }
    assert_complete(&wait_for_end(&server.http(), id, TournamentState::Finished).await);
    assert_eq!(database.count("game").await, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_begins_each_game_and_both_tell_of_it() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let (id, players) = begin(&here.http, &new_tournament("fischer:300+5")).await;
    let (mut notices, games) = EventStream::open_player(there.address, &players[2], NDJSON).await;
    let mut started = games.games.len();
    while started == 0 {
        notices.next_notice().await;
        started += 1;
    }
    for round in 1..=3 {
        let shown = wait_for_games(&there.http, id, round, 2).await;
        resign_all(&here.http, &shown, &players).await;
    }
    assert_complete(&wait_for_end(&there.http, id, TournamentState::Finished).await);
    assert_eq!(here.database().count("game").await, 6);
}
