//! The task that runs a game without a server: it answers the user's commands and plays for the computer. If two people
//! share the keyboard, the user is the one who has to act.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ikibuguzo_bot::EndgameTables;
use ikibuguzo_engine::Seat;
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::computer_decision::{ComputerResources, MAX_THINKING_TIME, decide_as_computer};
use ikibuguzo_game::offline::{Accepted, OfflineRoom, Opponents};
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::room::{Command, CommandKind, ComputerTask, Rejection};
use ikibuguzo_protocol::{ClientMessage, CommandId, ErrorCode, Refusal, ServerMessage};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use crate::connection::game_connection::channels::Channels;
use crate::connection::game_connection::update::GameUpdate;
use crate::offline::wall_clock::wall_clock_ms;
use crate::random::{new_command_id, new_game_id};

/// The user has left the game.
struct UserLeft;

/// The task that runs a game without a server.
pub struct OfflineTask {
    room: Arc<Mutex<OfflineRoom>>,
    opponents: Opponents,
    endgame_tables: EndgameTables,
    channels: Channels,
    /// The seat of the user.
    seat: Seat,
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
        room: Arc<Mutex<OfflineRoom>>,
        opponents: Opponents,
        endgame_tables: EndgameTables,
        channels: Channels,
    ) -> Self {
        let seat = opponents.human;
        let mut task = Self { room, opponents, endgame_tables, channels, seat, running_search: None };
        task.seat = task.seat_to_act();
        task
    }

    /// Runs the game until the user leaves.
    pub async fn run(mut self) {
        let mut result = self.send(self.snapshot()).await;
        while result.is_ok() {
            result = self.step().await;
        }
    }

    /// Starts a search if the computer has another task, and waits for the user or for the end of a search.
    async fn step(&mut self) -> Result<(), UserLeft> {
        let task = self.with_room(|room| room.room().computer_task());
        let answered = self.running_search.as_ref().map(|search| search.answers);
        if task.as_ref().map(|task| task.answers) != answered {
            self.running_search = task.map(|task| self.start_search(task));
        }
        tokio::select! {
            message = self.channels.commands.recv() => self.answer(message.ok_or(UserLeft)?).await,
            kind = decision_of(&mut self.running_search) => self.act_as_computer(kind).await,
        }
    }

    fn start_search(&self, task: ComputerTask) -> ComputerSearch {
        let (answers, play) = (task.answers, self.with_room(|room| room.room().play()));
        let (seed, endgame_tables) = (self.opponents.seed, self.endgame_tables.clone());
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

    /// Carries out the computer's command. If it does not fit the game, the room rejects it.
    async fn act_as_computer(&mut self, kind: Option<CommandKind>) -> Result<(), UserLeft> {
        let Some(kind) = kind else { return Ok(()) };
        let command = Command { id: new_command_id(), hash: CommandHash::of(""), kind };
        match self.handle(!self.opponents.human, &command) {
            Ok(accepted) => self.send_events(accepted).await,
            Err(_) => Ok(()),
        }
    }

    /// Answers a message of the user.
    async fn answer(&mut self, message: ClientMessage) -> Result<(), UserLeft> {
        let Some((game, command)) = command_of(message, new_game_id) else { return Ok(()) };
        let id = command.id.clone();
        if game != self.with_room(|room| room.id()) {
            let unknown = Rejection::new(ErrorCode::UnknownGame, "this is another game");
            return self.refuse(id, unknown).await;
        }
        let handled = match command.kind {
            // Both people are at the keyboard, so the turn is taken back without a question.
            CommandKind::OfferTakeback if self.opponents.is_shared() => {
                self.with_room(|room| room.take_back(command.id, wall_clock_ms()))
            }
            _ => self.handle(self.seat, &command),
        };
        match handled {
            Ok(accepted) => {
                let seq = accepted.seq;
                let text = ServerMessage::Ack { game, id, seq }.to_json();
                self.send(GameUpdate::Acknowledged(seq, text)).await?;
                self.send_events(accepted).await?;
                self.change_seat().await
            }
            Err(rejection) => self.refuse(id, rejection).await,
        }
    }

    /// Changes to the seat of the other person at the keyboard, if that person has to act.
    async fn change_seat(&mut self) -> Result<(), UserLeft> {
        let seat = self.seat_to_act();
        if seat == self.seat {
            return Ok(());
        }
        self.seat = seat;
        self.send(self.snapshot()).await
    }

    /// The seat of the user; with two people at one keyboard, the seat that has to act.
    fn seat_to_act(&self) -> Seat {
        match self.opponents.is_shared() {
            true => self.with_room(|room| room.seat_to_act()).unwrap_or(self.seat),
            false => self.opponents.human,
        }
    }

    /// The game as the user sees it.
    fn snapshot(&self) -> GameUpdate {
        let snapshot = self.with_room(|room| room.snapshot(self.seat));
        let text = ServerMessage::Game(snapshot.clone()).to_json();
        match self.opponents.is_shared() {
            true => GameUpdate::SharedSnapshot(Box::new(snapshot), text),
            false => GameUpdate::Snapshot(Box::new(snapshot), text),
        }
    }

    async fn refuse(&mut self, id: CommandId, rejection: Rejection) -> Result<(), UserLeft> {
        let game = self.with_room(|room| room.id());
        let refusal = Refusal::new(rejection.code, rejection.message);
        let refusal = Refusal { id: Some(id), game: Some(game), ..refusal };
        let text = ServerMessage::Refused(refusal.clone()).to_json();
        self.send(GameUpdate::Refused(refusal, text)).await
    }

    fn handle(&self, seat: Seat, command: &Command) -> Result<Accepted, Rejection> {
        self.with_room(|room| room.handle(seat, command, wall_clock_ms()))
    }

    /// Sends events as the user may see them.
    async fn send_events(&mut self, accepted: Accepted) -> Result<(), UserLeft> {
        let game = self.with_room(|room| room.id());
        for projected in accepted.events {
            let event = projected.to(self.seat.into()).clone();
            let text = ServerMessage::Event { game, event: event.clone() }.to_json();
            self.send(GameUpdate::Event(Box::new(event), text)).await?;
        }
        Ok(())
    }

    async fn send(&mut self, update: GameUpdate) -> Result<(), UserLeft> {
        self.channels.updates.send(update).await.map_err(|_| UserLeft)
    }

    fn with_room<T>(&self, act: impl FnOnce(&mut OfflineRoom) -> T) -> T {
        act(&mut self.room.lock().expect("no thread panics while it holds the room"))
    }
}

/// Waits until the computer has decided; waits for ever if no search runs.
async fn decision_of(running: &mut Option<ComputerSearch>) -> Option<CommandKind> {
    let Some(computer) = running else { return std::future::pending().await };
    let kind = (&mut computer.search).await.expect("a search does not panic");
    *running = None;
    kind
}
