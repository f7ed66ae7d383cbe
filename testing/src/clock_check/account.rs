use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{
    ClockView, EndReason, Event, EventKind, Period, PositionView, Receipt, TimeControl, Timestamp,
};

use super::TOLERANCE;

/// Number of turns of a game, both seats together, that are the first of their seat.
const FIRST_TURNS: u32 = 2;

/// What the log of a game says about its clocks, and the contradictions in it.
#[derive(Debug, Default)]
pub struct ClockAccount {
    /// The times in which a clock, or the time limit of the arrangement, ran; in order.
    pub stretches: Vec<Stretch>,
    /// One sentence for each contradiction.
    pub violations: Vec<String>,
    /// The largest difference between a charge and the correct charge by the log.
    pub largest_error: Duration,
}

/// A time in which the game waited for an action: from the start of a turn, or from the last action in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// For whom the game waited: the seat to move, or both during the arrangement.
    pub seats: Vec<Seat>,
    /// Its start and its end: the action, or the end of the game.
    pub time: Period,
    /// The `excused` events in it.
    pub excused: Vec<Excused>,
    /// Whether the log contains its end.
    pub is_complete: bool,
}

/// An `excused` event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excused {
    /// The `seq` of the event.
    pub seq: u64,
    /// What it excuses.
    pub time: Period,
}

impl ClockAccount {
    /// Computes the account of a log. Without a clock the account is empty.
    pub fn of(log: &[Event]) -> Self {
        let created = log.iter().find_map(|event| match event.kind {
            EventKind::Created { clock, allowance, .. } => clock.map(|clock| (*clock, allowance)),
            _ => None,
        });
        let full = created.and_then(|(control, _)| control.initial());
        let Some(((control, allowance), full)) = created.zip(full) else { return Self::default() };
        let mut fold = Fold {
            control,
            allowance,
            balance: BySeat::new(full, full),
            has_halved: BySeat::default(),
            running: None,
            stretch: None,
            last_at: Timestamp::ZERO,
            account: Self::default(),
        };
        log.iter().for_each(|event| fold.apply(event));
        fold.account.stretches.extend(fold.stretch);
        fold.account
    }

    /// All `excused` events.
    pub fn excused(&self) -> impl Iterator<Item = Excused> {
        self.stretches.iter().flat_map(|stretch| stretch.excused.iter().copied())
    }
}

/// The clocks after some events of a log, by the rules of docs/PROTOCOL.md.
struct Fold {
    control: TimeControl,
    /// The time of each action that is not charged.
    allowance: Duration,
    balance: BySeat<Duration>,
    /// Which seats have halved their clocks.
    has_halved: BySeat<bool>,
    running: Option<Running>,
    stretch: Option<Stretch>,
    last_at: Timestamp,
    account: ClockAccount,
}

/// The turn that is being played.
#[derive(Clone, Copy)]
struct Running {
    seat: Seat,
    /// When it started or was last charged, plus the excused time.
    since: Timestamp,
    /// The rest of its delay.
    delay: Duration,
    is_first_turn: bool,
}

impl Fold {
    fn apply(&mut self, event: &Event) {
        if event.at + TOLERANCE < self.last_at {
            self.complain(event, &format!("its time is {:?} before the last one's", self.last_at - event.at));
        }
        self.last_at = event.at;
        match &event.kind {
            EventKind::Seated { arrange_by: Some(_), .. } => {
                self.begin_stretch(vec![Seat::South, Seat::North], event.at);
            }
            EventKind::Begun { position, .. } | EventKind::Revealed { position, .. } => {
                self.start_turn(position, event.at);
            }
            EventKind::Berserked { seat, clocks } => {
                self.balance[**seat] /= 2;
                self.has_halved[**seat] = true;
                self.compare_clocks(event, clocks.as_ref());
            }
            EventKind::Acted { seat, position, receipt, clocks, .. } => {
                self.act(event, **seat, position, *receipt);
                self.compare_clocks(event, clocks.as_ref());
            }
            EventKind::Excused { from, until, clocks, .. } => {
                self.excuse(event, Period::new(*from, *until));
                self.compare_clocks(event, clocks.as_ref());
            }
            EventKind::Ended { outcome, .. } => self.end(event, outcome.reason),
            EventKind::TakenBack { .. } => self.complain(event, "takebacks are not checked"),
            _ => {}
        }
    }

    fn complain(&mut self, event: &Event, what: &str) {
        let violation = format!("event {} at {}: {what}: {:?}", event.seq, event.at, event.kind);
        self.account.violations.push(violation);
    }

    /// Ends the stretch and begins another one.
    fn begin_stretch(&mut self, seats: Vec<Seat>, at: Timestamp) {
        self.end_stretch(at);
        let time = Period::new(at, Timestamp::MAX);
        self.stretch = Some(Stretch { seats, time, excused: Vec::new(), is_complete: false });
    }

