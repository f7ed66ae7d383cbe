//! Limits of the games of one player at a time, and the view of others of them.

use ikibuguzo_protocol::{
    Claim, ClientMessage, Credentials, ErrorCode, EventKind, FirstTurn, GameId, NewGame, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{TestServer, command_id, eventually, new_game, resign};

async fn start_server() -> TestServer {
    let limits = Limits {
        computer_games_per_player: 2,
        open_games_per_player: 4,
        challenges_per_opponent: 2,
        ..Limits::default()
    };
    TestServer::start_with(limits).await
}

fn against(opponent: &str) -> NewGame {
    let opponent = Some(Text(opponent.parse().expect("an opponent")));
    NewGame { opponent, ..new_game("kubuguza", "none") }
}

async fn create(server: &TestServer, maker: &Credentials, new: &NewGame) -> Result<GameId, ErrorCode> {
    server.http.create_game(maker, new).await.map(|seated| seated.game).map_err(|problem| problem.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_has_a_limited_number_of_games_against_computer_players() {
    let server = start_server().await;
    let me = server.http.create_guest().await;
    let first = create(&server, &me, &against("bot:1")).await.expect("a game");
    let repeated = against("bot:8");
    create(&server, &me, &repeated).await.expect("a second game");
    create(&server, &me, &repeated).await.expect("the same game again");
    assert_eq!(create(&server, &me, &against("bot:2")).await, Err(ErrorCode::TooManyComputerGames));
    create(&server, &me, &new_game("kubuguza", "none")).await.expect("a game against a person");
    let other = server.http.create_guest().await;
    create(&server, &other, &against("bot:1")).await.expect("a game of another player");
    server.command(&me, &resign(first)).await.expect("resigned");
    create(&server, &me, &against("bot:2")).await.expect("a game after it");
    // The computer player would accept another time.
    let offer = ClientMessage::OfferRematch { game: first, id: command_id() };
    server.command(&me, &offer).await.expect("offered");
    eventually("the rematch is declined", async || {
        let log = server.http.events(first, 0).await.events;
        assert!(!log.iter().any(|event| matches!(event.kind, EventKind::Rematched { .. })), "{log:?}");
        log.iter().any(|event| matches!(event.kind, EventKind::RematchDeclined { .. }))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limited_number_of_games_of_a_player_wait_for_an_opponent() {
    let server = start_server().await;
    let [maker, friend, other] = [
        server.http.create_guest().await,
        server.http.create_guest().await,
        server.http.create_guest().await,
    ];
    let challenge = || against(friend.name.as_str());
    let withdrawn = create(&server, &maker, &challenge()).await.expect("a challenge");
    let accepted = create(&server, &maker, &challenge()).await.expect("a challenge");
    assert_eq!(create(&server, &maker, &challenge()).await, Err(ErrorCode::TooManyChallenges));
    create(&server, &other, &challenge()).await.expect("a challenge of another player");
    create(&server, &maker, &against(other.name.as_str())).await.expect("a challenge to another player");
    create(&server, &maker, &new_game("azigo", "none")).await.expect("an open game");
    for new in [new_game("azigo", "none"), against(other.name.as_str())] {
        assert_eq!(create(&server, &maker, &new).await, Err(ErrorCode::TooManyOpenGames));
    }
    create(&server, &maker, &against("bot:1")).await.expect("a game that does not wait");
    server.http.join_game(&friend, accepted).await.expect("joined");
    create(&server, &maker, &challenge()).await.expect("a challenge after it");
    let withdraw = ClientMessage::Claim { game: withdrawn, id: command_id(), claim: Claim::Abort };
    server.command(&maker, &withdraw).await.expect("withdrawn");
    create(&server, &maker, &challenge()).await.expect("a challenge after it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_page_shows_one_open_game_of_each_maker() {
    let server = TestServer::start().await;
    let [one, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let public = || NewGame { public: true, ..new_game("kubuguza", "none") };
    let of_other = create(&server, &other, &public()).await.expect("a game");
    let mut of_one = Vec::new();
    for starts in [FirstTurn::Me, FirstTurn::Opponent].repeat(10) {
        of_one.push(create(&server, &one, &NewGame { starts, ..public() }).await.expect("a game"));
    }
    let page = server.http.send("GET", "/", None, None).await.into_body();
    let open = page.split_once("data-part=\"open\"").expect("a list of open games").1;
    assert!(open.contains(of_other.as_str()), "{open}");
    let shown: Vec<_> = of_one.iter().filter(|game| open.contains(game.as_str())).collect();
    assert_eq!(shown, of_one.last().into_iter().collect::<Vec<_>>());
}
