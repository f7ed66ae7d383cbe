//! The rules: the pages of `docs/rules` themselves, with boards drawn, marks shown and examples to step through.

#[path = "rules/compare.rs"]
mod compare;
#[path = "rules/diagram.rs"]
mod diagram;
#[path = "rules/examples.rs"]
mod examples;
#[path = "rules/glossary.rs"]
mod glossary;
#[path = "rules/marks.rs"]
mod marks;
#[path = "rules/references.rs"]
mod references;
#[path = "rules/wording.rs"]
mod telling;
#[path = "rules/text.rs"]
mod text;

use std::sync::LazyLock;

use axum::extract::Path;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::ErrorCode;
use maud::{Markup, html};

use super::address::Address;
use super::frame::{Page, Refused};
use super::words::Words;
use super::{board, card};
use crate::error::Error;
use text::Written;

/// One page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chapter {
    /// What its file is called, without `.md`.
    file: &'static str,
    /// The text: the authority for what is played.
    text: &'static str,
    /// The game with its usual options; none for what all games share.
    game: Option<Ruleset>,
    /// The document that `[source]` stands for, in short.
    source: &'static str,
}

/// All pages, in the order in which they are listed.
const CHAPTERS: [Chapter; 5] = [
    Chapter { file: "README", text: include_str!("../../docs/rules/README.md"), game: None, source: "" },
    Chapter {
        file: "ikibuguzo",
        text: include_str!("../../docs/rules/ikibuguzo.md"),
        game: Some(Ruleset::STANDARD[0]),
        source: "Murray 1951: 217",
    },
    Chapter {
        file: "kubuguza",
        text: include_str!("../../docs/rules/kubuguza.md"),
        game: Some(Ruleset::STANDARD[1]),
        source: "Merriam 1953",
    },
    Chapter {
        file: "njombwa",
        text: include_str!("../../docs/rules/njombwa.md"),
        game: Some(Ruleset::STANDARD[2]),
        source: "Sanderson 1913: 732–733",
    },
    Chapter {
        file: "azigo",
        text: include_str!("../../docs/rules/azigo.md"),
        game: Some(Ruleset::STANDARD[3]),
        source: "Murray 1951: 189",
    },
];

impl Chapter {
    fn path(&self) -> String {
        match self.game {
            None => "/rules".to_owned(),
            Some(_) => format!("/rules/{}", self.file),
        }
    }

    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

/// Every page as it is shown: they never change while the server runs.
static CONTENT: LazyLock<[Markup; 5]> =
    LazyLock::new(|| CHAPTERS.map(|chapter| content(&chapter, Words::chosen())));

/// `GET /rules`: the four games beside each other, and what they share.
pub(super) async fn shared(address: Address) -> Page {
    page(0, &address)
}

/// `GET /rules/{chapter}`: the rules of one game.
pub(super) async fn of_a_game(address: Address, Path(name): Path<String>) -> Result<Page, Refused> {
    let found = CHAPTERS.iter().position(|chapter| chapter.game.is_some() && chapter.file == name);
    let unknown = || Error::new(ErrorCode::NotFound, "there are no rules of such a game");
    Ok(page(found.ok_or_else(unknown)?, &address))
}

fn page(number: usize, address: &Address) -> Page {
    let (chapter, words) = (CHAPTERS[number], Words::chosen());
    let title = match chapter.game {
        None => chapter.title().to_owned(),
        Some(_) => words.fill("rules.title", &[("game", chapter.title())]),
    };
    let head = html! {
        link rel="stylesheet" href="/static/rules.css";
        (card::plain(address, &chapter.path(), &title, words.say(&format!("rules.{}.what", chapter.file))))
    };
    Page { name: "rules", title, head, main: CONTENT[number].clone() }
}

fn content(chapter: &Chapter, words: &Words) -> Markup {
    let written = text::write(chapter, words);
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" focusable="false" {
            defs { (board::heaps()) @for rules in grounds(chapter) { (board::ground(rules)) } }
        }
        div.rules {
            nav.contents aria-label=(words.say("rules.contents")) { (contents(chapter, &written, words)) }
            article {
                h1 { (chapter.title()) }
                @if chapter.game.is_none() { (compare::games(words)) }
                (written.html)
                (glossary::of(chapter, words))
            }
        }
        @if let Some(rules) = chapter.game { template #stage { (examples::stage(rules, words)) } }
    }
}

fn contents(chapter: &Chapter, written: &Written, words: &Words) -> Markup {
    html! {
        p.games {
            @for other in &CHAPTERS {
                a href=(other.path()) aria-current=[(other == chapter).then_some("page")] { (other.title()) }
            }
        }
        ol {
            @for section in written.headings.iter().filter(|heading| heading.level == 2) {
                li { a href={ "#" (section.number) } { span.number { (section.number) } " " (section.title) } }
            }
            @if chapter.game.is_some() { li { a href="#words" { (words.say("rules.glossary")) } } }
        }
    }
}

/// The shapes of the boards that a page draws.
fn grounds(chapter: &Chapter) -> Vec<Ruleset> {
    let shape = |rules: &Ruleset| (rules.columns(), rules.rows());
    let mut drawn: Vec<Ruleset> = Ruleset::ALL.to_vec();
    match chapter.game {
        Some(game) => drawn.retain(|rules| rules.name() == game.name()),
        None => drawn = Ruleset::STANDARD.to_vec(),
    }
    drawn.sort_by_key(shape);
    drawn.dedup_by_key(|rules| shape(rules));
    drawn
}
