//! The subcommands.

mod analyse;
mod decline;
mod endgame_table;
mod games;
mod games_signature;
mod lobby;
mod names;
mod play;
mod play_offline;
mod shell_files;
mod show;
mod tournaments;
mod verify;
mod watch_wall;

use std::env;
use std::path::PathBuf;

use anyhow::Result;
use clap::CommandFactory;
use clap::error::ErrorKind::{ArgumentConflict, DisplayHelpOnMissingArgumentOrSubcommand};
use ikibuguzo_protocol::GameId;

use self::verify::ServerChecks;
use crate::args::game_reference::GameReference;
use crate::args::{Args, Command};
use crate::connection::api_client::ApiClient;
use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};
use crate::full_screen::{TableSettings, require_terminal};
use crate::identity::config_folder::config_folder;
use crate::identity::store::IdentityStore;
use crate::live_game::game_host::ServerHost;
use crate::live_game::{self, Mode, Preferences};
use crate::settings::Settings;

/// Runs the subcommand of this command line.
pub fn run(args: Args) -> Result<Exit> {
    let Args { server, json, command } = args;
    let settings = read_settings()?;
    let Some(command) = command else { return run_without_command(&settings, server, json) };
    // A link names its server.
    let server = command.server_of_link().cloned().or(server).or_else(|| settings.server.clone());
    let server = server.unwrap_or_else(ServerAddress::local);
    let mode = |auto_forced, full_screen| choose_mode(json, full_screen, preferences(&settings, auto_forced));
    let players = || open_identity_store(&server);
    let api = ApiClient::new(server.clone());
    match command {
        Command::Play(options) if options.offline => {
            play_offline::run(&options, mode(options.auto_forced, options.tui)?)
        }
        Command::Play(options) => {
            play::run(&api, &players()?, &options, mode(options.auto_forced, options.tui)?)
        }
        Command::Watch { games, tui } => match &games[..] {
            [game] => live_game::run(&mut ServerHost::new(&api, None), game.id, mode(false, tui)?),
            _ if json => Args::command().error(ArgumentConflict, "--json watches one game").exit(),
            games => watch_wall::run(&api, &ids(games), preferences(&settings, false)),
        },
        Command::Show { game, tui: true, .. } => {
            live_game::run(&mut ServerHost::new(&api, None), game.id, mode(false, true)?)
        }
        Command::Decline { game, reason, player } => decline::run(&api, &players()?, game.id, reason, player),
        Command::Games(options) => games::run(&api, &players()?, &options, json),
        Command::Tournaments(options) => tournaments::run(&api, &players()?, &options, json),
        Command::Show { game, step: true, .. } => show::run_stepping(&api, game.id),
        Command::Show { game, turn, .. } => show::run(&api, game.id, turn, json),
        Command::Record { game } => show::run_record(&api, game.id),
        Command::Verify { log, signature, key, files } => {
            let checks = ServerChecks::new(&api, log, signature, key.as_deref())?;
            verify::run(&files, &checks, json)
        }
        Command::Analyse { file, nodes } => analyse::run(&file, nodes, json),
        Command::EndgameTable { rules, counters, file } => endgame_table::run(rules, counters, &file),
        Command::Claim { name, player } => names::claim(&api, &players()?, &name, player),
        Command::SignIn { name } => names::sign_in(&api, &players()?, &name),
        Command::SignOut { player } => names::sign_out(&api, &players()?, player),
        Command::Whoami { player } => names::print_own_names(&api, &players()?, player, json),
        Command::Completions { shell, install } => shell_files::run_completions(shell, install),
        Command::Man { install } => shell_files::run_man(install),
    }
}

/// Shows the lobby if the terminal can show it, and otherwise the help.
fn run_without_command(settings: &Settings, server: Option<ServerAddress>, json: bool) -> Result<Exit> {
    if json || settings.line || !lobby::is_possible() {
        // As the argument parser does if something is missing.
        let help = Args::command().render_help();
        Args::command().error(DisplayHelpOnMissingArgumentOrSubcommand, help).exit();
    }
    let server = server.or_else(|| settings.server.clone()).unwrap_or_else(ServerAddress::local);
    let players = open_identity_store(&server)?;
    lobby::run(&ApiClient::new(server), &players, preferences(settings, false))
}

/// How the program talks to its user. Without a terminal, the full screen fails before a game is made or joined.
fn choose_mode(json: bool, full_screen: bool, preferences: Preferences) -> Result<Mode, Failure> {
    match (json, full_screen) {
        (true, _) => Ok(Mode::Json),
        (false, true) => require_terminal().map(|()| Mode::FullScreen(preferences)),
        (false, false) => Ok(Mode::Line(preferences)),
    }
}

fn ids(games: &[GameReference]) -> Vec<GameId> {
    games.iter().map(|game| game.id).collect()
}

fn preferences(settings: &Settings, auto_forced: bool) -> Preferences {
    Preferences {
        table: TableSettings {
            theme: settings.theme(),
            shows_sowing: settings.sowing,
            auto_forced: auto_forced || settings.auto_forced,
        },
        has_bell: settings.bell,
        has_notices: settings.notices,
    }
}

/// The settings. Without a home folder there are none.
fn read_settings() -> Result<Settings> {
    config_folder(xdg_config_home(), env::home_dir())
        .map_or_else(|_| Ok(Settings::default()), |it| Settings::read(&it))
}

fn open_identity_store(server: &ServerAddress) -> Result<IdentityStore> {
    let folder = config_folder(xdg_config_home(), env::home_dir())?;
    Ok(IdentityStore::new(&folder, server))
}

fn xdg_config_home() -> Option<PathBuf> {
    env::var_os("XDG_CONFIG_HOME").map(PathBuf::from)
}
