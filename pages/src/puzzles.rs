//! Puzzles: positions of played games with one best turn. `web/puzzles.js` makes them live.

mod puzzle_file;

use ikibuguzo_engine::{Game, Position, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{GameId, PositionView, Text};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::board;
use crate::frame::{Page, board_head};
use crate::game_cards::{self, name_of};
use crate::learn::how_to_play_link;
use crate::link_card;
use crate::position_table;
use crate::rules::empty_position;
use crate::words::Words;
use puzzle_file::{StoredPuzzle, puzzles_from};

/// The path of the list of today's puzzles.
const PATH: &str = "/puzzles";

/// The page with today's puzzle of each game; `day` counts the days since 1970 in UTC.
pub fn list_page(day: u64, address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("puzzles.title").to_owned();
    let head = html! {
        (link_card::of_page(address, PATH, &title, words.text("puzzles.what")))
    };
    let main = game_cards::list(&title, words.text("puzzles.what"), |game| todays_puzzle(words, game, day));
    // The page needs no module of its own: it is a list of links.
    Page { name: "plain", main, title, style: "learn", head }
}

/// The page with the puzzles of a game, today's first, by the name of the game; none if it has no puzzles.
pub fn game_page(name: &str, day: u64, address: &SiteAddress) -> Option<Page> {
    let game = Ruleset::STANDARD.into_iter().find(|rules| rules.name() == name)?;
    let words = Words::english();
    let title = words.fill("puzzles.game.title", &[("game", name_of(words, game))]);
    let puzzles = puzzles_from(game, day);
    let first = shown(&puzzles.first()?.position);
    let head = puzzle_head(address, &format!("{PATH}/{name}"), &title, game);
    let main = board_page(words, game, &title, &Source::Stored(puzzles), &first);
    Some(Page { name: "puzzles", main, title, style: "lesson", head })
}

/// The page with what the players of a finished game have missed. The page's module reads its analysis.
pub fn missed_page(id: GameId, rules: Ruleset, address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("puzzles.missed.title").to_owned();
    let head = puzzle_head(address, &format!("{PATH}?game={id}"), &title, rules);
    let main = board_page(words, rules, &title, &Source::Game(id), &empty_position(rules));
    Page { name: "puzzles", main, title, style: "lesson", head }
}

/// The head of a page with puzzles.
fn puzzle_head(address: &SiteAddress, path: &str, title: &str, rules: Ruleset) -> Markup {
    html! {
        (board_head())
        (link_card::of_rules(address, path, title, Words::english().text("puzzles.what"), rules))
    }
}

/// Where the puzzles of a page come from.
enum Source {
    /// The stored puzzles.
    Stored(Vec<StoredPuzzle>),
    /// Turns of this game.
    Game(GameId),
}

fn todays_puzzle(words: &Words, game: Ruleset, day: u64) -> Markup {
    let name = game.name();
    let puzzles = puzzles_from(game, day);
    html! {
        @if let Some(today) = puzzles.first() {
            li.course.wide[game.columns() > 10] data-puzzle=(today.position) {
                a href={ (PATH) "/" (name) } {
                    h2 { (name_of(words, game)) }
                    (board::still(game, &shown(&today.position), words.text("puzzles.board")))
                }
            }
        }
    }
}

fn board_page(words: &Words, rules: Ruleset, title: &str, source: &Source, first: &PositionView) -> Markup {
    let (stored, game) = match source {
        Source::Stored(puzzles) => (Some(puzzles), None),
        Source::Game(id) => (None, Some(id)),
    };
    let json = stored.map(|puzzles| serde_json::to_string(puzzles).expect("puzzles are JSON"));
    html! {
        article #game data-rules=(rules) data-columns=(rules.columns()) data-name=(rules.name()) data-state="finished"
            data-role="spectator" data-puzzles=[json] data-of-game=[game] {
            header.game-header {
                h1 { (title) }
                p.terms {
                    (how_to_play_link(words, rules))
                    @if let Some(id) = game { " " a href={ "/game/" (id) } { (words.text("puzzles.missed.back")) } }
                }
            }
            p.no-script { (words.text("puzzles.noscript")) }
            div.lesson-page {
                (task(words, title, stored.map_or(0, Vec::len), first))
                (position_table::section(words, rules, title, first, mover(first), &position_table::effects(false)))
                section #answer aria-label=(words.text("puzzles.answer")) {}
                div.side-panel {
                    nav #lessons aria-labelledby="lessons-title" {
                        h2 #lessons-title { (words.text("puzzles.all")) }
                        ol {}
                    }
                    div #settings {}
                }
            }
            div #announcements .visually-hidden aria-live="polite" {}
        }
    }
}

/// The first puzzle in words. Without stored puzzles the page's module fills it.
fn task(words: &Words, title: &str, count: usize, first: &PositionView) -> Markup {
    let seat = words.text(if mover(first) == Seat::North { "game.north" } else { "game.south" });
    let is_stored = count > 0;
    html! {
        section #lesson .card aria-labelledby="lesson-title" {
            p #lesson-number .faint {
                @if is_stored { (words.fill("puzzles.number", &[("number", "1"), ("count", &count.to_string())])) }
            }
            h2 #lesson-title tabindex="-1" { (if is_stored { words.text("puzzles.today") } else { title }) }
            p #lesson-text { @if is_stored { (words.fill("puzzles.text", &[("seat", seat)])) } }
            p #lesson-goal { (words.text("puzzles.goal")) }
        }
    }
}

/// The seat that a puzzle is for.
fn mover(view: &PositionView) -> Seat {
    view.to_move.map_or(Seat::South, |Text(seat)| seat)
}

/// A stored position as it is drawn.
fn shown(position: &str) -> PositionView {
    let position: Position = position.parse().expect("a stored position");
    PositionView::of(&Game::new(position), Viewer::AfterGame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_begins_with_another_puzzle_until_all_have_had_their_day() {
        let has_puzzles = |game: &Ruleset| !puzzles_from(*game, 0).is_empty();
        for game in Ruleset::STANDARD.into_iter().filter(has_puzzles) {
            let count = puzzles_from(game, 0).len();
            assert!(count >= 12, "{game}");
            let first = |day| puzzles_from(game, day)[0].position.clone();
            let days: std::collections::BTreeSet<String> = (0..count as u64).map(first).collect();
            assert_eq!(days.len(), count, "{game}");
            assert_eq!(first(3), first(3 + count as u64), "{game}");
            assert_eq!(puzzles_from(game, 3).len(), count, "{game}");
        }
    }

    #[test]
    fn only_games_with_puzzles_have_a_page_of_them() {
        let address = SiteAddress::new(String::new());
        let names = Ruleset::STANDARD.iter().filter(|game| game_page(game.name(), 1, &address).is_some());
        assert_eq!(names.count(), 4);
        assert!(game_page("bao", 1, &address).is_none());
    }
}
