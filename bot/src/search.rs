//! The search: iterative deepening and principal variation search over whole turns.

mod budget;
mod window;
mod ordering;
mod played_move;
mod table;
mod tree;
mod draw_proof;

use ikibuguzo_engine::{Action, Position};

use crate::{EndgameTables, Value, Weights};
pub use budget::Budget;
use budget::Meter;
use draw_proof::DrawProof;
use ordering::{Candidates, History};
use table::Table;
use tree::Tree;

/// Largest number of entries that [`Searcher::for_budget`] gives the table of positions.
const MAX_TABLE_ENTRIES: u64 = 1 << 20;

/// Settings of a search. The default plays best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of entries in the table of positions, rounded up to a power of two; 0 for no table.
    pub table_entries: usize,
    /// Whether an entry of the table counts only if its depth is exactly the one that is needed. Then the table changes no
    /// value, only the time.
    pub exact_depth: bool,
    /// Whether a position that occurred before is worth what a repetition would be worth.
    pub repetition: bool,
    /// Number of turns for which captures are followed beyond the depth.
    pub capture_depth: u8,
    /// Smallest number of captured counters that is followed beyond the depth.
    pub min_capture: u8,
    /// Number of actions that are searched to full depth at once. Later ones that look weak are first searched one turn less
    /// deeply (late move reduction).
    pub full_actions: u8,
    /// If the estimate exceeds beta by this much for each remaining turn, it is the value (reverse futility pruning), in
    /// thousandths of a logit. `None`: never.
    pub margin: Option<u16>,
    /// Half the width of the window with which the root is searched first (aspiration window), in thousandths of a logit.
    /// `None`: the full window.
    pub root_window: Option<u16>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            table_entries: 1 << 18,
            exact_depth: false,
            repetition: true,
            capture_depth: 2,
            min_capture: 6,
            full_actions: 2,
            margin: Some(600),
            root_window: Some(200),
        }
    }
}

/// The input of a search.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The position.
    pub position: &'a Position,
    /// The keys of the positions at the start of each turn so far.
    pub past: &'a [u64],
    /// The weights of its evaluation.
    pub weights: &'a Weights,
    /// The work that the search may do.
    pub budget: Budget,
}

impl<'a> Task<'a> {
    /// A position without a past, with the weights of its game.
    pub fn new(position: &'a Position, budget: Budget) -> Self {
        Self { position, past: &[], weights: Weights::for_ruleset(position.ruleset()), budget }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The best action.
    pub action: Action,
    /// The value of the position for the seat to move.
    pub value: Value,
    /// Number of turns that were searched completely.
    pub depth: u8,
    /// Number of actions played in the search.
    pub nodes: u64,
    /// Number of laps sown in the search.
    pub laps: u64,
    /// The best actions of both seats from here on, as far as they are known; the first one is `action`.
    pub line: Vec<Action>,
}

/// Searches positions. It keeps its memory from one search to the next, but no result depends on an earlier search.
#[derive(Debug)]
pub struct Searcher {
    settings: Settings,
    table: Table,
    history: History,
    endgame_tables: EndgameTables,
}

impl Searcher {
    /// Makes a searcher without endgame tables. Its table of positions needs 16 bytes an entry.
    pub fn new(settings: Settings) -> Searcher {
        let table = Table::new(settings.table_entries);
        let history = History::default();
        Searcher { settings, table, history, endgame_tables: EndgameTables::default() }
    }

    /// Makes a searcher without endgame tables, whose table of positions is as large as a budget can fill, up to 16 MiB.
    pub fn for_budget(budget: Budget) -> Searcher {
        let table_entries = budget.nodes.min(MAX_TABLE_ENTRIES) as usize;
        Searcher::new(Settings { table_entries, ..Settings::default() })
    }

    /// The searcher with endgame tables: it searches no further in a position whose value one of them knows.
    pub fn with_endgame_tables(self, endgame_tables: EndgameTables) -> Searcher {
        Searcher { endgame_tables, ..self }
    }

    /// Searches for the best action. `should_stop` is called every 1,024 actions: when it returns true, the search ends.
    ///
    /// Returns `None` if the game is over.
    pub fn search(&mut self, task: Task<'_>, should_stop: &mut dyn FnMut() -> bool) -> Option<Finding> {
        let position = task.position;
        let budget = task.budget;
        let mut root = Candidates::of_root(position)?;
        let mut tree = self.new_tree(task, should_stop);
        let mut finding = Finding::first(root.first());
        for depth in 1..=budget.depth.min(Budget::MAX_DEPTH) {
            tree.deepen(position, &mut root, depth, &mut finding);
            if tree.meter.is_used_up() || finding.value.is_decided() {
                break;
            }
        }
        finding.nodes = tree.meter.nodes;
        finding.laps = tree.meter.laps;
        finding.line = tree.line(position, finding.action);
        Some(finding)
    }

    /// Searches for the best line of each action, all to the same depth: the largest one for which the budget suffices. The
    /// best action comes first. Actions that the budget does not reach at all are missing.
    pub fn search_each(&mut self, task: Task<'_>, should_stop: &mut dyn FnMut() -> bool) -> Vec<Finding> {
        let position = task.position;
        let mut values = Vec::new();
        let mut reached = 0;
        let mut tree = self.new_tree(task, should_stop);
        for depth in 1..=task.budget.depth.clamp(1, Budget::MAX_DEPTH) {
            let deeper = tree.value_each(position, depth);
            if values.is_empty() || !tree.meter.is_used_up() {
                values = deeper;
                reached = depth;
            }
            if tree.meter.is_used_up() || values.iter().all(|(_, value)| value.is_decided()) {
                break;
            }
        }
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let nodes = tree.meter.nodes;
        let laps = tree.meter.laps;
        let finding = |(action, value)| {
            let line = tree.line(position, action);
            Finding { action, value, depth: reached, nodes, laps, line }
        };
        values.into_iter().map(finding).collect()
    }

    /// Whether a proof within the budget shows that the position is a draw: each seat can force at least a draw, in lines
    /// that end by the rules or in an endgame table. Estimates play no part. `should_stop` is called as in
    /// [`search`](Searcher::search).
    pub fn proves_draw(&self, task: Task<'_>, should_stop: &mut dyn FnMut() -> bool) -> bool {
        let depth = task.budget.depth.min(Budget::MAX_DEPTH);
        let meter = Meter::new(task.budget, should_stop);
        DrawProof::new(&self.endgame_tables, task.past, meter).is_found(task.position, depth)
    }

    /// Makes an empty tree.
    fn new_tree<'a>(&'a mut self, task: Task<'a>, should_stop: &'a mut dyn FnMut() -> bool) -> Tree<'a> {
        self.table.clear();
        self.history = History::default();
        Tree::new(
            self.settings,
            &mut self.table,
            &mut self.history,
            &self.endgame_tables,
            task.past,
            task.weights,
            Meter::new(task.budget, should_stop),
        )
    }
}

impl Finding {
    fn first(action: Action) -> Finding {
        Finding { action, value: Value::DRAW, depth: 0, nodes: 0, laps: 0, line: vec![action] }
    }
}
