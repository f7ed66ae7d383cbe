use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, ErrorCode, GameId, Refusal, ServerMessage, Token, VERSION,
};

use crate::app::App;
use crate::chance;
use crate::error::Error;
use crate::live::outbox::{OutboundFrame, Outbox, What};
use crate::live::registry::{Delivery, Watching};
use crate::net::limits::TokenBucket;
use crate::time;
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::Command;
use ikibuguzo_game::room::Rejection;

/// Games that one socket may follow at a time.
const MOST_GAMES: usize = 32;

/// Commands that one socket may have under way; what it says beyond that is read when some are answered.
const MOST_UNANSWERED: usize = 64;

/// What a socket has said so far: who speaks, and which games it follows.
pub(super) struct Session {
    pub(super) app: App,
    pub(super) outbox: Outbox,
    greeted: bool,
    player: Option<Player>,
    /// A few, so that looking through them is the quickest way.
    joined: Vec<Joined>,
    /// The games of the commands that have not been answered yet.
    unanswered: Vec<GameId>,
    /// How fast it talks.
    talk: TokenBucket,
    /// How fast it makes moves that are refused: talk puts off no move.
    misses: TokenBucket,
}

/// What a message is answered with.
#[derive(Default)]
pub(super) struct Answer {
    /// None where the room of a game gives the answer. Boxed, since it is large, and moves have none.
    pub(super) message: Option<Box<ServerMessage>>,
    /// What was missed of a game, behind it.
    pub(super) missed: Vec<OutboundFrame>,
}

/// What a message leads to.
pub(super) enum Heard<'a> {
    /// This is the answer.
    Answered(Answer),
    /// The answer takes its time. Boxed, since it is large, and most sockets wait for none.
    Asked(BoxFuture<'a, Answer>),
}

/// How far a joined game is.
struct Joined {
    game: GameId,
    /// Its newest `seq`, kept up to date by its room.
    head: Arc<AtomicU64>,
    /// The newest `seq` that this socket has sent. A line of an earlier join may still wait behind it.
    sent: u64,
}

impl Session {
    pub(super) fn new(app: App, outbox: Outbox) -> Self {
        Self {
            app,
            outbox,
            greeted: false,
            player: None,
            joined: Vec::new(),
            unanswered: Vec::new(),
            talk: TokenBucket::default(),
            misses: TokenBucket::default(),
        }
    }

