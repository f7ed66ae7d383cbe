//! Pairs of games from one opening, with the seats swapped.

use std::collections::HashSet;

use fastrand::Rng;
use ikibuguzo_bot::{Budget, Searcher, SeenGame, Settings, Task};
use ikibuguzo_engine::{BySeat, Game, Seat};

use crate::contestant::Contestant;

/// The games of a match, unless it names others.
pub(crate) const RULESPECS: [&str; 5] =
    ["ikibuguzo:first", "ikibuguzo:second", "kubuguza", "njombwa:8", "azigo"];

/// Largest number of random actions in an opening.
const MAX_RANDOM_ACTIONS: usize = 8;

/// Largest value of an opening for either seat. Other openings measure nothing: one seat wins them, however well it plays.
const MAX_UNEQUAL: i32 = 500;

/// Nodes of the search that judges openings, unless the command line says otherwise.
pub(crate) const JUDGING_NODES: u64 = 20_000;

/// Openings of one rulespec.
pub(crate) struct PairedGames {
    start: Game,
    rng: Rng,
    judge: Searcher,
    judging: Budget,
    /// Keys of the openings that were played.
    used: HashSet<u64>,
}

impl PairedGames {
    /// Pairs of games whose openings a search of `judging_nodes` nodes finds balanced.
    pub(crate) fn new(rulespec: &str, seed: u64, judging_nodes: u64) -> Option<PairedGames> {
        let start = Game::from_rulespec(rulespec).ok()?;
        Some(PairedGames {
            start,
            rng: Rng::with_seed(seed),
            judge: Searcher::new(Settings::default()),
            judging: Budget::of_nodes(judging_nodes),
            used: HashSet::new(),
        })
    }

    /// Plays two games, and returns the points of the first player: 0 to 2 in each, 2 for a win.
    pub(crate) fn play_pair(&mut self, players: &mut [Contestant; 2]) -> [u8; 2] {
        let opening = self.opening();
        Seat::ALL.map(|seat_of_first| {
            let winner = play(opening.clone(), players, seat_of_first);
            winner.map_or(1, |winner| if winner == seat_of_first { 2 } else { 0 })
        })
    }

    /// A new opening: the start and up to eight random actions where there is a choice, such that both seats have chances.
    fn opening(&mut self) -> Game {
        loop {
            let game = self.random_opening();
            if !self.used.contains(&game.position().key()) && self.is_balanced(&game) {
                self.used.insert(game.position().key());
                return game;
            }
        }
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        let found = self.judge.search(Task::new(game.position(), self.judging), &mut || false);
        found.is_some_and(|finding| finding.value.0.abs() <= MAX_UNEQUAL)
    }

    fn random_opening(&mut self) -> Game {
        loop {
            let mut game = self.start.clone();
            let mut choices = self.rng.usize(1..=MAX_RANDOM_ACTIONS);
            while game.outcome().is_none() && (choices > 0 || game.pending().is_some()) {
                let actions = game.legal_actions();
                choices = choices.saturating_sub(usize::from(actions.len() > 1));
                game.advance(actions[self.rng.usize(..actions.len())]).expect("legal");
            }
            if game.outcome().is_none() {
                return game;
            }
        }
    }
}

/// Plays a game and returns the winner.
fn play(mut game: Game, players: &mut [Contestant; 2], seat_of_first: Seat) -> Option<Seat> {
    let number = |seat: Seat| usize::from(seat != seat_of_first);
    let mut seen =
        BySeat::from_fn(|seat| SeenGame::new(game.position(), seat, players[number(seat)].counts_stores()));
    while let Some(seat) = game.to_move() {
        let actions = game.legal_actions();
        let action = if actions.len() == 1 { actions[0] } else { players[number(seat)].choose(&seen[seat]) };
        game.advance(action).expect("legal");
        Seat::ALL.iter().for_each(|&seat| seen[seat].see(game.position()));
    }
    game.outcome().and_then(|outcome| outcome.winner)
}
