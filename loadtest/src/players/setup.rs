//! The setup before the measurement: players, games and connections.

use std::iter;
use std::rc::Rc;

use anyhow::{Context, Result};
use fastrand::Rng;
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Credentials, FirstTurn, GameId, NewGame, Text, Token};
use tokio::task::spawn_local;

use crate::args::LoadOptions;
use crate::net::api::ApiClient;
use crate::net::socket::Socket;
use crate::players::connection::PlayerConnection;
use crate::players::participant::Assignment;
use crate::players::run_state::RunState;
use crate::players::series::GameSeries;
use crate::server::handle::Server;

/// Pairs of players that are set up concurrently.
const CONCURRENT_PAIRS: usize = 32;

/// A series and its first game.
#[derive(Clone, Debug)]
pub struct FirstGame {
    /// The game.
    pub id: GameId,
    /// The series.
    pub series: Rc<GameSeries>,
}

/// A series and the rules of its games.
type PlannedSeries = (Ruleset, Rc<GameSeries>);

/// Creates all players and their first games, and connects the players. The games are not arranged yet.
///
/// # Errors
///
/// The server refuses a request or a connection.
pub async fn set_up(run: &Rc<RunState>, server: &Server, options: &LoadOptions) -> Result<Vec<FirstGame>> {
    let setup = Setup { run, server, api: ApiClient::new(server.address()) };
    let mut rng = Rng::with_seed(options.seed);
    let pairs = plan_pairs(options);
    let pairs = pairs.into_iter().map(|all_series| setup.set_up_pair(all_series, rng.fork()));
    let games: Vec<_> = stream::iter(pairs).buffer_unordered(CONCURRENT_PAIRS).try_collect().await?;
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
    server: &'a Server,
    api: ApiClient,
}

impl Setup<'_> {
    /// Creates two players, who play all their games against each other.
    async fn set_up_pair(&self, all_series: Vec<PlannedSeries>, mut rng: Rng) -> Result<Vec<FirstGame>> {
        let players = [self.api.create_player().await?, self.api.create_player().await?];
        let mut games = Vec::new();
        for (number, (rules, series)) in all_series.into_iter().enumerate() {
            let id = self.create_game(rules, &players, number).await?;
            games.push(FirstGame { id, series });
        }
        for (player, id_prefix) in players.iter().zip(['a', 'b']) {
            self.connect(&player.token, id_prefix, &games, &mut rng).await?;
        }
        Ok(games)
    }

    /// Creates a game with both players seated. The command id of each new game of a player must differ.
    async fn create_game(
        &self,
        rules: Ruleset,
        [first, second]: &[Credentials; 2],
        number: usize,
    ) -> Result<GameId> {
        let new = NewGame {
            id: format!("new{number}").parse()?,
            rules: Text(rules),
            starts: FirstTurn::Me,
            public: false,
            clock: Text::default(),
        };
        let game = self.api.create_game(&first.token, &new).await?.game;
        self.api.join_game(&second.token, game).await?;
        Ok(game)
    }

    async fn connect(
        &self,
        token: &Token,
        id_prefix: char,
        games: &[FirstGame],
        rng: &mut Rng,
    ) -> Result<()> {
        let socket = Socket::connect(self.server.address(), Some(token)).await;
        let socket = socket.context("cannot open a socket")?;
        let assignment = |FirstGame { id, series }: &FirstGame| Assignment {
            series: Rc::clone(series),
            game: *id,
            id_prefix,
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
