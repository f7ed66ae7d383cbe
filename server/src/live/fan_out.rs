//! Who watches a game, and what they are sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::projection::snapshot;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameId, Role, Snapshot, Timestamp};

use super::deferred_delivery::DeferredDelivery;
use super::encoded_event::EncodedEvent;
use super::frame::{EventForm, OutboundFrame};
use super::outbox::Outbox;
use super::paced_wakeups::PacedWakeups;
use super::presence::PresenceTracker;
use super::recent_events::RecentEvents;
use super::remote_presence::RemotePresence;
use super::services::Services;
use super::spectator_count::SpectatorCount;
use super::writer::Writer;
use super::yielding::yield_to_others;
use crate::time::Clock;

/// Number of watchers whose outboxes take a message before other tasks have their turn.
const FAN_OUT_BATCH: usize = 64;

/// The watchers of one game.
pub(super) struct FanOut {
    clock: Clock,
    writer: Writer,
    paced_wakeups: PacedWakeups,
    watchers: Vec<Watcher>,
    /// Which seats were taken when the watchers' roles were last determined.
    seated: [bool; 2],
    presence: PresenceTracker,
    /// Who is connected to other nodes.
    pub(super) remote: RemotePresence,
    told_claim_at: BySeat<Option<Timestamp>>,
    spectator_count: SpectatorCount,
    /// The `seq` of the newest event that watchers were sent.
    head: Arc<AtomicU64>,
    recent: RecentEvents,
}

/// A socket that watches the game.
struct Watcher {
    player: Option<PlayerId>,
    role: Role,
    form: EventForm,
    outbox: Outbox,
}

