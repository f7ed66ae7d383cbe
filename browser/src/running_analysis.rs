//! The analysis of a game, one turn a request: a page shows how far it is, and may stop.

use ikibuguzo_bot::{Budget, GameAnalysis, RecordedGame, TurnAnalysis};
use ikibuguzo_game::analysis::analysis_of;
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{Analysis, GameId};

use crate::base::Base;

/// The analysis of the game that was asked about last.
#[derive(Debug)]
pub(crate) struct RunningAnalysis {
    game: GameId,
    base: Base,
    nodes: u64,
    recorded: RecordedGame,
    turns: Vec<TurnAnalysis>,
}

impl RunningAnalysis {
    /// An analysis without analysed turns. `nodes`: the budget of one search.
    pub(crate) fn new(game: GameId, base: Base, nodes: u64) -> Result<Self, Rejection> {
        let recorded = base.recorded()?;
        Ok(Self { game, base, nodes, recorded, turns: Vec::new() })
    }

    /// Whether this is the analysis of a game with a budget.
    pub(crate) fn is_of(&self, game: GameId, base: &Base, nodes: u64) -> bool {
        (self.game, &self.base, self.nodes) == (game, base, nodes)
    }

    /// Analyses the next turn, and returns the analysis so far.
    pub(crate) fn advance(&mut self) -> Analysis {
        let mut analysis = GameAnalysis::new(&self.recorded, Budget::of_nodes(self.nodes));
        analysis.pass_over(self.turns.len());
        self.turns.extend(analysis.next());
        analysis_of(self.game, self.nodes, self.recorded.turns().len(), &self.turns)
    }
}
