//! Glicko-2 against Glickman's own example, the `skillratings` crate, and laws.

use fastrand::Rng;
use ikibuguzo_rating::{Glicko, Rating};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// Whole rating periods, a day each, without limits.
const GLICKMAN: Glicko =
    Glicko { tau: 0.5, periods_per_day: 1.0, min_deviation: 0.0, max_deviation: 1_000.0 };

fn rating(rating: f64, deviation: f64) -> Rating {
    Rating { rating, deviation, volatility: 0.06 }
}

fn random_rating(rng: &mut Rng) -> Rating {
    Rating {
        rating: 600.0 + 2_000.0 * rng.f64(),
        deviation: 45.0 + 455.0 * rng.f64(),
        volatility: 0.03 + 0.09 * rng.f64(),
    }
}

fn assert_near(is: f64, expected: f64, tolerance: f64) {
    assert!((is - expected).abs() <= tolerance, "{is} is not {expected}");
}

/// The example of Glickman's paper, to all the digits that it prints.
#[test]
fn glickmans_example_is_exact() {
    let results =
        [(rating(1_400.0, 30.0), 1.0), (rating(1_550.0, 100.0), 0.0), (rating(1_700.0, 300.0), 0.0)];
    let after = GLICKMAN.rate(rating(1_500.0, 200.0), 1.0, &results);
    assert_eq!(format!("{:.2}", after.rating), "1464.05");
    assert_eq!(format!("{:.2}", after.deviation), "151.52");
    assert_eq!(format!("{:.5}", after.volatility), "0.06000");
}

#[test]
fn periods_with_several_games_are_as_in_skillratings() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2_000 {
        let player = random_rating(&mut rng);
        let games: Vec<_> = (0..rng.usize(1..8)).map(|_| (random_rating(&mut rng), rng.u8(0..3))).collect();
        let results: Vec<_> = games.iter().map(|(other, score)| (*other, f64::from(*score) / 2.0)).collect();
        let is = GLICKMAN.rate(player, 1.0, &results);
        let theirs = |it: Rating| Glicko2Rating {
            rating: it.rating,
            deviation: it.deviation,
            volatility: it.volatility,
        };
        let outcome = |score| [Outcomes::LOSS, Outcomes::DRAW, Outcomes::WIN][usize::from(score)];
        let games: Vec<_> = games.iter().map(|(other, score)| (theirs(*other), outcome(*score))).collect();
        let expected =
            glicko2_rating_period(&theirs(player), &games, &Glicko2Config { tau: 0.5, ..Default::default() });
        assert_near(is.rating, expected.rating, 0.001);
        assert_near(is.deviation, expected.deviation, 0.001);
        assert_near(is.volatility, expected.volatility, 0.000_001);
    }
}

/// The score raises the rating, and any result makes it more certain than the same time without a game.
#[test]
fn results_move_a_rating_in_their_direction() {
    let standard = Glicko::STANDARD;
    let mut rng = Rng::with_seed(2);
    for _ in 0..20_000 {
        let player = random_rating(&mut rng);
        let other = random_rating(&mut rng);
        let days = 30.0 * rng.f64();
        let [loss, draw, win] = [0.0, 0.5, 1.0].map(|score| standard.rate(player, days, &[(other, score)]));
        assert!(loss.rating < player.rating && player.rating < win.rating);
        assert!(loss.rating < draw.rating && draw.rating < win.rating);
        for after in [loss, draw, win] {
            assert!(after.rating.is_finite() && after.volatility > 0.0 && after.volatility < 1.0);
            assert!((45.0..=500.0).contains(&after.deviation));
            let idle = standard.after_days(Rating { volatility: after.volatility, ..player }, days);
            assert!(after.deviation <= idle.deviation);
        }
    }
}

/// Waiting in two parts equals waiting once, and the deviation reaches a value after the predicted time.
#[test]
fn a_deviation_grows_with_time_alone() {
    let standard = Glicko::STANDARD;
    let mut rng = Rng::with_seed(3);
    for _ in 0..2_000 {
        let player = random_rating(&mut rng);
        let days = [100.0 * rng.f64(), 100.0 * rng.f64()];
        let [one, both] = [days[0], days[0] + days[1]].map(|days| standard.after_days(player, days));
        assert_eq!((one.rating, one.volatility), (player.rating, player.volatility));
        assert!(player.deviation <= one.deviation && one.deviation <= both.deviation);
        assert_near(standard.after_days(one, days[1]).deviation, both.deviation, 0.000_001);
        let until = standard.days_until(player, 110.0);
        if until > 0.0 {
            assert_near(standard.after_days(player, until).deviation, 110.0, 0.000_001);
        }
    }
}
