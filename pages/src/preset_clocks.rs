//! The clocks that forms offer.

use ikibuguzo_protocol::TimeControl;

/// The clocks that are offered by name.
pub(crate) const PRESET_CLOCKS: [TimeControl; 8] = [
    TimeControl::None,
    TimeControl::Fischer { initial: 180, increment: 2 },
    TimeControl::Fischer { initial: 300, increment: 5 },
    TimeControl::Fischer { initial: 600, increment: 10 },
    TimeControl::Fischer { initial: 1800, increment: 20 },
    TimeControl::Days(1),
    TimeControl::Days(3),
    TimeControl::Days(7),
];
