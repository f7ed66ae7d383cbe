//! Games that players leave, and the ban that follows.

use std::time::Duration;

use ikibuguzo_protocol::{
    Claim, ClientMessage, Credentials, CurrentPlayer, ErrorCode, FirstTurn, GameId, LeavingKind, NewGame,
    NewReport, PlayerData, Problem, ReportReason, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::operations::moderation::open_reports;
use ikibuguzo_store::Store;
use ikibuguzo_testing::{HttpClient, TestServer, act, command_id, eventually, new_game};

/// A server on which an absence counts soon.
async fn start_impatient() -> TestServer {
    TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await
}

fn public_game(clock: &str) -> NewGame {
    NewGame { public: true, starts: FirstTurn::Me, ..new_game("kubuguza", clock) }
}

fn challenge(player: &Credentials) -> NewGame {
    let name = player.name.as_str().parse().expect("a name");
    NewGame { opponent: Some(Text(name)), ..public_game("fischer:1+0") }
}

/// A game in which the leaver is South and has the first turn.
async fn start_challenge(http: &HttpClient, leaver: &Credentials, other: &Credentials) -> GameId {
    let game = http.create_game(leaver, &challenge(other)).await.expect("a game").game;
    http.join_game(other, game).await.expect("a seat");
    game
}

/// Claims a game as soon as the opponent has been gone for long enough, and the same claim again.
async fn claim(http: &HttpClient, player: &Credentials, game: GameId, claim: Claim) {
    let claim = ClientMessage::Claim { game, id: command_id(), claim };
    eventually("the claim", async || http.command(player, &claim).await.is_ok()).await;
    http.command(player, &claim).await.expect("it was carried out");
}

/// A game that one player leaves before its first turn.
pub(super) async fn leave_before_the_first_turn(
    http: &HttpClient,
    leaver: &Credentials,
    other: &Credentials,
) {
    let game = start_challenge(http, leaver, other).await;
    claim(http, other, game, Claim::Abort).await;
}

async fn me(http: &HttpClient, player: &Credentials) -> CurrentPlayer {
    http.call("GET", "/api/players/me", Some(player), None).await.expect("the player")
}

/// Checks that a refusal says how long the ban lasts.
async fn check_refusal(http: &HttpClient, player: &Credentials) {
    let body = serde_json::to_string(&public_game("fischer:60+0")).expect("JSON");
    let refused = http.send("POST", "/api/games", Some(player.token.reveal()), Some(body)).await;
    let wait: u64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    let problem: Problem = serde_json::from_str(refused.body()).expect("a problem");
    assert_eq!((refused.status().as_u16(), problem.code), (429, ErrorCode::LeftTooManyGames));
    assert!((1..=300).contains(&wait), "{wait}");
    assert!(problem.detail.starts_with("you have left 3 games within a day"), "{problem:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_three_games_cannot_play_with_strangers_for_a_time() {
    let server = start_impatient().await;
    let there = server.start_second().await;
    let [leaver, other] = [server.http.create_guest().await, server.http.create_guest().await];
    for http in [&server.http, &there.http] {
        leave_before_the_first_turn(http, &leaver, &other).await;
    }
    assert_eq!(me(&server.http, &leaver).await.pairing_banned_until, None);
    let waiting = server.http.create_game(&leaver, &public_game("days:1")).await.expect("a game").game;
    leave_before_the_first_turn(&server.http, &leaver, &other).await;

    for http in [&server.http, &there.http] {
        check_refusal(http, &leaver).await;
        let open = http.create_game(&other, &public_game("none")).await.expect("a game").game;
        let refused = http.join_game(&leaver, open).await.expect_err("refused");
        assert_eq!(refused.code, ErrorCode::LeftTooManyGames);
    }
    let seen = me(&there.http, &leaver).await;
    assert_eq!(seen.left_games.iter().map(|left| left.kind).collect::<Vec<_>>(), [LeavingKind::NoShow; 3]);
    assert_eq!(seen.pairing_banned_until, Some(seen.left_games[0].at + Duration::from_millis(300_000)));
    let seen = me(&server.http, &other).await;
    assert_eq!((seen.left_games, seen.pairing_banned_until), (Vec::new(), None));

    server.http.join_game(&leaver, waiting).await.expect("the own seat");
    server.http.join_game(&other, waiting).await.expect("it stays open");
    start_challenge(&server.http, &leaver, &other).await;
    let invited = server.http.create_game(&other, &challenge(&leaver)).await.expect("a game").game;
    server.http.join_game(&leaver, invited).await.expect("a challenge");
    server.http.create_game(&leaver, &new_game("kubuguza", "none")).await.expect("a private game");
    let computer = Some(Text("bot:1".parse().expect("a level")));
    let computer = NewGame { opponent: computer, ..public_game("none") };
    server.http.create_game(&leaver, &computer).await.expect("a game against the computer");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_and_the_operator_see_what_was_left() {
    let server = start_impatient().await;
    let [leaver, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = server
        .http
        .create_game(
            &leaver,
            &NewGame { clock: Text("fischer:60+0".parse().expect("a clock")), ..challenge(&other) },
        )
        .await
        .expect("a game")
        .game;
    server.http.join_game(&other, game).await.expect("a seat");
    let head = server.http.events(game, 0).await.head;
    for (seq, (player, action)) in (head..).zip([(&leaver, "O"), (&other, "n")]) {
        server.http.command(player, &act(game, seq, action)).await.expect("played");
    }
    claim(&server.http, &other, game, Claim::Win).await;
    let report = NewReport {
        player: leaver.name.clone(),
        game: Some(game),
        reason: ReportReason::Stalling,
        comment: String::new(),
    };
    let body = serde_json::to_string(&report).expect("JSON");
    server.http.send("POST", "/api/reports", Some(other.token.reveal()), Some(body)).await;
    let store = Store::open(&server.database().url()).await.expect("a database");
    let reports = open_reports(&store).await.expect("reports");
    assert!(reports[0].contains(&format!("{} (games left in 30 days: 1) for", leaver.name)), "{reports:?}");

    let data: PlayerData =
        server.http.call("GET", "/api/players/me/data", Some(&leaver), None).await.expect("data");
    assert_eq!(data.left_games, me(&server.http, &leaver).await.left_games);
    assert_eq!(
        data.left_games.iter().map(|left| (left.game, left.kind)).collect::<Vec<_>>(),
        [(game, LeavingKind::WalkedAway)]
    );
    let profile = server
        .http
        .send("GET", &format!("/api/players/{}", leaver.name), Some(other.token.reveal()), None)
        .await;
    assert!(!profile.body().contains("left"), "{}", profile.body());
    let deleted = server
        .http
        .send("DELETE", "/api/players/me", Some(leaver.token.reveal()), Some("{}".to_owned()))
        .await;
    assert_eq!(deleted.status(), 204);
    let reports = open_reports(&store).await.expect("reports");
    assert!(!reports[0].contains("games left"), "{reports:?}");
}
