use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Credentials, ErrorCode, Event, EventKind, GameId, PositionView, Refusal, Role,
    ServerMessage, Text,
};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

/// Pause before the next connection.
const RECONNECT_DELAY: Duration = Duration::from_millis(10);

/// Factor by which the reply timeout may grow.
const MAX_TIMEOUT_GROWTH: u32 = 20;

/// A client in one game that reconnects until the game is over. With a seat it plays at random; without one it watches.
pub struct PersistentPlayer {
    /// The address of the server, or of a proxy before it.
    pub address: SocketAddr,
    /// The player.
    pub credentials: Credentials,
    /// The game.
    pub game: GameId,
    /// The source of its moves.
    pub rng: Rng,
    /// How long the connection may be silent before the player gives it up.
    pub reply_timeout: Duration,
    /// Counter of acknowledged moves, shared by all players.
    pub moves: Arc<AtomicUsize>,
    /// Cancelled when players shall send no new commands.
    pub stop: CancellationToken,
}

/// What one player or spectator did and saw.
#[derive(Debug)]
pub struct Transcript {
    /// The game.
    pub game: GameId,
    /// The role that the last snapshot named.
    pub role: Role,
    /// Events, in the order in which they came.
    pub events: Vec<Event>,
    /// Commands, each with the `seq` of its acknowledgement.
    pub acknowledged: Vec<(ClientMessage, u64)>,
    /// Chat messages that were sent, acknowledged or not.
    pub said: Vec<String>,
    /// Connections that were attempted.
    pub connections: usize,
    /// Repeated sendings of commands.
    pub resent: usize,
    /// Refusals because the database failed or the server was busy.
    pub storage_refusals: usize,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The connection broke.
struct Broken;

impl PersistentPlayer {
    /// Plays over as many connections as it takes, until the game is over or `stop` is cancelled.
    pub async fn run(mut self) -> Transcript {
        let mut transcript = Transcript {
            game: self.game,
            role: Role::Spectator,
            events: Vec::new(),
            acknowledged: Vec::new(),
            said: Vec::new(),
            connections: 0,
            resent: 0,
            storage_refusals: 0,
        };
        let mut unanswered: Option<ClientMessage> = None;
        let reply_timeout = self.reply_timeout;
        loop {
            let seen = transcript.events.len();
            match self.play_over_one_connection(&mut transcript, &mut unanswered).await {
                Ok(()) => return transcript,
                Err(Broken) => sleep(RECONNECT_DELAY).await,
            }
            // On a busy machine a sound connection may be silent for longer.
            let longer = (self.reply_timeout * 5 / 4).min(reply_timeout * MAX_TIMEOUT_GROWTH);
            self.reply_timeout = if transcript.events.len() > seen { reply_timeout } else { longer };
        }
    }

    async fn play_over_one_connection(
        &mut self,
        seen: &mut Transcript,
        unanswered: &mut Option<ClientMessage>,
    ) -> Result<(), Broken> {
        seen.connections += 1;
        let resuming = timeout(self.reply_timeout, self.resume(seen, unanswered.as_ref()));
        let mut socket = resuming.await.map_err(|_| Broken)??;
        loop {
            if unanswered.is_none() {
                *unanswered = self.next_command(seen);
                match unanswered {
                    Some(command) => send(&mut socket, command).await?,
                    None if is_over(&seen.events) || self.stop.is_cancelled() => return Ok(()),
                    None => {}
                }
            }
            let message = tokio::select! {
                message = timeout(self.reply_timeout, receive(&mut socket)) => message.map_err(|_| Broken)??,
                // A player that waits for the opponent's move stops here.
                () = self.stop.cancelled(), if unanswered.is_none() => continue,
            };
            self.handle_message(message, seen, unanswered)?;
        }
    }

