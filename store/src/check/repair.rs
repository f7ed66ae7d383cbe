//! Rebuilds what follows from the logs. No server may run meanwhile. No log is changed.

use ikibuguzo_engine::BySeat;
use sqlx::Connection;

use super::Checker;
use super::counts::{pair_scores, player_scores};
use super::games::{CheckedGame, GameToCheck};
use super::tournaments::TournamentGameToCheck;
use crate::error::StoreError;
use crate::log::UNREADABLE_STATE;
use crate::ratings::set_rated_count;
use crate::rows::unsigned;
use crate::statement::Statement;
use crate::statistics::OutcomeSums;
use crate::tournaments::{EndedTournamentGame, TournamentGameRow, TournamentNumber, set_points};

/// The slot in which rebuilt counts are stored. Servers go on adding to their own slots.
const REBUILT_SLOT: i64 = 0;

impl Checker {
    /// Writes the columns of a game's row that follow from its log. Nothing is written if the row has got another state
    /// since it was read. Returns whether the row was written.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rewrite_row(&mut self, game: &GameToCheck, read: &CheckedGame) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update game set ");
        for (index, (name, value)) in read.expected.iter().enumerate() {
            statement.push(if index > 0 { ", " } else { "" });
            statement.push(name);
            statement.push(" = ");
            statement.bind(value.clone());
        }
        Ok(self.update_row(statement, game).await? > 0)
    }

    /// Sets a game apart: its row keeps everything but its state, its visibility and the time at which it is due. A list
    /// reads games that are public or private, and this one is neither. Returns whether the row was written.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn set_apart(&mut self, game: &GameToCheck) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update game set public = -1, due_at = null, state = ");
        statement.bind(UNREADABLE_STATE.into());
        Ok(self.update_row(statement, game).await? > 0)
    }

    async fn update_row(&mut self, mut statement: Statement, game: &GameToCheck) -> Result<u64, StoreError> {
        statement.push(" where game_id = ");
        statement.bind(game.number.to_stored().into());
        if let Some((_, state)) = game.stored.iter().find(|(name, _)| *name == "state") {
            statement.push(" and state = ");
            statement.bind(state.clone());
        }
        statement.execute(&mut self.connection).await
    }

    /// Counts all finished games again. `outcomes` is what the logs of the games give.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rebuild_counts(&mut self, outcomes: OutcomeSums) -> Result<(), StoreError> {
        let database = self.store.database.clone();
        let columns = "sum(won), sum(lost), sum(drawn), sum(no_result)";
        let players = player_scores();
        let pairs = pair_scores(database.byte_order());
        let inserts = [
            format!(
                "insert into length_count (rules, turns, node_slot, games)
                 select rules, turns, {REBUILT_SLOT}, count(*) from game
                 where state = 'finished' and has_bot = 0 and result <> 'none' group by rules, turns"
            ),
            format!(
                "insert into player_score (player_id, rules_name, public, node_slot, won, lost, drawn, no_result)
                 select player_id, rules_name, public, {REBUILT_SLOT}, {columns} from ({players}) counted
                 group by player_id, rules_name, public"
            ),
            format!(
                "insert into pair_score
                   (player_id, opponent_id, rules_name, public, node_slot, won, lost, drawn, no_result)
                 select player_id, opponent_id, rules_name, public, {REBUILT_SLOT}, {columns} from ({pairs}) counted
                 group by player_id, opponent_id, rules_name, public"
            ),
        ];
        let mut writing = self.connection.begin_with(database.begin()).await?;
        for table in ["outcome_count", "length_count", "player_score", "pair_score"] {
            Statement::new(format!("delete from {table}")).execute(&mut *writing).await?;
        }
        for statement in inserts.into_iter().map(Statement::new).chain(outcomes.statements(REBUILT_SLOT)) {
            statement.execute(&mut *writing).await?;
        }
        Ok(writing.commit().await?)
    }

    /// Empties the position index. Servers build it again in the background.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn empty_position_index(&mut self) -> Result<(), StoreError> {
        let mut writing = self.connection.begin_with(self.store.database.begin()).await?;
        for statement in [
            "delete from position_game",
            "delete from position_next",
            "update game set position_number = null where position_number is not null",
        ] {
            Statement::new(statement).execute(&mut *writing).await?;
        }
        Ok(writing.commit().await?)
    }

    /// Computes all ratings again, and the count of rated games.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rebuild_all_ratings(&mut self) -> Result<(), StoreError> {
        self.store.rebuild_ratings().await?;
        let newest = self.read_newest_rating_number().await?;
        set_rated_count(newest).execute(&mut self.connection).await?;
        Ok(())
    }

    pub(crate) async fn read_newest_rating_number(&mut self) -> Result<u64, StoreError> {
        let newest: i64 = sqlx::query_scalar("select coalesce(max(rating_number), 0) from game")
            .fetch_one(&mut self.connection)
            .await?;
        unsigned(newest)
    }

    /// Stores the points of a game of a tournament; none if it has not ended, or does not count.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rewrite_points(
        &mut self,
        game: &TournamentGameToCheck,
        end: Option<&EndedTournamentGame>,
    ) -> Result<(), StoreError> {
        let statement = match end {
            Some(end) => set_points(game.key.tournament, end),
            None => {
                let mut statement = Statement::new(
                    "update tournament_game set south_points = null, north_points = null, ended_at = null
                     where tournament_id = ",
                );
                statement.bind(game.key.tournament.to_stored().into());
                statement.push(" and game = ");
                statement.bind(game.game.as_str().into());
                statement
            }
        };
        statement.execute(&mut self.connection).await?;
        Ok(())
    }

    /// Stores the points of a pairing without a game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rewrite_walkover(
        &mut self,
        tournament: TournamentNumber,
        pairing: &TournamentGameRow,
        points: BySeat<u32>,
    ) -> Result<(), StoreError> {
        let mut statement = Statement::new("update tournament_game set south_points = ");
        statement.bind(i64::from(points.south).into());
        statement.push(", north_points = ");
        statement.bind(i64::from(points.north).into());
        statement.push(" where game is null and tournament_id = ");
        statement.bind(tournament.to_stored().into());
        statement.push(" and round = ");
        statement.bind(i64::from(pairing.round).into());
        statement.push(" and south = ");
        statement.bind(pairing.players.south.as_str().into());
        statement.execute(&mut self.connection).await?;
        Ok(())
    }

    /// Counts the players of all tournaments again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn rebuild_entered(&mut self) -> Result<(), StoreError> {
        let count = "update tournament set entered = (select count(*) from tournament_player
                     where tournament_player.tournament_id = tournament.tournament_id)";
        Statement::new(count).execute(&mut self.connection).await?;
        Ok(())
    }
}
