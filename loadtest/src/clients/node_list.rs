//! The nodes as clients see them: where each listens, and whether it takes connections.

use std::cell::RefCell;
use std::net::SocketAddr;

/// The nodes to which clients connect, as a load balancer knows them.
#[derive(Debug)]
pub struct NodeList {
    nodes: RefCell<Vec<NodeEntry>>,
}

#[derive(Debug)]
struct NodeEntry {
    address: SocketAddr,
    is_in_service: bool,
    /// Clients that have joined their game at this node.
    clients: usize,
}

impl NodeList {
    /// Creates the list of nodes that are all in service.
    pub fn new(addresses: Vec<SocketAddr>) -> Self {
        let entry = |address| NodeEntry { address, is_in_service: true, clients: 0 };
        Self { nodes: RefCell::new(addresses.into_iter().map(entry).collect()) }
    }

    /// The address of a node.
    pub fn address(&self, node: usize) -> SocketAddr {
        self.nodes.borrow()[node].address
    }

    /// Whether clients may connect to the node. The loss of a connection to any other node is expected.
    pub fn is_in_service(&self, node: usize) -> bool {
        self.nodes.borrow()[node].is_in_service
    }

    /// Takes a node out of service, because it stops.
    pub fn remove(&self, node: usize) {
        self.nodes.borrow_mut()[node].is_in_service = false;
    }

    /// Takes a node into service again, at its new address.
    pub fn restore(&self, node: usize, address: SocketAddr) {
        self.nodes.borrow_mut()[node] = NodeEntry { address, is_in_service: true, clients: 0 };
    }

    /// Chooses the next node of a client by its rank: another one than the present node, if there is one in service.
    pub fn choose(&self, rank: usize, present: usize) -> usize {
        let nodes = self.nodes.borrow();
        let is_candidate = |node: &usize| *node != present && nodes[*node].is_in_service;
        let candidates: Vec<usize> = (0..nodes.len()).filter(is_candidate).collect();
        if candidates.is_empty() { present } else { candidates[rank % candidates.len()] }
    }

    /// Counts a client that has joined its game at a node.
    pub fn add_client(&self, node: usize) {
        self.nodes.borrow_mut()[node].clients += 1;
    }

    /// Counts a client that has lost its connection to a node.
    pub fn remove_client(&self, node: usize) {
        let clients = &mut self.nodes.borrow_mut()[node].clients;
        *clients = clients.saturating_sub(1);
    }

    /// The number of clients that have joined their game at a node.
    pub fn client_count(&self, node: usize) -> usize {
        self.nodes.borrow()[node].clients
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn a_client_of_the_only_node_comes_back_to_it() {
        assert_eq!(list(1).choose(7, 0), 0);
    }

    #[test]
    fn clients_of_a_node_are_counted() {
        let nodes = list(2);
        nodes.add_client(1);
        nodes.add_client(1);
        nodes.remove_client(1);
        assert_eq!([0, 1].map(|node| nodes.client_count(node)), [0, 1]);
    }
}
