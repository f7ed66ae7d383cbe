use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Credentials, ErrorCode, EventKind, GameId, PositionView, Refusal,
    ServerMessage, Text, Timestamp,
};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

use crate::machine_time::machine_time;
use crate::transcript::{AnswerTime, PlayerLine, Transcript, is_over};

/// Pause before the next connection. It doubles until a connection has joined the game.
const RECONNECT_DELAY: Duration = Duration::from_millis(10);

/// Longest pause before the next connection.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(160);

/// Largest number of refusals that a transcript keeps.
const MAX_REFUSALS: usize = 10;

/// A client in one game that reconnects until the game is over. With a seat it plays at random; without one it watches.
pub struct PersistentPlayer {
    /// The addresses of the servers, or of proxies in front of them. When a connection ends, the player uses the next
    /// address.
    pub addresses: Vec<SocketAddr>,
    /// The player.
    pub credentials: Credentials,
    /// The game.
    pub game: GameId,
    /// The source of its moves.
    pub rng: Rng,
    /// How it behaves.
    pub habits: Habits,
    /// Counter of acknowledged moves, shared by all players.
    pub moves: Arc<AtomicUsize>,
    /// Cancelled when players must not send new commands.
    pub stop: CancellationToken,
}

/// How a [`PersistentPlayer`] behaves.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// How long the connection may be silent before the player gives it up.
    pub reply_timeout: Duration,
    /// Factor by which the reply timeout may grow while nothing happens: on a busy machine a working connection may be
    /// silent for longer.
    pub max_timeout_growth: u32,
    /// The longest time before a command. It is random; short times are more likely.
    pub max_thinking: Duration,
    /// The player cuts its own connection once in this many messages, at random; 0 for never.
    pub cut_every: u32,
    /// The longest time until a player returns after it has cut its own connection. It is random.
    pub max_absence: Duration,
}