/// When a message leaves.
#[derive(Clone, Copy)]
enum Departure<'a> {
    Now,
    Deferred(&'a Writer),
    Paced(&'a PacedWakeups),
}

impl FanOut {
    /// A fan-out without watchers.
    pub(super) fn new(services: &Services) -> Self {
        Self {
            clock: services.clock.clone(),
            writer: services.writer.clone(),
            paced_wakeups: services.paced_wakeups.clone(),
            watchers: Vec::new(),
            seated: [false; 2],
            presence: PresenceTracker::new(services.clock.now()),
            remote: RemotePresence::default(),
            told_claim_at: BySeat::default(),
            spectator_count: SpectatorCount::default(),
            head: Arc::default(),
            recent: RecentEvents::default(),
        }
    }

    /// Whether nobody watches.
    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Which players are connected.
    pub(super) fn presence(&self) -> &PresenceTracker {
        &self.presence
    }

    /// The newest `seq` that watchers know, kept up to date.
    pub(super) fn head(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.head)
    }

    /// Sets the `seq` of the newest event that is stored.
    pub(super) fn set_head(&self, seq: u64) {
        self.head.store(seq, Ordering::Release);
    }

    /// Adds a watcher. Players come first, so that no number of spectators delays them.
    pub(super) fn add(&mut self, player: Option<PlayerId>, role: Role, form: EventForm, outbox: Outbox) {
        self.remove(outbox.socket());
        let index = if role.seat().is_some() { 0 } else { self.watchers.len() };
        self.watchers.insert(index, Watcher { player, role, form, outbox });
    }

    /// Removes a watcher.
    pub(super) fn remove(&mut self, socket: u64) {
        self.watchers.retain(|watcher| watcher.outbox.socket() != socket);
    }

    /// Removes watchers whose sockets are gone.
    pub(super) fn remove_closed(&mut self) {
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
    }

    /// The events between a snapshot's `seq` and its head in a form, if they are in memory.
    pub(super) fn recent_events(&self, snapshot: &Snapshot, form: EventForm) -> Option<Vec<OutboundFrame>> {
        self.recent.between(snapshot.seq, snapshot.head, |event| event.frame_for(snapshot.role, form))
    }

    /// Keeps an event that a new game begins with, for those who join it.
    pub(super) fn remember(&mut self, event: EncodedEvent) {
        self.set_head(event.seq());
        self.recent.push(event);
    }

    /// Sends events to every watcher, so that those of one watcher leave together. Deferred ones leave with the next
    /// message.
    pub(super) async fn send_events(
        &mut self,
        events: Vec<EncodedEvent>,
        room: &Room,
        deferred: DeferredDelivery,
    ) {
        self.update_roles(room);
        if let Some(last) = events.last() {
            self.set_head(last.seq());
        }
        let (writer, wakeups) = (self.writer.clone(), self.paced_wakeups.clone());
        let departure_for = |role: Role| match role {
            Role::Spectator => Departure::Paced(&wakeups),
            player if deferred.includes(player) => Departure::Deferred(&writer),
            _ => Departure::Now,
        };
        self.send_each(|watcher| {
            let mut frames = events.iter().map(|event| event.frame_for(watcher.role, watcher.form).clone());
            frames.all(|frame| watcher.push(frame, departure_for(watcher.role)))
        })
        .await;
        events.into_iter().for_each(|event| self.recent.push(event));
        if room.outcome().is_some() {
            self.recent.clear();
        }
    }

    /// Sends every watcher the whole game, which has other events than they have been sent.
    pub(super) async fn send_snapshots(&mut self, game: GameId, room: &Room) {
        self.update_roles(room);
        self.set_head(room.head());
        self.recent.clear();
        let frame = |role| OutboundFrame::snapshot(snapshot(game, room, role));
        let spectators = frame(Role::Spectator);
        let players = BySeat::from_fn(|seat: Seat| frame(seat.into()));
        let frame_for = |role: Role| role.seat().map_or(&spectators, |seat| &players[seat]).clone();
        self.send_each(|watcher| watcher.push(frame_for(watcher.role), Departure::Now)).await;
    }

    /// Sends the presence message to every watcher.
    pub(super) async fn send_presence(&mut self, claim_at: BySeat<Option<Timestamp>>, frame: &OutboundFrame) {
        self.told_claim_at = claim_at;
        self.spectator_count.note_told(self.spectators(), self.clock.now());
        let (writer, wakeups) = (self.writer.clone(), self.paced_wakeups.clone());
        self.send_each(|watcher| watcher.push_presence(frame.clone(), &writer, &wakeups)).await;
    }

    /// Sends the presence message to one socket.
    pub(super) fn send_presence_to(&mut self, socket: u64, frame: &OutboundFrame) {
        let (writer, wakeups) = (&self.writer, &self.paced_wakeups);
        self.watchers.retain(|watcher| {
            watcher.outbox.socket() != socket || watcher.push_presence(frame.clone(), writer, wakeups)
        });
    }

    /// Determines which players are connected; computer players always are. Returns whether that has changed; if so, it
    /// has changed at this time.
    pub(super) fn update_presence(&mut self, computers: BySeat<bool>, at: Timestamp) -> bool {
        let (here, remote) = (self.connected_here(), &self.remote);
        let is_connected = |seat| computers[seat] || here[seat] || remote.is_connected(seat);
        self.presence.update(is_connected, at)
    }

    /// Which players are connected to this node.
    pub(super) fn connected_here(&self) -> BySeat<bool> {
        let is_connected = |seat| self.watchers.iter().any(|watcher| watcher.role.seat() == Some(seat));
        BySeat::from_fn(is_connected)
    }

    /// Notes a request of a player.
    pub(super) fn note_request(&mut self, seat: Seat, now: Timestamp) {
        self.presence.note_request(seat, now);
    }

    /// Notes until when no absence of a player counts, because the node to which it was connected has died.
    pub(super) fn excuse_absence(&mut self, seat: Seat, until: Timestamp) {
        self.presence.excuse(seat, until);
    }

    /// The claim times that watchers received.
    pub(super) fn told_claim_at(&self) -> BySeat<Option<Timestamp>> {
        self.told_claim_at
    }

    /// How long to wait before sending the number of spectators; `None` if it need not be sent.
    pub(super) fn spectator_count_due_in(&self) -> Option<Duration> {
        let due_in = self.spectator_count.due_in(self.spectators(), || self.clock.now());
        due_in.filter(|_| !self.is_empty())
    }

    /// The number of spectators at all nodes.
    pub(super) fn spectators(&self) -> u32 {
        self.spectators_here().saturating_add(self.remote.spectators())
    }

    /// The number of watchers without a seat at this node.
    pub(super) fn spectators_here(&self) -> u32 {
        let spectators = self.watchers.iter().filter(|watcher| watcher.role.seat().is_none());
        u32::try_from(spectators.count()).unwrap_or(u32::MAX)
    }

    /// Determines the watchers' roles again when somebody has sat down. Nobody ever leaves a seat.
    fn update_roles(&mut self, room: &Room) {
        let seated = Seat::ALL.map(|seat| room.seats()[seat].is_some());
        if self.seated != seated {
            self.seated = seated;
            let watchers = self.watchers.iter_mut();
            watchers.for_each(|watcher| watcher.role = room.role(watcher.player.as_ref()));
        }
    }

    /// Pushes a frame to every watcher, and removes those whose outbox is full: they are disconnected and can resume.
    /// Other games have their turn in between, so that the spectators of this one do not delay them.
    async fn send_each(&mut self, push: impl Fn(&Watcher) -> bool) {
        let mut index = 0;
        while let Some(watcher) = self.watchers.get(index) {
            if push(watcher) {
                index += 1;
            } else {
                self.watchers.remove(index);
            }
            if index % FAN_OUT_BATCH == FAN_OUT_BATCH - 1 {
                yield_to_others().await;
            }
        }
    }
}

impl Watcher {
    /// Pushes a frame. Returns whether the socket still takes messages.
    fn push(&self, frame: OutboundFrame, departure: Departure<'_>) -> bool {
        match departure {
            Departure::Now => self.outbox.push(frame),
            Departure::Deferred(writer) => self.outbox.push_deferred(frame, writer),
            Departure::Paced(wakeups) => self.outbox.push_paced(frame, wakeups),
        }
    }

    /// Pushes a presence message. Nobody waits for one, so under load it is deferred.
    fn push_presence(&self, frame: OutboundFrame, writer: &Writer, wakeups: &PacedWakeups) -> bool {
        let departure = match self.role {
            Role::Spectator => Departure::Paced(wakeups),
            _ if writer.is_busy() => Departure::Deferred(writer),
            _ => Departure::Now,
        };
        self.push(frame, departure)
    }
}
