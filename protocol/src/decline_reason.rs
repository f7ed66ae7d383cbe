use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// Why a player declines an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeclineReason {
    /// Not now; another time.
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow, or there is none.
    TooSlow,
    /// Another game, please.
    OtherGame,
    /// Only rated games.
    Rated,
    /// Only games that are not rated.
    Casual,
}

impl DeclineReason {
    /// Every reason.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The reason as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
