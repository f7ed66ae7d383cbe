//! The page of one player.

use ikibuguzo_protocol::{GameList, GameSummary, Profile, Score};
use maud::{Markup, html};

use crate::encoding::encoded;
use crate::frame::{Page, list_head};
use crate::games::{FormValues, page_links};
use crate::labels;
use crate::listing;
use crate::words::Words;

/// What the page of a player shows.
#[derive(Clone, Copy, Debug)]
pub struct PlayerPage<'a> {
    /// The player and its scores.
    pub profile: &'a Profile,
    /// Games with a free seat.
    pub open: &'a [GameSummary],
    /// Games that are played.
    pub live: &'a [GameSummary],
    /// A page of the finished games.
    pub finished: &'a GameList,
    /// The cursor of that page, if it is not the first.
    pub cursor: &'a FormValues,
}

/// The page of a player. Open and live games stand on the first page only.
pub fn page(PlayerPage { profile, open, live, finished, cursor }: PlayerPage<'_>) -> Page {
    let words = Words::english();
    let path = format!("/players/{}", encoded(profile.name.as_str()));
    let main = html! {
        h1 {
            (profile.name)
            @if profile.bot { " " span.bot { (labels::bot(words, &profile.name)) } }
        }
        div #found {
            @if !profile.games.is_empty() { (score_table(words, &profile.games)) }
            @if cursor.get("cursor").is_none() {
                (current(words, "players.open", open))
                (current(words, "players.live", live))
            }
            section {
                h2 { (words.text("players.finished")) }
                (listing::lines(words, &finished.games, "players.none"))
                (page_links(words, cursor, finished, &path))
            }
        }
    };
    Page { name: "games", title: profile.name.to_string(), head: list_head(), main }
}

/// A section with games that are not over; nothing if there are none.
fn current(words: &Words, title: &str, games: &[GameSummary]) -> Markup {
    html! {
        @if !games.is_empty() {
            section {
                h2 { (words.text(title)) }
                (listing::lines(words, games, "games.none"))
            }
        }
    }
}

fn score_table(words: &Words, scores: &[Score]) -> Markup {
    html! {
        div.scroll role="region" aria-label=(words.text("players.score")) tabindex="0" {
            table {
                thead {
                    tr {
                        @for column in ["game", "won", "lost", "drawn", "no-result"] {
                            th scope="col" { (words.text(&format!("players.score.{column}"))) }
                        }
                    }
                }
                tbody {
                    @for score in scores {
                        tr {
                            th scope="row" { (words.text(&format!("games.rules.{}", score.game))) }
                            @for number in [score.won, score.lost, score.drawn, score.no_result] { td { (number) } }
                        }
                    }
                }
            }
        }
    }
}
