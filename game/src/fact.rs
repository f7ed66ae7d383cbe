//! What the log of a game is made of.

use ikibuguzo_engine::{Action, Array, Ruleset, Seat};
use ikibuguzo_protocol::{CommandId, GameId, Outcome, Text, TimeControl};
use serde::{Deserialize, Serialize};

use crate::player::{Player, PlayerId};

/// One row of a game's log: a fact, and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the game, from 1.
    pub seq: u64,
    /// When the server heard it: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// Whose command made it, and the client's id for that command. A command that makes several facts names the first.
    pub command: Option<(PlayerId, CommandId)>,
    /// What happened.
    pub fact: Fact,
}

/// The log of a game that begins with these facts, at a time in milliseconds since 1970-01-01 UTC.
pub fn log_of(facts: Vec<Fact>, at: u64) -> Vec<Entry> {
    facts.into_iter().zip(1..).map(|(fact, seq)| Entry { seq, at, command: None, fact }).collect()
}

/// What happened, and nothing that can be worked out from what happened before: laps, boards and legal actions are
/// the engine's to tell again. This is the whole truth, secrets included; only `projection` turns it into what a
/// viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "payload", rename_all = "snake_case")]
pub enum Fact {
    /// The game was created.
    Created {
        /// The game and its options.
        rules: Text<Ruleset>,
        /// The version of the rules that it is played under.
        rules_version: u32,
        /// Listed and open to all, or only for those who know its id.
        public: bool,
        /// How much time the seats have.
        #[serde(default, skip_serializing_if = "is_none")]
        clock: Text<TimeControl>,
        /// The game that it is the rematch of.
        rematch_of: Option<GameId>,
        /// Of a game that was read from a record: what else its tags tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_record: Option<Vec<(String, String)>>,
    },
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: Text<Seat>,
        /// The player.
        #[serde(flatten)]
        player: Player,
    },
    /// A seat arranged its counters; secret until `Revealed`.
    Arranged {
        /// The seat.
        seat: Text<Seat>,
        /// Its array.
        array: Text<Array>,
    },
    /// Both seats have arranged, and everybody may know how.
    Revealed {},
    /// Both players are seated, and there is nothing to arrange.
    Begun {},
    /// A seat played an action.
    Acted {
        /// The seat.
        seat: Text<Seat>,
        /// The action.
        action: Text<Action>,
    },
    /// No server was there for a while; nobody is charged for that.
    Excused {
        /// From when on: milliseconds since 1970-01-01 UTC.
        from: u64,
        /// Until when: milliseconds since 1970-01-01 UTC.
        until: u64,
    },
    /// A seat offered a draw.
    DrawOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a draw.
    DrawDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// A seat asked to take back its last turn.
    TakebackOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined to have the other's turn taken back.
    TakebackDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// A turn was taken back, and what followed it.
    TakenBack {
        /// The `seq` of the offer.
        offer: u64,
        /// How many actions are left.
        plies: u32,
    },
    /// A player said something.
    Said {
        /// The seat of the player.
        seat: Text<Seat>,
        /// The words.
        text: String,
    },
    /// The game is over.
    Ended(Outcome),
    /// A seat offered a rematch.
    RematchOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a rematch.
    RematchDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// The rematch has begun.
    Rematched {
        /// The new game.
        rematch: GameId,
    },
}

fn is_none(clock: &Text<TimeControl>) -> bool {
    **clock == TimeControl::None
}
