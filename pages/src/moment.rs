//! Times, as people and browsers read them.

use jiff::Timestamp;
use maud::{Markup, html};

/// A moment, in milliseconds since 1970-01-01 UTC. A module in the browser tells it in the visitor's own manner.
pub(super) fn time(at: u64) -> Markup {
    let moment =
        i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok()).unwrap_or_default();
    html! {
        time datetime=(moment.strftime("%Y-%m-%dT%H:%M:%SZ")) { (moment.strftime("%Y-%m-%d %H:%M UTC")) }
    }
}
