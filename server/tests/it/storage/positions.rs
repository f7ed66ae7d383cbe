//! The position book: finished games that reached a position, and their results.

use std::collections::BTreeMap;

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ActionStats, Credentials, ErrorCode, GameAtPosition, GameId, PlyView, PositionBook, Problem, Text,
};
use ikibuguzo_testing::{Bot, TestServer, act, eventually, resign, start_game};

async fn try_book(
    server: &TestServer,
    query: &str,
    viewer: Option<&Credentials>,
) -> Result<PositionBook, Problem> {
    server.http.call("GET", &format!("/api/positions?{query}"), viewer, None).await
}

async fn book(server: &TestServer, query: &str) -> PositionBook {
    try_book(server, query, None).await.expect("a book")
}

/// Plays these moves, South first; then South resigns.
async fn play(server: &TestServer, actions: &[&str], public: bool) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game(&server.http, "kubuguza", public).await;
    let mut clients = [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
    for (ply, action) in (0..).zip(actions) {
        let act = act(game, 4 + ply, action);
        clients[(ply % 2) as usize].command(&act).await.expect("acted");
    }
    clients[0].command(&resign(game)).await.expect("resigned");
    (game, players)
}

/// The book of a position once this many games that reached it are indexed.
async fn book_of(server: &TestServer, query: &str, games: u64) -> PositionBook {
    let is_indexed =
        async || book(server, query).await.played.iter().map(ActionStats::games).sum::<u64>() >= games;
    eventually("the indexing of the games", is_indexed).await;
    // Games are counted before they are listed, so the list is complete now.
    book(server, query).await
}

/// The book of a position once it lists a game.
async fn book_with(server: &TestServer, query: &str, game: GameId) -> (PositionBook, GameAtPosition) {
    let mut found = None;
    let is_listed = async || {
        let book = book(server, query).await;
        let reached = book.games.iter().find(|reached| reached.game == game).cloned();
        found = reached.map(|reached| (book, reached));
        found.is_some()
    };
    eventually("the indexing of the game", is_listed).await;
    found.expect("a listed game")
}

fn encode(position: &str) -> String {
    position.replace(' ', "%20")
}

