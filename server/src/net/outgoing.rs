//! Requests that the server sends to other servers.
//!
//! Each request has a connection of its own, on which hyper speaks HTTP/1.1 and rustls encrypts. The URL of a push service
//! comes from a client, so the addresses of its host are checked after the lookup, and only those are connected to. No
//! redirect is followed, and of an answer only the status is read. An error says whether the other server can have
//! received the request, because a push notice is sent again only if it cannot. A general client, such as `reqwest`,
//! follows redirects and reuses connections, and its errors do not tell these cases apart.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
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
use tokio::net::TcpStream;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::public_address::is_public;

/// Time limit for a connection, with its encryption, and then for the answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Largest number of names that are looked up at a time. A lookup whose name server does not answer holds a thread after
/// its request was given up; passphrases and files need threads as well.
const CONCURRENT_LOOKUPS: usize = 16;

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
    /// No connection within some seconds: the other server knows nothing of the request, and may be as slow again.
    #[error("it took too long to connect")]
    TooSlow,
    /// The other server may have received the request.
    #[error("{0}")]
    NoAnswer(String),
}

/// Sends requests over HTTP/1.1, each over a connection of its own. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// TLS with the certificates of the system, which are read once.
    tls: Arc<OnceCell<Arc<ClientConfig>>>,
    /// The lookups of names.
    lookups: Arc<Semaphore>,
}

impl Default for Outgoing {
    fn default() -> Self {
        Self { tls: Arc::default(), lookups: Arc::new(Semaphore::new(CONCURRENT_LOOKUPS)) }
    }
}

/// A connection for one request.
enum OutgoingConnection {
    Plain(TcpStream),
    Encrypted(Box<TlsStream<TcpStream>>),
}

impl Outgoing {
    /// Sends a `GET` and returns the status of the answer. No redirect is followed.
    ///
    /// # Errors
    ///
    /// If there is no answer within some seconds, or if the address is out of reach.
    pub(crate) async fn get(&self, uri: &Uri, reach: Reach) -> Result<StatusCode, SendError> {
        self.send(uri, request(Method::GET, uri, HeaderMap::new(), Vec::new()), reach).await
    }

    /// Sends a `POST` and returns the status of the answer. No redirect is followed.
    ///
    /// # Errors
    ///
    /// If there is no answer within some seconds, or if the address is out of reach.
    pub(crate) async fn post(
        &self,
        uri: &Uri,
        headers: HeaderMap,
        body: Vec<u8>,
        reach: Reach,
    ) -> Result<StatusCode, SendError> {
        self.send(uri, request(Method::POST, uri, headers, body), reach).await
    }

    async fn send(
        &self,
        uri: &Uri,
        request: Result<Request<Body>, axum::http::Error>,
        reach: Reach,
    ) -> Result<StatusCode, SendError> {
        let request = request.map_err(|error| SendError::NotSent(error.to_string()))?;
        let connecting = timeout(TIMEOUT, self.open(uri, reach)).await;
        let stream = connecting.map_err(|_| SendError::TooSlow)?;
        match stream.map_err(|error| SendError::NotSent(error.to_string()))? {
            OutgoingConnection::Plain(stream) => exchange(stream, request).await,
            OutgoingConnection::Encrypted(stream) => exchange(*stream, request).await,
        }
    }

    /// Opens the connection that the URL asks for.
    async fn open(&self, uri: &Uri, reach: Reach) -> io::Result<OutgoingConnection> {
        let stream = self.connect(uri, reach).await?;
        if uri.scheme_str() != Some("https") {
            return Ok(OutgoingConnection::Plain(stream));
        }
        let tls = self.tls.get_or_try_init(client_config).await?;
        let name = ServerName::try_from(host_of(uri).to_owned()).map_err(io::Error::other)?;
        let stream = TlsConnector::from(Arc::clone(tls)).connect(name, stream).await?;
        Ok(OutgoingConnection::Encrypted(Box::new(stream)))
    }

    /// Connects to an address of the host that is in reach: it is checked after the name was looked up.
    async fn connect(&self, uri: &Uri, reach: Reach) -> io::Result<TcpStream> {
        let default_port = if uri.scheme_str() == Some("https") { 443 } else { 80 };
        let mut addresses = self.look_up(host_of(uri), uri.port_u16().unwrap_or(default_port)).await?;
        addresses.retain(|address| reach == Reach::Any || is_public(address.ip()));
        if addresses.is_empty() {
            return Err(io::Error::other("the host has no address in reach"));
        }
        TcpStream::connect(&*addresses).await
    }

    async fn look_up(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let permit = Arc::clone(&self.lookups).acquire_owned().await.map_err(io::Error::other)?;
        let host = host.to_owned();
        let lookup = spawn_blocking(move || {
            let addresses = (host, port).to_socket_addrs();
            drop(permit);
            Ok(addresses?.collect())
        });
        lookup.await.map_err(io::Error::other)?
    }
}

/// The host, without the brackets of an IPv6 address.
fn host_of(uri: &Uri) -> &str {
    let host = uri.host().unwrap_or_default();
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    inner.filter(|inner| inner.parse::<IpAddr>().is_ok()).unwrap_or(host)
}

fn request(
    method: Method,
    uri: &Uri,
    mut headers: HeaderMap,
    body: Vec<u8>,
) -> Result<Request<Body>, axum::http::Error> {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    headers.insert(header::HOST, HeaderValue::from_str(authority)?);
    headers.insert(header::CONTENT_LENGTH, body.len().into());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder().method(method).uri(path).body(Body::from(body))?;
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
