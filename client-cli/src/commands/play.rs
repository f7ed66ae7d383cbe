//! `play`: takes a seat in a new or an existing game, and plays.

use std::io::{self, Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{ErrorCode, GameId, NewGame, Opponent, State, Text};

use crate::args::play_options::PlayOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::identity::player::Identity;
use crate::identity::store::IdentityStore;
use crate::live_game::game_host::ServerHost;
use crate::live_game::{self, Mode};
use crate::system::new_command_id;

/// Takes a seat and plays until the game is over or the user quits.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, options: &PlayOptions, mode: Mode) -> Result<Exit> {
    let (identity, game) = match &options.game {
        Some(game) => join(api, players, game.id, options.player)?,
        None => create(api, players, options)?,
    };
    if !matches!(mode, Mode::Json) {
        write_greeting(api, &identity, game, options)?;
    }
    let mut host = ServerHost::new(api, Some(&identity.token));
    live_game::run(&mut host, game, mode).map_err(|error| identity.explain(error))
}

/// Takes the free seat of a game, or returns to the player's own one, as the player with this number or as any that
/// can.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn join(
    api: &ApiClient,
    players: &IdentityStore,
    game: GameId,
    number: Option<u32>,
) -> Result<(Identity, GameId)> {
    let identity = choose_player(api, players, Some(game), number)?;
    let seated = api.join_game(&identity.token, game).map_err(|error| identity.explain(error))?;
    Ok((identity, seated.game))
}

/// Creates a game with these options.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn create(api: &ApiClient, players: &IdentityStore, options: &PlayOptions) -> Result<(Identity, GameId)> {
    let identity = choose_player(api, players, None, options.player)?;
    let seated =
        api.create_game(&identity.token, &new_game(options)).map_err(|error| identity.explain(error))?;
    Ok((identity, seated.game))
}

/// The player that `--player` names; otherwise a free one that has a seat in the game; otherwise any free one;
/// otherwise a new one, unless no seat is free.
fn choose_player(
    api: &ApiClient,
    players: &IdentityStore,
    game: Option<GameId>,
    number: Option<u32>,
) -> Result<Identity> {
    let create = || match game.map(|game| api.game(None, game)).transpose()? {
        // A new player would have no seat in it.
        Some(snapshot) if snapshot.view.as_ref().is_some_and(|view| view.state != State::Open) => Err(
            Failure::refused(ErrorCode::GameFull, "both seats are taken; `ikibuguzo watch` shows the game")
                .into(),
        ),
        _ => api.create_guest(),
    };
    if let Some(number) = number {
        return players.load_or_create(number, create);
    }
    let has_seat = |identity: &Identity| match game {
        None => Ok(false),
        Some(game) => {
            let snapshot = api.game(Some(&identity.token), game).map_err(|error| identity.explain(error))?;
            Ok(snapshot.role.seat().is_some())
        }
    };
    players.pick(has_seat, create)
}

fn new_game(options: &PlayOptions) -> NewGame {
    NewGame {
        id: new_command_id(),
        rules: Text(options.rules),
        starts: options.starts.into(),
        public: options.public,
        rated: options.rated,
        clock: Text(options.clock),
        opponent: options.opponent.clone().map(Text),
        open_for: options.open_for.map(|hours| hours * 3_600),
    }
}

/// Says which player the user is, and how others join a new game. Lines that are to be copied are not broken.
fn write_greeting(
    api: &ApiClient,
    identity: &Identity,
    game: GameId,
    options: &PlayOptions,
) -> io::Result<()> {
    let mut out = stdout();
    let server = api.server().as_option();
    writeln!(out, "You play as {}, player {} of this machine.", identity.name, identity.number)?;
    match &options.opponent {
        _ if !options.new => {}
        Some(Opponent::Computer(_)) => {}
        Some(Opponent::Player(name)) => {
            writeln!(out, "The seat is kept for {name}: {}", api.server().game_url(game))?;
        }
        None => {
            writeln!(out, "Invite somebody:   {}", api.server().game_url(game))?;
            writeln!(out, "In a terminal:     ikibuguzo{server} play {game}")?;
            writeln!(out, "Let others watch:  ikibuguzo{server} watch {game}")?;
        }
    }
    Ok(())
}
