//! The text of an analysis.

use ikibuguzo_bot::{TurnAnalysis, accuracy};
use ikibuguzo_engine::{Action, Seat};

use crate::game_view::phrases::seat_name;
use crate::record_file::NumberedRecord;
use crate::terminal::sanitize::sanitize;

/// The line above the turns of a game: `Game 1 of kubuguza: South inka, North ?`.
pub fn heading(record: &NumberedRecord) -> String {
    let tag = |name| record.parsed.record.tag(name).unwrap_or("?");
    let rules = record.parsed.record.tag("Rules").map(|rules| format!(" of {rules}")).unwrap_or_default();
    let text = format!("Game {}{rules}: South {}, North {}", record.number, tag("South"), tag("North"));
    sanitize(&text)
}

/// The line of a turn: its number, the seat, its actions, the value before it, and what was wrong with it.
pub fn turn_line(turn: &TurnAnalysis) -> String {
    let number =
        if turn.index.is_multiple_of(2) { format!("{}.", turn.index / 2 + 1) } else { String::new() };
    let seat = seat_name(turn.seat);
    let played = turn_notation(&turn.played);
    let value = percent(turn.value);
    format!("{number:>4} {seat}  {played:<8} {value:>5}{}", remark(turn))
}

/// The accuracy of both players.
pub fn accuracy_text(turns: &[TurnAnalysis]) -> String {
    let of_seats = accuracy(turns);
    let text = |seat: Seat| match of_seats[seat] {
        Some(accuracy) => format!("{} {accuracy:.0} %", seat_name(seat)),
        None => format!("{} without a choice", seat_name(seat)),
    };
    format!("Accuracy: {}", Seat::ALL.map(text).join(", "))
}

/// What was wrong with a turn: `  mistake, loses 12 %: best was N, then a<, J`. Empty if nothing was.
fn remark(turn: &TurnAnalysis) -> String {
    let Some(mark) = turn.mark else { return String::new() };
    let line: Vec<String> = turn.best_line.iter().map(|actions| turn_notation(actions)).collect();
    let (best, rest) = line.split_first().expect("a line is not empty");
    let rest = if rest.is_empty() { String::new() } else { format!(", then {}", rest.join(" ")) };
    format!("  {mark}, loses {}: best was {best}{rest}", percent(turn.loss))
}

/// The actions of a turn as a record has them (docs/NOTATION.md).
fn turn_notation(actions: &[Action]) -> String {
    actions.iter().map(|action| action.as_str()).collect::<Vec<_>>().join(".")
}

fn percent(probability: f64) -> String {
    format!("{:.0} %", 100.0 * probability)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_bot::Mark;

    use super::*;

    fn actions(text: &str) -> Vec<Action> {
        text.split('.').map(|action| action.parse().expect("an action")).collect()
    }

    fn turn(index: usize, mark: Option<Mark>) -> TurnAnalysis {
        TurnAnalysis {
            index,
            ply: 0,
            seat: Seat::South,
            played: actions("B.A<"),
            is_forced: false,
            value: 0.456,
            loss: if mark.is_some() { 0.204 } else { 0.0 },
            mark,
            best_line: ["N", "a<.b", "J"].map(actions).to_vec(),
        }
    }

    #[test]
    fn a_marked_turn_names_the_best_one() {
        assert_eq!(turn_line(&turn(4, None)), "  3. South  B.A<      46 %");
        let blunder = turn_line(&turn(5, Some(Mark::Blunder)));
        assert_eq!(blunder, "     South  B.A<      46 %  blunder, loses 20 %: best was N, then a<.b J");
    }

    #[test]
    fn the_accuracy_of_a_player_without_a_choice_is_unknown() {
        assert_eq!(accuracy_text(&[turn(0, None)]), "Accuracy: South 100 %, North without a choice");
    }
}
