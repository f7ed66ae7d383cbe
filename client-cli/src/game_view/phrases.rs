//! Phrases that several texts share.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{PlayerName, Text};

use crate::game_view::local_game::LocalGame;

/// A seat's name with a capital letter.
pub fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "South",
        Seat::North => "North",
    }
}

/// A seat's name, with its player's if the seat is taken: `South (imbogo-1)`.
pub fn seat_and_player(game: &LocalGame, seat: Seat) -> String {
    match game.player_name(seat) {
        Some(player) => format!("{} ({player})", seat_name(seat)),
        None => seat_name(seat).to_owned(),
    }
}

/// The player of a seat, marked if a program plays for it; none if the seat is free.
pub fn seated_player(game: &LocalGame, seat: Seat) -> Option<String> {
    game.player_name(seat).map(|name| marked_name(name, game.view.bots.contains(&Text(seat))))
}

/// The name of a player, marked with `(bot)` if a program plays for it.
pub fn marked_name(name: &PlayerName, is_bot: bool) -> String {
    if is_bot { format!("{name} (bot)") } else { name.to_string() }
}

/// `1 counter`, `5 counters`.
pub fn counters(count: usize) -> String {
    if count == 1 { "1 counter".to_owned() } else { format!("{count} counters") }
}

/// A list with a word before its last item: `N`, `N and K<`, `N, J and K<`.
pub fn joined(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {conjunction} {last}", others.join(", ")),
    }
}

/// A duration as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 days 3:00:00`.
pub fn clock_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes, seconds) =
        (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (1, _) => format!("1 day {hours}:{minutes:02}:{seconds:02}"),
        (_, _) => format!("{days} days {hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_commas_and_a_last_word() {
        let items =
            |count: usize| ["N", "J", "K<"][..count].iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(joined(&items(1), "or"), "N");
        assert_eq!(joined(&items(2), "or"), "N or J");
        assert_eq!(joined(&items(3), "or"), "N, J or K<");
    }

    #[test]
    fn a_duration_is_shown_as_on_a_clock() {
        for (milliseconds, shown) in [
            (0, "0:00"),
            (9_999, "0:09"),
            (272_000, "4:32"),
            (3_600_000, "1:00:00"),
            (86_400_000, "1 day 0:00:00"),
            (183_600_000, "2 days 3:00:00"),
        ] {
            assert_eq!(clock_time(Duration::from_millis(milliseconds)), shown);
        }
    }
}
