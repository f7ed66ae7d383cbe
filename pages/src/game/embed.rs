//! A game in a frame of another site: the board and its players, live through `web/embed.js`, without controls.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{GameId, GameView};
use maud::{DOCTYPE, Markup, html};

use super::scene::{GamePage, title};
use super::{arrays, past_events, summary, table};
use crate::address::SiteAddress;
use crate::board;
use crate::encoding::encoded;
use crate::frame::{EARLY_SOCKET, PageFiles, head_start, scripts};
use crate::words::Words;

/// The width of a frame in pixels, if its site does not request less.
const WIDTH: u32 = 560;

/// The height in pixels of everything in a frame except the board: two players and the state.
const HEIGHT_BESIDE_BOARD: u32 = 150;

/// The document in a frame. Its links open outside of the frame.
pub fn document(game: &GamePage, files: PageFiles) -> String {
    let words = Words::english();
    let document = html! {
        (DOCTYPE)
        html lang=(words.language) {
            head {
                (head_start(files, &game.title(), "embed"))
                meta name="robots" content="noindex";
                base target="_blank";
                link rel="canonical" href=(game.address.link(&format!("/game/{}", game.id)));
                // The texts are those of the game's page.
                (scripts(files, &[EARLY_SOCKET, &format!("game.{}", words.language), "embed"]))
            }
            body.embed {
                (content(words, game))
                (board::shared_definitions())
            }
        }
    };
    document.into_string()
}

fn content(words: &Words, game: &GamePage) -> Markup {
    let empty = arrays::position(*game.view.rules, &[]);
    let position = game.position.as_ref().unwrap_or(&empty);
    let label = words.fill("game.board", &[("title", &game.title())]);
    html! {
        main #game data-game=(game.id) data-columns=(game.view.rules.columns()) data-state=(game.view.state.as_str())
            data-seq=(game.head) data-ply=(game.ply) {
            section.play aria-label=(words.text("game.table")) {
                (table::player(words, game, Seat::North))
                div #board .board-box { (board::playable(*game.view.rules, position, &label)) }
                (table::player(words, game, Seat::South))
            }
            footer {
                p #state { (summary::state(game)) }
                p #connection-notice .not-live role="status" hidden {}
                a href={ "/game/" (game.id) } { (words.text("site.name")) }
            }
            (past_events(game))
        }
    }
}

/// The width and the height of a frame in pixels, within what its site allows.
pub fn size(rules: Ruleset, max_width: Option<u32>, max_height: Option<u32>) -> (u32, u32) {
    let (board_width, board_height) = board::size(rules);
    let width = WIDTH.min(max_width.unwrap_or(WIDTH));
    let board = u64::from(width) * board_height as u64 / board_width as u64;
    let height = HEIGHT_BESIDE_BOARD + u32::try_from(board).unwrap_or(WIDTH);
    (width, height.min(max_height.unwrap_or(height)))
}

/// The element that shows a game in another page.
pub fn frame(address: &SiteAddress, game: GameId, view: &GameView, (width, height): (u32, u32)) -> String {
    let frame = html! {
        iframe src=(address.link(&format!("/game/{game}/embed"))) width=(width) height=(height) title=(title(view))
            style="border:0" loading="lazy" {}
    };
    frame.into_string()
}

/// The element in the head of a game's page from which other sites learn how to embed it.
pub(super) fn discovery_link(game: &GamePage) -> Markup {
    let url = encoded(&game.address.link(&format!("/game/{}", game.id)));
    let href = game.address.link(&format!("/api/oembed?url={url}&format=json"));
    html! { link rel="alternate" type="application/json+oembed" href=(href) title=(game.title()); }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_keeps_within_the_size_that_its_site_allows() {
        for rules in Ruleset::ALL {
            let (width, height) = size(*rules, None, None);
            assert!(width == WIDTH && height > HEIGHT_BESIDE_BOARD, "{rules}");
            assert!(size(*rules, Some(320), None).1 < height, "a narrower board is less high: {rules}");
            assert_eq!(size(*rules, Some(300), Some(200)), (300, 200), "{rules}");
            assert_eq!(size(*rules, Some(0), Some(0)), (0, 0), "{rules}");
        }
    }
}
