//! A WebSocket to the server.

use std::net::SocketAddr;

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{FutureExt, SinkExt, StreamExt};
use ikibuguzo_protocol::{ClientMessage, ServerMessage, Timestamp, Token, VERSION};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_async_with_config, client_async_with_config};

/// Bytes of the read buffer. The library's default is 128 KiB, and the tool opens up to ten thousand sockets.
const READ_BUFFER_BYTES: usize = 4096;

/// Bytes that are buffered before a write: a move in each of the 32 games that a socket may follow.
const WRITE_BUFFER_BYTES: usize = 4096;

/// A WebSocket after `hello` and `welcome`.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Connects and says hello: with a token as its player, without a token as a spectator.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or does not answer with `welcome`.
    pub async fn connect(address: SocketAddr, token: Option<&Token>) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/ws");
        let (stream, _) = client_async_with_config(url, stream, Some(config())).await?;
        let mut socket = Self { stream };
        socket.feed(ClientMessage::Hello { token: token.cloned() }.to_json()).await?;
        socket.flush().await?;
        match ServerMessage::parse(&socket.next().await?)? {
            ServerMessage::Welcome { .. } => Ok(socket),
            other => bail!("the server did not answer with welcome: {}", other.to_json()),
        }
    }

    /// Accepts a connection as a server: waits for `hello` and answers with `welcome`.
    ///
    /// # Errors
    ///
    /// If the connection is not a WebSocket, or is lost.
    pub async fn accept(stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        let mut socket = Self { stream: accept_async_with_config(stream, Some(config())).await? };
        socket.next().await?;
        let server = env!("CARGO_PKG_VERSION").to_owned();
        let welcome =
            ServerMessage::Welcome { protocol: VERSION, server, player: None, now: Timestamp::ZERO };
        socket.feed(welcome.to_json()).await?;
        socket.flush().await?;
        Ok(socket)
    }

    /// Buffers a message. [`flush`](Self::flush) sends it.
    ///
    /// # Errors
    ///
    /// If the socket is broken.
    pub async fn feed(&mut self, text: String) -> Result<()> {
        Ok(self.stream.feed(Message::text(text)).await?)
    }

    /// Sends the buffered messages.
    ///
    /// # Errors
    ///
    /// If the socket is broken.
    pub async fn flush(&mut self) -> Result<()> {
        Ok(self.stream.flush().await?)
    }

    /// Returns the text of the next message if it has arrived.
    ///
    /// # Errors
    ///
    /// If the socket is closed or broken.
    pub fn try_next(&mut self) -> Option<Result<Utf8Bytes>> {
        self.next().now_or_never()
    }

    /// Waits for the next message and returns its text.
    ///
    /// # Errors
    ///
    /// If the socket is closed or broken.
    pub async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| frame.to_string()).unwrap_or_default();
                    bail!("the server closed the socket: {reason}");
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(anyhow!("the connection ended without a close frame")),
            }
        }
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES).write_buffer_size(WRITE_BUFFER_BYTES)
}
