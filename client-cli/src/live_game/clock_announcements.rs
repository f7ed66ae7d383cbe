//! When the client says how much time is left.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Timestamp, whole_millis};

use crate::game_view::local_game::LocalGame;
use crate::game_view::phrases::seat_and_player;

/// Remaining times that are announced as they pass.
const ANNOUNCED: [Duration; 4] =
    [Duration::from_mins(5), Duration::from_mins(1), Duration::from_secs(20), Duration::from_secs(10)];

/// A turn that begins with at most this time is announced at once.
const LOW_TIME: Duration = Duration::from_secs(20);

/// A time that passes sooner than this after the beginning of a turn is not announced: the board has just shown it.
const MIN_WAIT: Duration = Duration::from_secs(1);

/// Announces the time of the player to move, each remaining time once a turn.
#[derive(Debug, Default)]
pub struct ClockAnnouncements {
    /// The turn that is followed: how many turns are played, and whose it is.
    turn: Option<(u32, Seat)>,
    /// The next remaining time of [`ANNOUNCED`].
    next: usize,
}

impl ClockAnnouncements {
    /// How long until an announcement may be due; none if none is due in this turn.
    pub fn due_in(&self, game: &LocalGame, now: Option<Timestamp>) -> Option<Duration> {
        let turn = current_turn(game)?;
        // During the delay of a clock its remaining time does not change, so the deadline is used.
        let until_deadline = game.deadline()?.saturating_since(now?);
        if self.turn != Some(turn) {
            return Some(Duration::ZERO);
        }
        let next = ANNOUNCED.get(self.next)?;
        Some(until_deadline.saturating_sub(*next))
    }

    /// The announcement, if one is due.
    pub fn take_due(&mut self, game: &LocalGame, now: Option<Timestamp>) -> Option<String> {
        let turn = current_turn(game)?;
        let until_deadline = game.deadline()?.saturating_since(now?);
        let left = if is_first_turn(game) { until_deadline } else { game.time_left(turn.1, now)? };
        let is_new_turn = self.turn.replace(turn) != Some(turn);
        let margin = if is_new_turn { MIN_WAIT } else { Duration::ZERO };
        let passed = ANNOUNCED.iter().take_while(|time| left <= **time + margin).count();
        let is_due = if is_new_turn { left <= LOW_TIME } else { passed > self.next };
        self.next = passed;
        is_due.then(|| announcement(game, turn.1, left))
    }
}

/// The number of turns played and the seat to move.
fn current_turn(game: &LocalGame) -> Option<(u32, Seat)> {
    let position = game.view.position.as_ref()?;
    Some((position.turns, *position.to_move?))
}

/// Whether no clock runs yet, and the turn has a deadline of its own.
fn is_first_turn(game: &LocalGame) -> bool {
    game.view.clocks.is_some_and(|clocks| clocks.first_turn_by.is_some())
}

fn announcement(game: &LocalGame, seat: Seat, left: Duration) -> String {
    let who = if game.role.seat() == Some(seat) {
        "You have".to_owned()
    } else {
        format!("{} has", seat_and_player(game, seat))
    };
    let time = match whole_millis(left).div_ceil(1_000) {
        1 => "1 second".to_owned(),
        seconds if seconds >= 60 && seconds % 60 == 0 => match seconds / 60 {
            1 => "1 minute".to_owned(),
            minutes => format!("{minutes} minutes"),
        },
        seconds => format!("{seconds} seconds"),
    };
    format!("{who} {time} left{}.", if is_first_turn(game) { " for the first turn" } else { "" })
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};
    use ikibuguzo_protocol::PositionView;

    use super::*;
    use crate::game_view::local_game::tests::open_game;

    /// A game in which South is to move and has this much time at 0.
    fn game(role: &str, left: u64) -> LocalGame {
        let mut game = open_game(role);
        let start = Game::from_rulespec("ikibuguzo:first").expect("rules");
        game.view.position = Some(PositionView::of(&start, Viewer::Spectator));
        let clocks = format!(
            r#"{{"balance":{{"south":{left},"north":50000}},"running":"south","runs_out_at":{left}}}"#
        );
        game.view.clocks = Some(serde_json::from_str(&clocks).expect("clocks"));
        game
    }

    #[test]
    fn each_time_is_announced_once_as_it_passes() {
        let game = game("south", 90_000);
        let mut announcements = ClockAnnouncements::default();
        let mut announced = Vec::new();
        let mut now = Timestamp::ZERO;
        while let Some(wait) = announcements.due_in(&game, Some(now)) {
            now += wait;
            announced.extend(announcements.take_due(&game, Some(now)).map(|text| (now.as_millis(), text)));
        }
        let expected = [(30_000, "1 minute"), (70_000, "20 seconds"), (80_000, "10 seconds")];
        assert_eq!(announced, expected.map(|(at, left)| (at, format!("You have {left} left."))));
    }

    #[test]
    fn a_turn_that_begins_with_little_time_is_announced_to_everybody() {
        let announced =
            |role, left| ClockAnnouncements::default().take_due(&game(role, left), Some(Timestamp::ZERO));
        assert_eq!(announced("south", 60_000), None);
        assert_eq!(announced("south", 18_001).as_deref(), Some("You have 19 seconds left."));
        assert_eq!(announced("spectator", 1_000).as_deref(), Some("South (imbogo-1) has 1 second left."));
    }

    #[test]
    fn a_time_that_passes_as_the_turn_begins_is_not_announced() {
        let game = game("south", 60_040);
        let mut announcements = ClockAnnouncements::default();
        assert_eq!(announcements.take_due(&game, Some(Timestamp::ZERO)), None);
        assert_eq!(announcements.due_in(&game, Some(Timestamp::ZERO)), Some(Duration::from_millis(40_040)));
        assert_eq!(announcements.take_due(&game, Some(Timestamp::from_millis(50))), None);
    }

    #[test]
    fn without_a_running_clock_nothing_is_announced() {
        let mut game = game("south", 60_000);
        game.view.clocks = None;
        assert_eq!(ClockAnnouncements::default().due_in(&game, Some(Timestamp::ZERO)), None);
        assert_eq!(ClockAnnouncements::default().take_due(&game, Some(Timestamp::ZERO)), None);
    }
}
