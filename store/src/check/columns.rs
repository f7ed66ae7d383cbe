//! Which columns a check compares, and which are sources: nothing else in the database says what they must be.

use std::collections::BTreeSet;

use crate::store::Store;

/// A table: the columns that are compared, and the sources.
struct CheckedTable {
    name: &'static str,
    compared: &'static [&'static str],
    sources: &'static [&'static str],
}

const fn table(
    name: &'static str,
    compared: &'static [&'static str],
    sources: &'static [&'static str],
) -> CheckedTable {
    CheckedTable { name, compared, sources }
}

/// Keys of compared tables are compared with their rows.
#[rustfmt::skip]
const TABLES: [CheckedTable; 35] = [
    table("event", &["game_id", "seq", "at", "actor", "command_id", "command_hash", "kind", "payload", "hash"], &[]),
    table("game", &[
        "game_id", "code", "rules_name", "rules", "clock", "public", "rated", "state", "south", "north", "winner", "reason",
        "result", "turns", "arrays", "invited", "has_bot", "created_at", "ended_at", "due_at", "position_number",
        "rating_number",
    ], &["creator", "create_command", "create_command_hash"]),
    table("position_game", &["position_key", "position_check", "position_number", "ply", "action"], &[]),
    table("position_next", &["position_key", "position_check", "action", "south", "north", "draw"], &[]),
    table("left_game", &["player_id", "game_id", "kind", "at"], &[]),
    // The values of an analysis come from a search that is not repeated.
    table("analysis", &["game_id", "turns"], &["version", "nodes", "accuracy"]),
    table("signed_days", &["last_day", "statement", "signature"], &[]),
    table("signed_game", &["game_id", "last_day", "hash", "path"], &[]),
    table("outcome_count", &[
        "rules", "month", "result", "reason", "arrays", "games", "turns", "captures", "captured",
    ], &["node_slot"]),
    table("length_count", &["rules", "turns", "games"], &["node_slot"]),
    table("player_score", &["player_id", "rules_name", "public", "won", "lost", "drawn", "no_result"], &["node_slot"]),
    table("pair_score", &[
        "player_id", "opponent_id", "rules_name", "public", "won", "lost", "drawn", "no_result",
    ], &["node_slot"]),
    table("rated_count", &["name", "games"], &[]),
    table("rating", &[
        "player_id", "pool", "rating", "deviation", "volatility", "games", "rated_at", "established_until",
    ], &[]),
    table("rating_change", &["player_id", "pool", "rating_number", "at", "rating", "deviation"], &[]),
    table("rated_pair", &["player_id", "opponent_id", "day", "games"], &[]),
    table("tournament", &["entered", "closes_at"], &[
        "tournament_id", "code", "maker", "create_command", "rules", "clock", "rated", "places", "format", "minutes",
        "rounds", "created_at", "starts_at", "started_at", "ended_at", "version",
    ]),
    // The numbers of the players of a round robin are compared with its pairings.
    table("tournament_player", &["number"], &["tournament_id", "player_id", "entered_at", "withdrawn_at"]),
    table("tournament_game", &[
        "south", "north", "game", "south_points", "north_points", "ended_at",
    ], &["tournament_id", "round", "begun_at"]),
    table("tournament_bye", &["tournament_id", "round", "player_id"], &[]),
    table("known_name", &["skeleton", "player_id"], &[]),
    table("player", &["name"], &["player_id", "created_at", "imported", "bot", "former"]),
    table("passphrase", &[], &["player_id", "hash", "set_at"]),
    table("token", &[], &["token_hash", "player_id", "created_at"]),
    table("block", &[], &["player_id", "blocked_id", "blocked_at"]),
    table("server_key", &[], &["name", "private_key"]),
    table("push_subscription", &[], &[
        "subscription_id", "player_id", "endpoint", "p256dh", "auth", "token_id", "my_turn", "invited", "started",
        "created_at",
    ]),
    table("push_notice", &[], &["player_id", "code", "kind", "place", "at"]),
    table("webhook_cursor", &[], &["kind", "code", "at"]),
    table("node", &[], &[
        "node_id", "slot", "started_at", "beat_at", "complete_before", "stopped_at", "features",
    ]),
    table("outage", &[], &["node_id", "from_at", "until_at"]),
    table("presence", &[], &["game_id", "seat", "node_id", "since_at", "until_at", "changed_at"]),
    table("report", &[], &[
        "report_id", "reporter", "reported", "game", "reason", "comment", "reported_at", "settled_at",
    ]),
    table("sanction", &[], &["player_id", "kind", "reason", "at", "until_at"]),
    table("address_sanction", &[], &["network", "kind", "reason", "at", "until_at"]),
];

#[tokio::test]
async fn every_column_of_the_schema_is_compared_or_a_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.expect("a database");
    let columns: Vec<(String, String)> = sqlx::query_as(
        "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c
         where m.type = 'table' and m.name not like 'sqlite%' and m.name <> '_sqlx_migrations'",
    )
    .fetch_all(&store.pool)
    .await
    .expect("the columns");
    let schema: BTreeSet<String> =
        columns.into_iter().map(|(table, column)| format!("{table}.{column}")).collect();
    let listed = TABLES.iter().flat_map(|table| {
        let columns = [table.compared, table.sources].concat();
        columns.into_iter().map(|column| format!("{}.{column}", table.name))
    });
    let mut known = BTreeSet::new();
    for column in listed {
        assert!(known.insert(column.clone()), "{column} is listed twice");
    }
    assert_eq!(known, schema);
}
