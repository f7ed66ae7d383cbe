//! The task behind a connection: it connects, joins the game, forwards messages both ways, and reconnects.

use std::ops::ControlFlow;
use std::time::Duration;

use ikibuguzo_protocol::{
    ClientMessage, ErrorCode, Event, GameId, Refusal, Role, ServerMessage, Snapshot, Timestamp, Token,
    VERSION,
};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

use super::Channels;
use super::sequence::EventSequence;
use super::socket::{Disconnect, Received, Socket};
use super::unanswered::UnansweredCommands;
use super::unknown_message::UnknownMessage;
use super::update::GameUpdate;
use crate::connection::retry_delay::{PLAYER_DELAY_MS, SPECTATOR_DELAY_MS, retry_delay};
use crate::connection::server_address::ServerAddress;
use crate::connection::server_clock::ServerClock;
use crate::exit::{Exit, Failure};

/// Longest time from opening the socket to joining the game.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Attempts to join the game before the server counts as unreachable. After the first join, the client tries without
/// limit.
const MAX_FIRST_ATTEMPTS: usize = 3;

/// Time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// Pings in a row without any message from the server, after which the connection is given up.
const MAX_SILENT_PINGS: u32 = 2;

/// Time between two attempts to send a command that was refused temporarily.
const RESEND_INTERVAL: Duration = Duration::from_secs(1);

/// The task behind a connection.
pub struct ConnectionTask {
    server: ServerAddress,
    token: Option<Token>,
    game: GameId,
    channels: Channels,
    sequence: EventSequence,
    unanswered: UnansweredCommands,
    /// Attempts to connect since the game was last joined.
    failed_attempts: usize,
    /// The delay in milliseconds that the server requested when it closed the connection.
    retry_after_ms: Option<u64>,
    /// Whether the current socket has joined the game.
    has_joined: bool,
    /// Whether the game was last joined as a spectator.
    is_spectator: bool,
}

impl ConnectionTask {
    /// A task that follows a game, as the player of this token or as a spectator.
    pub fn new(server: ServerAddress, token: Option<Token>, game: GameId, channels: Channels) -> Self {
        Self {
            server,
            token,
            game,
            channels,
            sequence: EventSequence::default(),
            unanswered: UnansweredCommands::default(),
            failed_attempts: 0,
            retry_after_ms: None,
            has_joined: false,
            is_spectator: false,
        }
    }

    /// Follows the game until the owner drops the connection or the server refuses it.
    pub async fn run(mut self) {
        loop {
            let disconnect = match self.connect().await {
                Ok(socket) => self.follow(socket).await,
                Err(disconnect) => disconnect,
            };
            if self.report(disconnect).await.is_break() {
                return;
            }
            let first_delay = if self.is_spectator { SPECTATOR_DELAY_MS } else { PLAYER_DELAY_MS };
            sleep(retry_delay(self.retry_after_ms.take(), first_delay, self.failed_attempts)).await;
            self.failed_attempts += 1;
        }
    }

