//! A board that is rebuilt from laps alone, as a client does to animate them.

use ikibuguzo_engine::{
    BySeat, CapturedCounters, Captures, Circuit, Direction, Hole, Lap, Pending, Position, Route, Ruleset,
    Seat, SowingPath, Store, Viewer,
};

/// All that is needed to follow laps: the holes, the stores and the counters in hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReplayedBoard {
    pub(crate) ruleset: Ruleset,
    pub(crate) holes: BySeat<Vec<u8>>,
    pub(crate) stores: BySeat<u32>,
    pub(crate) pending: Option<Pending>,
    /// Number of captured counters that left the board.
    pub(crate) removed: u32,
}

impl ReplayedBoard {
    pub(crate) fn new(position: &Position) -> ReplayedBoard {
        let stores = position.seen_by(Viewer::AfterGame).stores;
        let held = |store| match store {
            Store::Shown(held) => u32::from(held),
            Store::Concealed => panic!("it is shown afterwards"),
        };
        ReplayedBoard {
            ruleset: position.ruleset(),
            holes: BySeat::from_fn(|seat| position.holes(seat).to_vec()),
            stores: stores.map(|stores| stores.map(held)).unwrap_or_default(),
            pending: position.pending(),
            removed: 0,
        }
    }

    pub(crate) fn counters(&self) -> u32 {
        let hand = self.pending.map_or(0, |pending| u32::from(pending.hand));
        let holes: u32 = self.holes.iter().flatten().map(|&counters| u32::from(counters)).sum();
        holes + hand + self.stores.iter().sum::<u32>()
    }

    /// Puts the counters in hand into their hole.
    pub(crate) fn put_down(&mut self) {
        if let Some(pending) = self.pending.take() {
            *self.hole(pending.hole) += pending.hand;
        }
    }

    /// Counts the counters that a lap removes from the board, without following the lap.
    pub(crate) fn count(&mut self, lap: &Lap) {
        if self.captured() == CapturedCounters::Away
            && let Lap::Sown { captures, .. } = lap
        {
            self.removed += captures.iter().map(|capture| u32::from(capture.counters)).sum::<u32>();
        }
    }

    /// Changes the board as a lap says.
    pub(crate) fn follow(&mut self, lap: &Lap) {
        match lap {
            Lap::Passed => {}
            Lap::Endless { .. } => {
                assert!(self.pending.is_some(), "the limit stops counters in hand");
                self.put_down();
            }
            Lap::Entered { route, count, last, captures } => self.enter(*route, *count, *last, captures),
            Lap::Sown { from, direction, count, last, captures } => {
                assert_eq!(self.lift(*from), *count);
                if let SowingPath::Circuit(circuit) = self.ruleset.sowing_path() {
                    assert_eq!(*direction, Direction::Anticlockwise);
                    return self.sow_circuit(circuit, *from, *count, *last, captures);
                }
                let mut hole = *from;
                let length = self.holes.south.len() as u8;
                for _ in 0..*count {
                    hole.index = match direction {
                        Direction::Anticlockwise => (hole.index + 1) % length,
                        Direction::Clockwise => (hole.index + length - 1) % length,
                    };
                    *self.hole(hole) += 1;
                }
                assert_eq!(hole, *last);
                self.end(*from, hole, captures);
            }
        }
    }

    /// Ends a lap on a four-row board.
    fn end(&mut self, from: Hole, last: Hole, captures: &Captures) {
        let hand = self.take(captures);
        let standing = *self.hole(last);
        let length = self.holes.south.len() as u8;
        let inner = 3 * length / 2 - 1 - last.index % length;
        let outer = last.index.wrapping_sub(length / 2);
        if captures.is_empty() {
            if standing > 1 {
                *self.hole(last) = 0;
                self.pending = Some(Pending { hole: last, hand: standing });
            }
            return;
        }
        assert!(last.index >= length / 2, "{last} is an inner hole");
        assert_eq!(captures[0].hole, Hole::new(!last.seat, inner));
        assert!(captures.get(1).is_none_or(|capture| capture.hole == Hole::new(!last.seat, outer)));
        if self.captured() == CapturedCounters::Away {
            assert_eq!(standing, 1, "{last} was empty");
            self.removed += u32::from(hand);
        } else {
            assert!(standing > 1 && captures.len() == 2, "{last} was in opposition");
            self.pending = Some(Pending { hole: from, hand });
        }
    }

