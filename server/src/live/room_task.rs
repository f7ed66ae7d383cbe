use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_engine::{Lap, Seat};
use ikibuguzo_protocol::{CommandId, ErrorCode, GameId, Role, ServerMessage, Snapshot};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::debug;

use super::leisure::DeferredDelivery;
use super::lines::Lines;
use super::outbox::{OutboundFrame, Outbox, What};
use super::presence::{Attendance, Crowd};
use super::recent::Recent;
use super::registry::{Request, RoomRegistry, Watching};
use crate::chance;
use crate::error::Error;
use crate::live::pending_creations::CreationGuard;
use crate::live::writer::Writer;
use crate::live::yielding::yield_to_others;
use crate::time;
use ikibuguzo_game::fact::{Entry, Fact, log_of};
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::projection::{self, ProjectedEvent};
use ikibuguzo_game::replay;
use ikibuguzo_game::room::{self, Command, CommandKind, DecisionContext, NewRematch, Room};
use ikibuguzo_store::{Commit, GameNumber, Listing, ListingUpdate, StoreError};

/// How often a command is decided anew because another writer was first.
const TRIES: usize = 3;

/// Watchers that are told of an event at once.
const AT_ONCE: usize = 8;

/// How soon a room is read again after a commit whose fate only the log knows. The commit may still be made after that:
/// so it is read again and again, each time after twice as long.
const RELOAD: Duration = Duration::from_secs(1);

/// No commit that was given up is made after so long.
const TOO_LATE: Duration = Duration::from_secs(60);

/// How soon it is asked again what time has decided, while the heartbeat is not steady.
const UNSTEADY: Duration = Duration::from_millis(200);

/// The one task that owns a game's room. It decides, stores, acknowledges, and only then tells.
pub(super) struct RoomTask {
    id: GameId,
    /// Its number in the database; known as soon as there is a room.
    number: Option<GameNumber>,
    lobby: RoomRegistry,
    requests: mpsc::Receiver<Request>,
    /// None before the first request, and after a commit whose fate only the log knows. Boxed, since it is taken out and
    /// put back several times a move.
    room: Option<Box<Room>>,
    /// How soon to read it again, while a commit that was given up may still be made.
    doubt: Option<Duration>,
    watchers: Vec<Watcher>,
    /// Which seats were taken when watchers were last told something.
    seated: [bool; 2],
    attendance: Attendance,
    crowd: Crowd,
    /// The `seq` up to which watchers have been told.
    head: Arc<AtomicU64>,
    recent: Recent,
}

/// A socket that follows the game.
struct Watcher {
    who: Option<PlayerId>,
    /// What they are to the game, as of what they were told last, in the beginning the snapshot.
    role: Role,
    outbox: Outbox,
}

impl Watcher {
    /// Hands over who is there. No player waits for that; spectators are many, and told a few at a time.
    fn hand_presence(&self, line: OutboundFrame, writer: &Writer) -> bool {
        if self.role.seat().is_some() && writer.is_busy() {
            self.outbox.hand_late(line, writer)
        } else {
            self.outbox.hand(line)
        }
    }
}

/// A commit that was made, still to be told.
struct Made {
    seq: u64,
    events: Vec<Lines>,
}

/// A game that begins out of this one.
struct Next {
    id: GameId,
    number: GameNumber,
    room: Room,
    told: Vec<ProjectedEvent>,
    /// Until it is on disk.
    _birth: CreationGuard,
}

impl RoomTask {
    pub(super) fn new(id: GameId, lobby: RoomRegistry, requests: mpsc::Receiver<Request>) -> Self {
        let attendance = Attendance::new(time::now());
        let (crowd, head) = (Crowd::default(), Arc::default());
        let (room, watchers, recent) = (None, Vec::new(), Recent::default());
        let (number, doubt, seated) = (None, None, [false; 2]);
        Self { id, number, lobby, requests, room, doubt, watchers, seated, attendance, crowd, head, recent }
    }

    /// With a room that is known already, and all that has happened in it.
    pub(super) fn holding(mut self, number: GameNumber, room: Room, told: Vec<Lines>) -> Self {
        self.number = Some(number);
        self.head.store(room.head(), Ordering::Release);
        told.into_iter().for_each(|event| self.recent.note(event));
        self.room = Some(Box::new(room));
        self
    }

