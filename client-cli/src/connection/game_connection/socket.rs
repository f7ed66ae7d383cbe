//! A WebSocket that carries protocol messages.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{ClientMessage, ServerMessage};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::connection::server_address::ServerAddress;
use crate::exit::Failure;

/// Longest time that sending one message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a connection ended.
#[derive(Debug)]
pub enum Disconnect {
    /// The connection was lost, with the reason. Another attempt may succeed.
    Lost(String),
    /// The server refused. Another attempt cannot succeed.
    Failed(Failure),
    /// The owner has dropped the connection.
    Dropped,
}

impl From<tungstenite::Error> for Disconnect {
    fn from(error: tungstenite::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

/// A message from the server.
#[derive(Debug)]
pub struct Received {
    /// The message; none if this client does not know it.
    pub message: Option<ServerMessage>,
    /// Its JSON text; empty for a frame without text.
    pub text: String,
}

/// A WebSocket that carries protocol messages.
#[derive(Debug)]
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a WebSocket to the server.
    pub async fn open(server: &ServerAddress) -> Result<Self, Disconnect> {
        let (socket, _) = connect_async(server.socket_url()).await?;
        Ok(Self(socket))
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Disconnect> {
        match timeout(SEND_TIMEOUT, self.0.send(Message::text(message.to_json()))).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(Disconnect::Lost("the server does not accept messages".to_owned())),
        }
    }

    /// Waits for the next message. Safe to cancel.
    pub async fn receive(&mut self) -> Result<Received, Disconnect> {
        match self.0.next().await.transpose()? {
            Some(Message::Text(text)) => {
                Ok(Received { message: ServerMessage::parse(&text).ok(), text: text.as_str().to_owned() })
            }
            Some(Message::Close(_)) | None => {
                Err(Disconnect::Lost("the server closed the connection".to_owned()))
            }
            Some(_) => Ok(Received { message: None, text: String::new() }),
        }
    }
}
