//! The head elements from which other programs show a link as a card (OpenGraph).

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::GameId;
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::game_image::CARD_SIZE;
use crate::words::Words;

/// The card of a game: its players, how it stands, and an image of its board.
pub(crate) fn of_game(address: &SiteAddress, id: GameId, title: &str, description: &str) -> Markup {
    let picture = format!("/game/{id}/board.png");
    with_picture(
        address,
        &format!("/game/{id}"),
        title,
        description,
        &picture,
        &format!("{title}. {description}"),
    )
}

/// The card of a page, with a board at the start of a game; `path` begins with a slash.
pub(crate) fn of_page(address: &SiteAddress, path: &str, title: &str, description: &str) -> Markup {
    let alt = Words::english().text("card.alt");
    with_picture(address, path, title, description, "/card.png", alt)
}

/// The card of a page about a game, with its board at the start.
pub(crate) fn of_rules(
    address: &SiteAddress,
    path: &str,
    title: &str,
    description: &str,
    rules: Ruleset,
) -> Markup {
    let picture = format!("/card.png?rules={}", encoded(&rules.to_string()));
    with_picture(address, path, title, description, &picture, title)
}

fn with_picture(
    address: &SiteAddress,
    path: &str,
    title: &str,
    description: &str,
    picture: &str,
    alt: &str,
) -> Markup {
    let url = address.link(path);
    html! {
        meta name="description" content=(description);
        meta property="og:site_name" content=(Words::english().text("site.name"));
        meta property="og:type" content="website";
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta property="og:url" content=(url);
        meta property="og:image" content=(address.link(picture));
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content=(CARD_SIZE.0);
        meta property="og:image:height" content=(CARD_SIZE.1);
        meta property="og:image:alt" content=(alt);
        meta name="twitter:card" content="summary_large_image";
        link rel="canonical" href=(url);
    }
}
