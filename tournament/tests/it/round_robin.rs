//! Laws of the pairings.

use std::collections::BTreeSet;

use ikibuguzo_tournament::{Pairing, round_robin};

/// Numbers of players that are tried.
const PLAYERS: std::ops::RangeInclusive<usize> = 0..=30;

#[test]
fn each_two_players_meet_once() {
    for players in PLAYERS {
        let all: Vec<Pairing> = round_robin(players).concat();
        let pairs: BTreeSet<_> =
            all.iter().map(|it| [it.south.min(it.north), it.south.max(it.north)]).collect();
        assert_eq!(all.len(), players * players.saturating_sub(1) / 2, "{players} players");
        assert_eq!(pairs.len(), all.len(), "{players} players");
        assert!(pairs.iter().all(|[one, other]| one < other && *other < players));
    }
}

#[test]
fn nobody_plays_two_games_in_a_round() {
    for players in PLAYERS {
        for round in round_robin(players) {
            let busy: BTreeSet<_> = round.iter().flat_map(|it| [it.south, it.north]).collect();
            assert_eq!(busy.len(), 2 * round.len(), "{players} players");
            assert!(players - busy.len() <= players % 2, "at most one of {players} rests");
        }
    }
}

#[test]
fn first_turns_are_shared_equally() {
    for players in PLAYERS.filter(|players| *players > 1) {
        let all = round_robin(players).concat();
        let first_turns = |player| all.iter().filter(|it| it.south == player).count();
        let counts: Vec<_> = (0..players).map(first_turns).collect();
        let least = counts.iter().min().copied();
        let most = counts.iter().max().copied();
        assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{players}: {counts:?}");
    }
}

#[test]
fn the_tables_of_berger_are_as_published() {
    let table = |players| -> Vec<Vec<(usize, usize)>> {
        let numbered = |round: Vec<Pairing>| round.iter().map(|it| (it.south + 1, it.north + 1)).collect();
        round_robin(players).into_iter().map(numbered).collect()
    };
    assert_eq!(table(4), [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
    assert_eq!(
        table(6),
        [
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        ]
    );
}
