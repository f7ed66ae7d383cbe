//! Faults of a SQLite file.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use ikibuguzo_testing::{ServerCommand, TestDatabase, act, eventually, limit_file_size, start_game};

use super::drill::{Drill, is_ready};
use crate::PROGRAM;

/// Takes from root its right to open files whatever their modes. Any other user has no such right.
const OBEY_MODES: &str =
    r#"[ "$(id -u)" != 0 ] || exec setpriv --bounding-set=-dac_override,-dac_read_search "$0" "$@""#;

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

/// Moves a file away, and back. Meanwhile the server makes no other one.
async fn move_away(name: &str) {
    let database = TestDatabase::sqlite();
    let file = path(&database, name);
    let away = path(&database, "away");
    let drill = Drill::start(&database.url(), "true").await;
    drill
        .run(
            async || rename(&file, &away),
            async || {
                assert!(!file.exists(), "no other file was made instead");
                rename(&away, &file);
            },
        )
        .await;
}

/// Replaces a file by an older copy, and then restores the file.
async fn replace_by_copy(name: &str) {
    let database = TestDatabase::sqlite();
    let file = path(&database, name);
    let away = path(&database, "away");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_moved_away() {
    move_away("games.db").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_replaced_by_an_older_copy() {
    replace_by_copy("games.db").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_ahead_log_that_was_moved_away() {
    move_away("games.db-wal").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_ahead_log_that_was_replaced_by_an_older_copy() {
    replace_by_copy("games.db-wal").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_write_ahead_log_was_deleted_has_its_moves_after_a_kill() {
    let database = TestDatabase::sqlite();
    let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let http = server.http();
    let (game, [south, _]) = start_game(&http, "kubuguza", true).await;
    let stored = http.command(&south, &act(game, 4, "O")).await.expect("played");
    std::fs::remove_file(path(&database, "games.db-wal")).expect("a log");
    eventually("a server that is not ready", async || !is_ready(&http).await).await;
    server.kill().await;
    let server = ServerCommand::new(PROGRAM).spawn(&database).await;
    assert_eq!(server.http().events(game, 0).await.head, stored);
}

fn set_mode(path: &Path, mode: u32) {
    set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_the_server_cannot_enter() {
    let database = TestDatabase::sqlite();
    let drill = Drill::start(&database.url(), OBEY_MODES).await;
    let folder = database.folder();
    drill.run(async || set_mode(folder, 0o000), async || set_mode(folder, 0o700)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_the_server_cannot_open() {
    let database = TestDatabase::sqlite();
    let drill = Drill::start(&database.url(), OBEY_MODES).await;
    let set_modes = |mode| {
        for name in ["games.db", "games.db-wal", "games.db-shm"] {
            set_mode(&path(&database, name), mode);
        }
    };
    drill.run_unnoticed(async || set_modes(0o000), async || set_modes(0o600)).await;
}
