//! Points in time.

use jiff::Timestamp;
use maud::{Markup, html};

use crate::words::Words;

/// A time in milliseconds since 1970-01-01 UTC; 0 in imported games whose day is unknown. The browser's module shows it in
/// local time.
pub(crate) fn time(words: &Words, at: u64) -> Markup {
    if at == 0 {
        return html! { span.undated { (words.text("games.undated")) } };
    }
    let moment =
        i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok()).unwrap_or_default();
    html! {
        time datetime=(moment.strftime("%Y-%m-%dT%H:%M:%SZ")) { (moment.strftime("%Y-%m-%d %H:%M UTC")) }
    }
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
