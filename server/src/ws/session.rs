//! What one socket has said so far: who it is, which games it follows, and which commands are under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, Rejection};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, ErrorCode, GameId, Refusal, ServerMessage, Timestamp, Token, VERSION,
};
use tokio::time::Instant;

use super::message_rates::MessageRates;
use crate::app::App;
use crate::error::Error;
use crate::live::frame::{EventForm, FrameKind, OutboundFrame};
use crate::live::outbox::Outbox;
use crate::live::registry::PendingDelivery;
use crate::live::request::WatchStart;
use crate::live::subscribers::Subscription;
use crate::query::player_games::subscribe;

/// Largest number of games that one socket may follow at a time.
pub(super) const MAX_FOLLOWED_GAMES: usize = 32;

/// Largest number of commands of one socket that are under way. Further messages are read when some are answered.
const MAX_UNANSWERED: usize = 64;

/// The longest time without heartbeats that a client can ask for. Many proxies close a connection after a minute without
/// data.
const LONGEST_QUIET: Duration = Duration::from_secs(57);

/// The state of one socket.
pub(super) struct Session {
    pub(super) app: App,
    pub(super) outbox: Outbox,
    is_greeted: bool,
    player: Option<Player>,
    /// At most [`MAX_FOLLOWED_GAMES`], so a search from the front is fastest.
    joined: Vec<JoinedGame>,
    /// What concerns the player, if the client has subscribed to it. Boxed, since few sockets have one.
    subscription: Option<Box<Subscription>>,
    /// The games of the commands that are not answered yet.
    unanswered: Vec<GameId>,
    /// How much the client may send.
    rates: MessageRates,
    /// Until when the server sends no heartbeats, by the client's last ping.
    quiet_until: Option<Instant>,
}

/// The answer to a message.
#[derive(Default)]
pub(super) struct Response {
    /// `None` if a room gives the answer. Boxed, since it is large and moves have none.
    pub(super) message: Option<Box<ServerMessage>>,
    /// Missed events, to be sent after the message.
    pub(super) missed: Vec<OutboundFrame>,
}

/// What handling a message has led to.
pub(super) enum Handled<'a> {
    /// The response.
    Now(Response),
    /// The response takes time. Boxed, since it is large and most sockets wait for none.
    Later(BoxFuture<'a, Response>),
}

/// A game that the socket follows.
struct JoinedGame {
    game: GameId,
    /// Its newest `seq`, kept up to date by its room.
    head: Arc<AtomicU64>,
    /// The newest `seq` that this socket has sent. Frames of an earlier join may still be queued.
    sent: u64,
}

impl Session {
    /// A socket that has said nothing.
    pub(super) fn new(app: App, outbox: Outbox) -> Self {
        Self {
            app,
            outbox,
            is_greeted: false,
            player: None,
            joined: Vec::new(),
            subscription: None,
            unanswered: Vec::new(),
            rates: MessageRates::default(),
            quiet_until: None,
        }
    }

    /// When the next heartbeat is due, if the client has announced that it is silent for a while.
    pub(super) fn next_heartbeat(&self) -> Option<Instant> {
        self.quiet_until.filter(|until| Instant::now() < *until)
    }

