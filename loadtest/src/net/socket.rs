//! One WebSocket to the server.

use std::net::SocketAddr;

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{FutureExt, SinkExt, StreamExt};
use ikibuguzo_protocol::{ClientMessage, ServerMessage, Token, VERSION};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_async_with_config, client_async_with_config};

/// The library's own buffer would be 128 KiB for each of up to ten thousand sockets.
const READ_BUFFER: usize = 4096;

/// What is said in one go is sent in one go, up to here: a move in each game that one socket can follow.
const WRITE_BUFFER: usize = 4096;

/// A socket that has said hello.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Connects, and says hello: with a token as its player, without one as a spectator.
    ///
    /// # Errors
    ///
    /// Where the server cannot be reached or does not welcome us.
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
            other => bail!("no welcome: {}", other.to_json()),
        }
    }

    /// The other end of one: hears hello, and welcomes whoever it is.
    ///
    /// # Errors
    ///
    /// Where it is no WebSocket, or is lost.
    pub async fn accept(stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        let mut socket = Self { stream: accept_async_with_config(stream, Some(config())).await? };
        socket.next().await?;
        let server = env!("CARGO_PKG_VERSION").to_owned();
        let welcome = ServerMessage::Welcome { protocol: VERSION, server, player: None, now: 0 };
        socket.feed(welcome.to_json()).await?;
        socket.flush().await?;
        Ok(socket)
    }

    /// Says something. It is on its way when the next [`flush`](Self::flush) is done, with all that was said before.
    ///
    /// # Errors
    ///
    /// Where the socket is broken.
    pub async fn feed(&mut self, text: String) -> Result<()> {
        Ok(self.stream.feed(Message::text(text)).await?)
    }

    /// Sends what was said.
    ///
    /// # Errors
    ///
    /// Where the socket is broken.
    pub async fn flush(&mut self) -> Result<()> {
        Ok(self.stream.flush().await?)
    }

    /// The next message, as text, if it has come already.
    ///
    /// # Errors
    ///
    /// Where the socket is closed or broken.
    pub fn next_ready(&mut self) -> Option<Result<Utf8Bytes>> {
        self.next().now_or_never()
    }

    /// The next message, as text.
    ///
    /// # Errors
    ///
    /// Where the socket is closed or broken.
    pub async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    bail!(
                        "the server closed the socket: {}",
                        frame.map(|frame| frame.to_string()).unwrap_or_default()
                    )
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(anyhow!("the server is gone")),
            }
        }
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER)
}
