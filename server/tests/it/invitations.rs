//! Open games with a clock in seconds: they are withdrawn some time after their maker has left.

use std::time::Duration;

use ikibuguzo_protocol::{
    ClientMessage, Credentials, EndReason, EventKind, GameId, ServerMessage, Timestamp,
};
use ikibuguzo_testing::{TestServer, eventually, new_game};

/// The time that such a game stays open, in milliseconds, and a minute more.
const PAST_TIMEOUT: Duration = Duration::from_mins(11);

/// Makes the stored time until which a game stays open this one.
async fn set_due(server: &TestServer, game: GameId, due_at: Timestamp) {
    let update = format!("update game set due_at = {due_at} where code = '{game}'");
    server.database().execute(&update).await;
}

async fn is_listed(server: &TestServer, game: GameId, condition: &str) -> bool {
    server.database().count(&format!("game where code = '{game}' and {condition}")).await == 1
}

async fn open_game(server: &TestServer, clock: &str) -> (GameId, Credentials) {
    let maker = server.http.create_guest().await;
    let game = server.http.create_game(&maker, &new_game("kubuguza", clock)).await.expect("a game").game;
    (game, maker)
}

#[tokio::test]
async fn an_open_game_is_withdrawn_after_its_maker_has_left() {
    let server = TestServer::start().await;
    let (game, _) = open_game(&server, "fischer:300+5").await;
    set_due(&server, game, server.app.clock.now() - Duration::from_millis(1)).await;
    eventually("the end", async || is_listed(&server, game, "state = 'finished'").await).await;
    let last = server.http.events(game, 0).await.events.pop().expect("its end");
    let EventKind::Ended { outcome, .. } = last.kind else { panic!("{last:?}") };
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::Aborted));
}

#[tokio::test]
async fn an_open_game_stays_open_while_its_maker_is_connected() {
    let server = TestServer::start().await;
    let (game, maker) = open_game(&server, "fischer:300+5").await;
    let mut client = server.client(Some(&maker)).await;
    client.join(game, None).await;
    client.sync().await;
    let due = server.app.clock.now() - Duration::from_millis(1);
    set_due(&server, game, due).await;
    let later = format!("due_at > {}", due + PAST_TIMEOUT - Duration::from_millis(120_000));
    eventually("a later time", async || is_listed(&server, game, &later).await).await;
    assert!(is_listed(&server, game, "state = 'open'").await);
}

#[tokio::test]
async fn an_open_game_stays_open_while_its_maker_is_subscribed() {
    let server = TestServer::start().await;
    let (game, maker) = open_game(&server, "fischer:300+5").await;
    let mut client = server.client(Some(&maker)).await;
    client.send(&ClientMessage::Subscribe {}).await;
    assert!(matches!(client.next().await, ServerMessage::Subscribed(_)));
    let due = server.app.clock.now() - Duration::from_millis(1);
    set_due(&server, game, due).await;
    eventually("a later time", async || is_listed(&server, game, &format!("due_at > {due}")).await).await;
    assert!(is_listed(&server, game, "state = 'open'").await);
}

#[tokio::test]
async fn a_request_of_the_maker_keeps_an_open_game_open() {
    let server = TestServer::start().await;
    let (game, maker) = open_game(&server, "delay:300+5").await;
    server.wait_for_no_rooms().await;
    let soon = server.app.clock.now() + Duration::from_millis(30_000);
    set_due(&server, game, soon).await;
    let authorization = format!("Bearer {}", maker.token.reveal());
    server.http.fetch(&format!("/api/games/{game}"), &[("authorization", &authorization)]).await;
    eventually("a later time", async || is_listed(&server, game, &format!("due_at > {soon}")).await).await;
    assert!(is_listed(&server, game, "state = 'open'").await);
}

#[tokio::test]
async fn an_open_game_without_a_clock_or_by_correspondence_waits_on() {
    let server = TestServer::start().await;
    for clock in ["none", "days:3"] {
        let (game, _) = open_game(&server, clock).await;
        let past = server.app.clock.now() - Duration::from_millis(1);
        set_due(&server, game, past).await;
        eventually("a look at it", async || is_listed(&server, game, &format!("due_at > {past}")).await)
            .await;
        assert!(is_listed(&server, game, "state = 'open'").await, "{clock}");
    }
}

#[tokio::test]
async fn a_downtime_does_not_withdraw_an_open_game() {
    let server = TestServer::start().await;
    let (game, _) = open_game(&server, "fischer:300+5").await;
    let created = server.http.events(game, 0).await.events[0].at;
    let begin = created - PAST_TIMEOUT;
    let downtime = format!("insert into outage (node_id, from_at, until_at) values (0, {begin}, {created})");
    server.database().execute(&downtime).await;
    let server = server.restart().await;
    // Now the game was created as the downtime began.
    server.database().shift_times_back(PAST_TIMEOUT).await;
    let least = created + Duration::from_millis(60_000);
    eventually("a later time", async || is_listed(&server, game, &format!("due_at > {least}")).await).await;
    assert!(is_listed(&server, game, "state = 'open'").await);
}
