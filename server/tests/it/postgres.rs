//! What only a database on its own can do: go away, and come back.

use ikibuguzo_protocol::{ClientMessage, ErrorCode};

use crate::support::outages::outlast;
use crate::support::{Client, Cluster, Http, command_id, seated_pair, spawn_at};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_stops_and_comes_back_loses_nothing() {
    let cluster = Cluster::start();
    let (_server, address) = spawn_at(&cluster.url()).await;
    let http = Http::new(address);
    let (game, [south, north]) = seated_pair(&http, "kubuguza", true).await;
    let mut client = Client::connect(address, Some(&south)).await;
    let head = client.join(game, None).await.head;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };

    cluster.stop();
    for _ in 0..3 {
        let refusal = client.command(&act).await.expect_err("nothing can be written");
        assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");
    }
    let health = http.send("GET", "/readyz", None, None).await;
    assert_eq!(health.status(), 503, "{}", health.body());

    cluster.go_on();
    // The same command with the same id, over the same socket.
    assert_eq!(client.command(&act).await.expect("stored"), head + 1);
    let mut client = Client::connect(address, Some(&north)).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 1, action: "n".to_owned() };
    assert_eq!(client.command(&act).await.expect("play goes on"), head + 2);
    assert_eq!(http.events(game, 0).await.head, head + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn games_outlast_a_postgres_that_stops_now_and_then() {
    let cluster = Cluster::start();
    let (_server, address) = spawn_at(&cluster.url()).await;
    outlast(address, |stopped| if stopped { cluster.stop() } else { cluster.go_on() }).await;
}
