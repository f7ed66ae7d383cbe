//! The clocks of a game, as a value. The time is an argument.
//!
//! A clock falls only while its seat is to move, from its second turn on. It rises only by its increment; a
//! correspondence clock is full again at the end of each turn. Period is never charged.
//!
//! The first turn of each seat is not charged and earns no increment. It has a time limit of its own.
//!
//! A seat that went berserk has half the time, and neither increments nor delays.
//!
//! The first part of each action's time is not charged, so that the player can watch the sowing before: the
//! *allowance*, which is the same for both seats and does not depend on the client. The unused part is lost.

use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ClockView, Receipt, Text, TimeControl, Timestamp};

/// Number of turns of a game that are the first of their seat: one for each seat.
pub const FIRST_TURNS: u32 = 2;

/// Smallest balance to which a takeback lowers a clock.
const MIN_TAKEBACK_BALANCE: Duration = Duration::from_secs(1);

/// Both clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// The time of each action that is not charged.
    allowance: Duration,
    /// The remaining time of each seat. The running turn is charged when its seat acts.
    balance: BySeat<Duration>,
    is_berserk: BySeat<bool>,
    running: Option<Running>,
}

/// The turn that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: Timestamp,
    /// The rest of the delay of this turn.
    delay: Duration,
    is_first_turn: bool,
}

impl Clock {
    /// Full, stopped clocks, which do not charge the first `allowance` of each action; none for games
    /// without clocks.
    pub fn new(control: TimeControl, allowance: Duration) -> Option<Self> {
        let full = control.initial()?;
        Some(Self {
            control,
            allowance,
            balance: BySeat::new(full, full),
            is_berserk: BySeat::default(),
            running: None,
        })
    }

    /// Starts the turn of a seat. `turns` is the number of turns that both seats have completed.
    pub fn start(&mut self, seat: Seat, turns: u32, now: Timestamp) {
        let is_first_turn = turns < FIRST_TURNS;
        self.running = Some(Running { seat, since: now, delay: self.delay_of(seat), is_first_turn });
    }

    /// Halves the time of a seat that has not acted yet. The seat gets no increments and delays from then on.
    pub fn go_berserk(&mut self, seat: Seat) {
        self.balance[seat] /= 2;
        self.is_berserk[seat] = true;
    }

    /// Whether each seat went berserk.
    pub fn is_berserk(&self) -> BySeat<bool> {
        self.is_berserk
    }

    fn increment_of(&self, seat: Seat) -> Duration {
        if self.is_berserk[seat] { Duration::ZERO } else { self.control.increment() }
    }

    fn delay_of(&self, seat: Seat) -> Duration {
        if self.is_berserk[seat] { Duration::ZERO } else { self.control.delay() }
    }

    /// Charges the running clock for an action. The turn goes on.
    pub fn charge(&mut self, now: Timestamp) -> Option<Receipt> {
        let running = self.running.as_mut()?;
        if running.is_first_turn {
            let balance = self.balance[running.seat];
            return Some(Receipt {
                arrival: now,
                charge: Duration::ZERO,
                allowance: Duration::ZERO,
                balance,
            });
        }
        let elapsed = now.saturating_since(running.since);
        let allowance = elapsed.min(self.allowance);
        let delay = (elapsed - allowance).min(running.delay);
        running.delay -= delay;
        running.since = running.since.max(now);
        let balance = &mut self.balance[running.seat];
        let charge = (elapsed - allowance - delay).min(*balance);
        *balance -= charge;
        Some(Receipt { arrival: now, charge, allowance, balance: *balance })
    }

    /// Charges the running clock, ends its turn and starts the turn of the other seat. `turns` is the number of turns
    /// that both seats have completed now.
    pub fn end_turn(&mut self, turns: u32, now: Timestamp) -> Option<Receipt> {
        let receipt = self.charge(now)?;
        let Running { seat, is_first_turn, .. } = self.running?;
        let increment = if is_first_turn { Duration::ZERO } else { self.increment_of(seat) };
        let balance = self.turn_balance().unwrap_or(receipt.balance + increment);
        self.balance[seat] = balance;
        self.start(!seat, turns, now);
        Some(Receipt { balance, ..receipt })
    }

