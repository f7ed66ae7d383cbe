//! The clocks of a game, as a value: time is handed in, in milliseconds, and nothing here knows what time it is.
//!
//! A clock only falls while its owner is to act, rises only by its increment (in correspondence: is full again at the
//! end of a turn), and is never charged for the server's own absence.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ClockView, Receipt, Text, TimeControl};

/// What a takeback leaves on a clock at the least, in milliseconds.
const LAST_SECOND: u64 = 1_000;

/// Both clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What each seat has, of which nothing is taken before it acts.
    balance: BySeat<u64>,
    running: Option<Running>,
}

/// The clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: u64,
    /// What is left of the delay of this turn.
    free: u64,
}

impl Clock {
    /// Full clocks that stand still; none for games without clocks.
    pub fn new(control: TimeControl) -> Option<Self> {
        let full = control.initial()?;
        Some(Self { control, balance: BySeat::new(full, full), running: None })
    }

    /// A seat's turn begins.
    pub fn start(&mut self, seat: Seat, now: u64) {
        self.running = Some(Running { seat, since: now, free: self.control.delay() });
    }

    /// The seat whose clock runs has acted, and its turn goes on.
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

    /// The seat whose clock runs has ended its turn, and that of the other begins.
    pub fn pass(&mut self, now: u64) -> Option<Receipt> {
        let receipt = self.charge(now)?;
        let seat = self.running?.seat;
        let balance = self.full_again().unwrap_or(receipt.balance + self.control.increment());
        self.balance[seat] = balance;
        self.start(!seat, now);
        Some(Receipt { balance, ..receipt })
    }

    /// The turn that runs is broken off, which costs its seat what it has used; by correspondence nothing, since every turn
    /// has all its days.
    pub fn break_off(&mut self, now: u64) {
        self.charge(now);
        if let (Some(full), Some(running)) = (self.full_again(), self.running) {
            self.balance[running.seat] = full;
        }
    }

    /// What a clock has that is full again for each turn.
    fn full_again(&self) -> Option<u64> {
        self.control.initial().filter(|_| self.control.is_correspondence())
    }

    /// A completed turn of a seat is taken back: what it has used stays used, what it has got for it goes.
    pub fn take_back(&mut self, seat: Seat) {
        let balance = self.balance[seat];
        self.balance[seat] = balance.saturating_sub(self.control.increment()).max(balance.min(LAST_SECOND));
    }

    /// The clocks stand still.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// So much of the time that has gone by is charged to nobody.
    pub fn excuse(&mut self, time: u64) {
        if let Some(running) = &mut self.running {
            running.since += time;
        }
    }

    /// Since when the running clock runs.
    pub fn running_since(&self) -> Option<u64> {
        self.running.map(|running| running.since)
    }

    /// When the running clock will have run out.
    pub fn runs_out_at(&self) -> Option<u64> {
        let Running { seat, since, free } = self.running?;
        Some(since + free + self.balance[seat])
    }

    /// Whose time has run out. The moment itself is too late.
    pub fn has_run_out(&self, now: u64) -> Option<Seat> {
        let running = self.running?;
        (self.runs_out_at()? <= now).then_some(running.seat)
    }

    /// Before this moment no clock can have run out, whatever is played meanwhile. It comes nearer only by a takeback, which
    /// takes increments back.
    pub fn safe_until(&self, now: u64) -> Option<u64> {
        let running = self.running?;
        let other = now.max(running.since) + self.control.delay() + self.balance[!running.seat];
        Some(self.runs_out_at()?.min(other))
    }

    /// The clocks as they are shown.
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
