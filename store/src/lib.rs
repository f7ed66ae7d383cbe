//! Everything SQL: the schema, reads, searches, batched writes, imports and copies.
//!
//! A game is its log: the rows of `event` in the order of `seq`. Rows are only added; the one change is that of a name,
//! when an account is deleted. Their key `(game_id, seq)` is the lock between servers. Everything else in the database
//! follows from the logs and is written in the same transaction. A [`Store`] reads; a [`WriteConnection`] writes
//! [`Commit`]s. One SQL text serves SQLite and Postgres.

// The database.
mod database;
mod database_file;
mod error;
mod game_number;
mod game_row;
mod migrations;
mod store;
#[cfg(test)]
mod test_schema;

// Reads.
mod accounts;
mod address_sanctions;
mod analysis;
mod blocks;
mod check;
mod former_players;
mod finished_list;
mod game_list;
mod index_scan;
mod left_games;
mod live_games;
mod log;
mod merged_scan;
mod moderation;
mod named_games;
mod node;
mod open_games;
mod players;
mod position_index;
mod presence;
mod push;
mod ratings;
mod read_only;
#[cfg(test)]
mod query_plans;
mod search;
mod seating;
mod server_key;
mod signed_days;
mod statistics;
mod tournaments;
mod unreadable_games;
mod webhook;

// Writes.
mod beat_connection;
mod commit;
#[cfg(test)]
mod conflicts;
mod fences;
mod listing;
mod sqlite_writer;
mod write_connection;
mod write_plan;

// Games from elsewhere.
mod copy;
mod import;

// Between Rust and SQL.
mod event_row;
mod name_skeleton;
mod rows;
mod statement;

pub use accounts::token_hash;
pub use address_sanctions::AddressBan;
pub use beat_connection::{BeatAnswer, BeatConnection};
pub use blocks::{JoinTerms, RematchTerms};
pub use check::{
    CheckedGame, Checker, ColumnDifference, CountDifference, GameToCheck, IndexTotals, IndexedRows,
    RowDifference, SignatureToCheck, TournamentGameKey, TournamentGameToCheck,
};
pub use commit::{Commit, NewGameRow};
pub use copy::copy;
pub use error::{StoreError, UnreadableLog};
pub use finished_list::{FinishedCursor, FinishedPage, FinishedQuery};
pub use game_list::SearchPage;
pub use game_number::GameNumber;
pub use import::{Import, ImportedPlayer};
pub use index_scan::Cursor;
pub use left_games::LeftGameRow;
pub use listing::{Listing, ListingUpdate};
pub use log::StoredLog;
pub use moderation::{NewReportRow, OpenReport};
pub use name_skeleton::name_skeleton;
pub use node::{Beat, NodeId, NodeRow, Outage, Run};
pub use open_games::OpenGameCounts;
pub use position_index::{GamePositions, GameToIndex, IndexedGame, PositionHash, ReachedPage};
pub use presence::ServedSeat;
pub use push::{PushSubscription, PushSubscriptionId};
pub use ratings::{RatedGames, RatingRebuild};
pub use search::Search;
pub use seating::SeatFilter;
pub use signed_days::{SignedDays, SignedGame};
pub use statistics::OutcomeSums;
pub use store::Store;
pub use tournaments::{
    ByeRow, DueTimes, EndedTournamentGame, EntryResult, NewTournamentRow, StoredTournament,
    TournamentGameRow, TournamentNumber, TournamentPlayer, TournamentStep,
};
pub use webhook::{WebhookGame, WebhookKind};
pub use write_connection::WriteConnection;
