//! The task that runs a game without a server: it passes the user's commands on and plays for the computer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ikibuguzo_bot::EndgameTables;
use ikibuguzo_game::computer_decision::{ComputerResources, MAX_THINKING_TIME, decide_as_computer};
use ikibuguzo_game::offline::{OfflineGame, Opponents};
use ikibuguzo_game::room::{CommandKind, ComputerTask};
use ikibuguzo_protocol::{ClientMessage, ServerMessage};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use crate::connection::game_connection::Channels;
use crate::connection::game_connection::update::GameUpdate;
use crate::system::{new_game_id, wall_clock_time};

/// The user has left the game.
struct UserLeft;

/// The task that runs a game without a server.
pub struct OfflineTask {
    game: Arc<Mutex<OfflineGame>>,
    opponents: Opponents,
    endgame_tables: EndgameTables,
    channels: Channels,
    running_search: Option<ComputerSearch>,
}

/// A search for the computer's next command. Dropping it ends the search.
struct ComputerSearch {
    /// The `seq` of the entry that the command answers.
    answers: u64,
    is_abandoned: Arc<AtomicBool>,
    search: JoinHandle<Option<CommandKind>>,
}

impl Drop for ComputerSearch {
    fn drop(&mut self) {
        self.is_abandoned.store(true, Ordering::Relaxed);
    }
}

impl OfflineTask {
    /// A task that runs this game.
    pub fn new(
        game: Arc<Mutex<OfflineGame>>,
        opponents: Opponents,
        endgame_tables: EndgameTables,
        channels: Channels,
    ) -> Self {
        Self { game, opponents, endgame_tables, channels, running_search: None }
    }

    /// Runs the game until the user leaves.
    pub async fn run(mut self) {
        let snapshot = self.with_game(|game| game.snapshot());
        let mut result = self.send_all(vec![ServerMessage::Game(snapshot)]).await;
        while result.is_ok() {
            result = self.step().await;
        }
    }

    /// Starts a search if the computer has another task, and waits for the user or for the end of a search.
    async fn step(&mut self) -> Result<(), UserLeft> {
        let task = self.with_game(|game| game.computer_task());
        let answered = self.running_search.as_ref().map(|search| search.answers);
        if task.as_ref().map(|task| task.answers) != answered {
            self.running_search = task.map(|task| self.start_search(task));
        }
        tokio::select! {
            message = self.channels.commands.recv() => self.answer(message.ok_or(UserLeft)?).await,
            (answers, kind) = decision_of(&mut self.running_search) => {
                self.act_as_computer(answers, kind).await
            }
        }
    }

    fn start_search(&self, task: ComputerTask) -> ComputerSearch {
        let answers = task.answers;
        let play = self.with_game(|game| game.room().room().play());
        let seed = self.opponents.seed;
        let endgame_tables = self.endgame_tables.clone();
        let is_abandoned = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_abandoned);
        let stop_at = self.opponents.is_timed.then(|| Instant::now() + MAX_THINKING_TIME);
        let search = spawn_blocking(move || {
            let is_late = || stop_at.is_some_and(|at| Instant::now() >= at);
            let should_stop = &mut || flag.load(Ordering::Relaxed) || is_late();
            let resources = ComputerResources {
                seed,
                rematch: Some(new_game_id()),
                endgame_tables: &endgame_tables,
                should_stop,
            };
            decide_as_computer(&task, play.as_ref(), resources)
        });
        ComputerSearch { answers, is_abandoned, search }
    }

    /// Carries out the computer's answer to the entry `answers`. If it does not fit the game, the room rejects it.
    async fn act_as_computer(&mut self, answers: u64, kind: Option<CommandKind>) -> Result<(), UserLeft> {
        let Some(kind) = kind else { return Ok(()) };
        let messages = self.with_game(|game| game.act_as_computer(answers, kind, wall_clock_time()));
        self.send_all(messages).await
    }

    /// Answers a message of the user.
    async fn answer(&mut self, message: ClientMessage) -> Result<(), UserLeft> {
        let messages = self.with_game(|game| game.answer(message, wall_clock_time(), new_game_id));
        self.send_all(messages).await
    }

    async fn send_all(&mut self, messages: Vec<ServerMessage>) -> Result<(), UserLeft> {
        for message in messages {
            let Some(update) = self.update_of(message) else { continue };
            self.channels.updates.send(update).await.map_err(|_| UserLeft)?;
        }
        Ok(())
    }

    /// The message as a connection reports it.
    fn update_of(&self, message: ServerMessage) -> Option<GameUpdate> {
        let text = message.to_json();
        Some(match message {
            ServerMessage::Game(snapshot) if self.opponents.is_shared() => {
                GameUpdate::SharedSnapshot(Box::new(snapshot), text)
            }
            ServerMessage::Game(snapshot) => GameUpdate::Snapshot(Box::new(snapshot), text),
            ServerMessage::Event { event, .. } => GameUpdate::Event(Box::new(event), text),
            ServerMessage::Ack { seq, .. } => GameUpdate::Acknowledged(seq, text),
            ServerMessage::Refused(refusal) => GameUpdate::Refused(refusal, text),
            _ => return None,
        })
    }

    fn with_game<T>(&self, act: impl FnOnce(&mut OfflineGame) -> T) -> T {
        act(&mut self.game.lock().expect("no thread panics while it holds the game"))
    }
}

/// The entry that the computer answers, and what it has decided. Waits for ever if no search runs.
async fn decision_of(running: &mut Option<ComputerSearch>) -> (u64, Option<CommandKind>) {
    let Some(computer) = running else { return std::future::pending().await };
    let kind = (&mut computer.search).await.expect("a search does not panic");
    let answers = computer.answers;
    *running = None;
    (answers, kind)
}
