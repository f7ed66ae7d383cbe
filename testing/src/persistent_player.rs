use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Credentials, ErrorCode, Event, GameId, Happening, PositionView, Refusal, Role,
    ServerMessage, Text,
};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

/// How long to wait before the server is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// How many times its patience somebody may come to have.
const MOST_PATIENCE: u32 = 20;

/// One player of one game, who never gives up. Whoever has no seat in the game watches it.
pub(crate) struct Player {
    pub(crate) address: SocketAddr,
    pub(crate) credentials: Credentials,
    pub(crate) game: GameId,
    pub(crate) chance: Rng,
    /// How long to wait for a word before the connection counts as dead.
    pub(crate) patience: Duration,
    /// Acknowledged moves of everybody.
    pub(crate) moves: Arc<AtomicUsize>,
    /// No new commands after this.
    pub(crate) enough: CancellationToken,
}

/// What one player did and saw.
#[derive(Debug)]
pub(crate) struct Witness {
    pub(crate) game: GameId,
    pub(crate) role: Role,
    pub(crate) events: Vec<Event>,
    /// Commands, and the `seq` that the answer named.
    pub(crate) acknowledged: Vec<(ClientMessage, u64)>,
    /// Words that were said, acknowledged or not.
    pub(crate) said: Vec<String>,
    /// Connections that were tried.
    pub(crate) connections: usize,
    /// Commands that were sent more than once.
    pub(crate) sent_again: usize,
    /// Refusals since nothing could be stored.
    pub(crate) put_off: usize,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The connection broke, for whatever reason.
struct Broken;

impl Player {
    /// Plays, over as many connections as it takes, until the game is over or enough has been played.
    pub(crate) async fn run(mut self) -> Witness {
        let mut witness = Witness {
            game: self.game,
            role: Role::Spectator,
            events: Vec::new(),
            acknowledged: Vec::new(),
            said: Vec::new(),
            connections: 0,
            sent_again: 0,
            put_off: 0,
        };
        let mut waiting: Option<ClientMessage> = None;
        let patience = self.patience;
        loop {
            let seen = witness.events.len();
            match self.play(&mut witness, &mut waiting).await {
                Ok(()) => return witness,
                Err(Broken) => sleep(PAUSE).await,
            }
            // On a busy machine a connection that is well may need longer than was thought.
            let longer = (self.patience * 5 / 4).min(patience * MOST_PATIENCE);
            self.patience = if witness.events.len() > seen { patience } else { longer };
        }
    }

    async fn play(&mut self, seen: &mut Witness, waiting: &mut Option<ClientMessage>) -> Result<(), Broken> {
        seen.connections += 1;
        let resuming = timeout(self.patience, self.resume(seen, waiting.as_ref()));
        let mut socket = resuming.await.map_err(|_| Broken)??;
        loop {
            if waiting.is_none() {
                *waiting = self.next_command(seen);
                match waiting {
                    Some(command) => send(&mut socket, command).await?,
                    None if over(&seen.events) || self.enough.is_cancelled() => return Ok(()),
                    None => {}
                }
            }
            let message = tokio::select! {
                message = timeout(self.patience, receive(&mut socket)) => message.map_err(|_| Broken)??,
                // Whoever waits for the other's move is told when there will be none.
                () = self.enough.cancelled(), if waiting.is_none() => continue,
            };
            self.take(message, seen, waiting)?;
        }
    }

    /// A connection that has said hello and joined where it left off, and has sent again what was not answered.
    async fn resume(&self, seen: &mut Witness, waiting: Option<&ClientMessage>) -> Result<Socket, Broken> {
        let (mut socket, _) = connect_async(format!("ws://{}/ws", self.address)).await.map_err(|_| Broken)?;
        send(&mut socket, &ClientMessage::Hello { token: Some(self.credentials.token.clone()) }).await?;
        let since = Some(seen.events.len() as u64);
        send(&mut socket, &ClientMessage::Join { game: self.game, since }).await?;
        if let Some(command) = waiting {
            seen.sent_again += 1;
            send(&mut socket, command).await?;
        }
        Ok(socket)
    }

    fn take(
        &self,
        message: ServerMessage,
        seen: &mut Witness,
        waiting: &mut Option<ClientMessage>,
    ) -> Result<(), Broken> {
        match message {
            ServerMessage::Event { event, .. } => seen.events.push(event),
            ServerMessage::Ack { id, seq, .. } => {
                if let Some(command) = waiting.take_if(|command| command.id() == Some(&id)) {
                    let moves = usize::from(matches!(command, ClientMessage::Act { .. }));
                    self.moves.fetch_add(moves, Ordering::Relaxed);
                    seen.acknowledged.push((command, seq));
                }
            }
            ServerMessage::Game(snapshot) => seen.role = snapshot.role,
            // It is to be said again, as it was.
            ServerMessage::Refused(refusal) if is_put_off(&refusal) => {
                seen.put_off += 1;
                return Err(Broken);
            }
            ServerMessage::Refused(refusal) => {
                if let Some(command) = waiting.take_if(|command| command.id() == refusal.id.as_ref()) {
                    panic!("refused: {refusal:?}, which was {command:?} after {:?}", seen.events.last());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What to do now, if anything: arrange, play, or once in a while say something.
    fn next_command(&mut self, seen: &mut Witness) -> Option<ClientMessage> {
        // An answer comes before its event: what was done last must have been seen first.
        let told = seen.acknowledged.last().map_or(0, |(_, seq)| *seq);
        if self.enough.is_cancelled() || over(&seen.events) || told > seen.events.len() as u64 {
            return None;
        }
        let (game, id) = (self.game, self.command_id());
        let seat = seen.role.seat()?;
        if self.chance.u8(..20) == 0 && seen.said.len() < 80 {
            let text = format!("word {}", id.as_str());
            seen.said.push(text.clone());
            return Some(ClientMessage::Say { game, id, text });
        }
        let arranged = |what: &Happening| matches!(what, Happening::Arranged { seat: who } if **who == seat);
        for event in seen.events.iter().rev() {
            match &event.what {
                what if arranged(what) => return None,
                Happening::Seated { arrays_offered, .. } => {
                    let array = *self.chance.choice(arrays_offered)?;
                    return Some(ClientMessage::Arrange { game, id, array });
                }
                Happening::Revealed { position, .. }
                | Happening::Begun { position, .. }
                | Happening::Acted { position, .. } => return self.act(id, position, Text(seat)),
                _ => {}
            }
        }
        None
    }

    fn act(
        &mut self,
        id: CommandId,
        position: &PositionView,
        seat: Text<ikibuguzo_engine::Seat>,
    ) -> Option<ClientMessage> {
        if position.to_move != Some(seat) {
            return None;
        }
        let action = self.chance.choice(&position.legal)?.to_string();
        Some(ClientMessage::Act { game: self.game, id, ply: position.ply, action })
    }

    fn command_id(&mut self) -> CommandId {
        format!("{:016x}", self.chance.u64(..)).parse().expect("hexadecimal digits make an id")
    }
}

/// Whether the server cannot store anything, or does not know yet for how long that was so.
fn is_put_off(refusal: &Refusal) -> bool {
    matches!(refusal.code, ErrorCode::StorageUnavailable | ErrorCode::Busy)
}

/// Whether the game is over.
pub(crate) fn over(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, Happening::Ended { .. }))
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
