//! Sends notices to push services, in the background.
//!
//! A notice is recorded in the database before it is sent, by one server: it is sent at most once, even after
//! `kill -9`. What a killed server still had to send, the next one finds: it checks the games of subscribed players in
//! which something has happened lately.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use futures_util::future::join_all;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{NodeId, PushSubscription, Store, StoreError};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Receiver;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use super::encryption::encrypt;
use super::endpoint::{origin_of, parse_endpoint};
use super::message::message_of;
use super::sending::{SendingNotice, SendingNotices};
use super::signing_key::SigningKey;
use super::subscriptions::browser_keys;
use crate::chance::Chance;
use crate::cluster::nodes::Nodes;
use crate::live::push_notice::{PushNotice, notices_of_standing};
use crate::live::push_queue::PushQueue;
use crate::live::subscribers::Subscribers;
use crate::net::outgoing::{Outgoing, Reach, SendError};
use crate::ops::background_tasks::{BackgroundTask, BackgroundTasks, TaskActivity};
use crate::ops::database_log::DatabaseLog;
use crate::time::Clock;

/// Largest number of notices that wait for a step or are being sent.
const MAX_NOTICES: usize = 1_024;

/// How often the worker checks whether anybody has subscribed elsewhere, and whether a server has died.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// After the start of a server, or the death of another, pages connect again: their players need no notice.
const RECONNECT_TIME: Duration = Duration::from_secs(3);

/// How far back the games that a killed server may have left are checked.
const CATCH_UP_WINDOW: Duration = Duration::from_secs(120);

/// How long it is remembered which notices were sent.
const MEMORY: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How often older notices are removed.
const CLEAN_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// How long a push service keeps a notice for a browser that is not connected, in seconds.
const TIME_TO_LIVE: &str = "86400";

/// Largest length of a topic, in characters of base64url (RFC 8030, section 5.4).
const MAX_TOPIC_LENGTH: usize = 32;

/// The rests before a request that the push service has not accepted is sent again.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

/// Sends the notices of one server.
#[derive(Clone, Debug)]
pub(crate) struct PushWorker {
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) store: Store,
    pub(crate) queue: PushQueue,
    pub(crate) key: SigningKey,
    pub(crate) outgoing: Outgoing,
    pub(crate) reach: Reach,
    /// The address of this site, for operators of push services.
    pub(crate) contact: String,
    pub(crate) nodes: Nodes,
    pub(crate) subscribers: Subscribers,
    pub(crate) database_log: DatabaseLog,
}

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Delivery {
    /// The push service has accepted it, or may have.
    Done,
    /// The push service no longer knows the browser.
    Gone,
    /// The push service has not accepted it, and may do so later.
    Refused,
}

/// Sends the notices that are queued.
struct PushDelivery {
    worker: PushWorker,
    notices: Receiver<PushNotice>,
    permits: Arc<Semaphore>,
    sending: SendingNotices,
}

impl BackgroundTask for PushDelivery {
    const NAME: &'static str = "push notices";

    async fn run(&mut self, activity: &TaskActivity) {
        // The queue lives as long as the server.
        while let Some(notice) = activity.wait(self.notices.recv()).await {
            let Some(notice) = self.sending.try_add(notice) else {
                debug!("A push notice was dropped: too many notices of its player wait");
                continue;
            };
            let permit = activity.wait(Arc::clone(&self.permits).acquire_owned()).await;
            let Ok(permit) = permit else { return };
            let worker = self.worker.clone();
            tokio::spawn(async move {
                if let Err(error) = worker.deliver(&notice).await {
                    worker.database_log.failed(&error);
                }
                drop((permit, notice));
            });
        }
    }
}

/// Notes who has subscribed, and finds the notices that a dead server still had to send.
struct PushWatch {
    worker: PushWorker,
    /// The servers that ran when this was last checked.
    known: HashSet<NodeId>,
    /// After the start, and after the death of another server, until it has succeeded.
    must_catch_up: bool,
    /// Cancelled when the server is told to stop.
    stop: CancellationToken,
}

