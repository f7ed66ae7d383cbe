//! The nodes as clients see them: the address of each, and whether it takes connections.

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The nodes to which clients connect, as a load balancer knows them. The threads of the clients share it.
#[derive(Debug)]
pub struct NodeList {
    nodes: Mutex<Vec<NodeEntry>>,
}

#[derive(Debug)]
struct NodeEntry {
    address: SocketAddr,
    is_in_service: bool,
    killed_at: Option<Instant>,
    /// Clients that have joined their game at this node.
    clients: usize,
}

impl NodeList {
    /// Creates the list of nodes that are all in service.
    pub fn new(addresses: Vec<SocketAddr>) -> Self {
        Self { nodes: Mutex::new(addresses.into_iter().map(NodeEntry::in_service).collect()) }
    }

    /// No code panics while it holds the lock, so the list is correct even after a thread has panicked.
    fn lock(&self) -> MutexGuard<'_, Vec<NodeEntry>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of a node.
    pub fn address(&self, node: usize) -> SocketAddr {
        self.lock()[node].address
    }

    /// Whether clients may connect to the node.
    pub fn is_in_service(&self, node: usize) -> bool {
        self.lock()[node].is_in_service
    }

    /// Whether the node that listened on this address is in service. Otherwise the loss of a connection to it is
    /// expected.
    pub fn is_still_in_service(&self, node: usize, address: SocketAddr) -> bool {
        let entry = &self.lock()[node];
        entry.is_in_service && entry.address == address
    }

    /// Takes a node out of service, because it stops.
    pub fn remove(&self, node: usize) {
        self.lock()[node].is_in_service = false;
    }

    /// Takes a node out of service, because it is killed now.
    pub fn remove_killed(&self, node: usize, now: Instant) {
        let entry = &mut self.lock()[node];
        entry.is_in_service = false;
        entry.killed_at = Some(now);
    }

    /// When a client lost its connection to a node, if it notices the loss now: the time at which the node was killed,
    /// or else now.
    pub fn lost_at(&self, node: usize, now: Instant) -> Instant {
        self.lock()[node].killed_at.unwrap_or(now)
    }

    /// Takes a node into service again, at its new address.
    pub fn restore(&self, node: usize, address: SocketAddr) {
        self.lock()[node] = NodeEntry::in_service(address);
    }

    /// Chooses the next node of a client by its rank: a different node than the current one, if there is one in
    /// service.
    pub fn choose(&self, rank: usize, present: usize) -> usize {
        let nodes = self.lock();
        let is_candidate = |node: &usize| *node != present && nodes[*node].is_in_service;
        let candidates: Vec<usize> = (0..nodes.len()).filter(is_candidate).collect();
        if candidates.is_empty() { present } else { candidates[rank % candidates.len()] }
    }

    /// Counts a client that has joined its game at a node.
    pub fn add_client(&self, node: usize) {
        self.lock()[node].clients += 1;
    }

    /// Counts a client that has lost its connection to the node that listened on this address.
    pub fn remove_client(&self, node: usize, address: SocketAddr) {
        let entry = &mut self.lock()[node];
        if entry.address == address {
            entry.clients = entry.clients.saturating_sub(1);
        }
    }

    /// The number of clients that have joined their game at a node.
    pub fn client_count(&self, node: usize) -> usize {
        self.lock()[node].clients
    }

    /// The number of clients that have joined their game at any node in service.
    pub fn joined_clients(&self) -> usize {
        self.lock().iter().filter(|node| node.is_in_service).map(|node| node.clients).sum()
    }
}

impl NodeEntry {
    fn in_service(address: SocketAddr) -> Self {
        Self { address, is_in_service: true, killed_at: None, clients: 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock;

    fn list(nodes: u16) -> NodeList {
        NodeList::new((1..=nodes).map(|port| SocketAddr::from(([127, 0, 0, 1], port))).collect())
    }

    #[test]
    fn clients_of_a_stopped_node_are_divided_among_the_others() {
        let nodes = list(3);
        nodes.remove(1);
        assert_eq!([0, 1, 2, 3].map(|rank| nodes.choose(rank, 1)), [0, 2, 0, 2]);
        nodes.restore(1, SocketAddr::from(([127, 0, 0, 1], 9)));
        assert_eq!([0, 1].map(|rank| nodes.choose(rank, 2)), [0, 1]);
        assert_eq!(nodes.address(1).port(), 9);
        assert!(
            nodes.is_in_service(1) && !nodes.is_still_in_service(1, SocketAddr::from(([127, 0, 0, 1], 2)))
        );
    }

    #[test]
    fn a_client_of_the_only_node_comes_back_to_it() {
        assert_eq!(list(1).choose(7, 0), 0);
    }

    #[test]
    fn the_loss_of_a_killed_node_counts_from_the_kill() {
        let nodes = list(2);
        let now = clock::now();
        let later = now + Duration::from_millis(7);
        assert_eq!(nodes.lost_at(0, later), later);
        nodes.remove_killed(0, now);
        assert_eq!((nodes.lost_at(0, later), nodes.is_in_service(0)), (now, false));
    }

    #[test]
    fn clients_of_a_node_are_counted() {
        let nodes = list(2);
        nodes.add_client(1);
        nodes.add_client(1);
        nodes.remove_client(1, nodes.address(1));
        nodes.remove_client(1, SocketAddr::from(([127, 0, 0, 1], 99)));
        nodes.add_client(0);
        assert_eq!([0, 1].map(|node| nodes.client_count(node)), [1, 1]);
        assert_eq!(nodes.joined_clients(), 2);
        nodes.remove(0);
        assert_eq!(nodes.joined_clients(), 1);
    }
}
