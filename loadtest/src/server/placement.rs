//! The nodes of players and spectators.

/// The rule by which players and spectators are placed on nodes.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The number of nodes, at least 1.
    pub nodes: usize,
    /// Whether the players and spectators of a game are on one node. Otherwise neighbours are on different nodes.
    pub games_on_one_node: bool,
}

impl Placement {
    /// The node of a member of a game: members 0 and 1 are its players, and further ones its spectators.
    pub fn node_of(self, game: usize, member: usize) -> usize {
        self.rank_of(game, member) % self.nodes
    }

    /// The number that chooses the node of a member among any number of nodes. The members of a game that is on one
    /// node have the same rank; others have consecutive ranks.
    pub fn rank_of(self, game: usize, member: usize) -> usize {
        if self.games_on_one_node { game } else { game + member }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes_of_members(game: usize, placement: Placement) -> Vec<usize> {
        (0..4).map(|member| placement.node_of(game, member)).collect()
    }

    #[test]
    fn the_members_of_a_game_are_on_different_nodes() {
        let placement = Placement { nodes: 3, games_on_one_node: false };
        assert_eq!(nodes_of_members(0, placement), [0, 1, 2, 0]);
        assert_eq!(nodes_of_members(1, placement), [1, 2, 0, 1]);
    }

    #[test]
    fn a_game_can_be_on_one_node() {
        let placement = Placement { nodes: 3, games_on_one_node: true };
        assert_eq!(nodes_of_members(4, placement), [1; 4]);
    }
}