impl BackgroundTask for PushWatch {
    const NAME: &'static str = "push subscriptions";

    async fn run(&mut self, activity: &TaskActivity) {
        let mut looks = interval(LOOK_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while activity.wait(self.stop.run_until_cancelled(looks.tick())).await.is_some() {
            let living: HashSet<NodeId> = self.worker.nodes.living().iter().map(|node| node.id).collect();
            self.must_catch_up |= self.known.iter().any(|node| !living.contains(node));
            self.known = living;
            match self.worker.look(self.must_catch_up).await {
                Ok(()) => self.must_catch_up = false,
                Err(error) => self.worker.database_log.failed(&error),
            }
        }
    }
}

/// Forgets old notices.
struct PushCleaner(PushWorker);

impl BackgroundTask for PushCleaner {
    const NAME: &'static str = "old push notices";

    async fn run(&mut self, activity: &TaskActivity) {
        let mut times = interval(CLEAN_INTERVAL);
        loop {
            activity.wait(times.tick()).await;
            let before = self.0.clock.now().saturating_sub(MEMORY);
            if let Err(error) = self.0.store.remove_push_notices(before).await {
                self.0.database_log.failed(&error);
            }
        }
    }
}

impl PushWorker {
    /// Starts its tasks.
    pub(crate) fn start(
        self,
        notices: Receiver<PushNotice>,
        stop: CancellationToken,
        tasks: &BackgroundTasks,
    ) {
        let (permits, sending) = (Arc::new(Semaphore::new(MAX_NOTICES)), SendingNotices::default());
        tasks.start(PushDelivery { worker: self.clone(), notices, permits, sending });
        tasks.start(PushWatch { worker: self.clone(), known: HashSet::new(), must_catch_up: true, stop });
        tasks.start(PushCleaner(self));
    }

