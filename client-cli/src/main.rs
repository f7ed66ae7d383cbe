//! `ikibuguzo`: the terminal client of an online server for traditional African mancala (sowing) games.
//!
//! It plays games, watches them, and reads finished ones. Where it shows a game, it knows no rule of it: the server sends
//! each position with its legal actions, and the client shows what it receives. Without a server, `offline` takes its place.
//!
//! - [`args`]: the command line.
//! - [`commands`]: one file for each subcommand.
//! - [`live_game`]: a game while it is played or watched: line mode for people, JSON mode for scripts.
//! - [`game_view`]: what is known of a game, and its texts and drawings.
//! - [`connection`]: HTTP requests, and the WebSocket that reconnects and resumes.
//! - [`offline`]: games against the computer without a server.
//! - [`identity`]: the players of this machine and their files.
//! - [`record_file`]: files with game records.
//! - [`terminal`]: standard input and output.
//! - [`random`], [`exit`]: random numbers; exit codes and errors.

#![expect(unreachable_pub, reason = "`pub` marks what other files use, in a program too")]

mod args;
mod commands;
mod live_game;
mod game_view;
mod connection;
mod offline;
mod identity;
mod record_file;
mod terminal;
mod random;
mod exit;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::exit::{Exit, exit_of};

fn main() -> ExitCode {
    let exit = commands::run(Args::parse()).unwrap_or_else(|error| {
        let exit = exit_of(&error);
        if exit != Exit::Done {
            eprintln!("ikibuguzo: {error:#}");
        }
        exit
    });
    exit.into()
}
