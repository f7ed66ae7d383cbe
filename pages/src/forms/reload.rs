//! The interval at which a page loads itself again while the visitor waits.

use std::time::Duration;

use ikibuguzo_protocol::{EventKind, State, TimeControl};

use super::FormsGame;

/// The interval while a computer player is to move, in seconds. It answers within two seconds.
const COMPUTER_SECONDS: u32 = 3;

/// The interval in a game with a clock in seconds, in seconds.
const CLOCK_SECONDS: u32 = 5;

/// The interval in a game without a clock, and while the visitor waits for an opponent, in seconds.
const CASUAL_SECONDS: u32 = 10;

/// The interval in a game with a clock in days, and for spectators, in seconds.
const SLOW_SECONDS: u32 = 60;

/// The interval after the end, while the opponent may offer a rematch, in seconds.
const REMATCH_SECONDS: u32 = 20;

/// The time after the end in which a rematch is expected.
const REMATCH_TIME: Duration = Duration::from_mins(5);

/// The interval in seconds; none if the visitor is to act in the game, or if nothing more is expected.
pub(super) fn interval(game: &FormsGame) -> Option<u32> {
    if game.is_still || game.is_due {
        return None;
    }
    let view = &game.page.view;
    let Some(seat) = game.role.seat() else {
        return (view.state != State::Finished).then_some(SLOW_SECONDS);
    };
    if view.state == State::Finished {
        return expects_rematch(game).then_some(REMATCH_SECONDS);
    }
    if game.page.bot(!seat).is_some() {
        return Some(COMPUTER_SECONDS);
    }
    Some(match view.clock.map(|clock| *clock) {
        _ if view.state == State::Open => CASUAL_SECONDS,
        Some(TimeControl::Fischer { .. } | TimeControl::Delay { .. }) => CLOCK_SECONDS,
        Some(TimeControl::Days(_)) => SLOW_SECONDS,
        Some(TimeControl::None) | None => CASUAL_SECONDS,
    })
}

/// Whether a rematch may still begin: the game has just ended, or the visitor has offered one lately.
fn expects_rematch(game: &FormsGame) -> bool {
    let is_expected =
        |kind: &EventKind| matches!(kind, EventKind::Ended { .. } | EventKind::RematchOffered { .. });
    let last = game.page.past.iter().rev().find(|event| is_expected(&event.kind));
    let is_recent = last.is_some_and(|event| game.page.now < event.at + REMATCH_TIME);
    is_recent && game.page.view.rematch.game.is_none() && game.can_play_again()
}
