//! `ikibuguzo`: the terminal client of an online server for traditional African mancala (sowing) games.
//!
//! It plays games, watches them, and reads finished ones. For a game, the server sends each position with its legal
//! actions, and the client shows what it receives. The client computes only what an action would do, with the engine.
//! Without a server, `offline` takes its place.
//!
//! - [`args`]: the command line.
//! - [`commands`]: the subcommands.
//! - [`live_game`]: a game while it is played or watched: line mode for people, JSON mode for scripts.
//! - [`full_screen`]: the lobby and games on the whole terminal.
//! - [`game_search`]: searches of the list of games.
//! - [`game_view`]: the client's copy of a game, and its texts and drawings.
//! - [`connection`]: HTTP requests, and the WebSocket that reconnects and resumes.
//! - [`settings`]: a user's settings, from `config.toml`.
//! - [`offline`]: games against the computer without a server.
//! - [`identity`]: the players of this machine and their files.
//! - [`record_file`]: files with game records.
//! - [`terminal`]: standard input and output.
//! - [`system`]: the time and random numbers.
//! - [`exit`]: exit codes and errors.

#![expect(unreachable_pub, reason = "`pub` marks what other files use, in a program too")]

mod args;
mod commands;
mod live_game;
mod full_screen;
mod game_search;
mod game_view;
mod connection;
mod settings;
mod offline;
mod identity;
mod record_file;
mod terminal;
mod system;
mod exit;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::exit::{Exit, error_text, exit_of};
use crate::terminal::output::report;

fn main() -> ExitCode {
    let args = Args::parse();
    let is_script = args.json;
    let exit = commands::run(args).unwrap_or_else(|error| {
        let exit = exit_of(&error);
        if exit != Exit::Done {
            report(error_text(&error, is_script));
        }
        exit
    });
    exit.into()
}
