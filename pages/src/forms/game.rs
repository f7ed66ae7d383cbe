//! The page of one game without scripts, as the visitor sees it.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ErrorCode, PlayerName, PositionView, Role, State};
use maud::{Markup, html};

use super::document::FormsPage;
use super::hidden::{FormSecrets, field};
use super::{arrays, board, choices, news, offers, path_of, refused, reload, seat, talk};
use crate::game::{GamePage, summary, table};
use crate::words::Words;

/// What the page shows.
#[derive(Clone, Debug)]
pub struct FormsGame {
    /// The newest position of the game, as the visitor sees it.
    pub page: GamePage,
    /// The visitor's role.
    pub role: Role,
    /// The visitor's name; none for a visitor who is no player yet.
    pub visitor: Option<PlayerName>,
    /// The hidden values of the forms.
    pub secrets: FormSecrets,
    /// Why the last thing that the visitor sent was refused.
    pub refused: Option<ErrorCode>,
    /// Whether the game goes on only when the visitor plays or arranges.
    pub is_due: bool,
    /// Whether the visitor can claim the game, if the opponent has left.
    pub can_claim: bool,
    /// Whether the visitor does not want the page to load itself again.
    pub is_still: bool,
}

impl FormsGame {
    /// Whether the visitor has an opponent who can be asked for another game.
    pub(super) fn can_play_again(&self) -> bool {
        let has_both = Seat::ALL.into_iter().all(|seat| self.page.player(seat).is_some());
        self.role.seat().is_some() && has_both
    }

    /// The seat at the lower side.
    pub(super) fn below(&self) -> Seat {
        self.role.seat().unwrap_or(Seat::South)
    }

    /// The address to which the forms are sent, and at which the page is.
    pub(super) fn path(&self) -> String {
        path_of(self.page.id)
    }
}

/// The page.
pub fn page(game: &FormsGame) -> FormsPage {
    let words = Words::english();
    FormsPage { title: game.page.title(), head: head(game), main: content(words, game) }
}

fn head(game: &FormsGame) -> Markup {
    html! {
        @if let Some(seconds) = reload::interval(game) {
            meta http-equiv="refresh" content={ (seconds) ";url=" (game.path()) };
        }
    }
}

fn content(words: &Words, game: &FormsGame) -> Markup {
    html! {
        h1 { (game.page.title()) }
        (refused::notice(words, game.refused))
        p #state role="status" {
            strong { (state(words, game)) }
            @if let Some(seat) = game.role.seat() {
                " " (words.fill("forms.seat", &[("seat", summary::seat(words, seat))]))
            }
        }
        (offers::questions(words, game))
        (seat::section(words, game))
        (arrays::section(words, game))
        (table(words, game))
        (again(words, game))
        (offers::claim(words, game))
        (news::section(words, &game.page))
        (talk::section(words, game))
        (offers::own(words, game))
        (foot(words, game))
    }
}

/// Whose turn it is, or how the game ended, said to the visitor.
fn state(words: &Words, game: &FormsGame) -> String {
    let view = &game.page.view;
    if let (Some(outcome), Some(seat)) = (view.outcome, game.role.seat())
        && let Some(winner) = outcome.winner
    {
        let reason = outcome.reason.as_str();
        let defeat = words.find(&format!("game.defeat.{reason}"));
        let win = words.text(&format!("game.end.{reason}")).to_owned();
        let (key, why) = match (*winner == seat, defeat) {
            (true, _) => ("game.you-won", win.as_str()),
            (false, why) => ("game.you-lost", why.unwrap_or(&win)),
        };
        return words.fill(key, &[("score", ""), ("why", why)]);
    }
    let pending = view.position.as_ref().and_then(|position| position.pending);
    match (game.is_due && view.state == State::Playing, pending) {
        (false, _) => summary::state(&game.page),
        (true, None) => words.text("game.yours").to_owned(),
        (true, Some(pending)) => {
            let values = [("hand", &*pending.hand.to_string()), ("hole", pending.hole.as_str())];
            words.fill("game.yours-on", &values)
        }
    }
}

/// The board between its players; before it is set up, the players alone.
fn table(words: &Words, game: &FormsGame) -> Markup {
    let below = game.below();
    html! {
        section aria-label=(words.text("game.table")) {
            (table::player(words, &game.page, !below))
            (board(words, game, below))
            (table::player(words, &game.page, below))
        }
    }
}

fn board(words: &Words, game: &FormsGame, below: Seat) -> Markup {
    let Some(position) = &game.page.view.position else { return html! {} };
    let rules = *game.page.view.rules;
    if !game.is_due {
        let shown = PositionView { legal: Vec::new(), ..position.clone() };
        return board::tables(words, rules, &shown, below);
    }
    html! {
        form method="post" action=(game.path()) {
            (field("type", "act"))
            (field("after", &game.page.head.to_string()))
            (game.secrets.command("act"))
            (board::tables(words, rules, position, below))
            (choices::buttons(words, position))
        }
    }
}

/// The link that loads the page again, and whether it does so by itself.
fn again(words: &Words, game: &FormsGame) -> Markup {
    let seconds = reload::interval(game);
    html! {
        p.row {
            a.button href=(game.path()) { (words.text("forms.again")) }
            @if let Some(seconds) = seconds {
                a.button href={ (game.path()) "?still=true" } {
                    (words.fill("forms.stop", &[("seconds", &seconds.to_string())]))
                }
            }
        }
    }
}

fn foot(words: &Words, game: &FormsGame) -> Markup {
    html! {
        p { (summary::options(&game.page)) }
        @if let Some(name) = &game.visitor {
            p { (words.fill("forms.you", &[("player", name.as_str())])) }
        }
        p.row {
            a.button href={ "/rules/" (game.page.view.rules.name()) "#how-to-play" } { (words.text("howto.link")) }
            a.button href={ "/game/" (game.page.id) } { (words.text("forms.with-scripts")) }
        }
    }
}
