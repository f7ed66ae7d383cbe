//! The labels of games: rules, clock and state in words.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{ComputerLevel, GameSummary, Outcome, PlayerName, TimeControl};

use crate::words::Words;

/// The name of a ruleset.
pub(crate) fn rules(words: &Words, rules: Ruleset) -> String {
    words.text(&format!("games.rules.{rules}")).to_owned()
}

/// A time control.
pub(crate) fn clock(words: &Words, control: TimeControl) -> String {
    let per_turn = |key, seconds: u32, more: u32| {
        words.fill(key, &[("time", &duration(words, seconds)), ("more", &more.to_string())])
    };
    match control {
        TimeControl::None => words.text("games.clock.none").to_owned(),
        TimeControl::Fischer { initial, increment: 0 } | TimeControl::Delay { initial, delay: 0 } => {
            words.fill("games.clock.plain", &[("time", &duration(words, initial))])
        }
        TimeControl::Fischer { initial, increment } => per_turn("games.clock.fischer", initial, increment),
        TimeControl::Delay { initial, delay } => per_turn("games.clock.delay", initial, delay),
        TimeControl::Days(1) => words.text("games.clock.day").to_owned(),
        TimeControl::Days(days) => words.fill("games.clock.days", &[("days", &days.to_string())]),
    }
}

/// The result of a finished game, or the state of another.
pub(crate) fn state(words: &Words, game: &GameSummary) -> String {
    let Some(Outcome { winner, reason }) = game.outcome else {
        return words.text(&format!("games.state.{:?}", game.state).to_lowercase()).to_owned();
    };
    let key = format!("games.reason.{}", reason.as_str());
    let reason = ("reason", words.text(&key));
    match winner {
        Some(seat) => words.fill("games.won", &[("winner", player(game, *seat)), reason]),
        None => words.fill("games.unwon", &[reason]),
    }
}

/// The name of the player in a seat; a question mark if the seat is free.
pub(crate) fn player(game: &GameSummary, seat: Seat) -> &str {
    game.players.get(seat).as_ref().map_or("?", |name| name.as_str())
}

/// The label that says that a player is a program: a computer player of the server, or another bot.
pub(crate) fn bot<'a>(words: &'a Words, name: &PlayerName) -> &'a str {
    let is_of_server = ComputerLevel::of_name(name).is_some();
    words.text(if is_of_server { "site.computer" } else { "site.bot" })
}

/// A duration in minutes, or in seconds if those are not whole minutes.
fn duration(words: &Words, seconds: u32) -> String {
    let (key, number) =
        if seconds.is_multiple_of(60) { ("games.minutes", seconds / 60) } else { ("games.seconds", seconds) };
    words.fill(key, &[("number", &number.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the comparison of the games says of each, in `rules/compare.rs`.
    const ASPECTS: [&str; 7] = ["what", "people", "board", "start", "sowing", "capture", "win"];

    #[test]
    fn every_game_has_its_words() {
        let words = Words::english();
        let names = Ruleset::STANDARD.map(Ruleset::name);
        let per_game = names.iter().flat_map(|name| {
            let aspects = ASPECTS.map(|aspect| format!("rules.{name}.{aspect}"));
            let keys = ["games.rules", "home.from", "rules.how-to-play"].map(|key| format!("{key}.{name}"));
            aspects.into_iter().chain(keys)
        });
        let per_ruleset = Ruleset::ALL
            .iter()
            .flat_map(|rules| [format!("games.rules.{rules}"), format!("game.rules.{rules}")]);
        let missing: Vec<String> =
            per_game.chain(per_ruleset).filter(|key| words.find(key).is_none()).collect();
        assert_eq!(missing, Vec::<String>::new());
    }
}
