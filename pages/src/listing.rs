//! How one game looks in a list: the same on every page.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameSummary, PositionView, State};
use maud::{Markup, html};

use super::words::Words;
use super::{board, moment, terms};

/// What a game in a list wants of the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// Nothing: it is there to look at.
    None,
    /// To take the free seat.
    Join,
    /// To make a turn.
    Turn,
}

/// A game as a line of a list.
pub(super) fn line(words: &Words, game: &GameSummary, call: Call) -> Markup {
    html! {
        li.line data-game=(game.game) data-key=(key(game, call)) {
            a href={ "/game/" (game.game) } { (facts(words, game)) }
            @match call {
                Call::None => {}
                Call::Join => {
                    a.button href={ "/game/" (game.game) } data-join=(game.game)
                        aria-label=(words.fill("games.join.whom", &[("player", waiting(game))])) {
                        (words.say("games.join"))
                    }
                }
                Call::Turn => { strong.turn { (words.say("games.turn")) } }
            }
        }
    }
}

/// Games as lines, or what to say where there are none.
pub(super) fn lines(words: &Words, games: &[GameSummary], none: &str) -> Markup {
    html! {
        @if games.is_empty() {
            p.none { (words.say(none)) }
        } @else {
            ul.lines { @for game in games { (line(words, game, Call::None)) } }
        }
    }
}

/// A game as a small board, which moves while the game is live.
pub(super) fn card(words: &Words, game: &GameSummary, position: &PositionView) -> Markup {
    let live = game.state == State::Playing;
    html! {
        li.card data-game=(game.game) data-key=(key(game, Call::None)) data-live[live] {
            a href={ "/game/" (game.game) } {
                (board::svg(*game.rules, position, words.say("games.board")))
                (facts(words, game))
            }
        }
    }
}

/// What a list tells of a game.
fn facts(words: &Words, game: &GameSummary) -> Markup {
    html! {
        span.players { (player(game, Seat::South)) span.against { " – " } (player(game, Seat::North)) } " "
        span.rules { (terms::rules(words, *game.rules)) } " "
        span.state { (terms::state(words, game)) } " "
        @if let (Some(clock), None) = (game.clock, game.outcome) {
            span.clock { (terms::clock(words, *clock)) } " "
        }
        (moment::time(game.ended_at.unwrap_or(game.created_at)))
    }
}

fn player(game: &GameSummary, seat: Seat) -> Markup {
    let won = game.outcome.and_then(|outcome| outcome.winner).is_some_and(|winner| *winner == seat);
    html! { span.player.won[won] { (terms::player(game, seat)) } }
}

/// Who waits in an open game.
fn waiting(game: &GameSummary) -> &str {
    let seats = [Seat::South, Seat::North];
    let seated = seats.into_iter().find(|seat| game.players.get(*seat).is_some());
    terms::player(game, seated.unwrap_or(Seat::South))
}

/// What changes when the line has to be drawn anew.
fn key(game: &GameSummary, call: Call) -> String {
    format!("{}.{:?}.{call:?}", game.game, game.state).to_lowercase()
}
