//! Laws of arenas: whom players meet, where they sit, and what games give.

use std::collections::BTreeSet;

use fastrand::Rng;
use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_tournament::{
    BERSERK_POINTS, DRAW_POINTS, FreePlayer, TournamentGame, WIN_POINTS, arena_points, arena_standings,
    pair_arena,
};

/// A game that is being played, and how many waves it still takes.
struct Running {
    game: usize,
    waves: u32,
}

/// An arena of simulated players, in which games take one to four waves.
struct Arena {
    rng: Rng,
    players: usize,
    games: Vec<TournamentGame>,
    running: Vec<Running>,
    last_waves: Vec<Option<u32>>,
}

impl Arena {
    fn new(seed: u64, players: usize) -> Self {
        let last_waves = vec![None; players];
        Self { rng: Rng::with_seed(seed), players, games: Vec::new(), running: Vec::new(), last_waves }
    }

    fn end_games(&mut self) {
        for running in &mut self.running {
            running.waves -= 1;
            if running.waves == 0 {
                let results = [(WIN_POINTS, 0), (0, WIN_POINTS), (DRAW_POINTS, DRAW_POINTS), (0, 0)];
                let (south, north) = results[self.rng.choice([0, 0, 0, 1, 1, 1, 2, 3]).unwrap_or_default()];
                self.games[running.game].points = Some(BySeat { south, north });
            }
        }
        self.running.retain(|running| running.waves > 0);
    }

    /// The players who play no game, the best first.
    fn free(&self, wave: u32) -> Vec<FreePlayer> {
        let busy: BTreeSet<_> = self
            .running
            .iter()
            .flat_map(|it| Seat::ALL.map(|seat| self.games[it.game].players[seat]))
            .collect();
        let ranked = arena_standings(self.players, &self.games).into_iter().map(|it| it.player);
        let free = ranked.filter(|player| !busy.contains(player)).map(|player| FreePlayer {
            player,
            missed_waves: wave - self.last_waves[player].unwrap_or_default(),
            accepts_rematch: false,
        });
        free.collect()
    }

    fn last_opponent(&self, player: usize) -> Option<usize> {
        let last =
            self.games.iter().rev().find(|game| Seat::ALL.iter().any(|seat| game.players[*seat] == player));
        last.map(|game| if game.players.south == player { game.players.north } else { game.players.south })
    }

    /// Pairs the free players, and checks what must hold. Returns how many stay free.
    fn pair(&mut self, wave: u32) -> usize {
        let free = self.free(wave);
        let so_far: Vec<_> = self.games.iter().map(|game| game.players).collect();
        let pairings = pair_arena(self.players, &free, &so_far);
        let mut paired = BTreeSet::new();
        for pairing in &pairings {
            for (one, other) in [(pairing.south, pairing.north), (pairing.north, pairing.south)] {
                assert!(paired.insert(one), "nobody plays two games");
                assert!(free.iter().any(|it| it.player == one), "only free players are paired");
                assert_ne!(self.last_opponent(one), Some(other), "no immediate rematch");
            }
        }
        for pairing in &pairings {
            let players = BySeat { south: pairing.south, north: pairing.north };
            self.running.push(Running { game: self.games.len(), waves: self.rng.u32(1..=4) });
            self.games.push(TournamentGame { players, points: None });
            self.last_waves[pairing.south] = Some(wave);
            self.last_waves[pairing.north] = Some(wave);
        }
        free.len() - paired.len()
    }

    fn surplus(&self, player: usize) -> i32 {
        let seats = self.games.iter().map(|game| game.players);
        seats.map(|it| i32::from(it.south == player) - i32::from(it.north == player)).sum()
    }

    fn count(&self, player: usize) -> usize {
        self.games.iter().filter(|game| Seat::ALL.iter().any(|seat| game.players[*seat] == player)).count()
    }
}

#[test]
fn players_are_paired_again_and_again_without_an_immediate_rematch_and_share_the_seats() {
    for seed in 0..20 {
        let players = Rng::with_seed(seed).usize(5..=40);
        let mut arena = Arena::new(seed, players);
        for wave in 1..=60 {
            arena.end_games();
            let left = arena.pair(wave);
            assert!(left <= 3, "{left} of {players} wait in wave {wave}");
        }
        let games: Vec<_> = (0..players).map(|player| arena.count(player)).collect();
        let surplus = (0..players).map(|player| arena.surplus(player).abs()).max();
        assert!(surplus <= Some(3), "seats of {players}: {surplus:?}");
        assert!(games.iter().all(|count| *count >= 12), "games of {players}: {games:?}");
    }
}

#[test]
fn the_nearest_in_rank_meet_where_nothing_speaks_against_it() {
    let free: Vec<_> =
        (0..200).map(|player| FreePlayer { player, missed_waves: 0, accepts_rematch: false }).collect();
    let pairings = pair_arena(200, &free, &[]);
    assert_eq!(pairings.len(), 100);
    assert!(pairings.iter().all(|it| it.south.abs_diff(it.north) == 1));
}

#[test]
fn two_who_have_just_met_meet_again_only_if_both_accept() {
    let games = [BySeat { south: 0, north: 1 }];
    let free = |accepts| {
        [0, 1].map(|player| FreePlayer { player, missed_waves: 0, accepts_rematch: accepts || player == 0 })
    };
    assert_eq!(pair_arena(2, &free(false), &games), []);
    let again = pair_arena(2, &free(true), &games);
    assert_eq!((again[0].south, again[0].north), (1, 0), "they change seats");
}

#[test]
fn after_two_games_won_in_a_row_points_double_until_a_game_is_not_won() {
    let of_first = |points: &[u32]| -> Vec<TournamentGame> {
        let game = |points: &u32| TournamentGame {
            players: BySeat { south: 0, north: 1 },
            points: Some(BySeat { south: *points, north: WIN_POINTS - *points }),
        };
        points.iter().map(game).collect()
    };
    let games = of_first(&[2, 2, 2, 2, 1, 1, 2, 0, 2, 2, 0, 2]);
    let points: Vec<_> = arena_points(2, &games).iter().flatten().map(|points| points.south).collect();
    assert_eq!(points, [2, 2, 4, 4, 2, 1, 2, 0, 2, 2, 0, 2]);
    let standings = arena_standings(2, &games);
    assert_eq!((standings[0].player, standings[0].points, standings[0].streak), (0, 23, 1));
    assert_eq!((standings[1].points, standings[1].played, standings[1].won), (6, 12, 2));
}

#[test]
fn the_point_for_half_the_clock_is_not_doubled_and_keeps_the_streak() {
    let won = TournamentGame {
        players: BySeat { south: 0, north: 1 },
        points: Some(BySeat { south: WIN_POINTS + BERSERK_POINTS, north: 0 }),
    };
    let games = [won; 4];
    let points: Vec<_> = arena_points(2, &games).iter().flatten().map(|points| points.south).collect();
    assert_eq!(points, [3, 3, 5, 5]);
    let standings = arena_standings(2, &games);
    assert_eq!((standings[0].points, standings[0].streak, standings[0].won), (16, 4, 4));
}

#[test]
fn points_of_standings_are_those_of_the_games() {
    let mut arena = Arena::new(7, 20);
    for wave in 1..=40 {
        arena.end_games();
        arena.pair(wave);
    }
    let of_games = arena_points(20, &arena.games).into_iter().flatten().map(|it| it.south + it.north);
    let of_standings = arena_standings(20, &arena.games).into_iter().map(|it| it.points);
    assert_eq!(of_games.sum::<u32>(), of_standings.sum::<u32>());
}
