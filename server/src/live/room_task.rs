//! The one task that owns a game: it takes requests in order, lets the decider decide and store, and then tells the
//! watchers. Nothing leaves before it is on disk.

mod delay;
mod open_game;
mod presence;
mod presence_store;
mod telling;
mod waiting_commands;
mod watching;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_game::room::{CommandKind, Room};
use ikibuguzo_protocol::{GameId, Timestamp};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tracing::{Instrument, Span, debug};

use self::delay::Delay;
use self::presence_store::PresenceStore;
use self::waiting_commands::{PendingCommand, WaitingCommands};
use super::created_game::CreatedGame;
use super::decider::{Decider, RequestTime};
use super::encoded_event::EncodedEvent;
use super::fan_out::FanOut;
use super::invitation::InvitationLease;
use super::reply::Reply;
use super::request::{PendingTask, Request};
use super::room_map::{RoomHandle, RoomMap};
use super::services::Services;
use crate::cluster::hint::StoredEntries;
use crate::error::Error;
use crate::ops::spans;

/// Largest number of requests that wait at a room; further senders wait.
const MAILBOX_CAPACITY: usize = 64;

/// A game in memory.
struct RoomTask {
    game: GameId,
    rooms: Arc<RoomMap>,
    services: Arc<Services>,
    requests: mpsc::Receiver<Request>,
    decider: Decider,
    fan_out: FanOut,
    invitation: InvitationLease,
    presence_store: PresenceStore,
    waiting: WaitingCommands,
    delays: Delays,
    /// The number of games before this one for a computer player, as everybody was last told.
    told_computer_queue: Option<u32>,
}

/// The work that requests do not postpone.
#[derive(Default)]
struct Delays {
    settle: Delay,
    reload: Delay,
    contest: Delay,
}

/// Starts the task of a game that is in the log.
pub(super) fn start(game: GameId, rooms: &Arc<RoomMap>, services: &Arc<Services>) -> RoomHandle {
    let (decider, fan_out) = (Decider::new(game, Arc::clone(services)), FanOut::new(services));
    spawn(game, rooms, services, decider, fan_out)
}

/// Starts the task of a rematch, so that nobody has to read its log, and tells its players.
fn start_rematch(new: CreatedGame, of: GameId, rooms: &Arc<RoomMap>, services: &Arc<Services>) {
    let news = new.events.iter().map(|event| (event.seq(), event.news()));
    services.subscribers.tell(new.id, &new.room, Some(of), news);
    let news = new.events.iter().map(ProjectedEvent::news);
    services.push.push_news(new.id, &new.room, news, |_, player| !services.subscribers.has(player));
    services.computers.push_if_due(new.id, &new.room);
    let mut fan_out = FanOut::new(services);
    for event in EncodedEvent::encode_all(new.id, &new.events) {
        fan_out.remember(event);
    }
    let id = new.id;
    rooms.start_if_absent(id, || {
        let decider = Decider::of_new_game(new, Arc::clone(services));
        spawn(id, rooms, services, decider, fan_out)
    });
}

fn spawn(
    game: GameId,
    rooms: &Arc<RoomMap>,
    services: &Arc<Services>,
    decider: Decider,
    fan_out: FanOut,
) -> RoomHandle {
    let (mailbox, requests) = mpsc::channel(MAILBOX_CAPACITY);
    let handle = RoomHandle { mailbox, head: fan_out.head() };
    let (shared, services) = (Arc::clone(rooms), Arc::clone(services));
    let task = RoomTask {
        game,
        rooms: shared,
        services,
        requests,
        decider,
        fan_out,
        invitation: InvitationLease::default(),
        presence_store: PresenceStore::default(),
        waiting: WaitingCommands::default(),
        delays: Delays::default(),
        told_computer_queue: None,
    };
    rooms.spawn(task.run());
    handle
}

