//! The steps of an action, counter by counter. `acted` in docs/PROTOCOL.md says into which holes the counters of a lap
//! fall; `web/game/sowing.js` reads laps in the same way.

use crate::{CaptureView, Lap, PositionView};
use ikibuguzo_engine::{CapturedCounters, Circuit, Direction, Hole, Route, Ruleset, Seat, SowingPath};

/// A step of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SowingStep {
    /// All counters of a hole are taken into the hand.
    Lift(Hole),
    /// All counters of a store are taken into the hand.
    Enter(Seat),
    /// One counter falls from the hand into a hole.
    Drop(Hole),
    /// The counters of a hole are captured.
    Take(Hole, CaptureDestination),
    /// The counters in hand are laid into a hole.
    Put(Hole),
}

/// The destination of captured counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureDestination {
    /// Into the hand, to be sown.
    Hand,
    /// Into the store of a seat.
    Store(Seat),
    /// Off the board.
    Away,
}

/// The counters in hand between two laps: whether there are any, and the hole where they are.
#[derive(Clone, Copy)]
struct Held {
    any: bool,
    at: Option<Hole>,
}

/// The steps of an action that `seat` plays in the position `before`, which its laps make the position `after`.
pub fn sowing_steps(
    rules: Ruleset,
    before: &PositionView,
    seat: Seat,
    laps: &[Lap],
    after: &PositionView,
) -> Vec<SowingStep> {
    let mut steps = Vec::new();
    let pending = before.pending.as_ref();
    let mut held = Held {
        any: pending.is_some_and(|pending| pending.hand > 0),
        at: pending.map(|pending| *pending.hole),
    };
    for lap in laps {
        let (from, captured) = match lap {
            Lap::Sown { from, dir, count, last, captured } => {
                steps.extend(lifts(held, **from));
                steps.extend(sown_holes(rules, **from, **dir, *count, **last).map(SowingStep::Drop));
                (Some(**from), captured)
            }
            Lap::Entered { enter, count, captured, .. } => {
                steps.push(SowingStep::Enter(seat));
                steps.extend(entered_holes(rules, seat, **enter, *count).map(SowingStep::Drop));
                (None, captured)
            }
            Lap::Passed { .. } | Lap::Endless { .. } => continue,
        };
        let destination = destination(rules, seat);
        steps.extend(captures(captured, destination));
        let any = !captured.is_empty() && destination == CaptureDestination::Hand;
        held = Held { any, at: from.filter(|_| any) };
    }
    steps.extend(last_step(after, held));
    steps
}

/// The counters lifted before a lap; counters that are in hand elsewhere are laid down first.
fn lifts(held: Held, from: Hole) -> impl Iterator<Item = SowingStep> {
    let is_there = held.any && held.at == Some(from);
    let put = held.at.filter(|_| held.any && !is_there).map(SowingStep::Put);
    put.into_iter().chain((!is_there).then_some(SowingStep::Lift(from)))
}

fn captures(captured: &[CaptureView], destination: CaptureDestination) -> impl Iterator<Item = SowingStep> {
    captured.iter().map(move |(hole, _)| SowingStep::Take(**hole, destination))
}

/// The step after the last lap: a relay has lifted the counters of the last hole, or captured counters are laid down.
fn last_step(after: &PositionView, held: Held) -> Option<SowingStep> {
    match &after.pending {
        Some(pending) => (!held.any).then_some(SowingStep::Lift(*pending.hole)),
        None => held.at.filter(|_| held.any).map(SowingStep::Put),
    }
}

fn destination(rules: Ruleset, seat: Seat) -> CaptureDestination {
    match rules.traits().captured {
        CapturedCounters::Store => CaptureDestination::Store(seat),
        CapturedCounters::Away => CaptureDestination::Away,
        CapturedCounters::Hand => CaptureDestination::Hand,
    }
}

/// The holes into which the counters of a lap fall, one by one.
fn sown_holes(
    rules: Ruleset,
    from: Hole,
    direction: Direction,
    count: u8,
    last: Hole,
) -> Box<dyn Iterator<Item = Hole>> {
    let length = side_length(rules);
    let index = usize::from(from.index);
    let count = usize::from(count);
    if let SowingPath::Circuit(circuit) = rules.sowing_path() {
        return Box::new(holes_from(from.seat, index + usize::from(count == 1), count, length, circuit));
    }
    let (step, distance) = match direction {
        Direction::Clockwise => (length - 1, (index + length - usize::from(last.index)) % length),
        Direction::Anticlockwise => (1, (usize::from(last.index) + length - index) % length),
    };
    // An opening turn may end before each counter has a hole of its own: the first hole gets the extra counters.
    let extra = if count < length { count.saturating_sub(distance) } else { 0 };
    Box::new((1..=count).map(move |drop| {
        let distance = drop.saturating_sub(extra).max(1);
        hole(from.seat, (index + step * distance) % length)
    }))
}

/// The holes into which the counters of a store fall.
fn entered_holes(rules: Ruleset, seat: Seat, route: Route, count: u8) -> impl Iterator<Item = Hole> {
    let circuit = if route == Route::Own { Circuit::OwnRow } else { Circuit::Board };
    holes_from(seat, 0, usize::from(count), side_length(rules), circuit)
}

/// Holes in sowing order: round the own row, or round the board.
fn holes_from(
    seat: Seat,
    first: usize,
    count: usize,
    length: usize,
    circuit: Circuit,
) -> impl Iterator<Item = Hole> {
    let circuit_length = if circuit == Circuit::OwnRow { length } else { 2 * length };
    (first..first + count).map(move |number| {
        let index = number % circuit_length;
        hole(if index < length { seat } else { !seat }, index % length)
    })
}

fn side_length(rules: Ruleset) -> usize {
    rules.rows() * rules.columns()
}

fn hole(seat: Seat, index: usize) -> Hole {
    Hole::new(seat, u8::try_from(index).unwrap_or(u8::MAX))
}
