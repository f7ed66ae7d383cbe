//! The form to say something. A page that loads itself again has only a link to it: the text would be lost.

use ikibuguzo_protocol::{MAX_CHAT_CHARS, State};
use maud::{Markup, html};

use super::hidden::field;
use super::{FormsGame, reload};
use crate::words::Words;

/// The form or the link; nothing for a visitor without an opponent.
pub(super) fn section(words: &Words, game: &FormsGame) -> Markup {
    let can_talk = game.can_play_again() && game.page.view.state != State::Open;
    html! {
        @if can_talk && reload::interval(game).is_some() {
            p.row { a.button href={ (game.path()) "?still=true" } { (words.text("game.say")) } }
        } @else if can_talk {
            form method="post" action=(game.path()) {
                (field("type", "say"))
                (game.secrets.command("say"))
                label for="chat-input" { (words.text("game.say")) }
                p.row {
                    input #chat-input type="text" name="text" maxlength=(MAX_CHAT_CHARS) required autocomplete="off";
                    button { (words.text("game.send")) }
                }
            }
        }
    }
}
