use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ikibuguzo_engine::Lap;
use ikibuguzo_protocol::{ErrorCode, GameId, Role, Snapshot};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::timeout;
use tracing::debug;

use super::{Line, Lobby, Outbox, Request, Watching};
use crate::fact::{Entry, Fact};
use crate::history;
use crate::player::{Player, PlayerId};
use crate::projection::{self, Told};
use crate::room::{self, Command, NewRematch, Rejection, Room};
use crate::store::{Commit, Listing, StoreError};
use crate::time;

/// How often a command is decided anew because another writer was first.
const TRIES: usize = 3;

/// How soon a room is read again after a commit whose fate only the log knows.
const RELOAD: Duration = Duration::from_secs(1);

/// The one task that owns a game's room. It decides, stores, acknowledges, and only then tells.
pub(super) struct RoomTask {
    id: GameId,
    lobby: Lobby,
    requests: mpsc::Receiver<Request>,
    /// None before the first request, and after a commit whose fate only the log knows.
    room: Option<Room>,
    watchers: Vec<Watcher>,
    /// The `seq` up to which watchers have been told.
    head: Arc<AtomicU64>,
}

/// A socket that follows the game.
struct Watcher {
    who: Option<PlayerId>,
    outbox: Outbox,
}

/// A commit that was made, still to be told.
struct Made {
    seq: u64,
    events: Vec<Told>,
}

impl RoomTask {
    pub(super) fn new(id: GameId, lobby: Lobby, requests: mpsc::Receiver<Request>) -> Self {
        Self { id, lobby, requests, room: None, watchers: Vec::new(), head: Arc::default() }
    }

    pub(super) async fn run(mut self) {
        let idle = self.lobby.shared.idle;
        loop {
            let patience = if self.owes_news() { RELOAD } else { idle };
            match timeout(patience, self.requests.recv()).await {
                Ok(Some(request)) => {
                    self.serve(request).await;
                    // A game that does not exist leaves memory at once, whoever keeps asking for it.
                    if self.room.is_some() {
                        continue;
                    }
                }
                Ok(None) => return,
                // What became of a failed commit is in the log: those who watch are to hear of it.
                Err(_) if self.owes_news() => drop(self.load().await),
                Err(_) => self.watchers.retain(|watcher| !watcher.outbox.lines.is_closed()),
            }
            if self.watchers.is_empty() && self.lobby.retire(self.id, &mut self.requests) {
                debug!(game.id = %self.id, "Room {} leaves memory", self.id);
                return;
            }
        }
    }

