//! Perft: counts action sequences, to compare this engine with another.

use std::fmt;

use crate::{Arrangement, Array, Game, GameStart, Ruleset, Seat};

/// Counts the action sequences of exactly `depth` actions from here. A finished game counts 1 at every depth.
///
/// # Examples
///
/// ```
/// use ikibuguzo_engine::{Game, perft};
///
/// let game = Game::from_rulespec("ikibuguzo:first")?;
/// assert_eq!(perft(&game, 8), 25);
/// # Ok::<(), ikibuguzo_engine::ParseRulespecError>(())
/// ```
pub fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 || game.outcome().is_some() {
        return 1;
    }
    let actions = game.legal_actions();
    if depth == 1 {
        return actions.len() as u64;
    }
    let count = |action| {
        let mut next = game.clone();
        next.advance(action).expect("listed as legal");
        perft(&next, depth - 1)
    };
    actions.into_iter().map(count).sum()
}

impl Game {
    /// Starts the game of a rulespec: a ruleset with the arrays of its arrangement, if it has one.
    ///
    /// In `ikibuguzo:first` both seats have the first array. In `ikibuguzo:first-second` South has the first one and
    /// North the second.
    ///
    /// # Errors
    ///
    /// If the text is not a rulespec. The error lists all rulespecs.
    pub fn from_rulespec(text: &str) -> Result<Game, ParseRulespecError> {
        started_games().find(|(rulespec, _)| rulespec == text).map(|(_, game)| game).ok_or(ParseRulespecError)
    }
}

/// The text is not a rulespec. The message lists all rulespecs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulespecError;

impl fmt::Display for ParseRulespecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = started_games().map(|(rulespec, _)| rulespec).collect();
        write!(f, "there is no such rulespec; there are: {}", names.join(", "))
    }
}

impl std::error::Error for ParseRulespecError {}

/// Every rulespec with its game.
fn started_games() -> impl Iterator<Item = (String, Game)> {
    Ruleset::ALL.iter().flat_map(|ruleset| match ruleset.begin() {
        GameStart::Play(game) => vec![(ruleset.to_string(), game)],
        GameStart::Arrange(arrangement) => arranged_games(arrangement),
    })
}

/// Every rulespec of a game with arrangement. A ruleset that offers one array is named after it. A ruleset that offers
/// several is named after pairs of different arrays, since pairs of equal arrays belong to the former.
fn arranged_games(arrangement: Arrangement) -> Vec<(String, Game)> {
    let offered = arrangement.legal(Seat::South);
    let mut games = Vec::new();
    for &south in offered {
        for &north in arrangement.legal(Seat::North) {
            let arrays = match (south == north, offered.len()) {
                (true, 1) => south.to_string(),
                (true, _) => continue,
                (false, _) => format!("{south}-{north}"),
            };
            let name = arrangement.ruleset().name();
            games.push((format!("{name}:{arrays}"), arranged(arrangement, south, north)));
        }
    }
    games
}

fn arranged(mut arrangement: Arrangement, south: Array, north: Array) -> Game {
    let choices = [(Seat::South, south), (Seat::North, north)];
    for (seat, array) in choices {
        arrangement.choose(seat, array).expect("offered to it");
    }
    arrangement.reveal().expect("both have chosen")
}
