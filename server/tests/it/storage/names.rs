//! Claimed names and signing in with a passphrase.

use ikibuguzo_protocol::{
    Credentials, CurrentPlayer, ErrorCode, GameList, Problem, Profile, Snapshot, TokenList,
};
use ikibuguzo_testing::raw_socket::RawSocket;
use ikibuguzo_testing::{TestServer, act, start_game};
use serde::de::DeserializeOwned;
use serde_json::json;

const PASSPHRASE: &str = "four words and a comma";

async fn put_me<T: DeserializeOwned>(
    server: &TestServer,
    who: &Credentials,
    body: serde_json::Value,
) -> Result<T, Problem> {
    server.http.call("PUT", "/api/players/me", Some(who), Some(body.to_string())).await
}

async fn claim(server: &TestServer, who: &Credentials, name: &str) -> Result<CurrentPlayer, Problem> {
    put_me(server, who, json!({"name": name, "passphrase": PASSPHRASE})).await
}

async fn sign_in(server: &TestServer, name: &str, passphrase: &str) -> Result<Credentials, Problem> {
    let body = json!({"name": name, "passphrase": passphrase}).to_string();
    server.http.call("POST", "/api/tokens", None, Some(body)).await
}

#[tokio::test]
async fn signing_in_to_a_claimed_name_gives_the_same_seat() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let me = claim(&server, &south, "Ọbịageli").await.expect("claimed");
    assert_eq!((me.name.as_str(), me.claimed), ("Ọbịageli", true));
    let elsewhere = sign_in(&server, "Ọbịageli", PASSPHRASE).await.expect("signed in");
    assert_ne!(elsewhere.token, south.token);
    let act = act(game, 4, "O");
    server.command(&elsewhere, &act).await.expect("the same seat");

    let listed: GameList =
        server.http.get("/api/games?player=%E1%BB%8Cb%E1%BB%8Bageli").await.expect("a list");
    assert_eq!(listed.games.len(), 1);
    let listed = listed.games[0].players.south.clone().expect("a player");
    assert_eq!(listed.as_str(), "Ọbịageli", "lists show the claimed name");
    let snapshot: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("the game");
    let view = snapshot.view.expect("a view");
    assert_eq!(view.players.south, Some(south.name), "a game keeps the name its player had");
}

#[tokio::test]
async fn a_name_is_found_and_signed_in_to_in_any_spelling() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    claim(&server, &guest, "Kito-Ọba").await.expect("claimed");
    for name in ["kito-oba", "KITOỌBA"] {
        assert_eq!(sign_in(&server, name, PASSPHRASE).await.expect(name).name.as_str(), "Kito-Ọba");
    }
    assert_eq!(
        sign_in(&server, guest.name.as_str(), PASSPHRASE).await.expect_err("the old name").code,
        ErrorCode::WrongPassphrase
    );
    let found: Profile = server.http.get("/api/players/kito-oba").await.expect("found");
    assert_eq!(found.name.as_str(), "Kito-Ọba");
}

/// The status and the `Location` of a GET, without following it.
async fn location(server: &TestServer, path: &str) -> (u16, Option<String>) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let mut socket = RawSocket::connect(server.address).await;
    socket.write(request.as_bytes()).await;
    let head = socket.read_head().await;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let location = head.split("\r\n").find_map(|line| line.strip_prefix("location: "));
    (status, location.map(ToOwned::to_owned))
}

#[tokio::test]
async fn a_name_that_a_player_had_leads_to_the_present_one() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    let other = server.http.create_guest().await;
    claim(&server, &guest, "Kamau").await.expect("claimed");
    let rename = json!({"name": "Ọbịageli", "passphrase": PASSPHRASE, "current": PASSPHRASE});
    put_me::<CurrentPlayer>(&server, &guest, rename).await.expect("renamed");
    let present = "%E1%BB%8Cb%E1%BB%8Bageli";
    for name in [guest.name.as_str(), "Kamau", "kamau", "karnau"] {
        for base in ["/players", "/api/players"] {
            let there = format!("{base}/{present}");
            assert_eq!(location(&server, &format!("{base}/{name}")).await, (308, Some(there)), "{name}");
        }
        let score = format!("/api/players/{}/against/{name}", other.name);
        let there = format!("/api/players/{}/against/{present}", other.name);
        assert_eq!(location(&server, &score).await, (308, Some(there)), "{name}");
    }
    let there = format!("/api/players/{present}/against/{}", other.name);
    assert_eq!(
        location(&server, &format!("/api/players/kamau/against/{}", other.name)).await,
        (308, Some(there))
    );
    for here in [present, "obiageli"] {
        assert_eq!(location(&server, &format!("/api/players/{here}")).await, (200, None), "{here}");
        assert_eq!(location(&server, &format!("/players/{here}")).await, (200, None), "{here}");
    }
    assert_eq!(location(&server, "/api/players/nobody-here").await, (404, None));
    let back = json!({"name": "Kamau", "passphrase": PASSPHRASE, "current": PASSPHRASE});
    put_me::<CurrentPlayer>(&server, &guest, back).await.expect("renamed again");
    let there = Some("/api/players/Kamau".to_owned());
    assert_eq!(location(&server, &format!("/api/players/{present}")).await, (308, there));
    let found: Profile = server.http.get("/api/players/obiageli").await.expect("a client follows");
    assert_eq!(found.name.as_str(), "Kamau");
}

