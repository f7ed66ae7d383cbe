//! The eight levels of strength.

use crate::Budget;

/// A level of strength, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The parameters that set the strength of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LevelParameters {
    /// The budget of one action.
    pub(crate) budget: Budget,
    /// Largest random error that is added to the value of an action, in thousandths of a logit;
    /// [`Player`](crate::Player) makes smaller ones in some games.
    pub(crate) max_error: i32,
    /// The probability that an action is overlooked, in percent.
    pub(crate) overlooked: u8,
}

impl Level {
    /// The strongest level.
    pub const STRONGEST: Level = Level(8);

    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level with this number, if it is 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// The number, 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether a player of this level counts, and so knows the concealed store of its opponent.
    pub fn counts_stores(self) -> bool {
        self.0 >= 5
    }

    /// Whether a player of this level uses endgame tables, if there are some.
    pub fn uses_endgame_tables(self) -> bool {
        self.0 >= 7
    }

    /// The parameters of the level. Level 1 plays nearly at random. Levels 2 to 5 look few turns ahead, misjudge actions and
    /// overlook some. Levels 6 to 8 differ in their budgets, and in endgame tables from level 7 on. Each wins about three
    /// quarters of its games against the one below, or more (docs/BOTS.md).
    pub(crate) fn parameters(self) -> LevelParameters {
        let (nodes, depth, max_error, overlooked) = match self.0 {
            1 => (500, 1, 20_000, 70),
            2 => (800, 2, 5_700, 43),
            3 => (1_200, 2, 2_800, 28),
            4 => (1_500, 2, 1_300, 14),
            5 => (2_000, 3, 700, 8),
            6 => (1_100, Budget::MAX_DEPTH, 0, 0),
            7 => (4_000, Budget::MAX_DEPTH, 0, 0),
            _ => (3_000_000, Budget::MAX_DEPTH, 0, 0),
        };
        LevelParameters { budget: Budget { depth, ..Budget::of_nodes(nodes) }, max_error, overlooked }
    }
}
