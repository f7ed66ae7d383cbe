//! The opponent to beat: alpha-beta with iterative deepening on the difference of counters, without a table.

use ikibuguzo_engine::{Action, Outcome, Position, Seat, Store, Viewer};

const WIN: i32 = 100_000;

/// Searches with alpha-beta alone.
#[derive(Default)]
pub(crate) struct PlainSearch {
    nodes: u64,
    max_nodes: u64,
    is_stopped: bool,
}

impl PlainSearch {
    /// Chooses an action within a number of nodes and until `should_stop`.
    pub(crate) fn choose(
        &mut self,
        position: &Position,
        nodes: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        *self = PlainSearch { max_nodes: nodes, ..PlainSearch::default() };
        let mut actions: Vec<_> = position.iter_actions().collect();
        for depth in 1..=60 {
            let Some(best) = self.best_of(position, &actions, depth, should_stop) else { break };
            actions[..=best].rotate_right(1);
        }
        actions[0]
    }

    /// The index of the best action at a depth, or `None` if the budget was used up.
    fn best_of(
        &mut self,
        position: &Position,
        actions: &[Action],
        depth: i32,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<usize> {
        let mut alpha = -WIN;
        let mut best = 0;
        for (index, &action) in actions.iter().enumerate() {
            let value = self.value_after(position, action, depth, [alpha, WIN], should_stop);
            if self.is_stopped {
                return None;
            }
            if value > alpha {
                alpha = value;
                best = index;
            }
        }
        (alpha.abs() < WIN - 1000 || depth < 2).then_some(best)
    }

    /// The value of an action for the seat that plays it.
    fn value_after(
        &mut self,
        position: &Position,
        action: Action,
        depth: i32,
        [alpha, beta]: [i32; 2],
        should_stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let mut after = *position;
        after.advance(action).expect("legal");
        self.nodes += 1;
        self.is_stopped |= self.nodes >= self.max_nodes || (self.nodes.is_multiple_of(1024) && should_stop());
        let seat = position.to_move().expect("in play");
        match after.to_move() {
            None => after.outcome().map_or(0, |outcome| value_of(outcome, seat, depth)),
            Some(next) if next == seat => self.value(&after, depth, [alpha, beta], should_stop),
            Some(_) => -self.value(&after, depth - 1, [-beta, -alpha], should_stop),
        }
    }

    fn value(
        &mut self,
        position: &Position,
        depth: i32,
        [mut alpha, beta]: [i32; 2],
        should_stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        if self.is_stopped {
            return 0;
        }
        if depth <= 0 && position.pending().is_none() {
            return counter_difference(position);
        }
        for action in position.iter_actions() {
            alpha = alpha.max(self.value_after(position, action, depth, [alpha, beta], should_stop));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

fn value_of(outcome: Outcome, seat: Seat, depth: i32) -> i32 {
    match outcome.winner {
        None => 0,
        // Earlier wins are better.
        Some(winner) if winner == seat => WIN - 500 + depth,
        Some(_) => 500 - WIN - depth,
    }
}

/// Counters of the seat to move less those of its opponent.
fn counter_difference(position: &Position) -> i32 {
    let stores = position.stores_seen_by(Viewer::AfterGame);
    let counters = |seat: Seat| {
        let store = stores.map(|stores| stores[seat]);
        let stored = if let Some(Store::Shown(counters)) = store { i32::from(counters) } else { 0 };
        stored + position.holes(seat).iter().map(|&hole| i32::from(hole)).sum::<i32>()
    };
    position.to_move().map_or(0, |seat| counters(seat) - counters(!seat))
}
