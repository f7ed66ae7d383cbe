//! The files of `migrations/`, embedded.
//!
//! `sqlx::migrate!` would list them by itself. It also makes a release build compile sqlx, its drivers and SQLite twice,
//! once for the program and once for the macro: 342 compiler units for this crate in place of 199.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, description and SQL of each file, in order. Migrations only append: an applied one is never edited.
const MIGRATIONS: [(i64, &str, &str); 8] = [
    (1, "first schema", include_str!("../../migrations/0001_first_schema.sql")),
    (2, "finished games by end", include_str!("../../migrations/0002_finished_games_by_end.sql")),
    (3, "command hash", include_str!("../../migrations/0003_command_hash.sql")),
    (4, "live games by player", include_str!("../../migrations/0004_live_games_by_player.sql")),
    (5, "public positions", include_str!("../../migrations/0005_public_positions.sql")),
    (6, "nodes", include_str!("../../migrations/0006_nodes.sql")),
    (7, "statistics by node", include_str!("../../migrations/0007_statistics_by_node.sql")),
    (8, "visits", include_str!("../../migrations/0008_visits.sql")),
];

/// What brings a database's tables up to date.
pub(crate) fn migrator() -> Migrator {
    let migration = |(version, description, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(migration).to_vec())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

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
}
