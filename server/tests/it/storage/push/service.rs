//! A push service and its browsers, for tests.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ikibuguzo_protocol::{NewPushSubscription, PushKeys, PushKind, PushMessage};
use ikibuguzo_testing::within;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Barrier, Notify};
use tokio::time::Instant;
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

/// The secret that the browsers share with the server.
const AUTH: [u8; 16] = *b"sixteen bytes 00";

/// A request to the push service.
pub(super) struct Delivery {
    pub(super) at: Instant,
    pub(super) browser: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// A push service on this machine.
pub(super) struct PushService {
    pub(super) address: SocketAddr,
    pub(super) deliveries: UnboundedReceiver<Delivery>,
    answers: Answers,
    pub(super) meeting: Arc<Meeting>,
}

/// Two requests that wait for each other.
pub(super) struct Meeting {
    barrier: Barrier,
    pub(super) has_happened: Notify,
}

/// The statuses with which the next requests of a browser are answered; then `201`.
type Answers = Arc<Mutex<BTreeMap<String, Vec<StatusCode>>>>;

/// A browser that has subscribed.
pub(super) struct Browser {
    name: String,
    key: SecretKey,
}

impl PushService {
    pub(super) async fn start() -> Self {
        let (sender, deliveries) = unbounded_channel();
        let answers = Answers::default();
        let meeting = Arc::new(Meeting { barrier: Barrier::new(2), has_happened: Notify::new() });
        let meet = Router::new().route("/meet/{browser}", post(meet_other)).with_state(Arc::clone(&meeting));
        let routes = Router::new().route("/send/{browser}", post(receive));
        let routes = routes.with_state((sender, Arc::clone(&answers))).merge(meet);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { address, deliveries, answers, meeting }
    }

    pub(super) fn answer_next(&self, browser: &Browser, statuses: &[StatusCode]) {
        let mut answers = self.answers.lock().expect("the answers");
        answers.insert(browser.name.clone(), statuses.to_vec());
    }

    pub(super) fn subscription(&self, browser: &Browser, kinds: &[PushKind]) -> NewPushSubscription {
        let public = browser.key.public_key().to_encoded_point(false);
        NewPushSubscription {
            endpoint: format!("http://{}/send/{}", self.address, browser.name),
            keys: PushKeys { p256dh: BASE64.encode(public.as_bytes()), auth: BASE64.encode(AUTH) },
            kinds: kinds.to_vec(),
        }
    }

    pub(super) async fn next(&mut self) -> Delivery {
        within("a push notice", self.deliveries.recv()).await.expect("a delivery")
    }

    /// The next message, which is for this browser.
    pub(super) async fn next_message(&mut self, browser: &Browser) -> PushMessage {
        let delivery = self.next().await;
        assert_eq!(delivery.browser, browser.name);
        browser.read(&delivery)
    }
}

async fn receive(
    State((sender, answers)): State<(UnboundedSender<Delivery>, Answers)>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let mut answers = answers.lock().expect("the answers");
    let answer =
        answers.get_mut(&browser).and_then(|statuses| (!statuses.is_empty()).then(|| statuses.remove(0)));
    let _ = sender.send(Delivery { at: Instant::now(), browser, headers, body: body.into() });
    answer.unwrap_or(StatusCode::CREATED)
}

/// Answers a request only when another one waits for its answer too.
async fn meet_other(State(meeting): State<Arc<Meeting>>) -> StatusCode {
    meeting.barrier.wait().await;
    meeting.has_happened.notify_one();
    StatusCode::CREATED
}

impl Browser {
    pub(super) fn new(name: &str) -> Self {
        let mut scalar = [7; 32];
        scalar[..name.len()].copy_from_slice(name.as_bytes());
        Self { name: name.to_owned(), key: SecretKey::from_slice(&scalar).expect("a key") }
    }

    pub(super) fn read(&self, delivery: &Delivery) -> PushMessage {
        let message = decrypt(delivery.body.clone(), &self.key, &Auth::from(AUTH));
        serde_json::from_slice(&message.expect("a message for this browser")).expect("JSON")
    }
}