    /// Handles one message. A command is answered by its room, through the outbox.
    pub(super) fn handle(&mut self, message: Result<ClientMessage, Refusal>) -> Handled<'_> {
        let message = match self.admit(message) {
            Ok(message) => message,
            Err(response) => return Handled::Now(response),
        };
        match message {
            ClientMessage::Ping { next_within } => {
                self.quiet_until =
                    next_within.map(|time| Instant::now() + time.duration().min(LONGEST_QUIET));
                Handled::Now(self.pong().into())
            }
            ClientMessage::Hello { token } => Handled::Later(Box::pin(self.hello(token))),
            ClientMessage::Join { game, since, compact } => {
                let form = if compact { EventForm::Compact } else { EventForm::Full };
                Handled::Later(Box::pin(self.join(game, since, form)))
            }
            ClientMessage::Leave { game } => Handled::Later(Box::pin(self.leave(game))),
            ClientMessage::Subscribe {} => Handled::Later(Box::pin(self.subscribe())),
            command => self.handle_command(command),
        }
    }

    fn handle_command(&mut self, message: ClientMessage) -> Handled<'_> {
        let command = command_of(message, || self.app.chance.game_id());
        match command.map(|(game, command)| self.post(game, command)) {
            Some(Ok(Some(delivery))) => Handled::Later(Box::pin(delivery.map(|()| Response::default()))),
            Some(Err(response)) => Handled::Now(response),
            Some(Ok(None)) | None => Handled::Now(Response::default()),
        }
    }

    /// Refuses a message that cannot be read, comes too fast, or comes before hello. An unreadable one is refused as
    /// such, and counts.
    fn admit(&mut self, message: Result<ClientMessage, Refusal>) -> Result<ClientMessage, Response> {
        let message = message.map_err(|refusal| {
            self.charge_frame();
            Response::from(ServerMessage::Refused(refusal))
        })?;
        if let Err(wait) = self.check_rate(&message) {
            return Err(too_fast(&message, wait).into());
        }
        if !self.is_greeted && !matches!(message, ClientMessage::Hello { .. }) {
            return Err(refused(None, None, Rejection::new(ErrorCode::HelloFirst, "say hello first")));
        }
        Ok(message)
    }

    /// Whether the client has said hello.
    pub(super) fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    /// Every message costs, except moves: those cost only if they are refused.
    fn check_rate(&mut self, message: &ClientMessage) -> Result<(), u64> {
        match message {
            ClientMessage::Act { .. } | ClientMessage::Arrange { .. } => {
                self.rates.take_move(self.app.clock.now())
            }
            _ => self.rates.take_message(self.game_count(), self.app.clock.now()),
        }
    }

    /// Counts a frame or a message that cannot be read. Its refusal does not depend on the rate.
    pub(super) fn charge_frame(&mut self) {
        let _ = self.rates.take_message(self.game_count(), self.app.clock.now());
    }

    /// Whether the client has sent so much that the socket must close.
    pub(super) fn is_flooding(&self) -> bool {
        self.rates.is_flooding()
    }

    fn joined(&mut self, game: GameId) -> Option<&mut JoinedGame> {
        self.joined.iter_mut().find(|joined| joined.game == game)
    }

    fn game_count(&self) -> u64 {
        self.joined.len().try_into().unwrap_or(u64::MAX)
    }

    /// Whether it follows more than one game.
    pub(super) fn follows_several(&self) -> bool {
        self.joined.len() > 1
    }

    /// Whether the client may send more before some of its commands are answered.
    pub(super) fn can_take_more(&self) -> bool {
        self.unanswered.len() < MAX_UNANSWERED
    }

    /// Whether every command has been answered.
    pub(super) fn has_answered_all(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// Whether every command in one game has been answered.
    pub(super) fn has_answered_in(&self, game: GameId) -> bool {
        !self.unanswered.contains(&game)
    }

    /// The text of a frame from a room; `None` if the client has left that game or was sent that event.
    pub(super) fn accept(&mut self, frame: OutboundFrame) -> Option<Utf8Bytes> {
        match frame.kind {
            FrameKind::Answer { is_move, refusal } => self.note_answer(frame.game, is_move, refusal),
            FrameKind::Snapshot { head } => self.joined(frame.game)?.sent = head,
            FrameKind::Presence => drop(self.joined(frame.game)?),
            FrameKind::Notice { seq } => {
                self.subscription.as_ref().filter(|all| all.is_new(frame.game, seq))?;
            }
            FrameKind::Event { seq, .. } => {
                let joined = self.joined(frame.game).filter(|joined| joined.sent < seq)?;
                joined.sent = seq;
            }
        }
        Some(frame.text)
    }

    fn note_answer(&mut self, game: GameId, is_move: bool, refusal: Option<ErrorCode>) {
        let index = self.unanswered.iter().position(|unanswered| *unanswered == game);
        index.map(|index| self.unanswered.swap_remove(index));
        if let Some(code) = refusal {
            self.app.metrics.refused(code);
            self.charge_refusal(is_move);
        }
    }

    fn charge_refusal(&mut self, is_move: bool) {
        if is_move {
            self.rates.note_refused_move(self.game_count(), self.app.clock.now());
        }
    }

    /// Ends the subscription and leaves all games. `left_at` is when the client left, in milliseconds since 1970-01-01
    /// UTC.
    pub(super) async fn leave_all(&mut self, left_at: Timestamp) {
        self.subscription = None;
        for joined in self.joined.drain(..) {
            self.app.rooms.unwatch(joined.game, self.outbox.socket(), left_at).await;
        }
    }

    async fn hello(&mut self, token: Option<Token>) -> Response {
        if self.is_greeted {
            return refused(None, None, Rejection::new(ErrorCode::HelloTwice, "you have said hello already"));
        }
        if let Some(token) = token {
            match self.app.accounts.player_of(&token).await {
                Ok(player) => self.player = Some(player),
                Err(error) => return self.failed(None, error),
            }
        }
        self.is_greeted = true;
        let player = self.player.as_ref().map(|player| player.name.clone());
        let server = env!("CARGO_PKG_VERSION").to_owned();
        ServerMessage::Welcome { protocol: VERSION, server, player, now: self.app.clock.now() }.into()
    }

    async fn join(&mut self, game: GameId, since: Option<u64>, form: EventForm) -> Response {
        if self.joined.len() >= MAX_FOLLOWED_GAMES && self.joined(game).is_none() {
            let message = format!(
                "one socket follows at most {MAX_FOLLOWED_GAMES} games; leave one, or open another socket"
            );
            return refused(None, Some(game), Rejection::new(ErrorCode::TooManyGames, message));
        }
        self.app.joins.pass().await;
        match self.follow(game, since, form).await {
            Ok(response) => response,
            Err(error) => self.failed(Some(game), error),
        }
    }

    async fn follow(&mut self, game: GameId, since: Option<u64>, form: EventForm) -> Result<Response, Error> {
        let player = self.player.as_ref().map(|player| &player.id);
        let start = self.app.rooms.watch(game, player, since, form, &self.outbox).await?;
        let WatchStart { snapshot, recent, head, .. } = start;
        self.forget(game);
        self.joined.push(JoinedGame { game, head, sent: snapshot.head });
        match self.app.missed_events.load(&snapshot, recent, form).await {
            Ok(missed) => {
                self.app.metrics.resumes.inc_by(u64::from(since > Some(0)));
                Ok(Response { message: Some(Box::new(ServerMessage::Game(snapshot))), missed })
            }
            Err(error) => {
                self.leave(game).await;
                Err(error)
            }
        }
    }

    /// Subscribes to what concerns the player. A repeated subscription shows the games again.
    async fn subscribe(&mut self) -> Response {
        let Some(player) = &self.player else {
            return refused(None, None, token_required());
        };
        self.subscription = None;
        let (app, outbox) = (&self.app, &self.outbox);
        match subscribe(&app.store, &app.standings, &app.subscribers, player, outbox).await {
            Ok((subscription, games)) => {
                self.subscription = Some(Box::new(subscription));
                ServerMessage::Subscribed(games).into()
            }
            Err(error) => self.failed(None, error),
        }
    }

    async fn leave(&mut self, game: GameId) -> Response {
        if !self.forget(game) {
            let rejection = Rejection::new(ErrorCode::NotJoined, "you have not joined that game");
            return refused(None, Some(game), rejection);
        }
        self.app.rooms.unwatch(game, self.outbox.socket(), self.app.clock.now()).await;
        ServerMessage::Left { game }.into()
    }

    /// Removes a game. Returns whether it was joined.
    fn forget(&mut self, game: GameId) -> bool {
        let index = self.joined.iter().position(|joined| joined.game == game);
        index.map(|index| self.joined.swap_remove(index)).is_some()
    }

    fn pong(&self) -> ServerMessage {
        let head = |joined: &JoinedGame| (joined.game, joined.head.load(Ordering::Acquire));
        ServerMessage::Pong { heads: self.joined.iter().map(head).collect(), now: self.app.clock.now() }
    }

    /// Hands a command to its game.
    fn post(&mut self, game: GameId, command: Command) -> Result<Option<PendingDelivery>, Response> {
        let Some(player) = self.player.clone() else {
            self.charge_refusal(command.kind.is_move());
            return Err(refused(Some(command.id), Some(game), token_required()));
        };
        self.unanswered.push(game);
        Ok(self.app.rooms.post(game, player, command, self.outbox.clone()))
    }

    /// Refuses a request because of an error, which is logged if the database has failed.
    fn failed(&self, game: Option<GameId>, error: Error) -> Response {
        refused(None, game, self.app.rejection_for(error))
    }
}

impl From<ServerMessage> for Response {
    fn from(message: ServerMessage) -> Self {
        Self { message: Some(Box::new(message)), missed: Vec::new() }
    }
}

fn refused(id: Option<CommandId>, game: Option<GameId>, rejection: Rejection) -> Response {
    let Rejection { code, message } = rejection;
    ServerMessage::Refused(Refusal { id, game, code, message, retry_after: None }).into()
}

fn token_required() -> Rejection {
    Rejection::new(ErrorCode::TokenRequired, "only a player may do that: say hello with a token")
}

fn too_fast(message: &ClientMessage, wait: u64) -> ServerMessage {
    ServerMessage::Refused(Refusal {
        id: message.id().cloned(),
        game: message.game(),
        code: ErrorCode::TooFast,
        message: format!("too many messages; go on in {wait} milliseconds"),
        retry_after: Some(wait),
    })
}
