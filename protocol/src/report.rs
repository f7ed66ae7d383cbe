//! Reports of players.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{GameId, PlayerName, Timestamp};

/// The largest number of characters in the comment of a report.
pub const MAX_REPORT_CHARS: usize = 500;

/// The body of `POST /api/reports`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The player who is reported.
    pub player: PlayerName,
    /// The game that the report is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The reason.
    pub reason: ReportReason,
    /// What happened, in at most 500 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_REPORT_CHARS)))]
    pub comment: String,
}

/// A report that the player has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnReport {
    /// The player who is reported.
    pub player: PlayerName,
    /// The game that it is about. Absent if it is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The reason.
    pub reason: ReportReason,
    /// What happened; may be empty.
    pub comment: String,
    /// When it was made: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
}

/// Why a player is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReportReason {
    /// A program chose the player's turns.
    Cheating,
    /// Insults, threats or advertising in the chat or in the name.
    Abuse,
    /// The player let the clock run in a lost position, or left games again and again.
    Stalling,
    /// The player lost on purpose, or plays under several names.
    Arranged,
    /// Anything else; the comment says what.
    Other,
}

impl ReportReason {
    /// Every reason.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The reason as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A decision of the operator about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sanction {
    /// Its kind.
    pub kind: SanctionKind,
    /// The reason.
    pub reason: String,
    /// When it was decided: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
    /// When it ends: milliseconds since 1970-01-01 UTC.
    pub until: Timestamp,
}

/// The kinds of decisions about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SanctionKind {
    /// Nothing was wrong.
    Dismissed,
    /// The player is warned.
    Warned,
    /// The player cannot chat.
    Silenced,
    /// The player cannot start or join games.
    Banned,
    /// Earlier decisions no longer apply.
    Lifted,
}

impl SanctionKind {
    /// The kind as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
