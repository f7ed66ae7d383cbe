//! Every game ever played can be asked for over HTTP.

use ikibuguzo_engine::{Record, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, GameId, GameList, Me, NewGame, Problem, Snapshot, Starts, State,
    Text,
};

use crate::support::{Bot, TestServer, command_id, new_game, seated_pair};

async fn list(server: &TestServer, query: &str, viewer: Option<&Credentials>) -> GameList {
    server.http.ask("GET", &format!("/api/games{query}"), viewer, None).await.expect("a list")
}

fn ids(list: &GameList) -> Vec<GameId> {
    list.games.iter().map(|game| game.game).collect()
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_while_games_are_added() {
    let server = TestServer::start().await;
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(seated_pair(&server.http, "ikibuguzo:first", true).await.0);
    }
    let (mut seen, mut query) = (Vec::new(), "?limit=3".to_owned());
    loop {
        let page = list(&server, &query, None).await;
        seen.extend(ids(&page));
        seated_pair(&server.http, "ikibuguzo:first", true).await;
        match page.next {
            Some(next) => query = format!("?limit=3&cursor={next}"),
            None => break,
        }
    }
    made.reverse();
    seen.sort();
    made.sort();
    assert_eq!(seen, made, "the games that were there, each once");
}

#[tokio::test]
async fn lists_filter_by_state_player_and_rules() {
    let server = TestServer::start().await;
    let lone = server.http.guest().await;
    let new = NewGame { starts: Starts::Opponent, public: true, ..new_game("ikibuguzo:second", "none") };
    let open = server.http.create(&lone, &new).await.expect("created");
    assert_eq!(*open.seat, Seat::North);
    let (live, [south, _]) = seated_pair(&server.http, "ikibuguzo:choice", true).await;
    let (over, [loser, _]) = seated_pair(&server.http, "ikibuguzo:first", true).await;
    server
        .client(Some(&loser))
        .await
        .command(&ClientMessage::Resign { game: over, id: command_id() })
        .await
        .expect("over");

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
async fn games_by_invitation_are_listed_for_their_players_only() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seated_pair(&server.http, "ikibuguzo:first", false).await;
    let stranger = server.http.guest().await;
    assert_eq!(list(&server, "", None).await.games.len(), 0);
    assert_eq!(list(&server, "", Some(&stranger)).await.games.len(), 0);
    assert_eq!(ids(&list(&server, "", Some(&south)).await), [game]);
    let shown: Snapshot =
        server.http.get(&format!("/api/games/{game}")).await.expect("who knows the id may look");
    assert_eq!(shown.game, game);
}

#[tokio::test]
async fn a_finished_game_tells_its_events_from_anywhere_and_its_record() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seated_pair(&server.http, "ikibuguzo:second", true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).run();
    let (ending, _) = tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
    let all = server.http.events(game, 0).await;
    assert_eq!(all.events, ending.events);
    for since in 0..=all.head {
        let tail = server.http.events(game, since).await;
        assert_eq!(tail.events, all.events[usize::try_from(since).expect("small")..]);
    }
    let shown: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("the game");
    let view = shown.view.expect("a view");
    assert_eq!((view.state, view.outcome), (State::Finished, Some(ending.outcome)));

    let record = server.http.send("GET", &format!("/api/games/{game}/record"), None, None).await;
    assert!(record.headers()["content-type"].to_str().expect("text").starts_with("text/plain"));
    let record = record.body();
    assert!(record.contains(&format!("[South \"{}\"]", south.name)), "{record}");
    assert!(record.contains("\n1. H h\n2. G g\n3. F f\n4. E e\n"), "{record}");
    let read = Record::read_all(record).expect("a record");
    let replayed = read[0].record.replay().expect("a game");
    assert_eq!(replayed.outcome().map(Into::into), Some(ending.outcome));
    assert!(record.contains(&format!("[Reason \"{}\"]", ending.outcome.reason.as_str())), "{record}");
}

#[tokio::test]
async fn a_token_tells_who_one_is() {
    let server = TestServer::start().await;
    let guest = server.http.guest().await;
    let me: Me = server.http.ask("GET", "/api/players/me", Some(&guest), None).await.expect("me");
    assert_eq!(me.name, guest.name);
    let nobody = server.http.get::<Me>("/api/players/me").await.expect_err("a problem");
    assert_eq!(nobody.code, ErrorCode::TokenRequired);
    let _: Problem = nobody;
}

#[tokio::test]
async fn the_page_and_the_health_answer() {
    let server = TestServer::start().await;
    let page = server.http.send("GET", "/", None, None).await;
    assert!(page.status().is_success() && page.body().contains("ikibuguzo"));
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.body(), "ok\n");
}
