//! Something to look at, whoever is there: live games, else the last one that was played, else a board that is set up.

use ikibuguzo_engine::{Ruleset, Start, Viewer};
use ikibuguzo_protocol::PositionView;
use ikibuguzo_store::Store;
use maud::{Markup, html};

use crate::error::Error;
use crate::query::lobby::{GameBoard, Lobby};
use crate::web::words::Words;
use crate::web::{board, listing};

/// What the first page shows on boards.
pub(super) struct Showcase {
    /// What catches the eye.
    pub(super) first: Markup,
    /// The other live games.
    pub(super) others: Markup,
}

impl Showcase {
    /// What there is to show.
    pub(super) async fn of(store: &Store, words: &Words, lobby: &Lobby) -> Result<Self, Error> {
        let mut boards = lobby.live_boards(store).await?.into_iter();
        let first = match boards.next() {
            Some(board) => titled_board(words, "home.showcase.live", &board),
            None => match lobby.last_result_board(store).await? {
                Some(board) => titled_board(words, "home.showcase.last", &board),
                None => set_up(words),
            },
        };
        Ok(Self { first, others: html! { @for board in boards { (card(words, &board)) } } })
    }
}

fn card(words: &Words, board: &GameBoard) -> Markup {
    listing::card(words, &board.summary, &board.position)
}

fn titled_board(words: &Words, title: &str, board: &GameBoard) -> Markup {
    titled(words, title, board.summary.game.as_str(), &card(words, board))
}

/// A board as it is set up, and the way to its rules.
fn set_up(words: &Words) -> Markup {
    let rules = Ruleset::Kubuguza;
    let Start::Play(game) = rules.begin() else { return html! {} };
    let position = PositionView::of(&game, Viewer::Spectator);
    let card = html! {
        li.card data-key="rules" {
            a href={ "/rules/" (rules.name()) } {
                (board::svg(rules, &PositionView { legal: Vec::new(), ..position }, words.say("games.board")))
                span.rules { (words.say("home.showcase.how")) }
            }
        }
    };
    titled(words, "home.showcase.rules", rules.name(), &card)
}

fn titled(words: &Words, title: &str, id: &str, card: &Markup) -> Markup {
    html! {
        div data-key={ (title) "." (id) } {
            p.eyebrow { (words.say(title)) }
            ul { (card) }
        }
    }
}
