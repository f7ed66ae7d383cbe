//! An action shown counter by counter: the boards between the position before it and the one after it.

use std::time::Duration;

use ikibuguzo_engine::{Hole, Ruleset, Seat};
use ikibuguzo_protocol::{CaptureDestination, Lap, Pending, PositionView, SowingStep, Text, sowing_steps};

/// Longest time for the steps of an action.
const MAX_DURATION: Duration = Duration::from_millis(3_000);

/// Longest time for a step.
const MAX_STEP: Duration = Duration::from_millis(140);

/// An action that is being shown.
#[derive(Clone, Debug)]
pub struct Sowing {
    steps: Vec<SowingStep>,
    next: usize,
    step_duration: Duration,
    /// The time since the last step.
    elapsed: Duration,
    board: PositionView,
    hand: u8,
    /// The hole of the last step.
    place: Option<Hole>,
}

impl Sowing {
    /// An action of `seat`, before its first step.
    pub fn new(
        rules: Ruleset,
        before: &PositionView,
        seat: Seat,
        laps: &[Lap],
        after: &PositionView,
    ) -> Self {
        let steps = sowing_steps(rules, before, seat, laps, after);
        let count = u32::try_from(steps.len()).unwrap_or(u32::MAX).max(1);
        let mut board = before.clone();
        board.legal.clear();
        Self {
            steps,
            next: 0,
            step_duration: MAX_STEP.min(MAX_DURATION / count),
            elapsed: Duration::ZERO,
            hand: before.pending.map_or(0, |pending| pending.hand),
            place: before.pending.map(|pending| *pending.hole),
            board,
        }
    }

    /// The board after the first laps of an action. Captured counters that the next lap sows are in hand.
    pub fn after_laps(rules: Ruleset, before: &PositionView, seat: Seat, laps: &[Lap]) -> PositionView {
        // If counters are in hand after the action, none are laid down; the counters that the last relay would lift
        // stay.
        let hand = Pending { hole: Text(Hole::new(seat, 0)), hand: 1 };
        let after = PositionView { pending: Some(hand), ..before.clone() };
        let mut sowing = Self::new(rules, before, seat, laps, &after);
        while let [rest @ .., SowingStep::Lift(_)] = &sowing.steps[..] {
            sowing.steps.truncate(rest.len());
        }
        for step in std::mem::take(&mut sowing.steps) {
            sowing.apply(step);
        }
        sowing.board()
    }

    /// Lets time pass. False if the action has been shown to its end.
    pub fn advance(&mut self, elapsed: Duration) -> bool {
        self.elapsed += elapsed;
        while self.elapsed >= self.step_duration && self.next < self.steps.len() {
            self.elapsed -= self.step_duration;
            self.apply(self.steps[self.next]);
            self.next += 1;
        }
        self.next < self.steps.len() || self.elapsed < self.step_duration
    }

    /// The board in the middle of the action, with the counters in hand at the hole of the last step.
    pub fn board(&self) -> PositionView {
        let pending =
            self.place.filter(|_| self.hand > 0).map(|hole| Pending { hole: Text(hole), hand: self.hand });
        PositionView { pending, ..self.board.clone() }
    }

    /// The hole of the last step.
    pub fn place(&self) -> Option<Hole> {
        self.place
    }

    fn apply(&mut self, step: SowingStep) {
        match step {
            SowingStep::Lift(hole) => self.hand = std::mem::take(self.hole_mut(hole)),
            SowingStep::Enter(seat) => {
                let store = self.board.stores.as_mut().and_then(|stores| stores.get_mut(seat).as_mut());
                self.hand = store.map(std::mem::take).unwrap_or_default();
            }
            SowingStep::Drop(hole) => {
                self.hand = self.hand.saturating_sub(1);
                let counters = self.hole_mut(hole);
                *counters = counters.saturating_add(1);
            }
            SowingStep::Take(hole, destination) => {
                let captured = std::mem::take(self.hole_mut(hole));
                self.capture(captured, destination);
            }
            SowingStep::Put(hole) => {
                let hand = std::mem::take(&mut self.hand);
                let counters = self.hole_mut(hole);
                *counters = counters.saturating_add(hand);
            }
        }
        match step {
            SowingStep::Enter(_) => self.place = None,
            SowingStep::Lift(hole) | SowingStep::Drop(hole) | SowingStep::Put(hole) => {
                self.place = Some(hole);
            }
            SowingStep::Take(..) => {}
        }
    }

