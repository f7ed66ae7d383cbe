//! Invalid messages, ids and bodies are refused with the right code and a short sentence, and without panics.

use fastrand::Rng;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, NameClaim, PlayerName, Refusal, SignIn, Token};
use serde::de::DeserializeOwned;

const ACT: &str = r#"{"type":"act","game":"05cdv44x7ekv","id":"c3","after":0,"action":"H"}"#;

#[track_caller]
fn refused(text: &str, code: ErrorCode) -> Refusal {
    let refusal = ClientMessage::parse(text).expect_err("refused");
    assert_eq!(refusal.code, code, "{text}: {}", refusal.message);
    assert!(refusal.message.chars().count() <= 200, "{}", refusal.message);
    refusal
}

#[test]
fn a_text_that_is_not_a_json_object_is_bad_json() {
    for text in ["", "N", "{", r#"{"type":"ping""#, "[1,2]", "null", "7", "\"ping\"", &"[".repeat(4000)] {
        refused(text, ErrorCode::BadJson);
    }
    for text in [r#"["ping"]"#, r#" ["act","k7wq2m9xra4t","c3",5,"H"]"#] {
        refused(text, ErrorCode::BadJson);
    }
}

#[test]
fn an_unknown_type_and_an_unknown_field_have_different_codes() {
    refused(r#"{"type":"move"}"#, ErrorCode::UnknownType);
    refused(r#"{"type":"ping","loud":true}"#, ErrorCode::UnknownField);
    refused(&ACT.replace("\"after\"", "\"colour\":1,\"after\""), ErrorCode::UnknownField);
}

#[test]
fn a_missing_or_invalid_field_is_a_bad_field() {
    refused("{}", ErrorCode::BadField);
    refused(r#"{"type":"act"}"#, ErrorCode::BadField);
    refused(&ACT.replace("\"after\":0", "\"after\":-1"), ErrorCode::BadField);
    refused(&ACT.replace("\"after\":0", "\"after\":99999999999999999999"), ErrorCode::BadField);
    refused(&ACT.replace("05cdv44x7ekv", "05cd"), ErrorCode::BadField);
    refused(r#"{"type":"join","game":"05cdv44x7ekv","since":"all"}"#, ErrorCode::BadField);
    refused(r#"{"type":"claim","game":"05cdv44x7ekv","id":"c3","claim":"lose"}"#, ErrorCode::BadField);
}

#[test]
fn a_whole_number_may_be_written_as_a_float() {
    for after in ["0", "0.0", "-0.0", "0e5"] {
        let message = ClientMessage::parse(&ACT.replace("\"after\":0", &format!("\"after\":{after}")));
        assert_eq!(message, ClientMessage::parse(ACT), "{after}");
    }
    for after in ["0.5", "1e20", "18446744073709551616.0", "null", "\"0\""] {
        refused(&ACT.replace("\"after\":0", &format!("\"after\":{after}")), ErrorCode::BadField);
    }
    let join = r#"{"type":"join","game":"05cdv44x7ekv","since":7.0}"#;
    assert!(matches!(ClientMessage::parse(join), Ok(ClientMessage::Join { since: Some(7), .. })));
}

#[test]
fn a_refusal_names_the_command_and_the_game_if_they_are_readable() {
    let refusal = refused(&ACT.replace("\"after\":0,", ""), ErrorCode::BadField);
    assert_eq!(refusal.id.map(|id| id.to_string()).as_deref(), Some("c3"));
    assert_eq!(refusal.game.map(|game| game.to_string()).as_deref(), Some("05cdv44x7ekv"));
}

#[test]
fn a_refused_token_is_not_repeated() {
    let secret = "this-is-my-password";
    let refusal = refused(&format!(r#"{{"type":"hello","token":"{secret}"}}"#), ErrorCode::BadField);
    assert!(!refusal.message.contains(secret));
    let token = Token::from_random([7; Token::LENGTH]);
    assert!(!format!("{token:?}").contains(token.reveal()));
}

#[test]
fn a_secret_without_quotes_is_not_repeated() {
    for secret in ["12345678", "-12345678", "1234.5678", "[12345678]", r#"{"12345678":1}"#, "true"] {
        let messages = [
            refused(&format!(r#"{{"type":"hello","token":{secret}}}"#), ErrorCode::BadField).message,
            body_refused::<SignIn>(&format!(r#"{{"name":"Nyiramana","passphrase":{secret}}}"#)),
            body_refused::<NameClaim>(&format!(r#"{{"name":"Nyiramana","passphrase":{secret}}}"#)),
        ];
        let repeats = |message: &String| message.contains("5678") || message.contains("true");
        assert!(!messages.iter().any(repeats), "{messages:?}");
    }
}

fn body_refused<T: DeserializeOwned>(text: &str) -> String {
    serde_json::from_str::<T>(text).err().expect("refused").to_string()
}

#[test]
fn random_text_and_truncated_messages_never_panic() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..20_000 {
        let random: String = (0..rng.usize(..60)).map(|_| rng.char(..)).collect();
        let mut truncated = ACT.to_owned();
        truncated.truncate(rng.usize(..ACT.len()));
        let mut changed = ACT.as_bytes().to_vec();
        changed[rng.usize(..ACT.len())] = rng.u8(b' '..=b'~');
        let changed = String::from_utf8(changed).expect("ASCII");
        for text in [&random, &truncated, &changed] {
            let _ = ClientMessage::parse(text);
        }
        let _ = (random.parse::<GameId>().is_ok(), random.parse::<PlayerName>().is_ok());
    }
}

#[test]
fn ids_are_parsed_leniently_and_printed_in_one_spelling() {
    let id: GameId = "K7WQ-2M9X-RA4T".parse().expect("an id");
    assert_eq!(id.to_string(), "k7wq2m9xra4t");
    assert_eq!("oil000000000".parse::<GameId>().expect("an id").to_string(), "011000000000");
    for wrong in ["", "k7wq2m9xra4", "k7wq2m9xra4t0", "k7wq2m9xra4u", "k7wq2m9xra4é", "k7wq 2m9xra4t"] {
        assert!(wrong.parse::<GameId>().is_err(), "{wrong}");
    }
    let mut rng = Rng::with_seed(8);
    for _ in 0..1_000 {
        let id = GameId::from_random(std::array::from_fn(|_| rng.u8(..)));
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}
