//! The analyses of finished games.

use ikibuguzo_protocol::{Analysis, GameId};
use serde::Serialize;

use crate::error::StoreError;
use crate::rows::{corrupt, stored_number, unsigned};
use crate::store::Store;

/// version, nodes, turns, accuracy.
pub(crate) type AnalysisRow = (i64, i64, String, String);

impl Store {
    /// The stored analysis of a game; none if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_analysis(&self, game: GameId) -> Result<Option<Analysis>, StoreError> {
        let row: Option<AnalysisRow> = sqlx::query_as(
            "select analysis.version, analysis.nodes, analysis.turns, analysis.accuracy
             from analysis join game on game.game_id = analysis.game_id where game.code = $1",
        )
        .bind(game.as_str())
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| read_analysis(game, row)).transpose()
    }

    /// Whether an analysis of a game is stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn has_analysis(&self, game: GameId) -> Result<bool, StoreError> {
        let row: Option<i64> = sqlx::query_scalar(
            "select analysis.nodes from analysis join game on game.game_id = analysis.game_id where game.code = $1",
        )
        .bind(game.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.is_some())
    }

    /// Stores the analysis of a whole game. It replaces one of an earlier version; otherwise the first one stays.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn store_analysis(&self, analysis: &Analysis) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        sqlx::query(
            "insert into analysis (game_id, version, nodes, turns, accuracy)
             select game_id, $2, $3, $4, $5 from game where code = $1
             on conflict (game_id) do update
             set version = excluded.version, nodes = excluded.nodes, turns = excluded.turns, accuracy = excluded.accuracy
             where excluded.version > analysis.version",
        )
        .bind(analysis.game.as_str())
        .bind(i64::from(analysis.version))
        .bind(stored_number(analysis.nodes))
        .bind(json(&analysis.turns)?)
        .bind(json(&analysis.accuracy)?)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }
}

/// Reads an analysis.
pub(crate) fn read_analysis(game: GameId, row: AnalysisRow) -> Result<Analysis, StoreError> {
    let (version, nodes, turns, accuracy) = row;
    let turns: Vec<_> = serde_json::from_str(&turns).map_err(corrupt)?;
    Ok(Analysis {
        game,
        version: u32::try_from(version).map_err(corrupt)?,
        nodes: unsigned(nodes)?,
        done: true,
        turn_count: u32::try_from(turns.len()).map_err(corrupt)?,
        turns,
        accuracy: serde_json::from_str(&accuracy).map_err(corrupt)?,
    })
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(corrupt)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Seat;
    use ikibuguzo_protocol::{AnalysedTurn, Seats, Text, TurnMark};

    use super::*;
    use crate::test_schema::TestSchema;

    fn analysis(game: GameId, version: u32, value: f64) -> Analysis {
        let action = Text("N".parse().expect("an action"));
        let turn = AnalysedTurn {
            ply: 0,
            seat: Text(Seat::South),
            actions: vec![action],
            forced: false,
            value,
            loss: 0.25,
            mark: Some(TurnMark::Blunder),
            best: vec![vec![action, action], vec![action]],
        };
        let accuracy = Seats { south: Some(31.5), north: None };
        Analysis { game, version, nodes: 1_000, done: true, turn_count: 1, turns: vec![turn], accuracy }
    }

    #[tokio::test]
    async fn an_analysis_is_kept_once_and_replaced_by_that_of_a_later_version() {
        let schema = TestSchema::create().await;
        let store = Store::open(&schema.url).await.expect("a database");
        let game = "k7wq2m9xra4t".parse().expect("an id");
        sqlx::query(
            "insert into game (game_id, code, rules_name, rules, public, clock, created_at, state, turns)
             values (7, 'k7wq2m9xra4t', 'kubuguza', 'kubuguza', 1, 'none', 1, 'finished', 0)",
        )
        .execute(&store.pool)
        .await
        .expect("a game");
        assert_eq!(store.find_analysis(game).await.expect("a database"), None);
        for (version, value, kept) in
            [(2, 0.5, (2, 0.5)), (2, 0.75, (2, 0.5)), (1, 0.1, (2, 0.5)), (3, 1.0, (3, 1.0))]
        {
            store.store_analysis(&analysis(game, version, value)).await.expect("kept");
            let (version, value) = kept;
            assert_eq!(
                store.find_analysis(game).await.expect("a database"),
                Some(analysis(game, version, value))
            );
        }
        drop(store);
        schema.remove().await;
    }
}
