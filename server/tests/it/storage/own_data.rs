//! The data that the server keeps of a player, who reads all of it and deletes it.

use ikibuguzo_protocol::{
    BlockList, ClientMessage, Credentials, CurrentPlayer, EndReason, ErrorCode, GameId, NewGame, PlayerData,
    Problem, Text, Tournament,
};
use ikibuguzo_testing::{CLAIMED_PASSPHRASE, TestServer, command_id, new_game, resign, say};
use serde_json::json;

use super::import::{GOOD, import_refused, import_text};
use crate::storage::tournaments::{make, new_tournament};

const PASSPHRASE: &str = "four words and a comma";

async fn claim(server: &TestServer, guest: &Credentials, name: &str) -> Result<CurrentPlayer, Problem> {
    let body = json!({"name": name, "passphrase": PASSPHRASE}).to_string();
    server.http.call("PUT", "/api/players/me", Some(guest), Some(body)).await
}

/// The status of a request to delete an account.
async fn delete(server: &TestServer, player: &Credentials, body: &str) -> u16 {
    let token = Some(player.token.reveal());
    let response = server.http.send("DELETE", "/api/players/me", token, Some(body.to_owned())).await;
    response.status().as_u16()
}

async fn game_between(server: &TestServer, south: &Credentials, north: &Credentials) -> GameId {
    let new = NewGame { public: true, ..new_game("kubuguza", "days:3") };
    let game = server.http.create_game(south, &new).await.expect("a game").game;
    server.http.join_game(north, game).await.expect("a seat");
    game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_downloads_what_the_server_keeps() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    claim(&server, &player, "Kamau").await.expect("claimed");
    let path = format!("/api/blocks/{}", other.name);
    let going_on = game_between(&server, &player, &other).await;
    server.http.send("PUT", &path, Some(player.token.reveal()), None).await;
    let tournament =
        make(&server.http, &player, &new_tournament("days:1")).await.expect("a tournament").tournament;
    let entry = format!("/api/tournaments/{tournament}/entry");
    server.http.send("PUT", &entry, Some(player.token.reveal()), None).await;
    let data: PlayerData =
        server.http.call("GET", "/api/players/me/data", Some(&player), None).await.expect("data");
    assert_eq!((data.name.as_str(), data.claimed, data.tokens.len()), ("Kamau", true, 1));
    assert_eq!((data.blocked, data.unfinished_games), (vec![other.name], vec![going_on]));
    assert_eq!(data.tournaments, [tournament]);
    assert_eq!(data.finished_games, "/api/export?player=Kamau");
    let anonymous = server.http.send("GET", "/api/players/me/data", None, None).await;
    assert_eq!(anonymous.status(), 401);
}

