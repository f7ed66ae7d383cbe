//! Servers that tell each other of events over NATS.

use std::net::SocketAddr;
use std::time::Duration;

use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use ikibuguzo_protocol::{Credentials, GameId};
use ikibuguzo_store::copy;
use ikibuguzo_testing::{
    Cluster, Link, MessageFaults, ServerCommand, TestClient, TestDatabase, say, start_game,
};
use ring::hmac;
use tempfile::TempDir;

use crate::PROGRAM;

/// Two servers, a game, and a spectator of it at the second one.
struct SpectatorElsewhere {
    cluster: Cluster,
    game: GameId,
    south: Credentials,
    spectator: TestClient,
    bus: Client,
    messages: Subscriber,
    _logs: TempDir,
}

impl SpectatorElsewhere {
    /// Returns when the first server tells others what it stores.
    async fn start() -> Self {
        let logs = tempfile::tempdir().expect("a folder");
        let cluster = Cluster::start(PROGRAM, 2, logs.path()).await;
        let (bus, messages) = subscribe(cluster.nats.address()).await;
        let (game, [south, _]) = start_game(&cluster.nodes[0].http(), "kubuguza", true).await;
        let mut spectator = TestClient::connect(cluster.nodes[1].address(), None).await;
        spectator.join(game, None).await;
        let mut this = Self { cluster, game, south, spectator, bus, messages, _logs: logs };
        while !this.tells_others().await {}
        this
    }

    /// Whether the first server tells others what it stores now.
    async fn tells_others(&mut self) -> bool {
        self.say_and_see().await;
        self.messages_contain("Muraho").await
    }

    /// Whether the next message on the bus contains a text.
    async fn messages_contain(&mut self, text: &str) -> bool {
        let message = self.messages.next().await.expect("the servers send messages all the time");
        String::from_utf8_lossy(&message.payload).contains(text)
    }

    /// The key with which the nodes sign their messages.
    async fn key(&self) -> hmac::Key {
        let mut database = self.cluster.database.connect().await;
        let select = "select private_key from server_key where name = 'bus'";
        let key: String = sqlx::query_scalar(select).fetch_one(&mut database).await.expect("a key");
        hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes())
    }

    /// The id of the node that started first.
    async fn first_node(&self) -> i64 {
        let mut database = self.cluster.database.connect().await;
        let select = "select node_id from node order by started_at limit 1";
        sqlx::query_scalar(select).fetch_one(&mut database).await.expect("a node")
    }

    /// South says something at the first server, and the spectator at the second one sees it.
    async fn say_and_see(&mut self) {
        let said = self.cluster.nodes[0].http().command(&self.south, &say(self.game, "Muraho!")).await;
        let seq = said.expect("said");
        while self.spectator.next_event().await.seq < seq {}
    }
}

async fn subscribe(address: SocketAddr) -> (Client, Subscriber) {
    let client = async_nats::connect(format!("nats://{address}")).await.expect("a NATS server");
    let messages = client.subscribe(">").await.expect("a subscription");
    client.flush().await.expect("it is known to the server");
    (client, messages)
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
    (_, game.messages) = subscribe(game.cluster.nats.address()).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn impossible_messages_on_the_bus_change_nothing() {
    let mut this = SpectatorElsewhere::start().await;
    let subject = this.messages.next().await.expect("a message").subject;
    let game = this.game;
    let max = u64::MAX;
    let node = this.first_node().await;
    let next = this.cluster.nodes[0].http().events(game, 0).await.head + 1;
    let hint = |body: String| format!(r#"{{"game":"{game}","players":["p"],"body":{body}}}"#);
    let connected = hint(format!(r#"{{"connected":{{"players":[true,true],"spectators":{}}}}}"#, u32::MAX));
    let seen = hint(format!(r#"{{"seen":{{"seat":"south","at":{max}}}}}"#));
    let stored = |seq: u64, head: u64| {
        let fact = r#"{"kind":"said","payload":{"seat":"south","text":"never"}}"#;
        let entry =
            format!(r#"{{"seq":{seq},"at":{max},"player":null,"command":null,"hash":null,"fact":{fact}}}"#);
        hint(format!(r#"{{"stored":{{"head":{head},"entries":[{entry}],"rematch_of":null}}}}"#))
    };
    let unknown = hint(r#"{"never":[]}"#.to_owned());
    let hints =
        [connected.clone(), seen, unknown, stored(0, 0), stored(next, next), stored(max, max), connected]
            .join(",");
    let messages = [
        b"\xff\xfe{".to_vec(),
        br#"{"node":7,"number":1,"hints":[{"game":"stor"#.to_vec(),
        vec![b'['; 500_000],
        format!(r#"{{"node":7,"number":{max},"hints":[{hints}]}}"#).into_bytes(),
        format!(r#"{{"node":{node},"number":{max},"hints":[{hints}]}}"#).into_bytes(),
        format!(r#"{{"node":{node},"number":0,"hints":[{hints}]}}"#).into_bytes(),
    ];
    let key = this.key().await;
    for message in messages {
        // With the key of the nodes they are read; without it they are not.
        let code = hmac::sign(&key, &message);
        for sealed in [message.clone(), [code.as_ref(), &message].concat()] {
            this.bus.publish(subject.clone(), sealed.into()).await.expect("published");
        }
    }
    this.bus.flush().await.expect("sent");
    for _ in 0..3 {
        this.say_and_see().await;
    }
    let events = this.cluster.nodes[1].http().events(game, 0).await.events;
    assert!(events.iter().all(|event| !format!("{event:?}").contains("never")), "{events:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn a_copy_of_the_site_on_the_same_bus_changes_nothing() {
    let mut this = SpectatorElsewhere::start().await;
    let copied = TestDatabase::new().await;
    copy(&this.cluster.database.url(), &copied.url()).await.expect("copied");
    let command =
        ServerCommand::new(PROGRAM).option(&format!("--bus=nats://{}", this.cluster.nats.address()));
    let one = command.spawn(&copied).await;
    let _other = command.spawn(&copied).await;
    let refused = async |this: &SpectatorElsewhere| {
        let metrics = this.cluster.nodes[1].http().send("GET", "/metrics", None, None).await.into_body();
        let line = metrics.lines().find(|line| line.starts_with("ikibuguzo_refused_bus_messages_total"));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).expect("a count")
    };
    // The servers of the copy tell each other what they store, on the bus that the others hear.
    while !this.messages_contain("Amakuru").await {
        one.http().command(&this.south, &say(this.game, "Amakuru?")).await.expect("said");
    }
    this.say_and_see().await;
    assert!(refused(&this).await > 0);
    let events = this.cluster.nodes[1].http().events(this.game, 0).await.events;
    assert!(events.iter().all(|event| !format!("{event:?}").contains("Amakuru")), "{events:?}");
    assert_eq!(events.last().expect("events").seq, events.len() as u64, "no gap");
}
