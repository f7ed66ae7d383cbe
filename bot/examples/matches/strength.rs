//! Strength from results: the share of points, Elo, and a sequential probability ratio test (SPRT).

use std::fmt;

/// Results of a match, by pair of games.
#[derive(Default)]
pub(crate) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Sum and sum of squares of the share of points in each pair.
    sum: f64,
    squares: f64,
}

impl Tally {
    /// Adds a pair: the points in each game, 2 for a win.
    pub(crate) fn add(&mut self, points: [u8; 2]) {
        for points in points {
            let count = match points {
                0 => &mut self.losses,
                1 => &mut self.draws,
                _ => &mut self.wins,
            };
            *count += 1;
        }
        let share = f64::from(points[0] + points[1]) / 4.0;
        self.sum += share;
        self.squares += share * share;
    }

    pub(crate) fn pairs(&self) -> u32 {
        (self.wins + self.draws + self.losses) / 2
    }

    /// The share of points, and the variance of the share in one pair.
    fn mean_and_variance(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs().max(1));
        let mean = self.sum / pairs;
        (mean, (self.squares / pairs - mean * mean).max(0.0))
    }

    /// The share of points with the half width of its 95 % interval.
    fn share(&self) -> (f64, f64) {
        let (mean, variance) = self.mean_and_variance();
        (mean, 1.96 * (variance / f64::from(self.pairs().max(1))).sqrt())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, .. } = self;
        let (share, error) = self.share();
        write!(f, "{wins} won, {draws} drawn, {losses} lost: {:.1} % ± {:.1}", 100.0 * share, 100.0 * error)?;
        write!(f, ", Elo {:+.0} ({:+.0} to {:+.0})", elo(share), elo(share - error), elo(share + error))
    }
}

/// The difference in Elo of a share of points, at most 1,200.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of points of a difference in Elo.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A test whether the difference is `low` or `high` Elo, with 5 % errors.
pub(crate) struct Sprt {
    low: f64,
    high: f64,
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which one of the two is refuted: ln(0.95 / 0.05).
    const BOUND: f64 = 2.944;

    /// Fewest pairs before a verdict.
    const FEWEST_PAIRS: u32 = 16;

    /// The least variance of the share of points in one pair: the same result in each of a few pairs does not prove that
    /// all are the same.
    const MIN_VARIANCE: f64 = 0.01;

    /// Reads `0,10`.
    pub(crate) fn read(text: &str) -> Option<Sprt> {
        let (low, high) = text.split_once(',')?;
        Some(Sprt { low: low.parse().ok()?, high: high.parse().ok()? })
    }

    /// Whether `high` was accepted, or `None` if more pairs are needed.
    pub(crate) fn verdict(&self, tally: &Tally) -> Option<bool> {
        let ratio = self.log_likelihood_ratio(tally);
        (tally.pairs() >= Sprt::FEWEST_PAIRS && ratio.abs() >= Sprt::BOUND).then_some(ratio > 0.0)
    }

    /// The ratio and what it says.
    pub(crate) fn report(&self, tally: &Tally) -> String {
        let verdict = match self.verdict(tally) {
            Some(true) => "accepted",
            Some(false) => "rejected",
            None => "undecided",
        };
        let Sprt { low, high } = self;
        format!("SPRT {low} against {high} Elo: {verdict}, ratio {:.2}", self.log_likelihood_ratio(tally))
    }

    /// For shares of pairs that are normally distributed with the variance that was seen.
    fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let (mean, variance) = tally.mean_and_variance();
        let low = share_of(self.low);
        let high = share_of(self.high);
        let doubled = 2.0 * variance.max(Sprt::MIN_VARIANCE);
        f64::from(tally.pairs()) * (high - low) * (2.0 * mean - low - high) / doubled
    }
}