    fn end_stretch(&mut self, at: Timestamp) {
        if let Some(mut stretch) = self.stretch.take() {
            stretch.time.until = at;
            stretch.is_complete = true;
            self.account.stretches.push(stretch);
        }
    }

    fn start_turn(&mut self, position: &PositionView, at: Timestamp) {
        self.running = position.to_move.map(|seat| Running {
            seat: *seat,
            since: at,
            delay: if self.has_halved[*seat] { Duration::ZERO } else { self.control.delay() },
            is_first_turn: position.turns < FIRST_TURNS,
        });
        match self.running {
            Some(Running { seat, .. }) => self.begin_stretch(vec![seat], at),
            None => self.end_stretch(at),
        }
    }

    fn act(&mut self, event: &Event, seat: Seat, position: &PositionView, receipt: Option<Receipt>) {
        let (Some(running), Some(receipt)) = (self.running, receipt) else {
            return self.complain(event, "an action without a clock or a receipt");
        };
        if running.seat != seat {
            return self.complain(event, &format!("{} was to move", running.seat));
        }
        let goes_on = position.to_move.map(|to_move| *to_move) == Some(seat);
        let expected = self.charge(event.at, position, goes_on);
        if receipt != expected {
            let error = receipt.charge.abs_diff(expected.charge);
            self.account.largest_error = self.account.largest_error.max(error);
            self.complain(event, &format!("the receipt should be {expected:?}"));
        }
        // One wrong receipt does not make later ones wrong.
        self.balance[seat] = receipt.balance;
        if goes_on {
            self.begin_stretch(vec![seat], event.at);
        } else {
            self.start_turn(position, event.at);
        }
    }

    /// Charges the running turn for an action, and returns the receipt that it should have.
    fn charge(&mut self, now: Timestamp, position: &PositionView, goes_on: bool) -> Receipt {
        let running = self.running.as_mut().expect("a turn is being played");
        let balance = self.balance[running.seat];
        if running.is_first_turn {
            return Receipt { arrival: now, charge: Duration::ZERO, allowance: Duration::ZERO, balance };
        }
        let elapsed = now.saturating_since(running.since);
        let allowance = elapsed.min(self.allowance);
        let delay = (elapsed - allowance).min(running.delay);
        let charge = (elapsed - allowance - delay).min(balance);
        running.delay -= delay;
        running.since = running.since.max(now);
        let is_new_turn = !goes_on && position.to_move.is_some();
        let balance = match self.control {
            TimeControl::Days(_) if is_new_turn => self.control.initial().unwrap_or_default(),
            _ if is_new_turn && !self.has_halved[running.seat] => balance - charge + self.control.increment(),
            _ => balance - charge,
        };
        Receipt { arrival: now, charge, allowance, balance }
    }

    fn excuse(&mut self, event: &Event, time: Period) {
        let Some(stretch) = &mut self.stretch else {
            return self.complain(event, "no clock was running");
        };
        let own = Period::new(stretch.time.from, event.at);
        let outside = time.without([own]);
        let twice = stretch.excused.iter().find_map(|before| before.time.intersection(time));
        stretch.excused.push(Excused { seq: event.seq, time });
        if time.length().is_zero() || !outside.is_empty() {
            self.complain(event, &format!("it excuses time outside {own}"));
        }
        if let Some(twice) = twice {
            self.complain(event, &format!("{twice} was excused before"));
        }
        if let Some(running) = &mut self.running {
            running.since += time.length();
        }
    }

    fn end(&mut self, event: &Event, reason: EndReason) {
        let due = self.due();
        let is_by_time = match reason {
            EndReason::Timeout => true,
            // A claim can abort a game too, but the players of these tests do not claim.
            EndReason::Aborted => self.running.is_some(),
            _ => false,
        };
        if is_by_time && due.is_none_or(|due| event.at < due) {
            self.complain(event, &format!("time has ended the game before {due:?}"));
        }
        self.running = None;
        self.end_stretch(event.at);
    }

    /// When the time limit ends the game.
    fn due(&self) -> Option<Timestamp> {
        let Running { seat, since, delay, is_first_turn } = self.running?;
        if is_first_turn {
            Some(since + self.control.start_limit()?)
        } else {
            Some(since + self.allowance + delay + self.balance[seat])
        }
    }

    /// Compares the clocks that an event shows.
    fn compare_clocks(&mut self, event: &Event, shown: Option<&ClockView>) {
        let Some(shown) = shown else { return };
        let is_equal =
            [Seat::South, Seat::North].iter().all(|seat| *shown.balance.get(*seat) == self.balance[*seat]);
        let due = self.due();
        if !is_equal || shown.runs_out_at.or(shown.first_turn_by) != due {
            self.complain(event, &format!("the clocks should be {:?}, due at {due:?}", self.balance));
        }
    }
}

#[cfg(test)]
mod tests;
