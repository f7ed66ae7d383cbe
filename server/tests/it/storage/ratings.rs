//! Rated games: who may play them, and how they change ratings, once each.

use ikibuguzo_protocol::{
    Credentials, ErrorCode, EventKind, GameId, GameList, GameRatings, Leaderboard, NewGame, Problem, Profile,
    RatingHistory, SeatRating, Seats, Text,
};
use ikibuguzo_store::{RatingRebuild, Store, copy};
use ikibuguzo_testing::{TestDatabase, TestServer, eventually, new_game, resign};

/// A public rated game with a clock.
fn rated_game() -> NewGame {
    NewGame { public: true, rated: true, ..new_game("kubuguza", "fischer:300+5") }
}

/// Plays a rated game that North wins.
pub(super) async fn lose(server: &TestServer, south: &Credentials, north: &Credentials) -> GameId {
    let game = server.http.create_game(south, &rated_game()).await.expect("a game").game;
    server.http.join_game(north, game).await.expect("a seat");
    server.command(south, &resign(game)).await.expect("resigned");
    game
}

async fn profile(server: &TestServer, player: &Credentials) -> Profile {
    server.http.get(&format!("/api/players/{}", player.name)).await.expect("a profile")
}

async fn history(server: &TestServer, player: &Credentials) -> RatingHistory {
    server.http.get(&format!("/api/players/{}/ratings/kubuguza", player.name)).await.expect("a history")
}

