//! The stored puzzles: files in `pages/puzzles`, which `bot/examples/puzzles` writes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ikibuguzo_engine::Ruleset;
use serde::Serialize;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct StoredPuzzle {
    /// The position in its notation.
    pub(super) position: String,
    /// The actions of the best turn.
    turn: Vec<String>,
    /// The probability that the seat to move wins after the best turn: 0 to 1.
    value: f64,
}

/// The puzzles by the name of the game.
static PUZZLES: LazyLock<BTreeMap<&str, Vec<StoredPuzzle>>> = LazyLock::new(|| {
    let files = [
        ("ikibuguzo", include_str!("../../puzzles/ikibuguzo.txt")),
        ("kubuguza", include_str!("../../puzzles/kubuguza.txt")),
        ("njombwa", include_str!("../../puzzles/njombwa.txt")),
        ("azigo", include_str!("../../puzzles/azigo.txt")),
    ];
    let read = |file: &str| file.lines().map(|line| read_line(line).expect("a puzzle")).collect();
    files.map(|(game, file)| (game, read(file))).into()
});

/// The puzzles of a game, beginning with that of a day; after the last one follows the first. None if there is no file of
/// them.
pub(super) fn puzzles_from(game: Ruleset, day: u64) -> Vec<StoredPuzzle> {
    let mut puzzles = PUZZLES.get(game.name()).cloned().unwrap_or_default();
    let first = day.checked_rem(puzzles.len() as u64).and_then(|first| usize::try_from(first).ok());
    puzzles.rotate_left(first.unwrap_or(0));
    puzzles
}

/// Reads a position, its best turn, and the values after that turn and after the best other one.
fn read_line(line: &str) -> Option<StoredPuzzle> {
    let [position, turn, value, _] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    Some(StoredPuzzle {
        position: position.to_owned(),
        turn: turn.split('.').map(str::to_owned).collect(),
        value: value.parse().ok()?,
    })
}
