use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_testing::{Link, MessageFaults};

use crate::NODES;
use crate::fault::{Fault, FaultKind, Refusal};

/// Kills in a round of kills.
pub(crate) const KILLS_PER_ROUND: u32 = 10;

/// Pause between two faults of the same thing, in milliseconds.
const PAUSE: u64 = 200;

/// The faults of a round, with their times.
#[derive(Debug)]
pub(crate) struct Plan {
    rng: Rng,
    /// How long a stopped node stands still, in milliseconds.
    stop: u64,
    faults: Vec<Planned>,
    /// When each process, each link to the database, and the bus are whole again, and when the import has ended, in
    /// milliseconds.
    processes: [u64; NODES],
    databases: [u64; NODES],
    bus: u64,
    import: u64,
}

/// A fault and its time, in milliseconds from the start of the round.
#[derive(Clone, Copy, Debug)]
struct Planned {
    fault: Fault,
    from: u64,
    until: u64,
}

/// The beginning or the end of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Begin(Fault),
    End(Fault),
}

impl Plan {
    /// Draws the faults of a round. A stopped node stands still for `stop`.
    pub(crate) fn draw(kind: FaultKind, stop: Duration, rng: Rng) -> Self {
        let stop = u64::try_from(stop.as_millis()).unwrap_or(u64::MAX);
        let processes = [0; NODES];
        let databases = [0; NODES];
        let mut plan = Self { rng, stop, faults: Vec::new(), processes, databases, bus: 0, import: 0 };
        match kind {
            FaultKind::Kill => plan.add_kills(),
            FaultKind::Stop => (0..2).for_each(|_| plan.add_stop(1_000)),
            FaultKind::Bus => plan.add_bus_faults(),
            FaultKind::Database => plan.add_database_faults(),
            FaultKind::Storage => plan.add_storage_faults(),
            FaultKind::Clock => (0..2).for_each(|_| plan.add_clock(4_000)),
            FaultKind::All => plan.add_everything(),
        }
        plan
    }

    /// Beginnings and ends in order, with their times from the start of the round.
    pub(crate) fn steps(&self) -> Vec<(Duration, Step)> {
        let steps = self.faults.iter().flat_map(|planned| {
            [(planned.from, Step::Begin(planned.fault)), (planned.until, Step::End(planned.fault))]
        });
        let mut steps: Vec<_> = steps.map(|(at, step)| (Duration::from_millis(at), step)).collect();
        steps.sort_by_key(|(at, _)| *at);
        steps
    }

    fn add_kills(&mut self) {
        let mut at = 0;
        for _ in 0..KILLS_PER_ROUND {
            at += self.rng.u64(100..1_200);
            self.add_kill(at);
        }
    }

    fn add_kill(&mut self, earliest: u64) {
        let node = self.rng.usize(..NODES);
        let length = self.rng.u64(1..3_000);
        self.add(Fault::Kill(node), earliest, length);
    }

    fn add_stop(&mut self, latest: u64) {
        let node = self.rng.usize(..NODES);
        let earliest = self.rng.u64(..latest);
        self.add(Fault::Stop(node), earliest, self.stop);
    }

    fn add_clock(&mut self, latest: u64) {
        let node = self.rng.usize(..NODES);
        let earliest = self.rng.u64(..latest);
        let length = self.rng.u64(2_000..5_000);
        self.add(Fault::Clock(node), earliest, length);
    }

    /// Each fault of the bus once, in a random order.
    fn add_bus_faults(&mut self) {
        let node = self.rng.usize(..NODES);
        let max_delay = Duration::from_millis(self.rng.u64(50..1_000));
        let mut faults = [
            Fault::NatsServer,
            Fault::Bus(node, Link::Cut),
            Fault::Bus(node, Link::Blackhole),
            Fault::Messages(MessageFaults { max_delay, duplicates: false, reorders: false }),
            Fault::Messages(MessageFaults { max_delay, duplicates: true, reorders: true }),
            Fault::ForgedMessages,
        ];
        self.rng.shuffle(&mut faults);
        for fault in faults {
            let length = self.rng.u64(500..3_000);
            self.add(fault, 0, length);
        }
    }

    /// The database is gone for a node in both ways, and then for all.
    fn add_database_faults(&mut self) {
        for link in [Link::Cut, Link::Blackhole] {
            let node = self.rng.usize(..NODES);
            let length = self.rng.u64(500..5_000);
            self.add(Fault::Database(node, link), 0, length);
        }
        let link = if self.rng.bool() { Link::Cut } else { Link::Blackhole };
        let length = self.rng.u64(500..5_000);
        self.add(Fault::DatabaseOfAll(link), 0, length);
    }

    /// The database refuses writes in both ways, loses entries, and a game is imported meanwhile.
    fn add_storage_faults(&mut self) {
        let length = self.rng.u64(100..3_000);
        self.add(Fault::Import, 0, length);
        let mut refusals = [Refusal::ReadOnly, Refusal::FullDisk];
        self.rng.shuffle(&mut refusals);
        for refusal in refusals {
            let length = self.rng.u64(500..5_000);
            self.add(Fault::RefusedWrites(refusal), 0, length);
            let at = self.rng.u64(..6_000);
            self.add(Fault::LostEntry, at, 0);
        }
    }

    fn add_everything(&mut self) {
        self.add_stop(6_000);
        self.add_clock(6_000);
        for _ in 0..3 {
            let at = self.rng.u64(..6_000);
            self.add_kill(at);
        }
        self.add_database_faults();
        self.add_storage_faults();
        self.add_bus_faults();
    }

    /// Adds a fault as soon as what it concerns is whole.
    fn add(&mut self, fault: Fault, earliest: u64, length: u64) {
        let concerned = self.concerned(fault);
        let from = concerned.iter().fold(earliest, |latest, busy| latest.max(*busy));
        let until = from + length;
        concerned.fill(until + PAUSE);
        self.faults.push(Planned { fault, from, until });
    }

    /// When all that a fault concerns is whole again.
    fn concerned(&mut self, fault: Fault) -> &mut [u64] {
        match fault {
            Fault::Kill(node) | Fault::Stop(node) | Fault::Clock(node) => &mut self.processes[node..=node],
            Fault::Database(node, _) => &mut self.databases[node..=node],
            Fault::DatabaseOfAll(_) | Fault::RefusedWrites(_) => &mut self.databases[..],
            Fault::NatsServer | Fault::Bus(..) | Fault::Messages(_) | Fault::ForgedMessages => {
                std::slice::from_mut(&mut self.bus)
            }
            Fault::LostEntry => &mut [],
            Fault::Import => std::slice::from_mut(&mut self.import),
        }
    }
}
