//! Games with their logs, page by page, in the order of their numbers.

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};

use super::linked::compare_linked_rows;
use super::positions::count_stored_rows;
use super::row::{ColumnDifference, NUMBERS, TEXTS, expected_columns, find_differences, stored_columns};
use super::{Checker, RowDifference};
use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::listing::Column;
use crate::log::{EntryRow, UNREADABLE_STATE, link_entries};
use crate::position_index::GamePositions;
use crate::rows::unsigned;
use crate::statement::{Param, Statement};

/// Number of games that are in memory at a time.
const PAGE_LENGTH: usize = 16;

/// A game of a page.
#[derive(Debug)]
pub struct GameToCheck {
    /// The game's number.
    pub number: GameNumber,
    /// The game's public id, as it is stored.
    pub code: String,
    /// Whether the game was set apart, because its log could not be read.
    pub is_set_apart: bool,
    /// Whether the row has a number in the position index.
    pub is_indexed: bool,
    /// Its log, and what follows from it; or why the log cannot be read.
    pub read: Result<CheckedGame, String>,
    /// Rows of other tables about the game that do not follow from its log.
    pub linked: Vec<RowDifference>,
    pub(super) stored: Vec<Column>,
}

/// A game whose log can be read.
#[derive(Debug)]
pub struct CheckedGame {
    /// The log.
    pub log: Vec<Entry>,
    /// Its fold.
    pub room: Room,
    /// Its positions, if the row says that they are in the position index.
    pub indexed: Option<IndexedRows>,
    pub(super) expected: Vec<Column>,
}

/// The positions of a game in the position index.
#[derive(Debug)]
pub struct IndexedRows {
    /// The number of the game in the index.
    pub position_number: u64,
    /// The positions that follow from the log.
    pub positions: GamePositions,
    /// Number of them that are stored.
    pub stored_rows: u64,
}

impl GameToCheck {
    /// The columns of the row that differ from the log; none if the log cannot be read.
    pub fn find_row_differences(&self) -> Vec<ColumnDifference> {
        self.read.as_ref().map(|game| find_differences(&self.stored, &game.expected)).unwrap_or_default()
    }
}

impl Checker {
    /// The next games after a number, in the order of the numbers; none at the end. A game that was set apart is read,
    /// too: its log may have been restored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_games(&mut self, after: Option<GameNumber>) -> Result<Vec<GameToCheck>, StoreError> {
        let mut reading = self.connection.begin_with(self.store.database.begin_snapshot()).await?;
        let columns = [&TEXTS[..], &NUMBERS[..]].concat().join(", ");
        let mut select = Statement::new(format!(
            "select game_id, code, position_number, {columns} from game where game_id > "
        ));
        select.bind(after.map_or(i64::MIN, GameNumber::to_stored).into());
        select.push(&format!(" order by game_id limit {PAGE_LENGTH}"));
        let mut games = Vec::with_capacity(PAGE_LENGTH);
        for RawRow(row) in select.rows(&mut *reading).await? {
            games.push(read_game(&mut reading, &row).await?);
        }
        compare_linked_rows(&mut reading, &mut games).await?;
        Ok(games)
    }
}

/// A row whose columns are read by name.
struct RawRow(AnyRow);

impl<'r> sqlx::FromRow<'r, AnyRow> for RawRow {
    fn from_row(row: &'r AnyRow) -> sqlx::Result<Self> {
        Ok(Self(row.clone()))
    }
}

async fn read_game(reading: &mut AnyConnection, row: &AnyRow) -> Result<GameToCheck, StoreError> {
    let number = GameNumber::from_stored(row.try_get("game_id")?);
    let code: String = row.try_get("code")?;
    let position_number: Option<i64> = row.try_get("position_number")?;
    let stored = stored_columns(row);
    let is = |column: &str, value: &Param| stored.iter().any(|(name, is)| *name == column && is == value);
    let has_ended = !is("ended_at", &Param::Number(None));
    let rows = read_rows(reading, number).await?;
    let mut read = fold(number, &code, has_ended, rows);
    if let (Ok(game), Some(position_number)) = (&mut read, position_number) {
        let positions = indexed_positions(&game.room);
        let stored_rows = count_stored_rows(reading, position_number, &positions).await?;
        let position_number = unsigned(position_number)?;
        game.indexed = Some(IndexedRows { position_number, positions, stored_rows });
    }
    let is_set_apart = is("state", &UNREADABLE_STATE.into());
    let is_indexed = position_number.is_some();
    Ok(GameToCheck { number, code, is_set_apart, is_indexed, read, linked: Vec::new(), stored })
}

/// The positions that the index has of a finished game: none of private games and of games with bots.
fn indexed_positions(room: &Room) -> GamePositions {
    let is_indexed = room.options().public && room.bots().next().is_none();
    if is_indexed { GamePositions::of(room) } else { GamePositions::default() }
}

/// The entries of a log, as they are stored.
pub(super) async fn read_rows(
    reading: &mut AnyConnection,
    number: GameNumber,
) -> Result<Vec<EntryRow>, StoreError> {
    let mut select = Statement::new(
        "select seq, at, actor, command_id, command_hash, kind, payload, hash from event where game_id = ",
    );
    select.bind(number.to_stored().into());
    select.push(" order by seq");
    select.rows(reading).await
}

/// A game and its log; or why the log cannot be read, in words that show nothing of its payloads.
fn fold(number: GameNumber, code: &str, has_ended: bool, rows: Vec<EntryRow>) -> Result<CheckedGame, String> {
    let id: GameId = code.parse().map_err(|_| "its id is not the id of a game".to_owned())?;
    let log = link_entries(id, number, has_ended, rows.into_iter()).map_err(|error| match error {
        StoreError::Corrupt(why) => why,
        other => other.to_string(),
    })?;
    let room = Room::replay(&log.entries)
        .map_err(|error| format!("entry {} does not follow from the entries before it", error.seq))?;
    let expected = expected_columns(&log.entries, &room);
    Ok(CheckedGame { log: log.entries, room, indexed: None, expected })
}
