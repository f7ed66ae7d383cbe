//! What some commits do to the tables: one plan for both databases.
//!
//! First come the [fences](Fences), which say which commits win; then everything that follows from the winners. All
//! rows of a transaction are written in one order, table by table and within a table by key, so that two servers never
//! deadlock.

use std::collections::{BTreeSet, HashSet};

use sqlx::AnyConnection;

use crate::commit::Commit;
use crate::database::{Database, MAX_EVENT_ROWS};
use crate::error::StoreError;
use crate::fences::{EntryFence, Fence, FenceResults, Fences};
use crate::left_games::store_left_games;
use crate::listing::ListingUpdate;
use crate::node::store_beat;
use crate::presence::{delete_presence, store_presence};
use crate::statement::Statement;
use crate::{position_index, ratings, statistics, tournaments};

/// Writes commits over a connection of either kind, inside a transaction. Returns the indexes of those that lost, of
/// which nothing is written.
pub(crate) async fn execute(
    database: &Database,
    connection: &mut AnyConnection,
    commits: &[Commit],
    statistics_slot: i64,
) -> Result<BTreeSet<usize>, StoreError> {
    let (fences, mut results) = Fences::new(commits, database.row_lock());
    execute_fences(connection, fences.games, &mut results).await?;
    for entries in fences.entries.chunks(MAX_EVENT_ROWS) {
        append(database, connection, entries, &mut results).await?;
    }
    execute_fences(connection, fences.counters, &mut results).await?;
    for statement in after_fences(commits, &results, statistics_slot, database.row_lock()) {
        statement.execute(&mut *connection).await?;
    }
    Ok(results.into_lost())
}

/// What follows the fences: lost commits are removed, and everything else is written for the winners. Games are counted
/// in the rows of a slot.
pub(crate) fn after_fences(
    commits: &[Commit],
    results: &FenceResults,
    slot: i64,
    row_lock: &str,
) -> Vec<Statement> {
    let winners = results.winners(commits);
    let mut statements = results.undo_lost();
    statements.extend(statistics::count_games(winners.iter().flat_map(|commit| &commit.finished), slot));
    statements.extend(store_left_games(winners.iter().flat_map(|commit| &commit.left)));
    let mut listings: Vec<_> = winners.iter().flat_map(|commit| &commit.listings).collect();
    // The sort is stable: of two updates of one game, the later one stays later.
    listings.sort_by_key(|listing| listing.number());
    statements.extend(listings.into_iter().map(ListingUpdate::statement));
    statements.extend(winners.iter().filter_map(|commit| commit.beat.as_deref()).flat_map(store_beat));
    statements.extend(store_presence(winners.iter().flat_map(|commit| &commit.presence)));
    statements.extend(delete_presence(winners.iter().flat_map(|commit| &commit.ended), row_lock));
    let indexed: Vec<_> = winners.iter().flat_map(|commit| &commit.indexed).collect();
    statements.extend(position_index::index_games(&indexed));
    statements
        .extend(winners.iter().filter_map(|commit| commit.rated.as_deref()).flat_map(ratings::store_rated));
    let steps = winners.iter().filter_map(|commit| commit.tournament.as_deref());
    statements.extend(steps.flat_map(tournaments::store_step));
    statements
}

async fn execute_fences(
    connection: &mut AnyConnection,
    fences: Vec<Fence>,
    results: &mut FenceResults,
) -> Result<(), StoreError> {
    for Fence { key, statement } in fences {
        if !results.has_lost(key.commit) {
            results.note(key, statement.execute(&mut *connection).await? > 0);
        }
    }
    Ok(())
}

/// Appends entries in one statement, which returns those that follow the newest entry of their log.
async fn append(
    database: &Database,
    connection: &mut AnyConnection,
    entries: &[EntryFence<'_>],
    results: &mut FenceResults,
) -> Result<(), StoreError> {
    let entries: Vec<_> = entries.iter().filter(|entry| !results.has_lost(entry.commit)).collect();
    if entries.is_empty() {
        return Ok(());
    }
    let mut query = sqlx::query_as(database.insert_events(entries.len()));
    for EntryFence { row, .. } in &entries {
        query = query
            .bind(row.game)
            .bind(row.seq)
            .bind(row.at)
            .bind(row.actor)
            .bind(row.command)
            .bind(row.command_hash)
            .bind(row.fact.kind())
            .bind(row.fact.payload())
            .bind(row.hash)
            .bind(row.expected);
    }
    let inserted: HashSet<(i64, i64)> = query.fetch_all(connection).await?.into_iter().collect();
    for entry in entries {
        results.note(entry.key(), inserted.contains(&(entry.row.game, entry.row.seq)));
    }
    Ok(())
}
