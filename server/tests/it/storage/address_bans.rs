//! Addresses that operators keep away.

use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::operations::moderation::{ban_address, banned_addresses, lift_address_bans};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{TestServer, act, machine_time, new_game, start_game_with};

const CLAIM: &str = r#"{"name":"Kamau","passphrase":"four words and a comma"}"#;

/// The code with which a request of a client of the proxy is refused; none if it is not.
async fn refusal(
    server: &TestServer,
    client: &str,
    request: (&str, &str, &str),
    token: &str,
) -> Option<ErrorCode> {
    let (method, path, body) = request;
    let authorization = format!("Bearer {token}");
    let mut headers = vec![("x-forwarded-for", client), ("content-type", "application/json")];
    if !token.is_empty() {
        headers.push(("authorization", &authorization));
    }
    let answer = server.http.send_with_headers_and_body(method, path, &headers, body).await;
    (!answer.status().is_success())
        .then(|| serde_json::from_str::<Problem>(answer.body()).expect("a problem").code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_becomes_a_player_at_a_banned_address() {
    let server = TestServer::start_behind("127.0.0.1", Limits::default()).await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let store = Store::open(&server.database().url()).await.expect("a database");
    for network in ["198.51.100.0/24", "2001:db8:0:1::/64"] {
        ban_address(&store, network.parse().expect("a network"), 2, "Insults", machine_time())
            .await
            .expect("decided");
    }
    let guest = ("POST", "/api/players", "");
    let claim = ("PUT", "/api/players/me", CLAIM);
    let sign_in = ("POST", "/api/tokens", CLAIM);
    let banned = Some(ErrorCode::AddressBanned);
    for client in ["198.51.100.77", "::ffff:198.51.100.1", "2001:db8:0:1::7"] {
        assert_eq!(refusal(&server, client, guest, "").await, banned, "{client}");
        assert_eq!(refusal(&server, client, claim, south.token.reveal()).await, banned, "{client}");
        assert_eq!(refusal(&server, client, sign_in, "").await, banned, "{client}");
        let games = ("GET", "/api/games", "");
        assert_eq!(refusal(&server, client, games, "").await, None, "it may watch");
    }
    let play = serde_json::to_string(&act(game, 4, "O")).expect("JSON");
    let play = ("POST", "/api/commands", play.as_str());
    assert_eq!(refusal(&server, "198.51.100.77", play, south.token.reveal()).await, None, "the game goes on");
    for client in ["198.51.101.1", "2001:db8:0:2::7", "203.0.113.9, 198.51.101.1"] {
        assert_eq!(refusal(&server, client, guest, "").await, None, "{client}");
    }
    assert_eq!(refusal(&server, "203.0.113.9, 198.51.100.1", guest, "").await, banned);

    let lines = banned_addresses(&store, machine_time()).await.expect("a list");
    assert!(lines.len() == 2 && lines.iter().all(|line| line.ends_with(": Insults")), "{lines:?}");
    lift_address_bans(&store, "198.51.100.9/24".parse().expect("a network"), "", machine_time())
        .await
        .expect("decided");
    assert_eq!(refusal(&server, "198.51.100.77", guest, "").await, None);
    assert_eq!(refusal(&server, "2001:db8:0:1::7", guest, "").await, banned);
    assert_eq!(banned_addresses(&store, machine_time()).await.expect("a list").len(), 1);
}
