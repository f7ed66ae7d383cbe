//! The groups of operations, which generators turn into modules or classes.

use serde_json::{Value, json};

/// The tags of operations. An operation's tag is the part of its id before `_`.
const TAGS: [(&str, &str); 14] = [
    ("players", "Players, their names, and their scores."),
    ("tokens", "The tokens of a player: signing in and out."),
    ("blocks", "The players with whom a player does not want to play."),
    ("reports", "Reports about players to the operator."),
    ("push", "Notices on a player's browsers while the site is closed."),
    ("games", "Games: creating, joining, watching, and searching them."),
    ("commands", "What a player does in a game."),
    ("positions", "The position book."),
    ("tournaments", "Tournaments: making, entering, and watching them."),
    ("leaderboards", "The best players of each game."),
    ("roots", "What the server has signed about finished games."),
    ("stats", "Statistics over all games."),
    ("api", "This description."),
    ("health", "For the operator: health and metrics."),
];

/// All tags, in the order in which the document lists them.
pub(super) fn tags() -> Value {
    TAGS.iter().map(|(name, description)| json!({"name": name, "description": description})).collect()
}
