//! Numbers as text, and confidence intervals of shares.

use crate::plot::part;
use crate::words::Words;

/// The smallest number of games with an estimate.
const MIN_GAMES: u64 = 10;

/// The quantile of the normal distribution that leaves 2.5 % on either side.
const Z: f64 = 1.96;

/// A share with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// Estimates a share by Wilson's interval, which also holds for few games and for extreme shares; none below
    /// [`MIN_GAMES`].
    pub(super) fn from_counts(won: u64, games: u64) -> Option<Self> {
        if games < MIN_GAMES {
            return None;
        }
        let share = part(won, games);
        let count = games as f64;
        let shrunk = 1.0 + Z * Z / count;
        let middle = (share + Z * Z / (2.0 * count)) / shrunk;
        let reach = Z / shrunk * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        Some(Self { share, low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) })
    }

    /// How the interval compares with one half, as the end of a key.
    pub(super) fn verdict(&self) -> &'static str {
        match self {
            Self { low, .. } if *low > 0.5 => "more",
            Self { high, .. } if *high < 0.5 => "less",
            _ => "open",
        }
    }
}

/// A whole number with its thousands separated.
pub(super) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join("\u{202f}")
}

/// A share as a percentage, with a number of decimal digits.
pub(super) fn percent(words: &Words, share: f64, digits: usize) -> String {
    words.fill("stats.percent", &[("number", &format!("{:.digits$}", share * 100.0))])
}

/// A number of games, as the label of a bar.
pub(super) fn count(words: &Words, games: u64) -> String {
    words.fill("stats.n", &[("games", &whole(games))])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(won: u64, games: u64) -> [f64; 2] {
        let Estimate { low, high, .. } = Estimate::from_counts(won, games).expect("enough games");
        [low, high].map(|share| (share * 1000.0).round() / 1000.0)
    }

    #[test]
    fn the_interval_is_wilsons() {
        // For 0 of n games it ends at z² / (n + z²).
        assert_eq!(rounded(5, 10), [0.237, 0.763]);
        assert_eq!(rounded(0, 10), [0.0, 0.278]);
        assert_eq!(rounded(10, 10), [0.722, 1.0]);
        assert_eq!(rounded(540, 1000), [0.509, 0.571]);
    }

    #[test]
    fn few_games_give_no_estimate_and_many_give_a_verdict() {
        assert_eq!(Estimate::from_counts(9, 9), None);
        let verdict = |won| Estimate::from_counts(won, 1000).expect("enough games").verdict();
        assert_eq!([verdict(540), verdict(460), verdict(510)], ["more", "less", "open"]);
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(whole),
            ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }
}
