//! `ikibuguzo`: plays African sowing games over the network from a terminal, watches them, and reads them again.
//!
//! What this program is not: it knows no rule of any game. It shows what the server tells, and asks the server.

#![expect(unreachable_pub, reason = "`pub` says what a file is there for, in a program too")]

mod args;
mod commands;
mod live_game;
mod game_view;
mod connection;
mod identity;
mod terminal;
mod random;
mod exit;

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::args::{Args, Command};
use crate::commands::{claim, games, play, show, verify, whoami};
use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, exit_of};
use crate::identity::store::{Identities, config_folder};
use crate::live_game::Manner;

fn main() -> ExitCode {
    let exit = run(Args::parse()).unwrap_or_else(|error| {
        let exit = exit_of(&error);
        if exit != Exit::Done {
            eprintln!("ikibuguzo: {error:#}");
        }
        exit
    });
    exit.into()
}

fn run(args: Args) -> Result<Exit> {
    let Args { server, json, command } = args;
    let identities =
        || Ok::<_, anyhow::Error>(Identities::new(&config_folder(|name| env::var(name).ok())?, &server));
    let api = ApiClient::new(server.clone());
    match command {
        Command::Play(options) => play::play(&api, &identities()?, &options, json),
        Command::Watch { game } => live_game::follow(
            &server,
            None,
            game,
            if json { Manner::Json } else { Manner::Talk { auto_forced: false } },
        ),
        Command::Games(options) => games::games(&api, &identities()?, &options, json),
        Command::Show { game } => show::show(&api, game, json),
        Command::Record { game } => show::record(&api, game),
        Command::Verify { files } => verify::verify(&files),
        Command::Claim { name, player } => claim::claim(&api, &identities()?, &name, player),
        Command::SignIn { name } => claim::sign_in(&api, &identities()?, &name),
        Command::Whoami { player } => whoami::whoami(&api, &identities()?, player, json),
    }
}