#[tokio::test]
async fn a_name_and_its_lookalikes_are_given_once() {
    let server = TestServer::start().await;
    let one = server.http.create_guest().await;
    let other = server.http.create_guest().await;
    claim(&server, &one, "Kamau-10").await.expect("claimed");
    let mut refused =
        vec!["Kamau-10", "kamau-10", "KAMAU10", "karnau-1o", "Kámàu-l0", "me", "Admin", "ikibuguz0"];
    refused.push(one.name.as_str());
    for name in refused {
        let problem = claim(&server, &other, name).await.expect_err(name);
        assert_eq!(problem.code, ErrorCode::NameTaken, "{name}");
    }
    for name in ["x", "-ab", "Обама", "a b", "O\u{323}bi"] {
        assert_eq!(claim(&server, &one, name).await.expect_err(name).code, ErrorCode::BadBody, "{name}");
    }
    let again = json!({"name": "KAMAU", "passphrase": PASSPHRASE, "current": PASSPHRASE});
    put_me::<CurrentPlayer>(&server, &one, again).await.expect("another name");
    let back = json!({"name": "kamau-10", "passphrase": PASSPHRASE, "current": PASSPHRASE});
    put_me::<CurrentPlayer>(&server, &one, back).await.expect("the own lookalikes are free");
}

#[tokio::test]
async fn of_two_simultaneous_claims_of_a_name_one_succeeds() {
    let server = TestServer::start().await;
    let one = server.http.create_guest().await;
    let other = server.http.create_guest().await;
    let (first, second) = tokio::join!(claim(&server, &one, "Wanjiru"), claim(&server, &other, "vvanjiru"));
    let got = [&first, &second].into_iter().filter(|claimed| claimed.is_ok()).count();
    assert_eq!(got, 1, "{first:?} {second:?}");
    let lost = first.err().or(second.err()).expect("a problem");
    assert_eq!(lost.code, ErrorCode::NameTaken);
}

#[tokio::test]
async fn changing_a_passphrase_needs_the_current_one() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    claim(&server, &player, "Amina").await.expect("claimed");
    for body in [
        json!({"name": "Amina", "passphrase": "another four words"}),
        json!({"name": "Amina", "passphrase": "another four words", "current": "not the one"}),
    ] {
        let problem = put_me::<CurrentPlayer>(&server, &player, body).await.expect_err("refused");
        assert_eq!(problem.code, ErrorCode::WrongPassphrase);
    }
    let change = json!({"name": "Amina", "passphrase": "another four words", "current": PASSPHRASE});
    put_me::<CurrentPlayer>(&server, &player, change).await.expect("changed");
    assert_eq!(
        sign_in(&server, "Amina", PASSPHRASE).await.expect_err("old").code,
        ErrorCode::WrongPassphrase
    );
    sign_in(&server, "Amina", "another four words").await.expect("new");
}

#[tokio::test]
async fn passphrase_guesses_are_rate_limited_and_reveal_nothing() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let nobody = "Nobody";
    claim(&server, &player, "Amina").await.expect("claimed");
    let guess = async |name: &str| sign_in(&server, name, "not the passphrase").await.expect_err("a guess");
    assert_eq!(guess("Amina").await, guess(nobody).await, "claimed and unknown names are refused alike");
    for _ in 0..4 {
        assert_eq!(guess("Amina").await.code, ErrorCode::WrongPassphrase);
    }
    assert_eq!(guess("Amina").await.code, ErrorCode::TooFast);
    assert_eq!(guess(nobody).await.code, ErrorCode::WrongPassphrase, "each name has its own limit");
    assert_eq!(
        guess(player.name.as_str()).await.code,
        ErrorCode::WrongPassphrase,
        "the guest's old name is no claimed name"
    );
}

#[tokio::test]
async fn tokens_are_listed_by_a_public_id_and_revoked_by_it() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    claim(&server, &player, "Amina").await.expect("claimed");
    let elsewhere = sign_in(&server, "Amina", PASSPHRASE).await.expect("signed in");
    let list = async |who: &Credentials| -> Result<TokenList, Problem> {
        server.http.call("GET", "/api/tokens", Some(who), None).await
    };
    let tokens = list(&elsewhere).await.expect("a list").tokens;
    assert_eq!(tokens.len(), 2);
    let current: Vec<bool> = tokens.iter().map(|token| token.current).collect();
    assert_eq!(current.iter().filter(|current| **current).count(), 1);
    let first = tokens.iter().find(|token| !token.current).expect("the first one");
    let path = format!("/api/tokens/{}", first.token.as_str());
    let stranger = server.http.create_guest().await;
    let delete = async |who: &Credentials| {
        server.http.send("DELETE", &path, Some(who.token.reveal()), None).await.status().as_u16()
    };
    assert_eq!(delete(&stranger).await, 404, "another player's token");
    assert_eq!(delete(&elsewhere).await, 204);
    assert_eq!(delete(&elsewhere).await, 404, "already revoked");
    assert_eq!(list(&player).await.expect_err("a revoked token").code, ErrorCode::BadToken);
    assert_eq!(list(&elsewhere).await.expect("a list").tokens.len(), 1);
}

#[tokio::test]
async fn a_refused_passphrase_is_not_repeated() {
    let server = TestServer::start().await;
    for secret in ["short", "a secret with a \u{7} bell"] {
        let body = json!({"name": "Amina", "passphrase": secret}).to_string();
        let answer = server.http.send("POST", "/api/tokens", None, Some(body)).await;
        assert_eq!(answer.status(), 400);
        assert!(!answer.body().contains(secret), "{}", answer.body());
    }
}
