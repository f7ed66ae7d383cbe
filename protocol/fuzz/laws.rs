//! The law that holds for any bytes as a message. The fuzz target and `protocol/tests/it/fuzz.rs` share it.

use ikibuguzo_protocol::{ClientMessage, ErrorCode};

/// Any text is a message that survives writing and parsing, or is refused with a code and a short sentence.
pub(crate) fn client_message(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match ClientMessage::parse(text) {
        Ok(message) => assert_eq!(ClientMessage::parse(&message.to_json()), Ok(message), "{text}"),
        Err(refusal) => {
            let code = refusal.code;
            let codes =
                [ErrorCode::BadJson, ErrorCode::UnknownType, ErrorCode::UnknownField, ErrorCode::BadField];
            assert!(codes.contains(&code), "{code}: {text}");
            assert!(refusal.message.chars().count() <= 200, "{}", refusal.message);
        }
    }
}
