//! The task behind a link: connects, joins, passes everything on in both directions, and begins again.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, ErrorCode, Event, GameId, Refusal, ServerMessage, Snapshot, Token, VERSION,
};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{MOST_UNANSWERED, News};
use crate::connection::server_address::Address;
use crate::exit::{Exit, Failure};
use crate::game_view::remaining_time::ServerClock;
use crate::random::random_below;

/// How long a handshake may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the server is asked whether it lives. Twice without an answer, and it is given up.
const PING: Duration = Duration::from_secs(10);

/// The pauses between attempts to connect, in milliseconds; the last one is repeated.
const PAUSES: [u64; 6] = [100, 500, 1_000, 2_000, 4_000, 8_000];

/// The longest pause that a server may ask for, in milliseconds.
const LONGEST_HINT: u64 = 60_000;

/// How long a command that was refused for now waits before it is sent again.
const AGAIN: Duration = Duration::from_secs(1);

/// How often a command is refused for now before it is refused for good.
const MOST_DEFERRALS: u32 = 10;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Why a connection ended.
enum Stop {
    /// It may be tried again.
    Lost(String),
    /// It may not.
    Failed(Failure),
    /// Nobody listens to the link any more.
    Unheard,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// What every refusal of a command has, with whatever code.
#[derive(Deserialize)]
struct Answer {
    id: CommandId,
    message: String,
}

/// What every event has, of whatever kind.
#[derive(Deserialize)]
struct Numbered {
    game: GameId,
    seq: u64,
}

/// The task behind a link.
pub(super) struct Follower {
    server: Address,
    token: Option<Token>,
    game: GameId,
    /// The newest `seq` that was passed on; none before the first snapshot.
    have: Option<u64>,
    /// What `have` was at the last pong, if that told of more.
    behind: Option<u64>,
    /// Attempts to connect since the game was last joined.
    attempts: usize,
    /// After how many milliseconds to come back, if the server said so when it said goodbye.
    hint: Option<u64>,
    /// Whether this connection has joined the game.
    joined: bool,
    unanswered: VecDeque<ClientMessage>,
    /// Those of them that were refused for now, and how often each was.
    deferred: Vec<(CommandId, u32)>,
    asked: Receiver<ClientMessage>,
    told: Sender<News>,
    clock: watch::Sender<Option<ServerClock>>,
}

impl Follower {
    pub(super) fn new(
        server: Address,
        token: Option<Token>,
        game: GameId,
        asked: Receiver<ClientMessage>,
        told: Sender<News>,
        clock: watch::Sender<Option<ServerClock>>,
    ) -> Self {
        Self {
            server,
            token,
            game,
            have: None,
            behind: None,
            attempts: 0,
            hint: None,
            joined: false,
            unanswered: VecDeque::new(),
            deferred: Vec::new(),
            asked,
            told,
            clock,
        }
    }

    pub(super) async fn run(mut self) {
        loop {
            let stop = match self.connect().await {
                Ok(socket) => self.follow(socket).await,
                Err(stop) => stop,
            };
            let told = match stop {
                Stop::Unheard => return,
                Stop::Failed(failure) => return drop(self.tell(News::Failed(failure)).await),
                Stop::Lost(why) if self.have.is_none() => {
                    return drop(self.tell(News::Failed(self.unreachable(&why))).await);
                }
                Stop::Lost(why) if self.attempts == 0 => self.tell(News::Lost(why)).await,
                Stop::Lost(_) => Ok(()),
            };
            if told.is_err() || self.told.is_closed() {
                return;
            }
            sleep(pause(self.hint.take(), self.attempts)).await;
            self.attempts += 1;
        }
    }

    /// A socket that has said hello and joined the game, and has sent what was not answered.
    async fn connect(&mut self) -> Result<Socket, Stop> {
        match timeout(PATIENCE, self.greet()).await {
            Ok(greeted) => greeted,
            Err(_) => Err(Stop::Lost(format!("no answer within {} seconds", PATIENCE.as_secs()))),
        }
    }

    async fn greet(&mut self) -> Result<Socket, Stop> {
        self.joined = false;
        let (mut socket, _) = connect_async(self.server.socket()).await.map_err(|error| lost(&error))?;
        send(&mut socket, &ClientMessage::Hello { token: self.token.clone() }).await?;
        match receive(&mut socket).await?.0 {
            Some(ServerMessage::Welcome { protocol: VERSION, now, .. }) => self.set_clock(now),
            Some(ServerMessage::Refused(refusal)) => return Err(refused(refusal)),
            Some(ServerMessage::Bye { message, retry_after, .. }) => {
                return Err(self.dismissed(message, retry_after));
            }
            _ => return Err(self.stranger().into()),
        }
        send(&mut socket, &ClientMessage::Join { game: self.game, since: self.have }).await?;
        for command in &self.unanswered {
            send(&mut socket, command).await?;
        }
        Ok(socket)
    }