impl RoomTask {
    async fn run(mut self) {
        loop {
            let idle_time = self.idle_time();
            // Work that is due does not wait for the end of a stream of requests.
            let request = match idle_time.is_zero() {
                true => None,
                false => timeout(idle_time, self.requests.recv()).await.ok(),
            };
            match request {
                Some(Some(request)) => {
                    self.serve(request).await;
                    self.serve_waiting().await;
                    self.tell_claim_times().await;
                    self.tell_computer_queue().await;
                    self.tell_spectator_count().await;
                    if self.is_needed() {
                        continue;
                    }
                }
                Some(None) => return,
                None => {
                    self.run_due_work().await;
                    self.serve_waiting().await;
                }
            }
            if self.is_idle() && self.rooms.remove_if_idle(self.game, &mut self.requests) {
                debug!(game.id = %self.game, "Room {} leaves memory", self.game);
                return;
            }
        }
    }

    /// A game that does not exist leaves memory at once; a finished one when its last watcher has gone.
    fn is_needed(&self) -> bool {
        let is_played = |room: &Room| room.outcome().is_none();
        self.decider.room().is_some_and(|room| is_played(room) || !self.fan_out.is_empty())
    }

    /// Whether nobody watches, and nothing has to be finished.
    fn is_idle(&self) -> bool {
        let is_busy = self.presence_store.is_busy() || !self.waiting.is_empty();
        self.fan_out.is_empty() && !is_busy && self.reload_in().is_none()
    }

    /// How long to wait for a request before something else has to be done.
    fn idle_time(&mut self) -> Duration {
        let (now, instant, reload_in) = (self.services.clock.now(), Instant::now(), self.reload_in());
        let (is_overdue, due_in) = (self.decider.is_due(now), self.decider.due_in(now));
        let due = [
            self.spectator_count_due_in(),
            self.delays.reload.left(reload_in, instant),
            if is_overdue { self.delays.settle.left(due_in, instant) } else { due_in },
            self.delays.contest.left(self.contest_due_in(), instant),
        ];
        due.into_iter().flatten().fold(self.services.limits.room_idle, Duration::min)
    }

    fn reload_in(&self) -> Option<Duration> {
        self.decider.reload_in(!self.fan_out.is_empty())
    }

    fn contest_due_in(&self) -> Option<Duration> {
        self.decider.contest_due_in(!self.waiting.is_empty())
    }

    async fn run_due_work(&mut self) {
        let (instant, reload_in) = (Instant::now(), self.reload_in());
        let must_settle = self.decider.is_due(self.services.clock.now());
        let must_reload = self.delays.reload.take_due(reload_in, instant);
        let is_contested = self.delays.contest.take_due(self.contest_due_in(), instant);
        if must_settle {
            self.delays.settle = Delay::default();
            self.settle().await;
        }
        if must_reload {
            let reloaded = self.decider.reload().await;
            self.send_decided(reloaded).await;
        }
        if is_contested {
            self.settle_contest().await;
        }
        let has_told = self.tell_spectator_count().await;
        if !(must_settle || must_reload || is_contested || has_told) {
            self.fan_out.remove_closed();
            self.update_presence().await;
            self.keep_open(self.services.clock.now()).await;
        }
    }

    /// Excuses clocks as soon as it is known whether the nodes that served a player ran. Later, the player itself may
    /// have cut the connection.
    async fn settle_contest(&mut self) {
        if self.decider.learn_contest().await {
            self.settle().await;
        }
    }

    /// Stores what time has decided, and sends it.
    async fn settle(&mut self) {
        let settled = self.decider.settle(self.services.clock.now()).await.map(drop);
        self.send_decided(settled).await;
    }

