use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::*;

/// A request for a path whose handler waits.
const WAITING: &[u8] = b"GET /waiting HTTP/1.1\r\nHost: x\r\n\r\n";

/// A connection whose handler at `/waiting` waits, and whose client takes few bytes at a time.
struct WaitingConnection {
    client: DuplexStream,
    /// The handler has begun.
    begun: Arc<Notify>,
    /// Lets the handler answer.
    go_on: Arc<Notify>,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

impl WaitingConnection {
    /// The handler answers with this many bytes.
    fn start(answer: usize) -> Self {
        let begun = Arc::new(Notify::new());
        let go_on = Arc::new(Notify::new());
        let handler = {
            let begun = Arc::clone(&begun);
            let go_on = Arc::clone(&go_on);
            async move || {
                begun.notify_one();
                go_on.notified().await;
                "x".repeat(answer)
            }
        };
        let acceptor = Acceptor {
            router: Router::new().route("/waiting", get(handler)),
            limits: Limits::default(),
            trusted_proxies: Arc::default(),
            metrics: Arc::new(Metrics::new()),
            stop: CancellationToken::new(),
        };
        let (client, server) = duplex(64);
        let serving = tokio::spawn(acceptor.serve(server, SocketAddr::from(([127, 0, 0, 1], 1))));
        Self { client, begun, go_on, stop: acceptor.stop, serving }
    }

    /// Reads to the end of the connection.
    async fn read_to_end(mut self) -> String {
        let mut text = String::new();
        self.client.read_to_string(&mut text).await.expect("text");
        self.serving.await.expect("no panic");
        text
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_being_answered_is_finished_after_the_stop() {
    let mut connection = WaitingConnection::start(4);
    // Half of the next request does not change that.
    connection.client.write_all(&[WAITING, b"GET /wai"].concat()).await.expect("sent");
    connection.begun.notified().await;
    connection.stop.cancel();
    yield_now().await;
    connection.go_on.notify_one();
    let answer = connection.read_to_end().await;
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("connection: close"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nxxxx"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_still_being_sent_is_sent_whole_after_the_stop() {
    let length = 10_000;
    let mut connection = WaitingConnection::start(length);
    connection.client.write_all(&[WAITING, b"GET /wai"].concat()).await.expect("sent");
    connection.go_on.notify_one();
    // The answer has begun, and the client has taken one byte of it.
    assert_eq!(connection.client.read_u8().await.expect("an answer"), b'H');
    connection.stop.cancel();
    yield_now().await;
    let answer = connection.read_to_end().await;
    assert!(answer.ends_with(&"x".repeat(length)), "{} bytes", answer.len());
}

#[tokio::test(start_paused = true)]
async fn half_a_head_ends_with_the_stop() {
    let mut connection = WaitingConnection::start(4);
    connection.client.write_all(b"GET /waiting HTTP/1.1\r\nHo").await.expect("sent");
    yield_now().await;
    let begin = tokio::time::Instant::now();
    connection.stop.cancel();
    assert_eq!(connection.read_to_end().await, "");
    assert_eq!(begin.elapsed().as_millis(), 0, "nothing is waited for");
}
