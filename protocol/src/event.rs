use std::time::Duration;

use ikibuguzo_engine::{self as engine, Action, Array, Ruleset, Seat};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{
    ClockView, Commitment, DeclineReason, GameId, Lap, OfferKind, PlayerName, PositionView, Receipt, Seats,
    Stores, Text, TimeControl, Timestamp,
};

/// One numbered event of a game, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its number in the game: 1, 2, 3 …, without gaps or repeats.
    pub seq: u64,
    /// When the server received it: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
    /// What happened.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<EventKind>"))]
    pub kind: EventKind,
    /// The offers that it closes: they were open before it and are not open after it. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closes: Vec<OfferKind>,
}

/// The kind of an event, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The game was created.
    Created {
        /// The game and its options, as one text: `ikibuguzo:choice`.
        rules: Text<Ruleset>,
        /// The version of the rules that the game keeps.
        rules_version: u32,
        /// Whether the game is listed and open to everybody. A private game opens with its id.
        public: bool,
        /// The time control. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Text<TimeControl>>,
        /// The time of each action that is not charged, in milliseconds, so that the player can see the sowing before
        /// it. Absent if it is 0.
        #[serde(default, skip_serializing_if = "crate::clock::is_zero", with = "crate::millis")]
        #[cfg_attr(feature = "schema", schemars(with = "u64"))]
        allowance: Duration,
        /// Whether the result changes the players' ratings. Absent if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rated: bool,
        /// Whether each player may halve its clock before its first action, with `berserk`. Absent if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        berserk: bool,
        /// The game of which this one is the rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch_of: Option<GameId>,
        /// In a game imported from a record: its other tags, in order. The times of its turns are unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_record: Option<Vec<(String, String)>>,
    },
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: Text<Seat>,
        /// The player.
        player: PlayerName,
        /// Whether a program plays for this player. Absent if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
        /// The arrays from which each seat may choose now. Empty while the other seat is free.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arrays_offered: Vec<Text<Array>>,
        /// In games with a clock, the deadline of the arrangement: milliseconds since 1970-01-01 UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrange_by: Option<Timestamp>,
    },
    /// The free seat is kept for a player.
    Invited {
        /// The player.
        player: PlayerName,
        /// When the invitation ends, if its maker has chosen that: milliseconds since 1970-01-01 UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open_until: Option<Timestamp>,
    },
    /// The invited player declined, and says why.
    Declined {
        /// The reason.
        reason: DeclineReason,
    },
    /// A seat has chosen its array, which stays secret until `revealed`.
    Arranged {
        /// The seat.
        seat: Text<Seat>,
        /// The SHA-256 of a random salt and the array, which `revealed` opens. Absent if a server of an older version ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// Both seats have arranged: the arrays, and the first position.
    Revealed {
        /// The array of each seat.
        arrays: Seats<Text<Array>>,
        /// The salt of each seat's commitment: its SHA-256 with the array after it is the hash of `arranged`. Absent if
        /// there is none.
        #[serde(default, skip_serializing_if = "crate::clock::is_zero")]
        commitments: Seats<Option<Commitment>>,
        /// The first position.
        position: PositionView,
        /// The clocks. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
    },
    /// Both players are seated in a game without arrangement: the first position.
    Begun {
        /// The first position.
        position: PositionView,
        /// The clocks. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
    },
    /// A seat halved its clock, and gave up its increments and delays.
    Berserked {
        /// The seat.
        seat: Text<Seat>,
        /// The clocks afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
    },
    /// A seat played an action.
    Acted {
        /// The seat.
        seat: Text<Seat>,
        /// The number of this action in the game, from 1.
        ply: u32,
        /// The action.
        action: Text<Action>,
        /// Its laps, in order, for a client to animate.
        laps: Vec<Lap>,
        /// The position after it.
        position: PositionView,
        /// The time that it was charged. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<Receipt>,
        /// The clocks after it. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
    },
    /// The server was down. No seat is charged for that time.
    Excused {
        /// Start of the downtime: milliseconds since 1970-01-01 UTC.
        from: Timestamp,
        /// End of the downtime: milliseconds since 1970-01-01 UTC.
        until: Timestamp,
        /// The clocks afterwards, if they run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
        /// The new deadline of the arrangement, during an arrangement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrange_by: Option<Timestamp>,
    },
    /// A seat offered a draw. The event's `seq` identifies the offer.
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
    /// A seat asked to take back its last turn. The event's `seq` identifies the offer.
    TakebackOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a takeback offer.
    TakebackDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// A turn and what followed it were taken back.
    TakenBack {
        /// The `seq` of the offer that was accepted.
        offer: u64,
        /// The position before that turn; its `ply` is the number of remaining actions.
        position: PositionView,
        /// The clocks; time already used is not given back. Absent in games without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockView>,
    },
    /// A seat offered previews to both players. The event's `seq` identifies the offer.
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
    /// Both players have agreed to previews: clients show them what an action would do.
    PreviewsAgreed {
        /// The `seq` of the offer that was accepted.
        offer: u64,
    },
    /// A player sent a chat message.
    Said {
        /// The seat of the player.
        seat: Text<Seat>,
        /// The text.
        text: String,
    },
    /// The game is over.
    Ended {
        /// How it ended.
        #[serde(flatten)]
        outcome: Outcome,
        /// In games with stores, both stores, which are no longer concealed. Absent in other games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stores: Option<Stores>,
    },
    /// A seat offered a rematch. The event's `seq` identifies the offer.
    RematchOffered {
        /// The seat.
        seat: Text<Seat>,
    },
    /// A seat declined a rematch offer.
    RematchDeclined {
        /// The seat that declined.
        seat: Text<Seat>,
        /// The `seq` of the offer.
        offer: u64,
    },
    /// Both seats agreed to a rematch, which has begun with swapped seats.
    Rematched {
        /// The new game.
        rematch: GameId,
    },
}

