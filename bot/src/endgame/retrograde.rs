//! Retrograde analysis: values spread from positions that are decided to those that lead to them.

use ikibuguzo_engine::{BySeat, Position, Ruleset, Seat, Setup};

use super::EndgameValue;
use super::layer::{Layer, rank_of};
use super::ranking::Ranking;

/// Values all positions with this many counters. `fewer`: the positions with one counter, with two, and so on.
pub(super) fn solve_layer(ruleset: Ruleset, counters: u8, fewer: &[Layer]) -> Layer {
    let side = ruleset.rows() * ruleset.columns();
    let counters = usize::from(counters);
    let graph = TurnGraph::of_layer(&LayerRules { ruleset, side, counters, fewer });
    let values = Solver::new(graph).settle_all();
    Layer::new(2 * side, counters, values).expect("each position has a value")
}

/// The input of the analysis of a layer.
struct LayerRules<'a> {
    ruleset: Ruleset,
    /// Number of holes of a side.
    side: usize,
    counters: usize,
    fewer: &'a [Layer],
}

/// The positions to which the turns of all positions of a layer lead.
#[derive(Default)]
struct TurnGraph {
    states: Vec<PositionState>,
    /// For each turn without a capture, in order of their positions, the position after it.
    next: Vec<u32>,
    /// Number of turns without a capture of each position and all before it.
    ends: Vec<u32>,
}

/// The part of a position's value that is known so far.
#[derive(Clone, Copy, Default)]
struct PositionState {
    /// Number of turns until the end, 0 if it is not known.
    distance: u8,
    /// Turns until the end of the shortest win by a capture, 0 without one.
    win_by_capture: u8,
    /// Turns until the end of the longest loss that is known.
    longest_loss: u8,
    /// Number of turns without a capture that are not known to lose.
    open: u8,
    /// Whether a turn leads to a draw, or the game is over.
    never_loses: bool,
}

impl TurnGraph {
    fn of_layer(rules: &LayerRules<'_>) -> TurnGraph {
        let ranking = Ranking::new(2 * rules.side, rules.counters);
        let mut graph = TurnGraph::default();
        for rank in 0..ranking.count(rules.counters) {
            let holes = ranking.unrank(rank, rules.counters);
            let (own, other) = holes[..2 * rules.side].split_at(rules.side);
            let state = graph.add_turns(rules, &ranking, &position_of_holes(rules.ruleset, own, other));
            graph.states.push(state);
            graph.ends.push(graph.next.len() as u32);
        }
        graph
    }

    /// Adds the turns of a position, and returns what captures alone say of it.
    fn add_turns(&mut self, rules: &LayerRules<'_>, ranking: &Ranking, position: &Position) -> PositionState {
        let mut state =
            PositionState { never_loses: position.outcome().is_some(), ..PositionState::default() };
        for action in position.iter_actions() {
            let mut after = *position;
            let captured = after.advance_counting(action).expect("a legal action").captured;
            if captured > 0 {
                let left = rules.counters - usize::from(captured);
                state.add_capture(&after, rules.fewer.get(left.wrapping_sub(1)));
            } else {
                self.next.push(rank_of(ranking, &after, Seat::North, rules.counters) as u32);
                state.open += 1;
            }
        }
        state
    }

    /// The positions with a turn to each position, sorted by that position (a counting sort).
    fn predecessors(&self) -> Predecessors {
        let begins = self.first_predecessors();
        let mut cursors = begins.clone();
        let mut positions = vec![0; self.next.len()];
        let mut begin = 0;
        for (position, end) in (0..).zip(&self.ends) {
            for next in &self.next[begin as usize..*end as usize] {
                let cursor = &mut cursors[*next as usize];
                positions[*cursor as usize] = position;
                *cursor += 1;
            }
            begin = *end;
        }
        Predecessors { begins, positions }
    }

    /// For each position, and for one after the last, the number of turns that lead to the positions before it.
    fn first_predecessors(&self) -> Vec<u32> {
        let mut begins = vec![0_u32; self.states.len() + 1];
        self.next.iter().for_each(|next| begins[*next as usize + 1] += 1);
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        begins
    }
}

impl PositionState {
    /// Takes account of a turn that captures. `after`: the position after it, of this layer if the game goes on.
    fn add_capture(&mut self, after: &Position, layer: Option<&Layer>) {
        if after.outcome().is_some() {
            self.win_by_capture = 1;
            return;
        }
        let layer = layer.expect("a capture that does not win leaves counters");
        match layer.value_of(after).expect("the game goes on") {
            EndgameValue::Draw => self.never_loses = true,
            EndgameValue::Loss(turns) => self.add_win(turns + 1),
            EndgameValue::Win(turns) => self.longest_loss = self.longest_loss.max(turns + 1),
        }
    }

    fn add_win(&mut self, turns: u8) {
        let is_better = self.win_by_capture == 0 || turns < self.win_by_capture;
        self.win_by_capture = if is_better { turns } else { self.win_by_capture };
    }