    async fn send_decided(&mut self, result: Result<(), Error>) {
        self.report(result.err().as_ref());
        self.send_unsent().await;
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Command { player, command, heard_at, reply } => {
                let time = RequestTime::of(heard_at);
                self.take_command(PendingCommand { player, command, time, reply }).await;
            }
            Request::Watch { player, since, form, outbox, heard_at, answer } => {
                let socket = outbox.socket();
                let start = self.watch(player, since, form, outbox, heard_at).await;
                let is_watching = start.is_ok();
                let _ = answer.send(start);
                if is_watching {
                    self.tell_presence_to(socket, heard_at).await;
                    self.keep_open(heard_at).await;
                }
            }
            Request::Unwatch { socket, left_at } => self.unwatch(socket, left_at).await,
            Request::SignOfLife { player, heard_at, until } => {
                self.load_and_report().await;
                self.note_request(&player, heard_at).await;
                self.note_presence_until(&player, until);
            }
            Request::Follow(stored) => self.follow(*stored).await,
            Request::CatchUp { head, since } => self.catch_up(head, since).await,
            Request::Reread => {
                let reread = self.decider.reread().await;
                self.report(reread.err().as_ref());
                self.send_followed(None).await;
            }
            Request::Connected { node, players, spectators } => {
                self.note_remote(node, players, spectators).await;
            }
            Request::Seen { seat, at } => self.note_seen(seat, at),
            Request::PresenceStored { is_stored } => self.note_presence_stored(is_stored).await,
            Request::ReadPresence => {
                self.read_presence().await;
                self.update_presence().await;
            }
            Request::ForgetNode { node } => self.forget_node(node).await,
            Request::ComputerTask { answer } => drop(answer.send(self.computer_task().await)),
            Request::Wake { heard_at, due_at } => self.wake(heard_at, due_at).await,
        }
    }

    /// Takes over entries that another node has stored.
    async fn follow(&mut self, stored: StoredEntries) {
        let rematch_of = stored.rematch_of;
        let followed = self.decider.follow(stored).await;
        self.report(followed.err().as_ref());
        self.send_followed(rematch_of).await;
    }

    async fn catch_up(&mut self, head: u64, since: Option<u64>) {
        let caught_up = self.decider.catch_up(head, since).await;
        self.report(caught_up.err().as_ref());
        self.send_followed(None).await;
    }

    async fn computer_task(&mut self) -> Result<Option<PendingTask>, Error> {
        let room = self.decider.load().await?;
        Ok(room.computer_task().map(|task| (task, room.play())))
    }

    /// Stores what time has decided, unless the game stays open for its maker.
    async fn wake(&mut self, heard_at: Timestamp, due_at: Timestamp) {
        self.load_and_report().await;
        self.keep_open(self.services.clock.now()).await;
        let woken = match self.open_until(heard_at) {
            None => self.decider.wake(heard_at, due_at).await,
            later => self.decider.replace_due(due_at, later).await,
        };
        self.report(woken.err().as_ref());
        self.send_unsent().await;
        self.call_computer();
    }

    async fn load_and_report(&mut self) {
        let loaded = self.decider.load().await.map(drop);
        self.report(loaded.err().as_ref());
    }

    async fn serve_command(&mut self, pending: PendingCommand) {
        let span = spans::command(self.game, &pending.command.id);
        // Pinned first: the span would move the large future.
        let deciding = pin!(self.decide(pending, &span));
        deciding.instrument(span.clone()).await;
    }

    async fn decide(&mut self, pending: PendingCommand, span: &Span) {
        let PendingCommand { player, command, time, reply } = pending;
        if let CommandKind::Claim(_) = command.kind
            && let Err(error) = self.verify_presence().await
        {
            return self.refuse(error, reply);
        }
        let decided = self.decider.decide(&player, &command, time, self.fan_out.presence()).await;
        self.services.metrics.commands.inc();
        match decided {
            Ok(committed) => {
                span.record("seq", committed.seq);
                self.tell_committed(&player, &command, committed, reply).await;
                self.call_computer();
            }
            Err(error) => {
                self.send_unsent().await;
                return self.refuse(error, reply);
            }
        }
        if let CommandKind::Sit = command.kind {
            // The new player may have been watching.
            self.update_presence().await;
        }
    }

    /// Refuses a command. A failure of the database is logged here, unless the caller logs it.
    fn refuse(&self, error: Error, reply: Reply) {
        if !reply.has_caller() {
            self.report(Some(&error));
        }
        reply.send(Err(error));
    }

    /// Logs a failure of the database.
    fn report(&self, error: Option<&Error>) {
        if let Some(Error::Store(error)) = error {
            self.services.database_log.failed(error);
        }
    }
}
