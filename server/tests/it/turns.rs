//! Lists say whose turn it is, and nothing that is hidden.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, GameId, GameList, GameSummary, NewGame, State, Text,
};
use ikibuguzo_testing::{HttpClient, TestServer, act, arrange, new_game, resign, start_game};

/// The first page of a list.
async fn list(http: &HttpClient, query: &str, viewer: Option<&Credentials>) -> Vec<GameSummary> {
    let path = format!("/api/games?{query}");
    let list: GameList = http.call("GET", &path, viewer, None).await.expect(query);
    list.games
}

/// The seat to move in the only game of a list, and whether the game waits for the viewer.
async fn turn(http: &HttpClient, viewer: Option<&Credentials>) -> (Option<Seat>, Option<bool>) {
    let games = list(http, "", viewer).await;
    assert_eq!(games.len(), 1);
    (games[0].to_move.map(|Text(seat)| seat), games[0].my_turn)
}

/// The list of one game as South, North, a stranger and a client without a token read it.
async fn turns(
    http: &HttpClient,
    [south, north]: &[Credentials; 2],
    stranger: &Credentials,
) -> (Option<Seat>, [Option<bool>; 2]) {
    let (to_move, _) = turn(http, None).await;
    assert_eq!(turn(http, None).await.1, None, "only players have turns");
    assert_eq!(turn(http, Some(stranger)).await, (to_move, None), "only players have turns");
    let south = turn(http, Some(south)).await;
    let north = turn(http, Some(north)).await;
    assert_eq!((south.0, north.0), (to_move, to_move), "everybody reads the same");
    (to_move, [south.1, north.1])
}

async fn send(http: &HttpClient, player: &Credentials, message: ClientMessage) {
    http.command(player, &message).await.expect("acknowledged");
}

#[tokio::test]
async fn lists_say_whose_turn_it_is_from_the_arrangement_to_the_end() {
    let server = TestServer::start().await;
    let http = &server.http;
    let [south, north, stranger] =
        [http.create_guest().await, http.create_guest().await, http.create_guest().await];
    let new = NewGame { public: true, ..new_game("ikibuguzo:choice", "none") };
    let game = http.create_game(&south, &new).await.expect("created").game;
    let players = [south, north];
    let turns = async || turns(http, &players, &stranger).await;
    let [south, north] = &players;
    assert_eq!(turns().await, (None, [None, None]), "a seat is free");
    http.join_game(north, game).await.expect("joined");
    assert_eq!(turns().await, (None, [Some(true), Some(true)]), "both arrange");
    send(http, south, arrange(game, Array::First)).await;
    assert_eq!(turns().await, (None, [Some(false), Some(true)]), "North arranges");
    send(http, north, arrange(game, Array::Second)).await;
    assert_eq!(turns().await, (Some(Seat::South), [Some(true), Some(false)]));
    send(http, south, act(game, 6, "N")).await;
    assert_eq!(turns().await, (Some(Seat::North), [Some(false), Some(true)]));
    send(http, north, resign(game)).await;
    assert_eq!(turns().await, (None, [None, None]), "the game is over");
}

#[tokio::test]
async fn a_list_says_the_same_whatever_the_opponent_has_arranged() {
    let mut lists = Vec::new();
    for array in [Array::First, Array::Second] {
        let server = TestServer::start().await;
        let (game, [south, north]) = start_game(&server.http, "ikibuguzo:choice", true).await;
        send(&server.http, &south, arrange(game, array)).await;
        let mut seen = list(&server.http, "", Some(&north)).await;
        seen.extend(list(&server.http, "", None).await);
        lists.push(seen.into_iter().map(|game| (game.state, game.to_move, game.my_turn)).collect::<Vec<_>>());
    }
    assert_eq!(lists[0], lists[1]);
    assert_eq!(lists[0], [(State::Arranging, None, Some(true)), (State::Arranging, None, None)]);
}

#[tokio::test]
async fn a_list_is_up_to_date_after_a_restart_and_a_move_over_another_server() {
    let here = TestServer::start().await;
    let (game, players) = start_game(&here.http, "kubuguza", true).await;
    assert_eq!(turn(&here.http, Some(&players[0])).await, (Some(Seat::South), Some(true)));
    let there = here.start_second().await;
    send(&there.http, &players[0], act(game, 4, "O")).await;
    assert_eq!(turn(&here.http, Some(&players[0])).await, (Some(Seat::North), Some(false)));
    assert_eq!(turn(&there.http, Some(&players[1])).await, (Some(Seat::North), Some(true)));
    let here = here.restart().await;
    assert_eq!(turn(&here.http, Some(&players[1])).await, (Some(Seat::North), Some(true)));
    send(&there.http, &players[1], act(game, 5, "o")).await;
    assert_eq!(turn(&here.http, None).await.0, Some(Seat::South));
}

