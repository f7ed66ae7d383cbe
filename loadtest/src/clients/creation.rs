//! The creation of reconnecting clients: pairs of players, and spectators of their games.

use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use fastrand::Rng;
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_protocol::{GameId, TimeControl};
use tokio::task::spawn_local;
use tokio::time::timeout;

use crate::args::PacedOptions;
use crate::clients::followed_game::{FollowedGame, FollowedPair};
use crate::clients::pace::GamePace;
use crate::clients::reconnecting_client::{ClientIdentity, ReconnectingClient};
use crate::clients::shared_state::ClientsState;
use crate::players::pairs::{PairCreator, PairPlayer};
use crate::players::series::GameSeries;
use crate::server::cluster::Cluster;
use crate::server::placement::Placement;

/// Pairs of players that are created concurrently.
const CONCURRENT_CREATIONS: usize = 32;

/// Clients that connect concurrently.
const MAX_CONNECTING_CLIENTS: u64 = 64;

/// The longest time until a client has connected and joined its game.
const JOIN_TIMEOUT: Duration = Duration::from_secs(30);

/// A pair of players and their first game.
struct CreatedPair {
    number: usize,
    players: [PairPlayer; 2],
    game: GameId,
}

/// Creates the clients one after the other.
struct ClientCreator<'a> {
    run: &'a Rc<ClientsState>,
    options: &'a PacedOptions,
    placement: Placement,
    rng: Rng,
    created: u64,
}

/// Creates all players and their games, and waits until all players have joined. Returns the first games, by the number
/// of their pair.
///
/// # Errors
///
/// If a server refuses a request, or a player cannot connect.
pub async fn create_players(
    run: &Rc<ClientsState>,
    cluster: &Cluster,
    options: &PacedOptions,
    clock: TimeControl,
) -> Result<Vec<GameId>> {
    let pairs = create_pairs(&PairCreator::new(cluster, clock), options).await?;
    let mut creator = ClientCreator::new(run, options, cluster.placement());
    for pair in &pairs {
        creator.add_players(pair).await?;
    }
    creator.wait_for_joins(0).await?;
    Ok(pairs.iter().map(|pair| pair.game).collect())
}

/// Creates the spectators of the games in turn, and waits until all have joined.
///
/// # Errors
///
/// If a spectator cannot connect.
pub async fn create_spectators(
    run: &Rc<ClientsState>,
    placement: Placement,
    options: &PacedOptions,
    games: &[GameId],
) -> Result<()> {
    let mut creator = ClientCreator::new(run, options, placement);
    for number in 0..options.idle_sockets as usize {
        let pair = number % games.len();
        creator.add_spectator(pair, games[pair], number / games.len()).await?;
    }
    creator.wait_for_joins(0).await
}

async fn create_pairs(creator: &PairCreator, options: &PacedOptions) -> Result<Vec<CreatedPair>> {
    let pairs = (0..options.games as usize).map(async |number| {
        let players = creator.create_pair(number).await?;
        let rules = options.rules[number % options.rules.len()];
        let game = creator.create_seated_game(rules, &players, 0).await?;
        anyhow::Ok(CreatedPair { number, players, game })
    });
    stream::iter(pairs).buffered(CONCURRENT_CREATIONS).try_collect().await
}

impl<'a> ClientCreator<'a> {
    fn new(run: &'a Rc<ClientsState>, options: &'a PacedOptions, placement: Placement) -> Self {
        Self { run, options, placement, rng: Rng::with_seed(options.seed), created: 0 }
    }

    async fn add_players(&mut self, pair: &CreatedPair) -> Result<()> {
        let PacedOptions { games, rate, rules, .. } = self.options;
        let pace = Rc::new(GamePace::new(u32::try_from(pair.number)?, *games, *rate));
        let series = Rc::new(GameSeries::new(rules[pair.number % rules.len()], 0, false));
        for (member, player) in pair.players.iter().enumerate() {
            let followed = FollowedPair {
                game: pair.game,
                series: Rc::clone(&series),
                pace: Rc::clone(&pace),
                id_prefix: player.id_prefix,
                rng: self.rng.fork(),
            };
            let identity =
                ClientIdentity { token: Some(player.token.clone()), ..self.identify(pair.number, member) };
            self.add(identity, followed).await?;
        }
        Ok(())
    }

    /// Adds the spectator with this number among those of the pair's games.
    async fn add_spectator(&mut self, pair: usize, game: GameId, number: usize) -> Result<()> {
        let series = Rc::new(GameSeries::default());
        let rng = self.rng.fork();
        let pace = Rc::new(GamePace::new(0, 1, 1));
        let followed = FollowedPair { game, series, pace, id_prefix: 's', rng };
        // Members 0 and 1 are the players.
        self.add(self.identify(pair, 2 + number), followed).await
    }

    fn identify(&self, pair: usize, member: usize) -> ClientIdentity {
        let node = self.placement.node_of(pair, member);
        let rank = self.placement.rank_of(pair, member);
        ClientIdentity { token: None, node, rank }
    }

    async fn add(&mut self, identity: ClientIdentity, followed: FollowedPair) -> Result<()> {
        let game = FollowedGame::new(Rc::clone(self.run), followed);
        spawn_local(ReconnectingClient::new(Rc::clone(self.run), identity, game, self.rng.fork()).run());
        self.created += 1;
        self.wait_for_joins(MAX_CONNECTING_CLIENTS).await
    }

    /// Waits until at most `left` clients have not joined their game.
    async fn wait_for_joins(&self, left: u64) -> Result<()> {
        while self.run.stats.counts().clients + left < self.created {
            let joined = timeout(JOIN_TIMEOUT, self.run.stats.wait_for_join()).await;
            joined.with_context(|| format!("a client could not join its game within {JOIN_TIMEOUT:?}"))?;
        }
        Ok(())
    }
}
