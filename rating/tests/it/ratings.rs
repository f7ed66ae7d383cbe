//! Laws of the fold over rated games.

use std::collections::BTreeMap;

use fastrand::Rng;
use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_rating::{MAX_GAMES_PER_DAY, Pool, RatedGame, RatedOutcome, Rating, Ratings, Speed};

const HOUR: u64 = 3_600_000;
const KUBUGUZA: Pool = Pool { game: "kubuguza", speed: Speed::Live };

/// Games of a few players, whose ends go backwards now and then.
fn random_games(seed: u64, count: u64) -> Vec<RatedGame<u32>> {
    let mut rng = Rng::with_seed(seed);
    let pools: Vec<Pool> = Pool::all().collect();
    let mut game = |number: u64| {
        let south = rng.u32(0..20);
        let winner = [Some(Seat::South), Some(Seat::North), None][rng.usize(0..3)];
        RatedGame {
            pool: pools[rng.usize(0..pools.len())],
            players: BySeat::new(south, (south + rng.u32(1..20)) % 20),
            winner,
            ended_at: number * HOUR + rng.u64(0..3 * HOUR),
        }
    };
    (0..count).map(&mut game).collect()
}

fn fold(games: &[RatedGame<u32>]) -> Ratings<u32> {
    let mut ratings = Ratings::default();
    for game in games {
        ratings.add(game);
    }
    ratings
}

/// Every number of a fold, bit by bit.
fn bits(ratings: &Ratings<u32>) -> BTreeMap<(u32, Pool), [u64; 5]> {
    let bits = |(player, pool, it): (&u32, Pool, &ikibuguzo_rating::PlayerRating)| {
        let Rating { rating, deviation, volatility } = it.rating;
        let [rating, deviation, volatility] = [rating, deviation, volatility].map(f64::to_bits);
        ((*player, pool), [rating, deviation, volatility, u64::from(it.games), it.rated_at])
    };
    ratings.iter().map(bits).collect()
}

/// What a server does: it stores the ratings after some games, and reads them before the next ones.
#[test]
fn a_fold_in_parts_gives_the_same_bits() {
    for seed in 0..20 {
        let games = random_games(seed, 400);
        let mut parts = Ratings::default();
        for part in games.chunks(7) {
            let mut next = Ratings::default();
            for (player, pool, rating) in parts.iter() {
                next.insert(*player, pool, *rating);
            }
            for (pair, day) in parts.pairs() {
                next.insert_pair(*pair, *day);
            }
            for game in part {
                next.add(game);
            }
            parts = next;
        }
        assert_eq!(bits(&fold(&games)), bits(&parts));
    }
}

/// The bits of one fold, so that a machine or compiler that gives other bits is noticed.
#[test]
fn the_bits_of_a_fold_are_known() {
    let sum = bits(&fold(&random_games(7, 1_000))).into_values().flatten();
    assert_eq!(sum.fold(0_u64, |sum, bits| sum.rotate_left(7) ^ bits), KNOWN_BITS);
}

const KNOWN_BITS: u64 = 15_524_562_854_741_906_871;

#[test]
fn a_game_changes_the_ratings_of_its_players_in_its_pool_alone() {
    let mut ratings = Ratings::default();
    for game in random_games(3, 500) {
        let before = bits(&ratings);
        let counts = matches!(ratings.add(&game), RatedOutcome::Counted(_));
        let after = bits(&ratings);
        let changed: Vec<_> =
            after.iter().filter(|(key, bits)| before.get(key) != Some(bits)).map(|(key, _)| *key).collect();
        let mut expected: Vec<_> = game.players.iter().map(|player| (*player, game.pool)).collect();
        expected.sort_unstable();
        assert_eq!(changed, if counts { expected } else { Vec::new() });
    }
}

#[test]
fn two_players_have_three_rated_games_a_day() {
    let mut ratings = Ratings::default();
    let mut play = |south, north, pool, hour: u64| {
        let players = BySeat::new(south, north);
        matches!(
            ratings.add(&RatedGame { pool, players, winner: None, ended_at: hour * HOUR }),
            RatedOutcome::Counted(_)
        )
    };
    let azigo = Pool { game: "azigo", speed: Speed::Correspondence };
    assert!(play(1, 2, KUBUGUZA, 0) && play(2, 1, azigo, 5) && play(1, 2, KUBUGUZA, 23));
    assert_eq!(MAX_GAMES_PER_DAY, 3);
    assert!(!play(2, 1, KUBUGUZA, 23), "it is the fourth");
    assert!(play(1, 3, KUBUGUZA, 23), "another opponent");
    assert!(play(1, 2, KUBUGUZA, 24), "the next day");
}

/// If the first turn has a value, a player gains less by winning as the first to move than as the second.
#[test]
fn the_first_turn_is_taken_into_account() {
    for pool in Pool::all() {
        let gain = |winner: Seat| {
            let mut ratings = Ratings::default();
            let players = BySeat::new(1, 2);
            match ratings.add(&RatedGame { pool, players, winner: Some(winner), ended_at: HOUR }) {
                RatedOutcome::Counted(after) => after[winner].rating.rating - Rating::NEW.rating,
                RatedOutcome::TooMany => panic!("it is the first"),
            }
        };
        let is_worth_something = pool.first_turn_advantage() > 0.0;
        assert_eq!(gain(Seat::South) < gain(Seat::North), is_worth_something, "{pool}");
    }
}

/// Players who win as often as their differences predict end near these differences.
#[test]
fn ratings_find_the_strength_of_players() {
    let mut ratings = Ratings::default();
    let mut rng = Rng::with_seed(5);
    let strength = |player: u32| 1_200.0 + 60.0 * f64::from(player);
    for day in 0..4_000_u64 {
        let south = rng.u32(0..11);
        let north = (south + rng.u32(1..11)) % 11;
        let lead = strength(south) - strength(north) + KUBUGUZA.first_turn_advantage();
        let wins = rng.f64() < 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
        let winner = Some(if wins { Seat::South } else { Seat::North });
        let players = BySeat::new(south, north);
        ratings.add(&RatedGame { pool: KUBUGUZA, players, winner, ended_at: day * 2 * HOUR });
    }
    // Only differences mean something: all ratings together may drift.
    let found: Vec<_> =
        (0..11).map(|player| ratings.get(&player, KUBUGUZA).expect("it has played")).collect();
    let drift = found.iter().map(|it| it.rating.rating).sum::<f64>() / 11.0 - 1_500.0;
    for (player, found) in (0..).zip(found) {
        let error = (found.rating.rating - drift - strength(player)).abs();
        assert!(error < 3.0 * found.rating.deviation, "{player}: {found:?}");
        assert!(!found.rating.is_provisional());
        assert!(!found.at(found.established_until() - HOUR).is_provisional());
        assert!(found.at(found.established_until() + HOUR).is_provisional());
    }
}
