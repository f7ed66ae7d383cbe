//! Servers that tell each other of events over NATS.

use std::net::SocketAddr;
use std::time::Duration;

use async_nats::Subscriber;
use futures_util::StreamExt;
use ikibuguzo_protocol::{Credentials, GameId};
use ikibuguzo_testing::{Cluster, Link, MessageFaults, TestClient, say, start_game};
use tempfile::TempDir;

use crate::PROGRAM;

/// Two servers, a game, and a spectator of it at the second one.
struct SpectatorElsewhere {
    cluster: Cluster,
    game: GameId,
    south: Credentials,
    spectator: TestClient,
    messages: Subscriber,
    _logs: TempDir,
}

impl SpectatorElsewhere {
    /// Returns when the first server tells others what it stores.
    async fn start() -> Self {
        let logs = tempfile::tempdir().expect("a folder");
        let cluster = Cluster::start(PROGRAM, 2, logs.path()).await;
        let messages = subscribe(cluster.nats.address()).await;
        let (game, [south, _]) = start_game(&cluster.nodes[0].http(), "kubuguza", true).await;
        let mut spectator = TestClient::connect(cluster.nodes[1].address(), None).await;
        spectator.join(game, None).await;
        let mut this = Self { cluster, game, south, spectator, messages, _logs: logs };
        while !this.tells_others().await {}
        this
    }

    /// Whether the first server tells others what it stores now.
    async fn tells_others(&mut self) -> bool {
        self.say_and_see().await;
        let message = self.messages.next().await.expect("the server sends messages all the time");
        String::from_utf8_lossy(&message.payload).contains("Muraho")
    }

    /// South says something at the first server, and the spectator at the second one sees it.
    async fn say_and_see(&mut self) {
        let said = self.cluster.nodes[0].http().command(&self.south, &say(self.game, "Muraho!")).await;
        let seq = said.expect("said");
        while self.spectator.next_event().await.seq < seq {}
    }
}

async fn subscribe(address: SocketAddr) -> Subscriber {
    let client = async_nats::connect(format!("nats://{address}")).await.expect("a NATS server");
    let messages = client.subscribe(">").await.expect("a subscription");
    client.flush().await.expect("it is known to the server");
    messages
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn a_server_without_its_database_tells_what_others_have_stored() {
    let mut game = SpectatorElsewhere::start().await;
    game.cluster.nodes[1].database.set(Link::Cut);
    for _ in 0..5 {
        game.say_and_see().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn without_the_bus_servers_read_what_others_have_stored() {
    let mut game = SpectatorElsewhere::start().await;
    game.cluster.nats.kill().await;
    game.say_and_see().await;
    game.say_and_see().await;
    game.cluster.nats.start_again().await;
    game.messages = subscribe(game.cluster.nats.address()).await;
    while !game.tells_others().await {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn messages_that_are_late_doubled_and_out_of_order_change_nothing() {
    let mut game = SpectatorElsewhere::start().await;
    let max_delay = Duration::from_millis(300);
    game.cluster.nodes[1].messages.set(MessageFaults { max_delay, duplicates: true, reorders: true });
    let here = game.cluster.nodes[0].http();
    let mut last = 0;
    for _ in 0..30 {
        last = here.command(&game.south, &say(game.game, "Muraho!")).await.expect("said");
    }
    let mut before = None;
    while before != Some(last) {
        let seq = game.spectator.next_event().await.seq;
        assert!(before.is_none_or(|before| seq == before + 1), "{seq} after {before:?}");
        before = Some(seq);
    }
}
