//! The page of one player.

use ikibuguzo_protocol::{
    ComputerLevel, GameList, GameSummary, MAX_REPORT_CHARS, PlayerName, Profile, ReportReason, Score,
};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::frame::Page;
use crate::games::{FormValues, page_links};
use crate::labels;
use crate::link_card;
use crate::listing;
use crate::rating::{self, RatingGraph};
use crate::words::Words;

/// What the page of a player shows.
#[derive(Clone, Debug)]
pub struct PlayerPage<'a> {
    /// The address of the site.
    pub address: &'a SiteAddress,
    /// The player and its scores.
    pub profile: &'a Profile,
    /// Its ratings.
    pub ratings: Vec<RatingGraph<'a>>,
    /// Games with a free seat.
    pub open: &'a [GameSummary],
    /// Games that are played.
    pub live: &'a [GameSummary],
    /// A page of the finished games.
    pub finished: &'a GameList,
    /// The cursor of that page, if it is not the first.
    pub cursor: &'a FormValues,
}

/// The page of a player. Open and live games are on the first page only.
pub fn page(PlayerPage { address, profile, ratings, open, live, finished, cursor }: PlayerPage<'_>) -> Page {
    let words = Words::english();
    let path = format!("/players/{}", encoded(profile.name.as_str()));
    let main = html! {
        h1 {
            (profile.name)
            @if profile.bot { " " span.bot { (labels::bot(words, &profile.name)) } }
        }
        @match ComputerLevel::of_name(&profile.name) {
            Some(level) => (computer(words, level)),
            None => (challenge(words, &profile.name)),
        }
        (rating::section(words, &ratings))
        div #search-results {
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
    let title = profile.name.to_string();
    let head = html! {
        (link_card::of_page(address, &path, &title, &words.fill("players.what", &[("player", &title)])))
    };
    Page { name: "games", title, style: "lobby", head, main }
}

/// The text that says how strong a computer player is.
fn computer(words: &Words, level: ComputerLevel) -> Markup {
    let level = level.number().to_string();
    let levels = ComputerLevel::ALL.len().to_string();
    html! {
        p {
            (words.fill("players.computer", &[("level", &level), ("levels", &levels)]))
            " " (words.text("home.level.what"))
        }
    }
}

/// The link to the form that challenges the player, the element for the button that blocks it, and the form that reports
/// it.
fn challenge(words: &Words, player: &PlayerName) -> Markup {
    let name = player.as_str();
    html! {
        p {
            a href={ "/?opponent=" (encoded(name)) "#create" } { (words.fill("players.challenge", &[("player", name)])) }
        }
        p data-block=(name) data-block-label=(words.fill("site.block", &[("player", name)]))
            data-unblock-label=(words.fill("site.unblock", &[("player", name)])) {}
        (report_form(words, name))
    }
}

/// The form that reports the player to the operator.
fn report_form(words: &Words, name: &str) -> Markup {
    html! {
        details data-report=(name) hidden {
            summary { (words.fill("players.report", &[("player", name)])) }
            form.secret {
                label {
                    span { (words.text("players.report.reason")) }
                    select name="reason" {
                        @for reason in ReportReason::ALL {
                            option value=(reason.as_str()) {
                                (words.text(&format!("players.report.{}", reason.as_str())))
                            }
                        }
                    }
                }
                label {
                    span { (words.text("players.report.comment")) }
                    textarea name="comment" maxlength=(MAX_REPORT_CHARS) rows="3" {}
                }
                button { (words.text("players.report.do")) }
            }
            p.answer role="status" data-done=(words.text("players.report.done"))
                data-unreachable=(words.text("home.unreachable")) {}
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use ikibuguzo_protocol::Timestamp;

    /// The page of a player who has played no games.
    fn page_of(name: &str) -> String {
        let name = name.parse().expect("a name");
        let profile =
            Profile { name, bot: false, created_at: Timestamp::ZERO, games: Vec::new(), ratings: Vec::new() };
        let finished = GameList { games: Vec::new(), next: None, count: None };
        let player = PlayerPage {
            address: &SiteAddress::new("http://localhost".to_owned()),
            profile: &profile,
            ratings: Vec::new(),
            open: &[],
            live: &[],
            finished: &finished,
            cursor: &FormValues::default(),
        };
        page(player).main.into_string()
    }

    #[test]
    fn the_page_of_a_computer_player_says_how_strong_it_is() {
        let shown = page_of("computer-3");
        assert!(shown.contains("The computer at level 3 of 8. Level 1 is for your first game."), "{shown}");
        assert!(!shown.contains("data-report"), "{shown}");
        let person = page_of("imbogo-1");
        assert!(!person.contains("level") && person.contains("data-report"), "{person}");
    }
}
