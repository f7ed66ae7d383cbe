//! What some commits do to the tables, step by step: one plan for both databases.

use ikibuguzo_game::origin::CommandHash;
use sqlx::AnyConnection;

use crate::commit::{Commit, NewGameRow};
use crate::database::{Database, MAX_EVENT_ROWS};
use crate::error::StoreError;
use crate::event_row::EventRow;
use crate::listing::Column;
use crate::node::store_beat;
use crate::presence::{delete_presence, store_presence};
use crate::rows::millis;
use crate::statement::Statement;
use crate::write_step::WriteStep;
use crate::{position_index, statistics};

/// All steps of some commits, in order: games before their logs, then everything that follows from the logs.
pub(crate) fn plan(commits: &[Commit]) -> Result<Vec<WriteStep<'_>>, StoreError> {
    let execute = WriteStep::Execute;
    let mut steps: Vec<_> =
        commits.iter().flat_map(|commit| &commit.new_games).map(insert_game).map(execute).collect();
    steps.push(WriteStep::Append(event_rows(commits)?));
    steps.extend(
        statistics::count_games(commits.iter().flat_map(|commit| &commit.finished)).into_iter().map(execute),
    );
    let listings = commits.iter().flat_map(|commit| &commit.listings);
    steps.extend(listings.map(|listing| execute(listing.statement())));
    let beats = commits.iter().filter_map(|commit| commit.beat.as_ref());
    steps.extend(beats.flat_map(store_beat).map(execute));
    let presence = commits.iter().flat_map(|commit| &commit.presence);
    steps.extend(store_presence(presence).into_iter().map(execute));
    let ended = commits.iter().flat_map(|commit| commit.ended.iter().copied());
    steps.extend(delete_presence(ended).map(execute));
    steps.extend(commits.iter().flat_map(|commit| position_index::index_games(&commit.indexed)));
    Ok(steps)
}

/// Carries out a plan over a connection of either kind.
pub(crate) async fn execute(
    database: &Database,
    connection: &mut AnyConnection,
    steps: Vec<WriteStep<'_>>,
) -> Result<(), StoreError> {
    for step in steps {
        match step {
            WriteStep::Append(rows) => append(database, connection, &rows).await?,
            WriteStep::Execute(statement) => drop(statement.execute(&mut *connection).await?),
            WriteStep::ExecuteOnce(statement) => {
                if statement.execute(&mut *connection).await? == 0 {
                    return Err(StoreError::Conflict);
                }
            }
        }
    }
    Ok(())
}

async fn append(
    database: &Database,
    connection: &mut AnyConnection,
    rows: &[EventRow<'_>],
) -> Result<(), StoreError> {
    for rows in rows.chunks(MAX_EVENT_ROWS) {
        let mut query = sqlx::query(database.insert_events(rows.len()));
        for row in rows {
            query = query
                .bind(row.game)
                .bind(row.seq)
                .bind(row.at)
                .bind(row.actor)
                .bind(row.command)
                .bind(row.hash)
                .bind(row.fact.kind())
                .bind(row.fact.payload());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn event_rows(commits: &[Commit]) -> Result<Vec<EventRow<'_>>, StoreError> {
    let entries = commits.iter().flat_map(|commit| &commit.entries);
    entries.map(|(number, entry)| EventRow::of(*number, entry)).collect()
}

fn insert_game(new: &NewGameRow) -> Statement {
    let options = new.options;
    let creator = new.created_by.as_ref();
    let (creator, command) = creator.map(|origin| (origin.player.as_str(), origin.id.as_str())).unzip();
    let hash = new.created_by.as_ref().and_then(|origin| origin.hash).map(CommandHash::to_stored);
    let fixed: [Column; 10] = [
        ("game_id", new.number.to_stored().into()),
        ("code", new.id.as_str().into()),
        ("rules_name", options.rules.name().into()),
        ("rules", options.rules.to_string().into()),
        ("clock", options.clock.to_string().into()),
        ("public", i64::from(options.public).into()),
        ("created_at", millis(new.created_at).into()),
        ("creator", creator.map(str::to_owned).into()),
        ("create_command", command.map(str::to_owned).into()),
        ("create_command_hash", hash.into()),
    ];
    let (names, values): (Vec<_>, Vec<_>) = fixed.into_iter().chain(new.listing.columns()).unzip();
    let mut statement = Statement::new(format!("insert into game ({}) values (", names.join(", ")));
    statement.bind_all(values);
    statement.push(")");
    statement
}