    pub(super) async fn run(mut self) {
        loop {
            match timeout(self.patience(), self.requests.recv()).await {
                Ok(Some(request)) => {
                    self.serve(request).await;
                    let _ = self.count_the_crowd().await;
                    if self.is_needed() {
                        continue;
                    }
                }
                Ok(None) => return,
                Err(_) if self.has_something_due() => drop(self.settle(time::now()).await),
                // What became of a failed commit is in the log: those who watch are to hear of it.
                Err(_) if self.owes_news() => self.look_again().await,
                Err(_) if self.crowd_due().is_some() => drop(self.count_the_crowd().await),
                Err(_) => self.forget_the_gone().await,
            }
            if self.watchers.is_empty() && self.lobby.retire(self.id, &mut self.requests) {
                debug!(game.id = %self.id, "Room {} leaves memory", self.id);
                return;
            }
        }
    }

    /// A game that does not exist leaves memory at once, whoever keeps asking for it; so does one that is over when the
    /// last one has gone who followed it.
    fn is_needed(&self) -> bool {
        let is_played = |room: &Room| room.outcome().is_none();
        self.room.as_deref().is_some_and(|room| is_played(room) || !self.watchers.is_empty())
    }

    /// Whether somebody watches a room that has to be read again.
    fn owes_news(&self) -> bool {
        (self.room.is_none() || self.doubt.is_some()) && !self.watchers.is_empty()
    }

    async fn look_again(&mut self) {
        self.room = None;
        if self.load().await.is_ok() {
            self.doubt = self.doubt.map(|doubt| 2 * doubt).filter(|doubt| *doubt < TOO_LATE);
        }
    }

    /// What became of a commit is known to the log alone.
    fn lose_track(&mut self) {
        (self.room, self.doubt) = (None, Some(RELOAD));
    }

    /// How long to wait for a request before something else has to be done.
    fn patience(&self) -> Duration {
        let idle = self.lobby.shared.limits.room_idle;
        let idle = self.crowd_due().map_or(idle, |due| idle.min(due));
        let idle = if self.owes_news() { idle.min(self.doubt.unwrap_or(RELOAD)) } else { idle };
        match self.room.as_deref().and_then(Room::due) {
            Some(due) => match due.saturating_sub(time::now()) {
                0 => UNSTEADY,
                left => idle.min(Duration::from_millis(left)),
            },
            None => idle,
        }
    }

