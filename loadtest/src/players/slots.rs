//! The slots of the games under load.
//!
//! The number of slots is the number of concurrent games. When a game ends, another series with a ready game takes its
//! slot while the first series sets up its next game, so the number of games stays constant as long as there are spare
//! series. The slots are divided into groups, one for each set of rules. Otherwise long games would gradually take the
//! slots of short ones.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use crate::players::series::GameSeries;

/// The rule for when a move is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTiming {
    /// When it is the player's turn.
    Immediate,
    /// At the times of a schedule.
    Scheduled,
}

/// All slots.
#[derive(Debug)]
pub struct GameSlots {
    timing: MoveTiming,
    /// Whether moves may be made.
    is_running: Cell<bool>,
    slots: RefCell<Vec<Slot>>,
    groups: Vec<SlotGroup>,
}

/// The free slots of a group, or the series that wait for one.
#[derive(Debug, Default)]
struct SlotGroup {
    free: RefCell<Vec<usize>>,
    ready: RefCell<VecDeque<Rc<GameSeries>>>,
}

#[derive(Debug, Default)]
struct Slot {
    series: Option<Rc<GameSeries>>,
    /// Due times of moves that have not been made.
    due: VecDeque<Instant>,
}

impl GameSlots {
    /// Creates free slots, assigned to the groups in turn. No move may be made before [`start`](Self::start).
    pub fn new(slots: usize, groups: usize, timing: MoveTiming) -> Self {
        Self {
            timing,
            is_running: Cell::new(false),
            slots: RefCell::new((0..slots).map(|_| Slot::default()).collect()),
            groups: (0..groups).map(|first| SlotGroup::new((first..slots).step_by(groups))).collect(),
        }
    }

    /// The number of series that wait for a slot.
    pub fn ready_count(&self) -> usize {
        self.groups.iter().map(|group| group.ready.borrow().len()).sum()
    }

    /// Allows moves.
    pub fn start(&self) {
        self.is_running.set(true);
        (0..self.groups.len()).for_each(|group| self.assign_free_slots(group));
    }

    /// Forbids further moves.
    pub fn stop(&self) {
        self.is_running.set(false);
    }

    /// Adds a series whose game is ready. It takes a slot as soon as one is free; the watched series comes first.
    pub fn add_ready(&self, series: Rc<GameSeries>) {
        let group = series.group;
        let mut ready = self.groups[group].ready.borrow_mut();
        if series.is_watched {
            ready.push_front(series);
        } else {
            ready.push_back(series);
        }
        drop(ready);
        if self.is_running.get() {
            self.assign_free_slots(group);
        }
    }

    /// Frees the slot of a series whose game has ended. Returns whether it had one.
    pub fn release(&self, series: &GameSeries) -> bool {
        let Some(slot) = series.slot.take() else { return false };
        self.slots.borrow_mut()[slot].series = None;
        self.groups[series.group].free.borrow_mut().push(slot);
        self.assign_free_slots(series.group);
        true
    }

    /// Adds a move that is due in a slot.
    pub fn add_due_move(&self, slot: usize, due: Instant) {
        let mut slots = self.slots.borrow_mut();
        slots[slot].due.push_back(due);
        if let Some(series) = &slots[slot].series {
            series.wake_waiter();
        }
    }

    /// Takes the due time of a series' next move, if the move may be made now.
    pub fn take_due_move(&self, series: &GameSeries, now: Instant) -> Option<Instant> {
        let slot = series.slot.get().filter(|_| self.is_running.get())?;
        match self.timing {
            MoveTiming::Immediate => Some(now),
            MoveTiming::Scheduled => self.slots.borrow_mut()[slot].due.pop_front(),
        }
    }

