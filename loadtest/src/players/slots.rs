//! Where games are played: so many places, taken by tables whose games are standing. A table whose game has ended
//! leaves its place to another one while it sets up its next game, so that the number of games under way stays while
//! there are tables to spare. Each section is for games by the same rules, so that long games do not little by little
//! take the places of short ones.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use crate::players::series::Table;

/// How it is decided when a move may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At once.
    Closed,
    /// When it is due.
    Timetable,
}

/// All places.
#[derive(Debug)]
pub struct Hall {
    pace: Pace,
    /// Whether moves may be made.
    open: Cell<bool>,
    places: RefCell<Vec<Place>>,
    sections: Vec<Section>,
}

/// What waits in one section: places for tables, or tables for places.
#[derive(Debug, Default)]
struct Section {
    vacant: RefCell<Vec<usize>>,
    standing: RefCell<VecDeque<Rc<Table>>>,
}

#[derive(Debug, Default)]
struct Place {
    table: Option<Rc<Table>>,
    /// When moves were due that have not been made yet.
    due: VecDeque<Instant>,
}

impl Hall {
    /// A closed hall with so many places, dealt to so many sections.
    pub fn new(places: usize, sections: usize, pace: Pace) -> Self {
        Self {
            pace,
            open: Cell::new(false),
            places: RefCell::new((0..places).map(|_| Place::default()).collect()),
            sections: (0..sections).map(|first| Section::of((first..places).step_by(sections))).collect(),
        }
    }

    /// How many games stand and wait for a place.
    pub fn standing(&self) -> usize {
        self.sections.iter().map(|section| section.standing.borrow().len()).sum()
    }

    /// Lets play begin.
    pub fn open(&self) {
        self.open.set(true);
        (0..self.sections.len()).for_each(|section| self.fill(section));
    }

    /// Lets nobody begin a move any more.
    pub fn close(&self) {
        self.open.set(false);
    }

    /// A table's game can be played: it takes a place now, or when there is one. The one that is watched comes first.
    pub fn stand(&self, table: Rc<Table>) {
        let section = table.section;
        let mut standing = self.sections[section].standing.borrow_mut();
        if table.is_watched.get() {
            standing.push_front(table);
        } else {
            standing.push_back(table);
        }
        drop(standing);
        if self.open.get() {
            self.fill(section);
        }
    }

    /// A table's game is over; false where that was known.
    pub fn leave(&self, table: &Table) -> bool {
        let Some(place) = table.place.take() else { return false };
        self.places.borrow_mut()[place].table = None;
        self.sections[table.section].vacant.borrow_mut().push(place);
        self.fill(table.section);
        true
    }

    /// A move is due in a place.
    pub fn schedule(&self, place: usize, at: Instant) {
        let mut places = self.places.borrow_mut();
        places[place].due.push_back(at);
        if let Some(table) = &places[place].table {
            table.wake();
        }
    }

    /// Since when a table's next move is due, if it is.
    pub fn due(&self, table: &Table, now: Instant) -> Option<Instant> {
        let place = table.place.get().filter(|_| self.open.get())?;
        match self.pace {
            Pace::Closed => Some(now),
            Pace::Timetable => self.places.borrow_mut()[place].due.pop_front(),
        }
    }

    fn fill(&self, section: usize) {
        let Section { vacant, standing } = &self.sections[section];
        let (mut vacant, mut standing) = (vacant.borrow_mut(), standing.borrow_mut());
        while !vacant.is_empty()
            && let Some(table) = standing.pop_front()
            && let Some(place) = vacant.pop()
        {
            table.place.set(Some(place));
            table.wake();
            self.places.borrow_mut()[place].table = Some(table);
        }
    }
}

impl Section {
    fn of(places: impl DoubleEndedIterator<Item = usize>) -> Self {
        Self { vacant: RefCell::new(places.rev().collect()), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;

    use super::*;
    use crate::clock;

    #[test]
    fn a_closed_hall_lets_nobody_move() {
        let (hall, table) = (Hall::new(1, 1, Pace::Closed), Rc::new(Table::default()));
        hall.stand(Rc::clone(&table));
        assert_eq!((hall.standing(), hall.due(&table, clock::now())), (1, None));
        hall.open();
        assert!(hall.due(&table, clock::now()).is_some());
        hall.close();
        assert_eq!(hall.due(&table, clock::now()), None);
    }

    #[test]
    fn a_table_that_leaves_makes_place_for_the_next_one() {
        let hall = Hall::new(1, 1, Pace::Closed);
        let [first, second] = [(); 2].map(|()| Rc::new(Table::default()));
        hall.open();
        hall.stand(Rc::clone(&first));
        hall.stand(Rc::clone(&second));
        assert!(hall.due(&first, clock::now()).is_some() && hall.due(&second, clock::now()).is_none());
        hall.leave(&first);
        assert!(hall.due(&first, clock::now()).is_none() && hall.due(&second, clock::now()).is_some());
        hall.leave(&second);
        hall.stand(Rc::clone(&first));
        assert!(hall.due(&first, clock::now()).is_some(), "a vacant place is taken at once");
    }

    #[test]
    fn long_games_take_no_places_of_short_ones() {
        let hall = Hall::new(3, 2, Pace::Closed);
        let table = |section| Rc::new(Table::of_two(Ruleset::Kubuguza, section));
        let [short, long] = [0, 1].map(|section| [(); 3].map(|()| table(section)));
        long.iter().chain(&short).for_each(|table| hall.stand(Rc::clone(table)));
        hall.open();
        let playing = |tables: &[Rc<Table>; 3]| tables.each_ref().map(|table| table.place.get().is_some());
        assert_eq!((playing(&short), playing(&long)), ([true, true, false], [true, false, false]));
        hall.leave(&short[0]);
        assert_eq!((playing(&short), playing(&long)), ([false, true, true], [true, false, false]));
    }

    #[test]
    fn the_watched_table_takes_the_first_place() {
        let hall = Hall::new(1, 1, Pace::Closed);
        let [other, watched] = [(); 2].map(|()| Rc::new(Table::default()));
        watched.is_watched.set(true);
        hall.stand(Rc::clone(&other));
        hall.stand(Rc::clone(&watched));
        hall.open();
        assert!(hall.due(&watched, clock::now()).is_some() && hall.due(&other, clock::now()).is_none());
    }

    #[test]
    fn moves_are_due_in_order_and_wait_for_a_table() {
        let hall = Hall::new(1, 1, Pace::Timetable);
        let (table, early) = (Rc::new(Table::default()), clock::now());
        let late = early + std::time::Duration::from_millis(1);
        hall.open();
        hall.schedule(0, early);
        hall.schedule(0, late);
        hall.stand(Rc::clone(&table));
        assert_eq!([(); 3].map(|()| hall.due(&table, clock::now())), [Some(early), Some(late), None]);
    }
}