impl Habits {
    /// A player that acts at once and never cuts its connection.
    pub fn prompt(reply_timeout: Duration) -> Self {
        Self {
            reply_timeout,
            max_timeout_growth: 20,
            max_thinking: Duration::ZERO,
            cut_every: 0,
            max_absence: Duration::ZERO,
        }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A command that was sent and not answered yet.
struct Unanswered {
    command: ClientMessage,
    sent_at: Timestamp,
}

/// The end of a connection.
enum Broken {
    /// It failed or was silent for too long.
    Failed,
    /// The player cut it itself.
    Cut,
}

impl PersistentPlayer {
    /// Plays, over as many connections as necessary, until the game is over or `stop` is cancelled.
    pub async fn run(mut self) -> Transcript {
        let mut transcript = Transcript::new(self.game);
        let mut unanswered: Option<Unanswered> = None;
        let mut reply_timeout = self.habits.reply_timeout;
        let mut delay = RECONNECT_DELAY;
        loop {
            let seen = transcript.events.len();
            let lines = transcript.lines.len();
            let end = self.play_over_one_connection(reply_timeout, &mut transcript, &mut unanswered).await;
            delay = (delay * 2).min(MAX_RECONNECT_DELAY);
            if let Some(line) = transcript.lines.get_mut(lines) {
                line.ended_at = machine_time();
                line.was_cut = matches!(end, Err(Broken::Cut));
                delay = if line.joined_at.is_some() { RECONNECT_DELAY } else { delay };
            }
            match end {
                Ok(()) => return transcript,
                Err(Broken::Failed) => sleep(delay).await,
                Err(Broken::Cut) => sleep(self.habits.max_absence.mul_f64(self.rng.f64())).await,
            }
            self.addresses.rotate_left(1);
            let longest = self.habits.reply_timeout * self.habits.max_timeout_growth;
            let longer = (reply_timeout * 5 / 4).min(longest);
            reply_timeout = if transcript.events.len() > seen { self.habits.reply_timeout } else { longer };
        }
    }

    async fn play_over_one_connection(
        &mut self,
        reply_timeout: Duration,
        seen: &mut Transcript,
        unanswered: &mut Option<Unanswered>,
    ) -> Result<(), Broken> {
        seen.connections += 1;
        let resuming = timeout(reply_timeout, self.resume(seen, unanswered.as_ref()));
        let mut socket = resuming.await.map_err(|_| Broken::Failed)??;
        let mut thinks_until = Instant::now() + self.thinking_time();
        loop {
            let is_thinking = Instant::now() < thinks_until && !self.stop.is_cancelled();
            if unanswered.is_none() && !is_thinking && self.act_or_stop(&mut socket, seen, unanswered).await?
            {
                return Ok(());
            }
            let message = tokio::select! {
                message = timeout(reply_timeout, receive(&mut socket)) => message.map_err(|_| Broken::Failed)??,
                () = sleep_until(thinks_until), if is_thinking => continue,
                // A player that waits for the opponent's move stops here.
                () = self.stop.cancelled(), if unanswered.is_none() => continue,
            };
            if matches!(message, ServerMessage::Event { .. }) {
                thinks_until = Instant::now() + self.thinking_time();
            }
            self.handle_message(message, seen, unanswered)?;
            if self.cuts_its_line() {
                return Err(Broken::Cut);
            }
        }
    }

    /// Sends the next command, if there is one. Returns whether there is nothing left to do.
    async fn act_or_stop(
        &mut self,
        socket: &mut Socket,
        seen: &mut Transcript,
        unanswered: &mut Option<Unanswered>,
    ) -> Result<bool, Broken> {
        *unanswered = self.next_command(seen).map(|command| Unanswered { command, sent_at: machine_time() });
        match unanswered {
            Some(Unanswered { command, .. }) => send(socket, command).await.map(|()| false),
            None => Ok(is_over(&seen.events) || self.stop.is_cancelled()),
        }
    }

    fn thinking_time(&mut self) -> Duration {
        self.habits.max_thinking.mul_f64(self.rng.f64().powi(3))
    }

    fn cuts_its_line(&mut self) -> bool {
        self.habits.cut_every > 0 && !self.stop.is_cancelled() && self.rng.u32(..self.habits.cut_every) == 0
    }

    /// Connects, says hello, joins after the last event seen, and sends an unanswered command again.
    async fn resume(&self, seen: &mut Transcript, unanswered: Option<&Unanswered>) -> Result<Socket, Broken> {
        let address = self.addresses[0];
        let (mut socket, _) =
            connect_async(format!("ws://{address}/ws")).await.map_err(|_| Broken::Failed)?;
        let sent_at = machine_time();
        let line = PlayerLine { address, sent_at, joined_at: None, ended_at: sent_at, was_cut: false };
        seen.lines.push(line);
        send(&mut socket, &ClientMessage::Hello { token: Some(self.credentials.token.clone()) }).await?;
        let since = Some(seen.events.len() as u64);
        send(&mut socket, &ClientMessage::Join { game: self.game, since, compact: false }).await?;
        if let Some(Unanswered { command, .. }) = unanswered {
            seen.resent += 1;
            send(&mut socket, command).await?;
        }
        Ok(socket)
    }

    fn handle_message(
        &self,
        message: ServerMessage,
        seen: &mut Transcript,
        unanswered: &mut Option<Unanswered>,
    ) -> Result<(), Broken> {
        match message {
            ServerMessage::Event { event, .. } => seen.events.push(event),
            ServerMessage::Ack { id, seq, .. } => {
                if let Some(answered) = unanswered.take_if(|sent| sent.command.id() == Some(&id)) {
                    self.handle_ack(answered, seq, seen);
                }
            }
            ServerMessage::Game(snapshot) => {
                seen.role = snapshot.role;
                if let Some(line) = seen.lines.last_mut() {
                    line.joined_at = Some(machine_time());
                }
            }
            ServerMessage::Refused(refusal) => return handle_refusal(&refusal, seen, unanswered),
            _ => {}
        }
        Ok(())
    }

    fn handle_ack(&self, Unanswered { command, sent_at }: Unanswered, seq: u64, seen: &mut Transcript) {
        let moves = usize::from(matches!(command, ClientMessage::Act { .. }));
        self.moves.fetch_add(moves, Ordering::Relaxed);
        seen.answer_times.push(AnswerTime { seq, sent_at, answered_at: machine_time() });
        seen.acknowledged.push((command, seq));
    }

    /// The next command, if any: an arrangement, a move, or now and then a chat message.
    fn next_command(&mut self, seen: &mut Transcript) -> Option<ClientMessage> {
        // An acknowledgement comes before its event: wait for the event of the last command.
        let last_seq = seen.acknowledged.last().map_or(0, |(_, seq)| *seq);
        if self.stop.is_cancelled() || is_over(&seen.events) || last_seq > seen.events.len() as u64 {
            return None;
        }
        let game = self.game;
        let id = self.command_id();
        let seat = seen.role.seat()?;
        if self.rng.u8(..20) == 0 && seen.said.len() < 80 {
            let text = format!("word {}", id.as_str());
            seen.said.push(text.clone());
            return Some(ClientMessage::Say { game, id, text });
        }
        let is_own_arrangement =
            |kind: &EventKind| matches!(kind, EventKind::Arranged { seat: who, .. } if **who == seat);
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

/// Handles a refusal. After a temporary one the same command is sent again over the next connection.
fn handle_refusal(
    refusal: &Refusal,
    seen: &mut Transcript,
    unanswered: &mut Option<Unanswered>,
) -> Result<(), Broken> {
    if is_temporary(refusal) {
        seen.storage_refusals += 1;
        return Err(Broken::Failed);
    }
    let refused = unanswered.take_if(|sent| sent.command.id() == refusal.id.as_ref());
    if refusal.code == ErrorCode::GameOver && refused.is_some() {
        // The time limit has ended the game; its last event follows.
        return Ok(());
    }
    let command = refused.map(|sent| sent.command);
    if seen.refusals.len() < MAX_REFUSALS {
        seen.refusals.push(format!("{refusal:?}, which was {command:?} after {:?}", seen.events.last()));
    }
    Err(Broken::Failed)
}

/// Whether the refusal is temporary: the server cannot store anything, does not know yet for how long it could not, or
/// has a wrong clock.
fn is_temporary(refusal: &Refusal) -> bool {
    matches!(refusal.code, ErrorCode::StorageUnavailable | ErrorCode::Busy | ErrorCode::ClockOff)
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), Broken> {
    socket.send(Message::text(message.to_json())).await.map_err(|_| Broken::Failed)
}

async fn receive(socket: &mut Socket) -> Result<ServerMessage, Broken> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                return Ok(ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Broken::Failed),
        }
    }
}
