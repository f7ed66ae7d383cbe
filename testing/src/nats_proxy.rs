use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use futures_util::StreamExt;
use tokio::io::AsyncWriteExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::bytes::Bytes;
use tokio_util::codec::FramedRead;

use crate::nats_frame::{NatsDecoder, NatsFrame};

/// What a [`NatsProxy`] does to messages. Other operations of the protocol pass at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageFaults {
    /// The longest delay of a message. It is random.
    pub max_delay: Duration,
    /// Half of the messages are delivered twice, the second time after another delay.
    pub duplicates: bool,
    /// Messages may overtake each other, as their delays differ.
    pub reorders: bool,
}

/// A proxy between the nodes and a NATS server that delays, duplicates and reorders messages in both directions.
pub struct NatsProxy {
    /// The address it listens on.
    pub address: SocketAddr,
    faults: watch::Sender<MessageFaults>,
}

impl NatsProxy {
    /// Starts a proxy that does not change messages.
    pub async fn start(server: SocketAddr, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (faults, watching) = watch::channel(MessageFaults::default());
        tokio::spawn(async move {
            let mut rng = Rng::with_seed(seed);
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, server, watching.clone(), rng.fork()));
            }
        });
        Self { address, faults }
    }

    /// Sets what happens to messages from now on.
    pub fn set(&self, faults: MessageFaults) {
        self.faults.send_replace(faults);
    }
}

async fn forward(
    client: TcpStream,
    server: SocketAddr,
    faults: watch::Receiver<MessageFaults>,
    mut rng: Rng,
) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a socket");
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let upstream = Direction { faults: faults.clone(), rng: rng.fork(), queue: Queue::default() };
    let downstream = Direction { faults, rng, queue: Queue::default() };
    tokio::select! {
        () = upstream.forward(from_client, to_server) => {}
        () = downstream.forward(from_server, to_client) => {}
    }
}

/// One direction of a connection.
struct Direction {
    faults: watch::Receiver<MessageFaults>,
    rng: Rng,
    queue: Queue,
}

/// Operations that wait until they are forwarded.
#[derive(Default)]
struct Queue {
    waiting: BTreeMap<(Instant, u64), Bytes>,
    added: u64,
}

impl Direction {
    async fn forward(mut self, from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut frames = FramedRead::new(from, NatsDecoder);
        loop {
            let due = self.queue.first_due();
            tokio::select! {
                frame = frames.next() => match frame {
                    Some(Ok(frame)) => self.schedule(&frame),
                    _ => return,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    let Some(bytes) = self.queue.take_first() else { continue };
                    if to.write_all(&bytes).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    fn schedule(&mut self, frame: &NatsFrame) {
        let faults = *self.faults.borrow();
        let copies = if frame.is_message && faults.duplicates && self.rng.bool() { 2 } else { 1 };
        for _ in 0..copies {
            let delay =
                if frame.is_message { faults.max_delay.mul_f64(self.rng.f64()) } else { Duration::ZERO };
            self.queue.add(Instant::now() + delay, faults.reorders, frame.bytes.clone());
        }
    }
}

impl Queue {
    /// Adds an operation that is due at a time, or later if it may not overtake those that wait.
    fn add(&mut self, due: Instant, can_overtake: bool, bytes: Bytes) {
        let last = self.waiting.last_key_value().map(|((due, _), _)| *due);
        let due = if can_overtake { due } else { last.map_or(due, |last| last.max(due)) };
        self.added += 1;
        self.waiting.insert((due, self.added), bytes);
    }

    fn first_due(&self) -> Option<Instant> {
        self.waiting.first_key_value().map(|((due, _), _)| *due)
    }

    fn take_first(&mut self) -> Option<Bytes> {
        self.waiting.pop_first().map(|(_, bytes)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::within;

    /// Messages sent in each test.
    const MESSAGES: usize = 40;

    /// Sends numbered messages through a proxy with these faults and returns the numbers that arrive.
    async fn arrivals(faults: MessageFaults) -> Vec<usize> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let proxy = NatsProxy::start(listener.local_addr().expect("an address"), 7).await;
        proxy.set(faults);
        let mut sender = TcpStream::connect(proxy.address).await.expect("connected");
        for number in 0..MESSAGES {
            sender.write_all(format!("PUB n 2\r\n{number:02}\r\n").as_bytes()).await.expect("sent");
        }
        let (receiver, _) = within("a connection", listener.accept()).await.expect("accepted");
        read_numbers(receiver, if faults.duplicates { MESSAGES * 5 / 4 } else { MESSAGES }).await
    }

    /// Reads at least this many messages.
    async fn read_numbers(mut receiver: TcpStream, count: usize) -> Vec<usize> {
        let mut text = String::new();
        while text.matches("PUB").count() < count || !text.ends_with("\r\n") {
            let mut buffer = [0; 4096];
            let length = within("more bytes", receiver.read(&mut buffer)).await.expect("readable");
            text.push_str(std::str::from_utf8(&buffer[..length]).expect("ASCII"));
        }
        text.split("PUB n 2\r\n").skip(1).map(|number| number.trim().parse().expect("a number")).collect()
    }

    #[tokio::test]
    async fn without_faults_messages_arrive_once_and_in_order() {
        let arrived = arrivals(MessageFaults::default()).await;
        assert_eq!(arrived, (0..MESSAGES).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn delayed_messages_stay_in_order() {
        let faults = MessageFaults { max_delay: Duration::from_millis(20), ..MessageFaults::default() };
        assert_eq!(arrivals(faults).await, (0..MESSAGES).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn duplicated_messages_arrive_twice() {
        let arrived = arrivals(MessageFaults { duplicates: true, ..MessageFaults::default() }).await;
        let twice = arrived.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(twice >= 10 && arrived.is_sorted(), "{arrived:?}");
    }

    #[tokio::test]
    async fn reordered_messages_arrive_once_and_in_another_order() {
        let max_delay = Duration::from_millis(50);
        let mut arrived =
            arrivals(MessageFaults { max_delay, reorders: true, ..MessageFaults::default() }).await;
        assert!(!arrived.is_sorted(), "{arrived:?}");
        arrived.sort_unstable();
        assert_eq!(arrived, (0..MESSAGES).collect::<Vec<_>>());
    }
}
