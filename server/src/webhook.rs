//! Sends the operator's own program a signed message about each new open game and each game that is over.
//!
//! The database stores which games there are and how far they have been reported, so nothing waits in memory, and a
//! killed server misses nothing. A game may be reported twice: if the server is killed after the answer, or if the
//! answer is lost.

use std::fmt::{self, Debug};
use std::time::Duration;

use anyhow::{Context, bail};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use ikibuguzo_protocol::{GameSummary, Timestamp};
use ikibuguzo_store::{Store, StoreError, WebhookKind};
use ring::hmac;
use serde::Serialize;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::cluster::nodes::Nodes;
use crate::live::pending_creations::PendingCreations;
use crate::net::outgoing::{Outgoing, Reach};
use crate::ops::background_tasks::{BackgroundTask, TaskActivity};
use crate::ops::database_log::DatabaseLog;
use crate::time::Clock;

/// How often to check for games to report.
const REPORT_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The longest rest between two attempts to send a message. The rest doubles from one second.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(300);

/// Older events are no longer reported.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// The shortest secret, in bytes.
const MIN_SECRET_LENGTH: usize = 16;

/// Where to send messages, and the key that signs them. Cheap to clone.
#[derive(Clone)]
pub struct Webhook {
    url: Uri,
    key: hmac::Key,
}

/// Sends the messages to the webhook.
#[derive(Clone, Debug)]
pub(crate) struct WebhookWorker {
    pub(crate) clock: Clock,
    pub(crate) webhook: Webhook,
    pub(crate) store: Store,
    pub(crate) nodes: Nodes,
    pub(crate) creations: PendingCreations,
    /// How long after its end a game is reported: by then all games that ended earlier are stored.
    pub(crate) settled: Duration,
    /// The address of this site, without a slash at the end; none if it is not configured.
    pub(crate) address: Option<String>,
    pub(crate) database_log: DatabaseLog,
    /// Cancelled when the server is told to stop.
    pub(crate) stop: CancellationToken,
}

/// The body of a message.
#[derive(Serialize)]
struct News<'a> {
    event: &'static str,
    game: &'a GameSummary,
    /// The page of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl Webhook {
    /// A webhook with a secret of at least 16 bytes.
    ///
    /// # Errors
    ///
    /// If the URL is not one of HTTP, or if the secret is absent or too short. The error shows neither.
    pub fn new(url: &str, secret: Option<&str>) -> anyhow::Result<Self> {
        let secret = secret.context("a webhook needs a secret in IKIBUGUZO_WEBHOOK_SECRET")?;
        if secret.len() < MIN_SECRET_LENGTH {
            bail!("the secret of the webhook is shorter than {MIN_SECRET_LENGTH} bytes");
        }
        let parsed = url.parse::<Uri>().ok();
        let is_http = |url: &Uri| matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some();
        let url = parsed.filter(is_http).context("the URL of the webhook is not one of HTTP")?;
        Ok(Self { url, key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()) })
    }

    /// The headers of a request with this body at a time.
    fn headers(&self, body: &[u8], now: Timestamp) -> Option<HeaderMap> {
        let time = now.as_secs();
        let signature = hmac::sign(&self.key, &[format!("{time}.").as_bytes(), body].concat());
        let digits: String = signature.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        let signature = HeaderValue::from_str(&format!("t={time},v1={digits}")).ok()?;
        let json = HeaderValue::from_static("application/json");
        let name = HeaderName::from_static("ikibuguzo-signature");
        Some([(header::CONTENT_TYPE, json), (name, signature)].into_iter().collect())
    }
}

impl Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Webhook").field(&self.url.host().unwrap_or_default()).finish()
    }
}

impl BackgroundTask for WebhookWorker {
    const NAME: &'static str = "webhook";
    /// Many games may have begun and ended while the webhook did not answer.
    const MAX_WORK: Duration = Duration::from_secs(600);

    /// Sends messages until the server stops.
    async fn run(&mut self, activity: &TaskActivity) {
        let (mut delay, outgoing) = (REPORT_POLL_INTERVAL, Outgoing::default());
        while activity.wait(self.stop.run_until_cancelled(sleep(delay))).await.is_some() {
            // One node is enough.
            if !self.nodes.is_chosen(Self::NAME) {
                continue;
            }
            delay = match self.tell_all(&outgoing).await {
                Ok(true) => REPORT_POLL_INTERVAL,
                Ok(false) => (delay * 2).min(MAX_RETRY_DELAY),
                Err(error) => {
                    self.database_log.failed(&error);
                    REPORT_POLL_INTERVAL
                }
            };
        }
    }
}

impl WebhookWorker {
    /// Reports some games. Returns whether none of the messages failed.
    async fn tell_all(&self, outgoing: &Outgoing) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.store.begin_webhook(now).await?;
        let since = now.saturating_sub(MAX_AGE);
        for kind in WebhookKind::ALL {
            let until = match kind {
                WebhookKind::OpenGame => self.creations.complete_before(now),
                WebhookKind::GameOver => now.saturating_sub(self.settled),
            };
            for found in self.store.find_webhook_games(kind, since, until).await? {
                for game in self.store.find_games(&[found.1]).await? {
                    if !self.tell(outgoing, kind, &game).await {
                        return Ok(false);
                    }
                }
                self.store.note_webhook_reported(kind, found).await?;
            }
        }
        Ok(true)
    }

    /// Reports a game. Returns whether the webhook has accepted the message.
    async fn tell(&self, outgoing: &Outgoing, kind: WebhookKind, game: &GameSummary) -> bool {
        let body = news_body(kind, game, self.address.as_deref());
        let Some(headers) = self.webhook.headers(&body, self.clock.now()) else { return false };
        match outgoing.post(&self.webhook.url, headers, body, Reach::Any).await {
            Ok(status) if status.is_success() => true,
            Ok(status) => {
                warn!(%status, game = %game.game, "The webhook refused a message; it is sent again");
                false
            }
            Err(error) => {
                warn!(%error, game = %game.game, "The webhook did not answer; the message is sent again");
                false
            }
        }
    }
}

/// The body of a message. `address` is that of this site, if it is configured.
pub(crate) fn news_body(kind: WebhookKind, game: &GameSummary, address: Option<&str>) -> Vec<u8> {
    let url = address.map(|address| format!("{address}/game/{}", game.game));
    serde_json::to_vec(&News { event: kind.as_str(), game, url }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_webhook_needs_an_http_url_and_a_secret() {
        let secret = "0123456789abcdef";
        assert!(Webhook::new("https://example.org/hook", Some(secret)).is_ok());
        for (url, secret) in [
            ("https://example.org/hook", None),
            ("https://example.org/", Some("hush")),
            ("/hook", Some(secret)),
        ] {
            let error = Webhook::new(url, secret).expect_err("refused").to_string();
            assert!(!error.contains("hush") && !error.contains("/hook"), "{error}");
        }
    }

    #[test]
    fn the_signature_is_that_of_the_time_and_the_body() {
        let webhook = Webhook::new("https://example.org/hook", Some("0123456789abcdef")).expect("a webhook");
        let headers = webhook.headers(b"{}", Timestamp::from_millis(1_795_246_064_657)).expect("headers");
        // printf '1795246064.{}' | openssl dgst -sha256 -hmac 0123456789abcdef
        let expected = "t=1795246064,v1=9ce5135a897c319d8587c9e52226c658f08af05532aff3a5438a0ac9e60483c7";
        assert_eq!(headers["ikibuguzo-signature"], expected);
    }
}
