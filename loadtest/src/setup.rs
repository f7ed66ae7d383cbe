//! Before anything is measured: players, games, sockets.

use std::rc::Rc;

use anyhow::{Context, Result};
use fastrand::Rng;
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Credentials, GameId, NewGame, Starts, Text, Token};
use tokio::task::spawn_local;

use crate::args::Games;
use crate::http::Http;
use crate::player::{Player, World};
use crate::server::Server;
use crate::socket::Socket;
use crate::table::Table;

/// Tables that are set up at a time.
const AT_ONCE: usize = 32;

/// Seats players at all tables, and tells their games. The sockets are open and have said hello; the games are still to
/// be arranged.
///
/// # Errors
///
/// Where the server refuses anything.
pub async fn seat_all(world: &Rc<World>, server: &Server, games: &Games) -> Result<Vec<GameId>> {
    let http = Http::new(server.address());
    let mut chance = Rng::with_seed(games.seed);
    let tables = (0..games.tables()).map(|_| seat(world, server, &http, games.rules, chance.fork()));
    stream::iter(tables).buffer_unordered(AT_ONCE).try_collect().await
}

async fn seat(
    world: &Rc<World>,
    server: &Server,
    http: &Http,
    rules: Ruleset,
    mut chance: Rng,
) -> Result<GameId> {
    let (table, first, second) =
        (Rc::new(Table::default()), http.new_player().await?, http.new_player().await?);
    let game = begin(http, rules, [&first, &second]).await?;
    for (token, mark) in [(&first.token, 'a'), (&second.token, 'b')] {
        let socket = connect(server, token).await?;
        let (world, table) = (Rc::clone(world), Rc::clone(&table));
        spawn_local(Player::new(world, table, socket, game, mark, chance.fork()).run());
    }
    Ok(game)
}

async fn connect(server: &Server, token: &Token) -> Result<Socket> {
    Socket::connect(server.address(), Some(token)).await.context("a socket could not be opened")
}

async fn begin(http: &Http, rules: Ruleset, [first, second]: [&Credentials; 2]) -> Result<GameId> {
    let new = NewGame {
        id: "new".parse()?,
        rules: Text(rules),
        starts: Starts::Me,
        public: false,
        clock: Text::default(),
    };
    let game = http.create(&first.token, &new).await?.game;
    http.join(&second.token, game).await?;
    Ok(game)
}