impl EventKind {
    /// The position that the event brought; none if the board stays as it was.
    pub fn position(&self) -> Option<&PositionView> {
        match self {
            Self::Begun { position, .. }
            | Self::Revealed { position, .. }
            | Self::Acted { position, .. }
            | Self::TakenBack { position, .. } => Some(position),
            _ => None,
        }
    }

    /// The clocks that the event brought; none if they stay as they were, and in games without a clock.
    pub fn clocks(&self) -> Option<ClockView> {
        match self {
            Self::Revealed { clocks, .. }
            | Self::Begun { clocks, .. }
            | Self::Berserked { clocks, .. }
            | Self::Acted { clocks, .. }
            | Self::Excused { clocks, .. }
            | Self::TakenBack { clocks, .. } => *clocks,
            _ => None,
        }
    }

    /// The offer that the event makes, and the seat that makes it.
    pub fn offer(&self) -> Option<(OfferKind, Text<Seat>)> {
        match self {
            Self::DrawOffered { seat } => Some((OfferKind::Draw, *seat)),
            Self::TakebackOffered { seat } => Some((OfferKind::Takeback, *seat)),
            Self::PreviewsOffered { seat } => Some((OfferKind::Previews, *seat)),
            Self::RematchOffered { seat } => Some((OfferKind::Rematch, *seat)),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The seat that won; null for a draw or no result.
    pub winner: Option<Text<Seat>>,
    /// Why it ended.
    pub reason: EndReason,
}

/// Why a game ended: by its rules, or by the players and the server.
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
    /// The same position occurred for the third time.
    Repetition,
    /// 200 turns in a row had no capture.
    Quiet,
    /// The game reached its turn limit.
    TurnLimit,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Timeout,
    /// A player was absent for too long, and the opponent claimed the win.
    Abandoned,
    /// No result: the game was withdrawn or declined before an opponent came, its maker had left, a player was gone at the
    /// beginning, or a seat did not arrange or make its first turn in time.
    Aborted,
    /// No result: without a running clock, nobody came, arranged or moved first within a week.
    Expired,
}

impl EndReason {
    /// Every reason.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Whether a game with this end has a result. If it has one and no winner, it is a draw.
    pub fn has_result(self) -> bool {
        !matches!(self, Self::Aborted | Self::Expired)
    }

    /// The reason as it is written on the wire.
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