const START: &str =
    "kubuguza 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 - south due/due -";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_is_found_by_key_by_text_and_by_game() {
    let server = TestServer::start().await;
    let (first, _) = play(&server, &["O", "o"], true).await;
    let (second, _) = play(&server, &["O", "n"], true).await;
    let (third, _) = play(&server, &["N"], true).await;
    let start = format!("position={}", encode(START));
    let by_text = book_of(&server, &start, 3).await;
    assert_eq!(by_text.position.as_deref(), Some(START));
    assert_eq!(by_text.key.to_string(), "ce761e56b55f9468");
    let played: Vec<_> = by_text
        .played
        .iter()
        .map(|played| (played.action.expect("an action").to_string(), played.north, played.games()))
        .collect();
    assert_eq!(played, [("O".to_owned(), 2, 2), ("N".to_owned(), 1, 1)]);
    let games: Vec<_> = by_text.games.iter().map(|reached| (reached.game, reached.ply)).collect();
    assert_eq!(games, [(third, 0), (second, 0), (first, 0)]);
    assert_eq!(by_text.games[0].outcome.winner, Some(Text(Seat::North)));

    assert_eq!(book(&server, "key=ce761e56b55f9468").await, by_text);
    assert_eq!(book(&server, &format!("game={first}&ply=0")).await, by_text);
    assert_eq!(book(&server, &format!("{start}%200%200%20-")).await, by_text);
    let after = book(&server, &format!("game={first}&ply=1")).await;
    assert_eq!(after.games.iter().map(|reached| reached.game).collect::<Vec<_>>(), [second, first]);
    let end = book(&server, &format!("game={third}")).await;
    assert_eq!((end.played.len(), end.played[0].action, end.games[0].action), (1, None, None));

    let mut listed = Vec::new();
    let mut query = format!("{start}&limit=1");
    while let PositionBook { games, next: Some(next), .. } = book(&server, &query).await {
        listed.extend(games.iter().map(|reached| reached.game));
        query = format!("{start}&limit=1&cursor={next}");
    }
    listed.extend(book(&server, &query).await.games.iter().map(|reached| reached.game));
    assert_eq!(listed, [third, second, first]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_game_cannot_be_followed_through_the_position_book() {
    let server = TestServer::start().await;
    let (first, _) = play(&server, &["O", "o"], true).await;
    let start = format!("position={}", encode(START));
    book_of(&server, &start, 1).await;
    // A private game that leaves the public one after two actions.
    let (private, [south, _]) = play(&server, &["O", "o", "L"], false).await;
    let queries: Vec<String> = (0..=2).map(|ply| format!("game={first}&ply={ply}")).collect();
    let keys = async || {
        let mut texts = Vec::new();
        for query in &queries {
            let answer = server.http.send("GET", &format!("/api/positions?{query}"), None, None).await;
            let PositionBook { key, .. } = serde_json::from_str(answer.body()).expect("a book");
            texts.push(answer.into_body());
            let by_key = server.http.send("GET", &format!("/api/positions?key={key}"), None, None).await;
            texts.push(by_key.into_body());
        }
        texts
    };
    let before = keys().await;
    // What ended later is indexed, so the private game was passed over.
    let (later, _) = play(&server, &["N"], true).await;
    let (all, _) = book_with(&server, &start, later).await;
    assert_eq!(all.games.iter().map(|reached| reached.game).collect::<Vec<_>>(), [later, first]);
    assert_eq!(keys().await[2..], before[2..], "byte for byte as without the private game");
    let own = try_book(&server, &start, Some(&south)).await.expect("a book");
    assert_eq!(own, all, "nor is it listed for its players");
    let reached = book(&server, &format!("game={private}")).await;
    assert_eq!((reached.played.len(), reached.games.len(), reached.next), (0, 0, None));
    let page = book(&server, &format!("{start}&limit=1")).await;
    assert_eq!(page.next.as_deref(), Some("2"), "it is not in the index");
}

/// Plays a random game to its end, and returns the number of its plies.
async fn play_to_end(server: &TestServer, rules: &str, seeds: [u64; 2]) -> (GameId, u32) {
    let (game, players) = start_game(&server.http, rules, true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_to_end();
    tokio::join!(bot(Seat::South, &players[0], seeds[0]), bot(Seat::North, &players[1], seeds[1]));
    let last: PlyView = server.http.get(&format!("/api/games/{game}/plies/last")).await.expect("a ply");
    (game, last.plies)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_position_index_equals_the_games_and_continues_after_a_restart() {
    let mut server = TestServer::start().await;
    let mut rng = Rng::with_seed(82);
    let mut expected = BTreeMap::new();
    for round in 0..2 {
        let games = ["ikibuguzo:choice", "azigo", "njombwa:8"]
            .map(|rules| Box::pin(play_to_end(&server, rules, [rng.u64(..), rng.u64(..)])));
        expected.extend(join_all(games).await);
        if round == 0 {
            server = server.restart().await;
        }
    }
    for (game, plies) in expected {
        for ply in (0..=plies).step_by(7).chain([plies]) {
            let query = format!("game={game}&ply={ply}&limit=100");
            let (book, reached) = book_with(&server, &query, game).await;
            assert!(reached.ply <= ply);
            assert_eq!(reached.action.is_none(), reached.ply == plies, "{game} {ply}");
            assert!(book.played.iter().any(|played| played.action == reached.action));
        }
    }
}

#[tokio::test]
async fn a_position_query_takes_one_kind_of_key_and_refuses_concealed_stores() {
    let server = TestServer::start().await;
    let unknown = book(&server, "key=0000000000000000").await;
    assert_eq!((unknown.position, unknown.games.len(), unknown.next), (None, 0, None));
    let (game, _) = start_game(&server.http, "azigo", true).await;
    let bad = [
        (String::new(), ErrorCode::BadQuery),
        ("key=12".to_owned(), ErrorCode::BadQuery),
        ("ply=3".to_owned(), ErrorCode::BadQuery),
        (format!("key=0000000000000000&game={game}"), ErrorCode::BadQuery),
        ("position=kubuguza".to_owned(), ErrorCode::BadQuery),
        (format!("position={}", encode(&START.replace("south", "east"))), ErrorCode::BadQuery),
        (format!("game={game}&ply=0"), ErrorCode::GameNotOver),
        ("game=000000000000".to_owned(), ErrorCode::UnknownGame),
    ];
    for (query, code) in bad {
        assert_eq!(try_book(&server, &query, None).await.expect_err(&query).code, code, "{query}");
    }
    let (live, _) = start_game(&server.http, "kubuguza", true).await;
    assert_eq!(book(&server, &format!("game={live}")).await.position.as_deref(), Some(START));
    assert_eq!(
        try_book(&server, &format!("game={live}&ply=1"), None).await.expect_err("no ply").code,
        ErrorCode::UnknownPly
    );
}
