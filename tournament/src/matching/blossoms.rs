//! Blossoms: how they form and open, and how a path through them changes the matching.

use super::search::{Label, Search};
use crate::weight::Weight;

impl<const L: usize> Search<L> {
    /// The number of steps around a blossom from its base to a part, made even: the cycle turns round if need be.
    fn even_steps(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let index = parts.iter().position(|it| *it == part).unwrap_or_default();
        if index.is_multiple_of(2) {
            return index;
        }
        parts[1..].reverse();
        parts.len() - index
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
            let one = self.parts[node][step];
            let other = self.parts[node][step ^ 1];
            self.set_mate(one, other);
        }
        self.set_mate(base, mate);
        self.parts[node].rotate_left(steps);
    }

    /// Swaps matched and unmatched edges from a node to the root of its tree.
    pub(super) fn augment(&mut self, mut node: usize, mut mate: usize) {
        loop {
            let next = self.outer[self.mate[node]];
            self.set_mate(node, mate);
            if next == 0 {
                return;
            }
            let parent = self.parent[next];
            self.set_mate(next, self.outer[parent]);
            node = self.outer[parent];
            mate = next;
        }
    }

    /// The first node that the ways of two nodes to their roots share; 0 if their trees differ.
    pub(super) fn common_ancestor(&mut self, mut one: usize, mut other: usize) -> usize {
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

    pub(super) fn add_blossom(&mut self, one: usize, base: usize, other: usize) {
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
                let known = self.edge(blossom, node);
                let new = self.edge(part, node);
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

    /// Opens an odd blossom. Its parts between its base and the part where the tree enters stay in the tree.
    pub(super) fn open_blossom(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.set_outer(part, part);
        }
        let entry = self.inner(blossom, self.edge(blossom, self.parent[blossom]).from);
        let steps = self.even_steps(blossom, entry);
        let parts = std::mem::take(&mut self.parts[blossom]);
        for step in (0..steps).step_by(2) {
            let odd = parts[step];
            let even = parts[step + 1];
            self.parent[odd] = self.edge(even, odd).from;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
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
}
