//! Copies one database to another: ids, `seq` and times stay the same.

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row, SqlSafeStr};

use crate::error::StoreError;
use crate::rows::unsigned;
use crate::store::Store;

/// Largest number of rows that one statement inserts.
const MAX_COPIED_ROWS: usize = 64;

/// A table: its columns of texts, of whole numbers, and of real numbers, which keep every bit.
struct CopiedTable {
    name: &'static str,
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
    reals: &'static [&'static str],
}

/// All tables that are copied. A table comes after those that its rows refer to.
#[rustfmt::skip]
const TABLES: [CopiedTable; 33] = [
    CopiedTable { name: "player", texts: &["player_id", "name"], numbers: &["created_at", "imported", "bot", "former"], reals: &[] },
    CopiedTable { name: "known_name", texts: &["skeleton", "player_id"], numbers: &[], reals: &[] },
    CopiedTable { name: "passphrase", texts: &["player_id", "hash"], numbers: &["set_at"], reals: &[] },
    CopiedTable { name: "block", texts: &["player_id", "blocked_id"], numbers: &["blocked_at"], reals: &[] },
    CopiedTable { name: "server_key", texts: &["name", "private_key"], numbers: &[], reals: &[] },
    CopiedTable {
        name: "push_subscription",
        texts: &["subscription_id", "player_id", "endpoint", "p256dh", "auth", "token_id"],
        numbers: &["my_turn", "invited", "started", "created_at"],
        reals: &[],
    },
    CopiedTable { name: "webhook_cursor", texts: &["kind", "code"], numbers: &["at"], reals: &[] },
    CopiedTable { name: "push_notice", texts: &["player_id", "code", "kind"], numbers: &["place", "at"], reals: &[] },
    CopiedTable { name: "token", texts: &["token_hash", "player_id"], numbers: &["created_at"], reals: &[] },
    CopiedTable {
        name: "game",
        texts: &[
            "code", "rules_name", "rules", "clock", "state", "south", "north", "winner", "reason", "creator",
            "create_command", "result", "arrays", "invited",
        ],
        numbers: &[
            "game_id", "public", "created_at", "ended_at", "due_at", "turns", "create_command_hash", "has_bot",
            "rated", "rating_number",
        ],
        reals: &[],
    },
    CopiedTable {
        name: "event",
        texts: &["actor", "command_id", "kind", "payload", "hash"],
        numbers: &["game_id", "seq", "at", "command_hash"],
        reals: &[],
    },
    CopiedTable { name: "signed_days", texts: &["last_day", "statement", "signature"], numbers: &[], reals: &[] },
    CopiedTable { name: "signed_game", texts: &["last_day", "hash", "path"], numbers: &["game_id"], reals: &[] },
    CopiedTable { name: "analysis", texts: &["turns", "accuracy"], numbers: &["game_id", "version", "nodes"], reals: &[] },
    CopiedTable {
        name: "node",
        texts: &["features"],
        numbers: &["node_id", "slot", "started_at", "beat_at", "complete_before", "stopped_at"],
        reals: &[],
    },
    CopiedTable { name: "outage", texts: &[], numbers: &["node_id", "from_at", "until_at"], reals: &[] },
    CopiedTable { name: "presence", texts: &["seat"], numbers: &["game_id", "node_id", "since_at", "until_at", "changed_at"], reals: &[] },
    CopiedTable {
        name: "outcome_count",
        texts: &["rules", "month", "result", "reason", "arrays"],
        numbers: &["node_slot", "games", "turns", "captures", "captured"],
        reals: &[],
    },
    CopiedTable { name: "length_count", texts: &["rules"], numbers: &["node_slot", "turns", "games"], reals: &[] },
    CopiedTable {
        name: "player_score",
        texts: &["player_id", "rules_name"],
        numbers: &["public", "node_slot", "won", "lost", "drawn", "no_result"],
        reals: &[],
    },
    CopiedTable {
        name: "pair_score",
        texts: &["player_id", "opponent_id", "rules_name"],
        numbers: &["public", "node_slot", "won", "lost", "drawn", "no_result"],
        reals: &[],
    },
    CopiedTable { name: "rated_count", texts: &["name"], numbers: &["games"], reals: &[] },
    CopiedTable {
        name: "rating",
        texts: &["player_id", "pool"],
        numbers: &["games", "rated_at", "established_until"],
        reals: &["rating", "deviation", "volatility"],
    },
    CopiedTable {
        name: "rating_change",
        texts: &["player_id", "pool"],
        numbers: &["rating_number", "at"],
        reals: &["rating", "deviation"],
    },
    CopiedTable { name: "rated_pair", texts: &["player_id", "opponent_id"], numbers: &["day", "games"], reals: &[] },
    CopiedTable {
        name: "tournament",
        texts: &["code", "maker", "create_command", "rules", "clock", "format"],
        numbers: &[
            "tournament_id", "rated", "places", "created_at", "starts_at", "entered", "version", "started_at", "ended_at",
            "minutes", "closes_at", "rounds",
        ],
        reals: &[],
    },
    CopiedTable {
        name: "tournament_player",
        texts: &["player_id"],
        numbers: &["tournament_id", "entered_at", "withdrawn_at", "number"],
        reals: &[],
    },
    CopiedTable {
        name: "tournament_game",
        texts: &["south", "north", "game"],
        numbers: &["tournament_id", "round", "south_points", "north_points", "begun_at", "ended_at"],
        reals: &[],
    },
    CopiedTable { name: "tournament_bye", texts: &["player_id"], numbers: &["tournament_id", "round"], reals: &[] },
    CopiedTable {
        name: "report",
        texts: &["reporter", "reported", "game", "reason", "comment"],
        numbers: &["report_id", "reported_at", "settled_at"],
        reals: &[],
    },
    CopiedTable { name: "address_sanction", texts: &["network", "kind", "reason"], numbers: &["at", "until_at"], reals: &[] },
    CopiedTable { name: "left_game", texts: &["player_id", "kind"], numbers: &["game_id", "at"], reals: &[] },
    CopiedTable { name: "sanction", texts: &["player_id", "kind", "reason"], numbers: &["at", "until_at"], reals: &[] },
];

