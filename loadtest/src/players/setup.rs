//! The setup before the measurement: players, games and connections.

use std::iter;
use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result};
use fastrand::Rng;
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{GameId, TimeControl};
use tokio::task::spawn_local;

use crate::args::LoadOptions;
use crate::net::socket::Socket;
use crate::players::connection::PlayerConnection;
use crate::players::pairs::{PairCreator, PairPlayer};
use crate::players::participant::Assignment;
use crate::players::run_state::RunState;
use crate::players::series::GameSeries;
use crate::server::cluster::Cluster;

/// Pairs of players that are set up concurrently.
const CONCURRENT_SETUPS: usize = 32;

/// A series and its first game.
#[derive(Clone, Debug)]
pub struct FirstGame {
    /// The game.
    pub id: GameId,
    /// The number of its pair of players.
    pub pair: usize,
    /// The series.
    pub series: Rc<GameSeries>,
}

/// A series and the rules of its games.
type PlannedSeries = (Ruleset, Rc<GameSeries>);

/// Creates all players and their first games, and connects the players. The games are not arranged yet.
///
/// # Errors
///
/// If the server refuses a request or a connection.
pub async fn set_up(run: &Rc<RunState>, cluster: &Cluster, options: &LoadOptions) -> Result<Vec<FirstGame>> {
    let creator = PairCreator::new(cluster, TimeControl::None);
    let setup = Setup { run, addresses: cluster.addresses(), creator };
    let mut rng = Rng::with_seed(options.seed);
    let pairs = plan_pairs(options);
    let pairs = pairs.into_iter().enumerate();
    let pairs = pairs.map(|(number, all_series)| setup.set_up_pair(number, all_series, rng.fork()));
    let games: Vec<_> = stream::iter(pairs).buffer_unordered(CONCURRENT_SETUPS).try_collect().await?;
    Ok(games.concat())
}

/// Plans the series of each pair of players.
fn plan_pairs(options: &LoadOptions) -> Vec<Vec<PlannedSeries>> {
    let mut all_series = plan_series(options);
    series_per_pair(options.series_count(), options.games_per_socket)
        .map(|count| all_series.by_ref().take(count as usize).collect())
        .collect()
}

/// Plans series with the rules in turn. The iterator has no end.
fn plan_series(options: &LoadOptions) -> impl Iterator<Item = PlannedSeries> {
    let has_watched = options.one_watched && options.spectators > 0;
    let rules = options.used_rules().iter().copied().enumerate().cycle();
    rules.enumerate().map(move |(number, (group, rules))| {
        let is_watched = has_watched && number == 0;
        (rules, Rc::new(GameSeries::new(rules, group, is_watched)))
    })
}

/// The number of series of each pair of players.
fn series_per_pair(total: u32, max: u32) -> impl Iterator<Item = u32> {
    iter::successors(Some(total), move |left| Some(left.saturating_sub(max)))
        .take_while(|left| *left > 0)
        .map(move |left| left.min(max))
}

struct Setup<'a> {
    run: &'a Rc<RunState>,
    /// The address of each node.
    addresses: Vec<SocketAddr>,
    creator: PairCreator,
}

impl Setup<'_> {
    /// Creates two players, who play all their games against each other.
    async fn set_up_pair(
        &self,
        pair: usize,
        all_series: Vec<PlannedSeries>,
        mut rng: Rng,
    ) -> Result<Vec<FirstGame>> {
        let players = self.creator.create_pair(pair).await?;
        let mut games = Vec::new();
        for (number, (rules, series)) in all_series.into_iter().enumerate() {
            let id = self.creator.create_seated_game(rules, &players, number).await?;
            games.push(FirstGame { id, pair, series });
        }
        for player in &players {
            self.connect(player, &games, &mut rng).await?;
        }
        Ok(games)
    }

    async fn connect(&self, player: &PairPlayer, games: &[FirstGame], rng: &mut Rng) -> Result<()> {
        let socket = Socket::connect(self.addresses[player.node], Some(&player.token)).await;
        let socket = socket.context("cannot open a socket")?;
        let assignment = |game: &FirstGame| Assignment {
            series: Rc::clone(&game.series),
            game: game.id,
            id_prefix: player.id_prefix,
            rng: rng.fork(),
        };
        let assignments = games.iter().map(assignment).collect();
        spawn_local(PlayerConnection::new(Rc::clone(self.run), socket, assignments).run());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_series_are_divided_among_pairs() {
        assert_eq!(series_per_pair(3, 1).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(series_per_pair(70, 32).collect::<Vec<_>>(), [32, 32, 6]);
        assert_eq!(series_per_pair(64, 32).collect::<Vec<_>>(), [32, 32]);
    }
}