    fn is_lost(self) -> bool {
        self.open == 0 && self.win_by_capture == 0 && !self.never_loses
    }
}

/// The positions with a turn to each position.
struct Predecessors {
    begins: Vec<u32>,
    positions: Vec<u32>,
}

impl Predecessors {
    /// The positions with a turn to this one.
    fn before(&self, position: u32) -> &[u32] {
        let [begin, end] = [0, 1].map(|next| self.begins[position as usize + next] as usize);
        &self.positions[begin..end]
    }
}

/// The values found so far.
struct Solver {
    states: Vec<PositionState>,
    predecessors: Predecessors,
    /// Positions by a number of turns until the end: some of them are settled with a smaller one.
    found: Vec<Vec<u32>>,
}

impl Solver {
    fn new(graph: TurnGraph) -> Solver {
        let predecessors = graph.predecessors();
        let mut found = vec![Vec::new(); usize::from(u8::MAX) + 1];
        for (position, state) in (0..).zip(&graph.states) {
            if state.win_by_capture > 0 {
                found[usize::from(state.win_by_capture)].push(position);
            } else if state.is_lost() {
                found[usize::from(state.longest_loss)].push(position);
            }
        }
        Solver { states: graph.states, predecessors, found }
    }

    /// Goes through the numbers of turns until the end, the smallest first.
    fn settle_all(mut self) -> Vec<u8> {
        for distance in 1..=u8::MAX {
            for position in std::mem::take(&mut self.found[usize::from(distance)]) {
                self.settle(position, distance);
            }
        }
        self.states.iter().map(|state| state.distance).collect()
    }

    /// Sets the number of turns until the end of a position, unless it is set, and goes on to the positions before it.
    fn settle(&mut self, position: u32, distance: u8) {
        let state = &mut self.states[position as usize];
        if state.distance != 0 {
            return;
        }
        state.distance = distance;
        let next = distance.checked_add(1).expect("no game with few counters is that long");
        // The seat to move wins in an odd number of turns, and loses in an even one.
        if distance.is_multiple_of(2) {
            self.found[usize::from(next)].extend(self.predecessors.before(position));
        } else {
            self.lose_before(position, next);
        }
    }

    /// Takes account of a win of the seat to move in the positions before it, in which the opponent then loses after
    /// `distance` turns if it has nothing better.
    fn lose_before(&mut self, position: u32, distance: u8) {
        for &before in self.predecessors.before(position) {
            let state = &mut self.states[before as usize];
            state.open -= 1;
            state.longest_loss = state.longest_loss.max(distance);
            if state.is_lost() {
                self.found[usize::from(state.longest_loss)].push(before);
            }
        }
    }
}

/// A position in which South is to move. `own`: the holes of South.
fn position_of_holes(ruleset: Ruleset, own: &[u8], other: &[u8]) -> Position {
    let holes = BySeat::new(own.to_vec(), other.to_vec());
    let setup = Setup { ruleset, holes, stores: BySeat::default(), to_move: Seat::South };
    Position::from_setup(&setup).expect("a board of the game")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EndgameTable, EndgameTables};

    /// The value that the values after all turns give.
    fn value_by_definition(tables: &EndgameTables, position: &Position) -> EndgameValue {
        let values = position.iter_actions().map(|action| {
            let mut after = *position;
            after.advance(action).expect("a legal action");
            if after.outcome().is_some() {
                return EndgameValue::Win(1);
            }
            match tables.value_of(&after).expect("it has as many counters or fewer") {
                EndgameValue::Loss(turns) => EndgameValue::Win(turns + 1),
                EndgameValue::Win(turns) => EndgameValue::Loss(turns + 1),
                EndgameValue::Draw => EndgameValue::Draw,
            }
        });
        let preference = |value: &EndgameValue| match *value {
            EndgameValue::Win(turns) => (2, -i16::from(turns)),
            EndgameValue::Draw => (1, 0),
            EndgameValue::Loss(turns) => (0, i16::from(turns)),
        };
        values.max_by_key(preference).expect("a turn")
    }

    #[test]
    fn every_value_follows_from_the_values_after_each_turn() {
        for rulespec in ["njombwa:8", "njombwa:10"] {
            let ruleset: Ruleset = rulespec.parse().expect("rules");
            let side = ruleset.rows() * ruleset.columns();
            let tables = EndgameTables::from_iter(EndgameTable::build(ruleset, 4, &mut |_| {}));
            for counters in 2..=4 {
                let ranking = Ranking::new(2 * side, counters);
                for rank in 0..ranking.count(counters) {
                    let holes = ranking.unrank(rank, counters);
                    let (own, other) = holes[..2 * side].split_at(side);
                    let position = position_of_holes(ruleset, own, other);
                    let expected = position.to_move().map(|_| value_by_definition(&tables, &position));
                    assert_eq!(tables.value_of(&position), expected, "{position}");
                }
            }
        }
    }
}
