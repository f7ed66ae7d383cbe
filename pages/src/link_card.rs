//! The head elements from which other programs show a link as a card (OpenGraph).

use ikibuguzo_protocol::GameId;
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::game_image::CARD_SIZE;
use crate::words::Words;

/// The card of a game: its players, how it stands, and an image of its board.
pub(crate) fn of_game(address: &SiteAddress, id: GameId, title: &str, description: &str) -> Markup {
    html! {
        (of_page(address, &format!("/game/{id}"), title, description))
        meta property="og:image" content=(address.link(&format!("/game/{id}/board.png")));
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content=(CARD_SIZE.0);
        meta property="og:image:height" content=(CARD_SIZE.1);
        meta property="og:image:alt" content={ (title) ". " (description) };
        meta name="twitter:card" content="summary_large_image";
    }
}

/// The card of a page without an image; `path` begins with a slash.
pub(crate) fn of_page(address: &SiteAddress, path: &str, title: &str, description: &str) -> Markup {
    let url = address.link(path);
    html! {
        meta name="description" content=(description);
        meta property="og:site_name" content=(Words::english().text("site.name"));
        meta property="og:type" content="website";
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta property="og:url" content=(url);
        link rel="canonical" href=(url);
    }
}
