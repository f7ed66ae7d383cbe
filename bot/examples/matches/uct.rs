//! Monte Carlo tree search: UCT with the constant √2 and random playouts.

use fastrand::Rng;
use ikibuguzo_engine::{Action, Position, Seat};

const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// A tree of visited positions.
pub(crate) struct UctSearch {
    rng: Rng,
    nodes: Vec<Node>,
}

struct Node {
    /// The action that led here, and the seat that played it.
    action: Action,
    seat: Seat,
    visits: f64,
    /// Points of `seat`: 1 for a win, one half for a draw.
    points: f64,
    /// Indices of the children in `nodes`, once the node was expanded.
    children: std::ops::Range<usize>,
}

impl UctSearch {
    pub(crate) fn new(seed: u64) -> UctSearch {
        UctSearch { rng: Rng::with_seed(seed), nodes: Vec::new() }
    }

    /// Chooses the action that was visited most, after a number of playouts or until `should_stop`.
    pub(crate) fn choose(
        &mut self,
        root: &Position,
        playouts: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        let seat = root.to_move().expect("in play");
        self.nodes.clear();
        self.nodes.push(Node::new(Action::Pass, !seat));
        for playout in 1..=playouts {
            self.visit(root);
            if playout % 16 == 0 && should_stop() {
                break;
            }
        }
        let children = &self.nodes[self.nodes[0].children.clone()];
        children.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).expect("a legal action").action
    }

    /// Walks down to a new node, plays from there at random, and counts the points on the way back.
    fn visit(&mut self, root: &Position) {
        let mut position = *root;
        let mut path = vec![0];
        let mut node = 0;
        while position.outcome().is_none() {
            let is_new = self.nodes[node].children.is_empty();
            if is_new {
                self.expand(node, &position);
            }
            node = self.most_promising_child(node);
            position.advance(self.nodes[node].action).expect("legal");
            path.push(node);
            if is_new {
                break;
            }
        }
        let winner = self.play_out(position);
        for index in path {
            let node = &mut self.nodes[index];
            node.visits += 1.0;
            node.points += winner.map_or(0.5, |winner| if winner == node.seat { 1.0 } else { 0.0 });
        }
    }

    fn expand(&mut self, node: usize, position: &Position) {
        let seat = position.to_move().expect("in play");
        let first = self.nodes.len();
        self.nodes.extend(position.iter_actions().map(|action| Node::new(action, seat)));
        self.nodes[node].children = first..self.nodes.len();
    }

    fn most_promising_child(&mut self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let logarithm = parent.visits.max(1.0).ln();
        let promise = |child: &usize| {
            let child = &self.nodes[*child];
            if child.visits == 0.0 {
                return f64::INFINITY;
            }
            child.points / child.visits + EXPLORATION * (logarithm / child.visits).sqrt()
        };
        parent.children.clone().max_by(|a, b| promise(a).total_cmp(&promise(b))).expect("a legal action")
    }

    /// Plays at random to the end, and returns the winner.
    fn play_out(&mut self, mut position: Position) -> Option<Seat> {
        while position.outcome().is_none() {
            let mut actions = position.iter_actions();
            let choice = self.rng.usize(..actions.len());
            position.advance(actions.nth(choice).expect("as many")).expect("legal");
        }
        position.outcome().and_then(|outcome| outcome.winner)
    }
}

impl Node {
    fn new(action: Action, seat: Seat) -> Node {
        Node { action, seat, visits: 0.0, points: 0.0, children: 0..0 }
    }
}
