//! Every bad input is refused with its own code, changes nothing, and leaves the connection open.

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, Problem, ServerMessage};
use ikibuguzo_testing::{
    TestClient, TestServer, act, arrange, arranged_pair, command_id, resign, start_game,
};
use tokio_tungstenite::tungstenite::Message;

async fn send_and_read_refusal(client: &mut TestClient, frame: Message) -> ErrorCode {
    client.send_frame(frame).await;
    match client.next().await {
        ServerMessage::Refused(refusal) => refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

async fn expect_refusals(client: &mut TestClient, cases: Vec<(ClientMessage, ErrorCode)>) {
    for (message, code) in cases {
        assert_eq!(client.command(&message).await.expect_err("refused").code, code, "{message:?}");
    }
}

#[tokio::test]
async fn wrong_commands_are_refused_and_change_nothing() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let mut spectator = server.client(None).await;
    let stranger = server.http.create_guest().await;
    let mut stranger = server.client(Some(&stranger)).await;
    let nowhere = "000000000000".parse().expect("an id");
    let head = server.http.events(game, 0).await.head;
    let arrange = arrange(game, Array::First);
    let say = |text: &str| ClientMessage::Say { game, id: command_id(), text: text.to_owned() };

    expect_refusals(
        &mut south,
        vec![
            (act(game, 6, "A"), ErrorCode::IllegalAction),
            (act(game, 6, "n"), ErrorCode::IllegalAction),
            (act(game, 6, "T<"), ErrorCode::IllegalAction),
            (act(game, 6, "-"), ErrorCode::IllegalAction),
            (act(game, 6, "N N"), ErrorCode::BadAction),
            (act(game, 6, ""), ErrorCode::BadAction),
            (act(game, 7, "N"), ErrorCode::WrongPosition),
        ],
    )
    .await;
    expect_refusals(
        &mut north,
        vec![
            (act(game, 6, "n"), ErrorCode::NotYourTurn),
            (arrange, ErrorCode::AlreadyArranged),
            (act(nowhere, 6, "n"), ErrorCode::UnknownGame),
            (ClientMessage::OfferRematch { game, id: command_id() }, ErrorCode::GameNotOver),
            (say(""), ErrorCode::BadText),
            (say(&"x".repeat(201)), ErrorCode::BadText),
            (say("\u{1b}[2J"), ErrorCode::BadText),
            (say("Mura\u{2028}ho!"), ErrorCode::BadText),
            (say("\u{200b}\u{2060}"), ErrorCode::BadText),
        ],
    )
    .await;
    expect_refusals(&mut stranger, vec![(act(game, 6, "N"), ErrorCode::NotAPlayer)]).await;
    expect_refusals(&mut spectator, vec![(act(game, 6, "N"), ErrorCode::TokenRequired)]).await;
    assert_eq!(server.http.events(game, 0).await.head, head, "nothing was stored");
    south.command(&act(game, 6, "N")).await.expect("the connection is still open");
}

#[tokio::test]
async fn a_move_before_the_start_or_after_the_end_is_refused() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "ikibuguzo:first", true).await;
    let mut south = server.client(Some(&south)).await;
    let code = |result: Result<u64, ikibuguzo_protocol::Refusal>| result.expect_err("refused").code;
    assert_eq!(code(south.command(&act(game, 6, "N")).await), ErrorCode::StillArranging);
    let second = arrange(game, Array::Second);
    assert_eq!(code(south.command(&second).await), ErrorCode::ArrayNotOffered);
    server.command(&north, &resign(game)).await.expect("resigned");
    for message in [act(game, 6, "N"), second, ClientMessage::OfferDraw { game, id: command_id() }] {
        assert_eq!(code(south.command(&message).await), ErrorCode::GameOver);
    }
}

