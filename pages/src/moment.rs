//! Points in time.

use jiff::Timestamp;
use maud::{Markup, html};

/// A time in milliseconds since 1970-01-01 UTC. The browser's module shows it in local time.
pub(crate) fn time(at: u64) -> Markup {
    let moment =
        i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok()).unwrap_or_default();
    html! {
        time datetime=(moment.strftime("%Y-%m-%dT%H:%M:%SZ")) { (moment.strftime("%Y-%m-%d %H:%M UTC")) }
    }
}
