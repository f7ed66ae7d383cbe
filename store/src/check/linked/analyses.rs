//! Analyses: the turns must be those of the game. The values are results of a search, which is not repeated; a repair
//! deletes the analysis, and the server makes it again when somebody asks for it.

use ikibuguzo_engine::Action;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_protocol::Text;

use crate::analysis::{AnalysisRow, read_analysis};
use crate::check::RowDifference;
use crate::check::games::CheckedGame;
use crate::statement::Statement;

/// game_id, version, nodes, turns, accuracy.
pub(super) type Row = (i64, i64, i64, String, String);

pub(super) const SELECT: &str = "select game_id, version, nodes, turns, accuracy from analysis where game_id";

pub(super) fn compare(code: &str, read: &CheckedGame, row: &Row) -> Option<RowDifference> {
    let (number, version, nodes, turns, accuracy) = row.clone();
    let is_same = has_turns_of(code, &read.log, (version, nodes, turns, accuracy));
    (!is_same).then(|| {
        let mut repair = Statement::new("delete from analysis where game_id = ");
        repair.bind(number.into());
        RowDifference::new(format!("game {code}, analysis"), "other turns", "those of the game", Some(repair))
    })
}

/// Whether an analysis can be read and its turns were played in the game.
fn has_turns_of(code: &str, log: &[Entry], row: AnalysisRow) -> bool {
    let Ok(analysis) = code.parse().map_err(drop).and_then(|game| read_analysis(game, row).map_err(drop))
    else {
        return false;
    };
    let played: Vec<Text<Action>> = log.iter().filter_map(played_action).collect();
    analysis.turns.iter().all(|turn| {
        let first = turn.ply as usize;
        played.get(first..first + turn.actions.len()) == Some(&turn.actions[..])
    })
}

fn played_action(entry: &Entry) -> Option<Text<Action>> {
    match entry.fact {
        Fact::Acted { action, .. } => Some(action),
        _ => None,
    }
}
