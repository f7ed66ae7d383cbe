//! Requests that the server sends to other servers.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri, header};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::public_address::is_public;

/// How long a connection may take, and then the answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Where a request may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// To addresses of the public internet: the URL comes from a client.
    #[default]
    Public,
    /// To any address, such as one of this machine: the URL comes from the operator, or this is a test.
    Any,
}

/// Why a request has no answer.
#[derive(Debug, Error)]
pub(crate) enum SendError {
    /// No connection: the other server knows nothing of the request.
    #[error("{0}")]
    NotSent(String),
    /// The other server may have received the request.
    #[error("{0}")]
    NoAnswer(String),
}

/// Sends requests over HTTP/1.1, each over a connection of its own. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outgoing {
    /// TLS with the certificates of the system, which are read once.
    tls: Arc<OnceCell<Arc<ClientConfig>>>,
}

impl Outgoing {
    /// Sends a `POST` and returns the status of the answer. No redirect is followed.
    ///
    /// # Errors
    ///
    /// There is no answer within some seconds, or the address is out of reach.
    pub(crate) async fn post(
        &self,
        uri: &Uri,
        headers: HeaderMap,
        body: Vec<u8>,
        reach: Reach,
    ) -> Result<StatusCode, SendError> {
        let not_sent = |error: io::Error| SendError::NotSent(error.to_string());
        let late = |_| SendError::NotSent("it took too long to connect".to_owned());
        let stream = timeout(TIMEOUT, connect(uri, reach)).await.map_err(late)?.map_err(not_sent)?;
        let request = request(uri, headers, body).map_err(|error| SendError::NotSent(error.to_string()))?;
        if uri.scheme_str() != Some("https") {
            return exchange(stream, request).await;
        }
        let tls = self.tls.get_or_try_init(client_config).await.map_err(not_sent)?;
        let name = ServerName::try_from(host_of(uri).to_owned())
            .map_err(|error| SendError::NotSent(error.to_string()))?;
        let connecting = TlsConnector::from(Arc::clone(tls)).connect(name, stream);
        exchange(timeout(TIMEOUT, connecting).await.map_err(late)?.map_err(not_sent)?, request).await
    }
}

/// Connects to an address of the host that is in reach: it is checked after the name was looked up.
async fn connect(uri: &Uri, reach: Reach) -> io::Result<TcpStream> {
    let default_port = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    let host = (host_of(uri), uri.port_u16().unwrap_or(default_port));
    let is_in_reach = |address: &SocketAddr| reach == Reach::Any || is_public(address.ip());
    let addresses: Vec<SocketAddr> = lookup_host(host).await?.filter(is_in_reach).collect();
    if addresses.is_empty() {
        return Err(io::Error::other("the host has no address in reach"));
    }
    TcpStream::connect(&*addresses).await
}

/// The host, without the brackets of an IPv6 address.
fn host_of(uri: &Uri) -> &str {
    let host = uri.host().unwrap_or_default();
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    inner.filter(|inner| inner.parse::<IpAddr>().is_ok()).unwrap_or(host)
}

fn request(uri: &Uri, mut headers: HeaderMap, body: Vec<u8>) -> Result<Request<Body>, axum::http::Error> {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    headers.insert(header::HOST, HeaderValue::from_str(authority)?);
    headers.insert(header::CONTENT_LENGTH, body.len().into());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder().method(Method::POST).uri(path).body(Body::from(body))?;
    *request.headers_mut() = headers;
    Ok(request)
}

/// Sends a request and waits for the head of the answer. The body is not read.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<StatusCode, SendError> {
    let no_answer = |error: hyper::Error| SendError::NoAnswer(error.to_string());
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(no_answer)?;
    let connection = tokio::spawn(connection);
    let answer = timeout(TIMEOUT, sender.send_request(request)).await;
    connection.abort();
    let late = |_| SendError::NoAnswer("the answer took too long".to_owned());
    Ok(answer.map_err(late)?.map_err(no_answer)?.status())
}

async fn client_config() -> io::Result<Arc<ClientConfig>> {
    let found = spawn_blocking(rustls_native_certs::load_native_certs).await.map_err(io::Error::other)?;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(io::Error::other)?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
