//! Before anything is measured: players, games, sockets.

use std::iter;
use std::rc::Rc;

use anyhow::{Context, Result};
use fastrand::Rng;
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Credentials, GameId, NewGame, Starts, Text, Token};
use tokio::task::spawn_local;

use crate::args::Games;
use crate::net::api::ApiClient;
use crate::net::socket::Socket;
use crate::players::connection::Player;
use crate::players::participant::{Place, World};
use crate::players::series::Table;
use crate::server::handle::Server;

/// Pairs of players that are set up at a time.
const AT_ONCE: usize = 32;

/// A table, and its first game.
pub type Seated = (GameId, Rc<Table>);

/// A table, and the rules that are played there.
type Laid = (Ruleset, Rc<Table>);

/// Seats players at all tables. The sockets are open and have said hello; the games are still to be arranged.
///
/// # Errors
///
/// Where the server refuses anything.
pub async fn seat_all(world: &Rc<World>, server: &Server, games: &Games) -> Result<Vec<Seated>> {
    let api = ApiClient::new(server.address());
    let mut chance = Rng::with_seed(games.seed);
    let mut tables = lay(games);
    let pairs: Vec<Vec<Laid>> = shares(games.tables(), games.games_per_socket)
        .map(|count| tables.by_ref().take(count as usize).collect())
        .collect();
    if let Some((_, table)) = pairs.iter().flatten().next() {
        // Its times are told apart.
        table.is_watched.set(games.one_watched && games.spectators > 0);
    }
    let seats = pairs.into_iter().map(|tables| seat(world, server, &api, tables, chance.fork()));
    let playing: Vec<_> = stream::iter(seats).buffer_unordered(AT_ONCE).try_collect().await?;
    Ok(playing.concat())
}

/// Tables without end, each for the next rules in turn.
fn lay(games: &Games) -> impl Iterator<Item = Laid> {
    let rules = games.in_turn().iter().copied().enumerate().cycle();
    rules.map(|(section, rules)| (rules, Rc::new(Table::of_two(rules, section))))
}

/// How many tables each pair of players has.
fn shares(tables: u32, most: u32) -> impl Iterator<Item = u32> {
    iter::successors(Some(tables), move |left| Some(left.saturating_sub(most)))
        .take_while(|left| *left > 0)
        .map(move |left| left.min(most))
}

/// Seats two players, who play all their games against each other.
async fn seat(
    world: &Rc<World>,
    server: &Server,
    api: &ApiClient,
    tables: Vec<Laid>,
    mut chance: Rng,
) -> Result<Vec<Seated>> {
    let players = [api.create_player().await?, api.create_player().await?];
    let mut seats = Vec::new();
    for (number, (rules, table)) in tables.into_iter().enumerate() {
        seats.push((begin(api, rules, &players, number).await?, table));
    }
    for (player, mark) in players.iter().zip(['a', 'b']) {
        let socket = connect(server, &player.token).await?;
        let place = |(game, table): &Seated| Place {
            table: Rc::clone(table),
            game: *game,
            mark,
            chance: chance.fork(),
        };
        let places = seats.iter().map(place).collect();
        spawn_local(Player::new(Rc::clone(world), socket, places).run());
    }
    Ok(seats)
}

async fn connect(server: &Server, token: &Token) -> Result<Socket> {
    Socket::connect(server.address(), Some(token)).await.context("a socket could not be opened")
}

/// The first player's game of that number. A player makes each game under an id of its own.
async fn begin(
    api: &ApiClient,
    rules: Ruleset,
    [first, second]: &[Credentials; 2],
    number: usize,
) -> Result<GameId> {
    let new = NewGame {
        id: format!("new{number}").parse()?,
        rules: Text(rules),
        starts: Starts::Me,
        public: false,
        clock: Text::default(),
    };
    let game = api.create_game(&first.token, &new).await?.game;
    api.join_game(&second.token, game).await?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_are_shared_out() {
        assert_eq!(shares(3, 1).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(shares(70, 32).collect::<Vec<_>>(), [32, 32, 6]);
        assert_eq!(shares(64, 32).collect::<Vec<_>>(), [32, 32]);
    }
}
