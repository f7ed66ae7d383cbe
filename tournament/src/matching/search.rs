//! The state of the search for a matching.

use std::collections::VecDeque;

use crate::weight::Weight;

/// An edge of the graph, or the edge that stands for a blossom's best one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<const L: usize> {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Twice the weight, so that half of a slack is whole; 0 for no edge.
    pub(super) weight: Weight<L>,
}

/// The label of a node in the trees of alternating paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// It is in no tree.
    Free,
    /// At an even distance from the root: its edges are searched.
    Even,
    /// At an odd distance from the root.
    Odd,
}

/// A matching that grows, and the trees of alternating paths by which it does.
pub(super) struct Search<const L: usize> {
    /// Nodes of the graph.
    pub(super) nodes: usize,
    /// Nodes and blossoms that have been used.
    pub(super) used: usize,
    /// Length of a row of `edges` and `inner_of`.
    pub(super) width: usize,
    pub(super) edges: Vec<Edge<L>>,
    /// For a blossom and a node of the graph in it: the part of the blossom in which the node is.
    pub(super) inner_of: Vec<usize>,
    pub(super) dual: Vec<Weight<L>>,
    /// The node at the other end of the matched edge.
    pub(super) mate: Vec<usize>,
    /// The node from which the tightest edge comes that leads here from an even one.
    pub(super) tightest: Vec<usize>,
    /// The outermost blossom around a node.
    pub(super) outer: Vec<usize>,
    /// The node by whose edge the tree has reached this one.
    pub(super) parent: Vec<usize>,
    pub(super) label: Vec<Label>,
    pub(super) visited: Vec<usize>,
    pub(super) visit: usize,
    /// The parts of a blossom, around its cycle from its base.
    pub(super) parts: Vec<Vec<usize>>,
    pub(super) queue: VecDeque<usize>,
}

impl<const L: usize> Search<L> {
    pub(super) fn new(nodes: usize, weight: impl Fn(usize, usize) -> Option<Weight<L>>) -> Self {
        // A blossom has at least three parts, so there are never more than half as many blossoms as nodes.
        let width = nodes + nodes / 2 + 2;
        let mut search = Self {
            nodes,
            used: nodes,
            width,
            edges: vec![Edge { from: 0, to: 0, weight: Weight::ZERO }; width * width],
            inner_of: vec![0; width * width],
            dual: vec![Weight::ZERO; width],
            mate: vec![0; width],
            tightest: vec![0; width],
            outer: (0..width).map(|node| if node <= nodes { node } else { 0 }).collect(),
            parent: vec![0; width],
            label: vec![Label::Free; width],
            visited: vec![0; width],
            visit: 0,
            parts: vec![Vec::new(); width],
            queue: VecDeque::new(),
        };
        search.add_edges(weight);
        search
    }

    fn add_edges(&mut self, weight: impl Fn(usize, usize) -> Option<Weight<L>>) {
        for from in 1..=self.nodes {
            for to in 1..=self.nodes {
                let of_pair = if from == to { None } else { weight(from.min(to) - 1, from.max(to) - 1) };
                let weight = of_pair.map_or(Weight::ZERO, Weight::double);
                *self.edge_mut(from, to) = Edge { from, to, weight };
            }
            let index = from * self.width + from;
            self.inner_of[index] = from;
        }
        let heaviest = self.edges.iter().map(|edge| edge.weight).max().unwrap_or(Weight::ZERO);
        self.dual[1..=self.nodes].fill(heaviest.half());
    }

    pub(super) fn edge(&self, from: usize, to: usize) -> Edge<L> {
        self.edges[from * self.width + to]
    }

    pub(super) fn edge_mut(&mut self, from: usize, to: usize) -> &mut Edge<L> {
        &mut self.edges[from * self.width + to]
    }

    pub(super) fn inner(&self, blossom: usize, node: usize) -> usize {
        self.inner_of[blossom * self.width + node]
    }

    /// How far an edge is from being tight.
    pub(super) fn slack(&self, edge: Edge<L>) -> Weight<L> {
        self.dual[edge.from] + self.dual[edge.to] - edge.weight
    }

    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node > self.nodes
    }

    pub(super) fn is_outermost(&self, node: usize) -> bool {
        self.outer[node] == node
    }

    pub(super) fn outermost(&self) -> impl Iterator<Item = usize> + use<L> {
        let outer = self.outer.clone();
        (1..=self.used).filter(move |node| outer[*node] == *node)
    }

    pub(super) fn note_slack(&mut self, from: usize, to: usize) {
        let known = self.tightest[to];
        if known == 0 || self.slack(self.edge(from, to)) < self.slack(self.edge(known, to)) {
            self.tightest[to] = from;
        }
    }

    pub(super) fn find_tightest(&mut self, to: usize) {
        self.tightest[to] = 0;
        for from in 1..=self.nodes {
            let outer = self.outer[from];
            if self.edge(from, to).weight > Weight::ZERO && outer != to && self.label[outer] == Label::Even {
                self.note_slack(from, to);
            }
        }
    }

    /// Queues the nodes of the graph in a node.
    pub(super) fn enqueue(&mut self, node: usize) {
        if !self.is_blossom(node) {
            self.queue.push_back(node);
            return;
        }
        for part in self.parts[node].clone() {
            self.enqueue(part);
        }
    }

    pub(super) fn set_outer(&mut self, node: usize, outer: usize) {
        self.outer[node] = outer;
        if self.is_blossom(node) {
            for part in self.parts[node].clone() {
                self.set_outer(part, outer);
            }
        }
    }
}
