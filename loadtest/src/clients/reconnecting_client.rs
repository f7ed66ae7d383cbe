//! A client with one socket and one game, which reconnects whenever its connection is lost.

use std::convert::Infallible;
use std::fmt;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use ikibuguzo_protocol::{Refusal, ServerMessage, Token};
use tokio::time::{sleep, timeout};

use crate::clients::followed_game::FollowedGame;
use crate::clients::retry_delay::{PLAYER_DELAY_MS, SPECTATOR_DELAY_MS, retry_delay};
use crate::clients::shared_state::ClientsState;
use crate::clock;
use crate::net::incoming::Incoming;
use crate::net::socket::Socket;
use crate::players::connection::sleep_until_some;

/// The longest time from opening a connection to `welcome`.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The player of a client, and the node to which it connects.
#[derive(Clone, Debug)]
pub struct ClientIdentity {
    /// The token of a player. `None` for a spectator.
    pub token: Option<Token>,
    /// The first node.
    pub node: usize,
    /// The number by which the client chooses another node.
    pub rank: usize,
}

/// A client with one socket and one game.
#[derive(Debug)]
pub struct ReconnectingClient {
    run: Rc<ClientsState>,
    identity: ClientIdentity,
    game: FollowedGame,
    rng: Rng,
    /// Attempts to connect since the game was last joined.
    failed_attempts: usize,
    /// Whether the game has ever been joined.
    is_known: bool,
    /// Whether a game has been joined over the current connection.
    is_counted: bool,
}

/// The loss of a connection.
#[derive(Debug)]
struct LostConnection {
    /// Why it was lost.
    reason: String,
    /// The delay in milliseconds that the server requested, if it requested one.
    retry_after: Option<u64>,
}

impl<E: fmt::Display> From<E> for LostConnection {
    fn from(error: E) -> Self {
        Self { reason: format!("{error:#}"), retry_after: None }
    }
}

impl ReconnectingClient {
    /// Creates a client that has not connected.
    pub fn new(run: Rc<ClientsState>, identity: ClientIdentity, game: FollowedGame, rng: Rng) -> Self {
        Self { run, identity, game, rng, failed_attempts: 0, is_known: false, is_counted: false }
    }

    /// Plays or watches until the process ends.
    pub async fn run(mut self) {
        loop {
            let retry_after = self.use_connection().await;
            let first_delay =
                if self.identity.token.is_some() { PLAYER_DELAY_MS } else { SPECTATOR_DELAY_MS };
            sleep(retry_delay(retry_after, first_delay, self.failed_attempts, &mut self.rng)).await;
            self.failed_attempts += 1;
            let rank = self.identity.rank + self.failed_attempts - 1;
            self.identity.node = self.run.nodes.choose(rank, self.identity.node);
        }
    }

    /// Opens a connection and uses it until it is lost. Returns the delay in milliseconds that the server requested.
    async fn use_connection(&mut self) -> Option<u64> {
        let address = self.run.nodes.address(self.identity.node);
        let connect = Socket::connect(address, self.identity.token.as_ref());
        let Ok(Ok(socket)) = timeout(HANDSHAKE_TIMEOUT, connect).await else {
            self.run.stats.count(|counts| counts.failed_attempts += 1);
            return None;
        };
        self.game.join_again();
        let Err(lost) = self.exchange_messages(socket).await;
        self.handle_loss(&lost, address);
        lost.retry_after
    }

    fn handle_loss(&mut self, lost: &LostConnection, address: SocketAddr) {
        let nodes = &self.run.nodes;
        let node = self.identity.node;
        let now = clock::now();
        let is_expected = !nodes.is_still_in_service(node, address);
        if std::mem::take(&mut self.is_counted) {
            nodes.remove_client(node, address);
            self.game.handle_loss(is_expected, nodes.lost_at(node, now), now);
        }
        if !is_expected {
            let error = format_args!("a socket to a working node was lost: {}", lost.reason);
            self.run.stats.record_other_error(&error);
        }
    }

    /// Handles all messages that have arrived before it sends any.
    async fn exchange_messages(&mut self, mut socket: Socket) -> Result<Infallible, LostConnection> {
        let mut play = self.run.watch_play();
        loop {
            for text in self.game.take_outgoing() {
                socket.feed(text).await?;
            }
            socket.flush().await?;
            tokio::select! {
                biased;
                text = socket.next() => self.handle(&text?)?,
                () = sleep_until_some(self.game.next_action_at()) => self.game.act(clock::now())?,
                Ok(()) = play.changed(), if self.game.can_play() => {}
            }
            while let Some(text) = socket.try_next() {
                self.handle(&text?)?;
            }
        }
    }

    fn handle(&mut self, text: &str) -> Result<(), LostConnection> {
        let now = clock::now();
        match Incoming::parse(text)? {
            Incoming::Ack { id, seq, .. } => self.game.handle_ack(id, seq, now),
            Incoming::Move { game, event } if game == self.game.id().as_str() => {
                self.game.handle_move(&event, text, now);
            }
            Incoming::Move { .. } => {}
            Incoming::Other(message) => self.handle_other(*message, text, now)?,
        }
        Ok(())
    }

    fn handle_other(
        &mut self,
        message: ServerMessage,
        text: &str,
        now: Instant,
    ) -> Result<(), LostConnection> {
        match message {
            ServerMessage::Game(snapshot) if snapshot.game == self.game.id() => {
                self.count_join();
                self.game.handle_snapshot(&snapshot, now);
            }
            ServerMessage::Event { game, event } if game == self.game.id() => {
                self.game.handle_event(event, text, now)?;
            }
            ServerMessage::Refused(refusal) => self.handle_refusal(&refusal, text, now)?,
            ServerMessage::Bye { code, retry_after, .. } => {
                self.run.stats.record_bye(code);
                return Err(LostConnection { reason: text.to_owned(), retry_after });
            }
            // Presence and `left` need no reply.
            _ => {}
        }
        Ok(())
    }

    /// Handles a refusal. If `join` was refused, the client connects again.
    fn handle_refusal(&mut self, refusal: &Refusal, text: &str, now: Instant) -> Result<(), LostConnection> {
        if self.game.handle_refusal(refusal, text, now) { Ok(()) } else { Err(text.into()) }
    }

    /// Counts the client at its node, once for each connection.
    fn count_join(&mut self) {
        self.failed_attempts = 0;
        if !std::mem::replace(&mut self.is_counted, true) {
            self.run.nodes.add_client(self.identity.node);
        }
        if !std::mem::replace(&mut self.is_known, true) {
            self.run.stats.record_first_join();
        }
    }
}
