//! A Merkle tree: one hash, the root, stands for many, and a short path shows that one of them is in it.
//!
//! The hash of a pair is the SHA-256 of `pair`, the left hash and the right hash, with a space between them. The last
//! hash of an odd level moves up as it is.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::chain::ChainHash;

/// A tree over some hashes.
#[derive(Clone, Debug)]
pub struct MerkleTree {
    /// The leaves, the pairs of leaves, and so on, up to the root alone.
    levels: Vec<Vec<ChainHash>>,
}

/// The side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairSide {
    /// The first hash of the pair.
    Left,
    /// The second one.
    Right,
}

/// A step from a leaf towards the root: the other hash of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The side of the other hash.
    pub side: PairSide,
    /// The other hash.
    pub hash: ChainHash,
}

/// The text is not `left` or `right` and a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidStep;

impl MerkleTree {
    /// The tree over these leaves; none if there are none.
    pub fn new(leaves: Vec<ChainHash>) -> Option<Self> {
        let mut levels = vec![leaves];
        while levels.last()?.len() > 1 {
            let level = levels.last()?.chunks(2).map(|chunk| match *chunk {
                [left, right] => pair(left, right),
                _ => chunk[0],
            });
            levels.push(level.collect());
        }
        levels.last()?.first()?;
        Some(Self { levels })
    }

    /// The root.
    pub fn root(&self) -> ChainHash {
        self.levels[self.levels.len() - 1][0]
    }

    /// The path from a leaf to the root.
    ///
    /// # Panics
    ///
    /// If the tree has no leaf with this index.
    pub fn path(&self, leaf: usize) -> Vec<PathStep> {
        assert!(leaf < self.levels[0].len(), "the tree has no leaf {leaf}");
        let step = |(height, level): (usize, &Vec<ChainHash>)| {
            let index = leaf >> height;
            let side = if index.is_multiple_of(2) { PairSide::Right } else { PairSide::Left };
            level.get(index ^ 1).map(|hash| PathStep { side, hash: *hash })
        };
        self.levels.iter().enumerate().filter_map(step).collect()
    }
}

/// The root to which a path leads from a leaf.
pub fn root_of(leaf: ChainHash, path: &[PathStep]) -> ChainHash {
    path.iter().fold(leaf, |hash, step| match step.side {
        PairSide::Left => pair(step.hash, hash),
        PairSide::Right => pair(hash, step.hash),
    })
}

fn pair(left: ChainHash, right: ChainHash) -> ChainHash {
    ChainHash::of(&format!("pair {left} {right}"))
}

impl Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            PairSide::Left => "left",
            PairSide::Right => "right",
        };
        write!(f, "{side} {}", self.hash)
    }
}

impl FromStr for PathStep {
    type Err = InvalidStep;

    fn from_str(text: &str) -> Result<Self, InvalidStep> {
        let (side, hash) = text.split_once(' ').ok_or(InvalidStep)?;
        let side = match side {
            "left" => PairSide::Left,
            "right" => PairSide::Right,
            _ => return Err(InvalidStep),
        };
        Ok(Self { side, hash: hash.parse().map_err(|_| InvalidStep)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: usize) -> Vec<ChainHash> {
        (0..count).map(|number| ChainHash::of(&number.to_string())).collect()
    }

    #[test]
    fn every_leaf_leads_to_the_root_and_no_other_hash_does() {
        assert!(MerkleTree::new(Vec::new()).is_none());
        for count in 1..70 {
            let leaves = leaves(count);
            let tree = MerkleTree::new(leaves.clone()).expect("leaves");
            for (index, leaf) in leaves.iter().enumerate() {
                let path = tree.path(index);
                assert_eq!(root_of(*leaf, &path), tree.root());
                assert_ne!(root_of(ChainHash::of("another"), &path), tree.root());
            }
        }
    }

    #[test]
    fn the_root_depends_on_every_leaf_and_their_order() {
        let root = |leaves: &[ChainHash]| MerkleTree::new(leaves.to_vec()).expect("leaves").root();
        let leaves = leaves(9);
        for index in 0..leaves.len() {
            let mut changed = leaves.clone();
            changed[index] = ChainHash::of("another");
            assert_ne!(root(&changed), root(&leaves), "{index}");
            changed = leaves.clone();
            changed.swap(index, (index + 1) % leaves.len());
            assert_ne!(root(&changed), root(&leaves), "{index}");
        }
        assert_ne!(root(&leaves[..8]), root(&leaves));
    }

    #[test]
    fn a_step_is_read_as_it_is_written() {
        let hash = ChainHash::of("a leaf");
        for side in [PairSide::Left, PairSide::Right] {
            let step = PathStep { side, hash };
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        for text in ["", "left", "up 00", "left 00", &format!("left  {hash}")] {
            assert_eq!(text.parse::<PathStep>(), Err(InvalidStep), "{text}");
        }
    }
}
