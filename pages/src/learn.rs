//! Learning by doing: the list of games, and the lessons of each. `web/lesson.js` makes the lessons live.

mod lesson;

use ikibuguzo_engine::{Ruleset, Seat};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::board;
use crate::frame::{Page, board_head};
use crate::game_cards::{self, name_of};
use crate::link_card;
use crate::position_table;
use crate::rules::first_position;
use crate::words::Words;
use lesson::{TaughtLesson, lessons_of};

/// The path of the list of games.
const PATH: &str = "/learn";

/// The page that lists the games with the number of their lessons.
pub fn list_page(address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("learn.title").to_owned();
    let head = html! {
        (link_card::of_page(address, PATH, &title, words.text("learn.what")))
    };
    let main = game_cards::list(&title, words.text("learn.what"), |game| course(words, game));
    Page { name: "learn", main, title, style: "learn", head }
}

/// The page with the lessons of a game, by the name of the game; none if it has no lessons.
pub fn game_page(name: &str, address: &SiteAddress) -> Option<Page> {
    let game = Ruleset::STANDARD.into_iter().find(|rules| rules.name() == name && has_lessons(*rules))?;
    let words = Words::english();
    let title = words.fill("learn.game.title", &[("game", name_of(words, game))]);
    let head = html! {
        (board_head())
        (link_card::of_rules(address, &path_of(game), &title, words.text("learn.what"), game))
    };
    Some(Page { name: "lesson", main: lessons(words, game, &title), title, style: "lesson", head })
}

/// The links of a game's page for a beginner: `web/how-to-play.js` shows the first one on the same page.
pub(crate) fn help_links(rules: Ruleset) -> Markup {
    let words = Words::english();
    html! {
        p.help {
            (how_to_play_link(words, rules))
            " "
            @if has_lessons(rules) { a href=(path_of(rules)) { (words.text("learn.link")) } }
        }
    }
}

/// The link to how a game is played.
pub(crate) fn how_to_play_link(words: &Words, rules: Ruleset) -> Markup {
    let link = format!("/rules/{}#how-to-play", rules.name());
    html! { a.how-to-play href=(link) { (words.text("howto.link")) } }
}

/// The path of the lessons of a game.
pub(crate) fn path_of(game: Ruleset) -> String {
    format!("{PATH}/{}", game.name())
}

/// Whether a game has lessons.
pub(crate) fn has_lessons(game: Ruleset) -> bool {
    !lessons_of(game).is_empty()
}

/// The card of a game; nothing if it has no lessons. Its progress is kept in the browser: `web/learn.js` adds it.
fn course(words: &Words, game: Ruleset) -> Markup {
    let count = lessons_of(game).len().to_string();
    html! {
        @if has_lessons(game) { (card(words, game, &count)) }
    }
}

fn card(words: &Words, game: Ruleset, count: &str) -> Markup {
    html! {
        li.course.wide[game.columns() > 10] data-game=(game.name()) {
            a href=(path_of(game)) {
                h2 { (name_of(words, game)) }
                (board::still(game, &first_position(game), words.text("learn.board")))
            }
            p { (words.text(&format!("learn.{}.what", game.name()))) }
            p.progress data-count=(count) data-done=(words.text("learn.done")) { (words.fill("learn.count", &[("count", count)])) }
        }
    }
}

fn lessons(words: &Words, game: Ruleset, title: &str) -> Markup {
    let lessons: Vec<TaughtLesson<'_>> =
        lessons_of(game).iter().map(|lesson| lesson.taught(game, words)).collect();
    html! {
        article #game data-rules=(game) data-columns=(game.columns()) data-name=(game.name()) data-state="finished" data-role="spectator" {
            header.game-header {
                h1 { (title) }
                p.terms { (how_to_play_link(words, game)) }
            }
            p.no-script { (words.text("learn.noscript")) }
            div.lesson-page {
                (first_words(words, &lessons))
                (table(words, game, title))
                section #answer aria-label=(words.text("lesson.answer")) {}
                (list_of_lessons(words, &lessons))
            }
            div #announcements .visually-hidden aria-live="polite" {}
        }
    }
}

/// The words of the first lesson; the page's module replaces them.
fn first_words(words: &Words, lessons: &[TaughtLesson<'_>]) -> Markup {
    let count = lessons.len().to_string();
    html! {
        section #lesson .card aria-labelledby="lesson-title" {
            p #lesson-number .faint { (words.fill("lesson.number", &[("number", "1"), ("count", &count)])) }
            @if let Some(first) = lessons.first() {
                h2 #lesson-title tabindex="-1" { (first.title) }
                p #lesson-text { (first.text) }
                p #lesson-goal { (first.goal_text) }
            }
        }
    }
}

fn table(words: &Words, game: Ruleset, title: &str) -> Markup {
    let first = lessons_of(game).first().map_or_else(|| first_position(game), |lesson| lesson.view(game));
    position_table::section(words, game, title, &first, Seat::South, &position_table::effects(false))
}

fn list_of_lessons(words: &Words, lessons: &[TaughtLesson<'_>]) -> Markup {
    html! {
        div.side-panel {
            nav #lessons aria-labelledby="lessons-title" {
                h2 #lessons-title { (words.text("learn.lessons")) }
                ol {
                    @for lesson in lessons {
                        li { a href={ "#" (lesson.name) } data-lesson=(lesson.json()) { (lesson.title) } }
                    }
                }
            }
            div #first-game {}
            div #settings {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_with_lessons_have_a_page_of_them() {
        let address = SiteAddress::new(String::new());
        let names = Ruleset::STANDARD.iter().filter(|game| game_page(game.name(), &address).is_some());
        assert_eq!(names.count(), 4);
        assert!(["", "README", "bao", "Kubuguza"].iter().all(|name| game_page(name, &address).is_none()));
    }
}
