//! What time does to a game: it runs out, it is excused, and what was never begun expires.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, Outcome, Text};

use super::{Phase, Room};
use crate::downtime::Downtime;
use crate::fact::Fact;

/// How long a game without a clock may wait for its beginning, in milliseconds: a week.
const NEVER_BEGUN: u64 = 7 * 86_400_000;

impl Room {
    /// When something will happen by itself if nobody acts, in milliseconds since 1970-01-01 UTC.
    pub fn due(&self) -> Option<u64> {
        match self.phase {
            _ if self.outcome.is_some() => None,
            Phase::Seating => Some(self.created_at + NEVER_BEGUN),
            Phase::Arranging(_) => Some(self.arrange_by.unwrap_or(self.last_at + NEVER_BEGUN)),
            Phase::Playing(_) => match &self.clock {
                Some(clock) => clock.runs_out_at(),
                None => self.acts.is_empty().then_some(self.last_at + NEVER_BEGUN),
            },
        }
    }

    /// A moment before which nothing can happen by itself, whatever is played meanwhile, unless something is taken back.
    pub fn safe_until(&self, now: u64) -> Option<u64> {
        match (&self.phase, &self.clock) {
            (Phase::Playing(_), Some(clock)) if self.outcome.is_none() => clock.safe_until(now),
            _ => self.due(),
        }
    }

    /// Whether what happens now depends on how much time has gone by: somebody's time runs, or something is due.
    pub fn depends_on_time(&self, now: u64) -> bool {
        self.waiting_since().is_some() || self.due().is_some_and(|due| due <= now)
    }

    /// What time has decided, if anything.
    pub fn overdue(&self, now: u64) -> Option<Fact> {
        if self.due()? > now {
            return None;
        }
        let (winner, reason) = match (&self.phase, &self.clock) {
            (Phase::Playing(_), Some(clock)) => {
                (clock.has_run_out(now).map(|late| !late), EndReason::Timeout)
            }
            (Phase::Arranging(arrangement), _) if self.arrange_by.is_some() => {
                match Seat::ALL.into_iter().find(|seat| arrangement.chosen(*seat).is_some()) {
                    Some(ready) => (Some(ready), EndReason::Timeout),
                    None => (None, EndReason::Aborted),
                }
            }
            _ => (None, EndReason::Expired),
        };
        Some(Fact::Ended(Outcome { winner: winner.map(Text), reason }))
    }

    /// What of the server's absences until now has still to be taken off what somebody is charged.
    pub fn excused(&self, absences: &[Downtime], now: u64) -> Option<Fact> {
        let since = self.waiting_since()?.max(self.excused_until);
        let missed = |away: &Downtime| Downtime { from: away.from.max(since), until: away.until.min(now) };
        let not_yet = absences.iter().rev().take_while(|away| away.until > since).map(missed);
        let first = not_yet.filter(|away| away.from < away.until).last()?;
        Some(Fact::Excused { from: first.from, until: first.until })
    }

    /// Since when somebody's time runs.
    fn waiting_since(&self) -> Option<u64> {
        match self.phase {
            _ if self.outcome.is_some() => None,
            Phase::Seating => None,
            Phase::Arranging(_) => self.arrange_by.map(|_| self.seated_at),
            Phase::Playing(_) => self.clock?.running_since(),
        }
    }

    /// Takes an absence off: of the running clock, or of the time to arrange.
    pub(super) fn excuse(&mut self, from: u64, until: u64) {
        let time = until.saturating_sub(from);
        self.excused_until = until;
        if let Some(clock) = &mut self.clock {
            clock.excuse(time);
        }
        self.arrange_by = self.arrange_by.map(|by| by + time);
    }
}
