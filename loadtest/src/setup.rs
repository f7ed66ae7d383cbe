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

/// Seats players at all tables. Their sockets are open and have said hello; games are still to be arranged.
///
/// # Errors
///
/// Where the server refuses anything.
pub async fn seat_all(world: &Rc<World>, server: &Server, games: &Games) -> Result<()> {
    let http = Http::new(server.address());
    let mut chance = Rng::with_seed(games.seed);
    let tables = (0..games.tables()).map(|number| {
        let watched = number == 0 || !games.one_watched;
        let spectators = if watched { games.spectators } else { 0 };
        seat(world, server, &http, games.rules, spectators, chance.fork())
    });
    stream::iter(tables).buffer_unordered(AT_ONCE).try_collect().await
}

async fn seat(
    world: &Rc<World>,
    server: &Server,
    http: &Http,
    rules: Ruleset,
    spectators: u32,
    mut chance: Rng,
) -> Result<()> {
    let (table, first, second) =
        (Rc::new(Table::default()), http.new_player().await?, http.new_player().await?);
    let game = begin(http, rules, [&first, &second]).await?;
    let seated = [(Some(&first.token), 'a'), (Some(&second.token), 'b')];
    let watching = (0..spectators).map(|_| (None, 's'));
    for (token, mark) in seated.into_iter().chain(watching) {
        let socket = connect(server, token).await?;
        let (world, table) = (Rc::clone(world), Rc::clone(&table));
        spawn_local(Player::new(world, table, socket, game, mark, chance.fork()).run());
    }
    Ok(())
}

async fn connect(server: &Server, token: Option<&Token>) -> Result<Socket> {
    Socket::connect(server.address(), token).await.context("a socket could not be opened")
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
