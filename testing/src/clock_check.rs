//! Checks the clocks of games that were played while servers failed: by the logs, by what the players saw, and by the
//! times at which the servers were dead. The rule is in docs/PROTOCOL.md, "Clocks".

mod account;
mod dead_times;
mod excuses;
mod answers;

use std::time::Duration;

pub use account::{ClockAccount, Excused, Stretch};
pub use answers::find_wrong_times;
pub use dead_times::{DeadTime, DeadTimes, Death};
pub use excuses::find_wrong_excuses;

/// How far two times that are measured in different places may be apart.
const TOLERANCE: Duration = Duration::from_millis(50);
