//! `ikibuguzo` without a subcommand: the lobby on the full screen.

use std::env;
use std::io::{IsTerminal, stdin, stdout};

use anyhow::Result;
use ikibuguzo_protocol::GameId;
use tokio::runtime::Builder;
use tokio::task::spawn_blocking;

use crate::args::play_options::PlayOptions;
use crate::commands::play;
use crate::commands::watch_wall::show_wall;
use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, error_text};
use crate::full_screen::FullScreen;
use crate::full_screen::lobby::{Lobby, LobbyEnd};
use crate::full_screen::lobby_requests::LobbyRequests;
use crate::identity::player::Identity;
use crate::identity::store::IdentityStore;
use crate::live_game::game_host::ServerHost;
use crate::live_game::stopping::until_stopped;
use crate::live_game::{Preferences, run_on_screen};

/// Whether this terminal can show the lobby.
pub fn is_possible() -> bool {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    is_terminal && env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// Shows the lobby, and the games that the user chooses there, until the user leaves.
///
/// # Errors
///
/// If the terminal cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, preferences: Preferences) -> Result<Exit> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let visit = async {
        let Preferences { table, has_bell, has_notices } = preferences;
        let screen = FullScreen::open(table, has_bell, has_notices)?;
        let requests = LobbyRequests::new(api, players);
        LobbyVisit { api: api.clone(), players: players.clone(), requests, screen }.run().await
    };
    let result = runtime.block_on(visit);
    // A request may still be running on a thread; do not wait for it.
    runtime.shutdown_background();
    result
}

/// The lobby, with what its choices need.
struct LobbyVisit {
    api: ApiClient,
    players: IdentityStore,
    requests: LobbyRequests,
    screen: FullScreen,
}

impl LobbyVisit {
    async fn run(mut self) -> Result<Exit> {
        let mut lobby = self.screen.lobby();
        let mut message = None;
        loop {
            let end = match self.choose(&mut lobby, message).await? {
                Ok(end) => end,
                Err(exit) => return Ok(exit),
            };
            let done = match end {
                LobbyEnd::Leave => return Ok(Exit::Done),
                LobbyEnd::Interrupt => return Ok(Exit::Interrupted),
                LobbyEnd::Join(game) => self.join(game).await,
                LobbyEnd::Create(options) => self.create(options).await,
                LobbyEnd::Watch(games) => self.watch(&games).await,
            };
            message = match done {
                Ok(Exit::Done) => None,
                Ok(exit) => return Ok(exit),
                // The lobby stays; it ends only if the terminal is gone.
                Err(error) => Some(error_text(&error, false)),
            };
        }
    }

    async fn choose(&mut self, lobby: &mut Lobby, message: Option<String>) -> Result<Result<LobbyEnd, Exit>> {
        let chosen = self.screen.run_lobby(lobby, &self.requests, message);
        until_stopped(async { chosen.await.map(Some) }).await
    }

    async fn join(&mut self, game: GameId) -> Result<Exit> {
        let api = self.api.clone();
        let players = self.players.clone();
        self.play(Vec::new(), move || play::join(&api, &players, game, None)).await
    }

    async fn create(&mut self, options: Box<PlayOptions>) -> Result<Exit> {
        let api = self.api.clone();
        let players = self.players.clone();
        let is_open = options.opponent.is_none();
        let link = move |game| format!("Invite somebody: {}", api.server().game_url(game));
        let api = self.api.clone();
        let create = move || play::create(&api, &players, &options);
        self.play_with(create, move |game| is_open.then(|| link(game)).into_iter().collect()).await
    }

    async fn play(
        &mut self,
        sentences: Vec<String>,
        take_seat: impl FnOnce() -> Result<(Identity, GameId)> + Send + 'static,
    ) -> Result<Exit> {
        self.play_with(take_seat, |_| sentences).await
    }

    /// Takes a seat, which blocks, and plays. `greeting`: what is said at the table first.
    async fn play_with(
        &mut self,
        take_seat: impl FnOnce() -> Result<(Identity, GameId)> + Send + 'static,
        greeting: impl FnOnce(GameId) -> Vec<String>,
    ) -> Result<Exit> {
        let seated = self.screen.wait_for("Taking a seat …", spawn_blocking(take_seat)).await?;
        let (identity, game) = match seated {
            Ok(seated) => seated??,
            Err(exit) => return Ok(exit),
        };
        let mut host = ServerHost::new(&self.api, Some(&identity.token));
        let played = run_on_screen(&mut host, game, &mut self.screen, greeting(game)).await;
        played.map_err(|error| identity.explain(error))
    }

    async fn watch(&mut self, games: &[GameId]) -> Result<Exit> {
        match games {
            [game] => {
                let mut host = ServerHost::new(&self.api, None);
                run_on_screen(&mut host, *game, &mut self.screen, Vec::new()).await
            }
            games => show_wall(&self.api, games, &mut self.screen).await,
        }
    }
}
