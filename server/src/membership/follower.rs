//! Follows what other nodes store: by their hints on the bus, and by reading the database while a node cannot be heard
//! or hints were lost.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::OptionFuture;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{NodeId, StoreError};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout_at};
use tokio_util::sync::CancellationToken;

use super::bus_health::{BusHealth, MissedNode};
use crate::cluster::bus::Bus;
use crate::cluster::bus_messages::{BusMessages, HeardMessage};
use crate::cluster::hint::BusMessage;
use crate::cluster::nodes::Nodes;
use crate::live::registry::RoomRegistry;
use crate::ops::background_tasks::{BackgroundTask, TaskActivity};
use crate::ops::database_log::DatabaseLog;
use crate::time::Clock;

/// How often to check which nodes run and can be heard.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// How long the players and spectators of a dead node still count as connected for viewers.
const FORGET_DELAY: Duration = Duration::from_secs(5);

/// The shortest time between two readings of the database.
const READ_INTERVAL: Duration = Duration::from_secs(1);

/// How long messages about entries that were just read from the database may be on their way.
const MESSAGE_DELAY: Duration = Duration::from_millis(100);

/// How far back changes are read again: a row is written some time after its change.
const NEWS_OVERLAP: Duration = Duration::from_secs(3);

/// How far back changes are read at most.
const MAX_NEWS: Duration = Duration::from_mins(1);

/// What a follower does next.
enum Next {
    Check,
    Message(HeardMessage),
    /// The connection to the bus was closed.
    NoBus,
}

/// Follows the other nodes until connections are closed.
pub struct Follower {
    clock: Clock,
    nodes: Nodes,
    bus: Bus,
    messages: Option<BusMessages>,
    rooms: RoomRegistry,
    database_log: DatabaseLog,
    health: BusHealth,
    /// The nodes that ran when this was last checked.
    running: HashSet<NodeId>,
    read_at: Timestamp,
    /// The recovery of the database after which the rooms were last compared with it.
    recovery: u64,
    /// Nodes that have died, and when to forget who was connected to each.
    dead: Vec<(NodeId, Timestamp)>,
    closing: CancellationToken,
}

impl BackgroundTask for Follower {
    const NAME: &'static str = "follower";

    async fn run(&mut self, activity: &TaskActivity) {
        let mut checks = interval(CHECK_INTERVAL);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while let Some(next) = activity.wait(self.next(&mut checks)).await {
            match next {
                Next::Check => self.check().await,
                Next::Message(message) => self.take_message(&message),
                Next::NoBus => self.messages = None,
            }
        }
    }
}

impl Follower {
    /// A follower that knows nothing about other nodes yet. `messages` come over the bus; `None` without one.
    pub(crate) fn new(
        clock: Clock,
        nodes: Nodes,
        bus: Bus,
        messages: Option<BusMessages>,
        rooms: RoomRegistry,
        database_log: DatabaseLog,
        closing: CancellationToken,
    ) -> Self {
        Self {
            clock,
            nodes,
            bus,
            messages,
            rooms,
            database_log,
            health: BusHealth::default(),
            running: HashSet::new(),
            read_at: Timestamp::ZERO,
            recovery: 0,
            dead: Vec::new(),
            closing,
        }
    }

    /// What comes next; none when connections are closed.
    async fn next(&mut self, checks: &mut Interval) -> Option<Next> {
        let has_bus = self.messages.is_some();
        let message = OptionFuture::from(self.messages.as_mut().map(BusMessages::next));
        Some(tokio::select! {
            biased;
            () = self.closing.cancelled() => return None,
            // The check comes first, so that no stream of messages holds it up.
            _ = checks.tick() => Next::Check,
            message = message, if has_bus => message.flatten().map_or(Next::NoBus, Next::Message),
        })
    }

    /// Takes the messages that arrive within some time.
    async fn take_messages_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(messages) = &mut self.messages
            && let Ok(Some(message)) = timeout_at(end, messages.next()).await
        {
            self.take_message(&message);
        }
    }

    fn take_message(&mut self, heard: &HeardMessage) {
        // Another version may send what this one cannot read: then the database is read.
        let Ok(BusMessage { node, number, hints }) = heard.read() else { return self.health.note_gaps() };
        let node = NodeId::from_stored(node);
        if !self.messages.as_mut().is_some_and(|messages| messages.accept(node)) {
            return;
        }
        self.health.note_message(node, number, self.clock.now());
        for hint in hints {
            if self.rooms.follow(node, &hint).is_err() {
                self.health.note_gap(node);
            }
        }
    }

    async fn check(&mut self) {
        self.note_deaths();
        self.note_recovery().await;
        let now = self.clock.now();
        let missed = self.health.missed(&self.running, now);
        if missed.is_empty() || now < self.read_at + READ_INTERVAL {
            return;
        }
        self.read_at = now;
        match self.read_news(&missed, now).await {
            Ok(()) => self.health.note_read(&missed, &self.running, now),
            Err(error) => self.database_log.failed(&error),
        }
    }

    /// After an outage compares the rooms with the database: a copy without the newest entries may have taken over.
    async fn note_recovery(&mut self) {
        let recovery = self.database_log.recoveries();
        if recovery == self.recovery {
            return;
        }
        match self.rooms.reread_rewound().await {
            Ok(()) => self.recovery = recovery,
            Err(error) => self.database_log.failed(&error),
        }
    }

    /// Reads what these nodes have done and is not known here.
    async fn read_news(&mut self, missed: &[MissedNode], now: Timestamp) -> Result<(), StoreError> {
        let heads = self.rooms.find_heads_ahead().await?;
        // Reading a log costs much more than a message.
        self.take_messages_for(MESSAGE_DELAY).await;
        self.rooms.catch_up(heads);
        for MissedNode { node, known_until } in missed {
            let since = (*known_until).max(now.saturating_sub(MAX_NEWS)).saturating_sub(NEWS_OVERLAP);
            self.rooms.catch_up_with_presence(*node, since).await?;
        }
        self.rooms.catch_up_for_subscribers().await
    }

    fn note_deaths(&mut self) {
        let running: HashSet<_> = self.nodes.living().into_iter().map(|row| row.id).collect();
        let dead: Vec<_> = self.running.difference(&running).copied().collect();
        for node in dead {
            // Its last hints may be lost.
            self.health.note_gap(node);
            self.dead.push((node, self.clock.now() + FORGET_DELAY));
        }
        self.bus.note_listeners(!running.is_empty());
        self.running = running;
        self.forget_dead();
    }

    /// Forgets who was connected to dead nodes. Most of their clients have come back by then.
    fn forget_dead(&mut self) {
        let now = self.clock.now();
        let due: Vec<_> = self.dead.extract_if(.., |(_, forget_at)| *forget_at <= now).collect();
        for (node, _) in due.into_iter().filter(|(node, _)| !self.running.contains(node)) {
            self.rooms.forget_node(node);
        }
    }
}
