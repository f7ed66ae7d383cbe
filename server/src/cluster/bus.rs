//! The bus: NATS, over which nodes send each other hints. Nothing depends on it: while it is unavailable, hints are
//! lost, and nodes read the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions, ServerAddr, Subscriber};
use ikibuguzo_store::NodeId;
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::bus_key::BusKey;
use super::hint::{BusMessage, Hint};

/// Largest number of hints that wait; further ones are lost.
const MAX_WAITING_HINTS: usize = 4_096;

/// Largest number of hints in one message. A message has less than the 1 MiB that NATS allows: an entry has at most
/// some hundred bytes, and a command makes at most a few entries.
const MAX_HINTS: usize = 256;

/// How often a node sends a message even without hints.
const SIGN_INTERVAL: Duration = Duration::from_millis(500);

/// How often the connection is checked. A connection is given up after two checks without an answer.
const PING_INTERVAL: Duration = Duration::from_secs(2);

/// How long a node that starts waits for the bus at most.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(5);

/// How long it takes until every node has read that another one runs.
const ACQUAINTANCE_TIME: Duration = Duration::from_secs(1);

/// How long a message may wait for the connection before it is lost.
const MAX_SEND_TIME: Duration = Duration::from_millis(200);

/// Largest number of messages that wait to be read; NATS drops further ones.
const SUBSCRIPTION_CAPACITY: usize = 16_384;

/// Sends hints to other nodes. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    queue: Option<mpsc::Sender<Hint>>,
    lost: Arc<AtomicU64>,
    has_listeners: Arc<AtomicBool>,
    /// Cancelled when hints of other nodes arrive, and theirs know this one; or when that takes too long.
    ready: CancellationToken,
}

impl Bus {
    /// Connects to NATS at an address such as `nats://127.0.0.1:4222`, even if it cannot be reached yet. Nodes with the
    /// same key hear each other. Returns the bus and what arrives on it.
    ///
    /// # Errors
    ///
    /// If the client cannot be set up.
    pub(crate) async fn connect(
        address: ServerAddr,
        key: BusKey,
        me: NodeId,
    ) -> Result<(Self, Subscriber), ConnectError> {
        let subject = key.subject();
        let options = ConnectOptions::new()
            .name("ikibuguzo-server")
            .no_echo()
            .ping_interval(PING_INTERVAL)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|_| SIGN_INTERVAL)
            .retry_on_initial_connect();
        let client = options.connect(address).await?;
        let subscribed = client.subscribe(subject.clone()).await;
        let subscriber = subscribed.expect("the subject is valid, and the client has just started");
        let (sender, queue) = mpsc::channel(MAX_WAITING_HINTS);
        let lost = Arc::<AtomicU64>::default();
        tokio::spawn(
            Sender { client: client.clone(), subject, key, me, queue, lost: Arc::clone(&lost), number: 0 }
                .run(),
        );
        let ready = CancellationToken::new();
        tokio::spawn(wait_until_ready(client, ready.clone().drop_guard()));
        Ok((Self { queue: Some(sender), lost, has_listeners: Arc::default(), ready }, subscriber))
    }

    /// Whether what other nodes store is heard here, and what this one stores there; true without a bus. A bus that
    /// cannot be reached at the start counts as ready after some seconds: nothing depends on it.
    pub(crate) fn is_ready(&self) -> bool {
        self.queue.is_none() || self.ready.is_cancelled()
    }

    /// Notes whether other nodes run.
    pub(crate) fn note_listeners(&self, has_listeners: bool) {
        self.has_listeners.store(has_listeners, Ordering::Relaxed);
    }

    /// Whether hints are sent: there is a bus, and another node. A hint that is not sent counts as lost, for a node
    /// that has just started.
    pub fn is_heard(&self) -> bool {
        if self.queue.is_none() {
            return false;
        }
        let has_listeners = self.has_listeners.load(Ordering::Relaxed);
        self.lost.fetch_add(u64::from(!has_listeners), Ordering::Relaxed);
        has_listeners
    }

    /// Sends a hint, without waiting. The hint is made only if it is heard.
    pub fn send(&self, hint: impl FnOnce() -> Hint) {
        if self.is_heard() {
            self.queue_hint(hint());
        }
    }

    /// Sends a hint that was made because the bus [is heard](Self::is_heard).
    pub fn queue_hint(&self, hint: Hint) {
        if let Some(queue) = &self.queue
            && queue.try_send(hint).is_err()
        {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Waits until NATS has the subscription, and until the other nodes have read that this one runs.
async fn wait_until_ready(client: Client, _ready: DropGuard) {
    let _ = timeout(MAX_CONNECT_TIME, client.flush()).await;
    sleep(ACQUAINTANCE_TIME).await;
}

/// Sends the hints of one node, several in one message under load.
struct Sender {
    client: Client,
    subject: String,
    key: BusKey,
    me: NodeId,
    queue: mpsc::Receiver<Hint>,
    lost: Arc<AtomicU64>,
    number: u64,
}

impl Sender {
    /// Sends until the server ends.
    async fn run(mut self) {
        let mut hints = Vec::new();
        loop {
            match timeout(SIGN_INTERVAL, self.queue.recv_many(&mut hints, MAX_HINTS)).await {
                Ok(0) => return,
                Ok(_) | Err(_) => {
                    self.collect_more(&mut hints).await;
                    self.send(std::mem::take(&mut hints)).await;
                }
            }
        }
    }

    /// Yields to other tasks as long as more hints arrive. The hints of one transaction arrive a few at a time, and a
    /// message costs more than a hint.
    async fn collect_more(&mut self, hints: &mut Vec<Hint>) {
        let mut collected = 0;
        while collected < hints.len() && hints.len() < MAX_HINTS {
            collected = hints.len();
            yield_now().await;
            while hints.len() < MAX_HINTS
                && let Ok(hint) = self.queue.try_recv()
            {
                hints.push(hint);
            }
        }
    }

    async fn send(&mut self, hints: Vec<Hint>) {
        // Receivers notice by a missing number that hints were lost.
        self.number += 1 + self.lost.swap(0, Ordering::Relaxed);
        let message = BusMessage { node: self.me.to_stored(), number: self.number, hints };
        let Ok(payload) = serde_json::to_vec(&message) else { return };
        let sending = self.client.publish(self.subject.clone(), self.key.seal(&payload).into());
        // Receivers notice by its number that a message was not sent.
        let _ = timeout(MAX_SEND_TIME, sending).await;
    }
}
