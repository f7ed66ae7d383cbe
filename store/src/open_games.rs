//! The games of a player that wait for an opponent.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::GameId;

use crate::database::Database;
use crate::error::StoreError;
use crate::rows::{parse, unsigned};
use crate::statement::Statement;
use crate::store::Store;

/// The condition of the index `game_open_by_creator`, word for word.
const IS_OPEN: &str = "state = 'open'";

/// How many games of a player wait for an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenGameCounts {
    /// All of them.
    pub all: u64,
    /// Those that are challenges to one player.
    pub challenges: u64,
}

impl Store {
    /// The numbers of games of a player that wait for an opponent, and of those to which a player is invited.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn count_open_games(
        &self,
        creator: &PlayerId,
        invited: Option<&PlayerId>,
    ) -> Result<OpenGameCounts, StoreError> {
        let rows: Vec<(i64, i64)> = select_counts(&self.database, creator, invited).rows(&self.pool).await?;
        let (all, challenges) = rows.first().copied().unwrap_or_default();
        Ok(OpenGameCounts { all: unsigned(all)?, challenges: unsigned(challenges)? })
    }

    /// The open challenges of one player to another.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_challenges(
        &self,
        creator: &PlayerId,
        invited: &PlayerId,
    ) -> Result<Vec<GameId>, StoreError> {
        let codes: Vec<(String,)> =
            select_challenges(&self.database, creator, invited).rows(&self.pool).await?;
        codes.iter().map(|(code,)| parse(code)).collect()
    }
}

fn select_counts(database: &Database, creator: &PlayerId, invited: Option<&PlayerId>) -> Statement {
    let mut statement = Statement::new("select count(*), count(case when invited = ");
    statement.bind(invited.map(|player| player.as_str().to_owned()).into());
    statement.push(" then 1 end) from game");
    push_open_of(&mut statement, database, creator);
    statement
}

fn select_challenges(database: &Database, creator: &PlayerId, invited: &PlayerId) -> Statement {
    let mut statement = Statement::new("select code from game");
    push_open_of(&mut statement, database, creator);
    statement.push(" and invited = ");
    statement.bind(invited.as_str().into());
    statement
}

/// Adds the conditions that games wait for an opponent, and that a player created them.
fn push_open_of(statement: &mut Statement, database: &Database, creator: &PlayerId) {
    let hint = database.index_hint("game_open_by_creator");
    statement.push(&format!("{hint} where {IS_OPEN} and creator = "));
    statement.bind(creator.as_str().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn open_games_are_found_in_their_index() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let [maker, invited] = ["p", "q"].map(PlayerId::from);
        for (select, columns) in [
            (select_counts(&store.database, &maker, Some(&invited)), "creator=?"),
            (select_challenges(&store.database, &maker, &invited), "creator=? AND invited=?"),
        ] {
            let plan = store.database.explain(select, &store.pool).await.expect("a plan").join("\n");
            let index = format!("INDEX game_open_by_creator ({columns})");
            assert!(plan.contains(&index), "{plan}");
        }
        let counts = store.count_open_games(&maker, None).await.expect("counts");
        assert_eq!(counts, OpenGameCounts::default());
    }
}
