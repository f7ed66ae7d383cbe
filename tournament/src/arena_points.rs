//! Points and places of an arena, as a fold over its games.

use ikibuguzo_engine::{BySeat, Seat};

use crate::standings::{Standing, TournamentGame, WIN_POINTS, sort_into_places};

/// Number of games won in a row after which points double.
const STREAK: u32 = 2;

/// The points of the games of an arena. Each player's games are in order. A player who has won the two games before
/// gets twice the points of a game; the point for half the clock is not doubled. None for a game that does not count,
/// or is being played.
pub fn arena_points(players: usize, games: &[TournamentGame]) -> Vec<Option<BySeat<u32>>> {
    let mut streaks = vec![0; players];
    let mut points_of = |game: &TournamentGame| {
        let mut points = game.points?;
        for seat in Seat::ALL {
            let streak: &mut u32 = &mut streaks[game.players[seat]];
            let doubled = if *streak >= STREAK { points[seat].min(WIN_POINTS) } else { 0 };
            *streak = if points[seat] >= WIN_POINTS { *streak + 1 } else { 0 };
            points[seat] += doubled;
        }
        Some(points)
    };
    games.iter().map(&mut points_of).collect()
}

/// The standings of an arena, the best first: by points, then by games won. Each player's games are in order. Players
/// of one place come in the order of the list.
pub fn arena_standings(players: usize, games: &[TournamentGame]) -> Vec<Standing> {
    let mut all: Vec<_> = (0..players).map(|player| Standing { player, ..Standing::default() }).collect();
    for (game, points) in games.iter().zip(arena_points(players, games)) {
        let Some((base, points)) = game.points.zip(points) else { continue };
        for seat in Seat::ALL {
            let standing = &mut all[game.players[seat]];
            let is_won = base[seat] >= WIN_POINTS;
            standing.played += 1;
            standing.points += points[seat];
            standing.won += u32::from(is_won);
            standing.streak = if is_won { standing.streak + 1 } else { 0 };
        }
    }
    sort_into_places(&mut all);
    all
}
