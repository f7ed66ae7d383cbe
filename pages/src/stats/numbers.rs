//! Numbers as people read them, and how sure a share is.

use crate::web::plot::part;
use crate::web::words::Words;

/// Fewer games than these tell too little of a share.
const ENOUGH: u64 = 10;

/// The quantile of the normal distribution that leaves 2.5 % on either side.
const Z: f64 = 1.96;

/// A share, and the range in which it lies with 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// By Wilson's interval, which holds for few games and for lopsided ones too; none of too few games.
    pub(super) fn of(won: u64, games: u64) -> Option<Self> {
        if games < ENOUGH {
            return None;
        }
        let (share, count) = (part(won, games), games as f64);
        let shrunk = 1.0 + Z * Z / count;
        let middle = (share + Z * Z / (2.0 * count)) / shrunk;
        let reach = Z / shrunk * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        Some(Self { share, low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) })
    }

    /// What it says of half and half, as the end of a key.
    pub(super) fn verdict(&self) -> &'static str {
        match self {
            Self { low, .. } if *low > 0.5 => "more",
            Self { high, .. } if *high < 0.5 => "less",
            _ => "open",
        }
    }
}

/// A whole number, its thousands apart.
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

/// A share in hundredths, with so many digits behind the point.
pub(super) fn percent(words: &Words, share: f64, digits: usize) -> String {
    words.fill("stats.percent", &[("number", &format!("{:.digits$}", share * 100.0))])
}

/// How many there are, as it stands beside a bar.
pub(super) fn count(words: &Words, games: u64) -> String {
    words.fill("stats.n", &[("games", &whole(games))])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(won: u64, games: u64) -> [f64; 2] {
        let Estimate { low, high, .. } = Estimate::of(won, games).expect("enough games");
        [low, high].map(|share| (share * 1000.0).round() / 1000.0)
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Of none among n it ends at z² / (n + z²).
        assert_eq!(rounded(5, 10), [0.237, 0.763]);
        assert_eq!(rounded(0, 10), [0.0, 0.278]);
        assert_eq!(rounded(10, 10), [0.722, 1.0]);
        assert_eq!(rounded(540, 1000), [0.509, 0.571]);
    }

    #[test]
    fn few_games_say_nothing_and_many_say_who_is_ahead() {
        assert_eq!(Estimate::of(9, 9), None);
        let verdict = |won| Estimate::of(won, 1000).expect("enough games").verdict();
        assert_eq!([verdict(540), verdict(460), verdict(510)], ["more", "less", "open"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(whole),
            ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }
}
