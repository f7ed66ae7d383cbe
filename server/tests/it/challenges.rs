//! Games that are made for one opponent: the seat is kept, and the invited player is notified and can decline.

use std::time::Duration;

use ikibuguzo_protocol::{
    BlockList, ClientMessage, Credentials, DeclineReason, ErrorCode, EventKind, GameId, GameList, NewGame,
    NoticeKind, Text,
};
use ikibuguzo_testing::{TestServer, command_id, new_game, resign, start_game, within};

/// A public game for a player.
fn for_player(name: &str) -> NewGame {
    NewGame {
        opponent: Some(Text(name.parse().expect("a name"))),
        public: true,
        rated: false,
        ..new_game("kubuguza", "none")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_stays_open_for_the_time_that_its_maker_has_chosen() {
    let server = TestServer::start().await;
    let [maker, invited, _] = guests(&server).await;
    let clock = Text("fischer:60+0".parse().expect("a clock"));
    let new = NewGame { clock, open_for: Some(3_600), ..for_player(invited.name.as_str()) };
    let game = server.http.create_game(&maker, &new).await.expect("a game").game;
    let page = server.http.events(game, 0).await;
    let created = page.events[0].at;
    let view = server.client(None).await.join(game, None).await.view.expect("a view");
    let until = view.open_until.expect("a time");
    assert!(
        (until - created).abs_diff(Duration::from_hours(1)) < Duration::from_secs(5),
        "{created} {until}"
    );
    assert!(page.events.iter().any(
        |event| matches!(event.kind, EventKind::Invited { open_until, .. } if open_until == Some(until))
    ));
    server.http.join_game(&invited, game).await.expect("joined");
    let view = server.client(None).await.join(game, None).await.view.expect("a view");
    assert_eq!(view.open_until, None);
    for (opponent, open_for, code) in [
        (None, 3_600, ErrorCode::NotAChallenge),
        (Some(Text("bot:1".parse().expect("a level"))), 3_600, ErrorCode::NotAChallenge),
        (new.opponent.clone(), 59, ErrorCode::BadField),
        (new.opponent.clone(), 1_209_601, ErrorCode::BadField),
    ] {
        let wrong = NewGame { id: command_id(), opponent, open_for: Some(open_for), ..new.clone() };
        assert_eq!(server.http.create_game(&maker, &wrong).await.expect_err("refused").code, code);
    }
}

fn decline(game: GameId) -> ClientMessage {
    ClientMessage::Decline { game, id: command_id(), reason: None }
}

async fn guests(server: &TestServer) -> [Credentials; 3] {
    [server.http.create_guest().await, server.http.create_guest().await, server.http.create_guest().await]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_invited_player_takes_the_seat() {
    let server = TestServer::start().await;
    let [maker, invited, other] = guests(&server).await;
    let new = for_player(invited.name.as_str());
    let game = server.http.create_game(&maker, &new).await.expect("a game").game;
    assert_eq!(server.http.create_game(&maker, &new).await.expect("the same game").game, game);
    let refused = server.http.join_game(&other, game).await.expect_err("it is not for this player");
    assert_eq!(refused.code, ErrorCode::NotInvited);
    let list: GameList = server.http.get("/api/games?state=open").await.expect("a list");
    assert_eq!(list.games[0].invited.as_ref(), Some(&invited.name));
    server.http.join_game(&invited, game).await.expect("joined");
    let view = server.client(None).await.join(game, None).await.view.expect("a view");
    assert!(view.invited.is_none() && view.players.north == Some(invited.name));
    assert_eq!(
        server.command(&maker, &decline(game)).await.expect_err("nobody is invited any more").code,
        ErrorCode::NotInvited
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invited_player_is_notified_and_can_decline() {
    let server = TestServer::start().await;
    let [maker, invited, other] = guests(&server).await;
    let mut subscriber = server.client(Some(&invited)).await;
    assert!(subscriber.subscribe().await.invitations.is_empty());
    let game =
        server.http.create_game(&maker, &for_player(invited.name.as_str())).await.expect("a game").game;
    let notice = subscriber.next_notice().await;
    assert_eq!(
        (notice.kind, notice.game, notice.opponent),
        (NoticeKind::Invited, game, Some(maker.name.clone()))
    );
    assert_eq!(notice.seat.to_string(), "north");
    let shown = server.client(Some(&invited)).await.subscribe().await.invitations;
    assert_eq!(shown.iter().map(|it| it.game).collect::<Vec<_>>(), [game]);
    assert_eq!(
        server.command(&other, &decline(game)).await.expect_err("a stranger").code,
        ErrorCode::NotInvited
    );
    let mut waiting = server.client(Some(&maker)).await;
    waiting.subscribe().await;
    server.command(&invited, &decline(game)).await.expect("declined");
    assert_eq!(waiting.next_notice().await.kind, NoticeKind::Ended);
    let log = server.http.events(game, 0).await.events;
    assert!(matches!(log.last().map(|event| &event.kind), Some(EventKind::Ended { .. })), "{log:?}");
    assert!(server.client(Some(&invited)).await.subscribe().await.invitations.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_invited_who_does_not_exist_or_is_oneself() {
    let server = TestServer::start().await;
    let maker = server.http.create_guest().await;
    for (name, code) in
        [("nobody-at-all", ErrorCode::UnknownPlayer), (maker.name.as_str(), ErrorCode::BadField)]
    {
        let refused = server.http.create_game(&maker, &for_player(name)).await.expect_err("refused");
        assert_eq!(refused.code, code);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_reaches_a_subscriber_of_another_server() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let [maker, invited, _] = guests(&here).await;
    let mut subscriber = there.client(Some(&invited)).await;
    subscriber.subscribe().await;
    let game = here.http.create_game(&maker, &for_player(invited.name.as_str())).await.expect("a game").game;
    let notice = within("the notice", subscriber.next_notice()).await;
    assert_eq!((notice.kind, notice.game), (NoticeKind::Invited, game));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocked_players_neither_invite_nor_join_each_other() {
    let server = TestServer::start().await;
    let [maker, blocked, other] = guests(&server).await;
    let path = format!("/api/blocks/{}", blocked.name);
    let block = async |method: &str, path: &str| {
        server.http.send(method, path, Some(maker.token.reveal()), None).await.status().as_u16()
    };
    assert_eq!([block("PUT", &path).await, block("PUT", &path).await], [204, 204]);
    let list: BlockList = server.http.call("GET", "/api/blocks", Some(&maker), None).await.expect("a list");
    assert_eq!(list.players, std::slice::from_ref(&blocked.name));
    let public = || NewGame { public: true, ..new_game("kubuguza", "none") };
    for (one, two) in [(&maker, &blocked), (&blocked, &maker)] {
        let refused = server.http.create_game(one, &for_player(two.name.as_str())).await;
        assert_eq!(refused.expect_err("an invitation").code, ErrorCode::Blocked);
        let game = server.http.create_game(one, &public()).await.expect("a game").game;
        let refused = server.http.join_game(two, game).await;
        assert_eq!(refused.expect_err("a seat").code, ErrorCode::Blocked);
        server.http.join_game(&other, game).await.expect("a seat");
        server.http.join_game(&other, game).await.expect("the same seat");
    }
    assert_eq!(block("PUT", &format!("/api/blocks/{}", maker.name)).await, 409);
    assert_eq!(block("PUT", "/api/blocks/nobody-here").await, 404);
    assert_eq!(block("DELETE", &path).await, 204);
    server.http.create_game(&blocked, &for_player(maker.name.as_str())).await.expect("an invitation");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocked_players_begin_no_rematch() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", false).await;
    server.http.command(&south, &resign(game)).await.expect("resigned");
    let offer = || ClientMessage::OfferRematch { game, id: command_id() };
    let offered = server.http.command(&south, &offer()).await.expect("offered");
    let path = format!("/api/blocks/{}", north.name);
    server.http.send("PUT", &path, Some(south.token.reveal()), None).await;
    let accept = ClientMessage::AnswerRematch { game, id: command_id(), offer: offered, accept: true };
    for (player, message) in [(&north, accept), (&north, offer()), (&south, offer())] {
        let refused = server.http.command(player, &message).await.expect_err("refused");
        assert_eq!(refused.code, ErrorCode::Blocked);
    }
    server.http.send("DELETE", &path, Some(south.token.reveal()), None).await;
    let accept = ClientMessage::AnswerRematch { game, id: command_id(), offer: offered, accept: true };
    server.http.command(&north, &accept).await.expect("accepted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocking_a_player_declines_its_challenges() {
    let server = TestServer::start().await;
    let [maker, blocker, other] = guests(&server).await;
    let challenge = async |from: &Credentials| {
        server.http.create_game(from, &for_player(blocker.name.as_str())).await.expect("a game").game
    };
    let declined = [challenge(&maker).await, challenge(&maker).await];
    let kept = challenge(&other).await;
    let begun = challenge(&maker).await;
    server.http.join_game(&blocker, begun).await.expect("joined");
    let path = format!("/api/blocks/{}", maker.name);
    let response = server.http.send("PUT", &path, Some(blocker.token.reveal()), None).await;
    assert_eq!(response.status(), 204, "{}", response.body());
    for game in declined {
        let log = server.http.events(game, 0).await.events;
        assert!(matches!(log.last().map(|event| &event.kind), Some(EventKind::Ended { .. })), "{log:?}");
    }
    let log = server.http.events(begun, 0).await.events;
    assert!(!log.iter().any(|event| matches!(event.kind, EventKind::Ended { .. })), "{log:?}");
    let invitations = server.client(Some(&blocker)).await.subscribe().await.invitations;
    assert_eq!(invitations.iter().map(|it| it.game).collect::<Vec<_>>(), [kept]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_declines_says_why() {
    let server = TestServer::start().await;
    let [maker, invited, _] = guests(&server).await;
    let game =
        server.http.create_game(&maker, &for_player(invited.name.as_str())).await.expect("a game").game;
    let reason = Some(DeclineReason::TooFast);
    let seq = server.command(&invited, &ClientMessage::Decline { game, id: command_id(), reason }).await;
    let events = server.http.events(game, seq.expect("declined") - 1).await.events;
    assert_eq!(events[0].kind, EventKind::Declined { reason: DeclineReason::TooFast });
    assert!(matches!(events[1].kind, EventKind::Ended { .. }) && events.len() == 2, "{events:?}");
    let view = server.restart().await.client(None).await.join(game, None).await.view.expect("a view");
    assert_eq!((view.declined, view.invited), (reason, Some(invited.name)));
}
