//! Faults of a Postgres server.

use std::time::Duration;

use ikibuguzo_testing::PostgresCluster;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tokio::time::sleep;

use super::drill::Drill;
use crate::storage::postgres::set_read_only;

/// Ends the connections of servers.
const END_CONNECTIONS: &str = "select count(pg_terminate_backend(pid)) from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type = 'client backend'";

/// Locks all tables against writes.
const LOCK_TABLES: &str = "do $$ declare name text; begin
     for name in select tablename from pg_tables where schemaname = 'public' loop
         execute format('lock table %I in exclusive mode', name);
     end loop; end $$";

async fn connect(cluster: &PostgresCluster) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&cluster.url()).await.expect("a connection")
}

async fn execute(connection: &mut AnyConnection, statements: &[&str]) {
    for statement in statements {
        let query = sqlx::raw_sql(AssertSqlSafe((*statement).to_owned()));
        query.execute(&mut *connection).await.expect("executed");
    }
}

/// A cluster whose database belongs to a role without special rights, and a server that uses it as that role.
async fn start_with_role() -> (PostgresCluster, AnyConnection, Drill) {
    let cluster = PostgresCluster::start();
    let mut connection = connect(&cluster).await;
    let setup = ["create role games login", "grant all on schema public to games"];
    execute(&mut connection, &setup).await;
    let drill = Drill::start(&cluster.url().replace("//postgres@", "//games@"), "true").await;
    (cluster, connection, drill)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_stopped() {
    let cluster = PostgresCluster::start();
    let drill = Drill::start(&cluster.url(), "true").await;
    drill.run(async || cluster.stop(), async || cluster.start_again()).await;
}

/// Stops Postgres for a time.
async fn stop_for(time: Duration) {
    let cluster = PostgresCluster::start();
    let drill = Drill::start(&cluster.url(), "true").await;
    let restore = async || {
        sleep(time).await;
        cluster.start_again();
    };
    drill.run(async || cluster.stop(), restore).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 20 seconds; needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_stopped_for_20_seconds() {
    stop_for(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 20 minutes; needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_stopped_for_20_minutes() {
    stop_for(Duration::from_secs(1_200)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_takes_no_writes() {
    let cluster = PostgresCluster::start();
    let drill = Drill::start(&cluster.url(), "true").await;
    drill
        .run(async || set_read_only(&cluster, "on").await, async || set_read_only(&cluster, "off").await)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn connections_that_were_ended() {
    let cluster = PostgresCluster::start();
    let mut connection = connect(&cluster).await;
    let drill = Drill::start(&cluster.url(), "true").await;
    drill.run_unnoticed(async || execute(&mut connection, &[END_CONNECTIONS]).await, async || ()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_role_that_lost_its_permissions() {
    let (cluster, mut connection, drill) = start_with_role().await;
    let mut other = connect(&cluster).await;
    let change = |verb| format!("{verb} games");
    let rights = "insert, update, delete on all tables in schema public";
    let revoke = change(format!("revoke {rights} from"));
    let grant = change(format!("grant {rights} to"));
    drill
        .run(
            async || execute(&mut connection, &[&revoke]).await,
            async || execute(&mut other, &[&grant]).await,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_without_free_connections() {
    let (cluster, mut connection, drill) = start_with_role().await;
    let mut other = connect(&cluster).await;
    let end = END_CONNECTIONS.replace("where", "where usename = 'games' and");
    drill
        .run(
            async || execute(&mut connection, &["alter role games connection limit 0", &end]).await,
            async || execute(&mut other, &["alter role games connection limit -1"]).await,
        )
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn statements_that_take_too_long() {
    let cluster = PostgresCluster::start();
    let drill = Drill::start(&cluster.url(), "true").await;
    let (held, taken) = tokio::sync::oneshot::channel();
    let fail = async || {
        let mut lock = connect(&cluster).await;
        execute(&mut lock, &["begin", LOCK_TABLES]).await;
        held.send(lock).expect("it is restored later");
    };
    let restore = async || execute(&mut taken.await.expect("a lock"), &["rollback"]).await;
    drill.run(fail, restore).await;
}
