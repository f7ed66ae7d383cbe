//! The reasons for declining an invitation, as they are typed.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ikibuguzo_protocol::DeclineReason;

/// The reasons with what is typed for each.
const REASONS: [(&str, DeclineReason); DeclineReason::ALL.len()] = [
    ("later", DeclineReason::Later),
    ("too-fast", DeclineReason::TooFast),
    ("too-slow", DeclineReason::TooSlow),
    ("other-game", DeclineReason::OtherGame),
    ("rated", DeclineReason::Rated),
    ("casual", DeclineReason::Casual),
];

/// The parser of a reason.
pub fn decline_reasons() -> impl TypedValueParser<Value = DeclineReason> {
    PossibleValuesParser::new(REASONS.map(|(typed, _)| typed)).try_map(|text| {
        let reason = REASONS.iter().find(|(typed, _)| *typed == text);
        reason.map(|(_, reason)| *reason).ok_or("there is no such reason")
    })
}
