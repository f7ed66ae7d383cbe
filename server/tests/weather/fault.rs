use clap::ValueEnum;
use ikibuguzo_testing::{Link, MessageFaults};

/// What a round of the campaign consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FaultKind {
    /// Nodes are killed and started again
    Kill,
    /// Nodes stand still
    Stop,
    /// The bus fails
    Bus,
    /// The database cannot be reached
    Database,
    /// The database takes no writes, loses its newest rows, and has games imported
    Storage,
    /// Nodes have a wrong clock
    Clock,
    /// Everything at once
    All,
}

/// Why a database refuses writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It takes only reads, as while another server takes over.
    ReadOnly,
    /// Its disk is full.
    FullDisk,
}

/// Something that fails for a while. Nodes are named by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A node is killed with SIGKILL; at the end it is started again.
    Kill(usize),
    /// A node is stopped with SIGSTOP; at the end it goes on.
    Stop(usize),
    /// A node runs on a machine whose clock is five seconds ahead. It is killed and started before and after that.
    Clock(usize),
    /// The link of a node to the database.
    Database(usize, Link),
    /// The links of all nodes to the database.
    DatabaseOfAll(Link),
    /// The NATS server is killed; at the end it is started again.
    NatsServer,
    /// The link of a node to the NATS server.
    Bus(usize, Link),
    /// The messages of all nodes.
    Messages(MessageFaults),
    /// A program without the key of the nodes sends messages like theirs.
    ForgedMessages,
    /// The database refuses every write.
    RefusedWrites(Refusal),
    /// The database loses the newest entry of a game, as if a replica that lagged had taken over.
    LostEntry,
    /// A game is imported meanwhile.
    Import,
}
