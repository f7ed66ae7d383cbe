//! Games over HTTP: lists, events, records.

use ikibuguzo_engine::{Record, Seat};
use ikibuguzo_protocol::{
    Credentials, CurrentPlayer, ErrorCode, FirstTurn, GameId, GameList, NewGame, Problem, Snapshot, State,
    Text,
};
use ikibuguzo_testing::{Bot, TestServer, new_game, resign, start_game};

async fn list(server: &TestServer, query: &str, viewer: Option<&Credentials>) -> GameList {
    server.http.call("GET", &format!("/api/games{query}"), viewer, None).await.expect("a list")
}

fn ids(list: &GameList) -> Vec<GameId> {
    list.games.iter().map(|game| game.game).collect()
}

#[tokio::test]
async fn paging_neither_skips_nor_repeats_while_games_are_added() {
    let server = TestServer::start().await;
    let mut created = Vec::new();
    for _ in 0..7 {
        created.push(start_game(&server.http, "ikibuguzo:first", true).await.0);
    }
    let mut listed = Vec::new();
    let mut query = "?limit=3".to_owned();
    loop {
        let page = list(&server, &query, None).await;
        listed.extend(ids(&page));
        start_game(&server.http, "ikibuguzo:first", true).await;
        match page.next {
            Some(next) => query = format!("?limit=3&cursor={next}"),
            None => break,
        }
    }
    listed.sort();
    created.sort();
    assert_eq!(listed, created, "the games that existed at the start, each once");
}

#[tokio::test]
async fn lists_filter_by_state_player_and_rules() {
    let server = TestServer::start().await;
    let lone = server.http.create_guest().await;
    let new = NewGame { starts: FirstTurn::Opponent, public: true, ..new_game("ikibuguzo:second", "none") };
    let open = server.http.create_game(&lone, &new).await.expect("created");
    assert_eq!(*open.seat, Seat::North);
    let (live, [south, _]) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let (over, [loser, _]) = start_game(&server.http, "ikibuguzo:first", true).await;
    server.command(&loser, &resign(over)).await.expect("resigned");

    assert_eq!(ids(&list(&server, "?state=open", None).await), [open.game]);
    assert_eq!(ids(&list(&server, "?state=live", None).await), [live]);
    let finished = list(&server, "?state=finished", None).await;
    assert_eq!(ids(&finished), [over]);
    assert_eq!(finished.games[0].outcome.expect("over").winner, Some(Text(Seat::North)));
    assert!(finished.games[0].ended_at >= Some(finished.games[0].created_at));
    assert_eq!(ids(&list(&server, &format!("?player={}", south.name), None).await), [live]);
    assert_eq!(ids(&list(&server, "?rules=ikibuguzo:second", None).await), [open.game]);
    assert_eq!(list(&server, "?rules=ikibuguzo", None).await.games.len(), 3);
}

#[tokio::test]
async fn private_games_are_listed_for_their_players_only() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "ikibuguzo:first", false).await;
    let stranger = server.http.create_guest().await;
    assert_eq!(list(&server, "", None).await.games.len(), 0);
    assert_eq!(list(&server, "", Some(&stranger)).await.games.len(), 0);
    assert_eq!(ids(&list(&server, "", Some(&south)).await), [game]);
    let shown: Snapshot =
        server.http.get(&format!("/api/games/{game}")).await.expect("the id opens the game");
    assert_eq!(shown.game, game);
}

#[tokio::test]
async fn a_finished_game_has_its_events_after_any_seq_and_its_record() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "ikibuguzo:second", true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_to_end();
    let (played, _) = tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
    let all = server.http.events(game, 0).await;
    assert_eq!(all.events, played.events);
    for since in 0..=all.head {
        let tail = server.http.events(game, since).await;
        assert_eq!(tail.events, all.events[usize::try_from(since).expect("small")..]);
    }
    let shown: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("the game");
    let view = shown.view.expect("a view");
    assert_eq!((view.state, view.outcome), (State::Finished, Some(played.outcome)));

    let record = server.http.send("GET", &format!("/api/games/{game}/record"), None, None).await;
    assert!(record.headers()["content-type"].to_str().expect("text").starts_with("text/plain"));
    let record = record.body();
    assert!(record.contains(&format!("[South \"{}\"]", south.name)), "{record}");
    assert!(record.contains("\n1. H h\n2. G g\n3. F f\n4. E e\n"), "{record}");
    let read = Record::read_all(record).expect("a record");
    let replayed = read[0].record.replay().expect("a game");
    assert_eq!(replayed.outcome().map(Into::into), Some(played.outcome));
    assert!(record.contains(&format!("[Reason \"{}\"]", played.outcome.reason.as_str())), "{record}");
}

#[tokio::test]
async fn a_token_identifies_its_player() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    let me: CurrentPlayer = server.http.call("GET", "/api/players/me", Some(&guest), None).await.expect("me");
    assert_eq!(me.name, guest.name);
    let problem = server.http.get::<CurrentPlayer>("/api/players/me").await.expect_err("a problem");
    assert_eq!(problem.code, ErrorCode::TokenRequired);
    let _: Problem = problem;
}

#[tokio::test]
async fn the_home_page_and_the_health_check_answer() {
    let server = TestServer::start().await;
    let page = server.http.send("GET", "/", None, None).await;
    assert!(page.status().is_success() && page.body().contains("ikibuguzo"));
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.body(), "ok\n");
}
