//! The best players of each game.

use ikibuguzo_protocol::LeaderboardEntry;
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::frame::Page;
use crate::link_card;
use crate::rating;
use crate::words::Words;

/// The best players of a game with one kind of clocks.
#[derive(Clone, Copy, Debug)]
pub struct PoolBoard<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// Whether the clocks have days.
    pub correspondence: bool,
    /// The players, the best first.
    pub players: &'a [LeaderboardEntry],
}

/// The page of the leaderboards. A game without established players is left out.
pub fn page(boards: &[PoolBoard<'_>], address: &SiteAddress) -> Page {
    let words = Words::english();
    let shown: Vec<_> = boards.iter().filter(|board| !board.players.is_empty()).collect();
    let main = html! {
        h1 { (words.text("leaderboards.title")) }
        p { (words.text("leaderboards.what")) }
        @if shown.is_empty() { p.none { (words.text("leaderboards.none")) } }
        @for board in shown { (section(words, board)) }
    };
    let title = words.text("leaderboards.title").to_owned();
    let head = html! {
        (link_card::of_page(address, "/leaderboards", &title, words.text("leaderboards.what")))
    };
    Page { name: "plain", title, style: "lobby", head, main }
}

fn section(words: &Words, board: &PoolBoard<'_>) -> Markup {
    let name = rating::pool_name(words, board.game, board.correspondence);
    html! {
        section {
            h2 { (name) }
            div.scroll role="region" aria-label=(name) tabindex="0" {
                table {
                    thead {
                        tr {
                            @for column in ["place", "player", "rating", "games"] {
                                th scope="col" { (words.text(&format!("leaderboards.{column}"))) }
                            }
                        }
                    }
                    tbody {
                        @for (rank, entry) in (1..).zip(board.players) { (row(rank, entry)) }
                    }
                }
            }
        }
    }
}

fn row(rank: u32, entry: &LeaderboardEntry) -> Markup {
    let name = entry.name.as_str();
    html! {
        tr {
            td { (rank) }
            th scope="row" { a href={ "/players/" (encoded(name)) } { (name) } }
            td { (entry.rating) }
            td { (entry.games) }
        }
    }
}