    async fn look(&self, must_catch_up: bool) -> Result<(), StoreError> {
        if !self.queue.is_used() {
            self.queue.set_used(self.store.has_push_subscriptions().await?);
        }
        if must_catch_up && self.queue.is_used() {
            sleep(RECONNECT_TIME).await;
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Queues the notices about the present state of games in which something has happened lately. Those that were sent
    /// before are known to the database.
    async fn catch_up(&self) -> Result<(), StoreError> {
        let since = self.clock.now().saturating_sub(CATCH_UP_WINDOW);
        for game in self.store.find_games_to_push(since).await? {
            match self.store.load_room(game).await {
                Ok(room) => self.queue_standing(game, &room),
                // The notices of other games must not wait for a log that cannot be read.
                Err(error @ (StoreError::Corrupt(_) | StoreError::UnreadableLog(_))) => {
                    self.database_log.failed(&error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Queues the notices about the present state of a game, for players who are not there.
    fn queue_standing(&self, game: GameId, room: &Room) {
        for notice in notices_of_standing(game, room) {
            if !self.subscribers.has(&notice.player) {
                self.queue.push(notice);
            }
        }
    }

    /// Sends a notice to all browsers of its player, unless it was sent before.
    async fn deliver(&self, notice: &SendingNotice) -> Result<(), StoreError> {
        let targets = self.claim(notice).await?;
        let message = serde_json::to_vec(&message_of(&notice.notice)).unwrap_or_default();
        // A push service that does not answer must not delay the others.
        let delivered =
            join_all(targets.iter().map(|target| self.deliver_to(target, notice, &message))).await;
        delivered.into_iter().collect()
    }

    /// Records a notice as sent. Returns the browsers that get it; none if it was recorded before.
    async fn claim(&self, notice: &SendingNotice) -> Result<Vec<PushSubscription>, StoreError> {
        let _step = notice.begin_step().await;
        let PushNotice { player, game, kind, place, .. } = &notice.notice;
        let targets = self.store.find_push_targets(player, *kind).await?;
        let is_new = !targets.is_empty()
            && self.store.claim_push_notice(player, *game, *kind, *place, self.clock.now()).await?;
        Ok(if is_new { targets } else { Vec::new() })
    }

    async fn deliver_to(
        &self,
        target: &PushSubscription,
        notice: &SendingNotice,
        message: &[u8],
    ) -> Result<(), StoreError> {
        if self.send_repeatedly(target, notice, message).await == Delivery::Gone {
            self.store.forget_push_subscription(&target.id()).await?;
        }
        Ok(())
    }

    /// Sends a message again while the push service has not accepted it.
    async fn send_repeatedly(
        &self,
        target: &PushSubscription,
        notice: &SendingNotice,
        message: &[u8],
    ) -> Delivery {
        for delay in RETRY_DELAYS {
            match self.send(target, notice, message).await {
                Delivery::Refused => sleep(delay).await,
                delivery => return delivery,
            }
        }
        self.send(target, notice, message).await
    }

    async fn send(&self, target: &PushSubscription, notice: &SendingNotice, message: &[u8]) -> Delivery {
        let _step = notice.begin_step().await;
        let Some(uri) = parse_endpoint(&target.endpoint, self.reach) else { return Delivery::Gone };
        let body = browser_keys(&target.p256dh, &target.auth)
            .and_then(|keys| encrypt(&keys, message, &self.chance).ok());
        let authorization = self.key.authorization(&origin_of(&uri), &self.contact, self.clock.now()).ok();
        let (Some(body), Some(headers)) = (body, headers(authorization, &notice.notice)) else {
            return Delivery::Gone;
        };
        let answer = self.outgoing.post(&uri, headers, body, self.reach).await;
        delivery_of(&answer, target)
    }
}

fn headers(authorization: Option<String>, notice: &PushNotice) -> Option<HeaderMap> {
    let fixed = |text| Some(HeaderValue::from_static(text));
    let topic = HeaderValue::from_str(&topic_of(notice)).ok();
    let headers = [
        (header::AUTHORIZATION, HeaderValue::from_str(&authorization?).ok()),
        (header::CONTENT_ENCODING, fixed("aes128gcm")),
        (header::CONTENT_TYPE, fixed("application/octet-stream")),
        (HeaderName::from_static("ttl"), fixed(TIME_TO_LIVE)),
        (HeaderName::from_static("topic"), topic),
        (HeaderName::from_static("urgency"), fixed("high")),
    ];
    headers.into_iter().map(|(name, value)| Some((name, value?))).collect()
}

/// The topic of a notice: a notice that is not delivered yet is replaced by the next one with its topic, which is of the
/// same player and game. It is a hash, because the id of a private game opens the game.
fn topic_of(notice: &PushNotice) -> String {
    let hash =
        Sha256::new().chain_update(notice.player.as_str()).chain_update(notice.game.as_str()).finalize();
    let mut topic = BASE64.encode(hash);
    topic.truncate(MAX_TOPIC_LENGTH);
    topic
}

fn delivery_of(answer: &Result<StatusCode, SendError>, target: &PushSubscription) -> Delivery {
    match answer {
        Ok(status) if status.is_success() => Delivery::Done,
        Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Delivery::Gone,
        Ok(status) if status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS => {
            debug!(%status, subscription = %target.id(), "A push service refused a notice for now");
            Delivery::Refused
        }
        Ok(status) => {
            warn!(%status, subscription = %target.id(), "A push service refused a notice");
            Delivery::Done
        }
        Err(SendError::NotSent(error)) => {
            debug!(%error, subscription = %target.id(), "A push service could not be reached");
            Delivery::Refused
        }
        // A slow service would hold the place of another notice. Without an answer the notice may have arrived: sent
        // again, it could be shown twice.
        Err(error @ (SendError::TooSlow | SendError::NoAnswer(_))) => {
            debug!(%error, subscription = %target.id(), "A push service did not answer");
            Delivery::Done
        }
    }
}
