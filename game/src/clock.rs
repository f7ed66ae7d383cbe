//! The clocks of a game, as a value. The time is an argument, in milliseconds since 1970-01-01 UTC.
//!
//! A clock falls only while its seat is to move. It rises only by its increment; a correspondence clock is full again
//! at the end of each turn. Downtime is never charged.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ClockView, Receipt, Text, TimeControl};

/// Smallest balance to which a takeback lowers a clock, in milliseconds.
const MIN_TAKEBACK_BALANCE: u64 = 1_000;

/// Both clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// The time left of each seat, in milliseconds. The running turn is charged when its seat acts.
    balance: BySeat<u64>,
    running: Option<Running>,
}

/// The running clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: u64,
    /// The rest of the delay of this turn, in milliseconds.
    free: u64,
}

impl Clock {
    /// Full, stopped clocks; none for games without clocks.
    pub fn new(control: TimeControl) -> Option<Self> {
        let full = control.initial()?;
        Some(Self { control, balance: BySeat::new(full, full), running: None })
    }

    /// Starts the turn of a seat.
    pub fn start(&mut self, seat: Seat, now: u64) {
        self.running = Some(Running { seat, since: now, free: self.control.delay() });
    }

    /// Charges the running clock for an action. The turn goes on.
    pub fn charge(&mut self, now: u64) -> Option<Receipt> {
        let running = self.running.as_mut()?;
        let elapsed = now.saturating_sub(running.since);
        let free = elapsed.min(running.free);
        running.free -= free;
        running.since = running.since.max(now);
        let balance = &mut self.balance[running.seat];
        let charge = (elapsed - free).min(*balance);
        *balance -= charge;
        Some(Receipt { arrival: now, charge, balance: *balance })
    }

    /// Charges the running clock, ends its turn and starts the turn of the other seat.
    pub fn end_turn(&mut self, now: u64) -> Option<Receipt> {
        let receipt = self.charge(now)?;
        let seat = self.running?.seat;
        let balance = self.turn_balance().unwrap_or(receipt.balance + self.control.increment());
        self.balance[seat] = balance;
        self.start(!seat, now);
        Some(Receipt { balance, ..receipt })
    }

    /// Interrupts the running turn and charges its seat the time used. A correspondence clock is full again instead.
    pub fn interrupt_turn(&mut self, now: u64) {
        self.charge(now);
        if let (Some(full), Some(running)) = (self.turn_balance(), self.running) {
            self.balance[running.seat] = full;
        }
    }

    /// The balance of each new turn of a correspondence clock; none for other clocks.
    fn turn_balance(&self) -> Option<u64> {
        self.control.initial().filter(|_| self.control.is_correspondence())
    }

    /// Takes back the increment of a completed turn. The time used stays used.
    pub fn take_back_increment(&mut self, seat: Seat) {
        let balance = self.balance[seat];
        self.balance[seat] =
            balance.saturating_sub(self.control.increment()).max(balance.min(MIN_TAKEBACK_BALANCE));
    }

    /// Stops the clocks.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Excuses some time of the running turn, in milliseconds: it is charged to no seat.
    pub fn excuse(&mut self, time: u64) {
        if let Some(running) = &mut self.running {
            running.since += time;
        }
    }

    /// When the running clock was last charged or started.
    pub fn running_since(&self) -> Option<u64> {
        self.running.map(|running| running.since)
    }

    /// When the running clock runs out.
    pub fn runs_out_at(&self) -> Option<u64> {
        let Running { seat, since, free } = self.running?;
        Some(since + free + self.balance[seat])
    }

    /// The seat whose time has run out. At the exact time of [`runs_out_at`](Self::runs_out_at) it has.
    pub fn seat_out_of_time(&self, now: u64) -> Option<Seat> {
        let running = self.running?;
        (self.runs_out_at()? <= now).then_some(running.seat)
    }

    /// A time before which no clock can run out, whatever is played. Only a takeback can make it earlier, because it
    /// takes back increments.
    pub fn safe_until(&self, now: u64) -> Option<u64> {
        let running = self.running?;
        let other = now.max(running.since) + self.control.delay() + self.balance[!running.seat];
        Some(self.runs_out_at()?.min(other))
    }

    /// The clocks as viewers see them.
    pub fn view(&self) -> ClockView {
        ClockView {
            balance: self.balance.into(),
            running: self.running.map(|running| Text(running.seat)),
            runs_out_at: self.runs_out_at(),
        }
    }
}

#[cfg(test)]
mod tests;
