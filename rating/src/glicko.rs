//! Glicko-2: Mark Glickman, "Example of the Glicko-2 system" (2022), with the fractional rating periods of Lichess.

/// Rating points for one unit of Glickman's inner scale: 400 / ln 10, as he rounds it.
const SCALE: f64 = 173.7178;

/// The rating at which Glickman's inner scale is 0.
const ZERO: f64 = 1_500.0;

/// Length of the interval in which the iteration for the volatility stops.
const TOLERANCE: f64 = 0.000_001;

/// Maximum number of steps of that iteration. It needs about ten.
const MAX_STEPS: u32 = 1_000;

/// What is known about a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely strength. A player with 400 more is expected to take ten points of eleven.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// How much the strength is expected to change.
    pub volatility: f64,
}

/// The parameters of Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// How fast the volatility changes: Glickman's τ.
    pub tau: f64,
    /// Rating periods in a day in which a player does not play.
    pub periods_per_day: f64,
    /// The smallest deviation.
    pub min_deviation: f64,
    /// The largest deviation: that of a player of whom nothing is known.
    pub max_deviation: f64,
}

/// A result against an opponent: 1 for a win, 0.5 for a draw, 0 for a loss.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// The factor by which the opponent's deviation weakens the result: Glickman's g.
    weight: f64,
    expected: f64,
    score: f64,
}

impl Rating {
    /// The rating of a player without rated games.
    pub const NEW: Self = Self { rating: 1_500.0, deviation: 500.0, volatility: 0.09 };

    /// The smallest deviation of a provisional rating.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether too little is known about the player.
    pub fn is_provisional(&self) -> bool {
        self.deviation >= Self::PROVISIONAL
    }
}

impl Glicko {
    /// The parameters of Lichess.
    pub const STANDARD: Self =
        Self { tau: 0.75, periods_per_day: 0.214_36, min_deviation: 45.0, max_deviation: 500.0 };

    /// The rating after some days without a game: its deviation has grown.
    pub fn after_days(&self, player: Rating, days: f64) -> Rating {
        let deviation = widened(player, days * self.periods_per_day) * SCALE;
        Rating { deviation: self.clamped(deviation), ..player }
    }

    /// Days without a game after which a deviation is reached; 0 if it is reached already.
    pub fn days_until(&self, player: Rating, deviation: f64) -> f64 {
        let from = player.deviation / SCALE;
        let to = deviation / SCALE;
        let periods = (to * to - from * from) / (player.volatility * player.volatility);
        (periods / self.periods_per_day).max(0.0)
    }

    /// The rating after results in one rating period: each with the opponent, whose rating includes its advantage, and
    /// a score of 1, 0.5 or 0. `days` is the time since the last one.
    pub fn rate(&self, player: Rating, days: f64, results: &[(Rating, f64)]) -> Rating {
        let results: Vec<Evidence> =
            results.iter().map(|(other, score)| evidence(player, *other, *score)).collect();
        if results.is_empty() {
            return self.after_days(player, days);
        }
        let information: f64 = results.iter().map(Evidence::information).sum();
        let surprise: f64 = results.iter().map(|it| it.weight * (it.score - it.expected)).sum();
        let volatility = self.new_volatility(player, 1.0 / information, surprise / information);
        let widened = widened(Rating { volatility, ..player }, days * self.periods_per_day);
        let variance = 1.0 / (1.0 / (widened * widened) + information);
        Rating {
            rating: player.rating + SCALE * variance * surprise,
            deviation: self.clamped(variance.sqrt() * SCALE),
            volatility,
        }
    }

    fn clamped(&self, deviation: f64) -> f64 {
        deviation.clamp(self.min_deviation, self.max_deviation)
    }

    /// Glickman's step 5, by the Illinois method. `variance` and `change` are his v and Δ.
    fn new_volatility(&self, player: Rating, variance: f64, change: f64) -> f64 {
        let deviation = player.deviation / SCALE;
        let squared = deviation * deviation;
        let start = 2.0 * libm::log(player.volatility);
        let gap = change * change - squared - variance;
        let slope = |at: f64| {
            let power = libm::exp(at);
            let sum = squared + variance + power;
            power * (gap - power) / (2.0 * sum * sum) - (at - start) / (self.tau * self.tau)
        };
        let far = if gap > 0.0 { libm::log(gap) } else { self.first_below(start, slope) };
        libm::exp(find_root([start, far], slope) / 2.0)
    }

    /// The first of start − τ, start − 2τ … at which the function is not negative.
    fn first_below(&self, start: f64, slope: impl Fn(f64) -> f64) -> f64 {
        let mut at = start - self.tau;
        for _ in 0..MAX_STEPS {
            if slope(at) >= 0.0 {
                break;
            }
            at -= self.tau;
        }
        at
    }
}

impl Evidence {
    /// What the result tells about the strength: the reciprocal of its variance.
    fn information(&self) -> f64 {
        self.weight * self.weight * self.expected * (1.0 - self.expected)
    }
}

/// The root of a function that falls between two points.
fn find_root([mut near, mut far]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    let mut near_value = function(near);
    let mut far_value = function(far);
    for _ in 0..MAX_STEPS {
        if (far - near).abs() <= TOLERANCE {
            break;
        }
        let next = near + (near - far) * near_value / (far_value - near_value);
        let value = function(next);
        if value * far_value <= 0.0 {
            near = far;
            near_value = far_value;
        } else {
            near_value /= 2.0;
        }
        far = next;
        far_value = value;
    }
    near
}

/// The deviation on Glickman's inner scale after some rating periods.
fn widened(player: Rating, periods: f64) -> f64 {
    let deviation = player.deviation / SCALE;
    (deviation * deviation + periods * player.volatility * player.volatility).sqrt()
}

fn evidence(player: Rating, other: Rating, score: f64) -> Evidence {
    let deviation = other.deviation / SCALE;
    let pi = std::f64::consts::PI;
    let weight = 1.0 / (1.0 + 3.0 * deviation * deviation / (pi * pi)).sqrt();
    let difference = (player.rating - ZERO) / SCALE - (other.rating - ZERO) / SCALE;
    Evidence { weight, expected: 1.0 / (1.0 + libm::exp(-weight * difference)), score }
}