/// Waits until `count` games have a number in the order of rated games.
pub(crate) async fn wait_for_rated_games(database: &TestDatabase, count: i64) {
    let is_rated = async || database.count("game where rating_number is not null").await == count;
    eventually("the rating of all games", is_rated).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_changes_the_ratings_of_both_once() {
    let server = TestServer::start().await;
    let [kamau, wanjiru] =
        [server.http.create_claimed("Kamau").await, server.http.create_claimed("Wanjiru").await];
    assert!(profile(&server, &kamau).await.ratings.is_empty());
    let game = lose(&server, &kamau, &wanjiru).await;
    let created = &server.http.events(game, 0).await.events[0].kind;
    assert!(matches!(created, EventKind::Created { rated: true, .. }), "{created:?}");
    let list: GameList = server.http.get("/api/games").await.expect("a list");
    assert!(list.games[0].rated);
    wait_for_rated_games(server.database(), 1).await;

    let [loser, winner] = [profile(&server, &kamau).await, profile(&server, &wanjiru).await];
    let [loser] = &loser.ratings[..] else { panic!("one rating") };
    let [winner] = &winner.ratings[..] else { panic!("one rating") };
    assert_eq!((&*winner.game, winner.correspondence, winner.games), ("kubuguza", false, 1));
    assert!(winner.rating > 1600 && loser.rating < 1400, "{winner:?} {loser:?}");
    assert!(winner.provisional && winner.deviation < 500);
    let points = history(&server, &wanjiru).await.points;
    assert_eq!(points.iter().map(|point| point.rating).collect::<Vec<_>>(), [winner.rating]);
    let page = server.http.send("GET", "/players/Wanjiru", None, None).await.into_body();
    assert!(page.contains(&format!("{}? ± ", winner.rating)), "{page}");

    let server = server.restart().await;
    lose(&server, &wanjiru, &kamau).await;
    wait_for_rated_games(server.database(), 2).await;
    assert_eq!(history(&server, &wanjiru).await.points.len(), 2, "the first game is not rated again");
    let page = server.http.send("GET", "/players/Wanjiru", None, None).await.into_body();
    assert!(page.contains("class=\"course\""), "a graph: {page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_stand_beside_names_and_with_their_change_after_a_game() {
    let server = TestServer::start().await;
    let [kamau, wanjiru] =
        [server.http.create_claimed("Kamau").await, server.http.create_claimed("Wanjiru").await];
    let ratings = async |game: GameId| -> GameRatings {
        server.http.get(&format!("/api/games/{game}/ratings")).await.expect("ratings")
    };
    let game = lose(&server, &kamau, &wanjiru).await;
    wait_for_rated_games(server.database(), 1).await;
    let [loser, winner] = [profile(&server, &kamau).await, profile(&server, &wanjiru).await];
    let Seats { south: Some(south), north: Some(north) } = ratings(game).await.ratings else {
        panic!("both are rated")
    };
    assert_eq!((south.rating, south.change), (loser.ratings[0].rating, Some(loser.ratings[0].rating - 1500)));
    assert_eq!(north.rating - 1500, north.change.expect("a change"));
    assert!(north.rating == winner.ratings[0].rating && north.provisional);

    let open = server.http.create_game(&wanjiru, &rated_game()).await.expect("a game").game;
    let other = NewGame { public: true, ..new_game("azigo", "none") };
    let unrated = server.http.create_game(&kamau, &other).await.expect("a game").game;
    let list: GameList = server.http.get("/api/games").await.expect("a list");
    let listed = |id| list.games.iter().find(|it| it.game == id).expect("listed").ratings;
    let present = Seats { south: Some(SeatRating { change: None, ..north }), north: None };
    assert_eq!([listed(open), listed(unrated), listed(game)], [Some(present), None, None]);
    assert_eq!(ratings(open).await.ratings, present);
    let named: GameList = server.http.get(&format!("/api/games?ids={open}")).await.expect("a list");
    assert_eq!(named.games[0].ratings, Some(present));
    let home = server.http.send("GET", "/", None, None).await.into_body();
    assert!(home.contains(&format!("<span class=\"rating\">{}?</span>", north.rating)), "{home}");
    let page = server.http.send("GET", &format!("/game/{game}"), None, None).await.into_body();
    assert!(page.contains(&format!("{}? +{}", north.rating, north.rating - 1500)), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ratings_after_a_rebuild_and_in_a_copy_have_the_same_bits() {
    let server = TestServer::start().await;
    let players = [
        server.http.create_claimed("Kamau").await,
        server.http.create_claimed("Wanjiru").await,
        server.http.create_claimed("Mutesi").await,
    ];
    for (south, north) in [(0, 1), (1, 2), (2, 0), (1, 0), (1, 0), (0, 1), (2, 1)] {
        lose(&server, &players[south], &players[north]).await;
    }
    wait_for_rated_games(server.database(), 7).await;
    assert_eq!(history(&server, &players[0]).await.points.len(), 4, "Kamau and Wanjiru had four games");
    let store = Store::open(&server.database().url()).await.expect("the database");
    let unchanged = RatingRebuild { games: 7, ratings: 3, changed: 0 };
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt"), unchanged);
    let copied = TestDatabase::sqlite();
    copy(&server.database().url(), &copied.url()).await.expect("copied");
    let store = Store::open(&copied.url()).await.expect("the copy");
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt"), unchanged);

    server.database().execute("update rating set rating = rating + 1 where player_id in (select player_id from player where name = 'Mutesi')").await;
    let store = Store::open(&server.database().url()).await.expect("the database");
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt").changed, 1);
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt"), unchanged);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_rate_each_game_once() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let mut players = Vec::new();
    for name in ["Kamau", "Wanjiru", "Mutesi", "Gatesi"] {
        players.push(here.http.create_claimed(name).await);
    }
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        lose(&here, &players[one], &players[other]).await;
        lose(&there, &players[other], &players[one]).await;
    }
    wait_for_rated_games(here.database(), 12).await;
    for player in &players {
        assert_eq!(history(&there, player).await.points.len(), 6);
    }
    assert_eq!(here.database().count("rated_count where games = 12").await, 1);
    let store = Store::open(&here.database().url()).await.expect("the database");
    assert_eq!(store.rebuild_ratings().await.expect("rebuilt").changed, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rated_games_are_for_people_with_claimed_names_and_a_clock() {
    let server = TestServer::start().await;
    let [kamau, guest] = [server.http.create_claimed("Kamau").await, server.http.create_guest().await];
    let refusal = async |player: &Credentials, new: NewGame| -> Problem {
        server.http.create_game(player, &new).await.expect_err("refused")
    };
    assert_eq!(refusal(&guest, rated_game()).await.code, ErrorCode::NotRateable);
    let against = |opponent: &str| NewGame {
        opponent: Some(Text(opponent.parse().expect("an opponent"))),
        ..rated_game()
    };
    assert_eq!(refusal(&kamau, against("bot:3")).await.code, ErrorCode::NotRateable);
    assert_eq!(refusal(&kamau, against(guest.name.as_str())).await.code, ErrorCode::NotRateable);
    let without_clock = NewGame { rated: true, ..new_game("kubuguza", "none") };
    assert_eq!(refusal(&kamau, without_clock).await.code, ErrorCode::NotRateable);
    let game = server.http.create_game(&kamau, &rated_game()).await.expect("a game").game;
    let refused = server.http.join_game(&guest, game).await.expect_err("a guest");
    assert_eq!(refused.code, ErrorCode::NotRateable);
    server.http.join_game(&server.http.create_claimed("Mutesi").await, game).await.expect("a seat");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaderboards_show_established_players() {
    let server = TestServer::start().await;
    let players = [server.http.create_claimed("Kamau").await, server.http.create_claimed("Wanjiru").await];
    lose(&server, &players[0], &players[1]).await;
    wait_for_rated_games(server.database(), 1).await;
    let later = "update rating set established_until = 9000000000000";
    server.database().execute(later).await;
    let board: Leaderboard = server.http.get("/api/leaderboards/kubuguza").await.expect("a leaderboard");
    let names: Vec<_> = board.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Wanjiru", "Kamau"]);
    let empty: Leaderboard =
        server.http.get("/api/leaderboards/azigo-correspondence").await.expect("a board");
    assert!(empty.players.is_empty());
    let unknown = server.http.get::<Leaderboard>("/api/leaderboards/bao").await.expect_err("no such game");
    assert_eq!(unknown.code, ErrorCode::NotFound);
    let page = server.http.send("GET", "/leaderboards", None, None).await.into_body();
    assert!(page.contains("/players/Wanjiru") && !page.contains("by correspondence"), "{page}");
}
