//! The texts for a game in a list.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameSummary, Text, Timestamp};
use jiff::tz::TimeZone;

use super::phrases::{marked_name, seat_name};

/// The rules and the clock.
pub fn rules_text(game: &GameSummary) -> String {
    game.clock.map_or(game.rules.to_string(), |clock| format!("{} {clock}", game.rules))
}

/// The player of a seat, marked if a program plays for it; none if the seat is free.
pub fn listed_player(game: &GameSummary, seat: Seat) -> Option<String> {
    game.players.get(seat).as_ref().map(|name| marked_name(name, game.bots.contains(&Text(seat))))
}

/// The state of a game, or how it ended.
pub fn state_text(game: &GameSummary) -> String {
    let state = match (game.outcome, game.my_turn) {
        (Some(outcome), _) => {
            let result = match outcome.winner {
                Some(seat) => format!("{} won", seat_name(*seat)),
                None if outcome.reason.has_result() => "draw".to_owned(),
                None => "no result".to_owned(),
            };
            format!("{result} ({})", outcome.reason.as_str().replace('_', " "))
        }
        (None, Some(true)) => "your turn".to_owned(),
        (None, _) => game.state.as_str().to_owned(),
    };
    let state = if game.rated { format!("{state}, rated") } else { state };
    if game.public { state } else { format!("{state}, private") }
}

/// A time as a date and a time of day in a zone; empty if it is out of range.
pub fn time_text(at: Timestamp, zone: &TimeZone) -> String {
    let calendar_time =
        i64::try_from(at.as_millis()).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    let local = calendar_time.map(|at| at.to_zoned(zone.clone()));
    local.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_in_its_zone() {
        assert_eq!(time_text(Timestamp::from_millis(1_795_246_064_657), &TimeZone::UTC), "2026-11-21 07:27");
        let kigali = TimeZone::fixed(jiff::tz::offset(2));
        assert_eq!(time_text(Timestamp::from_millis(1_795_246_064_657), &kigali), "2026-11-21 09:27");
        assert_eq!(time_text(Timestamp::MAX, &TimeZone::UTC), "");
    }
}
