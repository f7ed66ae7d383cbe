use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, ErrorCode, GameId, Refusal, ServerMessage, Token, VERSION,
};

use crate::app::App;
use crate::asks::command_of;
use crate::limits::Pace;
use crate::lobby::{Line, Outbox, Watching};
use crate::player::Player;
use crate::room::{Ask, Command, Rejection};
use crate::time;

/// Games that one socket may follow at a time.
const MOST_GAMES: usize = 32;

/// What a socket has said so far: who speaks, and which games it follows.
pub(super) struct Session {
    pub(super) app: App,
    pub(super) outbox: Outbox,
    greeted: bool,
    player: Option<Player>,
    joined: HashMap<GameId, Joined>,
    pace: Pace,
}

/// How far a joined game is.
struct Joined {
    /// Its newest `seq`, kept up to date by its room.
    head: Arc<AtomicU64>,
    /// The newest `seq` that this socket has sent. A line of an earlier join may still wait behind it.
    sent: u64,
}

impl Session {
    pub(super) fn new(app: App, outbox: Outbox) -> Self {
        Self { app, outbox, greeted: false, player: None, joined: HashMap::new(), pace: Pace::default() }
    }

    /// Answers one message.
    pub(super) async fn hear(&mut self, text: &str) -> Vec<ServerMessage> {
        let message = match ClientMessage::parse(text) {
            Ok(message) => message,
            Err(refusal) => {
                let _ = self.pace.take(time::now());
                return vec![ServerMessage::Refused(refusal)];
            }
        };
        if let Err(wait) = self.keep_pace(&message) {
            return vec![too_fast(&message, wait)];
        }
        if !self.greeted && !matches!(message, ClientMessage::Hello { .. }) {
            return refused(None, None, Rejection::new(ErrorCode::HelloFirst, "say hello first"));
        }
        match message {
            ClientMessage::Hello { token } => self.hello(token.as_ref()).await,
            ClientMessage::Join { game, since } => self.join(game, since).await,
            ClientMessage::Leave { game } => self.leave(game).await,
            ClientMessage::Ping {} => vec![self.pong()],
            command => match command_of(command) {
                Some((game, command)) => vec![self.command(game, command).await],
                None => Vec::new(),
            },
        }
    }

    /// Whether the client has said hello.
    pub(super) fn greeted(&self) -> bool {
        self.greeted
    }

    /// Every message costs, but for moves, which cost only if they are refused.
    fn keep_pace(&mut self, message: &ClientMessage) -> Result<(), u64> {
        match message {
            ClientMessage::Act { .. } => self.pace.check(time::now()),
            _ => self.pace.take(time::now()),
        }
    }

    /// The text of a line from a room, unless the client has left that game or has been sent that event.
    pub(super) fn pass_on(&mut self, line: Line) -> Option<Utf8Bytes> {
        let joined = self.joined.get_mut(&line.game)?;
        if let Some(seq) = line.seq {
            if seq <= joined.sent {
                return None;
            }
            joined.sent = seq;
        }
        Some(line.text)
    }

    /// Follows no game any more.
    pub(super) async fn leave_all(&mut self) {
        for (game, _) in self.joined.drain() {
            self.app.lobby.unwatch(game, self.outbox.socket).await;
        }
    }

    async fn hello(&mut self, token: Option<&Token>) -> Vec<ServerMessage> {
        if self.greeted {
            return refused(None, None, Rejection::new(ErrorCode::HelloTwice, "you have said hello already"));
        }
        if let Some(token) = token {
            match self.app.player_of(token).await {
                Ok(player) => self.player = Some(player),
                Err(rejection) => return refused(None, None, rejection),
            }
        }
        self.greeted = true;
        vec![ServerMessage::Welcome {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: self.player.as_ref().map(|player| player.name.clone()),
            now: time::now(),
        }]
    }

    async fn join(&mut self, game: GameId, since: Option<u64>) -> Vec<ServerMessage> {
        if self.joined.len() >= MOST_GAMES && !self.joined.contains_key(&game) {
            let message =
                format!("one socket follows at most {MOST_GAMES} games; leave one, or open another socket");
            return refused(None, Some(game), Rejection::new(ErrorCode::TooManyGames, message));
        }
        match self.follow(game, since).await {
            Ok(answer) => answer,
            Err(rejection) => refused(None, Some(game), rejection),
        }
    }

    async fn follow(&mut self, game: GameId, since: Option<u64>) -> Result<Vec<ServerMessage>, Rejection> {
        let who = self.player.as_ref().map(|player| &player.id);
        let Watching { snapshot, head, .. } = self.app.lobby.watch(game, who, since, &self.outbox).await?;
        self.joined.insert(game, Joined { head, sent: snapshot.head });
        match self.app.missed(&snapshot).await {
            Ok(missed) => {
                self.app.metrics.resumes.inc_by(u64::from(since.is_some()));
                let events = missed.into_iter().map(|event| ServerMessage::Event { game, event });
                Ok(std::iter::once(ServerMessage::Game(snapshot)).chain(events).collect())
            }
            Err(rejection) => {
                self.leave(game).await;
                Err(rejection)
            }
        }
    }

    async fn leave(&mut self, game: GameId) -> Vec<ServerMessage> {
        if self.joined.remove(&game).is_none() {
            return refused(
                None,
                Some(game),
                Rejection::new(ErrorCode::NotJoined, "you have not joined that game"),
            );
        }
        self.app.lobby.unwatch(game, self.outbox.socket).await;
        vec![ServerMessage::Left { game }]
    }

    fn pong(&self) -> ServerMessage {
        let heads =
            self.joined.iter().map(|(game, joined)| (*game, joined.head.load(Ordering::Acquire))).collect();
        ServerMessage::Pong { heads, now: time::now() }
    }

    async fn command(&mut self, game: GameId, command: Command) -> ServerMessage {
        let done = match &self.player {
            Some(player) => self.app.lobby.command(game, player, &command).await,
            None => Err(Rejection::new(
                ErrorCode::TokenRequired,
                "only a player may do that: say hello with a token",
            )),
        };
        match done {
            Ok(seq) => ServerMessage::Ack { game, id: command.id, seq },
            Err(rejection) => {
                if let Ask::Act { .. } = command.ask {
                    let _ = self.pace.take(time::now());
                }
                ServerMessage::Refused(refusal(Some(command.id), Some(game), rejection))
            }
        }
    }
}

fn refused(id: Option<CommandId>, game: Option<GameId>, rejection: Rejection) -> Vec<ServerMessage> {
    vec![ServerMessage::Refused(refusal(id, game, rejection))]
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