    /// Whether somebody watches a room that has to be read again.
    fn owes_news(&self) -> bool {
        self.room.is_none() && !self.watchers.is_empty()
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Command { who, command, answer } => match self.command(&who, &command).await {
                Ok(made) => {
                    // Whoever asked may be gone; the acknowledgement goes before the events all the same.
                    let _ = answer.send(Ok(made.seq));
                    self.tell_made(&made.events);
                }
                Err(rejection) => drop(answer.send(Err(rejection))),
            },
            Request::Watch { who, since, outbox, answer } => {
                let _ = answer.send(self.watch(who.as_ref(), since, outbox).await);
            }
            Request::Unwatch { socket } => {
                self.watchers.retain(|watcher| watcher.outbox.socket != socket);
            }
        }
    }

    fn tell_made(&mut self, events: &[Told]) {
        if let Some(room) = self.room.take() {
            self.tell(events, &room);
            self.room = Some(room);
        }
    }

    /// Decides a command and stores what it makes. Where another writer was first, decides it anew.
    async fn command(&mut self, who: &Player, command: &Command) -> Result<Made, Rejection> {
        for _ in 0..TRIES {
            let id = self.id;
            let (facts, rematch) = match self.load().await?.handle(id, who, command)? {
                room::Answer::Already(seq) => {
                    return Ok(Made { seq, events: Vec::new() });
                }
                room::Answer::New { facts, rematch } => (facts, rematch),
            };
            match self.store(who, command, facts, rematch).await {
                Err(StoreError::Conflict) => self.room = None,
                Err(error) => {
                    // What became of the commit is known to the log alone: read the room anew when it is needed.
                    self.room = None;
                    return Err(error.into());
                }
                Ok(made) => return Ok(made),
            }
        }
        Err(Rejection::new(ErrorCode::Busy, "others keep writing to this game; try again"))
    }

    /// Takes facts into the room and onto the disk. Until that is done nothing leaves the room, and if it fails the
    /// room is forgotten.
    async fn store(
        &mut self,
        who: &Player,
        command: &Command,
        facts: Vec<Fact>,
        rematch: Option<NewRematch>,
    ) -> Result<Made, StoreError> {
        let now = time::now();
        let room = self.room.as_mut().ok_or(StoreError::Conflict)?;
        let before = Listing::of(room);
        let mut commit = Commit::default();
        let mut made = Made { seq: room.head() + 1, events: Vec::new() };
        let mut endless = false;
        for (fact, seq) in facts.into_iter().zip(made.seq..) {
            let command = (seq == made.seq).then(|| (who.id.clone(), command.id.clone()));
            let entry = Entry { seq, at: now, command, fact };
            let laps = room.apply(&entry)?;
            endless |= matches!(laps.last(), Some(Lap::Endless { .. }));
            made.events.push(Told::new(&entry, room, &laps));
            commit.entries.push((self.id, entry));
        }
        let after = Listing::of(room);
        commit.listings.extend((after != before).then_some((self.id, after)));
        if let Some(rematch) = rematch {
            commit.begin(rematch.id, None, rematch.facts, now)?;
        }
        self.lobby.shared.writer.commit(commit).await?;
        self.lobby.shared.metrics.lap_limit_turns.inc_by(u64::from(endless));
        Ok(made)
    }

    async fn watch(
        &mut self,
        who: Option<&PlayerId>,
        since: Option<u64>,
        outbox: Outbox,
    ) -> Result<Watching, Rejection> {
        let id = self.id;
        let room = self.load().await?;
        let (snapshot, over) = (snapshot(id, room, who, since)?, room.outcome().is_some());
        self.watchers.retain(|watcher| watcher.outbox.socket != outbox.socket);
        self.watchers.push(Watcher { who: who.cloned(), outbox });
        Ok(Watching { snapshot, head: Arc::clone(&self.head), over })
    }

    /// The room, read from the log if it is not in memory; what watchers have missed meanwhile is told them.
    async fn load(&mut self) -> Result<&mut Room, Rejection> {
        let room = match self.room.take() {
            Some(room) => room,
            None => self.read().await?,
        };
        Ok(self.room.insert(room))
    }

    async fn read(&mut self) -> Result<Room, Rejection> {
        let log = self.lobby.shared.store.log(self.id).await?;
        if log.is_empty() {
            return Err(Rejection::new(ErrorCode::UnknownGame, format!("there is no game {}", self.id)));
        }
        let room = Room::replay(&log)?;
        if !self.watchers.is_empty() {
            let missed = history::tell(&log, self.told())?;
            self.tell(&missed, &room);
        }
        self.head.store(room.head(), Ordering::Release);
        Ok(room)
    }

    fn told(&self) -> u64 {
        self.head.load(Ordering::Acquire)
    }

    /// Sends events to every watcher. Who reads too slowly is cut off, so that it delays nobody, and can resume.
    fn tell(&mut self, events: &[Told], room: &Room) {
        for event in events {
            self.head.store(event.seq(), Ordering::Release);
            let mut lines = Lines { game: self.id, event, written: Vec::new() };
            self.watchers.retain(|Watcher { who, outbox }| {
                match outbox.lines.try_send(lines.to(room.role(who.as_ref()))) {
                    Ok(()) => true,
                    Err(TrySendError::Closed(_)) => false,
                    Err(TrySendError::Full(_)) => {
                        outbox.overflow.cancel();
                        false
                    }
                }
            });
        }
    }
}

/// One event on its way to many sockets: written once for all viewers that see the same.
struct Lines<'a> {
    game: GameId,
    event: &'a Told,
    written: Vec<(Role, Line)>,
}

impl Lines<'_> {
    fn to(&mut self, viewer: Role) -> Line {
        let viewer = if self.event.is_same_for_all() { Role::Spectator } else { viewer };
        if let Some((_, line)) = self.written.iter().find(|(role, _)| *role == viewer) {
            return line.clone();
        }
        let line = Line::of(self.game, self.event.to(viewer));
        self.written.push((viewer, line.clone()));
        line
    }
}

fn snapshot(
    id: GameId,
    room: &Room,
    who: Option<&PlayerId>,
    since: Option<u64>,
) -> Result<Snapshot, Rejection> {
    let full = projection::snapshot(id, room, room.role(who));
    match since {
        None => Ok(full),
        Some(since) if since <= full.head => Ok(Snapshot { seq: since, view: None, ..full }),
        Some(since) => {
            let message = format!("you have seen {since}, but the game is at {}", full.head);
            Err(Rejection::new(ErrorCode::SinceAhead, message))
        }
    }
}
