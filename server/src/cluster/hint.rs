//! What nodes tell each other over the bus. A hint only saves time: a node that misses it reads the database.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::chain::{ChainHash, ChainedEntry};
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::origin::{CommandHash, Origin};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{CommandId, GameId, Text, Timestamp};
use serde::{Deserialize, Serialize};

/// A message on the bus. A node reads the bodies of its hints as [`RawValue`](serde_json::value::RawValue)s, since most
/// hints concern games that it does not follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BusMessage<Body> {
    /// The node that sent it.
    pub(crate) node: i64,
    /// One more than the number of the node's message before; two more or above if hints were lost in between.
    pub(crate) number: u64,
    /// The hints, in order. Empty if the message only shows that the node can be heard.
    pub(crate) hints: Vec<Hint<Body>>,
}

/// What a node tells others about a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hint<Body = HintBody> {
    /// The game.
    pub game: GameId,
    /// The game's players and the invited player; empty for other hints than [`HintBody::Stored`]. A node that does not
    /// have the game in memory loads it if one of them has a stream there.
    pub players: Vec<PlayerId>,
    /// The content of the hint.
    pub body: Body,
}

/// The content of a hint.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintBody {
    /// Entries were stored.
    Stored(StoredEntries),
    /// These players, in the order South and North, and this number of spectators are connected to the node.
    Connected {
        /// Whether South and whether North is connected.
        players: [bool; 2],
        /// The number of spectators.
        spectators: u32,
    },
    /// A player without a socket made a request.
    Seen {
        /// The player's seat.
        seat: Text<Seat>,
        /// When it made the request.
        at: Timestamp,
    },
}

/// Entries that a node has stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredEntries {
    /// The `seq` of its newest entry.
    pub head: u64,
    /// The entries, in order. They may be missing.
    pub entries: Vec<StoredEntry>,
    /// The game of which a new game is the rematch.
    pub rematch_of: Option<GameId>,
}

impl Hint {
    /// A hint for the nodes that follow the game.
    pub fn for_followers(game: GameId, body: HintBody) -> Self {
        Self { game, players: Vec::new(), body }
    }
}

impl From<Hint<StoredEntries>> for Hint {
    fn from(Hint { game, players, body }: Hint<StoredEntries>) -> Self {
        Self { game, players, body: HintBody::Stored(body) }
    }
}

impl StoredEntries {
    /// Says that a game has entries up to `head`, without the entries.
    pub fn newest(head: u64) -> Self {
        Self { head, entries: Vec::new(), rematch_of: None }
    }
}

/// An entry of a log, as the bus carries it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredEntry {
    seq: u64,
    at: Timestamp,
    player: Option<PlayerId>,
    command: Option<CommandId>,
    hash: Option<i64>,
    fact: Fact,
    /// The hash of the entry; none from a server that knows none.
    #[serde(default)]
    chain: Option<ChainHash>,
}

impl From<&ChainedEntry> for StoredEntry {
    fn from(chained: &ChainedEntry) -> Self {
        let entry = &chained.entry;
        let origin = entry.origin.as_ref();
        Self {
            seq: entry.seq,
            at: entry.at,
            player: origin.map(|origin| origin.player.clone()),
            command: origin.map(|origin| origin.id.clone()),
            hash: origin.and_then(|origin| origin.hash).map(CommandHash::to_stored),
            fact: entry.fact.clone(),
            chain: Some(chained.hash),
        }
    }
}

impl StoredEntry {
    /// Its number in the log.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The entry, and its hash as the sender has it.
    pub fn into_entry(self) -> (Entry, Option<ChainHash>) {
        let Self { seq, at, player, command, hash, fact, chain } = self;
        let hash = hash.map(CommandHash::from_stored);
        let origin = player.zip(command).map(|(player, id)| Origin { player, id, hash });
        (Entry { seq, at, origin, fact }, chain)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn the_body_of_a_hint_is_read_apart() {
        let game = GameId::from_random([7; GameId::LENGTH]);
        let body = HintBody::Stored(StoredEntries::newest(9));
        let hint = Hint { game, players: vec![PlayerId::from("p1")], body };
        let text =
            serde_json::to_string(&BusMessage { node: 1, number: 2, hints: vec![hint] }).expect("JSON");
        let message: BusMessage<&RawValue> = serde_json::from_str(&text).expect("a message");
        let [Hint { game: read, players, body }] = message.hints.as_slice() else { panic!("{text}") };
        assert_eq!((*read, players.as_slice()), (game, [PlayerId::from("p1")].as_slice()));
        let HintBody::Stored(stored) = serde_json::from_str(body.get()).expect("a body") else {
            panic!("{body}")
        };
        assert_eq!(stored.head, 9);
    }

    #[test]
    fn an_entry_arrives_as_it_was_stored() {
        let origin = Origin {
            player: PlayerId::from("p1"),
            id: "Jt4nZq8WvB1o".parse().expect("an id"),
            hash: Some(CommandHash::from_stored(-7)),
        };
        let fact = Fact::Acted { seat: Text(Seat::South), action: Text("a<".parse().expect("an action")) };
        for origin in [Some(origin), None] {
            let entry =
                Entry { seq: 7, at: Timestamp::from_millis(1_795_000_000_000), origin, fact: fact.clone() };
            let chained = ChainHash::of("the entry before it").link(entry.clone());
            let text = serde_json::to_string(&StoredEntry::from(&chained)).expect("JSON");
            let arrived: StoredEntry = serde_json::from_str(&text).expect("an entry");
            assert_eq!(arrived.into_entry(), (entry, Some(chained.hash)));
        }
    }
}