    fn capture(&mut self, captured: u8, destination: CaptureDestination) {
        match destination {
            CaptureDestination::Hand => self.hand = self.hand.saturating_add(captured),
            CaptureDestination::Store(seat) => {
                // A concealed store stays concealed.
                if let Some(held) =
                    self.board.stores.as_mut().and_then(|stores| stores.get_mut(seat).as_mut())
                {
                    *held = held.saturating_add(captured);
                }
            }
            CaptureDestination::Away => {}
        }
    }

    /// The counters of a hole. For a hole that the board does not have, those of the last hole.
    fn hole_mut(&mut self, hole: Hole) -> &mut u8 {
        let side = self.board.holes.get_mut(hole.seat);
        if side.is_empty() {
            side.push(0);
        }
        let last = side.len().saturating_sub(1);
        &mut side[usize::from(hole.index).min(last)]
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::EventKind;

    use super::*;
    use crate::game_view::local_game::tests::played_events;

    /// The actions of a game: the rules, the position before, and the event.
    fn check_sowings(rules: &str, check: impl Fn(Sowing, &PositionView)) {
        let events = played_events(rules, 60);
        let ruleset: Ruleset = rules.parse().expect("rules");
        let mut before: Option<PositionView> = None;
        for event in &events {
            if let (EventKind::Acted { seat, laps, position, .. }, Some(before)) = (&event.kind, &before) {
                check(Sowing::new(ruleset, before, **seat, laps, position), position);
            }
            before = event.kind.position().cloned().or(before);
        }
    }

    #[test]
    fn the_steps_lead_to_the_position_after_the_action() {
        for rules in ["kubuguza", "njombwa:8", "azigo", "azigo:own-row"] {
            check_sowings(rules, |mut sowing, after| {
                assert!(!sowing.advance(MAX_DURATION * 2), "three seconds are enough");
                assert_eq!(sowing.board().holes, after.holes, "{rules}");
            });
        }
    }

    #[test]
    fn the_last_lap_leads_to_the_holes_after_the_action() {
        for rules in ["kubuguza", "njombwa:8", "azigo"] {
            let events = played_events(rules, 60);
            let ruleset: Ruleset = rules.parse().expect("rules");
            let mut before: Option<PositionView> = None;
            for event in &events {
                if let (EventKind::Acted { seat, laps, position, .. }, Some(before)) = (&event.kind, &before)
                {
                    let board = Sowing::after_laps(ruleset, before, **seat, laps);
                    // If a relay waits for a choice, its counters are in hand.
                    if position.pending.is_none() && board.pending.is_none() {
                        assert_eq!(board.holes, position.holes, "{rules}");
                    }
                    let none = Sowing::after_laps(ruleset, before, **seat, &[]);
                    assert_eq!(none.holes, before.holes, "{rules}");
                }
                before = event.kind.position().cloned().or(before);
            }
        }
    }

    #[test]
    fn an_action_on_a_board_without_holes_is_shown() {
        check_sowings("kubuguza", |mut sowing, _| {
            sowing.board.holes = Default::default();
            assert!(!sowing.advance(MAX_DURATION * 2));
        });
    }

    #[test]
    fn counters_fall_one_by_one() {
        check_sowings("kubuguza", |mut sowing, _| {
            let total = |sowing: &Sowing| {
                let board = sowing.board();
                let sum = |side: &[u8]| side.iter().map(|count| u32::from(*count)).sum::<u32>();
                sum(&board.holes.south) + sum(&board.holes.north) + u32::from(sowing.hand)
            };
            let before = total(&sowing);
            while sowing.advance(Duration::from_millis(10)) {
                assert_eq!(total(&sowing), before);
            }
        });
    }
}
