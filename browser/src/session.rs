//! The games of a local server, and the conversation about them: as over one socket of a server.

use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_bot::EndgameTables;
use ikibuguzo_game::computer_decision::{ComputerResources, MAX_THINKING_TIME, decide_as_computer};
use ikibuguzo_game::offline::{OfflineGame, Opponents, entry_to_text};
use ikibuguzo_game::room::{CommandKind, ComputerTask, Rejection};
use ikibuguzo_protocol::{
    ClientMessage, ErrorCode, EventKind, GameId, GameSummary, MAX_CLIENT_MESSAGE_BYTES, Presence, Refusal,
    Seats, ServerMessage, Snapshot, Text, Timestamp, VERSION,
};

use crate::environment::{Environment, new_game_id, new_seed};
use crate::kept_log::{read_log, unreadable};
use crate::request::{Exchange, LogAddition, NewGame, NewGameAnswer};

/// The games of a local server, and which of them the client follows.
#[derive(Debug, Default)]
pub(crate) struct Session {
    is_greeted: bool,
    games: BTreeMap<GameId, OfflineGame>,
    /// The number of entries of each game that the page has received.
    given: BTreeMap<GameId, u64>,
    joined: BTreeSet<GameId>,
}

impl Session {
    /// Begins a game.
    pub(crate) fn begin(&mut self, new: NewGame, environment: &mut dyn Environment) -> NewGameAnswer {
        let NewGame { rules: Text(rules), seat: Text(human), opponent: Text(other), seed } = new;
        let is_timed = seed.is_none();
        let seed = seed.unwrap_or_else(|| new_seed(environment));
        let game = new_game_id(environment);
        let opponents = Opponents { rules, human, other, seed, is_timed };
        self.games.insert(game, OfflineGame::new(game, opponents, None, environment.now()));
        NewGameAnswer { game, additions: self.take_additions() }
    }

    /// Goes on with a game that the page has kept. If the game is known, what is not in the log is dropped.
    pub(crate) fn resume(
        &mut self,
        id: GameId,
        log: &[String],
        environment: &mut dyn Environment,
    ) -> Result<GameSummary, Rejection> {
        let resumed = OfflineGame::resume(id, read_log(log)?, new_seed(environment));
        let game = resumed.map_err(|_| unreadable())?;
        let summary = game.summary();
        self.given.insert(id, game.room().room().head());
        self.games.insert(id, game);
        Ok(summary)
    }

    /// Answers a message as a server does.
    pub(crate) fn receive(&mut self, text: &str, environment: &mut dyn Environment) -> Exchange {
        let answered = self.read(text).and_then(|message| self.answer(message, environment));
        let messages = answered.unwrap_or_else(|refusal| vec![ServerMessage::Refused(refusal)]);
        Exchange { additions: self.take_additions(), messages }
    }

    /// Has a computer player do its next task in a game that the client follows. Returns nothing if there is no task.
    pub(crate) fn think(&mut self, environment: &mut dyn Environment) -> Exchange {
        let messages = self.do_next_task(environment).unwrap_or_default();
        Exchange { additions: self.take_additions(), messages }
    }

    fn do_next_task(&mut self, environment: &mut dyn Environment) -> Option<Vec<ServerMessage>> {
        let task_of = |id: &GameId| Some((*id, self.games.get(id)?.computer_task()?));
        let (id, task) = self.joined.iter().find_map(task_of)?;
        let game = self.games.get_mut(&id)?;
        let kind = decide(game, &task, environment)?;
        let messages = game.act_as_computer(task.answers, kind, environment.now());
        Some(self.pass_on(id, messages, environment))
    }

    /// The entries that the page has not received.
    fn take_additions(&mut self) -> Vec<LogAddition> {
        let mut additions = Vec::new();
        for (id, game) in &self.games {
            let given = self.given.entry(*id).or_default();
            let entries = game.room().log_since(*given);
            if entries.is_empty() {
                continue;
            }
            let entries = entries.iter().map(entry_to_text).collect();
            additions.push(LogAddition { game: *id, after: *given, entries, summary: game.summary() });
            *given = game.room().room().head();
        }
        additions
    }

    fn read(&self, text: &str) -> Result<ClientMessage, Refusal> {
        if text.len() > MAX_CLIENT_MESSAGE_BYTES {
            let message = format!("a message has at most {MAX_CLIENT_MESSAGE_BYTES} bytes");
            return Err(Refusal::new(ErrorCode::FrameTooLarge, message));
        }
        let message = ClientMessage::parse(text)?;
        match (self.is_greeted, matches!(message, ClientMessage::Hello { .. })) {
            (false, false) => Err(Refusal::new(ErrorCode::HelloFirst, "say hello first")),
            (true, true) => Err(Refusal::new(ErrorCode::HelloTwice, "you have said hello already")),
            _ => Ok(message),
        }
    }

    fn answer(
        &mut self,
        message: ClientMessage,
        environment: &mut dyn Environment,
    ) -> Result<Vec<ServerMessage>, Refusal> {
        match message {
            ClientMessage::Hello { .. } => Ok(vec![self.welcome(environment.now())]),
            ClientMessage::Join { game, since, .. } => self.join(game, since),
            ClientMessage::Leave { game } => self.leave(game),
            ClientMessage::Ping { .. } => Ok(vec![self.pong(environment.now())]),
            ClientMessage::Subscribe {} => {
                Err(Refusal::new(ErrorCode::TokenRequired, "only a server knows the games of a player"))
            }
            command => self.answer_command(command, environment),
        }
    }