    fn assign_free_slots(&self, group: usize) {
        let SlotGroup { free, ready } = &self.groups[group];
        let mut free = free.borrow_mut();
        let mut ready = ready.borrow_mut();
        while !free.is_empty()
            && let Some(series) = ready.pop_front()
            && let Some(slot) = free.pop()
        {
            series.slot.set(Some(slot));
            series.wake_waiter();
            self.slots.borrow_mut()[slot].series = Some(series);
        }
    }
}

impl SlotGroup {
    /// Creates a group of free slots. The first one is taken first.
    fn new(slots: impl DoubleEndedIterator<Item = usize>) -> Self {
        Self { free: RefCell::new(slots.rev().collect()), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ikibuguzo_engine::Ruleset;

    use super::*;
    use crate::clock;

    fn one_slot(timing: MoveTiming) -> GameSlots {
        GameSlots::new(1, 1, timing)
    }

    fn can_move(slots: &GameSlots, series: &GameSeries) -> bool {
        slots.take_due_move(series, clock::now()).is_some()
    }

    #[test]
    fn no_move_is_due_before_the_start_and_after_the_stop() {
        let slots = one_slot(MoveTiming::Immediate);
        let series = Rc::new(GameSeries::default());
        slots.add_ready(Rc::clone(&series));
        assert_eq!((slots.ready_count(), can_move(&slots, &series)), (1, false));
        slots.start();
        assert!(can_move(&slots, &series));
        slots.stop();
        assert!(!can_move(&slots, &series));
    }

    #[test]
    fn a_released_slot_is_taken_by_the_next_series() {
        let slots = one_slot(MoveTiming::Immediate);
        let [first, second] = [(); 2].map(|()| Rc::new(GameSeries::default()));
        slots.start();
        slots.add_ready(Rc::clone(&first));
        slots.add_ready(Rc::clone(&second));
        assert!(can_move(&slots, &first) && !can_move(&slots, &second));
        slots.release(&first);
        assert!(!can_move(&slots, &first) && can_move(&slots, &second));
        slots.release(&second);
        slots.add_ready(Rc::clone(&first));
        assert!(can_move(&slots, &first), "a free slot is taken immediately");
    }

    #[test]
    fn long_games_take_no_slots_of_short_ones() {
        let slots = GameSlots::new(3, 2, MoveTiming::Immediate);
        let series = |group| Rc::new(GameSeries::new(Ruleset::Kubuguza, group, false));
        let [short, long] = [0, 1].map(|group| [(); 3].map(|()| series(group)));
        long.iter().chain(&short).for_each(|series| slots.add_ready(Rc::clone(series)));
        slots.start();
        let playing = |all: &[Rc<GameSeries>; 3]| all.each_ref().map(|series| series.slot.get().is_some());
        assert_eq!((playing(&short), playing(&long)), ([true, true, false], [true, false, false]));
        slots.release(&short[0]);
        assert_eq!((playing(&short), playing(&long)), ([false, true, true], [true, false, false]));
    }

    #[test]
    fn the_watched_series_takes_the_first_slot() {
        let slots = one_slot(MoveTiming::Immediate);
        let [other, watched] =
            [false, true].map(|is_watched| Rc::new(GameSeries::new(Ruleset::Kubuguza, 0, is_watched)));
        slots.add_ready(Rc::clone(&other));
        slots.add_ready(Rc::clone(&watched));
        slots.start();
        assert!(can_move(&slots, &watched) && !can_move(&slots, &other));
    }

    #[test]
    fn scheduled_moves_are_due_in_order_and_wait_for_a_series() {
        let slots = one_slot(MoveTiming::Scheduled);
        let series = Rc::new(GameSeries::default());
        let early = clock::now();
        let late = early + Duration::from_millis(1);
        slots.start();
        slots.add_due_move(0, early);
        slots.add_due_move(0, late);
        slots.add_ready(Rc::clone(&series));
        let due = [(); 3].map(|()| slots.take_due_move(&series, clock::now()));
        assert_eq!(due, [Some(early), Some(late), None]);
    }
}
