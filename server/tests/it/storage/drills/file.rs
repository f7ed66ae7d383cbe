//! Faults of a SQLite file.

use std::path::{Path, PathBuf};

use ikibuguzo_testing::{TestDatabase, limit_file_size};

use super::drill::Drill;

fn path(database: &TestDatabase, name: &str) -> PathBuf {
    database.folder().join(name)
}

fn rename(from: &Path, to: &Path) {
    std::fs::rename(from, to).expect("renamed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk() {
    let database = TestDatabase::sqlite();
    let drill = Drill::start(&database.url(), "trap '' XFSZ").await;
    let process = drill.process_id();
    // The write-ahead log cannot grow. The log of the server, which is shorter, can.
    let wal = path(&database, "games.db-wal");
    let present_size = || wal.metadata().expect("a write-ahead log").len();
    drill
        .run(
            async || limit_file_size(process, &format!("{}:unlimited", present_size())),
            async || limit_file_size(process, "unlimited:unlimited"),
        )
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_moved_away() {
    let database = TestDatabase::sqlite();
    let (file, away) = (path(&database, "games.db"), path(&database, "away.db"));
    let drill = Drill::start(&database.url(), "true").await;
    drill
        .run(
            async || rename(&file, &away),
            async || {
                assert!(!file.exists(), "no other file was made in its place");
                rename(&away, &file);
            },
        )
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_replaced_by_an_older_copy() {
    let database = TestDatabase::sqlite();
    let (file, away) = (path(&database, "games.db"), path(&database, "away.db"));
    let drill = Drill::start(&database.url(), "true").await;
    drill
        .run(
            async || {
                rename(&file, &away);
                std::fs::copy(&away, &file).expect("a copy");
            },
            async || rename(&away, &file),
        )
        .await;
}
