//! `play`: takes a seat, in a new game or in one that is there, and plays.

use anyhow::Result;
use ikibuguzo_protocol::{GameId, NewGame, Text};

use crate::args::Play;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::{Identities, Identity};
use crate::live_game::{self as live, Manner};
use crate::random::new_command_id;

/// Takes a seat and plays.
///
/// # Errors
///
/// Where the server cannot be reached or refuses, or a player's file cannot be used.
pub fn play(api: &ApiClient, identities: &Identities, options: &Play, json: bool) -> Result<Exit> {
    let identity = identity(api, identities, options)?;
    let seated = match options.game {
        Some(game) => api.join_game(&identity.token, game),
        None => api.create_game(&identity.token, &new_game(options)),
    };
    let game = seated.map_err(|error| identity.explain(error))?.game;
    if !json {
        greet(api, &identity, game, options.new)?;
    }
    let auto_forced = options.auto_forced;
    let manner = if json { Manner::Json } else { Manner::Talk { auto_forced } };
    live::follow(api.server(), Some(&identity.token), game, manner).map_err(|error| identity.explain(error))
}

/// The player that was asked for; else one that has a seat in the game; else one that is free; else a new one.
fn identity(api: &ApiClient, identities: &Identities, options: &Play) -> Result<Identity> {
    let make = || api.create_guest();
    if let Some(number) = options.player {
        return identities.get_or_make(number, make);
    }
    let sits_there = |identity: &Identity| match options.game {
        None => Ok(false),
        Some(game) => {
            let shown = api.game(Some(&identity.token), game).map_err(|error| identity.explain(error))?;
            Ok(shown.role.seat().is_some())
        }
    };
    identities.pick(sits_there, make)
}

fn new_game(options: &Play) -> NewGame {
    NewGame {
        id: new_command_id(),
        rules: Text(options.rules),
        starts: options.starts.into(),
        public: options.public,
        clock: Text(options.clock),
    }
}

fn greet(api: &ApiClient, identity: &Identity, game: GameId, new: bool) -> Result<()> {
    use std::io::{Write, stdout};
    let (mut out, server) = (stdout(), api.server().as_option());
    writeln!(out, "You play as {}, player {} of this machine.", identity.name, identity.number)?;
    if new {
        writeln!(out, "Invite somebody:   ikibuguzo{server} play {game}")?;
        writeln!(out, "Let others watch:  ikibuguzo{server} watch {game}")?;
    }
    Ok(())
}
