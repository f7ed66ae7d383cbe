use std::net::SocketAddr;

use async_nats::{Client, ConnectOptions, Message};
use fastrand::Rng;
use futures_util::StreamExt;
use ring::hmac;
use tokio_util::task::AbortOnDropHandle;

/// Bytes of the code before a message on the bus.
const CODE_BYTES: usize = 32;

/// Sends forged messages: changed copies of what the nodes send, on the same subject.
pub(crate) struct Forger(
    #[expect(dead_code, reason = "it forges until it is dropped")] AbortOnDropHandle<()>,
);

impl Forger {
    /// Forges until this is dropped.
    pub(crate) fn start(nats: SocketAddr, seed: u64) -> Self {
        Self(AbortOnDropHandle::new(tokio::spawn(forge(nats, Rng::with_seed(seed)))))
    }
}

async fn forge(nats: SocketAddr, mut rng: Rng) {
    let client = ConnectOptions::new().no_echo().connect(format!("nats://{nats}")).await.expect("NATS");
    let mut messages = client.subscribe("ikibuguzo.>").await.expect("a subscription");
    while let Some(message) = messages.next().await {
        send_forgeries(&client, &message, &mut rng).await;
    }
}

async fn send_forgeries(client: &Client, message: &Message, rng: &mut Rng) {
    let sent = message.payload.as_ref();
    let Some(body) = sent.get(CODE_BYTES..) else { return };
    let other_key = hmac::Key::new(hmac::HMAC_SHA256, b"the key of another site");
    let mut changed = sent.to_vec();
    changed[rng.usize(..sent.len())] ^= 1 << rng.u8(..8);
    let cut = sent[..rng.usize(..sent.len())].to_vec();
    let foreign = [hmac::sign(&other_key, body).as_ref(), body].concat();
    for forgery in [changed, cut, foreign, body.to_vec()] {
        client.publish(message.subject.clone(), forgery.into()).await.expect("published");
    }
}
