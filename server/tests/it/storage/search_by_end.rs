//! Lists of finished games in the order of their ends.

use ikibuguzo_protocol::{Credentials, ErrorCode, GameId, GameList, NewGame};
use ikibuguzo_testing::{HttpClient, TestServer, eventually, machine_time, new_game, resign};

async fn page(http: &HttpClient, query: &str, viewer: Option<&Credentials>) -> GameList {
    let path = format!("/api/games?order=ended{query}");
    http.call("GET", &path, viewer, None).await.expect(query)
}

async fn list(http: &HttpClient, query: &str, viewer: Option<&Credentials>) -> Vec<GameId> {
    page(http, query, viewer).await.games.iter().map(|game| game.game).collect()
}

/// A live game of two players.
async fn start(http: &HttpClient, [south, north]: &[Credentials; 2], rules: &str, public: bool) -> GameId {
    let new = NewGame { public, ..new_game(rules, "none") };
    let game = http.create_game(south, &new).await.expect("created").game;
    http.join_game(north, game).await.expect("joined");
    game
}

/// Ends a game: its South resigns. The next one ends in a later millisecond.
async fn end(http: &HttpClient, [south, _]: &[Credentials; 2], game: GameId) {
    http.command(south, &resign(game)).await.expect("resigned");
    let resigned_at = machine_time();
    eventually("another millisecond", async || machine_time() > resigned_at).await;
}

#[tokio::test]
async fn finished_games_are_listed_by_their_end_with_every_filter() {
    let server = TestServer::start().await;
    let http = &server.http;
    let players = [http.create_guest().await, http.create_guest().await];
    let other = http.create_guest().await;
    let first = start(http, &players, "kubuguza", true).await;
    let private = start(http, &players, "azigo", false).await;
    let swapped = [players[1].clone(), other.clone()];
    let second = start(http, &swapped, "njombwa:8", true).await;
    start(http, &players, "kubuguza", true).await;
    end(http, &swapped, second).await;
    end(http, &players, private).await;
    end(http, &players, first).await;
    let [south, north] = [&players[0].name, &players[1].name];
    #[rustfmt::skip]
    let cases: &[(String, &[GameId])] = &[
        (String::new(), &[first, second]),
        ("&state=finished&count=true".to_owned(), &[first, second]),
        ("&rules=njombwa:8".to_owned(), &[second]),
        ("&rules=kubuguza&result=north&reason=resignation".to_owned(), &[first]),
        ("&result=south".to_owned(), &[]),
        (format!("&player={north}"), &[first, second]),
        (format!("&player={north}&opponent={south}"), &[first]),
        (format!("&south={north}"), &[second]),
        ("&from=2026-01-01".to_owned(), &[first, second]),
        ("&until=2020-01-01".to_owned(), &[]),
        ("&rules=kubuguza&max_turns=0".to_owned(), &[first]),
    ];
    for (query, expected) in cases {
        assert_eq!(list(http, query, None).await, *expected, "{query}");
    }
    assert_eq!(list(http, "", Some(&players[0])).await, [first, private, second], "with the player's own");
    let count = page(http, "&count=true&limit=1", None).await.count.expect("a count");
    assert_eq!((count.games, count.exact), (2, true));
}

#[tokio::test]
async fn a_list_by_end_takes_no_live_games_and_its_own_cursors_only() {
    let server = TestServer::start().await;
    let http = &server.http;
    let players = [http.create_guest().await, http.create_guest().await];
    for _ in 0..2 {
        let game = start(http, &players, "kubuguza", true).await;
        end(http, &players, game).await;
    }
    let refusal =
        async |query: &str| http.get::<GameList>(&format!("/api/games?{query}")).await.expect_err(query).code;
    for query in ["order=ended&state=live", "order=ended&state=open"] {
        assert_eq!(refusal(query).await, ErrorCode::BadQuery, "{query}");
    }
    assert_eq!(refusal("order=ended&min_turns=3").await, ErrorCode::TooBroad);
    let next = page(http, "&limit=1", None).await.next.expect("another page");
    for query in ["", "state=finished&", "order=oldest&", "order=ended&rules=azigo&"] {
        assert_eq!(refusal(&format!("{query}cursor={next}")).await, ErrorCode::WrongCursor, "{query}");
    }
    assert_eq!(list(http, &format!("&state=finished&cursor={next}"), None).await.len(), 1, "the same list");
}

#[tokio::test]
async fn a_list_by_end_shows_every_game_once_while_games_end() {
    let server = TestServer::start().await;
    let http = &server.http;
    let players = [http.create_guest().await, http.create_guest().await];
    let mut live = Vec::new();
    for _ in 0..24 {
        live.push(start(http, &players, "kubuguza", true).await);
    }
    let mut ended = Vec::new();
    let mut rng = fastrand::Rng::with_seed(17);
    for _ in 0..10 {
        let game = live.swap_remove(rng.usize(..live.len()));
        end(http, &players, game).await;
        ended.insert(0, game);
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = page(http, &format!("&limit=3{cursor}"), None).await;
        seen.extend(page.games.iter().map(|game| game.game));
        let game = live.pop().expect("more live games than pages");
        end(http, &players, game).await;
        match page.next {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen, ended, "each once, the last one first, and none that ended later");
}
