//! The pages for browsers without scripts: to begin a game, and to play it with the buttons of forms.
//!
//! A form sends a message of the protocol: its hidden fields and its button are the message's fields.

mod arrays;
mod board;
mod choices;
mod document;
mod game;
mod hidden;
mod news;
mod offers;
mod refused;
mod reload;
mod seat;
mod start;
mod talk;

use ikibuguzo_protocol::GameId;

pub use document::FormsPage;
pub use game::{FormsGame, page};
pub use hidden::FormSecrets;
pub use start::{FormsStart, start_page};

/// The path of the page on which a game is begun; those of games lie below it.
pub const PATH: &str = "/forms";

/// The path of a game's page without scripts.
pub fn path_of(game: GameId) -> String {
    format!("{PATH}/{game}")
}
