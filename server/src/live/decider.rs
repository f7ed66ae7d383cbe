//! Decides what happens in one game, and stores it. It sends nothing: others send what it stores.

mod loading;
mod replica;
mod request_time;
mod served;

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_engine::{BySeat, Lap, Seat};
use ikibuguzo_game::chain::{ChainHash, ChainedEntry};
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::feature::Feature;
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::leavings::find_leavings;
use ikibuguzo_game::origin::Origin;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::{OpenOffers, ProjectedEvent};
use ikibuguzo_game::room::{
    Command, CommandKind, CorruptLog, Decision, DecisionContext, INVITATION_TIMEOUT, NewRematch, Room,
};
use ikibuguzo_protocol::{ErrorCode, GameId, Timestamp};
use ikibuguzo_store::{Commit, GameNumber, LeftGameRow, Listing, ListingUpdate, NodeId, StoreError};
use tracing::Instrument;

pub(super) use self::request_time::RequestTime;
use super::created_game::CreatedGame;
use super::encoded_event::EncodedEvent;
use super::lost_time::RunningGame;
use super::presence::{PresenceTracker, downtime_after};
use super::served_here::ServedHere;
use super::services::Services;
use super::stored_entries::stored_entries;
use crate::error::{Error, not_known_yet};
use crate::ops::spans;

/// How often a command is decided at most, if another writer was first.
const MAX_DECISIONS: usize = 3;

/// How soon to check again what time has decided, while the heartbeat is late.
const HEARTBEAT_RETRY: Duration = Duration::from_millis(200);

/// The first wait before a room is read again after a commit with an unknown result. Each further wait is twice as
/// long, since the commit may still be made.
const FIRST_RELOAD_DELAY: Duration = Duration::from_secs(1);

/// Decides and stores for one game.
pub(super) struct Decider {
    game: GameId,
    services: Arc<Services>,
    /// `None` before the first request, and after a commit with an unknown result. Boxed, since it is taken and put
    /// back several times a move.
    loaded: Option<Box<LiveRoom>>,
    /// How long to wait before the log is read again, while the result of a commit is unknown.
    reload_delay: Option<Duration>,
    /// The newest event that was handed out; none before the game was first read.
    published: Option<PublishedEvent>,
    /// Whether the log has lost events that were handed out, and nobody was told so yet.
    is_rewound: bool,
    /// Events that time has decided or another server has stored, and that are not yet handed out.
    unsent: Vec<EncodedEvent>,
    /// Which players this node serves.
    served: ServedHere,
    /// Other nodes that serve a player, each with the time at which this one began to serve it: it is not known yet
    /// whether they ran until then.
    contested: BySeat<Vec<(NodeId, Timestamp)>>,
}

/// A game in memory.
struct LiveRoom {
    number: GameNumber,
    room: Room,
    /// The hash of its newest entry.
    hash: ChainHash,
}

/// An event that was handed out.
#[derive(Clone, Copy)]
struct PublishedEvent {
    seq: u64,
    /// The hash of its entry, if it is known.
    hash: Option<ChainHash>,
}

/// What a command has stored.
pub(super) struct Committed {
    /// The `seq` of the command's first event.
    pub(super) seq: u64,
    /// The events, to be sent after the acknowledgement. Empty if the command was stored before.
    pub(super) events: Vec<EncodedEvent>,
    /// The rematch that began. Boxed, since it is large and rare.
    pub(super) rematch: Option<Box<CreatedGame>>,
}

impl Decider {
    /// A decider that reads its game when it is first needed.
    pub(super) fn new(game: GameId, services: Arc<Services>) -> Self {
        let (served, contested) = (ServedHere::new(services.nodes.me()), BySeat::default());
        let (loaded, reload_delay, published, unsent) = (None, None, None, Vec::new());
        let is_rewound = false;
        Self { game, services, loaded, reload_delay, published, is_rewound, unsent, served, contested }
    }

    /// A decider for a game that was just created.
    pub(super) fn of_new_game(new: CreatedGame, services: Arc<Services>) -> Self {
        let CreatedGame { id, number, hash, room, .. } = new;
        let published = Some(PublishedEvent { seq: room.head(), hash: Some(hash) });
        let loaded = Some(Box::new(LiveRoom { number, room, hash }));
        Self { loaded, published, ..Self::new(id, services) }
    }

    /// The game, if it is in memory.
    pub(super) fn room(&self) -> Option<&Room> {
        self.loaded.as_deref().map(|loaded| &loaded.room)
    }

    /// The number of the game, if it is in memory.
    pub(super) fn number(&self) -> Option<GameNumber> {
        self.loaded.as_deref().map(|loaded| loaded.number)
    }