    /// Interrupts the running turn and charges its seat the time used. A correspondence clock is full again instead.
    pub fn interrupt_turn(&mut self, now: Timestamp) {
        self.charge(now);
        if let (Some(full), Some(running)) = (self.turn_balance(), self.running) {
            self.balance[running.seat] = full;
        }
    }

    /// The balance of each new turn of a correspondence clock; none for other clocks.
    fn turn_balance(&self) -> Option<Duration> {
        self.control.initial().filter(|_| self.control.is_correspondence())
    }

    /// Takes back the increment of a completed turn. The time used stays used.
    pub fn take_back_increment(&mut self, seat: Seat) {
        let balance = self.balance[seat];
        self.balance[seat] =
            balance.saturating_sub(self.increment_of(seat)).max(balance.min(MIN_TAKEBACK_BALANCE));
    }

    /// Stops the clocks.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Excuses some time of the running turn: it is charged to no seat.
    pub fn excuse(&mut self, time: Duration) {
        if let Some(running) = &mut self.running {
            running.since += time;
        }
    }

    /// When the turn was last charged or started.
    pub fn running_since(&self) -> Option<Timestamp> {
        self.running.map(|running| running.since)
    }

    /// When the running clock runs out. No clock runs in the first turn of a seat.
    pub fn runs_out_at(&self) -> Option<Timestamp> {
        let Running { seat, since, delay, .. } = self.running.filter(|running| !running.is_first_turn)?;
        Some(since + self.allowance + delay + self.balance[seat])
    }

    /// When the time limit of a seat's first turn ends; none in later turns.
    pub fn first_turn_by(&self) -> Option<Timestamp> {
        let first = self.running.filter(|running| running.is_first_turn)?;
        Some(first.since + self.control.start_limit()?)
    }

    /// When time ends the game if nobody acts: the running clock runs out, or the time for the first turn is over.
    pub fn due(&self) -> Option<Timestamp> {
        self.runs_out_at().or_else(|| self.first_turn_by())
    }

    /// The seat whose time has run out. At exactly [`runs_out_at`](Self::runs_out_at) it has run out.
    pub fn seat_out_of_time(&self, now: Timestamp) -> Option<Seat> {
        let running = self.running?;
        (self.runs_out_at()? <= now).then_some(running.seat)
    }

    /// A time before which time cannot end the game, no matter which actions are played. Only a takeback can make it
    /// earlier, because it takes back increments.
    pub fn safe_until(&self, now: Timestamp) -> Option<Timestamp> {
        let running = self.running?;
        // In the first turns, a seat may still go berserk.
        let turn_of = |seat| {
            if running.is_first_turn {
                self.allowance + self.balance[seat] / 2
            } else {
                self.allowance + self.delay_of(seat) + self.balance[seat]
            }
        };
        let other = turn_of(!running.seat);
        // After its first turn a seat meets the limit of the other one's first turn, or its own clock.
        let first = running.is_first_turn.then(|| {
            let own = turn_of(running.seat);
            self.control.start_limit().map_or(own, |limit| limit.min(own))
        });
        let next = first.map_or(other, |first| first.min(other));
        Some(self.due()?.min(now.max(running.since) + next))
    }

    /// The clocks as viewers see them.
    pub fn view(&self) -> ClockView {
        ClockView {
            balance: self.balance.into(),
            running: self.running.filter(|running| !running.is_first_turn).map(|running| Text(running.seat)),
            runs_out_at: self.runs_out_at(),
            first_turn_by: self.first_turn_by(),
        }
    }
}

#[cfg(test)]
mod tests;
