//! Games that cannot be read: lists and exports go on without them.

use ikibuguzo_protocol::{Credentials, ExportedGame, GameId, GameList};
use ikibuguzo_testing::{TestServer, act, resign, start_game};

use super::export::{export, start_with_immediate_export};

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
