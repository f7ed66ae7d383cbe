//! Marks of turns that lost much.

use std::fmt;

/// How bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The turn lost 5 percentage points of win probability or more.
    Inaccuracy,
    /// The turn lost 10 percentage points or more.
    Mistake,
    /// The turn lost 15 percentage points or more, or missed a win in one.
    Blunder,
}

impl Mark {
    /// The mark of a turn that lost this much win probability (0 to 1), if it deserves one.
    pub fn of_loss(loss: f64) -> Option<Mark> {
        let reached = |&(least, _): &(f64, Mark)| loss >= least;
        let min_losses = [(0.15, Mark::Blunder), (0.10, Mark::Mistake), (0.05, Mark::Inaccuracy)];
        min_losses.into_iter().find(reached).map(|(_, mark)| mark)
    }

    /// `inaccuracy`, `mistake` or `blunder`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_follows_from_the_loss() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(Mark::of_loss);
        let inaccuracy = Some(Mark::Inaccuracy);
        let mistake = Some(Mark::Mistake);
        let blunder = Some(Mark::Blunder);
        assert_eq!(marks, [None, None, inaccuracy, mistake, mistake, blunder, blunder]);
    }
}
