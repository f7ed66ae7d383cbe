//! Reports of players, and what operators decide about them.

use ikibuguzo_protocol::{
    ClientMessage, Credentials, CurrentPlayer, ErrorCode, GameId, NewReport, Problem, ReportReason,
    SanctionKind, ServerMessage,
};
use ikibuguzo_server::operations::moderation::{decide, open_reports};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{TestServer, new_game, resign, say, start_game};

/// Sends a report.
async fn report(server: &TestServer, by: &Credentials, new: &NewReport) -> Result<(), ErrorCode> {
    let body = serde_json::to_string(new).expect("JSON");
    let answer = server.http.send("POST", "/api/reports", Some(by.token.reveal()), Some(body)).await;
    if answer.status() == 204 {
        return Ok(());
    }
    Err(serde_json::from_str::<Problem>(answer.body()).expect("a problem").code)
}

fn new_report(player: &Credentials, game: Option<GameId>, comment: &str) -> NewReport {
    NewReport { player: player.name.clone(), game, reason: ReportReason::Abuse, comment: comment.to_owned() }
}

async fn store(server: &TestServer) -> Store {
    Store::open(&server.database().url()).await.expect("a database")
}

/// Decides about a player, as the operator's command does.
async fn decide_about(server: &TestServer, player: &Credentials, kind: SanctionKind) -> u64 {
    decide(&store(server).await, &player.name, kind, 3, "Insults", server.app.clock.now())
        .await
        .expect("decided")
}

async fn own_sanctions(server: &TestServer, player: &Credentials) -> Vec<SanctionKind> {
    let me: CurrentPlayer =
        server.http.call("GET", "/api/players/me", Some(player), None).await.expect("the player");
    me.sanctions.iter().map(|sanction| sanction.kind).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_waits_until_the_operator_decides() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    report(&server, &south, &new_report(&north, Some(game), "Insults\u{1b}[2J")).await.expect("reported");
    report(&server, &south, &new_report(&north, None, "")).await.expect("reported");
    let store = store(&server).await;
    let [first, second] = &open_reports(&store).await.expect("reports")[..] else { panic!("two reports") };
    let names = format!("{} reports {} for abuse", south.name, north.name);
    assert!(first.contains(&names) && first.contains(&format!("/game/{game}")), "{first}");
    assert!(first.ends_with("Insults [2J") && second.contains(&names), "{first} {second}");

    assert_eq!(decide_about(&server, &north, SanctionKind::Warned).await, 2);
    assert!(open_reports(&store).await.expect("reports").is_empty());
    assert_eq!(own_sanctions(&server, &north).await, [SanctionKind::Warned]);
    report(&server, &south, &new_report(&north, None, "")).await.expect("reported");
    let again = open_reports(&store).await.expect("reports");
    assert!(again[0].contains("(earlier decisions: 1)"), "{again:?}");
    assert_eq!(decide_about(&server, &north, SanctionKind::Dismissed).await, 1);
    assert_eq!(own_sanctions(&server, &north).await, [SanctionKind::Warned]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silenced_player_plays_and_does_not_talk() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let mut socket = server.client(Some(&south)).await;
    let greeting = say(game, "Muraho!");
    let said = socket.command(&greeting).await.expect("said");
    decide_about(&server, &south, SanctionKind::Silenced).await;
    assert_eq!(socket.command(&greeting).await.expect("the first answer"), said);
    assert_eq!(server.http.command(&south, &greeting).await.expect("the first answer"), said);
    let refused = socket.command(&say(game, "Muraho!")).await.expect_err("silenced");
    assert_eq!(refused.code, ErrorCode::Silenced);
    assert!(refused.message.starts_with("you cannot talk until ") && refused.message.ends_with(": Insults"));
    let refused = server.http.command(&south, &say(game, "Muraho!")).await.expect_err("silenced");
    assert_eq!((refused.code, refused.status), (ErrorCode::Silenced, 403));
    server.http.command(&north, &say(game, "Muraho!")).await.expect("the opponent talks");
    socket.command(&resign(game)).await.expect("the game goes on");

    decide_about(&server, &south, SanctionKind::Lifted).await;
    socket.command(&say(game, "Murakoze!")).await.expect("said");
    assert!(own_sanctions(&server, &south).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_player_ends_its_games_and_begins_none() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let open = server.http.create_game(&north, &new_game("kubuguza", "none")).await.expect("a game").game;
    decide_about(&server, &south, SanctionKind::Banned).await;
    let refused = server.http.create_game(&south, &new_game("kubuguza", "none")).await.expect_err("banned");
    assert_eq!((refused.code, refused.status), (ErrorCode::Banned, 403));
    let refused = server.http.join_game(&south, open).await.expect_err("banned");
    assert_eq!(refused.code, ErrorCode::Banned);
    let mut socket = server.client(Some(&south)).await;
    socket.command(&resign(game)).await.expect("the game goes on");
    let id = "rematch".parse().expect("an id");
    let refused = socket.command(&ClientMessage::OfferRematch { game, id }).await.expect_err("banned");
    assert_eq!(refused.code, ErrorCode::Banned);
    let mut other = server.client(Some(&north)).await;
    let id = "rematch".parse().expect("an id");
    let refused = other.command(&ClientMessage::OfferRematch { game, id }).await.expect_err("banned");
    assert_eq!(refused.code, ErrorCode::NoOpponent);
    socket.send(&ClientMessage::Join { game, since: None, compact: false }).await;
    assert!(matches!(socket.next().await, ServerMessage::Game(_)), "it may watch");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_that_say_nothing_and_too_many_are_refused() {
    let server = TestServer::start().await;
    let one = server.http.create_guest().await;
    let other = server.http.create_guest().await;
    let unknown = Some("000000000000".parse().expect("an id"));
    for (new, code) in [
        (new_report(&one, None, ""), ErrorCode::CannotReport),
        (new_report(&other, unknown, ""), ErrorCode::UnknownGame),
        (new_report(&other, None, &"x".repeat(501)), ErrorCode::BadText),
    ] {
        assert_eq!(report(&server, &one, &new).await, Err(code));
    }
    for _ in 0..10 {
        report(&server, &one, &new_report(&other, None, "")).await.expect("reported");
    }
    assert_eq!(report(&server, &one, &new_report(&other, None, "")).await, Err(ErrorCode::TooManyReports));
    report(&server, &other, &new_report(&one, None, "")).await.expect("others may");
}
