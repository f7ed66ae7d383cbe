//! The subcommands, one file each.

mod analyse;
mod claim;
mod endgame_table;
mod games;
mod passphrase;
mod play;
mod play_offline;
mod record;
mod show;
mod sign_in;
mod verify;
mod whoami;

use std::env;
use std::path::PathBuf;

use anyhow::Result;

use crate::args::{Args, Command};
use crate::connection::api_client::ApiClient;
use crate::connection::server_address::ServerAddress;
use crate::exit::Exit;
use crate::identity::config_folder::config_folder;
use crate::identity::store::IdentityStore;
use crate::live_game::game_host::ServerHost;
use crate::live_game::{self, Mode};

/// Runs the subcommand of this command line.
pub fn run(args: Args) -> Result<Exit> {
    let Args { server, json, command } = args;
    let players = || open_identity_store(&server);
    let api = ApiClient::new(server.clone());
    match command {
        Command::Play(options) if options.offline => play_offline::run(&options, json),
        Command::Play(options) => play::run(&api, &players()?, &options, json),
        Command::Watch { game } => {
            live_game::run(&mut ServerHost::new(&server, None), game, Mode::new(json, false))
        }
        Command::Games(options) => games::run(&api, &players()?, &options, json),
        Command::Show { game } => show::run(&api, game, json),
        Command::Record { game } => record::run(&api, game),
        Command::Verify { files } => verify::run(&files),
        Command::Analyse { file, nodes } => analyse::run(&file, nodes, json),
        Command::EndgameTable { rules, counters, file } => endgame_table::run(rules, counters, &file),
        Command::Claim { name, player } => claim::run(&api, &players()?, &name, player),
        Command::SignIn { name } => sign_in::run(&api, &players()?, &name),
        Command::Whoami { player } => whoami::run(&api, &players()?, player, json),
    }
}

fn open_identity_store(server: &ServerAddress) -> Result<IdentityStore> {
    let xdg_config_home = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let folder = config_folder(xdg_config_home, env::home_dir())?;
    Ok(IdentityStore::new(&folder, server))
}
