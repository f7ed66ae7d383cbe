//! The rules: the chapters in `docs/rules` as pages, with boards drawn and examples to step through.

mod chapter;
mod compare;
mod diagram;
mod examples;
mod glossary;
mod marks;
mod references;
mod text;
mod wording;

use std::sync::LazyLock;

use ikibuguzo_engine::Ruleset;
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::board;
use crate::frame::Page;
use crate::learn;
use crate::link_card;
use crate::words::Words;
use chapter::{CHAPTERS, Chapter, Heading};
pub(crate) use compare::first_position;
pub(crate) use diagram::empty_position;
use text::ChapterHtml;

/// The content of every page, rendered once.
static CONTENT: LazyLock<[Markup; CHAPTERS.len()]> =
    LazyLock::new(|| CHAPTERS.map(|chapter| content(&chapter, Words::english())));

/// The page that compares the games and describes what they share.
pub fn shared_page(address: &SiteAddress) -> Page {
    page(0, address)
}

/// The page with the rules of a game, by the name of the game.
pub fn game_page(name: &str, address: &SiteAddress) -> Option<Page> {
    let number = CHAPTERS.iter().position(|chapter| chapter.game.is_some() && chapter.file == name)?;
    Some(page(number, address))
}

fn page(number: usize, address: &SiteAddress) -> Page {
    let chapter = CHAPTERS[number];
    let words = Words::english();
    let title = match chapter.game {
        None => chapter.title().to_owned(),
        Some(_) => words.fill("rules.title", &[("game", chapter.title())]),
    };
    let description = format!("rules.{}.what", chapter.file);
    let head = card(&chapter, address, &title, words.text(&description));
    Page { name: "rules", title, style: "rules", head, main: CONTENT[number].clone() }
}

/// The card of a chapter, with the board of its game.
fn card(chapter: &Chapter, address: &SiteAddress, title: &str, description: &str) -> Markup {
    match chapter.game {
        None => link_card::of_page(address, &chapter.path(), title, description),
        Some(game) => link_card::of_rules(address, &chapter.path(), title, description, game),
    }
}

fn content(chapter: &Chapter, words: &Words) -> Markup {
    let ChapterHtml { html, headings } = text::render(chapter, words);
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" focusable="false" {
            defs { (board::heap_definitions()) @for rules in board_shapes(chapter) { (board::ground_definition(rules)) } }
        }
        div.rules {
            nav.contents aria-label=(words.text("rules.contents")) { (contents(chapter, &headings, words)) }
            article {
                h1 { (chapter.title()) }
                @match chapter.game {
                    None => (compare::games(words)),
                    Some(game) => (how_to_play(chapter, game, words)),
                }
                (html)
                (glossary::section(chapter, words))
            }
        }
        @if let Some(rules) = chapter.game { template #stage { (examples::stage(rules, words)) } }
    }
}

fn contents(chapter: &Chapter, headings: &[Heading], words: &Words) -> Markup {
    html! {
        p.games {
            @for other in &CHAPTERS {
                a href=(other.path()) aria-current=[(other == chapter).then_some("page")] { (other.title()) }
            }
        }
        ol {
            @if chapter.game.is_some() { li { a href="#how-to-play" { (words.text("rules.how-to-play")) } } }
            @for section in headings.iter().filter(|heading| heading.level == 2) {
                li { a href={ "#" (section.number) } { span.number { (section.number) } " " (section.title) } }
            }
            @if glossary::has_terms(chapter) { li { a href="#words" { (words.text("rules.glossary")) } } }
        }
    }
}

/// One ruleset for each shape of board that a chapter draws.
fn board_shapes(chapter: &Chapter) -> Vec<Ruleset> {
    match chapter.game {
        Some(game) => {
            board::distinct_shapes(Ruleset::ALL.iter().copied().filter(|rules| rules.name() == game.name()))
        }
        None => board::distinct_shapes(Ruleset::STANDARD),
    }
}

/// How to play, in one paragraph and an example that moves. `web/how-to-play.js` shows it on other pages too.
fn how_to_play(chapter: &Chapter, game: Ruleset, words: &Words) -> Markup {
    html! {
        section #how-to-play aria-labelledby="how-to-play-title" {
            h2 #how-to-play-title { (words.text("rules.how-to-play")) }
            p { (words.text(&format!("rules.how-to-play.{}", chapter.file))) }
            (examples::of_start(chapter, words))
            @if learn::has_lessons(game) {
                p.further { a href=(learn::path_of(game)) { (words.text("rules.how-to-play.learn")) } }
            }
        }
    }
}
