//! `play`: takes a seat in a new or an existing game, and plays.

use std::io::{self, Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{GameId, NewGame, Opponent, Text};

use crate::args::PlayOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::player::Identity;
use crate::identity::store::IdentityStore;
use crate::live_game::game_host::ServerHost;
use crate::live_game::{self, Mode};
use crate::random::new_command_id;

/// Takes a seat and plays until the game is over or the user quits.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, options: &PlayOptions, json: bool) -> Result<Exit> {
    let identity = choose_player(api, players, options)?;
    let seated = match options.game {
        Some(game) => api.join_game(&identity.token, game),
        None => api.create_game(&identity.token, &new_game(options)),
    };
    let game = seated.map_err(|error| identity.explain(error))?.game;
    let has_computer = matches!(options.opponent, Some(Opponent::Computer(_)));
    if !json {
        write_greeting(api, &identity, game, options.new && !has_computer)?;
    }
    let mode = Mode::new(json, options.auto_forced);
    let mut host = ServerHost::new(api.server(), Some(&identity.token));
    live_game::run(&mut host, game, mode).map_err(|error| identity.explain(error))
}

/// The player that `--player` names; else a free one that has a seat in the game; else any free one; else a new one.
fn choose_player(api: &ApiClient, players: &IdentityStore, options: &PlayOptions) -> Result<Identity> {
    let create = || api.create_guest();
    if let Some(number) = options.player {
        return players.load_or_create(number, create);
    }
    let has_seat = |identity: &Identity| match options.game {
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
        clock: Text(options.clock),
        opponent: options.opponent.clone().map(Text),
    }
}

fn write_greeting(api: &ApiClient, identity: &Identity, game: GameId, is_open: bool) -> io::Result<()> {
    let (mut out, server) = (stdout(), api.server().as_option());
    writeln!(out, "You play as {}, player {} of this machine.", identity.name, identity.number)?;
    if is_open {
        writeln!(out, "Invite somebody:   ikibuguzo{server} play {game}")?;
        writeln!(out, "Let others watch:  ikibuguzo{server} watch {game}")?;
    }
    Ok(())
}
