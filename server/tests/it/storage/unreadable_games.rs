//! Games that cannot be read: lists and exports go on without them.

use ikibuguzo_protocol::{
    Credentials, ExportedGame, GameId, GameList, NewTournament, TournamentFormat, TournamentState,
};
use ikibuguzo_server::time;
use ikibuguzo_store::{RatingRebuild, Store};
use ikibuguzo_testing::{TestServer, act, eventually, resign, start_game};

use super::export::{export, start_with_immediate_export};
use super::ratings::{lose, wait_for_rated_games};
use super::tournaments::{begin, new_tournament, resign_all, running, show, wait_for_end, wait_for_games};
use crate::arenas;

/// Damages a game: the newest entry of its log is of an unknown kind.
async fn damage_log(server: &TestServer, game: GameId) {
    let of_game = format!("game_id = (select game_id from game where code = '{game}')");
    let newest = format!("seq = (select max(seq) from event where {of_game})");
    server
        .database()
        .execute(&format!("update event set kind = 'danced' where {of_game} and {newest}"))
        .await;
}

/// Damages the row of a game.
async fn damage_row(server: &TestServer, game: GameId) {
    server.database().execute(&format!("update game set rules = 'bao' where code = '{game}'")).await;
}

async fn start_and_move(server: &TestServer) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game(&server.http, "kubuguza", true).await;
    server.http.command(&players[0], &act(game, 4, "O")).await.expect("played");
    (game, players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_exports_leave_out_what_cannot_be_read() {
    let server = start_with_immediate_export().await;
    let mut games = Vec::new();
    for place in 0..6 {
        let (game, players) = start_and_move(&server).await;
        if place >= 3 {
            server.http.command(&players[0], &resign(game)).await.expect("an end");
        }
        games.push((game, players));
    }
    let ids: Vec<_> = games.iter().map(|(game, _)| *game).collect();
    for (log, row) in [(ids[1], ids[2]), (ids[4], ids[5])] {
        damage_log(&server, log).await;
        damage_row(&server, row).await;
    }
    let server = server.restart().await;

    let (_, [viewer, _]) = &games[1];
    for path in ["/", "/live", "/games", "/stats", "/api/games?state=live", "/api/games?player=NAME"] {
        let path = path.replace("NAME", viewer.name.as_str());
        let answer = server.http.send("GET", &path, Some(viewer.token.reveal()), None).await;
        assert_eq!(answer.status(), 200, "{path}: {}", answer.body());
    }
    let list: GameList = server.http.get("/api/games?limit=200").await.expect("a list");
    let mut listed: Vec<_> = list.games.iter().map(|game| game.game).collect();
    listed.sort();
    let mut expected = vec![ids[0], ids[1], ids[3], ids[4]];
    expected.sort();
    assert_eq!(listed, expected, "a row that can be read is listed");
    let subscribed = server.client(Some(viewer)).await.subscribe().await;
    assert_eq!(subscribed.games, [], "its log cannot be read");

    let export = export(&server, "", None).await;
    let exported: Vec<ExportedGame> =
        export.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    assert_eq!(exported.iter().map(|game| game.summary.game).collect::<Vec<_>>(), [ids[3]]);
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    assert!(metrics.contains("ikibuguzo_unreadable_games 4\n"), "{metrics}");

    let (game, [south, _]) = &games[0];
    server.http.command(south, &resign(*game)).await.expect("the others go on");
}

/// The number of games that the server has left out.
async fn unreadable_games(server: &TestServer) -> u64 {
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    let line = metrics.lines().find_map(|line| line.strip_prefix("ikibuguzo_unreadable_games "));
    line.and_then(|count| count.parse().ok()).expect("a count")
}

/// Damages a game that is being played, and makes its time run out.
async fn damage_live_game(server: &TestServer, game: GameId) {
    damage_log(server, game).await;
    server.database().execute(&format!("update game set due_at = 1 where code = '{game}'")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_tournament_ends_without_a_game_that_cannot_be_read() {
    let server = TestServer::start().await;
    let new = NewTournament {
        format: TournamentFormat::Swiss,
        round_count: Some(3),
        ..new_tournament("fischer:300+5")
    };
    let (id, players) = begin(&server.http, &new).await;
    let first = wait_for_games(&server.http, id, 1, 2).await;
    let games = running(&first);
    let server = server.restart().await;
    damage_live_game(&server, games[0].0).await;
    let other = players.iter().find(|it| it.name.as_str() == games[1].1).expect("a player");
    server.http.command(other, &resign(games[1].0)).await.expect("resigned");
    let second = wait_for_games(&server.http, id, 2, 2).await;
    let pairing = second.rounds[0].iter().find(|it| it.game == Some(games[0].0)).expect("the game");
    assert!(pairing.points.is_some_and(|it| (it.south, it.north) == (0, 0)), "it counts as not played");
    resign_all(&server.http, &second, &players).await;
    let third = wait_for_games(&server.http, id, 3, 2).await;
    resign_all(&server.http, &third, &players).await;
    let last = wait_for_end(&server.http, id, TournamentState::Finished).await;
    assert_eq!(last.standings.iter().map(|it| it.points).sum::<u32>(), 10, "five games gave points");
    assert_eq!(unreadable_games(&server).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arena_goes_on_without_a_game_that_cannot_be_read() {
    let server = TestServer::start().await;
    let (id, players) = arenas::begin(&server).await;
    let fresh = show(&server.http, id).await;
    let first = arenas::wait_for_games(&server.http, id, 2, &fresh).await;
    let games = running(&first);
    let server = server.restart().await;
    damage_live_game(&server, games[0].0).await;
    server.database().execute("update tournament_game set begun_at = begun_at - 60000").await;
    let other = players.iter().find(|it| it.name.as_str() == games[1].1).expect("a player");
    server.http.command(other, &resign(games[1].0)).await.expect("resigned");
    let is_known = async || running(&show(&server.http, id).await).iter().all(|it| !games.contains(it));
    eventually("the end of both games", is_known).await;
    arenas::wait_for_games(&server.http, id, 2, &first).await;
    server.database().execute(&format!("update tournament set closes_at = {}", time::now() - 1)).await;
    let last = wait_for_end(&server.http, id, TournamentState::Finished).await;
    assert_eq!(last.standings.iter().map(|it| it.points).sum::<u32>(), 2, "one game gave points");
    assert_eq!(unreadable_games(&server).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_go_on_without_a_game_whose_row_cannot_be_read() {
    let server = TestServer::start().await;
    let mut players = Vec::new();
    for name in ["Kamau", "Wanjiru"] {
        players.push(server.http.create_claimed(name).await);
    }
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(lose(&server, &players[0], &players[1]).await);
    }
    wait_for_rated_games(server.database(), 2).await;
    // The second game is not rated yet, and cannot be rated any more.
    let damage = format!("update game set clock = 'sand', rating_number = null where code = '{}'", games[1]);
    for statement in
        [&*damage, "update rated_count set games = 1", "delete from rating_change where rating_number = 2"]
    {
        server.database().execute(statement).await;
    }
    games.push(lose(&server, &players[1], &players[0]).await);
    wait_for_rated_games(server.database(), 3).await;
    assert_eq!(unreadable_games(&server).await, 1);
    let store = Store::open(&server.database().url()).await.expect("the database");
    let RatingRebuild { games, ratings, .. } = store.rebuild_ratings().await.expect("rebuilt");
    assert_eq!((games, ratings), (2, 2));
    let again = RatingRebuild { games: 2, ratings: 2, changed: 0 };
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt"), again);
    assert_eq!(store.unreadable_games(), 1);
}