    /// Passes everything on, in both directions, until the connection ends.
    async fn follow(&mut self, mut socket: Socket) -> Stop {
        let mut beat = interval(PING);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut again = interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent_beats = 0;
        loop {
            let step = tokio::select! {
                received = receive(&mut socket) => {
                    silent_beats = 0;
                    match received {
                        Ok((message, text)) => self.hear(message, text).await,
                        Err(stop) => Err(stop),
                    }
                }
                asked = self.asked.recv(), if self.unanswered.len() < MOST_UNANSWERED => match asked {
                    Some(command) => self.ask(&mut socket, command).await,
                    None => Err(Stop::Unheard),
                },
                _ = again.tick(), if !self.deferred.is_empty() => self.send_deferred(&mut socket).await,
                _ = beat.tick() => {
                    silent_beats += 1;
                    if silent_beats > 2 {
                        return Stop::Lost("the server has fallen silent".to_owned());
                    }
                    send(&mut socket, &ClientMessage::Ping {}).await
                }
            };
            if let Err(stop) = step {
                return stop;
            }
        }
    }

    async fn ask(&mut self, socket: &mut Socket, command: ClientMessage) -> Result<(), Stop> {
        let sent = send(socket, &command).await;
        self.unanswered.push_back(command);
        sent
    }

    async fn hear(&mut self, message: Option<ServerMessage>, text: String) -> Result<(), Stop> {
        match message {
            Some(ServerMessage::Game(snapshot)) => self.joined(snapshot, text).await,
            Some(ServerMessage::Event { game, event }) if game == self.game => self.event(event, text).await,
            Some(ServerMessage::Ack { id, seq, .. }) => {
                self.answered(&id);
                self.tell(News::Ack(seq, text)).await
            }
            Some(ServerMessage::Refused(refusal)) => self.refused(refusal, text).await,
            Some(ServerMessage::Presence(presence)) if presence.game == self.game => {
                self.tell(News::Presence(presence, text)).await
            }
            Some(ServerMessage::Pong { heads, now }) => {
                self.set_clock(now);
                self.compare(heads.get(&self.game).copied())
            }
            Some(ServerMessage::Bye { message, retry_after, .. }) => {
                Err(self.dismissed(message, retry_after))
            }
            Some(_) => Ok(()),
            None => self.unknown(text).await,
        }
    }

    fn dismissed(&mut self, message: String, retry_after: Option<u64>) -> Stop {
        self.hint = retry_after;
        Stop::Lost(message)
    }

    async fn joined(&mut self, snapshot: Snapshot, text: String) -> Result<(), Stop> {
        (self.attempts, self.joined) = (0, true);
        if self.have.is_some() {
            return self.tell(News::Back).await;
        }
        self.have = Some(snapshot.seq);
        self.tell(News::Game(Box::new(snapshot), text)).await
    }

    async fn event(&mut self, event: Event, text: String) -> Result<(), Stop> {
        if self.is_next(event.seq)? { self.tell(News::Event(Box::new(event), text)).await } else { Ok(()) }
    }

    /// What a newer server says beside all this can be passed over; but its events are counted.
    async fn unknown(&mut self, text: String) -> Result<(), Stop> {
        if let Ok(Answer { id, message }) = serde_json::from_str(&text) {
            let refusal = Refusal { id: Some(id), ..Refusal::new(ErrorCode::Internal, message) };
            return self.refused(refusal, text).await;
        }
        match serde_json::from_str::<Numbered>(&text) {
            Ok(Numbered { game, seq }) if game == self.game && self.is_next(seq)? => {
                self.tell(News::Unknown(seq, text)).await
            }
            _ => Ok(()),
        }
    }

    /// Whether an event is the next one; what was seen before is passed over, and a gap ends the connection.
    fn is_next(&mut self, seq: u64) -> Result<bool, Stop> {
        let have = self.have.unwrap_or_default();
        if seq > have + 1 {
            return Err(Stop::Lost(format!("the events after {have} are missing")));
        }
        self.have = Some(have.max(seq));
        Ok(seq > have)
    }

