//! Bad requests are refused with a code, and nothing panics.

use fastrand::Rng;
use ikibuguzo_protocol::ErrorCode;
use serde_json::json;

use crate::client::Client;

#[test]
fn each_bad_request_has_its_code() {
    let long = ["M"; 101].join(".");
    let cases = [
        ("".to_owned(), ErrorCode::BadJson),
        ("[1]".to_owned(), ErrorCode::BadJson),
        ("{\"type\":".to_owned(), ErrorCode::BadJson),
        (json!({"type": "fly"}).to_string(), ErrorCode::UnknownType),
        (json!({"type": "think", "fast": true}).to_string(), ErrorCode::UnknownField),
        (json!({"type": "explore"}).to_string(), ErrorCode::BadField),
        (json!({"type": "explore", "base": {"rules": "chess"}}).to_string(), ErrorCode::BadField),
        (json!({"type": "explore", "base": {"position": "kubuguza"}}).to_string(), ErrorCode::BadQuery),
        (json!({"type": "explore", "base": {"position": "x".repeat(500)}}).to_string(), ErrorCode::BadQuery),
        (
            json!({"type": "explore", "base": {"position": "azigo 1 1 ?,1 south -/- -"}}).to_string(),
            ErrorCode::ConcealedStore,
        ),
        (
            json!({"type": "explore", "base": {"rules": "ikibuguzo:first"}}).to_string(),
            ErrorCode::ArrayNotOffered,
        ),
        (
            json!({"type": "explore", "base": {"rules": "kubuguza"}, "play": "A"}).to_string(),
            ErrorCode::IllegalAction,
        ),
        (
            json!({"type": "explore", "base": {"rules": "kubuguza"}, "play": "M!"}).to_string(),
            ErrorCode::BadAction,
        ),
        (
            json!({"type": "explore", "base": {"rules": "kubuguza"}, "play": long}).to_string(),
            ErrorCode::BadQuery,
        ),
        (
            json!({"type": "previews", "base": {"rules": "kubuguza", "actions": "A"}, "role": "south"})
                .to_string(),
            ErrorCode::IllegalAction,
        ),
        (
            json!({"type": "expand", "log": [], "since": 0, "role": "south"}).to_string(),
            ErrorCode::BadField,
        ),
        (
            json!({"type": "expand", "log": [{"seq": 1, "at": 0, "action": "M"}], "since": 0, "role": "south"})
                .to_string(),
            ErrorCode::BadField,
        ),
        (
            json!({"type": "begin", "rules": "kubuguza", "seat": "south", "opponent": "bot:9"}).to_string(),
            ErrorCode::BadField,
        ),
        (json!({"type": "record", "game": "k7wq2m9xra4t", "log": []}).to_string(), ErrorCode::GameUnreadable),
    ];
    let mut client = Client::new();
    for (request, code) in cases {
        assert_eq!(client.refusal(&request), code, "{request}");
    }
}

#[test]
fn no_mutilated_request_panics() {
    let mut client = Client::new();
    let game = client.begin("azigo", "south", "bot:1");
    client.join(&game);
    let act = json!({"type": "act", "game": game, "id": "1", "after": 4, "action": "A"}).to_string();
    let seeds = [
        json!({"type": "explore", "base": {"rules": "azigo", "actions": "A.a"}, "play": "B"}).to_string(),
        json!({"type": "explore", "base": {"position": "kubuguza 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4 - south due/due -"}})
            .to_string(),
        json!({"type": "receive", "message": act}).to_string(),
        json!({"type": "analyse", "base": {"rules": "kubuguza"}, "nodes": 10}).to_string(),
    ];
    let mut rng = Rng::with_seed(9);
    for _ in 0..20_000 {
        let mut bytes = rng.choice(&seeds).expect("a seed").clone().into_bytes();
        for _ in 0..rng.usize(1..4) {
            let index = rng.usize(..bytes.len());
            bytes[index] = rng.u8(b' '..=b'~');
        }
        let text = String::from_utf8(bytes).expect("ASCII");
        // A greater budget than that of the seed would only take longer.
        if !text.contains("\"nodes\":") || text.contains("\"nodes\":10}") {
            let reply = client.answer_text(&text);
            assert!(
                reply.starts_with("{\"answer\":") || reply.starts_with("{\"problem\":"),
                "{text}: {reply}"
            );
        }
    }
}
