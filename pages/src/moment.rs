//! Points in time.

use ikibuguzo_protocol::Timestamp;
use maud::{Markup, html};

use crate::words::Words;

/// A time; 0 in imported games whose day is unknown. The browser's module shows it in local time.
pub(crate) fn time(words: &Words, at: Timestamp) -> Markup {
    if at == Timestamp::ZERO {
        return html! { span.undated { (words.text("games.undated")) } };
    }
    html! { time datetime=(machine_time(at)) { (utc_time(at)) } }
}

/// When a player began to wait. The browser's module shows for how long.
pub(crate) fn waiting_since(words: &Words, at: Timestamp) -> Markup {
    html! {
        time datetime=(machine_time(at)) data-waits=(words.text("games.waits.for")) {
            (words.text("games.waits")) " " (utc_time(at))
        }
    }
}

fn machine_time(at: Timestamp) -> String {
    calendar_time(at).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn utc_time(at: Timestamp) -> String {
    calendar_time(at).strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn calendar_time(at: Timestamp) -> jiff::Timestamp {
    i64::try_from(at.as_millis())
        .ok()
        .and_then(|at| jiff::Timestamp::from_millisecond(at).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undated_game_is_not_of_1970() {
        let words = Words::english();
        let undated = time(words, Timestamp::ZERO).into_string();
        assert!(undated.contains("undated") && !undated.contains("<time"), "{undated}");
        assert!(time(words, Timestamp::from_millis(1_795_246_064_657)).into_string().contains("2026-11-21"));
    }
}