/// Copies every row of every table except the position index, in one transaction on either side, and returns how many
/// rows each table has. No server may write to either database during the copy.
///
/// Both databases have the schema of `migrations/`; one of an older schema than 0.1.0 is refused. The server rebuilds
/// the position index.
///
/// # Errors
///
/// [`StoreError::NotEmpty`] if the target has rows; [`StoreError::Corrupt`] if the numbers of rows read and written
/// differ; [`StoreError::Unavailable`] if a database cannot be used, or if there is no source. In each case nothing was
/// copied.
pub async fn copy(from: &str, to: &str) -> Result<Vec<(&'static str, u64)>, StoreError> {
    let from = Store::open_existing(from).await?;
    let to = Store::open(to).await?;
    let mut source = from.database.connect_without_timeouts().await?;
    let mut target = to.database.connect_without_timeouts().await?;
    let mut reading = source.begin_with(from.database.begin_snapshot()).await?;
    let mut writing = target.begin_with(to.database.begin()).await?;
    let mut copied = Vec::new();
    for table in &TABLES {
        if count(&mut writing, table).await? > 0 {
            return Err(StoreError::NotEmpty);
        }
        copy_table(table, &mut reading, &mut writing).await?;
        let read = count(&mut reading, table).await?;
        let written = count(&mut writing, table).await?;
        if read != written {
            let why = format!("{read} rows of {} were read, and {written} were written", table.name);
            return Err(StoreError::Corrupt(why));
        }
        copied.push((table.name, written));
    }
    writing.commit().await?;
    Ok(copied)
}

async fn copy_table(
    table: &CopiedTable,
    from: &mut AnyConnection,
    to: &mut AnyConnection,
) -> Result<(), StoreError> {
    let select = format!("select {} from {}", table.columns(), table.name);
    let mut rows = sqlx::query(AssertSqlSafe(select).into_sql_str()).fetch(from);
    let mut batch = Vec::with_capacity(MAX_COPIED_ROWS);
    while let Some(row) = rows.try_next().await? {
        batch.push(row);
        if batch.len() == MAX_COPIED_ROWS {
            insert(table, to, &batch).await?;
            batch.clear();
        }
    }
    if batch.is_empty() { Ok(()) } else { insert(table, to, &batch).await }
}

async fn insert(table: &CopiedTable, to: &mut AnyConnection, rows: &[AnyRow]) -> Result<(), StoreError> {
    let mut query = sqlx::query(AssertSqlSafe(table.insert(rows.len())).into_sql_str());
    for row in rows {
        for column in 0..table.texts.len() {
            query = query.bind(row.try_get::<Option<String>, _>(column)?);
        }
        let reals = table.width() - table.reals.len();
        for column in table.texts.len()..reals {
            query = query.bind(row.try_get::<Option<i64>, _>(column)?);
        }
        for column in reals..table.width() {
            query = query.bind(row.try_get::<Option<f64>, _>(column)?);
        }
    }
    query.execute(to).await?;
    Ok(())
}

async fn count(connection: &mut AnyConnection, table: &CopiedTable) -> Result<u64, StoreError> {
    let select = format!("select count(*) from {}", table.name);
    let rows: i64 = sqlx::query_scalar(AssertSqlSafe(select).into_sql_str()).fetch_one(connection).await?;
    unsigned(rows)
}

impl CopiedTable {
    fn width(&self) -> usize {
        self.texts.len() + self.numbers.len() + self.reals.len()
    }

    fn columns(&self) -> String {
        [self.texts, self.numbers, self.reals].concat().join(", ")
    }

    fn insert(&self, rows: usize) -> String {
        let row = |row: usize| {
            let first = row * self.width() + 1;
            let row: Vec<String> = (first..first + self.width()).map(|number| format!("${number}")).collect();
            format!("({})", row.join(", "))
        };
        let values: Vec<String> = (0..rows).map(row).collect();
        format!("insert into {} ({}) values {}", self.name, self.columns(), values.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What is rebuilt from the logs in the background, and the list of migrations.
    const NOT_COPIED: [&str; 4] = ["game.position_number", "position_", "_sqlx_migrations", "sqlite_"];

    #[tokio::test]
    async fn every_column_of_the_schema_is_copied() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let columns: Vec<(String,)> = sqlx::query_as(
            "select m.name || '.' || c.name from sqlite_master m, pragma_table_info(m.name) c
             where m.type = 'table'",
        )
        .fetch_all(&store.pool)
        .await
        .expect("the columns");
        let is_copied = |column: &String| !NOT_COPIED.iter().any(|prefix| column.starts_with(prefix));
        let schema: BTreeSet<String> =
            columns.into_iter().map(|(column,)| column).filter(is_copied).collect();
        let copied = TABLES.iter().flat_map(|table| {
            let columns = [table.texts, table.numbers, table.reals].concat();
            columns.into_iter().map(|column| format!("{}.{column}", table.name))
        });
        assert_eq!(copied.collect::<BTreeSet<_>>(), schema);
    }
}
