//! Setups: boards from which a game starts; they need not come from a game.

use std::fmt;

use crate::board::Board;
use crate::{BySeat, Position, Ruleset, Seat};

/// A board from which a game starts. [`Position::from_setup`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game and its options. The opening is over for both seats.
    pub ruleset: Ruleset,
    /// The counters in each seat's holes, from `A` on. Their sum need not be that of a real game.
    pub holes: BySeat<Vec<u8>>,
    /// The counters in each seat's store; 0 in games without stores.
    pub stores: BySeat<u8>,
    /// The seat to move.
    pub to_move: Seat,
}

impl Setup {
    /// Largest number of counters in a setup, both sides and both stores together.
    pub const MAX_COUNTERS: usize = 255;

    /// Finds every problem of the setup.
    fn problems(&self) -> Vec<SetupProblem> {
        let expected = self.ruleset.rows() * self.ruleset.columns();
        let wrong_length = |&seat: &Seat| self.holes[seat].len() != expected;
        let mut problems: Vec<_> = Seat::ALL
            .into_iter()
            .filter(wrong_length)
            .map(|seat| SetupProblem::WrongNumberOfHoles { seat, expected, found: self.holes[seat].len() })
            .collect();
        if !self.ruleset.has_stores() && self.stores != BySeat::default() {
            problems.push(SetupProblem::NoStores);
        }
        let counters = self.holes.iter().flatten().chain(self.stores.iter());
        let total = counters.map(|&counters| usize::from(counters)).sum();
        if total > Setup::MAX_COUNTERS {
            problems.push(SetupProblem::TooManyCounters { total });
        }
        problems
    }
}

impl Position {
    /// Makes a position at the start of a turn. The game may be over at once.
    ///
    /// # Errors
    ///
    /// Every [`SetupProblem`] of the setup, if there is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use ikibuguzo_engine::{BySeat, Position, Seat, Setup};
    ///
    /// let mut setup = Setup {
    ///     ruleset: "ikibuguzo:first".parse()?,
    ///     holes: BySeat::new(vec![2; 16], vec![2; 15]),
    ///     stores: BySeat::default(),
    ///     to_move: Seat::North,
    /// };
    /// let error = Position::from_setup(&setup).unwrap_err();
    /// assert_eq!(error.to_string(), "north needs 16 holes and has 15");
    ///
    /// setup.holes.north.push(2);
    /// assert_eq!(Position::from_setup(&setup)?.to_move(), Some(Seat::North));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        let problems = setup.problems();
        if !problems.is_empty() {
            return Err(SetupError { problems });
        }
        let board = Board::new(setup.holes.as_ref().map(Vec::as_slice));
        let state = setup.ruleset.state_of_setup(setup.stores);
        Ok(Position::begin(setup.ruleset, board, setup.to_move, state))
    }
}

/// A setup is invalid. The error lists every problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    problems: Vec<SetupProblem>,
}

impl SetupError {
    /// The problems. Never empty.
    pub fn problems(&self) -> &[SetupProblem] {
        &self.problems
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<_> = self.problems.iter().map(SetupProblem::to_string).collect();
        f.write_str(&sentences.join("; "))
    }
}

impl std::error::Error for SetupError {}

/// One problem of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupProblem {
    /// A side has the wrong number of holes.
    WrongNumberOfHoles {
        /// The seat of the side.
        seat: Seat,
        /// Number of holes in a side of the game's board.
        expected: usize,
        /// Number of holes in the setup.
        found: usize,
    },
    /// The setup has counters in a store, and the game has no stores.
    NoStores,
    /// There are more than [`Setup::MAX_COUNTERS`] counters.
    TooManyCounters {
        /// Number of counters, both sides and both stores together.
        total: usize,
    },
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupProblem::WrongNumberOfHoles { seat, expected, found } => {
                write!(f, "{seat} needs {expected} holes and has {found}")
            }
            SetupProblem::NoStores => f.write_str("this game has no stores"),
            SetupProblem::TooManyCounters { total } => {
                let max = Setup::MAX_COUNTERS;
                write!(f, "there may be at most {max} counters on the board, and there are {total}")
            }
        }
    }
}
