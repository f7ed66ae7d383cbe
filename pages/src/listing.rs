//! A game in a list: the same on every page.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameSummary, PositionView, State};
use maud::{Markup, html};

use crate::board;
use crate::labels;
use crate::moment;
use crate::rating;
use crate::words::Words;

/// The action that a line of a list offers to the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineAction {
    /// None.
    None,
    /// Take the free seat.
    Join,
    /// Make a turn.
    Turn,
}

/// A game as a line of a list.
pub(crate) fn line(words: &Words, game: &GameSummary, action: LineAction) -> Markup {
    html! {
        li.line data-game=(game.game) data-key=(key(game, action)) {
            a href={ "/game/" (game.game) } { (facts(words, game)) }
            @match action {
                LineAction::None => {}
                LineAction::Join => {
                    a.button href={ "/game/" (game.game) } data-join=(game.game)
                        aria-label=(words.fill("games.join.whom", &[("player", seated_player(game))])) {
                        (words.text("games.join"))
                    }
                }
                LineAction::Turn => { strong.turn { (words.text("games.turn")) } }
            }
        }
    }
}

/// A live game as a line, hidden while its board is shown.
pub(crate) fn live_line(words: &Words, game: &GameSummary, has_board: bool) -> Markup {
    html! {
        li.line data-game=(game.game) data-key=(key(game, LineAction::None)) hidden[has_board] {
            a href={ "/game/" (game.game) } { (facts(words, game)) }
        }
    }
}

/// Games as lines, or the text with the key `none` if there are no games.
pub(crate) fn lines(words: &Words, games: &[GameSummary], none: &str) -> Markup {
    html! {
        @if games.is_empty() {
            p.none { (words.text(none)) }
        } @else {
            ul.lines { @for game in games { (line(words, game, LineAction::None)) } }
        }
    }
}

/// A game as a small board, which the browser's module animates while the game is live.
pub(crate) fn card(words: &Words, game: &GameSummary, position: &PositionView) -> Markup {
    let is_live = game.state == State::Playing;
    html! {
        li.card data-game=(game.game) data-key=(key(game, LineAction::None)) data-live[is_live] {
            a href={ "/game/" (game.game) } {
                (board::playable(*game.rules, position, words.text("games.board")))
                (facts(words, game))
            }
        }
    }
}

/// Players, rules, state, clock and time of a game.
fn facts(words: &Words, game: &GameSummary) -> Markup {
    html! {
        span.players { (player(words, game, Seat::South)) span.separator { " – " } (player(words, game, Seat::North)) } " "
        span.rules { (labels::rules(words, *game.rules)) } " "
        span.state { (labels::state(words, game)) } " "
        @if let (Some(clock), None) = (game.clock, game.outcome) {
            span.clock { (labels::clock(words, *clock)) } " "
        }
        @if game.rated { span.rated { (words.text("games.rated")) } " " }
        @if game.state == State::Open {
            (moment::waiting_since(words, game.created_at))
        } @else {
            (moment::time(words, game.ended_at.unwrap_or(game.created_at)))
        }
    }
}

fn player(words: &Words, game: &GameSummary, seat: Seat) -> Markup {
    let has_won = game.outcome.and_then(|outcome| outcome.winner).is_some_and(|winner| *winner == seat);
    let bot = game.players.get(seat).as_ref().filter(|_| game.bots.contains(&seat.into()));
    html! {
        span.player.won[has_won] { (labels::player(game, seat)) }
        @if let Some(rating) = game.ratings.as_ref().and_then(|ratings| ratings.get(seat).as_ref()) {
            " " span.rating { (rating::in_game(rating)) }
        }
        @if let Some(name) = bot { " " span.bot { (labels::bot(words, name)) } }
    }
}

/// The player who waits in an open game.
fn seated_player(game: &GameSummary) -> &str {
    let seats = [Seat::South, Seat::North];
    let seated = seats.into_iter().find(|seat| game.players.get(*seat).is_some());
    labels::player(game, seated.unwrap_or(Seat::South))
}

/// A text that differs whenever the line has to be drawn again.
fn key(game: &GameSummary, action: LineAction) -> String {
    format!("{}.{:?}.{action:?}", game.game, game.state).to_lowercase()
}
