//! The search, and lists that are paged while games change.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    Claim, ClientMessage, Credentials, ErrorCode, FirstTurn, GameCount, GameId, GameList, NewGame,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    HttpClient, TestServer, act, arrange, command_id, new_game, resign, start_game, start_game_with,
};

async fn list(http: &HttpClient, query: &str) -> GameList {
    http.get(&format!("/api/games?{query}")).await.unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

async fn search(http: &HttpClient, query: &str) -> Vec<GameId> {
    list(http, query).await.games.iter().map(|game| game.game).collect()
}

async fn search_refusal(http: &HttpClient, query: &str) -> ErrorCode {
    http.get::<GameList>(&format!("/api/games?{query}")).await.expect_err(query).code
}

async fn send(http: &HttpClient, player: &Credentials, message: &ClientMessage) {
    http.command(player, message).await.expect("acknowledged");
}

async fn play(http: &HttpClient, game: GameId, actions: &[(&Credentials, &str)]) {
    let mut after = http.events(game, 0).await.head;
    for (player, action) in actions {
        let act = act(game, after, action);
        after = http.command(player, &act).await.expect("acknowledged");
    }
}

/// Four games that differ in everything that a search filters by.
struct History {
    server: TestServer,
    /// Ikibuguzo, first array against second, won by North after two turns.
    arranged: GameId,
    /// Kubuguza, drawn after one turn.
    drawn: GameId,
    /// Azigo, aborted.
    aborted: GameId,
    /// Njombwa, live.
    live: GameId,
    /// The player who sits South in the first two games and North in the other two.
    south: Credentials,
    /// The opponent in the first game.
    north: Credentials,
}

impl History {
    async fn new() -> Self {
        let limits = Limits { absence: Duration::ZERO, ..Limits::default() };
        let server = TestServer::start_with(limits).await;
        let http = &server.http;
        let [south, north, other] =
            [http.create_guest().await, http.create_guest().await, http.create_guest().await];
        let game = async |south: &Credentials, north: &Credentials, rules: &str| {
            let new = NewGame { public: true, ..new_game(rules, "none") };
            let game = http.create_game(south, &new).await.expect("created").game;
            http.join_game(north, game).await.expect("joined");
            game
        };
        let arranged = game(&south, &north, "ikibuguzo:choice").await;
        for (player, array) in [(&south, Array::First), (&north, Array::Second)] {
            let arrange = arrange(arranged, array);
            send(http, player, &arrange).await;
        }
        play(http, arranged, &[(&south, "N"), (&north, "h")]).await;
        send(http, &south, &resign(arranged)).await;
        let drawn = game(&south, &other, "kubuguza").await;
        play(http, drawn, &[(&south, "O")]).await;
        send(http, &south, &ClientMessage::OfferDraw { game: drawn, id: command_id() }).await;
        send(http, &other, &ClientMessage::OfferDraw { game: drawn, id: command_id() }).await;
        let aborted = game(&other, &south, "azigo").await;
        // No player has a socket, so the other seat is absent from the beginning.
        send(http, &south, &ClientMessage::Claim { game: aborted, id: command_id(), claim: Claim::Abort })
            .await;
        let live = game(&other, &south, "njombwa:9").await;
        Self { server, arranged, drawn, aborted, live, south, north }
    }
}

#[tokio::test]
async fn every_filter_finds_exactly_its_games() {
    let History { server, arranged, drawn, aborted, live, south, north } = History::new().await;
    let http = &server.http;
    let all = list(&server.http, "order=oldest").await.games;
    let began = all.iter().map(|game| game.created_at).collect::<Vec<_>>();
    let south = south.name.as_str();
    let north = north.name.as_str();
    let player = |rest: &str| format!("player={south}{rest}");
    #[rustfmt::skip]
    let cases: &[(String, &[GameId])] = &[
        (String::new(), &[live, aborted, drawn, arranged]),
        ("order=newest".to_owned(), &[live, aborted, drawn, arranged]),
        ("order=oldest".to_owned(), &[arranged, drawn, aborted, live]),
        ("rules=ikibuguzo".to_owned(), &[arranged]),
        ("rules=njombwa:9".to_owned(), &[live]),
        ("rules=njombwa:8".to_owned(), &[]),
        ("result=north".to_owned(), &[arranged]),
        ("result=south".to_owned(), &[]),
        ("result=draw".to_owned(), &[drawn]),
        ("result=none".to_owned(), &[aborted]),
        ("reason=agreement".to_owned(), &[drawn]),
        ("reason=aborted&order=oldest".to_owned(), &[aborted]),
        ("state=live".to_owned(), &[live]),
        ("state=open".to_owned(), &[]),
        ("state=finished".to_owned(), &[aborted, drawn, arranged]),
        ("state=finished&result=draw&rules=kubuguza&reason=agreement".to_owned(), &[drawn]),
        ("rules=kubuguza&result=north".to_owned(), &[]),
        ("arrays=first-second".to_owned(), &[arranged]),
        ("arrays=second-first".to_owned(), &[]),
        ("rules=ikibuguzo&min_turns=2&max_turns=2".to_owned(), &[arranged]),
        ("rules=ikibuguzo&min_turns=3".to_owned(), &[]),
        ("rules=kubuguza&max_turns=1".to_owned(), &[drawn]),
        (player(""), &[live, aborted, drawn, arranged]),
        (player("&max_turns=1"), &[aborted, drawn]),
        (player("&result=draw"), &[drawn]),
        (player("&state=live&order=oldest"), &[live]),
        (player(&format!("&opponent={north}")), &[arranged]),
        (format!("player={north}&opponent={south}"), &[arranged]),
        (format!("player={north}&opponent={north}"), &[]),
        (format!("south={south}"), &[drawn, arranged]),
        (format!("north={south}"), &[live, aborted]),
        (format!("south={south}&north={north}"), &[arranged]),
        (format!("south={north}&north={south}"), &[]),
        ("player=nobody-at-all".to_owned(), &[]),
        (format!("from={}", began[1]), &[live, aborted, drawn]),
        (format!("until={}", began[1]), &[arranged]),
        (format!("from={}&until={}&order=oldest", began[1], began[3]), &[drawn, aborted]),
        ("from=2026-01-01&until=2100-01-01T00:00:00Z".to_owned(), &[live, aborted, drawn, arranged]),
        ("until=2020-01-01".to_owned(), &[]),
    ];
    for (query, expected) in cases {
        assert_eq!(search(http, query).await, *expected, "{query}");
        let count = list(http, &format!("{query}&count=true&limit=1")).await.count;
        let games = expected.len() as u64;
        assert_eq!(count, Some(GameCount { games, exact: true }), "{query}");
    }
    let summary = &all[0];
    assert_eq!(summary.turns, Some(2));
    let arrays = summary.arrays.expect("revealed");
    assert_eq!((*arrays.south, *arrays.north), (Array::First, Array::Second));
    assert_eq!((all[3].turns, all[3].arrays), (None, None));
}

#[tokio::test]
async fn too_broad_and_malformed_searches_are_refused() {
    let server = TestServer::start().await;
    let http = &server.http;
    assert_eq!(search_refusal(http, "min_turns=3").await, ErrorCode::TooBroad);
    assert_eq!(search_refusal(http, "max_turns=3&state=finished").await, ErrorCode::TooBroad);
    for query in [
        "opponent=inka-1",
        "player=inka-1&south=inka-2",
        "arrays=first",
        "arrays=first-second&rules=kubuguza",
        "rules=chess",
        "result=win",
        "reason=bored",
        "order=random",
        "from=yesterday",
        "count=perhaps",
        "min_turns=-1",
        "cursor=1795246064657.05cdv44x7ekv",
        "colour=red",
    ] {
        assert_eq!(search_refusal(http, query).await, ErrorCode::BadQuery, "{query}");
    }
}

#[tokio::test]
async fn a_cursor_is_refused_for_another_search_or_order() {
    let server = TestServer::start().await;
    for _ in 0..3 {
        start_game(&server.http, "kubuguza", true).await;
    }
    let next = list(&server.http, "rules=kubuguza&limit=1").await.next.expect("there are more");
    let rest = search(&server.http, &format!("rules=kubuguza&limit=9&cursor={next}")).await;
    assert_eq!(rest.len(), 2, "the page length is no part of the search");
    for query in ["", "rules=kubuguza&order=oldest&", "rules=azigo&", "rules=kubuguza&state=live&"] {
        let code = search_refusal(&server.http, &format!("{query}cursor={next}")).await;
        assert_eq!(code, ErrorCode::WrongCursor, "{query}");
    }
}

#[tokio::test]
async fn private_games_are_found_by_their_players_only() {
    let server = TestServer::start().await;
    let http = &server.http;
    let (private, [south, north]) = start_game(http, "kubuguza", false).await;
    let new = NewGame { starts: FirstTurn::Opponent, public: true, ..new_game("kubuguza", "none") };
    let public = http.create_game(&south, &new).await.expect("created").game;
    http.join_game(&north, public).await.expect("joined");
    let stranger = http.create_guest().await;
    let one = south.name.as_str();
    let other = north.name.as_str();
    for query in [
        String::new(),
        "rules=kubuguza".to_owned(),
        "state=live&order=oldest".to_owned(),
        format!("player={one}"),
        format!("player={other}&opponent={one}"),
        format!("player={one}&state=live"),
    ] {
        let path = format!("/api/games?{query}");
        for (viewer, sees_all) in
            [(None, false), (Some(&stranger), false), (Some(&south), true), (Some(&north), true)]
        {
            let list: GameList = http.call("GET", &path, viewer, None).await.expect("a list");
            let games: BTreeSet<GameId> = list.games.iter().map(|game| game.game).collect();
            assert_eq!(list.games.len(), games.len(), "none twice: {query}");
            let expected =
                if sees_all { BTreeSet::from([private, public]) } else { BTreeSet::from([public]) };
            assert_eq!(games, expected, "{query} as {viewer:?}");
        }
    }
    let seats = format!("/api/games?south={one}");
    let list: GameList = http.call("GET", &seats, Some(&north), None).await.expect("a list");
    assert_eq!(list.games.iter().map(|game| game.game).collect::<Vec<_>>(), [private]);
}

/// Reads a list page by page. `between` runs between the pages.
async fn read_all(http: &HttpClient, query: &str, mut between: impl AsyncFnMut()) -> HashMap<GameId, u32> {
    let mut seen = HashMap::new();
    let mut cursor = String::new();
    loop {
        let page = list(http, &format!("{query}{cursor}")).await;
        page.games.iter().for_each(|game| *seen.entry(game.game).or_insert(0) += 1);
        match page.next {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return seen,
        }
        between().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paged_list_shows_every_game_once_while_games_change() {
    let server = TestServer::start().await;
    let http = server.http.clone();
    let mut rng = Rng::with_seed(17);
    for round in 0..4 {
        let mut live = Vec::new();
        for _ in 0..rng.usize(5..12) {
            live.push(start_game(&http, "kubuguza", true).await);
        }
        let existing: BTreeSet<GameId> = live.iter().map(|(game, _)| *game).collect();
        let query = format!("order={}&limit={}", ["newest", "oldest"][round % 2], rng.u32(2..5));
        let seen = read_all(&http, &query, async || {
            // Fewer than a page holds, so that the reader comes to an end.
            if rng.bool() {
                live.push(start_game(&http, "kubuguza", true).await);
            }
            if rng.bool() && !live.is_empty() {
                let (game, [south, _]) = live.swap_remove(rng.usize(..live.len()));
                send(&http, &south, &resign(game)).await;
            }
        });
        let seen = seen.await;
        assert!(seen.values().all(|times| *times == 1), "round {round}: {seen:?}");
        assert!(existing.iter().all(|game| seen.contains_key(game)), "round {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_of_the_oldest_first_list_misses_no_new_game() {
    let limits = Limits { open_games_per_player: 40, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let http = server.http.clone();
    let creating = {
        let http = http.clone();
        tokio::spawn(async move {
            let players = [
                http.create_guest().await,
                http.create_guest().await,
                http.create_guest().await,
                http.create_guest().await,
            ];
            let create = async |player: &Credentials| {
                let mut created = Vec::new();
                for _ in 0..40 {
                    let new = NewGame { public: true, ..new_game("azigo", "none") };
                    created.push(http.create_game(player, &new).await.expect("created").game);
                }
                created
            };
            let [one, two, three, four] = &players;
            let made = tokio::join!(create(one), create(two), create(three), create(four));
            [made.0, made.1, made.2, made.3].concat()
        })
    };
    // One reader follows the growing list page by page and never goes back.
    let mut seen = Vec::new();
    let mut cursor = String::new();
    let made = loop {
        let done = creating.is_finished();
        let page = list(&http, &format!("order=oldest&limit=2{cursor}")).await;
        match page.next {
            Some(next) => {
                seen.extend(page.games.iter().map(|game| game.game));
                cursor = format!("&cursor={next}");
            }
            // The end of the list so far: the same page is read again.
            None if done => {
                seen.extend(page.games.iter().map(|game| game.game));
                break creating.await.expect("created");
            }
            None => {}
        }
    };
    let listed = search(&http, "order=oldest&limit=200").await;
    assert_eq!(listed.len(), made.len());
    assert_eq!(seen, listed, "each once, in order");
}

#[tokio::test]
async fn a_game_is_found_by_its_arrays_only_after_the_reveal() {
    let server = TestServer::start().await;
    let new = NewGame { public: true, ..new_game("ikibuguzo:choice", "none") };
    let (game, [south, north]) = start_game_with(&server.http, new).await;
    let arrange = |array| arrange(game, array);
    send(&server.http, &south, &arrange(Array::Second)).await;
    for arrays in ["first-first", "first-second", "second-first", "second-second"] {
        assert_eq!(search(&server.http, &format!("arrays={arrays}")).await, [], "{arrays} is sealed");
    }
    let listed = list(&server.http, "").await;
    assert_eq!(listed.games[0].arrays, None);
    send(&server.http, &north, &arrange(Array::First)).await;
    assert_eq!(search(&server.http, "arrays=second-first").await, [game]);
    assert_eq!(server.http.events(game, 0).await.role.seat(), None::<Seat>);
}
