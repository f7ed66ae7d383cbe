//! The conversation of a local server, beside that of a socket.

use ikibuguzo_protocol::{ErrorCode, ServerMessage, VERSION};
use serde_json::json;

use crate::client::{Client, NOW};

fn code_of(messages: &[ServerMessage]) -> Option<ErrorCode> {
    match messages {
        [ServerMessage::Refused(refusal)] => Some(refusal.code),
        _ => None,
    }
}

#[test]
fn hello_is_said_once_and_first() {
    let mut client = Client::new();
    assert_eq!(code_of(&client.send(&json!({"type": "ping"}))), Some(ErrorCode::HelloFirst));
    let welcome = client.send(&json!({"type": "hello"}));
    assert!(matches!(&welcome[..], [ServerMessage::Welcome { protocol: VERSION, now: NOW, .. }]));
    assert_eq!(code_of(&client.send(&json!({"type": "hello"}))), Some(ErrorCode::HelloTwice));
}

#[test]
fn a_client_that_joins_again_gets_the_events_that_it_misses() {
    let mut client = Client::new();
    let game = client.begin("kubuguza", "south", "bot:1");
    let all = client.join(&game);
    let [ServerMessage::Game(snapshot), events @ .., ServerMessage::Presence(_)] = &all[..] else {
        panic!("{all:?}")
    };
    assert_eq!((snapshot.seq, snapshot.head, events.len()), (0, 4, 4));
    let missed = client.send(&json!({"type": "join", "game": game, "since": 3}));
    assert_eq!(missed[1..2], all[4..5]);
    let ahead = client.send(&json!({"type": "join", "game": game, "since": 9}));
    assert_eq!(code_of(&ahead), Some(ErrorCode::SinceAhead));
}

#[test]
fn a_pong_has_the_heads_of_joined_games_and_a_game_that_was_left_sends_nothing() {
    let mut client = Client::new();
    let game = client.begin("kubuguza", "south", "bot:1");
    client.join(&game);
    let heads = |client: &mut Client| match client.send(&json!({"type": "ping"})).pop() {
        Some(ServerMessage::Pong { heads, .. }) => heads.into_values().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(heads(&mut client), [4]);
    assert!(matches!(client.send(&json!({"type": "leave", "game": game}))[..], [ServerMessage::Left { .. }]));
    assert_eq!(heads(&mut client), [0_u64; 0]);
    assert_eq!(code_of(&client.send(&json!({"type": "leave", "game": game}))), Some(ErrorCode::NotJoined));
    let answered = client.command(&game, "act", json!({"after": 4, "action": "M"}));
    assert!(matches!(answered[..], [ServerMessage::Ack { seq: 5, .. }]), "{answered:?}");
}

#[test]
fn the_same_command_has_one_effect() {
    let mut client = Client::new();
    let game = client.begin("kubuguza", "south", "bot:1");
    client.join(&game);
    let act = json!({"type": "act", "game": game, "id": "once", "after": 4, "action": "M"});
    assert_eq!(client.send(&act).len(), 2);
    assert!(matches!(client.send(&act)[..], [ServerMessage::Ack { seq: 5, .. }]));
}

#[test]
fn commands_are_refused_with_the_codes_of_a_server() {
    let mut client = Client::new();
    let game = client.begin("kubuguza", "south", "bot:1");
    client.join(&game);
    let mut code = |kind: &str, fields| code_of(&client.command(&game, kind, fields));
    assert_eq!(code("act", json!({"after": 4, "action": "A"})), Some(ErrorCode::IllegalAction));
    assert_eq!(code("act", json!({"after": 4, "action": "?"})), Some(ErrorCode::BadAction));
    assert_eq!(code("act", json!({"after": 9, "action": "M"})), Some(ErrorCode::WrongPosition));
    assert_eq!(code("offer_rematch", json!({})), Some(ErrorCode::GameNotOver));
    assert_eq!(code_of(&client.command("k7wq2m9xra4t", "resign", json!({}))), Some(ErrorCode::UnknownGame));
    assert_eq!(code_of(&client.send(&json!({"type": "subscribe"}))), Some(ErrorCode::TokenRequired));
    assert_eq!(
        code_of(&client.send(&json!({"type": "hello", "token": "x".repeat(5000)}))),
        Some(ErrorCode::FrameTooLarge)
    );
}
