//! Requests that are refused before their body was read: the next request on the connection is answered, or the refusal
//! says that the connection ends.

use std::net::SocketAddr;

use ikibuguzo_protocol::MAX_CLIENT_MESSAGE_BYTES;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;
use ikibuguzo_testing::raw_socket::RawSocket;

/// The request that follows the refused one.
const NEXT: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

/// A length that the server drops after a refusal.
const SMALL: usize = MAX_CLIENT_MESSAGE_BYTES + 1;

/// A length that the server does not read after a refusal.
const LARGE: usize = 200_000;

/// Beginnings of heads that are refused without a look at the body, and the status of the refusal.
const EARLY_REFUSALS: [(&str, u16); 8] = [
    ("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json", 401),
    ("POST /api/commands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nonsense", 401),
    ("POST /api/nothing HTTP/1.1\r\nHost: x", 404),
    ("POST /api/games/000000000000/join HTTP/1.1\r\nHost: x", 401),
    ("DELETE /api/games HTTP/1.1\r\nHost: x", 405),
    ("POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain", 415),
    ("POST /api/tokens HTTP/1.1\r\nHost: x\r\nHost: y", 400),
    ("GET /ws HTTP/1.1\r\nHost: x", 400),
];

/// The way in which the length of a body is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    Length,
    Chunks,
}

/// The bytes of a request's head and of its body.
fn request(head: &str, framing: Framing, length: usize) -> (Vec<u8>, Vec<u8>) {
    let body = "x".repeat(length);
    let (announced, body) = match framing {
        Framing::Length => (format!("Content-Length: {length}"), body),
        Framing::Chunks => {
            ("Transfer-Encoding: chunked".to_owned(), format!("{length:x}\r\n{body}\r\n0\r\n\r\n"))
        }
    };
    (format!("{head}\r\n{announced}\r\n\r\n").into_bytes(), body.into_bytes())
}

/// Reads a refusal. Returns whether the connection goes on.
async fn read_refusal(socket: &mut RawSocket, status: u16) -> bool {
    let (head, _) = socket.read_response().await;
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    !head.contains("connection: close")
}

/// Reads the response to the next request if the connection goes on, or else its end.
async fn expect_next_or_end(mut socket: RawSocket, goes_on: bool) {
    if goes_on {
        assert!(socket.read_head().await.starts_with("HTTP/1.1 200 "));
    } else {
        assert_eq!(socket.read_to_end().await, [0; 0]);
    }
}

/// When the body of a request is sent.
#[derive(Clone, Copy, Debug)]
enum BodyOrder {
    AfterRefusal,
    /// With the head, and with the next request behind it.
    AtOnce,
}

/// Sends a request that is refused, and the next one. Returns whether the connection went on.
async fn refuse(
    address: SocketAddr,
    (head, status): (&str, u16),
    framing: Framing,
    length: usize,
    order: BodyOrder,
) -> bool {
    let (head, body) = request(head, framing, length);
    let rest = [&body, NEXT].concat();
    let mut socket = RawSocket::connect(address).await;
    // A connection that has ended may be reset.
    let goes_on = match order {
        BodyOrder::AfterRefusal => {
            socket.write(&head).await;
            let goes_on = read_refusal(&mut socket, status).await;
            socket.try_write(&rest).await;
            goes_on
        }
        BodyOrder::AtOnce => {
            socket.try_write(&[head, rest].concat()).await;
            read_refusal(&mut socket, status).await
        }
    };
    expect_next_or_end(socket, goes_on).await;
    goes_on
}

#[tokio::test]
async fn a_refusal_before_the_body_keeps_the_connection_or_says_that_it_ends() {
    let server = TestServer::start().await;
    for refusal in EARLY_REFUSALS {
        for framing in [Framing::Length, Framing::Chunks] {
            for length in [SMALL, LARGE] {
                let goes_on = refuse(server.address, refusal, framing, length, BodyOrder::AfterRefusal).await;
                let is_droppable = framing == Framing::Length && length == SMALL;
                assert_eq!(goes_on, is_droppable, "{refusal:?} {framing:?} {length}");
                refuse(server.address, refusal, framing, length, BodyOrder::AtOnce).await;
            }
        }
    }
}

#[tokio::test]
async fn a_refusal_of_a_body_that_is_too_large_keeps_the_connection_or_says_that_it_ends() {
    let server = TestServer::start().await;
    let head = "POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json";
    for framing in [Framing::Length, Framing::Chunks] {
        for length in [SMALL, LARGE] {
            refuse(server.address, (head, 413), framing, length, BodyOrder::AtOnce).await;
        }
    }
}

#[tokio::test]
async fn a_rate_limited_request_with_a_body_keeps_the_connection_or_says_that_it_ends() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    // The whole burst of the address.
    server.http.create_guest().await;
    let head = "POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json";
    for framing in [Framing::Length, Framing::Chunks] {
        for length in [SMALL, LARGE] {
            server.http.send("GET", "/api/rules", None, None).await;
            refuse(server.address, (head, 429), framing, length, BodyOrder::AfterRefusal).await;
        }
    }
}

#[tokio::test]
async fn a_client_that_waits_for_leave_to_send_its_body_learns_that_the_connection_ends() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::connect(server.address).await;
    let head = "POST /api/games HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    socket.write(head.as_bytes()).await;
    let goes_on = read_refusal(&mut socket, 401).await;
    assert!(!goes_on, "whether the body follows is not known");
    expect_next_or_end(socket, goes_on).await;
}

#[tokio::test]
async fn a_body_that_nobody_reads_keeps_the_connection_or_ends_it_as_said() {
    let server = TestServer::start().await;
    for framing in [Framing::Length, Framing::Chunks] {
        let head = "GET /healthz HTTP/1.1\r\nHost: x";
        refuse(server.address, (head, 200), framing, SMALL, BodyOrder::AfterRefusal).await;
        refuse(server.address, (head, 200), framing, LARGE, BodyOrder::AtOnce).await;
    }
}
