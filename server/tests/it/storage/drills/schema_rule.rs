//! A fault of the server: it tries to store what its own schema forbids.

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::{ServerCommand, TestDatabase, act, say, start_game};

use crate::PROGRAM;

/// Forbids messages in chats.
fn forbid_messages(database: &TestDatabase) -> &'static str {
    if database.url().starts_with("postgres") {
        "alter table event add constraint no_messages check (kind <> 'said') not valid"
    } else {
        "create trigger no_messages before insert on event when new.kind = 'said'
         begin select raise(abort, 'no messages'); end"
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_rule_of_the_schema_is_a_fault_of_the_server_and_no_outage() {
    let database = TestDatabase::new().await;
    let command = ServerCommand::new(PROGRAM).capture_log().ignore_slow_statements();
    let mut server = command.spawn(&database).await;
    let http = server.http();
    let (game, [south, _]) = start_game(&http, "kubuguza", true).await;
    database.execute(forbid_messages(&database)).await;

    let refusal = http.command(&south, &say(game, "Muraho!")).await.expect_err("forbidden");
    let mut socket = server.client(Some(&south)).await;
    socket.join(game, None).await;
    let over_socket = socket.command(&say(game, "Muraho!")).await.expect_err("forbidden");
    assert_eq!(over_socket.code, refusal.code, "{over_socket:?}");
    assert_eq!(refusal.code, ErrorCode::Internal, "{refusal:?}");
    assert!(refusal.detail.contains("its database refuses"), "{refusal:?}");
    assert!(!refusal.detail.contains("no_messages"), "the cause is only in the log: {refusal:?}");
    assert_eq!(http.send("GET", "/readyz", None, None).await.status(), 200, "the database can be used");
    http.command(&south, &act(game, 4, "O")).await.expect("play continues");

    server.terminate();
    server.wait().await;
    let log = server.read_log().await;
    assert_eq!(log.lines().count(), 2, "one line for each request: {log}");
    for line in log.lines() {
        assert!(line.contains("ERROR") && line.contains("fault of the server"), "{log}");
        assert!(line.contains("no_messages") || line.contains("no messages"), "with its cause: {line}");
    }
}
