//! Games of the computer player against itself.

use fastrand::Rng;
use ikibuguzo_bot::{Budget, RecordedGame, Searcher, SeenGame, Settings, Task};
use ikibuguzo_engine::{Action, Game, Seat};

/// Nodes searched for an action: so few that the computer makes mistakes.
const NODES: std::ops::RangeInclusive<u64> = 50..=600;

/// Random actions at the start of a game, at most.
const MAX_RANDOM_ACTIONS: usize = 6;

/// Actions of a game, at most.
const MAX_ACTIONS: usize = 400;

/// An endless series of games. The same seed gives the same games.
pub(crate) struct SelfPlay {
    start: Game,
    rng: Rng,
    searcher: Searcher,
}

impl SelfPlay {
    /// Games that begin with a rulespec.
    pub(crate) fn new(rulespec: &str, seed: u64) -> Result<SelfPlay, String> {
        let start = Game::from_rulespec(rulespec).map_err(|error| error.to_string())?;
        Ok(SelfPlay { start, rng: Rng::with_seed(seed), searcher: Searcher::new(Settings::default()) })
    }

    fn play_game(&mut self) -> Vec<Action> {
        let mut game = self.start.clone();
        let mut seen = SeenGame::new(game.position(), Seat::South, true);
        let mut random_actions = self.rng.usize(0..=MAX_RANDOM_ACTIONS);
        let mut played = Vec::new();
        while game.outcome().is_none() && played.len() < MAX_ACTIONS {
            let actions = game.legal_actions();
            let action = if actions.len() == 1 {
                actions[0]
            } else if random_actions > 0 {
                random_actions -= 1;
                actions[self.rng.usize(0..actions.len())]
            } else {
                self.search(&game, &seen)
            };
            game.advance(action).expect("a legal action");
            seen.see(game.position());
            played.push(action);
        }
        played
    }

    fn search(&mut self, game: &Game, seen: &SeenGame) -> Action {
        let budget = Budget::of_nodes(self.rng.u64(NODES));
        let task = Task { past: seen.past(), ..Task::new(game.position(), budget) };
        self.searcher.search(task, &mut || false).expect("the game goes on").action
    }
}

impl Iterator for SelfPlay {
    type Item = RecordedGame;

    fn next(&mut self) -> Option<RecordedGame> {
        let actions = self.play_game();
        Some(RecordedGame::new(self.start.clone(), actions).expect("legal actions"))
    }
}
