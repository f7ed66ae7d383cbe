//! Web Push, against a push service of our own: the notices that browsers receive, once each, and the data that never
//! leaves the server.

mod service;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, GameId, NewGame, NewPushSubscription, Problem, PushKeys, PushKind,
    PushMessage, PushSettings, Text, Timestamp, TokenList,
};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{
    CLAIMED_PASSPHRASE, HttpClient, ServerCommand, TestDatabase, TestServer, act, command_id, eventually,
    new_game, within,
};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};

use service::{Browser, Delivery, PushService};

async fn subscribe(
    http: &HttpClient,
    player: &Credentials,
    new: &NewPushSubscription,
) -> Result<(), Problem> {
    let body = serde_json::to_string(new).expect("JSON");
    let response = http.send("PUT", "/api/push", Some(player.token.reveal()), Some(body)).await;
    match response.status().as_u16() {
        204 => Ok(()),
        _ => Err(serde_json::from_str(response.body()).expect("a problem")),
    }
}

async fn settings(http: &HttpClient, player: &Credentials) -> PushSettings {
    http.call("GET", "/api/push", Some(player), None).await.expect("settings")
}

fn challenge(player: &Credentials) -> NewGame {
    NewGame {
        opponent: Some(Text(player.name.as_str().parse().expect("a name"))),
        ..new_game("kubuguza", "days:3")
    }
}

