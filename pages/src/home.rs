//! The home page: games to play and games to watch.

pub(crate) mod create;
mod featured;

use ikibuguzo_protocol::{GameSummary, PositionView};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::forms;
use crate::frame::Page;
use crate::link_card;
use crate::listing::{self, LineAction};
use crate::words::Words;
pub(crate) use create::{DEFAULT_LEVEL, STARTS};

/// What the home page shows.
#[derive(Clone, Debug)]
pub struct HomePage<'a> {
    /// The address of the site.
    pub address: &'a SiteAddress,
    /// A text that differs whenever the lists do: a browser sends it back to ask for changes.
    pub tag: &'a str,
    /// The visitor's own games that are not over, each with whether it waits for the visitor.
    pub own: Vec<(&'a GameSummary, bool)>,
    /// Games with a free seat.
    pub open: &'a [GameSummary],
    /// Finished games with a result.
    pub results: &'a [GameSummary],
    /// The games that are arranged or played.
    pub live: &'a [GameSummary],
    /// The boards of some of them.
    pub boards: Vec<GameBoard<'a>>,
    /// The board of the newest finished game, to show while no game is played.
    pub last_result: Option<GameBoard<'a>>,
}

/// A game with its board, as a spectator sees it.
#[derive(Clone, Copy, Debug)]
pub struct GameBoard<'a> {
    /// The game.
    pub summary: &'a GameSummary,
    /// Its board.
    pub position: &'a PositionView,
}

/// The home page.
pub fn page(home: &HomePage<'_>) -> Page {
    let words = Words::english();
    let main = html! {
        div #home data-known=(home.tag) {
            div.hero {
                div.start {
                    h1 { (words.text("home.title")) }
                    p.description {
                        (words.text("home.what")) " "
                        a href="/learn" { (words.text("home.learn")) }
                    }
                    (create::form(words))
                    (list(words, "yours", home.own.is_empty(), &own_games(words, home)))
                }
                div.showcase data-part="showcase" { (featured::board(words, home)) }
            }
            (list(words, "live", home.boards.len() < 2, &other_boards(words, home)))
            @if !home.boards.is_empty() { p.more { a href="/live" { (words.text("live.all")) } } }
            (list(words, "also-live", home.live.iter().all(|game| has_board(home, game)), &live_games(words, home)))
            div.side-by-side {
                (list(words, "open", false, &open_games(words, home)))
                (list(words, "results", home.results.is_empty(), &results(words, home)))
            }
            p.more {
                a href="/leaderboards" { (words.text("leaderboards.title")) }
                " "
                a href="/stats" { (words.text("nav.stats")) }
                " "
                a href="/api" { (words.text("nav.api")) }
                " "
                a href=(forms::PATH) { (words.text("home.noscript.play")) }
            }
        }
    };
    let title = words.text("home.title").to_owned();
    let head = html! {
        (link_card::of_page(home.address, "/", &title, words.text("home.what")))
    };
    Page { name: "home", title, style: "lobby", head, main }
}

/// A list with its heading, hidden while the list shows nothing; `web/home/fresh-lists.js` does so later.
fn list(words: &Words, name: &str, is_hidden: bool, items: &Markup) -> Markup {
    html! {
        section class=(name) hidden[is_hidden] aria-labelledby={ "part-" (name) } {
            h2 id={ "part-" (name) } { (words.text(&format!("home.{name}"))) }
            ul data-part=(name) { (items) }
        }
    }
}

fn own_games(words: &Words, home: &HomePage<'_>) -> Markup {
    let action = |is_due| if is_due { LineAction::Turn } else { LineAction::None };
    html! { @for (game, is_due) in &home.own { (listing::line(words, game, action(*is_due))) } }
}

/// The boards except the first, which is the featured one.
fn other_boards(words: &Words, home: &HomePage<'_>) -> Markup {
    html! { @for game in home.boards.iter().skip(1) { (listing::card(words, game.summary, game.position)) } }
}

/// The live games, of which those without a board are visible.
fn live_games(words: &Words, home: &HomePage<'_>) -> Markup {
    html! {
        @for game in home.live { (listing::live_line(words, game, has_board(home, game))) }
        @if !home.live.is_empty() {
            li.more data-key="more" { a href="/games?state=live" { (words.text("home.also-live.more")) } }
        }
    }
}

/// Whether a live game is shown with its board.
fn has_board(home: &HomePage<'_>, game: &GameSummary) -> bool {
    home.boards.iter().any(|board| board.summary.game == game.game)
}

fn open_games(words: &Words, home: &HomePage<'_>) -> Markup {
    html! {
        @for game in home.open { (listing::line(words, game, LineAction::Join)) }
        @if home.open.is_empty() { li.none data-key="none" { (words.text("home.open.none")) } }
    }
}

fn results(words: &Words, home: &HomePage<'_>) -> Markup {
    html! {
        @for game in home.results { (listing::line(words, game, LineAction::None)) }
        @if !home.results.is_empty() {
            li.more data-key="more" { a href="/games?state=finished" { (words.text("home.results.more")) } }
        }
    }
}
