//! The files of `migrations/`, embedded.
//!
//! `sqlx::migrate!` would list them by itself. It also makes a release build compile sqlx, its drivers and SQLite
//! twice, once for the program and once for the macro: 342 compiler units for this crate instead of 199.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, description and SQL of each file, in order. Migrations only append: an applied one is never edited.
const MIGRATIONS: [(i64, &str, &str); 27] = [
    (1, "first schema", include_str!("../../migrations/0001_first_schema.sql")),
    (2, "finished games by end", include_str!("../../migrations/0002_finished_games_by_end.sql")),
    (3, "command hash", include_str!("../../migrations/0003_command_hash.sql")),
    (4, "live games by player", include_str!("../../migrations/0004_live_games_by_player.sql")),
    (5, "public positions", include_str!("../../migrations/0005_public_positions.sql")),
    (6, "nodes", include_str!("../../migrations/0006_nodes.sql")),
    (7, "statistics by node", include_str!("../../migrations/0007_statistics_by_node.sql")),
    (8, "visits", include_str!("../../migrations/0008_visits.sql")),
    (9, "bots and invitations", include_str!("../../migrations/0009_bots_and_invitations.sql")),
    (10, "analysis", include_str!("../../migrations/0010_analysis.sql")),
    (11, "ratings", include_str!("../../migrations/0011_ratings.sql")),
    (12, "blocks", include_str!("../../migrations/0012_blocks.sql")),
    (13, "tournaments", include_str!("../../migrations/0013_tournaments.sql")),
    (14, "push", include_str!("../../migrations/0014_push.sql")),
    (15, "former players", include_str!("../../migrations/0015_former_players.sql")),
    (16, "moderation", include_str!("../../migrations/0016_moderation.sql")),
    (17, "webhook", include_str!("../../migrations/0017_webhook.sql")),
    (18, "arenas", include_str!("../../migrations/0018_arenas.sql")),
    (19, "swiss", include_str!("../../migrations/0019_swiss.sql")),
    (20, "left games", include_str!("../../migrations/0020_left_games.sql")),
    (21, "address sanctions", include_str!("../../migrations/0021_address_sanctions.sql")),
    (22, "open games by creator", include_str!("../../migrations/0022_open_games_by_creator.sql")),
    (23, "rows of one player", include_str!("../../migrations/0023_rows_of_one_player.sql")),
    (24, "push by token", include_str!("../../migrations/0024_push_by_token.sql")),
    (25, "log chain", include_str!("../../migrations/0025_log_chain.sql")),
    (26, "signed days", include_str!("../../migrations/0026_signed_days.sql")),
    (28, "node features", include_str!("../../migrations/0028_node_features.sql")),
];

/// The version of the last one.
pub(crate) const NEWEST_MIGRATION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The migrator that brings a database's tables up to date.
pub(crate) fn migrator() -> Migrator {
    migrator_of(&MIGRATIONS)
}

fn migrator_of(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(migrations.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use sqlx::any::AnyRow;
    use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

    use super::*;
    use crate::test_schema::TestSchema;

    /// The migrations before the one of nodes.
    const BEFORE_NODES: usize = 5;

    /// What a single server of the version before nodes has stored.
    const ONE_SERVER: &str = "
        insert into heartbeat (name, at) values ('server', 90);
        insert into downtime (from_at, until_at) values (40, 70);
        insert into outcome_count (rules, month, result, reason, arrays, games, turns, captures, captured)
            values ('kubuguza', '2026-11', '1-0', 'no_move', '', 3, 90, 30, 200);
        insert into length_count (rules, turns, games) values ('kubuguza', 30, 3);
        insert into player (player_id, name, created_at) values ('p1', 'mugisha', 1), ('p2', 'keza', 2);
        insert into player_score (player_id, rules_name, public, won, lost, drawn, no_result)
            values ('p1', 'kubuguza', 1, 2, 1, 0, 4);
        insert into pair_score (player_id, opponent_id, rules_name, public, won, lost, drawn, no_result)
            values ('p1', 'p2', 'kubuguza', 1, 2, 1, 0, 4)";

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
        let files = fs::read_dir(folder)
            .expect("the folder")
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"));
        let embedded = MIGRATIONS
            .map(|(version, description, _)| format!("{version:04}_{}.sql", description.replace(' ', "_")));
        assert_eq!(files.collect::<BTreeSet<_>>(), BTreeSet::from(embedded));
    }

    /// The whole numbers of one row.
    async fn numbers(connection: &mut AnyConnection, query: &'static str) -> Vec<i64> {
        let row: AnyRow = sqlx::query(query).fetch_one(connection).await.expect("a row");
        (0..row.len()).map(|column| row.get(column)).collect()
    }

    #[tokio::test]
    async fn what_one_server_has_counted_is_kept_for_nodes() {
        let schema = TestSchema::create().await;
        let mut connection = AnyConnection::connect(&schema.url).await.expect("a connection");
        migrator_of(&MIGRATIONS[..BEFORE_NODES]).run(&mut connection).await.expect("the tables before nodes");
        connection.execute(AssertSqlSafe(ONE_SERVER)).await.expect("rows");
        migrator().run(&mut connection).await.expect("today's tables");
        let kept: [(&str, &[i64]); 6] = [
            ("select slot, started_at, beat_at, complete_before from node", &[0, 90, 90, 90]),
            ("select node_id, from_at, until_at from outage", &[0, 40, 70]),
            ("select node_slot, games, turns, captures, captured from outcome_count", &[0, 3, 90, 30, 200]),
            ("select node_slot, turns, games from length_count", &[0, 30, 3]),
            ("select node_slot, public, won, lost, drawn, no_result from player_score", &[0, 1, 2, 1, 0, 4]),
            ("select node_slot, public, won, lost, drawn, no_result from pair_score", &[0, 1, 2, 1, 0, 4]),
        ];
        for (query, expected) in kept {
            assert_eq!(numbers(&mut connection, query).await, expected, "{query}");
        }
        drop(connection);
        schema.remove().await;
    }
}
