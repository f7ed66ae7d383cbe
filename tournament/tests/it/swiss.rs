//! Laws of Swiss rounds, and all pairings of small tournaments as a reference.

use std::collections::BTreeSet;

use crate::random_swiss::RandomSwiss;
use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_tournament::{Pairing, SwissPlayer, SwissRound, pair_swiss};

/// A pairing of two players, or of one with the bye.
type Pair = (usize, Option<usize>);

fn have_met(swiss: &RandomSwiss, one: usize, other: usize) -> bool {
    let pairs = [(one, other), (other, one)];
    swiss.games.iter().any(|game| pairs.contains(&(game.south, game.north)))
}

/// Where a player has sat.
fn seats(swiss: &RandomSwiss, player: usize) -> Vec<Seat> {
    let seat = |game: &BySeat<usize>| Seat::ALL.into_iter().find(|seat| game[*seat] == player);
    swiss.games.iter().filter_map(seat).collect()
}

/// The seat that a player wants, and how much: from 1 to 3.
fn wish(swiss: &RandomSwiss, player: usize) -> Option<(Seat, u32)> {
    let seats = seats(swiss, player);
    let last = *seats.last()?;
    let south = seats.iter().filter(|seat| **seat == Seat::South).count() as i64;
    let surplus = 2 * south - seats.len() as i64;
    let seat = match surplus {
        0 => !last,
        1.. => Seat::North,
        ..0 => Seat::South,
    };
    let has_repeated = seats.len() >= 2 && seats[seats.len() - 2] == last;
    let wish = if surplus.abs() >= 2 || has_repeated { 3 } else { 1 + u32::from(surplus != 0) };
    Some((seat, wish))
}

fn pairs_of(round: &SwissRound) -> Vec<Pair> {
    let pairs = round.pairings.iter().map(|it| (it.south, Some(it.north)));
    pairs.chain(round.bye.map(|player| (player, None))).collect()
}

/// All ways to pair the players, each without a rematch and a second bye.
fn all_rounds(free: &[SwissPlayer], swiss: &RandomSwiss) -> Vec<Vec<Pair>> {
    let Some((first, others)) = free.split_first() else { return vec![Vec::new()] };
    let mut rounds = Vec::new();
    let mut add = |pair: Pair, rest: &[SwissPlayer]| {
        rounds.extend(all_rounds(rest, swiss).into_iter().map(|mut round| {
            round.push(pair);
            round
        }));
    };
    if free.len() % 2 == 1 && !first.had_bye {
        add((first.player, None), others);
    }
    for (index, other) in others.iter().enumerate() {
        if !have_met(swiss, first.player, other.player) {
            let rest = [&others[..index], &others[index + 1..]].concat();
            add((first.player, Some(other.player)), &rest);
        }
    }
    rounds
}

/// The values of a round, the most important first. Written independently of the weights.
fn worth(round: &[Pair], swiss: &RandomSwiss) -> Vec<i64> {
    let points = |player: usize| swiss.points[player];
    let wants = |player| wish(swiss, player);
    let clash = |least: u32| {
        let both = round.iter().filter(|(one, other)| {
            let Some(((seat, wish), (other_seat, other_wish))) =
                other.and_then(|other| wants(*one).zip(wants(other)))
            else {
                return false;
            };
            seat == other_seat && wish.min(other_wish) >= least
        });
        -(both.count() as i64)
    };
    let bye = round.iter().find(|(_, other)| other.is_none()).map_or(0, |(player, _)| points(*player));
    let scores: BTreeSet<u32> = swiss.present().iter().map(|player| player.points).collect();
    let above = |score: u32| {
        let is_above =
            |pair: &&Pair| points(pair.0) >= score && pair.1.is_some_and(|other| points(other) >= score);
        round.iter().filter(is_above).count() as i64
    };
    let mut worth = vec![clash(3), -i64::from(bye)];
    worth.extend(scores.into_iter().rev().map(above));
    worth.extend([clash(1), clash(2)]);
    worth
}

#[test]
fn no_round_of_a_small_tournament_is_better() {
    for seed in 0..60 {
        let mut swiss = RandomSwiss::new(seed, 2, 8);
        for _ in 0..6 {
            let best =
                all_rounds(&swiss.present(), &swiss).into_iter().map(|round| worth(&round, &swiss)).max();
            let Some(best) = best else { break };
            let round = pair_swiss(swiss.players, &swiss.present(), &swiss.games).expect("a round");
            assert_eq!(worth(&pairs_of(&round), &swiss), best, "seed {seed}");
            swiss.play(&round);
        }
    }
}

#[test]
fn nobody_meets_twice_or_rests_twice_and_seats_are_shared() {
    for seed in 0..10 {
        let mut swiss = RandomSwiss::new(seed, 24, 64);
        for _ in 0..9 {
            let round = pair_swiss(swiss.players, &swiss.present(), &swiss.games).expect("a round");
            let mut seen = BTreeSet::new();
            for (one, other) in pairs_of(&round) {
                assert!(seen.insert(one) && other.is_none_or(|other| seen.insert(other)), "seed {seed}");
                assert!(other.is_none_or(|other| !have_met(&swiss, one, other)), "seed {seed}");
            }
            assert_eq!(seen.len(), swiss.present().len(), "everybody plays or rests, seed {seed}");
            assert!(round.bye.is_none_or(|player| !swiss.byes[player]), "seed {seed}");
            swiss.play(&round);
        }
        for player in 0..swiss.players {
            let seats = seats(&swiss, player);
            let surplus = seats.iter().map(|seat| if *seat == Seat::South { 1 } else { -1 }).sum::<i32>();
            assert!(surplus.abs() <= 2, "seats of {player}, seed {seed}: {seats:?}");
            assert!(
                seats.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]),
                "seed {seed}: {seats:?}"
            );
        }
    }
}

#[test]
fn in_the_first_round_the_upper_half_meets_the_lower_one_in_order_and_seats_alternate() {
    let players: Vec<_> = (0..7).map(|player| SwissPlayer { player, points: 0, had_bye: false }).collect();
    let round = pair_swiss(7, &players, &[]).expect("a round");
    let pairings: Vec<_> = round.pairings.iter().map(|it| (it.south, it.north)).collect();
    assert_eq!((pairings, round.bye), (vec![(0, 3), (4, 1), (2, 5)], Some(6)));
}

#[test]
fn as_few_as_possible_meet_again_if_the_others_cannot_all_be_paired() {
    let players: Vec<_> = (0..6).map(|player| SwissPlayer { player, points: 0, had_bye: false }).collect();
    // Two teams of three: everybody has met the other team.
    let games: Vec<_> = (0..3).flat_map(|south| (3..6).map(move |north| BySeat { south, north })).collect();
    let round = pair_swiss(6, &players, &games).expect("a round");
    let is_repeated = |pair: &&Pairing| (pair.south < 3) != (pair.north < 3);
    assert_eq!((round.pairings.len(), round.pairings.iter().filter(is_repeated).count()), (3, 1));
}

#[test]
fn there_is_no_round_without_new_opponents() {
    let players: Vec<_> = (0..2).map(|player| SwissPlayer { player, points: 0, had_bye: false }).collect();
    assert_eq!(pair_swiss(2, &players, &[BySeat { south: 0, north: 1 }]), None);
    assert_eq!(pair_swiss(1, &players[..1], &[]), None);
    assert_eq!(pair_swiss(0, &[], &[]), None);
}
