//! One game, read from its log.

use std::str::FromStr;

use ikibuguzo_engine::{Game, Record};
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::{self, ProjectedEvent};
use ikibuguzo_game::proof;
use ikibuguzo_game::record;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ClockReport, ErrorCode, EventPage, GameId, PlyView, Role, Snapshot, Timestamp};
use ikibuguzo_store::Store;

use crate::cluster::nodes::Nodes;
use crate::error::Error;

/// A game whose log has been read once and folded once.
#[derive(Debug)]
pub(crate) struct LoadedGame {
    id: GameId,
    log: Vec<Entry>,
    room: Room,
}

/// A point in a game, by the number of actions played before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ply {
    /// After this many actions.
    After(usize),
    /// After the newest action.
    Last,
}

/// Loads a game.
///
/// # Errors
///
/// `unknown_game`; or if the database cannot be used.
pub(crate) async fn load_game(store: &Store, id: GameId) -> Result<LoadedGame, Error> {
    let log = load_log(store, id).await?;
    let room = Room::replay(&log)?;
    Ok(LoadedGame { id, log, room })
}

/// Loads a game and every event after `since`, as each viewer may see it.
///
/// # Errors
///
/// As for [`load_game`].
pub(crate) async fn load_events(
    store: &Store,
    id: GameId,
    since: u64,
) -> Result<(LoadedGame, Vec<ProjectedEvent>), Error> {
    let log = load_log(store, id).await?;
    let (room, events) = replay::room_and_events(&log, since)?;
    Ok((LoadedGame { id, log, room }, events))
}

/// Loads a game and what every action has cost.
///
/// # Errors
///
/// As for [`load_game`].
pub(crate) async fn load_clock_sheet(
    store: &Store,
    nodes: &Nodes,
    id: GameId,
    now: Timestamp,
) -> Result<(LoadedGame, ClockReport), Error> {
    let log = load_log(store, id).await?;
    let (room, sheet) = replay::room_and_clock_report(id, &log)?;
    let game = LoadedGame { id, log, room }.with_downtimes_excused(nodes, now);
    let clocks = game.room.clocks();
    Ok((game, ClockReport { clocks, ..sheet }))
}

/// Succeeds if there is such a game. The log is read and not folded.
///
/// # Errors
///
/// As for [`load_game`].
pub(crate) async fn require_game(store: &Store, id: GameId) -> Result<(), Error> {
    load_log(store, id).await.map(drop)
}

async fn load_log(store: &Store, id: GameId) -> Result<Vec<Entry>, Error> {
    let log = store.log(id).await?;
    if log.is_empty() {
        return Err(Error::new(ErrorCode::UnknownGame, format!("there is no game {id}")));
    }
    Ok(log)
}

impl LoadedGame {
    /// The room at the end of the log.
    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// Whether the game has ended. Chat and a rematch may still be added to its log.
    pub(crate) fn is_over(&self) -> bool {
        self.room.outcome().is_some()
    }

    /// Shows the clocks as they stand now: a downtime that the log does not excuse yet is charged to nobody.
    pub(crate) fn with_downtimes_excused(mut self, nodes: &Nodes, now: Timestamp) -> Self {
        nodes.with_downtimes(|downtimes| self.room.show_excused(downtimes, now));
        self
    }

    /// The role of a viewer.
    pub(crate) fn role_of(&self, viewer: Option<&Player>) -> Role {
        self.room.role(viewer.map(|player| &player.id))
    }

    /// The game as it stands, for a viewer.
    pub(crate) fn snapshot(&self, viewer: Option<&Player>) -> Snapshot {
        projection::snapshot(self.id, &self.room, self.role_of(viewer))
    }

    /// The game after a number of actions, for a role.
    ///
    /// # Errors
    ///
    /// `unknown_ply` if the game has not reached the ply, or has no board.
    pub(crate) fn ply_view(&self, ply: Ply, role: Role) -> Result<PlyView, Error> {
        projection::ply(self.id, &self.room, self.count_of(ply), role).ok_or_else(|| self.unknown_ply())
    }

    /// The engine's game after a number of actions.
    ///
    /// # Errors
    ///
    /// `unknown_ply` if the game has not reached the ply, or has no board; `game_not_over` if something is concealed
    /// until then.
    pub(crate) fn game_at(&self, ply: Ply) -> Result<Game, Error> {
        if !self.room.has_board() {
            return Err(self.unknown_ply());
        }
        let why = "the position of this game holds what is concealed until it is over";
        let revealed = self.room.revealed().ok_or_else(|| Error::new(ErrorCode::GameNotOver, why))?;
        revealed.after(self.count_of(ply)).ok_or_else(|| self.unknown_ply())
    }

    /// The game as text.
    pub(crate) fn record(&self) -> Record {
        record::record_of(self.id, &self.room, &self.log)
    }

    /// The lines of the log, from which anybody can work out its hashes.
    ///
    /// # Errors
    ///
    /// `game_not_over` if the log conceals something.
    pub(crate) fn proof(&self) -> Result<String, Error> {
        let message = "a game has a proof when it is over and its arrays are revealed";
        proof::proof(self.id, &self.log).ok_or_else(|| Error::new(ErrorCode::GameNotOver, message))
    }

    fn count_of(&self, ply: Ply) -> usize {
        match ply {
            Ply::After(plies) => plies,
            Ply::Last => self.room.actions().len(),
        }
    }

    fn unknown_ply(&self) -> Error {
        if self.room.has_board() {
            unknown_ply(&format!("{} actions have been played", self.room.actions().len()))
        } else {
            unknown_ply("the game has no board yet")
        }
    }
}

/// Every event of a game after `since`, for a viewer, and whether the game is over.
///
/// # Errors
///
/// `unknown_game`, or `since_ahead`; or if the database cannot be used.
pub(crate) async fn events_since(
    store: &Store,
    id: GameId,
    since: u64,
    viewer: Option<&Player>,
) -> Result<(LoadedGame, EventPage), Error> {
    let (game, events) = load_events(store, id, since).await?;
    let head = game.room.head();
    if since > head {
        let message = format!("you have seen {since}, but the game is at {head}");
        return Err(Error::new(ErrorCode::SinceAhead, message));
    }
    let role = game.role_of(viewer);
    let events = events.iter().map(|event| event.to(role).clone()).collect();
    Ok((game, EventPage { game: id, role, head, events }))
}

impl Ply {
    /// The ply after this number of actions; the last one if there is no number.
    pub(crate) fn of_number(number: Option<u32>) -> Self {
        number.and_then(|plies| usize::try_from(plies).ok()).map_or(Self::Last, Self::After)
    }
}

impl FromStr for Ply {
    type Err = Error;

    /// A number, or `last`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "last" => Ok(Self::Last),
            number => number
                .parse()
                .map(Self::After)
                .map_err(|_| unknown_ply("a ply is a number from 0 on, or last")),
        }
    }
}

fn unknown_ply(why: &str) -> Error {
    Error::new(ErrorCode::UnknownPly, why)
}
