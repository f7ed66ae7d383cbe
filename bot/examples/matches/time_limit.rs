//! Time limits: the only module that reads a clock. It is the processor time of this thread, so that other programs
//! on the machine do not reduce the time of either player.

use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// The end of the time for an action, if it is limited.
#[derive(Clone, Copy)]
pub(crate) struct TimeLimit(Option<Timespec>);

impl TimeLimit {
    pub(crate) fn after(time: Option<Duration>) -> TimeLimit {
        let end = |time: Duration| now() + Timespec::try_from(time).expect("a short time");
        TimeLimit(time.map(end))
    }

    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| now() >= end)
    }
}

fn now() -> Timespec {
    clock_gettime(ClockId::ThreadCPUTime)
}
