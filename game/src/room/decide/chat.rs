use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ErrorCode, MAX_CHAT_CHARS, Text};

use super::invisible::is_invisible;
use crate::fact::Fact;
use crate::room::decision::Decision;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

/// Largest number of chat messages of a seat in a game. Everyone who loads the game reads them all.
const MAX_CHAT_MESSAGES: u32 = 100;

impl Room {
    pub(super) fn decide_say(&self, seat: Seat, text: &str) -> Result<Decision, Rejection> {
        if self.chat_messages[seat] >= MAX_CHAT_MESSAGES {
            let message = format!("a game keeps {MAX_CHAT_MESSAGES} messages of each player");
            return Err(Rejection::new(ErrorCode::SaidEnough, message));
        }
        let text = text.trim();
        let length = text.chars().count();
        if length > MAX_CHAT_CHARS || text.chars().all(is_invisible) || text.chars().any(is_layout_control) {
            let message = format!("say 1 to {MAX_CHAT_CHARS} characters on one line");
            return Err(Rejection::new(ErrorCode::BadText, message));
        }
        Ok(Decision::accept([Fact::Said { seat: Text(seat), text: text.to_owned(), commitment: None }]))
    }
}

/// Whether it is a control character, or one that starts a line or changes the direction of writing. With these a
/// message could look like the words of another player.
fn is_layout_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
