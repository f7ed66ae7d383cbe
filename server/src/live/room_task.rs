//! The one task that owns a game: it takes requests in order, lets the decider decide and store, and then tells the
//! watchers. Nothing leaves before it is on disk.

mod delay;
mod presence;
mod presence_store;
mod waiting_commands;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::projection::{self, ProjectedEvent};
use ikibuguzo_game::room::{Command, CommandKind, Room};
use ikibuguzo_protocol::{ErrorCode, GameId, Role, Snapshot};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tracing::{Instrument, Span, debug};

use self::delay::Delay;
use self::presence_store::PresenceStore;
use self::waiting_commands::{PendingCommand, WaitingCommands};
use super::created_game::CreatedGame;
use super::decider::{Committed, Decider, RequestTime};
use super::deferred_delivery::DeferredDelivery;
use super::encoded_event::EncodedEvent;
use super::fan_out::FanOut;
use super::invitation::InvitationLease;
use super::outbox::Outbox;
use super::reply::Reply;
use super::request::{Request, WatchStart};
use super::room_map::{RoomHandle, RoomMap};
use super::services::Services;
use crate::error::Error;
use crate::ops::spans;
use crate::time;

/// Requests that may wait at a room; further senders wait.
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
    rooms.start_if_absent(new.id, || {
        let decider = Decider::of_new_game(new.number, new.room, new.id, Arc::clone(services));
        spawn(new.id, rooms, services, decider, fan_out)
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
        let (now, instant, reload_in) = (time::now(), Instant::now(), self.reload_in());
        let (is_overdue, due_in) = (self.decider.is_due(now), self.decider.due_in(now));
        let due = [
            self.spectator_count_due_in(),
            self.delays.reload.left(reload_in, instant),
            if is_overdue { self.delays.settle.left(due_in, instant) } else { due_in },
            self.delays.contest.left(self.decider.contest_due_in(), instant),
        ];
        due.into_iter().flatten().fold(self.services.limits.room_idle, Duration::min)
    }

    fn reload_in(&self) -> Option<Duration> {
        self.decider.reload_in(!self.fan_out.is_empty())
    }

    async fn run_due_work(&mut self) {
        let (instant, reload_in) = (Instant::now(), self.reload_in());
        let must_settle = self.decider.is_due(time::now());
        let must_reload = self.delays.reload.take_due(reload_in, instant);
        let is_contested = self.delays.contest.take_due(self.decider.contest_due_in(), instant);
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
            self.keep_open(time::now()).await;
        }
    }

    /// Excuses clocks as soon as it is known whether the nodes ran that served a player. Later the player may have cut the
    /// line.
    async fn settle_contest(&mut self) {
        if self.decider.learn_contest().await {
            self.settle().await;
        }
    }

    /// Stores what time has decided, and tells it.
    async fn settle(&mut self) {
        let settled = self.decider.settle(time::now()).await.map(drop);
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
            Request::Watch { player, since, outbox, heard_at, answer } => {
                let socket = outbox.socket();
                let start = self.watch(player, since, outbox, heard_at).await;
                let is_watching = start.is_ok();
                let _ = answer.send(start);
                if is_watching {
                    self.tell_presence_to(socket, heard_at).await;
                    self.keep_open(heard_at).await;
                }
            }
            Request::Unwatch { socket, left_at } => {
                self.keep_open(left_at).await;
                self.fan_out.remove(socket);
                self.update_presence_at(left_at).await;
            }
            Request::SignOfLife { player, heard_at } => {
                let loaded = self.decider.load().await.map(drop);
                self.report(loaded.err().as_ref());
                self.note_request(&player, heard_at).await;
            }
            Request::Follow(stored) => {
                let rematch_of = stored.rematch_of;
                let followed = self.decider.follow(*stored).await;
                self.report(followed.err().as_ref());
                self.send_followed(rematch_of).await;
            }
            Request::CatchUp { head, since } => {
                let caught_up = self.decider.catch_up(head, since).await;
                self.report(caught_up.err().as_ref());
                self.send_followed(None).await;
            }
            Request::Connected { node, players, spectators } => {
                self.note_remote(node, players, spectators).await;
            }
            Request::Seen { seat, at } => self.note_seen(seat, at),
            Request::PresenceStored { is_stored, late_end } => {
                self.note_presence_stored(is_stored, late_end).await;
            }
            Request::ReadPresence => {
                self.read_presence().await;
                self.update_presence().await;
            }
            Request::ForgetNode { node } => self.forget_node(node).await,
            Request::ComputerTask { answer } => {
                let task = self
                    .decider
                    .load()
                    .await
                    .map(|room| room.computer_task().map(|task| (task, room.play())));
                let _ = answer.send(task);
            }
            Request::Wake { heard_at, due_at } => {
                let loaded = self.decider.load().await.map(drop);
                self.report(loaded.err().as_ref());
                self.keep_open(time::now()).await;
                let woken = match self.open_until(heard_at) {
                    None => self.decider.wake(heard_at, due_at).await,
                    later => self.decider.store_due(later).await,
                };
                self.report(woken.err().as_ref());
                self.send_unsent().await;
                self.call_computer().await;
            }
        }
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
            self.report(Some(&error));
            return reply.send(Err(error));
        }
        let decided = self.decider.decide(&player, &command, time, self.fan_out.presence()).await;
        self.services.metrics.commands.inc();
        match decided {
            Ok(committed) => {
                span.record("seq", committed.seq);
                self.tell_committed(&player, &command, committed, reply).await;
                self.call_computer().await;
            }
            Err(error) => {
                self.send_unsent().await;
                self.report(Some(&error));
                return reply.send(Err(error));
            }
        }
        if let CommandKind::Sit = command.kind {
            // The new player may have been watching.
            self.update_presence().await;
        }
    }

    /// Acknowledges a command, and then sends its events, after those that time has decided before.
    async fn tell_committed(
        &mut self,
        player: &Player,
        command: &Command,
        committed: Committed,
        reply: Reply,
    ) {
        let Committed { seq, events, rematch } = committed;
        let mut unsent = self.decider.take_unsent();
        unsent.extend(events);
        if let Some(rematch) = rematch {
            start_rematch(*rematch, self.game, &self.rooms, &self.services);
        }
        let deferred = self.deferred_delivery(player, command);
        if deferred.includes_sender() {
            reply.acknowledge_deferred(seq, &self.services.writer);
        } else {
            reply.send(Ok(seq));
        }
        self.send_events(unsent, None, deferred).await;
    }

    /// Sends stored events to everybody who follows the game, and tells its players.
    async fn send_events(
        &mut self,
        events: Vec<EncodedEvent>,
        rematch_of: Option<GameId>,
        deferred: DeferredDelivery,
    ) {
        if let Some(room) = self.decider.room().filter(|_| !events.is_empty()) {
            self.services.standings.refresh(self.game, room);
            let news = events.iter().map(|event| (event.seq(), event.news()));
            self.services.subscribers.tell(self.game, room, rematch_of, news);
            let (presence, subscribers) = (self.fan_out.presence(), &self.services.subscribers);
            let is_away = |seat: Option<Seat>, player: &PlayerId| {
                !seat.is_some_and(|seat| presence.is_connected(seat)) && !subscribers.has(player)
            };
            let news = events.iter().map(EncodedEvent::news);
            self.services.push.push_news(self.game, room, news, is_away);
            self.fan_out.send_events(events, room, deferred).await;
        }
    }

    /// What may be deferred: nothing unless another transaction is about to follow.
    fn deferred_delivery(&self, player: &Player, command: &Command) -> DeferredDelivery {
        let room = self.decider.room().filter(|_| self.services.writer.is_busy());
        room.map(|room| DeferredDelivery::after(room, &player.id, &command.kind)).unwrap_or_default()
    }

    async fn watch(
        &mut self,
        player: Option<PlayerId>,
        since: Option<u64>,
        outbox: Outbox,
        heard_at: u64,
    ) -> Result<WatchStart, Error> {
        // A new watcher sees the clocks as they stand. What cannot be stored now is stored later.
        if self.services.nodes.is_steady(heard_at) {
            let settled = self.decider.settle(heard_at).await;
            self.report(settled.err().as_ref());
        }
        self.decider.load_at_least(since).await?;
        self.send_unsent().await;
        let room = self.decider.load().await?;
        let (snapshot, is_over) =
            (snapshot(self.game, room, player.as_ref(), since)?, room.outcome().is_some());
        self.fan_out.set_head(snapshot.head);
        // A finished game reveals what its events withheld, so they are told from the log.
        let recent = if is_over { None } else { self.fan_out.recent_events(&snapshot) };
        let is_first = self.fan_out.is_empty();
        self.fan_out.add(player, snapshot.role, outbox);
        self.meet_other_nodes(is_first, snapshot.role, heard_at).await;
        Ok(WatchStart { snapshot, recent, head: self.fan_out.head(), is_over })
    }

    /// Learns from the database who is connected to other nodes, when the first watcher or a player comes.
    async fn meet_other_nodes(&mut self, is_first: bool, role: Role, heard_at: u64) {
        if (is_first || role.seat().is_some()) && self.services.nodes.has_others() {
            self.update_presence_at(heard_at).await;
            self.read_presence().await;
        }
    }

    /// Sends events that time has decided, or that another server has stored.
    async fn send_unsent(&mut self) {
        self.send_unsent_of(None).await;
    }

    /// Sends events that another server has stored, and what has changed with them.
    async fn send_followed(&mut self, rematch_of: Option<GameId>) {
        self.send_unsent_of(rematch_of).await;
        if let Some(head) = self.decider.room().map(Room::head) {
            self.fan_out.set_head(head);
        }
        // A player who has been watching may have sat down.
        self.update_presence().await;
    }

    async fn send_unsent_of(&mut self, rematch_of: Option<GameId>) {
        // Without a room the events wait until the log has been read again.
        if self.decider.room().is_none() {
            return;
        }
        let unsent = self.decider.take_unsent();
        self.send_events(unsent, rematch_of, DeferredDelivery::default()).await;
    }

    /// Keeps an open game open if its maker is connected or subscribed at a time, in milliseconds since 1970-01-01 UTC.
    async fn keep_open(&mut self, at: u64) {
        let (presence, subscribers) = (self.fan_out.presence(), &self.services.subscribers);
        let seats = self.decider.room().map(Room::seats);
        let is_there = |seat: Seat| {
            let player = seats.and_then(|seats| seats[seat].as_ref());
            presence.is_connected(seat) || player.is_some_and(|player| subscribers.has(&player.id))
        };
        if Seat::ALL.into_iter().any(is_there) {
            self.extend_invitation(at).await;
        }
    }

    /// Until when an open game stays open, because its maker was there recently; none if that is not known here.
    fn open_until(&self, now: u64) -> Option<u64> {
        self.decider.room().filter(|room| room.is_short_invitation())?;
        self.invitation.open_until(now)
    }

    /// Notes that the maker of an open game is there.
    async fn extend_invitation(&mut self, now: u64) {
        if !self.decider.room().is_some_and(Room::is_short_invitation) {
            return;
        }
        if let Some(until) = self.invitation.extend(now) {
            let stored = self.decider.store_due(Some(until)).await;
            self.report(stored.err().as_ref());
        }
    }

    /// Logs a failure of the database.
    fn report(&self, error: Option<&Error>) {
        if let Some(Error::Store(error)) = error {
            self.services.database_log.failed(error);
        }
    }
}

/// The game as a viewer sees it; without the board for a client that has events up to `since`.
fn snapshot(
    game: GameId,
    room: &Room,
    player: Option<&PlayerId>,
    since: Option<u64>,
) -> Result<Snapshot, Error> {
    let full = projection::snapshot(game, room, room.role(player));
    match since {
        None => Ok(full),
        Some(since) if since <= full.head => Ok(Snapshot { seq: since, view: None, ..full }),
        Some(since) => {
            let message = format!("you have seen {since}, but the game is at {}", full.head);
            Err(Error::new(ErrorCode::SinceAhead, message))
        }
    }
}