    fn welcome(&mut self, now: Timestamp) -> ServerMessage {
        self.is_greeted = true;
        let server = env!("CARGO_PKG_VERSION").to_owned();
        ServerMessage::Welcome { protocol: VERSION, server, player: Some(Opponents::user_name()), now }
    }

    fn join(&mut self, game: GameId, since: Option<u64>) -> Result<Vec<ServerMessage>, Refusal> {
        let known = self.games.get(&game).ok_or_else(|| refusal_in(game, unknown_game()))?;
        let snapshot = known.snapshot();
        let Some(since) = since else {
            self.joined.insert(game);
            return Ok(vec![ServerMessage::Game(snapshot), presence(game)]);
        };
        if since > snapshot.head {
            let why = format!("the game has {} events", snapshot.head);
            return Err(refusal_in(game, Rejection::new(ErrorCode::SinceAhead, why)));
        }
        let resumed = Snapshot { seq: since, view: None, ..snapshot };
        let events = known.events_since(since).into_iter();
        let missed = events.map(|event| ServerMessage::Event { game, event });
        self.joined.insert(game);
        Ok(std::iter::once(ServerMessage::Game(resumed)).chain(missed).chain([presence(game)]).collect())
    }

    fn leave(&mut self, game: GameId) -> Result<Vec<ServerMessage>, Refusal> {
        let left = || vec![ServerMessage::Left { game }];
        let not_joined = Rejection::new(ErrorCode::NotJoined, "you have not joined that game");
        self.joined.remove(&game).then(left).ok_or_else(|| refusal_in(game, not_joined))
    }

    fn pong(&self, now: Timestamp) -> ServerMessage {
        let head = |id: &GameId| Some((*id, self.games.get(id)?.room().room().head()));
        ServerMessage::Pong { heads: self.joined.iter().filter_map(head).collect(), now }
    }

    fn answer_command(
        &mut self,
        message: ClientMessage,
        environment: &mut dyn Environment,
    ) -> Result<Vec<ServerMessage>, Refusal> {
        let Some(id) = message.game() else { return Ok(Vec::new()) };
        let command = message.id().cloned();
        let unknown = || Refusal { id: command, ..refusal_in(id, unknown_game()) };
        let game = self.games.get_mut(&id).ok_or_else(unknown)?;
        let messages = game.answer(message, environment.now(), || new_game_id(environment));
        Ok(self.pass_on(id, messages, environment))
    }

    /// Begins the rematch that the messages of a game tell of. Leaves out events of a game that the client does not
    /// follow.
    fn pass_on(
        &mut self,
        id: GameId,
        mut messages: Vec<ServerMessage>,
        environment: &mut dyn Environment,
    ) -> Vec<ServerMessage> {
        if let Some(rematch) = messages.iter().find_map(rematch_of) {
            self.begin_rematch(id, rematch, environment.now());
        }
        let is_joined = self.joined.contains(&id);
        messages.retain(|message| {
            is_joined || matches!(message, ServerMessage::Ack { .. } | ServerMessage::Refused(_))
        });
        messages
    }

    fn begin_rematch(&mut self, id: GameId, rematch: GameId, now: Timestamp) {
        let Some(game) = self.games.get(&id) else { return };
        let opponents = game.opponents().of_rematch();
        self.games.insert(rematch, OfflineGame::new(rematch, opponents, Some(id), now));
    }
}

/// The computer's command. Its time is limited, unless the game is one that follows from its seed.
fn decide(game: &OfflineGame, task: &ComputerTask, environment: &mut dyn Environment) -> Option<CommandKind> {
    let Opponents { seed, is_timed, .. } = *game.opponents();
    let rematch = Some(new_game_id(environment));
    let stop_at = environment.now().saturating_add(MAX_THINKING_TIME);
    let should_stop = &mut || is_timed && environment.now() >= stop_at;
    let resources =
        ComputerResources { seed, rematch, endgame_tables: &EndgameTables::default(), should_stop };
    decide_as_computer(task, game.room().room().play().as_ref(), resources)
}

fn rematch_of(message: &ServerMessage) -> Option<GameId> {
    match message {
        ServerMessage::Event { event, .. } => match event.kind {
            EventKind::Rematched { rematch } => Some(rematch),
            _ => None,
        },
        _ => None,
    }
}

/// Both players are at the device.
fn presence(game: GameId) -> ServerMessage {
    let present = Seats { south: true, north: true };
    let claim_at = Seats { south: None, north: None };
    ServerMessage::Presence(Presence { game, present, claim_at, spectators: 0, computer_queue: None })
}

fn unknown_game() -> Rejection {
    Rejection::new(ErrorCode::UnknownGame, "there is no such game in this browser")
}

fn refusal_in(game: GameId, Rejection { code, message }: Rejection) -> Refusal {
    Refusal { game: Some(game), ..Refusal::new(code, message) }
}