#[tokio::test]
async fn wrong_frames_are_refused_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    let cases = [
        (Message::binary(b"{}".as_slice()), ErrorCode::BinaryFrame),
        (Message::text("{"), ErrorCode::BadJson),
        (Message::text(r#"["ping"]"#), ErrorCode::BadJson),
        (Message::text(r#"{"type":"castle"}"#), ErrorCode::UnknownType),
        (Message::text(r#"{"type":"ping","x":1}"#), ErrorCode::UnknownField),
        (Message::text(r#"{"type":"join"}"#), ErrorCode::BadField),
        (Message::text(r#"{"type":"hello"}"#), ErrorCode::HelloTwice),
        (Message::text(r#"{"type":"leave","game":"000000000000"}"#), ErrorCode::NotJoined),
        (Message::text(r#"{"type":"join","game":"000000000000"}"#), ErrorCode::UnknownGame),
        (Message::text(format!(r#"{{"type":"ping","x":"{}"}}"#, "x".repeat(5000))), ErrorCode::FrameTooLarge),
    ];
    for (frame, code) in cases {
        assert_eq!(send_and_read_refusal(&mut client, frame).await, code);
    }
    client.send(&ClientMessage::PING).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { heads, .. } if heads.is_empty()));
}

#[tokio::test]
async fn messages_before_hello_are_refused() {
    let server = TestServer::start().await;
    let mut client = TestClient::connect_without_hello(server.address).await;
    assert_eq!(
        send_and_read_refusal(&mut client, Message::text(r#"{"type":"ping"}"#)).await,
        ErrorCode::HelloFirst
    );
    let unknown = format!(r#"{{"type":"hello","token":"{}"}}"#, "0".repeat(52));
    assert_eq!(send_and_read_refusal(&mut client, Message::text(unknown)).await, ErrorCode::BadToken);
    client.send(&ClientMessage::Hello { token: None }).await;
    assert!(matches!(client.next().await, ServerMessage::Welcome { player: None, .. }));
}

#[tokio::test]
async fn an_oversized_frame_closes_only_its_own_socket() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    let mut other = server.client(None).await;
    client.send_frame(Message::text("x".repeat(100_000))).await;
    while let Some(frame) = client.next_frame().await {
        if let Message::Text(text) = &frame {
            assert!(text.contains("frame_too_large"), "{text}");
        }
    }
    other.send(&ClientMessage::PING).await;
    assert!(matches!(other.next().await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn a_socket_joins_at_most_32_games() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    for _ in 0..32 {
        let (game, _) = start_game(&server.http, "ikibuguzo:first", true).await;
        client.join(game, None).await;
    }
    let (game, _) = start_game(&server.http, "ikibuguzo:first", true).await;
    let join = Message::text(ClientMessage::Join { game, since: None, compact: false }.to_json());
    assert_eq!(send_and_read_refusal(&mut client, join).await, ErrorCode::TooManyGames);
}

#[tokio::test]
async fn a_seq_that_does_not_exist_yet_is_refused() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "ikibuguzo:first", true).await;
    let mut client = server.client(None).await;
    let join = Message::text(ClientMessage::Join { game, since: Some(99), compact: false }.to_json());
    assert_eq!(send_and_read_refusal(&mut client, join).await, ErrorCode::SinceAhead);
    let problem = server.http.get::<Problem>(&format!("/api/games/{game}/events?since=99")).await;
    assert_eq!(problem.expect_err("refused").code, ErrorCode::SinceAhead);
}

#[tokio::test]
async fn http_errors_are_problems_with_codes() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "ikibuguzo:first", true).await;
    let late = server.http.create_guest().await;
    assert_eq!(server.http.join_game(&late, game).await.expect_err("full").code, ErrorCode::GameFull);
    let token = Some(south.token.reveal());
    let text = |text: &str| Some(text.to_owned());
    let new = r#"{"id":"x","rules":"ikibuguzo:first"}"#;
    let record = format!("/api/games/{game}/record");
    let cases = [
        ("GET", "/api/games/xyz", None, None, ErrorCode::UnknownGame),
        ("GET", "/api/games/000000000000", None, None, ErrorCode::UnknownGame),
        ("GET", "/api/nothing", None, None, ErrorCode::NotFound),
        ("DELETE", "/api/games", None, None, ErrorCode::MethodNotAllowed),
        ("GET", "/api/games?state=lost", None, None, ErrorCode::BadQuery),
        ("GET", "/api/games?limit=-1", None, None, ErrorCode::BadQuery),
        ("GET", "/api/games?cursor=abc", None, None, ErrorCode::BadQuery),
        ("GET", "/api/games?rules=chess", None, None, ErrorCode::BadQuery),
        ("GET", "/api/games?colour=red", None, None, ErrorCode::BadQuery),
        ("GET", "/api/games?player=%00%FF", None, None, ErrorCode::BadQuery),
        ("GET", "/api/players/me", None, None, ErrorCode::TokenRequired),
        ("GET", "/api/players/me", Some("nonsense"), None, ErrorCode::BadToken),
        ("GET", "/api/games", Some("nonsense"), None, ErrorCode::BadToken),
        ("POST", "/api/games", None, text(new), ErrorCode::TokenRequired),
        ("POST", "/api/games", token, text("{"), ErrorCode::BadJson),
        ("POST", "/api/games", token, text(r#"["c1","kubuguza","me",false,"none"]"#), ErrorCode::BadJson),
        ("POST", "/api/tokens", None, text(r#"["ana","four words and a comma"]"#), ErrorCode::BadJson),
        ("POST", "/api/games", token, text("{}"), ErrorCode::BadBody),
        ("POST", "/api/games", token, text(r#"{"id":"x","rules":"chess"}"#), ErrorCode::BadBody),
        ("POST", "/api/games", token, Some("x".repeat(5000)), ErrorCode::FrameTooLarge),
        ("POST", "/api/commands", token, text(r#"{"type":"ping"}"#), ErrorCode::UnknownType),
        ("POST", "/api/commands", token, text("{"), ErrorCode::BadJson),
        ("POST", "/api/commands", token, text(r#" ["resign","000000000000","c1"]"#), ErrorCode::BadJson),
        ("POST", "/api/commands", token, Some("x".repeat(5000)), ErrorCode::FrameTooLarge),
        ("GET", "/ws", None, None, ErrorCode::BadBody),
        ("GET", &record, Some("nonsense"), None, ErrorCode::BadToken),
        ("POST", "/api/players", Some("nonsense"), None, ErrorCode::BadToken),
    ];
    for (method, path, token, body, code) in cases {
        let response = server.http.send(method, path, token, body).await;
        let problem: Problem = serde_json::from_str(response.body())
            .unwrap_or_else(|error| panic!("{method} {path}: {error}: {}", response.body()));
        assert_eq!((problem.code, problem.status), (code, response.status().as_u16()), "{method} {path}");
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert!(!response.body().contains("nonsense"), "no response repeats a token");
    }
}
