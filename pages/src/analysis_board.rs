//! The analysis board: any position, on which both sides are played freely. `web/analysis.js` makes it live.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::PositionView;
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::frame::{Page, board_head};
use crate::labels;
use crate::link_card;
use crate::position_table;
use crate::words::Words;

/// The path of the page.
const PATH: &str = "/analysis";

/// The position with which a board begins.
#[derive(Clone, Debug)]
pub struct AnalysisBoard {
    /// The game and its options.
    pub rules: Ruleset,
    /// The position in its notation.
    pub position: String,
    /// The same position, as it is drawn.
    pub view: PositionView,
    /// The games whose start can be chosen.
    pub starts: Vec<Ruleset>,
}

/// The page with the analysis board.
pub fn page(board: &AnalysisBoard, address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("analysis.title").to_owned();
    let head = html! {
        (board_head())
        (link_card::of_page(address, PATH, &title, words.text("analysis.what")))
    };
    Page { name: "analysis", main: content(words, board, &title), title, style: "analysis", head }
}

fn content(words: &Words, board: &AnalysisBoard, title: &str) -> Markup {
    html! {
        article #game data-rules=(board.rules) data-columns=(board.rules.columns()) data-position=(board.position)
            data-state="finished" data-role="spectator" {
            header.game-header {
                h1 { (title) }
                p.terms { (labels::rules(words, board.rules)) ". " (words.text("analysis.what")) }
            }
            p.no-script { (words.text("analysis.noscript")) }
            div.split {
                (table(words, board, title))
                div.side-panel {
                    section #line aria-labelledby="line-title" {
                        h2 #line-title { (words.text("analysis.line")) }
                        ol {}
                    }
                    section #candidates {}
                    section #book hidden {}
                    (start_form(words, board))
                    (position_form(words, board))
                    div #settings {}
                }
            }
            div #announcements .visually-hidden aria-live="polite" {}
        }
    }
}

fn table(words: &Words, board: &AnalysisBoard, title: &str) -> Markup {
    let more = html! {
        (position_table::effects(true))
        nav #steps aria-label=(words.text("analysis.line")) {}
        section #editor {}
    };
    position_table::section(words, board.rules, title, &board.view, Seat::South, &more)
}

/// The form that begins with the start of a game.
fn start_form(words: &Words, board: &AnalysisBoard) -> Markup {
    html! {
        form #start action=(PATH) {
            label {
                span { (words.text("analysis.start")) }
                select name="rules" {
                    @for &start in &board.starts {
                        option value=(start) selected[start == board.rules] { (labels::rules(words, start)) }
                    }
                }
            }
            button.secondary { (words.text("analysis.start.do")) }
        }
    }
}

/// The form that begins with a position in its notation.
fn position_form(words: &Words, board: &AnalysisBoard) -> Markup {
    html! {
        form #position action=(PATH) {
            label {
                span { (words.text("analysis.position")) }
                input name="position" value=(board.position) autocomplete="off" spellcheck="false";
            }
            button.secondary { (words.text("analysis.position.do")) }
        }
    }
}
