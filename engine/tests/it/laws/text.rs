//! Text forms: a written value is parsed back, and no other text is accepted.

use std::str::FromStr;

use fastrand::Rng;
use ikibuguzo_engine::{Action, Array, Direction, Game, Hole, Reason, Ruleset, Seat};

use super::all_actions;

#[test]
fn text_forms_are_read_back() {
    for action in all_actions() {
        let written = action.to_string();
        let known = !written.starts_with('?');
        assert_eq!(written.parse().ok(), known.then_some(action), "{written}");
    }
    for seat in Seat::ALL {
        assert_eq!(seat.to_string().parse(), Ok(seat));
    }
    for array in Array::ALL {
        assert_eq!(array.to_string().parse(), Ok(array));
    }
    for reason in Reason::ALL {
        assert_eq!(reason.to_string().parse(), Ok(reason));
    }
    for &ruleset in Ruleset::ALL {
        assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
    }
    for direction in [Direction::Anticlockwise, Direction::Clockwise] {
        assert_eq!(direction.to_string().parse(), Ok(direction));
    }
}

#[test]
fn other_texts_are_refused_with_a_sentence_of_bounded_length() {
    let long = "N".repeat(100_000);
    for text in ["", " ", "N ", "NN", "N<<", "<", "<N", "U", "é", "é<", "*<", "**", "--", "first", &long] {
        let error = text.parse::<Action>().expect_err(text);
        assert!(error.to_string().len() < 200);
        assert!(text.parse::<Hole>().is_err());
        assert!(text.parse::<Seat>().is_err());
    }
    for text in
        ["", "ikibuguzo", "ikibuguzo:", "ikibuguzo:third", "Ikibuguzo:first", "ikibuguzo:first ", &long]
    {
        let error = text.parse::<Ruleset>().expect_err(text);
        let exist = Ruleset::ALL.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        assert_eq!(error.to_string(), format!("there is no such ruleset; there are: {exist}"));
    }
}

/// Asserts that a text is refused, or is the only spelling of its value.
fn check_spelling<T: FromStr + ToString>(text: &str) {
    assert!(text.parse::<T>().is_ok_and(|value| value.to_string() == text) || text.parse::<T>().is_err());
}

#[test]
fn any_text_is_refused_or_has_one_spelling() {
    let pieces = [
        "",
        "A",
        "a",
        "P",
        "T",
        "U",
        "<",
        "*",
        "*>",
        "-",
        ".",
        " ",
        "\0",
        "é",
        "𝒜",
        "?",
        "acw",
        "cw",
        "south",
        "North",
        "first",
        "second",
        "ikibuguzo",
        ":",
        "azigo",
        "own-row",
        "handicap=north",
        "njombwa",
        "9",
        "kubuguza",
        "no-move",
        "both-ends",
        "quiet",
    ];
    let mut rng = Rng::with_seed(11);
    for _ in 0..20_000 {
        let text: String = (0..rng.usize(..4)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
        check_spelling::<Action>(&text);
        check_spelling::<Hole>(&text);
        check_spelling::<Seat>(&text);
        check_spelling::<Array>(&text);
        check_spelling::<Direction>(&text);
        check_spelling::<Reason>(&text);
        check_spelling::<Ruleset>(&text);
        assert!(Game::from_rulespec(&text).is_err() || text.parse::<Ruleset>().is_ok() || text.contains('-'));
    }
}
