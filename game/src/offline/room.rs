//! A room with its log, in memory.

use ikibuguzo_engine::{BySeat, Record, Ruleset, Seat};
use ikibuguzo_protocol::{CommandId, GameId, Snapshot, State, TimeControl, Timestamp};

use crate::fact::{Entry, Fact, log_of};
use crate::origin::{CommandHash, Origin};
use crate::player::Player;
use crate::projection::{OpenOffers, ProjectedEvent, snapshot};
use crate::record::record_of;
use crate::replay;
use crate::room::{
    Command, CommandKind, CorruptLog, Decision, DecisionContext, GameOptions, Rejection, Room, initial_facts,
};

/// A room with its log. Nothing is stored.
#[derive(Debug)]
pub struct OfflineRoom {
    id: GameId,
    players: BySeat<Player>,
    room: Room,
    log: Vec<Entry>,
}

/// The effect of an accepted command.
#[derive(Debug)]
pub struct Accepted {
    /// The `seq` of its first event.
    pub seq: u64,
    /// Its events. They are not yet as a viewer may see them.
    pub events: Vec<ProjectedEvent>,
}

impl OfflineRoom {
    /// A game in which both players are seated, without a clock.
    pub fn new(
        id: GameId,
        rules: Ruleset,
        players: BySeat<Player>,
        rematch_of: Option<GameId>,
        now: Timestamp,
    ) -> Self {
        let options = GameOptions {
            rules,
            rules_version: Ruleset::VERSION,
            public: false,
            clock: TimeControl::None,
            rated: false,
        };
        let seated = Seat::ALL.into_iter().map(|seat| (seat, players[seat].clone())).collect();
        let log = log_of(initial_facts(options, rematch_of, seated), now);
        let room = Room::replay(&log).expect("a new log");
        Self { id, players, room, log }
    }

    /// The game of a log that this device has kept. Both players are seated.
    ///
    /// # Errors
    ///
    /// If the log cannot be replayed, or a seat is free.
    pub fn resume(id: GameId, log: Vec<Entry>) -> Result<Self, CorruptLog> {
        let room = Room::replay(&log)?;
        let [south, north] = Seat::ALL.map(|seat| room.seats()[seat].clone());
        let (Some(south), Some(north)) = (south, north) else {
            return Err(CorruptLog { seq: room.head(), why: "a seat is free".to_owned() });
        };
        Ok(Self { id, players: BySeat { south, north }, room, log })
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The state of the game.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The game as a seat may see it.
    pub fn snapshot(&self, seat: Seat) -> Snapshot {
        snapshot(self.id, &self.room, seat.into())
    }

    /// The players.
    pub fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// The entries after `since`. They contain secrets.
    pub fn log_since(&self, since: u64) -> &[Entry] {
        let known = usize::try_from(since).unwrap_or(usize::MAX).min(self.log.len());
        &self.log[known..]
    }

    /// The events after `since`.
    pub fn events_since(&self, since: u64) -> Vec<ProjectedEvent> {
        replay::events_since(&self.log, since).expect("the room has decided its log")
    }

    /// The seat that has to act: to answer an offer, to arrange, or to move. None if the game is over and no offer is
    /// open.
    pub fn seat_to_act(&self) -> Option<Seat> {
        let view = self.snapshot(Seat::South).view?;
        let offer = view.draw_offer.or(view.takeback_offer).or(view.rematch.offer);
        if let Some(offer) = offer {
            return Some(!*offer.seat);
        }
        match view.state {
            State::Arranging => Seat::ALL.into_iter().find(|seat| !view.arranged.get(*seat)),
            _ => view.position?.to_move.map(|seat| *seat),
        }
    }

    /// Whether the board is set up.
    pub fn has_begun(&self) -> bool {
        self.room.play().is_some()
    }

    /// The game as text. It contains no secrets.
    pub fn record(&self) -> Record {
        record_of(self.id, &self.room, &self.log)
    }

    /// Carries out the command of a seat at a time.
    ///
    /// # Errors
    ///
    /// The rejection, which changes nothing.
    pub fn handle(&mut self, seat: Seat, command: &Command, now: Timestamp) -> Result<Accepted, Rejection> {
        let player = self.players[seat].clone();
        // Both players are always there, so nobody can claim the game.
        let context = DecisionContext { now, ..DecisionContext::default() };
        match self.room.handle(self.id, &player, command, &context)? {
            Decision::Duplicate(seq) => Ok(Accepted { seq, events: Vec::new() }),
            Decision::Accepted { facts, .. } => {
                let seq = self.room.head() + 1;
                let mut origin = Some(command.origin(player.id));
                let mut append = |fact| self.append(now, origin.take(), fact);
                Ok(Accepted { seq, events: facts.into_iter().map(&mut append).collect() })
            }
        }
    }

    /// Takes back the last turn, of either seat, without a question. `id` is the id of the command.
    ///
    /// # Errors
    ///
    /// The rejection, which changes nothing.
    pub fn take_back(&mut self, id: CommandId, now: Timestamp) -> Result<Accepted, Rejection> {
        let seat = self.room.actions().last().map_or(Seat::South, |(seat, _)| *seat);
        let command = Command { id, hash: CommandHash::of(""), kind: CommandKind::TakeBack };
        self.handle(seat, &command, now)
    }

    fn append(&mut self, at: Timestamp, origin: Option<Origin>, fact: Fact) -> ProjectedEvent {
        let entry = Entry { seq: self.room.head() + 1, at, origin, fact };
        let offers = OpenOffers::of(&self.room);
        let effect = self.room.apply(&entry).expect("the room has decided it");
        let event = ProjectedEvent::new(&entry, &self.room, &effect, &offers.closed_since(&self.room));
        self.log.push(entry);
        event
    }
}
