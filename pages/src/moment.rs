//! Points in time.

use jiff::Timestamp;
use maud::{Markup, html};

use crate::words::Words;

/// A time in milliseconds since 1970-01-01 UTC; 0 in imported games whose day is unknown. The browser's module shows it
/// in local time.
pub(crate) fn time(words: &Words, at: u64) -> Markup {
    if at == 0 {
        return html! { span.undated { (words.text("games.undated")) } };
    }
    html! { time datetime=(machine_time(at)) { (utc_time(at)) } }
}

/// When a player began to wait, in milliseconds since 1970-01-01 UTC. The browser's module shows for how long.
pub(crate) fn waiting_since(words: &Words, at: u64) -> Markup {
    html! {
        time datetime=(machine_time(at)) data-waits=(words.text("games.waits.for")) {
            (words.text("games.waits")) " " (utc_time(at))
        }
    }
}

fn machine_time(at: u64) -> String {
    timestamp(at).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn utc_time(at: u64) -> String {
    timestamp(at).strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn timestamp(at: u64) -> Timestamp {
    i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undated_game_is_not_of_1970() {
        let words = Words::english();
        let undated = time(words, 0).into_string();
        assert!(undated.contains("undated") && !undated.contains("<time"), "{undated}");
        assert!(time(words, 1_795_246_064_657).into_string().contains("2026-11-21"));
    }
}