/// A challenge of a new guest to a player: one guest cannot have many open.
async fn challenge_by_guest(http: &HttpClient, invited: &Credentials) -> GameId {
    let maker = http.create_guest().await;
    http.create_game(&maker, &challenge(invited)).await.expect("a game").game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn absent_players_are_notified_of_a_challenge_the_start_and_their_turn() {
    let server = TestServer::start_with_local_push().await;
    let mut service = PushService::start().await;
    let [maker, invited] = [server.http.create_guest().await, server.http.create_guest().await];
    let [one, other] = [Browser::new("one"), Browser::new("other")];
    for (player, browser) in [(&maker, &one), (&invited, &other)] {
        let new = service.subscription(browser, &PushKind::ALL);
        subscribe(&server.http, player, &new).await.expect("subscribed");
    }
    let new = NewGame { starts: ikibuguzo_protocol::FirstTurn::Me, ..challenge(&invited) };
    let game = server.http.create_game(&maker, &new).await.expect("a game").game;
    let path = format!("/game/{game}");
    let text = |opponent: &Credentials| format!("Kubuguza against {}", opponent.name);
    let delivery = service.next().await;
    assert_eq!(delivery.browser, "other");
    check_headers(&delivery, &service, &settings(&server.http, &invited).await.key, game);
    assert_eq!(
        other.read(&delivery),
        PushMessage {
            kind: PushKind::Invited,
            path: path.clone(),
            title: format!("{} challenges you", maker.name),
            text: text(&maker),
        }
    );

    server.http.join_game(&invited, game).await.expect("a seat");
    let mut received = Vec::new();
    for _ in 0..3 {
        let delivery = service.next().await;
        let browser = if delivery.browser == "one" { &one } else { &other };
        received.push((delivery.browser.clone(), browser.read(&delivery).kind));
    }
    received.sort();
    let expected = [("one", PushKind::MyTurn), ("one", PushKind::Started), ("other", PushKind::Started)];
    assert_eq!(received, expected.map(|(browser, kind)| (browser.to_owned(), kind)));
    let snapshot = server.client(None).await.join(game, None).await;
    let action = snapshot.view.expect("a view").position.expect("a position").legal[0].to_string();
    server.command(&maker, &act(game, snapshot.head, &action)).await.expect("played");
    let turn = service.next_message(&other).await;
    let expected =
        PushMessage { kind: PushKind::MyTurn, path, title: "Your turn".to_owned(), text: text(&maker) };
    assert_eq!(turn, expected);
}

/// The headers of RFC 8030 and RFC 8292: a signature that the service can check, for itself.
fn check_headers(delivery: &Delivery, service: &PushService, key: &str, game: GameId) {
    let header =
        |name: &str| delivery.headers.get(name).and_then(|value| value.to_str().ok()).expect("a header");
    assert_eq!((header("ttl"), header("content-encoding")), ("86400", "aes128gcm"));
    let topic = header("topic");
    assert!(topic.len() == 32 && !topic.contains(game.as_str()), "{topic} says nothing of the game");
    let authorization = header("authorization").strip_prefix("vapid t=").expect("VAPID");
    let (token, public) = authorization.split_once(", k=").expect("a key");
    assert_eq!(public, key);
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let decoded = |text: &str| BASE64.decode(text).expect("base64url");
    let public = VerifyingKey::from_sec1_bytes(&decoded(public)).expect("a key");
    let signature = Signature::from_slice(&decoded(signature)).expect("a signature");
    public.verify(signed.as_bytes(), &signature).expect("signed with the key");
    let claims: Value =
        serde_json::from_slice(&decoded(signed.split_once('.').expect("claims").1)).expect("JSON");
    assert_eq!(claims["aud"], json!(format!("http://{}", service.address)));
    assert!(claims["exp"].is_u64() && claims["sub"].is_string());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_is_notified_only_of_what_it_wants_and_only_while_away() {
    let server = TestServer::start_with_local_push().await;
    let mut service = PushService::start().await;
    let [maker, invited] = [server.http.create_guest().await, server.http.create_guest().await];
    let browser = Browser::new("one");
    let only_start = service.subscription(&browser, &[PushKind::Started]);
    subscribe(&server.http, &invited, &only_start).await.expect("subscribed");
    let silent = server.http.create_game(&maker, &challenge(&invited)).await.expect("a game").game;
    server.http.join_game(&invited, silent).await.expect("a seat");
    let message = service.next_message(&browser).await;
    assert_eq!((message.kind, message.path), (PushKind::Started, format!("/game/{silent}")));

    // A change replaces what was wanted. A subscriber is not away.
    let all = service.subscription(&browser, &PushKind::ALL);
    subscribe(&server.http, &invited, &all).await.expect("subscribed");
    let mut here = server.client(Some(&invited)).await;
    here.subscribe().await;
    server.http.create_game(&maker, &challenge(&invited)).await.expect("a game");
    here.next_notice().await;
    drop(here);
    let subscription = &settings(&server.http, &invited).await.subscriptions[0];
    assert_eq!(subscription.kinds, PushKind::ALL);
    server.wait_for_open_sockets(0).await;
    let third = server.http.create_game(&maker, &challenge(&invited)).await.expect("a game").game;
    assert_eq!(service.next_message(&browser).await.path, format!("/game/{third}"));

    let path = format!("/api/push/{}", subscription.id);
    let deleted = server.http.send("DELETE", &path, Some(maker.token.reveal()), None).await;
    assert_eq!(deleted.status(), 204);
    assert_eq!(settings(&server.http, &invited).await.subscriptions.len(), 1, "it is another player's");
    server.http.send("DELETE", &path, Some(invited.token.reveal()), None).await;
    assert!(settings(&server.http, &invited).await.subscriptions.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_notice_is_sent_again_and_a_lost_browser_is_forgotten() {
    let server = TestServer::start_with_local_push().await;
    let mut service = PushService::start().await;
    let [maker, invited] = [server.http.create_guest().await, server.http.create_guest().await];
    let [busy, gone] = [Browser::new("busy"), Browser::new("gone")];
    for browser in [&busy, &gone] {
        let new = service.subscription(browser, &PushKind::ALL);
        subscribe(&server.http, &invited, &new).await.expect("subscribed");
    }
    service.answer_next(&busy, &[StatusCode::SERVICE_UNAVAILABLE]);
    service.answer_next(&gone, &[StatusCode::GONE]);
    server.http.create_game(&maker, &challenge(&invited)).await.expect("a game");
    let mut browsers =
        [service.next().await, service.next().await, service.next().await].map(|it| it.browser);
    browsers.sort();
    assert_eq!(browsers, ["busy", "busy", "gone"]);
    eventually("the end of the subscription", async || {
        settings(&server.http, &invited).await.subscriptions.len() == 1
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_is_notified_while_the_push_service_of_another_one_does_not_answer() {
    let server = TestServer::start_with_local_push().await;
    let service = PushService::start().await;
    let [maker, invited] = [server.http.create_guest().await, server.http.create_guest().await];
    for browser in [Browser::new("one"), Browser::new("other")] {
        let new = service.subscription(&browser, &PushKind::ALL);
        let endpoint = new.endpoint.replace("/send/", "/meet/");
        let new = NewPushSubscription { endpoint, ..new };
        subscribe(&server.http, &invited, &new).await.expect("subscribed");
    }
    server.http.create_game(&maker, &challenge(&invited)).await.expect("a game");
    within("both requests at the same time", service.meeting.has_happened.notified()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_is_removed_with_the_token_that_added_it() {
    let server = TestServer::start_with_local_push().await;
    let service = PushService::start().await;
    let http = &server.http;
    let first = server.http.create_claimed("Kamau").await;
    let body = json!({"name": "Kamau", "passphrase": CLAIMED_PASSPHRASE}).to_string();
    let second: Credentials = http.call("POST", "/api/tokens", None, Some(body)).await.expect("signed in");
    for (player, name) in [(&first, "one"), (&second, "other")] {
        let new = service.subscription(&Browser::new(name), &PushKind::ALL);
        subscribe(http, player, &new).await.expect("subscribed");
    }
    assert_eq!(settings(http, &second).await.subscriptions.len(), 2);
    let tokens: TokenList = http.call("GET", "/api/tokens", Some(&first), None).await.expect("tokens");
    let lost = tokens.tokens.iter().find(|token| token.current).expect("its own");
    http.send("DELETE", &format!("/api/tokens/{}", lost.token.as_str()), Some(second.token.reveal()), None)
        .await;
    assert_eq!(settings(http, &second).await.subscriptions.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_goes_to_private_addresses() {
    let server = TestServer::start().await;
    let service = PushService::start().await;
    let player = server.http.create_guest().await;
    let browser = Browser::new("one");
    let new = service.subscription(&browser, &PushKind::ALL);
    let with = |endpoint: &str| NewPushSubscription { endpoint: endpoint.to_owned(), ..new.clone() };
    let keys = |p256dh: &str, auth: &str| NewPushSubscription {
        keys: PushKeys { p256dh: p256dh.to_owned(), auth: auth.to_owned() },
        ..with("https://push.example.org/send")
    };
    let off_curve = BASE64.encode([4; 65]);
    for refused in [
        new.clone(),
        with("https://push.example.org:8443/"),
        with(&format!("https://push.example.org/{}", "x".repeat(1_000))),
        keys(&off_curve, &new.keys.auth),
        keys(&new.keys.p256dh, "AAAA"),
        keys("no base64", &new.keys.auth),
    ] {
        let problem = subscribe(&server.http, &player, &refused).await.expect_err("refused");
        assert_eq!(problem.code, ErrorCode::CannotPush);
    }
    for count in 1..=12 {
        let endpoint = format!("https://push.example.org/send/{count}");
        subscribe(&server.http, &player, &with(&endpoint)).await.expect("subscribed");
    }
    assert_eq!(settings(&server.http, &player).await.subscriptions.len(), 10, "the oldest are removed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_servers_one_may_send_a_notice() {
    let database = TestDatabase::new().await;
    let stores = [Store::open(&database.url()).await, Store::open(&database.url()).await];
    let stores = stores.map(|store| store.expect("a store"));
    let player = "p".into();
    let game = GameId::from_random([7; GameId::LENGTH]);
    for head in [1, 2, 5] {
        let claims = (0..20).map(|number: usize| {
            stores[number % 2].claim_push_notice(
                &player,
                game,
                PushKind::MyTurn,
                head,
                Timestamp::from_millis(1),
            )
        });
        let claimed = futures_util::future::join_all(claims).await;
        assert_eq!(claimed.into_iter().filter(|it| matches!(it, Ok(true))).count(), 1, "{head}");
    }
    let earlier =
        stores[0].claim_push_notice(&player, game, PushKind::MyTurn, 4, Timestamp::from_millis(1)).await;
    assert!(!earlier.expect("the database"));
    let other =
        stores[0].claim_push_notice(&player, game, PushKind::Started, 0, Timestamp::from_millis(1)).await;
    assert!(other.expect("the database"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_notice_is_sent_at_most_once_through_kills() {
    const ROUNDS: usize = 4;
    const GAMES: usize = 12;
    let database = TestDatabase::new().await;
    let mut service = PushService::start().await;
    let command = ServerCommand::new(env!("CARGO_BIN_EXE_ikibuguzo-server")).option("--push-to-any-address");
    let mut server = command.spawn(&database).await;
    let invited = server.http().create_guest().await;
    let browser = Browser::new("one");
    let new = service.subscription(&browser, &PushKind::ALL);
    subscribe(&server.http(), &invited, &new).await.expect("subscribed");
    let mut games = Vec::new();
    let mut counts = BTreeMap::<String, u32>::new();
    for round in 0..ROUNDS {
        for _ in 0..GAMES {
            games.push(challenge_by_guest(&server.http(), &invited).await);
        }
        // The last notices may be on their way.
        server.kill().await;
        if round + 1 < ROUNDS {
            server = command.spawn(&database).await;
        }
    }
    let server = command.spawn(&database).await;
    let note = |delivery: &Delivery, counts: &mut BTreeMap<String, u32>| {
        *counts.entry(browser.read(delivery).path).or_default() += 1;
    };
    // Every notice that was not noted before a kill is sent by the next server.
    let noted = async || database.count("push_notice").await == i64::try_from(games.len()).expect("few");
    eventually("all notices to be noted", noted).await;
    let last = challenge_by_guest(&server.http(), &invited).await;
    while !counts.contains_key(&format!("/game/{last}")) {
        note(&service.next().await, &mut counts);
    }
    let lost = games.iter().filter(|game| !counts.contains_key(&format!("/game/{game}"))).count();
    println!("{} notices, {lost} of them lost by {ROUNDS} kills", games.len());
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
    let decline = ClientMessage::Decline { game: last, id: command_id(), reason: None };
    server.http().command(&invited, &decline).await.expect("the server plays on");
}

/// Measures how soon notices come while the server is killed at random moments:
/// `cargo test -p ikibuguzo-server --test it notices_through_twenty -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute"]
async fn notices_through_twenty_kills_come_at_most_once() {
    const ROUNDS: usize = 20;
    const GAMES: usize = 100;
    let database = TestDatabase::new().await;
    let mut service = PushService::start().await;
    let command = ServerCommand::new(env!("CARGO_BIN_EXE_ikibuguzo-server"))
        .option("--push-to-any-address")
        .option("--requests-per-second")
        .option("0");
    let mut server = command.spawn(&database).await;
    let invited = server.http().create_guest().await;
    let browser = Browser::new("one");
    let new = service.subscription(&browser, &PushKind::ALL);
    subscribe(&server.http(), &invited, &new).await.expect("subscribed");
    let mut acknowledged = BTreeMap::new();
    for _ in 0..ROUNDS {
        for _ in 0..GAMES {
            let game = challenge_by_guest(&server.http(), &invited).await;
            acknowledged.insert(format!("/game/{game}"), Instant::now());
        }
        sleep(Duration::from_micros(fastrand::u64(..20_000))).await;
        server.kill().await;
        server = command.spawn(&database).await;
    }
    // The last server looks within 5 seconds for notices that the others had still to send.
    let mut delays = BTreeMap::new();
    while let Ok(Some(delivery)) = timeout(Duration::from_secs(10), service.deliveries.recv()).await {
        let path = browser.read(&delivery).path;
        let delay = delivery.at.saturating_duration_since(acknowledged[&path]);
        assert!(delays.insert(path, delay).is_none(), "a second notice");
    }
    let received = delays.len();
    let mut delays = delays.into_values().collect::<Vec<_>>();
    delays.sort_unstable();
    let soon = delays.partition_point(|delay| *delay <= Duration::from_secs(2));
    let sent = acknowledged.len();
    let middle = delays[received / 2];
    println!(
        "{sent} notices, {ROUNDS} kills: {received} came, {soon} of them within 2 s, half within {middle:?}"
    );
}