    /// Connects, says hello, joins after the last event seen, and sends an unanswered command again.
    async fn resume(
        &self,
        seen: &mut Transcript,
        unanswered: Option<&ClientMessage>,
    ) -> Result<Socket, Broken> {
        let (mut socket, _) = connect_async(format!("ws://{}/ws", self.address)).await.map_err(|_| Broken)?;
        send(&mut socket, &ClientMessage::Hello { token: Some(self.credentials.token.clone()) }).await?;
        let since = Some(seen.events.len() as u64);
        send(&mut socket, &ClientMessage::Join { game: self.game, since }).await?;
        if let Some(command) = unanswered {
            seen.resent += 1;
            send(&mut socket, command).await?;
        }
        Ok(socket)
    }

    fn handle_message(
        &self,
        message: ServerMessage,
        seen: &mut Transcript,
        unanswered: &mut Option<ClientMessage>,
    ) -> Result<(), Broken> {
        match message {
            ServerMessage::Event { event, .. } => seen.events.push(event),
            ServerMessage::Ack { id, seq, .. } => {
                if let Some(command) = unanswered.take_if(|command| command.id() == Some(&id)) {
                    let moves = usize::from(matches!(command, ClientMessage::Act { .. }));
                    self.moves.fetch_add(moves, Ordering::Relaxed);
                    seen.acknowledged.push((command, seq));
                }
            }
            ServerMessage::Game(snapshot) => seen.role = snapshot.role,
            // The same command is sent again over the next connection.
            ServerMessage::Refused(refusal) if is_temporary(&refusal) => {
                seen.storage_refusals += 1;
                return Err(Broken);
            }
            ServerMessage::Refused(refusal) => {
                if let Some(command) = unanswered.take_if(|command| command.id() == refusal.id.as_ref()) {
                    panic!("refused: {refusal:?}, which was {command:?} after {:?}", seen.events.last());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The next command, if any: an arrangement, a move, or now and then a chat message.
    fn next_command(&mut self, seen: &mut Transcript) -> Option<ClientMessage> {
        // An acknowledgement comes before its event: wait for the event of the last command.
        let last_seq = seen.acknowledged.last().map_or(0, |(_, seq)| *seq);
        if self.stop.is_cancelled() || is_over(&seen.events) || last_seq > seen.events.len() as u64 {
            return None;
        }
        let (game, id) = (self.game, self.command_id());
        let seat = seen.role.seat()?;
        if self.rng.u8(..20) == 0 && seen.said.len() < 80 {
            let text = format!("word {}", id.as_str());
            seen.said.push(text.clone());
            return Some(ClientMessage::Say { game, id, text });
        }
        let is_own_arrangement =
            |kind: &EventKind| matches!(kind, EventKind::Arranged { seat: who } if **who == seat);
        for event in seen.events.iter().rev() {
            match &event.kind {
                kind if is_own_arrangement(kind) => return None,
                EventKind::Seated { arrays_offered, .. } => {
                    let array = *self.rng.choice(arrays_offered)?;
                    return Some(ClientMessage::Arrange { game, id, array });
                }
                EventKind::Revealed { position, .. }
                | EventKind::Begun { position, .. }
                | EventKind::Acted { position, .. } => return self.act(id, event.seq, position, Text(seat)),
                _ => {}
            }
        }
        None
    }

    fn act(
        &mut self,
        id: CommandId,
        after: u64,
        position: &PositionView,
        seat: Text<Seat>,
    ) -> Option<ClientMessage> {
        if position.to_move != Some(seat) {
            return None;
        }
        let action = self.rng.choice(&position.legal)?.to_string();
        Some(ClientMessage::Act { game: self.game, id, after, action })
    }

    fn command_id(&mut self) -> CommandId {
        format!("{:016x}", self.rng.u64(..)).parse().expect("hexadecimal digits make an id")
    }
}

/// Whether the server cannot store anything, or does not know yet how long it could not.
fn is_temporary(refusal: &Refusal) -> bool {
    matches!(refusal.code, ErrorCode::StorageUnavailable | ErrorCode::Busy)
}

/// Whether the game is over.
pub fn is_over(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.kind, EventKind::Ended { .. }))
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), Broken> {
    socket.send(Message::text(message.to_json())).await.map_err(|_| Broken)
}

async fn receive(socket: &mut Socket) -> Result<ServerMessage, Broken> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                return Ok(ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Broken),
        }
    }
}
