//! Follows what other nodes store: by their hints on the bus, and by reading the database while a node cannot be heard or
//! hints were lost.

use std::collections::HashSet;
use std::time::Duration;

use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use futures_util::future::OptionFuture;
use ikibuguzo_store::{NodeId, StoreError};
use serde_json::value::RawValue;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::bus::Bus;
use super::bus_health::BusHealth;
use super::hint::BusMessage;
use super::nodes::Nodes;
use crate::live::registry::RoomRegistry;
use crate::ops::database_log::DatabaseLog;
use crate::time;

/// How often to look whether nodes have died and can be heard.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// How long the players and spectators of a dead node still count as connected for viewers, in milliseconds.
const FORGET_DELAY_MS: u64 = 5_000;

/// The shortest time between two readings of the database, in milliseconds.
const READ_INTERVAL_MS: u64 = 1_000;

/// How far back news are read again, in milliseconds: a row is written some time after its change.
const NEWS_OVERLAP_MS: u64 = 3_000;

/// How far back news are read at most, in milliseconds.
const MAX_NEWS_MS: u64 = 60_000;

/// Follows the other nodes.
pub struct Follower {
    nodes: Nodes,
    bus: Bus,
    rooms: RoomRegistry,
    database_log: DatabaseLog,
    health: BusHealth,
    /// The nodes that ran when this was last checked.
    running: HashSet<NodeId>,
    read_at: u64,
    /// Nodes that have died, and when to forget who was connected to them.
    dead: Vec<(NodeId, u64)>,
}

impl Follower {
    /// Nothing is known of other nodes.
    pub fn new(nodes: Nodes, bus: Bus, rooms: RoomRegistry, database_log: DatabaseLog) -> Self {
        let (health, running) = (BusHealth::default(), HashSet::new());
        Self { nodes, bus, rooms, database_log, health, running, read_at: 0, dead: Vec::new() }
    }

    /// Follows until connections are closed.
    pub async fn run(mut self, mut messages: Option<Subscriber>, closing: CancellationToken) {
        let mut checks = interval(CHECK_INTERVAL);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let has_bus = messages.is_some();
            let message = OptionFuture::from(messages.as_mut().map(StreamExt::next));
            tokio::select! {
                biased;
                () = closing.cancelled() => return,
                // First, so that no stream of messages holds it up.
                _ = checks.tick() => self.check().await,
                message = message, if has_bus => match message.flatten() {
                    Some(message) => self.take_message(&message),
                    None => messages = None,
                },
            }
        }
    }

    fn take_message(&mut self, message: &Message) {
        // Another version may send what this one cannot read: then the database is read.
        let Ok(message) = serde_json::from_slice::<BusMessage<&RawValue>>(&message.payload) else {
            return self.health.note_gap();
        };
        let BusMessage { node, number, hints } = message;
        let node = NodeId::from_stored(node);
        if node == self.nodes.me() {
            return;
        }
        self.health.note_message(node, number, time::now());
        for hint in hints {
            if self.rooms.follow(node, &hint).is_err() {
                self.health.note_gap();
            }
        }
    }

    async fn check(&mut self) {
        self.note_deaths();
        let now = time::now();
        let hears_all = self.health.hears_all(self.running.iter().copied(), now);
        let must_read = !hears_all || self.health.take_gap();
        if !must_read {
            return;
        }
        if now < self.read_at + READ_INTERVAL_MS {
            return self.health.note_gap();
        }
        let before = std::mem::replace(&mut self.read_at, now);
        if let Err(error) = self.read_news(before.max(now.saturating_sub(MAX_NEWS_MS))).await {
            self.health.note_gap();
            self.database_log.failed(&error);
        }
    }

    /// Reads what has changed since a time.
    async fn read_news(&self, since: u64) -> Result<(), StoreError> {
        self.rooms.catch_up().await?;
        self.rooms.catch_up_with_presence(since.saturating_sub(NEWS_OVERLAP_MS)).await?;
        self.rooms.catch_up_for_subscribers().await
    }

    fn note_deaths(&mut self) {
        let running: HashSet<_> = self.nodes.living().into_iter().map(|row| row.id).collect();
        let dead: Vec<_> = self.running.difference(&running).copied().collect();
        for node in dead {
            self.health.forget(node);
            // Its last hints may be lost.
            self.health.note_gap();
            self.dead.push((node, time::now() + FORGET_DELAY_MS));
        }
        self.bus.note_listeners(!running.is_empty());
        self.running = running;
        self.forget_dead();
    }

    /// Most clients of a dead node come back before they are missed.
    fn forget_dead(&mut self) {
        let now = time::now();
        let due: Vec<_> = self.dead.extract_if(.., |(_, forget_at)| *forget_at <= now).collect();
        for (node, _) in due.into_iter().filter(|(node, _)| !self.running.contains(node)) {
            self.rooms.forget_node(node);
        }
    }
}