    /// Takes the events that no watcher has been sent. They go before those of the current request.
    pub(super) fn take_unsent(&mut self) -> Vec<EncodedEvent> {
        std::mem::take(&mut self.unsent)
    }

    /// Whether the log has lost events that were handed out, so that its watchers need the whole game again. The next call
    /// returns false.
    pub(super) fn take_rewound(&mut self) -> bool {
        std::mem::take(&mut self.is_rewound)
    }

    /// How long to wait before time decides something; `None` if nothing is due.
    pub(super) fn due_in(&self, now: Timestamp) -> Option<Duration> {
        let due = self.room()?.due()?;
        Some(match due.saturating_since(now) {
            Duration::ZERO => HEARTBEAT_RETRY,
            left => left,
        })
    }

    /// Whether time has decided something that is not stored yet.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        self.room().and_then(Room::due).is_some_and(|due| due <= now)
    }

    /// Decides a command and stores what it makes. If another writer was first, decides it again.
    ///
    /// # Errors
    ///
    /// `clock_off`, `unknown_game`, `upgrade_in_progress`, or `busy`; the code of the rejection, if the room rejects the
    /// command; or if the database cannot be used.
    pub(super) async fn decide(
        &mut self,
        player: &Player,
        command: &Command,
        time: RequestTime,
        presence: &PresenceTracker,
    ) -> Result<Committed, Error> {
        self.services.nodes.require_clock()?;
        for _ in 0..MAX_DECISIONS {
            let present = self.load().await?.seat_of(&player.id);
            let now = self.settle_for(time.heard_at, present).await?;
            if let CommandKind::Claim(_) = command.kind {
                // Only a server that has run all the time knows how long the opponent was absent.
                self.require_heartbeat(now).await?;
            }
            let (context, game) = (self.decision_context(now, presence), self.game);
            let (facts, rematch) = match self.load().await?.handle(game, player, command, &context)? {
                Decision::Duplicate(seq) => {
                    return Ok(Committed { seq, events: Vec::new(), rematch: None });
                }
                Decision::Accepted { facts, rematch } => (facts, rematch),
            };
            self.services.nodes.require_readable(&facts)?;
            let origin = Some(command.origin(player.id.clone()));
            let time = RequestTime { heard_at: now, ..time };
            match self.store(origin, facts, rematch, time).await {
                Err(StoreError::Conflict) => self.loaded = None,
                result => return self.note_result(result),
            }
        }
        Err(Error::new(ErrorCode::Busy, "others keep writing to this game; try again"))
    }

    /// Stores what time has decided, and when to check the game next. `due_at` is the time that the database has stored
    /// for this.
    ///
    /// # Errors
    ///
    /// `unknown_game`, or `busy`; or if the database cannot be used.
    pub(super) async fn wake(&mut self, heard_at: Timestamp, due_at: Timestamp) -> Result<(), Error> {
        let now = self.settle(heard_at).await?;
        let Some(room) = self.room() else { return Ok(()) };
        let next = match room.withdrawal() {
            None => room.next_check_at(now),
            Some(withdrawal) => match self.excused_until(due_at, now).await? {
                later if later > now => Some(later),
                _ => return self.withdraw(withdrawal, now).await,
            },
        };
        self.replace_due(due_at, next).await
    }

    /// Ends an open game. If another server was first, somebody has sat down there, or it has ended the game.
    async fn withdraw(&mut self, withdrawal: Fact, now: Timestamp) -> Result<(), Error> {
        match self.store_decided(withdrawal, now).await {
            Err(Error::Store(StoreError::Conflict)) => Ok(()),
            result => result,
        }
    }

    /// The end of an invitation's time, moved on by the downtimes in that time.
    async fn excused_until(&self, due_at: Timestamp, now: Timestamp) -> Result<Timestamp, Error> {
        self.require_heartbeat(now).await?;
        let began = due_at.saturating_sub(INVITATION_TIMEOUT);
        let downtime = self.services.nodes.with_downtimes(|downtimes| downtime_after(downtimes, began));
        Ok(due_at + downtime)
    }

    /// Stores when to check the game next; none if nothing is due.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn store_due(&self, due_at: Option<Timestamp>) -> Result<(), Error> {
        self.write_due(|number| ListingUpdate::due(number, due_at)).await
    }

    /// Like [`store_due`](Self::store_due), after a check for which the database had stored the time `seen`. The stored
    /// time stays if another node knows more of the game: it has stored another time, or entries that are not in memory
    /// here.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn replace_due(&self, seen: Timestamp, due_at: Option<Timestamp>) -> Result<(), Error> {
        let Some(head) = self.room().map(Room::head) else { return Ok(()) };
        self.write_due(|number| ListingUpdate::next_due(number, seen, head, due_at)).await
    }

    async fn write_due(&self, update: impl FnOnce(GameNumber) -> ListingUpdate) -> Result<(), Error> {
        let Some(loaded) = self.loaded.as_deref() else { return Ok(()) };
        let commit = Commit { listings: vec![update(loaded.number)], ..Commit::default() };
        Ok(self.services.writer.commit(commit).await?)
    }

    /// Stores what time had decided at a moment, and returns the time at which a request of that moment counts: not
    /// before the newest entry, which another node may have stored. Nobody is charged for the time that a request waits
    /// in the mailbox.
    ///
    /// # Errors
    ///
    /// `unknown_game`, or `busy`; or if the database cannot be used.
    pub(super) async fn settle(&mut self, heard_at: Timestamp) -> Result<Timestamp, Error> {
        self.settle_for(heard_at, None).await
    }

    /// Like [`settle`](Self::settle), for a request of a player.
    async fn settle_for(&mut self, heard_at: Timestamp, present: Option<Seat>) -> Result<Timestamp, Error> {
        let mut retries = 1..MAX_DECISIONS;
        loop {
            let now = heard_at.max(self.load().await?.last_at());
            let Some(fact) = self.decided_by_time(now, present).await? else { return Ok(now) };
            match self.store_decided(fact, now).await {
                Err(Error::Store(StoreError::Conflict)) if retries.next().is_some() => {}
                result => result?,
            }
        }
    }

    /// Stores a fact that no player's command has made. Its event is sent later.
    async fn store_decided(&mut self, fact: Fact, now: Timestamp) -> Result<(), Error> {
        let result = self.store(None, vec![fact], None, RequestTime::of(now)).await;
        if let Err(StoreError::Conflict) = result {
            self.loaded = None;
            return Err(StoreError::Conflict.into());
        }
        let Committed { events, .. } = self.note_result(result)?;
        self.unsent.extend(events);
        Ok(())
    }

    async fn decided_by_time(
        &mut self,
        now: Timestamp,
        present: Option<Seat>,
    ) -> Result<Option<Fact>, Error> {
        if !self.load().await?.depends_on_time(now) {
            return Ok(None);
        }
        self.require_heartbeat(now).await?;
        let Some(LiveRoom { number, room, .. }) = self.loaded.as_deref() else { return Ok(None) };
        let (number, services) = (*number, &self.services);
        let game = RunningGame { number, room, served: &self.served, present };
        let lost = game.lost_time(services, now).await?;
        if let Some(excused) = room.excused(&lost.downtimes, now) {
            return Ok(Some(excused));
        }
        let Some(overdue) = room.overdue(now).filter(|_| !lost.lasts) else { return Ok(None) };
        let can_flag = game.can_flag(services, room.due().unwrap_or(now)).await?;
        // It is not known yet whether this player's time has run out, so the player must not act meanwhile.
        if !can_flag && present.is_some_and(|seat| room.awaited_since(seat).is_some()) {
            return Err(not_known_yet());
        }
        Ok(can_flag.then_some(overdue))
    }

    /// Refuses what depends on elapsed time, while it is not known whether a server ran. The newest entry of a game may be
    /// later than the present, if the clock was wrong when it was stored: no time passes in that game until then.
    async fn require_heartbeat(&self, now: Timestamp) -> Result<(), Error> {
        if self.services.nodes.wait_until_steady(now.min(self.services.clock.now())).await {
            return Ok(());
        }
        Err(Error::new(ErrorCode::Busy, "the server is working out how long it was away; try again"))
    }

    /// What the room has to know in addition to its log.
    pub(super) fn decision_context(&self, now: Timestamp, presence: &PresenceTracker) -> DecisionContext {
        let patience = self.services.limits.absence;
        self.services
            .nodes
            .with_downtimes(|downtimes| presence.decision_context(now, patience, self.room(), downtimes))
    }

    /// Applies facts to the room and commits them. If this fails, the room is no longer valid.
    async fn store(
        &mut self,
        origin: Option<Origin>,
        mut facts: Vec<Fact>,
        rematch: Option<NewRematch>,
        time: RequestTime,
    ) -> Result<Committed, StoreError> {
        self.add_salts(&mut facts);
        let now = time.heard_at;
        let live = self.loaded.as_deref_mut().ok_or(StoreError::Conflict)?;
        let (mut commit, seq, before) =
            (Commit::default(), live.room.head() + 1, Listing::of(&live.room, now));
        let mut applied = live.apply(&mut commit, origin, facts, now)?;
        let excused = live.room.excused_wait(time.wait()).into_iter().collect();
        applied.events.extend(live.apply(&mut commit, None, excused, time.waited_until)?.events);
        let LiveRoom { number, room, hash } = live;
        let newest = *hash;
        if before.outcome.is_none() {
            let finished = FinishedGame::of(room);
            commit.left = left_games(room, &commit.entries);
            commit.ended.extend(finished.as_ref().map(|_| *number));
            commit.finished.extend(finished);
        }
        commit.listings.extend(ListingUpdate::between(*number, &before, &Listing::of(room, now)));
        let is_heard = self.services.bus.is_heard();
        let mut stored = Vec::new();
        stored.extend(is_heard.then(|| stored_entries(self.game, *number, room, &commit, None)));
        let rematch = rematch.map(|rematch| self.begin_rematch(&mut commit, rematch, now)).transpose()?;
        let rematch = rematch.map(Box::new);
        let (game, events) = (self.game, applied.events);
        let new = rematch.as_deref().filter(|_| is_heard);
        stored.extend(new.map(|new| stored_entries(new.id, new.number, &new.room, &commit, Some(game))));
        // Encoded while the database writes.
        let encode = move || EncodedEvent::encode_all(game, &events);
        let events = self
            .services
            .writer
            .commit_while(commit, encode)
            .instrument(spans::commit(self.game, seq))
            .await?;
        stored.into_iter().for_each(|stored| self.services.bus.queue_hint(stored.into()));
        self.services.metrics.lap_limit_turns.inc_by(u64::from(applied.hit_lap_limit));
        let published = events.last().map(|event| PublishedEvent { seq: event.seq(), hash: Some(newest) });
        self.published = published.or(self.published);
        Ok(Committed { seq, events, rematch })
    }

    /// Draws salts for names, messages and arrays. An array has none while a node runs that could not read it.
    fn add_salts(&self, facts: &mut [Fact]) {
        let has_salt = |fact: &Fact| {
            !matches!(fact, Fact::Arranged { .. })
                || self.services.nodes.is_known_by_all(Feature::ArrayCommitments)
        };
        facts
            .iter_mut()
            .filter(|fact| has_salt(fact))
            .for_each(|fact| fact.add_salt(|| self.services.chance.bytes()));
    }

    fn begin_rematch(
        &self,
        commit: &mut Commit,
        rematch: NewRematch,
        now: Timestamp,
    ) -> Result<CreatedGame, StoreError> {
        let guard = self.services.pending_creations.begin(now);
        CreatedGame::begin(commit, rematch.id, None, rematch.facts, guard, &self.services.chance)
    }

    /// Notes the result of a commit. After a failure only the log knows it.
    fn note_result(&mut self, result: Result<Committed, StoreError>) -> Result<Committed, Error> {
        match &result {
            Ok(_) => self.reload_delay = None,
            Err(_) => (self.loaded, self.reload_delay) = (None, Some(FIRST_RELOAD_DELAY)),
        }
        Ok(result?)
    }
}