    fn has_something_due(&self) -> bool {
        let due = self.room.as_deref().and_then(Room::due);
        due.is_some_and(|due| due <= time::now())
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Command { who, command, heard_at, reply } => {
                let made = self.command(&who, &command, heard_at).await;
                self.lobby.shared.metrics.commands.inc();
                match made {
                    Ok(made) => {
                        let leisure = self.leisure(&who, &command);
                        // The acknowledgement goes before the events.
                        if leisure.of_asker() {
                            reply.give_late(made.seq, &self.lobby.shared.writer);
                        } else {
                            reply.give(Ok(made.seq));
                        }
                        self.tell_made(made.events, leisure).await;
                        self.note_life(&who.id, heard_at).await;
                        if let CommandKind::Sit = command.ask {
                            // Whoever has just sat down may have been watching.
                            self.note_attendance().await;
                        }
                    }
                    Err(error) => {
                        self.report(&error);
                        reply.give(Err(error));
                    }
                }
            }
            Request::Watch { who, since, outbox, heard_at, answer } => {
                let socket = outbox.socket();
                let watching = self.watch(who.as_ref(), since, outbox, heard_at).await;
                let is_new = watching.is_ok();
                let _ = answer.send(watching);
                if is_new {
                    self.welcome(socket).await;
                }
            }
            Request::Unwatch { socket } => {
                self.watchers.retain(|watcher| watcher.outbox.socket() != socket);
                self.note_attendance().await;
            }
            Request::Wake { heard_at } => drop(self.wake(heard_at).await),
        }
    }

    /// Logs a failure of the database, which the client is not told.
    fn report(&self, error: &Error) {
        if let Error::Store(error) = error {
            self.lobby.shared.database_log.failed(error);
        }
    }

    /// Does what time has decided, and says when to be woken next.
    async fn wake(&mut self, heard_at: u64) -> Result<(), Error> {
        let now = self.settle_when(heard_at).await?;
        let listing = Listing::of(self.load().await?, now);
        let number = self.number.ok_or(StoreError::Conflict)?;
        let commit = Commit { listings: vec![ListingUpdate::due(number, &listing)], ..Commit::default() };
        Ok(self.lobby.shared.writer.commit(commit).await?)
    }

    /// Stores what time had decided when something was heard, and says when that is taken to have been: after what was
    /// stored meanwhile. Nobody pays for the time that something waited for its turn here.
    async fn settle_when(&mut self, heard_at: u64) -> Result<u64, Error> {
        let now = heard_at.max(self.load().await?.last_at());
        self.settle(now).await?;
        Ok(now)
    }

    /// Stores what time has decided until now, and tells it: nobody is charged for the server's absences, and late is
    /// late.
    async fn settle(&mut self, now: u64) -> Result<(), Error> {
        let mut tries = 1..TRIES;
        while let Some(fact) = self.decided_by_time(now).await? {
            match self.store(None, vec![fact], None, now).await {
                Ok(made) => self.tell_made(made.events, DeferredDelivery::default()).await,
                Err(StoreError::Conflict) if tries.next().is_some() => self.room = None,
                Err(error) => {
                    self.lose_track();
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    async fn decided_by_time(&mut self, now: u64) -> Result<Option<Fact>, Error> {
        if !self.load().await?.depends_on_time(now) {
            return Ok(None);
        }
        self.check_pulse(now).await?;
        let heartbeat = self.lobby.shared.heartbeat.clone();
        let room = self.load().await?;
        let excused = heartbeat.absences(|absences| room.excused(absences, now));
        Ok(excused.or_else(|| room.overdue(now)))
    }

    /// Refuses what depends on the time that has gone by, while it is not known whether the server was there.
    async fn check_pulse(&self, now: u64) -> Result<(), Error> {
        if self.lobby.shared.heartbeat.is_soon_steady(now).await {
            return Ok(());
        }
        let message = "the server was away, and reckons for how long; try again";
        Err(Error::new(ErrorCode::Busy, message))
    }

    fn circumstances(&self, now: u64) -> DecisionContext {
        let patience = u64::try_from(self.lobby.shared.limits.absence.as_millis()).unwrap_or(u64::MAX);
        self.lobby
            .shared
            .heartbeat
            .absences(|absences| self.attendance.circumstances(now, patience, absences))
    }

    /// Who need not hear at once what a command made; nobody, where no other transaction is on its way.
    fn leisure(&self, who: &Player, command: &Command) -> DeferredDelivery {
        let room = self.room.as_deref().filter(|_| self.lobby.shared.writer.is_busy());
        room.map(|room| DeferredDelivery::after(room, &who.id, &command.ask)).unwrap_or_default()
    }

    async fn tell_made(&mut self, events: Vec<Lines>, leisure: DeferredDelivery) {
        if let Some(room) = self.room.take() {
            self.tell(events, &room, leisure).await;
            self.room = Some(room);
        }
    }

    /// Decides a command and stores what it makes. Where another writer was first, decides it anew.
    async fn command(&mut self, who: &Player, command: &Command, heard_at: u64) -> Result<Made, Error> {
        for _ in 0..TRIES {
            let id = self.id;
            let now = self.settle_when(heard_at).await?;
            if let CommandKind::Claim(_) = command.ask {
                // How long the opponent was gone is known only to a server that was there.
                self.check_pulse(now).await?;
            }
            let here = self.circumstances(now);
            let (facts, rematch) = match self.load().await?.handle(id, who, command, &here)? {
                room::Answer::Already(seq) => {
                    return Ok(Made { seq, events: Vec::new() });
                }
                room::Answer::New { facts, rematch } => (facts, rematch),
            };
            let origin = Some((who.id.clone(), command.id.clone()));
            match self.store(origin, facts, rematch, now).await {
                Err(StoreError::Conflict) => self.room = None,
                Err(error) => {
                    self.lose_track();
                    return Err(error.into());
                }
                Ok(made) => return Ok(made),
            }
        }
        Err(Error::new(ErrorCode::Busy, "others keep writing to this game; try again"))
    }

    /// Takes facts into the room and onto the disk. Until that is done nothing leaves the room, and if it fails the
    /// room is forgotten.
    async fn store(
        &mut self,
        mut origin: Option<(PlayerId, CommandId)>,
        facts: Vec<Fact>,
        rematch: Option<NewRematch>,
        now: u64,
    ) -> Result<Made, StoreError> {
        let number = self.number.ok_or(StoreError::Conflict)?;
        let room = self.room.as_mut().ok_or(StoreError::Conflict)?;
        let before = Listing::of(room, now);
        let mut commit = Commit::default();
        let (seq, mut told) = (room.head() + 1, Vec::with_capacity(facts.len()));
        commit.entries.reserve_exact(facts.len());
        let mut endless = false;
        for (fact, seq) in facts.into_iter().zip(seq..) {
            let entry = Entry { seq, at: now, command: origin.take(), fact };
            let effect = room.apply(&entry)?;
            endless |= matches!(effect.laps.last(), Some(Lap::Endless { .. }));
            told.push(ProjectedEvent::new(&entry, room, &effect));
            commit.append(number, entry);
        }
        let after = Listing::of(room, now);
        if before.outcome.is_none() {
            commit.finished.extend(FinishedGame::of(room));
        }
        commit.listings.extend(ListingUpdate::between(number, &before, &after));
        let next = match rematch {
            Some(rematch) => Some(self.begin(&mut commit, rematch, now)?),
            None => None,
        };
        let id = self.id;
        let write = move || Lines::of_all(id, &told);
        let events = self.lobby.shared.writer.commit_while(commit, write).await?;
        self.doubt = None;
        if let Some(Next { id, number, room, told, .. }) = next {
            self.lobby.take_in(id, number, room, Lines::of_all(id, &told));
        }
        self.lobby.shared.metrics.lap_limit_turns.inc_by(u64::from(endless));
        Ok(Made { seq, events })
    }

    /// Begins another game with the same commit.
    fn begin(&self, commit: &mut Commit, next: NewRematch, now: u64) -> Result<Next, StoreError> {
        let birth = self.lobby.shared.births.begin(now);
        let log = log_of(next.facts, birth.at);
        let (told, room) = (replay::tell(&log, 0)?, Room::replay(&log)?);
        let (id, number) = (next.id, chance::game_number(birth.at));
        commit.add_game(number, id, None, log, &room);
        Ok(Next { id, number, room, told, _birth: birth })
    }

    async fn watch(
        &mut self,
        who: Option<&PlayerId>,
        since: Option<u64>,
        outbox: Outbox,
        heard_at: u64,
    ) -> Result<Watching, Error> {
        // Whoever comes is to see the clocks as they stand. What cannot be decided or stored now is decided later.
        if self.lobby.shared.heartbeat.is_steady(heard_at) {
            let _ = self.settle_when(heard_at).await;
        }
        if since > Some(self.load().await?.head()) {
            // Another server may have gone on with the game, or a commit that was given up was made after all.
            self.room = None;
        }
        let id = self.id;
        let room = self.load().await?;
        let (snapshot, over) = (snapshot(id, room, who, since)?, room.outcome().is_some());
        // Of a game that is over everything is told, which events were not told while it was played.
        let recent =
            if over { None } else { self.recent.between(snapshot.seq, snapshot.head, snapshot.role) };
        self.watchers.retain(|watcher| watcher.outbox.socket() != outbox.socket());
        let place = if snapshot.role.seat().is_some() { 0 } else { self.watchers.len() };
        self.watchers.insert(place, Watcher { who: who.cloned(), role: snapshot.role, outbox });
        Ok(Watching { snapshot, recent, head: Arc::clone(&self.head), over })
    }

    /// Tells a new watcher, or if anything has changed everybody, who of the players is there.
    async fn welcome(&mut self, socket: u64) {
        if self.note_attendance().await || self.count_the_crowd().await {
            return;
        }
        let Some(line) = self.presence() else { return };
        self.watchers.retain(|watcher| {
            watcher.outbox.socket() != socket
                || watcher.hand_presence(line.clone(), &self.lobby.shared.writer)
        });
    }

    /// Takes note of who is there, and tells everybody if that has changed.
    async fn note_attendance(&mut self) -> bool {
        if self.room.is_none() {
            return false;
        }
        let is_here = |seat| self.watchers.iter().any(|watcher| watcher.role.seat() == Some(seat));
        let has_changed = self.attendance.note(is_here, time::now());
        if has_changed {
            self.tell_presence().await;
        }
        has_changed
    }

    /// Tells everybody how many watch, if that has changed and they have not just been told. Whether it was told.
    async fn count_the_crowd(&mut self) -> bool {
        let is_due = self.crowd_due().is_some_and(|due| due.is_zero());
        if is_due {
            self.tell_presence().await;
        }
        is_due
    }

    /// How long it is until everybody is to be told how many watch, if there is anybody to tell.
    fn crowd_due(&self) -> Option<Duration> {
        let anybody = self.room.is_some() && !self.watchers.is_empty();
        self.crowd.due(self.spectators(), time::now).filter(|_| anybody)
    }

    async fn tell_presence(&mut self) {
        let Some(line) = self.presence() else { return };
        self.crowd.note(self.spectators(), time::now());
        let lobby = self.lobby.clone();
        self.hand_out(|watcher| watcher.hand_presence(line.clone(), &lobby.shared.writer)).await;
    }

    /// How many of those who follow the game have no seat in it.
    fn spectators(&self) -> u32 {
        let seatless = self.watchers.iter().filter(|watcher| watcher.role.seat().is_none());
        u32::try_from(seatless.count()).unwrap_or(u32::MAX)
    }

    /// Takes note of a sign of life from a player who follows the game over no socket, but plays over HTTP, and tells
    /// everybody that the game can be claimed from it only later now.
    async fn note_life(&mut self, who: &PlayerId, now: u64) {
        let Some(seat) = self.room.as_ref().and_then(|room| room.seat_of(who)) else { return };
        if self.attendance.hear(seat, now) {
            self.tell_presence().await;
        }
    }

    fn presence(&self) -> Option<OutboundFrame> {
        let (room, here) = (self.room.as_ref()?, self.circumstances(time::now()));
        let presence = self.attendance.told(self.id, room, &here, self.spectators());
        let text = Utf8Bytes::from(ServerMessage::Presence(presence).to_json());
        Some(OutboundFrame { game: self.id, what: What::Presence, text })
    }

    async fn forget_the_gone(&mut self) {
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
        self.note_attendance().await;
    }

    /// The room, read from the log if it is not in memory; what watchers have missed meanwhile is told them.
    async fn load(&mut self) -> Result<&mut Room, Error> {
        let room = match self.room.take() {
            Some(room) => room,
            None => Box::new(self.read().await?),
        };
        Ok(self.room.insert(room))
    }

    async fn read(&mut self) -> Result<Room, Error> {
        let Some((number, log)) = self.lobby.shared.store.load(self.id).await? else {
            return Err(Error::new(ErrorCode::UnknownGame, format!("there is no game {}", self.id)));
        };
        let room = Room::replay(&log)?;
        if !self.watchers.is_empty() {
            let missed = replay::tell(&log, self.told())?;
            self.tell(Lines::of_all(self.id, &missed), &room, DeferredDelivery::default()).await;
        }
        self.head.store(room.head(), Ordering::Release);
        self.number = Some(number);
        Ok(room)
    }

    fn told(&self) -> u64 {
        self.head.load(Ordering::Acquire)
    }

    /// Tells events to every watcher; whoever need not hear at once hears before what comes next.
    async fn tell(&mut self, events: Vec<Lines>, room: &Room, leisure: DeferredDelivery) {
        self.recognize(room);
        let lobby = self.lobby.clone();
        for event in events {
            self.head.store(event.seq(), Ordering::Release);
            self.hand_out(|Watcher { role, outbox, .. }| {
                let line = event.to(*role).clone();
                if leisure.of(*role) {
                    outbox.hand_late(line, &lobby.shared.writer)
                } else {
                    outbox.hand(line)
                }
            })
            .await;
            self.recent.note(event);
        }
        if room.outcome().is_some() {
            self.recent.forget();
        }
    }

    /// Takes note of what those who follow the game are to it, if somebody has sat down. Nobody ever gets up.
    fn recognize(&mut self, room: &Room) {
        let seated = Seat::ALL.map(|seat| room.seats()[seat].is_some());
        if self.seated != seated {
            self.seated = seated;
            self.watchers.iter_mut().for_each(|watcher| watcher.role = room.role(watcher.who.as_ref()));
        }
    }

    /// Hands every watcher its line, players first. Who reads too slowly is cut off, so that it delays nobody, and can
    /// resume. In between, other games have their turn: a thousand spectators must not make everybody wait.
    async fn hand_out(&mut self, hand: impl Fn(&Watcher) -> bool) {
        let mut told = 0;
        while let Some(watcher) = self.watchers.get(told) {
            if hand(watcher) {
                told += 1;
            } else {
                self.watchers.remove(told);
            }
            if told % AT_ONCE == AT_ONCE - 1 {
                yield_to_others().await;
            }
        }
    }
}

fn snapshot(id: GameId, room: &Room, who: Option<&PlayerId>, since: Option<u64>) -> Result<Snapshot, Error> {
    let full = projection::snapshot(id, room, room.role(who));
    match since {
        None => Ok(full),
        Some(since) if since <= full.head => Ok(Snapshot { seq: since, view: None, ..full }),
        Some(since) => {
            let message = format!("you have seen {since}, but the game is at {}", full.head);
            Err(Error::new(ErrorCode::SinceAhead, message))
        }
    }
}
