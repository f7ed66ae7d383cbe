//! Inclusions: the proof that a game is in a root that a server has signed. `docs/VERIFY.md` describes the check.
//!
//! It is a text. The first line is the [`SignedStatement`], the second its signature in base64, the third the
//! [leaf](leaf_line) of the game. A line for each [`PathStep`] follows.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::GameId;
use thiserror::Error;

use crate::calendar::Day;
use crate::chain::ChainHash;
use crate::merkle_tree::{PathStep, root_of};

/// Words before the days in a statement.
const FIRST_WORDS: &str = "ikibuguzo games ";

/// The statement that a server signs: the root over the games that ended on some days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedStatement {
    /// The first of the days, in UTC.
    pub first_day: Day,
    /// The last of the days, in UTC.
    pub last_day: Day,
    /// Number of games.
    pub games: usize,
    /// The root over their leaves, in the order of their ends.
    pub root: ChainHash,
}

/// Shows that a game is in a signed root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The line that was signed.
    pub statement: SignedStatement,
    /// Its signature in base64.
    pub signature: String,
    /// The game.
    pub game: GameId,
    /// The hash of the entry with which it ended.
    pub hash: ChainHash,
    /// The path from its leaf to the root.
    pub path: Vec<PathStep>,
}

/// The text does not show that a game is in a root.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InclusionFault(String);

/// The line of a game in a tree. Its SHA-256 is the leaf.
pub fn leaf_line(game: GameId, hash: ChainHash) -> String {
    format!("game {game} {hash}")
}

impl Inclusion {
    /// Reads an inclusion, and checks that the path leads to the root. The signature is not checked.
    ///
    /// # Errors
    ///
    /// If the text is none, or the path leads to another root.
    pub fn read(text: &str) -> Result<Self, InclusionFault> {
        let mut lines = text.lines();
        let mut next = || lines.next().unwrap_or_default();
        let statement: SignedStatement = next().parse()?;
        let signature = next().to_owned();
        let (game, hash) = read_leaf(next()).ok_or_else(|| fault("its third line names no game"))?;
        let path = lines.map(str::parse).collect::<Result<Vec<PathStep>, _>>();
        let path = path.map_err(|_| fault("a line of its path is not `left` or `right` and a hash"))?;
        if root_of(ChainHash::of(&leaf_line(game, hash)), &path) != statement.root {
            return Err(fault("its path does not lead to the root"));
        }
        Ok(Self { statement, signature, game, hash, path })
    }
}

fn read_leaf(line: &str) -> Option<(GameId, ChainHash)> {
    let (game, hash) = line.strip_prefix("game ")?.split_once(' ')?;
    Some((game.parse().ok()?, hash.parse().ok()?))
}

fn read_statement(line: &str) -> Option<SignedStatement> {
    let mut parts = line.strip_prefix(FIRST_WORDS)?.split(' ');
    Some(SignedStatement {
        first_day: parts.next()?.parse().ok()?,
        last_day: parts.next()?.parse().ok()?,
        games: parts.next()?.parse().ok()?,
        root: parts.next()?.parse().ok()?,
    })
}

fn fault(why: &str) -> InclusionFault {
    InclusionFault(why.to_owned())
}

impl Display for SignedStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FIRST_WORDS}{} {} {} {}", self.first_day, self.last_day, self.games, self.root)
    }
}

impl FromStr for SignedStatement {
    type Err = InclusionFault;

    fn from_str(line: &str) -> Result<Self, InclusionFault> {
        // What is signed is the line, so it has one spelling.
        read_statement(line)
            .filter(|statement| statement.to_string() == line)
            .ok_or_else(|| fault("its first line is no statement about days, a number of games and a root"))
    }
}

impl Display for Inclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n{}", self.statement, self.signature, leaf_line(self.game, self.hash))?;
        self.path.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merkle_tree::MerkleTree;

    fn inclusion() -> Inclusion {
        let game = "yg44j6xkmz7r".parse().expect("an id");
        let hash = ChainHash::of("the last line of its log");
        let leaves = vec![ChainHash::of("another game"), ChainHash::of(&leaf_line(game, hash))];
        let tree = MerkleTree::new(leaves).expect("leaves");
        let day = "2026-11-28".parse().expect("a day");
        let statement = SignedStatement { first_day: day, last_day: day, games: 2, root: tree.root() };
        Inclusion { statement, signature: "c2lnbmVk".to_owned(), game, hash, path: tree.path(1) }
    }

    #[test]
    fn an_inclusion_is_read_as_it_is_written() {
        let inclusion = inclusion();
        assert_eq!(Inclusion::read(&inclusion.to_string()), Ok(inclusion));
    }

    #[test]
    fn a_changed_or_cut_inclusion_is_refused() {
        let text = inclusion().to_string();
        for (change, by) in [("games", "game"), ("yg44j6xkmz7r", "05cdv44x7ekv"), ("left", "right")] {
            assert!(Inclusion::read(&text.replacen(change, by, 1)).is_err(), "{change}");
        }
        for length in 0..text.len() - 1 {
            if let Some(part) = text.get(..length) {
                assert!(Inclusion::read(part).is_err(), "{part}");
            }
        }
    }
}
