use ikibuguzo_engine::{self as engine, Action, Array, Ruleset, Seat};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{ClockView, GameId, Lap, PlayerName, PositionView, Receipt, Seats, Stores, Text, TimeControl};

/// One numbered event of a game, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its number in the game: 1, 2, 3 …, without gap or repeat.
    pub seq: u64,
    /// When the server heard it: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<Happening>"))]
    pub what: Happening,
}

/// What an event tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The game was created.
    Created {
        /// The game and its options, as one text: `ikibuguzo:choice`.
        rules: Text<Ruleset>,
        /// The version of the rules that the game is played under, for good.
        rules_version: u32,
        /// Listed and open to all, or only for those who know its id.
        public: bool,
        /// How much time the seats have; left out where they have as much as they like.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Text<TimeControl>>,
        /// The game that this one is the rematch of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch_of: Option<GameId>,
        /// Of a game that was read from a record: what else its tags tell, in order. No times of its turns are known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_record: Option<Vec<(String, String)>>,
    },
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: Text<Seat>,
        /// The player.
        player: PlayerName,
        /// What each seat may arrange from now on; empty while the other seat is free.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arrays_offered: Vec<Text<Array>>,
        /// Until when both seats have to arrange, in games with a clock: milliseconds since 1970-01-01 UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrange_by: Option<u64>,
    },
    /// A seat has arranged its counters. Which array is told to nobody before `revealed`.
    Arranged {
        /// The seat.
        seat: Text<Seat>,
    },
    /// Both seats have arranged: the arrays, and the first position.
    Revealed {
        /// The array of each seat.
        arrays: Seats<Text<Array>>,
        /// The position to play.
        position: PositionView,
        /// The clocks, if the game has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// Both players are seated, and there is nothing to arrange: the first position.
    Begun {
        /// The position to play.
        position: PositionView,
        /// The clocks, if the game has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// A seat played an action.
    Acted {
        /// The seat.
        seat: Text<Seat>,
        /// The number of this action in the game, from 1.
        ply: u32,
        /// The action.
        action: Text<Action>,
        /// What it made happen, in order: what a client animates.
        laps: Vec<Lap>,
        /// The position after it: what a client then shows.
        position: PositionView,
        /// What it has cost, if the game has clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<Receipt>,
        /// The clocks after it, if the game has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// The server was away for a while, and nobody is charged for that.
    Excused {
        /// From when on: milliseconds since 1970-01-01 UTC.
        from: u64,
        /// Until when: milliseconds since 1970-01-01 UTC.
        until: u64,
        /// The clocks now, if they run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
        /// Until when both seats have to arrange now, if they do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrange_by: Option<u64>,
    },
    /// A seat offered a draw; the event's `seq` is the offer's name.
    DrawOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a draw.
    DrawDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The offer that it declined.
        offer: u64,
    },
    /// A seat asked to take back its last turn; the event's `seq` is the offer's name.
    TakebackOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined to have the other's turn taken back.
    TakebackDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The offer that it declined.
        offer: u64,
    },
    /// A turn, and what followed it, was taken back: the position is the one before it.
    TakenBack {
        /// The offer that was taken.
        offer: u64,
        /// The position, with the number of actions that are left.
        position: PositionView,
        /// The clocks, if the game has any: what was used stays used.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// A player said something.
    Said {
        /// The seat of the player.
        seat: Text<Seat>,
        /// The words.
        text: String,
    },
    /// The game is over.
    Ended {
        /// How.
        #[serde(flatten)]
        outcome: Outcome,
        /// In games with stores, what they held: nothing is concealed any more. Left out in other games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stores: Option<Stores>,
    },
    /// A seat offered a rematch; the event's `seq` is the offer's name.
    RematchOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a rematch.
    RematchDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The offer that it declined.
        offer: u64,
    },
    /// Both seats wanted a rematch: it has begun, with the seats swapped.
    Rematched {
        /// The new game.
        rematch: GameId,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The seat that won; none for a draw.
    pub winner: Option<Text<Seat>>,
    /// Why it ended.
    pub reason: EndReason,
}

/// Why a game ended: by the rules, or between the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum EndReason {
    /// One seat has no counters left.
    CapturedAll,
    /// Both end holes of the opponent's inner row were captured in one turn.
    BothEnds,
    /// The seat to move had no legal action.
    NoMove,
    /// The same position stood for the third time.
    Repetition,
    /// 200 turns went by without a capture.
    Quiet,
    /// The game had as many turns as it may have.
    TurnLimit,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Timeout,
    /// A player was gone for too long, and the other one claimed the win.
    Abandoned,
    /// A player was gone before both had made a turn, or neither arranged in time: no result.
    Aborted,
    /// It was never begun: no result.
    Expired,
}

impl EndReason {
    /// Every reason.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Whether a game that ended so has a result: one that nobody won then is a draw.
    pub fn is_a_result(self) -> bool {
        !matches!(self, Self::Aborted | Self::Expired)
    }

    /// The reason as it crosses the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl From<engine::Outcome> for Outcome {
    fn from(outcome: engine::Outcome) -> Self {
        Self { winner: outcome.winner.map(Text), reason: outcome.reason.into() }
    }
}

impl From<engine::Reason> for EndReason {
    fn from(reason: engine::Reason) -> Self {
        match reason {
            engine::Reason::CapturedAll => Self::CapturedAll,
            engine::Reason::BothEnds => Self::BothEnds,
            engine::Reason::NoMove => Self::NoMove,
            engine::Reason::Repetition => Self::Repetition,
            engine::Reason::Quiet => Self::Quiet,
            engine::Reason::TurnLimit => Self::TurnLimit,
        }
    }
}
