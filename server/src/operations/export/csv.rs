//! Summaries of games as comma-separated values (RFC 4180).
//!
//! No field begins with a character that a spreadsheet takes for a formula: names of players begin with a letter, and
//! all other fields are the server's own words and numbers.

use ikibuguzo_protocol::{GameSummary, PlayerName};
use ikibuguzo_store::FinishedCursor;

/// The first line.
pub(super) const HEADER: &str =
    "game,rules,south,north,winner,reason,turns,arrays,clock,created_at,ended_at,cursor\r\n";

/// The line of a game. A field that the game does not have is empty.
pub(super) fn line(game: &GameSummary) -> String {
    let text = |value: Option<&dyn ToString>| value.map(ToString::to_string).unwrap_or_default();
    let name = |name: &Option<PlayerName>| name.as_ref().map(ToString::to_string).unwrap_or_default();
    let winner = game.outcome.and_then(|outcome| outcome.winner);
    let arrays = game.arrays.map(|arrays| format!("{}-{}", arrays.south, arrays.north));
    let fields = [
        game.game.to_string(),
        game.rules.to_string(),
        name(&game.players.south),
        name(&game.players.north),
        text(winner.as_ref().map(|seat| seat as &dyn ToString)),
        game.outcome.map(|outcome| outcome.reason.as_str().to_owned()).unwrap_or_default(),
        text(game.turns.as_ref().map(|turns| turns as &dyn ToString)),
        arrays.unwrap_or_default(),
        text(game.clock.as_ref().map(|clock| clock as &dyn ToString)),
        game.created_at.to_string(),
        text(game.ended_at.as_ref().map(|at| at as &dyn ToString)),
        FinishedCursor::of(game).to_string(),
    ];
    fields.map(quoted).join(",") + "\r\n"
}

/// A field, in quotation marks if it needs them.
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\r', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_with_a_comma_or_a_quotation_mark_is_quoted() {
        let fields = ["azigo", "azigo:handicap=south,own-row", "a\"b"].map(str::to_owned).map(quoted);
        assert_eq!(fields, ["azigo", "\"azigo:handicap=south,own-row\"", "\"a\"\"b\""]);
    }

    #[test]
    fn a_name_of_a_player_is_never_a_formula() {
        for name in ["=cmd", "+inka", "-inka", "@inka", "\tinka", "1inka"] {
            assert!(name.parse::<PlayerName>().is_err(), "{name}");
        }
    }
}
