//! The heaviest matching of a graph, by Edmonds' algorithm of blossoms with dual variables, in `O(n³)`.
//!
//! Nodes that are joined by an odd cycle of tight edges shrink into a *blossom*, a node of its own, until it has to be opened
//! again. Nodes are numbered from 1; 0 means none.

use std::collections::VecDeque;

use crate::weight::Weight;

/// An edge of the graph, or the edge that stands for a blossom's best one.
#[derive(Clone, Copy, Debug)]
struct Edge<const L: usize> {
    from: usize,
    to: usize,
    /// Twice the weight, so that half of a slack is whole; 0 for no edge.
    weight: Weight<L>,
}

/// The place of a node in the trees of alternating paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// It is in no tree.
    Free,
    /// At an even distance from the root: its edges are searched.
    Even,
    /// At an odd distance from the root.
    Odd,
}

/// What a search for an augmenting path has led to.
enum Progress {
    Augmented,
    Searching,
}

struct Search<const L: usize> {
    /// Nodes of the graph.
    nodes: usize,
    /// Nodes and blossoms that have been used.
    used: usize,
    /// Length of a row of `edges` and `inner_of`.
    width: usize,
    edges: Vec<Edge<L>>,
    /// For a blossom and a node of the graph in it: the part of the blossom in which the node is.
    inner_of: Vec<usize>,
    dual: Vec<Weight<L>>,
    /// The node at the other end of the matched edge.
    mate: Vec<usize>,
    /// The node from which the tightest edge comes that leads here from an even one.
    tightest: Vec<usize>,
    /// The outermost blossom around a node.
    outer: Vec<usize>,
    /// The node by whose edge the tree has reached this one.
    parent: Vec<usize>,
    label: Vec<Label>,
    visited: Vec<usize>,
    visit: usize,
    /// The parts of a blossom, around its cycle from its base.
    parts: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

/// The matching of `nodes` nodes, numbered from 0, with the greatest sum of weights. `weight` gives the weight of an edge between
/// a node and a later one, which is above 0; none if they cannot be matched. Returns the mate of each node.
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
    fn new(nodes: usize, weight: impl Fn(usize, usize) -> Option<Weight<L>>) -> Self {
        // A blossom has three parts at least, so there are never more than half as many as nodes.
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
            let place = from * self.width + from;
            self.inner_of[place] = from;
        }
        let heaviest = self.edges.iter().map(|edge| edge.weight).max().unwrap_or(Weight::ZERO);
        self.dual[1..=self.nodes].fill(heaviest.half());
    }

    fn edge(&self, from: usize, to: usize) -> Edge<L> {
        self.edges[from * self.width + to]
    }

    fn edge_mut(&mut self, from: usize, to: usize) -> &mut Edge<L> {
        &mut self.edges[from * self.width + to]
    }

    fn inner(&self, blossom: usize, node: usize) -> usize {
        self.inner_of[blossom * self.width + node]
    }

    /// How far an edge is from being tight.
    fn slack(&self, edge: Edge<L>) -> Weight<L> {
        self.dual[edge.from] + self.dual[edge.to] - edge.weight
    }

    fn is_blossom(&self, node: usize) -> bool {
        node > self.nodes
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.outer[node] == node
    }

    fn outermost(&self) -> impl Iterator<Item = usize> + use<L> {
        let outer = self.outer.clone();
        (1..=self.used).filter(move |node| outer[*node] == *node)
    }

    fn note_slack(&mut self, from: usize, to: usize) {
        let known = self.tightest[to];
        if known == 0 || self.slack(self.edge(from, to)) < self.slack(self.edge(known, to)) {
            self.tightest[to] = from;
        }
    }

    fn find_tightest(&mut self, to: usize) {
        self.tightest[to] = 0;
        for from in 1..=self.nodes {
            let outer = self.outer[from];
            if self.edge(from, to).weight > Weight::ZERO && outer != to && self.label[outer] == Label::Even {
                self.note_slack(from, to);
            }
        }
    }

    /// Queues the nodes of the graph in a node.
    fn enqueue(&mut self, node: usize) {
        if !self.is_blossom(node) {
            self.queue.push_back(node);
            return;
        }
        for part in self.parts[node].clone() {
            self.enqueue(part);
        }
    }

    fn set_outer(&mut self, node: usize, outer: usize) {
        self.outer[node] = outer;
        if self.is_blossom(node) {
            for part in self.parts[node].clone() {
                self.set_outer(part, outer);
            }
        }
    }

    /// The number of steps around a blossom from its base to a part, made even: the cycle turns round if need be.
    fn even_steps(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|it| *it == part).unwrap_or_default();
        if place.is_multiple_of(2) {
            return place;
        }
        parts[1..].reverse();
        parts.len() - place
    }

    fn set_mate(&mut self, node: usize, mate: usize) {
        let edge = self.edge(node, mate);
        self.mate[node] = edge.to;
        if !self.is_blossom(node) {
            return;
        }
        let base = self.inner(node, edge.from);
        let steps = self.even_steps(node, base);
        for step in 0..steps {
            let (one, other) = (self.parts[node][step], self.parts[node][step ^ 1]);
            self.set_mate(one, other);
        }
        self.set_mate(base, mate);
        self.parts[node].rotate_left(steps);
    }

    /// Swaps matched and unmatched edges from a node to the root of its tree.
    fn augment(&mut self, mut node: usize, mut mate: usize) {
        loop {
            let next = self.outer[self.mate[node]];
            self.set_mate(node, mate);
            if next == 0 {
                return;
            }
            let parent = self.parent[next];
            self.set_mate(next, self.outer[parent]);
            (node, mate) = (self.outer[parent], next);
        }
    }

    /// The first node that the ways of two nodes to their roots share; 0 if their trees differ.
    fn common_ancestor(&mut self, mut one: usize, mut other: usize) -> usize {
        self.visit += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.visited[one] == self.visit {
                    return one;
                }
                self.visited[one] = self.visit;
                one = self.outer[self.mate[one]];
                if one != 0 {
                    one = self.outer[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut other);
        }
        0
    }

    /// Adds the nodes on the way from a node up to the base of a new blossom to its parts.
    fn add_parts(&mut self, blossom: usize, mut node: usize, base: usize) {
        while node != base {
            let mate = self.outer[self.mate[node]];
            self.parts[blossom].extend([node, mate]);
            self.enqueue(mate);
            node = self.outer[self.parent[mate]];
        }
    }

    fn add_blossom(&mut self, one: usize, base: usize, other: usize) {
        let unused = (self.nodes + 1..=self.used).find(|it| self.outer[*it] == 0);
        let blossom = unused.unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        self.dual[blossom] = Weight::ZERO;
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[base];
        self.parts[blossom] = vec![base];
        self.add_parts(blossom, one, base);
        self.parts[blossom][1..].reverse();
        self.add_parts(blossom, other, base);
        self.set_outer(blossom, blossom);
        self.take_over_edges(blossom);
        self.find_tightest(blossom);
    }

    /// Gives a blossom the tightest edges of its parts.
    fn take_over_edges(&mut self, blossom: usize) {
        for node in 1..=self.used {
            self.edge_mut(blossom, node).weight = Weight::ZERO;
            self.edge_mut(node, blossom).weight = Weight::ZERO;
        }
        let row = blossom * self.width;
        self.inner_of[row..row + self.width].fill(0);
        for part in self.parts[blossom].clone() {
            for node in 1..=self.used {
                let (known, new) = (self.edge(blossom, node), self.edge(part, node));
                if new.weight > Weight::ZERO
                    && (known.weight == Weight::ZERO || self.slack(new) < self.slack(known))
                {
                    *self.edge_mut(blossom, node) = new;
                    *self.edge_mut(node, blossom) = self.edge(node, part);
                }
            }
            for node in (1..=self.nodes).filter(|node| self.inner(part, *node) != 0).collect::<Vec<_>>() {
                self.inner_of[row + node] = part;
            }
        }
    }

    /// Opens an odd blossom. Its parts between its base and the place where the tree enters stay in the tree.
    fn open_blossom(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.set_outer(part, part);
        }
        let entry = self.inner(blossom, self.edge(blossom, self.parent[blossom]).from);
        let steps = self.even_steps(blossom, entry);
        let parts = std::mem::take(&mut self.parts[blossom]);
        for step in (0..steps).step_by(2) {
            let (odd, even) = (parts[step], parts[step + 1]);
            self.parent[odd] = self.edge(even, odd).from;
            (self.label[odd], self.label[even]) = (Label::Odd, Label::Even);
            self.tightest[odd] = 0;
            self.find_tightest(even);
            self.enqueue(even);
        }
        self.label[entry] = Label::Odd;
        self.parent[entry] = self.parent[blossom];
        for part in &parts[steps + 1..] {
            self.label[*part] = Label::Free;
            self.find_tightest(*part);
        }
        self.outer[blossom] = 0;
    }

    /// Follows a tight edge from an even node: the tree grows, a blossom forms, or two trees meet.
    fn follow(&mut self, edge: Edge<L>) -> Progress {
        let (from, to) = (self.outer[edge.from], self.outer[edge.to]);
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

    /// Changes the dual variables until an edge becomes tight or a blossom can be opened. Returns false if the matching is the
    /// heaviest one.
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
