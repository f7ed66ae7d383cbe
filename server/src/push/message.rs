//! The texts of notices.

use ikibuguzo_pages::push::{PushText, push_text};
use ikibuguzo_protocol::{PlayerName, PushMessage};

use crate::live::push_notice::PushNotice;

/// The message that a browser shows.
pub(crate) fn message_of(notice: &PushNotice) -> PushMessage {
    let opponent = notice.opponent.as_ref().map(PlayerName::as_str);
    let PushText { title, text } = push_text(notice.kind, notice.rules, opponent);
    PushMessage { kind: notice.kind, path: format!("/game/{}", notice.game), title, text }
}
