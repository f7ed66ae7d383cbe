//! Clients behind a reverse proxy are limited by their own addresses.

use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;

/// Sends more requests for this client of a proxy than a limit of one request a second allows at once. Returns the last
/// status.
async fn exhaust(server: &TestServer, client: &str) -> u16 {
    let mut status = 0;
    for _ in 0..12 {
        let answer = server.http.send_with_headers("GET", "/api/games", &[("x-forwarded-for", client)]).await;
        status = answer.status().as_u16();
    }
    status
}

#[tokio::test]
async fn each_client_of_a_trusted_proxy_has_its_own_rate_limit() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_behind("127.0.0.1", limits).await;
    assert_eq!(exhaust(&server, "198.51.100.1").await, 429);
    let other = [("x-forwarded-for", "198.51.100.1, 198.51.100.2")];
    assert_eq!(server.http.send_with_headers("GET", "/api/games", &other).await.status(), 200);
}

#[tokio::test]
async fn an_untrusted_address_cannot_name_another_client() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    assert_eq!(exhaust(&server, "198.51.100.1").await, 429);
    let other = [("x-forwarded-for", "198.51.100.2")];
    assert_eq!(server.http.send_with_headers("GET", "/api/games", &other).await.status(), 429);
}

#[tokio::test]
async fn a_trusted_proxy_may_open_more_connections_than_one_address() {
    let limits = Limits { sockets: 1_000, sockets_per_address: 1, ..Limits::default() };
    let server = TestServer::start_behind("127.0.0.1", limits).await;
    let mut held = Vec::new();
    for _ in 0..=limits.connection_limits().per_address {
        held.push(tokio::net::TcpStream::connect(server.address).await.expect("a connection"));
    }
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.status(), 200);
    let text = server.app.metrics.text().expect("text");
    assert!(text.contains("refusals_total{code=\"too_many_sockets\"} 0\n"), "{text}");
}
