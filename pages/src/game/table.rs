//! The board with its players.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{PositionView, State, TimeControl};
use maud::{Markup, html};

use super::arrays;
use super::scene::GamePage;
use super::summary;
use super::turns;
use crate::board;
use crate::encoding::encoded;
use crate::forms;
use crate::labels;
use crate::rating;
use crate::words::Words;

/// The section with the board, its players, its state and its counts.
pub(crate) fn section(game: &GamePage) -> Markup {
    let empty = arrays::position(*game.view.rules, &[]);
    let position = game.position.as_ref().unwrap_or(&empty);
    let words = Words::english();
    let label = words.fill("game.board", &[("title", &game.title())]);
    let arrays = arrays_on_offer(game);
    html! {
        section.play.with-arrays[!arrays.0.is_empty()] aria-label=(words.text("game.table")) {
            p #state { (summary::state(game)) }
            p #connection-notice .not-live role="status" hidden {}
            @if game.view.state == State::Open { (invitation(words, game)) }
            (arrays)
            (player(words, game, Seat::North))
            div #board .board-box { (board::playable(*game.view.rules, position, &label)) }
            (player(words, game, Seat::South))
            div #action-choice {}
            div #offers {}
            (turns::steps(game))
            section #replay aria-label=(words.text("game.replay")) hidden[!can_be_replayed(game)] {}
            p #effects role="status" hidden {}
            section #analysis aria-labelledby="analysis-title" data-known[game.has_analysis] hidden {
                h2 #analysis-title { (words.text("game.analysis")) }
            }
            (counts(words, position))
        }
    }
}

/// The arrays on offer, which stand in place of the board; nothing in other games, and nothing later.
fn arrays_on_offer(game: &GamePage) -> Markup {
    match game.view.state {
        State::Open | State::Arranging => arrays::section(game),
        _ => html! {},
    }
}

/// Whether the game is over and has actions to play again.
pub(crate) fn can_be_replayed(game: &GamePage) -> bool {
    game.view.state == State::Finished && !game.acts.is_empty()
}

/// The ways to take the free seat: a link, a QR code, and a command for a terminal.
fn invitation(words: &Words, game: &GamePage) -> Markup {
    let link = game.address.link(&format!("/game/{}", game.id));
    let server = game.address.client_option();
    let command = words.fill("game.join-cli", &[("server", &server), ("game", game.id.as_str())]);
    html! {
        section #invitation .card aria-label=(words.text("game.join")) {
            img.qr src={ "/game/" (game.id) "/qr.svg" } width="160" height="160" alt=(words.text("game.qr"));
            div {
                p #invite { (invitation_text(words, game)) }
                p { a #link href=(link) { (link) } }
                div #seat-buttons {}
                p.faint { (command) }
                p.faint { a href=(forms::path_of(game.id)) { (words.text("game.noscript.play")) } }
                @if is_withdrawn_soon(game) { p.faint { (words.text("game.invite.withdrawn")) } }
            }
        }
    }
}

/// The text that says who can take the free seat.
fn invitation_text(words: &Words, game: &GamePage) -> String {
    let Some(invited) = &game.view.invited else { return words.text("game.invite").to_owned() };
    let maker = Seat::ALL.into_iter().find_map(|seat| game.player(seat)).unwrap_or("?");
    words.fill("game.invited", &[("maker", maker), ("invited", invited.as_str())])
}

/// Whether the game is withdrawn some minutes after its maker has left.
fn is_withdrawn_soon(game: &GamePage) -> bool {
    let clock = game.view.clock.map_or(TimeControl::None, |clock| *clock);
    matches!(clock, TimeControl::Fischer { .. } | TimeControl::Delay { .. })
}

/// The row of a player.
pub(crate) fn player(words: &Words, game: &GamePage, seat: Seat) -> Markup {
    let to_move = game.position.as_ref().and_then(|position| position.to_move) == Some(seat.into());
    html! {
        div.player.to-move[to_move] data-seat=(seat) {
            span.seat { (summary::seat(words, seat)) }
            @match game.player(seat) {
                Some(name) => a.name href={ "/players/" (encoded(name)) } { (name) },
                None => span.name { (words.text("game.free-seat")) },
            }
            span.rating { (game.ratings.get(seat).as_ref().map(rating::in_game).unwrap_or_default()) }
            @if let Some(name) = game.bot(seat) { span.bot { (labels::bot(words, name)) } }
            @if game.is_berserk(seat) { span.berserk { (words.text("game.berserked")) } }
            span.presence {}
            @if game.view.rules.has_stores() { span.kept { (store(words, game, seat).unwrap_or_default()) } }
            @if let Some(clock) = clock(words, game, seat) { span.clock role="timer" { (clock) } }
        }
    }
}

fn store(words: &Words, game: &GamePage, seat: Seat) -> Option<String> {
    let stores = game.position.as_ref()?.stores?;
    Some(summary::store(words, *stores.get(seat)))
}

/// The time that a seat has left now. None beside an earlier position, whose times are not known here.
fn clock(words: &Words, game: &GamePage, seat: Seat) -> Option<String> {
    let clocks = game.view.clocks.filter(|_| game.is_newest())?;
    let balance = *clocks.balance.get(seat);
    let left = match clocks.runs_out_at {
        Some(end) if clocks.running == Some(seat.into()) => balance.min(end.saturating_since(game.now)),
        _ => balance,
    };
    Some(summary::time(words, left))
}

/// The counts as text, for people who cannot see the board.
fn counts(words: &Words, position: &PositionView) -> Markup {
    html! {
        details #counts {
            summary { (words.text("game.counts")) }
            dl {
                @for seat in [Seat::North, Seat::South] {
                    dt { (summary::seat(words, seat)) }
                    dd data-counts=(seat) { (summary::counts(words, seat, position)) }
                }
            }
        }
    }
}
