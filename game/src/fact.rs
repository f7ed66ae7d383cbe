//! The log of a game: entries, each with one fact.

use std::time::Duration;

use ikibuguzo_engine::{Action, Array, Ruleset, Seat};
use ikibuguzo_protocol::{Commitment, DeclineReason, GameId, Outcome, Text, TimeControl, Timestamp, millis};
use serde::{Deserialize, Serialize};

use crate::origin::Origin;
use crate::player::Player;

/// One row of a game's log: a fact, its time and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When the server received it.
    pub at: Timestamp,
    /// The command that produced it. If a command produces several facts, only the first has it.
    pub origin: Option<Origin>,
    /// The fact.
    pub fact: Fact,
}

/// A log of these facts, all at one time.
pub fn log_of(facts: Vec<Fact>, at: Timestamp) -> Vec<Entry> {
    facts.into_iter().zip(1..).map(|(fact, seq)| Entry { seq, at, origin: None, fact }).collect()
}

/// Something that happened in a game.
///
/// A fact contains nothing that follows from earlier facts: the engine computes laps, boards and legal actions again.
/// Facts contain secrets. Only the [`projection`](crate::projection) turns them into what a viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "payload", rename_all = "snake_case")]
pub enum Fact {
    /// The game was created.
    Created {
        /// The ruleset.
        rules: Text<Ruleset>,
        /// The version of the rules.
        rules_version: u32,
        /// Whether the game is listed and open to everyone. A private game opens only with its id.
        public: bool,
        /// The time control.
        #[serde(default, skip_serializing_if = "is_none")]
        clock: Text<TimeControl>,
        /// The time of each action that is not charged.
        #[serde(default, skip_serializing_if = "Duration::is_zero", with = "millis")]
        allowance: Duration,
        /// Whether the result changes the players' ratings.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rated: bool,
        /// Whether each player may halve its clock before its first action, for one more point in an arena.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        berserk: bool,
        /// The game of which this one is the rematch.
        rematch_of: Option<GameId>,
        /// For a game imported from a record: the tags that are not in other facts.
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
        /// The commitment to the name in the hash of the entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// The free seat is kept for a player.
    Invited {
        /// The player.
        #[serde(flatten)]
        player: Player,
        /// When the invitation ends, if its maker has chosen that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open_until: Option<Timestamp>,
        /// The commitment to the name in the hash of the entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// The invited player declined, and said why.
    Declined {
        /// Why.
        reason: DeclineReason,
    },
    /// A seat chose its opening array; secret until `Revealed`.
    Arranged {
        /// The seat.
        seat: Text<Seat>,
        /// The array.
        array: Text<Array>,
        /// The commitment to the array in the hash of the entry; others see only this before `Revealed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// Both seats have arranged, and their arrays become public.
    Revealed {},
    /// Both players are seated, and there is nothing to arrange.
    Begun {},
    /// A seat halved its clock, and gave up its increments.
    Berserked {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat played an action.
    Acted {
        /// The seat.
        seat: Text<Seat>,
        /// The action.
        action: Text<Action>,
    },
    /// A downtime was excused: it is charged to no clock.
    Excused {
        /// The start.
        from: Timestamp,
        /// The end.
        until: Timestamp,
    },
    /// A seat offered a draw.
    DrawOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a draw offer.
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
    /// A seat declined the opponent's request to take back a turn.
    TakebackDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// A turn was taken back, together with the turns after it.
    TakenBack {
        /// The `seq` of the offer.
        offer: u64,
        /// The number of actions that remain.
        plies: u32,
    },
    /// A seat offered that both players are shown what an action would do.
    PreviewsOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined an offer of previews.
    PreviewsDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// Both players have agreed to previews.
    PreviewsAgreed {
        /// The `seq` of the offer.
        offer: u64,
    },
    /// A player sent a chat message.
    Said {
        /// The seat of the player.
        seat: Text<Seat>,
        /// The message.
        text: String,
        /// The commitment to the message in the hash of the entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// The game ended.
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
    /// The rematch started.
    Rematched {
        /// The new game.
        rematch: GameId,
    },
}

fn is_none(clock: &Text<TimeControl>) -> bool {
    **clock == TimeControl::None
}