    /// The first counter falls back into the hole itself, unless it is alone.
    fn sow_circuit(&mut self, circuit: Circuit, from: Hole, count: u8, last: Hole, captures: &Captures) {
        let first = u32::from(from.index) + u32::from(count == 1);
        self.drop_along(circuit, from.seat, first, count, last);
        self.remove(from.seat, captures);
    }

    fn enter(&mut self, route: Route, count: u8, last: Hole, captures: &Captures) {
        // The entered store has `count` counters. If both stores have, either gives the same sums.
        let seat = self.enterer(count, last, route);
        self.stores[seat] -= u32::from(count);
        let circuit = if route == Route::Own { Circuit::OwnRow } else { Circuit::Board };
        self.drop_along(circuit, seat, 0, count, last);
        self.remove(seat, captures);
    }

    fn enterer(&self, count: u8, last: Hole, route: Route) -> Seat {
        let row = self.row();
        let beyond = route == Route::Opponent && (u32::from(count) - 1) % (2 * row) >= row;
        let seat = if beyond { !last.seat } else { last.seat };
        assert_eq!(self.stores[seat], u32::from(count), "all of the store is entered");
        seat
    }

    fn drop_along(&mut self, circuit: Circuit, seat: Seat, first: u32, count: u8, last: Hole) {
        let row = self.row();
        let length = if circuit == Circuit::Board { 2 * row } else { row };
        let mut hole = last;
        for step in 0..u32::from(count) {
            let index = (first + step) % length;
            hole = Hole::new(if index < row { seat } else { !seat }, (index % row) as u8);
            *self.hole(hole) += 1;
        }
        assert_eq!(hole, last);
    }

    /// Moves captured counters from the opponent's holes into the store, or off the board.
    fn remove(&mut self, seat: Seat, captures: &Captures) {
        assert!(captures.iter().all(|capture| capture.hole.seat == !seat));
        let taken = u32::from(self.take(captures));
        match self.captured() {
            CapturedCounters::Store => self.stores[seat] += taken,
            CapturedCounters::Away => self.removed += taken,
            CapturedCounters::Hand => panic!("a circuit has no hand"),
        }
    }

    fn captured(&self) -> CapturedCounters {
        self.ruleset.traits().captured
    }

    /// Number of holes of a row, in games of two rows.
    fn row(&self) -> u32 {
        self.holes.south.len() as u32
    }

    /// Empties the captured holes and returns the sum.
    fn take(&mut self, captures: &Captures) -> u8 {
        let mut taken = 0;
        for capture in captures.iter() {
            assert_eq!(capture.counters, std::mem::take(self.hole(capture.hole)));
            assert!(capture.counters > 0, "only what is occupied is captured");
            taken += capture.counters;
        }
        taken
    }

    fn hole(&mut self, hole: Hole) -> &mut u8 {
        &mut self.holes[hole.seat][usize::from(hole.index)]
    }

    /// Lifts the counters of a hole: those in hand there, or those in the hole, after putting down those in hand.
    fn lift(&mut self, hole: Hole) -> u8 {
        match self.pending.take() {
            Some(pending) if pending.hole == hole => pending.hand,
            Some(pending) => {
                *self.hole(pending.hole) += pending.hand;
                std::mem::take(self.hole(hole))
            }
            None => std::mem::take(self.hole(hole)),
        }
    }
}