#[tokio::test]
async fn a_guest_deletes_its_account_without_a_body() {
    let server = TestServer::start().await;
    let [one, other] = [server.http.create_guest().await, server.http.create_guest().await];
    claim(&server, &other, "Kamau").await.expect("claimed");
    let delete = async |player: &Credentials| {
        let bearer = format!("Bearer {}", player.token.reveal());
        let headers = [("authorization", bearer.as_str())];
        server.http.send_with_headers("DELETE", "/api/players/me", &headers).await.status().as_u16()
    };
    assert_eq!([delete(&one).await, delete(&one).await], [204, 401]);
    assert_eq!(delete(&other).await, 403, "a passphrase is needed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_account_leaves_its_games_without_its_name() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let guest_name = player.name.clone();
    let name = claim(&server, &player, "Kamau").await.expect("claimed").name;
    let player = Credentials { name, ..player };
    let path = "/api/blocks/Kamau";
    let finished = game_between(&server, &player, &other).await;
    server.command(&player, &resign(finished)).await.expect("resigned");
    let going_on = game_between(&server, &other, &player).await;
    let open =
        NewGame { opponent: Some(Text("Kamau".parse().expect("a name"))), ..new_game("azigo", "none") };
    let invited = server.http.create_game(&other, &open).await.expect("a game").game;
    let own = server.http.create_game(&player, &new_game("azigo", "none")).await.expect("a game").game;
    server.http.send("PUT", path, Some(other.token.reveal()), None).await;

    let tournament =
        make(&server.http, &player, &new_tournament("days:1")).await.expect("a tournament").tournament;
    let entry = format!("/api/tournaments/{tournament}/entry");
    server.http.send("PUT", &entry, Some(player.token.reveal()), None).await;

    for wrong in ["{}", r#"{"current":"four other words"}"#] {
        assert_eq!(delete(&server, &player, wrong).await, ErrorCode::WrongPassphrase.status());
    }
    let right = json!({"current": PASSPHRASE}).to_string();
    assert_eq!(delete(&server, &player, &right).await, 204);
    assert_eq!(delete(&server, &player, &right).await, 401, "the token is gone");

    let left: Tournament = server.http.get(&format!("/api/tournaments/{tournament}")).await.expect("one");
    assert_eq!((left.summary.entered, left.standings.len()), (0, 0));

    // A new server reads every log again.
    let server = server.restart().await;
    for game in [finished, going_on, invited, own] {
        let text =
            server.http.send("GET", &format!("/api/games/{game}/events"), None, None).await.into_body();
        assert!(text.contains("former-player-"), "{text}");
        assert!(!text.contains("Kamau") && !text.contains(guest_name.as_str()), "{text}");
    }
    let outcome = async |game| {
        let view = server.client(None).await.join(game, None).await.view.expect("a view");
        view.outcome.map(|outcome| outcome.reason)
    };
    assert_eq!(outcome(finished).await, Some(EndReason::Resignation));
    assert_eq!(outcome(own).await, Some(EndReason::Aborted));
    assert!(outcome(going_on).await.is_some() && outcome(invited).await.is_none());
    let list = server.http.send("GET", "/api/games", None, None).await.into_body();
    assert!(list.contains("former-player-") && !list.contains("Kamau"), "{list}");
    for gone in ["Kamau", guest_name.as_str()] {
        let profile = server.http.send("GET", &format!("/api/players/{gone}"), None, None).await;
        assert_eq!(profile.status(), 404);
    }
    let blocks: BlockList = server.http.call("GET", "/api/blocks", Some(&other), None).await.expect("a list");
    assert!(blocks.players.is_empty());
    let newcomer = server.http.create_guest().await;
    claim(&server, &newcomer, "Kamau").await.expect("the name is free");
    let refused = claim(&server, &server.http.create_guest().await, "Former-Player-12345678").await;
    assert_eq!(refused.expect_err("it is reserved").code, ErrorCode::NameTaken);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_name_of_a_deleted_account_is_replaced_however_late_it_stands_in_a_log() {
    let server = TestServer::start().await;
    let [maker, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let new = NewGame { public: true, ..new_game("kubuguza", "days:3") };
    let game = server.http.create_game(&maker, &new).await.expect("a game").game;
    for number in 1..=20 {
        server.command(&maker, &say(game, &format!("Is anybody there? {number}"))).await.expect("said");
    }
    server.http.join_game(&other, game).await.expect("a seat");
    assert_eq!(delete(&server, &other, "{}").await, 204);
    for part in ["/events", "/record", ""] {
        let text = server.http.send("GET", &format!("/api/games/{game}{part}"), None, None).await.into_body();
        assert!(text.contains("former-player-") && !text.contains(other.name.as_str()), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opponent_cannot_keep_the_game_of_a_deleted_account_going() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = game_between(&server, &player, &other).await;
    // Ids that the server once used for its own commands.
    for id in ["leave-abort", "leave-resign"] {
        let taken = ClientMessage::Say { game, id: id.parse().expect("an id"), text: "Muraho!".to_owned() };
        server.command(&other, &taken).await.expect("said");
    }
    assert_eq!(delete(&server, &player, "{}").await, 204);
    let view = server.client(None).await.join(game, None).await.view.expect("a view");
    assert!(view.outcome.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_begins_a_rematch_with_a_deleted_account() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = game_between(&server, &player, &other).await;
    server.command(&player, &resign(game)).await.expect("resigned");
    let offer = ClientMessage::OfferRematch { game, id: command_id() };
    let offered = server.command(&player, &offer).await.expect("offered");
    assert_eq!(delete(&server, &player, "{}").await, 204);
    let accept = ClientMessage::AnswerRematch { game, id: command_id(), offer: offered, accept: true };
    for refused in [accept, ClientMessage::OfferRematch { game, id: command_id() }] {
        let refusal = server.command(&other, &refused).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::NoOpponent);
    }
    let decline = ClientMessage::AnswerRematch { game, id: command_id(), offer: offered, accept: false };
    server.command(&other, &decline).await.expect("declined");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_account_begins_no_rematch_over_a_socket_that_is_still_open() {
    let server = TestServer::start().await;
    let [player, other] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = game_between(&server, &player, &other).await;
    server.command(&player, &resign(game)).await.expect("resigned");
    let mut socket = server.client(Some(&player)).await;
    socket.join(game, None).await;
    assert_eq!(delete(&server, &player, "{}").await, 204);
    let offer = ClientMessage::OfferRematch { game, id: command_id() };
    let offered = server.command(&other, &offer).await;
    assert_eq!(offered.expect_err("refused").code, ErrorCode::NoOpponent);
    let refused = socket.command(&ClientMessage::OfferRematch { game, id: command_id() }).await;
    assert_eq!(refused.expect_err("refused").code, ErrorCode::NoOpponent);
}

#[tokio::test]
async fn an_import_for_a_deleted_account_of_this_server_needs_same_people() {
    let server = TestServer::start().await;
    let player = server.http.create_claimed("Amina").await;
    let game = game_between(&server, &player, &server.http.create_guest().await).await;
    server.command(&player, &resign(game)).await.expect("resigned");
    let passphrase = json!({"current": CLAIMED_PASSPHRASE}).to_string();
    assert_eq!(delete(&server, &player, &passphrase).await, 204);
    let record = server.http.send("GET", &format!("/api/games/{game}/record"), None, None).await.into_body();
    let start = record.find("former-player-").expect("its name now");
    let name = &record[start..start + "former-player-".len() + 8];

    let text = GOOD.replace("ana", name);
    let (line, why) = import_refused(&server, &text).await;
    assert!(line == 1 && why.contains("plays here"), "{why}");
    assert_eq!(import_text(&server, &text, true).await.expect("the same people").new, 1);
}
