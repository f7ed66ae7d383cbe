//! Weights of several levels.

use std::ops::{Add, Sub};

/// A weight with levels, of which each outweighs all later ones, however large these are.
///
/// ```
/// use ikibuguzo_tournament::Weight;
///
/// assert!(Weight([1, 0]) > Weight([0, 1_000_000]));
/// assert_eq!(Weight([1, -2]) + Weight([0, 5]), Weight([1, 3]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight<const LEVELS: usize>(pub [i64; LEVELS]);

impl<const LEVELS: usize> Weight<LEVELS> {
    pub(crate) const ZERO: Self = Self([0; LEVELS]);

    /// More than all sums of weights of a graph.
    pub(crate) const INFINITE: Self = Self([i64::MAX / 8; LEVELS]);

    pub(crate) fn double(self) -> Self {
        Self(self.0.map(|level| 2 * level))
    }

    /// Half of it. Each level is even.
    pub(crate) fn half(self) -> Self {
        Self(self.0.map(|level| level / 2))
    }
}

impl<const LEVELS: usize> Add for Weight<LEVELS> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(level, more)| *level += more);
        self
    }
}

impl<const LEVELS: usize> Sub for Weight<LEVELS> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(level, less)| *level -= less);
        self
    }
}
