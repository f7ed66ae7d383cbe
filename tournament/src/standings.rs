//! Points and places, as a fold over the games of a tournament.

use std::cmp::Reverse;

use ikibuguzo_engine::{BySeat, Seat};

/// Points for a game won, on the board or because the opponent did not play.
pub const WIN_POINTS: u32 = 2;

/// Points for a drawn game.
pub const DRAW_POINTS: u32 = 1;

/// Points in an arena for a win with half the clock, in addition to those of the win.
pub const BERSERK_POINTS: u32 = 1;

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentGame {
    /// The players of both seats, by their indexes in the list of players, from 0.
    pub players: BySeat<usize>,
    /// The points of both seats, [`BERSERK_POINTS`] included; none while the game is played. If neither player came,
    /// both get 0.
    pub points: Option<BySeat<u32>>,
}

/// What a player has achieved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player, by its index in the list of players, from 0.
    pub player: usize,
    /// The place, from 1. Players who are equal in everything share it.
    pub place: u32,
    /// Points: 2 for a game won, 1 for a drawn one.
    pub points: u32,
    /// The Sonneborn-Berger score: twice the points of the opponents whom the player has beaten, plus the points of
    /// those against whom it drew.
    pub tie_break: u32,
    /// Games won.
    pub won: u32,
    /// Games that have ended.
    pub played: u32,
    /// In an arena: games won in a row until now.
    pub streak: u32,
}

/// The standings of some players, the best first: by points, then by [`tie_break`](Standing::tie_break), then by games
/// won. Players of one place come in the order of the list.
pub fn standings(players: usize, games: &[TournamentGame]) -> Vec<Standing> {
    swiss_standings(players, games, &[])
}

/// The standings of a Swiss tournament, in the same order. `byes` are the players who rested in a round: each gets the
/// points of a win, which does not count as a game.
pub fn swiss_standings(players: usize, games: &[TournamentGame], byes: &[usize]) -> Vec<Standing> {
    let mut all: Vec<_> = (0..players).map(|player| Standing { player, ..Standing::default() }).collect();
    byes.iter().for_each(|player| all[*player].points += WIN_POINTS);
    for game in games {
        add_result(&mut all, game);
    }
    add_tie_breaks(&mut all, games);
    sort_into_places(&mut all);
    all
}

/// Puts the best first, and gives equal players the place of the first one of them.
pub(crate) fn sort_into_places(all: &mut [Standing]) {
    all.sort_by_key(|standing| Reverse(standing.rank()));
    number_places(all);
}

fn add_result(all: &mut [Standing], game: &TournamentGame) {
    let Some(points) = game.points else { return };
    for seat in Seat::ALL {
        let standing = &mut all[game.players[seat]];
        standing.played += 1;
        standing.points += points[seat];
        standing.won += u32::from(points[seat] == WIN_POINTS);
    }
}

fn add_tie_breaks(all: &mut [Standing], games: &[TournamentGame]) {
    let totals: Vec<u32> = all.iter().map(|standing| standing.points).collect();
    for TournamentGame { players, points } in games {
        for seat in Seat::ALL {
            all[players[seat]].tie_break += points.map_or(0, |points| points[seat]) * totals[players[!seat]];
        }
    }
}

fn number_places(all: &mut [Standing]) {
    let mut last: Option<Standing> = None;
    for (place, standing) in (1..).zip(all) {
        let shared = last.filter(|last| last.rank() == standing.rank());
        standing.place = shared.map_or(place, |last| last.place);
        last = Some(*standing);
    }
}

impl Standing {
    fn rank(&self) -> [u32; 3] {
        [self.points, self.tie_break, self.won]
    }
}
