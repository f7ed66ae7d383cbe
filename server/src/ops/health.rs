//! The health check: asks a running server whether it is ready.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::net::listen::ListenAddress;

/// Time limit for the server's answer.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);

/// Largest number of bytes of a response that are read.
const MAX_RESPONSE_BYTES: u64 = 16 * 1024;

/// Requests `/readyz` of the server at a URL, or else at an address on this machine. Returns the body of the response.
///
/// # Errors
///
/// If the server is not ready, does not answer within five seconds, or the URL cannot be read.
pub async fn check_health(url: Option<&str>, listen: &ListenAddress) -> Result<String> {
    let authority = match url {
        Some(url) => authority_of(url)?.to_owned(),
        None => listen.reachable().to_string(),
    };
    let response = timeout(HEALTH_TIMEOUT, request(&authority)).await;
    let response = response.map_err(|_| anyhow!("no answer within {} seconds", HEALTH_TIMEOUT.as_secs()));
    let response = response.and_then(|response| Ok(response?));
    let response = response.with_context(|| format!("the server at {authority} is not ready"))?;
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or((&response, ""));
    let status = head.lines().next().and_then(|line| line.strip_prefix("HTTP/1.1 ")).unwrap_or_default();
    match status {
        "200 OK" => Ok(body.trim().to_owned()),
        "" => bail!("what answers at {authority} is not this server"),
        other => bail!("the server at {authority} is not ready: {other}"),
    }
}

/// The host and the port of a URL such as `http://127.0.0.1:7878`.
fn authority_of(url: &str) -> Result<&str> {
    let rest = url.strip_prefix("http://").with_context(|| format!("{url} does not begin with http://"))?;
    let authority = rest.trim_end_matches('/');
    if authority.is_empty() || authority.contains(['/', '?', '#', '@', ' ']) {
        bail!("{url} is not like http://HOST:PORT");
    }
    Ok(authority)
}

async fn request(authority: &str) -> std::io::Result<String> {
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let address = if has_port { authority.to_owned() } else { format!("{authority}:80") };
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut response).await?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_host_and_a_port() {
        assert_eq!(authority_of("http://127.0.0.1:7878").expect("a URL"), "127.0.0.1:7878");
        assert_eq!(authority_of("http://[::1]:7878/").expect("a URL"), "[::1]:7878");
        for url in ["127.0.0.1:7878", "https://games.example.org", "http://", "http://host/path"] {
            assert!(authority_of(url).is_err(), "{url}");
        }
    }
}
