//! The effect of time on a game: clocks run out, downtime is excused, unstarted games expire.

use std::time::Duration;

use ikibuguzo_protocol::{EndReason, Outcome, Period, Text, Timestamp};

use super::phase::{Arranging, Phase, Seating, Stage};
use super::playing::Playing;
use super::state::Room;
use crate::fact::Fact;

/// The time that a game without a clock waits for its next step before the first action.
const START_TIMEOUT: Duration = Duration::from_hours(7 * 24);

/// The shortest excused downtime that is an outage. A shorter one comes from a player who changes
/// nodes, or from a restart that nobody notices.
const MIN_OUTAGE: Duration = Duration::from_secs(2);

/// The time that an open game with a clock in seconds stays open after its maker was last present.
pub const INVITATION_TIMEOUT: Duration = Duration::from_mins(10);

impl Room {
    /// Whether the game is open, has a clock in seconds, and its maker has not chosen when it ends: such a game is
    /// withdrawn some time after its maker has left. The log does not say whether the maker is present.
    pub fn is_short_invitation(&self) -> bool {
        let has_no_end = matches!(self.phase(), Phase::Seating(Seating { open_until: None, .. }));
        has_no_end && self.options.has_clock_in_seconds()
    }

    /// The end of an open game whose maker has left; none if the game is not open or waits for longer.
    pub fn withdrawal(&self) -> Option<Fact> {
        let outcome = Outcome { winner: None, reason: EndReason::Aborted };
        self.is_short_invitation().then_some(Fact::Ended(outcome))
    }

    /// When time ends the game if no player acts.
    pub fn due(&self) -> Option<Timestamp> {
        match self.phase() {
            Phase::Seating(seating) => Some(seating.open_until.unwrap_or(self.created_at + START_TIMEOUT)),
            Phase::Arranging(arranging) => Some(arranging.until.unwrap_or(self.last_at + START_TIMEOUT)),
            Phase::Playing(playing) => match &playing.clock {
                Some(clock) => clock.due(),
                None => playing.actions.is_empty().then_some(self.last_at + START_TIMEOUT),
            },
            Phase::Finished(_) => None,
        }
    }

    /// A time before which time cannot end the game, no matter which commands the players send, except a takeback.
    pub fn safe_until(&self, now: Timestamp) -> Option<Timestamp> {
        match self.phase() {
            Phase::Playing(Playing { clock: Some(clock), .. }) => clock.safe_until(now),
            _ if self.is_short_invitation() => Some(self.created_at + INVITATION_TIMEOUT),
            _ => self.due(),
        }
    }

    /// Whether a decision now depends on elapsed time: a clock is running, or time has ended the game.
    pub fn depends_on_time(&self, now: Timestamp) -> bool {
        self.running_since().is_some() || self.due().is_some_and(|due| due <= now)
    }

    /// The end of the game, if time has ended it.
    pub fn overdue(&self, now: Timestamp) -> Option<Fact> {
        if self.due()? > now {
            return None;
        }
        let (winner, reason) = match self.phase() {
            Phase::Playing(Playing { clock: Some(clock), .. }) => match clock.seat_out_of_time(now) {
                Some(late) => (Some(!late), EndReason::Timeout),
                // A player who never made a turn may never have come: nobody wins.
                None => (None, EndReason::Aborted),
            },
            Phase::Arranging(Arranging { until: Some(_), .. }) => (None, EndReason::Aborted),
            _ => (None, EndReason::Expired),
        };
        Some(Fact::Ended(Outcome { winner: winner.map(Text), reason }))
    }

    /// The first downtime before `now` that still has to be excused. The downtimes are in order.
    pub fn excused(&self, downtimes: &[Period], now: Timestamp) -> Option<Fact> {
        let since = self.excusable_since()?;
        let excusable = Period::new(since, now);
        let recent = downtimes.iter().rev().take_while(|downtime| downtime.until > since);
        let first = recent.filter_map(|downtime| downtime.intersection(excusable)).last()?;
        Some(Fact::Excused { from: first.from, until: first.until })
    }

    /// Excuses the time for which an action that was just applied had waited, for the clock that it started: the player
    /// to move did not see the action during that time. None if it started no clock.
    pub fn excused_wait(&self, wait: Period) -> Option<Fact> {
        let has_started_clock = self.excusable_since() == Some(wait.from);
        self.excused(&[wait], wait.until).filter(|_| has_started_clock)
    }

    /// Excuses every downtime before `now`, as the log will when something is decided. Only for answers to readers: do
    /// not decide or store anything with this room afterwards. The downtimes are in order.
    pub fn show_excused(&mut self, downtimes: &[Period], now: Timestamp) {
        while let Some(Fact::Excused { from, until }) = self.excused(downtimes, now) {
            self.excuse(from, until);
        }
    }

    /// When the time began that can be excused, of a clock or of the time limit of the arrangement; none if neither
    /// runs.
    pub fn excusable_since(&self) -> Option<Timestamp> {
        Some(self.running_since()?.max(self.excused_until))
    }

    /// When the running clock, or the time limit of the arrangement, began to run.
    fn running_since(&self) -> Option<Timestamp> {
        match self.phase() {
            Phase::Arranging(arranging) => arranging.until.map(|_| arranging.since),
            Phase::Playing(playing) => playing.clock?.running_since(),
            Phase::Seating(_) | Phase::Finished(_) => None,
        }
    }

    /// Excuses a downtime: the running clock, or the time limit of the arrangement, moves on by its length.
    pub(super) fn excuse(&mut self, from: Timestamp, until: Timestamp) {
        let time = until.saturating_since(from);
        self.excused_until = until;
        self.had_outage |= time >= MIN_OUTAGE;
        match &mut self.stage {
            Stage::Seating(_) => {}
            Stage::Arranging(arranging) => arranging.until = arranging.until.map(|until| until + time),
            Stage::Playing(playing) => playing.excuse(time),
        }
    }
}
