//! Clients behind a reverse proxy are limited by their own addresses.

use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;

/// The status of a request with these headers.
async fn request(server: &TestServer, headers: &[(&str, &str)]) -> u16 {
    server.http.send_with_headers("GET", "/api/games", headers).await.status().as_u16()
}

/// Sends more requests with these headers than a limit of one request a second allows at once. Returns the last status.
async fn exhaust_with(server: &TestServer, headers: &[(&str, &str)]) -> u16 {
    let mut status = 0;
    for _ in 0..12 {
        status = request(server, headers).await;
    }
    status
}

/// The request for this client of a proxy.
async fn exhaust(server: &TestServer, client: &str) -> u16 {
    exhaust_with(server, &[("x-forwarded-for", client)]).await
}

#[tokio::test]
async fn each_client_of_a_trusted_proxy_has_its_own_rate_limit() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_behind("127.0.0.1", limits).await;
    assert_eq!(exhaust(&server, "198.51.100.1").await, 429);
    assert_eq!(request(&server, &[("x-forwarded-for", "198.51.100.1, 198.51.100.2")]).await, 200);
}

#[tokio::test]
async fn an_untrusted_address_cannot_name_another_client() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    assert_eq!(exhaust(&server, "198.51.100.1").await, 429);
    assert_eq!(request(&server, &[("x-forwarded-for", "198.51.100.2")]).await, 429);
    assert_eq!(request(&server, &[("forwarded", "for=198.51.100.2")]).await, 429);
}

#[tokio::test]
async fn a_client_that_the_standard_header_names_has_its_own_rate_limit() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_behind("127.0.0.1", limits).await;
    assert_eq!(exhaust_with(&server, &[("forwarded", "for=\"[2001:db8::1]:4711\"")]).await, 429);
    assert_eq!(request(&server, &[("forwarded", "for=\"[2001:db8:0:1::1]\"")]).await, 200);
    let forged = [("forwarded", "for=\"203.0.113.7"), ("forwarded", "for=\"[2001:db8::2]\"")];
    assert_eq!(request(&server, &forged).await, 429, "another address of the same network");
}

#[tokio::test]
async fn a_forged_standard_header_does_not_change_the_client_of_a_proxy() {
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = TestServer::start_behind("127.0.0.1", limits).await;
    assert_eq!(exhaust(&server, "198.51.100.1").await, 429);
    let forged = [("forwarded", "for=198.51.100.2"), ("x-forwarded-for", "198.51.100.1")];
    assert_eq!(request(&server, &forged).await, 429);
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
