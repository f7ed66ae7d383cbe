//! The health check: asks a running server whether it is ready.

use std::time::Duration;

use anyhow::{Result, bail};
use axum::http::{StatusCode, Uri};
use tokio::time::timeout;

use crate::net::listen::ListenAddress;
use crate::net::outgoing::{Outgoing, Reach};

/// Time limit for the server's answer.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);

/// Requests `/readyz` of the server at a URL, or else at an address on this machine.
///
/// # Errors
///
/// If the server is not ready, does not answer within five seconds, or the URL cannot be read.
pub async fn check_health(url: Option<&str>, listen: &ListenAddress) -> Result<()> {
    let url = url.map_or_else(|| format!("http://{}", listen.reachable()), str::to_owned);
    let Some(uri) = ready_uri(&url) else { bail!("{url} is not like http://HOST:PORT") };
    let outgoing = Outgoing::default();
    let problem = match timeout(HEALTH_TIMEOUT, outgoing.get(&uri, Reach::Any)).await {
        Ok(Ok(StatusCode::OK)) => return Ok(()),
        Ok(Ok(status)) => status.to_string(),
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} seconds", HEALTH_TIMEOUT.as_secs()),
    };
    bail!("the server at {} is not ready: {problem}", uri.authority().map_or("", |it| it.as_str()))
}

/// The address of `/readyz` at a URL such as `http://127.0.0.1:7878`; none if the URL says more than a server.
fn ready_uri(url: &str) -> Option<Uri> {
    let uri: Uri = format!("{}/readyz", url.trim_end_matches('/')).parse().ok()?;
    let authority = uri.authority()?.as_str();
    let is_server = matches!(uri.scheme_str(), Some("http" | "https")) && !authority.contains('@');
    (is_server && uri.path_and_query()? == "/readyz").then_some(uri)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn a_url_names_a_host_and_a_port() {
        let ready = |url| ready_uri(url).map(|uri| uri.to_string());
        assert_eq!(ready("http://127.0.0.1:7878").as_deref(), Some("http://127.0.0.1:7878/readyz"));
        assert_eq!(ready("http://[::1]:7878/").as_deref(), Some("http://[::1]:7878/readyz"));
        assert_eq!(ready("https://games.example.org").as_deref(), Some("https://games.example.org/readyz"));
        for url in [
            "127.0.0.1:7878",
            "ftp://host",
            "http://",
            "http://host/path",
            "http://host?x",
            "http://host#x",
            "http://me@host",
            "http://a b",
        ] {
            assert_eq!(ready(url), None, "{url}");
        }
    }

    #[tokio::test]
    async fn only_the_status_200_means_ready() {
        for (answer, problem) in [
            ("HTTP/1.1 200 OK\r\n\r\n", None),
            ("HTTP/1.1 503 Service Unavailable\r\n\r\n", Some(": 503 Service Unavailable")),
            ("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", Some(": 302 Found")),
            ("SSH-2.0-other\r\n\r\n", Some("is not ready: ")),
            ("", Some("is not ready: ")),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let url = format!("http://{}", listener.local_addr().expect("its address"));
            let checked = tokio::spawn(async move { check_health(Some(&url), &listen()).await });
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let _ = stream.read(&mut [0; 1024]).await.expect("a request");
            stream.write_all(answer.as_bytes()).await.expect("sent");
            drop(stream);
            let error = checked.await.expect("no panic").err().map(|error| error.to_string());
            match problem {
                None => assert_eq!(error, None),
                Some(problem) => assert!(error.is_some_and(|error| error.contains(problem)), "{answer}"),
            }
        }
    }

    fn listen() -> ListenAddress {
        "127.0.0.1:1".parse().expect("an address")
    }
}
