//! What arrives on the bus, as far as a node of this database has sent it. The rest is counted and told once: another
//! program may use the same NATS server, or a copy of this site.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Subscriber;
use axum::body::Bytes;
use futures_util::StreamExt;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::NodeId;
use serde_json::value::RawValue;
use tracing::warn;

use super::bus_key::BusKey;
use super::hint::BusMessage;
use super::nodes::Nodes;
use crate::ops::metrics::Metrics;
use crate::time::Clock;

/// How long a node may be heard before its row has been read.
const MAX_UNKNOWN: Duration = Duration::from_secs(10);

/// Largest number of unknown nodes in memory.
const MAX_UNKNOWN_NODES: usize = 256;

/// The messages of the nodes of this database.
pub(crate) struct BusMessages {
    clock: Clock,
    arrived: Subscriber,
    key: BusKey,
    nodes: Nodes,
    metrics: Arc<Metrics>,
    /// Since when each node that is not in the database has been heard.
    unknown: HashMap<NodeId, Timestamp>,
    has_told_forgery: bool,
    has_told_unknown: bool,
}

/// A message of a server that has the key.
pub(crate) struct HeardMessage(Bytes);

impl BusMessages {
    /// Messages with the code of a key, from nodes that run.
    pub(crate) fn new(
        arrived: Subscriber,
        key: BusKey,
        nodes: Nodes,
        metrics: Arc<Metrics>,
        clock: Clock,
    ) -> Self {
        let (unknown, has_told_forgery, has_told_unknown) = (HashMap::new(), false, false);
        Self { clock, arrived, key, nodes, metrics, unknown, has_told_forgery, has_told_unknown }
    }

    /// The next message with the code of the key; none when the connection was closed.
    pub(crate) async fn next(&mut self) -> Option<HeardMessage> {
        loop {
            let payload = self.arrived.next().await?.payload;
            match self.key.open(&payload) {
                Some(content) => return Some(HeardMessage(payload.slice_ref(content))),
                None => self.refuse_forgery(),
            }
        }
    }

    /// Whether a node that was heard is another one of this database, and runs.
    pub(crate) fn accept(&mut self, node: NodeId) -> bool {
        if node == self.nodes.me() {
            return false;
        }
        if self.nodes.is_running(node) {
            self.unknown.remove(&node);
            return true;
        }
        self.refuse_unknown(node);
        false
    }

    fn refuse_forgery(&mut self) {
        self.metrics.refused_bus_messages.inc();
        if !std::mem::replace(&mut self.has_told_forgery, true) {
            warn!("A message on the bus is not from a server of this database: such messages are ignored");
        }
    }

    /// A node that has just started may be heard before its row was read. A copy of the database has other nodes.
    fn refuse_unknown(&mut self, node: NodeId) {
        self.metrics.refused_bus_messages.inc();
        let now = self.clock.now();
        if self.unknown.len() >= MAX_UNKNOWN_NODES {
            self.unknown.clear();
        }
        let since = *self.unknown.entry(node).or_insert(now);
        if now > since + MAX_UNKNOWN && !std::mem::replace(&mut self.has_told_unknown, true) {
            let node = node.to_stored();
            warn!(
                node,
                "Server {node} on the bus is not in this database, which may have been copied: its messages are ignored"
            );
        }
    }
}

impl HeardMessage {
    /// Its content.
    ///
    /// # Errors
    ///
    /// If this version cannot read it.
    pub(crate) fn read(&self) -> Result<BusMessage<&RawValue>, serde_json::Error> {
        serde_json::from_slice(&self.0)
    }
}
