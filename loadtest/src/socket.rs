//! One WebSocket to the server.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{ClientMessage, ServerMessage, Token};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::clock;

/// The library's own buffer would be 128 KiB for each of up to ten thousand sockets.
const READ_BUFFER: usize = 4096;

/// Messages other than moves that may be sent at once; the server allows for 60 of them.
const BURST: u32 = 40;

/// How long it takes until the server lets one more pass.
const EACH: Duration = Duration::from_millis(50);

/// A socket that has said hello.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// When there may be a whole burst of messages again.
    full_at: Instant,
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
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
        let url = format!("ws://{address}/ws");
        let (stream, _) = client_async_with_config(url, stream, Some(config)).await?;
        let mut socket = Self { stream, full_at: clock::now() };
        socket.send(&ClientMessage::Hello { token: token.cloned() }).await?;
        match ServerMessage::parse(&socket.next().await?)? {
            ServerMessage::Welcome { .. } => Ok(socket),
            other => bail!("no welcome: {}", other.to_json()),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// Where the socket is broken.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<()> {
        Ok(self.stream.send(Message::text(message.to_json())).await?)
    }

    /// Sends a message that is not a move, when the server lets it pass.
    ///
    /// # Errors
    ///
    /// Where the socket is broken.
    pub async fn send_in_time(&mut self, message: &ClientMessage) -> Result<()> {
        let now = clock::now();
        self.full_at = self.full_at.max(now) + EACH;
        sleep((self.full_at - now).saturating_sub(EACH * BURST)).await;
        self.send(message).await
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
