//! A Swiss tournament with random results, from which some players withdraw.

use fastrand::Rng;
use ikibuguzo_engine::BySeat;
use ikibuguzo_tournament::{DRAW_POINTS, SwissPlayer, SwissRound, WIN_POINTS};

/// The state of the tournament.
pub(crate) struct RandomSwiss {
    rng: Rng,
    pub(crate) players: usize,
    pub(crate) points: Vec<u32>,
    pub(crate) byes: Vec<bool>,
    pub(crate) withdrawn: Vec<bool>,
    pub(crate) games: Vec<BySeat<usize>>,
}

impl RandomSwiss {
    /// A tournament of `least` to `most` players.
    pub(crate) fn new(seed: u64, least: usize, most: usize) -> Self {
        let mut rng = Rng::with_seed(seed);
        let players = rng.usize(least..=most);
        Self {
            rng,
            players,
            points: vec![0; players],
            byes: vec![false; players],
            withdrawn: vec![false; players],
            games: Vec::new(),
        }
    }

    /// The players who still play, in the order of the list.
    pub(crate) fn present(&self) -> Vec<SwissPlayer> {
        let present = (0..self.players).filter(|player| !self.withdrawn[*player]);
        let player = |player| SwissPlayer { player, points: self.points[player], had_bye: self.byes[player] };
        present.map(player).collect()
    }

    /// Plays a round. Now and then a player withdraws afterwards.
    pub(crate) fn play(&mut self, round: &SwissRound) {
        for pairing in &round.pairings {
            let (south, north) = self
                .rng
                .choice([(WIN_POINTS, 0), (0, WIN_POINTS), (DRAW_POINTS, DRAW_POINTS)])
                .unwrap_or_default();
            self.points[pairing.south] += south;
            self.points[pairing.north] += north;
            self.games.push(BySeat { south: pairing.south, north: pairing.north });
        }
        if let Some(player) = round.bye {
            self.points[player] += WIN_POINTS;
            self.byes[player] = true;
        }
        if self.rng.u8(..8) == 0 {
            self.withdrawn[self.rng.usize(..self.players)] = true;
        }
    }
}
