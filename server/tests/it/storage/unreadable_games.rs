//! Games that cannot be read: lists and exports go on without them.

use std::time::Duration;

use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, ExportedGame, GameId, GameList, NewGame, NewTournament, Problem,
    ServerMessage, TournamentFormat, TournamentState,
};
use ikibuguzo_store::{RatingRebuild, Store};
use ikibuguzo_testing::{TestServer, act, eventually, new_game, resign, start_game};

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

/// Writes the newest entry of a game as a newer version would: of an unknown kind, with its hash.
async fn write_newer_entry(server: &TestServer, game: GameId) {
    let log = server.app.store.load(game).await.expect("its log").expect("the game");
    let newest = log.entries.last().expect("an entry");
    let before = log.hash_at(newest.seq - 1).expect("an entry before");
    let seq = i64::try_from(newest.seq).expect("a small number");
    let hash = before.next_unread(seq, i64::try_from(newest.at.as_millis()).expect("a time"), "danced", "{}");
    let change = format!(
        "update event set kind = 'danced', payload = '{{}}', hash = '{}'
         where game_id = (select game_id from game where code = '{game}') and seq = {seq}",
        hash.as_str()
    );
    server.database().execute(&change).await;
}

/// Asserts that every way to a game is refused with this code and a text with these words, and that nothing of its log
/// is in the text.
async fn expect_refusals(
    server: &TestServer,
    game: GameId,
    player: &Credentials,
    code: ErrorCode,
    words: &str,
) {
    let token = Some(player.token.reveal());
    for path in ["", "/events", "/record", "/clock", "/plies/0"] {
        let answer = server.http.send("GET", &format!("/api/games/{game}{path}"), None, None).await;
        let problem: Problem = serde_json::from_str(answer.body()).expect(path);
        assert_eq!((problem.code, answer.status().as_u16()), (code, code.status()), "{path}");
        assert!(problem.detail.contains(words), "{path}: {}", problem.detail);
        assert!(!problem.detail.contains("danced") && !problem.detail.contains("game_id"), "{problem:?}");
    }
    let page = server.http.send("GET", &format!("/game/{game}"), None, None).await;
    assert_eq!(
        (page.status().as_u16(), page.headers()["content-type"].as_bytes()),
        (code.status(), b"text/html; charset=utf-8".as_slice())
    );
    assert!(page.body().contains("<h1>This game cannot be shown</h1>"), "{}", page.body());
    assert!(page.body().contains(words), "{}", page.body());
    let command = serde_json::to_string(&resign(game)).expect("JSON");
    let answer = server.http.send("POST", "/api/commands", token, Some(command)).await;
    assert!(answer.body().contains(&format!("\"code\":\"{code}\"")), "{}", answer.body());
    let mut client = server.client(Some(player)).await;
    client.send(&ClientMessage::Join { game, since: None, compact: false }).await;
    match client.next().await {
        ServerMessage::Refused(refusal) => {
            assert_eq!(refusal.code, code);
            assert!(refusal.message.contains(words), "{}", refusal.message);
        }
        other => panic!("not refused: {other:?}"),
    }
    assert_eq!(client.command(&resign(game)).await.expect_err("refused").code, code);
}

#[tokio::test]
async fn a_damaged_game_is_refused_with_its_entry_and_is_not_tried_again() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_and_move(&server).await;
    damage_log(&server, game).await;
    let server = server.restart().await;
    expect_refusals(&server, game, &south, ErrorCode::GameUnreadable, "its log is damaged at entry 5").await;
    assert!(!ErrorCode::GameUnreadable.is_temporary());
}

#[tokio::test]
async fn a_log_that_does_not_follow_is_refused_with_its_entry() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_and_move(&server).await;
    let of_game = format!("game_id = (select game_id from game where code = '{game}')");
    let payload = r#"{"seat":"north","action":"o"}"#;
    let change = format!("update event set payload = '{payload}', hash = null where {of_game} and seq = 5");
    server.database().execute(&change).await;
    let server = server.restart().await;
    expect_refusals(&server, game, &south, ErrorCode::GameUnreadable, "its log is damaged at entry 5").await;
}

#[tokio::test]
async fn a_game_of_a_newer_version_is_not_damaged() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_and_move(&server).await;
    write_newer_entry(&server, game).await;
    let server = server.restart().await;
    expect_refusals(&server, game, &south, ErrorCode::NeedsNewerServer, "a newer version").await;
    let subscribed = server.client(Some(&south)).await.subscribe().await;
    assert_eq!(subscribed.games, [], "lists leave it out");
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    assert!(metrics.contains("ikibuguzo_unreadable_games 0\n"), "it does not count as damaged: {metrics}");
    assert!(ErrorCode::NeedsNewerServer.is_temporary(), "another server may know it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_exports_leave_out_what_cannot_be_read() {
    let server = start_with_immediate_export().await;
    let mut games = Vec::new();
    for index in 0..6 {
        let (game, players) = start_and_move(&server).await;
        if index >= 3 {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_with_games_that_cannot_be_read_is_deleted() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let mut games = Vec::new();
    for _ in 0..4 {
        let new = NewGame { public: true, ..new_game("kubuguza", "none") };
        let game = server.http.create_game(&player, &new).await.expect("a game").game;
        server.http.join_game(&other, game).await.expect("a seat");
        games.push(game);
    }
    for game in &games[..2] {
        server.http.command(&player, &resign(*game)).await.expect("an end");
    }
    let of_game = format!("game_id = (select game_id from game where code = '{}')", games[0]);
    server
        .database()
        .execute(&format!("update event set payload = '{{}}' where kind = 'seated' and {of_game}"))
        .await;
    damage_log(&server, games[2]).await;
    let server = server.restart().await;

    let deleted = server.http.send("DELETE", "/api/players/me", Some(player.token.reveal()), None).await;
    assert_eq!(deleted.status(), 204, "{}", deleted.body());
    let server = server.restart().await;
    for game in [games[1], games[3]] {
        let events = server.http.send("GET", &format!("/api/games/{game}/events"), None, None).await;
        assert!(events.body().contains("former-player-"), "{}", events.body());
        assert!(!events.body().contains(player.name.as_str()), "{}", events.body());
        assert!(events.body().contains("\"resignation\""), "{}", events.body());
    }
    for game in [games[0], games[2]] {
        let refused = server.http.get::<()>(&format!("/api/games/{game}")).await.expect_err("refused");
        assert_eq!(refused.code, ErrorCode::GameUnreadable);
    }
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

/// South resigns a game of a tournament.
async fn resign_as_south(server: &TestServer, players: &[Credentials], (game, south): &(GameId, String)) {
    let player = players.iter().find(|player| player.name.as_str() == south).expect("a player");
    server.http.command(player, &resign(*game)).await.expect("resigned");
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
    resign_as_south(&server, &players, &games[1]).await;
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
    resign_as_south(&server, &players, &games[1]).await;
    let is_known = async || running(&show(&server.http, id).await).iter().all(|it| !games.contains(it));
    eventually("the end of both games", is_known).await;
    arenas::wait_for_games(&server.http, id, 2, &first).await;
    server
        .database()
        .execute(&format!(
            "update tournament set closes_at = {}",
            server.app.clock.now() - Duration::from_millis(1)
        ))
        .await;
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