    fn set_clock(&self, now: u64) {
        self.clock.send_replace(ServerClock::told(now));
    }

    /// Events may be on their way when a pong tells of them; if they are still missing at the next one, they are lost.
    fn compare(&mut self, head: Option<u64>) -> Result<(), Stop> {
        let missing = self.have.filter(|have| head.is_some_and(|head| head > *have));
        if missing.is_some() && missing == self.behind {
            return Err(Stop::Lost("the server has told nothing of what happened".to_owned()));
        }
        self.behind = missing;
        Ok(())
    }

    /// A refused command is answered, unless it is refused for now. A refused join is the end. Anything else was no
    /// command that could be read.
    async fn refused(&mut self, refusal: Refusal, text: String) -> Result<(), Stop> {
        match &refusal.id {
            Some(id) if is_for_now(refusal.code) && self.defer(id) => {
                return self.tell(News::Deferred(refusal.message)).await;
            }
            Some(id) => self.answered(id),
            None if !self.joined => return Err(refused(refusal)),
            None => {}
        }
        self.tell(News::Refused(refusal, text)).await
    }

    /// Notes that a command is to be sent again; false where that has been tried often enough.
    fn defer(&mut self, id: &CommandId) -> bool {
        let before = self.deferred.iter().position(|(deferred, _)| deferred == id);
        let times = before.map_or(0, |index| self.deferred.swap_remove(index).1);
        if times < MOST_DEFERRALS {
            self.deferred.push((id.clone(), times + 1));
        }
        times < MOST_DEFERRALS
    }

    async fn send_deferred(&self, socket: &mut Socket) -> Result<(), Stop> {
        let deferred =
            |command: &&ClientMessage| self.deferred.iter().any(|(id, _)| command.id() == Some(id));
        for command in self.unanswered.iter().filter(deferred) {
            send(socket, command).await?;
        }
        Ok(())
    }

    fn answered(&mut self, id: &CommandId) {
        self.unanswered.retain(|command| command.id() != Some(id));
        self.deferred.retain(|(deferred, _)| deferred != id);
    }

    async fn tell(&self, news: News) -> Result<(), Stop> {
        self.told.send(news).await.map_err(|_| Stop::Unheard)
    }

    fn unreachable(&self, why: &str) -> Failure {
        Failure::new(Exit::Unreachable, format!("cannot reach the server at {}: {why}", self.server))
    }

    fn stranger(&self) -> Failure {
        let message =
            format!("what is at {} does not speak version {VERSION} of the ikibuguzo protocol", self.server);
        Failure::new(Exit::Unreachable, message)
    }
}

/// Why a hello or a join was refused: for now, or for good.
fn refused(refusal: Refusal) -> Stop {
    if is_for_now(refusal.code) {
        return Stop::Lost(refusal.message);
    }
    Stop::Failed(Failure::refused(refusal.code, &refusal.message))
}

/// Whether the same may succeed a little later.
fn is_for_now(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::StorageUnavailable | ErrorCode::Busy | ErrorCode::TooFast | ErrorCode::Restarting
    )
}

/// What the server asked for, within reason. Without that the pause grows, and is never quite the same for two clients,
/// so that they do not all come back at once.
fn pause(hint: Option<u64>, attempts: usize) -> Duration {
    if let Some(hint) = hint {
        return Duration::from_millis(hint.min(LONGEST_HINT));
    }
    let base = PAUSES[attempts.min(PAUSES.len() - 1)];
    Duration::from_millis(base + random_below(base))
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), Stop> {
    match timeout(PATIENCE, socket.send(Message::text(message.to_json()))).await {
        Ok(sent) => sent.map_err(|error| lost(&error)),
        Err(_) => Err(Stop::Lost("the server takes nothing any more".to_owned())),
    }
}

/// The next message, with its text; what this client does not know is none.
async fn receive(socket: &mut Socket) -> Result<(Option<ServerMessage>, String), Stop> {
    match socket.next().await {
        Some(Ok(Message::Text(text))) => Ok((ServerMessage::parse(&text).ok(), text.as_str().to_owned())),
        Some(Ok(Message::Close(_))) | None => Err(Stop::Lost("the server closed the connection".to_owned())),
        Some(Ok(_)) => Ok((None, String::new())),
        Some(Err(error)) => Err(lost(&error)),
    }
}

fn lost(error: &tungstenite::Error) -> Stop {
    Stop::Lost(error.to_string())
}
