//! The heaviest matching of a graph, by Edmonds' algorithm of blossoms with dual variables, in `O(n³)`.
//!
//! Nodes that are joined by an odd cycle of tight edges shrink into a *blossom*, a node of its own, until it has to be
//! opened again. Nodes are numbered from 1; 0 means none.

mod blossoms;
mod search;

use search::{Edge, Label, Search};

use crate::weight::Weight;

/// What a search for an augmenting path has led to.
enum Progress {
    Augmented,
    Searching,
}

/// The matching of `nodes` nodes, numbered from 0, with the greatest sum of weights. `weight` gives the weight of an
/// edge between a node and a later one, which is above 0; none if they cannot be matched. Returns the mate of each
/// node.
///
/// Each level of a weight is at most 2^40.
pub fn heaviest_matching<const L: usize>(
    nodes: usize,
    weight: impl Fn(usize, usize) -> Option<Weight<L>>,
) -> Vec<Option<usize>> {
    let mut search = Search::new(nodes, weight);
    while search.augment_once() {}
    (1..=nodes).map(|node| search.mate[node].checked_sub(1)).collect()
}

impl<const L: usize> Search<L> {
    /// Follows a tight edge from an even node: the tree grows, a blossom forms, or two trees meet.
    fn follow(&mut self, edge: Edge<L>) -> Progress {
        let from = self.outer[edge.from];
        let to = self.outer[edge.to];
        match self.label[to] {
            Label::Free => {
                self.parent[to] = edge.from;
                self.label[to] = Label::Odd;
                let next = self.outer[self.mate[to]];
                self.tightest[to] = 0;
                self.tightest[next] = 0;
                self.label[next] = Label::Even;
                self.enqueue(next);
            }
            Label::Even => {
                let base = self.common_ancestor(from, to);
                if base == 0 {
                    self.augment(from, to);
                    self.augment(to, from);
                    return Progress::Augmented;
                }
                self.add_blossom(from, base, to);
            }
            Label::Odd => {}
        }
        Progress::Searching
    }

    /// Finds a path that makes the matching heavier and larger by one edge. Returns whether there is one.
    fn augment_once(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.tightest.fill(0);
        self.queue.clear();
        for node in self.outermost().filter(|node| self.mate[*node] == 0).collect::<Vec<_>>() {
            self.parent[node] = 0;
            self.label[node] = Label::Even;
            self.enqueue(node);
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if matches!(self.search_queue(), Progress::Augmented) {
                return true;
            }
            if !self.change_duals() {
                return false;
            }
            if matches!(self.follow_tight_edges(), Progress::Augmented) {
                return true;
            }
            self.open_blossoms();
        }
    }

    fn search_queue(&mut self) -> Progress {
        while let Some(from) = self.queue.pop_front() {
            if self.label[self.outer[from]] == Label::Odd {
                continue;
            }
            for to in 1..=self.nodes {
                let edge = self.edge(from, to);
                if edge.weight == Weight::ZERO || self.outer[from] == self.outer[to] {
                    continue;
                }
                if self.slack(edge) > Weight::ZERO {
                    self.note_slack(from, self.outer[to]);
                } else if matches!(self.follow(edge), Progress::Augmented) {
                    return Progress::Augmented;
                }
            }
        }
        Progress::Searching
    }

    /// Changes the dual variables until an edge becomes tight or a blossom can be opened. Returns false if the matching
    /// is the heaviest one.
    fn change_duals(&mut self) -> bool {
        let change = self.largest_change();
        let is_last = |search: &Self, node: usize| {
            search.label[search.outer[node]] == Label::Even && search.dual[node] <= change
        };
        if (1..=self.nodes).any(|node| is_last(self, node)) {
            return false;
        }
        for node in 1..=self.nodes {
            self.dual[node] = match self.label[self.outer[node]] {
                Label::Free => self.dual[node],
                Label::Even => self.dual[node] - change,
                Label::Odd => self.dual[node] + change,
            };
        }
        for blossom in self.nodes + 1..=self.used {
            if !self.is_outermost(blossom) {
                continue;
            }
            self.dual[blossom] = match self.label[blossom] {
                Label::Free => self.dual[blossom],
                Label::Even => self.dual[blossom] + change.double(),
                Label::Odd => self.dual[blossom] - change.double(),
            };
        }
        true
    }

    fn largest_change(&self) -> Weight<L> {
        let of_blossoms = (self.nodes + 1..=self.used)
            .filter(|blossom| self.is_outermost(*blossom) && self.label[*blossom] == Label::Odd)
            .map(|blossom| self.dual[blossom].half());
        let of_edges = self.outermost().filter(|node| self.tightest[*node] != 0).filter_map(|node| {
            let slack = self.slack(self.edge(self.tightest[node], node));
            match self.label[node] {
                Label::Free => Some(slack),
                Label::Even => Some(slack.half()),
                Label::Odd => None,
            }
        });
        of_blossoms.chain(of_edges).min().unwrap_or(Weight::INFINITE)
    }

    fn follow_tight_edges(&mut self) -> Progress {
        self.queue.clear();
        for node in 1..=self.used {
            let from = self.tightest[node];
            if !self.is_outermost(node) || from == 0 || self.outer[from] == node {
                continue;
            }
            let edge = self.edge(from, node);
            if self.slack(edge) == Weight::ZERO && matches!(self.follow(edge), Progress::Augmented) {
                return Progress::Augmented;
            }
        }
        Progress::Searching
    }

    fn open_blossoms(&mut self) {
        for blossom in self.nodes + 1..=self.used {
            if self.is_outermost(blossom)
                && self.label[blossom] == Label::Odd
                && self.dual[blossom] == Weight::ZERO
            {
                self.open_blossom(blossom);
            }
        }
    }
}