    /// Answers one message; a command is answered by its room, with a line.
    pub(super) fn hear(&mut self, message: Result<ClientMessage, Refusal>) -> Heard<'_> {
        let message = match self.admit(message) {
            Ok(message) => message,
            Err(answer) => return Heard::Answered(answer),
        };
        match message {
            ClientMessage::Ping {} => Heard::Answered(self.pong().into()),
            ClientMessage::Hello { token } => Heard::Asked(Box::pin(self.hello(token))),
            ClientMessage::Join { game, since } => Heard::Asked(Box::pin(self.join(game, since))),
            ClientMessage::Leave { game } => Heard::Asked(Box::pin(self.leave(game))),
            command => self.hear_command(command),
        }
    }

    fn hear_command(&mut self, message: ClientMessage) -> Heard<'_> {
        let delivery =
            command_of(message, chance::game_id).map(|(game, command)| self.command(game, command));
        match delivery {
            Some(Ok(Some(delivery))) => Heard::Asked(Box::pin(delivery.map(|()| Answer::default()))),
            Some(Err(answer)) => Heard::Answered(answer),
            Some(Ok(None)) | None => Heard::Answered(Answer::default()),
        }
    }

    /// Refuses what cannot be read, comes too fast, or comes before hello.
    fn admit(&mut self, message: Result<ClientMessage, Refusal>) -> Result<ClientMessage, Answer> {
        let message = message.map_err(|refusal| {
            let _ = self.take_pace();
            Answer::from(ServerMessage::Refused(refusal))
        })?;
        if let Err(wait) = self.keep_pace(&message) {
            return Err(too_fast(&message, wait).into());
        }
        if !self.greeted && !matches!(message, ClientMessage::Hello { .. }) {
            return Err(refused(None, None, Rejection::new(ErrorCode::HelloFirst, "say hello first")));
        }
        Ok(message)
    }

    /// Whether the client has said hello.
    pub(super) fn greeted(&self) -> bool {
        self.greeted
    }

    /// Every message costs, but for moves, which cost only if they are refused.
    fn keep_pace(&mut self, message: &ClientMessage) -> Result<(), u64> {
        match message {
            ClientMessage::Act { .. } | ClientMessage::Arrange { .. } => self.misses.check(time::now()),
            _ => self.take_pace(),
        }
    }

    /// Whoever follows many games has as much to say in each of them as whoever follows one.
    fn take_pace(&mut self) -> Result<(), u64> {
        self.talk.take_part(self.games(), time::now())
    }

    fn joined(&mut self, game: GameId) -> Option<&mut Joined> {
        self.joined.iter_mut().find(|joined| joined.game == game)
    }

    fn games(&self) -> u64 {
        self.joined.len().try_into().unwrap_or(u64::MAX)
    }

    /// Whether it is told of more than one game.
    pub(super) fn follows_many(&self) -> bool {
        self.joined.len() > 1
    }

    /// Whether the client may say more before some of its commands are answered.
    pub(super) fn listens(&self) -> bool {
        self.unanswered.len() < MOST_UNANSWERED
    }

    /// Whether every command has been answered.
    pub(super) fn has_answered(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// Whether every command in one game has been answered.
    pub(super) fn has_answered_in(&self, game: GameId) -> bool {
        !self.unanswered.contains(&game)
    }

    /// The text of a line from a room, unless the client has left that game or has been sent that event.
    pub(super) fn pass_on(&mut self, line: OutboundFrame) -> Option<Utf8Bytes> {
        match line.what {
            What::Answer { is_move, refused } => self.note_answer(line.game, is_move, refused),
            What::Presence => drop(self.joined(line.game)?),
            What::Event { seq, .. } => {
                let joined = self.joined(line.game).filter(|joined| joined.sent < seq)?;
                joined.sent = seq;
            }
        }
        Some(line.text)
    }

    fn note_answer(&mut self, game: GameId, is_move: bool, refused: Option<ErrorCode>) {
        let place = self.unanswered.iter().position(|unanswered| *unanswered == game);
        place.map(|place| self.unanswered.swap_remove(place));
        if let Some(code) = refused {
            self.app.metrics.refused(code);
            self.charge_refused(is_move);
        }
    }

    fn charge_refused(&mut self, is_move: bool) {
        if is_move {
            let _ = self.misses.take_part(self.games(), time::now());
        }
    }

    /// Follows no game any more.
    pub(super) async fn leave_all(&mut self) {
        for joined in self.joined.drain(..) {
            self.app.lobby.unwatch(joined.game, self.outbox.socket()).await;
        }
    }

    async fn hello(&mut self, token: Option<Token>) -> Answer {
        if self.greeted {
            return refused(None, None, Rejection::new(ErrorCode::HelloTwice, "you have said hello already"));
        }
        if let Some(token) = token {
            match self.app.player_of(&token).await {
                Ok(player) => self.player = Some(player),
                Err(error) => return refused(None, None, self.app.rejection_for(error)),
            }
        }
        self.greeted = true;
        let player = self.player.as_ref().map(|player| player.name.clone());
        let server = env!("CARGO_PKG_VERSION").to_owned();
        ServerMessage::Welcome { protocol: VERSION, server, player, now: time::now() }.into()
    }

    async fn join(&mut self, game: GameId, since: Option<u64>) -> Answer {
        if self.joined.len() >= MOST_GAMES && self.joined(game).is_none() {
            let message =
                format!("one socket follows at most {MOST_GAMES} games; leave one, or open another socket");
            return refused(None, Some(game), Rejection::new(ErrorCode::TooManyGames, message));
        }
        self.app.joins.pass().await;
        match self.follow(game, since).await {
            Ok(answer) => answer,
            Err(error) => refused(None, Some(game), self.app.rejection_for(error)),
        }
    }

    async fn follow(&mut self, game: GameId, since: Option<u64>) -> Result<Answer, Error> {
        let who = self.player.as_ref().map(|player| &player.id);
        let watching = self.app.lobby.watch(game, who, since, &self.outbox).await?;
        let Watching { snapshot, recent, head, .. } = watching;
        self.forget(game);
        self.joined.push(Joined { game, head, sent: snapshot.head });
        match self.app.missed(&snapshot, recent).await {
            Ok(missed) => {
                self.app.metrics.resumes.inc_by(u64::from(since > Some(0)));
                Ok(Answer { message: Some(Box::new(ServerMessage::Game(snapshot))), missed })
            }
            Err(rejection) => {
                self.leave(game).await;
                Err(rejection)
            }
        }
    }

    async fn leave(&mut self, game: GameId) -> Answer {
        if !self.forget(game) {
            return refused(
                None,
                Some(game),
                Rejection::new(ErrorCode::NotJoined, "you have not joined that game"),
            );
        }
        self.app.lobby.unwatch(game, self.outbox.socket()).await;
        ServerMessage::Left { game }.into()
    }

    /// Whether it had joined that game.
    fn forget(&mut self, game: GameId) -> bool {
        let place = self.joined.iter().position(|joined| joined.game == game);
        place.map(|place| self.joined.swap_remove(place)).is_some()
    }

    fn pong(&self) -> ServerMessage {
        let heads =
            self.joined.iter().map(|joined| (joined.game, joined.head.load(Ordering::Acquire))).collect();
        ServerMessage::Pong { heads, now: time::now() }
    }

    /// Hands a command to its game.
    fn command(&mut self, game: GameId, command: Command) -> Result<Option<Delivery>, Answer> {
        let Some(player) = self.player.clone() else {
            self.charge_refused(command.ask.is_move());
            let rejection =
                Rejection::new(ErrorCode::TokenRequired, "only a player may do that: say hello with a token");
            return Err(refused(Some(command.id), Some(game), rejection));
        };
        self.unanswered.push(game);
        Ok(self.app.lobby.post(game, player, command, self.outbox.clone()))
    }
}

impl From<ServerMessage> for Answer {
    fn from(message: ServerMessage) -> Self {
        Self { message: Some(Box::new(message)), missed: Vec::new() }
    }
}

fn refused(id: Option<CommandId>, game: Option<GameId>, rejection: Rejection) -> Answer {
    ServerMessage::Refused(refusal(id, game, rejection)).into()
}

fn refusal(id: Option<CommandId>, game: Option<GameId>, Rejection { code, message }: Rejection) -> Refusal {
    Refusal { id, game, code, message, retry_after: None }
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
