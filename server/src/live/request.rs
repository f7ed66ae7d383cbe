//! The requests to a room.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::{Command, ComputerTask, Play};
use ikibuguzo_protocol::{Snapshot, Timestamp};
use ikibuguzo_store::NodeId;
use tokio::sync::oneshot;

use super::frame::{EventForm, OutboundFrame};
use super::outbox::Outbox;
use super::reply::Reply;
use crate::cluster::hint::StoredEntries;
use crate::error::Error;

/// A request to a room. `heard_at` is when the server received it.
pub(super) enum Request {
    /// Decide a command.
    Command { player: Player, command: Command, heard_at: Timestamp, reply: Reply },
    /// Send every event from now on to an outbox.
    Watch {
        player: Option<PlayerId>,
        since: Option<u64>,
        form: EventForm,
        outbox: Outbox,
        heard_at: Timestamp,
        answer: oneshot::Sender<Result<WatchStart, Error>>,
    },
    /// Send nothing more to a socket. `left_at` is when it has left.
    Unwatch { socket: u64, left_at: Timestamp },
    /// Note that a player is present, and stays so until a time, if that is later.
    SignOfLife { player: PlayerId, heard_at: Timestamp, until: Timestamp },
    /// Take over entries that another node has stored.
    Follow(Box<StoredEntries>),
    /// Read the log again if it has more entries than the room; send subscribers those after `since`, if it is given.
    CatchUp { head: u64, since: Option<u64> },
    /// Read the log again: it may have lost its newest entries.
    Reread,
    /// Note who is connected to another node.
    Connected { node: NodeId, players: [bool; 2], spectators: u32 },
    /// Note that a player was present at another node.
    Seen { seat: Seat, at: Timestamp },
    /// Note whether it was stored which players are served here.
    PresenceStored { is_stored: bool },
    /// Read from the database who is connected to other nodes.
    ReadPresence,
    /// Forget who was connected to a node that has died.
    ForgetNode { node: NodeId },
    /// Return the task of a computer player.
    ComputerTask { answer: oneshot::Sender<Result<Option<PendingTask>, Error>> },
    /// Store what time has decided. `due_at` is the time that the database has stored for this.
    Wake { heard_at: Timestamp, due_at: Timestamp },
}

/// The task of a computer player, and the play so far.
pub(crate) type PendingTask = (ComputerTask, Option<Play>);

/// The state of a game at the moment at which a socket began to watch it.
#[derive(Debug)]
pub struct WatchStart {
    /// The game; events after it come to the outbox.
    pub snapshot: Snapshot,
    /// The events between `since` and the snapshot; `None` if they have to be read from the log.
    pub recent: Option<Vec<OutboundFrame>>,
    /// The newest `seq` of the game, kept up to date while the socket watches.
    pub head: Arc<AtomicU64>,
    /// Whether the game was over.
    pub is_over: bool,
}