#[tokio::test]
async fn my_turn_lists_the_live_games_that_wait_for_the_player() {
    let server = TestServer::start().await;
    let http = &server.http;
    let [me, opponent] = [http.create_guest().await, http.create_guest().await];
    let mut games = Vec::new();
    for (rules, public) in
        [("kubuguza", true), ("azigo", false), ("njombwa:8", true), ("ikibuguzo:choice", true)]
    {
        let new = NewGame { public, ..new_game(rules, "none") };
        let game = http.create_game(&me, &new).await.expect("created").game;
        http.join_game(&opponent, game).await.expect("joined");
        games.push(game);
    }
    let [kubuguza, azigo, njombwa, ikibuguzo] = games[..] else { panic!("four games") };
    http.create_game(&me, &new_game("kubuguza", "none")).await.expect("an open game");
    start_game(http, "kubuguza", true).await;
    send(http, &me, act(kubuguza, 4, "O")).await;
    send(http, &me, resign(njombwa)).await;
    let waiting = async |player: &Credentials, query: &str| -> Vec<GameId> {
        let games = list(http, &format!("my_turn=true{query}"), Some(player)).await;
        assert!(games.iter().all(|game| game.my_turn == Some(true)));
        games.iter().map(|game| game.game).collect()
    };
    assert_eq!(waiting(&me, "").await, [ikibuguzo, azigo]);
    assert_eq!(waiting(&me, "&order=oldest&state=live").await, [azigo, ikibuguzo]);
    assert_eq!(waiting(&me, "&rules=azigo").await, [azigo]);
    assert_eq!(waiting(&opponent, "").await, [ikibuguzo, kubuguza]);
    let south = format!("&south={}", opponent.name);
    assert_eq!(waiting(&opponent, &south).await, [], "North waits");
    assert_eq!(list(http, "my_turn=false", Some(&me)).await.len(), 6, "no filter");
}

#[tokio::test]
async fn my_turn_needs_a_token_and_live_games() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let refusal = async |query: &str, viewer: Option<&Credentials>| {
        let path = format!("/api/games?my_turn=true{query}");
        server.http.call::<GameList>("GET", &path, viewer, None).await.expect_err(query).code
    };
    assert_eq!(refusal("", None).await, ErrorCode::TokenRequired);
    for query in ["&state=finished", "&state=open", "&order=ended", "&count=true"] {
        assert_eq!(refusal(query, Some(&me)).await, ErrorCode::BadQuery, "{query}");
    }
    let export = server.http.get::<GameList>("/api/export?my_turn=true").await;
    assert_eq!(export.expect_err("an export has no turns").code, ErrorCode::BadQuery);
}

#[tokio::test]
async fn games_are_listed_by_their_ids_in_the_order_of_the_request() {
    let server = TestServer::start().await;
    let http = &server.http;
    let (public, [south, _]) = start_game(http, "kubuguza", true).await;
    let (private, [_, north]) = start_game(http, "azigo", false).await;
    let (finished, [winner, _]) = start_game(http, "njombwa:8", true).await;
    send(http, &winner, resign(finished)).await;
    let unknown = "000000000000";
    let ids = format!("ids={private},{unknown},{finished},{public},{private}");
    for (viewer, turns) in [
        (None, [None; 3]),
        (Some(&south), [None, None, Some(true)]),
        (Some(&north), [Some(false), None, None]),
    ] {
        let games = list(http, &ids, viewer).await;
        assert_eq!(games.iter().map(|game| game.game).collect::<Vec<_>>(), [private, finished, public]);
        assert_eq!(games.iter().map(|game| game.my_turn).collect::<Vec<_>>(), turns);
        let to_move = games.iter().map(|game| game.to_move);
        assert_eq!(to_move.collect::<Vec<_>>(), [Some(Text(Seat::South)), None, Some(Text(Seat::South))]);
    }
    assert_eq!(list(http, &format!("ids={unknown}"), None).await, []);
}

#[tokio::test]
async fn ids_are_refused_with_other_parameters_and_if_there_are_too_many() {
    let server = TestServer::start().await;
    let too_many = vec!["000000000000"; 51].join(",");
    for query in ["", "xyz", "000000000000,", "000000000000&limit=1", "000000000000&state=live", &too_many] {
        let refused = server.http.get::<GameList>(&format!("/api/games?ids={query}")).await;
        assert_eq!(refused.expect_err(query).code, ErrorCode::BadQuery, "{query}");
    }
    let export = server.http.get::<GameList>("/api/export?ids=000000000000").await;
    assert_eq!(export.expect_err("an export is a search").code, ErrorCode::BadQuery);
}