/// Which players have left a game, if one of these new entries ends it. `room` is the game after them.
fn left_games(room: &Room, entries: &[(GameNumber, ChainedEntry)]) -> Vec<LeftGameRow> {
    let mut entries = entries.iter().map(|(number, chained)| (number, &chained.entry));
    let end = entries.find(|(_, entry)| matches!(entry.fact, Fact::Ended(_)));
    let rows = end.map(|(number, end)| {
        let leavings = find_leavings(room, end).into_iter();
        leavings.map(|leaving| LeftGameRow { number: *number, leaving, at: end.at }).collect()
    });
    rows.unwrap_or_default()
}

/// What facts have done to a room.
struct Applied {
    events: Vec<ProjectedEvent>,
    hit_lap_limit: bool,
}

impl LiveRoom {
    /// Applies facts to the room, and adds them to a commit. The first one carries the command's id.
    fn apply(
        &mut self,
        commit: &mut Commit,
        mut origin: Option<Origin>,
        facts: Vec<Fact>,
        now: Timestamp,
    ) -> Result<Applied, CorruptLog> {
        let Self { number, room, hash } = self;
        let mut applied = Applied { events: Vec::with_capacity(facts.len()), hit_lap_limit: false };
        commit.entries.reserve_exact(facts.len());
        for fact in facts {
            let entry = Entry { seq: room.head() + 1, at: now, origin: origin.take(), fact };
            let offers = OpenOffers::of(room);
            let effect = room.apply(&entry)?;
            applied.hit_lap_limit |= matches!(effect.laps.last(), Some(Lap::Endless { .. }));
            applied.events.push(ProjectedEvent::new(&entry, room, &effect, &offers.closed_since(room)));
            *hash = commit.append(*number, *hash, entry);
        }
        Ok(applied)
    }
}
