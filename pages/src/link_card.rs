//! What programs are told that show a link as a card: the head of a page, for OpenGraph and its kin.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameId, GameView, Outcome, State};
use maud::{Markup, html};

use super::address::Address;
use super::words::Words;

/// The card of a game: its players, how it stands, and a picture of its board.
pub(super) fn game(address: &Address, id: GameId, title: &str, told: &str) -> Markup {
    html! {
        (plain(address, &format!("/game/{id}"), title, told))
        meta property="og:image" content=(address.link(&format!("/game/{id}/board.png")));
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content="1200";
        meta property="og:image:height" content="630";
        meta property="og:image:alt" content={ (title) ". " (told) };
        meta name="twitter:card" content="summary_large_image";
    }
}

/// The card of a page without a picture of its own; `path` begins with a slash.
pub(super) fn plain(address: &Address, path: &str, title: &str, description: &str) -> Markup {
    let url = address.link(path);
    html! {
        meta name="description" content=(description);
        meta property="og:site_name" content=(Words::chosen().say("site.name"));
        meta property="og:type" content="website";
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta property="og:url" content=(url);
        link rel="canonical" href=(url);
    }
}

/// How a game stands, in a few words.
pub(super) fn told_state(view: &GameView, words: &Words) -> String {
    match (view.state, view.outcome) {
        (State::Finished, Some(outcome)) => told_end(view, outcome, words),
        (State::Open, _) => words.say("card.open").to_owned(),
        (State::Arranging, _) => words.say("card.arranging").to_owned(),
        (State::Playing | State::Finished, _) => told_turn(view, words),
    }
}

fn told_turn(view: &GameView, words: &Words) -> String {
    let turns = view.position.as_ref().map_or(0, |position| position.turns);
    let to_move = view.position.as_ref().and_then(|position| position.to_move);
    let seat = to_move.map_or("?", |seat| name(view, *seat));
    words.fill("card.playing", &[("player", seat), ("turn", &(turns + 1).to_string())])
}

fn told_end(view: &GameView, outcome: Outcome, words: &Words) -> String {
    match outcome.winner {
        Some(seat) => words.fill("card.won", &[("player", name(view, *seat))]),
        None if outcome.reason.is_a_result() => words.say("card.drawn").to_owned(),
        None => words.say("card.void").to_owned(),
    }
}

fn name(view: &GameView, seat: Seat) -> &str {
    view.players.get(seat).as_ref().map_or("?", |name| name.as_str())
}