    /// Tells the owner how a connection ended. Breaks if the task is not to reconnect.
    async fn report(&self, disconnect: Disconnect) -> ControlFlow<()> {
        match disconnect {
            Disconnect::Dropped => return ControlFlow::Break(()),
            Disconnect::Failed(failure) => return self.fail(failure).await,
            Disconnect::Lost(why) if self.sequence.last().is_none() => {
                if self.failed_attempts + 1 >= MAX_FIRST_ATTEMPTS {
                    return self.fail(Failure::unreachable(&self.server, why)).await;
                }
            }
            // One lost connection is reported once, however many attempts it takes to reconnect.
            Disconnect::Lost(why) if self.failed_attempts == 0 => {
                // A dropped receiver is noticed below.
                let _ = self.channels.updates.send(GameUpdate::Disconnected(why)).await;
            }
            Disconnect::Lost(_) => {}
        }
        if self.channels.updates.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    async fn fail(&self, failure: Failure) -> ControlFlow<()> {
        // If the owner has dropped the connection, nobody needs the failure.
        let _ = self.channels.updates.send(GameUpdate::Failed(failure)).await;
        ControlFlow::Break(())
    }

    /// Opens a socket that has said hello, joined the game, and resent the unanswered commands.
    async fn connect(&mut self) -> Result<Socket, Disconnect> {
        match timeout(HANDSHAKE_TIMEOUT, self.shake_hands()).await {
            Ok(result) => result,
            Err(_) => {
                let why = format!("no answer within {} seconds", HANDSHAKE_TIMEOUT.as_secs());
                Err(Disconnect::Lost(why))
            }
        }
    }

    async fn shake_hands(&mut self) -> Result<Socket, Disconnect> {
        self.has_joined = false;
        let mut socket = Socket::open(&self.server).await?;
        socket.send(&ClientMessage::Hello { token: self.token.clone() }).await?;
        let received = socket.receive().await?;
        self.check_welcome(received)?;
        socket
            .send(&ClientMessage::Join { game: self.game, since: self.sequence.last(), compact: false })
            .await?;
        for command in self.unanswered.iter() {
            socket.send(command).await?;
        }
        Ok(socket)
    }

    fn check_welcome(&mut self, received: Received) -> Result<(), Disconnect> {
        match received.message {
            Some(ServerMessage::Welcome { protocol: VERSION, now, .. }) => {
                self.set_clock(now);
                Ok(())
            }
            Some(ServerMessage::Refused(refusal)) => Err(connection_refused(refusal)),
            Some(ServerMessage::Bye { message, retry_after, .. }) => {
                Err(self.closed_by_server(message, retry_after))
            }
            _ => Err(Disconnect::Failed(self.wrong_protocol())),
        }
    }

    /// Forwards messages both ways until the connection ends.
    async fn follow(&mut self, mut socket: Socket) -> Disconnect {
        let mut ping_timer = timer(PING_INTERVAL);
        let mut resend_timer = timer(RESEND_INTERVAL);
        let mut silent_pings = 0;
        loop {
            let result = tokio::select! {
                received = socket.receive() => {
                    silent_pings = 0;
                    match received {
                        Ok(received) => self.handle(received).await,
                        Err(disconnect) => Err(disconnect),
                    }
                }
                command = self.channels.commands.recv(), if !self.unanswered.is_full() => {
                    self.send_command(&mut socket, command).await
                }
                _ = resend_timer.tick(), if self.unanswered.has_deferred() => {
                    self.resend_deferred(&mut socket).await
                }
                _ = ping_timer.tick() => {
                    silent_pings += 1;
                    ping(&mut socket, silent_pings).await
                }
            };
            if let Err(disconnect) = result {
                return disconnect;
            }
        }
    }

    /// Sends a command of the owner; none means that the owner has dropped the connection.
    async fn send_command(
        &mut self,
        socket: &mut Socket,
        command: Option<ClientMessage>,
    ) -> Result<(), Disconnect> {
        let command = command.ok_or(Disconnect::Dropped)?;
        let sent = socket.send(&command).await;
        self.unanswered.push(command);
        sent
    }

    async fn resend_deferred(&self, socket: &mut Socket) -> Result<(), Disconnect> {
        for command in self.unanswered.deferred() {
            socket.send(command).await?;
        }
        Ok(())
    }

    async fn handle(&mut self, Received { message, text }: Received) -> Result<(), Disconnect> {
        match message {
            Some(ServerMessage::Game(snapshot)) => self.handle_snapshot(snapshot, text).await,
            Some(ServerMessage::Event { game, event }) if game == self.game => {
                self.handle_event(event, text).await
            }
            Some(ServerMessage::Ack { id, seq, .. }) => {
                self.unanswered.remove(&id);
                self.send_update(GameUpdate::Acknowledged(seq, text)).await
            }
            Some(ServerMessage::Refused(refusal)) => self.handle_refusal(refusal, text).await,
            Some(ServerMessage::Presence(presence)) if presence.game == self.game => {
                self.send_update(GameUpdate::Presence(presence, text)).await
            }
            Some(ServerMessage::Pong { heads, now }) => {
                self.set_clock(now);
                let head = heads.get(&self.game).copied();
                self.sequence.compare_head(head).map_err(Disconnect::Lost)
            }
            Some(ServerMessage::Bye { message, retry_after, .. }) => {
                Err(self.closed_by_server(message, retry_after))
            }
            Some(_) => Ok(()),
            None => self.handle_unknown(text).await,
        }
    }

    /// Handles the answer to a join: the first one shows the game, the later ones only that the game was resumed. The
    /// server shows the game again by itself if its events are not those that it has sent.
    async fn handle_snapshot(&mut self, snapshot: Snapshot, text: String) -> Result<(), Disconnect> {
        self.failed_attempts = 0;
        self.has_joined = true;
        self.is_spectator = snapshot.role == Role::Spectator;
        if self.sequence.last().is_some() && snapshot.view.is_none() {
            return self.send_update(GameUpdate::Reconnected).await;
        }
        self.sequence.start_at(snapshot.seq);
        self.send_update(GameUpdate::Snapshot(Box::new(snapshot), text)).await
    }

    async fn handle_event(&mut self, event: Event, text: String) -> Result<(), Disconnect> {
        if self.sequence.is_next(event.seq).map_err(Disconnect::Lost)? {
            self.send_update(GameUpdate::Event(Box::new(event), text)).await?;
        }
        Ok(())
    }

    /// Handles a refusal. The connection ends if the join was refused.
    ///
    /// A refusal without a command's id answers the join, or, after the join, a message that the server could not read.
    async fn handle_refusal(&mut self, refusal: Refusal, text: String) -> Result<(), Disconnect> {
        match &refusal.id {
            Some(id) if refusal.code.is_temporary() && self.unanswered.defer(id) => {
                return self.send_update(GameUpdate::Deferred(refusal.message)).await;
            }
            Some(id) => self.unanswered.remove(id),
            None if !self.has_joined && refusal.code == ErrorCode::SinceAhead => {
                self.sequence = EventSequence::default();
                return Err(Disconnect::Lost(refusal.message));
            }
            None if !self.has_joined => return Err(connection_refused(refusal)),
            None => {}
        }
        self.send_update(GameUpdate::Refused(refusal, text)).await
    }

    /// Handles a message of a newer server. Unknown events are counted, because the next event follows them.
    async fn handle_unknown(&mut self, text: String) -> Result<(), Disconnect> {
        match UnknownMessage::parse(&text) {
            UnknownMessage::Refused(refusal) => self.handle_refusal(refusal, text).await,
            UnknownMessage::Event { game, seq }
                if game == self.game && self.sequence.is_next(seq).map_err(Disconnect::Lost)? =>
            {
                self.send_update(GameUpdate::UnknownEvent(seq, text)).await
            }
            UnknownMessage::Event { .. } | UnknownMessage::Other => Ok(()),
        }
    }

    async fn send_update(&self, update: GameUpdate) -> Result<(), Disconnect> {
        self.channels.updates.send(update).await.map_err(|_| Disconnect::Dropped)
    }

    fn set_clock(&self, now: Timestamp) {
        self.channels.clock.send_replace(ServerClock::start_at(now));
    }

    fn closed_by_server(&mut self, message: String, retry_after_ms: Option<u64>) -> Disconnect {
        self.retry_after_ms = retry_after_ms;
        Disconnect::Lost(message)
    }

    fn wrong_protocol(&self) -> Failure {
        let server = &self.server;
        let message =
            format!("the server at {server} does not speak version {VERSION} of the ikibuguzo protocol");
        Failure::new(Exit::Unreachable, message)
    }
}

fn timer(period: Duration) -> Interval {
    let mut timer = interval(period);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer
}

async fn ping(socket: &mut Socket, silent_pings: u32) -> Result<(), Disconnect> {
    if silent_pings > MAX_SILENT_PINGS {
        return Err(Disconnect::Lost("the server has stopped answering".to_owned()));
    }
    socket.send(&ClientMessage::PING).await
}

/// How a connection whose hello or join was refused ends.
fn connection_refused(refusal: Refusal) -> Disconnect {
    if refusal.code.is_temporary() {
        return Disconnect::Lost(refusal.message);
    }
    Disconnect::Failed(Failure::refused(refusal.code, &refusal.message))
}
