//! Games in signed roots: the hash must be that of the log, and the path must lead to the root. What was signed was
//! published, so nothing is repaired.

use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::inclusion::{SignedStatement, leaf_line};
use ikibuguzo_game::merkle_tree::{PathStep, root_of};
use ikibuguzo_game::proof::final_hash;
use ikibuguzo_protocol::GameId;

use crate::check::RowDifference;
use crate::check::games::CheckedGame;

/// game_id, hash, path, statement.
pub(super) type Row = (i64, String, String, String);

/// Leaves out the rows of a server that stopped before it had signed.
pub(super) const SELECT: &str = "select signed_game.game_id, signed_game.hash, signed_game.path, signed_days.statement
    from signed_game join signed_days on signed_days.last_day = signed_game.last_day where signed_game.game_id";

pub(super) fn compare(code: &str, read: &CheckedGame, row: &Row) -> Option<RowDifference> {
    let (_, hash, path, statement) = row;
    let game: GameId = code.parse().ok()?;
    let expected = final_hash(game, &read.log);
    if expected.is_none_or(|expected| expected.as_str() != hash) {
        let expected = expected.map_or_else(|| "nothing".to_owned(), |hash| hash.to_string());
        return Some(RowDifference::new(format!("game {code}, signed hash"), hash, expected, None));
    }
    let is_in_root = expected.is_some_and(|hash| leads_to_root(game, hash, path, statement));
    (!is_in_root).then(|| {
        let subject = format!("game {code}, path to its signed root");
        RowDifference::new(subject, "a path that does not lead to the root", "one that does", None)
    })
}

fn leads_to_root(game: GameId, hash: ChainHash, path: &str, statement: &str) -> bool {
    let path: Result<Vec<PathStep>, _> = path.lines().map(str::parse).collect();
    let statement: Result<SignedStatement, _> = statement.parse();
    match (path, statement) {
        (Ok(path), Ok(statement)) => root_of(ChainHash::of(&leaf_line(game, hash)), &path) == statement.root,
        _ => false,
    }
}
