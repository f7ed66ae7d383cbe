//! Standings against a plain count, and the order of ties.

use fastrand::Rng;
use ikibuguzo_engine::BySeat;
use ikibuguzo_tournament::{
    DRAW_POINTS, Standing, TournamentGame, WIN_POINTS, round_robin, standings, swiss_standings,
};

const SOUTH_WINS: BySeat<u32> = BySeat { south: WIN_POINTS, north: 0 };

const NORTH_WINS: BySeat<u32> = BySeat { south: 0, north: WIN_POINTS };

const DRAWN: BySeat<u32> = BySeat { south: DRAW_POINTS, north: DRAW_POINTS };

const NOBODY_CAME: BySeat<u32> = BySeat { south: 0, north: 0 };

fn game(south: usize, north: usize, points: Option<BySeat<u32>>) -> TournamentGame {
    TournamentGame { players: BySeat { south, north }, points }
}

fn random_points(rng: &mut Rng) -> Option<BySeat<u32>> {
    let all = [None, Some(SOUTH_WINS), Some(NORTH_WINS), Some(DRAWN), Some(NOBODY_CAME)];
    all[rng.usize(..all.len())]
}

fn random_games(rng: &mut Rng, players: usize) -> Vec<TournamentGame> {
    let pairings = round_robin(players).concat();
    pairings.iter().map(|it| game(it.south, it.north, random_points(rng))).collect()
}

#[test]
fn every_game_is_counted_once_for_both_players() {
    let mut rng = Rng::with_seed(29);
    for _ in 0..2_000 {
        let players = rng.usize(2..=10);
        let games = random_games(&mut rng, players);
        let all = standings(players, &games);
        let given = games.iter().filter_map(|game| game.points).map(|points| points.south + points.north);
        assert_eq!(all.iter().map(|it| it.points).sum::<u32>(), given.sum::<u32>());
        let is_won = |game: &&TournamentGame| [Some(SOUTH_WINS), Some(NORTH_WINS)].contains(&game.points);
        assert_eq!(all.iter().map(|it| it.won as usize).sum::<usize>(), games.iter().filter(is_won).count());
        let ended = games.iter().filter(|game| game.points.is_some()).count();
        assert_eq!(all.iter().map(|it| it.played as usize).sum::<usize>(), 2 * ended);
        assert!(all.is_sorted_by_key(|it| it.place));
        assert_eq!(all.first().map(|it| it.place), Some(1));
    }
}

#[test]
fn the_order_of_games_makes_no_difference() {
    let mut rng = Rng::with_seed(30);
    for _ in 0..500 {
        let mut games = random_games(&mut rng, 8);
        let before = standings(8, &games);
        rng.shuffle(&mut games);
        assert_eq!(standings(8, &games), before);
    }
}

#[test]
fn of_two_players_with_equal_points_the_one_with_the_stronger_victims_is_first() {
    let won = Some(SOUTH_WINS);
    // 0 beats 1, 1 beats 2, 2 beats 3, 3 beats nobody; 0 loses to 3.
    let games = [game(0, 1, won), game(1, 2, won), game(2, 3, won), game(3, 0, won)];
    let all = standings(4, &games);
    assert!(all.iter().all(|it| (it.points, it.tie_break, it.place) == (2, 4, 1)), "{all:?}");

    let games = [game(0, 1, won), game(1, 2, won), game(2, 3, won)];
    let order: Vec<_> = standings(4, &games).iter().map(|it| (it.player, it.place)).collect();
    assert_eq!(order, [(0, 1), (1, 1), (2, 3), (3, 4)]);
}

#[test]
fn a_bye_gives_the_points_of_a_win_and_is_no_game() {
    let all = swiss_standings(3, &[game(0, 1, Some(DRAWN))], &[2]);
    let first = Standing { player: 2, place: 1, points: WIN_POINTS, ..Standing::default() };
    assert_eq!(all[0], first);
    assert_eq!((all[1].points, all[1].tie_break, all[1].place), (1, 1, 2));
}

#[test]
fn a_game_that_nobody_came_to_gives_no_points() {
    let all = standings(2, &[game(0, 1, Some(NOBODY_CAME))]);
    let none = |player| Standing { player, place: 1, played: 1, ..Standing::default() };
    assert_eq!(all, [none(0), none(1)]);
}
