//! Numbers for all ways to lay counters into holes.

/// The largest number of holes: both sides of the largest board of Njombwa.
pub(super) const MAX_HOLES: usize = 40;

/// The counters in holes.
pub(super) type Holes = [u8; MAX_HOLES];

/// Numbers all ways to lay a number of counters into holes, from 0 on and without gaps.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    /// Number of ways for each number of holes, and for each number of counters up to the largest one.
    ways: Vec<Vec<u32>>,
}

impl Ranking {
    /// Numbers the ways to lay up to `counters` counters into `holes` holes.
    pub(super) fn new(holes: usize, counters: usize) -> Ranking {
        let mut ways = vec![vec![0; counters + 1]];
        ways[0][0] = 1;
        for _ in 0..holes {
            // The first hole takes some of the counters, and the other holes the rest.
            let fewer = &ways[ways.len() - 1];
            let row = (0..=counters).map(|counters| fewer[..=counters].iter().sum());
            ways.push(row.collect());
        }
        Ranking { ways }
    }

    /// Number of ways for a number of counters.
    pub(super) fn count(&self, counters: usize) -> usize {
        self.ways[self.ways.len() - 1][counters] as usize
    }

    /// The number of a way to lay `counters` counters. The holes may come from any iterator over as many holes.
    pub(super) fn rank(&self, holes: impl Iterator<Item = u8>, counters: usize) -> usize {
        let mut rank = 0;
        let mut left = counters;
        for (ways, counters) in self.ways[1..].iter().rev().zip(holes) {
            // All ways come before that have fewer counters in this hole.
            let rest = left - usize::from(counters);
            rank += ways[left] - ways[rest];
            left = rest;
        }
        rank as usize
    }

    /// The way with this number; the inverse of [`rank`](Ranking::rank).
    pub(super) fn unrank(&self, rank: usize, counters: usize) -> Holes {
        let mut rank = rank as u32;
        let mut left = counters;
        let mut holes = [0; MAX_HOLES];
        for (ways, hole) in self.ways[1..].iter().rev().zip(&mut holes) {
            let before = |counters: usize| ways[left] - ways[left - counters];
            let counters = (0..=left).rev().find(|counters| before(*counters) <= rank).unwrap_or_default();
            rank -= before(counters);
            left -= counters;
            *hole = counters as u8;
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_one_way() {
        let ranking = Ranking::new(6, 5);
        for counters in 0..=5 {
            for rank in 0..ranking.count(counters) {
                let holes = ranking.unrank(rank, counters);
                assert_eq!(holes.iter().map(|it| usize::from(*it)).sum::<usize>(), counters);
                assert_eq!(ranking.rank(holes[..6].iter().copied(), counters), rank);
            }
        }
        assert_eq!(ranking.count(5), 252, "the combinations of 5 counters and 5 borders");
    }
}
