//! A player: chooses actions at a level of strength.

use fastrand::Rng;
use ikibuguzo_engine::Action;

use crate::evaluation::Tuning;
use crate::level::LevelParameters;
use crate::{EndgameTables, Finding, Level, Searcher, SeenGame, Task, Value};

/// A computer player.
///
/// Each choice follows from the seed and from what the player has seen of the game, not from earlier choices. So a player
/// that is made again after a restart goes on in the same way.
#[derive(Debug)]
pub struct Player {
    level: Level,
    seed: u64,
    searcher: Searcher,
}

impl Player {
    /// Makes a player of a level.
    pub fn new(level: Level, seed: u64) -> Player {
        Player { level, seed, searcher: Searcher::for_budget(level.parameters().budget) }
    }

    /// The player with endgame tables, if its level uses them.
    pub fn with_endgame_tables(mut self, endgame_tables: &EndgameTables) -> Player {
        if self.level.uses_endgame_tables() {
            self.searcher = self.searcher.with_endgame_tables(endgame_tables.clone());
        }
        self
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses an action, or returns `None` if it is not the seat's turn. `should_stop` is called often; when it returns
    /// true, the best action so far is chosen.
    pub fn choose(&mut self, game: &SeenGame, should_stop: &mut dyn FnMut() -> bool) -> Option<Action> {
        let position = game.position();
        if position.to_move() != Some(game.seat()) {
            return None;
        }
        let actions = position.legal_actions();
        if let [only] = actions.as_slice() {
            return Some(*only);
        }
        let parameters = self.level.parameters();
        if parameters.max_error == 0 {
            return self.choose_best(game, parameters, should_stop);
        }
        self.choose_weakly(game, parameters, should_stop)
    }

    /// Whether the player knows for certain that the position is a draw.
    ///
    /// It does if each seat can force at least a draw, regardless of what the other one plays, in lines that all end
    /// within the depth and the budget of the level. They end by the rules: by repetition, after quiet turns, at a
    /// limit of turns, or won; or an endgame table knows their end. A value of 0 is not enough, because a position
    /// with even chances can have it, and so can a search that had no time. A player who does not count the
    /// opponent's store sees no draw.
    pub fn sees_draw(&self, game: &SeenGame, should_stop: &mut dyn FnMut() -> bool) -> bool {
        let task = Self::task(game, self.level.parameters());
        game.knows_stores() && self.searcher.proves_draw(task, should_stop)
    }

    /// Chooses what the search thinks best. The weights differ a little each time, so that the same moves of an opponent do not
    /// always lead to the same game.
    fn choose_best(
        &mut self,
        game: &SeenGame,
        parameters: LevelParameters,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<Action> {
        let task = Self::task(game, parameters);
        let weights = task
            .weights
            .varied(Tuning::for_ruleset(task.position.ruleset()).variation, &mut self.random_numbers(game));
        let found = self.searcher.search(Task { weights: &weights, ..task }, should_stop);
        found.map(|finding| finding.action)
    }

    /// Chooses among values with errors, after some actions were overlooked. A win that is seen is taken.
    fn choose_weakly(
        &mut self,
        game: &SeenGame,
        parameters: LevelParameters,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<Action> {
        let mut rng = self.random_numbers(game);
        let largest_error =
            parameters.max_error * Tuning::for_ruleset(game.position().ruleset()).error_share / 100;
        let findings = self.searcher.search_each(Self::task(game, parameters), should_stop);
        let judged = |Finding { action, value, .. }: Finding| {
            let is_overlooked = rng.u8(..100) < parameters.overlooked;
            let error = rng.i32(-largest_error..=largest_error);
            (action, judgement(value, is_overlooked, error))
        };
        let judgements: Vec<_> = findings.into_iter().map(judged).collect();
        judgements.into_iter().max_by_key(|(_, judgement)| *judgement).map(|(action, _)| action)
    }

    fn task(game: &SeenGame, parameters: LevelParameters) -> Task<'_> {
        Task { past: game.past(), ..Task::new(game.position(), parameters.budget) }
    }

    /// Random numbers for this position of this game.
    fn random_numbers(&self, game: &SeenGame) -> Rng {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let moment = game.position().key() ^ (game.past().len() as u64).wrapping_mul(ODD);
        Rng::with_seed(self.seed ^ moment)
    }
}

/// A weak player's value of an action, in thousandths of a logit. No error makes another action look as good as a win
/// that it sees.
fn judgement(value: Value, is_overlooked: bool, error: i32) -> i32 {
    match value {
        win if win >= Value::MIN_WIN => win.0,
        _ if is_overlooked => -Value::WIN.0 + error,
        other => (other.0 + error).min(Value::MIN_WIN.0 - 1),
    }
}
