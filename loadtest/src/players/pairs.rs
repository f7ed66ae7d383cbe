//! The creation of pairs of players and their games over HTTP.

use anyhow::Result;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{FirstTurn, GameId, NewGame, Text, TimeControl, Token};

use crate::net::api::ApiClient;
use crate::server::cluster::Cluster;
use crate::server::placement::Placement;

/// Creates players and games, each player at its own node.
#[derive(Debug)]
pub struct PairCreator {
    /// The HTTP client of each node.
    apis: Vec<ApiClient>,
    placement: Placement,
    clock: TimeControl,
}

/// A player of a pair.
#[derive(Debug)]
pub struct PairPlayer {
    /// The player's token.
    pub token: Token,
    /// The node to which the player connects.
    pub node: usize,
    /// The prefix of command ids. It differs from the opponent's.
    pub id_prefix: char,
}

impl PairCreator {
    /// Makes a creator of players on the nodes, and of games with this time control.
    pub fn new(cluster: &Cluster, clock: TimeControl) -> Self {
        Self { apis: cluster.api_clients(), placement: cluster.placement(), clock }
    }

    /// Creates the players of the pair with this number.
    ///
    /// # Errors
    ///
    /// If a server refuses the request or does not answer.
    pub async fn create_pair(&self, pair: usize) -> Result<[PairPlayer; 2]> {
        Ok([self.create_member(pair, 0, 'a').await?, self.create_member(pair, 1, 'b').await?])
    }

    async fn create_member(&self, pair: usize, member: usize, id_prefix: char) -> Result<PairPlayer> {
        let node = self.placement.node_of(pair, member);
        let token = self.apis[node].create_player().await?.token;
        Ok(PairPlayer { token, node, id_prefix })
    }

    /// Creates a game with both players seated. `number` differs for each new game of a pair, as its command id must.
    ///
    /// # Errors
    ///
    /// If a server refuses the request or does not answer.
    pub async fn create_seated_game(
        &self,
        rules: Ruleset,
        [first, second]: &[PairPlayer; 2],
        number: usize,
    ) -> Result<GameId> {
        let new = NewGame {
            id: format!("new{number}").parse()?,
            rules: Text(rules),
            starts: FirstTurn::Me,
            public: false,
            rated: false,
            clock: Text(self.clock),
            opponent: None,
            open_for: None,
        };
        let game = self.apis[first.node].create_game(&first.token, &new).await?.game;
        self.apis[second.node].join_game(&second.token, game).await?;
        Ok(game)
    }
}
