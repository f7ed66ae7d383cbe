//! Positions and lines that clients write as text, and their analysis. A server and a program without a server give
//! the same answers.

use ikibuguzo_bot::{Budget, VERSION, rank_turns};
use ikibuguzo_engine::{Action, Game, ParsePositionError, Position};
use ikibuguzo_protocol::{ErrorCode, ExplorationError, ExploredPosition, PositionAnalysis};

use crate::analysis::candidate_turn;
use crate::room::Rejection;

/// Largest number of characters of a position. The longest position has fewer.
pub const MAX_POSITION_CHARS: usize = 400;

/// Largest number of actions that are played from a position at once.
pub const MAX_LINE_ACTIONS: usize = 100;

/// Largest number of characters of these actions, with the full stops between them.
pub const MAX_LINE_CHARS: usize = 3 * MAX_LINE_ACTIONS - 1;

/// Largest number of turns in the analysis of a position.
const MAX_CANDIDATES: usize = 3;

/// The index of the stores among the fields of a position.
const STORES_FIELD: usize = 3;

/// Parses a position with all its fields, or with the first seven, which identify it.
///
/// # Errors
///
/// `bad_query` if it cannot be read.
pub fn read_position(text: &str) -> Result<Position, Rejection> {
    if text.chars().count() > MAX_POSITION_CHARS {
        return Err(bad(format!("a position has at most {MAX_POSITION_CHARS} characters")));
    }
    // Seven fields do not say whether the game has ended. A position without a legal action is read as the end of one.
    let as_ended = |_| format!("{text} 0 0 draw:quiet").parse();
    let has_seven_fields = text.split(' ').count() == 7;
    let read =
        if has_seven_fields { format!("{text} 0 0 -").parse().or_else(as_ended) } else { text.parse() };
    read.map_err(|error: ParsePositionError| bad(error.to_string()))
}

/// Parses a position whose stores are not concealed.
///
/// # Errors
///
/// `concealed_store` if the position conceals a store; `bad_query` if it cannot be read.
pub fn read_revealed_position(text: &str) -> Result<Position, Rejection> {
    if text.split(' ').nth(STORES_FIELD).is_some_and(|stores| stores.contains('?')) {
        let why = "the position conceals a store: give the number of counters in both";
        return Err(Rejection::new(ErrorCode::ConcealedStore, why));
    }
    read_position(text)
}

/// Parses actions with full stops between them, at most [`MAX_LINE_ACTIONS`].
///
/// # Errors
///
/// `bad_query` if these are too many; `bad_action` if one of them is not an action.
pub fn read_line(text: Option<&str>) -> Result<Vec<Action>, Rejection> {
    let Some(text) = text else { return Ok(Vec::new()) };
    if text.chars().count() > MAX_LINE_CHARS {
        return Err(too_long(MAX_LINE_CHARS, "characters"));
    }
    if text.split('.').count() > MAX_LINE_ACTIONS {
        return Err(too_long(MAX_LINE_ACTIONS, "actions"));
    }
    text.split('.').map(read_action).collect()
}

/// Parses an action.
///
/// # Errors
///
/// `bad_action`.
pub fn read_action(text: &str) -> Result<Action, Rejection> {
    text.parse().map_err(|_| Rejection::new(ErrorCode::BadAction, format!("{text:?} is not an action")))
}

/// Plays actions from a position, and previews what follows.
///
/// # Errors
///
/// `illegal_action`, or `bad_query` if the actions have too many laps.
pub fn explore(game: Game, actions: &[Action]) -> Result<ExploredPosition, Rejection> {
    ExploredPosition::after(game, actions).map_err(|error| match error {
        ExplorationError::Illegal(action) => cannot_be_played(action),
        ExplorationError::TooManyLaps => too_long(ExploredPosition::MAX_LAPS, "laps"),
    })
}

/// The rejection of an action that is not legal in its position.
pub fn cannot_be_played(action: Action) -> Rejection {
    Rejection::new(ErrorCode::IllegalAction, format!("{action} cannot be played there"))
}

/// The best turns of a position. `nodes`: the budget of the search.
pub fn analyse_position(position: &Position, nodes: u64) -> PositionAnalysis {
    let turns = rank_turns(position, MAX_CANDIDATES, Budget::of_nodes(nodes));
    PositionAnalysis {
        position: position.to_string(),
        version: VERSION,
        nodes,
        turns: turns.iter().map(candidate_turn).collect(),
    }
}

fn too_long(limit: usize, unit: &str) -> Rejection {
    bad(format!("`play` has at most {limit} {unit}"))
}

fn bad(why: String) -> Rejection {
    Rejection::new(ErrorCode::BadQuery, why)
}
